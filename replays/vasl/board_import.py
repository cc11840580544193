"""A VASL board archive made into a board of ours, with a report of what was understood of it."""

import base64
import io
import re
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np

from events.converters import structure
from events.errors import BadInput
from events.scenario import BoardSpec
from events.terms import HexsideKind, Road
from replays.game.file import installed
from replays.game.overlay_file import HIGH, NOTHING, WIDE
from replays.game.text import counted
from replays.vasl.board_archive import (
    LOSDATA,
    MOST_IMAGE,
    OWN,
    SHARED,
    Array,
    BoardArchive,
    Grid,
    Metadata,
    open_archive,
    shared_metadata,
    take_older,
)
from replays.vasl.board_grid import (
    HexRaster,
    demand_playable,
    framed,
    hexes_in,
    lattice,
    refuse_half_start,
    whole_frame,
)
from replays.vasl.board_line import Crop, LaidBoard, LaidOverlay, words_of
from replays.vasl.board_overlay import (
    STEP,
    BoardChange,
    OverlayBox,
    Placing,
    TurnedOverlay,
    lay_overlays,
    origins_of,
)
from replays.vasl.board_picture import Palette, convert, decode, depict
from replays.vasl.board_report import ImportNote, ImportReport, Sureness
from replays.vasl.board_terrain import BoardReading, chains, is_desert, read_board, type_buildings
from sim.los.depiction import Art, Depiction, encode_depiction
from sim.map.board import FIRST, MARKS, board_of, local_name
from sim.map.hexes import Hex, column_name

# The board file ---------------------------------------------------------------------------------

_OTHER: Final = "'"
_MARK_OF: Final = {kind: mark for mark, kind in MARKS.items()}


def _board_values(
    board: BoardReading, name: str, *, desert: bool, art: str, vasl: str, other: AbstractSet[Hex]
) -> dict[str, Any]:
    """The values of a board file, in the order in which a person reads them.

    The other hexes have not the base terrain of the board.
    """
    raster = board.raster
    values: dict[str, Any] = {"name": name, "desert": desert, "vasl": vasl}
    if raster.first != FIRST:
        values["first"] = raster.name(FIRST)
    values |= {
        "map": _text_map(board, other),
        "buildings": board.houses,
        "roads": list(_roads(board)),
        "paths": [{"hexes": list(map(raster.name, way))} for way in chains(raster, board.paths)],
        "bridges": [{"hex": raster.name(place)} for place in board.bridges],
        "hexsides": list(_hexsides(board)),
        "depiction": art,
    }
    return {key: value for key, value in values.items() if value != []}


def _text_map(board: BoardReading, other: AbstractSet[Hex]) -> str:
    raster = board.raster
    cells = {place: _cell(board, place, other) for place in raster.lattice.hexes}
    heads = [column_name(raster.first.column + c) for c in range(raster.grid.width)]
    wide = max(map(len, (*cells.values(), heads[-1]))) + 1
    lines = ["   " + "".join(each.ljust(wide) for each in heads).rstrip()]
    for number in range(raster.grid.height + 1):
        row = [str(number + raster.first.row).ljust(3)]
        for column in range(raster.grid.width):
            place = Hex(column, number - (0 if column % 2 else 1))
            row.append(cells.get(place, "").ljust(wide))
        lines.append("".join(row).rstrip())
    return "\n".join(lines) + "\n"


def _cell(board: BoardReading, place: Hex, other: AbstractSet[Hex]) -> str:
    ground = board.ground(place)
    marks = "".join(_MARK_OF[kind] for kind in ground.kinds) or "."
    return f"{marks}{ground.level or ''}{_OTHER if place in other else ''}"


def _roads(board: BoardReading) -> Iterator[dict[str, Any]]:
    raster = board.raster
    for kind in Road:
        crossed = [at for at, road in board.roads.items() if road is kind]
        leaves = [at for at, road in board.exits.items() if road is kind]
        for way in chains(raster, crossed):
            value: dict[str, Any] = {"hexes": list(map(raster.name, way)), "kind": str(kind)}
            mine = [at for at in leaves if at[0] in way]
            leaves = [at for at in leaves if at not in mine]
            if mine:
                value["exits"] = [raster.side_name(*at) for at in mine]
            yield value
        for at in leaves:
            exits = [raster.side_name(*at)]
            yield {"hexes": [raster.name(at[0])], "kind": str(kind), "exits": exits}


