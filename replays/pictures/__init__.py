"""Pictures of a state: an SVG of the playing area, and a coarse map for a terminal."""

from replays.pictures.bare import bare
from replays.pictures.governed import governed
from replays.pictures.sheet import svg
from replays.pictures.text_map import terminal

__all__ = ["bare", "governed", "svg", "terminal"]
