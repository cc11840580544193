"""SMOKE counters and FFE at one moment."""

from typing import Final

import attrs

from events.terms import FFEKind

DISPERSED_DRM: Final = 2
"""LOS Hindrance DRM of Dispersed SMOKE (A24.5): that of drift too, whatever its source (A24.61)."""


@attrs.frozen(slots=False)
class Smoke:
    """A SMOKE counter (A24); gray ones neither drift nor leave in a PFPh."""

    hex: str
    side: str
    gray: bool = False
    dispersed: bool = False

    @property
    def hindrance(self) -> int:
        """LOS Hindrance DRM: +3, Dispersed +2 (A24.5)."""
        return DISPERSED_DRM if self.dispersed else 3


@attrs.frozen(slots=False)
class FFE:
    """An FFE in place, and the LOS Hindrance DRM that it has (191.8, 11.75).

    ``kind`` is what it is where it is not a HE Concentration.
    """

    hex: str
    calibre: int
    hindrance: int
    kind: FFEKind | None = None
