"""B25 Flames and Blazes: where they can be, and how a Flame grows or goes out."""

from typing import Final

from events import units, vehicles
from events.commands import Blaze, CheckFlame, Flame
from events.ground import FireEnded, FlameEnded, FlamePlaced, FlameStayed
from events.moment import Phase
from events.register import at_level
from events.terms import Fire, Station, UnitKind
from sim.chapter_a.smoke import begin_blaze, end_fire, end_wreck
from sim.chapter_ad.mosque import SHAFT_LEVEL, STEEPLE_LEVEL
from sim.chapter_b import burnable
from sim.chapter_b.depressions import depressions_of, went_beneath
from sim.chapter_b.roads import real_bridge_in, rubble_on_bridge
from sim.machine.telling import Decision, Dice, Reason, Telling, decider, hex_of, in_phase, refuse
from sim.modifiers import WhyNot
from sim.state import BARE, State, Unit

# B25.4 No unit goes into a terrain Blaze, and none stays in one.
#
# A Blaze on the ground keeps all units out of its hex (B25.141). Vehicles in it, Cavalry and
# motorcyclists leave in their next MPh or are eliminated, Infantry by the end of the next RtPh.


def blaze_bars(state: State, name: str, level: int = 0, *, beneath: bool = True) -> WhyNot | None:
    """Why a Blaze keeps all units out of a Location; None if none does.

    What burns beneath a bridge does not keep them off it (B6.1).
    """
    if level not in state.ground.get(name, BARE).blazing:
        return None
    if not beneath and burns_beneath(state, name):
        return None
    where = at_level(name, level)
    return WhyNot("B25.4", f"{where} is ablaze, and no unit goes into a Blaze")


def burns_beneath(state: State, name: str, came_from: str | None = None) -> bool:
    """Whether fire on the ground of a hex is beneath its bridge, and who came so is upon it."""
    if name not in depressions_of(state.setting) or rubble_on_bridge(state, name):
        return False
    return real_bridge_in(state.setting, name) and not went_beneath(state, name, came_from)


def fire_level(unit: Unit) -> int | None:
    """The level at which fire reaches a unit; None on a rooftop."""
    return None if unit.station is Station.ROOFTOP else _LEVELS.get(unit.station, 0)


_LEVELS: Final = {Station.SHAFT: SHAFT_LEVEL, Station.STEEPLE: STEEPLE_LEVEL}


def ablaze_there(state: State, unit: Unit) -> WhyNot | None:
    """Why a unit may not come to its Location, a Blaze, or is eliminated there; None if it may."""
    level = fire_level(unit)
    return None if level is None else blaze_bars(state, unit.hex, level, beneath=False)


def killed_by_fire(label: str, unit: Unit) -> units.UnitKilled:
    """A unit is eliminated in a Blaze, or a SW (A4.43)."""
    rule = "A4.43" if unit.kind is UnitKind.SW else "B25.4"
    return units.UnitKilled(label, unit.hex, rule)


def _caught(
    state: State,
    name: str | None,
    phase: Phase,
    level: int | None = 0,
    came_from: str | None = None,
) -> bool:
    """Whether a Location is ablaze, and was before this phase."""
    if level is None:
        return False
    blaze = state.ground.get(name or "", BARE).fire_at(level).ablaze
    if blaze is None or (not level and burns_beneath(state, name or "", came_from)):
        return False
    return (blaze.began.player_turn, blaze.began.phase) != (state.moment.player_turn, phase)


def burn_vehicles(state: State) -> Telling:
    """At the end of an MPh: the ATTACKER's vehicles that did not leave a Blaze are eliminated.

    So are his Cavalry and motorcyclists.
    """
    attacker = state.attacker
    for vehicle, found in sorted(state.vehicles.items()):
        own = state.setting.vehicles[vehicle].side == attacker
        there = found.hex, Phase.MPH, 0, found.came_from
        if own and not found.destroyed and _caught(state, *there):
            state = yield vehicles.VehicleDestroyed(vehicle, "B25.4")
            state = yield from end_wreck(state, vehicle, "D10.41")
    for label, unit in sorted(state.units.items()):
        own = unit.riding is not None and unit.side == attacker
        if own and _caught(state, unit.hex, Phase.MPH):
            state = yield killed_by_fire(label, unit)
    return state


def burn_units(state: State) -> Telling:
    """At the end of a RtPh: Infantry that did not leave a Blaze is eliminated, and SW (A4.43)."""
    for label, unit in sorted(state.units.items()):
        on_foot = unit.riding is None
        if on_foot and _caught(state, unit.hex, Phase.RTPH, fire_level(unit)):
            state = yield killed_by_fire(label, unit)
    return state


