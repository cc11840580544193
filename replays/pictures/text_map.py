"""A coarse map for a terminal: two lines a hex, the odd hexrows half a hex higher.

The first line of a hex has its terrain and its level, as text maps of boards write them; the
second its counters. Building is ``#``, rubble ``%``, debris ``:``; fire is ``!``, SMOKE ``*``,
drift ``'``, Vehicle Dust ``"``, an FFE ``@``, a Fortification ``^``, Infantry and SW ``&``; an end
of the LOS is ``o``, a hex that it touches ``/``, and where it is blocked ``X``.
"""

import io
import re
from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Final

import attrs
from rich.console import Console
from rich.style import Style
from rich.text import Text

from replays.pictures.caption import facts
from replays.pictures.palette import ground_colour, side_colour
from replays.pictures.sightline import los_facts
from replays.pictures.terrain import FIELD_OF
from replays.pictures.units import unit_status
from replays.shown import shown
from sim.map.board import MARKS
from sim.map.hexes import Hex
from sim.map.terrain_kind import TerrainKind
from sim.questions.shot import ShotAnswer
from sim.state import Ground, State

__all__ = ["terminal"]

_MARK: Final = {kind: mark for mark, kind in MARKS.items()}
_CELLS: Final = (6, 5, 4, 3)
"""How wide a hex may be, the best first."""

_MARGIN: Final = 4


@attrs.frozen
class _Cell:
    """A hex on the terminal: its two lines, the signs in the second, and its colours."""

    terrain: str
    counters: str
    signs: str
    ground: str
    ink: str


