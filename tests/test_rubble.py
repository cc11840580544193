"""B24.1-B24.12 how buildings become rubble and rubble falls; AD4.42 Arid Buildings."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import cycle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import Bombard, RubbleLevel
from events.errors import BadInput
from events.ground import BuildingRubbled, BuildingStood, RubbleFell, RubbleStayed
from events.terms import Material
from sim.chapter_b.rubble import intact_levels
from sim.machine.decide import Outcome, resolve
from sim.machine.dice import Dice, outcomes
from sim.machine.telling import Reason
from sim.state import Building, Rubble, State
from tests.drawn import examples
from tests.table import Table

AD_BOARD = {"name": "LFT7", "desert": True, "ad": True, "width": 15}
LFT9 = {"name": "LFT9", "desert": True, "ad": True, "width": 15}
OTHER_BOARD = {"name": "27", "desert": True, "width": 15}


def building(hex_: str, material: str = "stone", upper_levels: int = 0) -> dict[str, Any]:
    """A building of a scenario."""
    return {"hex": hex_, "material": material, "upper_levels": upper_levels}


def village(*buildings: dict[str, Any], **changes: Any) -> Table:
    """A table with these buildings, in the first PFPh; no AD Terrain unless changed."""
    table = Table(buildings=list(buildings), **changes)
    table.to("PFPh")
    return table


def arid(*buildings: dict[str, Any]) -> Table:
    """A table with these buildings on an AD board with AD Terrain in effect."""
    return village(*buildings, ad=True, boards=[AD_BOARD])


def standing(table: Table, hex_: str) -> int:
    """How many levels of a building stand."""
    found = table.state.ground[hex_].building
    assert found is not None
    return intact_levels(found)


def dice_shown(table: Table) -> list[int]:
    """The dice of the last order, one after the other."""
    return [die for roll in table.game.entries[-1].dice for die in roll.dice]


# HE attacks ------------------------------------------------------------------------------------


@pytest.mark.rule("B24.11")
@pytest.mark.parametrize("kia", [1, 2, 3, 4, 5])
def test_a_dr_up_to_the_kia_number_rubbles_a_wooden_building(kia: int) -> None:
    """After an HE attack with a KIA, a dr that equals the KIA number makes rubble."""
    table = village(building("E4", "wooden"))
    events = table.do(f"he E4 70mm kia {kia} {kia}")
    assert events == (BuildingRubbled("E4", 0, Material.WOODEN, "B24.11"),)
    assert standing(table, "E4") == 0


@pytest.mark.parametrize("kia", [1, 2, 3, 4, 5])
def test_a_dr_above_the_kia_number_leaves_the_building_standing(kia: int) -> None:
    """A dr one higher than the KIA number does no harm to the building."""
    table = village(building("E4", "wooden"))
    before = table.state.ground
    assert table.do(f"he E4 70mm kia {kia} {kia + 1}") == (BuildingStood("E4", "B24.11"),)
    assert table.state.ground == before


@pytest.mark.rule("B24.11")
@pytest.mark.parametrize("kia", [2, 3, 4, 5])
def test_stone_adds_one_to_the_dr(kia: int) -> None:
    """Against stone, the dr that just rubbles wood no longer does, and one less is needed."""
    held, gone = village(building("E4")), village(building("E4"))
    assert held.do(f"he E4 70mm kia {kia} {kia}") == (BuildingStood("E4", "B24.11"),)
    events = gone.do(f"he E4 70mm kia {kia} {kia - 1}")
    assert events == (BuildingRubbled("E4", 0, Material.STONE, "B24.11"),)


@pytest.mark.parametrize("material", ["stone", "wooden"])
@pytest.mark.parametrize("kia", range(1, 8))
def test_the_chance_of_rubble_is_exactly_that_of_the_dr(material: str, kia: int) -> None:
    """All outcomes together: k chances in six against wood, one chance fewer against stone."""
    state = village(building("E4", material)).state

    def attack(dice: Dice) -> bool:
        outcome = resolve(state, Bombard("E4", 70, kia), dice)
        assert isinstance(outcome, Outcome)
        return isinstance(outcome.events[0], BuildingRubbled)

    chance = sum((chance for chance, _, rubbled in outcomes(attack) if rubbled), Fraction(0))
    drs = kia - (material == "stone")
    assert chance == Fraction(min(drs, 6), 6)


@pytest.mark.parametrize("calibre", [37, 65, 69])
def test_he_under_70mm_rubbles_no_ordinary_building(calibre: int) -> None:
    """Outside AD Terrain a shell smaller than 70mm cannot bring a building down."""
    table = village(building("E4", "wooden"))
    refusal = table.refused(f"he E4 {calibre}mm kia 6 1")
    assert (refusal.reason, refusal.rule) == (Reason.CALIBRE_TOO_SMALL, "B24.11")


@pytest.mark.rule("AD4.42")
def test_65mm_he_is_enough_for_an_arid_building() -> None:
    """An Arid Building already falls to 65mm, and not to 64mm."""
    table = arid(building("E4"))
    refusal = table.refused("he E4 64mm kia 6 1")
    assert (refusal.reason, refusal.rule) == (Reason.CALIBRE_TOO_SMALL, "AD4.42")
    events = table.do("he E4 65mm kia 3 2")
    assert events == (BuildingRubbled("E4", 0, Material.STONE, "AD4.42"),)


@pytest.mark.rule("AD4.42")
def test_an_arid_building_of_wood_becomes_stone_rubble() -> None:
    """Whatever an Arid Building was made of, what is left of it is stone rubble."""
    table = arid(building("E4", "wooden"))
    events = table.do("he E4 65mm kia 3 3")
    assert events == (BuildingRubbled("E4", 0, Material.STONE, "AD4.42"),)
    assert table.state.ground["E4"].building.rubble is Material.STONE


@pytest.mark.rule("AD4.42")
def test_rubble_ordered_in_an_arid_building_is_stone_and_nothing_else() -> None:
    """Players cannot make wooden rubble of an Arid Building by an order of their own."""
    table = arid(building("E4", "wooden"))
    refusal = table.refused("rubble E4 wooden")
    assert (refusal.reason, refusal.rule) == (Reason.WRONG_MATERIAL, "AD4.42")
    assert table.do("rubble E4 stone") == (BuildingRubbled("E4", 0, Material.STONE, "AD4.42"),)


@pytest.mark.rule("AD4.42")
def test_rubble_that_falls_from_an_arid_building_is_stone_too() -> None:
    """A wooden Arid Building drops stone rubble on its neighbours."""
    table = arid(building("E4", "wooden", 1))
    table.do("rubble E4 6 3")
    assert table.state.ground["F4"].rubble == Rubble(Material.STONE)


@pytest.mark.rule("AD4.42")
def test_without_ad_terrain_an_ad_board_has_ordinary_buildings() -> None:
    """The lighter shell and the stone rubble need AD Terrain in effect."""
    table = village(building("E4", "wooden"), boards=[AD_BOARD])
    assert table.refused("he E4 65mm kia 6 1").reason is Reason.CALIBRE_TOO_SMALL
    table.do("he E4 70mm kia 6 1")
    assert table.state.ground["E4"].building.rubble is Material.WOODEN


@pytest.mark.rule("AD4.42")
def test_only_buildings_on_ad_boards_are_arid() -> None:
    """With AD Terrain in effect, a building on another board in play stays an ordinary one."""
    table = village(
        building("LFT7E4", "wooden"),
        building("27E4", "wooden"),
        ad=True,
        boards=[AD_BOARD, OTHER_BOARD],
        vehicles=[],
    )
    assert table.refused("he 27E4 65mm kia 6 1").rule == "B24.11"
    assert table.do("he LFT7E4 65mm kia 6 1", "rubble 27E4 wooden") == (
        BuildingRubbled("27E4", 0, Material.WOODEN, "B24.1"),
    )
    assert table.state.ground["LFT7E4"].building.rubble is Material.STONE


@pytest.mark.rule("AD4.42")
def test_levels_still_standing_keep_their_own_material() -> None:
    """Stone rubble upstairs does not turn the wooden levels below it into stone ones."""
    table = arid(building("E4", "wooden", 1))
    table.do("rubble E4 level 1 1 1 1")
    events = table.do("he E4 65mm kia 3 3")
    assert events == (BuildingRubbled("E4", 0, Material.STONE, "AD4.42"),)


@pytest.mark.rule("AD4.4", "AD4.42")
def test_every_building_of_board_lft9_counts_as_stone() -> None:
    """On board LFT9 an HE attack adds the stone drm even where the building looks wooden."""
    table = village(building("E4", "wooden"), ad=True, boards=[LFT9])
    assert table.do("he E4 65mm kia 3 3") == (BuildingStood("E4", "B24.11"),)


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("he D7 70mm kia 3", Reason.NO_BUILDING),
        ("he ZZ9 70mm kia 3", Reason.UNKNOWN_HEX),
        ("he E4 70mm kia 3 level 3", Reason.NO_SUCH_LEVEL),
        ("he E4 70mm kia 3 level -1", Reason.NO_SUCH_LEVEL),
        ("he E4 70mm kia 0", Reason.IMPOSSIBLE_NUMBER),
        ("rubble D7", Reason.NO_BUILDING),
        ("rubble ZZ9", Reason.UNKNOWN_HEX),
        ("rubble E4 level 3", Reason.NO_SUCH_LEVEL),
        ("rubble E4 wooden", Reason.WRONG_MATERIAL),
    ],
)
def test_orders_that_no_building_answers_are_refused(order: str, reason: Reason) -> None:
    """Only a level that stands, in a building in play, can be rubbled, and by a KIA."""
    assert village(building("E4", "stone", 2)).refused(order).reason is reason


@pytest.mark.rule("B24.1")
def test_a_level_is_rubbled_only_once() -> None:
    """What is rubble already cannot be rubbled again, while the levels below still can."""
    table = village(building("E4", "stone", 2))
    table.do("rubble E4 level 1 1 1 1")
    assert table.refused("rubble E4 level 1").reason is Reason.NO_SUCH_LEVEL
    assert table.refused("he E4 100mm kia 6 level 2").reason is Reason.NO_SUCH_LEVEL
    table.do("rubble E4")
    assert standing(table, "E4") == 0
    assert table.refused("rubble E4").reason is Reason.NO_SUCH_LEVEL


# Which levels go -------------------------------------------------------------------------------


@pytest.mark.rule("B24.1")
def test_the_levels_above_go_and_those_below_stay() -> None:
    """Rubbling a level takes all above it in the hex, and none below it."""
    table = village(building("E4", "stone", 4))
    events = table.do("he E4 100mm kia 5 level 3 1 1 1 1")
    assert events[0] == BuildingRubbled("E4", 3, Material.STONE, "B24.11")
    assert standing(table, "E4") == 3


@pytest.mark.parametrize(("level", "drm"), [(1, 2), (2, 1), (3, 0)])
def test_an_upper_level_takes_the_whole_hex_with_it_on_a_final_6(level: int, drm: int) -> None:
    """The collapse dr gains one for each level above the rubbled one, and needs 6."""
    held, gone = (village(building("E4", "stone", 3)) for _ in range(2))
    held.do(f"rubble E4 level {level} {5 - drm} 1 1")
    gone.do(f"rubble E4 level {level} {6 - drm} 1 1")
    assert standing(held, "E4") == level
    assert standing(gone, "E4") == 0


def test_rooftops_and_levels_already_rubbled_add_nothing_to_the_collapse_dr() -> None:
    """With nothing standing above it, a level takes the hex with it only on an unmodified 6."""
    held, gone = (village(building("E4", "stone", 3)) for _ in range(2))
    for table in (held, gone):
        table.do("rubble E4 level 2 1 1 1")
    held.do("rubble E4 level 1 5 1 1")
    gone.do("rubble E4 level 1 6 1 1")
    assert (standing(held, "E4"), standing(gone, "E4")) == (1, 0)


def test_a_collapse_counts_every_upper_level_for_falling_rubble() -> None:
    """When the whole hex goes, its lower upper levels swell the Falling rubble DR as well."""
    held, gone = (village(building("E4", "stone", 3)) for _ in range(2))
    assert isinstance(held.do("rubble E4 level 3 5 4 3")[-1], RubbleStayed)
    assert isinstance(gone.do("rubble E4 level 3 6 4 3")[-1], RubbleFell)


def test_ground_level_makes_no_collapse_dr() -> None:
    """An attack on ground level takes everything above anyway: only the Falling DR is left."""
    table = village(building("E4", "stone", 2))
    table.do("rubble E4 1 1")
    assert dice_shown(table) == [1, 1]
    assert standing(table, "E4") == 0


def test_a_building_of_one_level_makes_no_further_roll() -> None:
    """Where there is no upper level, nothing collapses and nothing falls."""
    table = village(building("E4"))
    assert table.do("he E4 70mm kia 2 1") == (BuildingRubbled("E4", 0, Material.STONE, "B24.11"),)
    assert dice_shown(table) == [1]


def test_dice_that_are_due_must_all_be_given() -> None:
    """An order with too few or too many dice changes nothing."""
    table = village(building("E4", "stone", 2))
    before = table.state
    for order in ("he E4 70mm kia 3 level 2 1", "rubble E4 level 2 1 1", "rubble E4 1 1 1"):
        with pytest.raises(BadInput):
            table.do(order)
    assert table.state is before


# Falling rubble --------------------------------------------------------------------------------


@pytest.mark.rule("B24.12", "B24.121")
def test_the_printed_example_of_falling_rubble() -> None:
    """Rubble of two levels, coloured 5 and white 3, falls into K9 and brings all of it down."""
    table = village(building("J8", "stone", 3), building("K9", "stone", 2))
    events = table.do("he J8 150mm kia 3 level 2 2 4 5 3 4 1")
    assert events == (
        BuildingRubbled("J8", 2, Material.STONE, "B24.11"),
        RubbleFell("J8", "K9", Material.STONE, lies=False, rule="B24.12"),
        BuildingRubbled("K9", 0, Material.STONE, "B24.121"),
        RubbleStayed("K9", "B24.12"),
    )
    assert (standing(table, "J8"), standing(table, "K9")) == (2, 0)


def test_the_neighbour_of_the_printed_example_may_drop_rubble_in_turn() -> None:
    """With one more on the coloured die, the second building's rubble falls on as well."""
    table = village(building("J8", "stone", 3), building("K9", "stone", 2))
    events = table.do("rubble J8 level 2 4 5 3 5 3")
    assert events[-1] == RubbleFell("K9", "L9", Material.STONE, lies=True, rule="B24.12")
    assert table.state.ground["L9"].rubble == Rubble(Material.STONE)


