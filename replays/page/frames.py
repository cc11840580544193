"""A frame of a page: all that it shows of a game after an entry, as plain values."""

from collections.abc import Iterator
from typing import Any

import attrs

from events.entry import Entry
from events.errors import BadInput
from replays.page.board import BoardArtist, contents, ground_words
from replays.page.ribbon import in_effect_rows, ribbon
from replays.pictures.counters import vehicle_status
from replays.pictures.key import key_entries
from replays.pictures.units import unit_status
from replays.playing.in_play import in_play
from replays.shown import shown
from replays.telling.sealed_now import still_due
from sim.machine.due import Bound, due
from sim.machine.sealed_due import SealedDue
from sim.state import State

__all__ = ["fault_frame", "focus", "frame_of", "status"]


def status(state: State) -> str:
    """Where the game stands, in words."""
    moment, turns = state.moment, state.setting.scenario.turns
    if not moment.turn:
        return f"Setup, {turns} Game Turns to come"
    over = ", the game is over" if state.clock.over else ""
    side = f", {shown(state.attacker)}" if state.attacker else ""
    return f"Turn {moment.turn} of {turns}{side}, {moment.phase.value}{over}"


def frame_of(
    artist: BoardArtist,
    beginning: State,
    state: State,
    entry: Entry | None,
    first: SealedDue | None = None,
) -> dict[str, Any]:
    """The frame after an entry; before the first if it is None.

    Args:
        artist: who draws the board.
        beginning: the state before the first entry.
        state: the state after the entry.
        entry: the entry.
        first: what is due between two sides before any order can be given.

    Raises:
        BadInput: when the log tells of what cannot be in play.
    """
    in_play(state)
    moment = state.moment
    fragments = artist.fragments
    return {
        "at": str(moment),
        "turn": moment.turn,
        "player": moment.player,
        "phase": moment.phase.value,
        "side": shown(state.attacker or ""),
        "over": state.clock.over,
        "status": status(state),
        "layers": artist.layers(state),
        "ribbon": ribbon(state, fragments),
        "effect": list(in_effect_rows(state)),
        "due": list(_due_rows(state, first)),
        "key": [[words, fragments.add(drawn)] for words, drawn in key_entries(state)],
        "units": list(_units(state)),
        "contents": contents(state),
        "ground": dict(ground_words(state, beginning)),
        "focus": focus(state, entry),
    }


def fault_frame(before: dict[str, Any], error: BadInput) -> dict[str, Any]:
    """The frame of a state that cannot be drawn: the one before, and why."""
    return {**before, "status": f"cannot be shown: {shown(error.what)}", "focus": []}


def _due_rows(state: State, first: SealedDue | None) -> Iterator[dict[str, str]]:
    if first is not None:
        heading = shown(f"from {first.side}")
        yield {"heading": heading, "bound": Bound.MUST.value, "what": shown(first.what)}
    yield from map(_due_row, still_due(due(state), first))


def _due_row(each: Any) -> dict[str, str]:
    plain = {key: shown(str(value)) for key, value in attrs.asdict(each).items() if value}
    return plain | {"heading": each.heading}


def _units(state: State) -> Iterator[dict[str, str]]:
    """Vehicles and units: label, side, where, and status in words."""
    for key, vehicle in sorted(state.vehicles.items()):
        spec = state.setting.vehicles[key]
        where = "exited" if vehicle.exited else vehicle.hex or "offboard"
        row = {"id": shown(key), "side": shown(spec.side), "hex": shown(where)}
        words = ", ".join(vehicle_status(vehicle))
        yield row | {"kind": spec.movement.value, "words": words or "ready"}
    for key, unit in sorted(state.units.items()):
        row = {"id": shown(key), "side": shown(unit.side), "hex": shown(unit.hex)}
        words = shown(", ".join(unit_status(state, unit)))
        yield row | {"kind": unit.kind.value, "words": words or "ready"}


def focus(state: State, entry: Entry | None) -> list[str]:
    """The hexes that an entry is about: those that its command and its events name."""
    if entry is None:
        return []
    record = state.setting.area.record
    found: dict[str, None] = {}
    for said in (entry.do, *entry.then):
        for field in attrs.fields(type(said)):
            value = getattr(said, field.name)
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, str) and each in record:
                    found[each] = None
        for label in (getattr(said, "vehicle", None), getattr(said, "unit", None)):
            thing = state.vehicles.get(label) or state.units.get(label) if label else None
            if thing is not None and thing.hex is not None:
                found[thing.hex] = None
    return list(found)
