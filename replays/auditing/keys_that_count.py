"""Whose keys count: acknowledgements of a log held against the keys that somebody named.

A signature in a log is true or not by itself; whose it is, it does not say. Who knows the keys of
the players names them, and no other counts: a key that has the name of one of them is a finding,
and so is a log that none of them acknowledged.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from replays.alike import look_of
from replays.auditing.report import Acknowledgement, Finding, Report
from replays.telling.claimed import claimed_time
from sim.machine.note_keys import VerifierKey

__all__ = [
    "SIGNED_RULE",
    "acknowledged_lines",
    "key_findings",
    "last_by_key",
    "missing_of",
    "names_taken",
    "with_known",
]

SIGNED_RULE: Final = "log.signed"
"""What findings about signatures are filed under."""

_MOST_KEYS: Final = 100
"""So many keys are told of; the report of an audit has them all."""

_MOST_NAMED: Final = 3
"""So many of the keys that were named stand in a sentence."""

_FROM_THE_LOG: Final = (
    "the keys of who acknowledged it stand in the log itself; name those that you know with --key"
)


def with_known(
    found: Sequence[Acknowledgement], keys: Sequence[VerifierKey] | None
) -> tuple[Acknowledgement, ...]:
    """Acknowledgements, each with whether its key counts.

    Args:
        found: what people signed of a log.
        keys: the keys that count; None where nobody named any.
    """
    if keys is None:
        return tuple(found)
    named = {str(key) for key in keys}
    return tuple(attrs.evolve(each, known=each.key in named) for each in found)


def missing_of(
    found: Sequence[Acknowledgement], keys: Sequence[VerifierKey] | None
) -> tuple[str, ...]:
    """Name and short number of each key that was named and acknowledged nothing."""
    signed = {each.key for each in found}
    return tuple(key.short for key in keys or () if str(key) not in signed)


def last_by_key(found: Sequence[Acknowledgement]) -> tuple[Acknowledgement, ...]:
    """Of each key, what it acknowledged up to the latest entry; in the order of their first."""
    last: dict[str, Acknowledgement] = {}
    for each in found:
        if each.key not in last or each.entries >= last[each.key].entries:
            last[each.key] = each
    return tuple(last.values())


def key_findings(
    found: Sequence[Acknowledgement],
    keys: Sequence[VerifierKey] | None,
    entries: int,
    moment: str,
) -> Iterator[Finding]:
    """Where a key took the name of one that counts, and where none that counts signed.

    Args:
        found: what people signed of a log.
        keys: the keys that count; None where nobody named any, and then nothing is found.
        entries: how many entries the log has.
        moment: at which it ends.
    """
    if keys is None:
        return
    yield from names_taken(found, keys)
    named = {str(key) for key in keys}
    if all(each.key not in named for each in found):
        yield Finding(
            *(moment, entries, SIGNED_RULE, "no acknowledgement by a key that was named"),
            f"one by {_either([key.short for key in keys])}",
        )


def names_taken(found: Sequence[Acknowledgement], keys: Sequence[VerifierKey]) -> Iterator[Finding]:
    """Where a key that was not named has the name of one that was, or one that looks the same.

    Args:
        found: what people signed of a log.
        keys: the keys that were named.
    """
    named = {str(key) for key in keys}
    looks = {look_of(key.name): key for key in keys}
    for each in last_by_key(found):
        taken = looks.get(look_of(each.signer.rpartition("+")[0]))
        if taken is not None and each.key not in named:
            yield Finding(
                *(each.moment, each.entry, SIGNED_RULE, f"acknowledged by {each.signer}"),
                f"by {taken.short}, the key of that name that was named",
            )


def _either(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return " or ".join([*names[:_MOST_NAMED], *([f"{more} more"] if more > 0 else [])])


def acknowledged_lines(report: Report) -> Iterator[str]:
    """What of a log is acknowledged, by whom, and what by nobody; nothing if nobody signed it.

    Args:
        report: an audit of it.
    """
    last = last_by_key(report.acknowledged)
    counting = [each for each in last if each.known is not False]
    others = [each for each in last if each.known is False]
    for each in counting[:_MOST_KEYS]:
        yield f"acknowledged by {each.signer}: {_what(each)}"
    if len(counting) > _MOST_KEYS:
        yield f"and by {len(counting) - _MOST_KEYS} more keys"
    for each in others[:_MOST_KEYS]:
        yield f"no key that was named, so it does not count: {each.signer}, {_what(each)}"
    if len(others) > _MOST_KEYS:
        yield f"and {len(others) - _MOST_KEYS} more that do not count"
    yield from _shared_names(counting)
    yield from _missing(report.missing)
    yield from _left(counting, report)
    if any(each.known is None for each in counting):
        yield _FROM_THE_LOG


def _what(each: Acknowledgement) -> str:
    seen = f"#1-#{each.entries}" if each.entries else "the header"
    return f"{seen}, as it claims at {claimed_time(each.time)} (entry #{each.entry})"


def _shared_names(counting: Sequence[Acknowledgement]) -> Iterator[str]:
    named = Counter(each.signer.split("+")[0] for each in counting)
    for name, count in named.most_common(_MOST_KEYS):
        if count > 1:
            yield f"{count} keys are named {name}; that they are of one person, nothing says"


def _missing(names: Sequence[str]) -> Iterator[str]:
    for name in names[:_MOST_KEYS]:
        yield f"not acknowledged by {name}"
    if len(names) > _MOST_KEYS:
        yield f"nor by {len(names) - _MOST_KEYS} more keys that were named"


def _left(counting: Sequence[Acknowledgement], report: Report) -> Iterator[str]:
    """How many entries nobody acknowledged whose key counts, if anybody acknowledged any."""
    if not counting:
        return
    most = max(each.entries for each in counting)
    signatures = len({each.entry for each in report.acknowledged if each.entry > most})
    if rest := report.entries - most - signatures:
        left = "1 entry" if rest == 1 else f"{rest} entries"
        yield f"acknowledged by nobody: {left} after #{most}"
