"""D2.1 Why a vehicle cannot expend MP, or not as it is ordered: its own state, MP, hexes, roads.

What keeps it out of a hex `sim.chapter_b.no_entry` says.
"""

from fractions import Fraction
from typing import assert_never

from events.commands import MP, VBM, AddVehicle, Enter, Exit, Move, Spend, Start, Stop, Turn
from events.moment import Phase
from events.orders import format_order
from events.terms import Movement, Road
from sim.chapter_a.bypass import cafp_of, hexsides_at
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.bog_terrain import in_building
from sim.chapter_b.cot import mirror_cost
from sim.chapter_b.entry import EntryCost
from sim.chapter_b.mover import Mover, mover_of
from sim.chapter_b.roads import road_between, road_into, road_off
from sim.chapter_b.trail_breaks import leads_across
from sim.chapter_d.expenditure import START_MP, STOP_MP, Entering, Expenditure, mp_left, road_of
from sim.chapter_d.presence import no_vehicle
from sim.machine.telling import Reason, Refusal
from sim.map.hexes import HEXSIDES, turned
from sim.modifiers import sum_of
from sim.state import State


def may_act(
    state: State, vehicle: str, *, on_board: bool = True, stuck: bool = False
) -> Refusal | None:
    """Why a vehicle cannot expend MP at all now; None if it can.

    It must be in play for that, or else offboard. Stuck, it need not be able to leave its hex: the
    MP move nothing (D8.1); but the MPh in which it bogs is over for it (D8.2).
    """
    if state.clock.moment.phase is not Phase.MPH:
        return Refusal(Reason.WRONG_PHASE, "D2.1", f"vehicles move in the MPh, not {state.moment}")
    mover = state.vehicles.get(vehicle)
    if mover is None:
        why = no_vehicle(state, vehicle)
        if not on_board and not why.endswith("?"):
            why = f"{why}; {_to_add(state, vehicle)}"
        return Refusal(Reason.UNKNOWN_VEHICLE, "D1", why)
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


def _to_add(state: State, vehicle: str) -> str:
    """The order that adds a vehicle which the ATTACKER has, for its player to alter."""
    new = AddVehicle(id=vehicle, side=state.attacker or "", movement=Movement.FULLY_TRACKED, mp=14)
    return f"to add it, type `{format_order(new)}`, with its own movement type and MP"


def _afford(
    state: State, vehicle: str, mp: MP | None, least: MP = Fraction(1, 2)
) -> Refusal | None:
    """Why a vehicle cannot expend so many MP, or the least where that is left open."""
    mp = least if mp is None else mp
    if mp < least or mp.denominator > 2:
        why = f"{vehicle} must expend at least {least} MP here, not {mp}"
        return Refusal(Reason.TOO_FEW_MP, "D2.1", why)
    left = mp_left(state, vehicle)
    if mp > left:
        allotment = state.setting.vehicles[vehicle].mp
        why = f"{vehicle} has {left} of its {allotment} MP left, not {mp}"
        return Refusal(Reason.BEYOND_ALLOTMENT, "D2.1", why)
    return None


def _drawn(state: State, vehicle: str) -> bool:
    """Whether a vehicle is horse-drawn: it expends MF, and none to Start or Stop (D.2)."""
    return state.setting.vehicles[vehicle].movement is Movement.HORSE_DRAWN


def _moving(state: State, vehicle: str) -> Refusal | None:
    """Why a vehicle moves no farther: it has not Started; or a hex took all its MP (D2.7)."""
    found = state.vehicles[vehicle]
    if not (found.in_motion or _drawn(state, vehicle)):
        return Refusal(Reason.NOT_STARTED, "D2.12", f"{vehicle} must expend a Start MP first")
    if found.spent_all:
        why = f"{vehicle} entered a hex for its whole allotment, and goes no farther"
        return Refusal(Reason.BEYOND_ALLOTMENT, "D2.7", why)
    return None


def _no_start(state: State, command: Start) -> Refusal | None:
    if _drawn(state, command.vehicle):
        return Refusal(Reason.IN_MOTION, "D.2", f"{command.vehicle} is drawn by horses: no Start")
    if state.vehicles[command.vehicle].in_motion:
        why = f"{command.vehicle} is in Motion and needs no Start MP"
        return Refusal(Reason.IN_MOTION, "D2.12", why)
    return _afford(state, command.vehicle, None, START_MP)


