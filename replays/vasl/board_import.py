"""A VASL board archive made into a board of ours, with a report of what was understood of it."""

import base64
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np

from events.converters import structure
from events.errors import BadInput
from events.scenario import BoardSpec
from events.terms import HexsideKind, Road
from replays.game.file import exists, installed
from replays.vasl.board_archive import (
    MOST_IMAGE,
    MOST_METADATA,
    Array,
    BoardArchive,
    Grid,
    Metadata,
    open_archive,
    read_losdata,
    read_metadata,
)
from replays.vasl.board_grid import (
    BoardFrame,
    HexRaster,
    framed,
    lattice,
    refuse_half_start,
    whole_frame,
)
from replays.vasl.board_picture import convert, decode, depict
from replays.vasl.board_report import ImportNote, ImportReport, Sureness, TerrainPixels, merged
from replays.vasl.board_ssr import Changed, change, colours_of
from replays.vasl.board_terrain import (
    BuildingHex,
    Grounds,
    HexGround,
    Sides,
    chains,
    is_desert,
    name_of,
    read_bridges,
    read_ground,
    read_houses,
    read_sides,
    type_buildings,
)
from replays.vasl.terrain_code import Meaning
from sim.los.depiction import encode_depiction
from sim.map.board import FIRST, MARKS, board_of
from sim.map.hexes import HEXSIDES, Hex, column_name, neighbour

_MARK_OF: Final = {kind: mark for mark, kind in MARKS.items()}


def board_values(
    raster: HexRaster,
    grounds: Grounds,
    sides: Sides,
    houses: list[BuildingHex],
    bridges: list[Hex],
    *,
    name: str,
    desert: bool,
    depiction: str,
) -> dict[str, Any]:
    """The values of a board file, in the order in which a person reads them."""
    values: dict[str, Any] = {"name": name, "desert": desert}
    if raster.first != FIRST:
        values["first"] = raster.name(FIRST)
    values["map"] = text_map(raster, grounds)
    values["buildings"] = [_house(raster, house) for house in houses]
    values["roads"] = list(_roads(raster, sides))
    paths = chains(raster, sides.paths)
    values["paths"] = [{"hexes": _names(raster, way)} for way in paths]
    values["bridges"] = [{"hex": raster.name(place)} for place in bridges]
    values["hexsides"] = list(_hexsides(raster, sides))
    values["depiction"] = depiction
    return {key: value for key, value in values.items() if value != []}


def text_map(raster: HexRaster, grounds: Grounds) -> str:
    """The text map of a board, its cells in columns."""
    width, height = raster.grid.width, raster.grid.height
    cells = {place: _cell(grounds[number]) for number, place in enumerate(raster.lattice.hexes)}
    wide = max(len(cell) for cell in cells.values())
    wide = max(wide, len(column_name(raster.first.column + width - 1))) + 1
    columns = [column_name(raster.first.column + c) for c in range(width)]
    lines = ["   " + "".join(each.ljust(wide) for each in columns).rstrip()]
    for number in range(height + 1):
        row = [str(number + raster.first.row).ljust(3)]
        for column in range(width):
            place = Hex(column, number - (0 if column % 2 else 1))
            row.append(cells.get(place, "").ljust(wide))
        lines.append("".join(row).rstrip())
    return "\n".join(lines) + "\n"


def _cell(ground: HexGround) -> str:
    marks = "".join(_MARK_OF[kind] for kind in ground.kinds) or "."
    return f"{marks}{ground.level or ''}"


def _names(raster: HexRaster, way: list[Hex]) -> list[str]:
    return [raster.name(place) for place in way]


def _house(raster: HexRaster, house: BuildingHex) -> dict[str, Any]:
    value: dict[str, Any] = {"hex": raster.name(house.hex), "material": str(house.material)}
    if house.levels:
        value["upper_levels"] = house.levels
    if house.name is not None:
        value["building"] = house.name
    return value


def _roads(raster: HexRaster, sides: Sides) -> Iterator[dict[str, Any]]:
    for kind in Road:
        crossed = [at for at, road in sides.roads.items() if road is kind]
        leaves = [at for at, road in sides.exits.items() if road is kind]
        for way in chains(raster, crossed):
            value: dict[str, Any] = {"hexes": _names(raster, way), "kind": str(kind)}
            mine = [at for at in leaves if at[0] in way]
            leaves = [at for at in leaves if at not in mine]
            if mine:
                value["exits"] = [name_of(raster, *at) for at in mine]
            yield value
        for place, side in leaves:
            exits = [name_of(raster, place, side)]
            yield {"hexes": [raster.name(place)], "kind": str(kind), "exits": exits}


