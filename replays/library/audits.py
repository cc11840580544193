"""Audits of the games of a library; what was found is kept, and told again without another."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

import attrs
from sqlalchemy import and_, delete, func, select

from events.codec import to_json
from events.converters import structure
from events.disk import Disk
from events.errors import BadInput
from events.json_bytes import NotJson, dumps, loads
from replays.auditing.audit import audit
from replays.auditing.finding import Acknowledgement, ByMail, Finding, FindingId
from replays.auditing.signatures import NOT_BY_MAIL, key_findings, last_by_key, with_known
from replays.library.database import GAME, LINE, RESULT, TERM, DatabaseFailure
from replays.library.library import Library
from replays.library.library_game import (
    LibraryGame,
    Term,
    disk_with,
    insert_terms,
    normal_name,
    read_through,
    terms_of,
)
from replays.version import ENGINE
from sim.trust.signing import VerifierKey

_KIND: Final = "audit"
"""What results are of."""

_NEVER_KEPT: Final = ("library.", FindingId.HASH, FindingId.TORN)
"""Findings about the bytes themselves: they may be put right, so they are looked for each time."""

_NO_LOG: Final = ("library.line", "library.result")
"""Findings of a game of which nothing else is known."""

_MOST_SIGNERS: Final = 1000
_MOST_ENTRIES: Final = 2_000
_MOST_GAMES: Final = 64
"""A batch is full with so many: some tenths of a second of work, and kept together."""


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

    @property
    def clean(self) -> bool:
        """Nothing was found."""
        return not self.findings

    @property
    def count(self) -> int:
        """How many findings there are."""
        return len(self.findings) + self.more

    def demanding(self, keys: Sequence[VerifierKey] | None, *, by_mail: bool) -> "AuditedGame":
        """The same, with what is found where only some keys count, or only games by mail."""
        found, known = list(self.findings), self.acknowledged
        readable = all(each.rule not in _NO_LOG for each in found)
        if keys is not None:
            moment = self.ending.rpartition(" ")[2]
            found += key_findings(self.acknowledged, keys, self.entries, moment)
            known = with_known(self.acknowledged, keys)
        if by_mail and self.mail is None and readable:
            found.append(Finding("setup", 0, FindingId.MAIL, *NOT_BY_MAIL))
        return attrs.evolve(self, findings=tuple(found), acknowledged=known)


class _Facts(NamedTuple):
    """What the library says of a game beside its log; what others record meanwhile is left out.

    What it is found by, each term with its first entry; how many lines stand behind its last entry.
    """

    game: LibraryGame
    terms: dict[Term, int]
    lines: int


def _facts(library: Library, game: LibraryGame) -> _Facts:
    behind = and_(LINE.c.game == game.id, LINE.c.number > GAME.c.entries + 1)
    count = select(func.count()).select_from(LINE).join(GAME).where(behind)
    try:
        ((lines,),) = library.database.read(count)
        terms = terms_of(library.database, game.id)
    except DatabaseFailure:
        raise
    except BadInput:  # tables that are damaged
        return _Facts(game, {}, 0)
    return _Facts(game, {term: n for term, n in terms.items() if n <= game.entries}, lines)


def _audit(facts: _Facts, disk: Disk) -> AuditedGame:
    game = facts.game
    try:
        report = audit(game.path, disk=disk)
    except DatabaseFailure:
        raise
    except BadInput as error:
        return _with_one(game, "library.line", error.in_line, _READABLE)
    findings = list(report.findings)
    try:
        findings += _library_findings(facts, *read_through(game.path, game.name, disk))
    except BadInput as error:
        if report.clean:
            findings += _with_one(game, "library.line", error.in_line, _READABLE).findings
    return AuditedGame(
        *(game.name, report.entries, str(report.ending), tuple(findings), report.more),
        *(last_by_key(report.acknowledged)[:_MOST_SIGNERS], report.mail),
    )


_READABLE: Final = "a log that can be replayed"


def _with_one(game: LibraryGame, rule: str, said: str, expected: str) -> AuditedGame:
    """A game of which nothing is known but that something is wrong."""
    wrong = Finding("setup", 0, rule, said, expected)
    return AuditedGame(game.name, game.entries, game.ending, (wrong,))


def _library_findings(facts: _Facts, log: LibraryGame, terms: dict[Term, int]) -> Iterator[Finding]:
    """Where the library says other things than the log in it."""
    game = facts.game
    for field in attrs.fields(LibraryGame)[2:]:
        said, now = getattr(game, field.name), getattr(log, field.name)
        if said != now:
            said, now = (f"{field.name} {each!r:.80}" for each in (said, now))
            yield Finding(log.moment, game.entries, "library.game", said, now)
    if facts.lines:
        said = f"{facts.lines} lines more"
        yield Finding(log.moment, game.entries, "library.line", said, "a line for each entry")
    for (kind, value), entry in sorted(facts.terms.items() ^ terms.items()):
        words = f"{kind} {value}", "nothing"
        words = words if facts.terms.get((kind, value)) == entry else words[::-1]
        yield Finding(log.moment, entry, "library.fact", *words)
    try:
        normal_name(game.name)
    except BadInput:
        said = f"name {game.name!r}"
        yield Finding(log.moment, game.entries, "library.game", said, "printable characters")


def audit_games(library: Library, games: Iterable[LibraryGame]) -> Iterator[AuditedGame]:
    """Audit games, and give what was found in their order.

    What is found in a batch of games is kept, in one transaction, before it is told. So whatever
    ends this, nothing that was told is lost.
    """
    for batch in _batches(games):
        found = [
            _audit(_facts(library, game), disk_with(partial(library.log_bytes, game)))
            for game in batch
        ]
        _keep(library, zip(batch, found, strict=True))
        yield from found


def _batches(games: Iterable[LibraryGame]) -> Iterator[list[LibraryGame]]:
    batch = list[LibraryGame]()
    for game in games:
        batch.append(game)
        if sum(each.entries for each in batch) >= _MOST_ENTRIES or len(batch) >= _MOST_GAMES:
            yield batch
            batch = []
    if batch:
        yield batch


def _keep(library: Library, audits: Iterable[tuple[LibraryGame, AuditedGame]]) -> None:
    """Keep what was found in games; it holds for this engine, and as long as a game stays so."""
    with library.database.writing() as connection:
        for game, found in audits:
            # another process that keeps something of this game waits here
            connection.execute(select(GAME.c.id).where(GAME.c.id == game.id).with_for_update())
            connection.execute(delete(RESULT).where(RESULT.c.game == game.id))
            connection.execute(delete(TERM).where(TERM.c.game == game.id, TERM.c.kind == "finding"))
            rules = sorted({each.rule for each in found.findings})
            insert_terms(connection, game.id, {("finding", rule): 0 for rule in rules})
            if not any(rule.startswith(_NEVER_KEPT) for rule in rules):
                values = {"game": game.id, "kind": _KIND, "head_hash": game.head_hash}
                body = {"engine": ENGINE, "findings": found.count, "body": dumps(to_json(found))}
                connection.execute(RESULT.insert().values(values | body))


def kept_audits(library: Library) -> dict[str, AuditedGame]:
    """What this engine found before in games that are as they were then, by name.

    What was edited since is a finding of its own.
    """
    rows = (
        select(GAME.c.name, GAME.c.entries, GAME.c.ending, RESULT.c.body)
        .join(GAME, and_(GAME.c.id == RESULT.c.game, GAME.c.head_hash == RESULT.c.head_hash))
        .where(RESULT.c.kind == _KIND, RESULT.c.engine == ENGINE)
    )
    found = dict[str, AuditedGame]()
    for game in library.database.read(rows):
        try:
            kept = structure(loads(game.body), AuditedGame)
            found[game.name] = attrs.evolve(kept, name=game.name)
        except (BadInput, NotJson, ValueError, LookupError):
            wrong = _with_one(game, "library.result", "no audit", "what an audit found")
            found[game.name] = wrong
    return found


def forget(library: Library, games: Iterable[LibraryGame]) -> None:
    """Let go of what was found in some games, so that it is found anew."""
    with library.database.writing() as connection:
        for game in games:
            connection.execute(delete(RESULT).where(RESULT.c.game == game.id))
