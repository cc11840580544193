"""All games of a library audited, in processes of this machine, and gone on with after a stop."""

import os
import signal
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Final

import attrs

from events.errors import BadInput
from replays.auditing.audit import audit
from replays.auditing.report import Finding
from replays.library.facts import plain_text
from replays.library.library import Library, LibraryGame
from replays.library.places import shown
from replays.library.reading import Reading, read_through
from replays.library.snapshots import SHAPE, Snapshot, digest_of
from replays.library.spool import Spool
from replays.version import ENGINE

__all__ = ["AuditedGame", "audit_game", "audit_games", "processors", "to_audit"]


_WORTH: Final = 20_000
"""From so many entries on, more processes are sooner done."""


_SNAPSHOTS: Final = (
    "SELECT entry FROM snapshot WHERE game = ? AND shape = ? "
    "AND (entry <= ? OR entry > (SELECT entries FROM game WHERE id = ?))"
)
_FACTS: Final = (
    "SELECT kind, value, entry FROM fact WHERE game = ? AND kind <> 'finding' "
    "AND (entry <= ? OR entry > (SELECT entries FROM game WHERE id = ?))"
)
"""What belongs to the entries that are audited, or to none: others may record meanwhile."""


@attrs.frozen
class AuditedGame:
    """What an audit found in a game of a library.

    Attributes:
        name: its name.
        entries: how many entries were read.
        ending: how far it came.
        findings: those of ``khamsin audit``, then those of the library itself (``library.*``).
        more: how many findings there are beyond those.
    """

    name: str
    entries: int
    ending: str
    findings: tuple[Finding, ...]
    more: int

    @property
    def clean(self) -> bool:
        """Nothing was found."""
        return not self.findings


def to_audit(library: Library, *, again: bool = False) -> list[LibraryGame]:
    """The games that this engine has not found clean yet, as far as they go now.

    Args:
        library: the library.
        again: all games.
    """
    done = {
        (game, seal)
        for game, seal in library.database.rows(
            "SELECT game, seal FROM audited WHERE engine = ? AND findings = 0", ENGINE
        )
    }
    return [game for game in library.games() if again or (game.id, game.seal) not in done]


def audit_game(library: Library, game: LibraryGame) -> AuditedGame:
    """Audit a game: its log, and what the library made of it. What is found is written down.

    Raises:
        BadInput: when the library cannot be read or written.
    """
    path, disk = library.path(game), library.disk(game)
    try:
        report = audit(path, disk=disk)
    except BadInput as error:
        wrong = Finding("setup", 0, "library.line", error.what, "a game log")
        found = AuditedGame(game.name, game.entries, game.ending, (wrong,), 0)
        library.note_audit(game, ENGINE, 1, [wrong.rule])
        return found
    findings = [*report.findings, *_library_findings(library, game, clean=report.clean)]
    count = len(findings) + report.more
    library.note_audit(game, ENGINE, count, [finding.rule for finding in findings])
    return AuditedGame(game.name, report.entries, str(report.ending), tuple(findings), report.more)


class _Compared:
    """The snapshots of a game in a library, each beside the one that is made again of its log.

    Attributes:
        wrong: the entries whose snapshots are others, or were not made again.
    """

    def __init__(self, library: Library, game: LibraryGame) -> None:
        """Ask which there are."""
        self._database, self._game = library.database, game
        rows = self._database.rows(_SNAPSHOTS, game.id, SHAPE, game.entries, game.id)
        self.wrong = {int(entry) for (entry,) in rows}
        self.of_the_end = game.entries in self.wrong

    def compare(self, n: int, right: Snapshot) -> None:
        """Compare one, if there is one."""
        if n not in self.wrong:
            return
        rows = self._database.rows(
            "SELECT seal, digest, body FROM snapshot WHERE game = ? AND shape = ? AND entry = ?",
            *(self._game.id, SHAPE, n),
        )
        made = (right.seal, digest_of(right.seal, right.body), right.body)
        if [(seal, digest, bytes(body)) for seal, digest, body in rows] == [made]:
            self.wrong.remove(n)


