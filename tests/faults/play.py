"""Games on a disk that fails, and what must hold after whatever happens to them.

From one seed: some lives of a machine. In each a process opens the game, gives orders, saves
copies, draws pictures, recovers; system calls fail; other programs do the same in between; in the
end the process is killed, or the power goes, or it closes the game. After each life the bytes on
the disk are compared with what was acknowledged, byte by byte.
"""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, Self
from unittest.mock import patch

import attrs

from events.chain import header_line, sealed
from events.codec import entry_json
from events.disk import Disk, write_whole
from events.entry import Entry, Header
from events.errors import BadInput
from events.log_writer import LogWriter, put_torn_aside, write_log
from replays.auditing.audit import audit
from replays.game import store
from replays.game.game import Game, OrderRefused
from tests.faults.disk import Faults, Killed, PowerCut, SimulatedDisk, Stopped
from tests.table import scenario

FOLDER: Final = Path("/a/folder/that/is/not/there")
LOG: Final = FOLDER / "game.jsonl"
PICTURE: Final = FOLDER / "map.svg"
SCENARIO: Final = scenario(turns=1, boards=[{"name": "27", "desert": True, "width": 9}])
SEED: Final = "faults"

ORDERS: Final = (
    *("wc", "wc", "wc 3 4", "wc 6 6", "phase", "phase", "phase", "phase", "phase RPh", "undo"),
    *("undo", "dice seed", "dice table", "dice either", "start PzA", "move PzA D5 1.5mp"),
    *("stop PzA", "finish", "nonsense", 'note "x"', 'note "LONG"', 'note "LONG"', 'note "LONG"'),
)


class Broken(AssertionError):  # noqa: N818 - a promise
    """A promise that was not kept."""


@attrs.frozen
class Played:
    """What a seed led to: system calls, lives, entries, whether it is over, files in the end."""

    calls: int
    lives: int
    acknowledged: int
    finished: bool
    disk: dict[str, bytes]


@attrs.define(eq=False)
class Promises:
    """What was promised to be on the disk.

    Attributes:
        disk: where.
        log: the lines that were acknowledged.
        doubtful: lines that no program knows of, each list as it was to be written.
        whole: files that are written whole, each with the contents that it may have.
    """

    disk: SimulatedDisk
    log: list[bytes] = attrs.Factory(list)
    doubtful: list[list[bytes]] = attrs.Factory(list)
    whole: dict[Path, list[bytes | None]] = attrs.Factory(dict)

    def resumed(self) -> None:
        """Another program has gone on with the log: what he found counts."""
        self.hold()
        self.log = (self.disk.content(LOG) or b"").splitlines(keepends=True)
        self.doubtful = []

    def hold(self) -> None:
        """See that all that was acknowledged is in the log, and nothing else that ends."""
        found = (self.disk.content(LOG) or b"").splitlines(keepends=True)
        for number, line in enumerate(self.log):
            if number >= len(found):
                raise Broken(f"line {number + 1} was acknowledged and is not there")
            if found[number] != line:
                raise Broken(f"line {number + 1} is not what was acknowledged: {found[number]!r}")
        others = found[len(self.log) :]
        if found and not found[0].endswith(b"\n"):
            raise Broken("a part of a header has the name of the log")
        if others and not others[-1].endswith(b"\n"):
            others.pop()  # torn
        if others and all(each[: len(others)] != others for each in self.doubtful):
            raise Broken(f"{len(others)} lines were never acknowledged: {others[0]!r}")
        self._hold_whole()

    def _hold_whole(self) -> None:
        for path, possible in list(self.whole.items()):
            content = self.disk.content(path)
            if content not in possible:
                raise Broken(f"{path.name} is neither what it was nor what it was to be")
            if content is None:
                del self.whole[path]  # another file can have the name now
        for name in self.disk.names():
            if ".torn" in name and not name.endswith(".part"):
                path = FOLDER / name
                content = self.disk.content(path)
                if not content:
                    raise Broken(f"{name} is empty")
                if path not in self.whole:
                    self.whole[path] = [content, None]  # not promised yet

    def attempt(self, path: Path, content: bytes) -> Callable[[], None]:
        """A file is about to be written whole; returns what to call when that was acknowledged."""
        self.whole.setdefault(path, [self.disk.content(path)]).append(content)

        def done() -> None:
            self.whole[path] = [content]

        return done


