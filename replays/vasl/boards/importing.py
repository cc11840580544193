"""A VASL board archive made into a board of ours, with a report of what was understood of it."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from events.converters import structure
from events.errors import BadInput
from events.scenario import BoardSpec
from replays.extras import installed
from replays.files import exists
from replays.vasl.boards.accounts import account
from replays.vasl.boards.archive import MOST_IMAGE, MOST_METADATA, BoardArchive, open_archive
from replays.vasl.boards.board_file import board_values
from replays.vasl.boards.counted import understood
from replays.vasl.boards.depict import depict
from replays.vasl.boards.framing import (
    BoardFrame,
    framed,
    refuse_half_start,
    whole_frame,
)
from replays.vasl.boards.geometry import lattice
from replays.vasl.boards.ground import is_desert, read_ground
from replays.vasl.boards.losdata import Array, Grid, read_losdata
from replays.vasl.boards.metadata import Metadata, read_metadata
from replays.vasl.boards.pixels import convert, decode
from replays.vasl.boards.report import ImportNote, ImportReport, Sureness, merged
from replays.vasl.boards.sides import Sides, read_sides
from replays.vasl.boards.ssr import Changed, change, colours_of
from replays.vasl.boards.survey import Survey
from replays.vasl.boards.typed import type_buildings
from replays.vasl.boards.works import read_bridges, read_houses
from sim.los.depiction import encode_depiction
from sim.map.board import board_of
from sim.map.hexes import Hex

__all__ = ["SHARED", "ImportedBoard", "import_board"]

SHARED: Final = "SharedBoardMetadata.xml"
"""The file with what VASL's boards share; looked for beside a board."""
_OWN: Final = "BoardMetadata.xml"
_LOSDATA: Final = "LOSData"
MOST_LOSDATA: Final = 16 * 1024 * 1024


@attrs.frozen(eq=False)
class ImportedBoard:
    """A board of VASL as one of ours.

    Attributes:
        values: the plain values of its board file.
        report: what was understood of it, what guessed, and what not.
        picture: its picture as its special rules have it; None without an image library.
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
        try:
            return _import(archive, metadata, rules, desert=desert, crop=crop, pictured=pictured)
        except BadInput as error:
            raise (error if error.where.startswith(name) else error.inside(name)) from None


def _import(
    archive: BoardArchive,
    metadata: str | None,
    rules: Sequence[str],
    *,
    desert: bool | None,
    crop: str | None,
    pictured: bool,
) -> ImportedBoard:
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
    survey = Survey(
        part, lattice(part.width, part.height, *part.size), names, frame.first, own.buildings
    )
    picture = board.picture
    if picture is not None and picture.shape[:2] == grid.terrain.shape:
        picture = frame.cut(picture)
    return _read(survey, picture, _name(archive, own), notes, desert=desert)


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
    survey: Survey, picture: Array | None, name: str, notes: list[ImportNote], *, desert: bool
) -> ImportedBoard:
    grounds, said = read_ground(survey)
    sides, said_of_sides = read_sides(survey, grounds)
    houses, said_of_houses = read_houses(survey, grounds)
    bridges, said_of_bridges = read_bridges(survey, grounds)
    bridges, roadless = _with_roads(survey, sides, bridges)
    depiction, lost, said_of_art = depict(survey, grounds, sides)
    terrain, astray = account(survey, grounds, sides, bridges, lost)
    notes += [*said, *said_of_sides, *said_of_houses, *said_of_bridges, *roadless, *said_of_art]
    notes += astray
    values = board_values(
        survey,
        grounds,
        sides,
        houses,
        bridges,
        name=name,
        desert=desert,
        depiction=encode_depiction(depiction),
    )
    notes = [*understood(survey, grounds, sides, houses, bridges), *notes]
    found = ImportedBoard(values, ImportReport(merged(notes), terrain), picture)
    board_of(found.spec, "board")
    return found


def _with_roads(
    survey: Survey, sides: Sides, bridges: list[Hex]
) -> tuple[list[Hex], list[ImportNote]]:
    """The bridges that carry a road, and what there is to say of the others (B6.1)."""
    on_road = set[Hex]()
    for place, side in (*sides.roads, *sides.exits):
        other = survey.across(place, side)
        on_road |= {place} if other is None else {place, other}
    lost = tuple(survey.name(place) for place in bridges if place not in on_road)
    what = "a bridge that carries no road (B6.1); left out"
    notes = [ImportNote(Sureness.NOT_UNDERSTOOD, what, lost)] if lost else []
    return [place for place in bridges if place in on_road], notes
