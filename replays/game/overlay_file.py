"""Overlays that a scenario lays by two hexes, ``H1 on 27H6-G7``, out of files that imports make.

The file of an overlay has it turned all ways that it can be, by the hexes of a grid of its own. On
a board it becomes terrain by hex, and its art goes into the depiction of the board: a log's header
has all of it.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

import attrs

from events.converters import structure
from events.errors import BadInput
from events.scenario import BoardSpec, HexsideSpec, RoadSpec
from events.terms import HexsideKind
from sim.los.depiction import BARE, MOST_ART, Art, Depiction, decode_depiction, encode_depiction
from sim.map.board import FIRST, MARKS, first_hex, hex_called, local_name
from sim.map.hexes import HEXSIDES, Hex, Pitch, dot_of, neighbour
from sim.map.playing_area import PARTING, PlayingArea, playing_area
from sim.map.terrain_kind import TerrainKind

WIDE: Final = 56.25
HIGH: Final = 64.5
"""Hexrows of an overlay are so many pixels apart, its hexes so high, as on geomorphic boards."""
NOTHING: Final = "nothing"
"""The key of art where an overlay has a hole."""
_PLACE: Final = re.compile(r"(\S+) on ([^\s-]+)(?:-(\S+))?", re.IGNORECASE)
DEPRESSIONS: Final = frozenset({TerrainKind.WADI, TerrainKind.GULLY, TerrainKind.STREAM})
_DEEP: Final = {str(each) for each in DEPRESSIONS}
_DEEP_MARKS: Final = {mark for mark, kind in MARKS.items() if kind in DEPRESSIONS}

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


def corner_of(place: Hex, origin: Hex, pitch: Pitch) -> tuple[int, int]:
    """The pixel of a board at which the picture of an overlay begins; an origin lies on a place."""
    if abs(pitch[0] / WIDE - 1) > 0.02 or abs(pitch[1] / HIGH - 1) > 0.02:
        raise BadInput("overlays fit boards of the scale of geomorphic ones only")
    (x1, y1), (x2, y2) = dot_of(place, pitch), dot_of(origin, (WIDE, HIGH))
    return round(x1) - round(x2), round(y1) - round(y2)


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
            lies = _lies(value["boards"])
            try:
                if each in overlays[:index]:
                    raise BadInput(f"{str(each['place'])[:40]}: it is placed twice", "place")
                value = _with(value, index, each, read, lies)
            except BadInput as error:
                raise error.inside(f"overlays[{index}]") from None
    return value


def _with(
    value: Json, index: int, overlay: Json, read: Callable[[str], Json], lies: "Sequence[_Lie]"
) -> Json:
    """The values with one overlay laid, on all boards that it reaches."""
    place, boards = overlay["place"], value["boards"]
    found = _PLACE.fullmatch(" ".join(place.split())) if isinstance(place, str) else None
    if found is None:
        raise BadInput("a placement such as 'H1 on 27H6-G7' is expected", "place")
    lie, one, two = _on_board(lies, found[2].upper(), (found[3] or found[2]).upper())
    name = found[1].lower()
    file = structure(read(str(overlay.get("from", f"{name}.toml"))), OverlayFile)
    if file.overlay.lower() != name:
        what = f"this file has the overlay {file.overlay[:20]}, and {name.upper()[:20]} is expected"
        raise BadInput(what, "from")
    try:
        laid = _Laid.of(lie, file, one, two)
        covered = [lie.out(laid.to(_own_hex(own))) for own in laid.way.hexes]
        whole = [
            {**board, **_shown(file, each, *(each.back(lie.out(at)) for at in (one, two)))}
            if any(map(each.has, covered))
            else board
            for board, each in zip(boards, lies, strict=True)
        ]
        hexes = laid.hexes
    except BadInput as error:
        raise BadInput(f"{place[:40]}: {error.what}", "place") from None
    return {
        **value,
        "boards": whole,
        "overlays": [
            {"hexes": hexes} if n == index else each for n, each in enumerate(value["overlays"])
        ],
        "hexsides": [*value.get("hexsides", ()), *laid.hexsides()],
        "roads": [*value.get("roads", ()), *laid.roads()],
    }


def _shown(file: OverlayFile, lie: "_Lie", one: Hex, two: Hex) -> Json:
    """What a board says that an overlay lies on: VASL's words, and its depiction."""
    laid, spec, said = _Laid.of(lie, file, one, two), lie.spec, {}
    names = lie.name(one), lie.name(two)
    if spec.vasl is not None and all(names):
        words, rules, more = spec.vasl.partition("/SSR/")
        said["vasl"] = "/".join((words, "OVR", file.overlay.lower(), *names)) + rules + more
    if spec.depiction:
        said["depiction"] = encode_depiction(laid.on(decode_depiction(spec.depiction)))
    return said


