"""How much a hex holds, where AD Terrain limits it (AD3.312, AD3.61, AD3.7)."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from events.terms import Station
from sim.asking.answer import NOT_COVERED, Answer, NotCovered
from sim.asking.question import Hex, Question, field
from sim.chapter_ad.arid_building import has_rooftop
from sim.chapter_ad.mosque import STEEPLE_LEVEL, House, has_steeple, house_in, shaft_sees
from sim.chapter_ad.plaza_well_fountain import OCCUPANCY
from sim.chapter_ad.room import crowd_in, limited_kind, over_in
from sim.chapter_ad.steeple_stacking import SteepleLimit, crowds_over, steeple_limit, units_in
from sim.state import State

_There = Mapping[Station, Mapping[str, tuple[str, ...]]]
"""Names of units by where in a house they are, and by side."""

_Crowds = tuple[tuple[str, ...], ...]
"""Names of units of whom one each is too many."""


class StackingQuestion(Question, not_judged="the limits of other terrain (A5)"):
    """How much a hex holds, where AD Terrain limits it."""

    hex: Hex = field("which hex")


class StackingAnswer(Answer):
    """How much a hex holds; where nothing limits it there is no more to say."""

    squads: int | NotCovered | None = NOT_COVERED
    """Squad-equivalents; None is the normal limit."""
    vehicles: int | NotCovered = NOT_COVERED
    mounts_over: tuple[str, ...] | NotCovered = NOT_COVERED
    half_squads_over: dict[str, int] | NotCovered = NOT_COVERED
    """By side, how many HS or crews, of two to a squad, are too many."""
    steeple: bool | NotCovered = NOT_COVERED
    house: House | NotCovered = NOT_COVERED
    limit: SteepleLimit | NotCovered = NOT_COVERED
    there: _There | NotCovered = NOT_COVERED
    """Who is in them, by Location and side."""
    excess: tuple[str, ...] | NotCovered = NOT_COVERED
    """Who is too much, by Random Selection."""
    rooftop: dict[str, tuple[str, ...]] | NotCovered = NOT_COVERED


def answer(state: State, question: StackingQuestion) -> StackingAnswer:
    name = question.hex
    found: list[str] = []
    facts: dict[str, Any] = {}
    kind = limited_kind(state, name)
    if kind is not None:
        limits = OCCUPANCY[kind]
        squads = "the normal limit" if limits.squads is None else f"{limits.squads} squads"
        mounts = f", {limits.smc_mounts} SMC mounts" if limits.smc_mounts else ""
        found.append(
            f"{kind}: {squads}; {limits.vehicles} vehicle or squad-size mount{mounts} "
            f"({limits.rule})"
        )
        there, crowd = over_in(state, name), crowd_in(state, name)
        found += [f"{', '.join(there)}: too many"] if there else []
        found += [f"{side}: {hs} HS-equivalents too many" for side, hs in crowd.items()]
        facts |= {"squads": limits.squads, "vehicles": limits.vehicles}
        facts |= {"mounts_over": there, "half_squads_over": crowd}
    house = house_in(state, name)
    if house is not None and has_steeple(state, name):
        above, excess = _in_steeple(state, name, house)
        found += _of_steeple(house, above, excess)
        facts |= {"steeple": True, "house": house, "limit": steeple_limit(house)}
        facts |= {"there": above, "excess": tuple(chain(*excess))}
    elif house is not None:
        found.append(f"it is of a {house}, and has no {house.steeple} now (AD3.31)")
        facts |= {"steeple": False, "house": house}
    if has_rooftop(state, name):
        sides = state.setting.scenario.sides
        roof = {side: tuple(units_in(state, name, Station.ROOFTOP, side)) for side in sides}
        found.append("its Arid Rooftop is a Location of its own, of the normal limit (AD4.41, A5)")
        found += [f"{', '.join(on)} of the {side} on it" for side, on in roof.items() if on]
        facts["rooftop"] = {side: on for side, on in roof.items() if on}
    said = "; ".join(found) or f"AD Terrain limits nothing in {name}; A5 applies"
    return StackingAnswer(verdict=said, **facts)


def _in_steeple(state: State, name: str, house: House) -> tuple[_There, _Crowds]:
    there: dict[Station, dict[str, tuple[str, ...]]] = {}
    over: list[tuple[str, ...]] = []
    common = state.setting.rules_that("AD3.312-kinds", "common")
    for where in (Station.STEEPLE, Station.SHAFT):
        for side in state.setting.scenario.sides:
            units = units_in(state, name, where, side)
            over += crowds_over(house, units, common=common)
            if units:
                there.setdefault(where, {})[side] = tuple(units)
    return there, tuple(over)


def _of_steeple(house: House, there: _There, over: _Crowds) -> Iterator[str]:
    limit = steeple_limit(house)
    holds = "1 HS or crew" if limit.half_squads == 1 else "1 squad-equivalent"
    yield (
        f"its {house.steeple} and Shaft each hold {holds}, {limit.sw} SW of {limit.pp} PP and "
        f"{limit.smc} SMC a side (AD3.312)"
    )
    levels = [level for level in range(STEEPLE_LEVEL + 1) if shaft_sees(level)]
    yield f"the Shaft sees levels {' and '.join(map(str, levels))} of its hex alone (AD3.311)"
    for where, sides in there.items():
        for side, units in sides.items():
            place = house.steeple if where is Station.STEEPLE else "Shaft"
            yield f"{', '.join(units)} of the {side} in the {place}"
    for crowd in over:
        yield f"too much: one of {', '.join(crowd)}, by Random Selection"
