"""What the logs of one game tell, step by step: rolls, the turn track, markers, moves, words.

Several logs are joined in the order in which VASSAL saved them. Nothing here knows the scenario.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, TypeAlias

import attrs

from replays.vasl.chat import (
    CreatedLine,
    DiceLine,
    InEffectLine,
    MoveLine,
    OrderLine,
    OtherLine,
    PersonLine,
    TrackLine,
    VaslTurn,
    chat_line,
    track_of,
)
from replays.vasl.command import (
    ESC,
    Chatted,
    PieceAdded,
    PieceChanged,
    PieceMoved,
    PieceRemoved,
    PropertySet,
    SetAside,
    Stack,
    Unknown,
    VassalCommand,
    VassalPiece,
    commands_of,
    piece_of,
    stack_of,
)
from replays.vasl.container import Archive
from replays.vasl.encoding import split
from replays.vasl.marker import (
    Shown,
    Topic,
    shown_by_line,
    shown_by_piece,
    shown_by_property,
    shows_nothing,
)

_TELLING: Final = re.compile(r"LOG\t(?:CHAT\*\*\* \(|[-+DM]/)")
"""Steps that hardly come twice by chance: dice with their statistics, and counters."""
_PIECE: Final = re.compile(r"\+/([^/\t]{1,40})/")


@attrs.frozen
class Part:
    """A file of a game that is read.

    Attributes:
        archive: the file.
        told: so many of its first steps are the last of the file before it.
        stranger: whether it has counters, and none of those before it.
    """

    archive: Archive
    told: int = 0
    stranger: bool = False


@attrs.frozen
class Joining:
    """The files of a game in the order in which they are read, and why others are not."""

    parts: tuple[Part, ...]
    left_out: tuple[str, ...]


def joining_of(archives: Iterable[Archive]) -> Joining:
    """Put files in order, and leave out what would be told twice."""
    given = _in_order(archives)
    if len(given) < 2:
        return Joining(tuple(map(Part, given)), ())
    steps = [_steps(each) for each in given]
    left_out: list[str] = []
    kept: list[int] = []
    for at, archive in enumerate(given):
        other = next((n for n in range(len(given)) if _inside(at, n, given, steps)), None)
        if other is None:
            kept.append(at)
        else:
            how = "is" if given[other].text == archive.text else "is a part of"
            left_out.append(f"{archive.name} {how} {given[other].name}, and is not read again")
    parts: list[Part] = []
    known: set[str] = set()
    for place, at in enumerate(kept):
        told = _overlap(steps[kept[place - 1]], steps[at]) if place else 0
        pieces = set(_PIECE.findall(given[at].text))
        parts.append(Part(given[at], told, bool(known and pieces) and not known & pieces))
        known |= pieces
    return Joining(tuple(parts), tuple(left_out))


def _in_order(archives: Iterable[Archive]) -> list[Archive]:
    """Files as they were saved; those that do not say when stay where they are."""
    given = list(archives)
    if any(each.saved is None for each in given):
        return given
    return sorted(given, key=lambda each: each.saved or 0)


def _steps(archive: Archive) -> list[str]:
    """The steps of a log, as they stand."""
    return [each for each in split(archive.text, ESC) if each.startswith("LOG\t")]


def _tells(steps: Sequence[str]) -> bool:
    return any(_TELLING.match(each) for each in steps)


def _inside(one: int, other: int, given: Sequence[Archive], steps: Sequence[list[str]]) -> bool:
    """Whether a file stands in another one; of two that are the same, the later does."""
    if one == other:
        return False
    if given[one].text == given[other].text:
        return other < one
    if not _tells(steps[one]) or len(steps[one]) > len(steps[other]):
        return False
    if steps[one] == steps[other]:
        return other < one
    whole, part = (f"{ESC}{ESC.join(each)}{ESC}" for each in (steps[other], steps[one]))
    return part in whole


def _overlap(before: Sequence[str], after: Sequence[str]) -> int:
    """How many steps one log ends and the next one begins with."""
    most = min(len(before), len(after))
    text = [*after[:most], None, *before[len(before) - most :]]
    border = [0] * len(text)
    for at in range(1, len(text)):
        length = border[at - 1]
        while length and text[at] != text[length]:
            length = border[length - 1]
        border[at] = length + (text[at] == text[length])
    found = border[-1] if text[-1] is not None else 0
    return found if found > 1 and _tells(after[:found]) else 0


@attrs.frozen(order=True)
class VaslStep:
    """A step of a log: the number of its file, and how often *Step forward* was pressed for it.

    Step 0 is the game as it was saved before the log began.
    """

    file: int
    step: int


@attrs.frozen
class Spot:
    """Where a counter lies: pixels of a map, and the place's name if the chat said it."""

    map: str
    x: int
    y: int
    named: str = ""


