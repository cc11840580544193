"""Whose LOS and which range count for each modifier: one rule for every question.

What lies along a LOS (Hindrances, Sun Blindness, fire into Heavy Wind, NVR) is that of one LOS,
and what grows with range (LV, Heat Haze, Heavy and denser Dust) grows with the range of the same:

| what | whose LOS | its range |
|---|---|---|
| an attack | the firer's | that of the LOS |
| Spotted Indirect Fire (C9.3) | the Spotter's | that of the LOS; by ruling C9.3-range the firer's |
| an Accuracy dr (C1.62, C1.63) | the Observer's, an Offboard one's too | that of the LOS |
| Ground Support, an Observation Plane | the plane's | Aerial Range (E.5) |
| attacks vs Aerial units | the firer's | Aerial Range (E.5) |

To and from a plane SMOKE and Dust counters count at the ground unit's hex alone (E.6, 11.793). What
an attack can do at all by range, such as Interdiction, goes by the firer's own.
"""

from enum import StrEnum

from sim.chapter_a.los import LosReport
from sim.chapter_e.air import aerial_range
from sim.los.line import distance
from sim.shot import Attack
from sim.state import State


class Aimer(StrEnum):
    """Whose LOS it is."""

    FIRER = "firer"
    SPOTTER = "Spotter"
    OBSERVER = "Observer"
    OFFBOARD = "Offboard Observer"
    PLANE = "plane"


def aimer_of(attack: Attack, *, spotted: bool) -> Aimer:
    """Whose LOS decides an attack."""
    if attack is Attack.GROUND_SUPPORT:
        return Aimer.PLANE
    return Aimer.SPOTTER if spotted else Aimer.FIRER


def counted_range(state: State, report: LosReport, firer: str, *, aerial: bool) -> int:
    """The range by which modifiers grow that do: of a LOS, to the hex of its target.

    The firer is in the hex where that LOS begins, but for Spotted Indirect Fire.
    """
    if aerial:
        return aerial_range(report.range)
    if firer != report.firer.hex and state.setting.rules_that("C9.3-range", "firer"):
        return hexes_between(state, firer, report)
    return report.range


def hexes_between(state: State, firer: str, report: LosReport) -> int:
    """The range of the firer himself."""
    place = state.setting.area.place
    return distance(place(firer), place(report.target.hex))


def los_in_words(aimer: Aimer, report: LosReport, range_: int) -> str:
    """Whose LOS an Accuracy dr goes by, and which range."""
    said = f"by the {aimer}'s LOS {report.firer} to {report.target}: "
    if aimer is Aimer.PLANE:
        below = f"Dust counters count in {report.target.hex} alone (11.793)"
        return f"{said}Aerial Range {range_} (E.5); {below}"
    rule = "C1.62, C1.63" if aimer is Aimer.OFFBOARD else "C1.62"
    return f"{said}range {range_} ({rule})"
