"""What the logs of one game tell, step by step: rolls, the turn track, markers, moves, words.

Several logs are read in the order in which VASSAL saved them. Nothing here knows the scenario.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import groupby, islice, takewhile
from operator import attrgetter, itemgetter
from typing import Final, TypeAlias

import attrs

from replays.vasl.board_line import BoardLine, BoardSize, VaslMap, read_board_line
from replays.vasl.chat import (
    InEffectLine,
    MoveLine,
    RollSeen,
    TrackSeen,
    VaslFact,
    VaslStep,
    VaslTurn,
    WordsSeen,
    chat_line,
    track_of,
)
from replays.vasl.command import (
    ESC,
    CommandKind,
    VassalCommand,
    VassalPiece,
    commands_of,
    piece_of,
    stack_of,
)
from replays.vasl.container import Archive
from replays.vasl.encoding import split
from replays.vasl.marker import (
    NOTHING,
    Shown,
    Topic,
    shown_by_line,
    shown_by_piece,
    shown_by_property,
)
from replays.vasl.setup_counter import vehicle_of

# Which logs of one game are read, in which order, and what of them was told before ------------

_TELLING: Final = re.compile(r"LOG\t(?:CHAT\*\*\* \(|[-+DM]/)")
"""Steps that hardly come twice by chance: dice with their statistics, and counters."""
_PIECE: Final = re.compile(r"\+/([^/\t]{1,40})/")
_LIKE_DICE: Final = re.compile(r"=| DR\)| dr\)")


_LogPart: TypeAlias = tuple[Archive, int, bool]
"""A file that is read; how many of its first steps are the last ones of the file before it; and
whether it is a stranger, as it has counters, and none of those before it."""


def _in_order(archives: Iterable[Archive]) -> tuple[list[_LogPart], list[str]]:
    """Files as they were saved, and why others are not read; as given if one does not say when."""
    given = list(archives)
    if all(each.saved is not None for each in given):
        given.sort(key=lambda each: each.saved or 0)
    steps = [_steps(each) if len(given) > 1 else [] for each in given]
    parts: list[_LogPart] = []
    left_out: list[str] = []
    known: set[str] = set()
    before: list[str] = []
    for at, archive in enumerate(given):
        other = next((n for n in range(len(given)) if _inside(at, n, given, steps)), None)
        if other is not None:
            how = "is" if given[other].text == archive.text else "is a part of"
            left_out.append(f"{archive.name} {how} {given[other].name}, and is not read again")
            continue
        pieces = set(_PIECE.findall(archive.text))
        stranger = bool(known and pieces) and not known & pieces
        parts.append((archive, _overlap(before, steps[at]), stranger))
        before, known = steps[at], known | pieces
    return parts, left_out


def _steps(archive: Archive) -> list[str]:
    return [each for each in split(archive.text, ESC) if each.startswith("LOG\t")]


def _inside(one: int, other: int, given: Sequence[Archive], steps: Sequence[list[str]]) -> bool:
    """Whether a file stands in another one; of two that are the same, the later does."""
    telling = any(map(_TELLING.match, steps[one]))
    if given[one].text == given[other].text or (telling and steps[one] == steps[other]):
        return other < one
    whole, part = (f"{ESC}{ESC.join(each)}{ESC}" for each in (steps[other], steps[one]))
    return telling and part in whole


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
    found = border[-1]
    return found if found > 1 and any(map(_TELLING.match, after[:found])) else 0


# Facts ------------------------------------------------------------------------------------------


@attrs.frozen
class Spot:
    """Where a counter lies: pixels of a map, and the place's name if the chat said it."""

    map: str
    x: int
    y: int
    named: str = ""


@attrs.frozen
class MarkerShown(VaslFact):
    """A marker (*counter*), a *property* or a *button* of the environment shows this from now on.

    The value is None where its counter was taken away and nothing is shown any more.
    """

    topic: Topic
    value: str | None
    source: str


@attrs.frozen
class PieceWent(VaslFact):
    """A counter was moved; where only the chat says so, it has no number."""

    piece: str
    name: str
    origin: Spot | None
    to: Spot


@attrs.frozen
class CounterLaid(VaslFact):
    """A counter came on the map, or changed its side or place.

    It has its number in VASL, its own name, what it is called as it lies, what is written on it,
    and the pictures that are up, by their names in the module.
    """

    piece: str
    basic: str
    name: str
    labels: tuple[str, ...]
    at: Spot
    pictures: tuple[str, ...] = ()


@attrs.frozen
class CounterLifted(VaslFact):
    """A counter left the map, from where it lay last."""

    piece: str
    basic: str
    at: Spot


@attrs.frozen
class StepUndone(VaslFact):
    """A step was taken back with VASSAL's *Undo*; what follows in this step is its reverse."""


