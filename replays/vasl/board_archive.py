"""A VASL board archive: a zip, or a folder with what was in one; members by exact name, bounded.

Nothing is ever written from an archive, and no member's name is used as a path but of a folder that
the user gave, where only a plain file name is taken.
"""

import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol
from xml.parsers import expat

import attrs
import numpy as np
from numpy.typing import NDArray

from events.disk import open_to_read
from events.errors import BadInput
from events.limits import MOST_ROWS
from replays.game.file import exists
from replays.vasl.container import demand_modest

Array = NDArray[Any]

MOST_PIXELS: Final = 24_000_000
"""No grid has more pixels: over twenty geomorphic boards."""
MOST_COLUMNS: Final = 120
_HEADER: Final = struct.Struct(">iiii")
_STREAM: Final = b"\xac\xed\x00\x05"
_SHORT, _LONG = 0x77, 0x7A


@attrs.frozen(eq=False)
class Grid:
    """The grids of a board, as VASL keeps them.

    Attributes:
        width: hexrows.
        height: hexes of the first hexrow.
        elevation: elevation of each pixel, by column and row.
        terrain: VASL's terrain code of each pixel, likewise.
        stairways: whether each hex has a stairway, hexrow by hexrow.
    """

    width: int
    height: int
    elevation: Array
    terrain: Array
    stairways: tuple[bool, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Its pixels, across and down."""
        across, down = self.terrain.shape
        return int(across), int(down)


def _refuse(what: str) -> BadInput:
    return BadInput(f"{what}; so this is no LOSData of a VASL board, or it is damaged", "LOSData")


def _unzipped(raw: bytes, most: int) -> bytes:
    """What gzip holds, up to so many bytes.

    Raises:
        BadInput: when it is no gzip, or broken.
    """
    inflate = zlib.decompressobj(wbits=31)
    try:
        return inflate.decompress(raw, most)
    except zlib.error as error:
        raise _refuse(f"gzip is expected ({error})"[:120]) from None


def _payload(stream: bytes, most: int) -> bytes:
    """The blocks of a stream put together, up to so many bytes and as far as the stream goes.

    Raises:
        BadInput: when it is no stream of blocks.
    """
    if stream[:4] != _STREAM:
        raise _refuse("a Java stream is expected")
    parts: list[memoryview] = []
    view, at, total = memoryview(stream), 4, 0
    while at < len(stream) and total < most:
        mark = stream[at]
        if mark == _SHORT and at + 2 <= len(stream):
            length, at = stream[at + 1], at + 2
        elif mark == _LONG and at + 5 <= len(stream):
            length, at = int.from_bytes(stream[at + 1 : at + 5], "big", signed=True), at + 5
        else:
            raise _refuse(f"byte {at} begins no block of data")
        if length < 0 or (mark == _LONG and length == 0):
            raise _refuse(f"a block before byte {at} has no possible length")
        parts.append(view[at : at + length])
        total += length
        at += length
    return b"".join(parts)[:most]


def _hexes(width: int, height: int) -> int:
    return width * height + width // 2


def _sizes(start: bytes) -> tuple[int, int, int, int]:
    if len(start) < _HEADER.size:
        raise _refuse("it ends before the sizes of its grids")
    width, height, across, down = _HEADER.unpack(start[: _HEADER.size])
    if not (1 <= width <= MOST_COLUMNS and 1 <= height <= MOST_ROWS):
        raise BadInput(
            f"a board of {width} hexrows of {height} hexes is no board that can be played here; at "
            f"most {MOST_COLUMNS} hexrows and {MOST_ROWS} hexes",
            "LOSData",
        )
    if across < 1 or down < 1 or across * down > MOST_PIXELS:
        raise BadInput(
            f"a picture of {across} by {down} pixels is expected to have from 1 to {MOST_PIXELS}",
            "LOSData",
        )
    return width, height, across, down


def read_losdata(raw: bytes) -> Grid:
    """The grids of a LOSData file.

    Raises:
        BadInput: when it is none, is damaged, or describes a board that is too large.
    """
    start = _payload(_unzipped(raw, 4096), _HEADER.size)
    width, height, across, down = _sizes(start)
    pixels, hexes = across * down, _hexes(width, height)
    needed = _HEADER.size + 2 * pixels + hexes
    # blocks have 1 to 5 bytes before their data; smaller ones than these nobody writes
    stream = _unzipped(raw, needed + needed // 16 + 4096)
    payload = _payload(stream, needed)
    if len(payload) < needed:
        raise _refuse(f"it has {len(payload)} of the {needed} bytes that its sizes announce")
    both = np.frombuffer(payload, np.int8, 2 * pixels, _HEADER.size).reshape(across, down, 2)
    stairs = payload[_HEADER.size + 2 * pixels :]
    return Grid(
        width,
        height,
        both[:, :, 0].copy(),
        both[:, :, 1].view(np.uint8).copy(),
        tuple(byte != 0 for byte in stairs),
    )


def losdata(grid: Grid) -> bytes:
    """The LOSData file of some grids, as VASL writes it."""
    both = np.stack([grid.elevation.view(np.uint8), grid.terrain], axis=2)
    payload = (
        _HEADER.pack(grid.width, grid.height, *grid.size)
        + both.tobytes()
        + bytes(map(int, grid.stairways))
    )
    blocks = [payload[at : at + 1024] for at in range(0, len(payload), 1024)]
    stream = b"".join(bytes([_LONG]) + struct.pack(">i", len(block)) + block for block in blocks)
    packed = zlib.compressobj(9, wbits=31)
    return packed.compress(_STREAM + stream) + packed.flush()


MOST_ELEMENTS: Final = 50_000
MOST_DEPTH: Final = 12
LONGEST_VALUE: Final = 2_000
_LEVEL: Final = re.compile("-?[0-9]")

Attributes = Mapping[str, str]


@attrs.frozen
class Colour:
    """A colour of board pictures; terrain and elevation are None where VASL does not say."""

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

    What a SSR does is kept by its name, what is in a hex or on its hexsides by that of the hex.

    Attributes:
        root: its root element.
        facts: the attributes of the root element.
        codes: terrain codes by name.
        inherent: the names of terrain that VASL calls Inherent.
        swaps: which colour becomes which.
        partial: hexsides with orchards that fill a part of their hex.
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


MOST_ARCHIVE: Final = 64 * 1024 * 1024
"""No archive, and no member of one, is larger, in bytes."""
MOST_MEMBERS: Final = 2_000
MOST_DIRECTORY: Final = 1024 * 1024
MOST_METADATA: Final = 4 * 1024 * 1024
MOST_IMAGE: Final = 32 * 1024 * 1024
_ZIP: Final = b"PK\x03\x04"
_NOT_A_ZIP: Final = (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, RuntimeError)
_READ_ERRORS: Final = (*_NOT_A_ZIP, OSError, ValueError)


class BoardArchive(Protocol):
    """What a board has: members by name."""

    @property
    def where(self) -> str:
        """How the user called it."""

    def has(self, name: str) -> bool:
        """Whether it has a member."""

    def read(self, name: str, most: int) -> bytes:
        """A member.

        Raises:
            BadInput: when there is none, it is larger than ``most`` bytes, or broken.
        """


def _plain(name: str) -> bool:
    """Whether a name is that of a file in a folder, and no path."""
    return bool(name) and not set(name) & set("/\\:\0") and name not in (".", "..")


@attrs.frozen
class _Folder:
    where: str

    def has(self, name: str) -> bool:
        return _plain(name) and (Path(self.where) / name).is_file()

    def read(self, name: str, most: int) -> bytes:
        if not self.has(name):
            raise BadInput(f"there is no {name[:40]!r} in this folder", self.where)
        with open_to_read(Path(self.where) / name) as file:
            raw = file.read(most + 1)
        return _bounded(raw, most, name, self.where)


@attrs.frozen
class _Zip:
    where: str
    file: zipfile.ZipFile
    names: frozenset[str]

    def has(self, name: str) -> bool:
        return name in self.names

    def read(self, name: str, most: int) -> bytes:
        if not self.has(name):
            raise BadInput(f"this archive has no {name[:40]!r}", self.where)
        try:
            with self.file.open(name) as member:
                raw = member.read(most + 1)
        except _READ_ERRORS as error:
            raise BadInput(f"{name} cannot be read ({error})"[:160], self.where) from None
        return _bounded(raw, most, name, self.where)


def _bounded(raw: bytes, most: int, name: str, where: str) -> bytes:
    if len(raw) > most:
        raise BadInput(f"{name[:40]} is larger than {most} bytes", where)
    return raw


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """Let every error inside name the archive."""
    try:
        yield
    except BadInput as error:
        raise (error if error.where.startswith(name) else error.inside(name)) from None


@contextmanager
def open_archive(name: str) -> Iterator[BoardArchive]:
    """The archive or folder of a board, which every error inside then names.

    Raises:
        BadInput: when there is none, or it is too large or no zip.
    """
    path = Path(name)
    if exists(path) and path.is_dir():
        with _naming(name):
            yield _Folder(name)
        return
    with open_to_read(path) as raw:
        if raw.read(len(_ZIP)) != _ZIP:
            raise BadInput(
                "this is no VASL board archive; a zip such as bd27, or a folder with what is in "
                "one, is expected",
                name,
            )
        if raw.seek(0, 2) > MOST_ARCHIVE:
            raise BadInput(f"this archive is larger than {MOST_ARCHIVE} bytes", name)
        try:
            demand_modest(raw, MOST_MEMBERS, MOST_DIRECTORY, "a VASL board archive")
            file = zipfile.ZipFile(raw)
        except BadInput as error:
            raise error.inside(name) from None
        except _READ_ERRORS as error:
            raise BadInput(f"this zip cannot be read ({error})"[:160], name) from None
        with file, _naming(name):
            yield _Zip(name, file, frozenset(file.namelist()))
