"""AD3.2-AD3.22 Combined Terrain of LFT5: Crag-Brush and Crag-Hammada.

Each is a crag but for what its own rule says, so that its effects are not simply added up. Of Guns
only MTR of 82mm or less and RCL may be there, no MTR Emplaced, none Manhandled in or out.
"""

from typing import Final

from events.terms import Fortification, Gun
from sim.blast import Blast
from sim.chapter_ad.terrain_chart import CHART
from sim.map.terrain import Rows, Terrain
from sim.map.terrain_kind import TerrainKind
from sim.state import Setting

COMBINED: Final = {
    frozenset({TerrainKind.CRAG, TerrainKind.BRUSH}): TerrainKind.CRAG_BRUSH,
    frozenset({TerrainKind.CRAG, TerrainKind.HAMMADA}): TerrainKind.CRAG_HAMMADA,
}
"""What two kinds of terrain together are."""

LARGEST_MTR: Final = 82
"""The largest calibre of a MTR that may be in Combined Terrain, in mm."""

SMALLEST_ORDNANCE: Final = 15
"""The smallest calibre of ordnance whose HE finds no TEM in Crag-Hammada, in mm."""

CRITICAL_HIT_TEM: Final = -2


def combined(kinds: tuple[Terrain, ...], rows: Rows) -> tuple[Terrain, ...]:
    """The terrain of a hex of an AD board, Combined Terrain in one."""
    kind = COMBINED.get(frozenset(each.name for each in kinds))
    return kinds if kind is None else (rows[kind],)


def counter_allowed(setting: Setting, counter: Gun | Fortification, calibre: int = 0) -> bool:
    """Whether a 5/8 inch counter may be in Combined Terrain.

    The ruling AD3.2-counters says whether Fortifications are meant as well as Guns.
    """
    if isinstance(counter, Fortification):
        guns_alone = setting.rules_that("AD3.2-counters", "guns")
        return guns_alone or counter is Fortification.WIRE
    return counter is Gun.RCL or (counter is Gun.MTR and calibre <= LARGEST_MTR)


def vehicles_allowed(setting: Setting, kinds: tuple[Terrain, ...]) -> bool:
    """Whether vehicles, 5/8 inch counters as well, may be in terrain as far as AD3.2 says."""
    return not is_combined(kinds) or setting.rules_that("AD3.2-counters", "guns")


def is_combined(kinds: tuple[Terrain, ...]) -> bool:
    """Whether it is Combined Terrain: no MTR is Emplaced there, no Gun Manhandled (AD3.2)."""
    return any(kind.name in COMBINED.values() for kind in kinds)


def crag_hammada_tem(setting: Setting, blast: Blast) -> int:
    """TEM of Crag-Hammada, whatever the target is (AD3.22).

    The rulings AD3.22-ordnance and AD3.22-critical read the sentence.
    """
    reduced = blast.dc or blast.bombardment or _of_ordnance(setting, blast)
    any_critical = setting.rules_that("AD3.22-critical", "any")
    if blast.critical_hit and (reduced or any_critical):
        return CRITICAL_HIT_TEM
    return 0 if reduced else CHART[TerrainKind.CRAG_HAMMADA].tem


def _of_ordnance(setting: Setting, blast: Blast) -> bool:
    """Whether ordnance takes the TEM away; a calibre that is not said is large enough."""
    large = blast.calibre is None or blast.calibre >= SMALLEST_ORDNANCE
    if setting.rules_that("AD3.22-ordnance", "either"):
        return blast.he or (blast.ordnance and large)
    return blast.he and large