@attrs.frozen
class RollSeen:
    """Dice in the chat."""

    where: VaslStep
    line: DiceLine


@attrs.frozen
class TrackSeen:
    """The turn track shows this from now on."""

    where: VaslStep
    track: VaslTurn


@attrs.frozen
class MarkerShown:
    """A marker, a property or a button of the environment shows this from now on.

    Attributes:
        value: how it is; None where its counter was taken away and nothing is shown any more.
        source: ``counter``, ``property`` or ``button``.
    """

    where: VaslStep
    topic: Topic
    value: str | None
    source: str


@attrs.frozen
class PieceWent:
    """A counter was moved."""

    where: VaslStep
    piece: str
    name: str
    origin: Spot | None
    to: Spot


@attrs.frozen
class CounterLaid:
    """A counter came on the map, or changed its side or place.

    Attributes:
        piece: its number in VASL.
        basic: the name of the counter.
        name: what it is called as it lies.
        labels: what is written on it.
        pictures: the pictures that are up, by their names in the module.
    """

    where: VaslStep
    piece: str
    basic: str
    name: str
    labels: tuple[str, ...]
    at: Spot
    pictures: tuple[str, ...] = ()


@attrs.frozen
class CounterLifted:
    """A counter left the map."""

    where: VaslStep
    piece: str
    basic: str


@attrs.frozen
class WordsSeen:
    """What somebody wrote in the chat."""

    where: VaslStep
    who: str
    text: str


@attrs.frozen
class StepUndone:
    """A step was taken back with VASSAL's *Undo*; what follows in this step is its reverse."""

    where: VaslStep


@attrs.frozen
class OrderSeen:
    """A line of ours that went along: the header of a game, or an order."""

    where: VaslStep
    text: str


VaslFact: TypeAlias = (
    RollSeen
    | TrackSeen
    | MarkerShown
    | PieceWent
    | CounterLaid
    | CounterLifted
    | WordsSeen
    | StepUndone
    | OrderSeen
)


@attrs.frozen
class LogFile:
    """One file of a game.

    Attributes:
        archive: the file, unpacked, without its text.
        steps: how many steps it has; 0 in a save.
        commands: how many commands, those in nested ones included.
        begins: what the turn track shows before its first step; None if there is no track.
        ends: what it shows in the end.
    """

    archive: Archive
    steps: int
    commands: int
    begins: VaslTurn | None
    ends: VaslTurn | None