def _hexsides(raster: HexRaster, sides: Sides) -> Iterator[dict[str, Any]]:
    for kind in HexsideKind:
        at = [name_of(raster, *side) for side, found in sides.standing.items() if found is kind]
        if kind is HexsideKind.BANK:
            at = [name_of(raster, *side) for side in sides.banks]
        if at:
            yield {"kind": str(kind), "at": at}


@attrs.frozen(eq=False)
class _Made:
    """What became of a board, hex by hex."""

    raster: HexRaster
    grounds: Grounds
    sides: Sides
    bridges: frozenset[Hex]

    def has(self, meaning: Meaning) -> Array:
        """Whether each hex has what a terrain code is."""
        if meaning.open and not meaning.road:
            return np.ones(len(self.grounds), bool)
        found = np.zeros(len(self.grounds), bool)
        found[[self.raster.number(place) for place in self._places(meaning)]] = True
        return found

    def _places(self, meaning: Meaning) -> Iterator[Hex]:
        hexes, sides = self.raster.lattice.hexes, self.sides
        for place, ground in zip(hexes, self.grounds, strict=True):
            if meaning.material is not None and ground.building is not None:
                yield place
            if meaning.kind is not None and meaning.kind in ground.kinds:
                yield place
        if meaning.road is not None:
            yield from self._touched((*sides.roads, *sides.exits))
        if meaning.path:
            yield from self._touched(sides.paths)
        if meaning.bridge:
            yield from self.bridges

    def _touched(self, sides: Iterable[tuple[Hex, int]]) -> Iterator[Hex]:
        for place, side in sides:
            yield place
            if (other := self.raster.across(place, side)) is not None:
                yield other

    def near(self, has: Array) -> Array:
        """Whether each hex, or one beside it, is one of those."""
        found, number = has.copy(), self.raster.lattice.number
        for n in np.flatnonzero(has).tolist():
            place = self.raster.lattice.hexes[n]
            around = (number.get(neighbour(place, side)) for side in HEXSIDES)
            found[[other for other in around if other is not None]] = True
        return found


def account(
    raster: HexRaster, grounds: Grounds, sides: Sides, bridges: list[Hex], lost: Array
) -> tuple[tuple[TerrainPixels, ...], list[ImportNote]]:
    """How many pixels of each terrain code were understood, and what there is to say of the rest.

    A pixel of what is understood counts as guessed where neither its hex nor one beside it has
    what it shows; of hexside art the lost pixels do, which show no hexside.
    """
    made = _Made(raster, grounds, sides, frozenset(bridges))
    found, notes = [], []
    for code, meaning in raster.meanings.items():
        has = raster.counts[:, code]
        total, sureness = int(has.sum()), meaning.sureness
        strays = 0
        if sureness is Sureness.UNDERSTOOD and meaning.hexside is not None:
            strays = int((lost & (raster.grid.terrain == code)).sum())
        elif sureness is Sureness.UNDERSTOOD and not meaning.open:
            astray = has * ~made.near(made.has(meaning))
            strays = int(astray.sum())
            if strays:
                notes.append(_note(raster, code, meaning, astray))
        found.append(TerrainPixels(code, meaning.name, meaning.sentence, sureness, total, strays))
    return tuple(found), notes


def _note(raster: HexRaster, code: int, meaning: Meaning, astray: Array) -> ImportNote:
    numbers = np.flatnonzero(astray).tolist()
    names = tuple(raster.name(raster.lattice.hexes[n]) for n in numbers)
    what = f"art of {meaning.name} where neither its hex nor one beside it has any; left out"
    pixel = raster.a_pixel(numbers[0], code)
    return ImportNote(Sureness.GUESSED, what, names, int(astray.sum()), pixel)


def understood(
    raster: HexRaster, grounds: Grounds, sides: Sides, houses: list[BuildingHex], bridges: list[Hex]
) -> Iterator[ImportNote]:
    """What the board has, counted."""
    counted = chain(
        _counted_hexes(raster, grounds),
        _counted_houses(raster, houses),
        _counted_sides(sides, bridges),
    )
    for what, at in counted:
        yield ImportNote(Sureness.UNDERSTOOD, what, at)
    heights = np.unique(raster.grid.elevation)
    if len(heights) > 1:
        what = f"elevations in its picture from {int(heights[0])} to {int(heights[-1])}"
        yield ImportNote(Sureness.UNDERSTOOD, what)


_Counted = Iterator[tuple[str, tuple[str, ...]]]


