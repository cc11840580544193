"""B27.3 The TEM of who is beneath an entrenchment, in a pillbox, or in shellholes.

None of these is Artificial Terrain: they shelter only who expended MF to be in them (B.9), and
their TEM is not added to that of other terrain in the hex.
"""

from typing import Final

from events.terms import Fortification, Station
from sim.blast import Blast
from sim.chapter_ad.room import half_squads
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.fortifications import ENTRENCHMENTS, MOST_SQUADS, SHELTERS, fort_of, forts_in
from sim.chapter_d.vca import in_covered_arc
from sim.chapter_f.desert_boards import firm_sand
from sim.los.line import offset
from sim.machine.telling import Reason, refuse
from sim.modifiers import Kind, Modifier
from sim.state import Fort, State, Unit

# B27.12 Who is beneath an entrenchment or in a pillbox: what these hold, of whom.


def holds(fort: Fort) -> int:
    """The squads that a Fortification holds: a trench, as many as its hex (B27.12, F8.3)."""
    if fort.kind is Fortification.TRENCH:
        return MOST_SQUADS
    return 1 if fort.kind is Fortification.SANGAR else fort.squads


def demand_shelter(state: State, label: str, unit: Unit) -> None:
    """Why a unit cannot be in the entrenchment or pillbox of its hex; None if it can."""
    kinds = SHELTERS[unit.station]
    there = [fort for fort in forts_in(state, unit.hex).values() if fort.kind in kinds]
    if not there:
        what = "entrenchment" if unit.station is Station.ENTRENCHED else "pillbox"
        why = f"{unit.hex} has no {what}"
        refuse(Reason.NO_FORTIFICATION_HERE, _rule(unit.station), why)
    room = 2 * sum(holds(fort) for fort in there)
    others = [
        other
        for name, other in state.units.items()
        if name != label and (other.hex, other.station) == (unit.hex, unit.station)
    ]
    if half_squads((*others, unit)) > room:
        why = f"{label} would be too much for what is in {unit.hex}"
        refuse(Reason.OVERSTACKED, _rule(unit.station), why)


def _rule(station: Station) -> str:
    return "B30.111" if station is Station.PILLBOX else "B27.12"


_TEM: Final = {
    Fortification.FOXHOLE: (2, 4, "B27.3"),
    Fortification.TRENCH: (2, 4, "B27.3"),
    Fortification.SANGAR: (1, 3, "F8.4"),
}
"""TEM of an entrenchment vs other fire and vs OBA, and its rule."""


def missing(state: State, name: str, what: Fortification) -> str:
    """Why no unit can be in such a Fortification of a hex; empty if one can."""
    if what not in (*ENTRENCHMENTS, Fortification.PILLBOX):
        return f"no unit is within {what}; expected a Foxhole, Trench, Sangar or Pillbox"
    return "" if fort_of(state, name, what) else f"there is no {what} in {name}"


def shelter_of(state: State, label: str) -> Fortification | None:
    """The entrenchment or pillbox in which a unit is; None if it is in none."""
    unit = state.units.get(label)
    kinds = SHELTERS.get(unit.station, ()) if unit else ()
    return next((kind for kind in kinds if unit and fort_of(state, unit.hex, kind)), None)


def in_ca(state: State, fort: Fort, firer: str) -> bool:
    """Whether a hex is in the CA of a pillbox: between the hex grains of its two hexsides."""
    area = state.setting.area
    if fort.ca is None:
        return False
    return in_covered_arc(offset(area.place(fort.hex), area.place(firer)), fort.ca)


def sees_from_pillbox(state: State, name: str, other: str) -> bool:
    """Whether a LOS from the pillbox of a hex goes to another: within its CA, or inside (B30.2)."""
    fort = fort_of(state, name, Fortification.PILLBOX)
    return fort is not None and (name == other or in_ca(state, fort, other))


def sheltered_tem(
    state: State, name: str, what: Fortification, blast: Blast, firer: str | None = None
) -> Modifier | None:
    """The TEM of a Fortification to who is in it; None if it gives none.

    A mortar meets that vs Direct Fire. A firer that is not told is within the CA of a pillbox; a
    Critical Hit from beyond it meets no TEM.
    """
    fort = fort_of(state, name, what)
    if fort is None:
        return None
    if what is Fortification.PILLBOX:
        from_above = blast.indirect or blast.aerial
        if not from_above and (firer is None or in_ca(state, fort, firer)):
            return Modifier(what, "B30.112", Kind.TEM, fort.ca_tem, why="CA")
        tem = 0 if blast.critical_hit else fort.nca_tem
        return Modifier(what, "B30.113", Kind.TEM, tem, why="NCA")
    direct, vs_oba, rule = _TEM[what]
    tem = vs_oba if blast.oba else direct
    sandy = any(kind.sand for kind in ground_terrain(state, name))
    if what is Fortification.FOXHOLE and sandy and not firm_sand(state):
        return Modifier(what, "F7", Kind.TEM, tem // 2, why="halved in dry sand")
    return Modifier(what, rule, Kind.TEM, tem, why="the target is in it")