@pytest.mark.rule("B24.12")
@pytest.mark.parametrize("upper_levels", [1, 2, 3, 4, 5])
def test_rubble_falls_on_a_final_coloured_7(upper_levels: int) -> None:
    """The coloured die gains one for each upper level rubbled, and rubble falls from 7 on."""
    held, gone = (village(building("E4", "stone", upper_levels)) for _ in range(2))
    assert gone.do(f"rubble E4 {7 - upper_levels} 3")[-1] == RubbleFell(
        "E4", "F4", Material.STONE, lies=True, rule="B24.12"
    )
    assert held.do(f"rubble E4 {6 - upper_levels} 3")[-1] == RubbleStayed("E4", "B24.12")


def test_the_white_die_of_the_falling_dr_adds_nothing() -> None:
    """Only the coloured die says whether rubble falls; the white one is a direction."""
    table = village(building("E4", "stone", 1))
    assert table.do("rubble E4 5 6")[-1] == RubbleStayed("E4", "B24.12")


def test_only_the_levels_of_this_shot_count_for_falling() -> None:
    """Levels that went earlier do not help rubble to fall again."""
    table = village(building("E4", "stone", 3))
    table.do("rubble E4 level 2 1 1 1")
    assert table.do("rubble E4 level 1 1 5 3")[-1] == RubbleStayed("E4", "B24.12")


