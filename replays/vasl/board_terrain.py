"""The terrain and the level of each hex, out of the pixels that it has of each."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import attrs
import numpy as np

from events.terms import HexsideKind, Material, Road
from replays.vasl.board_archive import Array, Grid, Metadata
from replays.vasl.board_grid import BoardFrame, HexRaster, hex_called, lattice
from replays.vasl.board_report import ImportNote, Sureness
from replays.vasl.terrain_code import Meaning
from replays.vasl.terrain_code import meaning as meaning_of
from sim.map.hexes import HEXSIDES, Hex, neighbour, turned
from sim.map.terrain_kind import TerrainKind

SURE: Final = 0.10
"""A hex that has so much of a terrain is a hex of it, on all boards looked at."""
POSSIBLE: Final = 0.06
"""Art that spills over a hexside has less of the hex across it, on all boards looked at."""
_SPARSE: Final = {TerrainKind.BROKEN_GROUND: (0.03, 0.02), TerrainKind.HAMMADA: (0.06, 0.03)}
"""Art of small strokes leaves most of its hex bare: what is sure of it, and what is possible."""
_SECOND: Final = 0.15
"""A second kind in a hex that has so much of it is there as well (B.1)."""
_BUILT: Final = 0.04
_SEEN: Final = 0.03
"""Ground beside a Depression that has so much of its hex says how high it lies."""
_DESERT_SHARE: Final = 0.15
"""Desert terrain of so much of one hex makes a Desert Board."""
_OPEN: Final = TerrainKind.OPEN_GROUND
_NEVER_ALONE: Final = frozenset({TerrainKind.BROKEN_GROUND})


@attrs.frozen
class HexGround:
    """What a hex is.

    Attributes:
        kinds: its kinds of terrain; empty for Open Ground.
        level: the level of its ground; of the ground around it if it is a Depression.
        building: the terrain code of its building; None if it has none.
    """

    kinds: tuple[TerrainKind, ...]
    level: int
    building: int | None

    @property
    def depression(self) -> bool:
        """Whether it is a Depression."""
        return not _DEPRESSIONS.isdisjoint(self.kinds)


_DEPRESSIONS: Final = frozenset({TerrainKind.GULLY, TerrainKind.STREAM, TerrainKind.WADI})

Grounds = list[HexGround]


def is_desert(grid: Grid, names: Mapping[int, str]) -> bool:
    """Whether a board has terrain that only Desert Boards have."""
    counts = np.bincount(grid.terrain.ravel(), minlength=256)
    desert = sum(int(n) for code, n in enumerate(counts) if n and meaning_of(code, names).desert)
    return desert >= _DESERT_SHARE * grid.terrain.size / (grid.width * grid.height)


def read_ground(raster: HexRaster) -> tuple[Grounds, list[ImportNote]]:
    """What every hex is, and what there is to say of it."""
    notes = list(_unknown(raster))
    grounds = []
    for number in range(len(raster.lattice.hexes)):
        found, said = _hex(raster, number)
        grounds.append(found)
        notes += said
    return grounds, notes


def _unknown(raster: HexRaster) -> Iterator[ImportNote]:
    """The terrain codes without a reading, and those whose reading is a guess."""
    for code, meaning in raster.meanings.items():
        if meaning.sureness is Sureness.UNDERSTOOD:
            continue
        has = raster.counts[:, code]
        numbers = [n for n in range(len(has)) if has[n]]
        names = tuple(raster.name(raster.lattice.hexes[n]) for n in numbers)
        pixel = raster.a_pixel(numbers[0], code)
        total = int(has.sum())
        if meaning.known:
            what = f"{meaning.name} becomes {meaning.sentence}"
        else:
            what = f"{meaning.name} has no kind here: {meaning.why}"
        yield ImportNote(meaning.sureness, what, names, total, pixel)


def _hex(raster: HexRaster, number: int) -> tuple[HexGround, list[ImportNote]]:
    name = raster.name(raster.lattice.hexes[number])
    notes: list[ImportNote] = []
    building = _building(raster, number)
    kinds: list[TerrainKind] = []
    shares = _shares(raster, number)
    for kind, share in sorted(shares.items(), key=lambda each: -each[1]):
        sure, possible = _SPARSE.get(kind, (SURE, POSSIBLE))
        if kind is _OPEN or share < possible:
            continue
        second = bool(kinds) or building is not None
        taken = share >= _SECOND if second and kind not in _DEPRESSIONS else True
        if second and not taken:
            notes.append(_guess(f"{kind} beside other terrain was taken as spilt art", name, share))
            continue
        if share < sure:
            notes.append(_guess(f"little {kind} in a hex; taken as {kind}", name, share))
        elif second and kind not in _DEPRESSIONS:
            notes.append(
                _guess(f"{kind} beside other terrain in one hex; taken as both", name, share)
            )
        kinds.append(kind)
    level = raster.level_at_centre(number)
    at_centre = raster.meanings[raster.code_at_centre(number)]
    if at_centre.depression:
        level += _lowered(raster, number, level)
        if at_centre.kind is not None and at_centre.kind not in kinds:
            kinds.append(at_centre.kind)
    elif not _DEPRESSIONS.isdisjoint(kinds) and not at_centre.bridge:
        kinds, said = _beside_depression(raster, number, kinds, name)
        notes += said
    if len(kinds) > 1 and TerrainKind.BROKEN_GROUND in kinds:
        kinds.remove(TerrainKind.BROKEN_GROUND)
    return HexGround(tuple(kinds), level, building), notes


def _lowered(raster: HexRaster, number: int, level: int) -> int:
    """How far the grid has a Depression below the ground around it; some boards have it level."""
    here = raster.lattice.hex_of == number
    deep = [code for code, m in raster.meanings.items() if m.depression or m.bridge]
    around = raster.grid.elevation[here & ~np.isin(raster.grid.terrain, deep)]
    heights, counts = np.unique(around, return_counts=True)
    seen = heights[counts >= _SEEN * raster.totals[number]]
    return 1 if not len(seen) or int(seen.max()) > level else 0


def _beside_depression(
    raster: HexRaster, number: int, kinds: list[TerrainKind], name: str
) -> tuple[list[TerrainKind], list[ImportNote]]:
    """A Depression that misses the centre dot: it is one if a road or a bridge covers it there."""
    at_centre = raster.meanings[raster.code_at_centre(number)]
    here = [kind for kind in kinds if kind in _DEPRESSIONS]
    share = sum(_shares(raster, number)[kind] for kind in here)
    if at_centre.road or at_centre.path:
        return kinds, [
            _guess(f"{here[0]} under a road at its centre; taken as {here[0]}", name, share)
        ]
    left = [kind for kind in kinds if kind not in _DEPRESSIONS]
    return left, [_guess(f"{here[0]} beside the centre dot; not taken as {here[0]}", name, share)]


def _guess(what: str, name: str, share: float) -> ImportNote:
    return ImportNote(Sureness.GUESSED, what, (f"{name} ({share:.0%})",))


def _shares(raster: HexRaster, number: int) -> dict[TerrainKind, float]:
    """How much of a hex each kind of terrain has."""
    shares: dict[TerrainKind, float] = {}
    for code, meaning in raster.meanings.items():
        if meaning.kind is not None and raster.counts[number, code]:
            share = raster.share(number, [code])
            shares[meaning.kind] = shares.get(meaning.kind, 0.0) + share
    return shares


def _building(raster: HexRaster, number: int) -> int | None:
    """The terrain code of the building of a hex: the one in its metadata, or the commonest."""
    codes = [code for code, meaning in raster.meanings.items() if meaning.material is not None]
    if raster.share(number, codes) < _BUILT:
        return None
    wanted = raster.types.get(raster.name(raster.lattice.hexes[number]))
    for code in codes:
        if raster.meanings[code].name == wanted and raster.counts[number, code]:
            return code
    bodies = [c for c in codes if not raster.meanings[c].wall and raster.counts[number, c]]
    codes = bodies or codes
    return max(codes, key=lambda code: int(raster.counts[number, code]))


_CROSSES: Final = 10
"""So many pixels of road on both sides of a hexside, side by side, are a road that crosses it."""
_TOUCHES: Final = 4
_ALONG: Final = 0.85
"""A road that has so much of a hexside runs along it."""
_STANDS: Final = 0.4
"""Wall art along so much of a hexside is a wall there, though its middle is bare."""

Hexside = tuple[Hex, int]


@attrs.define
class Sides:
    """What is on the hexsides of a board, each by the hex that it is hexside 1, 2 or 3 of, if any.

    Attributes:
        standing: walls, hedges and cliffs.
        roads: the roads that cross them.
        exits: the roads that leave the board by them.
        paths: the hexsides that Paths cross.
        banks: the hexsides that part two Depressions.
        along: the hexsides along which a road runs, and which road.
        narrow: the hexsides with too little road for one: the least and the most pixels of it.
    """

    standing: dict[Hexside, HexsideKind] = attrs.field(factory=dict)
    roads: dict[Hexside, Road] = attrs.field(factory=dict)
    exits: dict[Hexside, Road] = attrs.field(factory=dict)
    paths: list[Hexside] = attrs.field(factory=list)
    banks: list[Hexside] = attrs.field(factory=list)
    along: dict[Hexside, Road] = attrs.field(factory=dict)
    narrow: dict[Hexside, tuple[int, int]] = attrs.field(factory=dict)


def read_sides(raster: HexRaster, grounds: Grounds) -> tuple[Sides, list[ImportNote]]:
    """What is on all hexsides, and what there is to say of it."""
    sides, notes = Sides(), list[ImportNote]()
    for place, side in _owned(raster):
        notes += _standing(raster, sides, place, side)
        if raster.across(place, side) is not None:
            notes += _crossing(raster, sides, grounds, place, side)
        else:
            _leaving(raster, sides, place, side)
    notes += _roads_along(raster, sides)
    for at, (least, most) in sides.narrow.items():
        what = "road art over a hexside, too narrow for a road; taken as spilt"
        where = name_of(raster, *at)
        notes.append(
            ImportNote(Sureness.GUESSED, what, (f"{where} ({least} to {most} pixels wide)",))
        )
    return sides, notes


def _leaving(raster: HexRaster, sides: Sides, place: Hex, side: int) -> None:
    """The road that leaves the board by a hexside of a whole hexrow."""
    whole = place.column % 2 == 0 and 0 < place.column < raster.grid.width - 1
    if not whole or not any(m.road or m.bridge for m in raster.meanings.values()):
        return
    codes = [code for code, m in raster.meanings.items() if m.road or m.bridge]
    inside, _ = raster.strips(place, side)
    if int(np.isin(inside, codes).sum(axis=1).min()) >= raster.pixels(_CROSSES):
        sides.exits[place, side] = _road(raster, inside)


def _roads_along(raster: HexRaster, sides: Sides) -> Iterator[ImportNote]:
    """Roads along hexsides: where two half-hexes at the edge of a board meet, they are in both.

    There the road of a geomorphic board goes on to the next board. Elsewhere it crosses none.
    """
    for (place, side), road in sides.along.items():
        where = name_of(raster, place, side)
        beside = _beyond_vertex(raster, place, side)
        if not beside:
            what = "a road along a hexside crosses none; left out"
            yield ImportNote(Sureness.GUESSED, what, (where,))
            continue
        for at in beside:
            sides.roads[at] = road
            sides.narrow.pop(at, None)
        what = "a road that leaves between two half-hexes; taken as running into both"
        yield ImportNote(Sureness.GUESSED, what, (where,))


def _beyond_vertex(raster: HexRaster, place: Hex, side: int) -> list[Hexside]:
    """The hexsides that two half-hexes at an edge share with the hex beside both; else none."""
    other = raster.across(place, side)
    if other is None or not place.column == other.column in (0, raster.grid.width - 1):
        return []
    inner = 1 if place.column == 0 else place.column - 1
    third = Hex(inner, max(place.row, other.row))
    found = [(third, s) for s in HEXSIDES if raster.across(third, s) in (place, other)]
    return [at if at[1] <= 3 else _from_beyond(at) for at in found]


def _from_beyond(at: Hexside) -> Hexside:
    """A hexside as the hex across it has it."""
    place, side = at
    return neighbour(place, side), turned(side, 3)


def _owned(raster: HexRaster) -> Iterator[Hexside]:
    """Every hexside once, those at the edge too."""
    for place in raster.lattice.hexes:
        for side in HEXSIDES:
            if side <= 3 or raster.across(place, side) is None:
                yield place, side


def name_of(raster: HexRaster, place: Hex, side: int) -> str:
    """A hexside as a board file writes it."""
    other = raster.across(place, side)
    here = raster.name(place)
    return f"{here}:{side}" if other is None else f"{here}/{raster.name(other)}"


def _standing(raster: HexRaster, sides: Sides, place: Hex, side: int) -> Iterator[ImportNote]:
    """What stands on a hexside: the art in its middle, or along much of it if that is bare."""
    other = raster.across(place, side)
    here = raster.meanings[raster.code_in_the_middle(place, side)].hexside
    if here is None and other is not None:
        here = raster.meanings[raster.code_in_the_middle(other, turned(side, 3))].hexside
    where = name_of(raster, place, side)
    if here is not None:
        if other is None:
            what = f"{here} at the edge of the board, with no hex beyond"
            yield ImportNote(Sureness.GUESSED, what, (where,))
        sides.standing[place, side] = here
        return
    for kind, share in _standing_shares(raster, place, side):
        if share >= _STANDS:
            sides.standing[place, side] = kind
            what = f"{kind} along a hexside but not in its middle; taken as standing"
            yield ImportNote(Sureness.GUESSED, what, (f"{where} ({share:.0%})",))
            return


def _standing_shares(raster: HexRaster, place: Hex, side: int) -> list[tuple[HexsideKind, float]]:
    if not any(meaning.hexside for meaning in raster.meanings.values()):
        return []
    strips = np.concatenate(raster.strips(place, side))
    found = []
    for kind in HexsideKind:
        codes = [c for c, m in raster.meanings.items() if m.hexside is kind]
        if codes:
            found.append((kind, float(np.isin(strips, codes).any(axis=0).mean())))
    return sorted(found, key=lambda each: -each[1])


def _crossing(
    raster: HexRaster, sides: Sides, grounds: Grounds, place: Hex, side: int
) -> Iterator[ImportNote]:
    """What crosses a hexside between two hexes."""
    if not any(m.road or m.bridge or m.path or m.depression for m in raster.meanings.values()):
        return
    inside, beyond = raster.strips(place, side)
    width = inside.shape[1]

    least, most = _runs(raster, place, side, lambda m: m.road or m.bridge)
    if raster.pixels(_CROSSES) <= least < _ALONG * width:
        sides.roads[place, side] = _road(raster, np.concatenate([inside, beyond]))
    elif least >= _ALONG * width:
        sides.along[place, side] = _road(raster, np.concatenate([inside, beyond]))
    elif least >= raster.pixels(_TOUCHES):
        sides.narrow[place, side] = (least, most)
    if _runs(raster, place, side, lambda m: m.path)[0] >= raster.pixels(_TOUCHES):
        sides.paths.append((place, side))
    yield from _joined(raster, sides, grounds, place, side)


def _runs(
    raster: HexRaster, place: Hex, side: int, test: Callable[[Meaning], object]
) -> tuple[int, int]:
    """How many pixels of some terrain lie along a hexside: the least, and the most."""
    codes = [code for code, meaning in raster.meanings.items() if test(meaning)]
    counts = [np.isin(strip, codes).sum(axis=1) for strip in raster.strips(place, side)]
    return int(min(each.min() for each in counts)), int(max(each.max() for each in counts))


def _joined(
    raster: HexRaster, sides: Sides, grounds: Grounds, place: Hex, side: int
) -> Iterator[ImportNote]:
    """Whether two Depressions are connected (B19.2)."""
    other = raster.across(place, side)
    if other is None:
        return
    one, two = grounds[raster.number(place)], grounds[raster.number(other)]
    if one.depression and two.depression:
        least, _ = _runs(raster, place, side, lambda m: m.depression or m.bridge or m.road)
        deep, _ = _runs(raster, place, side, lambda m: m.depression)
        if least < raster.pixels(_TOUCHES):
            sides.banks.append((place, side))
        elif deep < raster.pixels(_TOUCHES):
            what = "two Depressions joined under a bridge or road; taken as connected"
            yield ImportNote(Sureness.GUESSED, what, (name_of(raster, place, side),))


def _road(raster: HexRaster, strips: Array) -> Road:
    """The kind of road that most of the road's pixels show."""
    roads = Counter[Road]()
    for code, meaning in raster.meanings.items():
        if meaning.road is not None:
            roads[meaning.road] += int((strips == code).sum())
    return roads.most_common(1)[0][0] if roads.total() else Road.UNPAVED


