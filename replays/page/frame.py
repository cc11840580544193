"""A frame of a page: board, status bar and what changed after an entry, as plain values."""

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from hashlib import blake2b
from typing import Any, Final

import attrs

from events.entry import Entry
from events.moment import Phase
from replays.drawing.counter import (
    LyingCounter,
    PlacedCounter,
    counter_stacks,
    counters_by_hex,
    lying_low,
    movers,
    place_stack,
)
from replays.drawing.legend import legend
from replays.drawing.map import LAYERS, PRINTED, effective_terrain, layer
from replays.drawing.margin import hex_words
from replays.drawing.style import patterns
from replays.drawing.svg import centre, corners, frame, number, ring
from replays.drawing.weather import draw_margin
from replays.game.position import in_play
from replays.game.state_view import hexes_named
from replays.game.story import still_due
from sim.chapter_11.in_effect import InEffect, in_effect
from sim.chapter_d.expenditure import mp_left
from sim.machine.due import Bound, due
from sim.state import State
from sim.trust.mail import MailDue

_TAG: Final = re.compile("<[^<>]*>")


class SvgCache:
    """SVG of pages, in fragments by ids that are made of their content; each is kept.

    What a question draws has one of its own, which goes with the reply.

    A page may have no style in attributes: its policy forbids them. So a fragment says in
    ``data-style`` what the viewer then sets.
    """

    def __init__(self) -> None:
        self.text: dict[str, str] = {}

    def add(self, svg: str) -> str:
        """The id of a fragment, which is kept."""
        found = blake2b(svg.encode(), digest_size=6).hexdigest()
        if found not in self.text:
            said = _TAG.sub(lambda tag: tag[0].replace(' style="', ' data-style="'), svg)
            self.text[found] = said
        return found

    def of(self, parts: Iterable[str]) -> list[str]:
        """The id of elements that are drawn together; none if there are none."""
        whole = "".join(filter(None, parts))
        return [self.add(whole)] if whole else []

    def texts(self, ids: Iterable[str]) -> dict[str, str]:
        """The SVG of some ids; those that are not known are left out."""
        return {each: self.text[each] for each in ids if each in self.text}


_MARGIN: Final = "margin"
"""What lies beyond the edge of the board, a layer as well."""

_AREAS: Final = "areas"
_LAYERS: Final = tuple(name for name in LAYERS if name != "counters")
_READS: Final = {**dict.fromkeys(PRINTED, "setting"), "works": "ground", "hexsides": "breaches"}
"""Layers that are made of one field of a state alone, which is the same object until it changes."""


class BoardArtist:
    """Draws the boards of one game from its beginning on; what is the same is drawn once."""

    def __init__(self, cache: SvgCache) -> None:
        self.cache = cache
        self._stacks: dict[str, tuple[list[LyingCounter], list[PlacedCounter]]] = {}
        self._last: dict[str, tuple[object, list[str]]] = {}

    def layers(self, state: State) -> dict[str, list[str]]:
        """The fragments of every layer but the counters, the lowest first, and of the margin."""
        edge = frame(state.setting.area)
        margin = [self.cache.add(part) for part in draw_margin(state, edge)]
        return {name: self._layer(state, name) for name in _LAYERS} | {_MARGIN: margin}

    def _layer(self, state: State, name: str) -> list[str]:
        if name == _AREAS:  # each of its own, so that what stays is seen to stay
            return [self.cache.add(part) for part in layer(state, name)]
        if name not in _READS:
            return self.cache.of(layer(state, name))
        reads = getattr(state, _READS[name])
        if name not in self._last or self._last[name][0] is not reads:
            self._last[name] = reads, self.cache.of(layer(state, name))
        return self._last[name][1]

    def counters(self, state: State) -> list[list[Any]]:
        """Every counter, the lowest first: its id, its fragment, and where that lies.

        Where the same lie in a hex as when it was drawn last, they are not drawn again.
        """
        area = state.setting.area
        edge = frame(area)
        found: list[PlacedCounter] = []
        for name, stack in counter_stacks(state):
            before, placed = self._stacks.get(name, ([], []))
            if [(a.told, id(a.thing)) for a in before] != [(b.told, id(b.thing)) for b in stack]:
                placed = [*place_stack(stack, area.place(name), edge)]
                self._stacks[name] = stack, placed
            found += placed
        return [
            [each.id, self.cache.add(each.drawn), round(each.at.real, 1), round(each.at.imag, 1)]
            for each in sorted(found, key=lying_low)
        ]


def board_base(beginning: State, cache: SvgCache) -> dict[str, Any]:
    """What a page must know of its board: its size, the layers from the ground up, its hexes.

    A hex has its centre, its outline as the points of a polygon, and its terrain in words. Layers
    that look otherwise by the terrain that governs than as they are printed come as ``governed``.
    """
    area = beginning.setting.area
    edge, dots = frame(area), {name: centre(place) for place, name in area.names.items()}
    return {
        "width": round(edge.width, 1),
        "height": round(edge.height, 1),
        "layers": [*_LAYERS, _MARGIN],
        "uncut": [_MARGIN],
        "governed": _governed(beginning, cache),
        "defs": cache.add("".join(patterns())),
        "hexes": {
            name: [float(number(at.real)), float(number(at.imag)), _ground_words(beginning, name)]
            for name, at in dots.items()
        },
        "outline": ring(corners(next(iter(area.names)), 1.0))[1:-1].replace("L", " "),
    }


