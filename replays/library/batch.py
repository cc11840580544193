"""Audits and odds of all games of a library, by one process, several, or a Dask cluster.

A worker of this machine opens the library itself. One elsewhere may not be able to, and is not to
know a password; so logs travel to it, packed. Only the process that gives out the work writes into
the library, and what was found is kept as it comes back.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from fractions import Fraction
from functools import partial
from typing import Any, Final

import attrs
from sqlalchemy import and_, delete, func, or_, select

from events.codec import plain
from events.converters import structure
from events.disk import Disk
from events.entry import FORMAT
from events.errors import BadInput
from events.json_bytes import NotJson, dumps, loads
from replays.auditing.audit import AuditedEntry, audit
from replays.auditing.finding import Acknowledgement, Finding, FindingId, SealedGame
from replays.auditing.luck import ChancesSeen, dice_tests, holm, luck_told
from replays.auditing.model import Chance, DiceTest, Luck
from replays.auditing.sealed_dice import NOT_SEALED
from replays.auditing.signed import key_findings, last_by_key, with_known
from replays.chances.odds import odds
from replays.game.open_log import open_log, start_of
from replays.library.database import DatabaseFailure
from replays.library.index import Follower, Term, plain_text, read_through
from replays.library.library import Library
from replays.library.row import LibraryGame, disk_with, normal_name
from replays.library.schema import GAME, LINE, RESULT, SNAPSHOT, TERM
from replays.library.snapshot import SHAPE, Snapshot, digest_of
from replays.sweep.executor import Engine
from replays.version import ENGINE
from sim.climate.exact_odds import DUSTY
from sim.state import State
from sim.trust.signing import VerifierKey

AUDIT: Final = "audit"
ODDS: Final = "odds"

SELDOM: Final = 0.05
"""Chances below this are called unusual."""

_NEVER_KEPT: Final = ("library.", FindingId.HASH, FindingId.TORN)
"""Findings about the bytes themselves: they may be put right, so they are looked for each time."""

_NO_LOG: Final = ("library.line", "library.result")
"""Findings of a game of which nothing else is known."""

_MOST_SIGNERS: Final = 1000
_MOST_ENTRIES: Final = 2_000
_MOST_GAMES: Final = 64
"""A batch is full with so many: some tenths of a second of work, and kept together."""


# What is found -------------------------------------------------------------------------------


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
    more: int = 0
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

    def demanding(self, keys: Sequence[VerifierKey] | None, *, sealed: bool) -> "AuditedGame":
        """The same, with what is found where only some keys count, or only sealed dice.

        Args:
            keys: those that count; None takes each for what the log says that it is.
            sealed: games whose dice are not sealed have a finding.
        """
        found, known = list(self.findings), self.acknowledged
        readable = all(each.rule not in _NO_LOG for each in found)
        if keys is not None:
            moment = self.ending.rpartition(" ")[2]
            found += key_findings(self.acknowledged, keys, self.entries, moment)
            known = with_known(self.acknowledged, keys)
        if sealed and self.sealed is None and readable:
            found.append(Finding("setup", 0, FindingId.SEALED, *NOT_SEALED))
        return attrs.evolve(self, findings=tuple(found), acknowledged=known)


@attrs.frozen
class ToCome:
    """What is to come in a game that goes on, from its end on.

    Attributes:
        since: the moment from which it is worked out.
        player_turns: how many Wind Change DRs are left, the present Player Turn counted if its own
            has been made.
        reached: the chance of at least each density, in any of these Player Turns.
        rained: the chance that it has rained by the last of them.
    """

    since: str
    player_turns: int
    reached: dict[str, Chance]
    rained: Chance


@attrs.frozen
class GameOdds:
    """The dice of a game.

    Attributes:
        name: of the game.
        luck: its weather against the exact odds of its scenario.
        told: what may be said of that, or why nothing can be.
        dice: its dice against fair ones, by side and purpose.
        to_come: what is to come; None where the game is over.
        among_all: the chance of such weather, and of such dice, corrected for the number of games
            that are told of together; None where nothing can be said.
    """

    name: str
    luck: tuple[Luck, ...]
    told: str
    dice: tuple[DiceTest, ...] = ()
    to_come: ToCome | None = None
    among_all: tuple[float | None, float | None] = (None, None)

    @property
    def player_turns(self) -> int:
        """How many Player Turns of weather there are."""
        return self.luck[0].of if self.luck else 0

    @property
    def least_usual(self) -> Luck | None:
        """The measure of the weather that is least usual; None where there is none."""
        return min(self.luck, key=lambda each: each.two_sided, default=None)

    @property
    def weather(self) -> float | None:
        """The chance of such a measure or a less usual one, corrected for how many there are."""
        least = self.least_usual
        return None if least is None else min(1.0, least.two_sided * len(self.luck))

    @property
    def fair(self) -> float | None:
        """The chance that the dice of some row of fair dice lie as far off, corrected likewise."""
        judged = [each.adjusted for each in self.dice if each.adjusted is not None]
        return min(judged, default=None)

    @property
    def unusual(self) -> bool:
        """Weather or dice are unusual even among so many games."""
        return any(each is not None and each < SELDOM for each in self.among_all)


def among_all(found: Sequence[GameOdds]) -> list[GameOdds]:
    """Games among each other: each chance is corrected for how many games there are (Holm)."""
    weather = _corrected([each.weather for each in found])
    dice = _corrected([each.fair for each in found])
    pairs = zip(found, zip(weather, dice, strict=True), strict=True)
    return [attrs.evolve(each, among_all=pair) for each, pair in pairs]


def _corrected(chances: Sequence[float | None]) -> list[float | None]:
    corrected = iter(holm([each for each in chances if each is not None]))
    return [None if each is None else next(corrected) for each in chances]


# One game ------------------------------------------------------------------------------------


@attrs.frozen
class WorkItem:
    """A game as a worker has it.

    Attributes:
        game: the game, as the list of the library had it.
        terms: what it is found by, each with its first entry.
        snapshots: entries of which the library has a snapshot of this engine, each with its digest
            if it is as it was written.
        lines: by how many the lines in the database are more than the list says.
        log: its log, packed; None where the worker reads it from the library.
        unread: why there is no log; empty as a rule.
    """

    game: LibraryGame
    terms: frozenset[tuple[Term, int]]
    snapshots: dict[int, str]
    lines: int
    log: bytes | None = attrs.field(default=None, repr=False)
    unread: str = ""


def work_item(library: Library, game: LibraryGame, *, packed: bool = False) -> WorkItem:
    """A game as a worker has it; what others record meanwhile is left out.

    Raises:
        BadInput: when it cannot be read.
    """
    read = library.database.read
    now = select(GAME.c.entries).where(GAME.c.id == game.id).scalar_subquery()

    def of_game(table: Any) -> Any:
        here = or_(table.c.entry <= game.entries, table.c.entry > now)
        return and_(table.c.game == game.id, here)

    terms = select(TERM.c.kind, TERM.c.value, TERM.c.entry).where(of_game(TERM))
    terms = terms.where(TERM.c.kind != "finding")
    columns = select(SNAPSHOT.c.head_hash, SNAPSHOT.c.digest, SNAPSHOT.c.body)
    ours, snapshots = and_(of_game(SNAPSHOT), SNAPSHOT.c.shape == SHAPE), dict[int, str]()
    for (n,) in read(select(SNAPSHOT.c.entry).where(ours).order_by(SNAPSHOT.c.entry)):
        for head_hash, digest, body in read(columns.where(ours, SNAPSHOT.c.entry == n)):
            snapshots[n] = digest if digest_of(head_hash, body) == digest else ""
    last = select(func.max(LINE.c.number)).where(LINE.c.game == game.id).scalar_subquery()
    lines = [(last or 0) - entries - 1 for last, entries in read(select(last, now))]
    return WorkItem(
        *(game, frozenset(((kind, value), n) for kind, value, n in read(terms)), snapshots),
        *(lines[0], _packed(library.log_bytes(game)) if packed else None),
    )


def _packed(chunks: Iterable[bytes]) -> bytes:
    packing = zlib.compressobj(1)
    return b"".join([*map(packing.compress, chunks), packing.flush()])


def audit_item(item: WorkItem, disk: Disk) -> AuditedGame:
    """Audit a game, and what the library made of it.

    A clean log is read once: what the library should have is taken from the audit. Any other is
    followed after that, as it was when it was added.
    """
    game, digests = item.game, dict[int, str]()

    def keep(n: int, snapshot: Snapshot) -> None:
        digests[n] = digest_of(snapshot.head_hash, snapshot.body)

    try:
        with open_log(game.path, disk) as reader:
            follower, head = Follower(reader.header, keep, item.snapshots), reader.head
        if 0 in item.snapshots:  # the library had the game before its first entry
            follower.keep(0, head.hash)
        report = audit(
            game.path, disk=disk, on_entry=lambda p: follower.see(p.entry, p.head_hash, p.written)
        )
    except BadInput as error:
        wrong = Finding("setup", 0, "library.line", error.what, "a game log")
        return AuditedGame(game.name, game.entries, game.ending, (wrong,))
    findings, index, header = list(report.findings), follower.index, follower.header
    row: tuple[Any, ...] = (report.entries, report.seal, None, b"", str(report.ending))
    moment = report.ending.moment
    try:
        if not report.clean:
            reading = read_through(game.path, 0, keep, disk, item.snapshots)
            row = (
                reading.entries,
                reading.head_hash,
                reading.size,
                reading.torn,
                str(reading.ending),
            )
            index, header, moment = reading.index, reading.header, reading.ending.moment
        names = plain_text(header.scenario.name), plain_text(header.engine)
        expected = _row_words(*row, FORMAT, *names)
        findings += _library_findings(item, expected, moment, index.first, digests)
    except BadInput as error:
        if report.clean:
            wrong = Finding("setup", 0, "library.line", error.what, "a game that can be replayed")
            findings.append(wrong)
    signed = last_by_key(report.acknowledged)[:_MOST_SIGNERS]
    return AuditedGame(
        *(game.name, report.entries, str(report.ending), tuple(findings), report.more),
        *(signed, report.sealed),
    )


def _row_words(*row: Any) -> tuple[str, ...]:
    """What the list of a library says of a game, in words."""
    entries, head_hash, size, torn, ending, log_format, scenario, engine = row
    return (
        *(f"{entries} entries", f"seal {head_hash}", f"{size} bytes", f"torn {torn!r:.40}", ending),
        *(f"format {log_format}", f"scenario {scenario!r}", f"engine {engine!r}"),
    )


def _library_findings(
    item: WorkItem,
    expected: tuple[str, ...],
    moment: str,
    terms: dict[Term, int],
    digests: dict[int, str],
) -> Iterator[Finding]:
    """Where the library says other things than the log in it."""
    game = item.game
    listed = _row_words(
        *(game.entries, game.head_hash, game.size, game.torn, f"{game.ending} at {game.moment}"),
        *(game.format, game.scenario, game.engine),
    )
    for said, now in zip(listed, expected, strict=True):
        if said != now and now != "None bytes":
            yield Finding(moment, game.entries, "library.game", said, now)
    if item.lines:
        said = f"{item.lines:+} lines"
        yield Finding(moment, game.entries, "library.line", said, "a line for each entry")
    for term in sorted(item.terms ^ set(terms.items())):
        (kind, value), entry = term
        words = f"{kind} {value}", "nothing"
        said, now = words if term in item.terms else words[::-1]
        yield Finding(moment, entry, "library.fact", said, now)
    for n, digest in item.snapshots.items():
        if not digest or digest != digests.get(n):
            yield Finding(moment, n, "library.snapshot", "another state", "that of the log")
    try:
        normal_name(game.name)
    except BadInput:
        said, now = f"name {game.name!r}", "1 to 100 printable characters"
        yield Finding(moment, game.entries, "library.game", said, now)


def measure_luck(item: WorkItem, disk: Disk) -> GameOdds:
    """The dice of a game: one audit of its log, and what they did in it."""
    name = item.game.name
    try:
        with open_log(item.game.path, disk) as reader:
            header = reader.header
        states, seen = [start_of(header.scenario)], ChancesSeen(header)

        def look(audited: AuditedEntry) -> None:
            seen.look(audited)
            states[0] = audited.written.state

        report = audit(item.game.path, disk=disk, on_entry=look)
    except BadInput as error:
        return GameOdds(name, (), f"The log cannot be read: {error.what}.")
    luck, why = seen.luck(report.taken_back)
    to_come = None if report.ending.word == "finished" else _to_come(states[0])
    return GameOdds(name, luck, why or luck_told(luck), dice_tests(seen.rolls), to_come)


def _to_come(state: State) -> ToCome | None:
    """What is to come from a state on; None where nothing is."""
    if state.clock.over:
        return None
    try:
        found = odds(state)
    except BadInput:  # no Wind Change DR is left, or the scenario cannot be played
        return None
    reached = {density.value: _chance(found.reached[density]) for density in DUSTY}
    turns, last = len(found.player_turns), found.player_turns[-1]
    return ToCome(str(found.since), turns, reached, _chance(last.rained))


def _chance(value: Fraction) -> Chance:
    return Chance(f"{value.numerator}/{value.denominator}", float(value))


# All games -----------------------------------------------------------------------------------

_WORK: Final[dict[str, Callable[[WorkItem, Disk], Any]]] = {AUDIT: audit_item, ODDS: measure_luck}
_KINDS: Final[dict[str, Any]] = {AUDIT: AuditedGame, ODDS: GameOdds}


@attrs.frozen
class Batch:
    """Games that are given out together.

    Attributes:
        number: its place among all batches, from 0.
        kind: what is to be done with them.
        where: what opens the library, a password perhaps in it; empty where logs travel.
        games: the games, or what a worker elsewhere has of them.
    """

    number: int
    kind: str
    where: str = attrs.field(repr=False)
    games: tuple[LibraryGame | WorkItem, ...]


def work_on(batch: Batch) -> tuple[int, list[Any]]:
    """Work on each game of a batch; what runs in other processes and on other machines.

    Raises:
        DatabaseFailure: when the library cannot be read now.
        BadInput: when it cannot be opened.
    """
    found = list[Any]()
    with Library.open(batch.where) if batch.where else nullcontext(None) as library:
        for each in batch.games:
            if isinstance(each, WorkItem) and each.unread:
                found.append(_unread(batch.kind, each.game, BadInput(each.unread)))
            elif isinstance(each, WorkItem):
                chunks: Callable[[], Iterator[bytes]] = partial(_unpacked, each.log or b"")
                found.append(_WORK[batch.kind](each, disk_with(chunks)))
            elif library is not None:
                found.append(_read_and_work(library, each, batch.kind))
    return batch.number, found


def _unpacked(log: bytes) -> Iterator[bytes]:
    yield from zlib.decompress(log).splitlines(keepends=True)


def _read_and_work(library: Library, game: LibraryGame, kind: str) -> Any:
    failed = list[DatabaseFailure]()

    def chunks() -> Iterator[bytes]:
        try:
            yield from library.log_bytes(game)
        except DatabaseFailure as error:
            failed.append(error)
            raise

    try:
        found = _WORK[kind](work_item(library, game), disk_with(chunks))
    except DatabaseFailure:
        raise
    except BadInput as error:
        return _unread(kind, game, error)
    if failed:
        raise failed[0]
    return found


def _unread(kind: str, game: LibraryGame, error: BadInput) -> Any:
    """What is found in a game whose rows cannot be read."""
    if kind == ODDS:
        return GameOdds(game.name, (), f"The log cannot be read: {error.what}.")
    wrong = Finding("setup", 0, "library.line", error.what, "a log that can be read")
    return AuditedGame(game.name, game.entries, game.ending, (wrong,))


def run_jobs(
    library: Library,
    kind: str,
    games: Iterable[LibraryGame],
    *,
    engine: Engine = map,
    travel: bool = False,
    told: Callable[[int], object] = lambda _: None,
) -> Iterator[Any]:
    """Audit games, or measure their luck, and give what was found in their order.

    What is found in a batch of games is kept, in one transaction, as soon as the batch is back. So
    whatever ends this, nothing that was told is lost.

    Args:
        library: where the games are.
        kind: ``AUDIT`` or ``ODDS``.
        games: the games.
        engine: what does the work.
        travel: the logs go with the work; the workers cannot open the library.
        told: is called with how many games are kept.

    Raises:
        BadInput: when the library cannot be read or written.
        WorkLostError: when the workers are gone.
    """
    out: dict[int, tuple[LibraryGame, ...]] = {}
    back: dict[int, list[Any]] = {}
    done = due = 0
    for number, found in engine(work_on, _batches(library, kind, games, out, travel=travel)):
        store_results(library, kind, zip(out.pop(number), found, strict=True))
        back[number] = found
        done += len(found)
        told(done)
        while due in back:
            yield from back.pop(due)
            due += 1


def _batches(
    library: Library,
    kind: str,
    games: Iterable[LibraryGame],
    out: dict[int, tuple[LibraryGame, ...]],
    *,
    travel: bool,
) -> Iterator[Batch]:
    """Games in batches, in order; ``out`` has which were given out."""
    waiting, number = iter(games), 0
    while here_now := tuple(_some(waiting)):
        out[number] = here_now
        given: tuple[LibraryGame | WorkItem, ...] = here_now
        if travel:
            given = tuple(_packed_item(library, game) for game in here_now)
        yield Batch(number, kind, "" if travel else library.database.address, given)
        number += 1


def _packed_item(library: Library, game: LibraryGame) -> WorkItem:
    try:
        return work_item(library, game, packed=True)
    except DatabaseFailure:
        raise
    except BadInput as error:
        return WorkItem(game, frozenset(), {}, 0, unread=error.what)


def _some(games: Iterator[LibraryGame]) -> Iterator[LibraryGame]:
    entries = count = 0
    for game in games:
        yield game
        entries, count = entries + game.entries, count + 1
        if entries >= _MOST_ENTRIES or count >= _MOST_GAMES:
            return


def audit_game(library: Library, game: LibraryGame) -> AuditedGame:
    """Audit one game: its log, and what the library made of it. What is found is kept.

    Raises:
        BadInput: when the library cannot be read or written.
    """
    found: AuditedGame = next(run_jobs(library, AUDIT, [game]))
    return found


# What is kept --------------------------------------------------------------------------------


def store_results(library: Library, kind: str, results: Iterable[tuple[LibraryGame, Any]]) -> None:
    """Keep what was found in some games; it holds for this engine, and as long as a game stays so.

    Raises:
        BadInput: when the library cannot be written; nothing of it was then.
    """
    with library.database.writing() as connection:
        for game, found in results:
            # another process that keeps something of this game waits here
            connection.execute(select(GAME.c.id).where(GAME.c.id == game.id).with_for_update())
            here = and_(RESULT.c.game == game.id, RESULT.c.kind == kind)
            connection.execute(delete(RESULT).where(here))
            count, rules = 0, set[str]()
            if kind == AUDIT:
                count, rules = found.count, {each.rule for each in found.findings}
                finding = and_(TERM.c.game == game.id, TERM.c.kind == "finding")
                connection.execute(delete(TERM).where(finding))
            for rule in sorted(rules):
                values = {"game": game.id, "kind": "finding", "value": rule, "entry": 0}
                connection.execute(TERM.insert().values(values))
            if kind == ODDS and not found.luck and found.told.startswith("The log cannot be read"):
                continue
            if not any(rule.startswith(_NEVER_KEPT) for rule in rules):
                values = {"game": game.id, "kind": kind, "head_hash": game.head_hash}
                body = {"engine": ENGINE, "findings": count, "body": dumps(plain(found))}
                connection.execute(RESULT.insert().values(values | body))


def results(library: Library, kind: str, least: int = 0) -> dict[str, Any]:
    """What this engine found before in games that are as they were then, by name.

    An audit that was edited since is a finding of its own; odds that were are left out.

    Args:
        library: the library.
        kind: ``AUDIT`` or ``ODDS``.
        least: only of games with so many findings, or more.

    Raises:
        BadInput: when the library cannot be read.
    """
    games = {(game.id, game.head_hash): game for game in library.games()}
    mine = and_(RESULT.c.kind == kind, RESULT.c.engine == ENGINE, RESULT.c.findings >= least)
    found = dict[str, Any]()
    columns = select(RESULT.c.game, RESULT.c.head_hash, RESULT.c.body)
    for number, head_hash, body in library.database.read(columns.where(mine)):
        game = games.get((number, head_hash))
        if game is None:
            continue
        try:
            found[game.name] = attrs.evolve(_read_result(kind, body), name=game.name)
        except (BadInput, NotJson, ValueError, ArithmeticError, LookupError):
            if kind == AUDIT:
                wrong = Finding("setup", 0, "library.result", "no audit", "what an audit found")
                found[game.name] = AuditedGame(game.name, game.entries, game.ending, (wrong,))
    return found


def _read_result(kind: str, body: bytes) -> Any:
    found = structure(loads(body), _KINDS[kind])
    if isinstance(found, GameOdds):
        coming = found.to_come
        chances = [each for one in found.luck for each in (one.as_many, one.as_few)]
        if coming is not None:
            chances += [coming.rained, *(coming.reached[density.value] for density in DUSTY)]
        for chance in chances:
            Fraction(chance.exact)
    return found


def without(library: Library, kind: str, games: Iterable[LibraryGame]) -> list[LibraryGame]:
    """The games of which nothing of a kind is kept that holds still, those of a scenario together.

    So a process that does one after the other works out each scenario once.
    """
    mine = and_(RESULT.c.kind == kind, RESULT.c.engine == ENGINE)
    rows = library.database.read(select(RESULT.c.game, RESULT.c.head_hash).where(mine))
    done = {(number, head_hash) for number, head_hash in rows}
    left = (game for game in games if (game.id, game.head_hash) not in done)
    return sorted(left, key=lambda game: (game.scenario, game.name))


def forget(library: Library, kind: str, games: Iterable[LibraryGame]) -> None:
    """Let go of what was found in some games, so that it is found anew."""
    with library.database.writing() as connection:
        for game in games:
            mine = and_(RESULT.c.game == game.id, RESULT.c.kind == kind)
            connection.execute(delete(RESULT).where(mine))