@pytest.mark.parametrize(
    ("hex_", "around"),
    [
        ("E4", ("E3", "F3", "F4", "E5", "D4", "D3")),
        ("J8", ("J7", "K8", "K9", "J9", "I9", "I8")),
    ],
)
def test_the_white_die_is_the_direction(hex_: str, around: tuple[str, ...]) -> None:
    """A white 1 is the hexside of the coordinate, and the others follow clockwise."""
    for white, to in enumerate(around, start=1):
        table = village(building(hex_, "stone", 1), vehicles=[])
        fell = table.do(f"rubble {hex_} 6 {white}")[-1]
        assert fell == RubbleFell(hex_, to, Material.STONE, lies=True, rule="B24.12")
        assert [name for name, g in table.state.ground.items() if g.rubble] == [to]


def test_rubble_that_falls_off_the_playing_area_is_lost() -> None:
    """Beyond the edge there is no hex that rubble could lie in."""
    table = village(building("E1", "stone", 1))
    assert table.do("rubble E1 6 1")[-1] == RubbleFell(
        "E1", None, Material.STONE, lies=False, rule="B24.12"
    )
    assert set(table.state.ground) == {"E1"}


def test_fallen_rubble_is_of_the_material_of_its_building() -> None:
    """Outside AD Terrain a wooden building drops wooden rubble."""
    table = village(building("E4", "wooden", 1))
    table.do("rubble E4 6 3")
    assert table.state.ground["F4"].rubble == Rubble(Material.WOODEN)