def _hexsides(board: BoardReading) -> Iterator[dict[str, Any]]:
    for kind in HexsideKind:
        sides = [side for side, found in board.standing.items() if found is kind]
        if kind is HexsideKind.BANK:
            sides = board.banks
        if sides:
            yield {"kind": str(kind), "at": [board.raster.side_name(*side) for side in sides]}


# The report -------------------------------------------------------------------------------------


def _understood(board: BoardReading) -> Iterator[str]:
    grid, heights = board.raster.grid, np.unique(board.raster.grid.elevation)
    across, down = grid.size
    hexes = f"{len(board.grounds)} hexes: {grid.width} hexrows of {grid.height}"
    yield f"{hexes}, {across} by {down} pixels"
    kinds = Counter(str(kind) for ground in board.grounds for kind in ground.kinds)
    yield from (f"{counted(count, 'hex')} of {kind}" for kind, count in kinds.most_common())
    levels = Counter(ground.level for ground in board.grounds)
    if len(levels) > 1:
        told = (f"{counted(count, 'hex')} at {level}" for level, count in sorted(levels.items()))
        each = ", ".join(told)
        yield f"levels: {each}"
    if board.houses:
        named = len({house.get("building", house["hex"]) for house in board.houses})
        yield f"{counted(len(board.houses), 'building hex')} of {counted(named, 'building')}"
    for at, thing, what in (
        (board.standing, "hexside", " of {}"),
        (board.roads, "hexside", " crossed by {} roads"),
        (board.exits, "{} road", " leaving the board by a whole hex"),
    ):
        for kind, count in Counter(map(str, at.values())).items():
            yield counted(count, thing.format(kind)) + what.format(kind)
    for which, thing, what in (
        (board.paths, "hexside", " crossed by Paths"),
        (board.banks, "bank", " between Depressions"),
        (board.bridges, "bridge", ""),
    ):
        if which:
            yield counted(len(which), thing) + what
    if len(heights) > 1:
        yield f"elevations in its picture from {int(heights[0])} to {int(heights[-1])}"


# The import -------------------------------------------------------------------------------------

_PICTURE: Final = re.compile(r"bd([\w &.-]{1,40})\.\w{3}")
_VERSION: Final = re.compile(r"[\w.]{1,12}")
_KINDLESS: Final = {
    "slope": "slopes",
    "rrembankment": "railway embankments",
    "partialorchard": "partial orchards",
}


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
    overlays: Sequence[LaidOverlay] = (),
) -> ImportedBoard:
    """Make a board of ours out of a VASL board archive.

    The metadata are what VASL's boards share, looked for beside the board; the rules are special
    ones of VASL. Its terrain says whether it is a Desert Board unless that is told. A part of it,
    ``A1-Q10``, is given by its upper left and lower right hex. It comes ``pictured`` where the
    picture is needed or wanted. Overlays are laid on the whole board; their archives lie in
    ``overlays`` beside the board or above. What is missing, damaged, too large
    or no such board is refused.
    """
    report = ImportReport()
    with open_archive(name) as archive:
        shared = shared_metadata(archive.where, metadata)
        own = _own(archive, shared, report)
        names = {} if shared is None else {code: name for name, code in shared.codes.items()}
        pictured = pictured or bool(rules)
        grid, picture = _grids(archive, own, shared, report, pictured=pictured, crop=crop)
        whole = whole_frame(own, grid.width, grid.height, grid.size)
        if desert is None:
            desert = is_desert(grid, names)
            has, a = ("has", "a") if desert else ("has no", "no")
            report.guess(f"the board {has} terrain of the desert, so it is {a} Desert Board")
        change = None
        if rules:
            common = _demanded(shared, "special rules", "--ssr")
            change = BoardChange(archive, common, own, grid, picture)
            change.apply([rule for rule in rules if rule in change.known or not overlays])
            report.notes += [ImportNote(Sureness.UNDERSTOOD, said) for said in change.said]
            report.notes += [ImportNote(Sureness.NOT_UNDERSTOOD, what) for what in change.unclear]
        placings = [Placing(each.name, each.hex1, each.hex2) for each in overlays]
        laid = np.zeros(grid.terrain.shape, np.uint8)
        if placings:
            beside = Path(archive.where).parent
            folders = [beside / "overlays", beside, beside.parent / "overlays"]
            box = OverlayBox(folders, _demanded(shared, "overlays", "--overlay"), rules)
            laid = lay_overlays(placings, box, grid, picture, whole, report)
            if change is not None:  # it refuses what neither board nor overlay has
                change.apply([rule for rule in rules if rule not in {*change.known, *box.used}])
        frame = whole if crop is None else whole.part(crop)
        demand_playable(frame)
        if beyond := grid.terrain.size - whole.across * whole.down:
            what = "the picture beyond the outer centre dots of the hexes; cut off"
            report.miss(what, pixels=beyond)
        part = framed(grid, frame)
        raster = HexRaster(
            part, lattice(part.width, part.height, *part.size), names, frame.first, own.buildings
        )
        if picture is not None and picture.shape[:2] == grid.terrain.shape:
            picture = frame.cut(picture)
        reading = read_board(raster, report, frame.cut(laid))
        depiction = depict(reading)
        report.notes[:0] = [ImportNote(Sureness.UNDERSTOOD, each) for each in _understood(reading)]
        report.merge()
        where = None if crop is None else Crop(frame.left, frame.top, frame.across, frame.down)
        known = attrs.evolve(
            _known_as(archive, own), crop=where, overlays=tuple(overlays), rules=tuple(rules)
        )
        values = _board_values(
            reading,
            _name(archive, own),
            desert=desert,
            art=encode_depiction(depiction),
            vasl=words_of(known),
            other={at for at, n in reading.overlays.items() if placings[n - 1].green is desert},
        )
        found = ImportedBoard(values, report, picture)
        board_of(found.spec, "board")
        return found


