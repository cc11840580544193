"""Checkpoints of logs: reading what a log is up to an entry, signing it, and writing that down.

The signer says: at this time this was the longest log of this game that I had seen. So a key
signs no log that is shorter than, or differs from, what it signed before.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Self

import attrs

from events.chain import LogLine, entry_line
from events.commands import Acknowledged
from events.disk import DISK
from events.entry import Header
from events.errors import BadInput, in_file
from events.json_bytes import dumps
from events.log import LogReader
from replays.auditing.audit import audit
from replays.auditing.signatures import Signatures, names_taken
from replays.game.file import a_hash, a_table, a_text, a_whole, read_text, write_private
from replays.game.game import Game
from replays.game.named_moment import END, When
from replays.game.open_log import open_log, points_of
from replays.game.store import point_of_game
from replays.game.story import claimed_time
from replays.trust.note import NoteSignature, SignedNote
from replays.trust.person_key import KeyFile
from sim.trust.signing import LAST_TIME, LogPoint, SignatureType, VerifierKey, point_of, text_of

_KIND: Final = "signed before"


@attrs.frozen
class SignedOnce:
    """A checkpoint that a key signed.

    Attributes:
        time: when, in seconds since 1970.
    """

    point: LogPoint
    time: int


@attrs.frozen
class SignedBefore:
    """What a key signed before.

    Attributes:
        logs: the last checkpoint of each log, by the hash of its first line.
    """

    path: Path
    logs: dict[str, SignedOnce] = attrs.field(factory=dict)
    kept: bool = False

    @classmethod
    def beside(cls, key: Path) -> Self:
        """What the key in a file signed before; nothing if there is no file beside it."""
        path = Path(f"{key}.signed")
        if not path.exists():
            return cls(path)
        with in_file(str(path)):
            try:
                value = json.loads(read_text(path))
                logs = a_table(a_table(value).get("logs"))
                if a_text(value, "khamsin") != _KIND:
                    raise BadInput("this is not what a key signed before")
                found = {log: _once(log, a_table(one)) for log, one in logs.items()}
                return cls(path, found, kept=True)
            except (ValueError, RecursionError) as error:
                if isinstance(error, BadInput):
                    raise
                raise BadInput("this is not what a key signed before") from None

    def keep(self, point: LogPoint, time: int) -> None:
        """Add a checkpoint, on disk."""
        logs = {**self.logs, point.log: SignedOnce(point, time)}
        value: dict[str, Any] = {
            "khamsin": _KIND,
            "logs": {
                log: {
                    "entries": once.point.entries,
                    "root": once.point.root,
                    "seal": once.point.seal,
                    "time": once.time,
                }
                for log, once in logs.items()
            },
        }
        write_private(self.path, json.dumps(value, indent=1) + "\n", new=False)


def _once(log: str, value: dict[str, Any]) -> SignedOnce:
    fields = a_whole(value, "entries"), a_hash(value, "root"), a_hash(value, "seal")
    return SignedOnce(
        LogPoint(a_hash({"log": log}, "log"), *fields), a_whole(value, "time", 0, LAST_TIME)
    )


_MOST: Final = 20
"""So many faults are told one by one."""

_AFTER_THE_END: Final = ("undo", "acknowledged")
"""The orders that can stand after a closing entry."""


@attrs.define
class LinesLookedAt:
    """The lines of a log, looked at while a caller reads them."""

    _reader: LogReader
    _keys: Sequence[VerifierKey] = ()
    faults: list[str] = attrs.field(factory=list, init=False)
    _more: int = attrs.field(default=0, init=False)
    _closed: int = attrs.field(default=0, init=False)
    _signed: Signatures = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._signed = Signatures(self._reader.head.hash, self._reader.header)

    def through(self, lines: Iterable[LogLine]) -> Iterator[LogLine]:
        """The lines, unchanged; what is wrong with each is noted."""
        before = self._reader.head.hash
        for line in lines:
            try:
                value = line.json()
                self._look(line, _doing(value), before)
                if dumps(value) != line.body:
                    raise BadInput("an entry in other words than the engine writes it")
            except BadInput as error:
                self._note(line.number, error.what)
            yield line
            before = line.hash

    def told(self, path: Path) -> tuple[str, ...]:
        """All faults, once all lines were read."""
        others = self._signed.of_other_lines(path, DISK)
        for each in (*others, *names_taken(self._signed.acknowledgements(), self._keys)):
            self._note(each.entry + 1, f"{each.logged}; expected: {each.expected}")
        more = f"{self._reader.path}: {self._more} more lines are not as they should be"
        return (*self.faults, *([more] if self._more else []))

    def _look(self, line: LogLine, do: dict[str, Any], before: str) -> None:
        n, order = line.number - 1, do["order"]
        if self._closed and order not in _AFTER_THE_END:
            self._note(line.number, f"entry {n} comes after the closing entry {self._closed}")
        if order == "acknowledged":
            self._acknowledged(line, before)
        if order == "finish" and {"entries": 0} | do != _closing(n, before):
            self._note(line.number, "this closing entry does not fit what stands before it")
        if order in ("finish", "undo"):
            self._closed = n if order == "finish" else 0

    def _acknowledged(self, line: LogLine, before: str) -> None:
        entry = self._reader.decode(line)
        plain = isinstance(entry.do, Acknowledged) and not (entry.dice or entry.then)
        right = plain and entry.n == line.number - 1 and entry_line(entry, before)[0] == line.raw
        if not (right and isinstance(entry.do, Acknowledged)):
            raise BadInput("an acknowledgement that is not written as the engine writes it")
        for said, expected in self._signed.faults(entry, entry.do, entry.at):
            self._note(line.number, f"{said}; expected: {expected}")

    def _note(self, number: int, what: str) -> None:
        if len(self.faults) < _MOST:
            self.faults.append(f"{self._reader.path}, line {number}: {what}")
        else:
            self._more += 1


def _closing(n: int, before: str) -> dict[str, Any]:
    return {"order": "finish", "entries": n - 1, "seal": before}


def _doing(value: dict[str, Any]) -> dict[str, Any]:
    do = value.get("do")
    if not isinstance(do, dict) or not isinstance(do.get("order"), str):
        raise BadInput("this is no entry of a game")
    return do


_MOST_TOLD: Final = 10
"""So many signatures that were not checked are told of by name."""

_FIRST: Final = (
    "{} keeps from now on what this key signs: take it along with the key, and make no second one"
)


@attrs.frozen
class LogSeen:
    """A log as it was read.

    Attributes:
        last: what a checkpoint says of all of it.
        points: the same of its first entries, by their number.
        torn: a crash, or a program that writes now, left a part of a line behind the last.
        fault: what is wrong with its chain of hashes; empty if nothing.
        others: what else is wrong with its lines, where that was looked for.
    """

    path: Path
    header: Header
    last: LogPoint
    points: dict[int, LogPoint]
    torn: bool
    fault: str = ""
    others: tuple[str, ...] = ()


def see(path: Path, counts: Collection[int] = ()) -> LogSeen:
    """Read a log as it is now; a program that goes on with it meanwhile is not in the way."""
    with open_log(path) as reader:
        points, last = points_of(reader.head.hash, reader.checked(), counts)
        return LogSeen(path, reader.header, last, points, reader.torn is not None)


def see_anyhow(path: Path, counts: Collection[int], keys: Sequence[VerifierKey] = ()) -> LogSeen:
    """The same of a log in which something may be wrong; ``fault`` and ``others`` say what."""
    with open_log(path) as reader:
        looked = LinesLookedAt(reader, keys)
        points, last = points_of(reader.head.hash, looked.through(reader.lines()), counts)
        torn = reader.torn is not None
        made = LogSeen(path, reader.header, last, points, torn, others=looked.told(path))
    try:
        see(path)
    except BadInput as error:
        return attrs.evolve(made, fault=str(error))
    return made


def point_in(note: SignedNote) -> LogPoint:
    """What a note says, if it is a checkpoint of a game."""
    return point_of(note.text)


class NotSigned(BadInput):
    """A key does not sign a log, because it would contradict what it signed before.

    It is a finding about the log, and not a fault of who asked.
    """


@attrs.frozen
class Signed:
    """What came of signing.

    Attributes:
        note: the checkpoint with all its signatures.
        remarks: what the signer should know.
    """

    note: SignedNote
    point: LogPoint
    remarks: tuple[str, ...] = ()


@attrs.frozen
class ToSign:
    """What of a log a person is to sign.

    Attributes:
        note: a checkpoint of it; its text is signed, and its signatures are kept.
        upto: without a note, how many entries; None is all.
        keys: the keys that are known: their signatures below the note must be true.
        audited: only if an audit of the log is clean.
    """

    note: SignedNote | None = None
    upto: int | None = None
    keys: Sequence[VerifierKey] = ()
    audited: bool = False


def entries_at(log: Path, when: When) -> int | None:
    """How many entries a log has at a point of the game; None at its end."""
    if when == END:
        return None
    if when.entry is not None:
        return when.entry
    return point_of_game(log, when).entry


def acknowledge(key: KeyFile, log: Path, now: int, out: Path, wanted: ToSign) -> Signed:
    """Sign a log, or the checkpoint of it that another person signed.

    What was signed is kept beside the key, so that it never signs another log of this game; but
    only once the note is on disk.

    Raises:
        NotSigned: when the log, or the note, is not what the log was when this key signed before;
            or the log is not the note's; or a known signature of the note is not true; or the audit
            finds something.
        BadInput: when the log cannot be read, or the note or what was signed cannot be written.
    """
    with key.alone():
        return _acknowledge(key, log, now, out, wanted)


def _acknowledge(key: KeyFile, log: Path, now: int, out: Path, wanted: ToSign) -> Signed:
    note = wanted.note
    asked = None if note is None else point_in(note)
    unchecked = _unchecked(key, wanted)
    memory = SignedBefore.beside(key.path)
    known = {once.point.entries for once in memory.logs.values()}
    known |= set() if asked is None else {asked.entries}
    known |= set() if wanted.upto is None else {wanted.upto}
    seen = see(log, known)
    point = _upto(seen, wanted.upto) if asked is None else _demand_in(seen, asked)
    with in_file(str(log)):
        remark = _demand_after(memory, seen, point, now)
        if wanted.audited:
            _demand_clean(log)
    made = SignedNote(point.text, ()) if note is None else note
    made = made.with_one_more(key.signed(made.text, now))
    before = memory.logs.get(point.log)
    if before is None or (point.entries, now) >= (before.point.entries, before.time):
        made.write(out, lambda: memory.keep(point, now))
    else:
        made.write(out)
    first = "" if memory.kept else _FIRST.format(memory.path)
    return Signed(made, point, tuple(each for each in (remark, unchecked, first) if each))


def _unchecked(key: KeyFile, wanted: ToSign) -> str:
    """See that the known signatures below a note are true; a remark about the others."""
    if wanted.note is None:
        return ""
    others = []
    for each in wanted.note.signatures:
        ours = [known for known in wanted.keys if each.is_by(known)]
        if any(known.signed_at(wanted.note.text, each.blob) is None for known in ours):
            raise NotSigned(f"the signature of {each.short} below the note is not true")
        if not ours and not each.is_by(key.public):
            others.append(each.short)
    told = ", ".join(others[:_MOST_TOLD]) + (", ..." if len(others) > _MOST_TOLD else "")
    return f"not checked, since no such key was named with --key: {told}" if others else ""


def _upto(seen: LogSeen, upto: int | None) -> LogPoint:
    """What a checkpoint says of a log up to an entry, or of all of it."""
    if upto is None:
        return seen.last
    if upto not in seen.points:
        raise BadInput(f"there is no entry #{upto}; it has {seen.last.entries}", str(seen.path))
    return seen.points[upto]


def _demand_in(seen: LogSeen, asked: LogPoint) -> LogPoint:
    here = seen.points.get(asked.entries)
    if asked.log != seen.last.log:
        raise NotSigned("the note is a checkpoint of another game", str(seen.path))
    if here is None:
        count = seen.last.entries
        raise NotSigned(
            f"the note is of {asked.entries} entries, and this log has {count}: it was cut "
            f"short, or is a copy from before; the longer one is needed",
            str(seen.path),
        )
    if here != asked:
        raise NotSigned(
            f"the first {asked.entries} entries of this log are not those of the note",
            str(seen.path),
        )
    return here


def _demand_after(memory: SignedBefore, seen: LogSeen, point: LogPoint, now: int) -> str:
    """See that a log goes on with what a key signed of it before; a remark, if there is one."""
    once = memory.logs.get(point.log)
    if once is None:
        return ""
    count, when = once.point.entries, claimed_time(once.time)
    if count > seen.last.entries:
        raise NotSigned(
            f"this key signed {count} entries at {when}, and this log has {seen.last.entries}: it "
            f"was cut short, or is an old copy; nothing was signed"
        )
    if seen.points[count] != once.point:
        raise NotSigned(
            f"this key signed {count} entries at {when}, whose last line has the hash "
            f"{once.point.seal}; here it is {seen.points[count].seal}: the log was rewritten, and "
            f"nothing was signed"
        )
    if point.entries < count:
        raise NotSigned(
            f"this key signed {count} entries at {when}, and does not sign fewer after that"
        )
    if now < once.time:
        return f"the clock says {claimed_time(now)}, and this key signed at {when} already"
    return ""


def _demand_clean(log: Path) -> None:
    report = audit(log)
    if not report.clean:
        first = report.findings[0]
        raise NotSigned(
            f"an audit finds {len(report.findings) + report.more}, the first at entry "
            f"{first.entry} ({first.rule}); nothing was signed"
        )


def add_to_log(note: SignedNote, log: Path, keys: Sequence[VerifierKey]) -> list[Acknowledged]:
    """Write into a log who signed it, as an entry for each signature of a known key.

    What stands in the log already is not written again.

    No other program writes the log meanwhile. What was written is returned.

    Raises:
        NotSigned: when the note is not of this log, or a signature is not true.
        BadInput: when there is no signature of a known key, or the log cannot be written.
    """
    asked = point_in(note)
    seen = see(log, {asked.entries})
    _demand_in(seen, asked)
    found = [
        _acknowledged(asked, key, signature, note.text)
        for signature in note.signatures
        for key in keys
        if signature.is_by(key)
    ]
    if not found:
        raise BadInput("none of its signatures is of a key that was named with --key")
    with Game.open(log) as game:
        present = [entry.do for entry in game.entries if isinstance(entry.do, Acknowledged)]
        fresh = [each for each in dict.fromkeys(found) if each not in present]
        for each in fresh:
            game.do(each)
    return fresh


def _acknowledged(
    point: LogPoint, key: VerifierKey, signature: NoteSignature, text: str
) -> Acknowledged:
    time = key.signed_at(text, signature.blob)
    if time is None:
        raise NotSigned(f"the signature of {key.short} is not true")
    if key.kind is not SignatureType.COSIGNATURE:
        raise BadInput(f"the signature of {key.short} says no time; a log takes those of type 4")
    return Acknowledged(
        point.log,
        point.entries,
        point.root,
        point.seal,
        str(key),
        time,
        text_of(signature.blob[-64:]),
    )
