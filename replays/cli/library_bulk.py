"""``khamsin library audit``: all games of a library worked through, and gone on with."""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from events.codec import plain
from events.errors import BadInput
from replays.cli.arguments import add_json, text
from replays.cli.codes import CLEAN, FINDINGS, INTERRUPTED
from replays.cli.console import progress, say, say_json, warn
from replays.cli.parser import Parser
from replays.cli.workers import add_workers, workers_of
from replays.library.auditing import AUDITING, AuditedGame, audited_before
from replays.library.library import Library, LibraryGame
from replays.library.results import AUDIT, forget, without
from replays.library.working import Errand, work_through
from replays.workers.engines import WorkLostError

__all__ = ["add_audit", "audit_library", "warn_of"]

_MOST_TOLD: Final = 20
"""So many findings of a game are told."""

_WORTH_A_PROCESS: Final = 10_000
"""With fewer entries for each, starting processes takes longer than it saves."""


def add_audit(auditing: Parser) -> None:
    """The arguments of ``khamsin library audit``."""
    auditing.add_argument("names", type=text, nargs="*", metavar="NAME", help="only these games")
    auditing.add_argument("--again", action="store_true", help="also those audited before")
    auditing.add_argument("-o", "--output", metavar="FILE.parquet", help="write a row a game")
    add_workers(auditing)
    add_json(auditing)
    auditing.set_defaults(command=audit_library)


def audit_library(args: argparse.Namespace) -> int:
    """Audit the games of a library; those that this engine audited before are left out."""
    with Library.open(args.library) as library:
        _demand_table(args.output, "audit", library.where)
        games = _asked_for(library, args.names)
        if args.again or args.names:
            forget(library, AUDIT, games)
        names = {game.name for game in games}
        earlier = (each for _, each in audited_before(library, 1) if each.name in names)
        before = sorted(earlier, key=lambda each: each.name)
        damage = library.database.damage()
        caution = warn_of(library)
        if damage:
            warn(f"khamsin: {library.where}: the database finds itself damaged ({damage})")
        work = _Work(library, args, without(library, AUDIT, games))
        audited = list[AuditedGame]()
        try:
            for each in work.through(AUDITING):
                audited.append(each)
                if not args.json:
                    _tell(each)
        except KeyboardInterrupt:
            return work.stopped()
        if args.output is not None:
            _write_audits(library, Path(args.output), games, [*before, *audited])
    _say_all(args, games, audited, before, {"damage": damage, "caution": caution})
    return FINDINGS if before or damage or any(not each.clean for each in audited) else CLEAN


def warn_of(library: Library) -> str:
    """Say why what is written may be lost, if so."""
    caution = library.database.caution()
    if caution:
        warn(f"khamsin: {library.where}: {caution}")
    return caution


def _asked_for(library: Library, names: Iterable[str]) -> list[LibraryGame]:
    """The games that are named, each once; all of them where none is."""
    return [library.game(name) for name in dict.fromkeys(names)] or library.games()


class _Work:
    """Games worked through, with progress, until they are done or somebody stops it."""

    def __init__(
        self, library: Library, args: argparse.Namespace, games: list[LibraryGame]
    ) -> None:
        self._library, self._games, self.done = library, games, 0
        entries = sum(game.entries for game in games)
        self._workers = workers_of(args, max(1, entries // _WORTH_A_PROCESS))

    def through(self, errand: Errand[Any, AuditedGame]) -> Iterator[AuditedGame]:
        """What is found, game by game.

        Raises:
            BadInput: when the library cannot be read or written, or who was at work is gone.
        """
        with progress("games", len(self._games)) as bar:

            def told(done: int) -> None:
                self.done = done
                if bar is not None:
                    bar(done)

            try:
                yield from work_through(
                    self._library,
                    errand,
                    self._games,
                    engine=self._workers.engine,
                    travel=not self._workers.near,
                    told=told,
                )
            except WorkLostError as lost:
                raise BadInput(f"{lost.what}; {self._so_far()}", self._library.where) from None

    def stopped(self) -> int:
        """Say how far it came."""
        warn(f"khamsin: stopped; {self._so_far()}, and the same command goes on from there")
        return INTERRUPTED

    def _so_far(self) -> str:
        return f"what was found in {self.done} of {_count(len(self._games))} is kept"


def _demand_table(output: str | None, what: str, where: str) -> None:
    """See that a table can be written, before any work is done.

    Raises:
        BadInput: when it cannot be.
    """
    if output is None:
        return
    from replays.extras import demand  # noqa: PLC0415 - only where a file is asked for

    demand("pyarrow", "`-o`")
    from replays.library.tables import demand_writable  # noqa: PLC0415 - needs PyArrow

    demand_writable(Path(output), what, where)


def _write_audits(
    library: Library, path: Path, games: list[LibraryGame], told: Iterable[AuditedGame]
) -> None:
    """Write the audits of all games that were asked for, those of earlier times too."""
    from replays.library.tables import AUDITS, audit_rows, write_rows  # noqa: PLC0415 - likewise

    found = {each.name: each for _, each in audited_before(library)}
    found |= {each.name: each for each in told}
    write_rows(path, AUDITS, audit_rows(games, found), "audit", library.where)


def _say_all(
    args: argparse.Namespace,
    games: list[LibraryGame],
    audited: list[AuditedGame],
    before: list[AuditedGame],
    said: dict[str, str],
) -> None:
    """What there is to say when all is done."""
    clean_before = len(games) - len(audited) - len(before)
    if args.json:
        say_json(
            {
                "games": [plain(each) for each in sorted(audited, key=lambda each: each.name)],
                "found_before": [plain(each) for each in before],
                "found_clean_before": clean_before,
                **said,
            }
        )
        return
    for each in before:
        _tell(each, ", as found before")
    left_out = f", {clean_before} found clean before" if clean_before else ""
    bad = sum(not each.clean for each in audited) + len(before)
    verdict = f"{bad} with findings" if bad else "clean"
    say(f"{_count(len(audited))} audited{left_out}: {verdict}")
    if args.output is not None:
        say(f"written to {args.output}")


def _tell(audited: AuditedGame, when: str = "") -> None:
    """What an audit has to say of a game; the verdict comes first."""
    count = audited.count
    verdict = "clean" if audited.clean else "1 finding" if count == 1 else f"{count} findings"
    say(f"{audited.name}: {_entries(audited.entries)}, {audited.ending}: {verdict}{when}")
    for finding in audited.findings[:_MOST_TOLD]:
        say(f"  #{finding.entry:<4} {finding.moment:>9}  {finding.rule}: {finding.logged}")
        say(f"{'':18} expected: {finding.expected}")
    if count > _MOST_TOLD:
        say(f"  and {count - _MOST_TOLD} more; `khamsin library export` and `audit` tell all")


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _count(games: int) -> str:
    return "1 game" if games == 1 else f"{games} games"
