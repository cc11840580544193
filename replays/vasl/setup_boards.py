"""The boards of a setup in VASL as the boards of a scenario: imported, as files, or plain."""

from collections.abc import Sequence
from math import ceil, floor
from pathlib import Path
from typing import Any, Final

import attrs

from events.errors import BadInput
from replays.game.file import demand, exists
from replays.game.scenario_file import load_board, values_toml
from replays.vasl.board_line import BoardSize, Crop, LaidBoard, VaslMap
from sim.map.board import local_name
from sim.map.hexes import Hex

_DESERT: Final = range(25, 32)
"""Numbers of Desert Boards: what a board is taken for whose terrain is not at hand."""
_BY_KEY: Final = {"SteppeTerrain": "steppe", "BrokenTerrain": "broken"}
"""Special rules of VASL that a scenario says in a key of its own (191)."""
_NEAR: Final = 0.1
_LONGEST: Final = 80


TAKEN, GUESSED, LEFT = "taken", "guessed", "left"


@attrs.frozen
class SetupNote:
    """What became of something on the table: how sure that is, what it is, where it lies, why."""

    sure: str
    what: str
    at: str
    why: str


@attrs.define
class SetupBoards:
    """Boards as a scenario lists them, row by row.

    ``places`` are their numbers in the board line, in the order of the list; ``whole`` are the
    boards with what is in ``files``, which are new, by name; ``keys`` is what they put into the
    scenario.
    """

    table: VaslMap
    places: list[int] = attrs.field(factory=list)
    values: list[dict[str, Any]] = attrs.field(factory=list)
    whole: list[dict[str, Any]] = attrs.field(factory=list)
    files: dict[str, str] = attrs.field(factory=dict)
    keys: dict[str, Any] = attrs.field(factory=dict)
    notes: list[SetupNote] = attrs.field(factory=list)

    def note(self, sure: str, board: str, why: str) -> None:
        """Say what became of something of a board."""
        self.notes.append(SetupNote(sure, board, "", why))


def boards_of(
    laid: Sequence[LaidBoard], folder: str | None, beside: Path, unread: str = ""
) -> SetupBoards:
    """The boards of a board line, from VASL's archives in a folder.

    Without a folder those that lie as ``bd26.toml`` beside the scenario are taken, and the others
    are plain. ``beside`` is the scenario's file; new board files are called after it. ``unread``
    is a board line that was not understood.
    """
    if folder is None:
        table = VaslMap.of(laid)
    else:
        demand("numpy", "importing a board")
        from replays.vasl.board_size import vasl_map  # noqa: PLC0415 - needs NumPy

        table = vasl_map(laid, folder)
    found = SetupBoards(table)
    found.places = sorted(range(len(laid)), key=lambda n: (laid[n].row, laid[n].column))
    rows = sorted({each.row for each in laid})
    for number in found.places:
        board = laid[number]
        values, whole = _board(found, number, folder, beside)
        more: dict[str, Any] = {"rotated": True} if board.reversed else {}
        if len(rows) > 1:
            more["row"] = rows.index(board.row) + 1
        twice = sum(each["name"].rstrip("x") == values["name"] for each in found.values)
        more["name"] = values["name"] + "x" * twice
        found.values.append(values | more)
        found.whole.append(whole | more)
    if not laid:
        found.values.append({"name": "1", "desert": False})
        found.whole = found.values
        why = f"{unread[:_LONGEST]!r} is not understood: a board has its own place, and a name"
        why = why if unread else "none lies on the table"
        found.note(LEFT, "boards", f"{why}; a plain one stands in")
    return found


_Values = dict[str, Any]