def test_rubble_that_falls_into_water_is_gone() -> None:
    """Water swallows Falling rubble, and no Rubble Location comes of it."""
    sea = "0   .   .\n1 . . . . .\n2 . . . ~ .\n3 . . . . ."
    board = {"name": "27", "desert": True, "map": sea}
    table = village(building("C2", "stone", 1), boards=[board], vehicles=[])
    assert table.do("rubble C2 6 3")[-1] == RubbleFell(
        "C2", "D2", Material.STONE, lies=False, rule="B24.12"
    )
    assert set(table.state.ground) == {"C2"}


@pytest.mark.rule("B24.121")
def test_falling_rubble_rubbles_a_low_building_without_a_further_roll() -> None:
    """A building of one level that is struck goes at once, and drops nothing itself."""
    table = village(building("E4", "stone", 1), building("F4", "wooden"))
    assert table.do("rubble E4 6 3")[1:] == (
        RubbleFell("E4", "F4", Material.STONE, lies=False, rule="B24.12"),
        BuildingRubbled("F4", 0, Material.WOODEN, "B24.121"),
    )
    assert standing(table, "F4") == 0
    assert table.state.ground["F4"].rubble is None


def test_a_row_of_houses_can_go_one_after_the_other() -> None:
    """Each building that is struck may strike the next one."""
    table = village(*(building(hex_, "stone", 1) for hex_ in ("E4", "F4", "G5")))
    events = table.do("rubble E4 6 3 6 3 6 3")
    assert [event.to for event in events if isinstance(event, RubbleFell)] == ["F4", "G5", "H5"]
    assert [standing(table, hex_) for hex_ in ("E4", "F4", "G5")] == [0, 0, 0]


