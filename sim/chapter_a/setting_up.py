"""A2.9 Who sets up, or comes to be, in a hex must be able to enter it, and find room in it."""

from typing import Final

from events.terms import Riding, UnitKind
from sim.chapter_ad.room import limit_in, no_room_for, too_many_mounts
from sim.chapter_b.cot import entry_cost
from sim.chapter_b.mover import Mover, mover_of
from sim.chapter_b.roads import road_into
from sim.machine.refusals import Reason, Refusal
from sim.map.mover_kind import MoverKind
from sim.state import State, Unit

__all__ = ["unit_cannot_be", "vehicle_cannot_be"]

CORE: Final = ("A2.9", "D2.1")

RIDERS: Final = {Riding.HORSE: MoverKind.CAVALRY, Riding.MOTORCYCLE: MoverKind.MOTORCYCLE}
"""As whom they enter who ride."""

_MF: Final = 4
"""Any number does: what entry costs matters to nobody here, only whether it is possible."""


def _shut_out(state: State, mover: Mover, name: str) -> str:
    """Why nobody of a kind can be in a hex, by road or not; empty if one can."""
    entry = entry_cost(state, mover, None, name, road=False)
    if entry.amount is None and road_into(state, name):
        entry = entry_cost(state, mover, None, name, road=True)
    return entry.why_not if entry.amount is None else ""


def vehicle_cannot_be(state: State, vehicle: str) -> str:
    """Why a vehicle cannot set up where it is; empty if it can.

    Where the players say what terrain costs (D2.1-cost), they know where a vehicle may be.
    """
    name, mover = state.vehicles[vehicle].hex, mover_of(state, vehicle)
    if name is None:
        return ""
    if state.setting.rules_that("D2.1-cost", "declared"):
        return no_room_for(state, mover, name, mover.beside)
    return _shut_out(state, mover, name)


def unit_cannot_be(state: State, label: str, unit: Unit) -> Refusal | None:
    """Why a unit or SW cannot be on the ground of its hex; None if it can."""
    name = unit.hex
    riding = unit.riding is not None
    kind = MoverKind.INFANTRY if unit.riding is None else RIDERS[unit.riding]
    smc = unit.kind is UnitKind.SMC
    limit = limit_in(state, name)
    if limit is not None and riding:
        mover = Mover(kind, _MF)
        why = too_many_mounts(state, name) if smc else no_room_for(state, mover, name, frozenset())
        if why:
            return Refusal(Reason.OVERSTACKED, limit.rule, f"{label} may not be in {name}: {why}")
    as_smc = riding and smc and limit is not None
    mover = Mover(MoverKind.INFANTRY if as_smc else kind, _MF)
    if why := _shut_out(state, mover, name):
        return Refusal(Reason.ENTRY_FORBIDDEN, "A2.9", f"{label} may not be in {name}: {why}")
    return None
