"""What is due: all that must, should, may or will happen before a phase, or a Player Turn, ends.

No condition of a rule stands here. What must come first is what the refusal of a phase's end says;
whether an order can be given is asked of `resolve`, which is stopped at its first dice; and what
happens by itself is what the functions that end and begin phases tell of a state.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final

import attrs

from events.commands import Advance, CheckBog, CheckFlame, Clear, Command, Recover, Spread, Unbog
from events.moment import Moment, Phase
from events.orders import format_order
from events.register import Event, at_level
from events.spreading_fire import BlazeChecked
from events.terms import Station, UnitKind
from events.vehicles import WreckFireChecked
from sim.chapter_11.setup import next_roll
from sim.chapter_a import turn_sequence
from sim.chapter_a.turn_sequence import Happens
from sim.chapter_b.fire import flames_due
from sim.chapter_b.spreading_fire import wrecks_due
from sim.machine.decide import FirstRoll, Outcome, tried
from sim.machine.telling import Refusal
from sim.state import State
from sim.state.evolve import evolve


class Bound(StrEnum):
    """How much a thing is due.

    Attributes:
        MUST: nothing else can be done before it, and no phase ends without it.
        OWED: a rule demands it in this phase; the end of the phase is not refused without it.
        MAY: the players may do it in this phase, and not later.
        ITSELF: it happens by itself; where it has an order, that makes it happen earlier.
    """

    MUST = "must"
    OWED = "owed"
    MAY = "may"
    ITSELF = "itself"


NOW: Final = "now"


@attrs.frozen
class Due:
    """One thing that is due."""

    what: str
    """What happens, in a sentence."""
    rule: str
    bound: Bound
    """How much it is due."""
    at: str
    """When: ``now``, ``in 2.1/AFPh``, ``end of 2.1/MPh`` or ``start of 2.1/AFPh``."""
    order: str | None = None
    """The words to type that do it; None if it happens by itself alone."""
    dice: str = ""
    """The dice that it begins with, such as ``two dice``; empty if there are none, or if what comes
    before decides them."""

    @property
    def heading(self) -> str:
        """How much it is due, or when it happens by itself: ``must``, ``end of 2.1/MPh``."""
        if self.bound is not Bound.ITSELF:
            return self.bound if self.at == NOW else f"{self.bound}, {self.at}"
        return "by itself" if self.at == NOW else self.at

    def __str__(self) -> str:
        order = "" if self.order is None else f"`{self.order}`, "
        dice = f"; {self.dice}" if self.dice else ""
        return f"{self.heading}: {order}{self.what} ({self.rule}){dice}"


def due(state: State, *, player_turn: bool = False) -> tuple[Due, ...]:
    """All that is due before the phase can end, what comes first before what comes last.

    With ``player_turn``, all that is due to the end of the Player Turn, as far as it can be known.
    """
    if state.clock.over:
        return ()
    return tuple(_through(state, player_turn=player_turn))


def left_undone(before: State, after: State) -> Iterator[tuple[Moment, Due]]:
    """What a rule demanded in a phase that was passed over between two states, and in which."""
    state, to = before, after.clock.moment
    while state.clock.moment < to and _afire(state):
        for each in _of_hexes(state):
            if each.bound is Bound.OWED:
                yield from ((state.clock.moment, due) for due in _if_legal(state, each, NOW))
        began = state.clock.moment
        _, state = events_of(state, turn_sequence.ENDS.get(began.phase, ()))
        state = evolve(state, turn_sequence.next_begins(state))
        if state.clock.moment < to:
            _, state = events_of(state, turn_sequence.STARTS_AFTER.get(began.phase, ()))


def _afire(state: State) -> bool:
    """Whether anything burns, of which alone rolls are owed; no phase sets fire by itself."""
    return any(ground.fires for ground in state.ground.values()) or any(
        vehicle.burning is not None for vehicle in state.vehicles.values()
    )


def _through(state: State, *, player_turn: bool) -> Iterator[Due]:
    at = NOW
    while True:
        yield from _orders(state, at)
        if state.clock.moment.phase is Phase.SETUP and next_roll(state) is not None:
            return
        began = state.clock.moment
        end, state = events_of(state, turn_sequence.ENDS.get(began.phase, ()))
        yield from (_itself(event, f"end of {began}") for event in end)
        for rolled in turn_sequence.ROLLED_AT_END.get(began.phase, ()):
            for each in rolled.waiting(state):
                dice = _dice(each.dice)
                yield Due(str(each), each.rule, Bound.ITSELF, f"end of {began}", dice=dice)
        begins = turn_sequence.next_begins(state)
        state = evolve(state, begins)
        if state.clock.over:
            yield _itself(begins, f"end of {began}")
            return
        start, state = events_of(state, turn_sequence.STARTS_AFTER.get(began.phase, ()))
        yield from (_itself(event, f"start of {state.clock.moment}") for event in start)
        if not player_turn or began.phase in (Phase.CCPH, Phase.SETUP):
            return
        at = f"in {state.clock.moment}"


def events_of(state: State, happenings: Iterable[Happens]) -> tuple[list[Event], State]:
    """What happens by itself, and the state after it."""
    events: list[Event] = []
    for happens in happenings:
        telling = happens(state)
        try:
            event = next(telling)
            while True:
                events.append(event)
                state = evolve(state, event)
                event = telling.send(state)
        except StopIteration as end:
            state = end.value
    return events, state


def _itself(event: Event, at: str) -> Due:
    return Due(str(event), event.rule, Bound.ITSELF, at)


_COUNTED: Final = {0: "", 1: "one die", 2: "two dice", 3: "three dice", 4: "four dice"}


def _dice(count: int) -> str:
    return _COUNTED.get(count, f"{count} dice")


@attrs.frozen
class _Candidate:
    """An order that may be due: what it does, by which rule, and how much it is due if legal."""

    command: Command
    what: str
    rule: str
    bound: Bound


def _orders(state: State, at: str) -> Iterator[Due]:
    """The orders that are due in this phase: those of the candidates that are not refused."""
    for each in _must(state) if at == NOW else ():
        yield from _if_legal(state, each, at)
    for each in (*_of_vehicles(state), *_of_hexes(state)):
        yield from _if_legal(state, each, at)


def _if_legal(state: State, each: _Candidate, at: str) -> Iterator[Due]:
    found = tried(state, each.command)
    if not isinstance(found, Refusal) and not (each.bound is Bound.OWED and _idle(found)):
        dice = _dice(found.count if isinstance(found, FirstRoll) else 0)
        yield Due(each.what, each.rule, each.bound, at, format_order(each.command), dice)


def _idle(found: Outcome | FirstRoll) -> bool:
    """Whether nothing comes of an order: no Location is near to which a fire could spread."""
    return isinstance(found, Outcome) and all(
        isinstance(event, BlazeChecked | WreckFireChecked) for event in found.events
    )


def _must(state: State) -> Iterator[_Candidate]:
    """What is done before all else: by the refusal of the end of the phase, or to end setup."""
    refusal = turn_sequence.out_of_sequence(state, Advance())
    first = None if refusal is None else refusal.first
    if refusal is not None and first is not None:
        yield _Candidate(first, first.about, refusal.rule, Bound.MUST)
    elif state.clock.moment.phase is Phase.SETUP:
        yield _Candidate(Advance(), "setup ends, and the first RPh begins", "A3.1", Bound.MUST)


def _of_vehicles(state: State) -> Iterator[_Candidate]:
    """What may be due of vehicles: Bog Checks, Bog Removal, recovery from Shock."""
    for label, found in sorted(state.vehicles.items()):
        if (check := state.bog_checks.get(label)) is not None:
            what = (
                f"the Bog Check of {label} in {check.hex}; without the order it is "
                "made as MP are next expended, or as the MPh ends"
            )
            yield _Candidate(CheckBog(label), what, "D8.2", Bound.ITSELF)
        if found.bogged:
            yield _Candidate(Unbog(label), f"the Bog Removal DR of {label}", "D8.3", Bound.MAY)
        if found.shocked:
            what = f"{label} is Shocked: if it recovers by the dr that the players make"
            yield _Candidate(Recover(label), what, "C7.42", Bound.MAY)


def _of_hexes(state: State) -> Iterator[_Candidate]:
    """What may be due in hexes: Flames and Blazes to roll for, and Clearance that was begun."""
    ablaze = False
    for name, ground in sorted(state.ground.items()):
        ablaze |= bool(ground.blazing)
        for level, fire in sorted(ground.fires.items()):
            if fire.flames:
                where, many = at_level(name, level), flames_due(state, name, level)
                which = f"each of {many} Flames" if many > 1 else "the Flame"
                what = f"the DR of {which} in {where}"
                yield _Candidate(CheckFlame(name, level), what, "B25.15", Bound.OWED)
        if ground.work is not None:
            what = f"the Clearance DR of those who work in {name}; say who they are"
            yield _Candidate(_clearance(state, name), what, "B24.7", Bound.MAY)
    if ablaze or wrecks_due(state):
        yield _Candidate(Spread(), "the Spreading Fire DR of each Blaze", "B25.6", Bound.OWED)


def _clearance(state: State, name: str) -> Clear:
    """The order for the MMC of the ATTACKER that are known to be in a hex, or for one squad."""
    there = [
        unit.kind
        for unit in state.units.values()
        if (unit.hex, unit.side, unit.station) == (name, state.attacker, Station.GROUND)
        and unit.good_order
    ]
    squads = there.count(UnitKind.SQUAD)
    others = there.count(UnitKind.HS) + there.count(UnitKind.CREW)
    return Clear(name, squads=squads or int(not others), hs=others)
