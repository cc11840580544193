"""``khamsin library audit``: all games of a library worked through, and gone on with."""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import attrs

from events.codec import plain
from replays.cli.arguments import add_keys, add_sealed
from replays.cli.codes import CLEAN, FINDINGS
from replays.cli.console import say, say_json, warn
from replays.cli.library_work import (
    LibraryWork,
    add_work,
    asked_for,
    count_of,
    demand_table,
    entries_of,
    warn_of,
)
from replays.cli.parser import Parser
from replays.library.batch import AUDIT, AuditedGame, forget, results, without
from replays.library.library import Library
from replays.library.row import LibraryGame
from replays.trust.person_key import known_keys
from sim.trust.signing import VerifierKey

_MOST_TOLD: Final = 20
"""So many findings of a game are told."""


def add_audit(auditing: Parser) -> None:
    """The arguments of ``khamsin library audit``."""
    add_work(auditing, "audited")
    add_keys(auditing)
    add_sealed(auditing)
    auditing.set_defaults(command=audit_library)


@attrs.frozen
class _Asked:
    """What is asked of every game beside the rules.

    Attributes:
        keys: those that count; None where nobody named any.
        sealed: the dice are to be sealed.
    """

    keys: list[VerifierKey] | None
    sealed: bool

    @property
    def for_more(self) -> bool:
        """Whether a game that was found clean can have a finding all the same."""
        return self.keys is not None or self.sealed

    def of(self, audited: AuditedGame) -> AuditedGame:
        """An audit, with what is found where this is asked for."""
        return audited.demanding(self.keys, sealed=self.sealed)


def audit_library(args: argparse.Namespace) -> int:
    """Audit the games of a library; those that this engine audited before are left out."""
    asked = _Asked(known_keys(args.key) or None, args.sealed)
    with Library.open() as library:
        demand_table(args.output, "audit", library.where)
        games = asked_for(library, args)
        if args.again or args.names:
            forget(library, AUDIT, games)
        names = {game.name for game in games}
        earlier = results(library, AUDIT, 0 if asked.for_more else 1)
        seen = (asked.of(each) for name, each in earlier.items() if name in names)
        before = sorted((each for each in seen if not each.clean), key=lambda each: each.name)
        damage = library.database.integrity_check()
        caution = warn_of(library)
        if damage:
            warn(f"khamsin: {library.where}: the database finds itself damaged ({damage})")
        work = LibraryWork(library, args, without(library, AUDIT, games), "khamsin library audit")
        audited = list[AuditedGame]()
        try:
            for found in work.through(AUDIT):
                audited.append(each := asked.of(found))
                if not args.json:
                    _tell(each)
        except KeyboardInterrupt:
            return work.stopped()
        if args.output is not None:
            _write_audits(library, Path(args.output), games, asked, [*before, *audited])
    _say_all(args, games, audited, before, {"damage": damage, "caution": caution})
    return FINDINGS if before or damage or any(not each.clean for each in audited) else CLEAN


def _write_audits(
    library: Library,
    path: Path,
    games: list[LibraryGame],
    asked: "_Asked",
    told: Iterable[AuditedGame],
) -> None:
    """Write the audits of all games that were asked for, those of earlier times too."""
    from replays.library.table import AUDITS, audit_rows, write_rows  # noqa: PLC0415 - likewise

    found = {name: asked.of(each) for name, each in results(library, AUDIT).items()}
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
    say(f"{count_of(len(audited))} audited{left_out}: {verdict}")
    if args.output is not None:
        say(f"written to {args.output}")


def _tell(audited: AuditedGame, when: str = "") -> None:
    """What an audit has to say of a game; the verdict comes first."""
    count = audited.count
    verdict = "clean" if audited.clean else "1 finding" if count == 1 else f"{count} findings"
    sealed = "" if audited.sealed is None else f", sealed dice ({audited.sealed.way})"
    where = f"{audited.name}: {entries_of(audited.entries)}, {audited.ending}"
    say(f"{where}: {verdict}{sealed}{when}")
    for finding in audited.findings[:_MOST_TOLD]:
        say(f"  #{finding.entry:<4} {finding.moment:>9}  {finding.rule}: {finding.logged}")
        say(f"{'':18} expected: {finding.expected}")
    if count > _MOST_TOLD:
        say(f"  and {count - _MOST_TOLD} more; `khamsin library export` and `audit` tell all")
