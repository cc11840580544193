"""The zip file of a log or save: what is in it, and what none of ours may do.

Only three of its entries are read, none is ever written to disk, and each has a limit.
"""

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final
from xml.parsers import expat
from xml.sax.saxutils import escape

import attrs

from events.disk import open_to_read
from events.errors import BadInput, in_file
from replays.game.file_kind import FileKind, expecting
from replays.vasl.encoding import Encoding, decode, encode

MOST_FILE: Final = 64_000_000
"""No file is larger, in bytes."""

_MOST_ENTRIES: Final = 64
_MOST_DIRECTORY: Final = 64_000
_MOST_XML: Final = 64_000
_MOST_ELEMENTS: Final = 50_000
_DEEPEST: Final = 12
_TAIL: Final = 20 + 22 + 65535
"""Where a zip file ends: what says that it is a Zip64, its end and the longest comment."""
_END: Final = struct.Struct("<4s4H2LH")
_ZIP64: Final = b"PK\x06\x07"
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN: Final = (
    *(zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError),
    *(struct.error, RuntimeError, ValueError, OSError),
)
"""What reading a damaged zip file may raise."""


@attrs.frozen
class Archive:
    """A log or save, unpacked: its file's name without the folder, and its commands as one text.

    It says which version of which module it is of, such as ``VASL 6.5.1``, of which VASSAL, when it
    was saved, in milliseconds since 1970, and what its writer called it; empty or None if not.
    """

    name: str
    encoding: Encoding
    text: str
    module: str = ""
    vassal: str = ""
    saved: int | None = None
    description: str = ""


def is_archive(path: str | Path) -> bool:
    """Whether a file begins as every zip file does."""
    try:
        with open_to_read(Path(path)) as file:
            return file.read(4) == b"PK\x03\x04"
    except (BadInput, OSError):
        return False


def read_archive(path: str | Path) -> Archive:
    """Read a ``.vlog`` or ``.vsav``; refuse what is no such file, torn, or larger than any is."""
    path = Path(path)
    with (
        expecting(path, FileKind.VASL),
        in_file(str(path)),
        open_to_read(path) as file,
        zip_of(file) as archive,
    ):
        return _unpacked(path.name, archive)


def zip_of(
    file: BinaryIO,
    most_entries: int = _MOST_ENTRIES,
    most_directory: int = _MOST_DIRECTORY,
    expected: str = "a .vlog or .vsav",
) -> zipfile.ZipFile:
    """A zip file whose end tells that it is modest, as its directory is read into memory."""
    file.seek(0)
    begins, size = file.read(2), file.seek(0, 2)
    if size > MOST_FILE:
        raise BadInput(f"this file is larger than {MOST_FILE} bytes")
    file.seek(max(0, size - _TAIL))
    tail = file.read(_TAIL)
    at = tail.rfind(b"PK\x05\x06")
    if begins != b"PK" or at < 0 or len(tail) - at < _END.size:
        this = "this is not a zip file, or it is cut off" if size else "this file is empty"
        raise BadInput(f"{this}; {expected} is expected")
    _, _, _, _, entries, directory, _, _ = _END.unpack_from(tail, at)
    many = entries > most_entries or directory > most_directory
    if many or tail[max(0, at - 20) : at].startswith(_ZIP64):
        raise BadInput(f"this zip file has more than the {most_entries} entries that one may")
    file.seek(0)
    try:
        return zipfile.ZipFile(file)
    except _BROKEN as error:
        raise _damaged(error) from None


def _damaged(error: Exception) -> BadInput:
    why = str(error).splitlines()[0][:80] if str(error) else type(error).__name__
    return BadInput(f"this zip file is damaged ({why})")


