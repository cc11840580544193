"""The terrain and the level of each hex, and what is on its hexsides, out of a board's pixels."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final, TypeAlias

import attrs
import numpy as np

from events.terms import HexsideKind, Road
from replays.game.overlay_file import DEPRESSIONS
from replays.vasl.board_archive import Array, Grid, Metadata
from replays.vasl.board_grid import BoardFrame, HexRaster, lattice
from replays.vasl.board_report import ImportNote, ImportReport, Sureness
from replays.vasl.terrain_code import Meaning
from replays.vasl.terrain_code import meaning as meaning_of
from sim.map.board import hex_called
from sim.map.hexes import HEXSIDES, Hex, neighbour, turned
from sim.map.sharing import together
from sim.map.terrain_kind import TerrainKind

_SURE: Final = 0.10
"""A hex that has so much of a terrain is a hex of it, on all boards looked at."""
_POSSIBLE: Final = 0.06
"""Art that spills over a hexside has less of the hex across it, on all boards looked at."""
_OTHERWISE: Final = {
    TerrainKind.BROKEN_GROUND: (0.03, 0.02),
    TerrainKind.HAMMADA: (0.06, 0.03),
    **dict.fromkeys((TerrainKind.SAND, TerrainKind.HIGH_DUNE), (0.15, 0.15)),
}
"""What is sure, and possible, of small strokes that leave a hex bare, and of sand that drifts."""
_SECOND: Final = 0.15
"""A second kind in a hex that has so much of it is there as well (B.1)."""
_BUILT: Final = 0.04
_SEEN: Final = 0.03
"""Ground beside a Depression that has so much of its hex says how high it lies."""
_DESERT_SHARE: Final = 0.15
"""Desert terrain of so much of one hex makes a Desert Board."""
_CROSSES: Final = 10
"""So many pixels of road on both sides of a hexside, side by side, are a road that crosses it."""
_TOUCHES: Final = 4
_ALONG: Final = 0.85
"""A road that has so much of a hexside runs along it."""
_STANDS: Final = 0.4
"""Wall art along so much of a hexside is a wall there, though its middle is bare."""
_JOINED: Final = 3
"""So many pixels of building on both sides of a hexside make one building of two hexes."""
_BRIDGE: Final = 12
"""Fewer pixels of bridge than this are spilt."""

Hexside: TypeAlias = tuple[Hex, int]


@attrs.frozen
class HexGround:
    """What a hex is: its kinds of terrain (none for Open Ground), and the code of its building.

    The level of a Depression is that of the ground around it.
    """

    kinds: tuple[TerrainKind, ...]
    level: int
    building: int | None

    @property
    def depression(self) -> bool:
        """Whether it is a Depression."""
        return not DEPRESSIONS.isdisjoint(self.kinds)


@attrs.define(eq=False, slots=False)
class BoardReading:
    """What was read of a board: its hexes by their numbers, its hexsides, and what there is to say.

    Each hexside is told by the hex that it is hexside 1, 2 or 3 of, if any. Walls, hedges and
    cliffs stand on it, roads and Paths cross it, a road leaves the board by it, or it parts two
    Depressions (a bank). The houses are as a board file has them.
    """

    raster: HexRaster
    report: ImportReport
    overlays: dict[Hex, int] = attrs.field(factory=dict)
    grounds: list[HexGround] = attrs.field(factory=list)
    standing: dict[Hexside, HexsideKind] = attrs.field(factory=dict)
    roads: dict[Hexside, Road] = attrs.field(factory=dict)
    exits: dict[Hexside, Road] = attrs.field(factory=dict)
    paths: list[Hexside] = attrs.field(factory=list)
    banks: list[Hexside] = attrs.field(factory=list)
    houses: list[dict[str, Any]] = attrs.field(factory=list)
    bridges: list[Hex] = attrs.field(factory=list)

    def ground(self, place: Hex) -> HexGround:
        """What a hex is."""
        return self.grounds[self.raster.lattice.number[place]]

    def touched(self, sides: Iterable[Hexside]) -> set[Hex]:
        """The hexes on both sides of some hexsides."""
        pairs = ((place, self.raster.across(place, side)) for place, side in sides)
        return {place for pair in pairs for place in pair if place is not None}

    @cached_property
    def on_road(self) -> set[Hex]:
        """The hexes that a road enters or leaves; known once all hexsides are."""
        return self.touched((*self.roads, *self.exits))


def read_board(raster: HexRaster, report: ImportReport, laid: Array | None = None) -> BoardReading:
    """Read the terrain of a board; what there is to say goes into the report.

    ``laid`` is the number of the overlay that lies on each pixel, 0 for none.
    """
    board = BoardReading(raster, report, {} if laid is None else _covered(raster, laid))
    _tell_codes(board)
    board.grounds = [_hex(board, number) for number in range(len(raster.lattice.hexes))]
    _read_sides(board)
    _join_ends(board)
    _read_houses(board)
    _read_bridges(board)
    return board


# Hexes ------------------------------------------------------------------------------------------


def is_desert(grid: Grid, names: Mapping[int, str]) -> bool:
    """Whether a board has terrain that only Desert Boards have."""
    counts = np.bincount(grid.terrain.ravel(), minlength=256)
    desert = sum(int(n) for code, n in enumerate(counts) if n and meaning_of(code, names).desert)
    return desert >= _DESERT_SHARE * grid.terrain.size / (grid.width * grid.height)


def _tell_codes(board: BoardReading) -> None:
    """The terrain codes without a reading, and those whose reading is a guess."""
    raster = board.raster
    for code in raster.codes(lambda meaning: meaning.sureness is not Sureness.UNDERSTOOD):
        meaning, has = raster.meanings[code], raster.counts[:, code]
        numbers = np.flatnonzero(has).tolist()
        if meaning.known:
            what = f"{meaning.name} becomes {meaning.sentence}"
        else:
            what = f"{meaning.name} has no kind here: {meaning.why}"
        first = (raster.lattice.hex_of == numbers[0]) & (raster.grid.terrain == code)
        x, y = (int(each[0]) for each in np.nonzero(first))
        names, pixels = tuple(raster.names_of(numbers)), int(has.sum())
        board.report.notes.append(ImportNote(meaning.sureness, what, names, pixels, (x, y)))


def _hex(board: BoardReading, number: int) -> HexGround:
    raster = board.raster
    building, shares = _building(raster, number), _shares(raster, number)
    kinds = _kinds(board, number, shares, built=building is not None)
    at_centre, level = raster.centre(number)
    deep = [kind for kind in kinds if kind in DEPRESSIONS]
    if at_centre.depression:
        level += _lowered(raster, number, level)
        if at_centre.kind is not None and at_centre.kind not in kinds:
            kinds.append(at_centre.kind)
    elif deep and not at_centre.bridge:
        # it misses the centre dot: it is there if a road covers it
        share = sum(shares[kind] for kind in deep)
        what = f"{deep[0]} under a road at its centre; taken as {deep[0]}"
        if not (at_centre.road or at_centre.path):
            what = f"{deep[0]} beside the centre dot; taken as {deep[0]} (B19.1)"
            if share < _SECOND:
                what = f"{deep[0]} beside the centre dot; not taken as {deep[0]}"
                kinds = [kind for kind in kinds if kind not in DEPRESSIONS]
        _guess(board, number, what, share)
    if len(kinds) > 1 and TerrainKind.BROKEN_GROUND in kinds:
        kinds.remove(TerrainKind.BROKEN_GROUND)
    return HexGround(together(kinds), level, building)


def _kinds(
    board: BoardReading, number: int, shares: Mapping[TerrainKind, float], *, built: bool
) -> list[TerrainKind]:
    kinds: list[TerrainKind] = []
    for kind, share in sorted(shares.items(), key=lambda each: -each[1]):
        sure, possible = _OTHERWISE.get(kind, (_SURE, _POSSIBLE))
        if kind is TerrainKind.OPEN_GROUND or share < possible:
            continue
        second = (kinds or built) and kind not in DEPRESSIONS
        if second and share < (sure if kind in _OTHERWISE else _SECOND):
            what = f"{kind} beside other terrain was taken as spilt art"
            _guess(board, number, what, share)
            continue
        if share < sure and kind not in DEPRESSIONS:
            _guess(board, number, f"little {kind} in a hex; taken as {kind}", share)
        elif second:
            what = f"{kind} beside other terrain in one hex; taken as both"
            _guess(board, number, what, share)
        kinds.append(kind)
    return kinds


def _guess(board: BoardReading, number: int, what: str, share: float) -> None:
    (name,) = board.raster.names_of([number])
    board.report.guess(what, f"{name} ({share:.0%})")


def _lowered(raster: HexRaster, number: int, level: int) -> int:
    """How far the grid has a Depression below the ground around it; some boards have it level."""
    here = raster.lattice.hex_of == number
    deep = raster.codes(lambda meaning: meaning.depression or meaning.bridge)
    around = raster.grid.elevation[here & ~np.isin(raster.grid.terrain, deep)]
    heights, counts = np.unique(around, return_counts=True)
    seen = heights[counts >= _SEEN * raster.totals[number]]
    return 1 if not len(seen) or int(seen.max()) > level else 0


def _shares(raster: HexRaster, number: int) -> dict[TerrainKind, float]:
    shares: dict[TerrainKind, float] = {}
    for code, meaning in raster.meanings.items():
        if meaning.kind is not None and raster.counts[number, code]:
            share = raster.share(number, [code])
            shares[meaning.kind] = shares.get(meaning.kind, 0.0) + share
    return shares


def _building(raster: HexRaster, number: int) -> int | None:
    """The terrain code of the building of a hex: the one in its metadata, or the commonest."""
    codes = raster.codes(lambda meaning: meaning.material is not None)
    if raster.share(number, codes) < _BUILT:
        return None
    wanted = raster.types.get(*raster.names_of([number]))
    for code in codes:
        if raster.meanings[code].name == wanted and raster.counts[number, code]:
            return code
    bodies = [c for c in codes if not raster.meanings[c].wall and raster.counts[number, c]]
    return max(bodies or codes, key=lambda code: int(raster.counts[number, code]))


def _covered(raster: HexRaster, laid: Array) -> dict[Hex, int]:
    """The hexes that overlays cover, each with the number of the topmost.

    What they leave of other terrain there goes.
    """
    hexes, most = raster.lattice.hexes, int(laid.max()) + 1
    keys = raster.lattice.hex_of.ravel() * most + laid.ravel()
    counts = np.bincount(keys, minlength=len(hexes) * most).reshape(len(hexes), most)
    top = counts.argmax(axis=1)
    here = top[raster.lattice.hex_of]
    _clear_slivers(raster, (here > 0) & (laid != here))
    return {hexes[n]: int(top[n]) for n in np.flatnonzero(top).tolist()}


def _clear_slivers(raster: HexRaster, beside: Array) -> None:
    """Let what sticks out beside an overlay in its hexes be Open Ground, but for walls (A2.74)."""
    terrain, height = raster.grid.terrain, raster.grid.elevation
    for code in np.unique(terrain[beside]).tolist():
        here, meaning = beside & (terrain == code), meaning_of(code, raster.names)
        if meaning.hexside is None:
            height[here] += meaning.depression
            terrain[here] = 0


# Hexsides ---------------------------------------------------------------------------------------


def _read_sides(board: BoardReading) -> None:
    raster = board.raster
    along: dict[Hexside, Road] = {}
    narrow: dict[Hexside, tuple[int, int]] = {}
    road = raster.codes(_is_road)
    for place in raster.lattice.hexes:
        for side in HEXSIDES:
            other = raster.across(place, side)
            if other is not None and side > 3:
                continue  # it is hexside 1, 2 or 3 of the other
            _stand(board, place, side)
            if other is not None:
                if road:
                    _cross(board, (place, side), along, narrow)
                _join(board, place, side, other)
            elif road and place.column % 2 == 0 and 0 < place.column < raster.grid.width - 1:
                inside, _ = raster.strips(place, side)
                if int(_has(inside, road).sum(axis=1).min()) >= raster.pixels(_CROSSES):
                    board.exits[place, side] = _road(raster, inside)
    _follow_roads(board, along, narrow)
    for at, (least, most) in narrow.items():
        what = "road art over a hexside, too narrow for a road; taken as spilt"
        where = raster.side_name(*at)
        board.report.guess(what, f"{where} ({least} to {most} pixels wide)")


def _is_road(meaning: Meaning) -> object:
    return meaning.road or meaning.bridge


def _stand(board: BoardReading, place: Hex, side: int) -> None:
    """What stands on a hexside: the art in its middle, or along much of it if that is bare.

    Nothing stands on one that lies beyond the edge of the board, of which only an end is seen.
    """
    raster = board.raster
    other = raster.across(place, side)
    if other is None and (place.column % 2 or side not in (1, 4)):
        return
    here = raster.in_middle(place, side).hexside
    if here is None and other is not None:
        here = raster.in_middle(other, turned(side, 3)).hexside
    where = raster.side_name(place, side)
    if here is not None:
        if other is None:
            board.report.guess(f"{here} at the edge of the board, with no hex beyond", where)
        board.standing[place, side] = here
        return
    for share, kind in _standing_shares(raster, place, side)[:1]:
        if share >= _STANDS:
            board.standing[place, side] = kind
            what = f"{kind} along a hexside but not in its middle; taken as standing"
            board.report.guess(what, f"{where} ({share:.0%})")


def _standing_shares(raster: HexRaster, place: Hex, side: int) -> list[tuple[float, HexsideKind]]:
    """How much of a hexside each kind that the board has stands along, the longest first."""
    kinds = {raster.meanings[code].hexside for code in raster.codes(lambda m: m.hexside)}
    if not kinds:
        return []
    strips = np.concatenate(raster.strips(place, side))
    found = []
    for kind in HexsideKind:
        if kind in kinds:
            codes = [code for code, m in raster.meanings.items() if m.hexside is kind]
            found.append((float(_has(strips, codes).any(axis=0).mean()), kind))
    return sorted(found, key=lambda each: -each[0])


def _cross(
    board: BoardReading,
    at: Hexside,
    along: dict[Hexside, Road],
    narrow: dict[Hexside, tuple[int, int]],
) -> None:
    """The road over a hexside between two hexes, along it, or too narrow for one."""
    raster = board.raster
    strips = np.concatenate(raster.strips(*at))
    length = strips.shape[1]
    least, most = _runs(raster, at, _is_road)
    if least >= _ALONG * length:
        along[at] = _road(raster, strips)
    elif least >= raster.pixels(_CROSSES):
        board.roads[at] = _road(raster, strips)
    elif least >= raster.pixels(_TOUCHES):
        narrow[at] = (least, most)


def _join(board: BoardReading, place: Hex, side: int, other: Hex) -> None:
    """The Path over a hexside, and whether two Depressions are connected by it (B19.2)."""
    raster, at = board.raster, (place, side)
    touches = raster.pixels(_TOUCHES)
    if _runs(raster, at, lambda meaning: meaning.path)[0] >= touches:
        board.paths.append(at)
    if board.ground(place).depression and board.ground(other).depression:
        if _runs(raster, at, lambda m: m.depression or m.bridge or m.road)[0] < touches:
            board.banks.append(at)
        elif _runs(raster, at, lambda meaning: meaning.depression)[0] < touches:
            what = "two Depressions joined under a bridge or road; taken as connected"
            board.report.guess(what, raster.side_name(*at))


def _join_ends(board: BoardReading) -> None:
    """Join the end hexes of Depressions of an overlay to those beside it (A2.76)."""
    ends = set()
    for place, overlay in board.overlays.items():
        beside = ((place, side) for side in HEXSIDES if board.ground(place).depression)
        joined = [at for at in beside if _joined(board, at, overlay)]
        if len(joined) < 2:
            ends.add(place)
    for at in [*board.banks]:
        pair = at[0], neighbour(*at)
        overlays = {board.overlays.get(place) for place in pair}
        if len(overlays) > 1 and not ends.isdisjoint(pair) and at not in board.standing:
            board.banks.remove(at)


def _joined(board: BoardReading, at: Hexside, overlay: int) -> bool:
    """Whether a Depression of an overlay goes on over a hexside, on the same overlay."""
    other = board.raster.across(*at)
    if other is None or board.overlays.get(other) != overlay:
        return False
    bank = at if at[1] <= 3 else (other, turned(at[1], 3))
    return board.ground(other).depression and bank not in board.banks


def _runs(raster: HexRaster, at: Hexside, test: Callable[[Meaning], object]) -> tuple[int, int]:
    """How many pixels of some terrain lie along a hexside: the least, and the most."""
    codes = raster.codes(test)
    if not codes:
        return 0, 0
    counts = [_has(strip, codes).sum(axis=1) for strip in raster.strips(*at)]
    return int(min(each.min() for each in counts)), int(max(each.max() for each in counts))


def _has(strip: Array, codes: list[int]) -> Array:
    """Which pixels have one of these terrain codes: a table of all is faster than a search."""
    table = np.zeros(256, bool)
    table[codes] = True
    found: Array = table[strip]
    return found


def _road(raster: HexRaster, strips: Array) -> Road:
    roads = Counter[Road]()
    for code, meaning in raster.meanings.items():
        if meaning.road is not None:
            roads[meaning.road] += int((strips == code).sum())
    return roads.most_common(1)[0][0] if roads.total() else Road.UNPAVED


def _follow_roads(
    board: BoardReading, along: dict[Hexside, Road], narrow: dict[Hexside, tuple[int, int]]
) -> None:
    """Roads along hexsides: where two half-hexes at the edge of a board meet, they are in both.

    There the road of a geomorphic board goes on to the next board. Elsewhere it crosses none.
    """
    for at, road in along.items():
        beside = _beyond_vertex(board.raster, *at)
        for each in beside:
            board.roads[each] = road
            narrow.pop(each, None)
        what = "a road that leaves between two half-hexes; taken as running into both"
        if not beside:
            what = "a road along a hexside crosses none; left out"
        board.report.guess(what, board.raster.side_name(*at))


def _beyond_vertex(raster: HexRaster, place: Hex, side: int) -> list[Hexside]:
    """The hexsides that two half-hexes at an edge share with the hex beside both; else none."""
    other = raster.across(place, side)
    if other is None or not place.column == other.column in (0, raster.grid.width - 1):
        return []
    inner = 1 if place.column == 0 else place.column - 1
    third = Hex(inner, max(place.row, other.row))
    found = [s for s in HEXSIDES if raster.across(third, s) in (place, other)]
    return [(third, s) if s <= 3 else (neighbour(third, s), turned(s, 3)) for s in found]


def chains(raster: HexRaster, crossed: Iterable[Hexside]) -> Iterator[list[Hex]]:
    """Ways that run through hexes, as few as may be, over all hexsides that are crossed."""
    ways: dict[Hex, list[Hex]] = {}
    for place, side in crossed:
        other = raster.across(place, side)
        if other is not None:
            ways.setdefault(place, []).append(other)
            ways.setdefault(other, []).append(place)
    for others in ways.values():
        others.sort()
    for start in sorted(ways, key=lambda place: (len(ways[place]) == 2, place)):
        while ways[start]:
            way = [start]
            while ways[way[-1]]:
                following = ways[way[-1]].pop(0)
                ways[following].remove(way[-1])
                way.append(following)
            yield way


# Buildings and bridges --------------------------------------------------------------------------


def _read_houses(board: BoardReading) -> None:
    raster, hexes = board.raster, board.raster.lattice.hexes
    built = {hexes[n]: g.building for n, g in enumerate(board.grounds) if g.building is not None}
    called = _named(raster, built)
    sizes = Counter(called.values())
    for name in sizes:
        materials = {
            raster.meanings[built[place]].material for place in built if called[place] == name
        }
        if len(materials) > 1:
            board.report.guess("a building of stone and wooden hexes; each hex keeps its own", name)
    for place, code in built.items():
        meaning, name = raster.meanings[code], raster.name(place)
        wanted = raster.types.get(name, meaning.name)
        if wanted != meaning.name:
            what = f"a building that the grid has as {meaning.name}, and the metadata otherwise"
            board.report.guess(what, f"{name} ({wanted[:40]})")
        house: dict[str, Any] = {"hex": name, "material": str(meaning.material)}
        if meaning.levels:
            house["upper_levels"] = meaning.levels
        if sizes[called[place]] > 1:
            house["building"] = called[place]
        board.houses.append(house)


def _named(raster: HexRaster, built: Mapping[Hex, int]) -> dict[Hex, str]:
    """The building of each hex: the name of the first hex of those whose art is joined."""
    leader = {place: place for place in built}

    def find(place: Hex) -> Hex:
        while leader[place] != place:
            place = leader[place]
        return place

    bodies = raster.codes(lambda m: m.material is not None and not m.wall)
    for place in built:
        for side in (1, 2, 3):
            other = raster.across(place, side)
            if other is None or other not in built:
                continue
            inside, beyond = raster.strips(place, side)
            joined = np.isin(inside, bodies).all(axis=0) & np.isin(beyond, bodies).all(axis=0)
            if int(joined.sum()) >= raster.pixels(_JOINED):
                one, two = sorted((find(place), find(other)))
                leader[two] = one
    return {place: raster.name(find(place)) for place in built}


def _read_bridges(board: BoardReading) -> None:
    raster = board.raster
    codes = raster.codes(lambda meaning: meaning.bridge)
    counts = raster.counts[:, codes].sum(axis=1)
    roadless = []
    for number in np.flatnonzero(counts).tolist():
        place, pixels = raster.lattice.hexes[number], int(counts[number])
        name, ground = raster.name(place), board.grounds[number]
        if pixels < _BRIDGE * raster.scale**2:
            board.report.guess("bridge art, taken as spilt", name, pixels=pixels)
            continue
        if not ground.depression and TerrainKind.WATER not in ground.kinds:
            what = "a bridge in a hex that is neither Depression nor Water"
            board.report.guess(what, name, pixels=pixels)
        if place in board.on_road:
            board.bridges.append(place)
        else:
            roadless.append(name)
    if roadless:
        board.report.miss("a bridge that carries no road (B6.1); left out", *roadless)


def type_buildings(terrain: Array, frame: BoardFrame, own: Metadata, shared: Metadata) -> None:
    """Give the buildings of a grid that was read from a picture the types that metadata has.

    In VASL a picture has one colour for all buildings of a material; their levels are in the
    metadata, hex by hex. The codes of the grid are changed in place.
    """
    across, down = terrain.shape
    hexes = lattice(frame.width, frame.height, across, down)
    plain = [shared.codes.get(name, -1) for name in ("Stone Building", "Wooden Building")]
    for name, called in own.buildings.items():
        place, code = hex_called(name.upper(), frame.first), shared.codes.get(called)
        number = None if place is None else hexes.number.get(place)
        if number is not None and code is not None:
            terrain[(hexes.hex_of == number) & np.isin(terrain, plain)] = code
