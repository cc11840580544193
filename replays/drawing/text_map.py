"""A coarse map for a terminal: two lines a hex, the odd hexrows half a hex higher.

The first line of a hex has its terrain and its level, as text maps of boards write them, and what
is built there; the second its counters. A key below explains every mark that is on the map.
"""

import re
from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from rich.color import ColorSystem
from rich.style import Style

from events.terms import Road
from replays.drawing.counter import DrawnMover, movers
from replays.drawing.margin import facts, moment_words
from replays.drawing.sightline import los_facts
from replays.drawing.structure import rubbled
from replays.drawing.style import colour as colour_of
from replays.drawing.style import ground_class, side_class
from replays.drawing.svg import Frame, centre
from replays.drawing.terrain import FIELD_OF, short_name
from replays.game.text import escape_controls
from sim.map.board import MARKS
from sim.map.hexes import HEXSIDES, Hex
from sim.map.terrain_kind import TerrainKind
from sim.questions.shot import ShotAnswer
from sim.state import State

_MARK: Final = {kind: mark for mark, kind in MARKS.items()}
_CELLS: Final = (7, 6, 5, 4)
"""How wide a hex may be, the best first."""

_MARGIN: Final = 4


_SIGNS: Final = {
    "!": "fire",
    "^": "Fortification",
    "@": "FFE",
    "*": "SMOKE",
    "+": "starshell or IR",
    '"': "Vehicle Dust",
    "'": "drift",
    "&": "Infantry or SW",
    "o": "end of the LOS",
    "/": "touched by the LOS",
    "X": "LOS blocked",
}
_WORKS: Final = {"#": "building", "%": "rubble", ":": "debris", "S": "shellholes"}
"""What marks that are no terrain of a board mean."""

_ROADS: Final = {Road.PAVED: "=", Road.UNPAVED: "-"}
_SIDE: Final = "|"


def terminal(
    state: State,
    shot: ShotAnswer | None = None,
    *,
    width: int = 80,
    colour: bool = False,
    window: Frame | None = None,
    note: str = "",
) -> str:
    """Draw a state as text, with the LOS of a shot; a map that is too wide is drawn in bands."""
    system = ColorSystem.TRUECOLOR if colour else None
    lines = _lines(state, shot, max(width, 20), window, note, system)
    return "".join(f"{line if colour else line.rstrip()}\n" for line in lines)


