"""B24.7-B24.8 Clearance of Fallen rubble, and AD3.45 of Arid Debris that is not printed."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import Clear
from events.ground import (
    ClearanceFailed,
    DebrisCleared,
    FireEnded,
    LaborEnded,
    RubbleCleared,
    TrailBreakPlaced,
)
from events.moment import Moment, Phase
from events.terms import DebrisOrigin, Material
from events.vocabulary import Event
from sim.chapter_ad.arid_debris import arid_debris_in
from sim.chapter_b.clearance import clearance_drm
from sim.machine.telling import Reason
from sim.state import Rubble
from tests.drawn import examples
from tests.table import Table

AD_BOARD = {"name": "LFT7", "desert": True, "ad": True, "width": 15}
FIRST_CCPH = Moment(1, 1, Phase.CCPH)
SURE = "squads 1 leader -1 bulldozers 1"
"""Workers whose DRM is -7, as in the printed example."""


def ground(**changes: Any) -> Table:
    """A tower in E4 on an AD board with AD Terrain in effect."""
    tower = {"hex": "E4", "upper_levels": 1}
    return Table(ad=True, boards=[AD_BOARD], buildings=[tower], **changes)


def fallen(**changes: Any) -> Table:
    """A table in the first CCPh with Fallen rubble in F4, from the building in E4."""
    table = ground(**changes)
    table.to("PFPh")
    table.do("rubble E4 6 3")
    table.do("phase CCPh")
    return table


def debris() -> Table:
    """A table in the first CCPh with Arid Debris that is not printed in F6."""
    table = ground(debris=[{"hex": "F6", "origin": "placed"}])
    table.to("CCPh")
    return table


def next_ccph(table: Table) -> None:
    """Go on to the CCPh of the next Player Turn."""
    table.next_turn()
    table.to("CCPh")


def dice(original: int) -> str:
    """Two dice that make an Original DR."""
    coloured = min(6, original - 1)
    return f"{coloured} {original - coloured}"


def clears(table: Table, order: str, original: int) -> bool:
    """Whether a Clearance DR succeeds; it must do one or the other."""
    event = table.do(f"{order} {dice(original)}")[0]
    assert isinstance(event, TrailBreakPlaced | ClearanceFailed)
    return isinstance(event, TrailBreakPlaced)


# The DR ----------------------------------------------------------------------------------------


@pytest.mark.rule("B24.7")
def test_the_printed_example_succeeds_on_9_and_fails_on_10() -> None:
    """A squad, a bulldozer and a 9-1 leader have a DRM of -7 together."""
    assert clears(fallen(), f"clear F4 {SURE}", 9)
    assert not clears(fallen(), f"clear F4 {SURE}", 10)


@pytest.mark.parametrize(
    ("workers", "drm"),
    [
        ("hs 1", 0),
        ("hs 2", -1),
        ("squads 1", -1),
        ("hs 1 leader -1", -1),
        ("squads 1 leader -1", -2),
        ("squads 1 hs 1", -2),
        ("squads 1 leader 1", 0),
        ("squads 2", -3),
        ("squads 2 hs 1", -4),
        ("bulldozers 1", -5),
        ("squads 3 leader -1", -6),
        ("squads 1 leader -1 bulldozers 1", -7),
    ],
)
def test_the_drm_is_the_sum_of_all_who_help(workers: str, drm: int) -> None:
    """Squads, HS, a leader and bulldozers each change the highest DR that still clears."""
    assert clears(fallen(), f"clear F4 {workers}", 2 - drm)
    assert not clears(fallen(), f"clear F4 {workers}", 3 - drm)


def test_two_bulldozers_cannot_fail() -> None:
    """With a DRM of -10 even an Original 12 is enough."""
    assert clears(fallen(), "clear F4 bulldozers 2", 12)


@pytest.mark.rule("B24.71", "B24.8")
def test_success_is_a_trail_break_and_failure_is_labor() -> None:
    """A DR leaves one thing or the other in the hex, and the rubble stays."""
    cleared, failed = fallen(), fallen()
    assert cleared.do("clear F4 squads 1 across 2 5 1 2") == (
        TrailBreakPlaced("F4", (2, 5), False, 0, FIRST_CCPH, "B24.71"),
    )
    assert cleared.state.ground["F4"].rubble == Rubble(Material.STONE, ((2, 5),))
    assert failed.do("clear F4 squads 1 2 2") == (ClearanceFailed("F4", -1, FIRST_CCPH, "B24.8"),)
    assert failed.state.ground["F4"].rubble == Rubble(Material.STONE)


def test_clearance_rolls_one_dr() -> None:
    """Everybody in the hex shares one DR, of two dice."""
    table = fallen()
    table.do("clear F4 squads 3 hs 2 leader -1 6 6")
    assert [roll.dice for roll in table.game.entries[-1].dice] == [(6, 6)]


# Labor -----------------------------------------------------------------------------------------


@pytest.mark.rule("B24.8")
@pytest.mark.parametrize(("failures", "labor"), [(0, 0), (1, -1), (2, -2), (3, -2), (4, -2)])
def test_labor_eases_later_tries(failures: int, labor: int) -> None:
    """A first failure earns -1 and a second one -2, and more of them earn no more."""
    for original, expected in ((2 - labor, True), (3 - labor, False)):
        table = fallen()
        for _ in range(failures):
            assert not clears(table, "clear F4 hs 1", 12)
            next_ccph(table)
        assert clears(table, "clear F4 hs 1", original) is expected


def test_the_events_tell_the_labor_that_was_earned() -> None:
    """Every failure says which Labor DRM holds from now on."""
    table, told = fallen(), []
    for _ in range(3):
        (event,) = table.do("clear F4 hs 1 6 6")
        assert isinstance(event, ClearanceFailed)
        told.append(event.labor)
        next_ccph(table)
    assert told == [-1, -2, -2]


@pytest.mark.rule("B24.8")
def test_workers_who_leave_lose_their_labor() -> None:
    """Once the units have left the hex, the next ones begin without Labor."""
    table = fallen()
    table.do("clear F4 hs 1 6 6")
    assert table.do("abandon F4") == (LaborEnded("F4", "B24.8"),)
    next_ccph(table)
    assert not clears(table, "clear F4 hs 1", 3)


def test_nobody_can_leave_work_that_was_not_begun() -> None:
    """Without a Labor counter there is nothing to take away."""
    table = fallen()
    assert table.refused("abandon F4").reason is Reason.ALREADY_SO
    assert table.refused("abandon ZZ9").reason is Reason.UNKNOWN_HEX


def test_labor_stays_in_its_own_hex() -> None:
    """Failures in one hex do not help the work in another."""
    table = fallen(debris=[{"hex": "F6", "origin": "placed"}])
    table.do("clear F4 hs 1 6 6")
    assert not clears(table, "clear F6 hs 1", 3)


# Who, where and when ---------------------------------------------------------------------------


@pytest.mark.rule("B24.7")
@pytest.mark.parametrize("total", [3, 12])
def test_a_hex_is_tried_once_a_ccph(total: int) -> None:
    """Neither after a success nor after a failure is there a second DR in the same CCPh."""
    table = fallen()
    table.do(f"clear F4 squads 1 {dice(total)}")
    refusal = table.refused(f"clear F4 {SURE}")
    assert (refusal.reason, refusal.rule) == (Reason.ALREADY_TRIED, "B24.7")
    next_ccph(table)
    assert clears(table, f"clear F4 {SURE}", 9)


def test_leaving_does_not_buy_a_second_try() -> None:
    """Workers who give up after a failure cannot begin anew in the same CCPh."""
    table = fallen()
    table.do("clear F4 squads 1 6 6", "abandon F4")
    assert table.refused("clear F4 squads 1").reason is Reason.ALREADY_TRIED


@pytest.mark.rule("AD3.45")
def test_debris_under_rubble_waits_for_the_next_ccph() -> None:
    """The DR that removes the last rubble is the only one of that hex in its CCPh."""
    table = ground(debris=[{"hex": "F4", "origin": "placed"}])
    table.to("PFPh")
    table.do("rubble E4 6 3")
    for _ in range(3):
        next_ccph(table)
        table.do(f"clear F4 {SURE} 1 1")
    assert table.state.ground["F4"].rubble is None
    assert table.refused("clear F4 squads 1").reason is Reason.ALREADY_TRIED


def test_two_hexes_can_be_tried_in_one_ccph() -> None:
    """The limit is for each hex."""
    table = fallen(debris=[{"hex": "F6", "origin": "placed"}])
    assert clears(table, f"clear F4 {SURE}", 2)
    assert clears(table, f"clear F6 {SURE}", 2)


@pytest.mark.parametrize("phase", ["PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh"])
def test_clearance_belongs_to_the_ccph(phase: str) -> None:
    """In no other phase is there a Clearance DR."""
    table = ground(debris=[{"hex": "F6", "origin": "placed"}])
    table.to(phase)
    assert table.refused("clear F6 squads 1").reason is Reason.WRONG_PHASE


@pytest.mark.parametrize("order", ["clear A1 squads 1", "clear F6", "clear ZZ9 squads 1"])
def test_the_wrong_phase_is_told_before_all_that_has_a_higher_number(order: str) -> None:
    """Of several reasons that hold, a refusal gives the one with the lowest number."""
    table = ground(debris=[{"hex": "F6", "origin": "placed"}])
    table.to("MPh")
    assert table.refused(order).reason is Reason.WRONG_PHASE


@pytest.mark.parametrize(
    ("workers", "reason"),
    [
        ("", Reason.NO_WORKERS),
        ("leader -2", Reason.NO_WORKERS),
        ("squads -1 hs 2", Reason.IMPOSSIBLE_NUMBER),
        ("squads 1 bulldozers -1", Reason.IMPOSSIBLE_NUMBER),
        ("squads 1 leader -4", Reason.IMPOSSIBLE_NUMBER),
    ],
)
def test_somebody_must_do_the_work(workers: str, reason: Reason) -> None:
    """A leader does not clear alone, and nobody is less than none."""
    assert fallen().refused(f"clear F4 {workers}").reason is reason


def test_rubble_in_a_building_hex_is_never_cleared() -> None:
    """Neither a rubbled building nor a building struck by rubble can be cleared away."""
    buildings = [{"hex": "E4", "upper_levels": 1}, {"hex": "F4"}]
    table = Table(ad=True, boards=[AD_BOARD], buildings=buildings)
    table.to("PFPh")
    table.do("rubble E4 6 3", "phase CCPh")
    for hex_ in ("E4", "F4"):
        refusal = table.refused(f"clear {hex_} {SURE}")
        assert (refusal.reason, refusal.rule) == (Reason.NOT_CLEARABLE, "B24.71")


def test_there_must_be_something_to_clear() -> None:
    """Bare ground, shellholes and hexes out of play cannot be cleared."""
    table = fallen()
    table.do("shellholes G6")
    assert table.refused(f"clear G5 {SURE}").reason is Reason.NOT_CLEARABLE
    assert table.refused(f"clear G6 {SURE}").reason is Reason.NOT_CLEARABLE
    assert table.refused(f"clear ZZ9 {SURE}").reason is Reason.UNKNOWN_HEX


# Trail Breaks ----------------------------------------------------------------------------------


@pytest.mark.rule("B13.4211", "B24.71")
@pytest.mark.parametrize(
    "across", ["across 1 1", "across 0 3", "across 2 7", "across 3 4", "across 4 3"]
)
def test_a_trail_break_joins_two_hexsides_that_are_not_joined_yet(across: str) -> None:
    """Hexsides are two different ones from 1 to 6, and each pair is joined only once."""
    table = fallen()
    table.do(f"clear F4 {SURE} across 3 4 1 1")
    next_ccph(table)
    assert table.refused(f"clear F4 {SURE} {across}").reason is Reason.BAD_HEXSIDES


def test_the_order_of_the_two_hexsides_makes_no_difference() -> None:
    """A Trail Break from 5 to 2 is one from 2 to 5."""
    table = fallen()
    (event,) = table.do(f"clear F4 {SURE} across 5 2 1 1")
    assert event == TrailBreakPlaced("F4", (2, 5), False, 0, FIRST_CCPH, "B24.71")


@pytest.mark.rule("B24.71")
def test_rubble_goes_with_the_last_hexside() -> None:
    """Rubble and Trail Breaks go when all six hexsides are crossed, and not before."""
    table = fallen()
    for across in ("1 4", "2 4", "3 6"):
        assert isinstance(table.do(f"clear F4 {SURE} across {across} 1 1")[-1], TrailBreakPlaced)
        assert table.state.ground["F4"].rubble is not None
        next_ccph(table)
    events = table.do(f"clear F4 {SURE} across 4 5 1 1")
    assert [type(event) for event in events] == [TrailBreakPlaced, RubbleCleared]
    assert events[-1] == RubbleCleared("F4", work_ends=True, rule="B24.71")
    assert "F4" not in table.state.ground


def test_without_a_choice_three_successes_clear_a_hex() -> None:
    """Trail Breaks go where none is yet, so that no success is wasted."""
    table = fallen()
    events: tuple[Event, ...] = ()
    for _ in range(3):
        events = table.do(f"clear F4 {SURE} 1 1")
        next_ccph(table)
    assert events[-1] == RubbleCleared("F4", work_ends=True, rule="B24.71")


def test_failures_place_no_trail_break() -> None:
    """However often it fails, work without success changes nothing but the Labor."""
    table = fallen()
    for _ in range(4):
        table.do("clear F4 hs 1 6 6")
        next_ccph(table)
    assert table.state.ground["F4"].rubble == Rubble(Material.STONE)


# Arid Debris -----------------------------------------------------------------------------------


@pytest.mark.rule("AD3.45")
def test_debris_that_is_not_printed_is_cleared_like_fallen_rubble() -> None:
    """The same DR and the same Trail Breaks end Arid Debris that came in play."""
    table = debris()
    assert table.do(f"clear F6 {SURE} across 1 2 4 5") == (
        TrailBreakPlaced("F6", (1, 2), True, 0, FIRST_CCPH, "AD3.45"),
    )
    assert arid_debris_in(table.state, "F6")
    next_ccph(table)
    assert not clears(table, f"clear F6 {SURE}", 10)
    next_ccph(table)
    assert clears(table, f"clear F6 {SURE} across 3 4", 10)
    next_ccph(table)
    events = table.do(f"clear F6 {SURE} across 5 6 1 1")
    assert events[-1] == DebrisCleared("F6", work_ends=True, rule="AD3.45")
    assert "F6" not in table.state.ground


@pytest.mark.rule("AD3.45")
def test_debris_that_an_order_placed_is_not_printed_either() -> None:
    """Debris that comes to a hex during the game can be cleared."""
    table = ground()
    table.to("MPh")
    table.do("debris F6", "phase CCPh")
    assert clears(table, f"clear F6 {SURE}", 9)


@pytest.mark.rule("AD3.45")
def test_printed_debris_is_never_cleared() -> None:
    """What is printed on the board stays there."""
    table = ground(debris=[{"hex": "F6"}])
    table.to("CCPh")
    refusal = table.refused(f"clear F6 {SURE}")
    assert (refusal.reason, refusal.rule) == (Reason.NOT_CLEARABLE, "AD3.45")


@pytest.mark.rule("AD3.45", "AD3.43")
def test_rubble_on_printed_debris_is_cleared_but_the_debris_is_not() -> None:
    """Clearing ends with the rubble where the debris below it is printed."""
    table = fallen(debris=[{"hex": "F4"}])
    for _ in range(3):
        table.do(f"clear F4 {SURE} 1 1")
        next_ccph(table)
    assert arid_debris_in(table.state, "F4")
    refusal = table.refused(f"clear F4 {SURE}")
    assert (refusal.reason, refusal.rule) == (Reason.NOT_CLEARABLE, "AD3.45")


# Properties ------------------------------------------------------------------------------------

PAIRS = st.permutations(list(combinations(range(1, 7), 2)))


@examples(25)
@given(PAIRS, st.sampled_from([None, DebrisOrigin.PRINTED, DebrisOrigin.PLACED]))
def test_clearing_rubble_gives_back_what_it_fell_on(
    pairs: list[tuple[int, int]], origin: DebrisOrigin | None
) -> None:
    """Whichever way Trail Breaks run, rubble goes with the sixth hexside and leaves no trace."""
    table = ground(debris=[{"hex": "F4", "origin": origin}] if origin else [])
    table.to("PFPh")
    before = table.state.ground.get("F4")
    table.do("rubble E4 6 3")
    crossed: set[int] = set()
    for across in pairs:
        assert table.state.ground["F4"].rubble is not None
        next_ccph(table)
        table.game.do(Clear("F4", squads=1, leader=-1, bulldozers=1, across=across), (1, 1))
        crossed |= set(across)
        if len(crossed) == 6:
            break
    after = table.state.ground.get("F4")
    assert (after is None) is (before is None)
    if after is not None:
        assert (after.rubble, after.debris, after.debris_breaks) == (None, origin, ())


@given(
    st.integers(0, 5),
    st.integers(0, 5),
    st.integers(-3, 0),
    st.integers(0, 3),
    st.integers(-2, 0),
)
def test_more_help_never_makes_clearance_harder(
    squads: int, hs: int, leader: int, bulldozers: int, labor: int
) -> None:
    """A further squad counts one or two, an HS at most one, a bulldozer at least five."""
    drm = clearance_drm(squads, hs, leader, bulldozers, labor)
    assert clearance_drm(squads + 1, hs, leader, bulldozers, labor) < drm
    assert 0 <= drm - clearance_drm(squads, hs + 1, leader, bulldozers, labor) <= 1
    assert drm - clearance_drm(squads, hs, leader, bulldozers + 1, labor) >= 5
    assert drm <= leader + labor


def _debris() -> Table:
    board = {"name": "LFT6", "desert": True, "ad": True, "width": 15}
    table = Table(ad=True, boards=[board], debris=[{"hex": "F6", "origin": "placed"}])
    table.to("CCPh")
    return table


@pytest.mark.parametrize("leader", [-4, 2])
def test_leadership_from_minus_three_to_one_is_possible(leader: int) -> None:
    """A Leadership DRM beyond -3 or +1 is refused, one at either end is not."""
    table = _debris()
    refusal = table.refused(f"clear F6 squads 1 leader {leader} 6 6")
    assert refusal.reason is Reason.IMPOSSIBLE_NUMBER
    nearest = -3 if leader < 0 else 1
    assert table.do(f"clear F6 squads 1 leader {nearest} 6 6")


def test_there_is_no_labor_to_abandon_after_a_success() -> None:
    """Success takes the Labor counter off, so there is none left to lose."""
    table = _debris()
    table.do("clear F6 bulldozers 1 1 1")
    assert table.refused("abandon F6").reason is Reason.ALREADY_SO


@pytest.mark.rule("AD3.45")
def test_a_flame_goes_out_with_the_debris_that_fed_it() -> None:
    """The last Trail Break through debris takes the debris, and the Flame in it."""
    table = _debris()
    table.do("flame F6")
    for one in (1, 2, 3):
        events = table.do(f"clear F6 bulldozers 2 across {one} {one + 3} 1 1")
        table.next_turn()
        table.to("CCPh")
    assert events[-2:] == (
        DebrisCleared("F6", work_ends=True, rule="AD3.45"),
        FireEnded("F6", "B25.1"),
    )
    assert table.state.ground.get("F6") is None
