"""11.7-11.71, 11.72-11.732 and 11.79 Dust: its five densities, and how its types add up.

Beside the densities there are Vehicle Dust (11.74) and FFE Dust (11.75), whose counters are LOS
Hindrances of their own. All of them are cumulative, with two exceptions: DLV never counts toward
the blockage of a LOS (11.6), and a Sighting TC takes +1 in all (11.793).
"""

from typing import Final

from events.terms import Density, WindForce
from sim.chapter_11.aerial import dust_counters
from sim.chapter_11.applicability import heavy_dust_can_exist
from sim.chapter_11.density import at_least, density_said, no_dust_said
from sim.chapter_11.heavy_wind import into_heavy_wind
from sim.chapter_11.low_visibility import no_dlv
from sim.modifiers import Halved, Kind, Modifier, Near, Verdict
from sim.shot import Attack, Shot
from sim.state import State

# 11.71 and 11.72 Light and Moderate Dust: DLV of half a subsequent dr, rounded down or up.
#
# Heavier densities bring it with them: Heavy and Very Heavy as Light, Extremely Heavy as Moderate
# (11.73-11.732).

DIE: Final = {
    Density.LIGHT: Halved(round_up=False),
    Density.MODERATE: Halved(round_up=True),
    Density.HEAVY: Halved(round_up=False),
    Density.VERY_HEAVY: Halved(round_up=False),
    Density.EXTREMELY_HEAVY: Halved(round_up=True),
}
"""The die of each density."""


def dust_die(density: Density) -> tuple[str, str, Halved] | None:
    """Name, rule and die of the DLV that a density brings; None without Dust."""
    die = DIE.get(density)
    if die is None:
        return None
    return ("Moderate Dust", "11.72", die) if die.round_up else ("Light Dust", "11.71", die)


def light_or_moderate_dust(shot: Shot) -> Verdict:
    """What Light or Moderate Dust does to a shot."""
    found = dust_die(shot.state.density)
    if found is None:
        rained = " (it has rained, 11.77)" if shot.state.sky.rained else ""
        return Near("Dust", "11.71", Kind.DLV, f"{no_dust_said(shot.state)}{rained}")
    name, rule, die = found
    if (why := no_dlv(shot.attack)) is not None:
        return Near(name, rule, Kind.DLV, why)
    if shot.los.inside:
        return Near(name, rule, Kind.DLV, "the LOS lies within one building (11.792)")
    return Modifier(name, rule, Kind.DLV, None, die, f"density is {shot.state.density}")


# 11.73-11.732 Heavy and denser Dust: a LOS Hindrance that grows with range, and slow movement.

HEAVY_RULES: Final = {
    Density.HEAVY: "11.73",
    Density.VERY_HEAVY: "11.731",
    Density.EXTREMELY_HEAVY: "11.732",
}
"""The rule of each density that is a LOS Hindrance."""


def heavy_dust(shot: Shot) -> Verdict:
    """What Heavy or denser Dust does to a shot; whatever takes Light Dust takes it."""
    density = shot.state.density
    rule = HEAVY_RULES.get(density, "11.73")
    name = f"{density} Dust" if density in HEAVY_RULES else "Heavy Dust"
    why = None
    if density not in HEAVY_RULES:
        why = density_said(shot.state)
    elif (excepted := no_dlv(shot.attack)) is not None:
        why = excepted
    elif shot.range == 0:
        why = "the range is 0"
    elif shot.los.inside and shot.state.setting.rules_that("11.792-heavy", "none"):
        why = "the LOS lies within one building (11.792)"
    if why is not None:
        return Near(name, rule, Kind.LOS_HINDRANCE, why)
    drm, why = shot.range, f"range {shot.range}"
    if density is Density.HEAVY:
        drm, why = (drm + 1) // 2, f"half of {why}, FRU"
    return Modifier(name, rule, Kind.LOS_HINDRANCE, drm, why=why)


