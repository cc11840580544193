"""AD3.2-AD3.22 Combined Terrain of LFT5: Crag-Brush and Crag-Hammada.

Each is a crag but for what its own rule says, so that its effects are not simply added up. Of Guns
only MTR of 82mm or less and RCL may be there, none Emplaced and none Manhandled in or out.
"""

from typing import Final

from events.terms import Fortification, Gun
from sim.chapter_ad.terrain_chart import CHART
from sim.map.terrain import Rows, Terrain
from sim.map.terrain_kind import TerrainKind

__all__ = [
    "COMBINED",
    "CRITICAL_HIT_TEM",
    "LARGEST_MTR",
    "RULES",
    "SMALLEST_ORDNANCE",
    "combined",
    "counter_allowed",
    "crag_hammada_tem",
    "may_be_manhandled",
    "may_set_up_emplaced",
]

RULES: Final = ("AD3.2", "AD3.21", "AD3.22")

COMBINED: Final = {
    frozenset({TerrainKind.CRAG, TerrainKind.BRUSH}): TerrainKind.CRAG_BRUSH,
    frozenset({TerrainKind.CRAG, TerrainKind.HAMMADA}): TerrainKind.CRAG_HAMMADA,
}
"""What two kinds of terrain together are."""

LARGEST_MTR: Final = 82
"""The largest calibre of a MTR that may be in Combined Terrain, in mm."""

_ALLOWED: Final = (
    Fortification.WIRE,
    Fortification.FORTIFIED_BUILDING,
    Fortification.A_P_MINES,
    Fortification.A_T_MINES,
)

SMALLEST_ORDNANCE: Final = 15
"""The smallest calibre of ordnance whose HE finds no TEM in Crag-Hammada, in mm."""

CRITICAL_HIT_TEM: Final = -2


def combined(kinds: tuple[Terrain, ...], rows: Rows) -> tuple[Terrain, ...]:
    """The terrain of a hex of an AD board, Combined Terrain in one."""
    kind = COMBINED.get(frozenset(each.name for each in kinds))
    return kinds if kind is None else (rows[kind],)


def counter_allowed(counter: Gun | Fortification, calibre: int = 0) -> bool:
    """Whether a 5/8 inch counter may be in Combined Terrain.

    Args:
        counter: what it is.
        calibre: of a MTR, in mm.
    """
    if counter is Gun.MTR:
        return calibre <= LARGEST_MTR
    return counter in (Gun.RCL, *_ALLOWED)


def may_set_up_emplaced() -> bool:
    """Whether a MTR may set up Emplaced there."""
    return False


def may_be_manhandled() -> bool:
    """Whether a MTR or 5/8 inch RCL may be Manhandled into or out of it."""
    return False


def crag_hammada_tem(
    *, dc: bool = False, bombardment: bool = False, he_calibre: int = 0, critical_hit: bool = False
) -> int:
    """TEM of Crag-Hammada (AD3.22).

    Args:
        dc: the attack is of a DC.
        bombardment: it is a Bombardment.
        he_calibre: calibre in mm of the ordnance or OBA that fires HE; 0 for other attacks.
        critical_hit: it is a Critical Hit.
    """
    if critical_hit:
        return CRITICAL_HIT_TEM
    row = CHART[TerrainKind.CRAG_HAMMADA]
    he = dc or bombardment or he_calibre >= SMALLEST_ORDNANCE
    return row.he_tem if he and row.he_tem is not None else row.tem
