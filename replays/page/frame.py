"""A frame of a page: board, status bar and what changed after an entry, as plain values."""

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from hashlib import blake2b
from typing import Any, Final

import attrs

from events.entry import Entry
from events.errors import BadInput
from events.terms import Density, Rain, WindForce
from replays.drawing.counter import (
    LyingCounter,
    counter_stacks,
    counters_by_hex,
    draw_stack,
    unit_status,
    vehicle_status,
)
from replays.drawing.legend import legend
from replays.drawing.map import LAYERS, PRINTED, governed, layer
from replays.drawing.margin import draw_hour, draw_wind, hex_words
from replays.drawing.style import patterns
from replays.drawing.svg import centre, corners, frame, number, ring
from replays.drawing.weather import draw_margin
from replays.game.position import in_play
from replays.game.story import still_due
from replays.game.text import shown
from sim.chapter_11.in_effect import InEffect, in_effect
from sim.machine.due import Bound, due
from sim.state import State
from sim.trust.sealing import SealedDue

_TAG: Final = re.compile("<[^<>]*>")


class Fragments:
    """All fragments of a game's pages, by their ids.

    A page may have no style in attributes: its policy forbids them, whoever wrote them. So a
    fragment says in ``data-style`` what the viewer then sets.

    Attributes:
        text: the SVG of each id.
    """

    def __init__(self) -> None:
        self.text: dict[str, str] = {}
        self._ids: dict[str, str] = {}

    def add(self, svg: str) -> str:
        """The id of a fragment, which is kept."""
        found = self._ids.get(svg)
        if found is None:
            found = self._ids[svg] = blake2b(svg.encode(), digest_size=6).hexdigest()
            self.text[found] = _TAG.sub(_without_style, svg)
        return found

    def of(self, ids: Iterable[str]) -> dict[str, str]:
        """The SVG of some ids; those that are not known are left out."""
        return {each: self.text[each] for each in ids if each in self.text}


def _without_style(tag: re.Match[str]) -> str:
    return tag[0].replace(' style="', ' data-style="')


_MARGIN: Final = "margin"
"""What lies beyond the edge of the board, a layer as well."""

_WHOLE: Final = {"works": "ground", "hexsides": "breaches"}
"""Layers that are made of one field of a state alone, beside what is printed."""


class BoardArtist:
    """Draws the boards of one game; what is printed is drawn once.

    Attributes:
        fragments: where what it draws is kept.
    """

    def __init__(self, fragments: Fragments, beginning: State) -> None:
        self.fragments = fragments
        self._printed = {name: self._drawn(beginning, name) for name in PRINTED}
        self._stacks: dict[str, tuple[tuple[LyingCounter, ...], tuple[str, ...]]] = {}
        self._last: dict[str, tuple[object, list[str]]] = {}

    def layers(self, state: State) -> dict[str, list[str]]:
        """The fragments of every layer, the lowest first, and of the margin around them."""
        found = {name: self._layer(state, name) for name in LAYERS}
        edge = frame(state.setting.area)
        return found | {_MARGIN: [self.fragments.add(part) for part in draw_margin(state, edge)]}

    def _layer(self, state: State, name: str) -> list[str]:
        """A layer; one that reads the same as when it was drawn last is that."""
        if name in PRINTED:
            return self._printed[name]
        if name not in _WHOLE:
            return self._drawn(state, name)
        reads = getattr(state, _WHOLE[name])
        if name not in self._last or self._last[name][0] is not reads:
            self._last[name] = reads, self._drawn(state, name)
        return self._last[name][1]

    def _drawn(self, state: State, name: str) -> list[str]:
        if name == "counters":
            return list(self._counters(state))
        whole = "".join(layer(state, name))
        return [self.fragments.add(whole)] if whole else []

    def _counters(self, state: State) -> Iterator[str]:
        """The counters of each hex; where the same lie as when they were drawn last, those."""
        area = state.setting.area
        edge = frame(area)
        for name, stack in counter_stacks(state):
            before, ids = self._stacks.get(name, ((), ()))
            if not _alike(before, stack):
                drawn = draw_stack(stack, area.place(name), edge)
                ids = tuple(self.fragments.add(part) for part in drawn)
                self._stacks[name] = tuple(stack), ids
            yield from ids


def _alike(one: Sequence[LyingCounter], two: Sequence[LyingCounter]) -> bool:
    """Whether two stacks are drawn alike."""
    pairs = zip(one, two, strict=False)
    return len(one) == len(two) and all(a.told == b.told and a.thing is b.thing for a, b in pairs)


def board_base(beginning: State, fragments: Fragments) -> dict[str, Any]:
    """What a page must know of its board: its size, the layers from the ground up, its hexes.

    A hex has its centre, its outline as the points of a polygon, and its terrain in words. Layers
    that look otherwise by the terrain that governs than as they are printed come as ``governed``.
    """
    area = beginning.setting.area
    edge = frame(area)
    return {
        "width": round(edge.width, 1),
        "height": round(edge.height, 1),
        "layers": [*LAYERS, _MARGIN],
        "uncut": [_MARGIN],
        "top": ["counters"],
        "governed": _governed(beginning, fragments),
        "defs": fragments.add("".join(patterns())),
        "hexes": {
            name: [
                float(number(centre(place).real)),
                float(number(centre(place).imag)),
                shown(hex_words(beginning, name).partition(": ")[2]),
            ]
            for place, name in area.names.items()
        },
        "outline": ring(corners(next(iter(area.names)), 1.0))[1:-1].replace("L", " "),
    }


