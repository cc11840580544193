"""A disk that fails: in memory, with what is durable kept apart from what is only cached.

It promises what POSIX promises, and nothing more. A file is sectors of some size. Until a file is
synced, each sector that was written may be on the medium or not, in any order, and so may its size;
until a folder is synced, so may each of its names. After a sync that failed, the sectors that it
was for are written, or still to be written, or lost: then they count as clean, and no later sync
writes them; reading shows what was written, or the old bytes again.
"""

import errno
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import BinaryIO, Final

import attrs

from events.disk import Disk, Look


class Stopped(BaseException):
    """The process is gone; none of its system calls does anything any more."""


class Killed(Stopped):
    """The process was killed; the machine runs on, with all that is cached."""


class PowerCut(Stopped):
    """The machine stopped; what was not durable is kept, lost or torn."""


@attrs.frozen
class Faults:
    """What goes wrong, and how often: chances a system call.

    Attributes:
        error: it fails.
        short: it writes a part.
        interrupt: the user hits Ctrl-C before or after it.
        intruder: another program does something before it.
        stop_after: the process is gone after so many; 0 means never.
        stop: how.
        sector: bytes that are written together.
    """

    error: float = 0.0
    short: float = 0.0
    interrupt: float = 0.0
    intruder: float = 0.0
    stop_after: int = 0
    stop: type[Stopped] = PowerCut
    sector: int = 512


NONE: Final = Faults()
_ERRORS: Final = {
    "create": (errno.ENOSPC, errno.EIO, errno.EMFILE),
    "write": (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG),
    "lock": (errno.ENOLCK, errno.EINTR),
    "put": (errno.EIO, errno.ENOSPC),
    "put_new": (errno.EIO, errno.ENOSPC),
}


