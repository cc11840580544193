"""What a hex is: the terrain that governs it, by which rules, and all that follows from it."""

from collections.abc import Iterator
from typing import Any, Final

from events.terms import Base
from sim.asking.answer import NOT_COVERED, HexAnswer, NotCovered, hex_facts
from sim.asking.question import Hex, Question, field
from sim.asking.terrain_row import Cell, terrain_row
from sim.chapter_ad.arid_building import has_rooftop, is_arid_building
from sim.chapter_ad.chart_choice import chart_of
from sim.chapter_ad.high_walls import hexsides_now
from sim.chapter_ad.plaza_well_fountain import fountain_bypass, is_plaza
from sim.chapter_ad.precedence import overrides
from sim.chapter_ad.roads_and_bridges import WayKind, bridge_at
from sim.chapter_ad.vegetation import negates_ffmo
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.burnable import burns_as
from sim.chapter_b.fortifications import forts_in
from sim.chapter_b.tem import plain_tem
from sim.chapter_f.desert_boards import entrenching_drm
from sim.map.hexes import HEXSIDES
from sim.map.terrain import Cost
from sim.map.terrain_kind import MoverKind, TerrainKind
from sim.state import State


class TerrainQuestion(Question):
    """What a hex is, by which rules, and what follows."""

    hex: Hex = field("which hex")


_IN_THE_VERDICT: Final = frozenset({"terrain", "rules", "level", "base", "costs", "row"})
"""Facts that have no line of their own."""


class TerrainAnswer(HexAnswer):
    printed: tuple[str, ...]
    level: int
    base: Base
    board: str
    chart: str
    tem: int
    ffmo: bool
    inherent: bool
    concealment_terrain: bool
    arid_building: bool
    arid_rooftop: bool
    burns_as: str | None
    spreading: int | None
    kindling: int | None
    entrenching_drm: int | None
    across: dict[str, bool] | NotCovered = NOT_COVERED
    """Whether Street Fighting and Dash go across an Arid Plaza (AD3.5)."""
    bypass: tuple[Hex, ...] | NotCovered = NOT_COVERED
    """The hexes along whose hexsides Infantry bypasses a Fountain (AD3.7)."""
    bridge: WayKind | None
    """What its bridge is, a Bridge or a Ford; None where there is none (AD2.3)."""
    fortifications: tuple[str, ...]
    overrides: tuple[str, ...]
    """What overrides what (AD1.2)."""
    costs: dict[str, dict[MoverKind, str]]
    hexsides: dict[str, str] | NotCovered = NOT_COVERED
    row: dict[str, Cell]
    """What it is to each mover, to fire, LOS, fires and concealment, with the rules that decide."""

    @property
    def facts(self) -> dict[str, Any]:
        facts = super().facts
        return {"printed": facts.pop("printed"), **facts}

    def lines(self) -> Iterator[str]:
        for key, value in self.facts.items():
            if key in _IN_THE_VERDICT or value in (None, False, 0, []):
                continue
            yield f"{key.replace('_', ' ')}{'' if value is True else f': {_plain_text(value)}'}"
        for kind, costs in self.costs.items():
            yield f"{kind}: " + "; ".join(f"{mover} {cost}" for mover, cost in costs.items())
        movers = [f"{mover} {self.row[mover]}" for mover in MoverKind]
        yield f"to enter off road: {'; '.join(movers)}"
        others = [key for key in self.row if key not in self.row.keys() & set(MoverKind)]
        yield "; ".join(f"{key} {self.row[key]}" for key in others)


def _plain_text(value: Any) -> Any:
    if isinstance(value, dict):
        return ", ".join(f"{name} {'no' if so is False else so}" for name, so in value.items())
    return ", ".join(value) if isinstance(value, list) else value


def answer(state: State, question: TerrainQuestion) -> TerrainAnswer:
    setting, name = state.setting, question.hex
    record = setting.area.record[name]
    kinds = ground_terrain(state, name)
    burning = burns_as(state, name)
    bridge = bridge_at(setting, name)
    said = " and ".join(f"{kind.name} ({kind.rule})" for kind in kinds)
    over = "" if bridge is None else f", with a {bridge.name} ({bridge.rule})"
    level = f", level {record.level}" if record.level else ""
    return TerrainAnswer(
        verdict=f"{name} is {said}{level}{over}, {record.base} base",
        **hex_facts(state, name),
        printed=tuple(record.kinds),
        level=record.level,
        base=record.base,
        board=record.board,
        chart=chart_of(setting, name),
        tem=plain_tem(kinds),
        ffmo=all(k.open_ground and not negates_ffmo(setting, name, k) for k in kinds),
        inherent=any(kind.inherent for kind in kinds),
        concealment_terrain=any(kind.concealment for kind in kinds),
        arid_building=is_arid_building(state, name),
        arid_rooftop=has_rooftop(state, name),
        burns_as=None if burning is None else burning.kind,
        spreading=None if burning is None else burning.spreading,
        kindling=None if burning is None else burning.kindling,
        entrenching_drm=sum(entrenching_drm(state, name).values()),
        **_acts(state, name, {kind.name for kind in kinds}),
        bridge=None if bridge is None else bridge.name,
        fortifications=tuple(forts_in(state, name)),
        overrides=tuple(
            f"{each.rule} over {each.over}: {each.why}" for each in overrides(setting, name)
        ),
        costs={
            kind.name: {mover: _cost(kind.costs[mover]) for mover in MoverKind}
            for kind in kinds
            if kind.costs
        },
        row=terrain_row(state, name),
    )


def _acts(state: State, name: str, kinds: set[TerrainKind]) -> dict[str, Any]:
    """What is done across an Arid Plaza, and along which hexsides Infantry bypasses a Fountain."""
    found: dict[str, Any] = {}
    sides = hexsides_now(state)
    standing = {str(side): str(sides[name, side]) for side in HEXSIDES if (name, side) in sides}
    if standing:
        found["hexsides"] = standing
    if is_plaza(state.setting, name):
        found["across"] = dict.fromkeys(("Street Fighting", "Dash"), False)
    if TerrainKind.FOUNTAIN in kinds:
        beside = state.setting.area.neighbours(name).values()
        found["bypass"] = tuple(
            other for other in beside if fountain_bypass(state.setting, name, other)
        )
    return found


def _cost(cost: Cost) -> str:
    if not cost.allowed:
        return "NA, may be pushed" if cost.pushed else "NA"
    share = "" if cost.share is None else "all" if cost.share == 1 else f"{cost.share} of all"
    points = "" if cost.points is None else str(cost.points)
    words = [word for word in (points, share, "COT" if cost.plus_cot else "") if word]
    return " + ".join(words) + (", Bog" if cost.bog else "")