def chains(raster: HexRaster, crossed: list[Hexside]) -> list[list[Hex]]:
    """Ways that run through hexes, as few as may be, over all hexsides that are crossed."""
    ways: dict[Hex, list[Hex]] = {}
    for place, side in crossed:
        other = raster.across(place, side)
        if other is not None:
            ways.setdefault(place, []).append(other)
            ways.setdefault(other, []).append(place)
    for others in ways.values():
        others.sort()
    result = []
    starts = sorted(ways, key=lambda place: (len(ways[place]) == 2, place))
    for start in starts:
        while ways[start]:
            way = [start]
            while ways[way[-1]]:
                following = ways[way[-1]].pop(0)
                ways[following].remove(way[-1])
                way.append(following)
            result.append(way)
    return result


_JOINED: Final = 3
"""So many pixels of building on both sides of a hexside make one building of two hexes."""
_BRIDGE: Final = 12
"""Fewer pixels of bridge than this are spilt."""
MOST_LEVELS: Final = 5


@attrs.frozen
class BuildingHex:
    """A building hex with its upper levels, and whether VASL's grids have a stairway in it.

    Its name is that of its building; None if that is of one hex.
    """

    hex: Hex
    material: Material
    levels: int
    name: str | None
    stairs: bool


def read_houses(raster: HexRaster, grounds: Grounds) -> tuple[list[BuildingHex], list[ImportNote]]:
    """Every building hex, and what there is to say of them."""
    hexes = raster.lattice.hexes
    built = {hexes[n]: g.building for n, g in enumerate(grounds) if g.building is not None}
    called = _named(raster, built)
    houses, notes = [], [*_uneven(raster, built, called), *_otherwise(raster, built)]
    for place, code in built.items():
        meaning = raster.meanings[code]
        name = called[place]
        alone = sum(each == name for each in called.values()) == 1
        number = raster.number(place)
        stairs = raster.grid.stairways[number] if raster.grid.stairways else False
        material = meaning.material or Material.STONE
        houses.append(BuildingHex(place, material, meaning.levels, None if alone else name, stairs))
    return houses, notes


