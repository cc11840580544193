"""The commands of a log or save: one text, cut into what came before the log, and its steps.

A step is what the button *Step forward* of VASSAL plays at once. Commands are separated by ESC, and
nest. Whatever is not one of the commands below is kept as it stands.
"""

from collections.abc import Iterator
from typing import Final, TypeAlias

import attrs

from events.errors import BadInput
from replays.vasl.format.sequence import split

__all__ = [
    "ESC",
    "MOST_STEPS",
    "Chatted",
    "PieceAdded",
    "PieceChanged",
    "PieceMoved",
    "PieceRemoved",
    "PropertySet",
    "SetAside",
    "Unknown",
    "VassalCommand",
    "commands_of",
]

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
    """A piece or a stack that was moved.

    Attributes:
        id: which.
        map: the map that it came to.
        x: where, in pixels.
        y: likewise.
        player: who moved it; empty if it is not said.
    """

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
