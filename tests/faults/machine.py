"""A machine whose processes share a failing disk: one runs at a time, and a seed says which.

At every system call another process can go on; so all ways in which they can meet are tried, and a
seed is the same again. A process that is killed, and every one when the power goes, stands still
where it is: nothing of it runs on until its life is over, and then no call does anything any more.
"""

import ctypes
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import attrs

from tests.faults.disk import NONE, Faults, Inode, PowerCut, SimulatedDisk, Stopped

__all__ = ["Machine", "Process", "Shared"]

SLOTS: Final = 8

_SYNCS_FAIL: Final = 8
"""How much more often than another call a sync fails: after it least is known."""

_HERE: Final = threading.local()
"""The process of each thread."""


@attrs.define(eq=False)
class Process:
    """One of those that run.

    Attributes:
        name: what it is called.
        faults: what goes wrong in it.
        left: how many system calls it has yet, if it is to be stopped.
        gone: why it is not there any more.
        over: it has ended.
    """

    name: str
    faults: Faults = NONE
    left: int = 0
    gone: Stopped | None = None
    over: bool = False
    go: threading.Semaphore = attrs.Factory(lambda: threading.Semaphore(0))


@attrs.define(eq=False)
class Shared:
    """What connections to one database share: locks of its file, and memory with locks of its own.

    Attributes:
        levels: the lock that each file has, 1 (shared) to 4 (exclusive).
        users: those who use the memory.
        regions: the memory.
        slots: who has each of its locks, and whether alone.
    """

    levels: dict[int, int] = attrs.Factory(dict)
    users: set[int] = attrs.Factory(set)
    regions: list[Any] = attrs.Factory(list)
    slots: list[dict[int, bool]] = attrs.Factory(lambda: [{} for _ in range(SLOTS)])

    def drop(self, file: int) -> None:
        """All that a file has is free."""
        self.levels.pop(file, None)
        self.unmap(file)

    def unmap(self, file: int) -> None:
        """A file does not use the memory any more; without users it is empty again."""
        self.users.discard(file)
        for slot in self.slots:
            slot.pop(file, None)
        if not self.users:
            self.regions = []

    def lock(self, file: int, level: int) -> bool:
        """Whether a file gets a lock; who waits for the last lock keeps new readers out."""
        others = [each for other, each in self.levels.items() if other != file]
        if level == 1:
            free = all(each < 3 for each in others)
        elif level == 2:
            free = all(each < 2 for each in others)
        else:
            free = not others
            if not free and all(each < 2 for each in others):
                self.levels[file] = 3
        if free:
            self.levels[file] = level
        return free

    def shm_lock(self, file: int, slots: range, *, alone: bool) -> bool:
        """Whether a file gets locks of the memory."""
        for slot in slots:
            others = [each for other, each in self.slots[slot].items() if other != file]
            if any(others) or (alone and others):
                return False
        for slot in slots:
            self.slots[slot][file] = alone
        return True

    def region(self, number: int, size: int, *, extend: bool) -> int | None:
        """The address of a part of the memory; None where there is none yet."""
        while extend and len(self.regions) <= number:
            self.regions.append(ctypes.create_string_buffer(size))
        return ctypes.addressof(self.regions[number]) if number < len(self.regions) else None


