"""SQLite on a simulated machine: what it asks of its system, asked of a ``Machine``.

The very library that Python's ``sqlite3`` uses gets a VFS ("virtual file system") of ours as its
default, by ctypes; so whoever opens a database then works on the simulated disk, and knows nothing
of it. What SQLite's own VFS for Unix does beyond its system calls is done here too: the folder is
synced after a new journal, and what goes wrong with that is not told.
"""

import _sqlite3
import contextlib
import ctypes
import itertools
import os
from collections.abc import Callable, Iterator
from ctypes import POINTER, c_char_p, c_double, c_int, c_int64, c_void_p
from errno import EDQUOT, ENOSPC
from pathlib import Path
from typing import Any, Final

from tests.faults.disk import Stopped
from tests.faults.machine import Machine, Shared

__all__ = ["missing", "on_machine"]

OK: Final = 0
BUSY: Final = 5
IOERR: Final = 10
NOTFOUND: Final = 12
FULL: Final = 13
CANTOPEN: Final = 14
READ, SHORT_READ, WRITE, FSYNC, DIR_FSYNC, CUT, FSTAT, UNLOCK, RDLOCK, DELETE = (
    IOERR | number << 8 for number in range(1, 11)
)
ACCESS, LOCK, SHM_MAP, SHM_LOCK = (IOERR | number << 8 for number in (13, 15, 21, 20))
NOENT: Final = IOERR | 23 << 8

CREATE: Final = 0x4
JOURNALS: Final = 0x800 | 0x4000 | 0x80000
POWERSAFE: Final = 0x1000
"""What SQLite believes of disks on Unix: a write does not harm the bytes beside it."""

_Pointer = POINTER(c_void_p)
_METHODS: Final = {
    "close": (),
    "read": (c_void_p, c_int, c_int64),
    "write": (c_void_p, c_int, c_int64),
    "truncate": (c_int64,),
    "sync": (c_int,),
    "size": (POINTER(c_int64),),
    "lock": (c_int,),
    "unlock": (c_int,),
    "reserved": (POINTER(c_int),),
    "control": (c_int, c_void_p),
    "sector": (),
    "character": (),
    "shm_map": (c_int, c_int, c_int, _Pointer),
    "shm_lock": (c_int, c_int, c_int),
    "shm_barrier": (),
    "shm_unmap": (c_int,),
}
"""The methods of a file in the order of SQLite's struct, with what they take after the file."""

_NO_RESULT: Final = ("shm_barrier",)


class _File(ctypes.Structure):
    _fields_ = (("methods", c_void_p), ("number", c_int64))


_METHOD_TYPES: Final = {
    name: ctypes.CFUNCTYPE(None if name in _NO_RESULT else c_int, POINTER(_File), *takes)
    for name, takes in _METHODS.items()
}


class _Methods(ctypes.Structure):
    _fields_ = (("version", c_int), *_METHOD_TYPES.items())


_SYSTEM: Final = {
    "open": (c_int, (c_char_p, POINTER(_File), c_int, POINTER(c_int))),
    "delete": (c_int, (c_char_p, c_int)),
    "access": (c_int, (c_char_p, c_int, POINTER(c_int))),
    "full_name": (c_int, (c_char_p, c_int, c_void_p)),
    "dl_open": (c_void_p, (c_char_p,)),
    "dl_error": (None, (c_int, c_void_p)),
    "dl_sym": (c_void_p, (c_void_p, c_char_p)),
    "dl_close": (None, (c_void_p,)),
    "randomness": (c_int, (c_int, c_void_p)),
    "sleep": (c_int, (c_int,)),
    "time": (c_int, (POINTER(c_double),)),
    "last_error": (c_int, (c_int, c_void_p)),
    "time_64": (c_int, (POINTER(c_int64),)),
}


_SYSTEM_TYPES: Final = {
    name: ctypes.CFUNCTYPE(of, c_void_p, *takes) for name, (of, takes) in _SYSTEM.items()
}


class _Vfs(ctypes.Structure):
    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_name", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        *_SYSTEM_TYPES.items(),
    )


class _Opened:
    """A file that SQLite has open."""

    def __init__(self, key: int, disk: Machine, file: int, name: str, *, sync_folder: bool) -> None:
        self.key, self.disk, self.file, self.name, self.sync_folder = (
            key,
            disk,
            file,
            name,
            sync_folder,
        )

    @property
    def shared(self) -> Shared:
        """What it shares with others that have opened the same database."""
        return self.disk.of(self.name)


