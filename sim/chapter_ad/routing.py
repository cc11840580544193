"""AD4.1 What a broken unit that must rout treats as woods, when it chooses where to."""

from typing import Final

from sim.chapter_a.rally import WOODS
from sim.map.terrain import Terrain
from sim.state.setting import Setting

__all__ = ["AS_WOODS", "RULES", "counts_as_woods_for_rout"]

RULES: Final = ("AD4.1",)
CORE: Final = ("A10.51",)

AS_WOODS: Final = frozenset({"Brush", "Grain", "Thick Grain", "Crag", "Crag-Brush", "Crag-Hammada"})
"""Kinds of terrain; Oasis Palm Trees (AD3.63) and trenches do so as well."""


def counts_as_woods_for_rout(
    setting: Setting, name: str, kinds: tuple[Terrain, ...], *, trench: bool = False
) -> bool:
    """Whether a hex attracts a routing unit as woods do (A10.51)."""
    if any(kind.name in WOODS for kind in kinds):
        return True
    if not setting.ad_hex(name):
        return False
    palms = any(kind.rule == "AD3.63" for kind in kinds)
    return trench or palms or any(kind.name in AS_WOODS for kind in kinds)
