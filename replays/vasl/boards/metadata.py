"""BoardMetadata.xml and SharedBoardMetadata.xml: what VASL says of a board beside its grids.

XML of strangers: a document type, an entity, more elements or deeper ones than any board has, are
refused before anything is made of them.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final
from xml.parsers import expat

import attrs

from events.errors import BadInput

__all__ = ["Colour", "LosChange", "Metadata", "Pasted", "Underlay", "read_metadata"]

MOST_ELEMENTS: Final = 50_000
MOST_DEPTH: Final = 12
LONGEST_VALUE: Final = 2_000
_LEVEL: Final = re.compile("-?[0-9]")

Attributes = Mapping[str, str]


@attrs.frozen
class Colour:
    """A colour of board pictures.

    Attributes:
        name: what VASL calls it.
        rgb: its red, green and blue.
        terrain: the terrain that it shows; None if VASL does not say.
        elevation: the elevation that it shows; None likewise.
    """

    name: str
    rgb: tuple[int, int, int]
    terrain: str | None
    elevation: int | None


@attrs.frozen
class Pasted:
    """A picture that a SSR pastes over that of a board, with its upper left corner."""

    image: str
    x: int
    y: int


@attrs.frozen
class Underlay:
    """A pattern that a SSR shows through some colours of a board's picture."""

    image: str
    colours: tuple[str, ...]


@attrs.frozen
class LosChange:
    """What a SSR does to VASL's own grids."""

    kind: str
    old: str
    new: str


@attrs.define
class Metadata:
    """What one metadata file says, as far as a board of ours needs it.

    Attributes:
        root: its root element.
        facts: the attributes of the root element.
        codes: terrain codes by name.
        inherent: the names of terrain that VASL calls Inherent.
        colours: colours, in their order.
        swaps: what each SSR makes of colours, by name: which colour becomes which.
        pasted: the pictures that each SSR pastes, by name.
        underlays: the patterns that each SSR shows, by name.
        los: what each SSR does to the grids, by name.
        buildings: types of buildings by hex.
        slopes: hexsides with slopes, by hex.
        embankments: hexsides with railway embankments, by hex.
        partial: hexsides with orchards that fill a part of their hex, by hex.
    """

    root: str = ""
    facts: dict[str, str] = attrs.field(factory=dict)
    codes: dict[str, int] = attrs.field(factory=dict)
    inherent: set[str] = attrs.field(factory=set)
    colours: list[Colour] = attrs.field(factory=list)
    swaps: dict[str, list[tuple[str, str]]] = attrs.field(factory=dict)
    pasted: dict[str, list[Pasted]] = attrs.field(factory=dict)
    underlays: dict[str, list[Underlay]] = attrs.field(factory=dict)
    los: dict[str, LosChange] = attrs.field(factory=dict)
    buildings: dict[str, str] = attrs.field(factory=dict)
    slopes: dict[str, str] = attrs.field(factory=dict)
    embankments: dict[str, str] = attrs.field(factory=dict)
    partial: dict[str, str] = attrs.field(factory=dict)


