"""D1 Which vehicles there can be, and one that is added to those of the scenario (A2.9, A2.52)."""

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from events.commands import AddVehicle
from events.field import LABEL
from events.limits import MOST_VEHICLES
from events.moment import Phase
from events.scenario import VehicleSpec, vehicle_spec
from events.vehicles import VehicleAdded
from sim.chapter_a.units import vehicle_cannot_be
from sim.chapter_a.whereabouts import label_named
from sim.chapter_d.presence import is_afv
from sim.machine.telling import Decision, Dice, Reason, decider, refuse
from sim.map.hexes import HEXSIDES
from sim.map.playing_area import hex_meant
from sim.state import Setting, State

MOST_MP: Final = 99
MOST_CALIBRE: Final = 500
"""The largest Gun, in mm."""


def vehicle_faults(setting: Setting, spec: VehicleSpec) -> Iterator[tuple[str, Reason, str]]:
    """What is wrong with a vehicle by itself: the field, the reason and a sentence."""

    def number(value: int | None, most: int) -> bool:
        return value is None or 1 <= value <= most

    if not LABEL.fullmatch(spec.id):
        marks = "letters, digits, blanks inside and . - _ + * / ( ) & are expected"
        why = f"{spec.id[:40]!r} is not an id; {marks}"
        yield "id", Reason.NAME_TAKEN, why
    if spec.side not in setting.scenario.sides:
        yield "side", Reason.UNKNOWN_SIDE, f"{spec.side!r} is not a side of the scenario"
    if not number(spec.mp, MOST_MP):
        why = f"{spec.mp} is not an MP allotment 1 to {MOST_MP}"
        yield "mp", Reason.IMPOSSIBLE_NUMBER, why
    if not number(spec.mtr, MOST_CALIBRE):
        why = f"{spec.mtr} is not a calibre in mm, 1 to {MOST_CALIBRE}"
        yield "mtr", Reason.IMPOSSIBLE_NUMBER, why
    if spec.at is not None and setting.area.name(spec.at) is None:
        hint = hex_meant(setting.area, setting.scenario.boards, spec.at)
        yield "at", Reason.UNKNOWN_HEX, f"{spec.at!r} is not a hex in play{hint}"
    if spec.bypass is not None and spec.bypass not in HEXSIDES:
        yield "bypass", Reason.BAD_HEXSIDES, f"{spec.bypass} is not a hexside from 1 to 6"
    yield from _posture_faults(setting, spec)


def _posture_faults(setting: Setting, spec: VehicleSpec) -> Iterator[tuple[str, Reason, str]]:
    offboard = spec.at is None
    if spec.bypass is not None and offboard:
        yield "bypass", Reason.OUT_OF_PLAY, "a vehicle offboard is not in Bypass"
    if spec.motion and offboard:
        yield "motion", Reason.OUT_OF_PLAY, "a vehicle offboard is in Motion anyhow (A2.52)"
    if spec.motion and setting.rules_that("D2.4-setup", "never"):
        by_ssr = 'unless an SSR says so: rulings.D2.4-setup = "ssr"'
        why = f"a vehicle does not set up in Motion on board (D2.4), {by_ssr}"
        yield "motion", Reason.IN_MOTION, why
    if spec.bu and not is_afv(spec):
        yield "bu", Reason.NOT_AFV, "only an AFV can be Buttoned Up"


@decider
def add_vehicle(state: State, command: AddVehicle, _: Dice) -> Decision:
    """Add a vehicle: in setup where it may set up, else offboard, from where it enters."""
    name, setting = command.id, state.setting
    there = (*state.vehicles, *state.units)
    if (taken := label_named(there, name)) in there:
        refuse(Reason.NAME_TAKEN, "D1", f"{taken} is the name of another")
    if len(setting.vehicles) >= MOST_VEHICLES:
        refuse(Reason.IMPOSSIBLE_NUMBER, "D1", f"there are {MOST_VEHICLES} vehicles already")
    for _key, reason, why in vehicle_faults(setting, command):
        refuse(reason, "D1", f"{name} cannot be: {why}")
    if command.at is not None and state.moment.phase is not Phase.SETUP:
        why = f"{name} cannot set up in {command.at}, for setup is over: without `at` it is added"
        why = f"{why} offboard, and `enter {name} {command.at}` brings it in in its MPh"
        refuse(Reason.PHASE_OVER, "A2.9", why)
    place = None if command.at is None else setting.area.name(command.at)
    spec = evolve(vehicle_spec(command), at=place)
    state = yield VehicleAdded(**vars(spec), rule="A2.9" if place else "A2.52")
    if shut := vehicle_cannot_be(state, name):
        refuse(Reason.ENTRY_FORBIDDEN, "A2.9", f"{name} may not set up in {place}: {shut}")
