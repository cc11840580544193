"""191.3 Crossing a cactus hedge: Infantry takes two of its MPh, in full.

In the first it expends all MF before the hedge and becomes TI, under Hazardous Movement. If it is
in Good Order as its next MPh begins, it may expend all MF of that to be across. The hexsides are
those of `sim.map.terrain` and of AD boards (AD3.132); Cavalry, horses and wagons have no
cost.
"""

from typing import Final

from events.commands import Cross
from events.moment import Phase
from events.terms import HexsideKind, Station, UnitKind
from events.units import CrossingBegan, CrossingEnded, CrossingFinished
from sim.chapter_b.cot import entry_cost
from sim.chapter_b.mover import Mover
from sim.machine.telling import Decision, Dice, Reason, Telling, decider, hex_of, in_phase, refuse
from sim.map.terrain_kind import MoverKind
from sim.state import State, Unit

RULE: Final = "191.3"

IPC: Final = {UnitKind.SQUAD: 3, UnitKind.HS: 3, UnitKind.CREW: 3, UnitKind.SMC: 1}
"""Inherent Portage Capacity in PP (A4.42)."""

HAZARDOUS_DRM: Final = -2
"""DRM of fire at a unit under Hazardous Movement (A4.62)."""

_MF: Final = 4
"""Printed MF of a squad; which hexes may be entered does not depend on it."""


@decider
def cross(state: State, command: Cross, _: Dice) -> Decision:
    """Begin to cross a cactus hedge, or finish what was begun in the MPh before."""
    label, unit = command.unit, state.units.get(command.unit)
    in_phase(state, Phase.MPH, RULE, "it is crossed in")
    if unit is not None and unit.side != state.attacker:
        refuse(Reason.NOT_ATTACKER, "A3.3", f"{label}: its side is not the ATTACKER")
    to = hex_of(state, command.to, RULE)
    if unit is None:
        refuse(Reason.UNKNOWN_UNIT, RULE, f"there is no unit {label}")
    _demand_way(state, label, unit, to)
    _demand_able(label, unit)
    _demand_hedge(state, label, unit, to)
    if unit.crossing == to:
        yield CrossingFinished(label, unit.hex, to, state.moment, RULE)
        return
    state = yield from end_crossing(state, label)
    yield CrossingBegan(label, unit.hex, to, state.moment, RULE)


def _demand_way(state: State, label: str, unit: Unit, to: str) -> None:
    """Refuse a unit that cannot expend MF now to go there."""
    if state.setting.area.hexside(unit.hex, to) is None:
        refuse(Reason.NOT_ADJACENT, RULE, f"{unit.hex} and {to} are not adjacent")
    if unit.spent == state.moment:
        why = f"{label} has expended all its MF in this MPh"
        refuse(Reason.BEYOND_ALLOTMENT, RULE, why)
    if unit.moved == state.moment and state.setting.rules_that("191.3-approach", "whole"):
        why = f"{label} has expended MF in this MPh to come there (ruling 191.3-approach)"
        refuse(Reason.BEYOND_ALLOTMENT, RULE, why)


def _demand_able(label: str, unit: Unit) -> None:
    """Refuse a unit that cannot cross any cactus hedge."""
    if unit.kind is UnitKind.SW:
        refuse(Reason.NOT_INFANTRY, RULE, f"{label} is a SW")
    if unit.riding is not None:
        why = f"{label} rides: Cavalry, Horses and Wagons never cross a cactus hedge"
        refuse(Reason.NOT_INFANTRY, RULE, why)
    if not unit.good_order:
        refuse(Reason.NOT_GOOD_ORDER, RULE, f"{label} is not in Good Order")


def _demand_hedge(state: State, label: str, unit: Unit, to: str) -> None:
    """Refuse a unit that cannot cross to a hex, as it is."""
    area = state.setting.area
    side = area.hexside(unit.hex, to) or 1
    hedge = area.hexsides.get((unit.hex, side)) is HexsideKind.CACTUS_HEDGE
    if not hedge or unit.station is not Station.GROUND:
        why = f"no cactus hedge is between {label} in {unit.hex} and {to}"
        refuse(Reason.NO_CACTUS_HEDGE, RULE, why)
    counts = unit.crossing == to or state.setting.rules_that("191.3-pp", "both")
    if counts and unit.pp > IPC[unit.kind]:
        why = f"{label} carries {unit.pp} PP, and its IPC is {IPC[unit.kind]} (A4.42)"
        refuse(Reason.TOO_MANY_PP, RULE, why)
    entry = entry_cost(state, Mover(MoverKind.INFANTRY, _MF), unit.hex, to)
    if entry.why_not:
        refuse(Reason.ENTRY_FORBIDDEN, entry.why_not.rule, entry.why_not.why)
    for other, enemy in sorted(state.units.items()):
        there = (enemy.hex, enemy.station) == (to, Station.GROUND)
        if there and enemy.side != unit.side and enemy.kind is not UnitKind.SW:
            refuse(Reason.ENTRY_FORBIDDEN, "A4.14", f"the enemy unit {other} is in {to}")


def end_crossing(state: State, label: str) -> Telling:
    """A unit crosses no more, if it did: it is not in Good Order, or goes elsewhere."""
    to = state.units[label].crossing
    if to is not None:
        state = yield CrossingEnded(label, to, RULE)
    return state


def end_broken_crossings(state: State) -> Telling:
    """As an MPh begins: a unit not in Good Order may not finish its crossing (191.3-rallied)."""
    for label, unit in sorted(state.units.items()):
        if unit.side == state.attacker and not unit.good_order:
            state = yield from end_crossing(state, label)
    return state


def in_hazardous_movement(state: State, unit: Unit) -> bool:
    """Whether fire at a unit takes the DRM of Hazardous Movement now (191.3-hazard)."""
    if not unit.ti or state.setting.rules_that("191.3-hazard", "while-ti"):
        return unit.ti
    now, began = state.moment, unit.spent
    own = began is not None and began.player_turn == now.player_turn
    return own and now.phase in (Phase.MPH, Phase.DFPH)


def end_idle_crossings(state: State) -> Telling:
    """At the end of an MPh: a crossing that could be finished in it, and was not (191.3-idle)."""
    if not state.setting.rules_that("191.3-idle", "off"):
        return state
    for label, unit in sorted(state.units.items()):
        if unit.side == state.attacker and unit.spent != state.moment:
            state = yield from end_crossing(state, label)
    return state