# On boards --------------------------------------------------------------------------------------


@attrs.frozen
class _Lie:
    """How a board lies on the map: where its upper left hex does, and 1, or -1 if it is turned."""

    area: PlayingArea
    spec: BoardSpec
    prefix: str
    first: Hex
    corner: Hex
    sign: int

    def out(self, local: Hex) -> Hex:
        """The hex of the map that one of the board is, on the board or beyond it."""
        column = self.corner.column + self.sign * local.column
        return _hex_at(column, _half(self.corner) + self.sign * _half(local))

    def back(self, place: Hex) -> Hex:
        """The hex of the board that one of the map is."""
        column = self.sign * (place.column - self.corner.column)
        return _hex_at(column, self.sign * (_half(place) - _half(self.corner)))

    def has(self, place: Hex) -> bool:
        """Whether a hex of the map lies on the board."""
        return self.area.hexes.get((self.prefix + self.name(self.back(place))).upper()) == place

    def name(self, local: Hex) -> str:
        """What the board prints in a hex, or would beyond its edge; empty where it cannot."""
        named = local.column + self.first.column >= 0 and local.row + self.first.row >= 0
        return local_name(local, self.first) if named else ""


def _lies(boards: list[Json]) -> list[_Lie]:
    """How the boards of a scenario lie on the map."""
    try:
        specs = structure(boards, tuple[BoardSpec, ...])
    except BadInput as error:
        raise BadInput(error.what, f"boards{error.where}") from None
    area, found = playing_area(specs), []
    for number, spec in enumerate(specs):
        first, prefix = first_hex(spec, f"boards[{number}]"), spec.name if specs[1:] else ""
        corner = area.hexes[(prefix + local_name(FIRST, first)).upper()]
        found.append(_Lie(area, spec, prefix, first, corner, -1 if spec.rotated else 1))
    return found


def _on_board(lies: Sequence[_Lie], one: str, two: str) -> tuple[_Lie, Hex, Hex]:
    """The board that is named in front of a hex, and two of its hexes."""
    for lie in lies:
        board = lie.spec.name.upper()
        if lies[1:] and not one.startswith(board):
            continue
        hexes = [hex_called(text.removeprefix(board), lie.first) for text in (one, two)]
        if hexes[0] is not None and hexes[1] is not None:
            return lie, hexes[0], hexes[1]
    raise BadInput(f"{one[:20]}-{two[:20]} is on no board of the scenario", "place")


