"""What a header says beside its scenario, and seals, as people note them."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from events.entry import Header
from events.errors import BadInput
from events.ruling import RulingInForce
from events.scenario import Scenario
from events.upgrade import OLDER
from sim.machine.remembered import lately
from sim.rulings import RETIRED, RULINGS
from sim.soundness import faults

__all__ = ["faults_of", "header_faults", "proper_seal", "ruling_faults"]

_SEAL: Final = re.compile(r"[0-9a-f]{64}")
_VERSION: Final = re.compile(r"[0-9]{1,4}(\.[0-9]{1,6}){1,3}[A-Za-z0-9.+-]{0,24}")


@lately
def faults_of(scenario: Scenario) -> tuple[BadInput, ...]:
    """All faults of a scenario, worked out once for logs of it that are audited one by one."""
    return tuple(faults(scenario))


def proper_seal(text: str) -> str:
    """A seal as logs write it; people may write capitals, or spaces between groups.

    Raises:
        BadInput: when it is not 64 hexadecimal digits.
    """
    seal = "".join(text.split()).lower()
    if not _SEAL.fullmatch(seal):
        raise BadInput(f"{text[:70]!r} is not a seal; expected are 64 hexadecimal digits", "seal")
    return seal


def header_faults(header: Header) -> Iterator[tuple[str, str]]:
    """What no engine writes into a header: what it says, and what is expected."""
    if not _VERSION.fullmatch(header.engine):
        yield f"engine {header.engine[:60]!r}", "the version of an engine, such as 0.3.0"
    old, parent = header.made_from, header.parent
    if old is not None and old.format not in OLDER:
        yield f"made from format {old.format}", f"one of {', '.join(map(str, OLDER))}"
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

    A ruling that came into being after the header was written is not missed in it.

    Args:
        header: the header.
        ruled: the rulings in force by its scenario.
    """
    edition = max((RULINGS[key].since for key in header.rulings if key in RULINGS), default=1)
    for key in sorted((ruled.keys() | header.rulings.keys()) - RETIRED):
        logged, right = header.rulings.get(key), ruled.get(key)
        later = logged is None and key in RULINGS and RULINGS[key].since > edition
        if logged != right and not (later and key not in header.scenario.rulings):
            yield f"ruling {key}", _ruling_text(logged), _ruling_text(right)


def _ruling_text(ruling: RulingInForce | None) -> str:
    return "none" if ruling is None else f"{ruling.choice}, version {ruling.version}"