def test_a_struck_building_counts_only_the_upper_levels_it_still_had() -> None:
    """Levels of the struck building that were rubble before do not fall again."""
    table = village(building("E4", "stone", 1), building("F4", "stone", 3))
    table.do("rubble F4 level 2 1 1 1")
    assert table.do("rubble E4 6 3 5 3")[-1] == RubbleStayed("F4", "B24.12")


def test_rubble_that_falls_on_a_heap_of_rubble_changes_nothing() -> None:
    """A building that is rubble from the ground up has no more to lose."""
    table = village(building("E4", "stone", 1), building("F4", "stone", 3))
    table.do("rubble F4 1 1")
    heap = table.state.ground["F4"]
    assert table.do("rubble E4 6 3")[-1] == RubbleFell(
        "E4", "F4", Material.STONE, lies=False, rule="B24.12"
    )
    assert table.state.ground["F4"] == heap


# Properties ------------------------------------------------------------------------------------

HEXES = ("D3", "D4", "E3", "E4", "E5", "F3", "F4", "F5", "G5")


class Tumbling:
    """Dice without end that repeat a given row."""

    def __init__(self, row: list[int]) -> None:
        """Begin at the start of the row."""
        self._row: Iterator[int] = cycle(row)

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        """The next dice of the row."""
        return tuple(next(self._row) for _ in range(count))