def _governed(beginning: State, fragments: Fragments) -> dict[str, list[str]]:
    """The printed layers by the terrain that governs, where they are others; each a fragment."""
    made = governed(beginning)
    if made.setting.area.record == beginning.setting.area.record:
        return {}
    both = {name: ["".join(layer(state, name)) for state in (beginning, made)] for name in PRINTED}
    return {name: [fragments.add(two)] for name, (one, two) in both.items() if one != two}


def contents(state: State) -> dict[str, list[str]]:
    """What lies in hexes, in words, by the names of the hexes; an empty hex is left out."""
    found = {name: list(map(shown, said)) for name, said in counters_by_hex(state).items()}
    for source, hexes in sorted(state.drift.items()):
        for name in hexes:
            found.setdefault(name, []).append(shown(f"drift from {source}"))
    return found


def ground_words(state: State, beginning: State) -> Iterator[tuple[str, str]]:
    """The hexes whose ground is not as it was before the game, with what it is now."""
    for name, ground in sorted(state.ground.items()):
        if beginning.ground.get(name) != ground and name in state.setting.area.record:
            yield name, shown(hex_words(state, name).partition(": ")[2])


def difference(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What has to be done to an object to get another; empty where they are equal."""
    found: dict[str, Any] = {key: [3] for key in before if key not in after}
    for key, value in after.items():
        old = before.get(key)
        if key in before and (old is value or old == value):
            continue
        if isinstance(old, list) and isinstance(value, list):
            found[key] = [1, _splices(old, value)]
        elif isinstance(old, dict) and isinstance(value, dict):
            found[key] = [2, difference(old, value)]
        else:
            found[key] = [0, value]
    return found


def _splices(old: list[Any], new: list[Any]) -> list[list[Any]]:
    """The splices that make one list of another."""
    first, most = 0, min(len(old), len(new))
    while first < most and old[first] == new[first]:
        first += 1
    last = 0
    while last < most - first and old[-1 - last] == new[-1 - last]:
        last += 1
    was, now = old[first : len(old) - last], new[first : len(new) - last]
    if not was or not now or not all(isinstance(each, str) for each in (*was, *now)):
        return [[first, len(was), now]]
    found = SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    return [[first + a, b - a, now[c:d]] for kind, a, b, c, d in found if kind != "equal"]


def applied(before: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The object that a difference makes of one; that one is left as it is."""
    after = dict(before)
    for key, (how, *what) in change.items():
        if how == 0:
            after[key] = what[0]
        elif how == 1:
            items = list(before[key])
            for at, gone, new in reversed(what[0]):
                items[at : at + gone] = new
            after[key] = items
        elif how == 2:
            after[key] = applied(before[key], what[0])
        else:
            del after[key]
    return after


SCALES: Final[dict[str, tuple[str, ...]]] = {
    "Dust": tuple(Density),
    "Rain": tuple(Rain),
    "Wind": tuple(WindForce),
}
"""The steps of what can rise and fall, the least first."""

_ALWAYS: Final = ("Wind", "Dust", "Weather", "EC", "Time of Day", "Rain", "Mist")
"""What has a gauge, where it is in effect; the first two always have."""


def ribbon(state: State, fragments: Fragments) -> list[dict[str, Any]]:
    """A gauge for each thing of the weather, as plain values.

    Each has name, words and rule; on a scale its ``steps`` and the one that is ``on``; the wind and
    the Time of Day have a ``picture`` as well.
    """
    now = {each.name: each for each in in_effect(state)}
    return [_gauge(state, now[name], fragments) for name in _ALWAYS if name in now]


def _gauge(state: State, each: InEffect, fragments: Fragments) -> dict[str, Any]:
    gauge: dict[str, Any] = {"name": each.name, "words": str(each.value), "rule": each.rule}
    if each.name in SCALES:
        gauge |= {"steps": list(SCALES[each.name]), "on": levels(state)[each.name]}
    if drawn := "".join(_picture(state, each.name)):
        gauge["picture"] = fragments.add(drawn)
    return gauge


def _picture(state: State, name: str) -> Iterator[str]:
    """What draws a gauge, around the origin."""
    if name == "Wind":
        yield from draw_wind(state.wind, 0)
    elif name == "Time of Day":
        yield from draw_hour(state, -46 + 22j, 92)


def levels(state: State) -> dict[str, int | None]:
    """Where on its scale each thing is; None where it is not rolled yet."""
    values = {"Dust": state.dust, "Rain": state.sky.rain, "Wind": state.wind.force}
    return {
        name: None if value is None else SCALES[name].index(value) for name, value in values.items()
    }


def in_effect_rows(state: State) -> Iterator[list[str]]:
    """Name, value and rule of all that is in effect everywhere."""
    for each in in_effect(state):
        yield [each.name, str(each.value), each.rule]


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
        "key": [[words, fragments.add(drawn)] for words, drawn in legend(state)],
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
