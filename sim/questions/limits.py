"""What a hex holds and allows: stacking, Guns and Fortifications of AD Terrain."""

from collections.abc import Iterator
from typing import Any, Final

import attrs

from events.terms import Station
from sim.chapter_ad.arid_debris import arid_debris_in, case_a_doubled
from sim.chapter_ad.arid_debris import fortification_allowed as debris_allows
from sim.chapter_ad.arid_rooftop import has_rooftop, ordnance_allowed
from sim.chapter_ad.broken_terrain import concealment_loss_drm
from sim.chapter_ad.combined_terrain import (
    COMBINED,
    counter_allowed,
    may_be_manhandled,
    may_set_up_emplaced,
)
from sim.chapter_ad.gun_concealment import loses_concealment_on
from sim.chapter_ad.mosque import STEEPLE_LEVEL, House, fortified_allowed, house_in, shaft_sees
from sim.chapter_ad.plaza_well_fountain import OCCUPANCY, fortification_allowed, gun_allowed
from sim.chapter_ad.steeple_stacking import excess, steeple_limit, units_in
from sim.chapter_b.cot import ground_terrain
from sim.modifiers import Kind, Near
from sim.questions.answer import Answer
from sim.state import BARE, State

__all__ = ["ask_fortification", "ask_gun", "ask_stacking"]

CORE: Final = ("A5", "A12.34")


def _kinds(state: State, name: str) -> list[str]:
    return [kind.name for kind in ground_terrain(state, name)]


def ask_stacking(state: State, name: str) -> Answer:
    """How much a hex holds, where AD Terrain limits it."""
    found: list[str] = []
    facts: dict[str, Any] = {}
    for kind in _kinds(state, name):
        occupancy = OCCUPANCY.get(kind)
        if occupancy is not None:
            squads = (
                "the normal limit" if occupancy.squads is None else f"{occupancy.squads} squads"
            )
            mounts = f", {occupancy.smc_mounts} SMC mounts" if occupancy.smc_mounts else ""
            found.append(
                f"{kind}: {squads}; {occupancy.vehicles} vehicle or squad-size mount{mounts} "
                f"({occupancy.rule})"
            )
            facts |= {"squads": occupancy.squads, "vehicles": occupancy.vehicles}
    house = house_in(state, name)
    if house is not None:
        facts |= _in_steeple(state, name, house)
        found += _of_steeple(house, facts)
    said = "; ".join(found) or f"AD Terrain limits nothing in {name}; A5 applies"
    return Answer(question="stacking", verdict=said, facts=facts)


def _in_steeple(state: State, name: str, house: House) -> dict[str, Any]:
    """What a Steeple and its Shaft hold, who is there, and who is too much."""
    there: dict[str, dict[str, list[str]]] = {}
    over: list[str] = []
    for where in (Station.STEEPLE, Station.SHAFT):
        for side in state.setting.scenario.sides:
            units = units_in(state, name, where, side)
            over += excess(house, units)
            if units:
                there.setdefault(where.value, {})[side] = list(units)
    limit = attrs.asdict(steeple_limit(house))
    return {"steeple": True, "house": house.value, "limit": limit, "there": there, "excess": over}


def _of_steeple(house: House, facts: dict[str, Any]) -> Iterator[str]:
    """What a Steeple and its Shaft hold, in words."""
    limit = steeple_limit(house)
    holds = {House.MOSQUE: "1 HS or crew", House.TEMPLE: "1 squad-equivalent"}[house]
    yield (
        f"its {house.steeple} and Shaft each hold {holds}, {limit.sw} SW of {limit.pp} PP and "
        f"{limit.smc} SMC a side (AD3.312)"
    )
    levels = [level for level in range(STEEPLE_LEVEL + 1) if shaft_sees(level)]
    yield f"the Shaft sees levels {' and '.join(map(str, levels))} of its hex alone (AD3.311)"
    for where, sides in facts["there"].items():
        for side, units in sides.items():
            place = house.steeple if where == Station.STEEPLE else "Shaft"
            yield f"{', '.join(units)} of the {side} in the {place}"
    if facts["excess"]:
        yield f"too much: one of {', '.join(facts['excess'])}, by Random Selection"


