"""Overlays that a scenario lays by two hexes, ``H1 on 27H6-G7``, out of files that imports make.

The file of an overlay has it turned all ways that it can be, by the hexes of a grid of its own. On
a board it becomes terrain by hex, and its art goes into the depiction of the board: a log's header
has all of it.
"""

import re
from collections.abc import Callable, Collection, Iterator
from collections.abc import Set as AbstractSet
from typing import Any, Final

import attrs

from events.converters import structure
from events.errors import BadInput
from events.scenario import BoardSpec, HexsideSpec, RoadSpec
from sim.los.depiction import BARE, MOST_ART, Art, Depiction, decode_depiction, encode_depiction
from sim.map.board import Board, board_of, first_hex, hex_called, local_name
from sim.map.hexes import HEXSIDES, Hex, neighbour
from sim.map.terrain_kind import TerrainKind

WIDE: Final = 56.25
HIGH: Final = 64.5
"""Hexrows of an overlay are so many pixels apart, its hexes so high, as on geomorphic boards."""
NOTHING: Final = "nothing"
"""The key of art where an overlay has a hole."""
_PLACE: Final = re.compile(r"(\S+) on ([^\s-]+)(?:-(\S+))?", re.IGNORECASE)
_DEEP: Final = {str(each) for each in (TerrainKind.WADI, TerrainKind.GULLY, TerrainKind.STREAM)}

Json = dict[str, Any]


def way_of(one: Hex, two: Hex, ways: Collection[str]) -> str:
    """How two hexes turn an overlay: ``a`` if the second is above the first, and so on clockwise.

    An overlay that cannot be turned is placed by one hex. BadInput says why it is no such way.
    """
    if one == two and len(ways) > 1:
        raise BadInput("two hexes are expected, as it can be turned")
    if one != two and len(ways) == 1:
        raise BadInput("it cannot be turned; one hex is expected")
    around = [neighbour(one, side) for side in HEXSIDES]
    if one != two and two not in around:
        raise BadInput("the two hexes that place it are not adjacent")
    way = "a" if one == two else "abcdef"[around.index(two)]
    if way not in ways:
        raise BadInput(f"its archive has it turned {', '.join(ways)}, and {way} is asked for")
    return way


def corner_of(place: Hex, origin: Hex, pitch: tuple[float, float]) -> tuple[int, int]:
    """The pixel of a board at which the picture of an overlay begins; an origin lies on a place.

    The pitch is the distance between the board's hexrows, and between its hexes.
    """
    if abs(pitch[0] / WIDE - 1) > 0.02 or abs(pitch[1] / HIGH - 1) > 0.02:
        raise BadInput("overlays fit boards of the scale of geomorphic ones only")
    (x1, y1), (x2, y2) = _point(place, pitch), _point(origin, (WIDE, HIGH))
    return round(x1) - round(x2), round(y1) - round(y2)


def _point(place: Hex, pitch: tuple[float, float]) -> tuple[float, float]:
    return pitch[0] * place.column, pitch[1] * (place.row + 0.5 - place.column % 2 / 2)


# Files ------------------------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class OverlayWay:
    """An overlay turned one way, and which of its hexes lies on the first that places it."""

    way: str
    origin: str
    hexes: dict[str, str]
    hexsides: tuple[HexsideSpec, ...] = ()
    roads: tuple[RoadSpec, ...] = ()
    depiction: str


@attrs.frozen(kw_only=True)
class OverlayFile:
    """An overlay of VASL, as its file has it."""

    overlay: str
    ways: tuple[OverlayWay, ...]


def with_laid_overlays(value: Json, read: Callable[[str], Json]) -> Json:
    """The plain values of a scenario with its overlays written out.

    Those with a ``place`` and no hexes are laid; ``read`` gives the values of a file by its name.
    """
    found = value.get("overlays")
    overlays = found if isinstance(found, list) else []
    for index, each in enumerate(overlays):
        if isinstance(each, dict) and "place" in each and "hexes" not in each:
            try:
                if each in overlays[:index]:
                    raise BadInput(f"{str(each['place'])[:40]}: it is placed twice", "place")
                value = _with(value, index, each, read)
            except BadInput as error:
                raise error.inside(f"overlays[{index}]") from None
    return value


def _with(value: Json, index: int, overlay: Json, read: Callable[[str], Json]) -> Json:
    """The values with one overlay laid."""
    place, boards = overlay["place"], value.get("boards")
    found = _PLACE.fullmatch(" ".join(place.split())) if isinstance(place, str) else None
    if found is None or not isinstance(boards, list):
        raise BadInput("a placement such as 'H1 on 27H6-G7' is expected", "place")
    specs = [structure(each, BoardSpec) for each in boards]
    number, one, two = _on_board(specs, found[2].upper(), (found[3] or found[2]).upper())
    name = found[1].lower()
    file = structure(read(str(overlay.get("from", f"{name}.toml"))), OverlayFile)
    if file.overlay.lower() != name:
        what = f"this file has the overlay {file.overlay[:20]}, and {name.upper()[:20]} is expected"
        raise BadInput(what, "from")
    try:
        laid = _Laid.of(specs[number], file, one, two, specs[number].name if specs[1:] else "")
        spec, hexes = specs[number], laid.hexes
        whole = {**boards[number]}
        if spec.vasl is not None:
            whole["vasl"] = _also(spec, name, one, two)
        if spec.depiction:
            whole["depiction"] = encode_depiction(laid.on(decode_depiction(spec.depiction)))
    except BadInput as error:
        raise BadInput(f"{place[:40]}: {error.what}", "place") from None
    return {
        **value,
        "boards": [whole if n == number else each for n, each in enumerate(boards)],
        "overlays": [
            {"hexes": hexes} if n == index else each for n, each in enumerate(value["overlays"])
        ],
        "hexsides": [*value.get("hexsides", ()), *laid.hexsides()],
        "roads": [*value.get("roads", ()), *laid.roads()],
    }


