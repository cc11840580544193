"""A point of a game as JSON, so that nobody has to replay what came before it.

The setting is left out: it follows from the scenario. Of what can be taken back there is only how
many entries; so who reads on from a snapshot and meets an `undo` of what came before it looks it up
from an older one.
A snapshot is never more than a short cut: it names the engine and the shape of the state that it is
of, and any other is passed over.
"""

import hashlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, get_args, get_origin

import attrs
import cattrs

from events.converters import FAST, TERMS, common
from events.json_bytes import NotJson, dumps, loads
from events.terms import DiceFrom
from replays.game.position import Position
from replays.version import ENGINE
from sim.state import State
from sim.state.maps import Map

EVERY: Final = 500
"""A snapshot is kept of so many entries, and of the last."""


_UNREADABLE: Final = (NotJson, LookupError, TypeError, ValueError, AttributeError)
"""What goes wrong when bytes that are no snapshot are read as one."""


def _is_map(kind: Any) -> bool:
    return get_origin(kind) is Map


def _is_frozenset(kind: Any) -> bool:
    return get_origin(kind) is frozenset


def _write_map(kind: Any, converter: cattrs.Converter) -> Callable[[Any], Any]:
    item = get_args(kind)[1]
    return lambda value: [
        [key, converter.unstructure(value[key], unstructure_as=item)] for key in sorted(value)
    ]


def _read_map(kind: Any, converter: cattrs.Converter) -> Callable[[Any, Any], Any]:
    key_kind, item = get_args(kind)
    return lambda pairs, _: Map(
        (converter.structure(key, key_kind), converter.structure(each, item)) for key, each in pairs
    )


def _write_set(_: Any, __: cattrs.Converter) -> Callable[[Any], Any]:
    return sorted


def _converter() -> cattrs.Converter:
    converter = common(FAST.copy())  # a copy forgets the hooks of unions
    converter.register_unstructure_hook_factory(_is_map, _write_map)
    converter.register_structure_hook_factory(_is_map, _read_map)
    converter.register_unstructure_hook_factory(_is_frozenset, _write_set)
    return converter


_CONVERTER: Final = _converter()
_PARTS: Final[dict[str, Any]] = {
    field.name: field.type
    for field in attrs.fields(attrs.resolve_types(State))
    if field.name != "setting"
}


def _shapes(kind: Any, seen: set[Any]) -> Iterator[str]:
    """Every class that a type is made of, with its fields."""
    if kind in seen:
        return
    seen.add(kind)
    yield str(kind)
    if attrs.has(kind):
        for field in attrs.fields(attrs.resolve_types(kind)):
            yield field.name
            yield from _shapes(field.type, seen)
    for part in get_args(kind):
        yield from _shapes(part, seen)


def _shape() -> str:
    seen: set[Any] = set(TERMS)
    words = [ENGINE, "deep", "reopened", *_PARTS]
    for kind in _PARTS.values():
        words += _shapes(kind, seen)
    return hashlib.sha256("\n".join(words).encode()).hexdigest()


SHAPE: Final = _shape()
"""What snapshots of this engine look like; others are not read."""


@attrs.frozen
class Snapshot:
    """A point of a game: the hash of the line that led there, and the position as JSON."""

    head_hash: str
    body: bytes


def digest_of(head_hash: str, body: bytes) -> str:
    """What tells whether a snapshot is as it was written, and of the line that it says."""
    return hashlib.sha256(SHAPE.encode() + head_hash.encode() + body).hexdigest()


def pack(position: Position) -> bytes:
    """A position; of what can be taken back only how many entries."""
    state = position.state
    parts = {
        name: _CONVERTER.unstructure(getattr(state, name), unstructure_as=kind)
        for name, kind in _PARTS.items()
    }
    return dumps(
        {
            "entry": position.entry,
            "dice": position.dice.value,
            "used": dict(sorted(position.used.items())),
            "finished": position.finished,
            "deep": position.deep,
            "reopened": position.reopened,
            "state": parts,
        }
    )


def unpack(body: bytes, beginning: State, earlier: Callable[[int], Position]) -> Position | None:
    """The position of a snapshot, in the setting of a game; None where it is none.

    Args:
        body: the snapshot.
        beginning: the state before the first entry of the game.
        earlier: finds where the game stood before the last entry that stands, if so many entries
            can be taken back.
    """
    try:
        value = loads(body)
        parts = {
            name: _CONVERTER.structure(value["state"][name], kind) for name, kind in _PARTS.items()
        }
        used = {str(purpose): int(count) for purpose, count in value["used"].items()}
        deep = int(value["deep"])
        return Position(
            attrs.evolve(beginning, **parts),
            int(value["entry"]),
            DiceFrom(value["dice"]),
            used,
            bool(value["finished"]),
            partial(earlier, deep) if deep else None,
            deep,
            reopened=bool(value["reopened"]),
        )
    except _UNREADABLE:
        return None
