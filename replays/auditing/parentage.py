"""Is a branch what it says: does it share the past of its parent, up to the line that it names?"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

from events.chain import LogLine
from events.entry import Header, Parent
from events.errors import BadInput
from events.log import LogReader
from events.orders import format_order
from replays.auditing.report import Finding
from replays.playing.branching import as_shared
from replays.playing.logs import open_log

__all__ = ["PARENT_RULE", "parent_findings"]

PARENT_RULE: Final = "log.parent"
"""What findings about a branch and its parent are filed under."""


def parent_findings(path: str | Path, parent: str | Path) -> Iterator[Finding]:
    """What does not fit between a branch and its parent: the first difference is enough.

    Args:
        path: the log of the branch.
        parent: the log that it should have branched off from.

    Raises:
        BadInput: when one of them is not a log, or the chain of the parent is broken.
    """
    with open_log(path) as branch, open_log(parent) as trunk:
        named = branch.header.parent
        if named is None:
            yield Finding("setup", 0, PARENT_RULE, "no parent", f"a branch of {Path(parent).name}")
        elif _facts(branch.header) != _facts(trunk.header):
            right = f"those of {Path(parent).name}"
            yield Finding("setup", 0, PARENT_RULE, "another scenario or seed", right)
        else:
            yield from _past(branch, trunk, named)


def _past(branch: LogReader, trunk: LogReader, named: Parent) -> Iterator[Finding]:
    """The first entry that is not the parent's, or another seal than that of the parent."""
    seal, count, at = trunk.head.hash, 0, "setup"
    ours, theirs = branch.lines(), trunk.checked()
    while count < named.entry:
        one, two = next(ours, None), next(theirs, None)
        if one is None:
            return  # that a branch is shorter than its past is found without its parent
        if two is None:
            shared = f"entry {named.entry} shared"
            yield Finding(at, named.entry, PARENT_RULE, shared, f"{count} entries in all")
            return
        count, at = count + 1, _moment(two)
        if one.body != two.body and (found := _other(branch, one, trunk, two)) is not None:
            yield Finding(at, count, PARENT_RULE, *found)
            return
        seal = two.hash
    if seal != named.seal:
        yield Finding(at, named.entry, PARENT_RULE, f"seal {named.seal}", f"seal {seal}")


def _moment(line: LogLine) -> str:
    return str(line.json().get("at"))


def _other(
    branch: LogReader, one: LogLine, trunk: LogReader, two: LogLine
) -> tuple[str, str] | None:
    """What an entry of a branch says and what its parent says, where these differ."""
    theirs = trunk.decode(two)
    try:
        ours = branch.decode(one)
    except BadInput:
        return "no entry", format_order(theirs.do)
    if as_shared(ours) == as_shared(theirs):
        return None
    said, right = format_order(ours.do), format_order(theirs.do)
    return (said, right) if said != right else (f"{said}, otherwise", f"{right}, as in the parent")


def _facts(header: Header) -> Header:
    """A header without what is a log's own."""
    return attrs.evolve(header, engine="", made_from=None, parent=None)