def _counted_hexes(raster: HexRaster, grounds: Grounds) -> _Counted:
    grid = raster.grid
    across, down = grid.size
    hexes = f"{len(grounds)} hexes: {grid.width} hexrows of {grid.height}"
    yield f"{hexes}, {across} by {down} pixels", ()
    kinds = Counter(str(kind) for ground in grounds for kind in ground.kinds)
    for kind, count in kinds.most_common():
        yield f"{count} hexes of {kind}", ()
    levels = Counter(ground.level for ground in grounds)
    if len(levels) > 1:
        each = ", ".join(f"{count} hexes at {level}" for level, count in sorted(levels.items()))
        yield f"levels: {each}", ()


def _counted_houses(raster: HexRaster, houses: list[BuildingHex]) -> _Counted:
    if houses:
        named = len({house.name or raster.name(house.hex) for house in houses})
        yield f"{len(houses)} building hexes of {named} buildings", ()
    if stairs := tuple(raster.name(house.hex) for house in houses if house.stairs):
        yield "stairwells, which nothing here depends on", stairs


def _counted_sides(sides: Sides, bridges: list[Hex]) -> _Counted:
    for kind, count in Counter(str(kind) for kind in sides.standing.values()).items():
        yield f"{count} hexsides of {kind}", ()
    for road, count in Counter(str(road) for road in sides.roads.values()).items():
        yield f"{count} hexsides crossed by {road} roads", ()
    for road, count in Counter(str(road) for road in sides.exits.values()).items():
        yield f"{count} {road} roads that leave the board by a whole hex", ()
    counts = {
        "hexsides crossed by Paths": len(sides.paths),
        "banks between Depressions": len(sides.banks),
        "bridges": len(bridges),
    }
    yield from ((f"{count} {what}", ()) for what, count in counts.items() if count)


SHARED: Final = "SharedBoardMetadata.xml"
"""The file with what VASL's boards share; looked for beside a board."""
_OWN: Final = "BoardMetadata.xml"
_LOSDATA: Final = "LOSData"
MOST_LOSDATA: Final = 16 * 1024 * 1024


@attrs.frozen(eq=False)
class ImportedBoard:
    """A board of VASL as one of ours, by the plain values of its board file.

    Its picture is as its special rules have it; it is None without an image library.
    """

    values: dict[str, Any]
    report: ImportReport
    picture: Array | None

    @property
    def spec(self) -> BoardSpec:
        """The board as scenarios have it."""
        return structure(self.values, BoardSpec)


def import_board(
    name: str,
    *,
    metadata: str | None = None,
    rules: Sequence[str] = (),
    desert: bool | None = None,
    crop: str | None = None,
    pictured: bool = False,
) -> ImportedBoard:
    """Make a board of ours out of a VASL board archive, or a folder with what is in one.

    Args:
        name: the archive or folder.
        metadata: the file with what VASL's boards share; looked for beside the board if None.
        rules: special rules of VASL, by name.
        desert: whether it is a Desert Board; its terrain says so if None.
        crop: the part of the board that is wanted, as its upper left and lower right hex,
            ``A1-Q10``; all of it if None.
        pictured: whether the picture is wanted even where it is not needed.

    Raises:
        BadInput: when something is missing, damaged, too large, or no board that we can have.
    """
    with open_archive(name) as archive:
        own = _own(archive)
        shared = _shared(archive.where, metadata)
        names = {} if shared is None else {code: name for name, code in shared.codes.items()}
        notes = list(_facts(own))
        board = _grids(archive, own, shared, notes, pictured=pictured or bool(rules))
        grid = board.grid
        whole = whole_frame(own, grid.width, grid.height, grid.size)
        desert = _is_desert(grid, names, notes) if desert is None else desert
        hills = own.facts.get("hasHills", "TRUE").upper() == "TRUE"
        if rules:
            if shared is None:
                raise BadInput(f"special rules need {SHARED} of VASL; --metadata names it", "--ssr")
            change(archive, board, rules, shared, own, hills=hills)
            notes += [ImportNote(Sureness.UNDERSTOOD, said) for said in board.said]
            notes += [ImportNote(Sureness.NOT_UNDERSTOOD, unclear) for unclear in board.unclear]
        frame = whole if crop is None else whole.part(crop)
        notes += _beyond(whole, grid)
        part = framed(grid, frame, whole)
        raster = HexRaster(
            part, lattice(part.width, part.height, *part.size), names, frame.first, own.buildings
        )
        picture = board.picture
        if picture is not None and picture.shape[:2] == grid.terrain.shape:
            picture = frame.cut(picture)
        return _read(raster, picture, _name(archive, own), notes, desert=desert)


