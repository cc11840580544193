"""What was read of a VASL board, as the plain values of a board file of ours."""

from collections.abc import Iterator
from typing import Any, Final

from events.terms import HexsideKind, Road
from replays.vasl.boards.ground import Grounds, HexGround
from replays.vasl.boards.sides import Sides, chains, name_of
from replays.vasl.boards.survey import Survey
from replays.vasl.boards.works import BuildingHex
from sim.map.board import FIRST, MARKS
from sim.map.hexes import Hex, column_name

__all__ = ["board_values"]

_MARK_OF: Final = {kind: mark for mark, kind in MARKS.items()}


def board_values(
    survey: Survey,
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
    if survey.first != FIRST:
        values["first"] = survey.name(FIRST)
    values["map"] = text_map(survey, grounds)
    values["buildings"] = [_house(survey, house) for house in houses]
    values["roads"] = list(_roads(survey, sides))
    paths = chains(survey, sides.paths)
    values["paths"] = [{"hexes": _names(survey, way)} for way in paths]
    values["bridges"] = [{"hex": survey.name(place)} for place in bridges]
    values["hexsides"] = list(_hexsides(survey, sides))
    values["depiction"] = depiction
    return {key: value for key, value in values.items() if value != []}


def text_map(survey: Survey, grounds: Grounds) -> str:
    """The text map of a board, its cells in columns."""
    width, height = survey.grid.width, survey.grid.height
    cells = {place: _cell(grounds[number]) for number, place in enumerate(survey.lattice.hexes)}
    wide = max(len(cell) for cell in cells.values())
    wide = max(wide, len(column_name(survey.first.column + width - 1))) + 1
    columns = [column_name(survey.first.column + c) for c in range(width)]
    lines = ["   " + "".join(each.ljust(wide) for each in columns).rstrip()]
    for number in range(height + 1):
        row = [str(number + survey.first.row).ljust(3)]
        for column in range(width):
            place = Hex(column, number - (0 if column % 2 else 1))
            row.append(cells.get(place, "").ljust(wide))
        lines.append("".join(row).rstrip())
    return "\n".join(lines) + "\n"


def _cell(ground: HexGround) -> str:
    marks = "".join(_MARK_OF[kind] for kind in ground.kinds) or "."
    return f"{marks}{ground.level or ''}"


def _names(survey: Survey, way: list[Hex]) -> list[str]:
    return [survey.name(place) for place in way]


def _house(survey: Survey, house: BuildingHex) -> dict[str, Any]:
    value: dict[str, Any] = {"hex": survey.name(house.hex), "material": str(house.material)}
    if house.levels:
        value["upper_levels"] = house.levels
    if house.name is not None:
        value["building"] = house.name
    return value


def _roads(survey: Survey, sides: Sides) -> Iterator[dict[str, Any]]:
    for kind in Road:
        crossed = [at for at, road in sides.roads.items() if road is kind]
        leaves = [at for at, road in sides.exits.items() if road is kind]
        for way in chains(survey, crossed):
            value: dict[str, Any] = {"hexes": _names(survey, way), "kind": str(kind)}
            mine = [at for at in leaves if at[0] in way]
            leaves = [at for at in leaves if at not in mine]
            if mine:
                value["exits"] = [name_of(survey, *at) for at in mine]
            yield value
        for place, side in leaves:
            exits = [name_of(survey, place, side)]
            yield {"hexes": [survey.name(place)], "kind": str(kind), "exits": exits}


def _hexsides(survey: Survey, sides: Sides) -> Iterator[dict[str, Any]]:
    for kind in HexsideKind:
        at = [name_of(survey, *side) for side, found in sides.standing.items() if found is kind]
        if kind is HexsideKind.BANK:
            at = [name_of(survey, *side) for side in sides.banks]
        if at:
            yield {"kind": str(kind), "at": at}
