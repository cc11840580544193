"""B25 Flames and Blazes: where they burn, how a Flame grows or goes out, and B24.6 in rubble."""

from fractions import Fraction
from typing import Any

import pytest

from events.commands import CheckFlame
from events.ground import (
    BlazeBegan,
    BuildingRubbled,
    FireEnded,
    FlamePlaced,
    FlameStayed,
    RubbleFell,
)
from events.moment import Moment, Phase
from events.terms import Fire, Material
from sim.machine.decide import Outcome, resolve
from sim.machine.dice import Dice, outcomes
from sim.machine.telling import Reason, Refusal
from tests.table import Table, stayed

MAP = """
0   .   .
1 b . w . .
2 g . o . .
3 . . . ~ .
4 . . . . .
"""
"""Brush in A1, grain in A2, woods in C1, an orchard in C2, and water in D3."""

HOUSES = [{"hex": "E1", "material": "stone"}, {"hex": "E2", "material": "wooden"}]

SPREADING = {"A1": 6, "A2": 6, "C1": 7, "C2": 9}
"""Spreading numbers of the terrain on the map."""

EC_DRM = {"Mud": -3, "Wet": -2, "Moist": -1, "Moderate": 0, "Dry": 1, "Very Dry": 2}


def table_at(phase: str = "PFPh", **changes: Any) -> Table:
    """A table on the map, with a stone building in E1 and a wooden one in E2, Moderate EC."""
    facts: dict[str, Any] = {
        "boards": [{"name": "27", "desert": True, "map": MAP}],
        "buildings": HOUSES,
        "vehicles": [],
        "ec": "Moderate",
    }
    facts.update(changes)
    table = Table(**facts)
    table.to(phase)
    return table


def aflame(hex_: str, **changes: Any) -> Table:
    """A table in an AFPh, with a Flame that was placed in the Player Turn before."""
    table = table_at(**changes)
    table.do(f"flame {hex_}")
    table.next_turn()
    table.to("AFPh")
    return table


def check(hex_: str, original: int, **changes: Any) -> type:
    """What comes of a Flame on an Original DR."""
    coloured = min(6, original - 1)
    (event,) = aflame(hex_, **changes).do(f"flame-check {hex_} {coloured} {original - coloured}")
    return type(event)


def chances(hex_: str, **changes: Any) -> dict[type, Fraction]:
    """The exact chance of everything that can come of a Flame."""
    state = aflame(hex_, **changes).state

    def roll(dice: Dice) -> type:
        outcome = resolve(state, CheckFlame(hex_), dice)
        assert isinstance(outcome, Outcome)
        return type(outcome.events[0])

    found: dict[type, Fraction] = {}
    for chance, _, event in outcomes(roll):
        found[event] = found.get(event, Fraction(0)) + chance
    return found


def ways(lowest: int, highest: int) -> Fraction:
    """The chance that two dice make a total in this range."""
    totals = [one + two for one in range(1, 7) for two in range(1, 7)]
    return Fraction(sum(lowest <= total <= highest for total in totals), 36)


# Placing and putting out -----------------------------------------------------------------------


@pytest.mark.rule("B25.1")
@pytest.mark.parametrize("hex_", ["A1", "A2", "C1", "C2", "E1", "E2"])
def test_flames_and_blazes_burn_in_burnable_terrain(hex_: str) -> None:
    """Brush, grain, woods, orchards and buildings all take fire."""
    table = table_at()
    moment = Moment(1, 1, Phase.PFPH)
    assert table.do(f"flame {hex_}") == (FlamePlaced(hex_, moment, "B25.1"),)
    assert table.state.ground[hex_].fire is Fire.FLAME
    assert table.state.ground[hex_].fire_at(0).flames == (moment,)
    assert table.do(f"blaze {hex_}") == (BlazeBegan(hex_, "B25.1"),)
    assert table.state.ground[hex_].fire is Fire.BLAZE
    assert table.state.ground[hex_].fire_at(0).flames == ()


@pytest.mark.rule("B25.1")
@pytest.mark.parametrize("order", ["flame", "blaze"])
def test_nothing_burns_in_open_ground_or_water(order: str) -> None:
    """Fire needs something to burn, in a hex in play."""
    table = table_at()
    assert table.refused(f"{order} B2").reason is Reason.NOT_BURNABLE
    assert table.refused(f"{order} D3").reason is Reason.NOT_BURNABLE
    assert table.refused(f"{order} ZZ9").reason is Reason.UNKNOWN_HEX