def _lines(
    state: State,
    shot: ShotAnswer | None,
    width: int,
    window: Frame | None,
    note: str,
    system: ColorSystem | None,
) -> Iterator[str]:
    area, name = state.setting.area, escape_controls(state.setting.scenario.name)
    yield Style(bold=True).render(name, color_system=system)
    yield escape_controls(moment_words(state))
    if note:
        yield escape_controls(note)
    names = {
        place: name
        for place, name in area.names.items()
        if window is None or window.has(centre(place), 1)
    }
    first, last = (limit(place.column for place in names) for limit in (min, max))
    room = width - _MARGIN
    cell = next((each for each in _CELLS if (last - first + 1) * each <= room), _CELLS[-1])
    band = max(room // cell, 1)
    shown_hexes = set(names.values())
    pieces = [each for each in movers(state) if each.hex in shown_hexes]
    cut = any(len(piece.key) > cell - 2 for piece in pieces)
    numbers = {piece.key: n for n, piece in enumerate(pieces, start=1) if cut}
    signs = _signs(state, shot)
    terrain = {name: "".join(_marks(state, name)) or "." for name in shown_hexes}
    cells = {
        place: _cell(state, name, terrain[name], signs, pieces, numbers, cell, system)
        for place, name in names.items()
    }
    for column in range(first, last + 1, band):
        yield ""
        columns = range(column, min(column + band, last + 1))
        yield from _band(state, names, cells, columns, cell)
    yield ""
    for about, what, rule in facts(state):
        yield escape_controls(f"{about:<11} {what}{f' ({rule})' if rule else ''}")
    for piece in pieces:
        number = f" {numbers[piece.key]}" if piece.key in numbers else ""
        said = ", ".join((piece.key, piece.side, *[piece.kind][: piece.unit], *piece.status))
        yield escape_controls(f"{piece.hex}{number}".ljust(11) + f" {said}")
    if shot is not None:
        yield from map(escape_controls, los_facts(shot))
    seen = [mark for mark, hexes in signs.items() if not shown_hexes.isdisjoint(hexes)]
    marks = set("".join(terrain.values()))
    yield from _legend(state, shown_hexes, marks, seen, width)


def _legend(
    state: State, shown_hexes: set[str], marks: set[str], signs: list[str], width: int
) -> Iterator[str]:
    """What the marks that are on this map mean, in lines of this width."""
    area = state.setting.area
    sides = {kind for (name, _), kind in area.hexsides.items() if name in shown_hexes}
    meant = {mark: str(kind) for kind, mark in _MARK.items()} | _WORKS
    meant |= {mark: f"{road} road" for road, mark in _ROADS.items()}
    meant[_SIDE] = f"{' or '.join(sorted(sides))} on a hexside"
    said = [f"{mark} {meant[mark]}" for mark in sorted(marks & meant.keys())]
    if any(area.record[name].level for name in shown_hexes):
        said.append("1 2 -1 levels")
    said += [f"{mark} {name}" for mark, name in _SIGNS.items() if mark in signs]
    lines = wrap(", ".join(each.replace(" ", "\0") for each in said), max(width - 12, 20))
    for n, line in enumerate(lines):
        yield f"{'Key' if not n else '':<11} {line.replace(chr(0), ' ')}"


def _band(
    state: State, names: dict[Hex, str], cells: dict[Hex, list[str]], columns: range, wide: int
) -> Iterator[str]:
    """Some hexrows from top to bottom, with their letters above and numbers beside them."""
    letters, beside = dict[int, str](), dict[int, str]()
    for place, name in names.items():
        if place.column not in columns:
            continue
        short = short_name(state.setting.area, name)
        found = re.search(r"([A-Z]+?)(\d+)$", short)
        letter, number = found.groups() if found else (short, "")
        letters.setdefault(place.column, letter)
        if place.column % 2 == 0:
            beside.setdefault(place.row, number)
    yield " " * _MARGIN + "".join(f"{letters.get(each, ''):<{wide}}" for each in columns)
    rows = [place.row for place in cells]
    for line in range(2 * min(rows), 2 * max(rows) + 3):
        row = (line - 1) // 2
        text = f"{beside.get(row, '') if line % 2 else '':>{_MARGIN - 1}} "
        for column in columns:
            row, second = divmod(line - (1 - column % 2), 2)
            here = cells.get(Hex(column, row)) if row >= 0 else None
            text += here[second] if here else " " * wide
        yield text


def _cell(
    state: State,
    name: str,
    terrain: str,
    signs: dict[str, set[str]],
    pieces: list[DrawnMover],
    numbers: dict[str, int],
    wide: int,
    system: ColorSystem | None,
) -> list[str]:
    record = state.setting.area.record[name]
    here = [piece for piece in pieces if piece.hex == name]
    counters = "".join(mark for mark, hexes in signs.items() if name in hexes)
    if here:
        counters += f"{numbers.get(here[0].key, here[0].key)}{'+' * (len(here) > 1)}"
    field = next((FIELD_OF[kind].name for kind in record.kinds if kind in FIELD_OF), None)
    ground = colour_of(field or ground_class(record.base, record.level))
    ink = _dark(here[0].side, state.setting.sides) if here else "#8a1f10"
    lines = (
        (f"{terrain}{record.level or ''}", Style(color="#3a2f1d", bgcolor=ground)),
        (counters, Style(color=ink, bgcolor=ground, bold=True)),
    )
    return [
        style.render(f"{escape_controls(words)[: wide - 1]:<{wide}}", color_system=system)
        for words, style in lines
    ]


def _dark(side: str, sides: tuple[str, str]) -> str:
    """The colour of a side, dark enough to be read on the ground."""
    colour = colour_of(side_class(side, sides))
    return "#" + "".join(f"{int(colour[n : n + 2], 16) * 2 // 5:02x}" for n in (1, 3, 5))


def _marks(state: State, name: str) -> Iterator[str]:
    """What was built in a hex, its terrain, its roads, and whether anything is on its hexsides."""
    area, ground = state.setting.area, state.ground.get(name)
    if ground is not None:
        building = ground.building
        yield "#" * (building is not None and building.rubbled_from != 0)
        yield "%" * rubbled(ground)
        yield ":" * (ground.debris is not None)
        yield "S" * ground.shellholes
    for kind in area.record[name].kinds:
        if kind is not TerrainKind.OPEN_GROUND:
            yield _MARK.get(kind, "?")
    for road, mark in _ROADS.items():
        yield mark * any(area.roads.get((name, side)) is road for side in HEXSIDES)
    yield _SIDE * any((name, side) in area.hexsides for side in HEXSIDES)


def _signs(state: State, shot: ShotAnswer | None) -> dict[str, set[str]]:
    ends, touched, blocked = set[str](), set[str](), set[str]()
    if shot is not None:
        los = shot.los
        blocked = {los.block.hex} if los.block is not None else blocked
        ends = {los.firer.hex, los.target.hex} - blocked
        touched = set(los.touched) - ends - blocked
    return {
        "o": ends,
        "/": touched,
        "X": blocked,
        "!": {name for name, ground in state.ground.items() if ground.fire is not None},
        "^": {each.hex for each in state.fortifications.values()},
        "@": {each.hex for each in state.ffes.values()},
        "*": {each.hex for each in state.smoke.values()},
        "+": {each.hex for each in state.lights.values()},
        '"': {each.hex for each in state.vehicle_dust.values()},
        "'": {name for hexes in state.drift.values() for name in hexes},
        "&": {each.hex for each in state.units.values()},
    }
