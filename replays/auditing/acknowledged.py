"""What an audit asks of what people signed: is it their signature, and is this what they saw?

Whose key it is a log cannot say: whoever writes it can draw a key and give it any name. So the keys
that count can be named; see `replays.auditing.keys_that_count`.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from events.commands import Acknowledged, BookCommand
from events.disk import Disk
from events.entry import Entry, Header
from events.moment import Moment
from replays.auditing.keys_that_count import SIGNED_RULE, key_findings, with_known
from replays.auditing.report import Acknowledgement, Finding, shortened
from replays.playing.log_points import points_of
from replays.playing.logs import open_log
from sim.machine.note_keys import VerifierKey
from sim.machine.signing import LogPoint, acknowledged_faults, signed_point

__all__ = ["SIGNED_RULE", "Signatures"]


@attrs.define
class Signatures:
    """What people signed of a log, as an audit comes upon it.

    Attributes:
        log: the hash of its first line.
        header: its header.
        keys: the keys that count; None where nobody named any.
        seen: the entries whose signatures are true, with their moments.
        most: so many entries somebody acknowledged so far.
    """

    log: str
    header: Header
    keys: Sequence[VerifierKey] | None = None
    seen: list[tuple[Entry, Acknowledged, Moment]] = attrs.field(factory=list)
    most: int = 0

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
            if command.log == self.log:
                self.most = max(self.most, command.entries)

    def findings(
        self, path: str | Path, disk: Disk, last: Moment, entries: int
    ) -> Iterator[Finding]:
        """Signatures that are true, but of another log than this is, or not by a key that counts.

        Args:
            path: the log.
            disk: where it is.
            last: the moment at which it ends.
            entries: how many entries it has.
        """
        yield from self.of_other_lines(path, disk)
        yield from key_findings(self.acknowledgements(), self.keys, entries, str(last))

    def of_other_lines(self, path: str | Path, disk: Disk) -> Iterator[Finding]:
        """Signatures that are true, but not of the lines that stand in this log."""
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
        found = tuple(
            Acknowledgement(
                entry.n,
                command.entries,
                VerifierKey.parse(command.key).short,
                command.key,
                command.time,
                str(moment),
            )
            for entry, command, moment in self.seen
            if command.log == self.log  # and not that which a branch shares with its parent
        )
        return with_known(found, self.keys)


def _expected(here: LogPoint | None, command: Acknowledged) -> str:
    if here is None:
        return f"a log of {command.entries} entries"
    return (
        f"that of these entries, {here.seal}"
        if here.seal != command.seal
        else (f"the root of these entries, {here.root}")
    )
