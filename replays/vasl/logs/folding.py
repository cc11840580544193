"""Commands of VASSAL folded into facts: which piece is which, what is shown, what was said."""

from typing import Final

import attrs

from replays.vasl.format.commands import (
    Chatted,
    PieceAdded,
    PieceChanged,
    PieceMoved,
    PieceRemoved,
    PropertySet,
    SetAside,
    Unknown,
    VassalCommand,
)
from replays.vasl.format.pieces import Stack, VassalPiece, piece_of, stack_of
from replays.vasl.logs.account import (
    CounterLaid,
    CounterLifted,
    MarkerShown,
    OrderSeen,
    PieceWent,
    RollSeen,
    Spot,
    StepUndone,
    TrackSeen,
    VaslFact,
    VaslStep,
    WordsSeen,
)
from replays.vasl.logs.chat import (
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
from replays.vasl.logs.markers import (
    Shown,
    Topic,
    shown_by_line,
    shown_by_piece,
    shown_by_property,
    shows_nothing,
)

__all__ = ["Folding"]

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
