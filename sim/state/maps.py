"""The maps of a state: each change makes a new map, and the old one stays as it was.

They are those of immutables. Where that cannot be loaded, as in a browser, ``CopiedMap`` stands in.
"""

from typing import TYPE_CHECKING

__all__ = ["Map"]

if TYPE_CHECKING:
    from immutables import Map
else:
    try:
        from immutables import Map
    except ImportError:
        from sim.state.copied_map import CopiedMap as Map
