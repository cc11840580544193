"""The commands of a log or save: one text, cut into what came before the log, and its steps.

A step is what the button *Step forward* of VASSAL plays at once. Commands are separated by ESC, and
nest. Whatever is not one of the commands below is kept as it stands.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, TypeAlias

import attrs

from events.errors import BadInput
from replays.vasl.encoding import split

_MOST_TRAITS: Final = 160
_MOST_CHAIN: Final = 1_000_000
IMAGES, NAMES = 16, 17
"""Which fields of a layer are its pictures and their names."""
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
        if (layer := _layer(type_, state)) is not None:
            layers.append(layer)
            name = layer.named(name)
        elif type_.startswith("label;") and state:
            labels.append(state.strip())
    on = "" if place[0] == "null" else place[0]
    return VassalPiece(id_, types, fields[4], name, tuple(layers), tuple(labels), on, x, y)


def layer_fields(type_: str) -> list[str]:
    """The fields of a layer of pictures; none of another trait."""
    fields = split(type_, ";") if type_.startswith("emb2;") else []
    return fields if len(fields) > NAMES else []


def _layer(type_: str, state: str) -> Layer | None:
    fields, level = layer_fields(type_), _LEVEL.match(state)
    if not fields or level is None:
        return None
    images, names = (tuple(split(fields[at], ",")) for at in (IMAGES, NAMES))
    return Layer(int(level[0]), images, names)


def stack_of(type_: str, state: str) -> tuple[str, ...] | None:
    """The pieces in a stack, of its type and state; None if it is none."""
    fields = split(state, ";")
    return tuple(fields[3:]) if type_ == "stack" and len(fields) >= 3 else None


ESC: Final = "\x1b"
"""What stands between commands."""

_MOST_COMMANDS: Final = 500_000
_DEEPEST: Final = 64


class CommandKind(StrEnum):
    """What a command does, and which texts it has."""

    CHAT = "a line in the chat window: the line"
    ADD = "a counter or a stack is put into the game: number, type, state"
    CHANGE = "a piece has another state: number, state"
    MOVE = "a piece or a stack is moved to a pixel of a map: number, map, x, y"
    REMOVE = "a piece is taken out of the game: number"
    PROPERTY = "a property of the whole game is set: name, value"
    BOARDS = "boards are laid on the main map: the command"
    SET_ASIDE = "it tells nothing that is read here, such as notes: word, the command"
    UNKNOWN = "it is not understood: the command"


VassalCommand: TypeAlias = tuple[CommandKind, list[str]]

_KNOWN: Final = frozenset(
    {
        *("begin_save", "end_save", "EXT", "INFO", "UNMASK", "NOTES", "PNOTES", "SNOTE"),
        *("SETUP_STACK", "PLAYER", "TURN", "UNDO", "AUDIO", "LOSTHREAD", "HINDRANCES"),
    }
)
"""First words of commands that tell nothing that is read here, such as notes, sounds."""

_BEGINNINGS: Final = {"OBA/": "OBA", "command.shader.": "command.shader"}
"""Likewise, of commands that have no tab: an OBA flow chart, and whether a shade is drawn."""

_PIECES: Final = {
    "+": (CommandKind.ADD, 3),
    "D": (CommandKind.CHANGE, 2),
    "-": (CommandKind.REMOVE, 1),
    "M": (CommandKind.MOVE, 4),
}
"""Commands about pieces by their letter, and how many texts of each are read."""


def commands_of(text: str) -> Iterator[tuple[int, VassalCommand]]:
    """Each command with its step: 0 is before the log, its first step is 1."""
    if text.count(ESC) > _MOST_COMMANDS:
        raise BadInput(f"there are more than {_MOST_COMMANDS} commands")
    step = 0
    for token in split(text, ESC):
        counted = False
        for each in _flat(token):
            if each.startswith("LOG\t") and not counted:
                step, counted = step + 1, True
            if command := each.removeprefix("LOG\t"):
                yield step, _read(command)


def _flat(token: str) -> Iterator[str]:
    waiting = [(token, 0)]
    while waiting:
        text, depth = waiting.pop()
        parts = split(text, ESC) if ESC in text and depth < _DEEPEST else [text]
        yield parts[0]
        waiting += [(part, depth + 1) for part in reversed(parts[1:])]


def _read(text: str) -> VassalCommand:
    if text.startswith("CHAT"):
        return CommandKind.CHAT, [text[4:]]
    word, tab, rest = text.partition("\t")
    if text[1:2] == "/" and text[0] in _PIECES:
        kind, count = _PIECES[text[0]]
        texts = split(text[2:], "/")[:count]
        whole = len(texts) == count and all(
            map(_whole, texts[2:] if kind is CommandKind.MOVE else ())
        )
        return (kind, texts) if whole and (texts[0] or count > 1) else (CommandKind.UNKNOWN, [text])
    if word == "MutableProperty" and tab:
        fields = split(rest, "\t")
        known = len(fields) >= 3
        return (CommandKind.PROPERTY, fields[:3:2]) if known else (CommandKind.UNKNOWN, [text])
    if word == "GlobalProperty" and tab:  # as a save keeps it: ;name;value;place
        fields = split(rest, ";")
        if len(fields) >= 3 and not fields[0] and "\t" not in rest:
            return CommandKind.PROPERTY, fields[1:3]
        return CommandKind.SET_ASIDE, [word, text]
    if word == "bd" and tab:
        return CommandKind.BOARDS, [text]
    if word.endswith("BoardPicker") or word in _KNOWN or text == "\\":
        return CommandKind.SET_ASIDE, [word, text]
    for beginning, called in _BEGINNINGS.items():
        if text.startswith(beginning):
            return CommandKind.SET_ASIDE, [called, text]
    return CommandKind.UNKNOWN, [text]


def _whole(text: str) -> bool:
    try:
        return len(text) < 10 and int(text) is not None
    except ValueError:
        return False