def _beyond(whole: BoardFrame, grid: Grid) -> Iterator[ImportNote]:
    """What of the picture lies beyond the hexes of a board."""
    lost = grid.terrain.size - whole.across * whole.down
    if lost:
        what = "the picture beyond the outer centre dots of the hexes; cut off"
        yield ImportNote(Sureness.NOT_UNDERSTOOD, what, (), lost)


def _own(archive: BoardArchive) -> Metadata:
    if not archive.has(_OWN):
        return Metadata()
    found = read_metadata(archive.read(_OWN, MOST_METADATA), _OWN)
    refuse_half_start(found)
    return found


def _shared(board: str, named: str | None) -> Metadata | None:
    """What all boards share, where it is named, or lies beside the board or in its folder."""
    path = Path(board)
    places = [Path(named)] if named is not None else [path.parent / SHARED, path / SHARED]
    for place in places:
        if named is not None or exists(place):
            if not exists(place):
                raise BadInput("there is no such file", str(place))
            with place.open("rb") as file:
                raw = file.read(MOST_METADATA + 1)
            if len(raw) > MOST_METADATA:
                raise BadInput(f"this is larger than {MOST_METADATA} bytes", str(place))
            return read_metadata(raw, str(place))
    return None


def _name(archive: BoardArchive, own: Metadata) -> str:
    name = own.facts.get("name", "").strip() or Path(archive.where).name.removeprefix("bd")
    kept = "".join(c for c in name if c.isalnum())[:20]
    return kept.lstrip("0") or "1"


def _facts(own: Metadata) -> Iterator[ImportNote]:
    """What the metadata has that a board of ours has not."""
    for what, found in (
        ("slopes in the metadata have no kind here; left out", own.slopes),
        ("railway embankments in the metadata have no kind here; left out", own.embankments),
        ("partial orchards in the metadata have no kind here; left out", own.partial),
    ):
        if found:
            at = tuple(f"{name}:{_sides(digits)}" for name, digits in found.items())
            yield ImportNote(Sureness.NOT_UNDERSTOOD, what, at)
    if not own.root:
        what = f"there is no {_OWN}; the board's name and picture are those of its file"
        yield ImportNote(Sureness.GUESSED, what)


def _sides(digits: str) -> str:
    """Hexsides that VASL counts from 0, as they are counted here."""
    return "".join(str(int(each) + 1) for each in digits if each in "012345") or "?"


def _grids(
    archive: BoardArchive,
    own: Metadata,
    shared: Metadata | None,
    notes: list[ImportNote],
    *,
    pictured: bool,
) -> Changed:
    """The grids and, where wanted and possible, the picture of a board."""
    has_grids = archive.has(_LOSDATA)
    image = own.facts.get("boardImageFileName", "") or f"{Path(archive.where).name}.gif"
    picture = None
    if (pictured or not has_grids) and archive.has(image) and (installed("PIL") or not has_grids):
        picture = decode(archive.read(image, MOST_IMAGE), image)
    if has_grids:
        grid = read_losdata(archive.read(_LOSDATA, MOST_LOSDATA))
    else:
        grid = _from_picture(archive.where, own, shared, picture)
        what = "there is no LOSData; terrain was read from the colours of the picture"
        notes.append(ImportNote(Sureness.GUESSED, what))
    return Changed(grid, picture, [], [])


def _from_picture(
    where: str, own: Metadata, shared: Metadata | None, picture: Array | None
) -> Grid:
    if Path(where).name.lower().startswith("ovr") and not own.root:
        raise BadInput(
            "this looks like an overlay of VASL, and only boards can be imported; a scenario lays "
            "overlays under [[overlays]]"
        )
    if shared is None or picture is None or not own.root:
        raise BadInput(
            f"this board has no LOSData; without it, {_OWN}, its picture and {SHARED} are needed"
        )
    sizes = [own.facts.get(key, "") for key in ("width", "height")]
    if not all(each.isdigit() and 0 < int(each[:4]) < 100 for each in sizes):
        raise BadInput("its metadata does not say how many hexes it has", _OWN)
    width, height = (int(each) for each in sizes)
    hills = own.facts.get("hasHills", "TRUE").upper() == "TRUE"
    found = convert(picture, colours_of(shared, own), hills=hills)
    grid = Grid(width, height, found.elevation, found.terrain, ())
    frame = whole_frame(own, width, height, grid.size)
    if width > 1:
        type_buildings(frame.cut(grid.terrain), frame, own, shared)
    return grid