def _governed(beginning: State, cache: SvgCache) -> dict[str, list[str]]:
    """The printed layers by the terrain that governs, where they are others; each a fragment."""
    made = effective_terrain(beginning)
    if made.setting.area.record == beginning.setting.area.record:
        return {}
    both = {name: ["".join(layer(state, name)) for state in (beginning, made)] for name in PRINTED}
    return {name: [cache.add(two)] for name, (one, two) in both.items() if one != two}


def contents(state: State) -> dict[str, list[str]]:
    """What lies in hexes, in words, by the names of the hexes; an empty hex is left out."""
    found = counters_by_hex(state)
    for source, hexes in sorted(state.drift.items()):
        for name in hexes:
            found.setdefault(name, []).append(f"drift from {source}")
    return found


def _ground_words(state: State, name: str) -> str:
    return hex_words(state, name).partition(": ")[2]


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
    if not was or not now:
        return [[first, len(was), now]]
    one, two = ([*map(repr, each)] for each in (was, now))
    found = SequenceMatcher(None, one, two, autojunk=False).get_opcodes()
    return [[first + a, b - a, now[c:d]] for kind, a, b, c, d in found if kind != "equal"]


_ALWAYS: Final = ("Wind", "Dust", "Weather", "EC", "Time of Day", "Rain", "Mist")
"""What has a gauge, where it is in effect; the first two always have."""


def _status_bar(now: Iterable[InEffect]) -> list[dict[str, str]]:
    """A gauge for each thing of the weather; Gusts stand with the wind."""
    known = {each.name: each for each in now}
    gusts = {"Wind": ", Gusts"} if "Gusts" in known else {}
    return [
        {"name": name, "words": f"{each.value}{gusts.get(name, '')}", "rule": each.rule}
        for name in _ALWAYS
        if (each := known.get(name))
    ]


def _status(state: State) -> str:
    """Where the game stands, in words."""
    moment, turns = state.moment, state.setting.scenario.turns
    if not moment.turn:
        return f"Setup, {turns} Game Turn{'' if turns == 1 else 's'} to come"
    over = ", the game is over" if state.clock.over else ""
    side = f", {state.attacker}" if state.attacker else ""
    return f"Turn {moment.turn} of {turns}{side}, {moment.phase.value}{over}"


def frame_of(
    artist: BoardArtist,
    beginning: State,
    state: State,
    entry: Entry | None,
    first: MailDue | None = None,
) -> dict[str, Any]:
    """The frame after an entry; before the first if it is None.

    ``first`` is due between two sides before any order can be given.
    """
    in_play(state)
    moment, cache, now = state.moment, artist.cache, [*in_effect(state)]
    return {
        "at": str(moment),
        "turn": moment.turn,
        "player": moment.player,
        "phase": moment.phase.value,
        "side": state.attacker or "",
        "over": state.clock.over,
        "status": _status(state),
        "layers": artist.layers(state),
        "counters": artist.counters(state),
        "ribbon": _status_bar(now),
        "effect": [[each.name, str(each.value), each.rule] for each in now],
        "due": list(_due_rows(state, first)),
        "key": [[words, cache.add(drawn)] for words, drawn in legend(state)],
        "units": list(_units(state)),
        "contents": contents(state),
        "ground": {
            name: _ground_words(state, name)
            for name, ground in sorted(state.ground.items())
            if beginning.ground.get(name) != ground and name in state.setting.area.record
        },
        "focus": focus(state, entry),
    }


def _due_rows(state: State, first: MailDue | None) -> Iterator[dict[str, str]]:
    if first is not None:
        yield {"heading": f"from {first.side}", "bound": Bound.MUST.value, "what": first.what}
    for each in still_due(due(state), first):
        plain = {key: str(value) for key, value in attrs.asdict(each).items() if value}
        yield plain | {"heading": each.heading}


def _units(state: State) -> Iterator[dict[str, str]]:
    """Vehicles and units: label, side, where, and status in words."""
    for each in movers(state):
        ends = {"exited": "exited", "destroyed": "removed"}
        gone = (said for key, said in ends.items() if getattr(each.thing, key, False))
        where = each.hex or next(gone, "offboard")
        row = {"id": each.key, "side": each.side, "hex": where, "kind": each.kind}
        words = ", ".join((*each.status, *_spent(state, each.key, each.side)))
        yield row | {"words": words or "ready"}


def _spent(state: State, key: str, side: str) -> Iterator[str]:
    """The MP left of a vehicle that has moved in this MPh."""
    vehicle = state.vehicles.get(key)
    if vehicle and vehicle.mp_used and state.moment.phase is Phase.MPH and side == state.attacker:
        yield f"{float(mp_left(state, key)):g} of {state.setting.vehicles[key].mp} MP left"


def focus(state: State, entry: Entry | None) -> list[str]:
    """The hexes that an entry is about: those that its command and its events name."""
    return list(hexes_named(state, () if entry is None else (entry.do, *entry.then)))
