"""Audits of the games of a library: each as that of its log, and of what the library says of it."""

from collections.abc import Iterator, Sequence

import attrs
from sqlalchemy import and_, func, select

from events.errors import BadInput
from replays.auditing.audit import audit
from replays.auditing.finding import Acknowledgement, ByMail, Finding, Owed
from replays.auditing.signatures import last_by_key
from replays.library.database import GAME, LINE, DatabaseFailure
from replays.library.library import Library
from replays.library.library_game import (
    LibraryGame,
    Term,
    disk_of,
    normal_name,
    read_through,
    terms_of,
)
from sim.trust.signing import VerifierKey


@attrs.frozen
class AuditedGame:
    """What an audit found in a game of a library.

    Findings are those of ``khamsin audit``, then those of the library itself (``library.*``);
    ``more`` is how many there are beyond those. ``acknowledged`` is what people signed of it, the
    latest of each key.
    """

    name: str
    entries: int
    ending: str
    findings: tuple[Finding, ...]
    more: int = 0
    acknowledged: tuple[Acknowledgement, ...] = ()
    mail: ByMail | None = None
    owed: tuple[Owed, ...] = ()

    @property
    def clean(self) -> bool:
        """Nothing was found."""
        return not self.findings

    @property
    def count(self) -> int:
        """How many findings there are."""
        return len(self.findings) + self.more


def audit_game(
    library: Library,
    game: LibraryGame,
    keys: Sequence[VerifierKey] | None = None,
    *,
    by_mail: bool = False,
) -> AuditedGame:
    """Audit a game as it stands in the list, with the keys that count; see `audit`."""
    disk = disk_of(library.database, game)
    try:
        report = audit(game.path, keys=keys, by_mail=by_mail, disk=disk)
    except DatabaseFailure:
        raise
    except BadInput as error:
        wrong = _unreadable(error)
        return AuditedGame(game.name, game.entries, game.ending, (wrong,))
    findings = list(report.findings)
    try:
        read = read_through(game.path, game.name, disk)
        findings += _library_findings(library, game, *read)
    except BadInput as error:
        if report.clean:
            findings.append(_unreadable(error))
    told = str(report.ending), tuple(findings), report.more, last_by_key(report.acknowledged)
    return AuditedGame(game.name, report.entries, *told, report.mail, report.owed)


def _unreadable(error: BadInput) -> Finding:
    return Finding("setup", 0, "library.line", error.in_line, "a log that can be replayed")


def _library_findings(
    library: Library, game: LibraryGame, log: LibraryGame, terms: dict[Term, int]
) -> Iterator[Finding]:
    """Where the library says other things than the log in it."""
    for field in attrs.fields(LibraryGame)[2:]:
        said, now = getattr(game, field.name), getattr(log, field.name)
        if said != now:
            said, now = (f"{field.name} {each!r:.80}" for each in (said, now))
            yield Finding(log.moment, game.entries, "library.game", said, now)
    behind = and_(LINE.c.game == game.id, LINE.c.number > GAME.c.entries + 1)
    count = select(func.count()).select_from(LINE).join(GAME).where(behind)
    ((lines,),) = library.database.read(count)
    if lines:
        said = f"{lines} lines more"
        yield Finding(log.moment, game.entries, "library.line", said, "a line for each entry")
    kept = terms_of(library.database, game.id)
    kept = {term: n for term, n in kept.items() if n <= game.entries}  # but what came meanwhile
    for (kind, value), entry in sorted(kept.items() ^ terms.items()):
        words = f"{kind} {value}", "nothing"
        words = words if kept.get((kind, value)) == entry else words[::-1]
        yield Finding(log.moment, entry, "library.fact", *words)
    try:
        normal_name(game.name)
    except BadInput:
        said = f"name {game.name!r}"
        yield Finding(log.moment, game.entries, "library.game", said, "printable characters")
