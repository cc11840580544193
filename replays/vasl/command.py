"""The commands of a log or save: one text, cut into what came before the log, and its steps.

A step is what the button *Step forward* of VASSAL plays at once. Commands are separated by ESC, and
nest. Whatever is not one of the commands below is kept as it stands.
"""

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

import attrs

from events.errors import BadInput
from replays.vasl.encoding import split

_MOST_TRAITS: Final = 160
_MOST_CHAIN: Final = 1024 * 1024
_IMAGES, _NAMES = 16, 17
_LEVEL: Final = re.compile(r"-?[0-9]{1,6}")


@attrs.frozen
class Layer:
    """A layer of pictures on a piece, one of which is shown or none.

    Attributes:
        level: which one, from 1; 0 and less is none.
        images: the names of the pictures.
        names: what each does to the name of the piece.
    """

    level: int
    images: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def image(self) -> str:
        """The name of the picture that is shown; empty if none is."""
        return self.images[self.level - 1] if 0 < self.level <= len(self.images) else ""

    def named(self, name: str) -> str:
        """What the piece is called under this layer."""
        if not 0 < self.level <= len(self.names) or not self.names[self.level - 1]:
            return name
        first, *rest = split(self.names[self.level - 1], "+")
        if not rest:
            return first
        return name + rest[0] if not first else first + name


@attrs.frozen
class VassalPiece:
    """A counter at one moment.

    Attributes:
        id: its number in this game.
        types: the types of its traits, as they stand.
        basic: the name of the counter itself.
        name: what it is called as it lies.
        layers: its layers, the innermost first.
        map: the map where it lies, by pixels; empty if it lies on none.
    """

    id: str
    types: tuple[str, ...]
    basic: str
    name: str
    layers: tuple[Layer, ...]
    labels: tuple[str, ...]
    map: str
    x: int
    y: int

    def with_state(self, state: str) -> "VassalPiece | None":
        """The same piece in another state; None if that is not understood."""
        states = chain_of(state)
        return None if states is None else _assembled(self.id, self.types, states)


@attrs.frozen
class Stack:
    """A stack: where it lies, and the pieces in it."""

    map: str
    x: int
    y: int
    pieces: tuple[str, ...]


def chain_of(text: str) -> tuple[str, ...] | None:
    """The traits of a chain, outermost first; None if it is too long to be one."""
    if len(text) > _MOST_CHAIN:
        return None
    found: list[str] = []
    while True:
        parts = split(text, "\t")
        if len(parts) == 1:
            return (*found, parts[0])
        found += parts[:-1]
        text = parts[-1]
        if len(found) > _MOST_TRAITS:
            return None


def piece_of(id_: str, type_: str, state: str) -> VassalPiece | None:
    """A counter, of its type and state; None if it is not understood."""
    types, states = chain_of(type_), chain_of(state)
    if types is None or states is None or not types[-1].startswith("piece;"):
        return None
    return _assembled(id_, types, states)


def _assembled(id_: str, types: tuple[str, ...], states: tuple[str, ...]) -> VassalPiece | None:
    if len(types) != len(states):
        return None
    fields, place = split(types[-1], ";"), split(states[-1], ";")
    if len(fields) < 5 or len(place) < 3:
        return None
    try:
        x, y = int(place[1][:9]), int(place[2][:9])
    except ValueError:
        return None
    layers: list[Layer] = []
    labels: list[str] = []
    name = fields[4]
    for type_, state in zip(reversed(types), reversed(states), strict=True):
        if type_.startswith("emb2;"):
            layer = _layer(type_, state)
            if layer is not None:
                layers.append(layer)
                name = layer.named(name)
        elif type_.startswith("label;") and state:
            labels.append(split(state, ";")[0])
    on = "" if place[0] == "null" else place[0]
    return VassalPiece(id_, types, fields[4], name, tuple(layers), tuple(labels), on, x, y)


def _layer(type_: str, state: str) -> Layer | None:
    fields = split(type_, ";")
    level = _LEVEL.match(state)
    if len(fields) <= _NAMES or level is None:
        return None
    return Layer(
        int(level[0]), tuple(split(fields[_IMAGES], ",")), tuple(split(fields[_NAMES], ","))
    )


def stack_of(type_: str, state: str) -> Stack | None:
    """A stack, of its type and state; None if it is none."""
    if type_ != "stack":
        return None
    fields = split(state, ";")
    try:
        return Stack(fields[0], int(fields[1][:9]), int(fields[2][:9]), tuple(fields[3:]))
    except (IndexError, ValueError):
        return None


ESC: Final = "\x1b"
"""What stands between commands."""

MOST_STEPS: Final = 500_000
"""No log has more commands."""

_DEEPEST: Final = 64


@attrs.frozen
class Chatted:
    """A line in the chat window."""

    text: str


@attrs.frozen
class PieceAdded:
    """A counter, or a stack of them, that was put into the game; both texts as they stand."""

    id: str
    type: str
    state: str


