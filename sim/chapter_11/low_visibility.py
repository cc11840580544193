"""11.6 Desert Low Visibility: Sun Blindness, Heat Haze, Light and Moderate Dust.

DLV is a LV Hindrance that never counts toward the blockage of B.10.
"""

from collections.abc import Iterable
from typing import Final

from sim.modifiers import Kind, Modifier
from sim.shot import Attack

TAKES_DLV: Final = frozenset({Attack.TO_HIT, Attack.IFT, Attack.GROUND_SUPPORT, Attack.VS_AERIAL})
"""TH DR and non-ordnance IFT DR of attacks that DLV can modify at all (11.611, 11.71, 11.793)."""

_WHY_NOT: Final = {
    Attack.OBA: "OBA is excepted; its Accuracy dr takes DLV instead (11.791)",
    Attack.DC: "DC are excepted",
    Attack.FT: "FT are excepted",
    Attack.FIRE_LANE: "Fire Lanes are excepted (11.794)",
    Attack.SPECIFIC_COLLATERAL: "Specific Collateral Attacks are excepted",
    Attack.RESIDUAL_FP: "Residual FP takes no DLV",
    Attack.CC: "CC takes none (11.794)",
    Attack.HEAVY_AA: "Heavy AA fire is excepted (11.793)",
    Attack.AERIAL_COMBAT: "Aerial Combat is excepted (11.793)",
}


def no_dlv(attack: Attack) -> str | None:
    """Why an attack takes no DLV of Sun Blindness or Dust; None if it can."""
    return None if attack in TAKES_DLV else _WHY_NOT[attack]


def toward_blockage(modifiers: Iterable[Modifier]) -> int:
    """The DRM that count toward blockage of a LOS: LOS Hindrances and LV, but never DLV."""
    return sum(
        int(each.amount)
        for each in modifiers
        if each.kind in (Kind.LOS_HINDRANCE, Kind.LV) and each.amount is not None
    )
