"""B9.32 Wall Advantage: over which hexsides a unit can gain it, and what it is worth there.

That there is an enemy to gain it from, and a unit that may claim it, is the players' to say; the
hexside and the Location are judged here. Over an un-breached High Wall nobody gains it (AD4.6).
"""

from typing import Final

from events.terms import HexsideKind
from sim.chapter_ad.high_walls import hexsides_now
from sim.chapter_b.symbology import CATALOGUE, HEXSIDE_ROWS
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.state import State

__all__ = ["wall_advantage"]

CORE: Final = ("B9.32",)

NAME: Final = "Wall Advantage"


def wall_advantage(
    state: State, name: str, other: str, *, level: int = 0, held: bool = False
) -> Verdict:
    """Whether a unit can gain Wall Advantage over a hexside, and the TEM that goes with it.

    Args:
        state: now.
        name: the unit's hex.
        other: the adjacent hex beyond the hexside.
        level: its level above the ground of its hex; -1 is IN a Depression.
        held: an enemy in the other hex has it.
    """
    area = state.setting.area
    side = area.hexside(name, other)
    kind = None if side is None else hexsides_now(state).get((name, side))
    if kind is HexsideKind.HIGH_WALL:
        return Near(NAME, "AD4.6", Kind.TEM, "none is gained over an un-breached High Wall")
    if kind not in HEXSIDE_ROWS:
        return Near(NAME, "B9.32", Kind.TEM, f"neither wall nor hedge divides {name} from {other}")
    stands = max(area.record[name].level, area.record[other].level)
    if area.record[name].level + level != stands:
        return Near(NAME, "B9.32", Kind.TEM, f"its Location is not at the level of the {kind}")
    if held:
        return Near(NAME, "B9.32", Kind.TEM, f"an enemy in {other} has it")
    row = CATALOGUE[area.record[name].base][HEXSIDE_ROWS[kind]]
    return Modifier(NAME, "B9.32", Kind.TEM, row.tem, why=f"{kind} on hexside {side}")