class _System:
    """Answers SQLite with the machine that is set."""

    def __init__(self) -> None:
        self.machine: Machine | None = None
        self._open: dict[int, _Opened] = {}
        self._keys = itertools.count(1)
        functions: list[Any] = [
            kind(self._guarded(name, self._of_file(name))) for name, kind in _METHOD_TYPES.items()
        ]
        self._methods = _Methods(2, *functions)
        self._vfs = self._made()

    def _made(self) -> _Vfs:
        functions: list[Any] = [
            kind(self._guarded(name, getattr(self, f"sys_{name}")))
            for name, kind in _SYSTEM_TYPES.items()
        ]
        return _Vfs(2, ctypes.sizeof(_File), 512, None, b"simulated", None, *functions)

    def _of_file(self, name: str) -> Callable[..., Any]:
        method = getattr(self, f"file_{name}")

        def call(pointer: Any, *values: Any) -> Any:
            return method(self._open[pointer.contents.number], *values)

        return call

    def _guarded(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        code = _CODES.get(name, IOERR)

        def call(*values: Any) -> Any:
            try:
                return method(*values)
            except Stopped:
                return OK if name in _QUIET else code
            except OSError as error:
                return FULL if error.errno in (ENOSPC, EDQUOT) else code
            except BaseException as error:  # noqa: BLE001 - C cannot be told; the machine is
                if self.machine is not None:
                    self.machine.failure = self.machine.failure or error
                return code

        return call

    @property
    def _disk(self) -> Machine:
        assert self.machine is not None
        return self.machine

    # The system ---------------------------------------------------------------------------------

    def sys_open(self, _: Any, name: bytes | None, file: Any, flags: int, out: Any) -> int:
        file.contents.methods = None
        disk = self._disk
        path = Path(os.fsdecode(name or b""))
        number = disk.nameless() if name is None else self._file_of(disk, path, flags)
        new_journal = bool(flags & CREATE and flags & JOURNALS)
        opened = _Opened(next(self._keys), disk, number, path.name, sync_folder=new_journal)
        self._open[opened.key] = opened
        file.contents.number = opened.key
        file.contents.methods = ctypes.addressof(self._methods)
        if out:
            out.contents.value = flags
        return OK

    def _file_of(self, disk: Machine, path: Path, flags: int) -> int:
        try:
            return disk.open(path)
        except FileNotFoundError:
            if not flags & CREATE:
                raise
        return disk.create(path)

    def sys_delete(self, _: Any, name: bytes, sync: int) -> int:
        path = Path(os.fsdecode(name))
        try:
            self._disk.remove(path)
        except FileNotFoundError:
            return NOENT
        if sync:
            try:
                self._disk.sync_folder(path.parent)
            except OSError:
                return DIR_FSYNC
        return OK

    def sys_access(self, _: Any, name: bytes, flags: int, out: Any) -> int:
        path = Path(os.fsdecode(name))
        found = self._disk.has_bytes(path) if flags == 0 else self._disk.exists(path)
        out.contents.value = int(found)
        return OK

    def sys_full_name(self, _: Any, name: bytes, size: int, out: int) -> int:
        if len(name) + 1 > size:
            return CANTOPEN
        ctypes.memmove(out, name + b"\0", len(name) + 1)
        return OK

    def sys_dl_open(self, *_: Any) -> None:
        """No extensions."""

    sys_dl_error = sys_dl_sym = sys_dl_close = sys_dl_open

    def sys_randomness(self, _: Any, size: int, out: int) -> int:
        ctypes.memmove(out, bytes(range(size % 256)).ljust(size), size)
        return size

    def sys_sleep(self, _: Any, microseconds: int) -> int:
        self._disk.sleep()
        return microseconds

    def sys_time(self, _: Any, out: Any) -> int:
        out.contents.value = 2_460_000.5
        return OK

    def sys_time_64(self, _: Any, out: Any) -> int:
        out.contents.value = 212_544_043_200_000
        return OK

    def sys_last_error(self, *_: Any) -> int:
        return OK

    # A file -------------------------------------------------------------------------------------

    def file_close(self, opened: _Opened) -> int:
        del self._open[opened.key]
        opened.disk.closed(opened.file)
        return OK

    def file_read(self, opened: _Opened, out: int, size: int, at: int) -> int:
        data = opened.disk.read_at(opened.file, size, at)
        ctypes.memmove(out, data + bytes(size - len(data)), size)
        return OK if len(data) == size else SHORT_READ

    def file_write(self, opened: _Opened, data: int, size: int, at: int) -> int:
        rest = ctypes.string_at(data, size)
        while rest:
            written = opened.disk.write(opened.file, rest, at)
            rest, at = rest[written:], at + written
        return OK

    def file_truncate(self, opened: _Opened, size: int) -> int:
        opened.disk.cut(opened.file, size)
        return OK

    def file_sync(self, opened: _Opened, _: int) -> int:
        opened.disk.sync(opened.file)
        if opened.sync_folder:
            opened.sync_folder = False
            with contextlib.suppress(OSError):
                opened.disk.sync_folder(Path(opened.name).parent)
        return OK

    def file_size(self, opened: _Opened, out: Any) -> int:
        out.contents.value = opened.disk.size(opened.file)
        return OK

    def file_lock(self, opened: _Opened, level: int) -> int:
        with opened.disk.call(f"lock {opened.name} {level}"):
            pass
        return OK if opened.shared.lock(opened.file, level) else BUSY

    def file_unlock(self, opened: _Opened, level: int) -> int:
        with opened.disk.call(f"unlock {opened.name} {level}"):
            pass
        levels = opened.shared.levels
        if level:
            levels[opened.file] = level
        else:
            levels.pop(opened.file, None)
        return OK

    def file_reserved(self, opened: _Opened, out: Any) -> int:
        out.contents.value = int(any(each >= 2 for each in opened.shared.levels.values()))
        return OK

    def file_control(self, *_: Any) -> int:
        return NOTFOUND

    def file_sector(self, _: _Opened) -> int:
        return 4096

    def file_character(self, _: _Opened) -> int:
        return POWERSAFE

    def file_shm_map(self, opened: _Opened, number: int, size: int, extend: int, out: Any) -> int:
        with opened.disk.call(f"share the memory {number} of {opened.name}"):
            pass
        shared = opened.shared
        shared.users.add(opened.file)
        out[0] = shared.region(number, size, extend=bool(extend))
        return OK

    def file_shm_lock(self, opened: _Opened, first: int, count: int, flags: int) -> int:
        with opened.disk.call(f"lock the memory of {opened.name} {first} {count} {flags}"):
            pass
        shared, slots = opened.shared, range(first, first + count)
        if flags & 1:
            for slot in slots:
                shared.slots[slot].pop(opened.file, None)
            return OK
        return OK if shared.shm_lock(opened.file, slots, alone=bool(flags & 8)) else BUSY

    def file_shm_barrier(self, opened: _Opened) -> None:
        with opened.disk.call(f"barrier of {opened.name}"):
            pass

    def file_shm_unmap(self, opened: _Opened, _: int) -> int:
        opened.disk.unmap(opened.file)
        return OK


_CODES: Final = {
    "open": CANTOPEN,
    "delete": DELETE,
    "access": ACCESS,
    "read": READ,
    "write": WRITE,
    "truncate": CUT,
    "sync": FSYNC,
    "size": FSTAT,
    "lock": LOCK,
    "unlock": UNLOCK,
    "reserved": RDLOCK,
    "shm_map": SHM_MAP,
    "shm_lock": SHM_LOCK,
}
_QUIET: Final = ("close", "shm_unmap", "sleep", "shm_barrier")
_SYSTEMS: Final[list[_System]] = []


def _library() -> ctypes.CDLL:
    """The library that Python's ``sqlite3`` uses: found by way of its module."""
    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = c_void_p
    library.sqlite3_vfs_register.argtypes = (c_void_p, c_int)
    library.sqlite3_vfs_unregister.argtypes = (c_void_p,)
    return library


def missing() -> str:
    """Why SQLite cannot be given a simulated machine here; empty if it can."""
    try:
        _library()
    except (AttributeError, OSError) as error:
        return f"Python's SQLite cannot be reached by ctypes here ({str(error)[:100]})"
    return ""


@contextlib.contextmanager
def on_machine(machine: Machine) -> Iterator[None]:
    """All databases that are opened now are on a machine."""
    library = _library()
    if not _SYSTEMS:
        _SYSTEMS.append(_System())
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(_SYSTEMS[0]))  # SQLite knows it to the end
    (system,) = _SYSTEMS
    before, system.machine = system.machine, machine
    library.sqlite3_randomness(0, None)  # its random numbers begin again
    usual = library.sqlite3_vfs_find(None)
    library.sqlite3_vfs_register(ctypes.addressof(system._vfs), 1)
    try:
        yield
    finally:
        system.machine = before
        if before is None:
            library.sqlite3_vfs_unregister(ctypes.addressof(system._vfs))
            library.sqlite3_vfs_register(usual, 1)
