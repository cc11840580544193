"""A game of ours as a log that VASL opens: counters, dice and moves as VASL itself would log them.

Each thing that happened is a step: the dice of an order in the chat, then what follows from it.
With it go, unless they are left out, lines of our own in the chat: the orders, so that the log
comes back as the very game it was. Secret dice are told when they act (D8.23); the order that has
them is veiled, so that the chat does not tell them.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Final

import attrs

from events.commands import Acknowledged, Command, Finish, Undo, movement
from events.entry import Entry, Header
from events.moment import Moment, Phase
from events.orders import format_order
from events.register import Event, classes_of
from events.rolls import MUD_BOG_DR, MUD_HEX_DR, Roll
from events.turn import GameEnded
from events.vehicles import VehicleAdded, VehicleBogged, VehicleMoved
from replays.vasl.board_line import MAIN_MAP, board_line
from replays.vasl.chat import OUR_MARK, veiled
from replays.vasl.command import ESC, piece_of
from replays.vasl.container import Archive
from replays.vasl.correction import track_name
from replays.vasl.encoding import Encoding, join, nested
from replays.vasl.laid_board import LaidBoards
from replays.vasl.laid_counter import (
    WEATHER,
    Key,
    LaidCounter,
    Pixel,
    counters_of,
    nation,
    track_counter,
    track_slot,
)
from replays.vasl.slot import LISTED, Module, Slot
from sim.state import State
from sim.state.evolve import evolve

_MOVES: Final = tuple(classes_of(Command, movement))
_TRACK: Final[Key] = ("track",)


def vasl_log(
    header: Header,
    beginning: State,
    entries: Iterable[Entry],
    *,
    name: str,
    orders: bool = True,
    encoding: Encoding = Encoding.HEX,
    module: Module = LISTED,
) -> Archive:
    """A game, from the state before its first entry on, as a VASL log for a file of this name.

    With ``orders`` its orders go along, and the seed; then it can be read back as it was. Its
    counters are those of a module of VASL.
    """
    writer = _Writer(header, beginning, module)
    steps = list(writer.steps(entries, orders=orders and header.mail is None))
    text = join(["begin_save", *writer.save, "end_save", *steps], ESC)
    about = f"{header.scenario.name}, written by khamsin"
    return Archive(name, encoding, text, module.version, module.vassal, 0, about)


def not_as_in_vasl(state: State, module: Module = LISTED) -> Iterator[str]:
    """What of a game VASL shows otherwise than it is, in lines."""
    boards = LaidBoards.of(state.setting.scenario)
    if not boards.line:
        yield "no board is laid: VASL has no blank one that is large enough"
    elif boards.blank:
        yield f"a blank board lies in the place of {', '.join(boards.blank)}: VASL has no such map"
    generic = [
        each.id
        for each in state.setting.vehicles.values()
        if module.vehicle(each.id, nation(state, each.side)) is None
    ]
    if generic:
        yield f"generic counters with a label stand for {', '.join(generic)}"


class _Writer:
    """Writes steps, knows which counter lies where, and ``save``: what sets up the table."""

    def __init__(self, header: Header, beginning: State, module: Module) -> None:
        self._header, self._state, self._module = header, beginning, module
        self._boards = LaidBoards.of(header.scenario)
        self._track = _track_of(module, beginning)
        self._numbers = {_TRACK: "9000"}
        self._numbers |= {(name,): f"{9001 + n}" for n, name in enumerate(WEATHER)}
        self._vehicles, self._next = count(10_000), count(20_001)
        for vehicle in header.scenario.vehicles:
            self._number(("vehicle", vehicle.id))
        self._secret: dict[str, list[str]] = {}  # dice that did not act yet, by vehicle
        self._turn = Moment(1, 1, Phase.RPH)
        self._lying = dict(self._counters())
        self._lying[_TRACK] = track_counter(beginning)
        self.save = [board_line(self._boards.line)]
        self.save += [self._add(key, each) for key, each in self._lying.items()]
        loose = {each.at for each in self._lying.values() if self._slot(each).stacks}
        self.save += map(self._stack, sorted(loose))

    # Counters ---------------------------------------------------------------------------------

    def _counters(self) -> Iterator[tuple[Key, LaidCounter]]:
        return counters_of(self._state, self._boards.pixel)

    def _number(self, key: Key) -> str:
        """The number of a counter in VASL, the same whenever it lies on the table."""
        found = self._numbers.get(key)
        if found is None:
            found = str(next(self._vehicles if key[0] == "vehicle" else self._next))
            if key[0] == "dust":
                found = self._number(("vehicle", key[1])) + "9"
            self._numbers[key] = found
        return found

    def _slot(self, counter: LaidCounter) -> Slot:
        if counter.slot == self._track[0]:
            return self._track[1]
        own = self._module.vehicle(counter.name, counter.slot[:2]) if counter.name else None
        generic = self._module.known[counter.slot]
        return own or (generic.renamed("+ BU", ["+ CE", "+ BU"]) if counter.open else generic)

    def _traits(self, counter: LaidCounter) -> str:
        slot, (x, y) = self._slot(counter), counter.at
        states = slot.states(counter.faces, counter.label, counter.turned)
        return nested([*states, f"{MAIN_MAP};{x};{y};{slot.number}"], "\t")

    def _add(self, key: Key, counter: LaidCounter) -> str:
        types = nested(self._slot(counter).types(counter.name), "\t")
        return "+/" + join([self._number(key), types, self._traits(counter)], "/")

    def _stack(self, at: Pixel) -> str:
        """What lies in one place and can be stacked is one stack, as VASL makes it."""
        lying = ((key, each) for key, each in self._lying.items() if each.at == at)
        numbers = [self._number(key) for key, each in lying if self._slot(each).stacks]
        return f"+/{next(self._next)}/stack/{join([MAIN_MAP, *map(str, at), *numbers], ';')}"

    def _change(self, key: Key, old: LaidCounter | None, new: LaidCounter | None) -> Iterator[str]:
        """The commands that make one counter of another, or lay or take it away."""
        number = self._number(key)
        if old is not None and new is not None and (old.slot, old.name) == (new.slot, new.name):
            if old.at != new.at:
                (x, y), (a, b) = new.at, old.at
                here, there = f"{MAIN_MAP}/{x}/{y}/null", f"{MAIN_MAP}/{a}/{b}/null"
                yield f"M/{number}/{here}/{there}/khamsin"
            before, after = (self._traits(attrs.evolve(each, at=new.at)) for each in (old, new))
            if before != after:
                yield "D/" + join([number, after, before], "/")
            return
        if old is not None:
            yield f"-/{number}"
        if new is not None:
            yield self._add(key, new)

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
            self._number(("vehicle", event.id))
        yield from self._table(event)
        if state.moment != self._turn and state.moment.phase is not Phase.SETUP:
            self._turn = moment = state.moment
            old, self._lying[_TRACK] = self._lying[_TRACK], track_counter(state)
            yield from map(_step, self._change(_TRACK, old, self._lying[_TRACK]))
            one, two = state.setting.sides
            side = track_name(one, two) if moment.player == 1 else track_name(two, one)
            yield _step(f"CHAT* New: {side} Turn {moment.turn} - {moment.phase} *")

    def _table(self, event: Event) -> Iterator[str]:
        """A step for each counter that lies otherwise than before an event."""
        old, new = self._lying, {**dict(self._counters()), _TRACK: self._lying[_TRACK]}
        self._lying = new
        for key in (*(key for key in old if key not in new), *new):
            was, now = old.get(key), new.get(key)
            commands = list(self._change(key, was, now)) if was != now else []
            if commands and commands[-1].startswith("+/") and now and self._slot(now).stacks:
                commands.append(self._stack(now.at))
            if commands:
                yield _step(*commands, *self._told(key, event, was, now))

    def _told(
        self, key: Key, event: Event, old: LaidCounter | None, new: LaidCounter | None
    ) -> Iterator[str]:
        """What VASL's chat says of a vehicle that comes or moves, or of a Motion counter."""
        if new is None or key[0] not in ("vehicle", "motion") or (old and old.at == new.at):
            return
        id_ = str(key[1])
        hex_ = self._state.vehicles[id_].hex
        if key[0] == "motion":
            yield f"CHAT* Motion in {hex_} *"
        elif isinstance(event, VehicleMoved):
            yield f"CHAT* {self._name(new)} moves {event.origin} -> {hex_} *"
        else:
            yield f"CHAT* {self._name(new)} created in {hex_} *"

    def _name(self, counter: LaidCounter) -> str:
        """What VASL calls a counter as it lies, its layers and label included."""
        types = nested(self._slot(counter).types(counter.name), "\t")
        piece = piece_of("", types, self._traits(counter))
        name = counter.name if piece is None else piece.name
        return f"{name} ({counter.label})" if counter.label else name


def _track_of(module: Module, state: State) -> tuple[str, Slot]:
    """The turn track, with the names of the sides and all turns of a scenario."""
    key = track_slot(state)
    one, two = state.setting.sides
    turns = max(10, state.setting.scenario.turns)
    sides = [f"{track_name(one, two)} +", f"{track_name(two, one)} +"]
    numbered = [f"Turn {n} " for n in range(1, turns + 1)]
    return key, module.known[key].renamed("tables/turn_phase_axis", sides).renamed(
        "Turn 1 ", numbered
    )


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


def _step(*commands: str) -> str:
    return join([f"LOG\t{each}" for each in commands], ESC)


def _order(entry: Entry) -> str:
    command = Undo() if isinstance(entry.do, Undo) else entry.do  # numbers can be others then
    order = format_order(command, entry.table_dice)
    return veiled(order) if any(_secret_of(roll) for roll in entry.dice) else order