def _library_findings(library: Library, game: LibraryGame, *, clean: bool) -> Iterator[Finding]:
    """Where the library says other things than the log in it.

    Snapshots of another engine are made anew: there is none of the last entry then.
    """
    compared = _Compared(library, game)
    wanted, path, disk = frozenset(compared.wrong), library.path(game), library.disk(game)
    with Spool() as spool:

        def keep(n: int, snapshot: Snapshot) -> None:
            compared.compare(n, snapshot)
            if not compared.of_the_end:
                spool.keep(n, snapshot)

        try:
            reading = read_through(path, 0, keep, disk, wanted)
        except BadInput as error:
            if clean:
                yield Finding("setup", 0, "library.line", error.what, "a game that can be replayed")
            return
        facts = list(_fact_findings(library, game, reading))
        if not compared.of_the_end:
            library.renew_snapshots(game, reading.facts, spool)
    moment = reading.ending.moment
    for said, now in zip(_row_said(game), _row_now(reading), strict=True):
        if said != now:
            yield Finding(moment, reading.entries, "library.game", str(said), str(now))
    yield from _line_findings(library, game, moment)
    yield from facts
    for entry in sorted(compared.wrong):
        yield Finding(moment, entry, "library.snapshot", "another state", "that of the log")


def _line_findings(library: Library, game: LibraryGame, moment: str) -> Iterator[Finding]:
    """Lines behind the last entry; both are asked at once, as there can be more meanwhile."""
    rows = library.database.rows(
        "SELECT entries, (SELECT max(number) FROM line WHERE game = id) FROM game WHERE id = ?",
        game.id,
    )
    for entries, lines in rows:
        if lines != entries + 1:
            said, expected = f"a line {lines}", f"{entries + 1} lines"
            yield Finding(moment, entries, "library.line", said, expected)


def _row_said(game: LibraryGame) -> tuple[object, ...]:
    return (
        f"{game.entries} entries",
        f"seal {game.seal}",
        f"{game.size} bytes",
        f"torn {game.torn!r:.40}",
        f"{game.ending} at {game.moment}",
        f"format {game.format}",
        f"scenario {game.scenario!r}",
        f"engine {game.engine!r}",
    )


def _row_now(reading: Reading) -> tuple[object, ...]:
    return (
        f"{reading.entries} entries",
        f"seal {reading.seal}",
        f"{reading.size} bytes",
        f"torn {reading.torn!r:.40}",
        f"{reading.ending}",
        f"format {reading.format}",
        f"scenario {plain_text(reading.header.scenario.name)!r}",
        f"engine {plain_text(reading.header.engine)!r}",
    )


def _fact_findings(library: Library, game: LibraryGame, reading: Reading) -> Iterator[Finding]:
    """What the game can be found by and does not have, or has and cannot be found by."""
    said = {
        ((kind, value), entry)
        for kind, value, entry in library.database.rows(_FACTS, game.id, game.entries, game.id)
    }
    now = set(reading.facts.first.items())
    for (kind, value), entry in sorted(said ^ now):
        here = ((kind, value), entry) in said
        words = f"{kind} {value}"
        yield Finding(
            reading.ending.moment,
            entry,
            "library.fact",
            words if here else "nothing",
            "nothing" if here else words,
        )


def audit_games(where: str, names: list[str], jobs: int) -> Generator[AuditedGame, None, None]:
    """Audit games of a library, each as its turn comes; those before it are written down then.

    Args:
        where: the library.
        names: the games.
        jobs: how many processes; 1 is this one.

    Raises:
        BadInput: when the library cannot be read or written, or a process was killed.
    """
    if jobs <= 1 or len(names) <= 1:
        with Library.open(where) as library:
            for name in names:
                yield audit_game(library, library.game(name))
        return
    pool = ProcessPoolExecutor(min(jobs, len(names)), get_context("spawn"), initializer=_deaf)
    try:
        yield from pool.map(_audit_named, [where] * len(names), names)
    except BrokenProcessPool:
        why = "a process of this audit was killed; what was audited is kept, so audit again"
        raise BadInput(why, shown(where)) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _deaf() -> None:
    """Ctrl-C is for the process that asked to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _audit_named(where: str, name: str) -> AuditedGame:
    with Library.open(where) as library:
        return audit_game(library, library.game(name))


def processors(games: Iterable[LibraryGame]) -> int:
    """How many processes an audit takes if nobody says: one, where to start more takes longer."""
    return (os.cpu_count() or 1) if sum(game.entries for game in games) > _WORTH else 1