@pytest.mark.rule("B25.15")
def test_a_location_holds_several_flames_and_one_blaze() -> None:
    """A second Flame burns beside the first; a Blaze ends them all, and takes no more."""
    table = table_at()
    table.do("flame A1", "flame A1")
    assert len(table.state.ground["A1"].fire_at(0).flames) == 2
    table.do("blaze A1")
    assert table.state.ground["A1"].fire_at(0).flames == ()
    assert table.refused("flame A1").reason is Reason.ALREADY_SO
    assert table.refused("blaze A1").reason is Reason.ALREADY_SO


@pytest.mark.rule("B24.72")
def test_a_flame_can_be_put_out_and_a_blaze_cannot() -> None:
    """Only the small fire yields to people."""
    table = table_at()
    table.do("flame A1", "blaze A2")
    assert table.do("extinguish A1") == (FireEnded("A1", "B24.72"),)
    assert "A1" not in table.state.ground
    for hex_ in ("A1", "A2"):
        refusal = table.refused(f"extinguish {hex_}")
        assert (refusal.reason, refusal.rule) == (Reason.NO_FIRE, "B24.72")
    assert table.refused("extinguish ZZ9").reason is Reason.UNKNOWN_HEX


# The DR of a Flame -----------------------------------------------------------------------------


@pytest.mark.rule("B25.15")
@pytest.mark.parametrize(("hex_", "number"), [*SPREADING.items(), ("E1", 9), ("E2", 8)])
def test_a_flame_becomes_a_blaze_on_the_spreading_number(hex_: str, number: int) -> None:
    """In Moderate EC a DR that equals the Spreading number is enough, and one less is not."""
    assert check(hex_, number) is BlazeBegan
    assert check(hex_, number - 1) is FlameStayed


@pytest.mark.rule("B25.15")
@pytest.mark.parametrize("hex_", ["A1", "A2", "C1", "C2", "E1", "E2"])
def test_a_flame_goes_out_on_a_final_2(hex_: str) -> None:
    """In Moderate EC only the lowest DR ends a Flame, whatever it burns in."""
    assert check(hex_, 2) is FireEnded
    assert check(hex_, 3) is FlameStayed


@pytest.mark.rule("B25.5")
@pytest.mark.parametrize("ec", EC_DRM)
@pytest.mark.parametrize("hex_", SPREADING)
def test_ec_change_every_dr_of_a_flame_in_terrain(hex_: str, ec: str) -> None:
    """All 36 rolls: dry ground feeds a Flame by up to two, and mud damps it by three."""
    blazes, out = SPREADING[hex_] - EC_DRM[ec], 2 - EC_DRM[ec]
    expected = {
        BlazeBegan: ways(blazes, 12),
        FireEnded: ways(2, out),
        FlameStayed: ways(out + 1, blazes - 1),
    }
    found = chances(hex_, ec=ec)
    assert found == {event: chance for event, chance in expected.items() if chance}
    assert sum(found.values()) == 1


@pytest.mark.rule("B25.5")
@pytest.mark.parametrize("ec", EC_DRM)
@pytest.mark.parametrize(("hex_", "number"), [("E1", 9), ("E2", 8)])
def test_ec_change_nothing_inside_a_building(hex_: str, number: int, ec: str) -> None:
    """A roof keeps the weather out: in buildings the Original DR counts."""
    assert chances(hex_, ec=ec) == {
        BlazeBegan: ways(number, 12),
        FireEnded: ways(2, 2),
        FlameStayed: ways(3, number - 1),
    }


@pytest.mark.rule("B24")
@pytest.mark.parametrize("ec", ["Mud", "Moderate", "Very Dry"])
@pytest.mark.parametrize(("material", "number"), [("stone", 9), ("wooden", 8)])
def test_rubble_burns_like_the_building_it_was(material: str, number: int, ec: str) -> None:
    """Rubble of a building, fallen or not, keeps its Spreading number and its EC exemption."""
    tower = {"hex": "C2", "material": material, "upper_levels": 1}
    table = table_at(buildings=[tower], ec=ec)
    table.do("rubble C2 6 2", "flame C2", "flame D1")
    table.next_turn()
    table.to("AFPh")
    for hex_ in ("C2", "D1"):
        assert stayed(table.do(f"flame-check {hex_} 4 {number - 5}"), hex_)
    table.next_turn()
    table.to("AFPh")
    for hex_ in ("C2", "D1"):
        assert table.do(f"flame-check {hex_} 4 {number - 4}") == (BlazeBegan(hex_, "B25.15"),)


