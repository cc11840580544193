"""What an audit asks of what people signed: is it their signature, and is this what they saw?"""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import attrs

from events.commands import Acknowledged, BookCommand
from events.disk import Disk
from events.entry import Entry, Header
from events.moment import Moment
from replays.auditing.report import Acknowledgement, Finding, shortened
from replays.playing.log_points import points_of
from replays.playing.logs import open_log
from replays.telling.claimed import claimed_time
from sim.machine.note_keys import VerifierKey
from sim.machine.signing import LogPoint, acknowledged_faults, signed_point

__all__ = ["SIGNED_RULE", "Signatures", "acknowledged_lines"]

SIGNED_RULE: Final = "log.signed"
"""What findings about signatures are filed under."""

_MOST_KEYS: Final = 100
"""So many keys are told of; the report of an audit has them all."""


@attrs.define
class Signatures:
    """What people signed of a log, as an audit comes upon it.

    Attributes:
        log: the hash of its first line.
        header: its header.
        seen: the entries whose signatures are true, with their moments.
    """

    log: str
    header: Header
    seen: list[tuple[Entry, Acknowledged, Moment]] = attrs.field(factory=list)

    def faults(
        self, entry: Entry, command: BookCommand, moment: Moment
    ) -> Iterator[tuple[str, str]]:
        """What is wrong with an entry by itself; whether it fits the log is asked at the end.

        Yields:
            What the log says, and what is expected.
        """
        if not isinstance(command, Acknowledged):
            return
        wrong = list(acknowledged_faults(self.log, entry.n, command))
        own = self.header.parent is None and self.header.made_from is None
        if not wrong and own and command.log != self.log:
            wrong = [(f"an acknowledgement of the log {command.log}", f"one of this, {self.log}")]
        yield from wrong
        if not wrong:
            self.seen.append((entry, command, moment))

    def findings(self, path: str | Path, disk: Disk) -> Iterator[Finding]:
        """Signatures that are true, but of another log than this is."""
        ours = [each for each in self.seen if each[1].log == self.log]
        if not ours:
            return
        self.seen = []
        with open_log(path, disk) as reader:
            counts = {command.entries for _, command, _ in ours}
            points, _ = points_of(self.log, reader.lines(), counts)
        for each in ours:
            entry, command, moment = each
            here = points.get(command.entries)
            if here == signed_point(command):
                self.seen.append(each)
                continue
            name = VerifierKey.parse(command.key).short
            logged = f"{name} signed {command.entries} entries of seal {command.seal}"
            yield Finding(
                str(moment), entry.n, SIGNED_RULE, shortened(logged), _expected(here, command)
            )

    def acknowledgements(self) -> tuple[Acknowledgement, ...]:
        """What is acknowledged of this log, by whom; what does not hold is left out."""
        return tuple(
            Acknowledgement(
                entry.n,
                command.entries,
                VerifierKey.parse(command.key).short,
                command.key,
                command.time,
            )
            for entry, command, _ in self.seen
            if command.log == self.log  # and not that which a branch shares with its parent
        )


def _expected(here: LogPoint | None, command: Acknowledged) -> str:
    if here is None:
        return f"a log of {command.entries} entries"
    return (
        f"that of these entries, {here.seal}"
        if here.seal != command.seal
        else (f"the root of these entries, {here.root}")
    )


def acknowledged_lines(found: Sequence[Acknowledgement], entries: int) -> Iterator[str]:
    """What of a log is acknowledged, by whom, and what by nobody; nothing if nobody signed it.

    Args:
        found: what people signed of it.
        entries: how many entries it has.
    """
    last: dict[str, Acknowledgement] = {}
    for each in found:
        if each.key not in last or each.entries >= last[each.key].entries:
            last[each.key] = each
    for each in list(last.values())[:_MOST_KEYS]:
        seen = f"#1-#{each.entries}" if each.entries else "the header"
        when = claimed_time(each.time)
        yield f"acknowledged by {each.signer}: {seen}, as it claims at {when} (entry #{each.entry})"
    if len(last) > _MOST_KEYS:
        yield f"and by {len(last) - _MOST_KEYS} more keys"
    named = Counter(each.signer.split("+")[0] for each in last.values())
    for name, count in named.most_common(_MOST_KEYS):
        if count > 1:
            yield f"{count} keys are named {name}; that they are of one person, nothing says"
    most = max((each.entries for each in last.values()), default=entries)
    signatures = len({each.entry for each in found if each.entry > most})
    if rest := entries - most - signatures:
        left = "1 entry" if rest == 1 else f"{rest} entries"
        yield f"acknowledged by nobody: {left} after #{most}"
