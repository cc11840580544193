"""A game of ours as a log that VASL opens: markers, dice and moves as VASL itself would log them.

Each thing that happened is a step: the dice of an order in the chat, then what follows from it.
With it go, unless they are left out, lines of our own in the chat: the orders, so that the log
comes back as the very game it was. Secret dice are told when they act (D8.23); the order that has
them is veiled, so that the chat does not tell them.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Final

from events.commands import Acknowledged, Command, Finish, Undo, movement
from events.dust import VehicleDustFlipped, VehicleDustPlaced, VehicleDustRemoved
from events.entry import Entry, Header
from events.moment import Moment, Phase
from events.orders import format_order
from events.register import Event, classes_of
from events.rolls import MUD_BOG_DR, MUD_HEX_DR, Roll
from events.terms import Density, Rain, WindForce
from events.turn import GameEnded
from events.vehicles import (
    VehicleAdded,
    VehicleBogged,
    VehicleEndedInMotion,
    VehicleEntered,
    VehicleExited,
    VehicleMoved,
    VehicleStopped,
)
from replays.vasl.board_line import MAIN_MAP
from replays.vasl.chat import OUR_MARK, veiled
from replays.vasl.command import ESC
from replays.vasl.container import Archive
from replays.vasl.correction import track_name
from replays.vasl.encoding import Encoding, join, nested
from replays.vasl.marker import DUST_COUNTER, MOTION
from replays.vasl.placement import pixels
from sim.chapter_11.heat_haze import HAZES, haze
from sim.state import State
from sim.state.evolve import evolve

_MODULE: Final = "VASL 6.6.8"
_VASSAL: Final = "3.7.12"
_ASIDE: Final = (100, 60)
_MOVES: Final = tuple(classes_of(Command, movement))
_PHASES: Final = tuple(phase for phase in Phase if phase is not Phase.SETUP)
_DUSTS: Final = ("Light +", "Moderate +", "Heavy +", "Very Heavy +", "Extra-Heavy +")
_WINDS: Final = (3, 4, 5, 6, 1, 2)


def vasl_log(
    header: Header,
    beginning: State,
    entries: Iterable[Entry],
    *,
    name: str,
    orders: bool = True,
    encoding: Encoding = Encoding.HEX,
) -> Archive:
    """A game, from the state before its first entry on, as a VASL log for a file of this name.

    With ``orders`` its orders go along, and the seed; then it can be read back as it was.
    """
    writer = _Writer(header, beginning)
    steps = list(writer.steps(entries, orders=orders and header.sealed is None))
    text = join(["begin_save", *writer.save, "end_save", *steps], ESC)
    about = f"{header.scenario.name}, written by khamsin"
    return Archive(name, encoding, text, _MODULE, _VASSAL, 0, about)


_BEFORE: Final = ("emb2", "", "2", "", "Flip", "2", "", "", "2", "", "", "", "0", "false", "0", "0")
_AFTER: Final = ("true", "", "", "", "false", "", "1", "1", "true", "", "", "")


def _layer(names: Iterable[str], images: Iterable[str]) -> str:
    return join([*_BEFORE, join(images, ","), join(names, ","), *_AFTER], ";")


class _Writer:
    """Writes steps, knows which counter lies where, and ``save``: what sets up the table."""

    def __init__(self, header: Header, beginning: State) -> None:
        self._header, self._state = header, beginning
        one, two = header.scenario.order_of_sides
        self._tracks = {1: track_name(one, two), 2: track_name(two, one)}
        vehicles = enumerate(header.scenario.vehicles, 10_000)
        self._numbers = {each.id: str(n) for n, each in vehicles}
        self._states: dict[str, str] = {}
        self._turn = Moment(1, 1, Phase.RPH)
        self._markers = _marker_levels(beginning)
        self._motion: dict[str, str] = {}
        self._secret: dict[str, list[str]] = {}  # dice that did not act yet, by vehicle
        self._next = count(20_001)
        self.save = [self._add(_TRACK, self._track_type(), self._levels(self._turn), _ASIDE)]
        for name, levels in self._markers.items():
            if levels is not None:
                id_, types = _MARKERS[name]
                self.save.append(self._add(id_, types, levels, _ASIDE))
        for id_, vehicle in ((id_, beginning.vehicles[id_]) for id_ in self._numbers):
            if vehicle.hex is not None:
                self.save.append(self._vehicle(id_, vehicle.hex))
                if vehicle.in_motion:
                    self.save.append(self._in_motion(id_, vehicle.hex))

    # Pieces -----------------------------------------------------------------------------------

    def _add(
        self, id_: str, types: Sequence[str], levels: Sequence[int], at: tuple[int, int]
    ) -> str:
        self._states[id_] = _piece_state(levels, at)
        return "+/" + join([id_, nested(types, "\t"), self._states[id_]], "/")

    def _change(self, id_: str, levels: Sequence[int], at: tuple[int, int]) -> str:
        old, self._states[id_] = self._states[id_], _piece_state(levels, at)
        return "D/" + join([id_, self._states[id_], old], "/")

    def _track_type(self) -> tuple[str, ...]:
        turns = max(10, self._header.scenario.turns)
        return (
            _layer([f"{self._tracks[1]} +", f"{self._tracks[2]} +"], ["tables/a", "tables/b"]),
            _layer([f"+- {phase}" for phase in _PHASES], [" "] * len(_PHASES)),
            _layer([f"Turn {n} " for n in range(1, turns + 1)], [" "] * turns),
            f"piece;;D;tables/turn_phase;Phase Track {self._tracks[1]} 1st",
        )

    def _levels(self, moment: Moment) -> tuple[int, ...]:
        return moment.player, _PHASES.index(moment.phase) + 1, moment.turn

    def _vehicle(self, id_: str, hex_: str) -> str:
        type_ = "piece;K;D;veh;" + join([id_, ""], ";")[:-1]
        return self._add(self._numbers[id_], [type_], (), self._at(hex_))

    def _in_motion(self, id_: str, hex_: str) -> str:
        self._motion[id_] = str(next(self._next))
        return self._add(self._motion[id_], [f"piece;K;D; ;{MOTION}"], (), self._at(hex_))

    def _at(self, hex_: str) -> tuple[int, int]:
        return pixels(self._state.setting.area, hex_)

    # Steps ------------------------------------------------------------------------------------

    def steps(self, entries: Iterable[Entry], *, orders: bool) -> Iterator[str]:
        if orders:
            game = {"seed": self._header.seed, "number": self._header.game}
            game |= {"dice": self._header.dice}
            yield _step(f"CHAT{OUR_MARK}game {json.dumps(game)}")
        over = False
        for entry in entries:
            first, then = _first_and_then(entry, self._state)
            yield from self._dice(entry, first)
            by_itself = isinstance(entry.do, Finish) and over
            if orders and not by_itself and not isinstance(entry.do, Acknowledged):
                yield _step(f"CHAT{OUR_MARK}{entry.n}: {_order(entry)}")
            for event in entry.then:
                yield from self._event(event)
            yield from self._dice(entry, then)
            yield from self._acted(entry)
            over = any(isinstance(event, GameEnded) for event in entry.then)

    def _acted(self, entry: Entry) -> Iterator[str]:
        """The Secret dice that an entry lets act; with the MPh they are over."""
        for event in entry.then:
            if isinstance(event, VehicleBogged) and event.rule == "11.8":
                yield from self._secret.pop(event.vehicle, ())
        if self._state.moment.phase is not Phase.MPH:
            self._secret.clear()

    def _dice(self, entry: Entry, rolls: Iterable[Roll]) -> Iterator[str]:
        sides = ("setup", *self._header.scenario.order_of_sides)
        side = sides[entry.at.player]
        who = "".join(c if c.isprintable() and c not in "<>" else "?" for c in side)
        for roll in rolls:
            kind = {1: "(Other dr)", 2: "(Other DR)"}.get(len(roll.dice), f"{len(roll.dice)}d6 =")
            dice = ",".join(map(str, roll.dice))
            step = _step(f"CHAT*** {kind} {dice} ***   <{who}>      ({entry.n:02})")
            if (vehicle := _secret_of(roll)) is not None:
                self._secret.setdefault(vehicle, []).append(step)
            else:
                yield step

    def _event(self, event: Event) -> Iterator[str]:
        self._state = state = evolve(self._state, event)
        if isinstance(event, VehicleAdded):
            yield from self._added(event.id, event.at, in_motion=event.motion)
        yield from self._moves(event)
        for name, levels in _marker_levels(state).items():
            if self._markers[name] != levels:
                yield _step(self._mark(name, levels))
        if state.moment != self._turn and state.moment.phase is not Phase.SETUP:
            self._turn = moment = state.moment
            yield _step(self._change(_TRACK, self._levels(moment), _ASIDE))
            track = f"{self._tracks[moment.player]} Turn {moment.turn} - {moment.phase}"
            yield _step(f"CHAT* New: {track} *")

    def _mark(self, name: str, levels: tuple[int, ...] | None) -> str:
        old, self._markers[name] = self._markers[name], levels
        id_, types = _MARKERS[name]
        if levels is None:
            return f"-/{id_}"
        if old is None:
            return self._add(id_, types, levels, _ASIDE)
        return self._change(id_, levels, _ASIDE)

    def _added(self, id_: str, hex_: str | None, *, in_motion: bool) -> Iterator[str]:
        self._numbers[id_] = str(10_000 + len(self._numbers))
        if hex_ is not None:
            yield _step(self._vehicle(id_, hex_), f"CHAT* {id_} created in {hex_} *")
            if in_motion:
                yield _step(self._in_motion(id_, hex_))

    def _moves(self, event: Event) -> Iterator[str]:
        match event:
            case VehicleMoved(id_, origin, to):
                yield from self._no_motion(id_)
                (x, y), (a, b) = self._at(to), self._at(origin)
                here, there = f"{MAIN_MAP}/{x}/{y}/null", f"{MAIN_MAP}/{a}/{b}/null"
                move = f"M/{self._numbers[id_]}/{here}/{there}/khamsin"
                yield _step(move, f"CHAT* {id_} moves {origin} -> {to} *")
            case VehicleEntered(id_, to):
                yield _step(self._vehicle(id_, to), f"CHAT* {id_} created in {to} *")
            case VehicleExited(id_):
                yield from self._no_motion(id_)
                yield _step(f"-/{self._numbers[id_]}")
            case VehicleEndedInMotion(id_):
                hex_ = self._state.vehicles[id_].hex
                if hex_ is not None and id_ not in self._motion:
                    yield _step(self._in_motion(id_, hex_), f"CHAT* Motion in {hex_} *")
            case VehicleStopped(id_):
                yield from self._no_motion(id_)
            case VehicleDustPlaced(id_, hex_):
                yield _step(self._add(self._dust(id_), _VEHICLE_DUST, (1,), self._at(hex_)))
            case VehicleDustFlipped(id_, hex_):
                yield _step(self._change(self._dust(id_), (2,), self._at(hex_)))
            case VehicleDustRemoved(id_):
                yield _step(f"-/{self._dust(id_)}")
            case _:
                pass

    def _no_motion(self, id_: str) -> Iterator[str]:
        counter = self._motion.pop(id_, None)
        if counter is not None:
            yield _step(f"-/{counter}")

    def _dust(self, id_: str) -> str:
        return f"{self._numbers[id_]}9"


_TRACK: Final = "9000"
_VEHICLE_DUST: Final = (
    _layer(["", "+ motion"], ["MS/vdust", "MS/vdustm"]),
    f"piece;K;D; ;{DUST_COUNTER}",
)
_LAYERS: Final = {
    "Wind": (tuple(WindForce), ["ML/WindNo", "ML/WindMB", "ML/WindHW"]),
    "Wind Dir": ([""] * 6, [f"ML/Wind{each}" for each in _WINDS]),
    "Gusts": (["", "No Gusts"], ["ML/Gust", "ML/GustB"]),
    "Rain": (["No Rain", "Rain", "Heavy Rain"], ["ML/Rain0", "ML/Rain1", "ML/Rain2"]),
    "Dust": (_DUSTS, ["ML/DustLt", "ML/DustMd", "ML/DustHv", "ML/DustVhv", "ML/DustXhv"]),
    "Heat Haze": (["", "Intense +"], ["ML/Haze", "ML/HazeInt"]),
    "Mist": ([""], ["ML/MistE332"]),
}
"""The markers of the environment: the names and pictures of their layers."""
_MARKERS: Final = {
    name: (f"{9001 + n}", (_layer(*layer), f"piece;K;D; ;{name}"))
    for n, (name, layer) in enumerate(_LAYERS.items())
}
"""Their numbers here, and the types of their traits."""


def _marker_levels(state: State) -> dict[str, tuple[int, ...] | None]:
    """The levels of every marker; None where its counter is not on the map."""
    wind, hazy = state.wind, haze(state)
    return {
        "Wind": (list(WindForce).index(wind.force) + 1,) if wind.force else None,
        "Wind Dir": (_WINDS.index(wind.direction) + 1,) if wind.direction else None,
        "Gusts": (1 if wind.gusts else 2,),
        "Rain": (list(Rain).index(state.sky.rain) + 1,),
        "Dust": (state.density.level,) if state.density is not Density.NONE else None,
        "Heat Haze": None if hazy is None else (list(HAZES).index(hazy) + 1,),
        "Mist": (1,) if state.sky.mist else None,
    }


def _first_and_then(entry: Entry, state: State) -> tuple[tuple[Roll, ...], tuple[Roll, ...]]:
    """The rolls of an entry that come before what it does, and those after: who moves rolls there.

    A Bog Check that was still to be made comes first.
    """
    if not isinstance(entry.do, _MOVES):
        return entry.dice, ()
    due = bool(state.bog_checks)
    first = tuple(roll for roll in entry.dice if due and roll.purpose.startswith("bog"))
    return first, tuple(roll for roll in entry.dice if roll not in first)


def _secret_of(roll: Roll) -> str | None:
    for secret in (MUD_BOG_DR, MUD_HEX_DR):
        if roll.purpose.startswith(secret):
            return roll.purpose.removeprefix(secret).strip()
    return None


def _piece_state(levels: Sequence[int], at: tuple[int, int]) -> str:
    return nested([*map(str, levels), f"{MAIN_MAP};{at[0]};{at[1]};0"], "\t")


def _step(*commands: str) -> str:
    return join([f"LOG\t{each}" for each in commands], ESC)


def _order(entry: Entry) -> str:
    command = Undo() if isinstance(entry.do, Undo) else entry.do  # numbers can be others then
    order = format_order(command, entry.table_dice)
    return veiled(order) if any(_secret_of(roll) for roll in entry.dice) else order
