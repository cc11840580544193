"""What a header says beside its scenario: its parent, its seal, and the words of its engine."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import attrs

from events.chain import LogLine
from events.entry import Header, Parent
from events.errors import BadInput
from events.json_bytes import NotJson, dumps, loads
from events.log import LogReader, entry_of
from events.orders import format_order
from events.ruling import RulingInForce
from events.scenario import Scenario
from replays.auditing.finding import Finding, FindingId
from replays.game.game import as_shared
from replays.game.open_log import open_log
from replays.version import ENGINE
from sim.machine.cached import last_cached
from sim.rulings import FORMER, RETIRED, RULINGS
from sim.soundness import faults


def parent_findings(path: str | Path, parent: str | Path) -> Iterator[Finding]:
    """What does not fit between a branch and its parent: the first difference is enough.

    Raises:
        BadInput: when one of them is not a log, or the chain of the parent is broken.
    """
    with open_log(path) as branch, open_log(parent) as trunk:
        named = branch.header.parent
        if named is None:
            yield Finding(
                "setup", 0, FindingId.PARENT, "no parent", f"a branch of {Path(parent).name}"
            )
        elif _facts(branch.header) != _facts(trunk.header):
            right = f"those of {Path(parent).name}"
            yield Finding("setup", 0, FindingId.PARENT, "another scenario or seed", right)
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
            yield Finding(at, named.entry, FindingId.PARENT, shared, f"{count} entries in all")
            return
        count, at = count + 1, str(two.json().get("at"))
        if one.body != two.body and (found := _other(one, two)) is not None:
            yield Finding(at, count, FindingId.PARENT, *found)
            return
        seal = two.hash
    if seal != named.seal:
        yield Finding(at, named.entry, FindingId.PARENT, f"seal {named.seal}", f"seal {seal}")


def _other(one: LogLine, two: LogLine) -> tuple[str, str] | None:
    """What an entry of a branch says and what its parent says, where these differ."""
    theirs = entry_of(two)
    try:
        ours = entry_of(one)
    except BadInput:
        return "no entry", format_order(theirs.do)
    if as_shared(ours) == as_shared(theirs):
        return None
    said, right = format_order(ours.do), format_order(theirs.do)
    return (said, right) if said != right else (f"{said}, otherwise", f"{right}, as in the parent")


def _facts(header: Header) -> Header:
    return attrs.evolve(header, engine="", made_from=None, parent=None)


def canonical_line(header: Header, line: LogLine, written: bytes) -> bool:
    """Whether a line is as the engine that its header names writes it.

    Another engine may have known fewer fields. What it left out means its default; all that it
    says is in the words and the order of this one, which writes the line as ``written`` (empty
    where it cannot).
    """
    if line.raw == written or not written or header.engine == ENGINE:
        return line.raw == written
    try:
        said, whole = loads(line.raw), loads(written)
    except NotJson:
        return False
    if not isinstance(said, dict) or dumps(said) != line.raw:
        return False
    return _says_less({**said, "hash": ""}, {**whole, "hash": ""})


def _says_less(said: Any, whole: Any) -> bool:
    """Whether two values differ at most in keys that the first leaves out."""
    if isinstance(said, dict) and isinstance(whole, dict):
        return list(said) == [key for key in whole if key in said] and all(
            _says_less(each, whole[key]) for key, each in said.items()
        )
    if isinstance(said, list) and isinstance(whole, list):
        return len(said) == len(whole) and all(map(_says_less, said, whole))
    return type(said) is type(whole) and bool(said == whole)


_OLDER: Final = (1, 2)
"""The formats of which an older engine made logs of this one."""

_SEAL: Final = re.compile(r"[0-9a-f]{64}")
_VERSION: Final = re.compile(r"[0-9]{1,4}(\.[0-9]{1,6}){1,3}[A-Za-z0-9.+-]{0,24}")


@last_cached
def faults_of(scenario: Scenario) -> tuple[BadInput, ...]:
    """All faults of a scenario, worked out once for logs of it that are audited one by one."""
    return tuple(faults(scenario))


def valid_seal(text: str) -> str:
    """A seal as logs write it; people may write capitals, or spaces between groups."""
    seal = "".join(text.split()).lower()
    if not _SEAL.fullmatch(seal):
        raise BadInput(f"{text[:70]!r} is not a seal; expected are 64 hexadecimal digits", "seal")
    return seal


def header_faults(header: Header) -> Iterator[tuple[str, str]]:
    """What no engine writes into a header: what it says, and what is expected."""
    if not _VERSION.fullmatch(header.engine):
        yield f"engine {header.engine[:60]!r}", "the version of an engine, such as 0.3.0"
    old, parent = header.made_from, header.parent
    if old is not None and old.format not in _OLDER:
        yield f"made from format {old.format}", f"one of {', '.join(map(str, _OLDER))}"
    if old is not None and not _SEAL.fullmatch(old.seal):
        yield f"made from a log of seal {old.seal[:70]!r}", "64 hexadecimal digits"
    if parent is not None and not _SEAL.fullmatch(parent.seal):
        yield f"a parent of seal {parent.seal[:70]!r}", "64 hexadecimal digits"
    if parent is not None and parent.entry < 0:
        yield f"a parent's entry {parent.entry}", "the number of an entry"


def ruling_faults(
    header: Header, ruled: Mapping[str, RulingInForce]
) -> Iterator[tuple[str, str, str]]:
    """Where a header has other rulings than its scenario: which, what it says, what is expected.

    A ruling that came into being after the header was written is not missed in it, and one that
    had another default then may say so: what that changed in the game is found in its entries.
    """
    edition = max((RULINGS[key].since for key in header.rulings if key in RULINGS), default=1)
    for key in sorted((ruled.keys() | header.rulings.keys()) - RETIRED):
        logged, right = header.rulings.get(key), ruled.get(key)
        if logged == right:
            continue
        later = logged is None and key in RULINGS and RULINGS[key].since > edition
        older = logged == FORMER.get(key) is not None
        if key in header.scenario.rulings or not (later or older):
            yield f"ruling {key}", _ruling_text(logged), _ruling_text(right)


def _ruling_text(ruling: RulingInForce | None) -> str:
    return "none" if ruling is None else f"{ruling.choice}, version {ruling.version}"
