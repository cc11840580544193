"""AD3.312 What one side may have in a Minaret, Tower or Shaft, and what becomes of the rest.

No player overstacks there of his own will. What is too much at the end of a Player Turn goes by
Random Selection (A.9), those not in Good Order first.
"""

from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from events.commands import StationUnit
from events.moment import Phase
from events.terms import Station, UnitKind
from events.units import UnitEliminated, UnitStationed
from sim.chapter_a.random_selection import Selection, random_selection
from sim.chapter_ad.arid_building import demand_rooftop
from sim.chapter_ad.mosque import House, has_steeple, house_in
from sim.chapter_ad.room import HALF_SQUADS
from sim.chapter_b.fire import ablaze_there, fire_level, killed_by_fire
from sim.chapter_b.fortifications import SHELTERS
from sim.chapter_b.sheltered import demand_shelter
from sim.machine.telling import Decision, Dice, Reason, Refused, Telling, decider, refuse
from sim.state import State, Unit, replace


@attrs.frozen
class SteepleLimit:
    """What one side may have in a Steeple or Shaft Location."""

    half_squads: int
    """HS or crews; a squad is two."""
    sw: int
    pp: int
    """Their portage points in all."""
    smc: int = 4


_LIMITS: Final = {
    House.MOSQUE: SteepleLimit(half_squads=1, sw=1, pp=3),
    House.TEMPLE: SteepleLimit(half_squads=2, sw=2, pp=5),
}

Units = Mapping[str, Unit]
"""Units of one side in one Location, by name."""


def steeple_limit(house: House) -> SteepleLimit:
    """The limit of one side in a Minaret, Tower or Shaft Location."""
    return _LIMITS[house]


def _crowds(house: House, units: Units) -> Iterator[tuple[list[str], bool]]:
    """MMC, SMC and SW by name, each with whether they are too many."""
    limit = _LIMITS[house]
    mmc = [name for name, unit in units.items() if unit.kind in HALF_SQUADS]
    yield mmc, sum(HALF_SQUADS[units[name].kind] for name in mmc) > limit.half_squads
    smc = [name for name, unit in units.items() if unit.kind is UnitKind.SMC]
    yield smc, len(smc) > limit.smc
    sw = [name for name, unit in units.items() if unit.kind is UnitKind.SW]
    yield sw, len(sw) > limit.sw or sum(units[name].pp for name in sw) > limit.pp


def crowds_over(house: House, units: Units, *, common: bool = False) -> Iterator[tuple[str, ...]]:
    """Of each kind that is too many, those among whom one is eliminated next.

    Those not in Good Order come first; by the ruling AD3.312-kinds one selection is common to all.
    """
    for crowd, too_many in _crowds(house, units):
        if too_many:
            names = list(units) if common else crowd
            broken = tuple(name for name in names if not units[name].good_order)
            yield broken or tuple(names)
            if common:
                return


def units_in(state: State, name: str, where: Station, side: str) -> dict[str, Unit]:
    """The units and SW of a side in a Location of a hex, by name in order."""
    return {
        label: unit
        for label, unit in sorted(state.units.items())
        if (unit.hex, unit.station, unit.side) == (name, where, side)
    }


def _find_room_up_there(state: State, label: str, unit: Unit, *, involuntary: bool) -> None:
    """Refuse a unit that cannot be in the Steeple or Shaft where it is to be.

    By ruling a side may overstack a Mosque of its own will (AD3.312-voluntary).
    """
    house = house_in(state, unit.hex)
    if house is None or not has_steeple(state, unit.hex):
        refuse(Reason.NO_STEEPLE, "AD3.31", f"{unit.hex} has no Mosque or Temple whole")
    by_will = house is House.MOSQUE and state.setting.rules_that("AD3.312-voluntary", "temple")
    there = {**units_in(state, unit.hex, unit.station, unit.side), label: unit}
    crowded = any(too_many and label in names for names, too_many in _crowds(house, there))
    if crowded and not (involuntary or by_will):
        place = house.steeple if unit.station is Station.STEEPLE else "Shaft"
        why = f"{label} would overstack the {place} of the {house} in {unit.hex}"
        refuse(Reason.OVERSTACKED, "AD3.312", why)