OUT_AT_MOST: Final = 2
"""Final DR at which a Flame goes out (B25.15)."""


def fire_place(state: State, hex_: str, level: int, rule: str) -> str:
    """The hex of a Location that has no Blaze, in which a fire is to begin.

    It may have several Flames, but nothing is added to a Blaze (B25.15).
    """
    name = hex_of(state, hex_, rule)
    if state.ground.get(name, BARE).fire_at(level).fire is Fire.BLAZE:
        refuse(Reason.ALREADY_SO, rule, f"{at_level(name, level)} has a {Fire.BLAZE} already")
    burnable.demand_level(state, name, level, rule)
    return name


def fuel(state: State, name: str, level: int, rule: str) -> burnable.Burnable:
    """As what a Location burns in which a fire is to begin."""
    burning = burnable.burns_as(state, name, level)
    if burning is None:
        refuse(Reason.NOT_BURNABLE, rule, f"{name} has nothing that burns")
    return burning


@decider
def flame(state: State, command: Flame, _: Dice) -> Decision:
    """Place a Flame."""
    name = fire_place(state, command.hex, command.level, "B25.1")
    fuel(state, name, command.level, "B25.1")
    yield FlamePlaced(name, state.moment, "B25.1", command.level)


@decider
def blaze(state: State, command: Blaze, _: Dice) -> Decision:
    """Set Burnable Terrain ablaze."""
    name = fire_place(state, command.hex, command.level, "B25.1")
    fuel(state, name, command.level, "B25.1")
    yield from begin_blaze(state, name, "B25.1", command.level)


def smother(state: State, name: str) -> Telling:
    """A fire goes out where nothing is left that burns (B25.1)."""
    for level in sorted(state.ground.get(name, BARE).fires):
        if burnable.burns_as(state, name, level) is None:
            state = yield from end_fire(state, name, "B25.1", level)
    return state


def flame_in(state: State, hex_: str, level: int, rule: str) -> str:
    """The hex of a Location that has a Flame; a Blaze is none."""
    name = hex_of(state, hex_, rule)
    if state.ground.get(name, BARE).fire_at(level).fire is not Fire.FLAME:
        refuse(Reason.NO_FIRE, rule, f"{at_level(name, level)} has no Flame")
    return name


def one_flame_out(state: State, name: str, level: int, rule: str) -> Telling:
    """One Flame of a Location is gone, and the others burn on (B25.15)."""
    if len(state.ground[name].fire_at(level).flames) > 1:
        return (yield FlameEnded(name, rule, level))
    return (yield FireEnded(name, rule, level))


def goes_out(roll: burnable.FireRoll, dice: tuple[int, ...]) -> bool:
    """Whether the DR of a Flame puts it out (B25.15)."""
    return not roll.succeeds(dice) and roll.final(dice) <= OUT_AT_MOST


@decider
def check_flame(state: State, command: CheckFlame, dice: Dice) -> Decision:
    """The DR of each Flame of a Location, from the Player Turn after its own on (B25.15)."""
    in_phase(state, Phase.AFPH, "B25.15", "Flames are rolled for in")
    level = command.level
    name = flame_in(state, command.hex, level, "B25.15")
    due = flames_due(state, name, level)
    if not due:
        where = at_level(name, level)
        refuse(
            Reason.ALREADY_TRIED,
            "B25.15",
            f"the Flame in {where} is of this Player Turn, or was in it rolled for or hampered "
            "(B24.721)",
        )
    if (burning := burnable.burns_as(state, name, level)) is None:
        refuse(Reason.NO_FIRE, "B25.15", f"nothing burns in {at_level(name, level)}")
    roll = burnable.spreading_roll(state, name, burning)
    for _ in range(due):
        rolled = dice.roll(f"flame {at_level(name, level)}", 2)
        if roll.succeeds(rolled):
            yield from begin_blaze(state, name, "B25.15", level)
            return
        if goes_out(roll, rolled):
            state = yield from one_flame_out(state, name, level, "B25.15")
        else:
            state = yield FlameStayed(name, state.moment, "B25.15", level)


def flames_due(state: State, name: str, level: int) -> int:
    """How many Flames of a Location are to be rolled for in this Player Turn (B25.15)."""
    flames, now = state.ground[name].fire_at(level).flames, state.moment.player_turn
    return sum(since.player_turn != now for since in flames)