@attrs.frozen
class LogFile:
    """One file of a game, without its text: its steps, its commands with those nested in others.

    The turn track shows one thing before its first step and one in the end; None without a track.
    """

    archive: Archive
    steps: int
    commands: int
    begins: VaslTurn | None
    ends: VaslTurn | None


@attrs.define(slots=False)
class History:
    """What the logs of a game tell, in order."""

    files: list[LogFile] = attrs.field(factory=list)
    facts: list[VaslFact] = attrs.field(factory=list)
    words: dict[VaslStep, str] = attrs.field(factory=dict)
    """The last line of the chat in each step, as VASL shows it."""
    board_line: BoardLine = ()
    """The boards that lie on the table in the end; none if no file tells of any."""
    sizes: tuple[BoardSize, ...] = ()
    """How large these are; as most boards if not given."""
    players: list[str] = attrs.field(factory=list)
    """Who rolled or wrote, in the order in which they first did."""
    set_aside: Counter[str] = attrs.field(factory=Counter)
    """Commands that are known and tell nothing that is read here, by word."""
    unknown: list[tuple[VaslStep, str]] = attrs.field(factory=list)
    """Commands and dice lines that were not understood, as they stand."""
    vehicles: set[str] = attrs.field(factory=set)
    """The counters, by number, that are vehicles before the first step."""
    gaps: list[str] = attrs.field(factory=list)
    """What does not fit where two files meet."""
    left_out: list[str] = attrs.field(factory=list)
    """Files, and steps of files, that would have been told twice; and a command that is cut off."""

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

    @property
    def table(self) -> VaslMap:
        """The main map with those boards."""
        return VaslMap.of(self.board_line, self.sizes)

    def place(self, where: VaslStep) -> str:
        """A step as a sentence names it."""
        name = self.files[where.file].archive.name
        return f"step {where.step} of {name}" if where.step else f"the beginning of {name}"

    def step_as_json(self, where: VaslStep) -> dict[str, object]:
        """A step as JSON has it."""
        return {"file": self.files[where.file].archive.name, "step": where.step}


_NOTHING_DONE: Final = (WordsSeen, MarkerShown, StepUndone)
_MOST_CLICKS: Final = 16


@attrs.define
class Part:
    """The facts while the turn track shows something; the first have no track.

    It is idle if nothing was done meanwhile.
    """

    track: TrackSeen | None
    facts: list[VaslFact] = attrs.field(factory=list)
    idle: bool = True


def phases_of(facts: Iterable[VaslFact]) -> list[Part]:
    """Facts by phase, as the turn track parts them.

    Where the track was moved on and back again, and nothing was done meanwhile, it has not moved.
    """
    parts = [Part(None)]
    for fact in facts:
        if not isinstance(fact, TrackSeen):
            parts[-1].facts.append(fact)
            parts[-1].idle &= isinstance(fact, _NOTHING_DONE)
        elif clicks := _clicked_back(parts, fact.track):
            for more in parts[-clicks:]:
                parts[-clicks - 1].facts.extend(more.facts)
            del parts[-clicks:]
        else:
            parts.append(Part(fact))
    return parts


def _clicked_back(parts: Sequence[Part], to: VaslTurn) -> int:
    """Over how many parts in which nothing was done the track goes back to where it was."""
    idle = list(takewhile(attrgetter("idle"), islice(reversed(parts), _MOST_CLICKS)))
    tracks = (parts[-back - 1].track for back in range(1, min(len(idle) + 1, len(parts))))
    return next((n for n, each in enumerate(tracks, 1) if each and each.track == to), 0)


def read_history(archives: Iterable[Archive]) -> History:
    """Read the files of one game, in the order in which they were saved."""
    parts, left_out = _in_order(archives)
    found = History(left_out=left_out)
    reducer = _Reducer(found)
    for archive, repeated, stranger in parts:
        file, name = reducer.read(len(found.files), archive, repeated), archive.name
        last = found.files[-1].archive.name if found.files else ""
        if repeated:
            what = f"the first {repeated} steps of {name} are the last of {last}"
            found.left_out.append(f"{what}, and are not told again")
        elif last and found.files[-1].ends != file.begins:
            ends, begins = (each or "no turn track" for each in (found.files[-1].ends, file.begins))
            what = f"{last} ends at {ends}, and {name} begins at {begins}"
            found.gaps.append(f"{what}; is there a log between them?")
        if stranger and not repeated:
            what = f"{name} has none of the counters of the files before it"
            found.gaps.append(f"{what}; is it a log of another game?")
        found.files.append(file)
    return found


# The reducer ------------------------------------------------------------------------------------

_MOST_WORDS: Final = 120


