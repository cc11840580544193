"""11.791 OBA Accuracy: Hindrances of the Observer's LOS, DLV among them, modify the dr."""

from enum import StrEnum

from sim.chapter_11.aerial import dust_counters_in
from sim.chapter_11.dust import heavy_dust, light_or_moderate_dust
from sim.chapter_11.heat_haze import heat_haze, offboard_observer
from sim.chapter_11.heavy_wind import into_heavy_wind
from sim.chapter_11.sun_blindness import sun_blindness
from sim.modifiers import Kind, Near, Verdict
from sim.shot import Shot


class Observer(StrEnum):
    """Who directs the OBA (C1.6, C1.63, E7.6)."""

    OBSERVER = "observer"
    OFFBOARD = "offboard"
    PLANE = "plane"


def oba_accuracy(shot: Shot, observer: Observer) -> tuple[Verdict, ...]:
    """What modifies an OBA Accuracy dr, beside LOS Hindrances of terrain and LV.

    The shot is from the Observer at the hex, as a DR that takes all DLV. An Observation Plane takes
    neither Sun Blindness nor fire into Heavy Wind, but Vehicle and FFE Dust of the hex below it; an
    Offboard Observer a fixed Heat Haze (11.624).
    """
    below: tuple[Verdict, ...] = ()
    why = "it does not affect the LOS of an Observation Plane"
    sun: Verdict = sun_blindness(shot)
    wind: Verdict = into_heavy_wind(shot)
    haze: Verdict = heat_haze(shot)
    if observer is Observer.PLANE:
        sun = Near("Sun Blindness", "11.791", Kind.DLV, why)
        wind = Near("into Heavy Wind", "11.791", Kind.DLV, why)
        below = dust_counters_in(shot.state, shot.los.target.hex, "11.791")
        if shot.state.setting.rules_that("11.791-haze", "none"):
            haze = Near("Heat Haze", "11.791", Kind.DLV, why)
    if observer is Observer.OFFBOARD:
        haze = offboard_observer(shot.state)
    return (sun, haze, *below, light_or_moderate_dust(shot), heavy_dust(shot), wind)
