"""What Steppe, Broken and AD Terrain, seasons and declarations make of the hexes of a map."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import BadInput
from events.terms import Base, Month
from sim.chapter_191.broken_terrain import broken
from sim.chapter_191.steppe_terrain import steppe
from sim.chapter_ad.broken_terrain import broken_on_ad_board
from sim.chapter_ad.vegetation import desert_vegetation
from sim.chapter_b.symbology import CATALOGUE, in_season
from sim.map.terrain import Terrain
from sim.map.terrain_kind import TerrainKind
from sim.soundness import faults
from tests import cases
from tests.table import scenario


@cases("terrain", {"Woods": "Palm Trees"}, {"Orchard": "Sea"}, {"Sand": "Grain"}, {"Wall": "Hedge"})
def test_impossible_declarations(terrain: dict[str, str]) -> None:
    """What no rule lets an SSR declare is a fault that names its place."""
    facts = scenario(terrain=terrain)
    found = [fault for fault in faults(facts) if fault.where.startswith("terrain.")]
    assert len(found) == 1
    assert isinstance(found[0], BadInput)


KINDS = st.lists(
    st.sampled_from(sorted(CATALOGUE[Base.DESERT])), min_size=1, max_size=2, unique=True
)


@pytest.mark.rule("191.1", "191.2", "AD4.5", "AD3.11", "AD3.14", "AD3.161")
@given(KINDS, st.sampled_from(list(Month)), st.booleans())
def test_a_transformation_twice_is_the_same_as_once(
    kinds: list[TerrainKind], month: Month, ad: bool
) -> None:
    """Applied to its own result a transformation changes nothing more."""
    rows = CATALOGUE[Base.DESERT]
    start: tuple[Terrain, ...] = tuple(rows[kind] for kind in kinds)
    for change in (broken, steppe, broken_on_ad_board, desert_vegetation):
        once = change(start, rows)
        assert change(once, rows) == once
    once = in_season(start, month, rows, ad=ad)
    assert [kind.name for kind in in_season(once, month, rows, ad=ad)] == [k.name for k in once]