def _is_desert(grid: Grid, names: Mapping[int, str], notes: list[ImportNote]) -> bool:
    """Whether a board, before any special rule, is a Desert Board."""
    found = is_desert(grid, names)
    has, a = ("has", "a") if found else ("has no", "no")
    what = f"the board {has} terrain of the desert, so it is {a} Desert Board"
    notes.append(ImportNote(Sureness.GUESSED, what))
    return found


def _read(
    raster: HexRaster, picture: Array | None, name: str, notes: list[ImportNote], *, desert: bool
) -> ImportedBoard:
    grounds, said = read_ground(raster)
    sides, said_of_sides = read_sides(raster, grounds)
    houses, said_of_houses = read_houses(raster, grounds)
    bridges, said_of_bridges = read_bridges(raster, grounds)
    bridges, roadless = _with_roads(raster, sides, bridges)
    depiction, lost, said_of_art = depict(raster, grounds, sides)
    terrain, astray = account(raster, grounds, sides, bridges, lost)
    notes += [*said, *said_of_sides, *said_of_houses, *said_of_bridges, *roadless, *said_of_art]
    notes += astray
    values = board_values(
        raster,
        grounds,
        sides,
        houses,
        bridges,
        name=name,
        desert=desert,
        depiction=encode_depiction(depiction),
    )
    notes = [*understood(raster, grounds, sides, houses, bridges), *notes]
    found = ImportedBoard(values, ImportReport(merged(notes), terrain), picture)
    board_of(found.spec, "board")
    return found


def _with_roads(
    raster: HexRaster, sides: Sides, bridges: list[Hex]
) -> tuple[list[Hex], list[ImportNote]]:
    """The bridges that carry a road, and what there is to say of the others (B6.1)."""
    on_road = set[Hex]()
    for place, side in (*sides.roads, *sides.exits):
        other = raster.across(place, side)
        on_road |= {place} if other is None else {place, other}
    lost = tuple(raster.name(place) for place in bridges if place not in on_road)
    what = "a bridge that carries no road (B6.1); left out"
    notes = [ImportNote(Sureness.NOT_UNDERSTOOD, what, lost)] if lost else []
    return [place for place in bridges if place in on_road], notes


_HEX: Final = re.compile(r"[A-Z]+\d+")
_SIZE: Final = re.compile(r'<svg [^>]*?viewBox="[^"]*" width="[^"]*" height="[^"]*"')
_MARGIN: Final = 30
"""Around a board, and between the picture of one and our drawing, in units of the latter."""


def doubts(report: ImportReport) -> dict[str, list[str]]:
    """All that was guessed or not understood of each hex, by the name that the board prints."""
    said: dict[str, list[str]] = {}
    for note in report.notes:
        for text in note.at if note.sureness is not Sureness.UNDERSTOOD else ():
            if found := _HEX.match(text):
                said.setdefault(found[0], []).append(f"{text}: {note.what}")
    return said


def beside_picture(
    found: ImportedBoard, drawing: str, board: tuple[float, float], marks: str = ""
) -> str:
    """An SVG of the board's picture above our drawing of it, both in one scale and with marks.

    ``board`` is the width and height of the board in the drawing, whose corner is its origin. An
    import without a picture gives the drawing back as it is.
    """
    if found.picture is None or not _SIZE.search(drawing):
        return drawing
    across, down = board
    wide, high = across + 2 * _MARGIN, down + 2 * _MARGIN
    below = down + _MARGIN
    inner = _SIZE.sub(
        f'<svg x="{-_MARGIN}" y="{below - _MARGIN:g}" width="{wide:g}" height="{high:g}" '
        f'viewBox="{-_MARGIN} {-_MARGIN} {wide:g} {high:g}"',
        drawing,
        count=1,
    )
    image = (
        f'<image x="0" y="0" width="{across:g}" height="{down:g}" preserveAspectRatio="none" '
        f'href="data:image/png;base64,{_png(found.picture)}"/>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-_MARGIN} {-_MARGIN} {wide:g} '
        f'{high + below:g}" width="{wide:g}" height="{high + below:g}">\n{inner}\n{image}\n'
        f'<g id="doubtful">{marks}</g>\n<g transform="translate(0 {below:g})">{marks}</g></svg>\n'
    )


def _png(picture: Array) -> str:
    from PIL import Image  # noqa: PLC0415 - only where a picture is drawn

    stream = io.BytesIO()
    rows = picture[..., :3].transpose(1, 0, 2).copy()
    Image.fromarray(rows).save(stream, "PNG", optimize=False)
    return base64.b64encode(stream.getvalue()).decode()
