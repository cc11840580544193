"""Scenario, board and order files that people write, read strictly; and those that are bundled."""

from pathlib import Path
from typing import Any, Final

from events.codec import decode_scenario
from events.converters import short, structure
from events.errors import BadInput
from events.scenario import BoardSpec, Scenario
from events.terms import Month
from replays.files import exists, read_text
from replays.scenarios.bundled import ORDERS, bundled, bundled_boards, bundled_orders, bundled_text
from replays.scenarios.toml import read_toml
from replays.scenarios.wrong_file import FileKind, expecting, kind_of_text, mistaken
from sim.soundness import sound

__all__ = [
    "board_alone",
    "load_board",
    "load_scenario",
    "order_text",
    "parse_scenario",
    "read_scenario",
    "scenario_values",
]

Json = dict[str, Any]

_FROM: Final = "from"
"""The key of a board that names where the rest of it stands."""


# Orders -------------------------------------------------------------------------------------


def order_text(name: str | Path) -> str:
    """The text of an order file, or of a bundled one by its name.

    Raises:
        BadInput: when it cannot be read.
    """
    path = Path(name)
    if str(name) in bundled_orders() and not exists(path):
        return bundled_text("orders", str(name), ORDERS)
    with expecting(name, FileKind.ORDERS):
        text = _text_or_names(path, bundled_orders(), "orders")
    if kind_of_text(text) not in (FileKind.ORDERS, FileKind.UNKNOWN):
        raise mistaken(name, FileKind.ORDERS) or BadInput("orders are expected", str(name))
    return text


# Scenarios ----------------------------------------------------------------------------------


def load_scenario(name: str | Path) -> Scenario:
    """Read and check a scenario: a TOML file, or the name of a bundled one.

    Raises:
        BadInput: when it cannot be read, or is not sound.
    """
    scenario, where = parse_scenario(name)
    try:
        return sound(scenario)
    except BadInput as error:
        raise error.inside(where) from None


def parse_scenario(name: str | Path) -> tuple[Scenario, str]:
    """Read a scenario without checking that it is sound; also says where it was found.

    Raises:
        BadInput: when it cannot be read.
    """
    path, where = Path(name), str(name)
    if where in bundled() and not exists(path):
        return read_scenario(bundled_text("scenarios", where), where), where
    with expecting(name, FileKind.SCENARIO):
        text = _text_or_names(path, bundled(), "scenarios")
        return read_scenario(text, where, path.parent), where


def scenario_values(name: str | Path) -> tuple[Json, str]:
    """The plain values of a scenario file, its boards written out, and where it was found.

    Raises:
        BadInput: when it is not TOML, or one of its boards cannot be read.
    """
    path, where = Path(name), str(name)
    if where in bundled() and not exists(path):
        return _values(bundled_text("scenarios", where), where, None), where
    with expecting(name, FileKind.SCENARIO):
        return _values(_text_or_names(path, bundled(), "scenarios"), where, path.parent), where


def _values(text: str, where: str, folder: Path | None) -> Json:
    value = read_toml(text, where)
    try:
        return _with_boards(value, folder)
    except BadInput as error:
        raise error.inside(where) from None


def read_scenario(text: str, where: str, folder: Path | None = None) -> Scenario:
    """Read a scenario from TOML text, without checking that it is sound.

    Board files that it names lie in its folder; without a folder it can name bundled boards only.

    Raises:
        BadInput: when it is not TOML, or no scenario.
    """
    value = _values(text, where, folder)
    try:
        return decode_scenario(value)
    except BadInput as error:
        raise error.inside(where) from None


def _text_or_names(path: Path, names: tuple[str, ...], what: str) -> str:
    """The text of a file; if there is none, and it may be no file at all, what is bundled."""
    try:
        return read_text(path)
    except BadInput as error:
        if exists(path) or path.suffix:
            raise
        known = ", ".join(names)
        raise BadInput(f"{error.what}; bundled {what} are {known}", error.where) from None


# Boards -------------------------------------------------------------------------------------


def load_board(name: str | Path) -> BoardSpec:
    """Read a board: a TOML file, or the name of a bundled one.

    Raises:
        BadInput: when it cannot be read, or is not a board.
    """
    value, where = _board_file(str(name), Path())
    try:
        return structure(value, BoardSpec)
    except BadInput as error:
        raise error.inside(where) from None


def _with_boards(value: Json, folder: Path | None) -> Json:
    """A scenario whose boards are all written out; what stands beside ``from`` wins."""
    boards = value.get("boards")
    if not isinstance(boards, list):
        return value
    return {**value, "boards": [_whole(each, folder, n) for n, each in enumerate(boards)]}


def _whole(board: Any, folder: Path | None, index: int) -> Any:
    if not isinstance(board, dict) or _FROM not in board:
        return board
    name = board[_FROM]
    place = f"boards[{index}].{_FROM}"
    if not isinstance(name, str):
        raise BadInput(f"{short(name)} is not a text", place)
    try:
        found, where = _board_file(name, folder)
        _check_board(found, where)
    except BadInput as error:
        raise error.inside(place) from None
    return {**found, **{key: item for key, item in board.items() if key != _FROM}}


def _board_file(name: str, folder: Path | None) -> tuple[Json, str]:
    """The plain values of a board file or bundled board, and where they were found."""
    path = None if folder is None else folder / name
    if name in bundled_boards() and not (path is not None and exists(path)):
        return read_toml(bundled_text("boards", name), name), name
    if path is None:
        known = ", ".join(bundled_boards())
        raise BadInput(f"{short(name)} is not a bundled board; those are {known}")
    return read_toml(_text_or_names(path, bundled_boards(), "boards"), str(path)), str(path)


def _check_board(value: Json, where: str) -> None:
    """Complain of a board file by its own name; a name and its kind may come from elsewhere."""
    try:
        if _FROM in value:
            raise BadInput("a board file cannot take its board from another", _FROM)
        structure({"name": "", "desert": False, **value}, BoardSpec)
    except BadInput as error:
        raise error.inside(where) from None


def board_alone(board: BoardSpec) -> Scenario:
    """A scenario that has nothing but a board: to look at, or to trace LOS on."""
    return Scenario(
        name=f"Board {board.name}",
        land="",
        month=Month.JUNE,
        turns=1,
        sides=("", ""),
        boards=(board,),
    )
