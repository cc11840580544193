"""B.6 and 191.7: a LOS to a vertex of a hex, as to a unit in Bypass."""

import pytest

from tests import cases
from tests.clauses.reached import Played, world


def shot(game: Played, vertex: int | None, ends: str = "--from D1 --to D4") -> int | None:
    """The LOS Hindrance of a shot at a unit in Bypass; None if it is blocked."""
    found = game.json(f"shot {ends}" + (f" --vertex {vertex}" if vertex else ""))
    return None if found["blocked"] is not None else int(found["los"]["hindrance"])


AROUND = {"D4": {1, 2, 3, 4, 5, 6}, "D5": {4, 5}, "E5": {3, 4}, "C5": {5, 6}, "C4": {6, 1}}
"""Which vertices of D4 each hex around has too; vertex n is where hexside n begins, clockwise."""


@pytest.mark.rule("B.6m", "191.7o")
@cases("vertex", None, 1, 2, 3, 4, 5, 6)
@pytest.mark.parametrize("name", AROUND)
@cases("mark, effect", ("o", 1), ("c", 1), ("p", 1), ("k", None), ("b", 0), ("g", 0))
def test_inherent_terrain_affects_a_los_to_its_vertex(
    name: str, vertex: int | None, mark: str, effect: int | None
) -> None:
    """The vertex suffices for Inherent Terrain; brush and grain must be crossed on the way."""
    found = shot(world({name: mark}), vertex)
    crosses = (name, vertex) in {("D4", 4), ("D4", 5), ("C4", 6)}
    if vertex in AROUND[name] and (effect or effect is None):
        assert found == effect
    elif crosses and mark in "bg":
        assert found == 1
    else:
        assert found == 0
