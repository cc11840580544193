"""All games of a library audited, and gone on with after a stop.

Who audits a game has its log alone, and says what the library should have made of it. Whether it
has is looked up by the process that gives out the work.
"""

import zlib
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from events.codec import plain
from events.converters import structure
from events.entry import FORMAT, Header
from events.errors import BadInput
from events.json_bytes import NotJson, dumps, loads
from replays.auditing.audit import Passage, audit
from replays.auditing.finding import Acknowledgement, Finding, Report
from replays.auditing.sealed_dice import NOT_SEALED, SEALED_RULE, SealedGame
from replays.auditing.signed import key_findings, last_by_key, with_known
from replays.game.open_log import start_of
from replays.game.position import Position
from replays.library.facts import Fact, Facts, plain_text
from replays.library.handing import GameLog, Handed, Unread
from replays.library.library import Library, LibraryGame, proper_name
from replays.library.reading import Reading, read_through
from replays.library.results import AUDIT, GameNote, kept
from replays.library.snapshots import EVERY, SHAPE, Snapshot, digest_of, pack
from replays.library.working import Errand, work_through
from sim.trust.signing import VerifierKey

_OF_WHAT_IS_KEPT: Final = ("library.", "log.hash", "log.torn")
"""Findings about the bytes themselves: somebody may put those right, so nothing else is asked."""

_NO_LOG: Final = ("library.line", "library.result")
"""Findings of a game of which nothing else is known."""

_MOST_SIGNERS: Final = 1000
"""Of so many keys it is kept what they acknowledged."""

_SNAPSHOTS: Final = (
    "SELECT entry, seal, digest, body FROM snapshot WHERE game = ? AND shape = ? "
    "AND (entry <= ? OR entry > (SELECT entries FROM game WHERE id = ?)) ORDER BY entry"
)
_FACTS: Final = (
    "SELECT kind, value, entry FROM fact WHERE game = ? AND kind <> 'finding' "
    "AND (entry <= ? OR entry > (SELECT entries FROM game WHERE id = ?))"
)
"""What belongs to the entries that were audited, or to none: others may record meanwhile."""


@attrs.frozen
class AuditedGame:
    """What an audit found in a game of a library.

    Attributes:
        name: its name.
        entries: how many entries were read.
        ending: how far it came.
        findings: those of ``khamsin audit``, then those of the library itself (``library.*``).
        more: how many findings there are beyond those.
        acknowledged: what people signed of it, the latest of each key.
        sealed: how its dice are sealed; None if they are not.
    """

    name: str
    entries: int
    ending: str
    findings: tuple[Finding, ...]
    more: int
    acknowledged: tuple[Acknowledgement, ...] = ()
    sealed: SealedGame | None = None

    @property
    def clean(self) -> bool:
        """Nothing was found."""
        return not self.findings

    @property
    def count(self) -> int:
        """How many findings there are."""
        return len(self.findings) + self.more

    def by_keys(self, keys: Sequence[VerifierKey] | None) -> "AuditedGame":
        """The same, with what is found where only some keys count; see ``audit``.

        Args:
            keys: those that count; None takes each for what the log says that it is.
        """
        if keys is None:
            return self
        moment = self.ending.rpartition(" ")[2]
        found = tuple(key_findings(self.acknowledged, keys, self.entries, moment))
        known = with_known(self.acknowledged, keys)
        return attrs.evolve(self, findings=(*self.findings, *found), acknowledged=known)

    def with_seals(self) -> "AuditedGame":
        """The same, with what is found where only sealed dice will do; see ``audit``.

        Of a game that cannot be read nobody can say it, and it has a finding already.
        """
        if self.sealed is not None or not self.readable:
            return self
        found = Finding("setup", 0, SEALED_RULE, *NOT_SEALED)
        return attrs.evolve(self, findings=(*self.findings, found))

    @property
    def readable(self) -> bool:
        """Whether it is a log at all."""
        return all(each.rule not in _NO_LOG for each in self.findings)


@attrs.frozen
class Made:
    """What a library makes of a log.

    Attributes:
        row: what its list says, in words.
        moment: where the game stands.
        facts: what the game is found by, each with the first entry that has it.
        digests: of each snapshot, by entry.
        snapshots: hash of the line and packed body of each, where they are to be put down anew.
    """

    row: tuple[str, ...]
    moment: str
    facts: dict[Fact, int]
    digests: dict[int, str]
    snapshots: dict[int, tuple[str, bytes]]


@attrs.frozen
class Looked:
    """What became of the log of a game that was audited.

    Attributes:
        entries: how many entries were read.
        ending: how far it came.
        findings: what the audit found.
        more: how many findings there are beyond those.
        made: what the library should have made of it; None where it cannot be replayed.
        why: why it cannot be replayed though the audit found nothing.
        acknowledged: what people signed of it, the latest of each key.
        sealed: how its dice are sealed; None if they are not.
    """

    entries: int
    ending: str
    findings: tuple[Finding, ...]
    more: int
    made: Made | None
    why: str = ""
    acknowledged: tuple[Acknowledgement, ...] = ()
    sealed: SealedGame | None = None


