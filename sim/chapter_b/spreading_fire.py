"""B25.6 Spreading Fire: Blazes set adjacent Burnable Locations afire.

At the end of every AFPh each Burnable Location beside a Blaze of an earlier Player Turn makes one
DR, by the Blaze that gives it the best chance; the Spreading Fire number or more places a Flame.
Heavy Winds place it without a DR in the three hexes downwind, and keep it out of the others
(B25.63); Gusts place it straight downwind, and drive one Blaze two hexes far (B25.651).
"""

from collections.abc import Iterator
from typing import Final

from events.commands import Kindle, Spread
from events.ground import FlamePlaced
from events.moment import Phase
from events.register import at_level
from events.spreading_fire import BlazeChecked, BlazeSpread, GustsTurned, KindlingFailed
from events.terms import Fire, Kindler, TimeOfDay
from events.vehicles import WreckFireChecked
from sim.chapter_a.random_selection import random_selection
from sim.chapter_b import burnable
from sim.chapter_b.burnable import Burnable, FireRoll
from sim.chapter_b.fire import burns_beneath, fire_place, fuel
from sim.chapter_b.fire_front import FireLocation, Front, front_between, reaches, wreck_roll
from sim.chapter_b.random_direction import random_direction
from sim.machine.telling import Decision, Dice, Reason, Telling, decider, hex_of, in_phase, refuse
from sim.map.hexes import HEXSIDES
from sim.modifiers import Kind, Modifier
from sim.state import BARE, State

# B25.11 Kindling: Infantry try to set the Burnable Terrain that they occupy afire.
#
# An unpinned, Good Order MMC with a leader, or a SMC alone, tries in its own PFPh, once the SMC has
# passed a NTC; who and that are the players' to see to. A Final DR of the Kindling number or more
# places a Flame. At Night no side may, but by SSR (E1.94).

KINDLER_DRM: Final[dict[Kindler, int]] = {
    Kindler.SQUAD: 0,
    Kindler.HS: -1,
    Kindler.CREW: -1,
    Kindler.SMC: -2,
}
"""The DRM of who makes the attempt."""

BEST_LEADER: Final = -3
WORST_LEADER: Final = 1
"""Leadership DRM are from -3 to +1."""


def kindling_roll(
    state: State, name: str, burning: Burnable, by: Kindler = Kindler.SQUAD, leader: int = 0
) -> FireRoll:
    """The Kindling DR in a hex.

    The Leadership DRM of who directs it counts with its sign reversed.
    """
    verdicts = [burnable.ec_verdict(state, name), *burnable.fortified(state, name)]
    if KINDLER_DRM[by]:
        verdicts.append(Modifier(str(by), "B25.11", Kind.DRM, KINDLER_DRM[by], why="who kindles"))
    if leader:
        why = "its sign is reversed"
        verdicts.append(Modifier("Leadership", "B25.11", Kind.DRM, -leader, why=why))
    return burnable.fire_roll(burning.kindling, verdicts)


def barred_at_night(state: State) -> str:
    """Why no side may set a fire now; empty if one may (E1.94)."""
    if state.sky.time_of_day is not TimeOfDay.NIGHT or state.setting.scenario.kindling_at_night:
        return ""
    return "at Night no unit sets a fire, unless a SSR allows it: `kindling_at_night = true`"


@decider
def kindle(state: State, command: Kindle, dice: Dice) -> Decision:
    """Make the Kindling DR of an attempt."""
    in_phase(state, Phase.PFPH, "B25.11", "Kindling is for")
    level = command.level
    name = fire_place(state, command.hex, level, "B25.11")
    if not BEST_LEADER <= command.leader <= WORST_LEADER:
        refuse(Reason.IMPOSSIBLE_NUMBER, "B25.11", f"{command.leader} is not a Leadership DRM")
    if command.by is Kindler.SMC and command.leader:
        refuse(Reason.IMPOSSIBLE_NUMBER, "B25.11", "a SMC kindles alone, and undirected")
    burning = fuel(state, name, level, "B25.11")
    if why := barred_at_night(state):
        refuse(Reason.NOT_BURNABLE, "E1.94", why)
    by = command.by or Kindler.SQUAD
    roll = kindling_roll(state, name, burning, by, command.leader)
    if roll.succeeds(dice.roll(f"kindling {at_level(name, level)}", 2)):
        yield FlamePlaced(name, state.moment, "B25.11", level)
    else:
        yield KindlingFailed(name, "B25.11", level)


