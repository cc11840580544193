"""D2 Vehicle movement: Start, entry, exit, VCA change, Stop, and the MP that each takes.

What an entry costs, and where it is NA, `sim.chapter_b.cot` says; who expends more has declared it.
"""

from fractions import Fraction
from typing import Final, assert_never

from events.commands import (
    MP,
    ArmoredAssault,
    Enter,
    Exit,
    ImpulseStep,
    Move,
    Spend,
    Start,
    Stop,
    Turn,
)
from events.moment import Phase
from events.terms import Road
from events.vehicles import (
    ArmoredAssaultDeclared,
    MPSpent,
    VehicleEntered,
    VehicleExited,
    VehicleMoved,
    VehicleStarted,
    VehicleStopped,
)
from sim.chapter_11.vehicle_dust import Trail, raises_dust, shift_dust
from sim.chapter_ad.high_walls import breached
from sim.chapter_b.bog_terrain import paid_for
from sim.chapter_b.entry import EntryCost
from sim.chapter_b.mover import Mover, mover_of
from sim.chapter_b.roads import follows_way, road_between, road_into
from sim.chapter_b.trail_breaks import break_trail
from sim.chapter_d.afv import is_afv
from sim.chapter_d.bog import check_bog
from sim.chapter_d.bog_due import put_off_bog_check
from sim.chapter_d.expenditure import START_MP, Entering, Expenditure, mp_left, priced
from sim.chapter_d.secret_bog import bog_in_mud, roll_secret_bog
from sim.chapter_d.vca import TURN_MP
from sim.chapter_f.hammada import SPARED, check_immobilization, immobilization_drm
from sim.machine.dice import Dice
from sim.machine.refusals import Reason, Refusal
from sim.machine.telling import Decision, Telling
from sim.modifiers import Modifier
from sim.state import State

__all__ = [
    "cannot",
    "declare_armored_assault",
    "expend",
    "may_act",
    "move",
    "moved_trail",
    "trail",
]

CORE: Final = (
    "A2.5",
    "A2.51",
    "A2.6",
    "A3.3",
    "B3.4",
    "C7.41",
    "D1",
    "D2.1",
    "D2.11",
    "D2.12",
    "D2.13",
    "D5.34",
    "D8.1",
    "D8.2",
    "D9.31",
    "D10.1",
)

STOP_MP: Final = 1


def may_act(
    state: State, vehicle: str, *, on_board: bool = True, stuck: bool = False
) -> Refusal | None:
    """Why a vehicle cannot expend MP at all now; None if it can.

    Args:
        state: now.
        vehicle: which one.
        on_board: it must be in play for that; or else offboard.
        stuck: it need not be able to leave its hex: the MP move nothing (D8.1). The MPh in which
            it bogs is over for it (D8.2).
    """
    if state.clock.moment.phase is not Phase.MPH:
        return Refusal(Reason.WRONG_PHASE, "D2.1", f"vehicles move in the MPh, not {state.moment}")
    mover = state.vehicles.get(vehicle)
    if mover is None:
        return Refusal(Reason.UNKNOWN_VEHICLE, "D1", f"there is no vehicle {vehicle}")
    side = state.setting.vehicles[vehicle].side
    if not mover.halted and (mover.hex is not None) is on_board and side == state.attacker:
        return None
    in_later_mph = mover.bogged_in != state.moment
    found = (
        (mover.destroyed, Reason.DESTROYED, "D10.1", "it is destroyed"),
        (mover.exited, Reason.OUT_OF_PLAY, "D2.1", "it has left the playing area"),
        (on_board and mover.hex is None, Reason.OUT_OF_PLAY, "A2.5", "it is still offboard"),
        (not on_board and mover.hex is not None, Reason.IN_PLAY, "A2.5", "it is in play already"),
        (side != state.attacker, Reason.NOT_ATTACKER, "A3.3", "its side is not the ATTACKER"),
        (mover.immobile and not stuck, Reason.IMMOBILE, "D8.1", "it is immobilized"),
        (mover.bogged and not (stuck and in_later_mph), Reason.IMMOBILE, "D8.2", "it is bogged"),
        (mover.stunned, Reason.STUNNED_OR_SHOCKED, "D5.34", "its crew is Stunned"),
        (mover.shocked, Reason.STUNNED_OR_SHOCKED, "C7.41", "it is Shocked"),
    )
    for holds, reason, rule, why in found:
        if holds:
            return Refusal(reason, rule, f"{vehicle}: {why}")
    return None


def _afford(
    state: State, vehicle: str, mp: MP | None, least: MP = Fraction(1, 2)
) -> Refusal | None:
    """Why a vehicle cannot expend so many MP, or the least where that is left open."""
    mp = least if mp is None else mp
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
    return _afford(state, command.vehicle, None, START_MP)


def _no_stop(state: State, command: Stop) -> Refusal | None:
    if state.vehicles[command.vehicle].spent_all and state.vehicles[command.vehicle].in_motion:
        return None
    return _moving(state, command.vehicle) or _afford(state, command.vehicle, None, STOP_MP)