@attrs.frozen
class PieceChanged:
    """The state of a piece that changed; ``state`` is the new one."""

    id: str
    state: str


@attrs.frozen
class PieceMoved:
    """A piece or a stack that was moved to a pixel of a map; its player is empty if not said."""

    id: str
    map: str
    x: int
    y: int
    player: str


@attrs.frozen
class PieceRemoved:
    """A piece that was taken out of the game."""

    id: str


@attrs.frozen
class PropertySet:
    """A property of the whole game that was set."""

    name: str
    value: str


@attrs.frozen
class SetAside:
    """A command that is known and tells nothing that is read here, such as the boards."""

    word: str
    text: str


@attrs.frozen
class Unknown:
    """A command that was not understood, as it stands."""

    text: str


VassalCommand: TypeAlias = (
    Chatted
    | PieceAdded
    | PieceChanged
    | PieceMoved
    | PieceRemoved
    | PropertySet
    | SetAside
    | Unknown
)

_KNOWN: Final = {
    "begin_save": "the beginning of the game as it was saved",
    "end_save": "its end",
    "bd": "boards",
    "EXT": "an extension",
    "INFO": "the scenario's SAN and ELR",
    "UNMASK": "whether an opponent may look under concealment",
    "NOTES": "notes",
    "PNOTES": "notes of a player",
    "SNOTE": "secret notes",
    "SETUP_STACK": "counters of the module",
    "PLAYER": "a player",
    "TURN": "a turn counter of VASSAL",
    "UNDO": "a step that was taken back",
    "AUDIO": "a sound",
    "LOSTHREAD": "a LOS thread",
    "HINDRANCES": "whether Hindrances are shown",
}
"""Commands that tell nothing that is read here, by their first word."""

_BEGINNINGS: Final = {"OBA/": "OBA", "command.shader.": "command.shader"}
"""Likewise, of commands that have no tab: an OBA flow chart, and whether a shade is drawn."""


def commands_of(text: str) -> Iterator[tuple[int, VassalCommand]]:
    """Each command with its step: 0 is before the log, its first step is 1.

    Raises:
        BadInput: when there are more than any log has.
    """
    step = 0
    for count, token in enumerate(split(text, ESC)):
        if count > MOST_STEPS:
            raise BadInput(f"there are more than {MOST_STEPS} commands")
        counted = False
        for each in _flat(token):
            command = each
            if command.startswith("LOG\t"):
                command = command[4:]
                if not counted:
                    step += 1
                    counted = True
            if command:
                yield step, _read(command)


def _flat(token: str) -> Iterator[str]:
    """A command, and those that are nested in it, in order."""
    waiting = [(token, 0)]
    while waiting:
        text, depth = waiting.pop()
        parts = split(text, ESC) if ESC in text and depth < _DEEPEST else [text]
        yield parts[0]
        waiting += [(part, depth + 1) for part in reversed(parts[1:])]


def _read(text: str) -> VassalCommand:
    """One command."""
    if text.startswith("CHAT"):
        return Chatted(text[4:])
    if text[1:2] == "/" and text[0] in "+-DM":
        found = _piece(text[0], text[2:])
        return Unknown(text) if found is None else found
    word, tab, rest = text.partition("\t")
    if word == "MutableProperty" and tab:
        fields = split(rest, "\t")
        return PropertySet(fields[0], fields[2]) if len(fields) >= 3 else Unknown(text)
    if word == "GlobalProperty" and tab:
        return _global(rest, text)
    if word.endswith("BoardPicker") or word in _KNOWN or text == "\\":
        return SetAside(word, text)
    for beginning, called in _BEGINNINGS.items():
        if text.startswith(beginning):
            return SetAside(called, text)
    return Unknown(text)


def _global(rest: str, text: str) -> VassalCommand:
    """A property as a save keeps it: ``;name;value;place``, or one of another form."""
    fields = split(rest, ";")
    if len(fields) >= 3 and not fields[0] and "\t" not in rest:
        return PropertySet(fields[1], fields[2])
    return SetAside("GlobalProperty", text)


def _piece(letter: str, rest: str) -> VassalCommand | None:
    """A command about a piece; None if it is not whole."""
    fields = split(rest, "/")
    if letter == "+" and len(fields) >= 3:
        return PieceAdded(fields[0], fields[1], fields[2])
    if letter == "D" and len(fields) >= 2:
        return PieceChanged(fields[0], fields[1])
    if letter == "-" and fields[0]:
        return PieceRemoved(fields[0])
    if letter == "M" and len(fields) >= 4:
        x, y = _whole(fields[2]), _whole(fields[3])
        if x is not None and y is not None:
            return PieceMoved(fields[0], fields[1], x, y, fields[9] if len(fields) > 9 else "")
    return None


def _whole(text: str) -> int | None:
    try:
        return int(text) if len(text) < 10 else None
    except ValueError:
        return None
