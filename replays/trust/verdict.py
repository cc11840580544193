"""What checkpoints prove: of a log, of one another, and against whom.

A checkpoint is a statement of who signed it. With a log at hand it is true of that log or not; two
of one game can contradict each other, with a log or without.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

import attrs

from replays.game.story import claimed_time
from replays.trust.checkpoint import LogSeen, point_in
from replays.trust.note import SignedNote
from sim.trust.signing import NOT_CHECKED, LogPoint, VerifierKey, can_check

_NOBODY: Final = "no person whose key is known"


@attrs.frozen
class GivenNote:
    """A note that the caller brings."""

    name: str
    note: SignedNote


@attrs.frozen
class NoteRead:
    """A checkpoint with what became of its signatures.

    Attributes:
        signed: who signed it, of the keys that are known, and when, as he claims; 0 is no time.
        false: the known keys whose signature is not true.
        strangers: names and short numbers of keys that are not known.
    """

    name: str
    point: LogPoint
    signed: tuple[tuple[VerifierKey, int], ...]
    false: tuple[VerifierKey, ...]
    strangers: tuple[str, ...]

    @property
    def signers(self) -> str:
        """Who signed it."""
        return " and ".join(key.short for key, _ in self.signed) or _NOBODY


@attrs.frozen
class Said:
    """Something that was found out.

    Attributes:
        against: the keys against which it is proof.
    """

    text: str
    finding: bool = False
    against: tuple[VerifierKey, ...] = ()


def read_notes(notes: Sequence[GivenNote], keys: Sequence[VerifierKey]) -> list[NoteRead]:
    """Check the signatures of notes."""
    return [_read(each, keys) for each in notes]


def _read(given: GivenNote, keys: Sequence[VerifierKey]) -> NoteRead:
    point, signed, false, strangers = point_in(given.note), [], [], []
    for each in given.note.signatures:
        ours = [key for key in keys if each.is_by(key)]
        if not ours:
            strangers.append(each.short)
        for key in ours if can_check() else ():
            time = key.signed_at(given.note.text, each.blob)
            if time is None:
                false.append(key)
            else:
                signed.append((key, time))
    return NoteRead(given.name, point, tuple(signed), tuple(false), tuple(strangers))


def verdicts(notes: Sequence[NoteRead], log: LogSeen | None, now: int) -> Iterator[Said]:
    """What notes prove, of a log if there is one, and of one another."""
    if not can_check():
        yield Said(NOT_CHECKED, finding=True)
    if log is not None and log.fault:
        yield Said(log.fault, finding=True)
    for other in () if log is None else log.others:
        yield Said(other, finding=True)
    for note in notes:
        yield from _signatures(note, now)
        if log is not None:
            yield _in_log(note, log)
    for one, two in combinations(notes, 2):
        yield from _together(one, two, log)
    yield from _times(notes)
    yield from _names(notes)


# One note ---------------------------------------------------------------------------------------


def _signatures(note: NoteRead, now: int) -> Iterator[Said]:
    for key, time in note.signed:
        when = f"as it claims at {claimed_time(time)}" if time else "without a time"
        seen = _entries(note.point.entries)
        yield Said(f"{note.name}: {key.short} signed {seen}, {when}")
        if time > now:
            yield Said(
                f"{note.name}: that is in the future by the clock here; one of both is wrong"
            )
    for key in note.false:
        yield Said(f"{note.name}: the signature of {key.short} is not true", finding=True)
    for short in note.strangers:
        yield Said(f"{note.name}: {short} is no key that was named with --key; not checked")
    if not note.signed:
        yield Said(
            f"{note.name}: nothing is proved: no true signature of a known key", finding=True
        )


def _entries(count: int) -> str:
    return "the beginning" if not count else f"{count} entr{'y' if count == 1 else 'ies'}"


def _in_log(note: NoteRead, log: LogSeen) -> Said:
    """Whether a log is what a note says, and if not, what is wrong with it."""
    point, last, where = note.point, log.last, log.path
    here = log.points.get(point.entries)
    if point.log != last.log:
        return Said(f"{note.name}: {where} is another game{_kin(point, log)}", finding=True)
    if here is None:
        return Said(
            f"{note.name}: {where} has {_entries(last.entries)}, and {note.signers} signed "
            f"{point.entries}: it was cut short, or is a copy from before",
            finding=True,
        )
    if here == point:
        more = last.entries - point.entries
        rest = f", and {_entries(more)} after that" if more else ", and ends there"
        return Said(f"{note.name}: {where} has exactly these{rest}")
    if not log.fault and (here.seal == point.seal or here.root == point.root):
        return Said(
            f"{note.name}: {note.signers} signed what no log can be: "
            f"{_difference(point, here)}, and the rest is as in {where}",
            finding=True,
            against=tuple(key for key, _ in note.signed),
        )
    return Said(
        f"{note.name}: {where} was rewritten, or {note.signers} signed another log of this game: "
        f"its first {_entries(point.entries)} are not those that were signed "
        f"({_difference(point, here)})",
        finding=True,
    )


def _difference(said: LogPoint, here: LogPoint) -> str:
    if said.seal != here.seal:
        return f"seal {said.seal}, and here {here.seal}"
    return f"root {said.root}, and here {here.root}"


def _kin(point: LogPoint, log: LogSeen) -> str:
    """What a log says of itself that has to do with a checkpoint of another."""
    old, parent = log.header.made_from, log.header.parent
    if old is not None and old.seal == point.seal:
        return (
            ", which says that it was made of exactly the log that was signed; that log proves it, "
            "and its word does not"
        )
    if parent is not None and (parent.entry, parent.seal) == (point.entries, point.seal):
        return (
            ", a branch which says that it begins with exactly what was signed; "
            "`khamsin audit --parent` compares it with that log"
        )
    if old is not None or parent is not None:
        return ", made of another log; check the note with that one"
    return f" (its first line has the hash {log.last.log}, and that of the note is {point.log})"


# Two notes --------------------------------------------------------------------------------------


def _together(one: NoteRead, two: NoteRead, log: LogSeen | None) -> Iterator[Said]:
    """Whether two notes can belong to one log."""
    short, long = sorted((one, two), key=lambda note: note.point.entries)
    names = f"{one.name} and {two.name}"
    if short.point.log != long.point.log:
        yield Said(f"{names} are of two games, and say nothing of each other")
        return
    if short.point.entries == long.point.entries:
        if short.point != long.point:
            yield _fork(short, long)
        return
    if log is None or log.last.log != short.point.log:
        most = _entries(long.point.entries)
        yield Said(
            f"{names}: nothing is proved of both together: whether one goes on with the other, "
            f"only a log shows; one of {most} or more is needed",
            finding=True,
        )
    elif _holds(log, long) and not _holds(log, short):
        yield _fork(short, long)


def _holds(log: LogSeen, note: NoteRead) -> bool:
    return log.points.get(note.point.entries) == note.point


def _fork(short: NoteRead, long: NoteRead) -> Said:
    """Two notes that cannot belong to one log, and against whom that is proof."""
    others = [key for key, _ in long.signed]
    both = tuple(key for key, _ in short.signed if key in others)
    counts = f"{_entries(short.point.entries)} and {_entries(long.point.entries)}"
    what = f"{short.name} and {long.name} ({counts}) cannot belong to one log"
    if both:
        names = " and ".join(key.short for key in both)
        return Said(f"{what}: {names} signed both, and this is the proof", True, both)
    return Said(
        f"{what}: {short.signers} signed one, {long.signers} the other; one has another log",
        finding=True,
    )


def _times(notes: Sequence[NoteRead]) -> Iterator[Said]:
    """Whose claimed times go backwards."""
    said = [(key, time, note) for note in notes for key, time in note.signed if time]
    for (key, time, one), (other, later, two) in combinations(said, 2):
        if key != other or one.point.log != two.point.log:
            continue
        (first, when), (second, then) = sorted(
            ((one.point.entries, time), (two.point.entries, later))
        )
        if first < second and when > then:
            yield Said(
                f"{key.short} claims to have signed {_entries(second)} at {claimed_time(then)}, "
                f"and fewer, {first}, after that, at {claimed_time(when)}: a clock was wrong, or "
                f"he did not sign the longest log that he knew"
            )


def _names(notes: Sequence[NoteRead]) -> Iterator[Said]:
    """Keys that have one name, which a person changed, or another took."""
    keys = dict.fromkeys(key for note in notes for key, _ in note.signed)
    for one, two in combinations(keys, 2):
        if one.name == two.name:
            yield Said(
                f"{one.short} and {two.short} are two keys of one name; that both are of one "
                f"person, nothing here says"
            )
