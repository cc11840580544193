"""``evolve``: the state that follows from a state and one event.

An effect writes down what an event says, and asks no rule. `mypy` names an event without one, by
`tests/exhaustive.py`.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from events import dust, fortifications, ground, sky, smoke, spreading_fire, turn, units, vehicles
from events.moment import Moment, Phase
from events.register import Event, GroundEvent, UnitEvent, VehicleEvent, classes_taken
from events.scenario import vehicle_spec
from events.terms import DebrisOrigin, Density, Fortification, Hatch, Rain
from sim import state as states
from sim.state import BARE, NO_FIRE, Ablaze, Ground, LevelFire, State, Unit, Vehicle, Work, replace

E = TypeVar("E", bound=Event)
G = TypeVar("G", bound=GroundEvent)
U = TypeVar("U", bound=UnitEvent)
V = TypeVar("V", bound=VehicleEvent)

EFFECTS: Final[dict[type[Event], Callable[[State, Any], State]]] = {}
"""What each class of events does to a state."""


def effect(function: Callable[[State, E], State]) -> Callable[[State, E], State]:
    """This function says what the events that it takes do to a state."""
    EFFECTS.update(dict.fromkeys(classes_taken(function), function))
    return function


def on(kind: type[E], change: Callable[[State, E], State]) -> None:
    """The same in a line: what an event does to a state."""
    EFFECTS[kind] = change


def evolve(state: State, event: Event) -> State:
    """The state after an event. The old state stays as it was.

    Raises:
        KeyError: when the event speaks of something that is not in the state; only a log that was
            tampered with has such events.
    """
    return EFFECTS[type(event)](state, event)


# The turn sequence, the sky, the wind and Dust density.


@effect
def _phase_began(state: State, event: turn.PhaseBegan) -> State:
    every, changed = state.vehicles, {}
    for vehicle in event.fresh:
        changed[vehicle] = replace(
            every[vehicle],
            mp_used=0,
            assault=False,
            mud_dr=None,
            mud_hexes=0,
            spent_all=False,
            minimum=False,
        )
    if event.moment.phase is Phase.MPH:
        for vehicle, old in every.items():
            if old.in_motion:
                changed[vehicle] = replace(changed.get(vehicle, old), moved_in=event.moment)
    clock = replace(state.clock, moment=event.moment)
    return replace(state, clock=clock, vehicles=every.update(changed))


@effect
def _light_placed(state: State, event: sky.LightPlaced) -> State:
    lights = state.lights.set(event.light, states.PlacedLight(event.hex, event.kind))
    return replace(state, lights=lights, lit=True)


def _sky(kind: type[E], change: Callable[[states.Sky, E], states.Sky]) -> None:
    on(kind, lambda state, event: replace(state, sky=change(state.sky, event)))


def _wind(kind: type[E], change: Callable[[states.Wind, E], states.Wind]) -> None:
    on(kind, lambda state, event: replace(state, wind=change(state.wind, event)))


on(turn.PlayerTurnBegan, lambda state, e: replace(state, clock=states.Clock(e.moment)))
on(turn.GameEnded, lambda state, _: replace(state, clock=replace(state.clock, over=True)))
on(
    sky.WindChangeRolled,
    lambda state, _: replace(state, clock=replace(state.clock, wind_rolled=True)),
)
_sky(sky.WeatherSet, lambda sky, e: replace(sky, weather=e.weather))
_sky(sky.TimeOfDaySet, lambda sky, e: replace(sky, time_of_day=e.time_of_day, mist=e.mist))
_sky(sky.ECSet, lambda sky, e: replace(sky, ec=e.ec))
_sky(sky.ECChanged, lambda sky, e: replace(sky, ec=e.new))
_sky(sky.RainBegan, lambda sky, _: replace(sky, rain=Rain.RAIN, rained=True))
_sky(sky.RainGrewHeavy, lambda sky, _: replace(sky, rain=Rain.HEAVY))
_sky(sky.RainEnded, lambda sky, _: replace(sky, rain=Rain.NONE))
on(sky.NVRChanged, lambda state, e: replace(state, nvr=e.new))
on(sky.LightEnded, lambda state, e: replace(state, lights=state.lights.delete(e.light)))
_wind(sky.GustsBegan, lambda wind, _: replace(wind, gusts=True))
_wind(sky.GustsEnded, lambda wind, _: replace(wind, gusts=False))
_wind(sky.WindForceSet, lambda wind, e: replace(wind, force=e.force, direction=e.direction))
_wind(sky.WindForceChanged, lambda wind, e: replace(wind, force=e.new, direction=e.direction))
_wind(sky.WindDirectionSet, lambda wind, e: replace(wind, direction=e.direction))
_wind(sky.WindDirectionChanged, lambda wind, e: replace(wind, direction=e.new))
on(dust.DustSet, lambda state, e: replace(state, dust=e.density))
on(dust.DustRose, lambda state, e: replace(state, dust=e.new))
on(dust.DustFell, lambda state, e: replace(state, dust=e.new))
on(dust.DustVanished, lambda state, _: replace(state, dust=Density.NONE))


# Units and counters: SMOKE, FFE, Dust, Fortifications.


@effect
def _unit_placed(state: State, event: units.UnitPlaced) -> State:
    unit = Unit(
        event.hex,
        event.side,
        event.kind,
        event.pp,
        station=event.station,
        riding=event.riding,
        moved=event.moved,
    )
    return replace(state, units=state.units.set(event.unit, unit))


def _unit(kind: type[U], change: Callable[[Unit, U], Unit]) -> None:
    """What an event does to its unit."""

    def changed(state: State, event: U) -> State:
        every = state.units
        return replace(state, units=every.set(event.unit, change(every[event.unit], event)))

    EFFECTS[kind] = changed


_unit(
    units.UnitStationed,
    lambda old, e: replace(old, station=e.station, moved=e.moved or old.moved),
)
_unit(units.GoodOrderLost, lambda old, _: replace(old, good_order=False))
_unit(units.GoodOrderRegained, lambda old, _: replace(old, good_order=True))
_unit(units.CrossingBegan, lambda old, e: replace(old, crossing=e.to, spent=e.moment))
_unit(
    units.CrossingFinished,
    lambda old, e: replace(old, hex=e.to, crossing=None, spent=e.moment),
)
_unit(units.CrossingEnded, lambda old, _: replace(old, crossing=None))


@effect
def _unit_gone(
    state: State,
    event: units.UnitEliminated | units.UnitKilled | units.UnitFell | units.UnitRemoved,
) -> State:
    return replace(state, units=state.units.delete(event.unit))


@effect
def _smoke_placed(state: State, event: smoke.SmokePlaced | smoke.WPPlaced) -> State:
    wp = isinstance(event, smoke.WPPlaced)
    counter = states.Smoke(event.hex, event.side, event.gray, event.dispersed, wp=wp)
    return replace(state, smoke=state.smoke.set(event.smoke, counter))


@effect
def _grenade_placed(state: State, event: smoke.GrenadePlaced) -> State:
    counter = states.Smoke(event.hex, event.side, wp=event.wp, grenade=True)
    return replace(state, smoke=state.smoke.set(event.smoke, counter))


@effect
def _smoke_dispersed(state: State, event: smoke.SmokeDispersed) -> State:
    counter = replace(state.smoke[event.smoke], dispersed=True)
    return replace(state, smoke=state.smoke.set(event.smoke, counter))


@effect
def _drift_changed(state: State, event: smoke.DriftChanged) -> State:
    if event.hexes:
        return replace(state, drift=state.drift.set(event.source, event.hexes))
    return replace(state, drift=state.drift.delete(event.source))


@effect
def _ffe_placed(state: State, event: dust.FFEPlaced) -> State:
    ffe = states.FFE(event.hex, event.calibre, event.hindrance, event.kind)
    return replace(state, ffes=state.ffes.set(event.name, ffe))


@effect
def _ffe_hindrance_changed(state: State, event: dust.FFEHindranceChanged) -> State:
    ffe = replace(state.ffes[event.name], hindrance=event.new)
    return replace(state, ffes=state.ffes.set(event.name, ffe))


@effect
def _dust_lies(state: State, event: dust.VehicleDustPlaced | dust.VehicleDustFlipped) -> State:
    counter = states.VehicleDust(event.hex, motion=isinstance(event, dust.VehicleDustFlipped))
    return replace(state, vehicle_dust=state.vehicle_dust.set(event.vehicle, counter))


@effect
def _foxhole_dug(state: State, event: fortifications.FoxholeDug) -> State:
    dug = states.Fort(event.hex, Fortification.FOXHOLE, event.side, squads=event.squads)
    return replace(state, fortifications=state.fortifications.set(event.label, dug))


@effect
def _fortification_removed(state: State, event: fortifications.FortificationRemoved) -> State:
    left, open_ = state.fortifications.delete(event.label), state.breaches.union(event.opens)
    return replace(state, fortifications=left, breaches=open_)


on(smoke.SmokeRemoved, lambda state, e: replace(state, smoke=state.smoke.delete(e.smoke)))
on(dust.FFELifted, lambda state, e: replace(state, ffes=state.ffes.delete(e.name)))
on(
    dust.VehicleDustRemoved,
    lambda state, e: replace(state, vehicle_dust=state.vehicle_dust.delete(e.vehicle)),
)
on(smoke.GrenadeThrown, lambda state, _: state)
on(fortifications.EntrenchingFailed, lambda state, _: state)


# Vehicles.


def _vehicle(
    kind: type[V], change: Callable[[Vehicle, V, Moment], Vehicle], *, checked: bool = False
) -> None:
    """What an event does to its vehicle at a moment; ``checked``: no Bog Check waits any more."""

    def changed(state: State, event: V) -> State:
        name, now = event.vehicle, state.vehicles
        old = now[name]
        new = change(old, event, state.clock.moment)
        if checked and name in state.bog_checks:
            left = state.bog_checks.delete(name)
            return replace(state, vehicles=now.set(name, new), bog_checks=left)
        return state if new is old else replace(state, vehicles=now.set(name, new))

    EFFECTS[kind] = changed


@effect
def _added(state: State, event: vehicles.VehicleAdded) -> State:
    spec = vehicle_spec(event)
    every = state.vehicles.set(spec.id, states.set_up_vehicle(spec, spec.at))
    return replace(state, setting=state.setting.with_vehicle(spec), vehicles=every)


@effect
def _moved(state: State, event: vehicles.VehicleMoved) -> State:
    old = state.vehicles[event.vehicle]
    new = replace(
        old,
        hex=event.to,
        started_here=False,
        mp_used=old.mp_used + event.mp,
        came_from=event.origin,
        bypass=None,
        spent_all=event.whole,
        minimum=event.rule == "D2.15",
        bogged_in=None,
        moved_in=state.clock.moment,
    )
    return replace(state, vehicles=state.vehicles.set(event.vehicle, new))


@effect
def _bog_check_due(state: State, event: vehicles.BogCheckDue) -> State:
    due = states.BogDue(event.hex, event.drm, event.immobilization)
    return replace(state, bog_checks=state.bog_checks.set(event.vehicle, due))


def _entered(old: Vehicle, event: vehicles.VehicleEntered, now: Moment) -> Vehicle:
    used = old.mp_used + event.mp
    return replace(
        old,
        hex=event.to,
        in_motion=True,
        mp_used=used,
        spent_all=event.whole,
        minimum=event.rule == "D2.15",
        moved_in=now,
    )


def _exited(old: Vehicle, event: vehicles.VehicleExited, _: Moment) -> Vehicle:
    return replace(old, hex=None, exited=True, in_motion=False, mp_used=old.mp_used + event.mp)


def _bypassed(old: Vehicle, event: vehicles.VehicleBypassed, now: Moment) -> Vehicle:
    return replace(old, bypass=event.hexside, moved_in=now if old.in_motion else old.moved_in)


_vehicle(vehicles.VehicleEntered, _entered)
_vehicle(vehicles.VehicleExited, _exited)
_vehicle(
    vehicles.VehicleStarted,
    lambda old, e, _: replace(old, in_motion=True, started_here=True, mp_used=old.mp_used + e.mp),
)
_vehicle(
    vehicles.VehicleStopped,
    lambda old, e, _: replace(old, in_motion=False, mp_used=old.mp_used + e.mp),
)
_vehicle(vehicles.MPSpent, lambda old, e, _: replace(old, mp_used=old.mp_used + e.mp))
_vehicle(
    vehicles.TowingChanged,
    lambda old, e, _: replace(old, towing=e.towing, mp_used=old.mp_used + e.mp),
)
_vehicle(vehicles.VehicleBypassed, _bypassed)
_vehicle(
    vehicles.VehicleEndedInMotion,
    lambda old, *_: old if old.bogged_in is None else replace(old, bogged_in=None),
)
_vehicle(vehicles.ArmoredAssaultDeclared, lambda old, *_: replace(old, assault=True))
_vehicle(vehicles.ESBRolled, lambda old, e, now: replace(old, sped_in=now, more_mp=e.mp))
_vehicle(vehicles.MotionTried, lambda old, _, now: replace(old, tried_motion_in=now))
_vehicle(vehicles.MotionGained, lambda old, *_: replace(old, in_motion=True, started_here=False))
_vehicle(
    vehicles.HatchSet, lambda old, e, now: replace(old, bu=e.hatch is Hatch.BU, hatch_set_in=now)
)

_vehicle(vehicles.BogChecked, lambda old, *_: old, checked=True)
_vehicle(vehicles.ImmobilizationChecked, lambda old, *_: old)
_vehicle(vehicles.SecretBogRolled, lambda old, e, _: replace(old, mud_dr=e.dr or 0))
_vehicle(vehicles.MudHexCounted, lambda old, e, _: replace(old, mud_hexes=e.number))
_vehicle(
    vehicles.VehicleBogged,
    lambda old, _, now: replace(old, bogged=True, in_motion=False, bogged_in=now),
    checked=True,
)
_vehicle(
    vehicles.VehicleFreed,
    lambda old, *_: replace(old, bogged=False, mired=False, in_motion=True, started_here=True),
)
_vehicle(vehicles.VehicleMired, lambda old, *_: replace(old, mired=True))

_vehicle(vehicles.VehicleStunned, lambda old, *_: replace(old, stunned=True, in_motion=False))
_vehicle(vehicles.VehicleUnstunned, lambda old, *_: replace(old, stunned=False))
_vehicle(vehicles.VehicleShocked, lambda old, *_: replace(old, shocked=True, in_motion=False))
_vehicle(vehicles.VehicleRecovered, lambda old, *_: replace(old, shocked=False))
_vehicle(
    vehicles.VehicleImmobilized,
    lambda old, *_: replace(old, immobile=True, in_motion=False),
    checked=True,
)
_vehicle(
    vehicles.VehicleDestroyed,
    lambda old, *_: replace(old, destroyed=True, in_motion=False, towing=False),
    checked=True,
)
_vehicle(vehicles.WreckAblaze, lambda old, _, now: replace(old, burning=now))
_vehicle(vehicles.WreckFireChecked, lambda old, e, _: replace(old, burn_checked=e.moment))
_vehicle(vehicles.WreckRemoved, lambda old, *_: replace(old, hex=None, burning=None))


# What lies in a hex, and fire that spreads.


def _ground(state: State, name: str) -> Ground:
    found: Ground = state.ground.get(name, BARE)
    return found


def _with_ground(state: State, name: str, new: Ground) -> State:
    """The state with this in a hex; a hex with nothing in it is not listed."""
    if new == BARE:
        there = name in state.ground
        return replace(state, ground=state.ground.delete(name)) if there else state
    return replace(state, ground=state.ground.set(name, new))


def _with_fire(ground: Ground, level: int, fire: LevelFire) -> Ground:
    """A hex with this fire at one of its levels; a level without fire is not listed."""
    if fire != NO_FIRE:
        return replace(ground, fires=ground.fires.set(level, fire))
    return replace(ground, fires=ground.fires.delete(level)) if level in ground.fires else ground


def _one_more_flame(ground: Ground, level: int, moment: Moment) -> Ground:
    here = ground.fire_at(level)
    return _with_fire(ground, level, replace(here, flames=(*here.flames, moment)))


def _hex(kind: type[G], change: Callable[[Ground, G, Moment], Ground]) -> None:
    """What an event does, at a moment, to what lies in its hex."""

    def changed(state: State, event: G) -> State:
        new = change(_ground(state, event.hex), event, state.clock.moment)
        return _with_ground(state, event.hex, new)

    EFFECTS[kind] = changed


def _noted(old: Ground, level: int, now: Moment, **facts: Any) -> Ground:
    """More is known of a Blaze."""
    ablaze = old.fire_at(level).ablaze or Ablaze(now)
    return _with_fire(old, level, LevelFire(ablaze=replace(ablaze, **facts)))


def _other_flames(old: Ground, level: int, now: Moment) -> tuple[Moment, ...]:
    """The Flames of a Location but the first, in the AFPh of those before this Player Turn."""
    flames = old.fire_at(level).flames
    if now.phase is Phase.AFPH:
        flames = tuple(sorted(flames, key=lambda since: since.player_turn == now.player_turn))
    return flames[1:]


def _flame_stayed(old: Ground, event: ground.FlameStayed, now: Moment) -> Ground:
    rest = _other_flames(old, event.level, now)
    return _with_fire(old, event.level, LevelFire((*rest, event.moment)))


def _extinguish_rolled(old: Ground, event: ground.ExtinguishRolled, _: Moment) -> Ground:
    first, *rest = flames = old.fire_at(event.level).flames
    if not event.out:
        flames = (*rest, event.moment if event.hampered else first)
    return _with_fire(old, event.level, LevelFire(flames, tried=event.moment))


def _flame_ended(old: Ground, event: ground.FlameEnded, now: Moment) -> Ground:
    flames = _other_flames(old, event.level, now)
    return _with_fire(old, event.level, replace(old.fire_at(event.level), flames=flames))


def _building_rubbled(old: Ground, event: ground.BuildingRubbled, _: Moment) -> Ground:
    building = old.building
    assert building is not None, "only buildings are rubbled"  # noqa: S101 - an invariant
    return replace(old, building=replace(building, rubbled_from=event.level, rubble=event.material))


def _trail_break_ended(old: Ground, event: ground.TrailBreakEnded, _: Moment) -> Ground:
    def left(breaks: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
        return tuple(each for each in breaks if each != event.across)

    if old.rubble is not None:
        return replace(old, rubble=replace(old.rubble, trail_breaks=left(old.rubble.trail_breaks)))
    trees, debris = left(old.tree_breaks), left(old.debris_breaks)
    return replace(old, tree_breaks=trees, debris_breaks=debris)


def _trail_break_placed(old: Ground, event: ground.TrailBreakPlaced, _: Moment) -> Ground:
    work = Work(event.labor, event.moment)
    if event.debris:
        return replace(old, debris_breaks=(*old.debris_breaks, event.across), work=work)
    assert old.rubble is not None, "a Trail Break goes through something"  # noqa: S101 - an invariant
    breaks = (*old.rubble.trail_breaks, event.across)
    return replace(old, rubble=replace(old.rubble, trail_breaks=breaks), work=work)


def _debris_gone(
    old: Ground, event: ground.DebrisCleared | ground.DebrisEnded, _: Moment
) -> Ground:
    work = None if event.work_ends else old.work
    return replace(old, debris=None, debris_breaks=(), work=work)


for _nothing in (
    ground.BuildingStood,
    ground.RubbleStayed,
    spreading_fire.KindlingFailed,
    spreading_fire.GustsTurned,
):
    on(_nothing, lambda state, _: state)
_hex(ground.FlamePlaced, lambda old, e, _: _one_more_flame(old, e.level, e.moment))
_hex(ground.FlameStayed, _flame_stayed)
_hex(ground.ExtinguishRolled, _extinguish_rolled)
_hex(ground.FlameEnded, _flame_ended)
_hex(ground.BlazeBegan, lambda old, e, now: _with_fire(old, e.level, LevelFire(ablaze=Ablaze(now))))
_hex(
    spreading_fire.BlazeChecked,
    lambda old, e, now: _noted(old, e.level, now, spread_in=e.moment.player_turn),
)
_hex(
    spreading_fire.BuildingHeld,
    lambda old, e, now: _noted(old, 0, now, held_in=e.moment.player_turn),
)
_hex(ground.FireEnded, lambda old, e, _: _with_fire(old, e.level, NO_FIRE))
_hex(ground.BuildingRubbled, _building_rubbled)
_hex(
    ground.TrailBreakMade, lambda old, e, _: replace(old, tree_breaks=(*old.tree_breaks, e.across))
)
_hex(ground.TrailBreakEnded, _trail_break_ended)
_hex(ground.TrailBreakPlaced, _trail_break_placed)
_hex(ground.ClearanceFailed, lambda old, e, _: replace(old, work=Work(e.labor, e.moment)))
_hex(ground.LaborEnded, lambda old, *_: replace(old, work=replace(old.work or Work(), labor=0)))
_hex(
    ground.RubbleCleared,
    lambda old, e, _: replace(old, rubble=None, work=None if e.work_ends else old.work),
)
_hex(ground.DebrisPlaced, lambda old, *_: replace(old, debris=DebrisOrigin.PLACED))
_hex(ground.DebrisCleared, _debris_gone)
_hex(ground.DebrisEnded, _debris_gone)
_hex(ground.ShellholesPlaced, lambda old, *_: replace(old, shellholes=True))


@effect
def _rubble_fell(state: State, event: ground.RubbleFell) -> State:
    if event.to is None:
        return state
    there = _ground(state, event.to)
    if event.lies:
        there = replace(there, rubble=states.Rubble(event.material), debris_breaks=())
    if event.buries:
        rubble = there.rubble and replace(there.rubble, trail_breaks=())
        there = replace(there, rubble=rubble, tree_breaks=(), debris_breaks=())
    return _with_ground(state, event.to, there)


@effect
def _high_wall_breached(state: State, event: ground.HighWallBreached) -> State:
    both = {(event.hex, event.hexside), (event.other, event.other_hexside)}
    return replace(state, breaches=state.breaches | both)


@effect
def _blaze_spread(state: State, event: spreading_fire.BlazeSpread) -> State:
    there = _ground(state, event.to)
    return _with_ground(state, event.to, _one_more_flame(there, event.to_level, event.moment))
