"""11.78 Dust at night: what lights the field reaches less far."""

from enum import StrEnum
from typing import Final

from sim.chapter_11.density import density_said, no_dust_said
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.state import State


class Light(StrEnum):
    """What illuminates (E1.9)."""

    STARSHELL = "starshell"
    IR = "IR"
    BLAZE = "Blaze"


RADIUS: Final = {Light.STARSHELL: 3, Light.IR: 6}
"""Hexes within which a light illuminates; a Blaze, twice its blazing levels (E1.9)."""


def lit_radius(light: Light, blazing_levels: int = 1) -> int:
    """How far a light reaches without Dust."""
    return RADIUS[light] if light in RADIUS else 2 * blazing_levels


def dust_at_night(state: State, radius: int) -> Verdict:
    """What Dust takes off a radius; never more than leaves the light's own hex."""
    name, rule, kind = "Dust at night", "11.78", Kind.RADIUS
    level = state.density.level
    if not level:
        return Near(name, rule, kind, no_dust_said(state))
    if not state.setting.rules_that("11.78-night", "one-per-level"):
        return Near(name, rule, kind, "the ruling 11.78-night says that it does not")
    return Modifier(name, rule, kind, -min(level, radius), why=density_said(state))