def _no_spend(state: State, command: Spend) -> Refusal | None:
    return _afford(state, command.vehicle, command.mp)


def _no_turn(state: State, command: Turn, step: Expenditure) -> Refusal | None:
    vehicle, change = command.vehicle, step.change
    refusal = _moving(state, vehicle) or _afford(state, vehicle, command.mp, change.mp)
    if refusal is None and change.why_not:
        return Refusal(Reason.CANNOT_ENTER, "AD3.121", f"{vehicle}: {change.why_not}")
    return refusal


def _no_cost(state: State, command: Entering, step: Expenditure) -> Refusal | None:
    """Why terrain keeps a vehicle out of the hex that it would enter, or costs too much."""
    entry, vehicle = step.entry, command.vehicle
    least = entry.least
    if least is not None:
        if command.mp is not None and command.mp < least:
            made_of = ", ".join(f"{item.name} {item.amount}" for item in entry.items)
            why = f"{vehicle} must expend at least {least} MP here ({made_of})"
            return Refusal(Reason.TOO_FEW_MP, "D2.1", f"{why}, not {command.mp}")
        if entry.whole and (left := mp_left(state, vehicle)) < least:
            why = (
                f"{command.to} takes the whole allotment of {vehicle}, of which {left} MP are left"
            )
            return Refusal(Reason.BEYOND_ALLOTMENT, "D2.1", why)
        return _afford(state, vehicle, command.mp, least)
    why = f"{vehicle} may not enter {command.to}: {entry.why_not}"
    return _afford(state, vehicle, command.mp) or Refusal(Reason.CANNOT_ENTER, entry.rule, why)


def _no_move(state: State, command: Move, step: Expenditure) -> Refusal | None:
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
    return _no_road(state, origin, to, command.road) or _no_cost(state, command, step)


def _no_road(state: State, origin: str, to: str, road: Road | None) -> Refusal | None:
    """A road that the scenario does not have, where it says where its roads run."""
    roads = state.setting.area.roads
    if road is None or not roads or road is road_between(state, origin, to):
        return None
    return Refusal(Reason.NO_ROAD, "B3.4", f"no {road} road crosses the hexside {origin}/{to}")


def _no_entry(state: State, command: Enter, step: Expenditure) -> Refusal | None:
    area = state.setting.area
    to = area.name(command.to)
    if to is None:
        return Refusal(Reason.UNKNOWN_HEX, "A2.5", f"{command.to} is not in play")
    if not area.on_edge(to):
        return Refusal(Reason.NOT_ON_EDGE, "A2.51", f"{to} is not on the edge of the playing area")
    road = command.road
    if road is not None and area.roads and road not in road_into(state, to):
        return Refusal(Reason.NO_ROAD, "B3.4", f"no {road} road leads into {to}")
    return _no_cost(state, command, step)


def _no_exit(state: State, command: Exit) -> Refusal | None:
    here = state.vehicles[command.vehicle].hex or ""
    if refusal := _moving(state, command.vehicle):
        return refusal
    if not state.setting.area.on_edge(here):
        return Refusal(Reason.NOT_ON_EDGE, "A2.6", f"{here} is not on the edge of the playing area")
    return _afford(state, command.vehicle, command.mp)


def cannot(step: Expenditure) -> Refusal | None:
    """Why a vehicle cannot do this now; None if it can."""
    state, command = step.state, step.command
    on_board = not isinstance(command, Enter)
    stuck = isinstance(command, Spend)
    refusal = may_act(state, command.vehicle, on_board=on_board, stuck=stuck)
    return refusal or _cannot_so(state, command, step)


def _cannot_so(state: State, command: ImpulseStep, step: Expenditure) -> Refusal | None:
    match command:
        case Move():
            return _no_move(state, command, step)
        case Start():
            return _no_start(state, command)
        case Stop():
            return _no_stop(state, command)
        case Spend():
            return _no_spend(state, command)
        case Turn():
            return _no_turn(state, command, step)
        case Enter():
            return _no_entry(state, command, step)
        case Exit():
            return _no_exit(state, command)
        case _:
            assert_never(command)


def expend(step: Expenditure, dice: Dice) -> Telling:
    """The vehicle does what it may do, Bog Checks included; dust comes later."""
    state, command = step.state, step.command
    vehicle, area = command.vehicle, state.setting.area
    here = state.vehicles[vehicle].hex or ""
    match command:
        case Move() | Enter():
            return (yield from _enter(step, command, area.name(command.to) or "", dice))
        case Start():
            return (yield VehicleStarted(vehicle, START_MP, "D2.12"))
        case Stop():
            return (yield VehicleStopped(vehicle, min(STOP_MP, mp_left(state, vehicle)), "D2.13"))
        case Spend(mp=mp):
            return (yield MPSpent(vehicle, mp, "D2.1"))
        case Turn(mp=mp):
            return (yield from _turn(step, mp or TURN_MP, dice))
        case Exit(mp=mp):
            return (yield VehicleExited(vehicle, here, mp, "A2.6"))