def _unpacked(name: str, archive: zipfile.ZipFile) -> Archive:
    entries: dict[str, zipfile.ZipInfo] = {}
    for entry in archive.infolist():
        _demand_harmless(entry)
        if entry.filename in entries:
            raise BadInput(f"this zip file has {entry.filename[:40]!r} twice")
        entries[entry.filename] = entry
    if "savedGame" not in entries:
        if entries.keys() & {"BoardMetadata.xml", "LOSData"}:
            raise BadInput("this is a board of VASL; `khamsin board import` takes it")
        raise BadInput("there is no `savedGame` in this zip file; a .vlog or .vsav has one")
    with in_file("savedGame"):
        encoding, text = decode(read_entry(archive, entries["savedGame"], MOST_FILE))
    module = _facts(archive, entries, "moduledata")
    of = module.get("name") or "VASL"
    if "vasl" not in of.lower():
        raise BadInput(f"this is a file of the module {of[:40]!r}; one of VASL is expected")
    data = _facts(archive, entries, "savedata")
    saved = data.get("dateSaved", "")
    return Archive(
        name,
        encoding,
        text,
        " ".join(filter(None, (module.get("name", ""), module.get("version", "")))),
        data.get("VassalVersion") or module.get("VassalVersion", ""),
        int(saved) if saved.isascii() and saved.isdigit() and len(saved) < 16 else None,
        data.get("description", ""),
    )


def _demand_harmless(entry: zipfile.ZipInfo) -> None:
    name = entry.filename
    parts = name.replace("\\", "/").split("/")
    if name.startswith(("/", "\\")) or ".." in parts or ":" in name or "\0" in entry.orig_filename:
        raise BadInput(f"this zip file has an entry {name[:40]!r}, which leads out of its folder")


def read_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    """The bytes of an entry, at most so many."""
    if entry.flag_bits & 1:
        raise BadInput("this is encrypted")
    if entry.compress_type not in _METHODS:
        raise BadInput("this is compressed in a way that VASSAL does not use")
    data = b""
    if entry.file_size <= most:
        try:
            with archive.open(entry) as stream:
                data = stream.read(most + 1)
        except _BROKEN as error:
            raise _damaged(error) from None
    if max(len(data), entry.file_size) > most:
        raise BadInput(f"this is larger than {most} bytes")
    return data


def _facts(
    archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo], name: str
) -> dict[str, str]:
    """The texts of the elements under the root of one of the small XML files, by their names."""
    if name not in entries:
        return {}
    found: dict[str, str] = {}
    with in_file(name):
        for each in read_xml(read_entry(archive, entries[name], _MOST_XML)):
            if each.parent is not None and each.parent.parent is None:
                found[each.name] = found.get(each.name, "") + each.text
    return {name: text.strip() for name, text in found.items()}


@attrs.define(eq=False)
class Element:
    """An element of an XML file, with the text right inside it."""

    name: str
    attributes: Mapping[str, str]
    parent: "Element | None" = None
    text: str = ""


def read_xml(data: bytes) -> list[Element]:
    """The elements of an XML file in order, the root first; no document type is ever read."""
    found: list[Element] = []
    path: list[Element] = []

    def refuse(*_: Any) -> None:
        raise BadInput("this XML declares a document type or entities; none is expected")

    def start(name: str, attributes: Mapping[str, str]) -> None:
        if len(found) >= _MOST_ELEMENTS or len(path) >= _DEEPEST:
            what = f"more than {_MOST_ELEMENTS} elements, or more than {_DEEPEST}"
            raise BadInput(f"this XML has {what} within one another")
        found.append(Element(name, attributes, path[-1] if path else None))
        path.append(found[-1])

    def text(more: str) -> None:
        path[-1].text += more

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: path.pop()
    parser.CharacterDataHandler = text
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise BadInput(f"this is not XML ({error})") from None
    return found


# Writing ----------------------------------------------------------------------------------------


def archive_bytes(archive: Archive) -> bytes:
    """A log or save as the bytes of its file; the same archive gives the same bytes."""
    name, _, version = archive.module.rpartition(" ")
    common = {"VassalVersion": archive.vassal, "dateSaved": str(archive.saved or 0)}
    saved = {"version": "", **common, "description": archive.description}
    about = {"description": "Virtual Advanced Squad Leader", "name": name}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for entry, data in (
            ("savedGame", encode(archive.encoding, archive.text)),
            ("savedata", _xml(saved)),
            ("moduledata", _xml({"version": version, **common, **about})),
        ):
            info = zipfile.ZipInfo(entry)  # of 1980, whenever it is written
            info.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(info, data)
    return file.getvalue()


def _xml(texts: Mapping[str, str]) -> bytes:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<data version="1">']
    for name, text in texts.items():
        plain = "".join(each if each.isprintable() else "?" for each in text)
        lines.append(f"  <{name}>{escape(plain)}</{name}>")
    return "\n".join([*lines, "</data>", ""]).encode()
