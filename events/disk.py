"""The disk as logs see it: the few system calls behind every promise about them.

Everything that writes a log or a whole file does so through a ``Disk``; so a simulator can stand in
its place, and fail or stop at each call.
"""

import contextlib
import errno
import itertools
import os
import stat
import sys
from collections.abc import Callable, Iterable
from operator import attrgetter
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

from events.errors import BadInput

Look: TypeAlias = tuple[int, ...]
"""How a file is at a moment: two numbers that name it, its size in bytes, when it was changed last.

Of the two times in nanoseconds the second, of a change of any kind, cannot be put back.
"""

_LOOK: Final = attrgetter("st_dev", "st_ino", "st_size", "st_mtime_ns", "st_ctime_ns")

_NO_LINKS: Final = (
    *(errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK),
    *(errno.EACCES, errno.EINVAL),
)
_BINARY: Final = getattr(os, "O_BINARY", 0)
_NO_SYNC: Final = (errno.EINVAL, errno.EACCES, errno.EBADF)
_TAKEN: Final = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)


class Disk:
    """System calls, each of which can fail with an ``OSError``. A file is known by a number."""

    def create(self, path: Path) -> int:
        """Open a new file to read and write; it is an error if it exists."""
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)

    def open(self, path: Path) -> int:
        """Open a file that exists to read and write."""
        return os.open(path, os.O_RDWR | _BINARY)

    def reading(self, path: Path) -> BinaryIO:
        """Open a file that exists to read."""
        return path.open("rb")

    def lock(self, file: int) -> None:
        """Keep all other writers out until the file is closed, or fail at once (``is_locked``)."""
        if sys.platform == "emscripten":
            return  # in a browser no other program sees these files
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - Windows only

            os.lseek(file, 1 << 60, os.SEEK_SET)  # far behind what is read
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 - not on Windows

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def look(self, file: int | Path) -> Look | None:
        """How an open file, or the one that has a name, is now; None if nothing has the name."""
        try:
            look: Look = _LOOK(os.stat(file))  # noqa: PTH116 - of a number or a name
        except FileNotFoundError:
            return None
        return look

    def write(self, file: int, data: bytes, at: int) -> int:
        """Write at an offset; returns how many bytes were written, perhaps not all."""
        os.lseek(file, at, os.SEEK_SET)
        return os.write(file, data)

    def cut(self, file: int, size: int) -> None:
        """Make a file end at a size."""
        os.ftruncate(file, size)

    def sync(self, file: int) -> None:
        """Put its bytes on the medium."""
        if sys.platform == "darwin":  # there fsync leaves bytes in the cache of the drive
            import fcntl  # noqa: PLC0415 - not on Windows

            with contextlib.suppress(OSError):
                fcntl.fcntl(file, fcntl.F_FULLFSYNC)
                return
        os.fsync(file)

    def close(self, file: int) -> None:
        """Let go of a file."""
        os.close(file)

    def exists(self, path: Path) -> bool:
        """Whether something has this name."""
        return os.path.lexists(path)

    def put(self, old: Path, new: Path) -> None:
        """Give a file a name that replaces what had it, at one stroke."""
        with contextlib.suppress(OSError):  # who may read it stays as it was
            old.chmod(stat.S_IMODE(new.stat().st_mode))
        old.replace(new)

    def put_new(self, old: Path, new: Path) -> None:
        """Give a file a name that nothing has."""
        if sys.platform == "win32":
            old.rename(new)  # which replaces nothing there
            return
        try:
            if not hasattr(os, "link"):  # in a browser
                raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
            new.hardlink_to(old)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            if self.exists(new):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
            old.replace(new)
        else:
            with contextlib.suppress(OSError):  # it is there; its other name does no harm
                old.unlink()

    def remove(self, path: Path) -> None:
        """Take a name away."""
        path.unlink()

    def sync_folder(self, folder: Path) -> None:
        """Put the names of a folder on the medium."""
        if sys.platform == "win32":
            return
        try:
            opened = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(opened)
            finally:
                os.close(opened)
        except OSError as error:
            if error.errno not in _NO_SYNC:  # some file systems cannot
                raise