def _no_stop(state: State, command: Stop) -> Refusal | None:
    if _drawn(state, command.vehicle):
        return Refusal(Reason.NOT_STARTED, "D.2", f"{command.vehicle} is drawn by horses: no Stop")
    if state.vehicles[command.vehicle].spent_all and state.vehicles[command.vehicle].in_motion:
        return None
    return _moving(state, command.vehicle) or _afford(state, command.vehicle, None, STOP_MP)


def _no_turn(state: State, command: Turn, step: Expenditure) -> Refusal | None:
    vehicle, change = command.vehicle, step.change
    refusal = _moving(state, vehicle) or _afford(state, vehicle, command.mp, change.mp)
    if refusal is None and change.why_not:
        rule, why = change.why_not
        return Refusal(Reason.CANNOT_ENTER, rule, f"{vehicle}: {why}")
    return refusal


def _no_cost(state: State, command: Entering, step: Expenditure) -> Refusal | None:
    """Why terrain keeps a vehicle out of the hex that it would enter, or costs too much."""
    entry, vehicle = step.entry, command.vehicle
    if entry.why_not:
        rule, why = entry.why_not
        why = f"{vehicle} may not enter {command.to}: {why}"
        return _afford(state, vehicle, command.mp) or Refusal(Reason.CANNOT_ENTER, rule, why)
    least = entry.least or 0
    refusal = _afford(state, vehicle, command.mp, least)
    if refusal is None:
        return None
    mp, left = least if command.mp is None else command.mp, mp_left(state, vehicle)
    if mp < least:
        rule, due = _unpaid(entry, mp)
        return Refusal(Reason.TOO_FEW_MP, rule, f"{vehicle}: {mp} MP paid, {least} due: {due}")
    if mp == least > left:
        rule, due = _unpaid(entry, left)
        rule = rule if left or entry.whole else "D2.1"
        whole = "the whole allotment" if entry.whole else f"{least} MP"
        why = f"{command.to} takes {whole} of {vehicle}, which has {left} MP left: {due}"
        return Refusal(Reason.BEYOND_ALLOTMENT, rule, why)
    return refusal


def _unpaid(entry: EntryCost, mp: MP) -> tuple[str, str]:
    """What of a cost so many MP do not pay: the rule of the first of it, and all of it in words."""
    items = entry.items
    first = next(n for n in range(len(items)) if sum_of(items[: n + 1]) > mp)
    said = ", ".join(f"{item.name} +{item.amount} ({item.rule})" for item in items[first:])
    return items[first].rule, said


def _no_move(state: State, command: Move | VBM, step: Expenditure) -> Refusal | None:
    vehicle, area = command.vehicle, state.setting.area
    origin = state.vehicles[vehicle].hex or ""
    to = area.name(command.to)
    if refusal := _moving(state, vehicle):
        return refusal
    if to is None:
        return Refusal(Reason.UNKNOWN_HEX, "D2.1", f"{command.to} is not in play")
    side = area.hexside(origin, to)
    if side is None:
        why = f"{to} is not adjacent to {vehicle} in {origin}"
        return Refusal(Reason.NOT_ADJACENT, "D2.1", why)
    return (
        _contiguous(state, command, origin, side)
        or _exposed(state, vehicle, origin)
        or _no_road(state, origin, to, road_of(command))
        or _no_cost(state, command, step)
    )


def _contiguous(state: State, command: Move | VBM, name: str, side: int) -> Refusal | None:
    """Why a vehicle in Bypass does not go on across, or along, a hexside (D2.33)."""
    vehicle, along = command.vehicle, state.vehicles[command.vehicle].bypass
    if along is None:
        return None
    ends = cafp_of(state, vehicle, reverse=command.reverse)
    met = {each for end in ends for each in hexsides_at(state, name, end)}
    area, way = state.setting.area, (name, side)
    if isinstance(command, VBM):
        way = area.name(command.to) or "", command.hexside
    same = isinstance(command, VBM) and area.owned(*way) == area.owned(name, along)
    if way in met and not same:
        return None
    end = "the end in front" if len(ends) == 1 else "an end"
    why = f"in Bypass along hexside {along} of {name} it goes on at {end} of that hexside only"
    return Refusal(Reason.CANNOT_ENTER, "D2.33", f"{vehicle}: {why}")


