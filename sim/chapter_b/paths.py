"""B13.6 Paths: along one, those on foot pay for a hex as for Open Ground.

One Cactus Patch of LFT9 has a Path (AD3.131). To vehicles a Path is nothing.
"""

from typing import Final

from sim.chapter_b.mover import FOOT, Mover
from sim.state.setting import Setting

__all__ = ["follows_path"]

CORE: Final = ("B13.6",)


def follows_path(setting: Setting, mover: Mover, name: str, hexside: int) -> bool:
    """Whether a mover that enters a hex across a hexside follows a Path."""
    return mover.kind in FOOT and (name, hexside) in setting.area.paths
