"""The playing area: the boards of a scenario as one hex grid, butted row by row.

Boards share the half-hexes between them. Such a hex has the terrain of the board whose half is
not Open Ground at level 0; if both halves are not, that of the board laid first. Its base terrain
is that of F.2; it is on an AD board if either half is.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Final

import attrs

from events.errors import BadInput
from events.scenario import (
    BoardSpec,
    BuildingSpec,
    DebrisSpec,
    FortificationSpec,
    HexsideSpec,
    RoadSpec,
    Scenario,
    SpillSpec,
)
from events.terms import Base, Fortification, HexsideKind, Material, Road
from sim.map.board import OPEN, Board, HexRecord, board_of
from sim.map.hexes import HEXSIDES, Hex, neighbour, turned
from sim.map.terrain_kind import TerrainKind

_DESERT_LIKE: Final = frozenset({TerrainKind.HAMMADA, TerrainKind.SAND, TerrainKind.HIGH_DUNE})

_BOARD: Final = re.compile(r"^.*?(?=[A-Z]{1,3}[0-9]{1,2}$)")
"""What stands before the own name of a hex, as in 27B4."""

CLOSED: Final = (HexsideKind.CLIFF, HexsideKind.CACTUS_HEDGE)
"""Hexsides across which no Infantry advances (B11.4, 191.3)."""

APART: Final = (*CLOSED, HexsideKind.HIGH_WALL)
"""Hexsides across which no hexes are ADJACENT (A.8): no LOS is over a High Wall (AD4.6)."""


@attrs.frozen
class PlayingArea:
    """All hexes in play, and what is printed on them."""

    names: dict[Hex, str]
    hexes: dict[str, Hex]
    """The hex of every name in capitals, second names of shared half-hexes included."""
    record: dict[str, HexRecord]
    ad: frozenset[str]
    around: dict[str, tuple[str | None, ...]]
    """Of every hex, by name, the six hexes across its hexsides; None is off the area."""
    hexsides: dict[tuple[str, int], HexsideKind] = attrs.field(factory=dict)
    """What stands on a hexside, by hex and hexside; from both of its hexes."""
    banks: set[frozenset[str]] = attrs.field(factory=set)
    """The pairs of adjacent hexes whose Depressions are not connected (B19.2)."""
    buildings: dict[str, BuildingSpec] = attrs.field(factory=dict)
    debris: dict[str, DebrisSpec] = attrs.field(factory=dict)
    roads: dict[tuple[str, int], Road] = attrs.field(factory=dict)
    """The kind of road that crosses a hexside, by hex and hexside."""
    printed_roads: frozenset[tuple[str, int]] = frozenset()
    """Those of the roads that a board prints and no SSR gives (AD2.3)."""
    bridges: dict[str, bool] = attrs.field(factory=dict)
    """The hexes with a bridge; True of one that a board prints and no SSR gives (AD2.3)."""
    spills: set[tuple[str, int]] = attrs.field(factory=set)
    """Hexsides over which the art of a hex reaches, by hex and hexside (B.1)."""
    paths: set[tuple[str, int]] = attrs.field(factory=set)
    """The hexsides that a Path crosses, by hex and hexside; from both of its hexes."""

    @property
    def terrain(self) -> dict[str, str]:
        """Terrain of every hex in a word, by name."""
        return {name: record.terrain for name, record in self.record.items()}

    def name(self, text: str) -> str | None:
        """The proper name of a hex that the caller named; None if it is not in play."""
        if text in self.around:
            return text
        found = self.hexes.get(text.upper())
        return None if found is None else self.names.get(found)

    def place(self, name: str) -> Hex:
        """Column and row of a hex in play."""
        return self.hexes[name.upper()]

    def across(self, name: str, hexside: int) -> str | None:
        """The hex across a hexside; None is off the playing area."""
        return self.around[name][hexside - 1]

    def neighbours(self, name: str) -> dict[int, str]:
        """The hexes around a hex, by hexside."""
        around = {side: self.across(name, side) for side in HEXSIDES}
        return {side: found for side, found in around.items() if found is not None}

    def accessible(self, name: str, closed: Sequence[HexsideKind] = CLOSED) -> list[str]:
        """The hexes Accessible from a hex: across hexsides that none of these kinds closes."""
        around = self.neighbours(name).items()
        return [other for side, other in around if self.hexsides.get((name, side)) not in closed]

    def hexside(self, name: str, other: str) -> int | None:
        """The hexside of a hex that an adjacent hex shares; None if they are not adjacent."""
        around = self.around[name]
        return around.index(other) + 1 if other in around else None

    def owned(self, name: str, hexside: int) -> tuple[str, int]:
        """A hexside by the hex that has it among its own, 1 to 3; beyond the edge none can."""
        other = self.across(name, hexside) if hexside > 3 else None
        return (name, hexside) if other is None else (other, turned(hexside, 3))

    def on_edge(self, name: str) -> bool:
        """Whether a hex has a hexside on the edge of the playing area."""
        return None in self.around[name]

    def is_half(self, name: str) -> bool:
        """Whether a hex is a half-hex on the upper or lower edge of the playing area."""
        one, two, three, four, five, six = self.around[name]
        return (six, one, two) == (None,) * 3 or (three, four, five) == (None,) * 3

    def line(self, name: str, hexside: int, length: int) -> tuple[str, ...]:
        """The hexes that follow in one direction, as far as the playing area goes."""
        result: list[str] = []
        here: str | None = name
        while len(result) < length and here is not None:
            here = self.across(here, hexside)
            if here is not None:
                result.append(here)
        return tuple(result)


@lru_cache(maxsize=64)
def playing_area(boards: tuple[BoardSpec, ...]) -> PlayingArea:
    """Lay out boards."""
    laid = [board_of(spec, f"boards[{index}]") for index, spec in enumerate(boards)]
    corners = _corners(laid)
    names: dict[Hex, str] = {}
    hexes: dict[str, Hex] = {}
    halves: dict[Hex, list[HexRecord]] = {}
    record: dict[str, HexRecord] = {}
    ad: set[str] = set()
    built = [_built(board) for board in laid]
    owners: dict[str, int | None] = {}
    for index, (board, corner) in enumerate(zip(laid, corners, strict=True)):
        for local, short in board.names.items():
            place = Hex(corner.column + local.column, corner.row + local.row)
            full = short if len(boards) == 1 else board.spec.name + short
            halves.setdefault(place, []).append(board.hexes[local])
            if hexes.setdefault(full.upper(), place) != place:
                why = f"the hex {full} would be on two boards; name them otherwise"
                raise BadInput(why, f"boards[{index}].name")
            found = board.hexes[local]
            bare = _blank(found) and short.upper() not in built[index]
            if place not in names:
                names[place] = full
                record[full] = found
                owners[full] = None if bare else index
            elif owners[names[place]] is None and not bare:
                owners[names[place]] = index
                record[names[place]] = record[names[place]] if _blank(found) else found
            if board.spec.ad:
                ad.add(names[place])
    around = {
        name: tuple(names.get(neighbour(place, side)) for side in HEXSIDES)
        for place, name in names.items()
    }
    area = PlayingArea(names, hexes, record, frozenset(ad), around)
    for index, board in enumerate(laid):
        others = {name for name, owner in owners.items() if owner not in (None, index)}
        try:
            _print(area, board.spec, others, "" if len(boards) == 1 else board.spec.name)
        except BadInput as error:
            raise BadInput(error.what, f"boards[{index}].{error.where}") from None
    _settle_bases(area, halves)
    _end_roads(area)
    return attrs.evolve(area, printed_roads=frozenset(area.roads))


def _settle_bases(area: PlayingArea, halves: Mapping[Hex, Sequence[HexRecord]]) -> None:
    """Give each hex of a desert and a temperate half-hex its base terrain (F.2, AD2.4).

    It is desert only if it is a wadi, or hammada or sand is in it or Accessible from it.
    """
    for place, records in halves.items():
        if len({half.base for half in records}) > 1:
            name = area.names[place]
            base = Base.DESERT if _desert_like(area, name) else Base.TEMPERATE
            board = next(half.board for half in records if half.base is Base.DESERT)
            area.record[name] = attrs.evolve(area.record[name], base=base, board=board)


def _desert_like(area: PlayingArea, name: str) -> bool:
    """Whether a hex is a wadi, or hammada or sand is in it or Accessible from it."""
    if TerrainKind.WADI in area.record[name].kinds:
        return True
    near = [name, *area.accessible(name)]
    return any(not _DESERT_LIKE.isdisjoint(area.record[each].kinds) for each in near)


def _blank(record: HexRecord) -> bool:
    return record.kinds == OPEN and record.level == 0


def _built(board: Board) -> frozenset[str]:
    """The hexes of a board, by its own names, on which it prints a building or debris."""
    spec = board.spec
    named = [each.hex for each in spec.buildings] + [each.hex for each in spec.debris]
    return frozenset(name.upper() for name in named)


def _corners(laid: list[Board]) -> list[Hex]:
    """Where the upper left hex of each board comes to lie."""
    corners: list[Hex] = []
    if not laid:
        return corners
    top, widths = 0, set[int]()
    order = [board.spec.row for board in laid]
    if order != sorted(order) or set(order) != set(range(1, max(order) + 1)):
        raise BadInput("boards are listed row by row, from row 1 down", "boards")
    for _, row in groupby(laid, key=lambda board: board.spec.row):
        boards = list(row)
        if len({board.height for board in boards}) > 1:
            high = " and ".join(f"{each.spec.name} has {each.height}" for each in boards)
            raise BadInput(f"boards side by side need the same height, and {high}", "boards")
        left = 0
        for board in boards:
            corners.append(Hex(left, top))
            left += board.width - 1
        widths.add(left)
        top += boards[0].height
    if len(widths) > 1:
        raise BadInput("rows of boards need the same width", "boards")
    return corners


def _print(area: PlayingArea, spec: BoardSpec, others: AbstractSet[str], prefix: str) -> None:
    """Put what is printed on a board into the area, by the area's names.

    Of hexes whose other half counts, that of another board, it prints no building and no debris.
    """

    def proper(text: str, place: str) -> str:
        name = area.name(prefix + text)
        if name is None:
            raise BadInput(f"{text[:20]!r} is not a hex of this board", place)
        return name

    def ours(each: tuple[int, BuildingSpec | DebrisSpec]) -> bool:
        return area.name(prefix + each[1].hex) not in others

    spec = _as_it_lies(spec) if spec.rotated else spec
    _build(area, filter(ours, enumerate(spec.buildings)), proper, f"{spec.name} ")
    _lay_out(area, spec, filter(ours, enumerate(spec.debris)), proper)


def _as_it_lies(spec: BoardSpec) -> BoardSpec:
    """A board whose own hexsides are turned with it, for its 1 has the grid coordinate (B.8)."""

    def turn(texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(_BY_NUMBER.sub(lambda side: str(turned(int(side[0]), 3)), at) for at in texts)

    buildings = (
        attrs.evolve(each, covers=tuple(turned(side, 3) for side in each.covers))
        for each in spec.buildings
    )
    return attrs.evolve(
        spec,
        buildings=tuple(buildings),
        roads=tuple(attrs.evolve(each, exits=turn(each.exits)) for each in spec.roads),
        hexsides=tuple(attrs.evolve(each, at=turn(each.at)) for each in spec.hexsides),
        spills=tuple(attrs.evolve(each, over=turn(each.over)) for each in spec.spills),
    )


_BY_NUMBER: Final = re.compile("(?<=:)[1-6]$")
"""The number of a hexside behind its hex, as in B3:2."""

Proper = Callable[[str, str], str]
"""The name in play of a hex that is given as text at a place of a scenario."""


def _lay_out(
    area: PlayingArea,
    source: BoardSpec | Scenario,
    debris: Iterable[tuple[int, DebrisSpec]],
    proper: Proper,
) -> None:
    """Put all but buildings of a board, or of an SSR, into the area."""
    for index, each in debris:
        place = f"debris[{index}].hex"
        name = proper(each.hex, place)
        if name in area.debris or name in area.buildings:
            raise BadInput(f"{each.hex!r} has a building or debris already", place)
        area.debris[name] = attrs.evolve(each, hex=name)
    _lay_roads(area, source.roads, proper)
    _stand_hexsides(area, source.hexsides, proper)
    for index, bridge in enumerate(source.bridges):
        name = proper(bridge.hex, f"bridges[{index}].hex")
        area.bridges[name] = isinstance(source, BoardSpec)
    _spill(area, source.spills, proper)
    for index, path in enumerate(source.paths):
        place = f"paths[{index}].hexes"
        if len(path.hexes) < 2:
            raise BadInput("a Path runs through two hexes or more", place)
        area.paths.update(_crossed(area, [proper(each, place) for each in path.hexes], place))


def hex_meant(area: PlayingArea, boards: Sequence[BoardSpec], text: str) -> str:
    """A hint at the hex that a caller may mean: with its board, or without one."""
    own = text[:40].upper()
    several = [f"{each.name}{own}" for each in boards[:_MOST_MEANT]] if boards[1:] else []
    name = " or ".join(each for each in several or [_BOARD.sub("", own, 1)] if each in area.record)
    if not name:
        return ""
    if several:
        return f"; with several boards it is called by its board too, such as {name}"
    return f"; with one board it is called {name}"


_MOST_MEANT: Final = 4
"""Of so many boards a hint names the hexes."""


def area_of(scenario: Scenario) -> PlayingArea:
    """The playing area of a scenario, with all that it adds to its boards."""
    printed = playing_area(scenario.boards)
    added = scenario.buildings, scenario.debris, scenario.roads, scenario.hexsides
    if not any(
        (*added, scenario.bridges, scenario.fortifications, scenario.paths, scenario.spills)
    ):
        return printed
    area = attrs.evolve(
        printed,
        hexsides=dict(printed.hexsides),
        banks=set(printed.banks),
        buildings=dict(printed.buildings),
        debris=dict(printed.debris),
        bridges=dict(printed.bridges),
        spills=set(printed.spills),
        paths=set(printed.paths),
        roads={},
    )

    def proper(text: str, place: str) -> str:
        name = area.name(text)
        if name is None:
            hint = hex_meant(area, scenario.boards, text)
            raise BadInput(f"{text[:20]!r} is not a hex in play{hint}", place)
        return name

    named, added_buildings = _houses_by_ssr(printed, scenario.buildings)
    area.buildings.update(named)
    _build(area, added_buildings, proper, "")
    _lay_out(area, scenario, enumerate(scenario.debris), proper)
    _block_roads(area, scenario.fortifications, proper)
    _end_roads(area)
    return attrs.evolve(
        area,
        roads={**printed.roads, **area.roads},
        printed_roads=printed.printed_roads - area.roads.keys(),
    )


def _build(
    area: PlayingArea, buildings: Iterable[tuple[int, BuildingSpec]], proper: Proper, prefix: str
) -> None:
    for index, building in buildings:
        name = proper(building.hex, f"buildings[{index}].hex")
        if name in area.buildings:
            raise BadInput(f"{building.hex!r} has a building already", f"buildings[{index}].hex")
        called = building.building and prefix + building.building
        area.buildings[name] = attrs.evolve(building, hex=name, building=called)


def _houses_by_ssr(
    printed: PlayingArea, buildings: tuple[BuildingSpec, ...]
) -> tuple[dict[str, BuildingSpec], list[tuple[int, BuildingSpec]]]:
    """The printed buildings that a SSR makes a Mosque or Temple, and the buildings that it adds.

    A Mosque or Temple is of stone, whatever was printed (AD3.3); all else stays as it was printed.
    """
    named: dict[str, BuildingSpec] = {}
    added: list[tuple[int, BuildingSpec]] = []
    for index, spec in enumerate(buildings):
        name = printed.name(spec.hex) or ""
        old = printed.buildings.get(name)
        if old is None or name in named or not (spec.mosque or spec.temple):
            added.append((index, spec))
            continue
        named[name] = attrs.evolve(
            old,
            material=Material.STONE,
            mosque=spec.mosque,
            temple=spec.temple,
            steeple=spec.steeple,
        )
    called = {spec.building for spec in named.values()} - {None}
    for name, spec in printed.buildings.items():
        if name not in named and spec.building in called:
            named[name] = attrs.evolve(spec, material=Material.STONE)
    return named, added


def _lay_roads(area: PlayingArea, roads: tuple[RoadSpec, ...], proper: Proper) -> None:
    for index, road in enumerate(roads):
        place = f"roads[{index}].hexes"
        if len(road.hexes) < 2 and not (road.hexes and road.exits):
            raise BadInput("a road runs through two hexes or more, or leaves the board", place)
        hexes = [proper(each, place) for each in road.hexes]
        for crossed in _crossed(area, hexes, place):
            area.roads[crossed] = road.kind
        for text in road.exits:
            place = f"roads[{index}].exits"
            first = text.partition(":")[0]
            if proper(first, place) not in hexes:
                raise BadInput(f"{first[:20]!r} is none of the hexes of this road", place)
            area.roads[_hexside(area, text, proper, place)] = road.kind


def _end_roads(area: PlayingArea) -> None:
    """End the roads that leave a board where no road of the next meets them."""
    for name, side in list(area.roads):
        other = area.across(name, side)
        if other is not None and (other, turned(side, 3)) not in area.roads:
            del area.roads[name, side]


def _crossed(area: PlayingArea, hexes: Sequence[str], place: str) -> Iterator[tuple[str, int]]:
    """The hexsides that a way through some hexes crosses, each from both sides."""
    for one, two in pairwise(hexes):
        side, back = area.hexside(one, two), area.hexside(two, one)
        if side is None or back is None:
            raise BadInput(f"{one} and {two} are not adjacent", place)
        yield one, side
        yield two, back


def _spill(area: PlayingArea, spills: tuple[SpillSpec, ...], proper: Proper) -> None:
    for index, spec in enumerate(spills):
        name, place = proper(spec.hex, f"spills[{index}].hex"), f"spills[{index}].over"
        for text in spec.over:
            at, side = _hexside(area, text, proper, place)
            if area.across(at, side) == name:
                at, side = name, turned(side, 3)
            if at != name:
                raise BadInput(f"{text[:20]!r} is not a hexside of {name}", place)
            area.spills.add((name, side))


def _block_roads(
    area: PlayingArea, fortifications: tuple[FortificationSpec, ...], proper: Proper
) -> None:
    """Put the roadblocks of a scenario on their hexsides."""
    for index, fort in enumerate(fortifications):
        place = f"fortifications[{index}]"
        name, side = proper(fort.hex, f"{place}.hex"), fort.hexside
        if fort.kind is not Fortification.ROADBLOCK:
            continue
        if side is None or side not in HEXSIDES:
            raise BadInput("a Roadblock needs its hexside, from 1 to 6", f"{place}.hexside")
        _stand(area, name, side, HexsideKind.ROADBLOCK)


def _stand(area: PlayingArea, name: str, side: int, kind: HexsideKind) -> None:
    """Put something on a hexside, as both of its hexes see it."""
    area.hexsides[name, side] = kind
    if (other := area.across(name, side)) is not None:
        area.hexsides[other, turned(side, 3)] = kind


PARTING: Final = frozenset({HexsideKind.BANK, HexsideKind.CLIFF})
"""What parts two adjacent Depressions (B19.2, A2.76)."""


def _stand_hexsides(area: PlayingArea, specs: tuple[HexsideSpec, ...], proper: Proper) -> None:
    for index, spec in enumerate(specs):
        place = f"hexsides[{index}].at"
        if spec.kind is HexsideKind.ROADBLOCK:
            raise BadInput("a roadblock is one of [[fortifications]]", f"hexsides[{index}].kind")
        for text in spec.at:
            name, side = _hexside(area, text, proper, place)
            if spec.kind in PARTING:
                area.banks.add(frozenset((name, area.across(name, side) or name)))
            if spec.kind is not HexsideKind.BANK:
                _stand(area, name, side, spec.kind)


def _hexside(area: PlayingArea, text: str, proper: Proper, place: str) -> tuple[str, int]:
    first, *rest = text.replace("/", ":").split(":")
    name, end = proper(first, place), rest[0] if len(rest) == 1 else ""
    side: int | None = None
    if "/" in text and end:
        side = area.hexside(name, proper(end, place))
    elif end in ("1", "2", "3", "4", "5", "6"):
        side = int(end)
    if side is None:
        raise BadInput(
            f"{text[:20]!r} is not a hexside; expected two adjacent hexes such as B3/C4, or a hex "
            f"and its hexside such as B3:2",
            place,
        )
    return name, side
