"""A VASL board archive: a zip, whose members are read by exact name, bounded.

Nothing is ever written from an archive, and no member's name is used as a path.
"""

import re
import struct
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from events.disk import open_to_read
from events.errors import BadInput, in_file
from events.limits import MOST_ROWS
from replays.game.file import exists
from replays.vasl import NAMES
from replays.vasl.container import Element, read_entry, read_xml, zip_of

Array = NDArray[Any]

MOST_PIXELS: Final = 24_000_000
"""No grid has more pixels: over twenty geomorphic boards."""
_MOST_COLUMNS: Final = 120
_HEADER: Final = struct.Struct(">iiii")
_STREAM: Final = b"\xac\xed\x00\x05"
_SHORT, _LONG = 0x77, 0x7A


@attrs.frozen(eq=False)
class Grid:
    """The grids of a board, as VASL keeps them.

    It has so many hexrows, of so many hexes in the first, and the elevation and VASL's terrain code
    of each pixel, by column and row.
    """

    width: int
    height: int
    elevation: Array
    terrain: Array

    @property
    def size(self) -> tuple[int, int]:
        """Its pixels, across and down."""
        across, down = self.terrain.shape
        return int(across), int(down)


def read_losdata(raw: bytes) -> Grid:
    """The grids of a LOSData file: gzip around a Java stream of blocks of bytes."""
    with in_file(LOSDATA):
        start = _payload(raw, 4096, _HEADER.size)
        if len(start) < _HEADER.size:
            raise _refuse("it ends before the sizes of its grids")
        width, height, across, down = _HEADER.unpack(start)
        if not (1 <= width <= _MOST_COLUMNS and 1 <= height <= MOST_ROWS):
            what = f"a board of {width} hexrows of {height} hexes is no board that can be played"
            raise BadInput(f"{what} here; at most {_MOST_COLUMNS} hexrows and {MOST_ROWS} hexes")
        if across < 1 or down < 1 or across * down > MOST_PIXELS:
            what = f"a picture of {across} by {down} pixels"
            raise BadInput(f"{what} is expected to have from 1 to {MOST_PIXELS}")
        needed = _HEADER.size + 2 * across * down
        # blocks have 1 to 5 bytes before their data; no program writes smaller ones than these
        payload = _payload(raw, needed + needed // 16 + 4096, needed)
        if len(payload) < needed:
            raise _refuse(f"it has {len(payload)} of the {needed} bytes that its sizes announce")
        both = np.frombuffer(payload, np.int8, -1, _HEADER.size).reshape(across, down, 2)
        return Grid(width, height, both[:, :, 0].copy(), both[:, :, 1].view(np.uint8).copy())


def _payload(raw: bytes, most_read: int, most: int) -> bytes:
    """The blocks put together, up to so many bytes and as far as the stream goes."""
    try:
        stream = zlib.decompressobj(wbits=31).decompress(raw, most_read)
    except zlib.error as error:
        raise _refuse(f"gzip is expected ({error})"[:120]) from None
    if stream[:4] != _STREAM:
        raise _refuse("a Java stream is expected")
    payload, at = bytearray(), 4
    while at < len(stream) and len(payload) < most:
        mark = stream[at]
        if mark == _SHORT and at + 2 <= len(stream):
            length, at = stream[at + 1], at + 2
        elif mark == _LONG and at + 5 <= len(stream):
            length, at = int.from_bytes(stream[at + 1 : at + 5], "big", signed=True), at + 5
        else:
            raise _refuse(f"byte {at} begins no block of data")
        if length < 1:
            raise _refuse(f"a block before byte {at} has no possible length")
        payload += stream[at : at + length]
        at += length
    return bytes(payload[:most])


def _refuse(what: str) -> BadInput:
    return BadInput(f"{what}; so this is no LOSData of a VASL board, or it is damaged")


# Metadata ---------------------------------------------------------------------------------------

_LONGEST_VALUE: Final = 2_000
_LEVEL: Final = re.compile("-?[0-9]")
_WHOLE: Final = re.compile("-?[0-9]{1,8}")
_SHADES: Final = {*range(256)}


@attrs.frozen
class Colour:
    """A colour of pictures, as one number; terrain and elevation are None if VASL has none."""

    name: str
    number: int
    terrain: str | None
    elevation: int | None


@attrs.define
class Metadata:
    """What one metadata file says, as far as a board of ours needs it."""

    root: str = ""
    facts: Mapping[str, str] = attrs.field(factory=dict)
    codes: dict[str, int] = attrs.field(factory=dict)
    inherent: set[str] = attrs.field(factory=set)
    colours: list[Colour] = attrs.field(factory=list)
    swaps: dict[str, list[tuple[str, str]]] = attrs.field(factory=lambda: defaultdict(list))
    """By SSR, colours and those that they become."""
    pasted: dict[str, list[tuple[str, int, int]]] = attrs.field(factory=lambda: defaultdict(list))
    """By SSR, pictures that it pastes over that of the board, with their left and top."""
    underlays: dict[str, list[tuple[str, list[str]]]] = attrs.field(
        factory=lambda: defaultdict(list)
    )
    """By SSR, patterns that it shows through some colours, by picture and colours."""
    los: dict[str, tuple[str, str, str]] = attrs.field(factory=dict)
    """By SSR, what it does to VASL's own grids: a kind, what is changed, and into what."""
    buildings: dict[str, str] = attrs.field(factory=dict)
    """Types of buildings by hex."""
    kindless: dict[str, dict[str, str]] = attrs.field(factory=dict)
    """Hexsides of what has no kind here, by the name of its element and the hex."""

    @property
    def hills(self) -> bool:
        """Whether the elevations of colours count."""
        return self.facts.get("hasHills", "TRUE").upper() == "TRUE"


def read_metadata(raw: bytes, where: str) -> Metadata:
    """What a metadata file of VASL says."""
    with in_file(where):
        elements = read_xml(raw)
        root = elements[0]
        if root.name not in ("boardMetadata", "sharedBoardMetadata"):
            what = "boardMetadata or sharedBoardMetadata is expected"
            raise BadInput(f"the XML begins with {root.name[:40]!r}; {what}")
        found = Metadata(root.name, root.attributes)
        for each in elements:
            if any(len(value) > _LONGEST_VALUE for value in each.attributes.values()):
                name = each.name[:40]
                raise BadInput(f"a value of {name} is longer than {_LONGEST_VALUE} characters")
            _take(each, found)
        return found


def _take(element: Element, found: Metadata) -> None:
    match element.name:
        case "terrainType":
            name, inherent = _texts(element, "name", "isInherentTerrain")
            found.codes.setdefault(name, _whole(element, "typeCode"))
            if inherent.upper() == "TRUE":
                found.inherent.add(name)
        case "buildingType":
            hex_, found.buildings[hex_] = _texts(element, "hexName", "buildingTypeName")
        case "slope" | "rrembankment" | "partialorchard":
            hex_, sides = _texts(element, "hex", "hexsides")
            found.kindless.setdefault(element.name, {})[hex_[:8]] = sides[:8]
        case _:
            _take_rule(element, element.parent or element, found)


def _take_rule(element: Element, above: Element, found: Metadata) -> None:
    (name, image), (rule,) = _texts(element, "name", "image"), _texts(above, "name")
    match element.name:
        case "color" if above.name == "underlaySSRule":
            found.underlays[rule][-1][1].append(name)
        case "color":
            found.colours.append(_colour(element))
        case "colorMap" if above.name == "colorSSR":
            old, new = _texts(element, "fromColor", "toColor")
            found.swaps[rule].append((old, new))
        case "underlaySSRule":
            found.underlays[name].append((image, []))
        case "overlaySSRule" | "overlay" if image:
            called = rule if above.name == "overlaySSRuleSet" else name
            found.pasted[called].append((image, _whole(element, "x"), _whole(element, "y")))
        case "LOSSSRule":
            kind, old, new = _texts(element, "type", "fromValue", "toValue")
            found.los[name] = kind, old, new


def _texts(element: Element, *keys: str) -> list[str]:
    return [element.attributes.get(key, "") for key in keys]


def _whole(element: Element, key: str) -> int:
    text = element.attributes.get(key, "").strip()
    if not _WHOLE.fullmatch(text):
        raise BadInput(f"{key}={text[:20]!r} of {element.name} is not a whole number")
    return int(text)


def _colour(element: Element) -> Colour:
    name, terrain, height = _texts(element, "name", "terrain", "elevation")
    rgb = [_whole(element, key) for key in ("red", "green", "blue")]
    if not {*rgb} <= _SHADES:
        raise BadInput(f"the colour {name[:40]!r} is none")
    known = None if terrain in ("", "UNKNOWN") else terrain
    return Colour(name, int.from_bytes(rgb), known, level_of(height))


def level_of(text: str) -> int | None:
    """The level that VASL's metadata name, at times with ``_`` for a minus; None for another."""
    text = text.strip().replace("_", "-")
    return int(text) if _LEVEL.fullmatch(text) else None


_GEOMETRY: Final[dict[str, str]] = NAMES["geometry"]
"""What the older file ``data`` calls the geometry of a board."""


def take_older(archive: "BoardArchive", own: Metadata, shared: Metadata) -> None:
    """Add what an archive's older files say where its metadata say nothing: colours, overlays.

    They are lines of words parted by blanks and commas. A colour means what its name means on all
    boards; of two names for one colour the later decides.
    """
    if not own.root:
        words = (line for line in _older(archive, "data") if len(line) > 1)
        own.facts = {_GEOMETRY[key]: value for key, value, *_ in words if key in _GEOMETRY}
    if not own.colours:
        known = {each.name: each for each in shared.colours}
        for name, *parts in filter(None, _older(archive, "colors")):
            rgb = [int(part) for part in parts if _WHOLE.fullmatch(part)]
            if name in known and len(rgb) == len(parts) == 3 and {*rgb} <= _SHADES:
                own.colours.append(attrs.evolve(known[name], number=int.from_bytes(rgb)))
    if not own.pasted and not own.underlays:
        rule = ""
        for words_of in _older(archive, "overlaySSR"):
            match words_of:
                case [image, x, y] if _WHOLE.fullmatch(x) and _WHOLE.fullmatch(y):
                    own.pasted[rule].append((image, int(x), int(y)))
                case ["underlay", image, *colours]:
                    own.underlays[rule].append((image, colours))
                case [rule]:
                    pass


def _older(archive: "BoardArchive", name: str) -> Iterator[list[str]]:
    """The lines of an older file, each as its words, without what is remarked."""
    if archive.has(name):
        for line in archive.read(name, MOST_OLDER).decode("latin-1").splitlines():
            yield line.partition("//")[0].replace(",", " ").split()


# Archives ---------------------------------------------------------------------------------------

_MOST_MEMBERS: Final = 2_000
_MOST_DIRECTORY: Final = 1_000_000
OWN: Final = "BoardMetadata.xml"
SHARED: Final = "SharedBoardMetadata.xml"
"""The file with what VASL's boards share; looked for beside a board."""
LOSDATA: Final = "LOSData"
_MOST_LOSDATA: Final = 16_000_000
MOST_METADATA: Final = 4_000_000
MOST_OLDER: Final = 256_000
MOST_IMAGE: Final = 32_000_000


@attrs.frozen
class BoardArchive:
    """What a board has: members of a zip by exact name."""

    where: str
    zip: zipfile.ZipFile

    def has(self, name: str) -> bool:
        """Whether it has a member."""
        return name in self.zip.NameToInfo

    def read(self, name: str, most: int) -> bytes:
        """A member; one that has more bytes is refused."""
        if not self.has(name):
            raise BadInput(f"this archive has no {name[:40]!r}", self.where)
        with in_file(name[:40]):
            return read_entry(self.zip, self.zip.getinfo(name), most)

    def metadata(self) -> Metadata | None:
        """What is the board's own; None if the archive does not say it."""
        return read_metadata(self.read(OWN, MOST_METADATA), OWN) if self.has(OWN) else None

    def losdata(self) -> "Grid":
        """Its grids."""
        return read_losdata(self.read(LOSDATA, _MOST_LOSDATA))


def shared_metadata(board: str, named: str | None) -> Metadata | None:
    """What all boards share, where it is named, or lies beside the board or above."""
    path = Path(board)
    above = path.parent.parent
    places = [path.parent / SHARED, above / SHARED, above / "boards" / SHARED]
    for place in places if named is None else [Path(named)]:
        if named is not None or exists(place):
            with in_file(str(place)), open_to_read(place) as file:
                raw = file.read(MOST_METADATA + 1)
                if len(raw) > MOST_METADATA:
                    raise BadInput(f"this is larger than {MOST_METADATA} bytes")
                return read_metadata(raw, str(place))
    return None


@contextmanager
def open_archive(name: str) -> Iterator[BoardArchive]:
    """The archive of a board, which every error inside then names."""
    with in_file(name), open_to_read(Path(name)) as raw:
        if raw.read(4) != b"PK\x03\x04":
            raise BadInput("this is no VASL board archive; a zip such as bd27 is expected")
        with zip_of(raw, _MOST_MEMBERS, _MOST_DIRECTORY, "a VASL board archive") as file:
            yield BoardArchive(name, file)
