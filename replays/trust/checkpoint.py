"""Checkpoints of logs: reading what a log is up to an entry, signing it, and writing that down.

The signer says: at this time this was the longest log of this game that I had seen. So a key
signs no log that is shorter than, or differs from, what it signed before.
"""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

import attrs

from events.commands import Acknowledged
from events.entry import MailGame
from events.errors import BadInput, in_file
from replays.auditing.audit import audit
from replays.game.game import Game
from replays.game.open_log import open_log, points_of
from replays.game.own_side import SignedBefore
from replays.game.story import claimed_time
from replays.trust.note import NoteSignature, SignedNote
from replays.trust.person_key import KeyFile, Signer
from sim.trust.signing import (
    LogPoint,
    SignatureType,
    VerifierKey,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    point_of,
    text_of,
)

_MOST_TOLD: Final = 10
"""So many signatures that were not checked are told of by name."""

_FIRST: Final = (
    "{} keeps from now on what this key signs: take it along with the key, and make no second one"
)


@attrs.frozen
class LogSeen:
    """A log as it was read."""

    path: Path
    last: LogPoint
    """What a checkpoint says of all of it."""
    points: dict[int, LogPoint]
    """The same of its first entries, by their number."""
    mail: MailGame | None
    """What both sides committed to, in a game by mail."""


def see(path: Path, counts: Collection[int] = ()) -> LogSeen:
    """Read a log as it is now; a program that goes on with it meanwhile is not in the way."""
    with open_log(path) as reader:
        points, last = points_of(reader.head.hash, reader.checked(), counts)
        return LogSeen(path, last, points, reader.header.mail)


class NotSigned(BadInput):
    """A key does not sign a log, because it would contradict what it signed before.

    It is a finding about the log, and not a fault of who asked.
    """


@attrs.frozen
class Signed:
    """What came of signing."""

    note: SignedNote
    """The checkpoint with all its signatures."""
    point: LogPoint
    remarks: tuple[str, ...] = ()
    """What the signer should know."""


@attrs.frozen
class ToSign:
    """What of a log a person is to sign."""

    note: SignedNote | None = None
    """A checkpoint of it; its text is signed, and its signatures are kept."""
    upto: int | None = None
    """Without a note, how many entries; None is all."""
    keys: Sequence[VerifierKey] = ()
    """The keys that are known: their signatures below the note must be true."""
    audited: bool = False
    """Only if an audit of the log is clean."""


def acknowledge(by: Signer, log: Path, now: int, out: Path, wanted: ToSign) -> Signed:
    """Sign a log, or the checkpoint of it that another person signed.

    What was signed is kept beside the key, so that it never signs another log of this game; but
    only once the note is on disk.

    Raises:
        NotSigned: when the log, or the note, is not what the log was when this key signed before;
            or the log is not the note's; or a known signature of the note is not true; or the audit
            finds something.
        BadInput: when the log cannot be read, or the note or what was signed cannot be written.
    """
    by.demand_latest()
    key, note = by.key, wanted.note
    asked = None if note is None else point_of(note.text)
    unchecked = _unchecked(key, wanted)
    memory = by.memory
    known = {once.point.entries for once in memory.logs.values()}
    known |= set() if asked is None else {asked.entries}
    known |= set() if wanted.upto is None else {wanted.upto}
    seen = see(log, known)
    _demand_ours(by, seen)
    point = _upto(seen, wanted.upto) if asked is None else _demand_in(seen, asked)
    with in_file(str(log)):
        remark = _demand_after(memory, seen, point, now)
        if wanted.audited:
            demand_clean(log)
    made = SignedNote(point.text, ()) if note is None else note
    made = made.with_one_more(key.signed(made.text, now))
    before = memory.logs.get(point.log)
    if before is None or (point.entries, now) >= (before.point.entries, before.time):
        made.write(out, lambda: by.remember(by.memory.with_point(point, now)))
    else:
        made.write(out)
    first = "" if memory.kept else _FIRST.format(memory.path)
    return Signed(made, point, tuple(each for each in (remark, unchecked, first) if each))


def _demand_ours(by: Signer, seen: LogSeen) -> None:
    """See that a game by mail of this key is the one that its commitment was made for."""
    if seen.mail is None or by.public not in seen.mail.keys:
        return
    known = by.memory.nonces.get(seen.mail.nonces[seen.mail.keys.index(by.public)])
    by.demand_latest(lost=known is None)
    if known is not None and known.log != seen.last.log:
        raise NotSigned(
            "this is not the game by mail that the commitment of this key was made for, or not "
            "yet; nothing was signed, as one commitment in two games is proof against a key",
            str(seen.path),
        )


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


def demand_clean(log: str | Path) -> None:
    """See that an audit finds nothing in a log."""
    report = audit(log)
    if not report.clean:
        first = report.findings[0]
        raise NotSigned(
            f"an audit finds {len(report.findings) + report.more}, the first at entry "
            f"{first.entry} ({first.rule}: {first.logged}; expected: {first.expected})"
        )


def add_to_log(note: SignedNote, log: Path, keys: Sequence[VerifierKey]) -> list[Acknowledged]:
    """Write into a log who signed it, as an entry for each signature of a known key.

    What stands in the log already is not written again.

    No other program writes the log meanwhile. What was written is returned.

    Raises:
        NotSigned: when the note is not of this log, or a signature is not true.
        BadInput: when there is no signature of a known key, or the log cannot be written.
    """
    asked = point_of(note.text)
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
        if game.header.mail is not None and game.position.finished:
            raise BadInput(
                "this game by mail is over, and its two copies would part by what is added to one: "
                "keep the note beside it"
            )
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


# Proofs -----------------------------------------------------------------------------------------

CONSISTENCY: Final = "khamsin.log/consistency@v1"
INCLUSION: Final = "c2sp.org/tlog-proof@v1"
"""How the files of proofs begin."""


def _leaves(log: Path, notes: Sequence[SignedNote]) -> tuple[list[bytes], list[bytes]]:
    """The lines of a log, and their hashes; it has what each note says."""
    points = [point_of(note.text) for note in notes]
    seen = see(log, {each.entries for each in points})
    for each in points:
        _demand_in(seen, each)
    with open_log(log) as reader:
        lines = [line.raw for line in reader.checked()]
    return lines, [leaf_hash(line) for line in lines]


def prove_entry(log: Path, note: SignedNote, entry: int) -> str:
    """A proof that an entry is one of those that a note signed (C2SP tlog-proof)."""
    lines, leaves = _leaves(log, [note])
    count = point_of(note.text).entries
    if not 0 < entry <= count:
        raise BadInput(f"the note is of {count} entries, and #{entry} is none of them")
    hashes = inclusion_proof(leaves[:count], entry - 1)
    extra = text_of(lines[entry - 1])
    said = [INCLUSION, f"extra {extra}", f"index {entry - 1}", *map(text_of, hashes), "", str(note)]
    return "\n".join(said)


def prove_growth(log: Path, first: SignedNote, second: SignedNote) -> str:
    """A proof that the log of one note begins with that of another (RFC 6962)."""
    short, long = sorted((first, second), key=lambda note: point_of(note.text).entries)
    _, leaves = _leaves(log, [short, long])
    one, two = point_of(short.text).entries, point_of(long.text).entries
    if not one < two:
        raise BadInput(f"both notes are of {one} entries, so there is nothing to prove")
    hashes = consistency_proof(leaves[:two], one) if one else []
    said = [CONSISTENCY, point_of(long.text).log, str(one), str(two), *map(text_of, hashes), ""]
    return "\n".join(said)
