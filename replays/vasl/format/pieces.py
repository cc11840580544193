"""Pieces: their names, layers and places, out of the types and states of their traits.

A piece is written as a chain of traits, the outermost first and the counter itself last; up to
VASSAL 3.7 each trait holds the rest of the chain, later they stand side by side. Type and state
have the same order.
"""

import re
from typing import Final

import attrs

from replays.vasl.format.sequence import split

__all__ = ["Layer", "Stack", "VassalPiece", "chain_of", "piece_of", "stack_of"]

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
        labels: the texts on it.
        map: the map where it lies; empty if it lies on none.
        x: where, in pixels.
        y: likewise.
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