def ask_gun(state: State, name: str, gun: str, calibre: int, how: dict[str, bool]) -> Answer:
    """Whether a 5/8 inch Gun may be in a hex, and what its fire and CA changes take there.

    Args:
        state: now.
        name: the hex.
        gun: MTR, RCL or other.
        calibre: in mm.
        how: ``dm``, ``animal_packed``, ``towed``, ``rooftop``, ``large`` target.
    """
    why: list[Near] = []

    def forbid(rule: str, text: str) -> None:
        why.append(Near("Gun", rule, Kind.NUMBER, text))

    kinds = _kinds(state, name)
    combined = bool(set(kinds) & set(COMBINED.values()))
    if combined and not counter_allowed(gun, calibre):
        forbid("AD3.2", "only MTR of 82mm or less and RCL are allowed in Combined Terrain")
    for kind in kinds:
        mtr = calibre if gun == "MTR" else 0
        packed = how["animal_packed"]
        if not gun_allowed(kind, dm=how["dm"], animal_packed=packed, towed=how["towed"], mtr=mtr):
            forbid(OCCUPANCY[kind].rule, f"the {kind} does not hold it so")
    if how["rooftop"] and not has_rooftop(state, name):
        forbid("AD4.4", f"{name} has no Arid Rooftop")
    elif how["rooftop"] and not ordnance_allowed(gun, calibre):
        forbid("AD4.41", "a rooftop holds MTR of 82mm or less and RCL of 75mm or less")
    ad = state.setting.scenario.ad
    lost = loses_concealment_on(state.sky.ec, ad=ad, large_target=how["large"])
    facts = {
        "allowed": not why,
        "loses_concealment_on": list(lost),
        "case_a_doubled_if_normal": case_a_doubled(state, name, doubled_elsewhere=True),
        "arid_debris": arid_debris_in(state, name),
        "emplaced_concealment_loss_drm": concealment_loss_drm(state, ground_terrain(state, name)),
        "may_set_up_emplaced": not combined or may_set_up_emplaced(),
        "may_be_manhandled": not combined or may_be_manhandled(),
    }
    said = (
        "it may be there"
        if not why
        else "it may not be there: " + "; ".join(f"{each.why} ({each.rule})" for each in why)
    )
    said += f'; by firing it loses "?" on a coloured {min(lost)} or more (A12.34, AD4.2)'
    if not facts["case_a_doubled_if_normal"]:
        said += "; its Case A is not doubled in Arid Debris (AD3.48)"
    if drm := facts["emplaced_concealment_loss_drm"]:
        said += f"; Emplaced in Broken Ground it takes +{drm} to that dr (AD4.51)"
    if combined:
        said += "; it may neither set up Emplaced nor be Manhandled there (AD3.2)"
    return Answer(question="gun", verdict=said, near=tuple(why), facts=facts)


def ask_fortification(state: State, name: str, what: str) -> Answer:
    """Whether a Fortification may be placed in a hex, as far as AD Terrain says."""
    forbidding = [kind for kind in _kinds(state, name) if not fortification_allowed(kind, what)]
    building = state.ground.get(name, BARE).building
    steepled = building is not None and building.steepled
    if what == "Fortified Building" and steepled and not fortified_allowed():
        forbidding.append("Mosque or Temple")
    combined = set(_kinds(state, name)) & set(COMBINED.values())
    if combined and what not in ("Wire", "Fortified Building", "A-P Mines", "A-T Mines"):
        forbidding += sorted(combined)
    said = (
        f"{what} may not be placed in {name}: {', '.join(forbidding)} forbids it"
        if forbidding
        else f"nothing of AD Terrain in {name} forbids {what}"
    )
    allowed = not forbidding
    if arid_debris_in(state, name):
        allowed = debris_allows(other_forbids=bool(forbidding))
        said += "; Arid Debris itself holds any (AD3.46)"
    return Answer(question="fortification", verdict=said, facts={"allowed": allowed})
