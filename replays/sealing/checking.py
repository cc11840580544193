"""What somebody else sent, or what our own files say: checked before anything is changed."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from events.chain import LogLine, header_line
from events.commands import Opened
from events.disk import write_whole
from events.entry import Header
from events.errors import BadInput, in_file
from events.log import LogReader
from events.log_writer import LogWriter
from replays.auditing.audit import audit
from replays.playing.game import Game
from replays.playing.logs import open_log
from replays.sealing.messages import HandOver
from replays.sealing.notes import Checkpoint, read_note
from replays.sealing.secret_file import SecretFile
from sim.machine.exchange import links_in
from sim.machine.sealing import has_signed, link_line, sealing_faults, tip_of

__all__ = [
    "REBUILT",
    "all_or_none",
    "checked",
    "compare",
    "demand_clean",
    "demand_free",
    "demand_ours",
    "hashes_of",
    "keep",
    "not_known",
    "own_lines",
]


REBUILT: Final = (
    "Move {log} away, keep the secrets, and take this again: the log is made anew from it"
)
"""What helps where our own log went on when it should not have."""


def hashes_of(game: Game) -> list[str]:
    """The hashes of the lines of a log, that of the header first."""
    return [line[-66:-2].decode() for line in game.log_bytes().split(b"\n")[:-1]]


def demand_free(*paths: Path) -> None:
    """See that nothing is where files are to be, and that each has a place of its own.

    Raises:
        BadInput: when something is, or two of them are one.
    """
    for number, path in enumerate(paths):
        if not path.name:
            raise BadInput("the name of a new file is expected", f"{str(path)!r}")
        if path.exists() or path.is_symlink():
            raise BadInput("this file exists already", str(path))
        if path.absolute() in [each.absolute() for each in paths[:number]]:
            raise BadInput("two files would have this name", str(path))


@contextlib.contextmanager
def all_or_none(*paths: Path) -> Iterator[list[Path]]:
    """Make new files together: those that were made are named, and go if another cannot be."""
    demand_free(*paths)
    made: list[Path] = []
    try:
        yield made
    except BaseException:
        for path in made:
            with contextlib.suppress(OSError):
                path.unlink()
        raise


def demand_ours(header: Header, ours: SecretFile) -> None:
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


def demand_clean(log: Path) -> None:
    """See that an audit of a log finds nothing.

    Raises:
        BadInput: when it finds something.
    """
    report = audit(log)
    if not report.clean:
        first = report.findings[0]
        raise BadInput(
            f"an audit finds {len(report.findings)} things, the first at entry {first.entry} "
            f"({first.rule}: {first.logged}; expected: {first.expected})",
            str(log),
        )


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
    if checkpoint.link != ("" if given.given is None else link_line(*given.given)):
        raise BadInput("what is signed is not this link", "checkpoint")
    if not has_signed(header, given.side, entries, head, checkpoint.signature, given.given):
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
    for each in dict.fromkeys((one, two)):
        yield from _false_link(header, each)
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


def _false_link(header: Header, given: HandOver) -> Iterator[str]:
    """A link that somebody signed and did not commit to."""
    sealing = header.sealed
    if sealing is None or given.given is None:
        return
    number, link = given.given
    known = number <= links_in(header.scenario, sealing.way)
    if not known or tip_of(header.seed, given.side, number, link) != sealing.tips[given.side]:
        name = header.scenario.order_of_sides[given.side]
        yield f"{name} signed a link {number} to which that side did not commit"


def own_lines(log: Path) -> list[LogLine]:
    """The lines of our own log, that of its header first; none if it is not there.

    Raises:
        BadInput: when it is none, or was changed after it was written.
    """
    if not log.exists():
        return []
    with open_log(log) as reader, in_file(str(log)):
        try:
            return [reader.head, *reader.checked()]
        except BadInput as error:
            why = f"{error.what}. {REBUILT.format(log=log)}"
            raise BadInput(why, error.where) from None


def not_known(given: HandOver, own: list[LogLine], log: Path, ours: SecretFile) -> int:
    """How many entries our log lacks; its header counts as one.

    Args:
        given: what was handed over.
        own: the lines of our log, as ``own_lines`` has them.
        log: what it is called.
        ours: our secrets, which know what we signed.

    Raises:
        BadInput: when the two cannot belong to one game.
    """
    theirs = _lines(given.log)
    if not own:
        return len(theirs)
    known = [line.raw for line in own]
    opened = max((n for n, line in enumerate(own) if n and _opens(line)), default=0)
    common = min(len(known), len(theirs))
    if known[:common] != theirs[:common]:
        differs = next(n for n in range(common) if known[n] != theirs[n])
        loose = f". If {log} went on out of turn: {REBUILT.format(log=log)}"
        raise BadInput(
            f"entry {differs} is not the one that {log} has: keep both files, they cannot belong "
            f"to one game{loose if differs > opened and _has_what_we_signed(theirs, ours) else ''}"
        )
    ahead = len(known) - len(theirs)
    if ahead > 1 or (ahead == 1 and not given.stretch):
        raise BadInput(f"{log} has this already, and {ahead} entries after it")
    return len(theirs) - common


def _opens(line: LogLine) -> bool:
    """Whether a line has a signature of the other side over all before it."""
    do = line.json().get("do")
    return isinstance(do, dict) and do.get("order") == Opened.word


def _has_what_we_signed(theirs: list[bytes], ours: SecretFile) -> bool:
    if ours.signed is None:
        return True
    line = theirs[ours.signed.entries : ours.signed.entries + 1]
    return bool(line) and line[0].endswith(f'"{ours.signed.head}"}}'.encode())


def keep(game: Game, log: Path) -> None:
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
