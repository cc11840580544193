"""AD2.2 Overlays: which base terrain the hexes of an overlay have.

An overlay takes the base terrain of its surroundings where they are all alike; elsewhere, and
without AD Terrain, each of its hexes has the colour that is printed on the overlay.
"""

from collections.abc import Iterable, Mapping

import attrs

from events.errors import BadInput
from events.scenario import OverlaySpec, Scenario
from events.terms import Base
from sim.map.board import cell_of
from sim.map.hexes import HEXSIDES, Hex, neighbour
from sim.map.playing_area import PlayingArea, hex_meant, playing_area


def surroundings(overlay: Iterable[Hex], board: Iterable[Hex]) -> frozenset[Hex]:
    """The hexes in play around an overlay: next to one of its hexes, and not under it."""
    covered = frozenset(overlay)
    around = {neighbour(here, side) for here in covered for side in HEXSIDES}
    return frozenset(around - covered) & frozenset(board)


def base_around(
    scenario: Scenario, overlay: Iterable[Hex], board: Mapping[Hex, Base]
) -> Base | None:
    """The base terrain of all hexes around an overlay; None where they are not alike, or none.

    Where AD Terrain is not in effect they do not count (AD1.1).
    """
    if not scenario.ad:
        return None
    around = {board[here] for here in surroundings(overlay, board)}
    return around.pop() if len(around) == 1 else None


def overlay_bases(
    scenario: Scenario, overlay: Mapping[Hex, Base], board: Mapping[Hex, Base]
) -> dict[Hex, Base]:
    """The base terrain of every hex of an overlay as it lies on a board, as each prints it."""
    around = base_around(scenario, overlay, board)
    return dict(overlay) if around is None else dict.fromkeys(overlay, around)


def with_overlays(area: PlayingArea, scenario: Scenario) -> PlayingArea:
    """A playing area with the overlays of a scenario on it, one after the other.

    What a board prints in a hex is gone where an overlay covers it: its terrain, building, debris,
    roads, and the hexsides within the overlay. The ground keeps its level. BadInput says which hex
    is not in play, or no cell.
    """
    for index, overlay in enumerate(scenario.overlays):
        area = _with_overlay(area, scenario, overlay, f"overlays[{index}].hexes")
    return area


def _with_overlay(
    area: PlayingArea, scenario: Scenario, overlay: OverlaySpec, where: str
) -> PlayingArea:
    """A playing area with one overlay more."""
    cells = {}
    for text, cell in overlay.hexes.items():
        name = area.name(text)
        if name is None:
            hint = hex_meant(area, scenario.boards, text)
            raise BadInput(f"{text[:20]!r} is not a hex in play{hint}", where)
        cells[name] = cell_of(cell, text, where)
    board = {place: area.record[name].base for place, name in area.names.items()}
    colours = {
        area.place(name): Base.TEMPERATE if green else Base.DESERT
        for name, (_, _, green) in cells.items()
    }
    bases = overlay_bases(scenario, colours, board)
    laid = {
        name: attrs.evolve(
            area.record[name],
            kinds=kinds,
            level=area.record[name].level + level,
            base=bases[area.place(name)],
        )
        for name, (kinds, level, _) in cells.items()
    }
    named = [each.hex for each in scenario.buildings] + [each.hex for each in scenario.debris]
    own = {area.name(text) for text in named}
    gone = cells.keys() - own
    printed = playing_area(scenario.boards).hexsides
    inside = {at for at in printed if at[0] in cells and area.across(*at) in cells}  # A2.74
    banks = {pair for pair in playing_area(scenario.boards).banks if pair <= cells.keys()}
    roads = {at for at in area.printed_roads if at[0] in cells or area.across(*at) in cells}
    return attrs.evolve(
        area,
        record={**area.record, **laid},
        buildings={name: each for name, each in area.buildings.items() if name not in gone},
        debris={name: each for name, each in area.debris.items() if name not in gone},
        hexsides={at: each for at, each in area.hexsides.items() if at not in inside},
        banks=area.banks - banks,
        roads={at: each for at, each in area.roads.items() if at not in roads},
        printed_roads=area.printed_roads - roads,
    )