def _exposed(state: State, vehicle: str, origin: str) -> Refusal | None:
    """Why an AFV that is CE does not leave the building in which it is (D5.3)."""
    if not in_building(state, origin):
        return None
    found = state.vehicles[vehicle]
    if found.bu or found.bypass is not None or road_into(state, origin):
        return None
    why = f"{vehicle} is CE, and leaves the building in {origin} BU alone"
    return Refusal(Reason.CANNOT_ENTER, "D5.3", why)


def _no_vbm(state: State, command: VBM, step: Expenditure) -> Refusal | None:
    """Why a vehicle does not pass a hex along a hexside; what it costs comes last (D2.3)."""
    vehicle, area, side = command.vehicle, state.setting.area, command.hexside
    here, to = state.vehicles[vehicle].hex or "", area.name(command.to)
    if side not in HEXSIDES:
        why = f"{side} is not a hexside from 1 to 6"
        return Refusal(Reason.IMPOSSIBLE_NUMBER, "D2.3", why)
    if to != here:
        by = area.hexside(to, here) if to is not None else None
        bypassing = state.vehicles[vehicle].bypass is not None
        beside = by is None or bypassing or side in (turned(by, 1), turned(by, -1))
        why = f"hexside {side} of {to} does not begin where {vehicle} comes from"
        refusal = None if beside else Refusal(Reason.CANNOT_ENTER, "D2.3", f"{vehicle}: {why}")
        return _no_move(state, command, step) if refusal is None else refusal
    if refusal := _moving(state, vehicle):
        return refusal
    along = state.vehicles[vehicle].bypass
    if along is None or side not in (turned(along, 1), turned(along, -1)):
        why = f"{vehicle} in {here} is in Bypass along no hexside that meets hexside {side}"
        return Refusal(Reason.CANNOT_ENTER, "D2.33", why)
    return _contiguous(state, command, here, side) or _no_cost(state, command, step)


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
    short = _afford(state, command.vehicle, command.mp)
    if short is not None or state.setting.rules_that("D2.1-cost", "declared"):
        return short
    mover = mover_of(state, command.vehicle)
    along = road_off(state, here)
    if state.vehicles[command.vehicle].bypass is not None and state.setting.area.is_half(here):
        why = f"{command.vehicle} goes on from {here} in Bypass for at least 1 MP, not {command.mp}"
        return Refusal(Reason.TOO_FEW_MP, "A2.6", why) if command.mp < 1 else None
    if not along and _beside_trees(state, mover, here):
        why = f"{command.vehicle} did not pay to enter the woods of {here}, and exits from the next"
        return Refusal(Reason.CANNOT_ENTER, "A2.6", f"{why} hex")
    entry = mirror_cost(state, mover, here, road=along)
    if entry.least is None:
        why = f"{command.vehicle} may not exit from {here}, as into its like: {entry.why_not}"
        return Refusal(Reason.CANNOT_ENTER, "A2.6", why)
    if command.mp < entry.least and not entry.whole:
        why = f"{command.vehicle} exits from {here} for at least {entry.least} MP, as into its like"
        return Refusal(Reason.TOO_FEW_MP, "A2.6", f"{why}, not {command.mp}")
    return None


def _beside_trees(state: State, mover: Mover, here: str) -> bool:
    """Whether a vehicle came into woods by road or in Bypass, so as not to be among the trees."""
    found = state.vehicles[mover.vehicle or ""]
    if not any(kind.woods for kind in ground_terrain(state, here)):
        return False
    by_road = found.came_from and leads_across(state, mover.kind, here, found.came_from)
    return found.bypass is not None or bool(by_road)


def cannot(step: Expenditure) -> Refusal | None:
    """Why a vehicle cannot do this now; None if it can."""
    state, command = step.state, step.command
    on_board = not isinstance(command, Enter)
    stuck = isinstance(command, Spend)
    if refusal := may_act(state, command.vehicle, on_board=on_board, stuck=stuck):
        return refusal
    match command:
        case Move():
            return _no_move(state, command, step)
        case VBM():
            return _no_vbm(state, command, step)
        case Start():
            return _no_start(state, command)
        case Stop():
            return _no_stop(state, command)
        case Spend():
            return _afford(state, command.vehicle, command.mp)
        case Turn():
            return _no_turn(state, command, step)
        case Enter():
            return _no_entry(state, command, step)
        case Exit():
            return _no_exit(state, command)
        case _:
            assert_never(command)
