"""What a vehicle is about to expend: an order together with what it costs, worked out once.

The order to move says where; `sim.chapter_b.cot` says what that costs, `sim.chapter_d.vca` what a
VCA change takes.
"""

from fractions import Fraction
from typing import Final, TypeAlias

import attrs

from events.commands import VBM, Enter, ImpulseStep, Move, Turn
from events.terms import MP, Road
from sim.chapter_a.bypass import bypass_cost
from sim.chapter_b.artificial_terrain import ArtificialKind, artificial_terrain
from sim.chapter_b.cot import added_cost, entry_cost
from sim.chapter_b.entry import EntryCost
from sim.chapter_b.fire import blaze_bars
from sim.chapter_b.mover import Mover, mover_of
from sim.chapter_d.reverse import in_reverse, with_ovr
from sim.chapter_d.vca import Change, change_of
from sim.machine.cached import last_cached
from sim.modifiers import Modifier, sum_of
from sim.state import State


def _declared_cost(state: State, mover: Mover, name: str, *, road: bool) -> EntryCost:
    """The least that an entry takes where the players say what terrain costs (D2.1-cost).

    One MP, half of it along a road (B3.41), and what SMOKE or dust in the hex, towing and Dust add.
    """
    if why_not := blaze_bars(state, name, beneath=not road):
        return EntryCost(None, (), why_not=why_not)
    points = mover.points
    least = Modifier("any terrain", "D2.1", points, Fraction(1, 2) if road else Fraction(1))
    smoke = [
        Modifier(each.name, each.rule, points, each.wheels)
        for each in artificial_terrain(state, name, without=mover.beside)
        if each.kind is ArtificialKind.SMOKE
    ]
    items = (least, *smoke, *added_cost(state, mover, 0))
    return EntryCost(sum_of(items), items)


Entering: TypeAlias = Move | VBM | Enter
"""The orders to enter a hex, or to pass one."""

Leaving: TypeAlias = frozenset[str]
"""Vehicles that leave their hexes in the same Impulse."""

NO_VEHICLES: Final[Leaving] = frozenset()

START_MP: Final = 1
"""What a Start takes (D2.12)."""

STOP_MP: Final = 1
"""What a Stop takes (D2.13)."""

_OPEN: Final = (Move, VBM, Enter, Turn)
"""Orders that may leave open what MP they take."""


@attrs.define(eq=False)
class Expenditure:
    """An MP expenditure that a vehicle is about to make."""

    state: State
    command: ImpulseStep
    """The order; with the MP that it takes, as far as they can be known."""
    leaving: Leaving = NO_VEHICLES
    """Vehicles that leave their hexes with it, in one Impulse."""
    convoy: bool = False
    """That Impulse is one of a Convoy (E11.2)."""
    checked: bool = False
    """Its Bog Check in the hex that it leaves was made with others of its platoon (D14.21)."""
    _entry: EntryCost | None = attrs.field(default=None, init=False)

    @property
    def entry(self) -> EntryCost:
        """What the entry that is ordered costs, and what follows from it."""
        if self._entry is None:
            if not isinstance(self.command, Entering):
                raise AssertionError(f"{self.command} enters no hex")
            entry = entry_of(self.state, self.command, self.leaving, convoy=self.convoy)
            if self.checked:
                entry = attrs.evolve(entry, leaving_bog=None, hexside_bog=None)
            self._entry = entry
        return self._entry

    @property
    def change(self) -> Change:
        """The VCA change that is ordered."""
        vehicle = self.command.vehicle
        found, mover = self.state.vehicles[vehicle], mover_of(self.state, vehicle)
        mover = attrs.evolve(mover, passing=found.bypass is not None)
        return change_of(self.state, mover, found.hex or "", found.came_from)

    def after(self, state: State, *, checked: bool = False) -> "Expenditure":
        """The same order, once others of its Impulse are done."""
        return Expenditure(state, self.command, self.leaving, self.convoy, checked)


def mp_left(state: State, vehicle: str) -> MP:
    """MP that a vehicle can still expend in this MPh, those of an ESB DR included (D2.5)."""
    found = state.vehicles[vehicle]
    more = found.more_mp if found.more_mp and found.sped_in == state.moment else 0
    return state.setting.vehicles[vehicle].mp + more - found.mp_used


