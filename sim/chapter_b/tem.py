"""TEM of the target's Location (B.3): what terrain there adds to fire against it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import attrs

from events.terms import Armour, Fortification, HexsideKind
from sim.blast import Blast
from sim.chapter_11.in_building import is_interior
from sim.chapter_a.sight import Location
from sim.chapter_ad.arid_building import is_rooftop, rooftop_tem
from sim.chapter_ad.combined_terrain import crag_hammada_tem
from sim.chapter_ad.high_walls import hexsides_now
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.burnable import fire_levels
from sim.chapter_b.depressions import depressions_of
from sim.chapter_b.fortifications import forts_in
from sim.chapter_b.roads import real_bridge_in
from sim.chapter_b.sheltered import sees_from_pillbox, sheltered_tem
from sim.chapter_b.symbology import CATALOGUE, HEXSIDE_ROWS
from sim.chapter_d.hulls import hull_tem, side_there
from sim.chapter_d.presence import afv_at
from sim.chapter_e.mud import he_tem
from sim.chapter_f.desert_boards import deir_tem
from sim.map.hexes import HEXSIDES
from sim.map.terrain import Terrain
from sim.map.terrain_kind import TerrainKind
from sim.modifiers import Kind, Modifier, Near, Verdict, applied
from sim.shot import AERIAL, DIRECT, NO_LOS, Attack, Shot, Target
from sim.state import BARE, Setting, State

HEIGHT_ADVANTAGE: Final = 1
BRIDGE: Final = Modifier("Bridge", "B6.31", Kind.TEM, 1, why="not along its road")
"""What a bridge gives, to Indirect Fire by its road and beneath it too (B6.32)."""

FORTIFIED_TEM: Final = 1

ALONE: Final = frozenset({TerrainKind.SHELLHOLES})
"""Terrain whose TEM is not cumulative with that of other terrain in the hex."""

_NO_TEM: Final = {
    Attack.CC: "CC takes no TEM",
    Attack.SPECIFIC_COLLATERAL: "a Specific Collateral Attack takes none",
    Attack.FT: "FT take no TEM (A22.2)",
}

_SMALL_ARMS: Final = frozenset({Attack.IFT, Attack.FIRE_LANE})

_WALLS: Final = frozenset({HexsideKind.WALL, HexsideKind.ROADBLOCK})
"""Hexsides behind which a vehicle is HD to ordnance (B9.36), by ruling hedges too (D4.21-hedge)."""

_BUILDINGS: Final = frozenset({TerrainKind.STONE_BUILDING, TerrainKind.WOODEN_BUILDING})
"""Whose TEM a target in Bypass has vs Residual FP (B23.31)."""

_AIR_BURSTS: Final = frozenset(
    {
        *(TerrainKind.WOODS, TerrainKind.FOREST),
        *(TerrainKind.LIGHT_WOODS, TerrainKind.DENSE_PALM_TREES),
    }
)
"""In whose trees Indirect Fire bursts (B13.3)."""

MARSH_BOMBARDED: Final = 2
"""What marsh is worth in a Bombardment (C1.82)."""


def tem(shot: Shot) -> tuple[Verdict, ...]:
    """The TEM of a shot: that of the hex, of its hexside, or of Height Advantage."""
    if shot.attack in AERIAL - {Attack.GROUND_SUPPORT} or shot.target is Target.AERIAL:
        return (Near("TEM", "E7", Kind.TEM, "an Aerial target has none"),)
    if shot.attack is Attack.FT and shot.within is Fortification.PILLBOX:
        return _flames_at_pillbox(shot)
    if shot.attack in _NO_TEM:
        return (Near("TEM", "B.3", Kind.TEM, _NO_TEM[shot.attack]),)
    if _bursts_over_afv(shot):
        why = "a Critical Hit of Indirect Fire or the Area Target Type takes none vs an AFV"
        return (Near("TEM", "C3.72", Kind.TEM, why),)
    target = shot.los.target
    if is_rooftop(shot.state, target.hex, target.level):
        found: Sequence[Verdict] = (_on_rooftop(shot),)
    else:
        special, none = applied([*deir_tem(shot), *_of_hulls(shot)])
        hexside = () if shot.attack is Attack.RESIDUAL_FP else _of_hexside(shot)
        apart = [*hexside, *special]
        if not shot.bypassing:
            apart = [*_of_shelter(shot), *apart]
        together = [_from_above(shot, each) for each in _of_terrain(shot)]
        found = (*none, *_hull_down(apart, _best(shot, together, apart)), *_of_mud(shot))
    return tuple(
        reversed_by(shot.blast, each) if isinstance(each, Modifier) else each for each in found
    )


def _of_terrain(shot: Shot) -> Iterator[Modifier]:
    """The TEM of the terrain of the hex, where the target is in it.

    In Bypass it is not, but vs Residual FP it has that of the building (B23.31); in a pillbox it
    has the TEM of that alone (B30.3).
    """
    target = shot.los.target
    apart_from_it = shot.by_road or beyond_bridge(shot.state, target)
    if apart_from_it or shot.within is Fortification.PILLBOX:
        return
    residual = shot.attack is Attack.RESIDUAL_FP
    for each in hex_tem(shot.state, target, shot.blast, outside=shot.outside or shot.mounted):
        if not shot.bypassing or (residual and each.name in _BUILDINGS):
            yield each


def _flames_at_pillbox(shot: Shot) -> tuple[Verdict, ...]:
    """A FT meets the TEM of a pillbox from beyond its CA only (B30.113)."""
    found = sheltered_tem(
        shot.state, shot.los.target.hex, Fortification.PILLBOX, shot.blast, shot.los.firer.hex
    )
    if found is None or found.rule != "B30.113":
        return (Near("TEM", "B30.113", Kind.TEM, "a FT within the CA of a pillbox takes no TEM"),)
    return (found,)


def _bursts_over_afv(shot: Shot) -> bool:
    """Whether it is a Critical Hit at an AFV that no TEM modifies (C3.72)."""
    return shot.critical_hit and (shot.blast.indirect or shot.area) and shot.at_afv


def without_effect(shot: Shot) -> str | None:
    """Why small arms and MG do nothing: they fire at a pillbox from beyond its CA (B30.113)."""
    if shot.within is not Fortification.PILLBOX or shot.attack not in _SMALL_ARMS:
        return None
    target = shot.los.target.hex
    if sees_from_pillbox(shot.state, target, shot.los.firer.hex):
        return None
    return f"small arms do nothing through the NCA of the pillbox in {target} (B30.113)"


def _hull_down(apart: Sequence[Modifier], best: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """HD and no other TEM nor Height Advantage: its owner may take another in its place (D4.2)."""
    found = [each for each in apart if each.rule == "B9.36"]
    if not found:
        return best
    why = "the vehicle is HD; its owner may choose this in place of HD"
    return (*found, *(Near(each.name, "D4.2", Kind.TEM, why) for each in applied(best)[0]))


def _best(
    shot: Shot, together: Sequence[Modifier], apart: Sequence[Modifier]
) -> tuple[Verdict, ...]:
    """The best of several TEM, and those that lower it; or Height Advantage.

    Only positive TEM leaves no room for that, and that of Crag-Hammada to a Critical Hit (AD3.22).
    """
    counted, less = best_tem(together, apart)
    covered = any(each.fixed > 0 or each.name is TerrainKind.CRAG_HAMMADA for each in counted)
    if not covered and shot.los.rise > 0 and shot.los.range:
        return (*counted, _of_height(shot))
    if counted:
        return (*counted, *less)
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
    """The TEM of the hexside or bridge by which fire comes, used or not (A8.26).

    An Air Burst in the woods of the hex is one less.
    """
    found = [*_of_hexside(shot), *(each for each in _of_shelter(shot) if each.rule == "B6.31")]
    air_burst = any(each.name in _AIR_BURSTS and each.fixed < 0 for each in _of_terrain(shot))
    return max((each.fixed for each in found), default=0) - int(air_burst)


def best_tem(
    together: Iterable[Modifier], apart: Iterable[Modifier]
) -> tuple[list[Modifier], list[Near]]:
    """The TEM that count, and those that a better one leaves out.

    Of the sum of what adds up, the terrain of the hex without shellholes (B.1), and of each that is
    cumulative with nothing, the best counts. What is negative counts always.
    """
    terrain, others = list(together), list(apart)
    every = [*terrain, *others]
    positive = [each for each in every if each.fixed > 0]
    alone = [each for each in positive if each in others or each.name in ALONE]
    groups = [[each for each in positive if each not in alone], *([each] for each in alone)]
    best = max(groups, key=lambda group: sum(each.fixed for each in group))
    name = " and ".join(each.name for each in best)
    counted = [each for each in every if each in best or each.fixed < 0]
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
        found = sheltered_tem(shot.state, name, shot.within, shot.blast, shot.los.firer.hex)
        if found is not None:
            yield _from_above(shot, found)
    area = shot.state.setting.area
    along = len(shot.los.enters) == 1 and (name, shot.los.enters[0]) in area.roads
    beneath = indirect and real_bridge_in(shot.state.setting, name)
    in_the_open = along or shot.attack is Attack.RESIDUAL_FP  # B6.3
    if beneath or (_on_bridge(shot) and not in_the_open):
        yield _from_above(shot, BRIDGE)


def _reduction(shot: Shot) -> int:
    """By how much the firer's height lowers a TEM: his levels above beyond the range (B9.33)."""
    return 0 if shot.blast.indirect else max(0, -shot.los.rise - shot.los.range)


