"""A VASL log gone through, phase by phase, while a game of ours is played along with it.

The replay knows no rule: it gives orders, and the rules refuse or allow them. What can be neither
understood nor ordered is kept with its reason.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Final, Protocol

import attrs

from events.commands import Advance, Command, Enter, Move, Start, Stop, Undo, WindChange
from events.errors import BadInput
from events.moment import SETUP, Moment, Phase
from events.scenario import Scenario
from events.terms import DiceFrom
from replays.game.game import Game
from replays.vasl.correction import Corrections, players_of, sides_of
from replays.vasl.fact import (
    Account,
    CounterLaid,
    CounterLifted,
    MarkerShown,
    PieceWent,
    RollSeen,
    StepUndone,
    TrackSeen,
    VaslFact,
    VaslStep,
    WordsSeen,
)
from replays.vasl.inference import SURE_ENOUGH, Inferred, free_dice_after, wind_change_in
from replays.vasl.marker import MOTION, Topic
from replays.vasl.placement import CounterOrders, NotUsed, Taken, hex_of
from sim.chapter_11.setup import next_roll
from sim.machine.decide import resolve
from sim.machine.dice import DiceLeft, EnteredDice
from sim.machine.telling import Refusal
from sim.state import State

MOST_HEXES: Final = 6
"""Over more hexes than this no way is sought."""


def ways_to(state: State, start: str, to: str) -> tuple[tuple[str, ...], ...]:
    """The shortest ways between two hexes, each without its first hex; none if it is too far."""
    area = state.setting.area
    reached: dict[str, list[tuple[str, ...]]] = {start: [()]}
    seen = {start}
    for _ in range(MOST_HEXES):
        further: dict[str, list[tuple[str, ...]]] = {}
        for here, ways in reached.items():
            for there in area.neighbours(here).values():
                if there not in seen:
                    further.setdefault(there, []).extend((*way, there) for way in ways)
        if to in further:
            return tuple(further[to])
        seen |= further.keys()
        reached = further
    return ()


class ReplayStopped(Exception):  # noqa: N818 - it says where a replay is
    """The replay cannot go on; nothing after this is known."""

    def __init__(self, where: VaslStep, why: str) -> None:
        """Keep where and why."""
        super().__init__(why)
        self.where = where
        self.why = why


@attrs.frozen
class PhaseFacts:
    """The facts of a log between two moves of its turn track; the first has no track."""

    track: TrackSeen | None
    facts: tuple[VaslFact, ...]


@attrs.frozen
class _Tried:
    """A way that a vehicle may have gone: its orders, or why it cannot, and the MP it takes."""

    way: tuple[str, ...]
    orders: tuple[Command, ...]
    dice: tuple[int, ...]
    why: str | None
    spent: Fraction


_DRAGGED: Final = 0.7
_MOST_SOUGHT: Final = 500
"""So often in one game ways are sought for vehicles that were dragged."""


class ReplayObserver(Protocol):
    """What watches a replay, and lets it go on where players left the rules."""

    def wind_changed(self, replay: "LogReplay", found: Inferred) -> None:
        """The Wind Change DR was found and made."""

    def no_wind_change(self, replay: "LogReplay", where: VaslStep, why: str) -> None:
        """A RPh is over without it; a DR that changes nothing stands in for it."""

    def phase_over(self, replay: "LogReplay", before: State, after: State, where: VaslStep) -> None:
        """A phase is over: the state at its end, and after what happens by itself."""

    def rolled(self, replay: "LogReplay", fact: RollSeen) -> None:
        """Dice were rolled."""

    def said(self, replay: "LogReplay", fact: WordsSeen) -> None:
        """Somebody wrote something."""

    def out_of_order(self, replay: "LogReplay", fact: TrackSeen, why: str) -> None:
        """The turn track went where the turn sequence does not."""


class LogReplay:
    """A replay of the logs of one game.

    Attributes:
        account: what the logs tell.
        game: the game that is played along.
        sides: the sides by what the turn track calls them.
        players: the sides of players.
        inferred: the rolls taken for Wind Change DR, with the moments at which they were made.
        not_used: what no order could be made of.
        counter_orders: what makes orders of the counters that are laid in hexes.
        taken: counters and moves that were taken for orders, with their moments.
        shown: what each marker shows now.
        table: the counters that lie on the map now, by their numbers in VASL.
        lost: vehicles that are not where the log has them.
        others: how often counters moved that are no vehicles of the scenario.
        stopped: where it could not go on, and why; None if it came to the end.
    """

    def __init__(
        self,
        account: Account,
        scenario: Scenario,
        corrections: Corrections,
        observer: ReplayObserver | None = None,
    ) -> None:
        """Stand before the first fact.

        Raises:
            BadInput: when it is not known which side is which, or the scenario is not sound.
        """
        self.account, self.game = account, Game.new(scenario, dice=DiceFrom.TABLE)
        self.sides = sides_of(account, scenario, corrections)
        self.players = players_of(account, scenario, self.sides, corrections)
        self.inferred: list[tuple[Moment, Inferred]] = []
        self.counter_orders = CounterOrders(self.game, self.players, corrections)
        self.taken: list[tuple[Moment, Taken]] = self.counter_orders.taken
        self.not_used: list[NotUsed] = self.counter_orders.not_used
        self.shown: dict[Topic, MarkerShown] = {}
        self.table: dict[str, CounterLaid] = {}
        self.lost: set[str] = set()
        self._corrections, self._observer = corrections, observer
        self._waiting = sorted(corrections.orders.items())
        self._order = scenario.order_of_sides
        self._vehicles = {each.id.lower(): each.id for each in scenario.vehicles}
        self._moved: dict[str, None] = {}
        self._behind = False
        self._found: Inferred | None = None
        self._undoing: VaslStep | None = None
        self._sought = 0
        self._done: list[tuple[str, str | None, int, int]] = []
        self.others = 0
        self.stopped: NotUsed | None = None

    @property
    def state(self) -> State:
        """The state of the game that is played along."""
        return self.game.state

    def go(self) -> None:
        """Replay the logs to their end, or to where that cannot be done, as `stopped` says."""
        try:
            self._go()
        except ReplayStopped as error:
            self.stopped = NotUsed(error.where, "everything from here on", error.why)

    def _go(self) -> None:
        where = VaslStep(0, 0)
        for part in parts_of(self.account.facts):
            if part.track is not None:
                where = part.track.where
                self._correct(where)
                self._go_to(part.track)
            self._found = None
            for at, fact in enumerate(part.facts):
                where = fact.where
                self._correct(where)
                self._take(fact, at, part)
        self._correct(None)
        if self._observer is not None and self.state.moment != SETUP:
            self._observer.phase_over(self, self.state, self.state, where)

    # Phases -----------------------------------------------------------------------------------

    def _go_to(self, fact: TrackSeen) -> None:
        """Play on to what the turn track shows."""
        track = fact.track
        target = Moment(track.turn, self._order.index(self.sides[track.side]) + 1, track.phase)
        self._behind = target < self.state.moment or self.state.clock.over
        self.counter_orders.idle = self._behind
        if self._behind:
            self._odd(fact, f"the track goes back from {self.state.moment} to {target}")
            return
        if self.state.moment == SETUP:
            self._begin(fact, target)
        first = True
        while self.state.moment != target:
            before = self.state
            self._leave(fact.where, before.moment)
            same = before.moment.player_turn == target.player_turn
            self._demand(Advance(target.phase if same else Phase.RPH), fact.where)
            if self._observer is not None and first:
                self._observer.phase_over(self, before, self.state, fact.where)
            if self.state.clock.over:
                return
            if not same and self.state.moment.player_turn != target.player_turn:
                self._odd(fact, f"the track leaves out {self.state.moment.player_turn}")
            first = False

    def _begin(self, fact: TrackSeen, target: Moment) -> None:
        """Leave setup."""
        due = next_roll(self.state)
        if due is not None:
            raise ReplayStopped(
                fact.where,
                f"the scenario leaves `{due.word}` to a roll, and VASL does not say which it was; "
                f"an order in the corrections does, at step 0",
            )
        if target.player_turn != "1.1":
            raise ReplayStopped(
                fact.where,
                f"the log begins at {target} ({fact.track}) in this scenario, and what was before "
                f"is not in it; give the earlier logs of the game as well, or another scenario",
            )
        self._demand(Advance(), fact.where)

    def _leave(self, where: VaslStep, moment: Moment) -> None:
        """What must be done before a phase can end."""
        if moment.phase is Phase.RPH and not self.state.clock.wind_rolled:
            why = f"no Wind Change DR was found in {moment}"
            if self._observer is None:
                raise ReplayStopped(
                    where, f"{why}; a correction can say which roll it was, or order `wc`"
                )
            self._observer.no_wind_change(self, where, why)
            self._demand(WindChange(), where, _quiet(self.state))
        if moment.phase is Phase.MPH:
            self._end_movement()

    def _odd(self, fact: TrackSeen, why: str) -> None:
        if self._observer is None:
            self.not_used.append(NotUsed(fact.where, str(fact.track), why))
        else:
            self._observer.out_of_order(self, fact, why)

    def _demand(self, command: Command, where: VaslStep, dice: Sequence[int] = ()) -> None:
        try:
            self.game.demand(command, dice)
        except BadInput as error:
            raise ReplayStopped(where, error.what) from None

    def _correct(self, until: VaslStep | None) -> None:
        """Give the orders of the corrections, up to a step."""
        while self._waiting and (until is None or self._waiting[0][0] <= until):
            where, orders = self._waiting.pop(0)
            for order in orders:
                try:
                    self.game.do(order)
                except BadInput as error:
                    raise ReplayStopped(
                        where, f"a correction orders what cannot be: {error}"
                    ) from None

    # Facts ------------------------------------------------------------------------------------

    def _take(self, fact: VaslFact, at: int, part: PhaseFacts) -> None:
        match fact:
            case MarkerShown():
                self.shown[fact.topic] = fact
            case CounterLaid():
                self._lay(fact, at, part)
            case CounterLifted():
                self.table.pop(fact.piece, None)
                self.counter_orders.lift(fact.piece, fact.where)
            case StepUndone():
                self._undoing = fact.where
            case RollSeen():
                self._roll(fact, part)
            case WordsSeen() if self._observer is not None and not self._behind:
                self._observer.said(self, fact)
            case PieceWent():
                self._went(fact, at, part)
            case _:
                pass

    def _roll(self, fact: RollSeen, part: PhaseFacts) -> None:
        self._perhaps_wind_change(fact, part)
        if self._observer is not None and not self._behind:
            self._observer.rolled(self, fact)

    def _perhaps_wind_change(self, fact: RollSeen, part: PhaseFacts) -> None:
        """Make the Wind Change DR, if this roll is it."""
        in_rph = self.state.moment.phase is Phase.RPH and not self._behind
        if not in_rph or self.state.clock.wind_rolled or self.state.attacker is None:
            return
        if self._found is None:  # of the whole phase, once
            self._found = wind_change_in(
                part.facts, self.state.attacker, self.players, self._corrections
            )
        found = self._found
        if found is None or found.where != fact.where or found.confidence < SURE_ENOUGH:
            return
        for count in range(len(found.after) + 1):
            try:
                entry = self.game.attempt(WindChange(), (*found.dice, *found.after[:count]))
            except DiceLeft:
                continue
            if not isinstance(entry, Refusal):
                self.inferred.append((self.state.moment, found))
                if self._observer is not None:
                    self._observer.wind_changed(self, found)
            return
        shown = ",".join(map(str, found.dice))
        self.not_used.append(
            NotUsed(fact.where, f"Wind Change DR {shown}", "it calls for a dr that the log lacks")
        )

    # Vehicles ---------------------------------------------------------------------------------

    def vehicle_of(self, piece: str, name: str) -> str | None:
        """The vehicle of a counter; None if it is none of the scenario's."""
        known = self._corrections.vehicles
        return known.get(piece) or known.get(name) or self._vehicles.get(name.lower())

    def _lay(self, fact: CounterLaid, at: int, part: PhaseFacts) -> None:
        """A vehicle from offboard enters as its counter comes on the map."""
        self.table[fact.piece] = fact
        vehicle = self.vehicle_of(fact.piece, fact.basic)
        if vehicle is None:
            self.counter_orders.lay(fact, part.facts, at)
            return
        if not fact.where.step or self.state.moment.phase is not Phase.MPH:
            return
        to = hex_of(self.state.setting.area, fact.at)
        if to is not None and self.state.vehicles[vehicle].hex is None:
            self._move(vehicle, to, fact.where, free_dice_after(part.facts, at + 1, PieceWent))

    def _went(self, fact: PieceWent, at: int, part: PhaseFacts) -> None:
        counter = self.table.get(fact.piece)
        if counter is not None:
            counter = attrs.evolve(counter, at=fact.to, where=fact.where)
            self.table[fact.piece] = counter
        basic = fact.name if counter is None else counter.basic
        vehicle = self.vehicle_of(fact.piece, basic)
        if vehicle is None:
            if counter is None or not self.counter_orders.lay(counter, part.facts, at):
                self.others += 1
            return
        if self.state.moment == SETUP:
            return
        to = hex_of(self.state.setting.area, fact.to)
        if to is None or to == self.state.vehicles[vehicle].hex:
            return
        if fact.where == self._undoing and self._take_back(vehicle, to):
            return
        if self.state.moment.phase is not Phase.MPH or self._behind:
            self._lose(vehicle, fact.where, f"{vehicle} to {to}", "it moved outside its MPh")
            return
        self._move(vehicle, to, fact.where, free_dice_after(part.facts, at + 1, PieceWent))

    def _take_back(self, vehicle: str, to: str) -> bool:
        """Take back the last move that was ordered, if it is this vehicle's from that hex."""
        if not self._done:
            return False
        moved, origin, before, after = self._done[-1]
        if (moved, origin, after) != (vehicle, to, len(self.game.entries)):
            return False
        self._done.pop()
        for _ in range(after - before):
            self.game.do(Undo())
        return True

    def _lose(self, vehicle: str, where: VaslStep, what: str, why: str) -> None:
        self.lost.add(vehicle)
        self.not_used.append(NotUsed(where, what, why))

    def _move(self, vehicle: str, to: str, where: VaslStep, dice: Sequence[Sequence[int]]) -> None:
        """Move a vehicle, after a Start MP where it needs one."""
        now = self.state.vehicles[vehicle]
        ways: Sequence[tuple[str, ...]] = [(to,)]
        if now.hex is not None and vehicle not in self.lost and self._sought < _MOST_SOUGHT:
            self._sought += to not in self.state.setting.area.neighbours(now.hex).values()
            ways = ways_to(self.state, now.hex, to) or ways
        tried = [self._tried(vehicle, way, dice) for way in ways]
        able = [each for each in tried if each.why is None]
        if not able:
            self._lose(vehicle, where, f"{vehicle} to {to}", tried[0].why or "")
            return
        least = min(each.spent for each in able)
        best = [each for each in able if each.spent == least]
        if len(best) > 1:
            names = " and ".join(" ".join(each.way) for each in best[:3])
            why = f"it was dragged there at once, and the ways {names} cost the same"
            self._lose(vehicle, where, f"{vehicle} to {to}", why)
            return
        found, before = best[0], len(self.game.entries)
        moment = self.state.moment
        self._give(found.orders, found.dice)
        self._moved.setdefault(vehicle)
        self._done.append((vehicle, now.hex, before, len(self.game.entries)))
        if len(found.way) > 1:
            words = f"{vehicle} by {' '.join(found.way)}"
            why = "it was dragged there at once, and no way of so few hexes costs less"
            self.taken.append((moment, Taken(where, words, _DRAGGED, why)))

    def _tried(self, vehicle: str, way: tuple[str, ...], dice: Sequence[Sequence[int]]) -> _Tried:
        """Whether a vehicle can move along a way, with how many of the dice, and what it spends."""
        now = self.state.vehicles[vehicle]
        orders: list[Command] = []
        if now.hex is None:
            orders.append(Enter(vehicle, way[0]))
        else:
            orders += [] if now.in_motion else [Start(vehicle)]
            orders += [Move(vehicle, each) for each in way]
        why: str | None = ""
        for count in range(len(dice) + 1):
            laid = tuple(die for each in dice[:count] for die in each)
            try:
                why, spent = self._allowed(orders, vehicle, laid)
            except DiceLeft as error:
                why = error.what
                continue
            if why is None:
                return _Tried(way, tuple(orders), laid, None, spent)
            break
        return _Tried(way, (), (), why, Fraction(0))

    def _allowed(
        self, orders: Sequence[Command], vehicle: str, laid: Sequence[int]
    ) -> tuple[str | None, Fraction]:
        """Why orders cannot be given, the last of them with dice, or what they spend."""
        state = self.state
        for order in orders:
            dice = EnteredDice(laid if order is orders[-1] else ())
            outcome = resolve(state, order, dice)
            if isinstance(outcome, Refusal):
                return str(outcome), Fraction(0)
            dice.check_all_used()
            state = outcome.state
        if vehicle in state.bog_checks:
            raise DiceLeft("its Bog Check is due, and the log shows no DR for it")
        return None, Fraction(state.vehicles[vehicle].mp_used)

    def _give(self, orders: Sequence[Command], laid: Sequence[int]) -> None:
        for order in orders:
            self.game.demand(order, laid if order is orders[-1] else ())

    def _end_movement(self) -> None:
        """At the end of a MPh, who has no Motion counter beside it has Stopped."""
        area = self.state.setting.area
        moving = {hex_of(area, each.at) for each in self.table.values() if each.basic == MOTION}
        for vehicle in self._moved:
            now = self.state.vehicles[vehicle]
            if now.in_motion and now.hex not in moving and not now.halted:
                self.game.attempt(Stop(vehicle), ())
        self._moved.clear()


def parts_of(facts: Sequence[VaslFact]) -> Iterator[PhaseFacts]:
    """Facts by phase, as the turn track parts them."""
    track: TrackSeen | None = None
    gathered: list[VaslFact] = []
    for fact in facts:
        if isinstance(fact, TrackSeen):
            yield PhaseFacts(track, tuple(gathered))
            track, gathered = fact, []
        else:
            gathered.append(fact)
    yield PhaseFacts(track, tuple(gathered))


def _quiet(state: State) -> tuple[int, int]:
    """The Wind Change DR from which least follows now; asked of the rules, not known."""
    best: tuple[int, tuple[int, int]] | None = None
    for dice in sorted(product(range(1, 7), repeat=2), key=lambda each: abs(sum(each) - 7)):
        try:
            outcome = resolve(state, WindChange(), EnteredDice(dice))
        except DiceLeft:
            continue
        if not isinstance(outcome, Refusal):
            found = (len(outcome.events), (dice[0], dice[1]))
            best = found if best is None or found[0] < best[0] else best
    return (3, 4) if best is None else best[1]
