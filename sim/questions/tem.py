"""The TEM of a hex, by kind of attack, and of what stands on its hexsides (B.3)."""

from collections.abc import Iterator

import attrs

from events.terms import Fortification, HexsideKind
from sim.asking.answer import Answer
from sim.asking.by_mover import check_within
from sim.asking.question import Question, field
from sim.blast import Blast
from sim.chapter_a.los import Location
from sim.chapter_ad.arid_building import is_rooftop, rooftop_tem
from sim.chapter_ad.high_walls import hexsides_now
from sim.chapter_b.artificial_terrain import ArtificialKind, artificial_terrain, ground_terrain
from sim.chapter_b.roads import real_bridge_in
from sim.chapter_b.sheltered import sheltered_tem
from sim.chapter_b.symbology import CATALOGUE, HEXSIDE_ROWS
from sim.chapter_b.tem import (
    BRIDGE,
    best_tem,
    beyond_bridge,
    hex_tem,
    hull_down_behind,
    on_bridge,
    reversed_by,
    sheltered_inside,
)
from sim.chapter_d.hulls import hull_tem, side_there
from sim.chapter_d.presence import afv_at
from sim.chapter_e.mud import he_tem
from sim.map.hexes import HEXSIDES
from sim.modifiers import Kind, Modifier, Near, applied, total_of
from sim.state import State


class TEMQuestion(Question, not_judged="LOS, Hindrances and FFMO, which `shot` judges"):
    """The TEM of a hex and its hexsides."""

    hex: Location = field("which hex, or Location of it")
    indirect: bool = field("vs Indirect Fire", default=False)
    oba: bool = field("vs OBA", default=False)
    he: bool = field("vs HE of ordnance and OBA, and vs DC", default=False)
    vehicle_target: bool = field("to a vehicle", default=False)
    within: Fortification | None = field(
        "the Fortification of the hex in which the target is", default=None
    )
    outside: bool = field("the target did not pay to be in its shellholes", default=False)
    ordnance: bool = field("vs ordnance that fires no HE", default=False)
    calibre: int | None = field("of the ordnance, in mm", default=None, least=1, most=500)
    dc: bool = field("vs a DC", default=False)
    bombardment: bool = field("vs a Bombardment", default=False)
    critical_hit: bool = field("vs a Critical Hit", default=False)


@attrs.frozen
class HexsideTEM:
    """The TEM of what stands on a hexside."""

    kind: HexsideKind
    tem: int
    rule: str


class TEMAnswer(Answer):
    tem: int
    """That of the hex, a combination added up (B.1)."""
    hexsides: dict[str, HexsideTEM]


def answer(state: State, question: TEMQuestion) -> TEMAnswer:
    name, oba = question.hex.hex, question.oba or question.bombardment
    indirect = question.indirect or oba
    check_within(state, name, question.within)
    unit, label = state.units.get(question.hex.label), question.hex.label
    vehicle = question.vehicle_target or label in state.vehicles
    mounted = unit is not None and unit.riding is not None
    at_afv = vehicle and afv_at(state, name)
    blast = Blast(
        indirect=indirect,
        oba=oba,
        ordnance=question.ordnance or question.he or question.oba,
        he=question.he or question.oba,
        dc=question.dc,
        bombardment=question.bombardment,
        calibre=question.calibre,
        critical_hit=question.critical_hit and not at_afv,
        vehicle=vehicle,
    )
    if is_rooftop(state, name, question.hex.level):
        return _on_rooftop(state, question, blast)
    ends = name, question.hex.level, side_there(state, name)
    hulls = () if vehicle or mounted else hull_tem(state, *ends)
    apart, no_hull = applied(hulls)
    if question.within is not None:
        sheltered = sheltered_tem(state, name, question.within, blast)
        apart += () if sheltered is None else (sheltered,)
    if indirect and real_bridge_in(state.setting, name):
        apart += (BRIDGE,)
    pillbox = question.within is Fortification.PILLBOX
    passing = label in state.vehicles and state.vehicles[label].bypass is not None  # D2.38
    apart_from_it = pillbox or passing or beyond_bridge(state, question.hex)
    outside = question.outside or mounted
    inside = () if apart_from_it else hex_tem(state, question.hex, blast, outside=outside)
    counted, less = best_tem(inside, apart)
    counted += () if on_bridge(state, question.hex) else he_tem(state, name, blast)
    spared = question.critical_hit and at_afv and indirect  # C3.72
    items = () if spared else tuple(reversed_by(blast, each) for each in counted)
    hexsides = dict(_hexsides(state, question.hex, blast))
    said = ", ".join(f"{each.name} {each.fixed:+}" for each in items) or "no TEM"
    told = {at: "HD" if each.rule == "D4.21" else f"{each.tem:+}" for at, each in hexsides.items()}
    beside = "; ".join(f"{hexsides[at].kind} {tem} on {at}" for at, tem in told.items())
    smoke = [
        Near(each.name, each.rule, Kind.TEM, "Artificial Terrain (B.9); its DRM is a LOS Hindrance")
        for each in artificial_terrain(state, name)
        if each.kind is ArtificialKind.SMOKE
    ]
    said_of = {each.name for each in items} | {each.name for each in less}
    none = [
        Near(kind.name, kind.rule, Kind.TEM, "it has none vs this attack")
        for kind in ground_terrain(state, name, question.hex.level)
        if kind.name not in said_of
    ]
    said += f"; hexsides: {beside}" if beside else ""
    if indirect and (why := sheltered_inside(state, question.hex)):
        said, items = f"none counts: {why}", ()
    return TEMAnswer(
        verdict=f"{name}: {said}",
        items=items,
        near=(*less, *no_hull, *smoke, *none),
        tem=int(total_of(items).fixed),
        hexsides=hexsides,
    )


def _on_rooftop(state: State, question: TEMQuestion, blast: Blast) -> TEMAnswer:
    """The TEM of an Arid Rooftop vs a firer who is not above it; nothing else counts there."""
    found, near = applied([rooftop_tem(state.setting, indirect=blast.indirect)])
    items = tuple(reversed_by(blast, each) for each in found)
    total = int(total_of(items).fixed)
    return TEMAnswer(
        verdict=f"{question.hex}: Arid Rooftop {total:+}",
        items=items,
        near=near,
        tem=total,
        hexsides={},
    )


def _hexsides(state: State, place: Location, blast: Blast) -> Iterator[tuple[str, HexsideTEM]]:
    """What stands on its hexsides; on the higher of two Base Levels, for who is there (B9.62)."""
    area, name = state.setting.area, place.hex
    here = area.record[name].level
    rows = CATALOGUE[area.record[name].base]
    direct = blast.vehicle and blast.ordnance and not blast.indirect
    for side in HEXSIDES:
        kind, other = hexsides_now(state).get((name, side)), area.across(name, side)
        top = max(here, here if other is None else area.record[other].level)
        if kind in HEXSIDE_ROWS and here + place.level == top:
            row = rows[HEXSIDE_ROWS[kind]]
            if direct and kind in hull_down_behind(state.setting):
                yield str(side), HexsideTEM(kind, 0, "D4.21")
                continue
            tem = row.indirect if blast.indirect and row.indirect is not None else row.tem
            found = reversed_by(blast, Modifier(row.name, row.rule, Kind.TEM, tem))
            yield str(side), HexsideTEM(kind, found.fixed, row.rule)