def _watched(promises: Promises) -> type[LogWriter]:
    """A writer whose promises are noted."""

    class Watched(LogWriter):
        def __init__(self, path: Path, header: Header, disk: Disk) -> None:
            line = header_line(header)[0] + b"\n"
            if not promises.log:
                promises.doubtful.append([line])
            super().__init__(path, header, disk)
            promises.log, promises.doubtful = [line], []

        @classmethod
        def resume(cls, *args: Any, **more: Any) -> Self:
            resumed = super().resume(*args, **more)
            promises.resumed()
            return resumed

        def append(self, *entries: Entry) -> str:
            lines, before, n = _lines_of(entries, self.seal), len(promises.log), self.n
            try:
                seal = super().append(*entries)
            except BaseException as error:
                if self.n > n:
                    promises.log += lines
                elif self._broken or isinstance(error, Stopped):
                    promises.doubtful.append(lines)
                raise
            if len(promises.log) != before:
                raise Broken("two programs were acknowledged at the same time")
            promises.log += lines
            return seal

    return Watched


def _lines_of(entries: Sequence[Entry], seal: str) -> list[bytes]:
    """The lines of some entries that follow one of this hash."""
    lines = []
    for entry in entries:
        line, seal = sealed(entry_json(entry), seal)
        lines.append(line + b"\n")
    return lines


class _Player:
    """A process that plays."""

    def __init__(self, promises: Promises, chance: Random) -> None:
        self._promises, self._chance, self._disk = promises, chance, promises.disk
        self.game: Game | None = None

    def live(self, steps: int) -> None:
        """Do some things; a person reads what is refused, and tries something else."""
        for _ in range(steps):
            with contextlib.suppress(BadInput, KeyboardInterrupt):
                self.step()
        self.close()

    def step(self) -> None:
        """Do one thing."""
        what = self._chance.random()
        if self.game is None or what < 0.05:
            self.close()
            self.open()
        elif what < 0.85:
            self.order()
        elif what < 0.9:
            self.copy()
        elif what < 0.95:
            self.draw()
        else:
            self.close()
            self.recover()

    def open(self) -> None:
        """Begin the game, or go on with it."""
        tail = _tail(self._promises.disk)
        self.game = Game.open(LOG, SCENARIO, SEED, disk=self._disk)
        self._demand_aside(tail)
        if [entry.n for entry in self.game.entries] != list(range(1, len(self._promises.log))):
            raise Broken("the game has not the entries of its log")

    def _demand_aside(self, tail: bytes) -> None:
        disk = self._promises.disk
        aside = [FOLDER / name for name in disk.names() if name.startswith("game.jsonl.torn")]
        kept = [path for path in aside if disk.content(path) == tail]
        if tail and not kept:
            raise Broken("torn bytes were not put aside")
        if tail:
            self._promises.whole[kept[-1]] = [tail]

    def order(self) -> None:
        """Give an order, perhaps a wrong one; the game must be what the log is."""
        game = self.game
        if game is None:
            return
        order = self._chance.choice(ORDERS)
        order = order.replace("LONG", "long " * self._chance.randint(1, 200))
        if order == "phase":
            order = "phase RPh" if game.state.clock.wind_rolled else "wc"
        self._promises.disk.note(f"order {order[:40]}")
        try:
            game.do(order)
        except OrderRefused:
            return
        finally:
            if len(game.entries) != self._known(game):
                raise Broken("the game has not the entries of its log")
        if self._promises.disk.content(LOG) != game.log_bytes():
            raise Broken("an order was acknowledged and the log is not the game")

    def _known(self, game: Game) -> int:
        """How many entries the game must have: those of its log, as its writer knows it."""
        log = game._log
        return len(game.entries) if log is None else log.n

    def copy(self) -> None:
        """Save the game as a whole log."""
        if self.game is None:
            return
        path = FOLDER / f"copy-{self._promises.disk.calls}.jsonl"
        done = self._promises.attempt(path, self.game.log_bytes())
        write_log(path, self.game.header, self.game.entries, self._disk)
        done()

    def draw(self) -> None:
        """Write a picture over the last one."""
        picture = b"<svg" + self._chance.randbytes(self._chance.randint(0, 2000))
        done = self._promises.attempt(PICTURE, picture)
        write_whole(PICTURE, [picture[:99], picture[99:]], disk=self._disk)
        done()

    def recover(self) -> None:
        """Put torn bytes aside."""
        tail = _tail(self._promises.disk)
        put_torn_aside(LOG, self._disk)
        self._demand_aside(tail)

    def close(self) -> None:
        """Let go of the game."""
        if self.game is not None:
            game, self.game = self.game, None
            game.close()

    def intrude(self) -> None:
        """Another program opens the log in between, gives an order and ends."""
        other = _Player(self._promises, self._chance)
        with contextlib.suppress(BadInput, KeyboardInterrupt):
            if self._chance.random() < 0.3:
                other.recover()
            other.open()
            other.order()
        with contextlib.suppress(KeyboardInterrupt):
            other.close()