_LOWERED: Final = frozenset(
    {Fortification.FOXHOLE, Fortification.TRENCH, Fortification.SANGAR, TerrainKind.SHELLHOLES}
)


def _from_above(shot: Shot, found: Modifier) -> Modifier:
    """The TEM of shellholes, entrenchment or bridge, less by the height of the firer (B9.33)."""
    less = _reduction(shot)
    if not less or (found.name not in _LOWERED and found.rule != "B6.31"):
        return found
    why = f"{less} less from so high above (B9.33)"
    return attrs.evolve(found, amount=max(0, found.fixed - less), why=why)


def _of_mud(shot: Shot) -> Iterator[Modifier]:
    """What Mud gives a target on its ground vs HE, but for a pillbox vs Direct Fire (E3.62)."""
    pillbox = shot.within is Fortification.PILLBOX and not shot.blast.indirect
    if not (pillbox or _on_bridge(shot)):
        name = shot.los.target.hex
        yield from he_tem(shot.state, name, shot.blast, passing=shot.bypassing)


def beyond_bridge(state: State, place: Location) -> bool:
    """Whether a bridge is between a Location and what its hex has: rubble lies on it (B24.121)."""
    upon_it = state.ground.get(place.hex, BARE).rubble is not None
    return (place.level == 0) != upon_it and real_bridge_in(state.setting, place.hex)


