"""A24 SMOKE: placement, Dispersal, drift, and what wind and rain do to it.

Drift (A24.61) comes from white counters, a Dispersed one (A24.5) included, from Blazes, burning
wrecks (B25.14), and from Vehicle Dust (ruling 11.74-drift): as many gray Dispersed counters as the
source's Hindrance DRM, in a line downwind. It is laid in a Mild Breeze without Gusts or rain, at
the start of the first RPh and of each AFPh.
"""

from collections.abc import Collection, Iterator
from itertools import chain, takewhile
from typing import Final

from events import smoke
from events.commands import PlaceSmoke, PlaceWP, ThrowGrenade
from events.ground import BlazeBegan, FireEnded
from events.moment import Phase
from events.terms import FFEKind, Fire, HexsideKind, Rain, WindForce
from events.vehicles import WreckRemoved
from sim.chapter_11.in_building import building_called, heavy_winds_in, is_interior
from sim.chapter_191.ffe_los_hindrance import blast_area
from sim.chapter_b.depressions import base_level
from sim.chapter_b.roads import real_bridge_in
from sim.chapter_b.symbology import governing_terrain
from sim.machine import telling
from sim.machine.dice import Dice
from sim.machine.telling import Decision, Reason, Telling, decider, hex_of, in_phase, refuse
from sim.map.terrain_kind import TerrainKind
from sim.modifiers import WhyNot
from sim.state import BARE, DISPERSED_DRM, Smoke, State

EXTRA_MP: Final = 1
"""What SMOKE in a hex adds to the cost to enter it (A24.7)."""

_NO_SMOKE_IN: Final = frozenset({TerrainKind.WATER, TerrainKind.MARSH})
"""Terrain in which no SMOKE is placed, but on a bridge (A24.1)."""

SMOKE_EXPONENTS: Final = range(1, 6)
"""What a squad's Smoke exponent can be: with a dr of 6 no grenade is placed (A24.1)."""

UPHILL_AT_MOST: Final = 3
"""The highest subsequent dr by which a SMOKE grenade goes a level up (A24.1)."""

_UPWIND: Final = (2, 3, 4)
"""The hexsides from which a Mild Breeze comes, counted from the one to which it blows."""

BLAZE_DRM: Final = 3
"""LOS Hindrance DRM of the smoke of a Blaze (B25.2)."""

WRECK_DRM: Final = 2
"""LOS Hindrance DRM of the smoke of a burning wreck (B25.14)."""


def wreck_source(vehicle: str) -> str:
    """What a burning wreck is called as a source of drift."""
    return f"wreck {vehicle}"


def burning_wrecks(state: State) -> dict[str, str]:
    """The wrecks that burn and smoke, each with its hex: in Heavy Winds none smokes (B25.63)."""
    return {
        label: found.hex
        for label, found in sorted(state.vehicles.items())
        if found.burning is not None and found.hex and not heavy_winds_in(state, found.hex)
    }


def end_wreck(state: State, vehicle: str, rule: str) -> Telling:
    """A wreck is gone, and what drifted from it."""
    state = yield WreckRemoved(vehicle, rule)
    if wreck_source(vehicle) in state.drift:
        state = yield smoke.DriftChanged(wreck_source(vehicle), (), "A24.61")
    return state


def begin_blaze(state: State, name: str, rule: str, level: int = 0) -> Telling:
    """A Location is ablaze; on the ground that is the end of all wrecks there (D10.41)."""
    state = yield BlazeBegan(name, rule, level)
    for vehicle, found in sorted(state.vehicles.items()) if level == 0 else ():
        if found.destroyed and found.hex == name:
            state = yield from end_wreck(state, vehicle, "D10.41")
    return state


def blaze_source(name: str) -> str:
    """What the Blaze in a hex is called as a source of drift."""
    return f"Blaze {name}"


def end_fire(state: State, name: str, rule: str, level: int = 0) -> Telling:
    """The fire of a Location goes out; what drifted from the hex ends with its last Blaze."""
    if state.ground.get(name, BARE).fire_at(level).fire is not None:
        state = yield FireEnded(name, rule, level)
    if blaze_source(name) in state.drift and state.ground.get(name, BARE).fire is not Fire.BLAZE:
        state = yield smoke.DriftChanged(blaze_source(name), (), "A24.61")
    return state


def smoke_in(state: State, name: str, vehicles: Collection[str]) -> bool:
    """Whether SMOKE, dust, drift or, of its vehicles, a burning wreck is in a hex (B25.141)."""
    if state.smoke and name in [counter.hex for counter in state.smoke.values()]:
        return True
    dust = state.vehicle_dust
    if dust and name in [counter.hex for counter in dust.values()]:
        return True
    if state.drift and name in chain.from_iterable(state.drift.values()):
        return True
    if not vehicles or heavy_winds_in(state, name):
        return False
    return any(state.vehicles[label].burning is not None for label in vehicles)


def dust_in(state: State, name: str) -> bool:
    """Whether Vehicle Dust, or drift of it, is in a hex."""
    if any(counter.hex == name for counter in state.vehicle_dust.values()):
        return True
    return any(
        name in hexes for source, hexes in state.drift.items() if source in state.vehicle_dust
    )


