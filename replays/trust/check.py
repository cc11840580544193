"""What the other side sent, or what our own files say: checked before anything is changed."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from events.entry import Header
from events.errors import BadInput, in_file
from events.log import LogReader
from replays.game.address import store_of
from replays.game.file import demand_room
from replays.game.open_log import open_log
from replays.game.secrets import SecretFile
from replays.trust.message import HandOver, whole_lines
from replays.trust.note import Checkpoint, read_note
from sim.trust.sealing import has_signed, link_line, links_in, sealing_faults, tip_of


def demand_free(*names: str | Path) -> None:
    """See that nothing is where logs and files are to be, and that each has a place of its own."""
    for name in names:
        if (stored := store_of(name)) is not None:
            stored[0].demand_free(stored[1])
    paths = [Path(name) for name in names if store_of(name) is None]
    for number, path in enumerate(paths):
        if not path.name:
            raise BadInput("the name of a new file is expected", f"{str(path)!r}")
        if path.exists() or path.is_symlink():
            why = "this file exists already and is left as it is; name another"
            raise BadInput(why, str(path))
        if path.absolute() in [each.absolute() for each in paths[:number]]:
            raise BadInput("two files would have this name", str(path))
        demand_room(path)


@contextlib.contextmanager
def all_or_none() -> Iterator[list[Path]]:
    """Make new files together: those that were made are named, and go if another cannot be."""
    made: list[Path] = []
    try:
        yield made
    except BaseException:
        for path in made:
            with contextlib.suppress(OSError):
                path.unlink()
        raise


def demand_ours(header: Header, ours: SecretFile) -> None:
    """See that secrets are those of a game."""
    sealing = header.sealed
    if sealing is None:
        raise BadInput("the dice of this game are not sealed")
    if header.seed != ours.terms:
        raise BadInput(f"this is a game of other terms than the secrets in {ours.path}")
    if (sealing.tips[ours.side], sealing.keys[ours.side]) != (ours.tip, ours.key):
        raise BadInput(f"this game has another commitment than the secrets in {ours.path}")


def checked(given: HandOver) -> tuple[Header, Checkpoint]:
    """What was handed over, with its signature checked: its header, and what was signed."""
    with open_log("log", given.disk) as reader, in_file("log"):
        header, head = reader.header, reader.head.hash
        for line in reader.checked():
            head = line.hash
        entries = reader.number - 1
        _demand_whole(reader)
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
    """Whether two logs that were handed over can belong to one game; says how they cannot."""
    (header, first), (other, second) = checked(one), checked(two)
    if header.seed != other.seed:
        raise BadInput("these are two games: their terms are not the same")
    for each in dict.fromkeys((one, two)):
        yield from _false_link(header, each)
    short, long = sorted((whole_lines(one.log), whole_lines(two.log)), key=len)
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
    """A link that a side signed and did not commit to."""
    sealing = header.sealed
    if sealing is None or given.given is None:
        return
    number, link = given.given
    known = number <= links_in(header.scenario, sealing.way)
    if not known or tip_of(header.seed, given.side, number, link) != sealing.tips[given.side]:
        name = header.scenario.order_of_sides[given.side]
        yield f"{name} signed a link {number} to which that side did not commit"
