"""AD3.312 What one side may have in a Minaret, Tower or Shaft, and what becomes of the rest.

Nobody overstacks there of his own will. What is too much at the end of a Player Turn goes by Random
Selection (A.9), those not in Good Order first.
"""

from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from events.commands import StationUnit
from events.terms import Station, UnitKind
from events.units import UnitEliminated, UnitStationed
from sim.chapter_a.random_selection import Selection, random_selection
from sim.chapter_a.squads import HALF_SQUADS
from sim.chapter_ad.arid_rooftop import no_rooftop
from sim.chapter_ad.mosque import House, has_steeple, house_in
from sim.chapter_b.fortifications import SHELTERS
from sim.chapter_b.sheltered import no_shelter
from sim.machine.dice import Dice
from sim.machine.telling import Decision, Reason, Refusal, Telling, decider
from sim.state import State, Unit, but

RULES: Final = ("AD3.312",)


@attrs.frozen
class SteepleLimit:
    """What one side may have in a Steeple or Shaft Location.

    Attributes:
        half_squads: HS or crews; a squad is two.
        pp: their portage points in all.
    """

    half_squads: int
    sw: int
    pp: int
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


def excess(house: House, units: Units, *, common: bool = False) -> tuple[str, ...]:
    """Those among whom one is eliminated next at the end of a Player Turn: none within the limit.

    Of the first kind that is too many, those not in Good Order come first; by the ruling
    AD3.312-kinds one selection is common to all.
    """
    for crowd, too_many in _crowds(house, units):
        if too_many:
            names = list(units) if common else crowd
            broken = tuple(name for name in names if not units[name].good_order)
            return broken or tuple(names)
    return ()


def units_in(state: State, name: str, where: Station, side: str) -> dict[str, Unit]:
    """The units and SW of a side in a Location of a hex, by name in order."""
    return {
        label: unit
        for label, unit in sorted(state.units.items())
        if (unit.hex, unit.station, unit.side) == (name, where, side)
    }


def no_room_up_there(state: State, label: str, unit: Unit, *, involuntary: bool) -> Refusal | None:
    """Why a unit cannot be in the Steeple or Shaft where it is to be; None if it can."""
    house = house_in(state, unit.hex)
    if house is None or not has_steeple(state, unit.hex):
        return Refusal(Reason.NO_STEEPLE, "AD3.31", f"{unit.hex} has no Mosque or Temple whole")
    if involuntary or _may_overstack(state, house):
        return None
    there = {**units_in(state, unit.hex, unit.station, unit.side), label: unit}
    if any(too_many and label in names for names, too_many in _crowds(house, there)):
        place = house.steeple if unit.station is Station.STEEPLE else "Shaft"
        why = f"{label} would overstack the {place} of the {house} in {unit.hex}"
        return Refusal(Reason.OVERSTACKED, "AD3.312", why)
    return None


def _may_overstack(state: State, house: House) -> bool:
    """Whether a side may overstack there of its own will (AD3.312-voluntary)."""
    return house is House.MOSQUE and state.setting.rules_that("AD3.312-voluntary", "temple")


def end_overstacking(state: State, dice: Dice) -> Telling:
    """At the end of a Player Turn: what is too much in Steeples and Shafts is eliminated."""
    for name, where, side in _crowdable(state) if state.units else ():
        while candidates := _among(state, name, where, side):
            for label in random_selection(candidates, dice, f"{name} {where}"):
                state = yield UnitEliminated(label, name, "AD3.312")
    return state


def overstacked(state: State) -> Iterator[Selection]:
    """The Random Selections that the end of a Player Turn begins with, place by place."""
    for name, where, side in _crowdable(state):
        if candidates := _among(state, name, where, side):
            yield Selection(candidates, f"{name} {where}", "AD3.312")


def _crowdable(state: State) -> list[tuple[str, Station, str]]:
    """Hex, Location and side of those who are in Steeples and Shafts, in order."""
    places = {(unit.hex, unit.station, unit.side) for unit in state.units.values()}
    return [
        (name, where, side)
        for name, where, side in sorted(places)
        if where in (Station.SHAFT, Station.STEEPLE)
    ]


def _among(state: State, name: str, where: Station, side: str) -> tuple[str, ...]:
    """Those of a side in a Location among whom one is eliminated next."""
    house = house_in(state, name)
    if house is None:
        return ()
    common = state.setting.rules_that("AD3.312-kinds", "common")
    return excess(house, units_in(state, name, where, side), common=common)


# Where in its hex a unit can be: ground, Steeple, Shaft, rooftop, entrenchment or pillbox.


def no_room(state: State, label: str, unit: Unit, *, involuntary: bool) -> Refusal | None:
    """Why a unit cannot be in the Location of its hex where it is to be; None if it can."""
    if unit.station is Station.GROUND:
        return None
    if unit.station is Station.ROOFTOP:
        return no_rooftop(state, unit.hex)
    if unit.station in SHELTERS:
        return no_shelter(state, label, unit)
    return no_room_up_there(state, label, unit, involuntary=involuntary)


@decider
def station(state: State, command: StationUnit, _: Dice) -> Decision:
    """A unit goes to another Location of its hex."""
    label, unit = command.unit, state.units.get(command.unit)
    if unit is None:
        return Refusal(Reason.UNKNOWN_UNIT, "AD3.312", f"there is no unit {label}")
    if unit.station is command.station:
        return Refusal(Reason.ALREADY_SO, "AD3.312", f"{label} is there already")
    moved = but(unit, station=command.station)
    refusal = no_room(state, label, moved, involuntary=command.involuntary)
    if unit.ti and (refusal is None or refusal.reason > Reason.IN_CROSSING):
        return Refusal(Reason.IN_CROSSING, "191.3", f"{label} is TI, crossing to {unit.crossing}")
    if refusal is not None:
        return refusal
    yield UnitStationed(label, command.station, _rule_of({unit.station, command.station}))
    return None


def _rule_of(stations: set[Station]) -> str:
    """The rule by which a unit goes from one station to another."""
    if Station.ROOFTOP in stations:
        return "AD4.41"
    return "B27.4" if stations & SHELTERS.keys() else "AD3.312"
