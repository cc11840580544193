"""11.73-11.732 Heavy and denser Dust: a LOS Hindrance that grows with range, and slow movement."""

from typing import Final

from events.terms import Density
from sim.chapter_11.low_visibility import no_dlv
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.shot import Attack, Shot
from sim.state import State

__all__ = [
    "HEAVY_RULES",
    "RULES",
    "aerial_attacks_allowed",
    "at_least",
    "break_number_change",
    "double_time_allowed",
    "heavy_dust",
    "heavy_dust_drm",
    "movement_extra",
    "recovery_drm",
]

RULES: Final = ("11.73", "11.731", "11.732")

HEAVY_RULES: Final = {
    Density.HEAVY: "11.73",
    Density.VERY_HEAVY: "11.731",
    Density.EXTREMELY_HEAVY: "11.732",
}
"""The rule of each density that is a LOS Hindrance."""


def at_least(state: State, density: Density) -> bool:
    """Whether the Dust is as dense as this, or denser."""
    return state.density.level >= density.level


def heavy_dust_drm(density: Density, range_: int) -> int:
    """The LOS Hindrance DRM at a range: half of it (FRU) in Heavy Dust, all of it in denser."""
    if density.level < Density.HEAVY.level:
        return 0
    return (range_ + 1) // 2 if density is Density.HEAVY else range_


def heavy_dust(shot: Shot) -> Verdict:
    """What Heavy or denser Dust does to a shot; whatever takes Light Dust takes it."""
    density = shot.state.density
    rule = HEAVY_RULES.get(density, "11.73")
    name = f"{density} Dust" if density in HEAVY_RULES else "Heavy Dust"
    why = None
    if density not in HEAVY_RULES:
        why = f"density is {density}"
    elif (excepted := no_dlv(shot.attack)) is not None:
        why = excepted
    elif shot.range == 0:
        why = "the range is 0"
    elif shot.los.inside and shot.state.setting.rules_that("11.792-heavy", "none"):
        why = "the LOS lies within one building (11.792)"
    if why is not None:
        return Near(name, rule, Kind.LOS_HINDRANCE, why)
    why = f"range {shot.range}"
    if density is Density.HEAVY:
        why = f"half of range {shot.range}, FRU"
    drm = heavy_dust_drm(density, shot.range)
    return Modifier(name, rule, Kind.LOS_HINDRANCE, drm, why=why)


def movement_extra(state: State, *, vehicle_or_cavalry: bool, bu_afv: bool) -> tuple[Verdict, ...]:
    """What Dust adds to the MP or MF to enter a hex (11.73, 11.731)."""
    kind = Kind.MP
    heavy: Verdict = Modifier("Heavy Dust", "11.73", kind, 1, why=f"density is {state.density}")
    if not at_least(state, Density.HEAVY):
        heavy = Near("Heavy Dust", "11.73", kind, f"density is {state.density}")
    elif not vehicle_or_cavalry:
        heavy = Near("Heavy Dust", "11.73", kind, "it slows vehicles and Cavalry only")
    very: Verdict = Modifier("BU in Very Heavy Dust", "11.731", kind, 1, why="a BU AFV")
    if not at_least(state, Density.VERY_HEAVY):
        very = Near("BU in Very Heavy Dust", "11.731", kind, f"density is {state.density}")
    elif not bu_afv:
        very = Near("BU in Very Heavy Dust", "11.731", kind, "it slows BU AFV only")
    return heavy, very


def double_time_allowed(state: State) -> bool:
    """Whether Infantry may use Double Time and Cavalry may Gallop (11.731)."""
    return not at_least(state, Density.VERY_HEAVY)


def aerial_attacks_allowed(state: State, attack: Attack = Attack.GROUND_SUPPORT) -> bool:
    """Whether attacks by and against Aerial units are allowed, or one of them (11.731).

    Args:
        state: now; the ruling 11.731-aerial says whether Heavy AA and Aerial Combat are meant.
        attack: which.
    """
    spared = attack in (Attack.HEAVY_AA, Attack.AERIAL_COMBAT)
    if spared and state.setting.rules_that("11.731-aerial", "but-e7"):
        return True
    return not at_least(state, Density.VERY_HEAVY)


def recovery_drm(state: State) -> int:
    """What Dust adds to a Recovery dr (11.731)."""
    return int(at_least(state, Density.VERY_HEAVY))


def break_number_change(state: State, *, aerial: bool) -> int:
    """What Dust adds to a B or X number (11.732)."""
    return -int(at_least(state, Density.EXTREMELY_HEAVY) and not aerial)