def on_bridge(state: State, place: Location) -> bool:
    """Whether a Location is a bridge."""
    return place.level == 0 and real_bridge_in(state.setting, place.hex)


def _on_bridge(shot: Shot) -> bool:
    return on_bridge(shot.state, shot.los.target)


def reversed_by(blast: Blast, found: Modifier) -> Modifier:
    """A TEM as it is vs this attack: a Critical Hit reverses what would help its target (C3.71).

    Levels above are exempt.
    """
    if not blast.critical_hit or found.fixed <= 0 or found.rule == "B23.32":
        return found
    return attrs.evolve(found, amount=-found.fixed, why="reversed by a Critical Hit")


def _on_rooftop(shot: Shot) -> Verdict:
    """The TEM of a unit on an Arid Rooftop, which is that of a hedge alone (AD4.411)."""
    return rooftop_tem(
        shot.state.setting,
        shot.los.range,
        -shot.los.rise,
        indirect=shot.blast.indirect,
        aerial=shot.blast.aerial,
    )


def is_above_depression(state: State, place: Location) -> bool:
    """Whether a Location is above the Depression of its hex: at Crest level, or on a bridge."""
    return place.level >= 0 and place.hex in depressions_of(state.setting)


def hex_tem(
    state: State, place: Location, blast: Blast, *, outside: bool = False
) -> Iterator[Modifier]:
    """What the terrain of a hex gives a target there, before a Critical Hit reverses it.

    Outside, a target did not expend the MF to be in shellholes (B.9), which shelter no vehicle, nor
    who is at Crest level above those of a Depression (B2.1).
    """
    he, name = blast.he or blast.dc, place.hex
    outside = outside or is_above_depression(state, place)
    at_afv = blast.vehicle and afv_at(state, name)
    for kind in ground_terrain(state, name, place.level):
        if (outside or blast.vehicle) and kind.name is TerrainKind.SHELLHOLES:
            continue
        if kind.name is TerrainKind.CRAG_HAMMADA:
            if amount := crag_hammada_tem(state.setting, blast):
                yield Modifier(kind.name, kind.rule, Kind.TEM, amount)
            continue
        if he and kind.he_tem is not None and not at_afv:
            yield Modifier(kind.name, kind.rule, Kind.TEM, kind.he_tem, why="HE or DC")
            continue
        amount = kind.indirect if blast.indirect and kind.indirect is not None else kind.tem
        if kind.woods and blast.vehicle and _buttoned_up(state, name):
            amount = kind.tem  # no Air Bursts (ruling B13.3-bu)
        if blast.bombardment and kind.name is TerrainKind.MARSH:
            yield Modifier(kind.name, "C1.82", Kind.TEM, MARSH_BOMBARDED)
        elif kind.tem or amount:
            yield Modifier(kind.name, kind.rule, Kind.TEM, amount)
        if kind.building:
            yield from _of_building(state, place, blast)