def _tail(disk: SimulatedDisk) -> bytes:
    return (disk.content(LOG) or b"").rpartition(b"\n")[2]


def _faults(chance: Random, sector: int) -> Faults:
    """What goes wrong in a life."""
    error = chance.choice((0.0, 0.0, 0.01, 0.05, 0.2))
    return Faults(
        error=error,
        short=chance.choice((0.0, 0.3)),
        interrupt=chance.choice((0.0, 0.0, 0.02, 0.1)),
        intruder=chance.choice((0.0, 0.0, 0.02, 0.1)),
        stop_after=chance.choice((0, *(chance.randint(1, most) for most in (20, 60, 60, 300)))),
        stop=chance.choice((Killed, PowerCut, PowerCut)),
        sector=sector,
    )


@contextlib.contextmanager
def _jumping(chance: Random) -> Iterator[None]:
    """A clock that jumps."""

    def clock() -> float:
        return chance.choice((0, 1, 10**9, 4 * 10**9, chance.uniform(0, 2e9)))

    with contextlib.ExitStack() as patches:
        for name in ("time", "monotonic", "perf_counter", "time_ns", "monotonic_ns"):
            patches.enter_context(patch.object(time, name, clock))
        yield


def play(
    seed: int,
    scratch: Path,
    *,
    clock: int = 0,
    trace: list[str] | None = None,
) -> Played:
    """Some lives of a machine on which a game is played; ``Broken`` if a promise was not kept.

    The audit reads a real file, ``scratch``; with another ``clock`` the clock jumps otherwise;
    ``trace`` takes what happens, in words.
    """
    chance = Random(seed)
    disk = SimulatedDisk(Random(chance.random()))
    disk.trace = trace
    promises = Promises(disk)
    lives, sector = chance.randint(2, 8), chance.choice((1, 16, 64, 512, 512, 4096))
    watched = patch.object(store, "LogWriter", _watched(promises))
    with watched, _jumping(Random(f"{seed} {clock}")):
        for _ in range(lives):
            _life(disk, promises, Random(chance.random()), sector)
            promises.hold()
        player = _Player(promises, chance)
        player.open()
        _demand_clean(player.game, disk, scratch)
        player.close()
    finished = player.game is None and promises.log[-1].find(b'"finish"') > 0
    files = {name: disk.content(FOLDER / name) or b"" for name in sorted(disk.names())}
    return Played(disk.calls, lives, len(promises.log) - 1, finished, files)


def _life(disk: SimulatedDisk, promises: Promises, chance: Random, sector: int) -> None:
    player = _Player(promises, chance)
    disk.note("a process begins")
    disk.begin(_faults(chance, sector))
    disk.intruder = player.intrude
    try:
        with contextlib.suppress(Stopped, KeyboardInterrupt):
            player.live(chance.randint(3, 25))
    finally:
        disk.intruder = None
        disk.end()


def _demand_clean(game: Game | None, disk: SimulatedDisk, scratch: Path) -> None:
    """The log is audited, and says whether it was finished."""
    if game is None:
        raise Broken("the game does not open")
    content = disk.content(LOG) or b""
    scratch.write_bytes(content)
    report = audit(scratch)
    undone = game.entries and game.entries[-1].do.__class__.__name__ == "Undo"
    if not report.clean and not (undone and game.state.clock.over):
        raise Broken(f"the audit finds {report.findings[0]}")
    if report.entries != len(game.entries) or content != game.log_bytes():
        raise Broken("the log is not the game")
    if report.ending != game.ending:
        raise Broken(f"the log says {report.ending}, the game {game.ending}")
