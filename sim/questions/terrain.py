"""What a hex is: the terrain that governs it, by which rules, and all that follows from it."""

from typing import Any

from sim.chapter_a.rally import rally_bonus
from sim.chapter_ad.arid_building_rubble import is_arid_building
from sim.chapter_ad.arid_rooftop import has_rooftop
from sim.chapter_ad.chart_choice import chart_of, entrenching_drm
from sim.chapter_ad.plaza_well_fountain import fountain_bypass_allowed, plaza_allows
from sim.chapter_ad.precedence import overrides
from sim.chapter_ad.routing import counts_as_woods_for_rout
from sim.chapter_ad.scrub import negates_ffmo
from sim.chapter_b.burnable import burns_as
from sim.chapter_b.cot import ground_terrain
from sim.map.terrain import MOVERS, Cost
from sim.modifiers import Modifier
from sim.questions.answer import Answer
from sim.state import State

__all__ = ["ask_terrain", "terrain_facts"]


def _cost(cost: Cost) -> str:
    if not cost.allowed:
        return "NA, may be pushed" if cost.pushed else "NA"
    share = "" if cost.share is None else "all" if cost.share == 1 else f"{cost.share} of all"
    points = "" if cost.points is None else str(cost.points)
    words = [word for word in (points, share, "COT" if cost.plus_cot else "") if word]
    return " + ".join(words) + (", Bog" if cost.bog else "")


def terrain_facts(state: State, name: str) -> dict[str, Any]:
    """What a hex is for who breaks, routs and rallies there."""
    kinds = ground_terrain(state, name)
    return {
        "terrain": [kind.name for kind in kinds],
        "rules": [kind.rule for kind in kinds],
        "rally_terrain": isinstance(rally_bonus(kinds), Modifier),
        "rout_as_woods": counts_as_woods_for_rout(state.setting, name, kinds),
    }


def _acts(state: State, name: str, kinds: list[str]) -> dict[str, Any]:
    """What is done across an Arid Plaza, and along which hexsides Infantry bypasses a Fountain."""
    found: dict[str, Any] = {}
    if "Arid Plaza" in kinds:
        found["across"] = {act: plaza_allows(act) for act in ("Street Fighting", "Dash")}
    if "Fountain" in kinds:
        beside = state.setting.area.neighbours(name).values()
        found["bypass"] = [
            other
            for other in beside
            if fountain_bypass_allowed(frozenset((name, other)), infantry=True)
        ]
    return found


def ask_terrain(state: State, name: str) -> Answer:
    """What a hex is now."""
    setting = state.setting
    record = setting.area.record[name]
    kinds = ground_terrain(state, name)
    burning = burns_as(state, name)
    rules = overrides(setting, name)
    open_ground = all(k.open_ground and not negates_ffmo(setting, name, k) for k in kinds)
    facts: dict[str, Any] = {
        "printed": list(record.kinds),
        **terrain_facts(state, name),
        "level": record.level,
        "base": record.base.value,
        "board": record.board,
        "chart": chart_of(setting, name),
        "tem": max((kind.tem for kind in kinds), key=abs, default=0),
        "ffmo": open_ground,
        "inherent": any(kind.inherent for kind in kinds),
        "concealment_terrain": any(kind.concealment for kind in kinds),
        "arid_building": is_arid_building(state, name),
        "arid_rooftop": has_rooftop(state, name),
        "burns_as": None if burning is None else burning.kind,
        "spreading": None if burning is None else burning.spreading,
        "kindling": None if burning is None else burning.kindling,
        "entrenching_drm": entrenching_drm(setting, name),
        **_acts(state, name, [kind.name for kind in kinds]),
        "overrides": [f"{each.rule} over {each.over}: {each.why}" for each in rules],
        "costs": {
            kind.name: {mover: _cost(kind.costs[mover]) for mover in MOVERS}
            for kind in kinds
            if kind.costs
        },
    }
    said = " and ".join(f"{kind.name} ({kind.rule})" for kind in kinds)
    level = f", level {record.level}" if record.level else ""
    return Answer(
        question="terrain", verdict=f"{name} is {said}{level}, {record.base} base", facts=facts
    )
