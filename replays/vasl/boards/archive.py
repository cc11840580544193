"""A VASL board archive: a zip, or a folder with what was in one; members by exact name, bounded.

Nothing is ever written from an archive, and no member's name is used as a path but of a folder that
the user gave, where only a plain file name is taken.
"""

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

import attrs

from events.disk import open_to_read
from events.errors import BadInput
from replays.files import exists
from replays.vasl.format.archive import demand_modest

__all__ = ["MOST_ARCHIVE", "MOST_IMAGE", "BoardArchive", "open_archive"]

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
def open_archive(name: str) -> Iterator[BoardArchive]:
    """The archive or folder of a board.

    Raises:
        BadInput: when there is none, or it is too large or no zip.
    """
    path = Path(name)
    if exists(path) and path.is_dir():
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
        with file:
            yield _Zip(name, file, frozenset(file.namelist()))
