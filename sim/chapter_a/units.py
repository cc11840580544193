"""A1 Infantry and SW that orders name, and whether they are in Good Order (A.7).

Only those need a name about whom a rule remembers something: 191.3 and AD3.312. How else they move
is not followed.
"""

from typing import Final

import attrs

from events.commands import Break, PlaceUnit, Rally, RemoveUnit
from events.moment import Phase
from events.terms import Riding, Station, UnitKind
from events.units import GoodOrderLost, GoodOrderRegained, UnitPlaced, UnitRemoved
from sim.chapter_191.cactus_hedge import end_crossing
from sim.chapter_a.bypass import no_bypass
from sim.chapter_ad.room import is_fountain, limit_in, no_room_for, too_many_mounts
from sim.chapter_ad.steeple_stacking import find_room
from sim.chapter_b.cot import entry_cost
from sim.chapter_b.fire import ablaze_there, killed_by_fire
from sim.chapter_b.mover import Mover, mover_of
from sim.chapter_b.roads import road_into
from sim.machine.telling import Decision, Dice, Reason, decider, hex_of, owner_of, refuse
from sim.map.terrain_kind import MoverKind
from sim.modifiers import WhyNot
from sim.state import State, Unit

# A2.9 Who sets up, or comes to be, in a hex must be able to enter it, and find room in it.

RIDERS: Final = {Riding.HORSE: MoverKind.CAVALRY, Riding.MOTORCYCLE: MoverKind.MOTORCYCLE}
"""As whom they enter who ride."""

_MF: Final = 4
"""Any number does: what entry costs does not matter here, only whether it is possible."""


def _shut_out(state: State, mover: Mover, name: str) -> WhyNot | None:
    """Why no unit of a kind can be in a hex, by road or not; None if one can."""
    entry = entry_cost(state, mover, None, name, road=False)
    if entry.amount is None and road_into(state, name):
        entry = entry_cost(state, mover, None, name, road=True)
    return entry.why_not


def vehicle_cannot_be(state: State, vehicle: str) -> WhyNot | None:
    """Why a vehicle cannot set up where it is; None if it can.

    In Bypass it is in the open ground beside the obstacle of its hex (D2.3); CE, it was BU as it
    came (B23.41). Where the players say what terrain costs (D2.1-cost), they know where it may be.
    """
    there, mover = state.vehicles[vehicle], mover_of(state, vehicle)
    name, passing = there.hex, there.bypass is not None
    mover = attrs.evolve(mover, passing=passing, bu=mover.bu or mover.closed)
    if name is None:
        return None
    if there.bypass is not None and is_fountain(state, name):
        for each in no_bypass(state, mover.kind, name, there.bypass):
            return WhyNot(each.rule, each.why)
    if state.setting.rules_that("D2.1-cost", "declared"):
        return no_room_for(state, mover, name, mover.beside)
    return _shut_out(state, mover, name)


def _on_ground(state: State, label: str, unit: Unit) -> None:
    """Refuse a unit or SW that cannot be on the ground of its hex."""
    name = unit.hex
    riding = unit.riding is not None
    kind = MoverKind.INFANTRY if unit.riding is None else RIDERS[unit.riding]
    smc = unit.kind is UnitKind.SMC
    limit = limit_in(state, name)
    if limit is not None and riding:
        mover = Mover(kind, _MF)
        why = too_many_mounts(state, name) if smc else no_room_for(state, mover, name, frozenset())
        if why:
            refuse(Reason.OVERSTACKED, why.rule, f"{label} may not be in {name}: {why.why}")
    as_smc = riding and smc and limit is not None
    mover = Mover(MoverKind.INFANTRY if as_smc else kind, _MF)
    if why := _shut_out(state, mover, name):
        refuse(Reason.ENTRY_FORBIDDEN, "A2.9", f"{label} may not be in {name}: {why}")


MOST_PP: Final = 30
"""No unit carries more PP."""


@decider
def place_unit(state: State, command: PlaceUnit, _: Dice) -> Decision:
    """Infantry or a SW is in a hex, and is followed from now on."""
    label, side = command.unit, owner_of(state, command.side, "A1.1")
    name = hex_of(state, command.hex, "A2.8")
    if label in state.units or label in state.vehicles:
        refuse(Reason.NAME_TAKEN, "A1.1", f"{label} is the name of another")
    least = int(command.kind is UnitKind.SW)
    if not least <= command.pp <= MOST_PP:
        why = (
            f"the PP of a {command.kind} are `pp N`, N from {least} to {MOST_PP}, not {command.pp}"
        )
        refuse(Reason.IMPOSSIBLE_NUMBER, "A4.42", why)
    where = command.station or Station.GROUND
    unit = Unit(name, side, command.kind, command.pp, station=where, riding=command.riding)
    on_ground = unit.station is Station.GROUND
    if unit.riding is not None and (unit.kind is UnitKind.SW or not on_ground):
        why = f"{label} rides nothing: a SW does not, nor does anybody above the ground"
        refuse(Reason.NOT_INFANTRY, "A13.1", why)
    if on_ground and not command.involuntary:
        _on_ground(state, label, unit)
    find_room(state, label, unit, involuntary=command.involuntary)
    if command.moved and not (state.moment.phase is Phase.MPH and side == state.attacker):
        why = f"{label} expends MF in an MPh of its own side, not {state.moment}"
        refuse(Reason.WRONG_PHASE, "A3.3", why)
    moved = state.moment if command.moved else None
    riding = command.riding
    yield UnitPlaced(label, command.kind, side, name, where, command.pp, "A1.1", riding, moved)
    if ablaze_there(state, unit):
        yield killed_by_fire(label, unit)


def _known(state: State, label: str) -> Unit:
    unit = state.units.get(label)
    if unit is None:
        refuse(Reason.UNKNOWN_UNIT, "A1.1", f"there is no unit {label}")
    return unit


@decider
def break_unit(state: State, command: Break, _: Dice) -> Decision:
    """A unit is no longer in Good Order: it broke, or is held in Melee.

    Whether that ends its crossing of a cactus hedge at once is a ruling (191.3-rallied).
    """
    label, unit = command.unit, _known(state, command.unit)
    if not unit.good_order:
        refuse(Reason.ALREADY_SO, "A.7", f"{label} is not in Good Order already")
    if unit.kind is UnitKind.SW:
        refuse(Reason.NOT_INFANTRY, "A.7", f"{label} is a SW")
    state = yield GoodOrderLost(label, "A.7")
    if state.setting.rules_that("191.3-rallied", "anew"):
        yield from end_crossing(state, label)


@decider
def rally(state: State, command: Rally, _: Dice) -> Decision:
    """A unit is in Good Order again."""
    label, unit = command.unit, _known(state, command.unit)
    if unit.good_order:
        refuse(Reason.ALREADY_SO, "A.7", f"{label} is in Good Order already")
    yield GoodOrderRegained(label, "A.7")


@decider
def remove_unit(state: State, command: RemoveUnit, _: Dice) -> Decision:
    """A unit is eliminated or leaves."""
    _known(state, command.unit)
    yield UnitRemoved(command.unit, "A1.1")