@attrs.define(eq=False)
class Inode:
    """A file: its bytes as programs see them, and those on the medium."""

    cached: bytearray = attrs.Factory(bytearray)
    durable: bytearray = attrs.Factory(bytearray)
    dirty: set[int] = attrs.Factory(set)
    owner: int | None = None
    changes: int = 0

    def write(self, data: bytes, at: int, sector: int) -> None:
        """Into the cache."""
        self.changes += 1
        self.cached.extend(bytes(max(0, at - len(self.cached))))
        self.cached[at : at + len(data)] = data
        self.dirty.update(range(at // sector, -(-(at + len(data)) // sector)))

    def cut(self, size: int, sector: int) -> None:
        """In the cache: shorter, or longer by zeros."""
        self.changes += 1
        del self.cached[size:]
        self.cached.extend(bytes(size - len(self.cached)))
        self.dirty = {each for each in self.dirty if each * sector < size}

    def sync(self, sector: int) -> None:
        """Make all durable that counts as dirty."""
        self._resize(len(self.cached))
        for each in self.dirty:
            self._store(each, sector)
        self.dirty.clear()

    def _resize(self, size: int) -> None:
        del self.durable[size:]
        self.durable.extend(bytes(size - len(self.durable)))

    def _store(self, number: int, sector: int) -> None:
        start, end = number * sector, min((number + 1) * sector, len(self.cached))
        end = min(end, len(self.durable))
        self.durable[start:end] = self.cached[start:end]

    def fail_to_sync(self, chance: Random, sector: int) -> None:
        """Some sectors are written, some are lost, some stay dirty."""
        evicted, lost, written = chance.random() < 0.5, chance.random(), chance.random()
        for each in sorted(self.dirty):
            if chance.random() < written:
                end = min((each + 1) * sector, len(self.cached))
                self._resize(max(end, len(self.durable)))
                self._store(each, sector)
                self.dirty.discard(each)
            elif chance.random() < lost:
                self.dirty.discard(each)
                if evicted:
                    start, end = each * sector, min((each + 1) * sector, len(self.cached))
                    there = bytes(self.durable[start:end])
                    self.cached[start:end] = there + bytes(end - start - len(there))

    def lose_power(self, chance: Random, sector: int) -> None:
        """Keep, lose or tear what was not durable."""
        small, large = len(self.durable), len(self.cached)
        kept = chance.choice((0.0, 0.5, 1.0, chance.random()))
        sizes = [small, large] if small > large else [small, large, chance.randint(small, large)]
        size = large if kept == 1 or chance.random() < 0.5 else chance.choice(sizes)
        self._resize(size)
        for each in sorted(self.dirty):
            if chance.random() < kept and each * sector < size:
                self._store(each, sector)
        self.dirty.clear()
        self.cached = bytearray(self.durable)


class SimulatedDisk(Disk):
    """All system calls behind logs, in memory; which of them fail, and how, one seed decides.

    ``faults`` go wrong now; ``intruder`` is what another program does in between; ``trace`` takes
    what happens, if it is to be told.
    """

    def __init__(self, chance: Random) -> None:
        """An empty folder, and nothing goes wrong."""
        self._chance = chance
        self.faults = NONE
        self.intruder: Callable[[], None] | None = None
        self.trace: list[str] | None = None
        self.calls = 0
        self._left = 0
        self._gone: Stopped | None = None
        self._names: dict[str, list[Inode | None]] = {}
        self._files: dict[int, Inode] = {}
        self._numbers = iter(range(3, 1 << 30))

    # What goes wrong --------------------------------------------------------------------------

    def note(self, words: str) -> None:
        """Tell what happens."""
        if self.trace is not None:
            self.trace.append(words)

    def begin(self, faults: Faults) -> None:
        """A process begins; from now on these faults happen."""
        self.faults, self._left, self._gone = faults, faults.stop_after, None

    def end(self) -> None:
        """The process is gone, or the machine is; faults are over."""
        if isinstance(self._gone, PowerCut):
            self._lose_power()
        self._files.clear()
        for inode in self._inodes():
            inode.owner = None
        self.begin(attrs.evolve(NONE, sector=self.faults.sector))

    def _inodes(self) -> list[Inode]:
        found = [each for states in self._names.values() for each in states if each is not None]
        return list(dict.fromkeys(found))

    def _lose_power(self) -> None:
        inodes = self._inodes()
        for name in list(self._names):
            state = self._chance.choice(self._names[name])
            self._names[name] = [state]
            if state is None:
                del self._names[name]
        for inode in inodes:
            inode.lose_power(self._chance, self.faults.sector)

    @contextmanager
    def _call(self, words: str, *, by_itself: bool = False) -> Iterator[bool]:
        """A system call: it may fail, and something may happen before it and after it.

        ``by_itself`` it does not fail at once, but is told whether it does.
        """
        if self._gone is not None:
            raise self._gone
        self.calls += 1
        self._perhaps_intrude()
        self.note(words)
        self._left -= 1
        stops = self._left == 0
        first = self._chance.random() < 0.5
        if stops and first:
            self._stop()
        if self._happens(self.faults.interrupt / 2):
            self.note("  Ctrl-C before it")
            raise KeyboardInterrupt
        fails = self._happens(self.faults.error)
        if fails and not by_itself:
            self._fail(words)
        yield fails
        if stops:
            self._stop()
        if self._happens(self.faults.interrupt / 2):
            self.note("  Ctrl-C after it")
            raise KeyboardInterrupt

    def _perhaps_intrude(self) -> None:
        if self.intruder is not None and self._happens(self.faults.intruder):
            intruder, self.intruder = self.intruder, None
            self.note("  another program begins")
            try:
                intruder()
            finally:
                self.intruder = intruder
                self.note("  another program ends")

    def _happens(self, chance: float) -> bool:
        return chance > 0 and self._chance.random() < chance

    def _stop(self) -> None:
        self._gone = self.faults.stop()
        self.note(f"  {self.faults.stop.__name__}")
        raise self._gone

    def _fail(self, call: str) -> None:
        code = self._chance.choice(_ERRORS.get(call.partition(" ")[0], (errno.EIO,)))
        self.note(f"  {errno.errorcode[code]}")
        raise OSError(code, os.strerror(code))

    # The system calls -------------------------------------------------------------------------

    def _at(self, path: Path) -> Inode | None:
        return self._names.get(path.name, [None])[-1]

    def _name(self, path: Path, inode: Inode | None) -> None:
        self._names.setdefault(path.name, [None]).append(inode)

    def _found(self, path: Path) -> Inode:
        inode = self._at(path)
        if inode is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return inode

    def _opened(self, inode: Inode) -> int:
        number = next(self._numbers)
        self._files[number] = inode
        return number

    def create(self, path: Path) -> int:
        """A new file, if nothing fails."""
        with self._call(f"create {path.name}"):
            if self._at(path) is not None:
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
            inode = Inode()
            self._name(path, inode)
            return self._opened(inode)

    def open(self, path: Path) -> int:
        """A file that exists, if nothing fails."""
        with self._call(f"open {path.name}"):
            return self._opened(self._found(path))

    def reading(self, path: Path) -> BinaryIO:
        """Its bytes now; reading may fail later."""
        with self._call(f"read {path.name}"):
            inode = self._found(path)
        return _Reading(self, bytes(inode.cached))

    def fail_to_read(self) -> None:
        """A read may fail."""
        if self._gone is None and self._happens(self.faults.error / 4):
            self._fail("reading")

    def lock(self, file: int) -> None:
        """For one at a time."""
        with self._call(f"lock {file}"):
            inode = self._files[file]
            if inode.owner not in (None, file):
                raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            inode.owner = file

    def look(self, file: int | Path) -> Look | None:
        """As it is cached."""
        with self._call(f"look {file if isinstance(file, int) else file.name}"):
            inode = self._files[file] if isinstance(file, int) else self._at(file)
            if inode is None:
                return None
            return 0, id(inode), len(inode.cached), 0, inode.changes

    def write(self, file: int, data: bytes, at: int) -> int:
        """All, or a part, or none; what fails can have written a part."""
        with self._call(f"write {file} {len(data)} at {at}", by_itself=True) as fails:
            count = len(data)
            if fails or self._happens(self.faults.short) or self._left == 0:
                count = self._chance.randint(0 if fails else 1, max(len(data), 1))
            count = min(count, len(data))
            self._files[file].write(data[:count], at, self.faults.sector)
            if fails:
                self._fail("write")
            if count < len(data):
                self.note(f"  {count} written")
        return count

    def cut(self, file: int, size: int) -> None:
        """Done or not, when it fails."""
        with self._call(f"cut {file} to {size}", by_itself=True) as fails:
            if not fails or self._happens(0.5):
                self._files[file].cut(size, self.faults.sector)
            if fails:
                self._fail("cut")

    def sync(self, file: int) -> None:
        """Durable after it; when it fails, whatever."""
        with self._call(f"sync {file}", by_itself=True) as fails:
            if fails or (self._left == 0 and self._happens(0.5)):
                self._files[file].fail_to_sync(self._chance, self.faults.sector)
            else:
                self._files[file].sync(self.faults.sector)
            if fails:
                self._fail("sync")

    def close(self, file: int) -> None:
        """It is closed even when it fails."""
        with self._call(f"close {file}", by_itself=True) as fails:
            inode = self._files.pop(file)
            if inode.owner == file:
                inode.owner = None
            if fails:
                self._fail("close")

    def exists(self, path: Path) -> bool:
        """As it is cached."""
        with self._call(f"exists {path.name}", by_itself=True):
            return self._at(path) is not None

    def put(self, old: Path, new: Path) -> None:
        """Both names change, or neither."""
        with self._call(f"put {old.name} {new.name}"):
            self._name(new, self._found(old))
            self._name(old, None)

    def put_new(self, old: Path, new: Path) -> None:
        """A link, and the old name goes, if it can."""
        with self._call(f"put_new {old.name} {new.name}"):
            if self._at(new) is not None:
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
            self._name(new, self._found(old))
            if not self._happens(self.faults.error) and self._left != 0:
                self._name(old, None)

    def remove(self, path: Path) -> None:
        """A name goes."""
        with self._call(f"remove {path.name}"):
            self._found(path)
            self._name(path, None)

    def sync_folder(self, folder: Path) -> None:
        """All names are durable after it; when it fails, some."""
        with self._call(f"sync the folder {folder.name}", by_itself=True) as fails:
            for name, states in list(self._names.items()):
                if (fails or self._left == 0) and self._happens(0.5):
                    continue
                self._names[name] = states[-1:]
            if fails:
                self._fail("sync_folder")

    # What a test sees -------------------------------------------------------------------------

    def content(self, path: Path) -> bytes | None:
        """The bytes of a file as programs see them; None when there is none."""
        inode = self._at(path)
        return None if inode is None else bytes(inode.cached)

    def names(self) -> list[str]:
        """The names in the folder."""
        return [name for name, states in self._names.items() if states[-1] is not None]


class _Reading(io.BytesIO):
    """A file that is read, and fails at times."""

    def __init__(self, disk: SimulatedDisk, content: bytes) -> None:
        """Nothing is read yet."""
        super().__init__(content)
        self._disk = disk

    def readline(self, size: int | None = -1, /) -> bytes:
        """A line, if nothing fails."""
        self._disk.fail_to_read()
        return super().readline(size)

    def read(self, size: int | None = -1, /) -> bytes:
        """Some bytes, if nothing fails."""
        self._disk.fail_to_read()
        return super().read(size)