def import_overlay(name: str, which: str, *, metadata: str | None = None) -> ImportedBoard:
    """Make a file out of an overlay in an archive of VASL: all ways in which it can be turned.

    A scenario lays it on any board by the file. The metadata are looked for beside the archive and
    beside its folder.
    """
    report, placing = ImportReport(), Placing(which, "", "")
    with open_archive(name) as archive:
        shared = shared_metadata(name, metadata)
        shared = shared or shared_metadata(str(Path(name).parent), None)
        box, ways = OverlayBox([], _demanded(shared, "overlays", "--overlay")), []
        for way, origin in origins_of(archive, placing).items():
            piece = box.read(archive, placing, way, report)
            ways.append({"way": way, "origin": local_name(origin), **_way_values(piece, placing)})
    report.merge()
    hexes = len(ways[0]["hexes"])
    report.notes.append(ImportNote(Sureness.UNDERSTOOD, f"{hexes} hexes, turned {len(ways)} ways"))
    return ImportedBoard({"overlay": which.upper(), "ways": ways}, report, None)


def _way_values(piece: TurnedOverlay, placing: Placing) -> dict[str, Any]:
    """What an overlay turned one way has, by the hexes of its own grid."""
    wide, high = (-(-long // step) for long, step in zip(piece.seen.shape, STEP, strict=True))
    across, down = wide * STEP[0], high * STEP[1]
    width, height = round(across / WIDE) + 1, round(down / HIGH)
    terrain, laid = np.zeros((2, across, down), np.uint8)
    grid = Grid(width, height, np.zeros((across, down), np.int8), terrain)
    laid[tuple(map(slice, piece.seen.shape))] = piece.seen
    seen = laid > 0
    grid.terrain[seen] = piece.grid.terrain[piece.seen]
    grid.elevation[seen] = piece.grid.elevation[piece.seen]
    raster = HexRaster(grid, lattice(width, height, across, down))
    reading = read_board(raster, ImportReport(), laid)
    depiction = depict(reading)
    points = np.frombuffer(depiction.raster, np.uint16).reshape(across, down)
    points = np.where(seen, points, len(depiction.art)).astype(np.uint16)
    art = (*depiction.art, Art(FIRST, FIRST, NOTHING, 0))
    shown = Depiction(across, down, art, array("H", points.tobytes()))
    covered = sorted(reading.overlays)
    green = set(covered) if placing.green else set()
    return {
        "hexes": {raster.name(at): _cell(reading, at, green) for at in covered},
        "hexsides": list(_hexsides(reading)),
        "roads": list(_roads(reading)),
        "depiction": encode_depiction(shown),
    }


def _own(archive: BoardArchive, shared: Metadata | None, report: ImportReport) -> Metadata:
    """A board's metadata; what of it a board of ours has not is told."""
    own = archive.metadata()
    if own is None:
        report.guess(f"there is no {OWN}; the board's name and picture are those of its file")
        own = Metadata()
    take_older(archive, own, shared or Metadata())
    refuse_half_start(own)
    for element, what in _KINDLESS.items():
        at = [f"{name}:{_sides(digits)}" for name, digits in own.kindless.get(element, {}).items()]
        if at:
            report.miss(f"{what} in the metadata have no kind here; left out", *at)
    return own


def _sides(digits: str) -> str:
    """Hexsides that VASL counts from 0, as they are counted here."""
    return "".join(str(int(each) + 1) for each in digits if each in "012345") or "?"


def _demanded(shared: Metadata | None, what: str, option: str) -> Metadata:
    if shared is None:
        raise BadInput(f"{what} need {SHARED} of VASL; --metadata names it", option)
    return shared


def _known_as(archive: BoardArchive, own: Metadata) -> LaidBoard:
    """The board as VASL knows it: by the name of its picture, else of its archive."""
    picture = _PICTURE.fullmatch(own.facts.get("boardImageFileName", ""))
    name = picture[1] if picture else Path(archive.where).name.removeprefix("bd")[:40]
    version = own.facts.get("version", "")
    return LaidBoard(0, 0, name, version=version if _VERSION.fullmatch(version) else "")


def _name(archive: BoardArchive, own: Metadata) -> str:
    name = own.facts.get("name", "").strip() or Path(archive.where).name.removeprefix("bd")
    kept = "".join(c for c in name if c.isalnum())[:20]
    return kept.lstrip("0") or "1"


def _grids(
    archive: BoardArchive,
    own: Metadata,
    shared: Metadata | None,
    report: ImportReport,
    *,
    pictured: bool,
    crop: str | None,
) -> tuple[Grid, Array | None]:
    """The grids and, where wanted and possible, the picture of a board."""
    has_grids, file = archive.has(LOSDATA), Path(archive.where).name
    image, picture = own.facts.get("boardImageFileName", "") or f"{file}.gif", None
    if (pictured or not has_grids) and archive.has(image) and (installed("PIL") or not has_grids):
        picture = decode(archive.read(image, MOST_IMAGE), image)
    if has_grids:
        return archive.losdata(), picture
    if file.lower().startswith("ovr") and not own.root:
        raise BadInput("this looks like an overlay of VASL; --overlay lays it on a board")
    if archive.has("savedGame"):
        raise BadInput("this is a log or save of VASL; `khamsin scenario from` takes its setup")
    if shared is None or picture is None:
        what = f"without it, its picture and {SHARED} are needed"
        raise BadInput(f"this board has no LOSData; {what}")
    report.guess("there is no LOSData; terrain was read from the colours of the picture")
    size = picture.shape[0], picture.shape[1]
    width, height = hexes_in(own, size)
    frame = whole_frame(own, width, height, size)
    demand_playable(frame if crop is None else frame.part(crop))
    grid, _ = convert(picture, Palette.of(shared, own), hills=own.hills)
    type_buildings(frame.cut(grid.terrain), frame, own, shared)
    return Grid(width, height, grid.elevation, grid.terrain), picture


# The picture beside it --------------------------------------------------------------------------

_HEX: Final = re.compile(r"[A-Z]+\d+")
_SIZE: Final = re.compile(r'<svg [^<>]*?viewBox="[^"]*" width="[^"]*" height="[^"]*"')
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
    from PIL import Image  # noqa: PLC0415 - only where a picture is drawn

    stream = io.BytesIO()
    rows = found.picture[..., :3].transpose(1, 0, 2).copy()
    Image.fromarray(rows).save(stream, "PNG", optimize=False)
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
        f'href="data:image/png;base64,{base64.b64encode(stream.getvalue()).decode()}"/>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-_MARGIN} {-_MARGIN} {wide:g} '
        f'{high + below:g}" width="{wide:g}" height="{high + below:g}">\n{inner}\n{image}\n'
        f'<g id="doubtful">{marks}</g>\n<g transform="translate(0 {below:g})">{marks}</g></svg>\n'
    )
