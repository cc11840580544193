"""A library on a machine that fails, and what must hold after whatever happens to it.

From one seed: some lives of a machine. In each a few processes use one library at once: they add
logs that go on with one another or fork, list, export, look and audit; system calls fail; somebody
hits Ctrl-C at a statement; processes are killed, or the power goes. After each life a copy of what
is left is opened, compared with what was acknowledged, byte by byte, and audited.
"""

import contextlib
import functools
import json
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

import attrs

from events.chain import header_line
from events.disk import write_whole
from events.entry import Entry, Header
from events.errors import BadInput
from events.recorder import Overtaken
from replays.game.game import Game, OrderRefused
from replays.library import auditing, reading, recording, sqlite
from replays.library import library as libraries
from replays.library.auditing import audit_game
from replays.library.games import LibraryGame
from replays.library.library import Library
from replays.library.recording import LibraryLog, LibraryRecorder
from replays.library.sqlite import SqliteDatabase
from replays.library.states import position_in
from tests.faults.disk import Faults, Killed, PowerCut
from tests.faults.machine import Machine, Process
from tests.faults.play import Broken, Played, lines_of
from tests.faults.vfs import on_machine
from tests.table import scenario

__all__ = ["WHERE", "Watched", "library_on", "play_store"]

FOLDER: Final = Path("/a/folder/that/is/not/there")
WHERE: Final = FOLDER / "library.db"
NAMES: Final = ("a", "b", "c", "d")
FORKS: Final = 3
ENTRIES: Final = 12
ORDERS: Final = ("note 'x'", "note 'y'", "wc 3 4", "undo", "phase RPh", "start PzA", "nonsense")
SCENARIO: Final = scenario(turns=1, boards=[{"name": "27", "desert": True, "width": 9}])


@functools.cache
def _lines(name: str, fork: int) -> list[bytes]:
    """The lines of a log; the forks of a game share the header and some entries."""
    game = Game.new(SCENARIO, name)
    game.do("wc 3 4")
    while len(game.entries) < ENTRIES:
        n = len(game.entries)
        words = f"of fork {fork}" if n > 1 + fork else "of all"
        game.do(f"note '{n} {words} {'long ' * (n % 3) * 35}'")
    return game.log_bytes().splitlines(keepends=True)


def _content(chance: Random, name: str, found: bytes | None) -> bytes:
    """A log to be added: as a rule one that goes on with what is there."""
    lines = _lines(name, chance.randrange(FORKS))
    if found is not None and chance.random() < 0.8:
        on = [each for each in range(FORKS) if b"".join(_lines(name, each)).startswith(found)]
        lines = _lines(name, chance.choice(on)) if on else lines
    most = len(lines)
    least = min(most, 1 + (found or b"").count(b"\n"))
    count = chance.randint(least, min(most, least + 3))
    torn = b""
    if count < most and chance.random() < 0.2:
        torn = lines[count][: chance.randint(1, len(lines[count]) - 1)]
    return b"".join(lines[:count]) + torn