def _named(raster: HexRaster, built: dict[Hex, int]) -> dict[Hex, str]:
    """The building of each hex: the name of the first hex of those whose art is joined."""
    leader = {place: place for place in built}

    def find(place: Hex) -> Hex:
        while leader[place] != place:
            place = leader[place]
        return place

    bodies = [
        code
        for code, meaning in raster.meanings.items()
        if meaning.material is not None and not meaning.wall
    ]
    for place in built:
        for side in (1, 2, 3):
            other = raster.across(place, side)
            if other not in built or other is None:
                continue
            inside, beyond = raster.strips(place, side)
            joined = np.isin(inside, bodies).all(axis=0) & np.isin(beyond, bodies).all(axis=0)
            if int(joined.sum()) >= raster.pixels(_JOINED):
                one, two = sorted((find(place), find(other)))
                leader[two] = one
    return {place: raster.name(find(place)) for place in built}


def _otherwise(raster: HexRaster, built: dict[Hex, int]) -> Iterator[ImportNote]:
    """Buildings of which the metadata says something that the grid does not show."""
    for place, code in built.items():
        name, called = raster.name(place), raster.meanings[code].name
        wanted = raster.types.get(name, called)
        if wanted != called:
            what = f"a building that the grid has as {called}, and the metadata otherwise"
            yield ImportNote(Sureness.GUESSED, what, (f"{name} ({wanted[:40]})",))