@attrs.frozen(eq=False)
class _Laid:
    """An overlay on a board: the way that it is turned, and where its origin lies."""

    lie: _Lie
    way: OverlayWay
    place: Hex
    origin: Hex

    @classmethod
    def of(cls, lie: _Lie, file: OverlayFile, one: Hex, two: Hex) -> "_Laid":
        ways = {each.way: each for each in file.ways}
        way = ways[way_of(one, two, ways)]
        return cls(lie, way, one, _own_hex(way.origin))

    def to(self, own: Hex) -> Hex:
        """The hex of the board that one of the overlay lies on, if need be beyond the board."""
        column = own.column + self.place.column - self.origin.column
        return _hex_at(column, _half(own) + _half(self.place) - _half(self.origin))

    def name(self, own: Hex) -> str | None:
        """The name of the hex that one of the overlay lies on; None beyond all boards."""
        return self.lie.area.names.get(self.lie.out(self.to(own)))

    @property
    def hexes(self) -> dict[str, str]:
        """What the overlay has in each hex."""
        found = {self.name(_own_hex(own)): cell for own, cell in self.way.hexes.items()}
        if None in found:
            what = "it reaches off the board; `board import --overlay` lays what is on the board"
            raise BadInput(what)
        return {name: cell for name, cell in found.items() if name is not None}

    def hexsides(self) -> Iterator[Json]:
        """What stands on its hexsides, as a scenario has it."""
        for spec in self.way.hexsides:
            at = [re.sub(r"[A-Z]+[0-9]+", self._named, text) for text in spec.at]
            if at := [text for text in at if "?" not in text]:
                yield {"kind": str(spec.kind), "at": at}
        pairs = ((self.name(one), self.name(two)) for one, two in self._beside())
        if banks := [f"{one}/{two}" for one, two in pairs if one and two]:
            yield {"kind": str(HexsideKind.BANK), "at": banks}

    def _beside(self) -> Iterator[tuple[Hex, Hex]]:
        """Hexes in which a Depression does not end, each with one beside the overlay (A2.76)."""
        cells = {_own_hex(own): cell for own, cell in self.way.hexes.items()}
        deep = {own for own, cell in cells.items() if not _DEEP_MARKS.isdisjoint(cell)}
        at = [text for each in self.way.hexsides if each.kind in PARTING for text in each.at]
        banks = {frozenset(map(_own_hex, text.split("/"))) for text in at if "/" in text}
        for own in sorted(deep):
            around = [neighbour(own, side) for side in HEXSIDES]
            if sum(each in deep and frozenset((own, each)) not in banks for each in around) > 1:
                yield from ((own, each) for each in around if each not in cells)

    def roads(self) -> Iterator[Json]:
        """Its roads, as a scenario has them."""
        for spec in self.way.roads:
            hexes = [self.name(_own_hex(own)) for own in spec.hexes]
            if len(hexes) > 1 and None not in hexes:
                yield {"kind": str(spec.kind), "hexes": hexes}

    def _named(self, found: re.Match[str]) -> str:
        return self.name(_own_hex(found[0])) or "?"

    def on(self, board: Depiction) -> Depiction:
        """The depiction of the board with the overlay's art: on ground as high as the board's.

        Art that sticks out beside the overlay, of hexes that it covers, is Open Ground (A2.74).
        """
        own = decode_depiction(self.way.depiction)
        there = {each.hex for each in board.art}
        left, top = corner_of(self.place, self.origin, board.pitch)
        covered = {self.to(_own_hex(name)) for name in self.way.hexes}
        art = [_without_sliver(each, covered) for each in board.art]
        ground = [each.level + (each.key in _DEEP) for each in board.art]
        holes = {
            n
            for n, each in enumerate(own.art)
            if each.key == NOTHING or self.to(each.hex) not in there
        }
        raster, numbers = board.raster[:], dict[tuple[int, int], int]()
        for x in range(max(left, 0), min(left + own.across, board.across)):
            base, mine = x * board.down, (x - left) * own.down - top
            for y in range(max(top, 0), min(top + own.down, board.down)):
                shown = own.raster[mine + y]
                if shown in holes:
                    continue
                key = shown, ground[raster[base + y]]
                number = numbers.get(key)
                if number is None:
                    number = numbers[key] = len(art)
                    art.append(self._moved(own.art[shown], key[1], there))
                raster[base + y] = number
        if len(art) > MOST_ART:
            raise BadInput(f"its board would show more than {MOST_ART} things")
        return Depiction(board.across, board.down, tuple(art), raster)

    def _moved(self, art: Art, ground: int, there: AbstractSet[Hex]) -> Art:
        here, of = self.to(art.hex), self.to(art.of)
        of = of if of in there else here
        return attrs.evolve(art, hex=here, of=of, level=art.level + ground)


def _without_sliver(art: Art, covered: AbstractSet[Hex]) -> Art:
    if art.side or covered.isdisjoint((art.of, art.hex)):
        return art
    return attrs.evolve(art, key=BARE, level=art.level + (art.key in _DEEP))


def _half(place: Hex) -> int:
    """How many halves of a hex lies below the top of its hexrow."""
    return 2 * place.row - place.column % 2


def _hex_at(column: int, half: int) -> Hex:
    return Hex(column, (half + column % 2) // 2)


def _own_hex(name: str) -> Hex:
    found = hex_called(name)
    if found is None:
        raise BadInput(f"{name[:20]!r} is not a hex of an overlay", "from")
    return found
