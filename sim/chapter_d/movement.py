"""D2 Vehicle movement: Start, entry, exit, VCA change, Stop, and the MP that each takes.

What an entry costs, and where it is NA, `sim.chapter_b.cot` says; more is what a player declared.
Why a vehicle cannot move at all, or not so, is in `sim.chapter_d.cannot_move`.
"""

from events import commands, vehicles
from events.register import Event
from events.terms import Road
from sim.chapter_11.vehicle_and_ffe_dust import AT_MOST, Trail, shift_dust, why_no_dust
from sim.chapter_a.bypass import no_bypass
from sim.chapter_ad.high_walls import breached
from sim.chapter_b.bog_terrain import paid_for
from sim.chapter_b.entry import EntryCost
from sim.chapter_b.mover import Mover, mover_of
from sim.chapter_b.roads import follows_way, road_between
from sim.chapter_b.trail_breaks import break_trail
from sim.chapter_d.bog import bog_in_mud, check_bog, roll_secret_bog
from sim.chapter_d.bog_checks import after_bog_checks, put_off_bog_check
from sim.chapter_d.cannot_move import cannot
from sim.chapter_d.expenditure import (
    START_MP,
    STOP_MP,
    Entering,
    Expenditure,
    mp_left,
    priced,
    road_of,
)
from sim.chapter_d.presence import demand_there
from sim.chapter_d.reverse import ovr_mp
from sim.chapter_d.vca import TURN_MP
from sim.chapter_f.hammada import immobilization_drm, roll_immobilization
from sim.machine.telling import Decision, Dice, Reason, Refused, Telling, decider, refuse
from sim.map.hexes import HEXSIDES
from sim.modifiers import Modifier, total_of
from sim.state import State

# D2.3 Vehicles in Bypass: along which hexside of its hex a vehicle stands, if it is in Bypass.
#
# It matters to LOS: an AFV or wreck in Bypass is no Inherent Terrain (D9.4, B.6).


@decider
def bypass(state: State, command: commands.Bypass, _: Dice) -> Decision:
    """A vehicle stands in Bypass along a hexside of its hex, and how it came there is its owner's.

    `vbm` moves it there, for what that costs.
    """
    label = command.vehicle
    demand_there(state, label, "D2.3")
    found = state.vehicles[label]
    if found.bypass == command.hexside:
        refuse(Reason.ALREADY_SO, "D2.3", f"{label} is in Bypass along it already")
    if command.hexside not in HEXSIDES or found.hex is None:
        why = f"{command.hexside} is not a hexside from 1 to 6"
        refuse(Reason.IMPOSSIBLE_NUMBER, "D2.3", why)
    mover = mover_of(state, label)
    for each in no_bypass(state, mover.kind, found.hex, command.hexside, without=mover.beside):
        why = f"{label} cannot be in Bypass along hexside {command.hexside} of {found.hex}"
        refuse(Reason.ENTRY_FORBIDDEN, each.rule, f"{why}: {each.why}")
    yield vehicles.VehicleBypassed(label, found.hex, command.hexside, "D2.3")


def _pass(step: Expenditure, command: commands.VBM, dice: Dice) -> Telling:
    """Pass a hex along a hexside, or a further hexside of its own hex (D2.3)."""
    state, vehicle, here = step.state, command.vehicle, step.state.vehicles[command.vehicle].hex
    to = state.setting.area.name(command.to) or ""
    if to == here:
        state = yield vehicles.MPSpent(vehicle, command.mp or 0, "D2.3")
    else:
        state = yield from _enter(step, command, to, dice)
    if state.vehicles[vehicle].halted:
        return state
    return (yield vehicles.VehicleBypassed(vehicle, to, command.hexside, "D2.3"))


def expend(step: Expenditure, dice: Dice) -> Telling:
    """The vehicle does what it may do, Bog Checks included; dust comes later."""
    state, command = step.state, step.command
    vehicle = command.vehicle
    match command:
        case commands.Move() | commands.Enter():
            return _enter(step, command, state.setting.area.name(command.to) or "", dice)
        case commands.VBM():
            return _pass(step, command, dice)
        case commands.Start():
            return _tell(vehicles.VehicleStarted(vehicle, START_MP, "D2.12"))
        case commands.Stop():
            mp = min(STOP_MP, mp_left(state, vehicle))
            return _tell(vehicles.VehicleStopped(vehicle, mp, "D2.13"))
        case commands.Spend(mp=mp):
            return _tell(vehicles.MPSpent(vehicle, mp, "D2.1"))
        case commands.Turn(mp=mp):
            return _turn(step, mp or TURN_MP, dice)
        case commands.Exit(mp=mp):
            return _tell(
                vehicles.VehicleExited(vehicle, state.vehicles[vehicle].hex or "", mp, "A2.6")
            )