def _board(
    found: SetupBoards, number: int, folder: str | None, beside: Path
) -> tuple[_Values, _Values]:
    """A board as the scenario has it, imported or not; and written out, if it is."""
    board = found.table.boards[number]
    called = f"board {board.name}"
    rules = [each for each in board.rules if each not in _BY_KEY]
    for rule in set(board.rules) & _BY_KEY.keys():
        found.keys[_BY_KEY[rule]] = True
        found.note(TAKEN, called, f"{rule}: {_BY_KEY[rule]} = true, for all boards")
    crop, part = None, dict[str, Any]()
    if board.crop is not None:
        first, last, why = part_of(board.crop, found.table.sizes[number], called)
        crop = f"{local_name(first)}-{local_name(last)}"
        part = {"width": last.column - first.column + 1, "height": last.row - first.row + 1}
        part["first"] = local_name(first)
        found.note(GUESSED if why else TAKEN, called, f"its part {crop}{why}")
    if folder is not None:
        return _imported(found, number, folder, beside, rules, crop)
    file, name = f"bd{board.name}.toml", board.name.lstrip("0") or "1"
    for what in (*rules, *(f"overlay {each.name}" for each in board.overlays)):
        found.note(LEFT, called, f"{what}; --boards FOLDER brings what is in VASL's archives")
    if exists(beside.parent / file) and crop is None:
        found.note(TAKEN, called, f"the file {file}")
        values = {"from": file, "name": load_board(beside.parent / file).name or name}
        return values, values
    found.note(LEFT, called, "its terrain; --boards FOLDER imports it, and a plain one stands in")
    plain = {"name": name, "desert": name.isdigit() and int(name) in _DESERT, **part}
    return plain, plain


def _imported(
    found: SetupBoards,
    number: int,
    folder: str,
    beside: Path,
    rules: Sequence[str],
    crop: str | None,
) -> tuple[_Values, _Values]:
    """A board imported into a file beside the scenario."""
    from replays.vasl.board_import import SHARED, import_board  # noqa: PLC0415 - needs NumPy
    from replays.vasl.board_overlay import Placing  # noqa: PLC0415 - needs NumPy

    board = found.table.boards[number]
    called, archive = f"board {board.name}", f"{folder}/bd{board.name}"
    size, cut = found.table.sizes[number], board.crop or Crop(0, 0, -1, -1)
    if min(cut.x, cut.y) < 0 or cut.x + cut.width > size.across + size.pitch[0] / 2:
        raise BadInput(f"the part of {called} in play reaches beyond its {size.across} pixels")
    laid = {f"overlay {Placing(*attrs.astuple(o))}": o for o in board.overlays}
    if (rules or laid) and not exists(Path(archive).with_name(SHARED)):
        what = ", ".join((*rules, *laid))
        raise BadInput(f"{what} of {called} needs {SHARED} of VASL in it", folder)
    imported = None
    while imported is None:
        try:
            placed = tuple(laid.values())
            imported = import_board(archive, rules=rules, crop=crop, overlays=placed)
        except BadInput as error:
            said = f"overlay {error.what}".partition("; --")[0]
            bad = next((each for each in laid if said.startswith(each)), None)
            known = [each for each in rules if not error.what.startswith(f"{each!r} ")]
            if bad is not None:
                del laid[bad]
            elif len(known) < len(rules):
                rules, said = known, error.what
            else:
                raise
            found.note(LEFT, called, said)
    file = f"{beside.stem}-{board.name}{'' if board.crop is None else f'-{crop}'}.toml"
    found.files[file] = values_toml(imported.values)
    turned = ", reversed" if board.reversed else ""
    said = ", ".join((*rules, *laid))
    found.note(TAKEN, called, f"{file}{turned}{f', with {said}' if said else ''}")
    notes = [str(note) for note in imported.report.notes if note.sureness != "understood"]
    for note in notes:
        if note.startswith("overlay "):
            found.note(LEFT, called, note)
    if notes:
        things = "1 thing" if len(notes) == 1 else f"{len(notes)} things"
        found.note(GUESSED, called, f"{things} in it; `khamsin board draw` shows them")
    return {"from": file, "name": imported.values["name"]}, imported.values


def part_of(crop: Crop, size: BoardSize, board: str) -> tuple[Hex, Hex, str]:
    """The corners of a part of a board, and in words what of it is not as VASL has it.

    VASL crops along the middle of any hexrow, or half a hex beside it. Here a part begins and ends
    in the middle of hexrow A, C, E and so on.
    """
    (x, y), (wide, high) = size.first, size.pitch
    across = crop.width if crop.width > 0 else size.across - crop.x
    down = crop.height if crop.height > 0 else size.down - crop.y
    left, right = (crop.x - x) / wide, (crop.x + across - x) / wide
    first, last = ceil(left - _NEAR), floor(right + _NEAR)
    top = round((crop.y - y) / high + 0.5)
    bottom = max(round((crop.y + down - y) / high + 0.5) - 1, top)
    why = ", a hexrow wider than VASL's" if first % 2 or last % 2 else ""
    if not first < last:
        raise BadInput(f"the part of {board} in play, {across} by {down} pixels, has no hexes")
    return Hex(first - first % 2, top), Hex(last + last % 2, bottom), why