@attrs.frozen(slots=False)
class Account:
    """What the logs of a game tell.

    Attributes:
        files: the files, in the order in which they were joined.
        facts: what is told, in order.
        words: the last line of the chat in each step, as VASL shows it.
        players: who rolled or wrote, in the order in which they first did.
        set_aside: commands that are known and tell nothing that is read here, by word.
        unknown: commands and dice lines that were not understood, as they stand, with their steps.
        joints: what does not fit where two files meet.
        left_out: files, and steps of files, that would have been told twice.
    """

    files: tuple[LogFile, ...]
    facts: tuple[VaslFact, ...]
    words: dict[VaslStep, str]
    players: tuple[str, ...]
    set_aside: Counter[str]
    unknown: tuple[tuple[VaslStep, str], ...]
    joints: tuple[str, ...]
    left_out: tuple[str, ...] = ()

    def said_at(self, where: VaslStep) -> str:
        """The line of the chat that a player sees at a step, or the last one before it.

        VASL tells of the turn track in the step after the one that moves it.
        """
        track = self.words.get(VaslStep(where.file, where.step + 1), "")
        if where not in self.words and track.startswith("* New: "):
            return track
        at = bisect_right(self._steps_with_words, where)
        found = self._steps_with_words[at - 1] if at else None
        return self.words[found] if found is not None and found.file == where.file else ""

    @cached_property
    def _steps_with_words(self) -> list[VaslStep]:
        return sorted(self.words)

    def place(self, where: VaslStep) -> str:
        """A step as a sentence names it."""
        name = self.files[where.file].archive.name
        return f"step {where.step} of {name}" if where.step else f"the beginning of {name}"


def account_of(archives: Sequence[Archive]) -> Account:
    """Read the files of one game, in the order in which they were saved.

    Raises:
        BadInput: when one of them has more commands than any log has.
    """
    folding, joining = Folding(), joining_of(archives)
    files: list[LogFile] = []
    set_aside: Counter[str] = Counter()
    joints: list[str] = []
    left_out = [*joining.left_out]
    for number, part in enumerate(joining.parts):
        file = _read(number, part, folding, set_aside)
        if part.told:
            left_out.append(
                f"the first {part.told} steps of {file.archive.name} are the last of "
                f"{files[-1].archive.name}, and are not told again"
            )
        elif files:
            joints += _gaps(files[-1], part, file.begins)
        files.append(file)
    return Account(
        tuple(files),
        tuple(folding.facts),
        folding.words,
        tuple(folding.players),
        set_aside,
        tuple(folding.unknown),
        tuple(joints),
        tuple(left_out),
    )


def _read(number: int, part: Part, folding: "Folding", set_aside: Counter[str]) -> LogFile:
    """Fold one file."""
    folding.begin(number)
    begins, steps, count = None, 0, 0
    for step, command in commands_of(part.archive.text):
        if step != steps:
            if not steps:
                begins = folding.end_of_save()
            folding.end_step()
            if steps == part.told:
                folding.begin_telling(number)
            steps = step
        count += 1
        if isinstance(command, SetAside):
            set_aside[command.word] += 1
        folding.take(VaslStep(number, step), command)
    if not steps:
        begins = folding.end_of_save()
    folding.end_step()
    if steps == part.told:
        folding.begin_telling(number)
    archive = attrs.evolve(part.archive, text="")
    return LogFile(archive, steps, count, begins, folding.track)


_SHOWN: Final = "no turn track"


def _gaps(before: LogFile, part: Part, begins: VaslTurn | None) -> list[str]:
    after, found = part.archive.name, list[str]()
    if before.ends != begins:
        found.append(
            f"{before.archive.name} ends at {before.ends or _SHOWN}, and {after} begins at "
            f"{begins or _SHOWN}; is there a log between them?"
        )
    if part.stranger:
        found.append(
            f"{after} has none of the counters of the files before it; is it a log of another game?"
        )
    return found


_MOST_WORDS: Final = 120


