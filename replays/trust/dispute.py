"""A dispute: what a heap of logs, letters, notes, invitations and proofs proves, and against whom.

Whoever signs says: this was the game when I signed. A *copy* is the lines of a game that somebody
brings, in a log or a letter. Two copies of one game that part are proof against each key that
signed both behind the place where they part; so are a note and a copy that cannot be one game, and
two notes between which no copy and no proof of growth can be.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from pathlib import Path

import attrs

from events.chain import LogLine
from events.commands import Acknowledged, Declined, Doing, Opened, SidePassed
from events.disk import DISK, Disk
from events.entry import Entry, Header
from events.errors import BadInput, in_file
from events.log import entry_of
from replays.auditing.audit import audit
from replays.game.address import store_of
from replays.game.difference import in_a_line
from replays.game.file import exists, read_raw
from replays.game.file_kind import FileKind, kind_of_file
from replays.game.open_log import open_log, points_of
from replays.game.story import claimed_time
from replays.game.text import skeleton
from replays.trust.checkpoint import CONSISTENCY, INCLUSION
from replays.trust.letter import Invitation, Letter, invitation_to
from replays.trust.note import SignedNote
from sim.trust.mail import answer_text, key_of, word_text
from sim.trust.signing import (
    NOT_CHECKED,
    LogPoint,
    VerifierKey,
    can_check,
    is_consistent,
    is_hash,
    leaf_hash,
    parsed_key,
    point_of,
    raw_of,
    raw_or_none,
    root_of_inclusion,
    signed_point,
    timed,
    two_names,
)


@attrs.frozen
class Said:
    """Something that was found out."""

    text: str
    finding: bool = False
    """Something is wrong."""
    against: tuple[VerifierKey, ...] = ()
    """The keys against which it is proof."""


@attrs.frozen
class Statement:
    """What a key signed of a game; the signature is true."""

    key: VerifierKey
    point: LogPoint
    where: str
    """The file, and where in it."""
    time: int
    """In seconds since 1970, as the signer claims; 0 is no time."""
    answer: str = ""
    """Of a question that the log ends with, ``yes`` or ``no``; empty of anything else."""


@attrs.define
class Copy:
    """The lines of a game in a log or a letter, with what a checkpoint says after each."""

    name: str
    header: Header
    lines: list[bytes]
    points: list[LogPoint]
    is_log: bool = False
    fault: tuple[int, str] | None = None
    signed: dict[VerifierKey, tuple[int, str]] = attrs.field(factory=dict)

    def holds(self, point: LogPoint) -> bool | None:
        """Whether it has what was signed; None if it is too short to say."""
        if point.entries >= len(self.points):
            return None
        return self.points[point.entries] == point

    def take(self, each: Statement) -> None:
        """Remember how far a key signed this copy, and where that stands."""
        if self.holds(each.point) and self.signed.get(each.key, (-1, ""))[0] < each.point.entries:
            self.signed[each.key] = each.point.entries, each.where


@attrs.define
class Heap:
    """All that was brought."""

    known: Sequence[VerifierKey]
    keys: dict[VerifierKey, None] = attrs.field(factory=dict)
    """The keys that are known, and those that the files themselves name."""
    copies: list[Copy] = attrs.field(factory=list)
    statements: list[Statement] = attrs.field(factory=list)
    notes: list[tuple[str, SignedNote]] = attrs.field(factory=list)
    invitations: list[tuple[str, Invitation]] = attrs.field(factory=list)
    growth: list[tuple[str, str, int, int, list[bytes]]] = attrs.field(factory=list)
    """Which points were proved to follow which."""
    inclusions: list[tuple[str, int, bytes, list[bytes], LogPoint]] = attrs.field(factory=list)
    said: list[Said] = attrs.field(factory=list)
    """What was found out while it was read."""

    def find(self, text: str, *against: VerifierKey) -> None:
        """Something is wrong."""
        self.said.append(Said(text, finding=True, against=against))


def dispute(files: Sequence[str], known: Sequence[VerifierKey]) -> list[Said]:
    """What files prove, worst first.

    Args:
        files: logs, letters, invitations, notes and proofs, in any order.
        known: the keys that the caller knows to be of the persons whose names they have.

    Raises:
        BadInput: when a file is none of these, or cannot be read.
    """
    heap = Heap(known, dict.fromkeys(known))
    if not can_check():
        return [Said(NOT_CHECKED, finding=True)]
    for name in files:
        _read(heap, name)
    for name, note in heap.notes:
        _read_signatures(heap, name, note)
    for copy in heap.copies:
        for each in heap.statements:
            copy.take(each)
    proved = [*_forks(heap), *_notes_against_copies(heap), *_notes_apart(heap), *_cut(heap)]
    proved += [*_answers(heap), *_faults(heap), *_commitments(heap), *_entries(heap)]
    said = [*proved, *heap.said, *_looks(heap), *_standing(heap)]
    return sorted(said, key=lambda each: (not each.against, not each.finding))


# Reading ------------------------------------------------------------------------------------


def _read(heap: Heap, name: str) -> None:
    kind = FileKind.LOG if store_of(name) is not None else kind_of_file(name)
    path = Path(name)
    match kind:
        case FileKind.LOG:
            _read_copy(heap, name, name, DISK)
        case FileKind.NOTE:
            heap.notes.append((name, SignedNote.read(path)))
        case FileKind.INVITATION:
            made = Invitation.read(path)
            heap.keys[VerifierKey.parse(made.key)] = None
            heap.invitations.append((name, made))
        case FileKind.LETTER:
            letter = Letter.read(path)
            copy = _read_copy(heap, name, "log", letter.disk)
            with in_file(name):
                _read_letter(heap, name, letter, copy)
        case FileKind.PROOF:
            with in_file(name):
                _read_proof(heap, name)
        case _:
            what = f"this is {kind or 'no file'}" if exists(path) else "there is no such file"
            raise BadInput(f"{what}; a log, letter, invitation, note or proof is expected", name)


def _read_copy(heap: Heap, name: str, log: str, disk: Disk) -> Copy | None:
    """The lines of a log, what an audit finds in them, and what they say was signed."""
    report = audit(log, disk=disk)
    with open_log(log, disk) as reader:
        copy = Copy(name, reader.header, [], [], is_log=name == log)
        said: list[Entry] = []
        for side in (0, 1):
            if (key := key_of(copy.header, side)) is not None:
                heap.keys[key] = None

        def lines() -> Iterator[LogLine]:
            try:
                for line in reader.checked():
                    copy.lines.append(line.raw)
                    yield line
                    entry = entry_of(line)
                    if isinstance(entry.do, Opened | Acknowledged | SidePassed | Declined):
                        said.append(entry)
            except BadInput as error:
                heap.find(f"{'' if copy.is_log else f'{name}: '}{error}; nothing after it counts")

        copy.points.extend(points_of(reader.head.hash, lines(), range(1 << 53))[0].values())
    heap.copies.append(copy)
    for entry in said:
        heap.statements += _statements(heap, copy, entry)
    if report.findings:
        first, more = report.findings[0], len(report.findings) + report.more - 1
        rest = f", and {more} more" if more else ""
        what = f"{first.rule}: {first.logged}; expected: {first.expected}{rest}"
        copy.fault = first.entry, f"{name}, entry {first.entry}: an audit finds {what}"
    return copy


def _statements(heap: Heap, copy: Copy, entry: Entry) -> Iterator[Statement]:
    """What an entry says that somebody signed, where the signature is true."""
    where = f"{copy.name}, entry {entry.n}"
    if isinstance(entry.do, Acknowledged):
        key, raw = parsed_key(entry.do.key), raw_or_none(entry.do.signature)
        if key is None or raw is None:
            return
        heap.keys[key] = None
        point, blob = signed_point(entry.do), timed(entry.do.time, raw)
        if _is_point(point) and key.signed_at(point.text, blob) is not None:
            yield Statement(key, point, where, entry.do.time)
    else:
        point = copy.points[entry.n - 1]
        for key in filter(None, (key_of(copy.header, side) for side in (0, 1))):
            for text, signature, answer in _texts(point, entry.do):
                signed = raw_or_none(signature)
                time = None if signed is None else key.signed_at(text, signed)
                if time is not None:
                    yield Statement(key, point, where, time, answer)


def _texts(point: LogPoint, do: Doing | None) -> Iterator[tuple[str, str, str]]:
    """What an entry of a game by mail says is signed, by either side, and which answer it is."""
    match do:
        case Opened(number, reveals):
            yield point.text, do.asked, ""
            for reveal in filter(is_hash, reveals):
                yield answer_text(point, number, reveal), do.answered, "yes"
        case SidePassed(signed):
            yield word_text(point, do.word), signed, ""
        case Declined(signed):
            yield word_text(point, do.word), signed, "no"


def _is_point(point: LogPoint) -> bool:
    return all(map(is_hash, (point.log, point.root, point.seal))) and point.entries >= 0


def _read_letter(heap: Heap, name: str, letter: Letter, copy: Copy | None) -> None:
    try:
        checked = letter.checked()
    except BadInput as error:
        heap.find(f"{name}: {error}; the letter proves nothing")
        return
    key = key_of(checked.header, letter.side)
    if key is not None and copy is not None:
        time = int.from_bytes(raw_of(checked.signature)[:8], "big")
        answer = "yes" if checked.round else ""
        heap.statements.append(Statement(key, checked.point, f"{name}, its note", time, answer))


def _read_signatures(heap: Heap, name: str, note: SignedNote) -> None:
    point = point_of(note.text)
    for each in note.signatures:
        keys = [key for key in heap.keys if each.is_by(key)]
        times = [(key, key.signed_at(note.text, each.blob)) for key in keys]
        true = [(key, time) for key, time in times if time is not None]
        for key, time in true:
            heap.statements.append(Statement(key, point, name, time))
        if not keys:
            text = f"{name}: no key {each.short} was named, so its signature is not checked"
            heap.said.append(Said(text))
        elif not true:
            heap.find(f"{name}: the signature of {each.short} is not true")
    if not any(each.where == name for each in heap.statements):
        heap.said.append(Said(f"{name}: no true signature of a known key: it proves nothing"))
    elif not any(copy.points[0].log == point.log for copy in heap.copies):
        heap.said.append(Said(f"{name}: {point.entries} entries of a game that is not here"))


def _read_proof(heap: Heap, name: str) -> None:
    head, *lines = read_raw(Path(name), 1 << 20).decode("utf-8", "replace").split("\n")
    try:
        if head == CONSISTENCY:
            log, one, two, *hashes = lines[:-1]
            if f"{int(one)} {int(two)}" != f"{one} {two}":
                raise BadInput("a number has one spelling")
            heap.growth.append((name, log, int(one), int(two), [*map(raw_of, hashes)]))
        elif head == INCLUSION:
            body, _, note = "\n".join(lines).partition("\n\n")
            extra, index, *hashes = body.split("\n")
            found = SignedNote.parse(note.encode())
            heap.notes.append((f"{name}, its note", found))
            line, number = raw_of(extra.removeprefix("extra ")), int(index.removeprefix("index "))
            if f"index {number}" != index:
                raise BadInput("a number has one spelling")
            heap.inclusions.append(
                (name, number, line, [*map(raw_of, hashes)], point_of(found.text))
            )
    except (ValueError, LookupError) as error:
        why = error.what if isinstance(error, BadInput) else "a part of it is missing"
        raise BadInput(f"this is no proof as `khamsin checkpoint prove` writes it: {why}") from None


# What is proved -----------------------------------------------------------------------------


def _names(keys: Iterable[VerifierKey]) -> str:
    return " and ".join(sorted(key.short for key in keys))


def _forks(heap: Heap) -> Iterator[Said]:
    """Copies of one game that part, each parting once, and who signed both behind that place."""
    parted: dict[tuple[int, bytes, bytes], tuple[dict[str, Copy], dict[str, Copy]]] = {}
    for one, two in combinations(heap.copies, 2):
        pairs = enumerate(zip(one.lines, two.lines, strict=False), 1)
        part = next(((n, a, b) for n, (a, b) in pairs if a != b), None)
        if one.points[0].log != two.points[0].log or part is None:
            continue
        turned = (part[0], part[2], part[1]) in parted
        sides = parted.setdefault((part[0], part[2], part[1]) if turned else part, ({}, {}))
        sides[turned][one.name], sides[not turned][two.name] = one, two
    for (n, *lines), sides in parted.items():
        names = [", ".join(each) for each in sides]
        ways = "; ".join(
            f"{name}: {in_a_line(line)}" for name, line in zip(names, lines, strict=True)
        )
        what = f"{' and '.join(names)} cannot belong to one game: entry {n} differs ({ways})"
        signed = [
            {
                key: at
                for each in reversed(side.values())
                for key, at in each.signed.items()
                if at[0] >= n
            }
            for side in sides
        ]
        if both := [key for key in signed[0] if key in signed[1]]:
            wheres = [(key.short, signed[0][key][1], signed[1][key][1]) for key in both]
            where = "; ".join(f"{key} signed one ({a}) and the other ({b})" for key, a, b in wheres)
            yield Said(f"{what}. PROVED: {where}", True, tuple(both))
        else:
            yield Said(f"{what}; no key signed both from there on", True)


def _notes_against_copies(heap: Heap) -> Iterator[Said]:
    """What was signed, and a copy that is not so; what another copy has, the forks tell."""
    for each in heap.statements:
        if any(copy.holds(each.point) for copy in heap.copies):
            continue
        for copy in heap.copies:
            if copy.points[0].log != each.point.log or copy.holds(each.point) is not False:
                continue
            count, where = copy.signed.get(each.key, (-1, ""))
            what = (
                f"{each.where}: the first {each.point.entries} entries that {each.key.short} "
                f"signed are not those of {copy.name}"
            )
            if count >= each.point.entries:
                said = f"{what}, which it signed too ({where}). PROVED"
                yield Said(said, True, (each.key,))
            else:
                yield Said(f"{what}: that copy was changed, or the key signed another game", True)


def _answers(heap: Heap) -> Iterator[Said]:
    """Keys that agreed to the end of a game, and declined it."""
    said = {(each.key, each.point, each.answer): each for each in heap.statements}
    for (key, point, answer), no in said.items():
        if answer == "no" and (yes := said.get((key, point, "yes"))) is not None:
            what = f"agreed to an end ({yes.where}) and declined it ({no.where})"
            yield Said(f"PROVED: {key.short} {what}", True, (key,))


def _cut(heap: Heap) -> Iterator[Said]:
    """A log that ends before what was signed of its game, where no other copy goes on with it."""
    for copy in heap.copies:
        if not copy.is_log:
            continue
        count, log = len(copy.lines), copy.points[0].log
        longer = [s for s in heap.statements if s.point.log == log and s.point.entries > count]
        loose = [s for s in longer if not any(each.holds(s.point) for each in heap.copies)]
        for each in loose[:1]:
            yield Said(
                f"{copy.name} has {count} entries, and {each.key.short} signed "
                f"{each.point.entries} ({each.where}): it was cut short, or is a copy from before",
                True,
            )


def _notes_apart(heap: Heap) -> Iterator[Said]:
    """Two statements on one game that no copy here holds both of; of those alike the first."""
    loose: dict[str, dict[LogPoint, list[Statement]]] = defaultdict(lambda: defaultdict(list))
    for each in heap.statements:
        loose[each.point.log][each.point].append(each)
    for points in loose.values():
        holders = {each: {id(copy) for copy in heap.copies if copy.holds(each)} for each in points}
        told = set[str]()
        for one, two in combinations(sorted(points, key=lambda each: each.entries), 2):
            if holders[one] and holders[two]:
                continue
            both = {each.key for each in points[one]} & {each.key for each in points[two]}
            if (what := _apart(heap, one, two, both)) and what not in told:
                told.add(what)
                wheres = f"{points[one][0].where} and {points[two][0].where}"
                alike = one.entries == two.entries
                yield Said(f"{wheres}: {what}", alike, tuple(both) if alike else ())


def _apart(heap: Heap, one: LogPoint, two: LogPoint, both: set[VerifierKey]) -> str:
    """What is to be said of two points, the shorter first, that keys signed; or nothing."""
    if one.entries == two.entries:
        who = f". PROVED: {_names(both)} signed both" if both else "; no key signed both"
        return f"{one.entries} entries of one game, and not the same{who}"
    if any(copy.holds(two) and copy.holds(one) is False for copy in heap.copies):
        return ""  # told of already, against that copy
    for name, log, first, second, hashes in heap.growth:
        fits = (log, first, second) == (one.log, one.entries, two.entries)
        if fits and is_consistent(one, two, hashes):
            return f"one goes on with the other ({name})"
    return (
        f"whether one goes on with the other, only a copy of the game or a proof (`khamsin "
        f"checkpoint prove`) shows; {_names(both)}, who signed both, can make it"
    ) * bool(both)


def _faults(heap: Heap) -> Iterator[Said]:
    """Games that are not as the rules have it, and who signed that."""
    for copy in heap.copies:
        if copy.fault is not None:
            entry, text = copy.fault
            signers = tuple(key for key, (count, _) in copy.signed.items() if count >= entry)
            signed = f". PROVED: {_names(signers)} signed it" if signers else ""
            yield Said(f"{text}{signed}", True, signers)


def _commitments(heap: Heap) -> Iterator[Said]:
    """One invitation that became two games, and one nonce in two invitations."""
    used: dict[tuple[VerifierKey, str], dict[str, str]] = defaultdict(dict)
    implied = list[tuple[str, Invitation]]()
    for copy in heap.copies:
        mail = copy.header.mail
        for side in (0, 1) if mail is not None else ():
            key = key_of(copy.header, side)
            if mail is not None and key is not None and key in copy.signed:
                used[key, mail.nonces[side]][copy.points[0].log] = copy.name
                implied.append((copy.name, invitation_to(copy.header, side)))
    for (key, _), games in used.items():
        if len(games) > 1:
            names = " and ".join(sorted(games.values()))
            yield Said(
                f"{names}: PROVED: {key.short} used one commitment for two games", True, (key,)
            )
    proposed = [*combinations(heap.invitations, 2), *product(heap.invitations, implied)]
    for (name, one), (other, two) in proposed:
        if (one.key, one.nonce) == (two.key, two.nonce) and one.digest != two.digest:
            key = VerifierKey.parse(one.key)
            said = f"{name} and {other}: PROVED: {key.short} signed two proposals of one nonce"
            yield Said(said, True, (key,))


def _entries(heap: Heap) -> Iterator[Said]:
    """Entries that are shown to be among those that a note signed."""
    for name, index, line, hashes, point in heap.inclusions:
        root = root_of_inclusion(leaf_hash(line), index, point.entries, hashes)
        if root is not None and root.hex() == point.root:
            said = line[:200].decode("utf-8", "replace")
            yield Said(f"{name}: entry {index + 1} of {point.entries} is this line: {said}")
        else:
            yield Said(f"{name}: this is no entry of what its note signed", True)


def _looks(heap: Heap) -> Iterator[Said]:
    """Keys whose names look alike, of which one is known; and one key under two names."""
    for key, other in two_names(heap.keys):
        yield Said(f"{key.short} and {other.short} are one key under two names", True)
    looks = {skeleton(key.name): key for key in heap.known}
    for key in heap.keys:
        alike = looks.get(skeleton(key.name))
        if key not in heap.known and alike is not None:
            said = f"{key.short} has a name like that of {alike.short}, and is another key"
            yield Said(said, True)


def _standing(heap: Heap) -> Iterator[Said]:
    """How far each key signed each copy, where nothing is wrong with that."""
    for copy in heap.copies:
        for key, (count, _) in copy.signed.items():
            said = (key, copy.points[count])
            time = max((s.time for s in heap.statements if (s.key, s.point) == said), default=0)
            when = f", as it claims at {claimed_time(time)}" if time else ""
            stranger = "" if key in heap.known else " (not one of --key)"
            yield Said(f"{copy.name}: signed up to #{count} by {key.short}{stranger}{when}")
        if not copy.signed:
            yield Said(f"{copy.name}: signed by no key that is here")
        last = max((count for count, _ in copy.signed.values()), default=0)
        if copy.signed and last < len(copy.lines):
            yield Said(f"{copy.name}: no signature after #{last}")