def _also(spec: BoardSpec, name: str, one: Hex, two: Hex) -> str:
    """The words of a board of VASL with one overlay more, before its special rules."""
    words, rules, more = (spec.vasl or "").partition("/SSR/")
    hexes = [local_name(each, first_hex(spec, "")) for each in (one, two)]
    return "/".join((words, "OVR", name, *hexes)) + rules + more


def _on_board(specs: list[BoardSpec], one: str, two: str) -> tuple[int, Hex, Hex]:
    """The board that is named in front of a hex, and two of its hexes."""
    for number, spec in enumerate(specs):
        board, first = spec.name.upper(), first_hex(spec, f"boards[{number}]")
        if specs[1:] and not one.startswith(board):
            continue
        hexes = [hex_called(text.removeprefix(board), first) for text in (one, two)]
        if hexes[0] is not None and hexes[1] is not None:
            return number, hexes[0], hexes[1]
    raise BadInput(f"{one[:20]}-{two[:20]} is on no board of the scenario", "place")


# On a board -------------------------------------------------------------------------------------


@attrs.frozen(eq=False)
class _Laid:
    """An overlay on a board: the way that it is turned, and where its origin lies."""

    board: Board
    way: OverlayWay
    place: Hex
    origin: Hex
    prefix: str

    @classmethod
    def of(cls, spec: BoardSpec, file: OverlayFile, one: Hex, two: Hex, prefix: str) -> "_Laid":
        ways = {each.way: each for each in file.ways}
        way = ways[way_of(one, two, ways)]
        board = board_of(attrs.evolve(spec, rotated=False), "")
        return cls(board, way, one, _own_hex(way.origin), prefix)

    def to(self, own: Hex) -> Hex:
        """The hex of the board that one of the overlay lies on, if need be beyond the board."""
        column = own.column + self.place.column - self.origin.column
        half = _half(own) + _half(self.place) - _half(self.origin)
        return Hex(column, (half + column % 2) // 2)

    def name(self, own: str) -> str | None:
        """The name of the hex of the board that one of the overlay lies on; None beyond it."""
        found = self.board.names.get(self.to(_own_hex(own)))
        return None if found is None else self.prefix + found

    @property
    def hexes(self) -> dict[str, str]:
        """What the overlay has in each hex of the board."""
        found = {self.name(own): cell for own, cell in self.way.hexes.items()}
        if None in found or len(found) < len(self.way.hexes):
            what = "it reaches off the board; `board import --overlay` lays what is on the board"
            raise BadInput(what)
        return {name: cell for name, cell in found.items() if name is not None}

    def hexsides(self) -> Iterator[Json]:
        """What stands on its hexsides, as a scenario has it."""
        for spec in self.way.hexsides:
            at = [re.sub(r"[A-Z]+[0-9]+", self._named, text) for text in spec.at]
            if at := [text for text in at if "?" not in text]:
                yield {"kind": str(spec.kind), "at": at}

    def roads(self) -> Iterator[Json]:
        """Its roads, as a scenario has them."""
        for spec in self.way.roads:
            hexes = [self.name(own) for own in spec.hexes]
            if len(hexes) > 1 and None not in hexes:
                yield {"kind": str(spec.kind), "hexes": hexes}

    def _named(self, found: re.Match[str]) -> str:
        return self.name(found[0]) or "?"

    def on(self, board: Depiction) -> Depiction:
        """The depiction of the board with the overlay's art: on ground as high as the board's.

        Art that sticks out beside the overlay, of hexes that it covers, is Open Ground (A2.74).
        """
        own = decode_depiction(self.way.depiction)
        pitch = board.across / (self.board.width - 1), board.down / self.board.height
        left, top = corner_of(self.place, self.origin, pitch)
        covered = {self.to(_own_hex(name)) for name in self.way.hexes}
        art = [_without_sliver(each, covered) for each in board.art]
        ground = [each.level + (each.key in _DEEP) for each in board.art]
        hole = next(n for n, each in enumerate(own.art) if each.key == NOTHING)
        raster, numbers = board.raster[:], dict[tuple[int, int], int]()
        for x in range(max(left, 0), min(left + own.across, board.across)):
            base, mine = x * board.down, (x - left) * own.down - top
            for y in range(max(top, 0), min(top + own.down, board.down)):
                shown = own.raster[mine + y]
                if shown == hole:
                    continue
                key = shown, ground[raster[base + y]]
                number = numbers.get(key)
                if number is None:
                    number = numbers[key] = len(art)
                    art.append(self._moved(own.art[shown], key[1]))
                raster[base + y] = number
        if len(art) > MOST_ART:
            raise BadInput(f"its board would show more than {MOST_ART} things")
        return Depiction(board.across, board.down, tuple(art), raster)

    def _moved(self, art: Art, ground: int) -> Art:
        return attrs.evolve(art, hex=self.to(art.hex), of=self.to(art.of), level=art.level + ground)


def _without_sliver(art: Art, covered: AbstractSet[Hex]) -> Art:
    if art.side or covered.isdisjoint((art.of, art.hex)):
        return art
    return attrs.evolve(art, key=BARE, level=art.level + (art.key in _DEEP))


def _half(place: Hex) -> int:
    """How many halves of a hex lies below the top of its hexrow."""
    return 2 * place.row - place.column % 2


def _own_hex(name: str) -> Hex:
    found = hex_called(name)
    if found is None:
        raise BadInput(f"{name[:20]!r} is not a hex of an overlay", "from")
    return found