def test_rain_damps_a_flame_in_terrain() -> None:
    """The first rain makes EC Wet, which takes two from the DR of a Flame in woods."""
    table = table_at(weather="Overcast")
    table.do("flame C1", "flame A1", "phase RPh", "wc 5 5", "phase AFPh")
    assert stayed(table.do("flame-check C1 4 4"), "C1")
    assert table.do("flame-check A1 4 4") == (BlazeBegan("A1", "B25.15"),)


def test_what_the_dr_says_is_what_there_is() -> None:
    """After its DR the hex has a Blaze, a Flame as before, or no fire at all."""
    grown, same, out = aflame("C1"), aflame("C1"), aflame("C1")
    before = same.state.ground
    grown.do("flame-check C1 6 6")
    same.do("flame-check C1 3 3")
    out.do("flame-check C1 1 1")
    assert grown.state.ground["C1"].fire is Fire.BLAZE
    assert same.state.ground["C1"].fire is before["C1"].fire is Fire.FLAME
    assert "C1" not in out.state.ground


# When ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["PFPh", "MPh", "DFPh", "RtPh", "APh", "CCPh"])
def test_flames_are_rolled_for_in_the_afph(phase: str) -> None:
    """In no other phase is a Flame rolled for."""
    table = table_at()
    table.do("flame C1")
    table.next_turn()
    table.to(phase)
    refusal = table.refused("flame-check C1")
    assert (refusal.reason, refusal.rule) == (Reason.WRONG_PHASE, "B25.15")


def test_a_flame_waits_for_the_next_player_turn() -> None:
    """In the Player Turn that brought it a Flame is not rolled for, and in the next one it is."""
    table = table_at()
    table.do("flame C1", "phase AFPh")
    assert table.refused("flame-check C1").reason is Reason.ALREADY_TRIED
    table.next_turn()
    table.to("AFPh")
    assert table.do("flame-check C1 6 6") == (BlazeBegan("C1", "B25.15"),)


def test_a_flame_is_rolled_for_in_every_later_afph() -> None:
    """A Flame that stayed is rolled for again in the AFPh of each Player Turn that follows."""
    table = aflame("C1")
    for _ in range(3):
        assert stayed(table.do("flame-check C1 3 3"), "C1")
        table.next_turn()
        table.to("AFPh")
    assert table.do("flame-check C1 3 4") == (BlazeBegan("C1", "B25.15"),)


def test_a_flame_is_rolled_for_once_an_afph() -> None:
    """A Flame that stayed is left alone until the next Player Turn."""
    table = aflame("C1")
    table.do("flame-check C1 3 3")
    assert table.refused("flame-check C1").reason is Reason.ALREADY_TRIED


def test_only_flames_are_rolled_for() -> None:
    """Where there is no fire, or a Blaze already, no DR is made."""
    table = table_at()
    table.do("blaze C1")
    table.next_turn()
    table.to("AFPh")
    for hex_ in ("C1", "A1"):
        refusal = table.refused(f"flame-check {hex_}")
        assert (refusal.reason, refusal.rule) == (Reason.NO_FIRE, "B25.15")
    assert table.refused("flame-check ZZ9").reason is Reason.UNKNOWN_HEX


def test_the_wrong_phase_is_told_before_a_missing_flame() -> None:
    """Of two reasons that hold, a refusal gives the one with the lower number."""
    assert table_at("MPh").refused("flame-check A1").reason is Reason.WRONG_PHASE


# Fire and Falling rubble -----------------------------------------------------------------------


def tower_beside(target: str = "C1", material: str = "wooden") -> Table:
    """A table with a tower in C2, from which direction 1 leads to C1 and 3 to D2."""
    tower = {"hex": "C2", "material": material, "upper_levels": 1}
    houses = [] if target in ("C1", "D1") else [{"hex": target, "material": "stone"}]
    return table_at(buildings=[tower, *houses])


@pytest.mark.rule("B24.6")
def test_falling_rubble_puts_out_a_flame() -> None:
    """A Flame where rubble falls is smothered."""
    table = tower_beside()
    table.do("flame C1")
    assert table.do("rubble C2 6 1")[1:] == (
        RubbleFell("C2", "C1", Material.WOODEN, lies=True, rule="B24.12"),
        FireEnded("C1", "B24.6"),
    )
    assert table.state.ground["C1"].fire is None


