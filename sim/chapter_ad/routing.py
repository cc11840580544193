"""AD4.1 What a broken unit that must rout treats as woods, when it chooses where to."""

from events.terms import Base
from sim.map.terrain import Terrain
from sim.map.terrain_kind import TerrainKind
from sim.state import Setting


def counts_as_woods_for_rout(
    setting: Setting, name: str, kinds: tuple[Terrain, ...], *, trench: bool = False
) -> bool:
    """Whether a hex attracts a routing unit as woods do (A10.51).

    With AD Terrain in effect so does what AD4.1 names, a trench as well: where, is the ruling
    AD4.1-base; out of season, the ruling AD4.1-grain. Thick Grain is Rout Terrain in any hex
    (AD3.162).
    """
    if any(kind.woods or kind.name is TerrainKind.THICK_GRAIN for kind in kinds):
        return True
    record = setting.area.record[name]
    desert = record.base is Base.DESERT or setting.rules_that("AD4.1-base", "everywhere")
    if not (setting.scenario.ad and desert):
        return False
    printed = setting.rules_that("AD4.1-grain", "printed") and TerrainKind.GRAIN in record.kinds
    fields = (kind for kind in kinds if kind.plain or kind.name is TerrainKind.PLOWED_FIELD)
    return trench or any(kind.rout for kind in kinds) or (printed and any(fields))
