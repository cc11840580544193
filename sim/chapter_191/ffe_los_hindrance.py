"""191.8 A HE Concentration of 70mm or more is a LOS Hindrance, even where no dust adds to it."""

from typing import Any, Final

from events.terms import FFEKind
from sim.chapter_b.hindrance import smoke_hinders
from sim.map.playing_area import PlayingArea
from sim.state import Setting

SMALLEST_CALIBRE: Final = 70
"""Smaller FFE hinder no LOS, in mm."""

LEVELS: Final = 2
"""How many levels the Hindrance rises."""

PLAIN_DRM: Final = 1


def plain_hindrance(calibre: int) -> int:
    """LOS Hindrance DRM of an FFE that raises no dust (191.8)."""
    return PLAIN_DRM if calibre >= SMALLEST_CALIBRE else 0


def ffe_hinders(
    setting: Setting, ground: Any, higher: Any, lower: Any, far: Any, near: Any, *, inside: Any
) -> Any:
    """Whether a LOS that touches a hex of a Blast Area meets the FFE there (191.8).

    Numbers, or arrays of them, as `sim.chapter_a.obstacles` takes them: elevations of the hex and
    of both ends of the LOS, and the range to it from each. It crosses the inside of the hex, or its
    hexsides alone.
    """
    found = smoke_hinders(LEVELS, ground, higher, lower, far, near)
    if setting.rules_that("191.8-hexside", "crossed"):
        found = found & inside
    if setting.rules_that("191.8-height", "both-ends"):
        found = found & (higher <= ground + LEVELS)
    return found


def blast_area(area: PlayingArea, name: str, kind: FFEKind | None = None) -> tuple[str, ...]:
    """The Blast Area of an FFE: its hex and those around it, as far as in play.

    No kind is a HE Concentration; Harassing Fire reaches a hex farther (C1.72).
    """
    near = (name, *area.neighbours(name).values())
    if kind is not FFEKind.HARASSING:
        return near
    return tuple(dict.fromkeys(far for each in near for far in blast_area(area, each)))
