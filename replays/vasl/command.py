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
    """A layer of pictures on a piece, one of which is up, from 1; with a level below, none is.

    Each picture has what it does to the name of the piece.
    """

    level: int
    images: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def image(self) -> str:
        """The name of the picture that is up; empty if none is."""
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
    """A counter at one moment: its traits, its own name, and what it is called as it lies.

    Its innermost layer is the first; the map is empty if it lies on none.
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
        return _piece(self.id, self.types, chain_of(state))


def chain_of(text: str) -> tuple[str, ...]:
    """The traits of a chain, outermost first; none if it is too long to be one."""
    if len(text) > _MOST_CHAIN:
        return ()
    found: list[str] = []
    while True:
        *parts, text = split(text, "\t")
        if not parts:
            return (*found, text)
        found += parts
        if len(found) > _MOST_TRAITS:
            return ()


def piece_of(id_: str, type_: str, state: str) -> VassalPiece | None:
    """A counter, of its type and state; None if it is not understood."""
    return _piece(id_, chain_of(type_), chain_of(state))


def _piece(id_: str, types: tuple[str, ...], states: tuple[str, ...]) -> VassalPiece | None:
    if not types or len(types) != len(states) or not types[-1].startswith("piece;"):
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
    images, names = (tuple(split(fields[at], ",")) for at in (_IMAGES, _NAMES))
    return Layer(int(level[0]), images, names)


def stack_of(type_: str, state: str) -> tuple[str, ...] | None:
    """The pieces in a stack, of its type and state; None if it is none."""
    fields = split(state, ";")
    if type_ != "stack" or len(fields) < 3:
        return None
    try:
        int(fields[1][:9]), int(fields[2][:9])
    except ValueError:
        return None
    return tuple(fields[3:])


ESC: Final = "\x1b"
"""What stands between commands."""

_MOST_COMMANDS: Final = 500_000
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
    """A piece or a stack that was moved to a pixel of a map."""

    id: str
    map: str
    x: int
    y: int


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

_KNOWN: Final = frozenset(
    {
        *("begin_save", "end_save", "bd", "EXT", "INFO", "UNMASK", "NOTES", "PNOTES", "SNOTE"),
        *("SETUP_STACK", "PLAYER", "TURN", "UNDO", "AUDIO", "LOSTHREAD", "HINDRANCES"),
    }
)
"""First words of commands that tell nothing that is read here, such as boards, notes, sounds."""

_BEGINNINGS: Final = {"OBA/": "OBA", "command.shader.": "command.shader"}
"""Likewise, of commands that have no tab: an OBA flow chart, and whether a shade is drawn."""


def commands_of(text: str) -> Iterator[tuple[int, VassalCommand]]:
    """Each command with its step: 0 is before the log, its first step is 1."""
    step = 0
    for count, token in enumerate(split(text, ESC)):
        if count > _MOST_COMMANDS:
            raise BadInput(f"there are more than {_MOST_COMMANDS} commands")
        counted = False
        for each in _flat(token):
            if each.startswith("LOG\t") and not counted:
                step, counted = step + 1, True
            if command := each.removeprefix("LOG\t"):
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
        return _about_piece(text[0], text[2:]) or Unknown(text)
    word, tab, rest = text.partition("\t")
    if word == "MutableProperty" and tab:
        fields = split(rest, "\t")
        return PropertySet(fields[0], fields[2]) if len(fields) >= 3 else Unknown(text)
    if word == "GlobalProperty" and tab:  # as a save keeps it: ;name;value;place
        fields = split(rest, ";")
        if len(fields) >= 3 and not fields[0] and "\t" not in rest:
            return PropertySet(fields[1], fields[2])
        return SetAside(word, text)
    if word.endswith("BoardPicker") or word in _KNOWN or text == "\\":
        return SetAside(word, text)
    for beginning, called in _BEGINNINGS.items():
        if text.startswith(beginning):
            return SetAside(called, text)
    return Unknown(text)


def _about_piece(letter: str, rest: str) -> VassalCommand | None:
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
            return PieceMoved(fields[0], fields[1], x, y)
    return None


def _whole(text: str) -> int | None:
    try:
        return int(text) if len(text) < 10 else None
    except ValueError:
        return None
