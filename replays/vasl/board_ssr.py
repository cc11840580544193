"""What special rules (SSR) make of a VASL board: overlays, changed colours, changed grids.

VASL turns its LOS off for most of these, as its grids do not follow its pictures; here the grids
follow. A rule that changes the grids in VASL does so here; any other changes the picture, and what
the picture then shows goes into the grids.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

import attrs
import numpy as np

from events.errors import BadInput
from replays.vasl.board_archive import (
    MOST_IMAGE,
    Array,
    BoardArchive,
    Grid,
    LosChange,
    Metadata,
    Pasted,
    Underlay,
    level_of,
)
from replays.vasl.board_picture import Palette, convert, decode, packed

_MOST_RULES: Final = 50

_MAPS: Final = ("terrainMap", "elevationMap", "terrainToElevationMap", "elevationToTerrainMap")
_PATTERNS: Final[dict[str, dict[str, str]]] = {
    "Vineyard": {"": "Vineyard"},
    "Cactus": {"Wall": "Cactus Hedge", "Hedge": "Cactus Hedge", "Orchard": "Cactus Patch"},
    "Wall": {"Hedge": "Wall"},
    "Woods": {"": "Woods"},
    "Brush": {"": "Brush"},
    "Grain": {"": "Grain"},
    "Marsh": {"": "Marsh"},
    "Swamp": {"": "Swamp"},
    "Paddy": {"": "Rice Paddy, Irrigated"},
}
"""What a pattern makes of terrain, by how the name of its picture begins."""
_BARE: Final = "Open Ground"
_NAMED: Final = {"Wall": "Wall", "Hedge": "Hedge", "Orch": "Orchard"}
"""The terrain that the name of a rule begins with, where it lists no colours."""


@attrs.define(slots=False)
class BoardChange:
    """The grids and, where there is one, the picture of a board, as special rules change them.

    ``said`` is what each rule did, ``unclear`` what could not be done, in sentences.
    """

    archive: BoardArchive
    shared: Metadata
    own: Metadata
    grid: Grid
    picture: Array | None
    said: list[str] = attrs.field(factory=list)
    unclear: list[str] = attrs.field(factory=list)

    @cached_property
    def _palette(self) -> Palette:
        return Palette.of(self.shared, self.own)

    @cached_property
    def known(self) -> list[str]:
        """The rules that there are, those of the board itself first."""
        local = {*self.own.pasted, *self.own.underlays, *self.own.swaps}
        common = {*self.shared.underlays, *self.shared.swaps, *self.shared.los}
        return [*sorted(local), *sorted(common - local)]

    def apply(self, rules: Sequence[str]) -> None:
        """Do what some special rules do; refuse one that is not known."""
        if len(rules) > _MOST_RULES:
            raise BadInput(
                f"{len(rules)} special rules are too many; at most {_MOST_RULES}", "--ssr"
            )
        for rule in rules:
            if rule not in self.known:
                raise BadInput(
                    f"{rule[:40]!r} is not a special rule of this board; some are "
                    f"{', '.join(self.known[:12])}",
                    "--ssr",
                )
        for rule in rules:
            self._apply(rule)

    def _apply(self, rule: str) -> None:
        los = self.shared.los.get(rule)
        if los is not None and los.kind in _MAPS:
            self._map(rule, los)
            self._paint(rule)
            return
        underlays = self.own.underlays.get(rule) or self.shared.underlays.get(rule, [])
        for each in underlays:
            self._underlay(rule, each)
        before = None if self.picture is None else self.picture.copy()
        if self._paint(rule) and before is not None:
            self._follow(rule, before)
        elif not underlays and (los is None or los.kind != "ignore"):
            self.unclear.append(f"{rule}: what it does to the ground is not known here")

    def _map(self, rule: str, los: LosChange) -> None:
        terrain, height = self.grid.terrain, self.grid.elevation
        old_is_level = los.kind.startswith("elevation")
        new_is_level = los.kind in ("elevationMap", "terrainToElevationMap")
        old = level_of(los.old) if old_is_level else self.shared.codes.get(los.old)
        new = level_of(los.new) if new_is_level else self.shared.codes.get(los.new)
        if old is None or new is None:
            self.unclear.append(f"{rule}: {los.old} to {los.new} names no terrain or level")
            return
        at = height == old if old_is_level else terrain == old
        (height if new_is_level else terrain)[at] = new
        if old_is_level != new_is_level:
            (height if old_is_level else terrain)[at] = 0
        self.said.append(f"{rule}: {los.old} to {los.new}, {int(at.sum())} pixels")

    def _underlay(self, rule: str, underlay: Underlay) -> None:
        """What a pattern shows: the pattern's own picture is VASL's, its meaning is known."""
        tables = [t for begins, t in _PATTERNS.items() if underlay.image.startswith(begins)]
        if not tables:
            self.unclear.append(f"{rule}: the pattern {underlay.image[:40]} is not known")
            return
        grid = self.grid.terrain
        before, changed = grid.copy(), np.zeros(grid.shape, bool)
        names = set[str]()
        for name, mine in self._under(rule, underlay, before):
            new = self.shared.codes.get(tables[0].get(name) or tables[0].get("") or "")
            if new is not None and mine.any():
                names.add(name)
                grid[mine], changed = new, changed | mine
        what = " and ".join(sorted(names)) or "nothing"
        self.said.append(f"{rule}: {what} changed, {int(changed.sum())} pixels")

    def _under(self, rule: str, underlay: Underlay, grid: Array) -> Iterator[tuple[str, Array]]:
        """The terrain that a pattern lies under, each with its pixels.

        Terrain is all of its pixels, whatever their colours; bare ground is that of the colours
        that the rule names, such as those of one level.
        """
        known = {c.name: c for c in (*self.shared.colours, *self.own.colours)}
        colours = [known[name] for name in underlay.colours if name in known]
        names = {c.terrain for c in colours if c.terrain not in (None, _BARE)}
        if not colours:
            names = {what for begins, what in _NAMED.items() if rule.startswith(begins)}
        for name in sorted(filter(None, names)):
            yield name, grid == self.shared.codes.get(name)
        bare = [c.number for c in colours if c.terrain == _BARE]
        picture = self.picture
        if bare and picture is not None and picture.shape[:2] == grid.shape:
            yield _BARE, np.isin(packed(picture), bare)

    def _paint(self, rule: str) -> bool:
        """Change the picture; whether there was anything to do."""
        pasted = self.own.pasted.get(rule) or self.shared.pasted.get(rule, [])
        swaps = self.own.swaps.get(rule) or self.shared.swaps.get(rule, [])
        if not pasted and not swaps:
            return False
        picture = self.picture
        if picture is None:
            raise BadInput(f"{rule} changes the picture of the board, which is missing", "--ssr")
        for each in pasted:
            self._paste(picture, each)
        for pair in swaps:
            numbers = [self._palette.numbers.get(name) for name in pair]
            if None in numbers:
                name = pair[numbers.index(None)]
                self.unclear.append(f"{rule}: no colour is called {name[:40]!r}")
                continue
            old, new = (number or 0 for number in numbers)
            picture[packed(picture) == old, :3] = (new >> 16, new >> 8 & 255, new & 255)
        return True

    def _paste(self, picture: Array, what: Pasted) -> None:
        image = decode(self.archive.read(what.image, MOST_IMAGE), what.image)
        across, down = picture.shape[:2]
        left, top = max(what.x, 0), max(what.y, 0)
        part = image[left - what.x : across - what.x, top - what.y : down - what.y]
        here = picture[left : left + part.shape[0], top : top + part.shape[1]]
        seen = part[..., 3] > 0
        here[seen] = part[seen]

    def _follow(self, rule: str, before: Array) -> None:
        picture, grid = self.picture, self.grid
        assert picture is not None  # noqa: S101 - it was painted
        if picture.shape[:2] != grid.terrain.shape:
            raise BadInput("the picture and the grids of this board are of different sizes", rule)
        old = convert(before, self._palette, hills=self.own.hills)
        new = convert(picture, self._palette, hills=self.own.hills)
        terrain, height = old.terrain != new.terrain, old.elevation != new.elevation
        grid.terrain[terrain] = new.terrain[terrain]
        grid.elevation[height] = new.elevation[height]
        self.said.append(f"{rule}: {int((terrain | height).sum())} pixels changed")
        brought = {colour: n for colour, n in new.strange.items() if n > old.strange.get(colour, 0)}
        if brought:
            worst = max(brought, key=lambda each: brought[each])
            self.unclear.append(
                f"{rule}: {len(brought)} colours have no name, of {sum(brought.values())} pixels, "
                f"the most of them of #{worst:06x}; each pixel was taken as what is beside it"
            )