def look(game: Handed, log: GameLog) -> Looked:
    """Audit the log of a game, and say what a library should have made of it.

    A clean log is read once: what is kept of it is taken from the audit. Any other is replayed
    after that, as it was when it was added.
    """
    try:
        beginning = log.beginning()
        following = _Following(beginning.header, beginning.head.hash, game)
        watched = beginning.format == FORMAT
        report = audit(log.path, disk=log.disk, onlooker=following.look if watched else None)
    except BadInput as error:
        wrong = Finding("setup", 0, "library.line", error.what, "a game log")
        return Looked(game.game.entries, game.game.ending, (wrong,), 0, None)
    if report.clean and watched:
        made = following.made(report, log.size)
        return _looked(report, made)
    keeping = _Snapshots(game)
    try:
        reading = read_through(log.path, 0, keeping.keep, log.disk, game.snapshots)
    except BadInput as error:
        why = error.what if report.clean else ""
        return _looked(report, None, why)
    return _looked(report, _made_of(reading, keeping))


def _looked(report: Report, made: Made | None, why: str = "") -> Looked:
    words = report.entries, str(report.ending), report.findings, report.more
    signed = last_by_key(report.acknowledged)[:_MOST_SIGNERS]
    return Looked(*words, made, why, signed, report.sealed)


class _Snapshots:
    """The snapshots that a library should have of a game: their digests, and what is to be renewed.

    Attributes:
        digests: by entry.
        packed: hash of the line and packed body, by entry, where the library has none of its end.
    """

    def __init__(self, game: Handed) -> None:
        self._fresh = game.game.entries not in game.snapshots
        self.digests: dict[int, str] = {}
        self.packed: dict[int, tuple[str, bytes]] = {}

    def keep(self, n: int, snapshot: Snapshot) -> None:
        self.digests[n] = digest_of(snapshot.seal, snapshot.body)
        if self._fresh:
            self.packed[n] = snapshot.seal, zlib.compress(snapshot.body, 1)


class _Following:
    """What a library keeps of a game, taken from the audit of a log in the current format."""

    def __init__(self, header: Header, seal: str, game: Handed) -> None:
        self._snapshots = _Snapshots(game)
        self._header, self._wanted = header, frozenset(game.snapshots)
        self._facts = Facts(header)
        self._position = Position(start_of(header.scenario), dice=header.dice)
        if 0 in self._wanted:  # the library had the game before its first entry
            self._snapshots.keep(0, Snapshot(seal, pack(self._position)))

    def look(self, passage: Passage) -> None:
        n, position = passage.entry.n, passage.written
        self._facts.see(passage.entry, position.state)
        self._position = position
        if n % EVERY == 0 or n in self._wanted:
            self._snapshots.keep(n, Snapshot(passage.seal, pack(position)))

    def made(self, report: Report, size: int) -> Made:
        """What the library should have, once the audit found nothing."""
        self._snapshots.keep(report.entries, Snapshot(report.seal, pack(self._position)))
        row = _row(
            *(report.entries, report.seal, size, b"", str(report.ending), FORMAT),
            self._header,
        )
        return _made(row, report.ending.moment, self._facts, self._snapshots)


def _made_of(reading: Reading, snapshots: _Snapshots) -> Made:
    row = _row(
        *(reading.entries, reading.seal, reading.size, reading.torn, str(reading.ending)),
        *(reading.format, reading.header),
    )
    return _made(row, reading.ending.moment, reading.facts, snapshots)


def _made(row: tuple[str, ...], moment: str, facts: Facts, snapshots: _Snapshots) -> Made:
    return Made(row, moment, facts.first, snapshots.digests, snapshots.packed)


def _row(
    entries: int, seal: str, size: int, torn: bytes, ending: str, format_: int, header: Header
) -> tuple[str, ...]:
    """What the list of a library says of a game, in words."""
    names = plain_text(header.scenario.name), plain_text(header.engine)
    return _words(*(entries, seal, size, torn, ending, format_), *names)


def _words(
    entries: int,
    seal: str,
    size: int,
    torn: bytes,
    ending: str,
    format_: int,
    scenario: str,
    engine: str,
) -> tuple[str, ...]:
    return (
        f"{entries} entries",
        f"seal {seal}",
        f"{size} bytes",
        f"torn {torn!r:.40}",
        ending,
        f"format {format_}",
        f"scenario {scenario!r}",
        f"engine {engine!r}",
    )


# Beside the library -------------------------------------------------------------------------