def movement_extra(state: State, *, vehicle_or_cavalry: bool, bu_afv: bool) -> tuple[Verdict, ...]:
    """What Dust adds to the MP or MF to enter a hex (11.73, 11.731)."""
    kind, density = Kind.MP, density_said(state)
    heavy: Verdict = Modifier("Heavy Dust", "11.73", kind, 1, why=density)
    if not at_least(state, Density.HEAVY):
        heavy = Near("Heavy Dust", "11.73", kind, density)
    elif not vehicle_or_cavalry:
        heavy = Near("Heavy Dust", "11.73", kind, "it slows vehicles and Cavalry only")
    very: Verdict = Modifier("BU in Very Heavy Dust", "11.731", kind, 1, why="a BU AFV")
    if not at_least(state, Density.VERY_HEAVY):
        very = Near("BU in Very Heavy Dust", "11.731", kind, density)
    elif not bu_afv:
        very = Near("BU in Very Heavy Dust", "11.731", kind, "it slows BU AFV only")
    return heavy, very


def double_time_allowed(state: State) -> bool:
    """Whether Infantry may use Double Time and Cavalry may Gallop (11.731)."""
    return not at_least(state, Density.VERY_HEAVY)


def forbids_aerial(state: State, attack: Attack = Attack.GROUND_SUPPORT) -> bool:
    """Whether Dust forbids attacks by and against Aerial units, or one of them (11.731).

    The ruling 11.731-aerial says whether Heavy AA and Aerial Combat are meant.
    """
    spared = attack in (Attack.HEAVY_AA, Attack.AERIAL_COMBAT)
    if spared and state.setting.rules_that("11.731-aerial", "but-e7"):
        return False
    return at_least(state, Density.VERY_HEAVY)


def recovery_drm(state: State) -> int:
    """What Dust adds to a Recovery dr (11.731)."""
    return int(at_least(state, Density.VERY_HEAVY))


def break_number_change(state: State, *, aerial: bool) -> int:
    """What Dust adds to a B or X number (11.732)."""
    return -int(at_least(state, Density.EXTREMELY_HEAVY) and not aerial)


LADDER: Final = tuple(Density)
"""The densities, from none to the densest; a level is a step on it."""


def dust_on_shot(shot: Shot) -> tuple[Verdict, ...]:
    """All that Dust does to a shot, but for counters along its LOS, which are in the LOS."""
    return (
        *dust_counters(shot),
        heavy_dust(shot),
        light_or_moderate_dust(shot),
        into_heavy_wind(shot),
    )


# 11.701 The DYO Dust Table, before the first RPh of a DYO scenario.

WIND_DRM: Final[dict[WindForce, int]] = {
    WindForce.NO_WIND: 0,
    WindForce.MILD_BREEZE: 1,
    WindForce.HEAVY_WINDS: 2,
}
PER_BOMBARDMENT: Final = 3


def _table(final_dr: int) -> Density:
    """The Dust density of a Final dr, before any exception."""
    if final_dr <= 5:
        return Density.NONE
    if final_dr <= 7:
        return Density.LIGHT
    if final_dr <= 9:
        return Density.MODERATE
    return Density.HEAVY


ENOUGH_BOMBARDMENTS: Final = next(
    count for count in range(1, 10) if _table(1 + PER_BOMBARDMENT * count) is _table(99)
)
"""More change nothing: from here on every dr, even a 1 without wind, is as dense as can be."""


def dyo_density(state: State, dr: int) -> Density:
    """The Dust density that an Original dr gives in a scenario."""
    setting = state.setting
    force = state.wind.force or WindForce.NO_WIND
    final = dr + WIND_DRM[force] + PER_BOMBARDMENT * setting.scenario.bombardments
    density = _table(final)
    if density is not Density.HEAVY or heavy_dust_can_exist(state):
        return density
    if setting.scenario.steppe or setting.rules_that("11.701-heavy", "moderate"):
        return Density.MODERATE
    return Density.HEAVY if setting.rules_that("11.701-heavy", "heavy") else Density.NONE