class Machine(SimulatedDisk):
    """A simulated disk, and processes that take turns.

    Args:
        chance: decides.

    Attributes:
        switch: how often another process goes on, a system call.
        failure: an error in the simulator itself.
    """

    def __init__(self, chance: Random) -> None:
        """Nobody runs."""
        super().__init__(chance)
        self.switch = 0.2
        self.failure: BaseException | None = None
        self.shared: dict[str, Shared] = {}
        self._processes: list[Process] = []
        self._owner: dict[int, Process | None] = {}
        self._kept: list[Any] = []
        self._wrong = set[int]()
        self._director = threading.Semaphore(0)

    # Processes --------------------------------------------------------------------------------

    def run(self, bodies: Sequence[tuple[Process, Callable[[], None]]]) -> None:
        """Let processes run until each has ended, was killed, or the power went."""
        self._processes = [process for process, _ in bodies]
        threads = [threading.Thread(target=self._live, args=each) for each in bodies]
        for thread in threads:
            thread.start()
        self._hand_over()
        self._director.acquire()
        power = any(isinstance(each.gone, PowerCut) for each in self._processes)
        for each in self._processes:
            each.go.release()  # it unwinds, and does nothing any more
        for thread in threads:
            thread.join()
        self._processes, self._left = [], -1
        self._kept += [each.regions for each in self.shared.values()]
        self.shared.clear()
        self.faults = attrs.evolve(NONE, sector=self.faults.sector)
        self._files.clear()
        self._owner.clear()
        for inode in self._inodes():
            inode.owner = None
        if power:
            self._lose_power()
        if self.failure is not None:
            raise self.failure

    def _live(self, process: Process, body: Callable[[], None]) -> None:
        process.go.acquire()
        _HERE.process = process
        try:
            self._take(process)
            if process.gone is None:
                body()
        except Stopped:
            pass
        except BaseException as error:  # noqa: BLE001 - told by whoever let it run
            if process.gone is None:
                self.failure = self.failure or error
        finally:
            if process.gone is None:
                process.over = True
                self._release(process)
                self._hand_over()

    def _take(self, process: Process) -> None:
        if process.gone is None:
            self.faults, self._left = process.faults, process.left

    def _hand_over(self) -> None:
        """Another goes on; when there is none, the life is over."""
        can = [each for each in self._processes if not each.over and each.gone is None]
        (self._chance.choice(can).go if can else self._director).release()

    def _pause(self, process: Process) -> None:
        """Another process goes on, or the same one."""
        process.left = self._left
        self._hand_over()
        process.go.acquire()
        self._take(process)

    def _release(self, process: Process) -> None:
        for file, owner in list(self._owner.items()):
            if owner is process:
                self.let_go(file)

    def let_go(self, file: int) -> None:
        """A file is closed; nothing can fail."""
        self._owner.pop(file, None)
        for shared in self.shared.values():
            before = shared.regions
            shared.drop(file)
            if before is not shared.regions:
                self._kept.append(before)
        inode = self._files.pop(file, None)
        if inode is not None and inode.owner == file:
            inode.owner = None

    def demand_alive(self) -> None:
        """Whoever is gone does nothing any more.

        Raises:
            Stopped: of it.
        """
        process = self.mine()
        if process is not None and process.gone is not None:
            raise process.gone

    def sleep(self) -> None:
        """The process waits; others go on."""
        process = self.mine()
        if process is not None and process.gone is None:
            self._pause(process)

    def statement(self, words: str, often: int = 1) -> bool:
        """A process asks its database for something; whether somebody hits Ctrl-C then."""
        process = self.mine()
        if process is None or process.gone is not None:
            return False
        self.note(f"{process.name} {words}")
        return self._happens(self.faults.interrupt * often)

    def _stop(self) -> None:
        process = self.mine()
        assert process is not None
        stop = self.faults.stop
        self.note(f"  {stop.__name__}")
        process.gone = stop()
        if stop is PowerCut:
            for each in self._processes:
                if not each.over:
                    each.gone = process.gone
        else:
            self._release(process)
        self._hand_over()
        process.go.acquire()
        raise process.gone

    @contextmanager
    def _call(self, words: str) -> Iterator[bool]:
        """A system call of whoever runs; another can go on before it."""
        process = self.mine()
        if process is None:
            yield False
            return
        if process.gone is not None:
            raise process.gone
        self.calls += 1
        if self._chance.random() < self.switch:
            self._pause(process)
            if process.gone is not None:
                raise process.gone
        self.note(f"{process.name}   {words}")
        self._left -= 1
        stops, first = self._left == 0, self._chance.random() < 0.5
        if stops and first:
            self._stop()
        often = _SYNCS_FAIL if words.startswith("sync") else 1
        yield self._happens(self.faults.error * often)
        if stops:
            self._stop()

    def mine(self) -> Process | None:
        """The process of this thread, if it is one of this machine.

        What an earlier machine left open is closed by whoever collects garbage.
        """
        process = getattr(_HERE, "process", None)
        return process if process in self._processes else None

    def sync(self, file: int) -> None:
        """Where it fails, it fails once for each who has the file open, as on Linux since 4.13.

        Who is told so late may have begun before: it is asked when all is written that was left.
        """
        try:
            super().sync(file)
        except OSError:
            inode = self._files.get(file)
            self._wrong |= {each for each, of in self._files.items() if of is inode}
            self._wrong.discard(file)
            raise
        if file in self._wrong:
            self._wrong.discard(file)
            self._fail("sync")

    # System calls that logs do not need ---------------------------------------------------------

    def _opened(self, inode: Inode) -> int:
        file = super()._opened(inode)
        self._owner[file] = self.mine()
        return file

    def nameless(self) -> int:
        """A file without a name."""
        with self._call("open a file without a name"):
            return self._opened(Inode())

    def read_at(self, file: int, size: int, at: int) -> bytes:
        """Some bytes, or fewer at the end."""
        with self._call(f"read {size} at {at} of {file}") as fails:
            if fails and self._happens(0.25):
                self._fail("reading")
            return bytes(self._files[file].cached[at : at + size])

    def has_bytes(self, path: Path) -> bool:
        """A file has this name, and is not empty."""
        with self._call(f"look for {path.name}"):
            inode = self._at(path)
            return inode is not None and len(inode.cached) > 0

    def call(self, words: str) -> AbstractContextManager[bool]:
        """Some other call, which does not fail."""
        return self._call(words)

    def closed(self, file: int) -> None:
        """A file is closed, and its locks are free."""
        try:
            if file in self._files:  # not so when its life was over before
                self.close(file)
        finally:
            self.let_go(file)

    def unmap(self, file: int) -> None:
        """A file uses the shared memory no more."""
        with self._call(f"unmap {file}"):
            pass
        for shared in self.shared.values():
            if file in shared.users:
                self._kept.append(shared.regions)
                shared.unmap(file)

    def of(self, name: str) -> Shared:
        """What the connections to a database share."""
        return self.shared.setdefault(name, Shared())

    # What a test sees ---------------------------------------------------------------------------

    def copy(self) -> "Machine":
        """Another machine with the same files, for whoever looks without touching anything."""
        other = Machine(Random(0))
        other._left = -1
        for name in self.names():
            cached = bytearray(self._names[name][-1].cached)  # type: ignore[union-attr]
            other._names[name] = [Inode(cached, bytearray(cached))]
        return other
