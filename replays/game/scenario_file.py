"""Scenario, board and order files that people write, read strictly; and those that are bundled."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import attrs

from events.codec import decode_scenario, encode_scenario, scenario_complaints, to_json
from events.converters import short, structure
from events.errors import BadInput
from events.scenario import BoardSpec, Scenario
from events.terms import Month
from replays.game.bundled import ORDERS, bundled, bundled_boards, bundled_orders, bundled_text
from replays.game.file import exists, read_text
from replays.game.file_kind import FileKind, expecting, kind_of_text, mistaken
from replays.game.overlay_file import OverlayFile, with_laid_overlays
from sim.los.depiction import decode_depiction
from sim.soundness import faults, sound

_MOST_PARTS: Final = 16
"""A dotted key has no more parts."""
_MOST: Final = {"equals": (100_000, "keys"), "open": (20_000, "tables and lists")}
"""How many keys are given a value, and brackets opened, by kind of token."""
_MOST_TOKENS: Final = 500_000
"""No more words, signs, comments and backslashes are there."""

_TOKEN: Final = re.compile(
    r'(?P<text>"""(?:[^\\]|\\.)*?(?:"""|\Z)|\'\'\'.*?(?:\'\'\'|\Z)'
    r'|"(?:[^"\\\n]|\\.)*"?|\'[^\'\n]*\'?|[A-Za-z0-9_-]+)'
    r"|(?P<space>[ \t]+|#[^\n]*)|(?P<dot>\.)|(?P<equals>=)|(?P<open>[\[{])|(?P<other>.)",
    re.DOTALL,
)


def read_toml(text: str, where: str) -> dict[str, Any]:
    """Read TOML."""
    _measure(text, where)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"this is not TOML ({error})", where) from None
    except RecursionError:
        raise BadInput("this TOML is nested too deeply", where) from None
    except ValueError:
        raise BadInput("this TOML has a number that is too large", where) from None


def _measure(text: str, where: str) -> None:
    """Refuse text with very long keys, or very much of anything; one pass, that ends there."""
    parts, after_dot, counts = 0, False, dict.fromkeys(_MOST, 0)
    for number, found in enumerate(_TOKEN.finditer(text), text.count("\\")):
        if number > _MOST_TOKENS:
            raise BadInput(f"this TOML has more than {_MOST_TOKENS} words and signs", where)
        kind = found.lastgroup
        if kind == "space":
            continue
        if kind == "text":
            parts = parts + 1 if after_dot else 1
            if parts > _MOST_PARTS:
                line = text.count("\n", 0, found.start()) + 1
                raise BadInput(
                    f"a dotted key has more than {_MOST_PARTS} parts", f"{where}, line {line}"
                )
        elif kind != "dot":
            parts = 0
            if kind in counts:
                counts[kind] += 1
                most, what = _MOST[kind]
                if counts[kind] > most:
                    raise BadInput(f"this TOML has more than {most} {what}", where)
        after_dot = kind == "dot"


_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_WIDTH: Final = 100


def scenario_toml(scenario: Scenario) -> str:
    """The TOML text of a scenario: boards written out, and what has its default left out."""
    return "\n".join(_document(to_json(encode_scenario(scenario)))) + "\n"


def scenario_to_read(scenario: Scenario) -> str:
    """The same for people: a depiction is told by its size, and the SHA-256 of its text."""
    boards = list[BoardSpec]()
    for each in scenario.boards:
        if text := each.depiction:
            drawn, digest = decode_depiction(text), sha256(text.encode()).hexdigest()
            text = f"{drawn.across} by {drawn.down}, SHA-256 {digest}"
        boards.append(attrs.evolve(each, depiction=text))
    return scenario_toml(attrs.evolve(scenario, boards=tuple(boards)))


def values_toml(values: Mapping[str, Any]) -> str:
    """The TOML text of plain values: of a board, or of a scenario that need not be sound."""
    return "\n".join(_document(values)) + "\n"


def _document(value: Mapping[str, Any]) -> Iterator[str]:
    """Keys first, tables after them, as TOML wants it."""
    tables = {key: item for key, item in value.items() if _is_tables(item)}
    yield from _pairs({key: item for key, item in value.items() if key not in tables})
    for key, item in tables.items():
        if isinstance(item, Mapping):
            yield from ("", f"[{_key(key)}]", *_pairs(item))
        else:
            for each in item:
                yield from ("", f"[[{_key(key)}]]", *_pairs(each))


def _is_tables(item: Any) -> bool:
    many = isinstance(item, list | tuple) and bool(item)
    return isinstance(item[0] if many else item, Mapping)


def _pairs(table: Mapping[str, Any]) -> Iterator[str]:
    """Keys and their values; a long list has a line for each of its items."""
    for key, item in table.items():
        if item is None:
            continue
        line = f"{_key(key)} = {_value(item)}"
        if isinstance(item, list | tuple) and len(line) > _WIDTH:
            yield f"{_key(key)} = ["
            yield from (f"  {_value(each)}," for each in item)
            yield "]"
        else:
            yield line


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _text(key)


def _value(item: Any) -> str:
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, Mapping):
        inner = ", ".join(f"{_key(k)} = {_value(v)}" for k, v in item.items() if v is not None)
        return f"{{ {inner} }}"
    if isinstance(item, list | tuple):
        return f"[{', '.join(_value(each) for each in item)}]"
    return _block(item) if isinstance(item, str) else str(item)


def _block(text: str) -> str:
    """A text; one of several lines, as a map is, stays in its lines."""
    lines = text.split("\n")
    if len(lines) > 1 and all(line.isprintable() for line in lines) and not set('"\\') & set(text):
        return f'"""\n{text}"""'
    return _text(text)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


_PLACE: Final = re.compile(r"(\w+)(?:\[(\d+)\](.*))?")
_STAND_INS: Final[dict[str, Any]] = {
    "name": "a name",
    "land": "Libya",
    "month": "June",
    "turns": 1,
    "sides": ("one", "two"),
    "boards": (),
}
"""What stands in for a value that every scenario needs."""


def every_fault(value: dict[str, Any]) -> list[BadInput]:
    """All faults of a scenario, from the plain values of its file; none if it is sound."""
    complaints = scenario_complaints(value)
    if not complaints:
        return list(faults(decode_scenario(value)))
    harmless, numbers = _harmless(value, complaints)
    try:
        scenario = decode_scenario(harmless)
    except BadInput:
        return complaints
    return [*complaints, *_others(scenario, value, harmless, numbers)]


def readable(value: dict[str, Any]) -> Scenario:
    """What can be read of a scenario, from the plain values of its file; the rest is stood in for.

    It need not be sound, and without boards that can be read it has none.
    """
    return decode_scenario(_harmless(value, scenario_complaints(value))[0])


def _harmless(
    value: dict[str, Any], complaints: list[BadInput]
) -> tuple[dict[str, Any], dict[str, list[int]]]:
    """The scenario without what cannot be read, and which items of its lists are left."""
    places = [_PLACE.match(complaint.where) for complaint in complaints]
    spoilt = {(found[1], found[2]) for found in places if found is not None}
    left, numbers = dict(_STAND_INS), {}
    for key in value.keys() & attrs.fields_dict(Scenario).keys():
        gone = {index for name, index in spoilt if name == key}
        if not gone:
            left[key] = value[key]
        elif None not in gone and key not in _STAND_INS and isinstance(value[key], list):
            numbers[key] = [n for n in range(len(value[key])) if str(n) not in gone]
            left[key] = [value[key][n] for n in numbers[key]]
    return left, numbers


def _others(
    scenario: Scenario,
    value: dict[str, Any],
    harmless: dict[str, Any],
    numbers: dict[str, list[int]],
) -> Iterator[BadInput]:
    """What else is not sound, at the places of the file as it was written."""
    changed = {key for key in value.keys() | _STAND_INS if harmless.get(key) != value.get(key)}
    changed -= numbers.keys()
    for fault in faults(scenario):
        found = _PLACE.match(fault.where)
        if found is None or found[1] in changed or _leans_on(fault, changed):
            continue
        key, index, rest = found.groups()
        if index is not None and key in numbers:
            yield BadInput(fault.what, f"{key}[{numbers[key][int(index)]}]{rest}")
        else:
            yield fault


def _leans_on(fault: BadInput, changed: set[str]) -> bool:
    """Whether a fault may only be there because something else stands in for what was written."""
    climate = {"weather", "ec", "time_of_day", "dust", "wind", "wind_direction"}
    of_sides = "is not a side" in fault.what or "is not one of the sides" in fault.what
    return ("sides" in changed and (of_sides or fault.where == "first")) or (
        fault.where in climate and bool(changed & {*climate, "land", "dyo", "month"})
    )


Json = dict[str, Any]

_FROM: Final = "from"
"""The key of a board that names where the rest of it stands."""


# Orders -------------------------------------------------------------------------------------


def order_text(name: str | Path) -> str:
    """The text of an order file, or of a bundled one by its name."""
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
    """Read and check a scenario: a TOML file, or the name of a bundled one."""
    scenario, where = parse_scenario(name)
    with _inside(where):
        return sound(scenario)


def parse_scenario(name: str | Path) -> tuple[Scenario, str]:
    """Read a scenario without checking that it is sound; also says where it was found."""
    with expecting(name, FileKind.SCENARIO):
        values, where = scenario_values(name)
        return _decoded(values, where), where


def scenario_values(name: str | Path) -> tuple[Json, str]:
    """The plain values of a scenario file, its boards written out, and where it was found."""
    path, where = Path(name), str(name)
    if where in bundled() and not exists(path):
        return _values(bundled_text("scenarios", where), where, None), where
    with expecting(name, FileKind.SCENARIO):
        return _values(_text_or_names(path, bundled(), "scenarios"), where, path.parent), where


def read_scenario(text: str, where: str, folder: Path | None = None) -> Scenario:
    """Read a scenario from TOML text, without checking that it is sound.

    Board files that it names lie in its folder; without a folder it can name bundled boards only.
    """
    return _decoded(_values(text, where, folder), where)


def _decoded(values: Json, where: str) -> Scenario:
    with _inside(where):
        return decode_scenario(values)


@contextmanager
def _inside(where: str) -> Iterator[None]:
    """Complaints of what is read in this block are of this place."""
    try:
        yield
    except BadInput as error:
        raise error.inside(where) from None


def _values(text: str, where: str, folder: Path | None) -> Json:
    value = read_toml(text, where)
    with _inside(where):
        return with_whole_boards(value, folder)


def with_whole_boards(value: Json, folder: Path | None) -> Json:
    """The plain values of a scenario, boards and overlays written out; see `read_scenario`."""
    boards = value.get("boards")
    if not isinstance(boards, list):
        return value
    whole = {**value, "boards": [_whole(each, folder, n) for n, each in enumerate(boards)]}
    return with_laid_overlays(whole, lambda name: _overlay_file(name, folder))


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
    """Read a board: a TOML file, or the name of a bundled one."""
    value, where = _board_file(str(name), Path())
    with _inside(where):
        return structure(value, BoardSpec)


def load_overlay(name: str | Path) -> OverlayFile:
    """Read the file of an overlay."""
    with _inside(str(name)):
        return structure(read_toml(read_text(Path(name)), str(name)), OverlayFile)


def _whole(board: Any, folder: Path | None, index: int) -> Any:
    """A board written out; what stands beside ``from`` wins."""
    if not isinstance(board, dict) or _FROM not in board:
        return board
    name, place = board[_FROM], f"boards[{index}].{_FROM}"
    if not isinstance(name, str):
        raise BadInput(f"{short(name)} is not a text", place)
    with _inside(place):
        found, where = _board_file(name, folder)
        with _inside(where):  # a name and its kind may come from elsewhere
            if _FROM in found:
                raise BadInput("a board file cannot take its board from another", _FROM)
            structure({"name": "", "desert": False, **found}, BoardSpec)
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


def _overlay_file(name: str, folder: Path | None) -> Json:
    """The plain values of the file of an overlay."""
    if folder is None:
        raise BadInput("the file of an overlay lies beside that of its scenario", _FROM)
    path = folder / name
    try:
        return read_toml(read_text(path), str(path))
    except BadInput as error:
        if exists(path):
            raise
        made = f"`khamsin board import ovrX --overlay NAME -o {name[:40]}` makes it"
        raise BadInput(f"{error.what}; {made}", error.where) from None


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