@attrs.define(eq=False)
class Promises:
    """What was promised to be in the library.

    Attributes:
        machine: where.
        kept: the longest log of each name that was acknowledged.
        logs: every log that was given, by the hash of its last line.
        doubtful: logs that were given and of which nobody knows.
        acknowledged: how often something was.
    """

    machine: Machine
    kept: dict[str, bytes] = attrs.Factory(dict)
    logs: dict[str, bytes] = attrs.Factory(dict)
    doubtful: list[tuple[str, bytes]] = attrs.Factory(list)
    acknowledged: int = 0

    @contextlib.contextmanager
    def attempt(self, name: str, content: bytes) -> Iterator[None]:
        """A log is given to the library, which takes it, refuses it, or nobody knows."""
        self.give(name, content)
        try:
            yield
        except BadInput as error:
            self.machine.demand_alive()
            if certain(error):
                self.doubtful.remove((name, content))
            raise
        self.machine.demand_alive()
        self.doubtful.remove((name, content))
        self.acknowledge(name, content)

    def give(self, name: str, content: bytes) -> None:
        """A log is given, and nobody knows yet what becomes of it."""
        self.doubtful.append((name, content))
        whole = content[: content.rfind(b"\n") + 1]
        self.logs[_seal_of(whole)] = whole

    def begin(self, place: LibraryLog, header: Header) -> LibraryRecorder:
        """A game is begun in the library."""
        with self.attempt(place.where.removeprefix("library:"), header_line(header)[0] + b"\n"):
            return _BEGIN(place, header)

    def append(self, recorder: LibraryRecorder, *entries: Entry) -> str:
        """Entries are given to a recorder; after a failure its number says whether they count."""
        name, n = recorder._name, recorder.n
        content = self.logs[recorder.seal] + b"".join(lines_of(entries, recorder.seal))
        self.give(name, content)
        try:
            seal = _APPEND(recorder, *entries)
        except BaseException as error:
            self.machine.demand_alive()
            if recorder.n > n:
                self.doubtful.remove((name, content))
                self.acknowledge(name, content)
            elif recorder._doubtful is None and isinstance(error, BadInput) and certain(error):
                self.doubtful.remove((name, content))
            elif recorder._doubtful is None and self._is_written(recorder, content):
                raise Broken("an order is in the library, and not in the game") from None
            raise
        self.machine.demand_alive()
        self.doubtful.remove((name, content))
        self.acknowledge(name, content)
        return seal

    def _is_written(self, recorder: LibraryRecorder, content: bytes) -> bool:
        """Whether the game ends with a log, and nobody else has given the same."""
        ends, name = _is_end(recorder, content), recorder._name
        others = self.doubtful.count((name, content)) > 1
        return ends and not others and not self.kept.get(name, b"").startswith(content)

    def acknowledge(self, name: str, content: bytes) -> None:
        """Somebody was told that a log is in the library."""
        there = self.kept.get(name, b"")
        short, long = sorted((there, content), key=len)
        if not long.startswith(short):
            raise Broken(f"two recorders that cannot both have won were told so: {name!r}")
        self.kept[name] = long
        self.acknowledged += 1

    def may_be(self, name: str, content: bytes | None) -> str:
        """Why a library cannot have this of a game; empty if it can."""
        there = self.kept.get(name)
        if content is None:
            return "" if there is None else f"{name!r} was acknowledged and is not there"
        if there is not None and not content.startswith(there):
            return f"{name!r} is not what was acknowledged"
        if content != there and (name, content) not in self.doubtful:
            return f"{name!r} has what nobody gave, or what was refused: {content[-60:]!r}"
        return ""

    def hold(self, found: dict[str, bytes]) -> None:
        """See that the library has what was acknowledged, and nothing that was refused or is half.

        Raises:
            Broken: when it is not so.
        """
        for name in NAMES:
            why = self.may_be(name, found.get(name))
            if why:
                raise Broken(why)


def certain(error: BadInput) -> bool:
    """Whether a refusal says that nothing was written."""
    return "not known" not in str(error)


_BEGIN: Final = LibraryLog.begin
_APPEND: Final = LibraryRecorder.append


def _is_end(recorder: LibraryRecorder, content: bytes) -> bool:
    """Whether the game in the library ends with a log's last line, as far as that can be seen."""
    with contextlib.suppress(BadInput, KeyboardInterrupt):
        sql = "SELECT seal FROM game WHERE id = ?"
        return [(_seal_of(content),)] == recorder._database.rows(sql, recorder._game)
    return False


def _seal_of(log: bytes) -> str:
    """The hash of the last line of a log."""
    return str(json.loads(log.rsplit(b"\n", 2)[-2])["hash"])