def terminal(
    state: State, shot: ShotAnswer | None = None, *, width: int = 80, colour: bool = False
) -> str:
    """Draw a state as text.

    Args:
        state: the state.
        shot: the answer of `ask shot`, whose LOS is drawn over it.
        width: columns of the terminal; a wider map is drawn in bands.
        colour: with the colours of a terminal; else plain text.
    """
    console = Console(
        file=io.StringIO(),
        force_terminal=colour,
        color_system="truecolor" if colour else None,
        width=max(width, 20),
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    with console.capture() as written:
        for line in _lines(state, shot, max(width, 20)):
            if not colour:
                line.rstrip()
            console.print(line, soft_wrap=True)
    return written.get()


def _lines(state: State, shot: ShotAnswer | None, width: int) -> Iterator[Text]:
    area = state.setting.area
    yield Text(shown(state.setting.scenario.name), Style(bold=True))
    columns = max(place.column for place in area.names) + 1
    room = width - _MARGIN
    cell = next((each for each in _CELLS if columns * each <= room), _CELLS[-1])
    band = max(room // cell, 1)
    cells = {place: _cell(state, shot, name) for place, name in area.names.items()}
    for first in range(0, columns, band):
        yield Text()
        yield from _band(state, cells, range(first, min(first + band, columns)), cell)
    yield Text()
    for about, what in facts(state):
        yield Text(shown(f"{about:<11} {what}"))
    for key, vehicle in sorted(state.vehicles.items()):
        if vehicle.hex is not None and not vehicle.exited:
            yield Text(shown(f"{vehicle.hex:<11} {key}, {state.setting.vehicles[key].side}"))
    for key, unit in sorted(state.units.items()):
        said = ", ".join((key, unit.side, unit.kind, *unit_status(state, unit)))
        yield Text(shown(f"{unit.hex:<11} {said}"))
    if shot is not None:
        yield from (Text(shown(line)) for line in los_facts(shot))
    yield from (Text(line) for line in _key(cells.values(), width))


_SIGNS: Final = {
    "!": "fire",
    "^": "Fortification",
    "@": "FFE",
    "*": "SMOKE",
    '"': "Vehicle Dust",
    "'": "drift",
    "&": "Infantry or SW",
    "o": "end of the LOS",
    "/": "touched by the LOS",
    "X": "LOS blocked",
}
_WORKS: Final = {"#": "building", "%": "rubble", ":": "debris", "S": "shellholes"}
"""What marks that are no terrain of a board mean."""


def _key(cells: Iterable[_Cell], width: int) -> list[str]:
    """What the marks that are on this map mean, in lines of this width."""
    names = {**{mark: str(kind) for kind, mark in _MARK.items()}, **_WORKS}
    terrain = {mark for cell in cells for mark in cell.terrain if mark in names}
    signs = {mark for cell in cells for mark in cell.signs}
    said = [f"{mark} {names[mark]}" for mark in sorted(terrain)]
    said += [f"{mark} {name}" for mark, name in _SIGNS.items() if mark in signs]
    lines = wrap(", ".join(each.replace(" ", "\0") for each in said), max(width - 12, 20))
    return [
        f"{'Key' if not n else '':<11} {line.replace(chr(0), ' ')}" for n, line in enumerate(lines)
    ]


def _band(state: State, cells: dict[Hex, _Cell], columns: range, wide: int) -> Iterator[Text]:
    """Some hexrows from top to bottom, with their letters above and numbers beside them."""
    names = state.setting.area.names
    letters = (_short(names[Hex(column, 0)])[0] for column in columns)
    yield Text(" " * _MARGIN + "".join(f"{each:<{wide}}" for each in letters))
    rows = max(place.row for place in cells if place.column % 2 == 0) + 1
    for line in range(2 * rows + 1):
        row = (line - 1) // 2
        beside = _short(names[Hex(0, row)])[1] if line % 2 and row < rows else ""
        text = Text(f"{beside:>{_MARGIN - 1}} ")
        for column in columns:
            row, second = divmod(line - (1 - column % 2), 2)
            found = cells.get(Hex(column, row)) if row >= 0 else None
            text.append_text(_part(found, wide, second=bool(second)))
        yield text


def _short(name: str) -> tuple[str, str]:
    """Letters and number of a hex, without the name of its board."""
    found = re.search(r"([A-Z]+?)(\d+)$", name)
    return (found[1], found[2]) if found else (name, "")


def _part(cell: _Cell | None, wide: int, *, second: bool) -> Text:
    """One line of a hex."""
    if cell is None:
        return Text(" " * wide)
    words = cell.counters if second else cell.terrain
    bold = second and bool(cell.ink)
    style = Style(color=cell.ink if bold else "#3a2f1d", bgcolor=cell.ground, bold=bold)
    return Text(f"{shown(words)[: wide - 1]:<{wide}}", style)


def _cell(state: State, shot: ShotAnswer | None, name: str) -> _Cell:
    record = state.setting.area.record[name]
    ground = state.ground.get(name)
    marks = "".join(_works(ground)) if ground is not None else ""
    marks += "".join(
        _MARK.get(kind, "?") for kind in record.kinds if kind is not TerrainKind.OPEN_GROUND
    )
    terrain = f"{marks or '.'}{record.level or ''}"
    here = [
        (key, side_colour(state.setting.vehicles[key].side, state.setting.sides))
        for key, vehicle in sorted(state.vehicles.items())
        if vehicle.hex == name and not vehicle.exited
    ]
    counters = "".join((*_los_signs(shot, name), *_signs(state, name)))
    vehicles = here[0][0] + "+" * (len(here) > 1) if here else ""
    field = next((FIELD_OF[kind].fill for kind in record.kinds if kind in FIELD_OF), None)
    return _Cell(
        terrain=terrain,
        counters=counters + vehicles,
        signs=counters,
        ground=field or ground_colour(record.base, record.level),
        ink=_dark(here[0][1]) if here else "#8a1f10",
    )


def _dark(colour: str) -> str:
    """A colour dark enough to be read on the ground."""
    return "#" + "".join(f"{int(colour[n : n + 2], 16) * 2 // 5:02x}" for n in (1, 3, 5))


def _works(ground: Ground) -> Iterator[str]:
    building = ground.building
    if building is not None and building.rubbled_from != 0:
        yield "#"
    if ground.rubble is not None or (building is not None and building.rubbled_from is not None):
        yield "%"
    if ground.debris is not None:
        yield ":"
    if ground.shellholes:
        yield "S"


def _los_signs(shot: ShotAnswer | None, name: str) -> Iterator[str]:
    if shot is None:
        return
    los = shot.los
    if los.block is not None and los.block.hex == name:
        yield "X"
    elif name in (los.firer.hex, los.target.hex):
        yield "o"
    elif name in los.touched:
        yield "/"


def _signs(state: State, name: str) -> Iterator[str]:
    ground = state.ground.get(name)
    for on, sign in (
        (ground is not None and ground.fire is not None, "!"),
        (any(each.hex == name for each in state.fortifications.values()), "^"),
        (any(each.hex == name for each in state.ffes.values()), "@"),
        (any(each.hex == name for each in state.smoke.values()), "*"),
        (any(each.hex == name for each in state.vehicle_dust.values()), '"'),
        (any(name in hexes for hexes in state.drift.values()), "'"),
        (any(each.hex == name for each in state.units.values()), "&"),
    ):
        if on:
            yield sign
