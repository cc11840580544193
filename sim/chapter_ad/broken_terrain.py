"""AD4.5 and AD4.51 Broken Terrain on AD boards: Boulder-Crags, and Broken Ground beside them.

Contrary to 191.1 scrub stays scrub, Inherent now; hammada is Boulder-Crag, but that of Crag-Hammada
is not. Beside a Boulder-Crag, unless a cliff lies between, Open Ground and brush are Broken Ground;
brush keeps its cost and its Hindrance (ruling AD4.51-brush).
"""

from typing import Final

import attrs

from sim.chapter_ad.combined_terrain import COMBINED
from sim.map.terrain import Rows, Terrain
from sim.map.terrain_kind import TerrainKind


def broken_on_ad_board(kinds: tuple[Terrain, ...], rows: Rows) -> tuple[Terrain, ...]:
    """What Broken Terrain makes of the terrain of a hex of an AD board (AD4.5).

    Of a combination it changes the scrub and the hammada, but Crag-Hammada it leaves alone.
    """
    names = {kind.name for kind in kinds}
    if COMBINED.get(frozenset(names)) is TerrainKind.CRAG_HAMMADA:
        return kinds
    changes = {
        TerrainKind.SCRUB: attrs.evolve(rows[TerrainKind.SCRUB], inherent=True, rule="AD4.5"),
        TerrainKind.HAMMADA: rows[TerrainKind.BOULDER_CRAG],
    }
    return tuple(changes.get(kind.name, kind) for kind in kinds)


_BRUSH: Final = frozenset({TerrainKind.BRUSH, TerrainKind.VINEYARD})
"""Brush, and what is treated as brush (191.6)."""

_OPEN: Final = frozenset({TerrainKind.OPEN_GROUND, TerrainKind.DEIR, TerrainKind.HILLOCK, *_BRUSH})
"""What becomes Broken Ground (AD4.51, rulings AD4.51-open, AD4.51-brush); grain never does."""


def can_be_broken_ground(kinds: tuple[Terrain, ...]) -> bool:
    """Whether a hex is Open Ground or brush, and nothing else (AD4.51)."""
    return all(kind.name in _OPEN for kind in kinds)


def in_broken_ground(kinds: tuple[Terrain, ...], rows: Rows) -> tuple[Terrain, ...]:
    """The terrain of a hex that has become Broken Ground (AD4.51).

    Open Ground costs twice what chapter B says, in a desert-coloured hex too (AD2.4). What has a
    cost of its own, as brush, keeps it; a Bog hex (F13.1) it is all the same.
    """
    ground = attrs.evolve(rows[TerrainKind.BROKEN_GROUND], rule="AD4.51")
    others = tuple(kind for kind in kinds if not kind.plain)
    if all(cost.plus_cot for kind in others for cost in kind.costs.values()):
        return (*others, ground)
    return (*(_bogging(kind, ground) for kind in others), attrs.evolve(ground, costs={}))


def _bogging(kind: Terrain, ground: Terrain) -> Terrain:
    """Terrain that is a Bog hex to those to whom Broken Ground is one (F13.1)."""
    costs = {
        mover: attrs.evolve(cost, bog=cost.bog or (cost.allowed and ground.costs[mover].bog))
        for mover, cost in kind.costs.items()
    }
    return attrs.evolve(kind, costs=costs, bog_hex=True)


def without_broken_ground(kinds: tuple[Terrain, ...]) -> tuple[Terrain, ...]:
    """The terrain of a hex in which debris has taken the place of Broken Ground (191.1)."""
    if not any(kind.name is TerrainKind.BROKEN_GROUND for kind in kinds):
        return kinds
    left = (kind for kind in kinds if kind.name is not TerrainKind.BROKEN_GROUND)
    return tuple(attrs.evolve(kind, bog_hex=False) for kind in left)


def in_ad_broken_ground(kinds: tuple[Terrain, ...]) -> bool:
    """Whether a hex is Broken Ground by AD4.51, and not by 191.1."""
    return any(k.name is TerrainKind.BROKEN_GROUND and k.rule == "AD4.51" for k in kinds)


def open_broken_ground(kinds: tuple[Terrain, ...]) -> bool:
    """Whether a hex is Open Ground that has become Broken Ground by AD4.51: not brush."""
    brush = any(kind.name in _BRUSH for kind in kinds)
    return in_ad_broken_ground(kinds) and not brush
