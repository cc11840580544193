"""D2 Vehicle movement: Start, entry, exit, Stop, and the MP that each takes at least.

What terrain costs is still the players' word; but a cost below what the climate demands, or beyond
the allotment, is refused.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from events.commands import MP, ArmoredAssault, Enter, Exit, ImpulseStep, Move, Spend, Start, Stop
from events.moment import Phase
from events.scenario import VehicleSpec
from events.terms import Armour, Density, Road
from events.vehicles import (
    ArmoredAssaultDeclared,
    MPSpent,
    VehicleEntered,
    VehicleExited,
    VehicleMoved,
    VehicleStarted,
    VehicleStopped,
)
from sim.chapter_11.vehicle_dust import Trail, shift_dust, trail_of
from sim.chapter_a.smoke import EXTRA_MP, smoke_in
from sim.chapter_ad.roads_and_bridges import road_in
from sim.dice import Dice
from sim.refusals import Reason, Refusal
from sim.state import State
from sim.telling import Decision, Telling

__all__ = [
    "cannot",
    "declare_armored_assault",
    "expend",
    "is_afv",
    "least_mp",
    "may_act",
    "move",
    "mp_left",
    "trail",
]

START_MP: Final = 1
STOP_MP: Final = 1
TOWING_MP: Final = 1
"""A towing vehicle expends one MP more for each hex (C10.1)."""


def is_afv(spec: VehicleSpec) -> bool:
    """Whether a vehicle is armoured (D1.2)."""
    return spec.armour is not Armour.NONE


def mp_left(state: State, vehicle: str) -> MP:
    """MP that a vehicle can still expend in this MPh."""
    return state.setting.vehicles[vehicle].mp - state.vehicles[vehicle].mp_used


def may_act(state: State, vehicle: str, *, on_board: bool = True) -> Refusal | None:
    """Why a vehicle cannot expend MP at all now; None if it can."""
    if state.moment.phase is not Phase.MPH:
        return Refusal(Reason.WRONG_PHASE, "D2.1", f"vehicles move in the MPh, not {state.moment}")
    if vehicle not in state.vehicles:
        return Refusal(Reason.UNKNOWN_VEHICLE, "D1", f"there is no vehicle {vehicle}")
    mover = state.vehicles[vehicle]
    side = state.setting.vehicles[vehicle].side
    if not mover.halted and (mover.hex is not None) is on_board and side == state.attacker:
        return None
    found = (
        (mover.destroyed, Reason.DESTROYED, "D10.1", "it is destroyed"),
        (mover.exited, Reason.OUT_OF_PLAY, "D2.1", "it has left the playing area"),
        (on_board and mover.hex is None, Reason.OUT_OF_PLAY, "A2.5", "it is still offboard"),
        (not on_board and mover.hex is not None, Reason.IN_PLAY, "A2.5", "it is in play already"),
        (side != state.attacker, Reason.NOT_ATTACKER, "A3.3", "its side is not the ATTACKER"),
        (mover.immobile, Reason.IMMOBILE, "D8.1", "it is immobilized"),
        (mover.stunned, Reason.STUNNED_OR_SHOCKED, "D5.34", "its crew is Stunned"),
        (mover.shocked, Reason.STUNNED_OR_SHOCKED, "C7.41", "it is Shocked"),
    )
    for holds, reason, rule, why in found:
        if holds:
            return Refusal(reason, rule, f"{vehicle}: {why}")
    return None


def least_mp(state: State, vehicle: str, to: str, road: Road | None) -> MP:
    """The fewest MP for which a vehicle can enter a hex, whatever its terrain.

    One MP, half of it along a road (B3.41), and one more for each of SMOKE or dust in the hex
    (A24.7), towing (C10.1), Heavy or denser Dust (11.73), and BU in Very Heavy or denser (11.731).
    """
    mover = state.vehicles[vehicle]
    least: MP = Fraction(1, 2) if road is not None else 1
    density = state.density.level
    if smoke_in(state, to):
        least += EXTRA_MP
    if mover.towing:
        least += TOWING_MP
    if density >= Density.HEAVY.level:
        least += 1
    if mover.bu and density >= Density.VERY_HEAVY.level:
        least += 1
    return least


def _afford(state: State, vehicle: str, mp: MP, least: MP = Fraction(1, 2)) -> Refusal | None:
    if mp < least or (mp * 2) % 1:
        return Refusal(
            Reason.TOO_FEW_MP, "D2.1", f"{vehicle} must expend at least {least} MP here, not {mp}"
        )
    left = mp_left(state, vehicle)
    if mp > left:
        allotment = state.setting.vehicles[vehicle].mp
        return Refusal(
            Reason.BEYOND_ALLOTMENT,
            "D2.1",
            f"{vehicle} has {left} of its {allotment} MP left, not {mp}",
        )
    return None


def _moving(state: State, vehicle: str) -> Refusal | None:
    if state.vehicles[vehicle].in_motion:
        return None
    return Refusal(Reason.NOT_STARTED, "D2.12", f"{vehicle} must expend a Start MP first")


def _no_start(state: State, command: Start) -> Refusal | None:
    if state.vehicles[command.vehicle].in_motion:
        return Refusal(
            Reason.IN_MOTION, "D2.12", f"{command.vehicle} is in Motion and needs no Start MP"
        )
    return _afford(state, command.vehicle, START_MP)


def _no_stop(state: State, command: Stop) -> Refusal | None:
    return _moving(state, command.vehicle) or _afford(state, command.vehicle, STOP_MP)


def _no_spend(state: State, command: Spend) -> Refusal | None:
    return _afford(state, command.vehicle, command.mp)


def _no_move(state: State, command: Move) -> Refusal | None:
    vehicle, area = command.vehicle, state.setting.area
    origin = state.vehicles[vehicle].hex or ""
    to = area.name(command.to)
    if refusal := _moving(state, vehicle):
        return refusal
    if to is None:
        return Refusal(Reason.UNKNOWN_HEX, "D2.1", f"{command.to} is not in play")
    if area.hexside(origin, to) is None:
        return Refusal(
            Reason.NOT_ADJACENT, "D2.1", f"{to} is not adjacent to {vehicle} in {origin}"
        )
    return _no_road(state, origin, to, command.road) or _afford(
        state, vehicle, command.mp, least_mp(state, vehicle, to, command.road)
    )


def _no_road(state: State, origin: str, to: str, road: Road | None) -> Refusal | None:
    """A road that the scenario does not have, where it says where its roads run."""
    roads = state.setting.area.roads
    if road is None or not roads or road is road_between(state, origin, to):
        return None
    return Refusal(Reason.NO_ROAD, "B3.4", f"no {road} road crosses the hexside {origin}/{to}")


def road_between(state: State, origin: str, to: str) -> Road | None:
    """The kind of road that crosses a hexside; a Track of an AD board is none (AD2.3)."""
    area = state.setting.area
    sides = (origin, area.hexside(origin, to)), (to, area.hexside(to, origin))
    ways = [road_in(state.setting, name, side) for name, side in sides if side is not None]
    if len(ways) == 2 and all(way is not None and way.kind is not None for way in ways):
        return area.roads[origin, sides[0][1] or 1]
    return None


def _no_entry(state: State, command: Enter) -> Refusal | None:
    area = state.setting.area
    to = area.name(command.to)
    if to is None:
        return Refusal(Reason.UNKNOWN_HEX, "A2.5", f"{command.to} is not in play")
    if not area.on_edge(to):
        return Refusal(Reason.NOT_ON_EDGE, "A2.51", f"{to} is not on the edge of the playing area")
    return _afford(state, command.vehicle, command.mp, least_mp(state, command.vehicle, to, None))


def _no_exit(state: State, command: Exit) -> Refusal | None:
    here = state.vehicles[command.vehicle].hex or ""
    if refusal := _moving(state, command.vehicle):
        return refusal
    if not state.setting.area.on_edge(here):
        return Refusal(Reason.NOT_ON_EDGE, "A2.6", f"{here} is not on the edge of the playing area")
    return _afford(state, command.vehicle, command.mp)


_CHECKS: Final[dict[type, Callable[[State, Any], Refusal | None]]] = {
    Start: _no_start,
    Stop: _no_stop,
    Spend: _no_spend,
    Move: _no_move,
    Enter: _no_entry,
    Exit: _no_exit,
}


def cannot(state: State, command: ImpulseStep) -> Refusal | None:
    """Why a vehicle cannot do this now; None if it can."""
    refusal = may_act(state, command.vehicle, on_board=not isinstance(command, Enter))
    return refusal or _CHECKS[type(command)](state, command)


def expend(state: State, command: ImpulseStep) -> Telling:
    """The vehicle does what it may do; dust comes later."""
    vehicle, area = command.vehicle, state.setting.area
    here = state.vehicles[vehicle].hex or ""
    match command:
        case Start():
            return (yield VehicleStarted(vehicle, START_MP, "D2.12"))
        case Stop():
            return (yield VehicleStopped(vehicle, STOP_MP, "D2.13"))
        case Spend(mp=mp):
            return (yield MPSpent(vehicle, mp, "D2.1"))
        case Move(to=to, mp=mp):
            return (yield VehicleMoved(vehicle, here, area.name(to) or to, mp, "D2.1"))
        case Enter(to=to, mp=mp):
            return (yield VehicleEntered(vehicle, area.name(to) or to, mp, "A2.5"))
        case Exit(mp=mp):
            return (yield VehicleExited(vehicle, here, mp, "A2.6"))


def trail(state: State, command: ImpulseStep, mp: MP | None = None) -> Trail:
    """What a vehicle that is about to do this leaves behind."""
    match command:
        case Move(vehicle=vehicle):
            here = state.vehicles[vehicle].hex or ""
            to = state.setting.area.name(command.to) or command.to
            if command.road is None and road_between(state, here, to) is Road.PAVED:
                command = Move(vehicle, to, command.mp, Road.PAVED)
            return trail_of(state, command, here, mp)
        case _:
            return Trail(command.vehicle, exits=isinstance(command, Exit))


def move(state: State, command: ImpulseStep, _: Dice) -> Decision:
    """One vehicle starts, moves, expends MP or stops, and its dust follows at once (11.74)."""
    if refusal := cannot(state, command):
        return refusal
    behind = trail(state, command)
    state = yield from expend(state, command)
    yield from shift_dust(state, (behind,))
    return None


def declare_armored_assault(state: State, command: ArmoredAssault, _: Dice) -> Decision:
    """Declare Armored Assault for the rest of the MPh (D9.31)."""
    refusal = may_act(state, command.vehicle)
    spec = state.setting.vehicles.get(command.vehicle)
    afv = spec is None or is_afv(spec)
    if refusal and (afv or refusal.reason < Reason.NOT_AFV):
        return refusal
    if not afv:
        return Refusal(Reason.NOT_AFV, "D9.31", f"{command.vehicle} is not an AFV")
    if state.vehicles[command.vehicle].assault:
        return Refusal(Reason.ALREADY_SO, "D9.31", f"{command.vehicle} has declared it already")
    yield ArmoredAssaultDeclared(command.vehicle, "D9.31")
    return None