def _turn(step: Expenditure, mp: MP, dice: Dice) -> Telling:
    """Change the VCA, with the DR that terrain asks for."""
    state, vehicle, change = step.state, step.command.vehicle, step.change
    mover = mover_of(state, vehicle)
    here = state.vehicles[vehicle].hex or ""
    state = yield MPSpent(vehicle, mp, "D2.11")
    drm = change.immobilization
    if drm is not None and mp >= 2 * change.mp:
        drm = immobilization_drm(state, mover, here, follows_way=False, doubled=True)
    return (yield from _checks(state, mover, here, change.bog, drm, dice))


def _checks(
    state: State,
    mover: Mover,
    name: str,
    bog: tuple[Modifier, ...] | None,
    immobilization: tuple[Modifier, ...] | None,
    dice: Dice,
) -> Telling:
    """The DR that the hex asks for, each if it is due."""
    if bog is not None:
        return (yield from put_off_bog_check(state, mover, name, bog, immobilization, dice))
    if immobilization is None:
        return state
    return (yield from check_immobilization(state, mover.vehicle or "", name, immobilization, dice))


def _enter(step: Expenditure, command: Entering, to: str, dice: Dice) -> Telling:
    """Enter a hex: first what the hexside demands, then the hex, then the DR that it asks for."""
    state, vehicle, mp = step.state, command.vehicle, command.mp or 0
    entry, mover = step.entry, mover_of(state, vehicle)
    here = state.vehicles[vehicle].hex
    muddy = state.sky.mud_exists
    if muddy:
        state = yield from roll_secret_bog(state, mover, dice)
    for terrain in entry.at_once if here is not None else ():
        state = yield from check_bog(state, mover, here or "", terrain, dice)
        if state.vehicles[vehicle].halted:
            return (yield MPSpent(vehicle, mp, "D8.2"))
    immobilization = _hammada(state, command, to, entry, mover)
    if here is None:
        state = yield VehicleEntered(vehicle, to, mp, "A2.5", whole=entry.whole)
    else:
        state = yield from _go(state, vehicle, (here, to), mp, entry)
    if muddy:
        road = command.road or (here and road_between(state, here, to))
        state = yield from bog_in_mud(state, vehicle, here, to, paved=road is Road.PAVED)
        if state.vehicles[vehicle].bogged:
            return state
    if not entry.bog and immobilization is None:
        return state
    bog = paid_for(step.state, mover, entry.bog_drm, mp) if entry.bog else None
    return (yield from _checks(state, mover, to, bog, immobilization, dice))


def _go(state: State, vehicle: str, way: tuple[str, str], mp: MP, entry: EntryCost) -> Telling:
    """Leave one hex for the next, through a High Wall or among trees if need be."""
    here, to = way
    charged = state.setting.rules_that("D2.1-cost", "charged")
    left = break_trail(state, vehicle, to) if charged else None
    state = yield VehicleMoved(vehicle, here, to, mp, "D2.1", whole=entry.whole)
    if entry.breaches:
        state = yield breached(state.setting.area, to, here)
    if left is not None:
        state = yield left
    return state


def _hammada(
    state: State, command: Entering, to: str, entry: EntryCost, mover: Mover
) -> tuple[Modifier, ...] | None:
    """The DRM of the Immobilization DR of an entry; None if none is due."""
    if mover.kind in SPARED or state.setting.rules_that("D2.1-cost", "declared"):
        return None
    here = state.vehicles[command.vehicle].hex
    follows = follows_way(state, here, to, road=True if command.road is not None else None)
    drm = immobilization_drm(state, mover, to, follows_way=follows)
    doubled = drm is not None and entry.amount is not None and (command.mp or 0) >= 2 * entry.amount
    if not doubled:
        return drm
    return immobilization_drm(state, mover, to, follows_way=follows, doubled=True)


def trail(step: Expenditure, mp: MP | None = None) -> Trail:
    """What a vehicle that is about to do this leaves behind; ``mp`` overrides what it expends."""
    state, command = step.state, step.command
    match command:
        case Move(vehicle=vehicle):
            here = state.vehicles[vehicle].hex or ""
            to = state.setting.area.name(command.to) or command.to
            cost = (command.mp or 0) if mp is None else mp
            paved = (command.road or road_between(state, here, to)) is Road.PAVED
            return Trail(vehicle, here, raises_dust(state, vehicle, cost, paved=paved))
        case _:
            return Trail(command.vehicle, exits=isinstance(command, Exit))


def moved_trail(state: State, behind: Trail) -> Trail:
    """What a vehicle left behind after all: nothing where it bogged before it could leave."""
    stayed = state.vehicles[behind.vehicle].hex == behind.origin
    return Trail(behind.vehicle) if stayed and behind.origin is not None else behind


def move(state: State, command: ImpulseStep, dice: Dice) -> Decision:
    """One vehicle starts, moves, expends MP or stops, and its dust follows at once (11.74)."""
    step = priced(state, command)
    if refusal := cannot(step):
        return refusal
    behind = trail(step)
    state = yield from expend(step, dice)
    yield from shift_dust(state, (moved_trail(state, behind),))
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