def fronts(state: State, source: FireLocation) -> list[Front]:
    """All Locations beside a Blaze, or beside a Location as if it were ablaze, in order."""
    return [front_between(state, source, to) for to in _beside(state, source)]


def _beside(state: State, source: FireLocation) -> Iterator[FireLocation]:
    """The Locations that a fire could reach: of the hexes around, clockwise, then of its own."""
    around = state.setting.area.neighbours(source.hex)
    for name in (*(around[side] for side in sorted(around)), source.hex):
        for level in burnable.fire_levels(state, name):
            to = FireLocation(name, level)
            if reaches(state, source, to):
                yield to


def blazes(state: State) -> list[FireLocation]:
    """The Locations ablaze, in order."""
    return [
        FireLocation(name, level)
        for name, ground in sorted(state.ground.items())
        for level in ground.blazing
    ]


def _old(state: State, source: FireLocation) -> bool:
    """Whether a Blaze began before this Player Turn."""
    ablaze = state.ground[source.hex].fire_at(source.level).ablaze
    return ablaze is None or ablaze.began.player_turn != state.moment.player_turn


def _checked(state: State, source: FireLocation) -> bool:
    ablaze = state.ground[source.hex].fire_at(source.level).ablaze
    return ablaze is not None and ablaze.spread_in == state.moment.player_turn


def due_to_spread(state: State, source: FireLocation) -> bool:
    """Whether a Blaze is to be rolled for: begun before this Player Turn, not checked in it."""
    return _old(state, source) and not _checked(state, source)


def _due(state: State, hex_: str | None, wrecks: list[str]) -> list[FireLocation]:
    """The Blazes that are to be rolled for, of one hex or of all, in order; or wrecks alone."""
    every = blazes(state)
    if hex_ is not None:
        name = hex_of(state, hex_, "B25.6")
        every = [each for each in every if each.hex == name]
    due = [each for each in every if due_to_spread(state, each)]
    if not every and not wrecks:
        where = f" in {hex_}" if hex_ else ""
        refuse(Reason.NO_FIRE, "B25.6", f"there is no Blaze{where}")
    if not due and not wrecks:
        which = f"the Blaze in {every[0]}" if len(every) == 1 else "every Blaze"
        why = f"the fire of {which} is of this Player Turn, or was rolled for in it"
        refuse(Reason.ALREADY_TRIED, "B25.6", why)
    return due


def best_front(
    state: State, to: FireLocation, beside: FireLocation | None = None, gusts_to: int | None = None
) -> Front | None:
    """The spread to a Location that has the greatest chance of all (B25.6); None without a Blaze.

    One beside it may count as ablaze whatever there is.
    """
    near = [each for each in blazes(state) if _old(state, each) and reaches(state, each, to)]
    if beside is not None:
        near = [beside, *(each for each in near if each != beside)]
    found = [front_between(state, each, to, gusts_to) for each in near]
    return max(found, key=lambda front: front.chance, default=None)


@decider
def spread(state: State, command: Spread, dice: Dice) -> Decision:
    """Make the Spreading Fire DR near one hex ablaze, or of all that are due."""
    in_phase(state, Phase.AFPH, "B25.6", "Fire spreads in")
    wrecks = wrecks_due(state, command.hex)
    due = _due(state, command.hex, wrecks)
    others = [each for each in blazes(state) if due_to_spread(state, each) and each not in due]
    if others and state.wind.gusts:
        why = "in Gusts all Blazes spread together, as one of them goes further: order `spread`"
        refuse(Reason.WRONG_PHASE, "B25.651", why)
    to_roll = _locations(state, due)
    gusts_to = state.wind.direction if state.wind.gusts else None
    if state.wind.gusts and gusts_to is None and _in_reach(state, due, to_roll):
        gusts_to = random_direction(state, dice, "Gusts")
        state = yield GustsTurned(gusts_to, "B25.651")
    if gusts_to is not None:
        state = yield from _two_hexes(state, due, gusts_to, dice)
    for to in to_roll:
        state = yield from _spread_to(state, to, gusts_to, dice)
    for each in due:
        state = yield BlazeChecked(each.hex, state.moment, "B25.6", each.level)
    for vehicle in wrecks:
        state = yield from _spread_from_wreck(state, vehicle, dice)


def wrecks_due(state: State, hex_: str | None = None) -> list[str]:
    """The burning wrecks of one hex, or of all, to be rolled for (B25.14), by name."""
    now = state.moment.player_turn
    return [
        vehicle
        for vehicle, found in sorted(state.vehicles.items())
        if found.burning is not None and found.hex is not None
        if found.burning.player_turn != now and beside_wreck(state, vehicle)
        if found.burn_checked is None or found.burn_checked.player_turn != now
        if hex_ is None or hex_.upper() == found.hex
    ]