def _settle(
    library: Library, game: Handed, found: Looked | Unread
) -> tuple[AuditedGame, GameNote | None]:
    """What the library has, held against what it should have."""
    row = game.game
    if isinstance(found, Unread):
        wrong = Finding("setup", 0, "library.line", found.why, "a log that can be read")
        return AuditedGame(row.name, row.entries, row.ending, (wrong,), 0), None
    findings = [*found.findings, *_library_findings(library, game, found), *_name_findings(row)]
    audited = AuditedGame(
        *(row.name, found.entries, found.ending, tuple(findings), found.more),
        *(found.acknowledged, found.sealed),
    )
    rules = frozenset(finding.rule for finding in findings)
    if any(rule.startswith(_OF_WHAT_IS_KEPT) for rule in rules):
        return audited, GameNote(row, None, audited.count, rules)
    return audited, GameNote(row, dumps(plain(audited)), audited.count, rules)


AUDITING: Final = Errand(AUDIT, look, _settle)
"""What `work_through` does to audit games."""


def _name_findings(row: LibraryGame) -> Iterator[Finding]:
    """A name that no game is given; whoever changed it did so behind the library's back."""
    try:
        proper_name(row.name)
    except BadInput:
        said, expected = f"name {row.name!r}", "1 to 100 printable characters"
        yield Finding(row.moment, row.entries, "library.game", said, expected)


def _library_findings(library: Library, game: Handed, found: Looked) -> Iterator[Finding]:
    """Where the library says other things than the log in it."""
    made, row = found.made, game.game
    if made is None:
        if found.why:
            yield Finding("setup", 0, "library.line", found.why, "a game that can be replayed")
        return
    ending = f"{row.ending} at {row.moment}"
    listed = _words(
        *(row.entries, row.seal, row.size, row.torn, ending, row.format, row.scenario, row.engine)
    )
    for said, now in zip(listed, made.row, strict=True):
        if said != now:
            yield Finding(made.moment, found.entries, "library.game", said, now)
    yield from _line_findings(library, row, made)
    yield from _fact_findings(library, row, made)
    rows = library.database.stream(_SNAPSHOTS, row.id, SHAPE, row.entries, row.id)
    for entry, seal, digest, body in rows:
        if _came_since(int(entry), game, made):
            continue
        as_written = digest_of(str(seal), bytes(body))
        if not as_written == digest == made.digests.get(int(entry)):
            yield Finding(
                made.moment, int(entry), "library.snapshot", "another state", "that of the log"
            )
    if made.snapshots:
        unpacked = (
            (n, Snapshot(seal, zlib.decompress(body))) for n, (seal, body) in made.snapshots.items()
        )
        library.renew_snapshots(row, unpacked)


def _came_since(entry: int, game: Handed, made: Made) -> bool:
    """Whether another audit put a snapshot down after this game was handed out.

    A game that is played has none of each of its ends, and an audit puts one there. Nobody has
    looked at such a one here; the next audit does.
    """
    return entry not in made.digests and entry not in game.snapshots


def _line_findings(library: Library, game: LibraryGame, made: Made) -> Iterator[Finding]:
    """Lines behind the last entry; both are asked at once, as there can be more meanwhile."""
    rows = library.database.rows(
        "SELECT entries, (SELECT max(number) FROM line WHERE game = id) FROM game WHERE id = ?",
        game.id,
    )
    for entries, lines in rows:
        if lines != entries + 1:
            said, expected = f"a line {lines}", f"{entries + 1} lines"
            yield Finding(made.moment, entries, "library.line", said, expected)


def _fact_findings(library: Library, game: LibraryGame, made: Made) -> Iterator[Finding]:
    """What the game can be found by and does not have, or has and cannot be found by."""
    said = {
        ((kind, value), entry)
        for kind, value, entry in library.database.rows(_FACTS, game.id, game.entries, game.id)
    }
    now = set(made.facts.items())
    for (kind, value), entry in sorted(said ^ now):
        here = ((kind, value), entry) in said
        words = f"{kind} {value}"
        yield Finding(
            made.moment,
            entry,
            "library.fact",
            words if here else "nothing",
            "nothing" if here else words,
        )


def audit_game(library: Library, game: LibraryGame) -> AuditedGame:
    """Audit one game: its log, and what the library made of it. What is found is kept.

    Raises:
        BadInput: when the library cannot be read or written.
    """
    return next(work_through(library, AUDITING, [game]))


def audited_before(library: Library, least: int = 0) -> Iterator[tuple[LibraryGame, AuditedGame]]:
    """What audits by this engine found before in games that are as they were then.

    Args:
        library: the library.
        least: only games with so many findings, or more.

    Raises:
        BadInput: when the library cannot be read.
    """
    games = {(game.id, game.seal): game for game in library.games()}
    for number, seal, body in kept(library, AUDIT, least):
        game = games.get((number, seal))
        if game is not None:
            yield game, _read(game, body)


def _read(game: LibraryGame, body: bytes) -> AuditedGame:
    """An audit as it was kept.

    One that somebody changed is a finding of its own; `--again` audits the game anew.
    """
    try:
        return attrs.evolve(structure(loads(body), AuditedGame), name=game.name)
    except (BadInput, NotJson):
        wrong = Finding("setup", 0, "library.result", "no audit", "what an audit found")
        return AuditedGame(game.name, game.entries, game.ending, (wrong,), 0)