@decider
def place_smoke(state: State, command: PlaceSmoke | PlaceWP, _: Dice) -> Decision:
    """Place a SMOKE or WP counter (A24.1-A24.3)."""
    side = telling.owner_of(state, command.side, "A24.4")
    name = hex_of(state, command.hex, "A24.1")
    _check_weather(state, name)
    _check_hex(state, name)
    dispersed, rule = command.dispersed, "A24.1"
    if not dispersed and not _may_be_full(state, side):
        dispersed, rule = True, "A24.5"
    placed = smoke.WPPlaced if isinstance(command, PlaceWP) else smoke.SmokePlaced
    yield placed(_free_label(state, name), name, command.gray, dispersed, side, rule)


def smoke_of_ffe(state: State, name: str, kind: FFEKind | None) -> Telling:
    """A SMOKE or WP FFE puts a white counter into each hex of its Blast Area where one may be.

    In the DFPh it is Dispersed (A24.5), and that of the side whose phase it is. Where no SMOKE can
    exist now there is no such FFE (C1.71).
    """
    phase, sides = state.moment.phase, state.setting.sides
    if kind not in (FFEKind.SMOKE, FFEKind.WP):
        return state
    _check_weather(state, name)
    if phase not in (Phase.PFPH, Phase.DFPH):
        return state
    placed = smoke.WPPlaced if kind is FFEKind.WP else smoke.SmokePlaced
    prep = phase is Phase.PFPH
    side = next(side for side in sides if (side == state.attacker) is prep)
    for each in blast_area(state.setting.area, name):
        if not any(chain(_no_smoke_now(state, each), _no_smoke_in(state, each))):
            label = _free_label(state, each)
            state = yield placed(label, each, False, not prep, side, "C1.71")
    return state


@decider
def throw_grenade(state: State, command: ThrowGrenade, dice: Dice) -> Decision:
    """Try to place a SMOKE grenade: dr, +1 if CX, of no more than the exponent (A24.1, A24.3)."""
    in_phase(state, Phase.MPH, "A24.1", "SMOKE grenades are for")
    side = telling.owner_of(state, None, "A24.1")
    origin, name = (hex_of(state, each, "A24.1") for each in (command.hex, command.to))
    building = building_called(state, origin)
    if building is None or building_called(state, name) != building:  # A24.6
        _check_weather(state, name)
    _check_hex(state, name)
    up = name != origin and _check_throw(state, origin, name)
    if command.exponent not in SMOKE_EXPONENTS:
        refuse(Reason.IMPOSSIBLE_NUMBER, "A24.1", f"{command.exponent} is no Smoke exponent")
    (dr,) = dice.roll("SMOKE grenade", 1)
    placed = dr + command.cx <= command.exponent - command.wp
    yield smoke.GrenadeThrown(origin, name, dr, placed, command.wp, "A24.1")
    if placed and up:
        (higher,) = dice.roll("SMOKE grenade uphill", 1)
        name = name if higher <= UPHILL_AT_MOST else origin
    if placed:
        yield smoke.GrenadePlaced(_free_label(state, name), name, command.wp, side, "A24.1")


def _check_throw(state: State, origin: str, name: str) -> bool:
    """Whether a grenade goes uphill; refused where none goes to that adjacent hex (A24.1)."""
    side = state.setting.area.hexside(origin, name)
    if side is None:
        refuse(Reason.NOT_ADJACENT, "A24.1", f"{origin} and {name} are not adjacent")
    way = state.wind.direction
    breeze = state.wind.force is WindForce.MILD_BREEZE and way is not None
    if breeze and (side - (way or 0)) % 6 in _UPWIND:
        refuse(Reason.NO_SMOKE_NOW, "A24.1", f"{name} is upwind of {origin} in a Mild Breeze")
    rise = base_level(state.setting, name) - base_level(state.setting, origin)
    cliff = state.setting.area.hexsides.get((origin, side)) is HexsideKind.CLIFF
    if rise > 1 or (rise > 0 and cliff):
        why = "over a cliff" if cliff else "two levels up"
        refuse(Reason.NO_SMOKE_NOW, "A24.1", f"no SMOKE grenade goes {why}, as into {name}")
    return rise > 0


def end_grenades(state: State) -> Telling:
    """The SMOKE of grenades goes as the MPh ends (A24.11)."""
    for label, counter in sorted(state.smoke.items()):
        if counter.grenade:
            state = yield smoke.SmokeRemoved(label, "A24.11")
    return state


def _may_be_full(state: State, side: str) -> bool:
    """Whether SMOKE of a side may be at full strength: in its PFPh, or set up before (A24.5)."""
    phase = state.moment.phase
    opening = state.moment.player_turn == "1.1" and phase is Phase.RPH
    return opening or (phase is Phase.PFPH and side == state.attacker)


def _check_weather(state: State, name: str) -> None:
    """Refuse SMOKE that cannot exist now in a hex."""
    for rule, why in _no_smoke_now(state, name):
        refuse(Reason.NO_SMOKE_NOW, rule, why)


