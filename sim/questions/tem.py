"""The TEM of a hex, by kind of attack, and of what stands on its hexsides (B.3)."""

from typing import Any

from sim.chapter_ad.combined_terrain import SMALLEST_ORDNANCE, crag_hammada_tem
from sim.chapter_ad.high_walls import hexsides_now
from sim.chapter_b.cot import ground_terrain
from sim.chapter_b.symbology import CATALOGUE, HEXSIDE_ROWS
from sim.chapter_b.tem import hex_tem
from sim.map.hexes import HEXSIDES
from sim.modifiers import Kind, Near
from sim.questions.answer import Answer
from sim.state import State

__all__ = ["ask_tem"]


def ask_tem(state: State, name: str, *, indirect: bool, he: bool, vehicle: bool) -> Answer:
    """The TEM of a hex to a target in it.

    Args:
        state: now.
        name: the hex.
        indirect: vs Indirect Fire.
        he: vs HE of ordnance and OBA, and vs DC.
        vehicle: to a vehicle, which some terrain does not protect from HE.
    """
    items = tuple(hex_tem(state, name, indirect=indirect, he=he, vehicle=vehicle))
    rows = CATALOGUE[state.setting.area.record[name].base]
    hexsides: dict[str, Any] = {}
    for side in HEXSIDES:
        kind = hexsides_now(state).get((name, side))
        if kind in HEXSIDE_ROWS:
            row = rows[HEXSIDE_ROWS[kind]]
            less = row.indirect if indirect and row.indirect is not None else row.tem
            hexsides[str(side)] = {"kind": kind.value, "tem": less, "rule": row.rule}
    best = max((int(each.amount or 0) for each in items), default=0)
    said = ", ".join(f"{each.name} {int(each.amount or 0):+}" for each in items) or "no TEM"
    beside = "; ".join(f"{each['kind']} {each['tem']:+} on {at}" for at, each in hexsides.items())
    near = tuple(
        Near(kind.name, kind.rule, Kind.TEM, "it has none vs this attack")
        for kind in ground_terrain(state, name)
        if kind.name not in {each.name for each in items}
    )
    verdict = f"{name}: {said}" + (f"; hexsides: {beside}" if beside else "")
    facts: dict[str, Any] = {"tem": best, "hexsides": hexsides}
    if any(kind.name == "Crag-Hammada" for kind in ground_terrain(state, name)):
        facts["critical_hit"] = crag_hammada_tem(critical_hit=True)
        facts["he_from_mm"] = SMALLEST_ORDNANCE
    return Answer(question="tem", verdict=verdict, items=items, near=near, facts=facts)
