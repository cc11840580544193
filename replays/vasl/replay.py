"""A VASL log gone through, phase by phase, while a game of ours is played along with it.

The replay knows no rule: it gives orders, and the rules refuse or allow them. What can be neither
understood nor ordered is kept with its reason.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import product
from typing import Final

import attrs

from events.commands import Advance, Command, Enter, Move, Start, Stop, Undo, WindChange
from events.errors import BadInput
from events.moment import SETUP, Moment, Phase
from events.scenario import Scenario
from events.terms import DiceFrom
from replays.game.game import Game
from replays.game.text import counted
from replays.vasl.chat import RollSeen, TrackSeen, VaslFact, VaslStep, WordsSeen
from replays.vasl.correction import Corrections, sides_of
from replays.vasl.fact import (
    CounterLaid,
    CounterLifted,
    History,
    MarkerShown,
    PieceWent,
    Spot,
    StepUndone,
    phases_of,
)
from replays.vasl.inferred_wind_change import (
    Inferred,
    PhaseFacts,
    WindChangeSought,
    named_wind_changes,
    prefixes,
    sides_of_players,
)
from replays.vasl.log_boards import SharedBoards, VehicleCounters
from replays.vasl.marker import MOTION, Topic, marker_of
from replays.vasl.placement import CounterOrder, CounterOrders, NotUsed
from sim.chapter_11.setup import next_roll
from sim.machine.decide import resolve
from sim.machine.dice import RANDOM_SELECTION, DiceDue, DiceLeft, EnteredDice
from sim.machine.telling import Refusal
from sim.state import State

_WRECK: Final = " Wreck"
_MOST_HEXES: Final = 6
"""Over more hexes than this no way is sought."""
_DRAGGED: Final = 0.7
_MOST_SOUGHT: Final = 500
"""So often in one game ways are sought for vehicles that were dragged."""


@attrs.define
class ReplayResult:
    """What became of logs: a game as far as it could be made, and what it was made of.

    Where orders of ours went along nothing was inferred. ``others`` is how often counters moved
    that are no vehicles of the scenario; ``stopped`` is None if the replay came to the end.
    ``ends_of_turns`` are the states in which Player Turns, such as ``3.2``, were left;
    ``differences`` say where the log differs from the scenario before the game begins.
    """

    game: Game
    ours: bool = False
    inferred: list[Inferred] = attrs.field(factory=list)
    taken: list[CounterOrder] = attrs.field(factory=list)
    not_used: list[NotUsed] = attrs.field(factory=list)
    others: int = 0
    stopped: NotUsed | None = None
    ends_of_turns: dict[str, State] = attrs.field(factory=dict)
    differences: tuple[str, ...] = ()

    def lines(self, history: History) -> Iterator[str]:
        """What differs, what was taken for orders, and what was not, in lines."""
        yield from (f"differs: {each}" for each in self.differences)
        for each in self.taken:
            place = history.place(each.where)
            yield f"{each.moment}: {each.order}, {place} ({each.confidence:.0%}: {each.why})"
        for one in self.not_used:
            yield f"not used: {one.what}, {history.place(one.where)}: {one.why}"
        if self.others:
            moves = counted(self.others, "move")
            yield f"not used: {moves} of counters that are no vehicles of the scenario"
        if self.stopped is not None:
            yield f"stopped at {history.place(self.stopped.where)}: {self.stopped.why}"

    def as_json(self, history: History) -> dict[str, object]:
        """What was inferred, taken for orders and not used, as JSON."""
        return {
            "differences": list(self.differences),
            "wind_changes": [told_as_json(each, history) for each in self.inferred],
            "taken": [told_as_json(each, history) for each in self.taken],
            "not_used": [told_as_json(each, history) for each in self.not_used],
            "other_moves": self.others,
            "stopped": self.stopped and told_as_json(self.stopped, history),
        }


def told_as_json(told: attrs.AttrsInstance, history: History) -> dict[str, object]:
    """The attributes of what is told, in order; where it is as the file and the step."""
    found: dict[str, object] = {}
    for name, value in attrs.asdict(told, recurse=False).items():
        found |= history.step_as_json(value) if name == "where" else {name: value}
    found.pop("after", None)  # the single dice after a roll, which no reader asks for
    return found


class ReplayStopped(Exception):  # noqa: N818 - it says where a replay is
    """The replay cannot go on from a step."""

    def __init__(self, where: VaslStep, why: str) -> None:
        super().__init__(why)
        self.stopped = NotUsed(where, "everything from here on", why)


@attrs.frozen
class _Tried:
    """A way that a vehicle can have gone: its orders, dice of the last, and the MP it takes."""

    way: tuple[str, ...]
    orders: tuple[Command, ...]
    dice: tuple[int, ...]
    spent: Fraction


@attrs.frozen
class _Done:
    """A move that was ordered: from which hex, and the entries before and after it."""

    vehicle: str
    origin: str | None
    before: int
    after: int


class LogReplay:
    """A replay of the logs of one game, and the game that is played along.

    Attributes:
        result: what became of the logs so far.
        phase: the facts that the turn track parts off, and the one that is read.
        shown: what each marker shows now.
        table: the counters that lie on the map now, by their numbers in VASL.
        players: the sides of the players.
        boards: the boards of the log and of the scenario, which give counters their hexes.
        lost: vehicles that are not where the log has them.
        perhaps_stopped: hexes of Motion counters, but of more vehicles, as the MPh ended.
        counter_orders: what makes orders of the counters that are laid in hexes.
    """

    def __init__(self, history: History, scenario: Scenario, corrections: Corrections) -> None:
        """Stand before the first fact; refuse logs that do not tell which side is which."""
        self.history, self.game = history, Game.new(scenario, dice=DiceFrom.TABLE)
        self.boards = SharedBoards.of(history, scenario, corrections)
        self.result, self.phase = ReplayResult(self.game), PhaseFacts()
        self.result.differences = tuple(self.boards.differences())
        self.shown: dict[Topic, MarkerShown] = {}
        self.table: dict[str, CounterLaid] = {}
        self.lost: set[str] = set()
        self.perhaps_stopped: set[str | None] = set()
        self._sides = sides_of(history, scenario, corrections)
        self.players = sides_of_players(history, scenario, self._sides, corrections)
        sides = {who: each.side for who, each in self.players.items() if each.side is not None}
        self.counter_orders = CounterOrders(self.game, self.phase, self.boards, sides, corrections)
        self.result.taken = self.counter_orders.taken
        self.result.not_used = self.counter_orders.not_used
        self._corrections, self._waiting = corrections, sorted(corrections.orders.items())
        ids = (each.id for each in scenario.vehicles)
        self._counters = VehicleCounters(ids, corrections.vehicles)
        self._wind: Inferred | None = None
        self._wind_sought = False
        self._done: list[_Done] = []
        self._lifted: dict[str, VaslStep] = {}
        self._sought = 0

    @property
    def state(self) -> State:
        """The state of the game that is played along."""
        return self.game.state

    def run(self) -> ReplayResult:
        """Replay the logs to their end, or to where that cannot be done."""
        try:
            self._run()
        except ReplayStopped as error:
            self.result.stopped = error.stopped
        return self.result

    def _run(self) -> None:
        where = VaslStep(0, 0)
        undoing: VaslStep | None = None
        rally = False
        for part in phases_of(self.history.facts):
            track, facts = part.track, part.facts
            self.phase.coming = facts
            if track is not None:
                where = track.where
                self._correct(where)
                self.phase.behind = not self._go_to(track)
                self.phase.since = where
            self.phase.before = () if rally else self.phase.facts
            rally = track is not None and track.track.phase is Phase.RPH
            self.phase.facts, self._wind_sought, self._wind = facts, False, None
            self.phase.named = named_wind_changes(facts)
            for self.phase.at, fact in enumerate(facts):
                where = fact.where
                self._correct(where)
                if isinstance(fact, StepUndone):
                    undoing = where
                self._take(fact, undone=where == undoing)
        self._correct(None)
        self._taken_away()
        if self.state.moment != SETUP:
            self.result.ends_of_turns[self.state.moment.player_turn] = self.state
            self.log_over(where)

    # What an audit looks at; it goes on where players left the rules ----------------------------

    def wind_changed(self, found: Inferred) -> None:
        """The Wind Change DR was found and made."""

    def no_wind_change(self, where: VaslStep, why: str, *, shown: bool) -> None:
        """A RPh is over without it; to go on, a DR that changes nothing stands in for it.

        The turn track has perhaps never shown that RPh.
        """
        if not shown:
            why = f"{why}, which the turn track leaves out"
        raise ReplayStopped(where, f"{why}; a correction can say which roll it was, or order `wc`")

    def phase_over(self, before: State, after: State, where: VaslStep) -> None:
        """A phase is over: the state at its end, and after what happens by itself."""

    def log_over(self, where: VaslStep) -> None:
        """The log ends at this step, within a phase."""

    def rolled(self, fact: RollSeen) -> None:
        """Dice were rolled."""

    def said(self, fact: WordsSeen) -> None:
        """A player wrote something."""

    def out_of_order(self, fact: TrackSeen, why: str) -> None:
        """The turn track went where the turn sequence does not."""
        self.result.not_used.append(NotUsed(fact.where, str(fact.track), why))

    # Phases -------------------------------------------------------------------------------------

    def _go_to(self, fact: TrackSeen) -> bool:
        """Play on to what the turn track shows; False if that is behind the game."""
        track, order = fact.track, self.game.header.scenario.order_of_sides
        target = Moment(track.turn, order.index(self._sides[track.side]) + 1, track.phase)
        behind = target < self.state.moment or self.state.clock.over
        if behind:
            if not self.phase.behind:  # what follows from a track that went back is no other fault
                self.out_of_order(fact, f"the track goes back from {self.state.moment} to {target}")
            return False
        first = shown = self.state.moment != SETUP
        if not shown:
            self._begin(fact, target)
            first = True
        while self.state.moment != target:
            before = self.state
            self._leave(fact.where, before.moment, shown=shown)
            same = before.moment.player_turn == target.player_turn
            self._demand(Advance(target.phase if same else Phase.RPH), fact.where)
            if first:
                self.phase_over(before, self.state, fact.where)
            if self.state.clock.over:
                break
            if not same and self.state.moment.player_turn != target.player_turn:
                self.out_of_order(fact, f"the track leaves out {self.state.moment.player_turn}")
            first = shown = False
        if target.phase is Phase.RPH and not named_wind_changes(self.phase.coming):
            why = "a player named it, before the turn track was moved"
            self._made_beside(self.phase.facts, why)
        return True

    def _begin(self, fact: TrackSeen, target: Moment) -> None:
        due = next_roll(self.state)
        if due is not None:
            why = f"the scenario leaves `{due.word}` to a roll, and VASL does not say which it was"
            how = "an order in the corrections does, at step 0"
            raise ReplayStopped(fact.where, f"{why}; {how}")
        if target.player_turn != "1.1":
            why = f"the log begins at {target} ({fact.track}) in this scenario"
            scenario = self.state.setting.scenario
            second = scenario.sides[scenario.first in (None, scenario.sides[0])]
            at_first = target.player_turn == "1.2"
            other = f'a scenario with `first = "{second}"`' if at_first else "another scenario"
            how = f"give the earlier logs of the game as well, or {other}"
            raise ReplayStopped(fact.where, f"{why}, and what was before is not in it; {how}")
        self._demand(Advance(), fact.where)

    def _leave(self, where: VaslStep, moment: Moment, *, shown: bool) -> None:
        why = "a player named it, after the turn track was moved"
        if (
            moment.phase is Phase.RPH
            and not self.state.clock.wind_rolled
            and not (shown and self._made_beside(self.phase.coming, why))
        ):
            why = f"no Wind Change DR was found in {moment}"
            self.no_wind_change(where, why, shown=shown)
            self._demand(WindChange(), where, _quiet(self.state))
        self._taken_away()
        if moment.phase is Phase.MPH:
            self._end_movement(where)
        self.result.ends_of_turns[moment.player_turn] = self.state

    def _demand(self, command: Command, where: VaslStep, dice: Sequence[int] = ()) -> None:
        try:
            self.game.demand(command, dice)
        except BadInput as error:
            raise ReplayStopped(where, error.what) from None

    def _correct(self, until: VaslStep | None) -> None:
        while self._waiting and (until is None or self._waiting[0][0] <= until):
            where, orders = self._waiting.pop(0)
            for order in orders:
                try:
                    self.game.do(order)
                except BadInput as error:
                    why = f"a correction orders what cannot be: {error}"
                    raise ReplayStopped(where, why) from None

    # Facts ------------------------------------------------------------------------------------

    def _take(self, fact: VaslFact, *, undone: bool) -> None:
        match fact:
            case MarkerShown():
                self.shown[fact.topic] = fact
            case CounterLaid():
                self._lay(fact)
            case CounterLifted():
                self.table.pop(fact.piece, None)
                vehicle = self._counters.forget(fact.piece)
                if vehicle is not None and fact.where.step:
                    self._lifted[vehicle] = fact.where
                self.counter_orders.lift(fact.piece, fact.where, undone=undone)
            case RollSeen() if not self.phase.behind:
                self._perhaps_wind_change(fact)
                self.rolled(fact)
            case WordsSeen() if not self.phase.behind:
                self.said(fact)
            case PieceWent():
                self._went(fact, undone=undone)
            case _:
                pass

    def _perhaps_wind_change(self, fact: RollSeen) -> None:
        """Make the Wind Change DR, if this roll is it."""
        if self.state.moment.phase is not Phase.RPH or self.state.clock.wind_rolled:
            return
        if not self._wind_sought:  # of the whole phase, once
            self._wind_sought = True
            self._wind = self._wind_change().among(self.phase)
        found = self._wind
        if found is not None and found.where == fact.where and not self._made(found):
            what = f"Wind Change DR {','.join(map(str, found.dice))}"
            why = "it calls for a dr that the log lacks"
            self.result.not_used.append(NotUsed(fact.where, what, why))

    def _wind_change(self) -> WindChangeSought:
        moment, attacker = str(self.state.moment), self.state.attacker or ""
        return WindChangeSought(moment, attacker, self.players, self._corrections)

    def _made_beside(self, facts: Sequence[VaslFact], why: str) -> bool:
        """Make the Wind Change DR of a RPh out of the facts before or after, if words name it."""
        found = self._wind_change().named_in(facts, why)
        used = {each.where for each in self.result.inferred}
        return found is not None and found.where not in used and self._made(found)

    def _made(self, found: Inferred) -> bool:
        """Whether a DR could be made as the Wind Change DR, with the dr and DR it calls for."""
        dice: tuple[int, ...] = found.dice
        after = iter(found.after)
        while True:
            try:
                entry = self.game.attempt(WindChange(), dice)
            except DiceDue as due:
                count = 1 if due.purpose.startswith(RANDOM_SELECTION) else due.count
                more = next((each for each in after if len(each) == count), None)
                if more is None:
                    return False
                dice += more
            else:
                break
        if isinstance(entry, Refusal):
            return False
        self.result.inferred.append(found)
        self.wind_changed(found)
        return True

    # Vehicles ---------------------------------------------------------------------------------

    def _vehicle_of(self, piece: str, name: str, at: Spot | None) -> str | None:
        boards, vehicles = self.boards, self.state.vehicles
        here = None if at is None else boards.hex_of(at)
        return self._counters.vehicle(piece, name, here, lambda vehicle: vehicles[vehicle].hex)

    def _lay(self, fact: CounterLaid) -> None:
        """A vehicle from offboard enters as its counter comes on the map; a Wreck destroys one."""
        self.table[fact.piece] = fact
        name = fact.basic.removesuffix(_WRECK)
        vehicle = self._vehicle_of(fact.piece, name, fact.at)
        self._lifted.pop(vehicle or "", None)
        if vehicle is None:
            self.counter_orders.lay(fact)
        elif name != fact.basic:
            self.counter_orders.lay(fact, vehicle)
        elif fact.where.step and self.state.moment.phase is Phase.MPH:
            to = self.boards.hex_of(fact.at)
            if to is not None and self.state.vehicles[vehicle].hex is None:
                self._move(vehicle, to, fact.where)

    def _went(self, fact: PieceWent, *, undone: bool) -> None:
        counter = self.table.get(fact.piece)
        if counter is not None:
            counter = attrs.evolve(counter, at=fact.to, where=fact.where)
            self.table[fact.piece] = counter
        name = fact.name if counter is None else counter.basic
        vehicle = self._vehicle_of(fact.piece, name, fact.origin)
        if vehicle is None:
            if counter is None or marker_of(counter.name, counter.pictures) is None:
                self.result.others += 1
            else:
                self.counter_orders.lay(counter)
            return
        to = self.boards.hex_of(fact.to)
        here = self.state.vehicles[vehicle].hex
        if self.state.moment == SETUP or to is None or to == here:
            return
        if undone and self._take_back(vehicle, to):
            return
        if self.state.moment.phase is not Phase.MPH or self.phase.behind:
            self._lose(vehicle, fact.where, f"{vehicle} to {to}", "it moved outside its MPh")
            return
        self._move(vehicle, to, fact.where)

    def _take_back(self, vehicle: str, to: str) -> bool:
        """Take back the last move that was ordered, if it is this vehicle's from that hex."""
        last = self._done[-1] if self._done else None
        if last is None or last != _Done(vehicle, to, last.before, len(self.game.entries)):
            return False
        self._done.pop()
        for _ in range(last.after - last.before):
            self.game.do(Undo())
        return True

    def _lose(self, vehicle: str, where: VaslStep, what: str, why: str) -> None:
        self.lost.add(vehicle)
        self.result.not_used.append(NotUsed(where, what, why))

    def _move(self, vehicle: str, to: str, where: VaslStep) -> None:
        """Move a vehicle, after a Start MP where it needs one."""
        now = self.state.vehicles[vehicle]
        ways: Sequence[tuple[str, ...]] = [(to,)]
        if now.hex is not None and vehicle not in self.lost and self._sought < _MOST_SOUGHT:
            self._sought += to not in self.state.setting.area.neighbours(now.hex).values()
            ways = _ways_to(self.state, now.hex, to) or ways
        dice = self.phase.free_dice(PieceWent)
        tried = [self._tried(vehicle, way, dice) for way in ways]
        able = [each for each in tried if isinstance(each, _Tried)]
        best = [each for each in able if each.spent == min(one.spent for one in able)]
        if len(best) != 1:
            names = " and ".join(" ".join(each.way) for each in best[:3])
            why = f"it was dragged there at once, and the ways {names} cost the same"
            self._lose(vehicle, where, f"{vehicle} to {to}", why if best else str(tried[0]))
            return
        found, before, moment = best[0], len(self.game.entries), str(self.state.moment)
        for order in found.orders:
            self.game.demand(order, found.dice if order is found.orders[-1] else ())
        self._done.append(_Done(vehicle, now.hex, before, len(self.game.entries)))
        if (here := self.state.vehicles[vehicle].hex) != to:
            self._lose(vehicle, where, f"{vehicle} to {to}", f"by its dice it stays in {here}")
        if len(found.way) > 1:
            words = f"{vehicle} by {' '.join(found.way)}"
            why = "it was dragged there at once, and no way of so few hexes costs less"
            self.result.taken.append(CounterOrder(moment, where, words, _DRAGGED, why))

    def _tried(
        self, vehicle: str, way: tuple[str, ...], dice: Sequence[Sequence[int]]
    ) -> _Tried | str:
        """How a vehicle can move along a way, with how many of the dice; or why it cannot."""
        now = self.state.vehicles[vehicle]
        orders: list[Command] = [] if now.in_motion else [Start(vehicle)]
        orders += [Move(vehicle, each) for each in way]
        if now.hex is None:
            orders = [Enter(vehicle, way[0])]
        why = ""
        for laid in prefixes(dice):
            try:
                spent = self._spent(orders, vehicle, laid)
            except DiceLeft as error:
                why = error.what
                continue
            return spent if isinstance(spent, str) else _Tried(way, tuple(orders), laid, spent)
        return why

    def _spent(
        self, orders: Sequence[Command], vehicle: str, laid: Sequence[int]
    ) -> Fraction | str:
        """The MP that orders take, the last of them with dice; or why they cannot be given."""
        state = self.state
        for order in orders:
            dice = EnteredDice(laid if order is orders[-1] else ())
            outcome = resolve(state, order, dice)
            if isinstance(outcome, Refusal):
                return str(outcome)
            dice.check_all_used()
            state = outcome.state
        if vehicle in state.bog_checks:
            raise DiceLeft("its Bog Check is due, and the log shows no DR for it")
        return Fraction(state.vehicles[vehicle].mp_used)

    def _taken_away(self) -> None:
        """At the end of a phase, a vehicle whose counter has not come back has gone."""
        for vehicle, where in self._lifted.items():
            now = self.state.vehicles[vehicle]
            if now.hex is not None and not now.destroyed and self.state.moment != SETUP:
                why = "its counter was taken away, and VASL does not say how it went"
                self._lose(vehicle, where, f"{vehicle} in {now.hex}", why)
        self._lifted.clear()

    def _end_movement(self, where: VaslStep) -> None:
        """At the end of its MPh, a vehicle without a Motion counter beside it has Stopped.

        One alone with such a counter, not in Motion, has Started without leaving its hex.
        """
        moving = Counter(self.boards.hex_of(c.at) for c in self.table.values() if c.basic == MOTION)
        there = Counter(each.hex for each in self.state.vehicles.values())
        for vehicle, now in self.state.vehicles.items():
            if now.hex is None or vehicle in self.lost or now.halted:
                continue
            if now.in_motion and now.hex not in moving:
                self.game.attempt(Stop(vehicle), ())
            elif not now.in_motion and now.hex in moving and there[now.hex] == 1:
                self.game.attempt(Start(vehicle), ())
        bogs = self.counter_orders.bogs()
        for vehicle, now in self.state.vehicles.items():
            if now.bogged_in == self.state.moment and now.hex not in bogs and now.bogged:
                what, why = f"{vehicle} in {now.hex}", "by its dice it bogs, without a Bog counter"
                self.result.not_used.append(NotUsed(where, what, why))
        self.perhaps_stopped = {hex_ for hex_, count in moving.items() if count < there[hex_]}


def _ways_to(state: State, start: str, to: str) -> tuple[tuple[str, ...], ...]:
    """The shortest ways between two hexes, each without its first hex; none if it is too far."""
    area = state.setting.area
    reached: dict[str, list[tuple[str, ...]]] = {start: [()]}
    seen = {start}
    for _ in range(_MOST_HEXES):
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


def _quiet(state: State) -> tuple[int, ...]:
    """The Wind Change DR from which least follows now; asked of the rules, not known."""
    least: dict[tuple[int, ...], int] = {}
    for dice in sorted(product(range(1, 7), repeat=2), key=lambda each: abs(sum(each) - 7)):
        with suppress(DiceLeft):
            outcome = resolve(state, WindChange(), EnteredDice(dice))
            if not isinstance(outcome, Refusal):
                least[dice] = len(outcome.events)
    return min(least, key=lambda each: least[each], default=(3, 4))
