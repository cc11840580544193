"""191.8 A HE Concentration of 70mm or more is a LOS Hindrance; 11.75 says what dust adds."""

from typing import Any, Final

from events.terms import FFEKind
from sim.chapter_11.applicability import light_dust_can_exist
from sim.chapter_b.hindrance_level import smoke_hinders
from sim.map.playing_area import PlayingArea
from sim.state import Setting, State

RULES: Final = ("191.8", "11.75")

SMALLEST_CALIBRE: Final = 70
"""Smaller FFE hinder no LOS, in mm."""

LEVELS: Final = 2
"""How many levels the Hindrance rises."""

PLAIN_DRM: Final = 1
DUST_DRM: Final = 2


def dusty(state: State) -> bool:
    """Whether an FFE raises dust now (11.75); in Steppe Terrain EC must be Very Dry (191.2)."""
    return state.setting.rules_that("11.75-changes", "plus-2") and light_dust_can_exist(state)


def hindrance_of(state: State, calibre: int, kind: FFEKind | None = None) -> int:
    """LOS Hindrance DRM of an FFE, counted once however many of its hexes a LOS crosses.

    Wind Force and Gusts make no difference (11.75). No kind is a HE Concentration, which alone
    hinders LOS (191.8).
    """
    if kind is not None:
        return 0
    return DUST_DRM if dusty(state) else plain_hindrance(calibre)


def plain_hindrance(calibre: int) -> int:
    """LOS Hindrance DRM of an FFE that raises no dust (191.8)."""
    return PLAIN_DRM if calibre >= SMALLEST_CALIBRE else 0


def hindrance_inside(state: State, calibre: int) -> int:
    """What an FFE adds to a LOS within one building, which its Dust does not affect (11.792)."""
    if state.setting.rules_that("11.792-ffe", "none") and dusty(state):
        return 0
    return plain_hindrance(calibre)


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


def blast_area(area: PlayingArea, name: str) -> tuple[str, ...]:
    """The Blast Area of a HE Concentration: its hex and those around it, as far as in play."""
    return (name, *area.neighbours(name).values())