class _Reducer:
    """The table as the commands leave it, and the facts that they tell."""

    def __init__(self, history: History) -> None:
        self._history, self._facts = history, history.facts
        self._track: VaslTurn | None = None
        self._met: set[str] = set()
        self._pieces: dict[str, VassalPiece] = {}
        self._called: dict[str, str] = {}  # by what the chat says, which has the label too
        self._stacks: dict[str, tuple[str, ...]] = {}
        self._last_values: dict[tuple[Topic, str], str | None] = {}
        # of this step: what moved and was laid, and what the chat calls the places of a name
        self._went: list[PieceWent] = []
        self._gone: set[str] = set()
        self._laid: list[CounterLaid] = []
        self._origins: dict[str, str] = {}
        self._places: dict[str, str] = {}

    def read(self, number: int, archive: Archive, repeated: int) -> LogFile:
        """Take the commands of a file: its save puts every piece on the table again.

        So many of its first steps are the last ones of the file before it.
        """
        told_before = len(self._facts)
        for piece in list(self._pieces):
            self._lift(VaslStep(number, 0), piece)
        self._stacks.clear()
        steps, count, begins, cut = 0, 0, None, False
        for step, commands in groupby(commands_of(archive.text), itemgetter(0)):
            if not steps:
                begins = self._track
            for _, command in commands:
                count, known = count + 1, len(self._history.unknown)
                self._take(VaslStep(number, step), command)
                cut = len(self._history.unknown) > known or _is_empty_stack(command)
            self._end_step()
            steps = step
            if steps == repeated:
                self._forget(number, told_before)
        if not steps:
            begins = self._track
        if cut:
            what = f"the last command of {archive.name} is not whole"
            self._history.left_out.append(f"{what}; is the log cut off?")
        return LogFile(attrs.evolve(archive, text=""), steps, count, begins, self._track)

    def _forget(self, number: int, told_before: int) -> None:
        """What a file has told so far was told before; the table is as that left it."""
        if not any(fact.where.step for fact in self._facts[told_before:]):
            return
        del self._facts[told_before:]
        for piece in self._pieces.values():
            if shown_by_piece(piece) is None and track_of(piece.name) is None:
                self._lay(VaslStep(number, 0), piece)
        self._end_step()
        history = self._history
        history.words = {at: text for at, text in history.words.items() if at.file != number}
        history.unknown = [each for each in history.unknown if each[0].file != number]

    def _take(self, where: VaslStep, command: VassalCommand) -> None:
        match command:
            case CommandKind.CHAT, [text]:
                self._chat(where, text)
            case CommandKind.ADD, [id_, type_, state]:
                self._add(where, id_, type_, state)
            case CommandKind.CHANGE, [id_, state]:
                self._change(where, id_, state)
            case CommandKind.MOVE, [id_, map_, x, y]:
                self._move(where, id_, Spot(map_, int(x), int(y)))
            case CommandKind.REMOVE, [id_]:
                self._lift(where, id_)
            case CommandKind.PROPERTY, [name, value]:
                self._environment(where, shown_by_property(name, value), "property")
            case CommandKind.SET_ASIDE, [word, text]:
                self._history.set_aside[word] += 1
                if word == "UNDO" and text.endswith("true"):
                    self._facts.append(StepUndone(where))
            case kind, [text]:
                self._boards_or_unknown(where, kind, text)

    def _boards_or_unknown(self, where: VaslStep, kind: CommandKind, text: str) -> None:
        boards = read_board_line(text) if kind is CommandKind.BOARDS else None
        if boards is None:
            self._history.unknown.append((where, text))
        else:
            self._history.board_line = boards

    def _end_step(self) -> None:
        """A step is over: what the chat called a place is known for all that moved in it."""
        lying = (self._pieces.get(went.piece) for went in self._went)
        moved = {name for each in lying if each for name in (each.name, each.basic)}
        for went in self._went:
            if went.piece or went.name not in moved:
                named, origin = self._origins.get(went.name, ""), went.origin
                if origin is not None or named:
                    origin = attrs.evolve(origin or _NOWHERE, named=named)
                to = attrs.evolve(went.to, named=self._places.get(went.name, ""))
                self._facts.append(attrs.evolve(went, origin=origin, to=to))
        for laid in self._laid:
            at = attrs.evolve(laid.at, named=self._places.get(laid.name, ""))
            self._facts.append(attrs.evolve(laid, at=at))
        for each in (self._went, self._gone, self._laid, self._origins, self._places):
            each.clear()

    # The chat -----------------------------------------------------------------------------------

    def _chat(self, where: VaslStep, text: str) -> None:
        if where.step and text.strip():
            self._history.words[where] = text[:_MOST_WORDS].strip()
        match chat_line(text, where):
            case TrackSeen(_, track):
                self._turn(where, track)
            case MoveLine(said, origin, to):
                piece = self._called.get(said, said)
                self._places[piece] = to
                if origin is not None:
                    self._origins[piece] = origin
                    self._go(PieceWent(where, "", piece, None, _NOWHERE))
            case InEffectLine(what):
                self._environment(where, shown_by_line(what), "button")
            case VaslFact() as fact:
                self._facts.append(fact)
                if isinstance(fact, RollSeen | WordsSeen):
                    self._meet(fact.line.who if isinstance(fact, RollSeen) else fact.who)
            case None if text.startswith("*** ") and _LIKE_DICE.search(text):
                self._history.unknown.append((where, f"CHAT{text}"))  # it looks like dice

    def _environment(self, where: VaslStep, shown: Shown, source: str) -> None:
        """Properties stand in every save, at nothing; that is no word of the players."""
        for topic, value in shown:
            never_given = not where.step and (topic, source) not in self._last_values
            if not (never_given and value in NOTHING):
                self._show(where, topic, value, source)

    def _meet(self, who: str) -> None:
        if who and who not in self._met:
            self._met.add(who)
            self._history.players.append(who)

    def _turn(self, where: VaslStep, track: VaslTurn) -> None:
        if track != self._track:
            self._track = track
            self._facts.append(TrackSeen(where, track))

    def _show(self, where: VaslStep, topic: Topic, value: str | None, source: str) -> None:
        if self._last_values.get((topic, source), "") != value:
            self._last_values[topic, source] = value
            self._facts.append(MarkerShown(where, topic, value, source))

    # Pieces -------------------------------------------------------------------------------------

    def _add(self, where: VaslStep, id_: str, type_: str, state: str) -> None:
        stack, piece = stack_of(type_, state), piece_of(id_, type_, state)
        if stack is not None:
            self._stacks[id_] = stack
        elif piece is not None:
            self._see(where, piece, None)
        elif not type_.startswith("deck;"):
            self._history.unknown.append((where, f"+/{id_}/{type_}/{state}"))

    def _change(self, where: VaslStep, id_: str, state: str) -> None:
        if id_ in self._stacks:
            stack = stack_of("stack", state)
            if stack is not None:
                self._stacks[id_] = stack
            return
        old = self._pieces.get(id_)
        piece = None if old is None else old.with_state(state)
        if piece is None:
            self._history.unknown.append((where, f"D/{id_}/{state}"))
        else:
            self._see(where, piece, old)

    def _see(self, where: VaslStep, piece: VassalPiece, old: VassalPiece | None) -> None:
        self._pieces[piece.id] = piece
        self._called |= {f"{piece.name} ({each})": piece.name for each in piece.labels}
        if piece.map and (track := track_of(piece.name)):
            self._turn(where, track)
        elif piece.map and (shown := shown_by_piece(piece)):
            self._show(where, *shown, "counter")
        elif old is None or _LIES(piece) != _LIES(old):
            self._lay(where, piece)

    def _lay(self, where: VaslStep, piece: VassalPiece) -> None:
        names, at = (piece.id, piece.basic, piece.name), Spot(piece.map, piece.x, piece.y)
        pictures = tuple(filter(None, (each.image for each in piece.layers)))
        self._laid.append(CounterLaid(where, *names, piece.labels, at, pictures))
        if where == _BEGINNING and vehicle_of(piece) is not None:
            self._history.vehicles.add(piece.id)

    def _move(self, where: VaslStep, moved: str, to: Spot) -> None:
        for id_ in self._stacks.get(moved, (moved,)):
            piece = self._pieces.get(id_)
            if piece is not None:
                origin = Spot(piece.map, piece.x, piece.y)
                self._pieces[id_] = attrs.evolve(piece, map=to.map, x=to.x, y=to.y)
                self._go(PieceWent(where, id_, piece.name, origin, to))

    def _go(self, went: PieceWent) -> None:
        """A counter moved; what only the chat says counts once in a step, and as no other move."""
        if went.piece or went.name not in self._gone:
            self._gone.add(went.name)
            self._went.append(went)

    def _lift(self, where: VaslStep, id_: str) -> None:
        piece = self._pieces.pop(id_, None)
        if piece is None:
            self._stacks.pop(id_, None)
            return
        shown, at = shown_by_piece(piece), Spot(piece.map, piece.x, piece.y)
        if shown is None or not piece.map:
            self._facts.append(CounterLifted(where, id_, piece.basic, at))
        elif where.step:  # at the beginning of a file the save says what is there
            self._show(where, shown[0], None, "counter")


def _is_empty_stack(command: VassalCommand) -> bool:
    kind, texts = command
    return kind is CommandKind.ADD and stack_of(*texts[1:]) == ()


_BEGINNING: Final = VaslStep(0, 0)
_NOWHERE: Final = Spot("", 0, 0)
_LIES: Final = attrgetter("name", "map", "x", "y", "labels")
