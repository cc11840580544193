"""Audits and odds of all games of a library, by one process, several, or a Dask cluster.

A worker of this machine opens the library itself. One elsewhere may not be able to, and is not to
know a password; so logs travel to it, packed. Only the process that gives out the work writes into
the library, and what was found is kept as it comes back.
"""

import gzip
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import attrs
from sqlalchemy import and_, delete, func, select

from events.codec import to_json
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
from replays.library.index import LibraryGame, Reading, Term, read_through
from replays.library.library import Library
from replays.library.row import disk_with, insert_terms, normal_name, terms_of
from replays.library.schema import GAME, LINE, RESULT, TERM
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


@attrs.frozen
class AuditedGame:
    """What an audit found in a game of a library.

    Attributes:
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
        """The same, with what is found where only some keys count, or only sealed dice."""
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
        luck: its weather against the exact odds of its scenario.
        told: what may be said of that, or why nothing can be.
        rolls: its dice against fair ones, by side and purpose.
        to_come: what is to come; None where the game is over.
        among_all: the chance of such weather, and of such dice, corrected for the number of games
            that are told of together; None where nothing can be said.
    """

    name: str
    luck: tuple[Luck, ...]
    told: str
    rolls: tuple[DiceTest, ...] = ()
    to_come: ToCome | None = None
    among_all: tuple[float | None, float | None] = (None, None)

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
    def dice(self) -> float | None:
        """The chance that the dice of some row of fair dice lie as far off, corrected likewise."""
        judged = [each.adjusted for each in self.rolls if each.adjusted is not None]
        return min(judged, default=None)

    @property
    def unusual(self) -> bool:
        """Weather or dice are unusual even among so many games."""
        return any(each is not None and each < SELDOM for each in self.among_all)

    def to_json(self) -> dict[str, Any]:
        """As JSON; a chance alone is that of the game for itself."""
        weather, dice = self.among_all
        return {
            "name": self.name,
            "player_turns": self.luck[0].of if self.luck else 0,
            "told": self.told,
            "weather": {"alone": self.weather, "among_all": weather},
            "dice": {"alone": self.dice, "among_all": dice},
            "unusual": self.unusual,
            "luck": [to_json(each) for each in self.luck],
            "rolls": [to_json(each) for each in self.rolls],
            "to_come": to_json(self.to_come),
        }


def among_all(found: Sequence[GameOdds]) -> list[GameOdds]:
    """Games among each other: each chance is corrected for how many games there are (Holm)."""
    weather = _corrected([each.weather for each in found])
    dice = _corrected([each.dice for each in found])
    pairs = zip(found, zip(weather, dice, strict=True), strict=True)
    return [attrs.evolve(each, among_all=pair) for each, pair in pairs]


def _corrected(chances: Sequence[float | None]) -> list[float | None]:
    corrected = iter(holm([each for each in chances if each is not None]))
    return [None if each is None else next(corrected) for each in chances]


@attrs.frozen
class WorkItem:
    """A game as a worker has it; what others record meanwhile is left out.

    Attributes:
        terms: what it is found by, each with its first entry.
        lines: how many lines there are behind the last entry.
        log: its log, packed; or the file that has it.
        unread: why it cannot be read; empty as a rule.
    """

    game: LibraryGame
    terms: dict[Term, int] = attrs.field(factory=dict)
    lines: int = 0
    log: bytes | Path = attrs.field(default=b"", repr=False)
    unread: str = ""

    @property
    def disk(self) -> Disk:
        """A disk that has the log."""
        log = self.log
        return disk_with(lambda: gzip.open(log if isinstance(log, Path) else BytesIO(log)))


def _item(library: Library, game: LibraryGame, file: Path | None = None) -> WorkItem:
    """A game for a worker, its log in a file if one is named."""
    end = select(GAME.c.entries + 1).where(GAME.c.id == game.id).scalar_subquery()
    behind = and_(LINE.c.game == game.id, LINE.c.number > end)
    try:
        ((lines,),) = library.database.read(select(func.count()).select_from(LINE).where(behind))
        terms = terms_of(library.database, game.id)
        packed = BytesIO()
        with gzip.open(file or packed, "wb", compresslevel=1) as log:
            log.writelines(library.log_bytes(game))
    except DatabaseFailure:
        raise
    except BadInput as error:
        return WorkItem(game, unread=error.what)
    known = {term: n for term, n in terms.items() if n <= game.entries}
    return WorkItem(game, known, lines, file or packed.getvalue())