def _buttoned_up(state: State, name: str) -> bool:
    """Whether all vehicles of a hex are BU, closed-topped AFV (ruling B13.3-bu)."""
    specs, there = state.setting.vehicles, state.vehicles.items()
    here = [(each.bu, specs[label].armour) for label, each in there if each.hex == name]
    return bool(here) and set(here) == {(True, Armour.CLOSED_TOPPED)}


def _of_building(state: State, place: Location, blast: Blast) -> Iterator[Modifier]:
    """What a building gives beside its material: fortified, and levels above vs Indirect Fire.

    Rubble on top is a level, a rooftop none (B24.3); a Bombardment leaves them out (C1.82).
    """
    for fort in forts_in(state, place.hex).values():
        if fort.kind is Fortification.FORTIFIED_BUILDING:
            yield Modifier(fort.kind, "B23.921", Kind.TEM, FORTIFIED_TEM)
    above = fire_levels(state, place.hex)[-1] - place.level
    dropped = blast.critical_hit and state.setting.rules_that("C3.71-levels", "dropped")
    if blast.indirect and not blast.bombardment and above > 0 and not dropped:
        yield Modifier("levels above", "B23.32", Kind.TEM, above)


def sheltered_inside(state: State, place: Location) -> str | None:
    """Why Indirect Fire does not reach a level within an Interior Building hex (B23.32)."""
    if place.level >= fire_levels(state, place.hex)[-1] or not is_interior(state, place.hex):
        return None
    return f"in {place.hex}, an Interior Building hex, it reaches the highest level only (B23.32)"


def _of_hulls(shot: Shot) -> Iterator[Verdict]:
    """What an AFV or wreck gives Infantry in its Location, but not vs fire from there (D9.3)."""
    target = shot.los.target
    at_it = shot.los.firer == target and shot.attack not in NO_LOS
    apart = shot.blast.vehicle or shot.bypassing or at_it or shot.mounted
    if apart:
        return
    side = side_there(shot.state, target.hex) if shot.side is None else shot.side
    yield from hull_tem(shot.state, target.hex, target.level, side, moved=shot.moved)