def _no_smoke_now(state: State, name: str) -> Iterator[WhyNot]:
    for holds, rule, why in (
        (state.sky.rain is not Rain.NONE, "E3.53", "no SMOKE can exist in rain"),
        (heavy_winds_in(state, name), "A24.6", "no SMOKE can exist in Heavy Winds"),
        (state.sky.mud_exists, "E3.734", "SMOKE has no effect in Mud"),
    ):
        if holds:
            yield WhyNot(rule, why)


def _check_hex(state: State, name: str) -> None:
    """Refuse SMOKE in Water and marsh, but on a bridge (A24.1)."""
    for rule, why in _no_smoke_in(state, name):
        refuse(Reason.NO_SMOKE_NOW, rule, why)


def _no_smoke_in(state: State, name: str) -> Iterator[WhyNot]:
    bridge = real_bridge_in(state.setting, name)
    for kind in () if bridge else governing_terrain(state.setting, name):
        if kind.name in _NO_SMOKE_IN:
            yield WhyNot("A24.1", f"no SMOKE is placed in {kind.name}, as in {name}")


def _free_label(state: State, name: str) -> str:
    label, number = name, 1
    while label in state.smoke or label in state.vehicles:
        number += 1
        label = f"{name}/{number}"
    return label


def settle_smoke(before: State, state: State) -> Telling:
    """What a Wind Change DR does to SMOKE and drift (A24.6-A24.62, E3.53)."""
    old, new = before.wind, state.wind
    if (old.force, old.direction) != (new.force, new.direction):
        state = yield from _end_drift(state, "A24.61")
    rains = state.sky.rain is not Rain.NONE
    if new.heavy or rains:
        rule = "A24.6" if new.heavy else "E3.53"
        state = yield from _end_drift(state, rule)
        for label, counter in sorted(state.smoke.items()):
            if rains or heavy_winds_in(state, counter.hex):
                state = yield smoke.SmokeRemoved(label, rule)
    return (yield from gusts_on_smoke(state))


def gusts_on_smoke(state: State) -> Telling:
    """Gusts remove Dispersed counters and flip the others, in the RPh and in the AFPh (A24.62)."""
    if not state.wind.gusts:
        return state
    state = yield from _end_drift(state, "A24.62")
    for label, counter in sorted(state.smoke.items()):
        if not counter.grenade:
            state = yield from _flip_or_remove(state, label, counter, "A24.62")
    return state


def disperse_old_smoke(state: State) -> Telling:
    """At the start of a PFPh its owner's white Dispersed goes, and his other white is flipped."""
    for label, counter in sorted(state.smoke.items()):
        if counter.side == state.attacker and not counter.gray and not counter.grenade:
            state = yield from _flip_or_remove(state, label, counter, "A24.4")
    return state


def _flip_or_remove(state: State, label: str, counter: Smoke, rule: str) -> Telling:
    drift_now = state.drift.get(label, ())
    if counter.dispersed:
        state = yield smoke.SmokeRemoved(label, rule)
        if drift_now:
            state = yield smoke.DriftChanged(label, (), "A24.61")
        return state
    state = yield smoke.SmokeDispersed(label, rule)
    fewer = drift_now[: state.smoke[label].hindrance]
    if fewer != drift_now:
        state = yield smoke.DriftChanged(label, fewer, "A24.61")
    return state


def _end_drift(state: State, rule: str) -> Telling:
    """All drift ends; not even the smoke of a Blaze drifts in rain (E3.53)."""
    for source in sorted(state.drift):
        state = yield smoke.DriftChanged(source, (), rule)
    return state


def _downwind(state: State, origin: str, direction: int, length: int) -> tuple[str, ...]:
    """The hexes in a line downwind; nothing drifts into an Interior Building hex, or out of one."""
    way = () if is_interior(state, origin) else state.setting.area.line(origin, direction, length)
    return tuple(takewhile(lambda name: not is_interior(state, name), way))


def drift(state: State) -> Telling:
    """Lay the drift of every source (A24.61)."""
    direction = state.wind.direction
    still = state.wind.gusts or state.sky.rain is not Rain.NONE
    if state.wind.force is not WindForce.MILD_BREEZE or direction is None or still:
        return state
    sources = {
        label: (counter.hex, counter.hindrance)
        for label, counter in state.smoke.items()
        if not counter.gray and not counter.grenade
    }
    sources |= {
        blaze_source(name): (name, BLAZE_DRM)
        for name, ground in state.ground.items()
        if ground.fire is Fire.BLAZE
    }
    sources |= {wreck_source(w): (at, WRECK_DRM) for w, at in burning_wrecks(state).items()}
    if state.setting.rules_that("11.74-drift", "drifts"):
        sources |= {
            vehicle: (counter.hex, DISPERSED_DRM) for vehicle, counter in state.vehicle_dust.items()
        }
    for source, (origin, length) in sorted(sources.items()):
        hexes = _downwind(state, origin, direction, length)
        if hexes != state.drift.get(source, ()):
            state = yield smoke.DriftChanged(source, hexes, "A24.61")
    return state