def _audit(item: WorkItem) -> AuditedGame:
    """Audit a game, and what the library made of it."""
    game = item.game
    try:
        report = audit(game.path, disk=item.disk)
    except BadInput as error:
        return _audit_of_none(game, error.what)
    findings = list(report.findings)
    try:
        findings += _library_findings(item, read_through(game.path, game.name, disk=item.disk))
    except BadInput as error:
        if report.clean:
            findings += _audit_of_none(game, error.what).findings
    return AuditedGame(
        *(game.name, report.entries, str(report.ending), tuple(findings), report.more),
        *(last_by_key(report.acknowledged)[:_MOST_SIGNERS], report.sealed),
    )


def _library_findings(item: WorkItem, reading: Reading) -> Iterator[Finding]:
    """Where the library says other things than the log in it."""
    game, log = item.game, reading.game
    for field in attrs.fields(LibraryGame)[2:]:
        said, now = getattr(game, field.name), getattr(log, field.name)
        if said != now:
            said, now = (f"{field.name} {each!r:.80}" for each in (said, now))
            yield Finding(log.moment, game.entries, "library.game", said, now)
    if item.lines:
        said = f"{item.lines} lines more"
        yield Finding(log.moment, game.entries, "library.line", said, "a line for each entry")
    for (kind, value), entry in sorted(item.terms.items() ^ reading.index.items()):
        words = f"{kind} {value}", "nothing"
        words = words if item.terms.get((kind, value)) == entry else words[::-1]
        yield Finding(log.moment, entry, "library.fact", *words)
    try:
        normal_name(game.name)
    except BadInput:
        said = f"name {game.name!r}"
        yield Finding(log.moment, game.entries, "library.game", said, "printable characters")


def _luck(item: WorkItem) -> GameOdds:
    """The dice of a game: one audit of its log, and what they did in it."""
    try:
        with open_log(item.game.path, item.disk) as reader:
            header = reader.header
        states, seen = [start_of(header.scenario)], ChancesSeen(header)

        def look(audited: AuditedEntry) -> None:
            seen.look(audited)
            states[0] = audited.written.state

        report = audit(item.game.path, disk=item.disk, on_entry=look)
    except BadInput as error:
        return _odds_of_none(item.game, error.what)
    luck, why = seen.luck(report.taken_back)
    to_come = None if report.ending.word == "finished" else _to_come(states[0])
    return GameOdds(item.game.name, luck, why or luck_told(luck), dice_tests(seen.rolls), to_come)


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


_CANNOT: Final = "The log cannot be read"


def _audit_of_none(game: LibraryGame, why: str) -> AuditedGame:
    wrong = Finding("setup", 0, "library.line", why, "a log that can be replayed")
    return AuditedGame(game.name, game.entries, game.ending, (wrong,))


def _odds_of_none(game: LibraryGame, why: str) -> GameOdds:
    return GameOdds(game.name, (), f"{_CANNOT}: {why}.")


_KINDS: Final[dict[str, tuple[Callable[..., Any], Callable[..., Any], Any]]] = {
    AUDIT: (_audit, _audit_of_none, AuditedGame),
    ODDS: (_luck, _odds_of_none, GameOdds),
}
"""What is done with a game, what with one whose log cannot be read, and what that gives."""


def _work_on(given: tuple[str, str, Sequence[Any]]) -> list[Any]:
    """Work on each game of a batch; what runs in other processes and on other machines.

    Where the library can be opened there are games, else items.
    """
    kind, address, games = given
    if not address:
        return [_found(kind, each) for each in games]
    with Library.open(address) as library, TemporaryDirectory(prefix="khamsin-") as folder:
        file = Path(folder, "log")
        return [_found(kind, _item(library, each, file)) for each in games]


