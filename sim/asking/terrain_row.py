"""What a hex is to who moves, fires, sees or hides there, each with the rule that decides it.

This is the row of a hex in the matrix of terrain (`docs/terrain-matrix.tsv`), as ``khamsin ask
terrain`` tells it.
"""

from collections.abc import Iterable
from typing import Final

import attrs

from sim.asking.answer import signed
from sim.blast import Blast
from sim.chapter_a.los import Location
from sim.chapter_a.obstacles import half_level_blocks, obstacle_blocks
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.burnable import burns_as
from sim.chapter_b.cot import entry_cost
from sim.chapter_b.depressions import sunken_of
from sim.chapter_b.hindrance import feature_hinders
from sim.chapter_b.mover import Mover
from sim.chapter_b.tem import best_tem, hex_tem
from sim.los.features import field_of
from sim.map.terrain import Feature
from sim.map.terrain_kind import MoverKind
from sim.state import State

ALLOTMENTS: Final = {MoverKind.INFANTRY: 4, MoverKind.CAVALRY: 8}
"""MF of who is not in a vehicle."""

ALLOTMENT: Final = 12
"""MP of vehicles, where the cost is a share of them."""

TWO: Final = 2
"""From so many kinds on the effects of a combination add up."""


@attrs.frozen
class Cell:
    """A value, and the rules and rulings that decide it."""

    said: str
    rules: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.said} ({', '.join(self.rules)})" if self.rules else self.said


def _cell(said: str, rules: Iterable[str], *more: str) -> Cell:
    return Cell(said, tuple(dict.fromkeys([*rules, *more])))


def terrain_row(state: State, name: str) -> dict[str, Cell]:
    """The row of a hex; entered from outside, off road. TEM vs HE is told where it is another."""
    plain, he = (tem_cell(state, name, Blast(ordnance=he, he=he)) for he in (False, True))
    return {
        **{kind.value: cost_cell(state, kind, None, name) for kind in MoverKind},
        "TEM": plain,
        "TEM vs Indirect Fire": tem_cell(state, name, Blast(indirect=True)),
        **({} if he == plain else {"TEM vs HE": he}),
        "LOS at its level": _los_cell(state, name, 0),
        "LOS from one level above": _los_cell(state, name, 1),
        "fire": fire_cell(state, name),
        "concealment": _concealment_cell(state, name),
    }


def cost_cell(state: State, kind: MoverKind, origin: str | None, name: str) -> Cell:
    """What a mover pays; ``B`` where a Bog Check is due, in the hex or in the one it leaves."""
    mover = Mover(kind, ALLOTMENTS.get(kind, ALLOTMENT), bu=kind is MoverKind.FULLY_TRACKED)
    entry = entry_cost(state, mover, origin, name, road=False)
    if entry.why_not:
        return _cell("NA", [entry.why_not.rule])
    rules = [item.rule for item in entry.items]
    bog = entry.bog or bool(entry.at_once)
    said = "all" if entry.whole else str(entry.amount)
    paid = {kind.name for kind in ground_terrain(state, name)} & {item.name for item in entry.items}
    several = ["B.1"] if len(paid) >= TWO else []
    return _cell(f"{said} B" if bog else said, rules, *several, *(["D8.21"] if bog else []))


def tem_cell(state: State, name: str, blast: Blast) -> Cell:
    """What the terrain of a hex adds up to vs an attack."""
    place = Location(name, -int(name in sunken_of(state.setting)))
    found, _ = best_tem(hex_tem(state, place, blast), ())
    total = sum(each.fixed for each in found)
    several = ["B.1"] if len(found) >= TWO else []
    kinds = ground_terrain(state, name)
    return _cell(signed(total), [each.rule for each in found or kinds], *several)


def _los_cell(state: State, name: str, above: int) -> Cell:
    """What a LOS over a hex meets, between its level, or a level above, and the hex behind it."""
    behind = state.setting.rules_that("A6.21-behind", "hides")
    features = [each for each in field_of(state).features[name] if not each.hull]
    blocking = [each for each in features if _blocks(each, above, behind=behind)]
    if blocking:
        tall = any(each.obstacle or each.tall for each in blocking)
        ruling = ["A6.21-behind"] if above and not tall else []
        return _cell("blocked", [each.rule for each in blocking], *ruling)
    found = [
        each for each in features if feature_hinders(-int(each.sunk), above, 0, 1, bare=each.bare)
    ]
    drm = sum(each.hindrance for each in found)
    if not drm:
        return _cell("clear", [kind.rule for kind in ground_terrain(state, name)])
    several = ["B.1-hindrances"] if len(found) >= TWO else []
    return _cell(signed(drm), [each.rule for each in found], *several)


def _blocks(each: Feature, above: int, *, behind: bool) -> bool:
    ground, levels = -int(each.sunk), each.obstacle or (each.tall if above else 0)
    if obstacle_blocks(levels, ground, above, 0, 1, 1):
        return True
    return each.half and bool(half_level_blocks(ground + levels, above, 0, 1, behind))


def fire_cell(state: State, name: str) -> Cell:
    """The Kindling and the Spreading number."""
    burning = burns_as(state, name)
    if burning is None:
        return Cell("none", ("B25.1",))
    burnable = [kind for kind in ground_terrain(state, name) if kind.kindling is not None]
    several = ["B25.1-combination"] if len(burnable) >= TWO else []
    return _cell(f"{burning.kindling}/{burning.spreading}", [burning.rule], *several)


def _concealment_cell(state: State, name: str) -> Cell:
    kinds = ground_terrain(state, name)
    giving = [kind.rule for kind in kinds if kind.concealment]
    return _cell("yes" if giving else "no", giving or [kind.rule for kind in kinds], "A12.12")