DISK: Final = Disk()
"""The disk of this machine."""


class _PrivateDisk(Disk):
    def create(self, path: Path) -> int:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)

    def put(self, old: Path, new: Path) -> None:
        old.replace(new)


PRIVATE_DISK: Final = _PrivateDisk()


def write_all(disk: Disk, file: int, data: bytes, at: int) -> None:
    """Write all bytes at an offset, however many the disk takes at a time."""
    rest = memoryview(data)
    while rest:
        count = disk.write(file, bytes(rest), at)
        if count <= 0:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        rest, at = rest[count:], at + count


def is_locked(error: OSError) -> bool:
    """Whether a file could not be locked because another program has it."""
    return error.errno in _TAKEN


def write_whole(
    path: str | Path,
    chunks: Iterable[bytes] | Callable[[int], Iterable[bytes]],
    *,
    new: bool = False,
    disk: Disk = DISK,
    before: Callable[[], object] = tuple,
) -> None:
    """Write a file wholly or not at all: what stood there stays until the new one is on disk.

    Where ``chunks`` is a function, it is given the file that is open. ``before`` is called when all
    is on disk, before the file has its name; if it raises, there is no new file.
    """
    path = Path(path)
    if new and disk.exists(path):
        raise _exists_already(path)
    try:
        file, beside = create_beside(path, disk)
        try:
            try:
                _fill(disk, file, chunks(file) if callable(chunks) else chunks)
            finally:
                disk.close(file)
            before()
            (disk.put_new if new else disk.put)(beside, path)
        except BaseException:
            with contextlib.suppress(OSError):
                disk.remove(beside)
            raise
        disk.sync_folder(path.parent)
    except FileExistsError:
        raise _exists_already(path) from None
    except BadInput:  # of who makes the pieces, or of what comes before
        raise
    except (OSError, ValueError) as error:
        raise cannot_be_written(path, error) from None


def create_beside(path: Path, disk: Disk = DISK) -> tuple[int, Path]:
    """A new file in the same folder, this program's alone, whatever a crash has left there."""
    for number in itertools.count(1):
        beside = path.with_name(f".{path.name}.{os.getpid()}-{number}.part")
        with contextlib.suppress(FileExistsError):
            return disk.create(beside), beside
    raise AssertionError("numbers do not end")


def _fill(disk: Disk, file: int, chunks: Iterable[bytes]) -> None:
    at, waiting = 0, bytearray()
    for chunk in chunks:
        waiting += chunk
        if len(waiting) >= 1 << 20:
            write_all(disk, file, bytes(waiting), at)
            at += len(waiting)
            waiting.clear()
    write_all(disk, file, bytes(waiting), at)
    disk.sync(file)


def _exists_already(path: Path) -> BadInput:
    return BadInput("this file exists already and is left as it is; name another", str(path))


def cannot_be_written(path: Path, error: OSError | ValueError) -> BadInput:
    """The complaint of a file that cannot be written."""
    return BadInput(f"this cannot be written ({reason(error)})", str(path))


def open_to_read(path: Path, disk: Disk = DISK) -> BinaryIO:
    """Open a file that people named."""
    try:
        if disk is DISK and path.is_dir():
            raise BadInput("this is a directory; a file is expected", str(path))
        if disk is DISK and path.exists() and not path.is_file():
            raise BadInput("this is not a regular file", str(path))
        return disk.reading(path)
    except FileNotFoundError:
        raise BadInput("there is no such file", str(path)) from None
    except BadInput:
        raise
    except (OSError, ValueError) as error:
        raise BadInput(f"this cannot be read ({reason(error)})", str(path)) from None


def reason(error: OSError | ValueError) -> str:
    """What went wrong with a file, in a few words."""
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