def end_overstacking(state: State, dice: Dice) -> Telling:
    """At the end of a Player Turn: what is too much in Steeples and Shafts is eliminated."""
    for name, where, side in _crowdable(state) if state.units else ():
        while candidates := next(_among(state, name, where, side), ()):
            for label in random_selection(candidates, dice, f"{name} {where}"):
                state = yield UnitEliminated(label, name, "AD3.312")
    return state


def overstacked(state: State) -> Iterator[Selection]:
    """The Random Selections that the end of a Player Turn begins with, place by place."""
    for name, where, side in _crowdable(state):
        for candidates in _among(state, name, where, side):
            yield Selection(candidates, f"{name} {where}", "AD3.312")


def _crowdable(state: State) -> list[tuple[str, Station, str]]:
    """Hex, Location and side of those who are in Steeples and Shafts, in order."""
    places = {(unit.hex, unit.station, unit.side) for unit in state.units.values()}
    return [
        (name, where, side)
        for name, where, side in sorted(places)
        if where in (Station.SHAFT, Station.STEEPLE)
    ]


def _among(state: State, name: str, where: Station, side: str) -> Iterator[tuple[str, ...]]:
    """Of each kind of which a side has too many in a Location, those of whom one goes next."""
    house = house_in(state, name)
    if house is not None:
        common = state.setting.rules_that("AD3.312-kinds", "common")
        yield from crowds_over(house, units_in(state, name, where, side), common=common)


def find_room(state: State, label: str, unit: Unit, *, involuntary: bool) -> None:
    """Refuse a unit that cannot be in the Location of its hex where it is to be.

    Nobody goes into a Blaze of his own will, but within its Location (B25.4).
    """
    came = state.units.get(label)
    why = None if came and fire_level(came) == fire_level(unit) else ablaze_there(state, unit)
    if why and not involuntary:
        refuse(Reason.ENTRY_FORBIDDEN, why.rule, f"{label} may not be there: {why.why}")
    if unit.station is Station.ROOFTOP:
        demand_rooftop(state, unit.hex)
    elif unit.station in SHELTERS:
        demand_shelter(state, label, unit)
    elif unit.station is not Station.GROUND:
        _find_room_up_there(state, label, unit, involuntary=involuntary)


@decider
def station(state: State, command: StationUnit, _: Dice) -> Decision:
    """A unit goes to another Location of its hex."""
    label, unit = command.unit, state.units.get(command.unit)
    if unit is None:
        refuse(Reason.UNKNOWN_UNIT, "AD3.312", f"there is no unit {label}")
    if unit.station is command.station:
        refuse(Reason.ALREADY_SO, "AD3.312", f"{label} is there already")
    moved = replace(unit, station=command.station)
    try:
        find_room(state, label, moved, involuntary=command.involuntary)
    except Refused as refused:
        if not unit.ti or refused.refusal.reason < Reason.IN_CROSSING:
            raise
    if unit.ti:
        refuse(Reason.IN_CROSSING, "191.3", f"{label} is TI, crossing to {unit.crossing}")
    moving = state.moment.phase is Phase.MPH and unit.side == state.attacker
    moving = moving and not command.involuntary
    if moving and unit.spent == state.moment:
        refuse(Reason.BEYOND_ALLOTMENT, "191.3", f"{label} has expended all its MF in this MPh")
    stations = {unit.station, command.station}
    rule = "B27.4" if stations & SHELTERS.keys() else "AD3.312"
    rule = "AD4.41" if Station.ROOFTOP in stations else rule
    yield UnitStationed(label, command.station, rule, state.moment if moving else None)
    if fire_level(unit) != fire_level(moved) and ablaze_there(state, moved):
        yield killed_by_fire(label, moved)