def _uneven(
    raster: HexRaster, built: dict[Hex, int], called: dict[Hex, str]
) -> Iterator[ImportNote]:
    """Buildings of several hexes whose material VASL gives in two ways."""
    materials: dict[str, set[Material | None]] = {}
    for place, code in built.items():
        materials.setdefault(called[place], set()).add(raster.meanings[code].material)
    for name, found in materials.items():
        if len(found) > 1:
            what = "a building of stone and wooden hexes; each hex keeps its own"
            yield ImportNote(Sureness.GUESSED, what, (name,))


def read_bridges(raster: HexRaster, grounds: Grounds) -> tuple[list[Hex], list[ImportNote]]:
    """Every bridge hex, and what there is to say of them."""
    codes = [code for code, meaning in raster.meanings.items() if meaning.bridge]
    bridges, notes = list[Hex](), list[ImportNote]()
    if not codes:
        return bridges, notes
    counts = raster.counts[:, codes].sum(axis=1)
    for number in np.flatnonzero(counts).tolist():
        place = raster.lattice.hexes[number]
        name, pixels = raster.name(place), int(counts[number])
        if pixels < _BRIDGE * raster.scale**2:
            notes.append(
                ImportNote(Sureness.GUESSED, "bridge art, taken as spilt", (name,), pixels)
            )
            continue
        bridges.append(place)
        if not grounds[number].depression and TerrainKind.WATER not in grounds[number].kinds:
            what = "a bridge in a hex that is neither Depression nor Water"
            notes.append(ImportNote(Sureness.GUESSED, what, (name,), pixels))
    return bridges, notes


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
        if number is None or code is None:
            continue
        here = hexes.hex_of == number
        for old in plain:
            terrain[here & (terrain == old)] = code
