"""AD3.121 Dense Palm Trees: Inherent Forest that fully-tracked vehicles may enter, at a price.

Without a road or Trail Break such a vehicle takes a Bog Check with one DRM more than in woods, on
entry and on each change of its VCA; it leaves a Trail Break behind (B13.421).
"""

from typing import Final

__all__ = ["BOG_DRM", "RULES"]

RULES: Final = ("AD3.121",)
CORE: Final = ("B13.421",)

BOG_DRM: Final = 1
"""What a Bog Check there takes beside what it takes in woods."""