def hull_down_behind(setting: Setting) -> frozenset[HexsideKind]:
    """What makes a vehicle HD to Direct Fire of ordnance through it (D4.21, B9.36)."""
    hedges = setting.rules_that("D4.21-hedge", "hull-down")
    return _WALLS | ({HexsideKind.HEDGE} if hedges else frozenset())


def _of_hexside(shot: Shot) -> Iterator[Modifier]:
    """The best hexside or hexspine of the target's hex that the LOS crosses (B9.3-B9.36).

    It gives none to a Location at another level than its own ground, and none vs Ground Support
    (E7.4). Indirect Fire need not cross it. To a mover a road leaves a gap in it, but none through
    a roadblock.
    """
    if not shot.los.range or shot.attack is Attack.GROUND_SUPPORT:
        return
    rows = CATALOGUE[shot.state.setting.area.record[shot.los.target.hex].base]
    indirect, at_vehicle = shot.blast.indirect, shot.target is Target.VEHICLE
    walls = hull_down_behind(shot.state.setting)
    found = []
    behind = shot.attack is Attack.TO_HIT and at_vehicle and not indirect
    for kind, where in hexsides_met(shot):
        row = rows[HEXSIDE_ROWS[kind]]
        full = row.indirect if indirect and row.indirect is not None else row.tem
        amount = max(0, full - _reduction(shot))
        if amount and behind and kind in walls:
            why = f"{row.name} on {where} instead of its TEM"
            found.append(Modifier("Hull Down", "B9.36", Kind.TEM, 0, why=why))
            continue
        artificial = ", Artificial Terrain (B.9)" if kind is HexsideKind.ROADBLOCK else ""
        found.append(Modifier(row.name, row.rule, Kind.TEM, amount, why=where + artificial))
    best = sorted(found, key=lambda each: -each.fixed)[:1]
    yield from (each for each in best if each.amount or each.rule == "B9.36")


def hexsides_met(shot: Shot) -> Iterator[tuple[HexsideKind, str]]:
    """The walls and hedges of the target's hex that fire meets, and where each stands.

    A LOS that comes along a hexspine meets what stands on it (B9.3).
    """
    area, target, los = shot.state.setting.area, shot.los.target, shot.los
    hexsides, ground = hexsides_now(shot.state), area.record[target.hex].level
    passed = {*los.touched, los.firer.hex} - los.grazed  # on the way to a vertex (B9.42)
    stands = [
        (target.hex, side, other, f"hexside {side}")
        for side in (HEXSIDES if shot.blast.indirect else los.enters)
        if (other := area.across(target.hex, side)) in passed or not shot.bypassing
    ]
    if len(los.enters) == 2 and not (shot.blast.indirect or shot.bypassing):
        one, two = (area.across(target.hex, side) for side in los.enters)
        side = None if one is None or two is None else area.hexside(one, two)
        if one is not None and side is not None:
            stands.append((one, side, two, f"hexspine {one}/{two}"))
    for name, side, other, where in stands:
        kind = hexsides.get((name, side))
        here = area.record[name].level
        top = max(here, here if other is None else area.record[other].level)
        if kind not in HEXSIDE_ROWS or ground + target.level != top:
            continue
        if not (shot.moving and _through_gap(shot, kind, side)):
            yield kind, where


def _through_gap(shot: Shot, kind: HexsideKind, side: int) -> bool:
    """Whether fire comes through the gap that a road leaves in a wall or hedge (B9.3)."""
    area, target = shot.state.setting.area, shot.los.target.hex
    if kind is HexsideKind.ROADBLOCK or (target, side) not in area.roads or shot.blast.indirect:
        return False
    row = area.line(target, side, shot.los.range)
    return len(row) == shot.los.range and row[-1] == shot.los.firer.hex
