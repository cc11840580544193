"""What a checkpoint says of a log up to some entry: in one pass, and in bounded memory."""

from collections.abc import Collection, Iterable

from events.chain import LogLine
from sim.machine.merkle import Frontier
from sim.machine.signing import LogPoint

__all__ = ["points_of"]


def points_of(
    log: str, lines: Iterable[LogLine], counts: Collection[int]
) -> tuple[dict[int, LogPoint], LogPoint]:
    """The points of a log after some numbers of entries, and the last of all.

    Args:
        log: the hash of its first line.
        lines: those after the first; whoever gives them has checked their chain, or does not care.
        counts: after how many entries; those that the log does not have are left out.
    """
    tree, seal, wanted = Frontier(), log, set(counts)
    found = {0: _point(log, tree, seal)} if 0 in wanted else {}
    for line in lines:
        tree.add(line.raw)
        seal = line.hash
        if tree.count in wanted:
            found[tree.count] = _point(log, tree, seal)
    return found, _point(log, tree, seal)


def _point(log: str, tree: Frontier, seal: str) -> LogPoint:
    return LogPoint(log, tree.count, tree.root().hex(), seal)
