"""What VASL's terrain codes are to us: kinds, buildings, roads, hexsides; what is guessed, and why.

What has no kind of ours is never left out in silence: it has either a guess, which the report
names, or none, which it names too. The table itself is `replays.vasl.boards.code_table`.
"""

from typing import Final

import attrs

from events.terms import HexsideKind, Material, Road
from replays.vasl.boards.report import Sureness
from sim.map.terrain_kind import TerrainKind

__all__ = ["Meaning"]

K = TerrainKind


@attrs.frozen
class Meaning:
    """What a terrain code of VASL is.

    Attributes:
        name: what VASL calls it.
        kind: our kind of terrain.
        hexside: what stands on a hexside.
        material: of a building, of what it is built.
        levels: of a building, its upper levels.
        road: which road it is.
        path: it is a Path.
        bridge: it is a bridge.
        why: of a guess, what it leaves out; of what has no reading, why not; else empty.
        known: whether there is a reading at all.
    """

    name: str
    kind: TerrainKind | None = None
    hexside: HexsideKind | None = None
    material: Material | None = None
    levels: int = 0
    road: Road | None = None
    path: bool = False
    bridge: bool = False
    why: str = ""
    known: bool = True

    @property
    def sureness(self) -> Sureness:
        """How well it is understood wherever it is."""
        if not self.known:
            return Sureness.NOT_UNDERSTOOD
        return Sureness.GUESSED if self.why else Sureness.UNDERSTOOD

    @property
    def becomes(self) -> str:
        """What a board of ours has in its place."""
        if not self.known:
            return "nothing"
        if self.hexside is not None:
            return f"{self.hexside} on its hexside"
        if self.material is not None:
            upper = f", {self.levels} upper level{'s'[: self.levels - 1]}" if self.levels else ""
            return f"{self.material} building{upper}"
        if self.bridge:
            return "bridge of the road that it carries"
        if self.path:
            return "Path"
        road = None if self.road is None else f"{self.road} road"
        return " and ".join(filter(None, (self.kind and str(self.kind), road)))

    @property
    def sentence(self) -> str:
        """What becomes of it, and what of that is a guess."""
        return f"{self.becomes}: {self.why}" if self.why else self.becomes

    @property
    def wall(self) -> bool:
        """Whether it is a wall of a building, which joins no two hexes to one building."""
        return self.material is not None and "Wall" in self.name

    @property
    def open(self) -> bool:
        """Whether it is nothing but open ground."""
        return self.kind is TerrainKind.OPEN_GROUND

    @property
    def depression(self) -> bool:
        """Whether it is a Depression (A6.3)."""
        return self.kind in (TerrainKind.GULLY, TerrainKind.STREAM, TerrainKind.WADI)

    @property
    def desert(self) -> bool:
        """Whether it is on boards of the desert only."""
        return self.kind in _DESERT


_DESERT: Final = frozenset(
    {K.SCRUB, K.HAMMADA, K.DEIR, K.WADI, K.HILLOCK, K.SAND, K.HIGH_DUNE, K.BROKEN_GROUND}
)
