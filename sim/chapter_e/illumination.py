"""E1.9 Illumination: what starshells, IR, Blazes and Flames light at Night."""

from collections.abc import Hashable
from typing import Final

from events.commands import PlaceLight
from events.sky import LightEnded, LightPlaced
from events.terms import FFEKind, LightKind
from sim.chapter_11.in_building import is_interior
from sim.chapter_11.night import Light, dust_at_night, lit_radius
from sim.chapter_191.ffe_los_hindrance import blast_area
from sim.chapter_a.los import Location, trace
from sim.chapter_ad.arid_building import is_rooftop
from sim.chapter_e.low_visibility import at_night
from sim.los.features import field_of
from sim.los.line import distance
from sim.machine.cached import cached
from sim.machine.telling import Decision, Dice, Reason, Telling, decider, hex_of, refuse
from sim.modifiers import Modifier
from sim.state import BARE, State


@decider
def place_light(state: State, command: PlaceLight, _: Dice) -> Decision:
    """Place a starshell or IR."""
    rule = "E1.93" if command.kind is LightKind.IR else "E1.92"
    name = hex_of(state, command.hex, rule)
    if not at_night(state):
        refuse(Reason.WRONG_PHASE, rule, "there are starshells and IR at Night only")
    label = f"{command.kind} {name}"
    if label in state.lights:
        refuse(Reason.ALREADY_SO, rule, f"{name} has one already")
    yield LightPlaced(label, name, command.kind, rule)


def end_lights(state: State) -> Telling:
    """Starshells and IR go out at the end of each CCPh."""
    for label, light in sorted(state.lights.items()):
        rule = "E1.933" if light.kind is LightKind.IR else "E1.923"
        state = yield LightEnded(label, light.hex, light.kind, rule)
    return state


def reach(state: State, light: Light, levels: int = 1) -> int:
    """How far a light reaches in the Dust that there is (11.78)."""
    base = lit_radius(light, levels)
    dust = dust_at_night(state, base)
    return base + dust.fixed if isinstance(dust, Modifier) else base


def lit_by(state: State, light: Light, name: str, radius: int, level: int = 0) -> tuple[str, ...]:
    """The hexes that a light in a hex lights, itself included.

    Not Interior Building hexes (E1.923); by a Blaze, whose highest level ablaze is given, nor what
    could not be seen from there (E1.941).
    """
    area = state.setting.area
    centre = area.place(name)
    near = [each for place, each in area.names.items() if distance(centre, place) <= radius]
    if light is not Light.BLAZE:
        return tuple(each for each in near if not is_interior(state, each))
    field, fire = field_of(state), Location(name, level)
    blocks = {each: trace(field, fire, Location(each)).block for each in near if each != name}
    return tuple(each for each in near if (by := blocks.get(each)) is None or by.half_level)


def levels_ablaze(state: State, name: str) -> tuple[int, ...]:
    """The levels of a hex that are ablaze, Rooftops not counted; a wreck Blaze is one (E1.94)."""
    ablaze = {*state.ground.get(name, BARE).blazing, *([0] if name in _wreck_blazes(state) else [])}
    return tuple(level for level in sorted(ablaze) if not is_rooftop(state, name, level))


def _wreck_blazes(state: State) -> frozenset[str]:
    """The hexes with a burning wreck."""
    wrecks = (each.hex for each in state.vehicles.values() if each.burning is not None)
    return frozenset(name for name in wrecks if name is not None)


def _lit_key(state: State) -> Hashable:
    return state.setting, state.ground, state.lights, state.dust, _wreck_blazes(state)


@cached(_lit_key, maxsize=32)
def illuminated(state: State) -> frozenset[str]:
    """The hexes all of whose Locations are illuminated now, by more than a Flame (E1.9)."""
    found: set[str] = set()
    for light in state.lights.values():
        kind = Light(light.kind)
        found.update(lit_by(state, kind, light.hex, reach(state, kind)))
    for name in {*state.ground, *_wreck_blazes(state)}:
        if levels := levels_ablaze(state, name):
            radius = reach(state, Light.BLAZE, len(levels))
            found.update(lit_by(state, Light.BLAZE, name, radius, max(levels)))
    return frozenset(found)


def is_lit(state: State, place: Location) -> bool:
    """Whether a Location is illuminated now; a Flame lights its own only (E1.942)."""
    burning = state.ground.get(place.hex, BARE).fires  # 0 is also IN a Depression
    return max(place.level, 0) in burning or place.hex in illuminated(state)


_NOT_HE: Final = frozenset({FFEKind.SMOKE, FFEKind.WP, FFEKind.ILLUMINATION})


def gunflashes(state: State) -> frozenset[str]:
    """The hexes of HE FFE, which are Gunflashes (E1.87); who fires is the players' to say."""
    area = state.setting.area
    blasts = (blast_area(area, f.hex, f.kind) for f in state.ffes.values() if f.kind not in _NOT_HE)
    return frozenset(name for blast in blasts for name in blast)