class _Person:
    """A process that uses the library."""

    def __init__(self, machine: Machine, promises: Promises, chance: Random, scratch: Path) -> None:
        self._machine, self._promises, self._chance = machine, promises, chance
        self._scratch = scratch

    def live(self, steps: int) -> None:
        """Do some things; a person reads what is refused, and tries something else."""
        for _ in range(steps):
            with (
                contextlib.suppress(BadInput, KeyboardInterrupt),
                Library.open(WHERE, create=True) as library,
            ):
                for _ in range(self._chance.choice((1, 1, 3, 6))):
                    with contextlib.suppress(KeyboardInterrupt):
                        self._heed(library)

    def _heed(self, library: Library) -> None:
        """Do one thing; what it says of the library must be so."""
        try:
            self._step(library)
        except BadInput as error:
            self._machine.demand_alive()
            for lie in ("were changed", "was changed", "damaged"):
                if lie in str(error):
                    raise Broken(f"a sound library was said to be broken: {error}") from None

    def _step(self, library: Library) -> None:
        what = self._chance.random()
        name = self._chance.choice(NAMES)
        if what < 0.4:
            self._add(library, name)
        elif what < 0.6:
            self._record(library, self._chance.choice(NAMES[2:]))
        elif what < 0.7:
            self._export(library, name)
        elif what < 0.8:
            library.games()
        elif what < 0.9:
            position_in(library, library.game(name))
        else:
            _demand_clean(library, library.game(name))

    def _add(self, library: Library, name: str) -> None:
        content = _content(self._chance, name, self._promises.kept.get(name))
        self._scratch.write_bytes(content)
        self._machine.note(f"add {name} {content.count(b'%c' % 10)} lines, {len(content)} bytes")
        with self._promises.attempt(name, content):
            library.add(self._scratch, name)
        self._machine.note("  it is acknowledged")

    def _record(self, library: Library, name: str) -> None:
        """Play on in the library; the game must be what its log is."""
        with library.play(name, SCENARIO, name) as game:
            for _ in range(self._chance.randint(1, 5)):
                order = self._chance.choice(ORDERS)
                self._machine.note(f"order {order} in {name}")
                try:
                    game.do(order)
                except Overtaken:
                    self._machine.demand_alive()
                    game.catch_up()
                except OrderRefused:
                    pass
                self._machine.demand_alive()
                self._demand_same(game, name)

    def _demand_same(self, game: Game, name: str) -> None:
        """A game in the making is what was acknowledged of it, or can have been written."""
        log = game.log_bytes()
        why = self._promises.may_be(name, log)
        if why and not self._promises.kept.get(name, b"").startswith(log):
            raise Broken(f"played: {why}")

    def _export(self, library: Library, name: str) -> None:
        path = FOLDER / f"copy-{self._machine.calls}.jsonl"
        library.export(library.game(name), path)
        content = self._machine.content(path)
        why = self._promises.may_be(name, content)
        if why and not self._promises.kept.get(name, b"").startswith(content or b"\0"):
            raise Broken(f"exported: {why}")


def _demand_clean(library: Library, game: LibraryGame) -> None:
    """The audit finds nothing that is the library's own."""
    found = audit_game(library, game)
    wrong = [each for each in found.findings if each.rule.startswith("library.")]
    if wrong:
        raise Broken(f"the audit finds {wrong[0]}")


class Watched(sqlite3.Connection):
    """A connection at whose statements somebody hits Ctrl-C."""

    machine: Machine
    opened: "list[Watched]"

    def __init__(self, *values: Any, **more: Any) -> None:
        """It is closed when its machine is left, whatever became of its process."""
        super().__init__(*values, **more)
        self.opened.append(self)

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        """Interrupted before it, after it or not."""
        return self._said(sql, lambda: sqlite3.Connection.execute(self, sql, *values))

    def executemany(self, sql: str, *values: Any) -> sqlite3.Cursor:
        """Interrupted before it, after it or not."""
        return self._said(sql, lambda: sqlite3.Connection.executemany(self, sql, *values))

    def _said(self, sql: str, do: Callable[[], sqlite3.Cursor]) -> sqlite3.Cursor:
        often = 8 if sql == "COMMIT" else 1
        if self.machine.statement(" ".join(sql.split())[:70], often):
            raise KeyboardInterrupt
        cursor = do()
        if self.machine.statement("  done", often):
            raise KeyboardInterrupt
        return cursor