def test_falling_rubble_does_not_put_out_a_blaze() -> None:
    """A Blaze where rubble falls burns on, in the rubble."""
    table = tower_beside()
    table.do("blaze C1")
    assert table.do("rubble C2 6 1")[-1] == RubbleFell(
        "C2", "C1", Material.WOODEN, lies=True, rule="B24.12"
    )
    assert table.state.ground["C1"].fire is Fire.BLAZE


@pytest.mark.rule("B24.6")
def test_rubble_of_a_blazing_building_carries_the_blaze() -> None:
    """What falls from a Blaze sets the hex ablaze into which it falls."""
    table = tower_beside()
    table.do("blaze C2")
    assert table.do("rubble C2 6 2")[1:] == (
        RubbleFell("C2", "D1", Material.WOODEN, lies=True, rule="B24.12"),
        BlazeBegan("D1", "B24.6"),
    )
    assert [table.state.ground[hex_].fire for hex_ in ("C2", "D1")] == [Fire.BLAZE, Fire.BLAZE]


def test_blazing_rubble_sets_a_struck_building_ablaze() -> None:
    """A building that burning rubble strikes goes down and burns."""
    table = tower_beside("D2")
    table.do("blaze C2")
    assert table.do("rubble C2 6 3")[1:] == (
        RubbleFell("C2", "D2", Material.WOODEN, lies=False, rule="B24.12"),
        BuildingRubbled("D2", 0, Material.STONE, "B24.121"),
        BlazeBegan("D2", "B24.6"),
    )


@pytest.mark.rule("B24.6")
def test_a_flame_in_rubble_that_falls_is_out_and_carries_no_fire() -> None:
    """Only a Blaze goes along with Falling rubble; its own Flame is put out."""
    table = tower_beside()
    table.do("flame C2")
    assert table.do("rubble C2 6 2")[1:] == (
        RubbleFell("C2", "D1", Material.WOODEN, lies=True, rule="B24.12"),
        FireEnded("C2", "B24.6"),
    )
    assert "C2" in table.state.ground
    assert [table.state.ground[hex_].fire for hex_ in ("C2", "D1")] == [None, None]


def test_water_quenches_blazing_rubble() -> None:
    """Burning rubble that falls into water sets nothing ablaze."""
    tower = {"hex": "C3", "material": "wooden", "upper_levels": 1}
    table = table_at(buildings=[tower])
    table.do("blaze C3")
    assert table.do("rubble C3 6 3")[-1] == RubbleFell(
        "C3", "D3", Material.WOODEN, lies=False, rule="B24.12"
    )
    assert "D3" not in table.state.ground


def test_a_wooden_arid_building_burns_as_stone_only_when_all_of_it_is_rubble() -> None:
    """Its rubble is stone, but while the ground level stands it burns as wood."""
    board = {"name": "LFT6", "desert": True, "ad": True, "width": 15}
    building = {"hex": "E4", "material": "wooden", "upper_levels": 1}
    for level, dice, number in ((1, "1 1 1", 8), (0, "1 1", 9)):
        table = Table(ad=True, boards=[board], buildings=[building])
        table.to("PFPh")
        table.do(f"rubble E4 level {level} {dice}")
        table.do("flame E4")
        table.next_turn()
        table.to("AFPh")
        below = table.game.attempt(CheckFlame("E4"), (number - 6, 5))
        assert not isinstance(below, Refusal)
        assert stayed(below.then, "E4")
        table.next_turn()
        table.to("AFPh")
        assert table.do(f"flame-check E4 {number - 6} 6") == (BlazeBegan("E4", "B25.15"),)


def test_burning_rubble_that_falls_into_a_blaze_starts_no_second_one() -> None:
    """A Blaze where burning rubble lands simply goes on."""
    buildings = [{"hex": "E4", "upper_levels": 1}, {"hex": "F4", "upper_levels": 0}]
    for first, began in ((("blaze E4",), 1), (("blaze E4", "blaze F4"), 0)):
        table = Table(buildings=buildings)
        table.to("PFPh")
        table.do(*first)
        events = table.do("rubble E4 6 3")
        assert sum(isinstance(event, BlazeBegan) for event in events) == began
        assert table.state.ground["F4"].fire is Fire.BLAZE
