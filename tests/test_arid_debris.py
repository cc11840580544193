"""AD3.4 Arid Debris: where it is, how it burns, and what rubble and shellholes do to it."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import BadInput
from events.ground import (
    BlazeBegan,
    DebrisCleared,
    DebrisEnded,
    DebrisPlaced,
    FireEnded,
    RubbleCleared,
    RubbleFell,
    ShellholesPlaced,
)
from events.terms import DebrisOrigin, Fire, Material
from replays.game.game import OrderRefused
from sim.chapter_ad.arid_debris import arid_debris_in
from sim.machine.telling import Reason
from sim.state import Rubble
from tests.drawn import examples
from tests.table import Table, stayed

AD_BOARD = {"name": "LFT7", "desert": True, "ad": True, "width": 15}
OTHER_BOARD = {"name": "27", "desert": True, "width": 15}
TOWER = {"hex": "E4", "upper_levels": 1}
SURE = "squads 1 leader -1 bulldozers 1"


def desert(**changes: Any) -> Table:
    """A table in the first PFPh: AD Terrain, a tower in E4, printed Arid Debris in F4 and F6."""
    facts: dict[str, Any] = {
        "ad": True,
        "boards": [AD_BOARD],
        "buildings": [TOWER],
        "debris": [{"hex": "F4"}, {"hex": "F6"}],
    }
    facts.update(changes)
    table = Table(**facts)
    table.to("PFPh")
    return table


def clear_away(table: Table, hex_: str) -> None:
    """Clear a hex in three CCPh."""
    for _ in range(3):
        table.next_turn()
        table.to("CCPh")
        table.do(f"clear {hex_} {SURE} 1 1")


# Where it is -----------------------------------------------------------------------------------


@pytest.mark.rule("AD3.4")
def test_debris_of_the_scenario_is_arid_debris() -> None:
    """Debris on an AD board, with AD Terrain in effect, is Arid Debris."""
    table = desert()
    assert arid_debris_in(table.state, "F6")
    assert table.state.ground["F6"].debris is DebrisOrigin.PRINTED
    assert not arid_debris_in(table.state, "F5")


@pytest.mark.rule("AD3.4")
def test_debris_can_come_to_a_hex_in_play() -> None:
    """Debris that comes to an AD board is Arid Debris, but not printed."""
    table = desert()
    assert table.do("debris G6") == (DebrisPlaced("G6", "AD3.4"),)
    assert arid_debris_in(table.state, "G6")
    assert table.state.ground["G6"].debris is DebrisOrigin.PLACED


@pytest.mark.rule("AD3.4")
@pytest.mark.parametrize(
    "changes",
    [
        {"ad": False, "boards": [AD_BOARD]},
        {"ad": True, "boards": [OTHER_BOARD]},
    ],
)
def test_arid_debris_needs_ad_terrain_and_an_ad_board(changes: dict[str, Any]) -> None:
    """Neither an AD board nor AD Terrain is enough alone, for a scenario or for an order."""
    with pytest.raises(BadInput, match="Arid Debris"):
        desert(**changes)
    table = desert(debris=[], **changes)
    refusal = table.refused("debris F6")
    assert (refusal.reason, refusal.rule) == (Reason.NO_AD_TERRAIN, "AD3.4")


@pytest.mark.rule("AD3.4")
def test_arid_debris_lies_on_the_ad_boards_among_those_in_play() -> None:
    """Where an AD board meets another board, only the AD board takes Arid Debris."""
    boards = [AD_BOARD, OTHER_BOARD]
    table = desert(boards=boards, buildings=[], debris=[], vehicles=[])
    assert table.refused("debris 27F6").reason is Reason.NO_AD_TERRAIN
    table.do("debris LFT7F6")
    assert arid_debris_in(table.state, "LFT7F6")


@pytest.mark.rule("AD3.4")
def test_debris_comes_only_once_and_only_to_hexes_in_play() -> None:
    """A hex that has Arid Debris gets no more of it."""
    table = desert()
    assert table.refused("debris F6").reason is Reason.ALREADY_SO
    assert table.refused("debris ZZ9").reason is Reason.UNKNOWN_HEX


# Rubble ----------------------------------------------------------------------------------------


@pytest.mark.rule("AD3.43")
def test_rubble_that_falls_on_debris_makes_a_rubble_location() -> None:
    """Rubble on top of it puts Arid Debris out of effect, without ending it."""
    table = desert()
    assert table.do("rubble E4 6 3")[-1] == RubbleFell(
        "E4", "F4", Material.STONE, lies=True, rule="B24.12"
    )
    assert not arid_debris_in(table.state, "F4")
    found = table.state.ground["F4"]
    assert (found.rubble, found.debris) == (Rubble(Material.STONE), DebrisOrigin.PRINTED)


@pytest.mark.rule("AD3.43")
def test_debris_is_back_once_the_fallen_rubble_is_cleared() -> None:
    """Clearing the rubble turns the hex into an Arid Debris Location again."""
    table = desert()
    before = table.state.ground["F4"]
    table.do("rubble E4 6 3")
    clear_away(table, "F4")
    assert table.game.entries[-1].then[-1] == RubbleCleared("F4", work_ends=True, rule="B24.71")
    assert arid_debris_in(table.state, "F4")
    assert table.state.ground["F4"] == before


@pytest.mark.rule("AD3.43")
def test_one_trail_break_through_the_rubble_does_not_bring_debris_back() -> None:
    """As long as some rubble is left the debris stays out of effect."""
    table = desert()
    table.do("rubble E4 6 3", "phase CCPh", f"clear F4 {SURE} 1 1")
    assert not arid_debris_in(table.state, "F4")


@pytest.mark.rule("AD3.43")
def test_a_building_that_becomes_rubble_among_debris_puts_it_out_of_effect() -> None:
    """Rubble made in the hex itself counts like rubble that fell, once it is at ground level."""
    table = desert(buildings=[{"hex": "E4", "upper_levels": 2}])
    table.do("debris E4", "rubble E4 level 1 1 1 1")
    assert arid_debris_in(table.state, "E4")
    table.do("rubble E4")
    assert not arid_debris_in(table.state, "E4")
    table.do("phase CCPh")
    assert table.refused(f"clear E4 {SURE}").reason is Reason.NOT_CLEARABLE


@pytest.mark.rule("AD3.43")
def test_no_debris_comes_to_a_rubble_location() -> None:
    """Where rubble lies, fallen or made, debris would be ignored and is not placed."""
    table = desert(debris=[])
    table.do("rubble E4 6 3")
    for hex_ in ("E4", "F4"):
        refusal = table.refused(f"debris {hex_}")
        assert (refusal.reason, refusal.rule) == (Reason.ALREADY_SO, "AD3.43")


@pytest.mark.rule("AD3.43", "AD3.41")
def test_rubble_on_debris_burns_as_rubble() -> None:
    """Ignored debris lends its Spreading number to nothing: stone rubble needs a 9."""
    table = desert()
    table.do("rubble E4 6 3", "flame F4")
    table.next_turn()
    table.to("AFPh")
    assert stayed(table.do("flame-check F4 4 4"), "F4")


# Shellholes ------------------------------------------------------------------------------------


@pytest.mark.rule("AD3.44")
def test_shellholes_end_arid_debris() -> None:
    """Where shellholes come, Arid Debris ceases to exist."""
    table = desert()
    assert table.do("shellholes F6") == (
        ShellholesPlaced("F6", "B2.1"),
        DebrisEnded("F6", work_ends=True, rule="AD3.44"),
    )
    assert not arid_debris_in(table.state, "F6")
    assert table.state.ground["F6"].debris is None
    assert table.state.ground["F6"].shellholes


@pytest.mark.rule("AD3.44")
@pytest.mark.parametrize("fire", ["flame", "blaze"])
def test_shellholes_end_the_fire_in_arid_debris(fire: str) -> None:
    """A Flame or Blaze goes with the debris that fed it."""
    table = desert()
    table.do(f"{fire} F6")
    assert table.do("shellholes F6")[1:] == (
        DebrisEnded("F6", work_ends=True, rule="AD3.44"),
        FireEnded("F6", "AD3.44"),
    )
    assert table.state.ground["F6"].fire is None
    assert not table.state.ground["F6"].fires
    assert table.refused("flame F6").reason is Reason.NOT_BURNABLE


@pytest.mark.rule("AD3.44")
def test_shellholes_end_debris_for_good_and_its_trail_breaks_too() -> None:
    """Work on debris that shellholes ended is lost, and there is nothing left to clear."""
    table = desert(debris=[{"hex": "F6", "origin": "placed"}])
    table.do("phase CCPh", f"clear F6 {SURE} 1 1", "shellholes F6")
    assert table.state.ground["F6"].debris_breaks == ()
    table.next_turn()
    table.to("CCPh")
    assert table.refused(f"clear F6 {SURE}").reason is Reason.NOT_CLEARABLE


@pytest.mark.rule("AD3.44")
def test_shellholes_elsewhere_end_nothing() -> None:
    """In bare ground shellholes are only shellholes, and debris next to them is unharmed."""
    table = desert()
    table.do("blaze F6")
    assert table.do("shellholes F5") == (ShellholesPlaced("F5", "B2.1"),)
    assert arid_debris_in(table.state, "F6")
    assert table.state.ground["F6"].fire is Fire.BLAZE


@pytest.mark.rule("B2.1")
def test_shellholes_come_once_and_not_to_buildings_or_rubble() -> None:
    """Shellholes are for open terrain without shellholes."""
    table = desert()
    table.do("shellholes F6", "rubble E4 6 3")
    assert table.refused("shellholes F6").reason is Reason.ALREADY_SO
    assert table.refused("shellholes E4").reason is Reason.WRONG_MATERIAL
    assert table.refused("shellholes F4").reason is Reason.WRONG_MATERIAL
    assert table.refused("shellholes ZZ9").reason is Reason.UNKNOWN_HEX


# Fire ------------------------------------------------------------------------------------------


def burning(**changes: Any) -> Table:
    """A table in an AFPh with a Flame in F6 that was placed in the Player Turn before."""
    table = desert(**changes)
    table.do("flame F6")
    table.next_turn()
    table.to("AFPh")
    return table


@pytest.mark.rule("AD3.41")
def test_debris_burns_as_a_wooden_building() -> None:
    """A Flame in Arid Debris becomes a Blaze on an 8 and goes out on a 2."""
    assert burning().do("flame-check F6 4 4") == (BlazeBegan("F6", "B25.15"),)
    assert stayed(burning().do("flame-check F6 4 3"), "F6")
    assert stayed(burning().do("flame-check F6 1 2"), "F6")
    assert burning().do("flame-check F6 1 1") == (FireEnded("F6", "B25.15"),)


@pytest.mark.rule("AD3.41")
@pytest.mark.parametrize("ec", ["Mud", "Wet", "Moist", "Moderate", "Dry", "Very Dry"])
def test_ec_leave_fire_in_debris_alone_by_default(ec: str) -> None:
    """As inside the building that it burns like, no EC changes the DR in Arid Debris."""
    assert burning(ec=ec).do("flame-check F6 4 4") == (BlazeBegan("F6", "B25.15"),)
    assert stayed(burning(ec=ec).do("flame-check F6 4 3"), "F6")
    assert stayed(burning(ec=ec).do("flame-check F6 1 2"), "F6")
    assert burning(ec=ec).do("flame-check F6 1 1") == (FireEnded("F6", "B25.15"),)


@pytest.mark.rule("AD3.41")
@pytest.mark.parametrize(
    ("ec", "drm"),
    [("Mud", -3), ("Wet", -2), ("Moist", -1), ("Moderate", 0), ("Dry", 1), ("Very Dry", 2)],
)
def test_by_the_other_ruling_ec_change_fire_in_debris(ec: str, drm: int) -> None:
    """Where the ruling treats debris as open terrain, the EC DRM moves the number to reach."""

    def table() -> Table:
        return burning(ec=ec, rulings={"AD3.41-ec": "as-terrain"})

    blazes = 8 - drm
    assert table().do(f"flame-check F6 {blazes - 5} 5") == (BlazeBegan("F6", "B25.15"),)
    assert stayed(table().do(f"flame-check F6 {blazes - 5} 4"), "F6")


@pytest.mark.rule("AD3.41")
def test_debris_burns_only_where_it_is_arid_debris() -> None:
    """Open ground beside the debris does not take fire."""
    table = desert()
    refusal = table.refused("flame F5")
    assert (refusal.reason, refusal.rule) == (Reason.NOT_BURNABLE, "B25.1")


@pytest.mark.rule("AD3.41")
def test_fire_does_not_outlive_the_debris_that_feeds_it() -> None:
    """Debris on fire is either not cleared, or its fire goes with it."""
    table = desert(debris=[{"hex": "F6", "origin": "placed"}])
    table.do("flame F6")
    for _ in range(3):
        table.next_turn()
        table.to("CCPh")
        with suppress(OrderRefused):
            table.do(f"clear F6 {SURE} 1 1")
    found = table.state.ground.get("F6")
    assert arid_debris_in(table.state, "F6") or found is None or found.fire is None


# Properties ------------------------------------------------------------------------------------

ORDERS = st.lists(
    st.sampled_from(
        (
            "debris E4",
            "debris F4",
            "debris G6",
            "shellholes F4",
            "shellholes F6",
            "shellholes G6",
            "flame F4",
            "blaze F6",
            "extinguish F4",
            "rubble E4 6 3",
            "rubble E4 level 1 1 6 3",
            f"clear F4 {SURE} 1 1",
            f"clear G6 {SURE} 1 1",
            "phase CCPh",
            "turn",
        )
    ),
    min_size=5,
    max_size=25,
)


def debris_of(table: Table) -> dict[str, DebrisOrigin]:
    """The debris of every hex, in effect or not."""
    ground = table.state.ground.items()
    return {hex_: found.debris for hex_, found in ground if found.debris is not None}


@pytest.mark.rule("AD3.43", "AD3.44", "AD3.45")
@examples(60)
@given(ORDERS)
def test_debris_goes_only_by_shellholes_or_clearance(orders: list[str]) -> None:
    """Rubble hides debris but never takes it away, and printed debris is never cleared."""
    table = desert()
    for order in orders:
        before, count = debris_of(table), len(table.game.entries)
        with suppress(BadInput):
            table.next_turn() if order == "turn" else table.do(order)
        events = [event for entry in table.game.entries[count:] for event in entry.then]
        cleared = {event.hex for event in events if isinstance(event, DebrisCleared)}
        ended = {event.hex for event in events if isinstance(event, DebrisEnded)}
        placed = {event.hex for event in events if isinstance(event, DebrisPlaced)}
        after = debris_of(table)
        assert before.keys() - after.keys() == cleared | ended
        assert after.keys() - before.keys() == placed
        assert all(before[hex_] is DebrisOrigin.PLACED for hex_ in cleared)
        for hex_ in after:
            found = table.state.ground[hex_]
            ruined = found.building is not None and found.building.rubbled_from == 0
            assert arid_debris_in(table.state, hex_) is (found.rubble is None and not ruined)


@pytest.mark.rule("AD3.4")
def test_debris_outside_the_playing_area_is_refused() -> None:
    """A hex that is not in play takes no debris, by the rule of debris."""
    refusal = desert().refused("debris ZZ9")
    assert (refusal.reason, refusal.rule) == (Reason.UNKNOWN_HEX, "AD3.4")


@pytest.mark.rule("AD3.4")
def test_no_debris_comes_to_water() -> None:
    """Debris is refused in a Water hex, by the rule of debris."""
    water = "0 .\n1 ~ . .\n2 . . .\n"
    board = {"name": "LFT6", "desert": True, "ad": True, "map": water}
    refusal = Table(ad=True, boards=[board], vehicles=[], debris=[])
    refusal.to("PFPh")
    given = refusal.refused("debris A1")
    assert (given.reason, given.rule) == (Reason.WRONG_MATERIAL, "AD3.4")