def levels(state: State) -> dict[str, int]:
    """How many levels of every building stand."""
    return {
        name: intact_levels(ground.building)
        for name, ground in state.ground.items()
        if ground.building is not None
    }


@st.composite
def villages(draw: st.DrawFn) -> tuple[State, str]:
    """A village at play, and one of its buildings."""
    heights = draw(st.dictionaries(st.sampled_from(HEXES), st.integers(0, 5), min_size=1))
    houses = [building(hex_, "stone", upper) for hex_, upper in heights.items()]
    table = village(*houses, vehicles=[])
    state: State = table.state
    return state, draw(st.sampled_from(sorted(heights)))


ROWS = st.lists(st.integers(1, 6), min_size=1, max_size=12)


@examples(60)
@given(villages(), ROWS, st.lists(st.tuples(st.sampled_from(HEXES), st.integers(0, 5)), max_size=8))
def test_rubbling_never_raises_a_building(
    start: tuple[State, str], row: list[int], orders: list[tuple[str, int]]
) -> None:
    """Whatever is rubbled and however dice fall, no building ever has more levels than before."""
    state, _ = start
    dice = Tumbling(row)
    for hex_, level in orders:
        before = levels(state)
        outcome = resolve(state, RubbleLevel(hex_, level=level), dice)
        if not isinstance(outcome, Outcome):
            assert level >= before.get(hex_, 0)
            continue
        state, after = outcome.state, levels(outcome.state)
        assert after.keys() == before.keys()
        assert all(after[name] <= before[name] for name in before)
        assert after[hex_] <= level < before[hex_]


@examples(60)
@given(villages(), ROWS)
def test_falling_rubble_always_comes_to_rest(start: tuple[State, str], row: list[int]) -> None:
    """Rubble falls from each building at most once in a chain, so that every chain ends."""
    state, hex_ = start
    outcome = resolve(state, RubbleLevel(hex_), Tumbling(row))
    assert isinstance(outcome, Outcome)
    fell = [event.hex for event in outcome.events if isinstance(event, RubbleFell)]
    rubbled = [event.hex for event in outcome.events if isinstance(event, BuildingRubbled)]
    assert len(fell) == len(set(fell)) <= len(rubbled) == len(set(rubbled))
    assert set(rubbled) <= levels(state).keys()


@examples(60)
@given(villages(), ROWS)
def test_every_chain_goes_from_neighbour_to_neighbour(
    start: tuple[State, str], row: list[int]
) -> None:
    """Rubble falls only into a hex next to the one that it came from."""
    state, hex_ = start
    outcome = resolve(state, RubbleLevel(hex_), Tumbling(row))
    assert isinstance(outcome, Outcome)
    for event in outcome.events:
        if isinstance(event, RubbleFell) and event.to is not None:
            assert event.to in state.setting.area.neighbours(event.hex).values()
            assert event.to in outcome.state.ground


@given(st.integers(0, 5), st.integers(0, 5))
def test_intact_levels_count_from_the_ground_to_the_rubble(upper: int, rubbled: int) -> None:
    """Ground level counts as one, and rubble leaves as many levels as lie below it."""
    assert intact_levels(Building(Material.STONE, upper)) == upper + 1
    assert intact_levels(Building(Material.STONE, upper, rubbled_from=rubbled)) == rubbled
