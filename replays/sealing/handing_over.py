"""Handing a game with sealed dice over, and taking one: each e-mail is a log, signed, and a link.

Who hands over signs the log as it stands and gives the link of the stretch that the other plays.
The other's link is missing still, so the dice of that stretch are fixed and nobody knows them. Who
takes it opens his own link with it, and knows them from then on.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import attrs

from events.chain import header_line
from events.commands import Opened
from events.disk import write_whole
from events.entry import Header
from events.errors import BadInput, in_file
from events.log import LogReader
from events.log_writer import LogWriter
from replays.auditing.audit import audit
from replays.auditing.report import Finding, Report
from replays.playing.game import Game
from replays.playing.logs import open_log
from replays.sealing.messages import HandOver
from replays.sealing.notes import Checkpoint, note_of, read_note
from replays.sealing.secret_file import Given, SecretFile
from sim.machine.sealing import (
    has_signed,
    opened_faults,
    other_side,
    player_turn,
    sealing_faults,
    stretch_of,
    who_plays,
)

__all__ = ["SealedTaken", "checked", "compare", "hand_over", "take"]


@attrs.frozen
class SealedTaken:
    """What came of a log that was handed over.

    Attributes:
        entries: how many entries were new.
        stretch: the stretch that is open now; 0 if none is ours to play.
        findings: what an audit found; nothing was taken if it found anything.
    """

    entries: int
    stretch: int
    findings: tuple[Finding, ...] = ()


# Handing over -------------------------------------------------------------------------------


def hand_over(log: Path, secret: Path, file: Path) -> HandOver:
    """Hand a game over: sign its log, and give the link of the stretch that the other plays.

    The same log can be handed over again; with the same link no other can.

    Args:
        log: the game.
        secret: the secrets of the side that hands it over.
        file: the new file that goes to the other.

    Raises:
        BadInput: when the log or the secrets cannot be read or do not belong together; when it is
            not time to hand over; when the file cannot be written.
    """
    ours = SecretFile.read(secret)
    game = Game.load(log)
    with in_file(str(log)):
        _demand_ours(game.header, ours)
        if game.torn:
            raise BadInput("its last line is torn; `khamsin recover` puts that aside")
        stretch = _due(game, ours.side)
    _demand_clean(audit(log), log)
    if file.exists() or file.is_symlink():
        raise BadInput("this file exists already", str(file))
    given = Given(len(game.entries), game.seal())
    if stretch:
        ours = ours.giving(stretch, given)
        ours.keep()  # before anybody can have the link
    signature = ours.signature(given.entries, given.head)
    note = note_of(ours.terms, ours.side, ours.key, given.entries, given.head, signature)
    link = ours.link(stretch) if stretch else ""
    made = HandOver(ours.side, stretch, link, note, game.log_bytes())
    made.write(file)
    return made


def _due(game: Game, side: int) -> int:
    """The stretch whose link is given now; 0 if the game is over or has not begun.

    Raises:
        BadInput: when the Player Turn that is open is not over.
    """
    opened, due = game.position.opened, stretch_of(game.state.moment)
    if game.position.finished or game.state.clock.over:
        return 0
    if opened is not None and opened.stretch == due:
        turn = player_turn(due)
        raise BadInput(
            f"Player Turn {turn} is not over; a game is handed over when the next has begun"
        )
    if who_plays(due) != side:
        return due
    if opened is None:
        return 0
    raise BadInput(f"Player Turn {player_turn(due)} is ours: `khamsin seal take` opens its dice")


def _demand_ours(header: Header, ours: SecretFile) -> None:
    """See that secrets are those of a game.

    Raises:
        BadInput: when they are not.
    """
    sealing = header.sealed
    if sealing is None:
        raise BadInput("the dice of this game are not sealed")
    if header.seed != ours.terms:
        raise BadInput(f"this is a game of other terms than the secrets in {ours.path}")
    if (sealing.tips[ours.side], sealing.keys[ours.side]) != (ours.tip, ours.key):
        raise BadInput(f"this game has another commitment than the secrets in {ours.path}")


def _demand_clean(report: Report, log: Path) -> None:
    if not report.clean:
        first = report.findings[0]
        raise BadInput(
            f"an audit finds {len(report.findings)} things, the first at entry {first.entry} "
            f"({first.rule}: {first.logged}; expected: {first.expected})",
            str(log),
        )


# Checking -----------------------------------------------------------------------------------


def _lines(log: bytes) -> list[bytes]:
    """The lines of a log, without their ends.

    Raises:
        BadInput: when the last has no end.
    """
    if not log.endswith(b"\n"):
        raise BadInput("the last line has no end", "log")
    return log.split(b"\n")[:-1]


def checked(given: HandOver, folder: Path) -> tuple[Header, Checkpoint]:
    """What was handed over, with its signature checked: its header, and what was signed.

    Args:
        given: what was handed over.
        folder: where its log can be written for a moment.

    Raises:
        BadInput: when its log is none, its chain is broken, or its signature is not true.
    """
    path = folder / "handed-over.jsonl"
    write_whole(path, [given.log])
    try:
        with open_log(path) as reader:
            header, head = reader.header, reader.head.hash
            for line in reader.checked():
                head = line.hash
            entries = reader.number - 1
            _demand_whole(reader)
    except BadInput as error:
        where = error.where.removeprefix(str(path)).removeprefix(", ")
        raise BadInput(error.what, f"log, {where}" if where else "log") from None
    if header.sealed is None:
        raise BadInput("the dice of this game are not sealed", "log")
    for said, expected in sealing_faults(header):
        raise BadInput(f"{said}; expected: {expected}", "log, line 1")
    checkpoint = read_note(given.checkpoint, given.side, header.sealed.keys[given.side])
    stated = (checkpoint.terms, checkpoint.entries, checkpoint.head)
    if stated != (header.seed, entries, head):
        raise BadInput("what is signed is not this log", "checkpoint")
    if not has_signed(header, given.side, entries, head, checkpoint.signature):
        name = header.scenario.order_of_sides[given.side]
        raise BadInput(f"the signature is not that of {name}", "checkpoint")
    return header, checkpoint


def _demand_whole(reader: LogReader) -> None:
    if reader.torn is not None:
        raise BadInput("the last line has no end")


def compare(one: HandOver, two: HandOver) -> Iterator[str]:
    """Whether two logs that were handed over can belong to one game; says how they cannot.

    Raises:
        BadInput: when one of them is not what its signature says, or they are of different games.
    """
    with tempfile.TemporaryDirectory() as folder:
        header, first = checked(one, Path(folder))
        other, second = checked(two, Path(folder))
    if header.seed != other.seed:
        raise BadInput("these are two games: their terms are not the same")
    short, long = sorted((_lines(one.log), _lines(two.log)), key=len)
    if long[: len(short)] == short:
        return
    same = next(n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b)
    names = header.scenario.order_of_sides
    where = "the headers differ" if same == 0 else f"entry {same} differs"
    who = f"{names[one.side]} signed both"
    if one.side != two.side:
        who = f"{names[one.side]} signed one and {names[two.side]} the other"
    yield f"these two logs cannot belong to one game: {where}, and {who}"
    yield f"  {first.entries} entries, {first.head}"
    yield f"  {second.entries} entries, {second.head}"


# Taking -------------------------------------------------------------------------------------


def take(file: Path, log: Path, secret: Path) -> SealedTaken:
    """Take a game that was handed over: check it, go on with our log, and open what is ours.

    Args:
        file: what the other sent.
        log: our log of the game; begun if it is not there.
        secret: our secrets.

    Raises:
        BadInput: when the file is none, is not of this game, is not signed by the other, does not
            extend our log, or has a link that was not committed to. Nothing was taken then.
    """
    ours = SecretFile.read(secret)
    given = HandOver.read(file)
    with in_file(str(file)), tempfile.TemporaryDirectory() as folder:
        header, checkpoint = checked(given, Path(folder))
        _demand_ours(header, ours)
        if given.side != other_side(ours.side):
            raise BadInput("this was handed over by our own side")
        begun = not log.exists()
        fresh = _fresh(given, log)
        report = audit(Path(folder) / "handed-over.jsonl")
        if not report.clean:
            return SealedTaken(0, 0, report.findings)
        game = Game.load(Path(folder) / "handed-over.jsonl")
        opened = _to_open(game, given, checkpoint, ours)
    if fresh:
        _keep(game, log)
    if opened is None:
        return SealedTaken(fresh - begun, 0)
    with Game.open(log) as mine:
        if len(mine.entries) == checkpoint.entries:
            mine.do(opened)
    return SealedTaken(fresh - begun, opened.stretch)


def _fresh(given: HandOver, log: Path) -> int:
    """How many entries our log lacks; its header counts as one.

    Raises:
        BadInput: when the two cannot belong to one game.
    """
    theirs = _lines(given.log)
    if not log.exists():
        return len(theirs)
    with open_log(log) as reader:
        known = [line.raw for line in reader.lines()]
        known.insert(0, reader.head.raw)
    common = min(len(known), len(theirs))
    if known[:common] != theirs[:common]:
        differs = next(n for n in range(common) if known[n] != theirs[n])
        raise BadInput(
            f"entry {differs} is not the one that {log} has: keep both files, they cannot belong "
            f"to one game"
        )
    ahead = len(known) - len(theirs)
    if ahead > 1 or (ahead == 1 and not given.stretch):
        raise BadInput(f"{log} has this already, and {ahead} entries after it")
    return len(theirs) - common


def _to_open(
    game: Game, given: HandOver, checkpoint: Checkpoint, ours: SecretFile
) -> Opened | None:
    """The entry that opens the stretch whose link was handed over, if one was.

    Raises:
        BadInput: when the link is not the one that was committed to, or not ours to use.
    """
    stretch = given.stretch
    if not stretch:
        return None
    if who_plays(stretch) != ours.side:
        raise BadInput(f"stretch {stretch} is not ours to play", "stretch")
    links = (given.link, ours.link(stretch))
    opened = Opened(
        stretch,
        links if given.side == 0 else (links[1], links[0]),
        checkpoint.head,
        checkpoint.signature,
    )
    position, n = game.position, checkpoint.entries + 1
    faults = opened_faults(
        game.header, game.state.moment, position.opened, n, checkpoint.head, opened
    )
    for said, expected in faults:
        raise BadInput(f"{said}; expected: {expected}", "link")
    return opened


def _keep(game: Game, log: Path) -> None:
    """Write what our log lacks."""
    if not log.exists():
        game.save(log)
        return
    with LogWriter.resume(log) as writer:
        if not _on_the_way(game, writer):
            raise BadInput("another program wrote this log just now", str(log))
        writer.append(*game.entries[writer.n :])


def _on_the_way(game: Game, writer: LogWriter) -> bool:
    """Whether a log that is about to be gone on with is a beginning of a game."""
    if writer.n > len(game.entries):
        return False
    head = game.log_bytes().split(b"\n")[writer.n] if writer.n else header_line(game.header)[0]
    return head.endswith(writer.seal.encode() + b'"}')
