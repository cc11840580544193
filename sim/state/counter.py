"""Fortification, SMOKE and FFE counters, Infantry and SW at one moment."""

from typing import Final

import attrs

from events.moment import Moment
from events.terms import FFEKind, Fortification, LightKind, Riding, Station, UnitKind

DISPERSED_DRM: Final = 2
"""LOS Hindrance DRM of Dispersed SMOKE (A24.5): that of drift too, whatever its source (A24.61)."""


@attrs.frozen(slots=False)
class Fort:
    """A Fortification counter (B26-B30).

    Attributes:
        hex: where it lies.
        kind: what it is.
        side: whose; None if it is no side's.
        hexside: of a Roadblock, the hexside that it obstructs.
        squads: how many squads an entrenchment or pillbox holds; 0 for others.
        ca: of a Pillbox, the first of the two hexsides of its CA, clockwise.
        ca_tem: of a Pillbox, its TEM vs fire from within its CA.
        nca_tem: of a Pillbox, its TEM vs other fire.
    """

    hex: str
    kind: Fortification
    side: str | None = None
    hexside: int | None = None
    squads: int = 0
    ca: int | None = None
    ca_tem: int = 0
    nca_tem: int = 0


@attrs.frozen(slots=False)
class Smoke:
    """A SMOKE counter (A24); gray ones neither drift nor leave in a PFPh."""

    hex: str
    side: str
    gray: bool = False
    dispersed: bool = False
    wp: bool = False
    grenade: bool = False

    @property
    def hindrance(self) -> int:
        """LOS Hindrance DRM: +3, Dispersed or of a grenade +2, of WP one less (A24.5)."""
        return (DISPERSED_DRM if self.dispersed or self.grenade else 3) - self.wp

    @property
    def name(self) -> str:
        """What it is called."""
        kind = "WP" if self.wp else "SMOKE"
        return f"Dispersed {kind}" if self.dispersed else kind + " grenade" * self.grenade


@attrs.frozen(slots=False)
class FFE:
    """An FFE in place, and the LOS Hindrance DRM that it has (191.8, 11.75).

    ``kind`` is what it is where it is not a HE Concentration.
    """

    hex: str
    calibre: int
    hindrance: int
    kind: FFEKind | None = None


@attrs.frozen(slots=False)
class PlacedLight:
    """A starshell or IR (E1.92, E1.93)."""

    hex: str
    kind: LightKind


@attrs.frozen(slots=False)
class Unit:
    """Infantry or a SW that is followed by name.

    Attributes:
        hex: where it is.
        side: its owner.
        kind: what it is.
        pp: PP of a SW; PP that Infantry carries (A4.42).
        good_order: it is in Good Order (A.7); a SW always is.
        station: where in its hex.
        crossing: the hex to which it crosses a cactus hedge; it is TI then (191.3).
        spent: the MPh in which it last expended all its MF at a cactus hedge.
        riding: its horses or motorcycles; None is on foot.
        moved: the MPh in which it expended MF to come to its hex, as far as an order said so.
    """

    hex: str
    side: str
    kind: UnitKind
    pp: int = 0
    good_order: bool = True
    station: Station = Station.GROUND
    crossing: str | None = None
    spent: Moment | None = None
    riding: Riding | None = None
    moved: Moment | None = None

    @property
    def ti(self) -> bool:
        """Whether it is TI, and under Hazardous Movement (A4.62, 191.3)."""
        return self.crossing is not None and self.good_order
