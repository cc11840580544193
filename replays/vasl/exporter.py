"""A game of ours as a log that VASL opens: counters, dice and moves as VASL itself would log them.

Each thing that happened is a step: the dice of an order in the chat, then what follows from it.
With it go, unless they are left out, lines of our own in the chat: the orders, so that the log
comes back as the very game it was. Secret dice are told when they act (D8.23); the order that has
them is veiled, so that the chat does not tell them.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Final, get_args

import attrs

from events.commands import (
    ESB,
    Acknowledged,
    ArmoredAssault,
    CheckBog,
    Finish,
    Impulse,
    ImpulseStep,
    TryMotion,
    Undo,
    WindChange,
)
from events.entry import MUD_BOG_DR, MUD_HEX_DR, Entry, Header, Roll
from events.moment import Moment, Phase
from events.orders import format_order
from events.register import Event
from events.scenario import VehicleSpec
from events.terms import EC, Armour, Density, FFEKind, Fire, Fortification, Material, Movement, Rain
from events.turn import GameEnded
from events.vehicles import VehicleAdded, VehicleBogged, VehicleMoved
from replays.game.position import IMPOSSIBLE, Position, follow, happen, in_play
from replays.vasl.board_line import EDGE, MAIN_MAP, LaidBoards, board_line
from replays.vasl.chat import OUR_MARK, veiled
from replays.vasl.command import ESC, piece_of
from replays.vasl.container import Archive
from replays.vasl.correction import track_names
from replays.vasl.encoding import Encoding, join, nested
from replays.vasl.marker import DUST_COUNTER, MOTION
from replays.vasl.slot import LISTED, NATIONS, Module, Slot
from sim.chapter_11.heat_haze import HAZES, haze
from sim.state import FFE, Fort, Ground, Smoke, State

Pixel = tuple[int, int]
Key = tuple[str | int, ...]
"""What a counter stands for, which stays the same as long as it does."""


@attrs.frozen
class LaidCounter:
    """A counter on VASL's table.

    It has the name of its slot in the list, the pictures or names of the layers that are up, the
    hex and the pixel where it lies, its own name and a label where it needs them, and how often it
    is turned. An ``open`` vehicle is open-topped: its counter has a CE crew in front.
    """

    slot: str
    faces: tuple[str, ...]
    at: Pixel = (0, 0)
    hex: str = attrs.field(default="", eq=False)
    name: str = ""
    label: str = ""
    turned: int = 0
    open: bool = False


_TOP: Final = 330
"""How far below the upper edge the markers lie that are in no hex: beside the boards, above."""
_TRACK_AT: Final = (EDGE + 60, _TOP)
_PHASES: Final = tuple(phase for phase in Phase if phase is not Phase.SETUP)
WEATHER: Final = ("Wind", "Wind Dir", "Gusts", "Rain", "Dust", "Heat Haze", "Mist", "EC")
"""The markers of the environment, as they lie from left to right."""
_DUSTS: Final = ("Lt", "Md", "Hv", "Vhv", "Xhv")
_ECS: Final = dict(zip(EC, ("mud", "wet", "moi", "mod", "dry", "vdr"), strict=True))
_MADE: Final = {Material.STONE: "Stone +", Material.WOODEN: "Wood +"}
_FFES: Final = {FFEKind.HARASSING: "Har FFE", FFEKind.SMOKE: "Sm FFE", FFEKind.WP: "WP FFE"}
_FORTS: Final = {
    Fortification.FOXHOLE: ("Foxhole", "ML/Fox{0.squads}"),
    Fortification.PILLBOX: (
        *("{0.ca_tem}+{0.nca_tem} Pillbox", "ML/PillNCap{0.squads}"),
        "+ ca{0.ca}",
    ),
    Fortification.ROADBLOCK: ("Roadblock", "+ ca{0.hexside}"),
    Fortification.A_P_MINES: ("Minefield",),
    Fortification.A_T_MINES: ("Minefield",),
}
"""Slots and faces of Fortifications, where a slot is not of the same name."""
_COLOURS: Final = ("Red", "Green", "Blue")


def _track_slot(state: State) -> str:
    """The turn track of a scenario, by who moves first."""
    first, _ = track_names(state.setting.sides)
    return f"Phase Track {'Allied' if first == 'Allied' else 'Axis'} 1st"


def _track_counter(state: State) -> LaidCounter:
    """The turn track at a moment; before the first Player Turn it shows the first phase."""
    moment = state.moment
    at = _PHASES.index(moment.phase) if moment.phase in _PHASES else 0
    side = track_names(state.setting.sides)[max(moment.player, 1) - 1]
    faces = (f"{side} +", f"+- {_PHASES[at]}", f"Turn {max(moment.turn, 1)} ")
    return LaidCounter(_track_slot(state), faces, _TRACK_AT, turned=-at % len(_PHASES))


def _counters_of(state: State, where: Callable[[str], Pixel]) -> Iterator[tuple[Key, LaidCounter]]:
    """Every counter but the turn track, with what it stands for; a hex lies at a pixel."""
    for name, face in _weather(state).items():
        if face is not None:
            at = (EDGE + 170 + 76 * WEATHER.index(name), _TOP)
            yield (name,), LaidCounter(name, (face,), at)
    for key, counter in _in_hexes(state):
        yield key, attrs.evolve(counter, at=where(counter.hex))


def _weather(state: State) -> dict[str, str | None]:
    """The face of every marker of the environment; None where it is not on the map."""
    wind, hazy, sky = state.wind, haze(state), state.sky
    return {
        "Wind": wind.force and str(wind.force),
        "Wind Dir": f"ML/Wind{wind.direction}" if wind.direction else None,
        "Gusts": "ML/Gust" if wind.gusts else "ML/GustB",
        "Rain": f"ML/Rain{list(Rain).index(sky.rain)}",
        "Dust": None
        if state.density is Density.NONE
        else f"ML/Dust{_DUSTS[state.density.level - 1]}",
        "Heat Haze": None if hazy is None else ("ML/Haze", "ML/HazeInt")[list(HAZES).index(hazy)],
        "Mist": "ML/MistE332" if sky.mist else None,
        "EC": sky.ec and f"ML/EC{_ECS[sky.ec]}",
    }


def _counter(hex_: str, slot: str, *faces: str, name: str = "", label: str = "") -> LaidCounter:
    return LaidCounter(slot, faces, hex=hex_, name=name, label=label)


def _in_hexes(state: State) -> Iterator[tuple[Key, LaidCounter]]:
    for hex_, ground in sorted(state.ground.items()):
        yield from _on_ground(hex_, ground)
    for label, fort in sorted(state.fortifications.items()):
        if (laid := _fort(fort)).slot in LISTED.known:
            yield ("fort", label), laid
    for name, unit in sorted(state.units.items()):
        yield ("unit", name), _counter(unit.hex, "User-Labeled", label=name)
    for id_ in sorted(state.vehicles):
        yield from _vehicle(state, id_)
    for id_, dust in sorted(state.vehicle_dust.items()):
        face = "ML/VDustM" if dust.motion else "ML/VDust"
        yield ("dust", id_), _counter(dust.hex, DUST_COUNTER, face)
    yield from _clouds(state)


def _clouds(state: State) -> Iterator[tuple[Key, LaidCounter]]:
    for name, smoke in sorted(state.smoke.items()):
        yield ("smoke", name), _smoke(smoke)
    for source, hexes in sorted(state.drift.items()):
        wp = source in state.smoke and state.smoke[source].wp
        for hex_ in hexes:
            yield ("drift", source, hex_), _counter(hex_, "Gray WP" if wp else "Gray Smoke")
    for name, ffe in sorted(state.ffes.items()):
        if ffe.kind is not FFEKind.ILLUMINATION:
            yield ("ffe", name), _ffe(name, ffe)


def _on_ground(hex_: str, ground: Ground) -> Iterator[tuple[Key, LaidCounter]]:
    house = ground.building
    if house is not None and house.rubbled_from is not None:
        made, storey = house.rubble or house.material, f"ML/RLev{min(house.rubbled_from, 3)}"
        yield ("rubble", hex_), _counter(hex_, "Rubble", storey, _MADE[made])
    if ground.rubble is not None:
        yield ("fallen", hex_), _counter(hex_, "Fallen Rubble", _MADE[ground.rubble.material])
    if ground.shellholes:
        yield ("shellholes", hex_), _counter(hex_, "Shellholes", "ML/_sand58")
    for level, burning in ground.fires.items():
        label = f"Level {level}" * (level > 0)
        if burning.fire is Fire.BLAZE:
            yield ("blaze", level, hex_), _counter(hex_, "Blaze", label=label)
        for number, _ in enumerate(burning.flames):
            yield ("flame", level, number, hex_), _counter(hex_, "Flame", label=label)


def _fort(fort: Fort) -> LaidCounter:
    slot, *faces = (each.format(fort) for each in _FORTS.get(fort.kind, (fort.kind,)))
    label = "A-T" if fort.kind is Fortification.A_T_MINES else ""
    turned = (3 - fort.ca) % 6 if fort.ca else (8 - 2 * fort.hexside) % 12 if fort.hexside else 0
    return LaidCounter(slot, tuple(faces), hex=fort.hex, label=label, turned=turned)


def _vehicle(state: State, id_: str) -> Iterator[tuple[Key, LaidCounter]]:
    vehicle, spec = state.vehicles[id_], state.setting.vehicles[id_]
    if vehicle.hex is None:
        return
    hex_, generic = vehicle.hex, _generic(state, spec)
    if vehicle.destroyed:
        label, name = "burning" if vehicle.burning else id_, f"{id_} Wreck"
        yield ("wreck", id_), _counter(hex_, f"{generic} Wreck", name=name, label=label)
        return
    crew = "+ BU" if vehicle.bu or spec.armour is Armour.NONE else "+ CE"
    counter = _counter(hex_, generic, crew, name=id_, label=id_)
    yield ("vehicle", id_), attrs.evolve(counter, open=spec.armour is Armour.OPEN_TOPPED)
    moving = state.moment.phase is Phase.MPH and state.attacker == spec.side and vehicle.mp_used > 0
    if vehicle.in_motion and not moving:
        yield ("motion", id_), _counter(hex_, MOTION, "MS/Motion")
    if vehicle.bogged or vehicle.mired:
        yield ("bog", id_), _counter(hex_, "Bog", "MS/Mired" if vehicle.mired else "MS/Bog")


def _nation(state: State, side: str) -> str:
    """Two letters for the nation of a side, as VASL has them."""
    sides = state.setting.sides
    camp = track_names(sides)[sides.index(side)]
    of = NATIONS.get(side.title(), "")
    return of if f"{of} tr" in LISTED.known else "GE" if camp == "Axis" else "BR"


def _generic(state: State, spec: VehicleSpec) -> str:
    """The slot of the list whose counter is a vehicle of a nation and kind without a name."""
    of = _nation(state, spec.side)
    if spec.armour is Armour.NONE:
        return f"{of} tr"
    kinds = {Movement.ARMOURED_CAR: ("AC", "ht"), Movement.HALFTRACK: ("ht", "AC")}
    own, other = (f"{of} {kind}" for kind in kinds.get(spec.movement, ("MT", "MT")))
    return own if own in LISTED.known else other  # not each nation has both


def _smoke(smoke: Smoke) -> LaidCounter:
    slot, face = ("WP", "WP") if smoke.wp else ("Smoke", "Smk")
    if smoke.grenade:
        return _counter(smoke.hex, "Smoke grenade", f"MS/{face}12")
    if smoke.gray and smoke.dispersed:
        return _counter(smoke.hex, f"Gray {slot}")
    return _counter(smoke.hex, slot, f"ML/{face}{smoke.hindrance}")


def _ffe(name: str, ffe: FFE) -> LaidCounter:
    colour = next((each for each in _COLOURS if name.lower().startswith(each.lower())), "Red")
    label = f"{ffe.calibre}mm"
    if ffe.kind is FFEKind.BARRAGE:
        return _counter(ffe.hex, f"{colour} HE Barrage", label=label)
    slot = "FFE" if ffe.kind is None else _FFES[ffe.kind]
    return _counter(ffe.hex, slot, f"{colour} +", label=label)


# The log ------------------------------------------------------------------------------------------

_MOVES: Final = (*get_args(ImpulseStep), ESB, TryMotion, CheckBog, ArmoredAssault, Impulse)
_TRACK: Final[Key] = ("track",)


def vasl_log(
    header: Header,
    beginning: State,
    entries: Iterable[Entry],
    *,
    name: str,
    orders: bool = True,
    module: Module = LISTED,
) -> Archive:
    """A game, from the state before its first entry on, as a VASL log for a file of this name.

    With ``orders`` its orders go along, and the seed; then it can be read back as it was. Its
    counters are those of a module of VASL.
    """
    writer = _Writer(header, beginning, module)
    try:
        steps = list(writer.steps(entries, orders=orders and header.mail is None))
    except IMPOSSIBLE:
        in_play(writer.state)  # says what is not; else the fault is ours
        raise
    text = join(["begin_save", *writer.save, "end_save", *steps], ESC)
    about = f"{header.scenario.name}, written by khamsin"
    return Archive(name, Encoding.HEX, text, module.version, module.vassal, 0, about)


def not_as_in_vasl(state: State, module: Module = LISTED) -> Iterator[str]:
    """What of a game VASL shows otherwise than it is, in lines."""
    boards = LaidBoards.of(state.setting.scenario)
    if not boards.line:
        yield "no board is laid: VASL has no blank one that is large enough"
    elif boards.blank:
        yield f"a blank board lies in the place of {', '.join(boards.blank)}: VASL has no such map"
    named = {id_: _nation(state, each.side) for id_, each in state.setting.vehicles.items()}
    if generic := [id_ for id_, of in named.items() if module.vehicle(id_, of) is None]:
        yield f"generic counters with a label stand for {', '.join(generic)}"


class _Writer:
    """Writes steps, knows which counter lies where, and ``save``: what sets up the table."""

    def __init__(self, header: Header, beginning: State, module: Module) -> None:
        self._header, self.state, self._module = header, beginning, module
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
        self._lying[_TRACK] = _track_counter(beginning)
        self.save = [board_line(self._boards.line)]
        self.save += [self._add(key, each) for key, each in self._lying.items()]
        loose = {each.at for each in self._lying.values() if self._slot(each).stacks}
        self.save += map(self._stack, sorted(loose))

    # Counters ---------------------------------------------------------------------------------

    def _counters(self) -> Iterator[tuple[Key, LaidCounter]]:
        return _counters_of(self.state, self._boards.pixel)

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
        over, position, entries = False, Position(self.state), list(entries)
        rolled: Moment | None = None
        gone = {entry.do.entry for entry in entries if isinstance(entry.do, Undo)}
        for entry in entries:
            first, then = _first_and_then(entry, self.state)
            if isinstance(entry.do, WindChange):
                if rolled == entry.at and entry.n not in gone:  # the first was taken back
                    yield _step(f"CHAT<{self._player(entry)}> - wc")
                rolled = entry.at
            yield from self._dice(entry, first)
            by_itself = isinstance(entry.do, Finish) and over
            if orders and not by_itself and not isinstance(entry.do, Acknowledged):
                yield _step(f"CHAT{OUR_MARK}{entry.n}: {_order(entry)}")
            yield from self._happen(entry, then, stands=entry.n not in gone)
            position = follow(position, entry)
            if isinstance(entry.do, Undo):
                self.state = position.state
            if self.state.moment.phase is not Phase.MPH:
                self._secret.clear()
            over = any(isinstance(event, GameEnded) for event in entry.then)

    def _happen(self, entry: Entry, rolls: Iterable[Roll], *, stands: bool) -> Iterator[str]:
        """What an entry does, with the rolls of who moves; those that bog come before the counter.

        Secret dice are told as they act, and are over with the MPh. Of what was taken back, the
        chat alone tells.
        """
        for event in entry.then:
            if isinstance(event, VehicleBogged):
                yield from self._dice(entry, rolls)
                rolls = ()
                if event.rule == "11.8":
                    yield from self._secret.pop(event.vehicle, ())
            self.state = happen(self.state, event, entry.n)
            if stands:
                yield from self._shown(event)
        yield from self._dice(entry, rolls)

    def _player(self, entry: Entry) -> str:
        """The side whose Player Turn it is, as the name of a player."""
        side = ("setup", *self._header.scenario.order_of_sides)[entry.at.player]
        return "".join(c if c.isprintable() and c not in "<>" else "?" for c in side)

    def _dice(self, entry: Entry, rolls: Iterable[Roll]) -> Iterator[str]:
        who = self._player(entry)
        for roll in rolls:
            kind = {1: "(Other dr)", 2: "(Other DR)"}.get(len(roll.dice), f"{len(roll.dice)}d6 =")
            dice = ",".join(map(str, roll.dice))
            step = _step(f"CHAT*** {kind} {dice} ***   <{who}>      ({entry.n:02})")
            if (vehicle := _secret_of(roll)) is not None:
                self._secret.setdefault(vehicle, []).append(step)
            else:
                yield step

    def _shown(self, event: Event) -> Iterator[str]:
        """What the table shows after an event."""
        state = self.state
        if isinstance(event, VehicleAdded):
            self._number(("vehicle", event.id))
        yield from self._table(event)
        if state.moment != self._turn and state.moment.phase is not Phase.SETUP:
            self._turn = moment = state.moment
            old, self._lying[_TRACK] = self._lying[_TRACK], _track_counter(state)
            yield from map(_step, self._change(_TRACK, old, self._lying[_TRACK]))
            side = track_names(state.setting.sides)[moment.player - 1]
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
        hex_ = self.state.vehicles[id_].hex
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
    key, turns = _track_slot(state), max(10, state.setting.scenario.turns)
    sides = [f"{each} +" for each in track_names(state.setting.sides)]
    slot = module.known[key].renamed("tables/turn_phase_axis", sides)
    return key, slot.renamed("Turn 1 ", [f"Turn {n} " for n in range(1, turns + 1)])


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