def _found(kind: str, item: WorkItem) -> Any:
    work, of_none, _ = _KINDS[kind]
    return of_none(item.game, item.unread) if item.unread else work(item)


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
    whatever ends this, nothing that was told is lost. Logs travel to workers that cannot open the
    library. ``told`` is called with how many games are kept.
    """
    batches, done = list(_batches(games)), 0

    def given(batch: list[LibraryGame]) -> tuple[str, str, Sequence[Any]]:
        if travel:
            return kind, "", [_item(library, game) for game in batch]
        return kind, library.database.address, batch

    for batch, found in zip(batches, engine(_work_on, map(given, batches)), strict=True):
        _keep(library, kind, zip(batch, found, strict=True))
        done += len(batch)
        told(done)
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


def audit_game(library: Library, game: LibraryGame) -> AuditedGame:
    """Audit one game: its log, and what the library made of it. What is found is kept."""
    found: AuditedGame = next(run_jobs(library, AUDIT, [game]))
    return found


def _keep(library: Library, kind: str, results: Iterable[tuple[LibraryGame, Any]]) -> None:
    """Keep what was found in games; it holds for this engine, and as long as a game stays so."""
    with library.database.writing() as connection:
        for game, found in results:
            # another process that keeps something of this game waits here
            connection.execute(select(GAME.c.id).where(GAME.c.id == game.id).with_for_update())
            connection.execute(delete(RESULT).where(_of(game, kind)))
            count, rules = 0, set[str]()
            if kind == AUDIT:
                count, rules = found.count, {each.rule for each in found.findings}
                finding = and_(TERM.c.game == game.id, TERM.c.kind == "finding")
                connection.execute(delete(TERM).where(finding))
                insert_terms(connection, game.id, {("finding", rule): 0 for rule in sorted(rules)})
            elif found.told.startswith(_CANNOT):
                continue
            if not any(rule.startswith(_NEVER_KEPT) for rule in rules):
                values = {"game": game.id, "kind": kind, "head_hash": game.head_hash}
                body = {"engine": ENGINE, "findings": count, "body": dumps(to_json(found))}
                connection.execute(RESULT.insert().values(values | body))


def _of(game: LibraryGame, kind: str) -> Any:
    return and_(RESULT.c.game == game.id, RESULT.c.kind == kind)


def results(library: Library, kind: str, least: int = 0) -> dict[str, Any]:
    """What this engine found before in games that are as they were then, by name.

    An audit that was edited since is a finding of its own; odds that were are left out. Of games
    with fewer findings than ``least`` nothing is told.
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
            found[game.name] = attrs.evolve(structure(loads(body), _KINDS[kind][2]), name=game.name)
        except (BadInput, NotJson, ValueError, LookupError):
            if kind == AUDIT:
                wrong = Finding("setup", 0, "library.result", "no audit", "what an audit found")
                found[game.name] = AuditedGame(game.name, game.entries, game.ending, (wrong,))
    return found


def not_audited(library: Library, games: Iterable[LibraryGame]) -> list[LibraryGame]:
    """The games of which no audit is kept that holds still."""
    mine = and_(RESULT.c.kind == AUDIT, RESULT.c.engine == ENGINE)
    rows = library.database.read(select(RESULT.c.game, RESULT.c.head_hash).where(mine))
    done = {(number, head_hash) for number, head_hash in rows}
    return [game for game in games if (game.id, game.head_hash) not in done]


def forget(library: Library, kind: str, games: Iterable[LibraryGame]) -> None:
    """Let go of what was found in some games, so that it is found anew."""
    with library.database.writing() as connection:
        for game in games:
            connection.execute(delete(RESULT).where(_of(game, kind)))


def game_as_json(game: LibraryGame) -> dict[str, Any]:
    """A game as a list has it."""
    return {
        "name": game.name,
        "scenario": game.scenario,
        "entries": game.entries,
        "ending": {"word": game.ending, "moment": game.moment},
        "seal": game.head_hash,
        "format": FORMAT,
        "engine": game.engine,
        "bytes": game.size,
        "torn": len(game.torn),
    }
