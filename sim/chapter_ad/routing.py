"""AD4.1 What a broken unit that must rout treats as woods, when it chooses where to."""

from typing import Final

from sim.map.terrain import Terrain
from sim.state.setting import Setting

__all__ = ["RULES", "counts_as_woods_for_rout"]

RULES: Final = ("AD4.1",)
CORE: Final = ("A10.51",)


def counts_as_woods_for_rout(
    setting: Setting, name: str, kinds: tuple[Terrain, ...], *, trench: bool = False
) -> bool:
    """Whether a hex attracts a routing unit as woods do (A10.51): on AD boards a trench as well."""
    if any(kind.woods for kind in kinds):
        return True
    return setting.ad_hex(name) and (trench or any(kind.rout for kind in kinds))
