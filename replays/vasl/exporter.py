"""A game of ours as a log that VASL opens: markers, dice and moves as VASL itself would log them.

Each thing that happened is a step: the dice of an order in the chat, then what follows from it.
With it go, unless they are left out, lines of our own in the chat: the orders, so that the log
comes back as the very game it was.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Final

from events.commands import Acknowledged, Command, Finish, Undo, movement
from events.dust import VehicleDustFlipped, VehicleDustPlaced, VehicleDustRemoved
from events.entry import Entry, Header
from events.moment import Moment, Phase
from events.orders import format_order
from events.register import Event, classes_of
from events.rolls import Roll
from events.terms import Density, Rain, RollSource, WindForce
from events.turn import GameEnded
from events.vehicles import (
    VehicleEndedInMotion,
    VehicleEntered,
    VehicleExited,
    VehicleMoved,
    VehicleStopped,
)
from replays.vasl.chat import OUR_MARK
from replays.vasl.command import ESC
from replays.vasl.container import Archive
from replays.vasl.correction import track_name
from replays.vasl.encoding import Encoding, join, nested
from replays.vasl.marker import DUST_COUNTER, MOTION
from replays.vasl.placement import MAIN_MAP, pixels
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
    """The type of a layer that is always there."""
    return join([*_BEFORE, join(images, ","), join(names, ","), *_AFTER], ";")


class _Writer:
    """Writes steps, knows which counter lies where, and ``save``: what sets up the table."""

    def __init__(self, header: Header, beginning: State) -> None:
        self._header, self._state = header, beginning
        one, two = header.scenario.order_of_sides
        self._tracks = {1: track_name(one, two), 2: track_name(two, one)}
        self._types: dict[str, tuple[str, ...]] = {}
        self._states: dict[str, str] = {}
        self._turn = Moment(1, 1, Phase.RPH)
        self._markers: dict[str, tuple[int, ...] | None] = {}
        self._next = 20_000
        self._motion: dict[str, str] = {}
        self.save: list[str] = []
        self._set_up(beginning)

    def _set_up(self, state: State) -> None:
        self.save.append(self._add("9000", self._track_type(), self._levels(self._turn), _ASIDE))
        for name, levels in self._shown(state).items():
            self._markers[name] = levels
            if levels is not None:
                self.save.append(self._add(_MARKERS[name][0], _MARKERS[name][1], levels, _ASIDE))
        for spec in self._header.scenario.vehicles:
            vehicle = state.vehicles[spec.id]
            if vehicle.hex is not None:
                self.save.append(self._vehicle(spec.id, vehicle.hex))
                if vehicle.in_motion:
                    self.save.append(self._in_motion(spec.id, vehicle.hex))

    # Pieces -----------------------------------------------------------------------------------

    def _add(
        self, id_: str, types: tuple[str, ...], levels: tuple[int, ...], at: tuple[int, int]
    ) -> str:
        """The command that puts a piece on the map."""
        self._types[id_] = types
        self._states[id_] = _state(levels, at)
        return "+/" + join([id_, nested(types, "\t"), self._states[id_]], "/")

    def _change(self, id_: str, levels: tuple[int, ...], at: tuple[int, int]) -> str:
        old, self._states[id_] = self._states[id_], _state(levels, at)
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
        type_ = ("piece;K;D;veh;" + join([id_, ""], ";")[:-1],)
        return self._add(self._number(id_), type_, (), self._at(hex_))

    def _in_motion(self, id_: str, hex_: str) -> str:
        self._next += 1
        self._motion[id_] = str(self._next)
        return self._add(self._motion[id_], (f"piece;K;D; ;{MOTION}",), (), self._at(hex_))

    def _number(self, id_: str) -> str:
        ids = [each.id for each in self._header.scenario.vehicles]
        return str(10_000 + ids.index(id_))

    def _at(self, hex_: str) -> tuple[int, int]:
        return pixels(self._state.setting.area, hex_)

    def _shown(self, state: State) -> dict[str, tuple[int, ...] | None]:
        """The levels of every marker; None where its counter is not on the map."""
        wind, hazy = state.wind, haze(state)
        force = (list(WindForce).index(wind.force) + 1,) if wind.force else None
        direction = (_WINDS.index(wind.direction) + 1,) if wind.direction else None
        return {
            "Wind": force,
            "Wind Dir": direction,
            "Gusts": (1 if wind.gusts else 2,),
            "Rain": (list(Rain).index(state.sky.rain) + 1,),
            "Dust": (state.density.level,) if state.density is not Density.NONE else None,
            "Heat Haze": None if hazy is None else (list(HAZES).index(hazy) + 1,),
            "Mist": (1,) if state.sky.mist else None,
        }

    # Steps ------------------------------------------------------------------------------------

    def steps(self, entries: Iterable[Entry], *, orders: bool) -> Iterator[str]:
        """The steps of a game."""
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
            over = any(isinstance(event, GameEnded) for event in entry.then)

    def _dice(self, entry: Entry, rolls: Iterable[Roll]) -> Iterator[str]:
        player = entry.at.player
        sides = self._header.scenario.order_of_sides
        who = sides[player - 1] if player else "setup"
        for roll in rolls:
            kind = {1: "(Other dr)", 2: "(Other DR)"}.get(len(roll.dice), f"{len(roll.dice)}d6 =")
            dice = ",".join(map(str, roll.dice))
            yield _step(f"CHAT*** {kind} {dice} ***   <{_plain(who)}>      ({entry.n:02})")

    def _event(self, event: Event) -> Iterator[str]:
        """What an event does on the table of VASL."""
        self._state = state = evolve(self._state, event)
        yield from self._moves(event)
        for name, levels in self._shown(state).items():
            if self._markers[name] != levels:
                yield _step(self._mark(name, levels))
        if state.moment != self._turn and state.moment.phase is not Phase.SETUP:
            self._turn = moment = state.moment
            yield _step(self._change("9000", self._levels(moment), _ASIDE))
            track = f"{self._tracks[moment.player]} Turn {moment.turn} - {moment.phase}"
            yield _step(f"CHAT* New: {track} *")

    def _mark(self, name: str, levels: tuple[int, ...] | None) -> str:
        """Put a marker on the table, set it, or take it away."""
        old, self._markers[name] = self._markers[name], levels
        id_, types = _MARKERS[name]
        if levels is None:
            return f"-/{id_}"
        return (
            self._add(id_, types, levels, _ASIDE)
            if old is None
            else self._change(id_, levels, _ASIDE)
        )

    def _moves(self, event: Event) -> Iterator[str]:
        match event:
            case VehicleMoved(id_, origin, to):
                yield from self._no_motion(id_)
                x, y = self._at(to)
                old = self._at(origin)
                move = [self._number(id_), MAIN_MAP, str(x), str(y), "null"]
                move += [MAIN_MAP, str(old[0]), str(old[1]), "null", "khamsin"]
                chat = f"CHAT* {id_} moves {origin} -> {to} *"
                yield _step("M/" + join(move, "/"), chat)
            case VehicleEntered(id_, to):
                chat = f"CHAT* {id_} created in {to} *"
                yield _step(self._vehicle(id_, to), chat)
            case VehicleExited(id_):
                yield from self._no_motion(id_)
                yield _step(f"-/{self._number(id_)}")
            case VehicleEndedInMotion(id_):
                hex_ = self._state.vehicles[id_].hex
                if hex_ is not None and id_ not in self._motion:
                    yield _step(self._in_motion(id_, hex_), f"CHAT* Motion in {hex_} *")
            case VehicleStopped(id_):
                yield from self._no_motion(id_)
            case VehicleDustPlaced(id_, hex_):
                yield _step(
                    self._add(_dust_of(self._number(id_)), _VEHICLE_DUST, (1,), self._at(hex_))
                )
            case VehicleDustFlipped(id_, hex_):
                yield _step(self._change(_dust_of(self._number(id_)), (2,), self._at(hex_)))
            case VehicleDustRemoved(id_):
                yield _step(f"-/{_dust_of(self._number(id_))}")
            case _:
                pass

    def _no_motion(self, id_: str) -> Iterator[str]:
        counter = self._motion.pop(id_, None)
        if counter is not None:
            yield _step(f"-/{counter}")


_VEHICLE_DUST: Final = (
    _layer(["", "+ motion"], ["MS/vdust", "MS/vdustm"]),
    f"piece;K;D; ;{DUST_COUNTER}",
)


def _marker(
    id_: str, name: str, names: Iterable[str], images: Iterable[str]
) -> tuple[str, tuple[str, ...]]:
    return id_, (_layer(names, images), f"piece;K;D; ;{name}")


_MARKERS: Final = {
    "Wind": _marker("9001", "Wind", WindForce, ["ML/WindNo", "ML/WindMB", "ML/WindHW"]),
    "Wind Dir": _marker("9002", "Wind Dir", [""] * 6, [f"ML/Wind{each}" for each in _WINDS]),
    "Gusts": _marker("9003", "Gusts", ["", "No Gusts"], ["ML/Gust", "ML/GustB"]),
    "Rain": _marker(
        "9004", "Rain", ["No Rain", "Rain", "Heavy Rain"], ["ML/Rain0", "ML/Rain1", "ML/Rain2"]
    ),
    "Dust": _marker(
        "9005", "Dust", _DUSTS, ["ML/DustLt", "ML/DustMd", "ML/DustHv", "ML/DustVhv", "ML/DustXhv"]
    ),
    "Heat Haze": _marker("9006", "Heat Haze", ["", "Intense +"], ["ML/Haze", "ML/HazeInt"]),
    "Mist": _marker("9007", "Mist", [""], ["ML/MistE332"]),
}
"""The markers of the environment: their numbers here, and the types of their traits."""


def _first_and_then(entry: Entry, state: State) -> tuple[tuple[Roll, ...], tuple[Roll, ...]]:
    """The rolls of an entry that come before what it does, and those after: who moves rolls there.

    A Bog Check that was still to be made comes first.
    """
    if not isinstance(entry.do, _MOVES):
        return entry.dice, ()
    due = bool(state.bog_checks)
    first = tuple(roll for roll in entry.dice if due and roll.purpose.startswith("bog"))
    return first, tuple(roll for roll in entry.dice if roll not in first)


def _dust_of(vehicle: str) -> str:
    return f"{vehicle}9"


def _state(levels: tuple[int, ...], at: tuple[int, int]) -> str:
    return nested([*map(str, levels), f"{MAIN_MAP};{at[0]};{at[1]};0"], "\t")


def _step(*commands: str) -> str:
    """A step of a log: a command, and those that are played with it."""
    return join([f"LOG\t{each}" for each in commands], ESC)


def _order(entry: Entry) -> str:
    """The order of an entry, with the dice that people rolled; those of the seed roll again."""
    by_hand = any(roll.source is RollSource.TABLE for roll in entry.dice)
    dice = tuple(die for roll in entry.dice for die in roll.dice) if by_hand else ()
    command = Undo() if isinstance(entry.do, Undo) else entry.do  # numbers can be others then
    return format_order(command, dice)


def _plain(text: str) -> str:
    """A name as the chat takes it."""
    return "".join(each if each.isprintable() and each not in "<>" else "?" for each in text)
