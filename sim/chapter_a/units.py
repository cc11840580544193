"""A1 Infantry and SW that somebody follows by name, and whether they are in Good Order (A.7).

Only those need a name about whom a rule remembers something: 191.3 and AD3.312. How else they move
is not followed.
"""

from typing import Final

from events.commands import Break, PlaceUnit, Rally, RemoveUnit
from events.moment import Phase
from events.terms import Station, UnitKind
from events.units import GoodOrderLost, GoodOrderRegained, UnitPlaced, UnitRemoved
from sim.chapter_191.cactus_hedge import end_crossing
from sim.chapter_a.setting_up import unit_cannot_be
from sim.chapter_ad.stations import no_room
from sim.machine.dice import Dice
from sim.machine.owner import no_owner
from sim.machine.refusals import Reason, Refusal
from sim.machine.telling import Decision
from sim.state import State, Unit

__all__ = ["break_unit", "place_unit", "rally", "remove_unit"]

CORE: Final = ("A.7", "A1", "A1.1", "A2.8", "A3.3", "A4.42", "A13.1")

MOST_PP: Final = 30
"""No unit carries more PP."""


def place_unit(state: State, command: PlaceUnit, _: Dice) -> Decision:
    """Infantry or a SW is in a hex, and is followed from now on."""
    label, side = command.unit, command.side or state.attacker
    if (refusal := no_owner(state, side, "A1.1")) is not None or side is None:
        return refusal
    name = state.setting.area.name(command.hex)
    if name is None:
        return Refusal(Reason.UNKNOWN_HEX, "A2.8", f"{command.hex} is not in play")
    if label in state.units or label in state.vehicles:
        return Refusal(Reason.NAME_TAKEN, "A1.1", f"{label} is the name of another")
    least = int(command.kind is UnitKind.SW)
    if not least <= command.pp <= MOST_PP:
        why = f"{command.pp} is not a number of PP from {least} to {MOST_PP}"
        return Refusal(Reason.IMPOSSIBLE_NUMBER, "A4.42", why)
    where = command.station or Station.GROUND
    unit = Unit(name, side, command.kind, command.pp, station=where, riding=command.riding)
    refusal = _nowhere(state, label, unit, involuntary=command.involuntary)
    if refusal is not None:
        return refusal
    if command.moved and not (state.moment.phase is Phase.MPH and side == state.attacker):
        why = f"{label} expends MF in an MPh of its own side, not {state.moment}"
        return Refusal(Reason.WRONG_PHASE, "A3.3", why)
    moved = state.moment if command.moved else None
    riding = command.riding
    yield UnitPlaced(label, command.kind, side, name, where, command.pp, "A1.1", riding, moved)
    return None


def _nowhere(state: State, label: str, unit: Unit, *, involuntary: bool) -> Refusal | None:
    """Why a unit cannot be where it is to be; None if it can."""
    on_ground = unit.station is Station.GROUND
    if unit.riding is not None and (unit.kind is UnitKind.SW or not on_ground):
        why = f"{label} rides nothing: a SW does not, nor does anybody above the ground"
        return Refusal(Reason.NOT_INFANTRY, "A13.1", why)
    if on_ground and not involuntary:
        refusal = unit_cannot_be(state, label, unit)
        if refusal is not None:
            return refusal
    return no_room(state, label, unit, involuntary=involuntary)


def _unknown(label: str) -> Refusal:
    return Refusal(Reason.UNKNOWN_UNIT, "A1.1", f"there is no unit {label}")


def break_unit(state: State, command: Break, _: Dice) -> Decision:
    """A unit is no longer in Good Order: it broke, or is held in Melee.

    Whether that ends its crossing of a cactus hedge at once is a ruling (191.3-rallied).
    """
    label, unit = command.unit, state.units.get(command.unit)
    if unit is None:
        return _unknown(label)
    if not unit.good_order:
        return Refusal(Reason.ALREADY_SO, "A.7", f"{label} is not in Good Order already")
    if unit.kind is UnitKind.SW:
        return Refusal(Reason.NOT_INFANTRY, "A.7", f"{label} is a SW")
    state = yield GoodOrderLost(label, "A.7")
    if state.setting.rules_that("191.3-rallied", "anew"):
        yield from end_crossing(state, label)
    return None


def rally(state: State, command: Rally, _: Dice) -> Decision:
    """A unit is in Good Order again."""
    label, unit = command.unit, state.units.get(command.unit)
    if unit is None:
        return _unknown(label)
    if unit.good_order:
        return Refusal(Reason.ALREADY_SO, "A.7", f"{label} is in Good Order already")
    yield GoodOrderRegained(label, "A.7")
    return None


def remove_unit(state: State, command: RemoveUnit, _: Dice) -> Decision:
    """A unit is eliminated or leaves."""
    if command.unit not in state.units:
        return _unknown(command.unit)
    yield UnitRemoved(command.unit, "A1.1")
    return None
