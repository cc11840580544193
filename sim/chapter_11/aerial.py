"""11.793 Dust and Aerial units: +1 in all on a Sighting TC, else cumulative at Aerial Range."""

from typing import Final

from sim.chapter_11.density import no_dust_said
from sim.chapter_11.vehicle_and_ffe_dust import VEHICLE_DUST_DRM, ffe_raises_dust
from sim.chapter_191.ffe_los_hindrance import blast_area
from sim.chapter_a.smoke import dust_in
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.shot import Attack, Shot
from sim.state import FFE, State

SIGHTING_DRM: Final = 1


def dust_on_sighting(state: State, name: str | None) -> Verdict:
    """What Dust of every type and level does to a Sighting TC vs a hex, if one is given."""
    types = []
    if state.density.level:
        types.append(f"{state.density} Dust")
    if name is not None and dust_in(state, name):
        types.append("Vehicle Dust")
    if name is not None and _ffes_raising_dust(state, name):
        types.append("FFE Dust")
    if not types:
        return Near("Dust", "11.793", Kind.DRM, f"{no_dust_said(state)}, and none in the hex")
    return Modifier("Dust", "11.793", Kind.DRM, SIGHTING_DRM, why=f"{', '.join(types)}: once")


def _ffes_raising_dust(state: State, name: str) -> list[tuple[str, FFE]]:
    """The FFE with Dust over a hex, which is a change to their LOS Hindrance (11.75)."""
    area = state.setting.area
    return [
        (label, ffe)
        for label, ffe in sorted(state.ffes.items())
        if ffe.hindrance and ffe_raises_dust(state) and name in blast_area(area, ffe.hex)
    ]


def dust_counters(shot: Shot) -> tuple[Verdict, ...]:
    """Vehicle and FFE Dust in the hex of the ground unit, on attacks by and vs Aerial units."""
    if shot.attack not in (Attack.GROUND_SUPPORT, Attack.VS_AERIAL):
        return ()
    ground_support = shot.attack is Attack.GROUND_SUPPORT
    end = shot.los.target if ground_support else shot.los.firer
    return dust_counters_in(shot.state, end.hex, "11.793")


def dust_counters_in(state: State, name: str, rule: str) -> tuple[Verdict, ...]:
    """Vehicle and FFE Dust in a hex, as LOS Hindrances by a rule of who sees it from above."""
    found: list[Verdict] = []
    kind = Kind.LOS_HINDRANCE
    if dust_in(state, name):
        why = f"in {name}"
        found.append(Modifier("Vehicle Dust", rule, kind, VEHICLE_DUST_DRM, why=why))
    found += [
        Modifier(f"FFE Dust {label}", rule, kind, ffe.hindrance, why=f"over {name}")
        for label, ffe in _ffes_raising_dust(state, name)
    ]
    return tuple(found) or (Near("Vehicle and FFE Dust", rule, kind, f"there is none in {name}"),)
