"""B.3 TEM of the target's Location: what terrain there adds to fire against it."""

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from sim.blast import Blast
from sim.chapter_ad.arid_rooftop import is_rooftop, rooftop_tem
from sim.chapter_ad.combined_terrain import crag_hammada_tem
from sim.chapter_ad.high_walls import hexsides_now
from sim.chapter_b.artificial_terrain import artificial_terrain
from sim.chapter_b.ground_terrain import ground_terrain
from sim.chapter_b.symbology import CATALOGUE, HEXSIDE_ROWS
from sim.chapter_f.deir import deir_tem
from sim.map.hexes import HEXSIDES
from sim.map.terrain_kind import TerrainKind
from sim.modifiers import Kind, Modifier, Near, Verdict, applied
from sim.shot import AERIAL, Attack, Shot, Target
from sim.state import State

__all__ = ["hex_tem", "reversed_by", "tem"]

CORE: Final = ("A22.2", "B9.3", "B10.31", "C3.74", "D9.3", "E7")

HEIGHT_ADVANTAGE: Final = 1

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
        deir, no_deir = applied(deir_tem(shot))
        found = (*no_deir, *_best(shot, [*_of_hex(shot), *_of_hexside(shot), *deir]))
    return tuple(
        reversed_by(shot.blast, each) if isinstance(each, Modifier) else each for each in found
    )


def _best(shot: Shot, found: Sequence[Modifier]) -> tuple[Verdict, ...]:
    """The best of several TEM, and those that lower it; or Height Advantage."""
    positive = [each for each in found if int(each.amount or 0) > 0]
    others = [each for each in found if int(each.amount or 0) < 0]
    if len(positive) > 1:
        best = max(positive, key=lambda each: int(each.amount or 0))
        less = [each for each in positive if each is not best]
        return (
            best,
            *others,
            *(Near(e.name, e.rule, Kind.TEM, f"{best.name} is the better TEM") for e in less),
        )
    if positive or others:
        return (*positive, *others)
    if shot.los.rise > 0 and shot.los.range:
        return (
            Modifier(
                "Height Advantage", "B10.31", Kind.TEM, HEIGHT_ADVANTAGE, why="fire from below"
            ),
        )
    return (Near("TEM", "B.3", Kind.TEM, f"{shot.los.target.hex} has none"),)


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
        indirect=shot.indirect or shot.attack is Attack.OBA,
        aerial=shot.attack in AERIAL,
    )


def _of_hex(shot: Shot) -> Iterator[Modifier]:
    yield from hex_tem(shot.state, shot.los.target.hex, shot.blast)


def hex_tem(state: State, name: str, blast: Blast) -> Iterator[Modifier]:
    """What terrain in a hex gives a target there, before a Critical Hit reverses it.

    Args:
        state: now.
        name: the hex.
        blast: what the attack is.
    """
    he = blast.he or blast.dc
    for kind in ground_terrain(state, name):
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
    for each in artificial_terrain(state, name):
        if each.tem and not blast.vehicle:
            yield Modifier(each.name, "D9.3", Kind.TEM, each.tem)
            break


def _of_hexside(shot: Shot) -> Iterator[Modifier]:
    """The best hexside of the target's hex that the LOS crosses (B9.3-B9.35).

    It gives none to a Location at another level than its own ground, and one less for each full
    level by which the firer's height above the target is more than the range. Indirect Fire need
    not cross it.
    """
    area = shot.state.setting.area
    target = shot.los.target
    if not shot.los.range:
        return
    rows, hexsides = CATALOGUE[area.record[target.hex].base], hexsides_now(shot.state)
    indirect = shot.indirect or shot.attack is Attack.OBA
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
        found.append(Modifier(row.name, row.rule, Kind.TEM, amount, why=f"hexside {side}"))
    best = sorted(found, key=lambda each: -int(each.amount or 0))[:1]
    yield from (each for each in best if each.amount)
