"""Our own log of a game with sealed dice: a file, or a game of a library.

What the other side sent is held against it, it gets what it lacks, and nothing else of it changes.
"""

from pathlib import Path
from typing import TypeAlias

from events.chain import LogLine
from events.commands import Opened
from events.errors import BadInput, in_file
from replays.auditing.audit import audit
from replays.game.address import store_of
from replays.game.file import exists
from replays.game.game import Game
from replays.game.open_log import open_log
from replays.game.secrets import SecretFile
from replays.trust.message import HandOver, whole_lines

LogName: TypeAlias = str | Path
"""What a log is called: a file, or ``library:`` and the name of a game."""


def way_back(log: LogName, secret: Path) -> str:
    """What helps where our own log went on when it should not have, or is spoilt."""
    if store_of(log) is None:
        return (
            f"Move {log} away, keep the secrets, and take this again: the log is made anew from it"
        )
    return (
        f"Take this into a new game with `--secret {secret}`: its log is made anew from it, and "
        f"{log} stays as it is"
    )


def hashes_of(game: Game) -> list[str]:
    """The hashes of the lines of a log, that of the header first."""
    return [line[-66:-2].decode() for line in game.log_bytes().split(b"\n")[:-1]]


def demand_clean(log: LogName) -> None:
    """See that an audit of a log finds nothing."""
    report = audit(log)
    if not report.clean:
        first = report.findings[0]
        raise BadInput(
            f"an audit finds {len(report.findings)} things, the first at entry {first.entry} "
            f"({first.rule}: {first.logged}; expected: {first.expected})",
            str(log),
        )


def own_lines(log: LogName, secret: Path) -> list[LogLine]:
    """The lines of our own log, that of its header first; none if it is not there."""
    if not exists(log):
        return []
    with open_log(log) as reader, in_file(str(log)):
        try:
            return [reader.head, *reader.checked()]
        except BadInput as error:
            why = f"{error.what}. {way_back(log, secret)}"
            raise BadInput(why, error.where) from None


def not_known(given: HandOver, own: list[LogLine], log: LogName, ours: SecretFile) -> int:
    """How many entries our log lacks; its header counts as one."""
    theirs = whole_lines(given.log)
    if not own:
        return len(theirs)
    known = [line.raw for line in own]
    opened = max((n for n, line in enumerate(own) if n and _opens(line)), default=0)
    common = min(len(known), len(theirs))
    if known[:common] != theirs[:common]:
        differs = next(n for n in range(common) if known[n] != theirs[n])
        loose = f". If {log} went on out of turn: {way_back(log, ours.path)}"
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