def entry_of(
    state: State, command: Entering, leaving: Leaving = NO_VEHICLES, *, convoy: bool = False
) -> EntryCost:
    """What the entry that a vehicle orders costs, and what follows from it.

    A hex that takes the whole allotment takes what a Start MP has left of it; so does a Minimum
    Move, the only one of a vehicle that has less than the hex costs (D2.15).
    """
    if isinstance(command, VBM):
        return _passing(state, command, leaving, convoy=convoy)
    way = None if isinstance(command, Enter) else command.reverse
    entry = _entry_of(state, command.vehicle, command.to, command.road, way, leaving, convoy)
    if isinstance(command, Move) and command.ovr:
        return with_ovr(mover_of(state, command.vehicle), entry, reverse=command.reverse)
    return entry


def _passing(state: State, command: VBM, leaving: Leaving, *, convoy: bool) -> EntryCost:
    """What it costs to pass a hex along a hexside, or a further hexside of its own hex (D2.3)."""
    vehicle, to = command.vehicle, state.setting.area.name(command.to) or ""
    mover, here = mover_of(state, vehicle), state.vehicles[vehicle].hex
    if state.setting.rules_that("D2.1-cost", "declared"):
        return _declared_cost(state, mover, to, road=False)
    mover = attrs.evolve(mover, beside=mover.beside | leaving, convoy=convoy)
    cost = bypass_cost(state, mover, None if to == here else here, to, command.hexside)
    cost = in_reverse(mover, cost) if command.reverse else cost
    return cost if to == here else _of_allotment(state, mover, cost)


@last_cached
def _entry_of(
    state: State,
    vehicle: str,
    to: str,
    by: Road | None,
    reverse: bool | None,
    leaving: Leaving,
    convoy: bool,
) -> EntryCost:
    """The same by what the order says: where to, by what road; not from offboard, in Reverse."""
    mover, found = mover_of(state, vehicle), state.vehicles[vehicle]
    if leaving or convoy:
        mover = attrs.evolve(mover, beside=mover.beside | leaving, convoy=convoy)
    to = state.setting.area.name(to) or ""
    origin = None if reverse is None else found.hex
    road = None if by is None and origin is not None else by is not None
    if state.setting.rules_that("D2.1-cost", "declared"):
        return _declared_cost(state, mover, to, road=road is True)
    entry = entry_cost(state, mover, origin, to, road=road)
    return _of_allotment(state, mover, in_reverse(mover, entry) if reverse else entry)


def _of_allotment(state: State, mover: Mover, entry: EntryCost) -> EntryCost:
    """An entry for all that a vehicle has: the whole allotment, or a Minimum Move (D2.15)."""
    found = state.vehicles[mover.vehicle or ""]
    started = found.mp_used == START_MP and found.started_here
    if entry.least is None or not (started or not found.mp_used) or found.sped_in == state.moment:
        return entry
    left = mover.allotment - found.mp_used
    if entry.whole:
        return attrs.evolve(entry, amount=Fraction(left))
    if left > 0 and entry.least > mover.allotment:
        return attrs.evolve(entry, amount=Fraction(left), minimum=True)
    return entry


def road_of(command: Entering) -> Road | None:
    """The kind of road by which an order says that a hex is entered; off it in Bypass."""
    return None if isinstance(command, VBM) else command.road


def entry_mp(state: State, command: Entering) -> MP | None:
    """The fewest MP of an entry; None where it is NA."""
    return entry_of(state, command).least


def priced(
    state: State, command: ImpulseStep, leaving: Leaving = NO_VEHICLES, *, convoy: bool = False
) -> Expenditure:
    """An order with the MP that it takes, where it leaves them open and they can be known."""
    step = Expenditure(state, command, leaving, convoy)
    if not isinstance(command, _OPEN) or command.mp is not None:
        return step
    if command.vehicle not in state.vehicles:
        return step
    if isinstance(command, Turn):
        if state.vehicles[command.vehicle].hex is None:
            return step
        step.command = command.but(mp=step.change.mp)
        return step
    if not _possible(state, command):
        return step
    step.command = command.but(mp=step.entry.least)
    return step


def _possible(state: State, command: Entering) -> bool:
    """Whether an entry leads from where the vehicle is into a hex that is there."""
    area = state.setting.area
    to, here = area.name(command.to), state.vehicles[command.vehicle].hex
    if to is None or isinstance(command, Enter):
        return to is not None
    if isinstance(command, VBM) and to == here:
        return True
    return here is not None and area.hexside(here, to) is not None
