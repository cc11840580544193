"""B24.7-B24.8 Clearance of Fallen rubble, and AD3.45 of Arid Debris that is not printed."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import Clear
from events.ground import ClearanceFailed, LaborEnded, TrailBreakPlaced
from events.terms import DebrisOrigin
from sim.chapter_b.clearance import clearance_drm
from tests.drawn import examples
from tests.table import Table

AD_BOARD = {"name": "LFT7", "desert": True, "ad": True, "width": 15}
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


@pytest.mark.rule("B24.7")
def test_the_printed_example_succeeds_on_9_and_fails_on_10() -> None:
    """A squad, a bulldozer and a 9-1 leader have a DRM of -7 together."""
    assert clears(fallen(), f"clear F4 {SURE}", 9)
    assert not clears(fallen(), f"clear F4 {SURE}", 10)


@pytest.mark.rule("B24.8")
def test_workers_who_leave_lose_their_labor() -> None:
    """Once the units have left the hex, the next ones begin without Labor."""
    table = fallen()
    table.do("clear F4 hs 1 6 6")
    assert table.do("abandon F4") == (LaborEnded("F4", "B24.8"),)
    next_ccph(table)
    assert not clears(table, "clear F4 hs 1", 3)


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
    st.integers(0, 5), st.integers(0, 5), st.integers(-3, 0), st.integers(0, 3), st.integers(-2, 0)
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
