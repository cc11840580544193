"""B.3 TEM of the target's Location: what terrain there adds to fire against it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import attrs

from events.terms import Fortification, HexsideKind
from sim.blast import Blast
from sim.chapter_ad.arid_building import is_rooftop, rooftop_tem
from sim.chapter_ad.combined_terrain import crag_hammada_tem
from sim.chapter_ad.high_walls import hexsides_now
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.roads import real_bridge_in
from sim.chapter_b.sheltered import sheltered_tem
from sim.chapter_b.symbology import CATALOGUE, HEXSIDE_ROWS
from sim.chapter_d.hulls import hull_tem, side_there
from sim.chapter_e.mud import he_tem
from sim.chapter_f.desert_boards import deir_tem
from sim.los.features import sunken_of
from sim.map.hexes import HEXSIDES
from sim.map.terrain import Terrain
from sim.map.terrain_kind import TerrainKind
from sim.modifiers import Kind, Modifier, Near, Verdict, applied
from sim.shot import AERIAL, DIRECT, NO_LOS, Attack, Shot, Target
from sim.state import State

HEIGHT_ADVANTAGE: Final = 1
BRIDGE_TEM: Final = 1

ALONE: Final = frozenset({TerrainKind.SHELLHOLES})
"""Terrain whose TEM is not cumulative with that of other terrain in the hex."""

_NO_TEM: Final = {
    Attack.CC: "CC takes no TEM",
    Attack.SPECIFIC_COLLATERAL: "a Specific Collateral Attack takes none",
    Attack.FT: "FT take no TEM (A22.2)",
}


def tem(shot: Shot) -> tuple[Verdict, ...]:
    """The TEM of a shot: that of the hex, of its hexside, or of Height Advantage."""
    if shot.attack in AERIAL - {Attack.GROUND_SUPPORT} or shot.target is Target.AERIAL:
        return (Near("TEM", "E7", Kind.TEM, "an Aerial target has none"),)
    if shot.attack in _NO_TEM:
        return (Near("TEM", "B.3", Kind.TEM, _NO_TEM[shot.attack]),)
    target = shot.los.target
    if is_rooftop(shot.state, target.hex, target.level):
        found: Sequence[Verdict] = (_on_rooftop(shot),)
    else:
        special, none = applied([*deir_tem(shot), *_of_hulls(shot)])
        hexside = () if shot.attack is Attack.RESIDUAL_FP else _of_hexside(shot)
        apart = [*hexside, *special]
        together: list[Modifier] = []
        if not shot.bypassing:
            apart = [*_of_shelter(shot), *apart]
            if not _on_bridge(shot):
                together += hex_tem(shot.state, target.hex, shot.blast, outside=shot.outside)
        found = (*none, *_best(shot, together, apart), *_of_mud(shot))
    return tuple(
        reversed_by(shot.blast, each) if isinstance(each, Modifier) else each for each in found
    )


def _best(
    shot: Shot, together: Sequence[Modifier], apart: Sequence[Modifier]
) -> tuple[Verdict, ...]:
    """The best of several TEM, and those that lower it; or Height Advantage."""
    counted, less = best_tem(together, apart)
    if counted:
        return (*counted, *less)
    if shot.los.rise > 0 and shot.los.range:
        return (_of_height(shot),)
    return (Near("TEM", "B.3", Kind.TEM, f"{shot.los.target.hex} has none"),)


def _of_height(shot: Shot) -> Verdict:
    """Height Advantage over Direct Fire from lower ground (B10.31), but not Indirect Fire (C1.52).

    Nor has it a mover that crossed the Crest Line by the very hexside that the LOS crosses.
    """
    name, rule = "Height Advantage", "B10.31"
    if shot.attack not in DIRECT or shot.indirect:
        return Near(name, rule, Kind.TEM, "it is for Direct Fire only (C1.52)")
    over, area = shot.crossed, shot.state.setting.area
    other = None if over is None else area.across(shot.los.target.hex, over)
    if shot.los.enters == (over,) and other is not None:
        record = area.record
        if record[other].level < record[shot.los.target.hex].level:
            why = "the target crossed the Crest Line by the hexside that the LOS crosses"
            return Near(name, rule, Kind.TEM, why)
    return Modifier(name, rule, Kind.TEM, HEIGHT_ADVANTAGE, why="fire from below")


def tem_outside(shot: Shot) -> int:
    """The TEM of the hexside or bridge by which fire comes, used or not (A8.26)."""
    found = [*_of_hexside(shot), *(each for each in _of_shelter(shot) if each.rule == "B6.31")]
    return max((int(each.amount or 0) for each in found), default=0)


def best_tem(
    together: Iterable[Modifier], apart: Iterable[Modifier]
) -> tuple[list[Modifier], list[Near]]:
    """The TEM that count, and those that a better one leaves out.

    Of the sum of what adds up, the terrain of the hex without shellholes (B.1), and of each that is
    cumulative with nothing, the best counts. What is negative counts always.
    """
    terrain, others = list(together), list(apart)
    every = [*terrain, *others]
    positive = [each for each in every if int(each.amount or 0) > 0]
    alone = [each for each in positive if each in others or each.name in ALONE]
    groups = [[each for each in positive if each not in alone], *([each] for each in alone)]
    best = max(groups, key=lambda group: sum(int(each.amount or 0) for each in group))
    name = " and ".join(each.name for each in best)
    counted = [each for each in every if each in best or int(each.amount or 0) < 0]
    near = [
        Near(each.name, each.rule, Kind.TEM, f"{name} is the better TEM")
        for each in positive
        if each not in best
    ]
    return counted, near


def plain_tem(kinds: Iterable[Terrain]) -> int:
    """The TEM of a hex vs Direct Fire, as its terrain alone gives it (B.1)."""
    every = list(kinds)
    together = sum(kind.tem for kind in every if kind.name not in ALONE)
    return max((together, *(kind.tem for kind in every if kind.name in ALONE)), key=abs)


def _of_shelter(shot: Shot) -> Iterator[Modifier]:
    """What the Fortification gives in which the target is, and a bridge on which it is."""
    name, indirect = shot.los.target.hex, shot.blast.indirect
    if shot.within is not None:
        found = sheltered_tem(
            shot.state, name, shot.within, indirect=indirect, firer=shot.los.firer.hex
        )
        if found is not None:
            yield found
    area = shot.state.setting.area
    along = len(shot.los.enters) == 1 and (name, shot.los.enters[0]) in area.roads
    beneath = indirect and real_bridge_in(shot.state.setting, name)
    if beneath or (_on_bridge(shot) and not along):
        yield Modifier("Bridge", "B6.31", Kind.TEM, BRIDGE_TEM, why="not along its road")


def _of_mud(shot: Shot) -> Iterator[Modifier]:
    """What Mud gives a target on its ground vs HE, but for a pillbox vs Direct Fire (E3.62)."""
    pillbox = shot.within is Fortification.PILLBOX and not shot.blast.indirect
    if not (pillbox or _on_bridge(shot)):
        yield from he_tem(shot.state, shot.los.target.hex, shot.blast)


def _on_bridge(shot: Shot) -> bool:
    """Whether the target is on a bridge."""
    target = shot.los.target
    return target.level == 0 and real_bridge_in(shot.state.setting, target.hex)


def reversed_by(blast: Blast, found: Modifier) -> Modifier:
    """A TEM as it is vs this attack: a Critical Hit reverses what would help its target (C3.74)."""
    if not blast.critical_hit or int(found.amount or 0) <= 0:
        return found
    return attrs.evolve(found, amount=-int(found.amount or 0), why="reversed by a Critical Hit")


def _on_rooftop(shot: Shot) -> Verdict:
    """The TEM of a unit on an Arid Rooftop, which is that of a hedge alone (AD4.411)."""
    return rooftop_tem(
        shot.state.setting,
        shot.los.range,
        -shot.los.rise,
        indirect=shot.blast.indirect,
        aerial=shot.attack in AERIAL,
    )


def hex_tem(state: State, name: str, blast: Blast, *, outside: bool = False) -> Iterator[Modifier]:
    """What the terrain of a hex gives a target there, before a Critical Hit reverses it.

    Outside, a target did not expend the MF to be in shellholes (B.9).
    """
    he = blast.he or blast.dc
    for kind in ground_terrain(state, name):
        if outside and kind.name is TerrainKind.SHELLHOLES:
            continue
        if kind.name is TerrainKind.CRAG_HAMMADA:
            if amount := crag_hammada_tem(state.setting, blast):
                yield Modifier(kind.name, kind.rule, Kind.TEM, amount)
            continue
        if he and kind.he_tem is not None and not blast.vehicle:
            yield Modifier(kind.name, kind.rule, Kind.TEM, kind.he_tem, why="HE or DC")
            continue
        amount = kind.indirect if blast.indirect and kind.indirect is not None else kind.tem
        if kind.tem or amount:
            yield Modifier(kind.name, kind.rule, Kind.TEM, amount)


def _of_hulls(shot: Shot) -> Iterator[Verdict]:
    """What an AFV or wreck gives Infantry in its Location, but not vs fire from there (D9.3)."""
    target = shot.los.target
    in_location = target.level == -int(target.hex in sunken_of(shot.state.setting))
    at_it = shot.los.firer == target and shot.attack not in NO_LOS
    if not in_location or shot.blast.vehicle or shot.bypassing or at_it:
        return
    side = side_there(shot.state, target.hex) if shot.side is None else shot.side
    yield from hull_tem(shot.state, target.hex, side)


def _of_hexside(shot: Shot) -> Iterator[Modifier]:
    """The best hexside of the target's hex that the LOS crosses (B9.3-B9.35).

    It gives none to a Location at another level than its own ground, none vs Ground Support (E7.4),
    and one less for each full level by which the firer's height above the target is more than the
    range. Indirect Fire need not cross it.
    """
    area = shot.state.setting.area
    target = shot.los.target
    if not shot.los.range or shot.attack is Attack.GROUND_SUPPORT:
        return
    rows, hexsides = CATALOGUE[area.record[target.hex].base], hexsides_now(shot.state)
    indirect = shot.blast.indirect
    reduced = max(0, -shot.los.rise - shot.los.range)
    found = []
    for side in HEXSIDES if indirect else shot.los.enters:
        kind = hexsides.get((target.hex, side))
        other = area.across(target.hex, side)
        ground = area.record[target.hex].level
        stands = max(ground, ground if other is None else area.record[other].level)
        if kind not in HEXSIDE_ROWS or ground + target.level != stands:
            continue
        row = rows[HEXSIDE_ROWS[kind]]
        full = row.indirect if indirect and row.indirect is not None else row.tem
        amount = max(0, full - reduced)
        why = f"hexside {side}"
        if kind is HexsideKind.ROADBLOCK:
            why += ", Artificial Terrain (B.9)"
        found.append(Modifier(row.name, row.rule, Kind.TEM, amount, why=why))
    best = sorted(found, key=lambda each: -int(each.amount or 0))[:1]
    yield from (each for each in best if each.amount)