def _method(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function in the place of a method, which it gets as its first value."""

    def method(self: Any, *values: Any) -> Any:
        return function(self, *values)

    return method


def _looks(machine: Machine) -> Callable[..., bool]:
    """What a library looks at before it is opened, on a machine: whether there is a file."""

    def look(self: SqliteDatabase, path: Path, *, create: bool) -> bool:
        fresh = not machine.exists(path) or not machine.has_bytes(path)
        if fresh and not create:
            raise BadInput("there is no library here", self.where)
        return fresh

    return look


@contextlib.contextmanager
def _on(machine: Machine, promises: Promises) -> Iterator[None]:
    """Libraries are on this machine, and what they promise is noted."""
    opened: list[Watched] = []
    watched = type("Watched", (Watched,), {"machine": machine, "opened": opened})
    clock = SimpleNamespace(sleep=lambda _: machine.sleep(), monotonic=time.monotonic)
    with contextlib.ExitStack() as patches:
        connect = functools.partial(sqlite3.connect, factory=watched, check_same_thread=False)
        whole = functools.partial(write_whole, disk=machine)
        for of, name, new in (
            (sqlite, "DISK", machine),
            (SqliteDatabase, "_look", _looks(machine)),
            (sqlite, "time", clock),
            (sqlite, "_QUICK_TRIES", 0),  # here nobody gains by looking more often
            (sqlite3, "connect", connect),
            (libraries, "write_whole", whole),
            (LibraryLog, "begin", _method(promises.begin)),
            (LibraryRecorder, "append", _method(promises.append)),
            *((module, "EVERY", 3) for module in (auditing, reading, recording)),
        ):
            patches.enter_context(patch.object(of, name, new))
        patches.enter_context(on_machine(machine))
        yield
        for connection in opened:
            connection.close()


def library_on(machine: Machine) -> contextlib.AbstractContextManager[None]:
    """Libraries are on this machine; nobody notes what they promise."""
    return _on(machine, Promises(machine))


def _faults(chance: Random, sector: int) -> Faults:
    """What goes wrong in a process."""
    return Faults(
        error=chance.choice((0.0, 0.0, 0.0, 0.003, 0.02)),
        short=chance.choice((0.0, 0.1)),
        interrupt=chance.choice((0.0, 0.0, 0.02)),
        stop_after=chance.choice(
            (0, *(chance.randint(1, most) for most in (100, 500, 1000, 3000)))
        ),
        stop=chance.choice((Killed, Killed, PowerCut)),
        sector=sector,
    )


def play_store(
    seed: int,
    scratch: Path,
    *,
    machine: type[Machine] = Machine,
    patched: Callable[[], contextlib.AbstractContextManager[Any]] = contextlib.nullcontext,
    trace: list[str] | None = None,
) -> Played:
    """Some lives of a machine with a library.

    Args:
        seed: decides everything.
        scratch: a file beside which logs are written that are to be added.
        machine: the machine; tests give one that lies.
        patched: breaks the library on purpose.
        trace: takes what happens, in words.

    Raises:
        Broken: when a promise was not kept.
    """
    chance = Random(seed)
    simulated = machine(Random(chance.random()))
    simulated.trace, promises = trace, Promises(simulated)
    lives, sector = chance.randint(2, 6), chance.choice((64, 512, 512, 4096))
    with (
        tempfile.TemporaryDirectory(dir=scratch.parent) as folder,
        _on(simulated, promises),
        patched(),
    ):
        for _ in range(lives):
            _life(simulated, promises, Random(chance.random()), sector, Path(folder))
            found = _looked_at(simulated)
            promises.hold(found)
    files = {name: simulated.content(FOLDER / name) or b"" for name in sorted(simulated.names())}
    return Played(simulated.calls, lives, promises.acknowledged, False, files)


def _life(machine: Machine, promises: Promises, chance: Random, sector: int, folder: Path) -> None:
    machine.switch = chance.choice((0.02, 0.1, 0.5))
    bodies = []
    for number in range(chance.choice((1, 2, 2, 3))):
        faults = _faults(chance, sector)
        person = _Person(machine, promises, Random(chance.random()), folder / f"{number}.jsonl")
        process = Process(f"process {number}", faults, faults.stop_after)
        bodies.append((process, functools.partial(person.live, chance.randint(1, 6))))
    machine.note("the machine begins")
    machine.run(bodies)


def _looked_at(machine: Machine) -> dict[str, bytes]:
    """The logs of a copy of the library, which must open and be clean."""
    copy = machine.copy()
    with _on(copy, Promises(copy)):
        try:
            with Library.open(WHERE, create=True) as library:
                damage = library.database.damage()
                if damage:
                    raise Broken(f"the database is damaged: {damage}")
                games = library.games()
                found = {game.name: b"".join(library.log_bytes(game)) for game in games}
                for game in games:
                    _demand_clean(library, game)
        except BadInput as error:
            raise Broken(f"the library cannot be used any more: {error}") from None
    return found