class _Reader:
    """Takes the elements of one file as they come."""

    def __init__(self, where: str) -> None:
        self.where, self.found = where, Metadata()
        self.path: list[str] = []
        self.names: list[str] = []
        self.count = 0
        self.elements: dict[str, Callable[[Attributes], None]] = {
            "terrainType": self._terrain,
            "color": self._colour,
            "colorMap": self._swap,
            "overlaySSRule": self._overlay,
            "overlay": self._overlay,
            "LOSSSRule": self._los,
            "buildingType": self._building,
            "slope": self._hexsides(self.found.slopes),
            "rrembankment": self._hexsides(self.found.embankments),
            "partialorchard": self._hexsides(self.found.partial),
        }

    def refuse(self, what: str) -> BadInput:
        return BadInput(what, self.where)

    def declared(self, *_: object) -> None:
        raise self.refuse("this XML declares a document type or entities, which no board needs")

    def start(self, name: str, attributes: Attributes) -> None:
        self.count += 1
        if self.count > MOST_ELEMENTS or len(self.path) >= MOST_DEPTH:
            raise self.refuse(
                f"this XML has more than {MOST_ELEMENTS} elements, or more than {MOST_DEPTH} "
                "within one another"
            )
        if any(len(value) > LONGEST_VALUE for value in attributes.values()):
            raise self.refuse(f"a value of {name[:40]} is longer than {LONGEST_VALUE} characters")
        if not self.path:
            self.found.root, self.found.facts = name, dict(attributes)
        self.path.append(name)
        self.names.append(attributes.get("name", ""))
        if name in self.elements:
            self.elements[name](attributes)
        if name == "underlaySSRule":
            rules = self.found.underlays.setdefault(attributes.get("name", ""), [])
            rules.append(Underlay(attributes.get("image", ""), ()))

    def end(self, _: str) -> None:
        self.path.pop()
        self.names.pop()

    def number(self, attributes: Attributes, key: str) -> int:
        text = attributes.get(key, "").strip()
        if not (text.removeprefix("-").isascii() and text.removeprefix("-").isdigit()):
            raise self.refuse(f"{key}={text[:20]!r} of {self.path[-1]} is not a whole number")
        if len(text) > 9:
            raise self.refuse(f"{key}={text[:20]!r} of {self.path[-1]} is too large")
        return int(text)

    def _terrain(self, attributes: Attributes) -> None:
        self.found.codes.setdefault(attributes.get("name", ""), self.number(attributes, "typeCode"))
        if attributes.get("isInherentTerrain", "").upper() == "TRUE":
            self.found.inherent.add(attributes.get("name", ""))

    def _colour(self, attributes: Attributes) -> None:
        if len(self.path) > 1 and self.path[-2] == "underlaySSRule":
            rules = self.found.underlays[self.names[-2]]
            rules[-1] = Underlay(rules[-1].image, (*rules[-1].colours, attributes.get("name", "")))
            return
        red, green, blue = (self.number(attributes, key) for key in ("red", "green", "blue"))
        if not all(0 <= part <= 255 for part in (red, green, blue)):
            raise self.refuse(f"the colour {attributes.get('name', '')[:40]!r} is none")
        terrain, height = attributes.get("terrain", ""), attributes.get("elevation", "").strip()
        known = _LEVEL.fullmatch(height)
        self.found.colours.append(
            Colour(
                attributes.get("name", ""),
                (red, green, blue),
                None if terrain in ("", "UNKNOWN") else terrain,
                int(height) if known else None,
            )
        )

    def _swap(self, attributes: Attributes) -> None:
        if len(self.path) > 1 and self.path[-2] == "colorSSR":
            pair = attributes.get("fromColor", ""), attributes.get("toColor", "")
            self.found.swaps.setdefault(self.names[-2], []).append(pair)

    def _overlay(self, attributes: Attributes) -> None:
        image = attributes.get("image", "")
        if not image:
            return
        in_set = len(self.path) > 1 and self.path[-2] == "overlaySSRuleSet"
        name = self.names[-2] if in_set else attributes.get("name", "")
        found = Pasted(image, self.number(attributes, "x"), self.number(attributes, "y"))
        self.found.pasted.setdefault(name, []).append(found)

    def _los(self, attributes: Attributes) -> None:
        parts = (attributes.get(key, "") for key in ("type", "fromValue", "toValue"))
        self.found.los[attributes.get("name", "")] = LosChange(*parts)

    def _building(self, attributes: Attributes) -> None:
        self.found.buildings[attributes.get("hexName", "")] = attributes.get("buildingTypeName", "")

    def _hexsides(self, found: dict[str, str]) -> Callable[[Attributes], None]:
        def take(attributes: Attributes) -> None:
            found[attributes.get("hex", "")[:8]] = attributes.get("hexsides", "")[:8]

        return take


def read_metadata(raw: bytes, where: str) -> Metadata:
    """What a metadata file of VASL says.

    Raises:
        BadInput: when it is no such XML, or holds what no board needs.
    """
    reader = _Reader(where)
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = reader.declared
    parser.EntityDeclHandler = reader.declared
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    try:
        parser.Parse(raw, True)
    except expat.ExpatError as error:
        raise BadInput(f"this is not XML ({error})", where) from None
    if reader.found.root not in ("boardMetadata", "sharedBoardMetadata"):
        raise BadInput(
            f"the XML begins with {reader.found.root[:40]!r}; boardMetadata or "
            "sharedBoardMetadata is expected",
            where,
        )
    return reader.found
