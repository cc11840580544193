"""A shot as rules see it: which attack, from where at what, over which LOS, in which state."""

from enum import StrEnum
from typing import Final

import attrs

from events.terms import Fortification
from sim.blast import Blast
from sim.chapter_a.los import LosReport
from sim.chapter_d.presence import afv_at
from sim.state import State


class Attack(StrEnum):
    """Kinds of attack that rules of the desert tell apart (11.611, 11.71, 11.793, 11.794)."""

    TO_HIT = "TH"
    IFT = "IFT"
    OBA = "OBA"
    DC = "DC"
    FT = "FT"
    FIRE_LANE = "Fire Lane"
    SPECIFIC_COLLATERAL = "Specific Collateral"
    RESIDUAL_FP = "Residual FP"
    CC = "CC"
    GROUND_SUPPORT = "Ground Support"
    VS_AERIAL = "vs Aerial"
    HEAVY_AA = "Heavy AA"
    AERIAL_COMBAT = "Aerial Combat"


AERIAL: Final = frozenset(
    {Attack.GROUND_SUPPORT, Attack.VS_AERIAL, Attack.HEAVY_AA, Attack.AERIAL_COMBAT}
)
"""Attacks by or against Aerial units."""

DIRECT: Final = frozenset({Attack.TO_HIT, Attack.IFT, Attack.FT})
"""Ground attacks of a unit along a LOS."""

HINDERED: Final = DIRECT | {Attack.FIRE_LANE}
"""Ground attacks that the Hindrances of their LOS modify (A6.7, A9.22, A24.2)."""

NO_LOS: Final = frozenset(
    {Attack.CC, Attack.RESIDUAL_FP, Attack.OBA, Attack.HEAVY_AA, Attack.AERIAL_COMBAT}
)
"""Attacks that no LOS decides."""


class Target(StrEnum):
    """What is fired at; PRC count as their vehicle, Cavalry as Infantry (11.62)."""

    INFANTRY = "infantry"
    VEHICLE = "vehicle"
    BOTH = "both"
    NONE = "none"
    AERIAL = "aerial"


class Shell(StrEnum):
    """What is fired: HE and SMOKE alone by OBA, and at a hex that may be empty (11.623)."""

    AP = "AP"
    HE = "HE"
    SMOKE = "SMOKE"


NO_AP: Final = "OBA fires HE and SMOKE, and no AP"


@attrs.frozen(eq=False)
class Shot:
    """A shot."""

    state: State
    attack: Attack
    los: LosReport
    target: Target
    range: int
    """Its range; Aerial Range for attacks by and against Aerial units (E.5)."""
    area: bool = False
    """It uses the Area Target Type."""
    shell: Shell | None = None
    moving: bool = False
    """The target is Infantry that moves in the MPh without Assault Movement."""
    indirect: bool = False
    hazardous: bool = False
    """The target is Infantry under Hazardous Movement (A4.62)."""
    within: Fortification | None = None
    """The Fortification of its hex in which the target is."""
    outside: bool = False
    """The target did not expend the MF to be in shellholes of its hex (B.9)."""
    calibre: int | None = None
    """Of the ordnance that fires it, in mm; None if it is not said."""
    critical_hit: bool = False
    bypassing: bool = False
    """The target is in Bypass, at a vertex of its hex (A4.3)."""
    crossed: int | None = None
    """The hexside of its hex over which the target moved in; None if it is not said."""
    by_road: bool = False
    """It moved by the road of its hex, and is fired at along that road (A4.132)."""
    side: str | None = None
    """Whose it is; None if it is not said."""
    mounted: bool = False
    """The target rides: neither shellholes nor AFV and wrecks shelter it (B2.3, D9.3)."""
    moved: bool | None = None
    """Whether it moved in this Player Turn; None if it is not said."""

    @property
    def blast(self) -> Blast:
        """What it is to the TEM of a hex."""
        return Blast(
            indirect=self.indirect or self.attack is Attack.OBA,
            aerial=self.attack is Attack.GROUND_SUPPORT,
            oba=self.attack is Attack.OBA,
            ordnance=self.attack in (Attack.TO_HIT, Attack.OBA) or self.shell is not None,
            he=self.shell is Shell.HE or self.attack is Attack.OBA,
            dc=self.attack is Attack.DC,
            calibre=self.calibre,
            critical_hit=self.critical_hit and not self.at_afv,
            vehicle=self.target is Target.VEHICLE,
        )

    @property
    def at_afv(self) -> bool:
        """Whether the target is an AFV, whose TEM a Critical Hit does not reverse (C3.71)."""
        return self.target is Target.VEHICLE and afv_at(self.state, self.los.target.hex)