class Folding:
    """The table as the commands leave it, and the facts that they tell.

    Attributes:
        facts: what was told so far.
        words: the last line of the chat in each step.
        players: who rolled or wrote; the values mean nothing.
        unknown: commands, pieces and dice lines that were not understood.
        track: what the turn track shows.
    """

    def __init__(self) -> None:
        """Begin with an empty table."""
        self.facts: list[VaslFact] = []
        self.words: dict[VaslStep, str] = {}
        self.players: dict[str, None] = {}
        self.unknown: list[tuple[VaslStep, str]] = []
        self.track: VaslTurn | None = None
        self._pieces: dict[str, VassalPiece] = {}
        self._stacks: dict[str, Stack] = {}
        self._shown: dict[tuple[Topic, str], str | None] = {}
        self._named: dict[str, str] = {}
        self._gone: set[str] = set()
        self._went: list[tuple[VaslStep, str, str, Spot | None, Spot]] = []
        self._laid: list[tuple[VaslStep, VassalPiece]] = []
        self._told = 0

    def begin(self, number: int) -> None:
        """Another file: its save puts every piece on the table again."""
        self._told = len(self.facts)
        for piece in list(self._pieces):
            self._lift(VaslStep(number, 0), piece)
        self._pieces.clear()
        self._stacks.clear()

    def end_of_save(self) -> VaslTurn | None:
        """The log proper begins; what the track showed until now."""
        self.end_step()
        return self.track

    def begin_telling(self, number: int) -> None:
        """What a file has told so far was told before; the table is as that left it."""
        if not any(fact.where.step for fact in self.facts[self._told :]):
            return
        del self.facts[self._told :]
        where = VaslStep(number, 0)
        self._laid = [
            (where, piece)
            for piece in self._pieces.values()
            if shown_by_piece(piece) is None and track_of(piece.name) is None
        ]
        self.end_step()
        self.words = {at: text for at, text in self.words.items() if at.file != number}
        self.unknown = [each for each in self.unknown if each[0].file != number]

    def take(self, where: VaslStep, command: VassalCommand) -> None:
        """One command."""
        match command:
            case Chatted(text):
                self._chat(where, text)
            case PieceAdded():
                self._add(where, command)
            case PieceChanged(piece, state):
                self._change(where, piece, state)
            case PieceMoved():
                self._move(where, command)
            case PieceRemoved(piece):
                self._lift(where, piece)
            case PropertySet(name, value):
                self._environment(where, shown_by_property(name, value), "property")
            case Unknown(text):
                self.unknown.append((where, text))
            case SetAside("UNDO", text) if text.endswith("true"):
                self.facts.append(StepUndone(where))
            case _:
                pass

    def end_step(self) -> None:
        """A step is over: what the chat called a place is known for all that moved in it."""
        known = {name for _, piece, name, _, _ in self._went if piece}
        for where, piece, name, origin, to in self._went:
            if not piece and name in known:
                continue
            named = self._named.get(f"> {name}", "")
            spot = Spot(to.map, to.x, to.y, named)
            self.facts.append(PieceWent(where, piece, name, self._from(name, origin), spot))
        for where, found in self._laid:
            spot = Spot(found.map, found.x, found.y, self._named.get(f"> {found.name}", ""))
            self.facts.append(
                CounterLaid(
                    *(where, found.id, found.basic, found.name, found.labels, spot),
                    tuple(filter(None, (layer.image for layer in found.layers))),
                )
            )
        self._went.clear()
        self._laid.clear()
        self._named.clear()
        self._gone.clear()

    def _from(self, name: str, origin: Spot | None) -> Spot | None:
        named = self._named.get(f"< {name}", "")
        if origin is None:
            return Spot("", 0, 0, named) if named else None
        return Spot(origin.map, origin.x, origin.y, named)

    # The chat -------------------------------------------------------------------------------

    def _chat(self, where: VaslStep, text: str) -> None:
        if where.step and text.strip():
            self.words[where] = text[:_MOST_WORDS].strip()
        line = chat_line(text)
        match line:
            case DiceLine():
                self._meet(line.who)
                self.facts.append(RollSeen(where, line))
            case TrackLine(track):
                self._turn(where, track)
            case MoveLine() | CreatedLine():
                self._name_places(where, line)
            case InEffectLine(what):
                self._environment(where, shown_by_line(what), "button")
            case PersonLine(who, said):
                self._meet(who)
                self.facts.append(WordsSeen(where, who, said))
            case OrderLine(order):
                self.facts.append(OrderSeen(where, order))
            case OtherLine(other):
                self._other(where, other)

    def _environment(self, where: VaslStep, shown: Shown, source: str) -> None:
        """Properties stand in every save, at nothing; that is no word of the players."""
        for topic, value in shown:
            untold = not where.step and (topic, source) not in self._shown
            if not (untold and shows_nothing(value)):
                self._show(where, topic, value, source)

    def _other(self, where: VaslStep, text: str) -> None:
        """A line of no known kind; one that looks like dice is told."""
        if text.startswith("*** ") and ("=" in text or " DR)" in text or " dr)" in text):
            self.unknown.append((where, f"CHAT{text}"))

    def _name_places(self, where: VaslStep, line: MoveLine | CreatedLine) -> None:
        """Keep what the chat calls the places of what moves in this step."""
        if isinstance(line, CreatedLine):
            self._named[f"> {line.piece}"] = line.at
            return
        self._named[f"< {line.piece}"], self._named[f"> {line.piece}"] = line.origin, line.to
        if line.piece not in self._gone:
            self._gone.add(line.piece)
            self._went.append((where, "", line.piece, None, Spot("", 0, 0)))

    def _meet(self, who: str) -> None:
        if who:
            self.players.setdefault(who)

    def _turn(self, where: VaslStep, track: VaslTurn) -> None:
        if track != self.track:
            self.track = track
            self.facts.append(TrackSeen(where, track))

    def _show(self, where: VaslStep, topic: Topic, value: str | None, source: str) -> None:
        if self._shown.get((topic, source), "") != value:
            self._shown[topic, source] = value
            self.facts.append(MarkerShown(where, topic, value, source))

    # Pieces -----------------------------------------------------------------------------------

    def _add(self, where: VaslStep, command: PieceAdded) -> None:
        stack = stack_of(command.type, command.state)
        if stack is not None:
            self._stacks[command.id] = stack
            return
        piece = piece_of(command.id, command.type, command.state)
        if piece is not None:
            self._see(where, piece, None)
        elif not command.type.startswith("deck;"):
            self.unknown.append((where, f"+/{command.id}/{command.type}/{command.state}"))

    def _change(self, where: VaslStep, id_: str, state: str) -> None:
        if id_ in self._stacks:
            stack = stack_of("stack", state)
            if stack is not None:
                self._stacks[id_] = stack
            return
        old = self._pieces.get(id_)
        piece = None if old is None else old.with_state(state)
        if piece is None:
            self.unknown.append((where, f"D/{id_}/{state}"))
        else:
            self._see(where, piece, old)

    def _see(self, where: VaslStep, piece: VassalPiece, old: VassalPiece | None) -> None:
        """A piece as it is now."""
        self._pieces[piece.id] = piece
        track = track_of(piece.name)
        if track is not None and piece.map:
            self._turn(where, track)
            return
        shown = shown_by_piece(piece)
        if shown is not None and piece.map:
            self._show(where, *shown, "counter")
        elif old is None or (piece.name, piece.map, piece.x, piece.y, piece.labels) != (
            *(old.name, old.map, old.x, old.y),
            old.labels,
        ):
            self._laid.append((where, piece))

    def _move(self, where: VaslStep, command: PieceMoved) -> None:
        stack = self._stacks.get(command.id)
        moved = stack.pieces if stack is not None else (command.id,)
        if stack is not None:
            self._stacks[command.id] = Stack(command.map, command.x, command.y, stack.pieces)
        to = Spot(command.map, command.x, command.y)
        for id_ in moved:
            piece = self._pieces.get(id_)
            if piece is not None:
                origin = Spot(piece.map, piece.x, piece.y)
                self._pieces[id_] = attrs.evolve(piece, map=to.map, x=to.x, y=to.y)
                self._gone.add(piece.name)
                self._went.append((where, id_, piece.name, origin, to))

    def _lift(self, where: VaslStep, id_: str) -> None:
        piece = self._pieces.pop(id_, None)
        if piece is None:
            self._stacks.pop(id_, None)
            return
        shown = shown_by_piece(piece)
        if shown is not None and piece.map:
            if where.step:  # at the beginning of a file the save says what is there
                self._show(where, shown[0], None, "counter")
        else:
            self.facts.append(CounterLifted(where, id_, piece.basic))