def _tell(event: Event) -> Telling:
    return (yield event)


def _turn(step: Expenditure, mp: commands.MP, dice: Dice) -> Telling:
    """Change the VCA, with the DR that terrain asks for."""
    state, vehicle, change = step.state, step.command.vehicle, step.change
    mover = mover_of(state, vehicle)
    here = state.vehicles[vehicle].hex or ""
    state = yield vehicles.MPSpent(vehicle, mp, "D2.11")
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
    drm = int(total_of(immobilization).fixed)
    return (yield from roll_immobilization(state, mover.vehicle or "", name, drm, dice))


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
            return (yield vehicles.MPSpent(vehicle, mp, "D8.2"))
    immobilization = _hammada(state, command, to, entry, mover)
    rule = "D2.15" if entry.minimum else "A2.5" if here is None else "D2.1"
    paid = mp - _of_ovr(state, command) if entry.bog else 0
    bog = paid_for(step.state, mover, entry.bog_drm, paid) if entry.bog else None
    paid_all = bog is not None and len(bog) < len(entry.bog_drm) and not entry.minimum
    whole = entry.whole or paid_all
    if here is None:
        state = yield vehicles.VehicleEntered(vehicle, to, mp, rule, whole=whole)
    else:
        charged = state.setting.rules_that("D2.1-cost", "charged")
        inside = charged and not isinstance(command, commands.VBM)
        left = break_trail(state, vehicle, to) if inside else None
        state = yield vehicles.VehicleMoved(vehicle, here, to, mp, rule, whole=whole)
        if entry.breaches:
            state = yield breached(state.setting.area, to, here)
        if left is not None:
            state = yield left
    if muddy:
        road = road_of(command) or (here and road_between(state, here, to))
        state = yield from bog_in_mud(state, vehicle, here, to, paved=road is Road.PAVED)
        if state.vehicles[vehicle].bogged:
            return state
    if not entry.bog and immobilization is None:
        return state
    return (yield from _checks(state, mover, to, bog, immobilization, dice))


def _hammada(
    state: State, command: Entering, to: str, entry: EntryCost, mover: Mover
) -> tuple[Modifier, ...] | None:
    """The DRM of the Immobilization DR of an entry; None if none is due."""
    if state.setting.rules_that("D2.1-cost", "declared"):
        return None
    here = state.vehicles[command.vehicle].hex
    follows = follows_way(state, here, to, road=True if road_of(command) is not None else None)
    drm = immobilization_drm(state, mover, to, follows_way=follows)
    doubled = drm is not None and entry.amount is not None and (command.mp or 0) >= 2 * entry.amount
    if not doubled:
        return drm
    return immobilization_drm(state, mover, to, follows_way=follows, doubled=True)


def _of_ovr(state: State, command: Entering) -> int:
    """What of the MP of an entry is for its OVR, and is spent in the hex (D7.1)."""
    ovr = isinstance(command, commands.Move) and command.ovr
    return ovr_mp(state.setting.vehicles[command.vehicle].mp) if ovr else 0


def trail(step: Expenditure, mp: commands.MP | None = None) -> Trail:
    """What a vehicle that is about to do this leaves behind; ``mp`` overrides what it expends."""
    state, command = step.state, step.command
    vehicle = command.vehicle
    if not isinstance(command, (commands.Move, commands.VBM)):
        return Trail(vehicle, exits=isinstance(command, commands.Exit))
    here = state.vehicles[vehicle].hex or ""
    to = state.setting.area.name(command.to) or command.to
    if to == here:
        return Trail(vehicle)
    cost = (command.mp or 0) if mp is None else mp
    if mp is None:
        cost -= _of_ovr(state, command)
    slow = cost > AT_MOST  # then the road makes no difference
    paved = not slow and (road_of(command) or road_between(state, here, to)) is Road.PAVED
    return Trail(vehicle, here, why_no_dust(state, vehicle, cost, paved=paved))


def moved_trail(state: State, behind: Trail) -> Trail:
    """What a vehicle left behind after all: nothing where it bogged before it could leave."""
    stayed = state.vehicles[behind.vehicle].hex == behind.origin
    return Trail(behind.vehicle) if stayed and behind.origin is not None else behind


@decider
@after_bog_checks
def move(state: State, command: commands.ImpulseStep, dice: Dice) -> Decision:
    """One vehicle starts, moves, expends MP or stops, and its dust follows at once (11.74)."""
    step = priced(state, command)
    if refusal := cannot(step):
        raise Refused(refusal)
    behind = trail(step)
    state = yield from expend(step, dice)
    behind = moved_trail(state, behind)
    if behind.why_not is None or behind.vehicle in state.vehicle_dust:
        yield from shift_dust(state, (behind,))
