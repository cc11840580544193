"""B24.7-B24.8 Clearance of Fallen rubble, and AD3.45 of Arid Debris that is not printed."""

from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from events.commands import Clear
from events.terms import DebrisOrigin
from sim.chapter_b.clearance import clearance_drm
from tests.drawn import examples
from tests.table import Table

AD_BOARD = {"name": "LFT7", "desert": True, "ad": True, "width": 15}


def ground(**changes: Any) -> Table:
    """A tower in E4 on an AD board with AD Terrain in effect."""
    tower = {"hex": "E4", "upper_levels": 1}
    return Table(ad=True, boards=[AD_BOARD], buildings=[tower], **changes)


def next_ccph(table: Table) -> None:
    """Go on to the CCPh of the next Player Turn."""
    table.next_turn()
    table.to("CCPh")


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