def beside_wreck(state: State, vehicle: str) -> list[str]:
    """The hexes that a wreck may set afire: its own, and in Bypass that which it straddles too.

    On a bridge it sets nothing afire that is beneath (B25.14).
    """
    found, across = state.vehicles[vehicle], state.setting.area.across
    here = found.hex or ""
    other = None if found.bypass is None else across(here, found.bypass)
    near = [other] if burns_beneath(state, here, found.came_from) else [here, other]
    return [name for name in near if name is not None and _can_burn(state, name)]


def wreck_rule(state: State) -> str:
    """The rule by which a burning wreck lights a Flame now: by DR only by B25.14."""
    return "B25.651" if state.wind.gusts else "B25.63" if state.wind.heavy else "B25.14"


def _spread_from_wreck(state: State, vehicle: str, dice: Dice) -> Telling:
    """Where a burning wreck lights a Flame: by DR, but in Heavy Winds and Gusts without one."""
    lit, here, rule = [], state.vehicles[vehicle].hex or "", wreck_rule(state)
    for name in beside_wreck(state, vehicle):
        burning = burnable.burns_as(state, name)
        what = f"spread wreck {vehicle}" + ("" if name == here else f" {name}")
        if burning is None:
            continue
        roll = wreck_roll(state, here, name, burning)
        if rule != "B25.14" or roll.succeeds(dice.roll(what, 2)):
            lit.append(name)
    state = yield WreckFireChecked(vehicle, here, state.moment, "B25.14")
    for name in lit:
        state = yield FlamePlaced(name, state.moment, rule)
    return state


def _locations(state: State, due: list[FireLocation]) -> list[FireLocation]:
    """The Locations near Blazes that are due but near none rolled for before, Blaze by Blaze."""
    rolled = [each for each in blazes(state) if _old(state, each) and _checked(state, each)]
    done = {to for each in rolled for to in _beside(state, each)}
    near = dict.fromkeys(to for each in due for to in _beside(state, each))
    return [to for to in near if to not in done]


def _spread_to(state: State, to: FireLocation, gusts_to: int | None, dice: Dice) -> Telling:
    """One DR for a Location, if fire needs any to reach it."""
    front = best_front(state, to, gusts_to=gusts_to)
    if front is None or not front.chance:
        return state
    source = front.source
    if front.roll is not None:
        rolled = dice.roll(f"spread {source} {to}", 2)
        if not front.roll.succeeds(rolled):
            return state
    return (
        yield BlazeSpread(
            source.hex, to.hex, state.moment, front.rule, source.level, to_level=to.level
        )
    )


def _two_hexes(state: State, due: list[FireLocation], direction: int, dice: Dice) -> Telling:
    """Gusts drive a Blaze two hexes far: Random Selection says which, or all that tie (A.9)."""
    ahead = {each: state.setting.area.line(each.hex, direction, 2) for each in due}
    able = {str(each): each for each in due if any(_unburnt(state, to) for to in ahead[each])}
    if not able:
        return state
    for chosen in random_selection(tuple(able), dice, "Gusts"):
        source = able[chosen]
        for to in ahead[source][1:]:
            if _can_burn(state, to):
                state = yield BlazeSpread(
                    source.hex, to, state.moment, "B25.651", source.level, to_level=0
                )
    return state


def _in_reach(state: State, due: list[FireLocation], near: list[FireLocation]) -> bool:
    """Whether Gusts that blew along some hexside could set a Location afire."""
    fronts, line = (best_front(state, to) for to in near), state.setting.area.line
    ways = (line(each.hex, hexside, 2) for each in due for hexside in HEXSIDES)
    return any(front is not None and front.chance for front in fronts) or any(
        _unburnt(state, to) for way in ways for to in way
    )


def _can_burn(state: State, name: str) -> bool:
    """Whether there is Burnable Terrain on the ground of a hex, not ablaze, with Flames or none."""
    return burnable.burns_as(state, name) is not None and _fire(state, name) is not Fire.BLAZE


def _unburnt(state: State, name: str) -> bool:
    """Whether there is Burnable Terrain on the ground of a hex, and no fire in it."""
    return _can_burn(state, name) and _fire(state, name) is None


def _fire(state: State, name: str) -> Fire | None:
    return state.ground.get(name, BARE).fire_at(0).fire
