"""B27.12 Who is beneath an entrenchment or in a pillbox: what these hold, of whom."""

from typing import Final

from events.terms import Fortification, Station, UnitKind
from sim.chapter_a.squads import HALF_SQUADS
from sim.chapter_b.fortifications import MOST_SQUADS, SHELTERS, forts_in
from sim.machine.refusals import Reason, Refusal
from sim.state import Fort, State, Unit

__all__ = ["MOST_SMC", "holds", "no_shelter"]

CORE: Final = ("B27.12", "B30.111", "F8.3")

MOST_SMC: Final = 4
"""The SMC that may be in an entrenchment beyond its capacity (B27.12)."""


def holds(fort: Fort) -> int:
    """The squads that a Fortification holds: a trench, as many as its hex (B27.12, F8.3)."""
    if fort.kind is Fortification.TRENCH:
        return MOST_SQUADS
    return 1 if fort.kind is Fortification.SANGAR else fort.squads


def no_shelter(state: State, label: str, unit: Unit) -> Refusal | None:
    """Why a unit cannot be in the entrenchment or pillbox of its hex; None if it can."""
    kinds = SHELTERS[unit.station]
    there = [fort for fort in forts_in(state, unit.hex).values() if fort.kind in kinds]
    if not there:
        what = "entrenchment" if unit.station is Station.ENTRENCHED else "pillbox"
        why = f"{unit.hex} has no {what}"
        return Refusal(Reason.NO_FORTIFICATION_HERE, _rule(unit.station), why)
    room = 2 * sum(holds(fort) for fort in there)
    others = [
        other
        for name, other in state.units.items()
        if name != label and (other.hex, other.station) == (unit.hex, unit.station)
    ]
    squads = sum(HALF_SQUADS.get(other.kind, 0) for other in (*others, unit))
    smc = sum(other.kind is UnitKind.SMC for other in (*others, unit))
    if (unit.kind in HALF_SQUADS and squads > room) or smc > MOST_SMC:
        why = f"{label} would be too much for what is in {unit.hex}"
        return Refusal(Reason.OVERSTACKED, _rule(unit.station), why)
    return None


def _rule(station: Station) -> str:
    return "B30.111" if station is Station.PILLBOX else "B27.12"
