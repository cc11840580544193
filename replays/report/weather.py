"""The weather of each Player Turn of a log, by the log and by the rules."""

from collections.abc import Iterable

import attrs

from events.entry import Entry
from events.terms import RollSource
from events.wind import WindChangeRolled
from replays.auditing.passing import Passage
from replays.report.model import WeatherTold
from sim.state import State

__all__ = ["WeatherSeen"]


@attrs.frozen
class _Seen:
    """Where log and rules stand after an entry."""

    entry: int
    logged: State
    ruled: State


@attrs.define
class WeatherSeen:
    """What an onlooker of an audit remembers of the weather."""

    _seen: list[_Seen] = attrs.field(factory=list)
    _changes: dict[int, Entry] = attrs.field(factory=dict)

    def look(self, passage: Passage) -> None:
        """Remember where log and rules stand, where that is new."""
        entry, logged, ruled = passage.entry, passage.written.state, passage.ruled.state
        if any(isinstance(event, WindChangeRolled) for event in entry.then):
            self._changes[entry.n] = entry
        if logged.clock.wind_rolled:
            self._seen.append(_Seen(entry.n, logged, ruled))

    def player_turns(self, taken_back: Iterable[int]) -> dict[str, tuple[State, State]]:
        """The last states of each Player Turn after its Wind Change DR: of the log, by the rules.

        Args:
            taken_back: the entries that do not count.
        """
        gone = frozenset(taken_back)
        found: dict[str, tuple[State, State]] = {}
        for seen in self._seen:
            if seen.entry not in gone:
                found[seen.logged.moment.player_turn] = seen.logged, seen.ruled
        return found

    def told(self, taken_back: Iterable[int]) -> tuple[WeatherTold, ...]:
        """The weather of each Player Turn, in order."""
        gone = frozenset(taken_back)
        dice = {
            str(entry.at.player_turn): entry for n, entry in self._changes.items() if n not in gone
        }
        return tuple(
            _told(turn, dice.get(turn), *states) for turn, states in self.player_turns(gone).items()
        )


def _told(turn: str, change: Entry | None, logged: State, ruled: State) -> WeatherTold:
    rolls = () if change is None else change.dice
    return WeatherTold(
        player_turn=turn,
        dr=rolls[0].dice[:2] if rolls else (),
        by_hand=any(roll.source is RollSource.TABLE for roll in rolls),
        wind=_word(logged.wind.force),
        direction=logged.wind.direction,
        gusts=logged.wind.gusts,
        rain=str(logged.sky.rain),
        dust=str(logged.density),
        ec=_word(logged.sky.ec),
        ruled_wind=_word(ruled.wind.force),
        ruled_gusts=ruled.wind.gusts,
        ruled_rain=str(ruled.sky.rain),
        ruled_dust=str(ruled.density),
    )


def _word(value: object) -> str:
    return "to be rolled" if value is None else str(value)
