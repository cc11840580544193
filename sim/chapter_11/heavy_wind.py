"""11.761 Fire directly into Heavy Wind while there is Dust: +1 DLV.

It is directly into the wind when the LOS, as it leaves the firer's hex, crosses or lies along a
hexside of the hex directly upwind. It holds where Heavy Dust can occur (11.1); by ruling, anywhere.
"""

from collections.abc import Sequence
from typing import Final

from events.terms import Density
from sim.chapter_11.applicability import heavy_dust_can_exist
from sim.chapter_11.density import no_dust_said
from sim.chapter_11.low_visibility import TAKES_DLV, no_dlv
from sim.map.hexes import turned
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.shot import Attack, Shot
from sim.state import State

DRM: Final = 1
NAME: Final = "into Heavy Wind"
RULE: Final = "11.761"

_NEVER: Final = frozenset(
    {
        Attack.GROUND_SUPPORT,
        Attack.OBA,
        Attack.CC,
        Attack.FIRE_LANE,
        Attack.RESIDUAL_FP,
        Attack.SPECIFIC_COLLATERAL,
        Attack.HEAVY_AA,
        Attack.AERIAL_COMBAT,
    }
)


def upwind(state: State) -> int | None:
    """The hexside across which the hex directly upwind lies; None without wind."""
    return None if state.wind.direction is None else turned(state.wind.direction, 3)


def why_not_into_heavy_wind(state: State, leaves: Sequence[int]) -> str | None:
    """Why a LOS is not directly into Heavy Wind in Dust; None if it is.

    It leaves the firer's hex through these hexsides, two at a vertex.
    """
    if state.density is Density.NONE:
        return no_dust_said(state)
    anywhere = state.setting.rules_that("11.761-where", "any-dust")
    if not (anywhere or heavy_dust_can_exist(state)):
        return "Heavy Dust cannot occur in this scenario (11.1)"
    if not state.wind.heavy:
        return f"the Wind Force is {state.wind.force}"
    if not leaves:
        return "the target is in the same hex"
    side = upwind(state)
    if side not in leaves:
        through = " and ".join(str(each) for each in leaves)
        return f"the LOS leaves through hexside {through}, and upwind is {side}"
    return None


def into_heavy_wind(shot: Shot) -> Verdict:
    """What fire directly into Heavy Wind adds to a shot."""
    wide = shot.state.setting.rules_that("11.761-attacks", "any-fire")
    why = why_not_into_heavy_wind(shot.state, shot.los.leaves)
    if why is None and shot.attack in _NEVER:
        why = no_dlv(shot.attack) or f"{shot.attack} is excepted"
    if why is None and not wide and shot.attack not in TAKES_DLV:
        why = no_dlv(shot.attack)
    if why is None and shot.los.inside:
        why = "the LOS lies within one building (11.792)"
    if why is not None:
        return Near(NAME, RULE, Kind.DLV, why)
    side = upwind(shot.state)
    return Modifier(NAME, RULE, Kind.DLV, DRM, why=f"the LOS leaves by the upwind hexside {side}")
