"""Was this luck? The weather of a game against its exact odds, its dice against fair ones."""

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from functools import partial
from typing import Final

import attrs

from events.entry import Entry, Header
from events.scenario import Scenario
from events.sky import WindChangeRolled
from events.terms import Density, Rain, RollSource, WindForce
from replays.auditing.audit import AuditedEntry
from replays.auditing.dice_table import (
    ENOUGH,
    EXACT_UP_TO,
    DiceRow,
    RolledDice,
    dice_of_entries,
    dice_rows,
    fair_chance,
)
from replays.auditing.report_model import Chance, DiceTest, Luck, WeatherRow
from replays.chances.odds import table_of
from sim.climate.climate import Climate, climate_of
from sim.climate.exact_odds import count_chances
from sim.machine.dice import are_dice
from sim.soundness import faults
from sim.state import State

SELDOM_UNFAIR: Final = 0.05


def dice_tests(rolls: Sequence[RolledDice]) -> tuple[DiceTest, ...]:
    """A test for each side and purpose; rows with too few rolls are told, and not judged."""
    rows, chances = dice_rows([roll for roll in rolls if are_dice(roll.dice)]), []
    for row in rows:
        dice = 2 if row.kind == "DR" else 1
        total = sum((dice + at) * count for at, count in enumerate(row.counts))
        chances.append(fair_chance(row.n * dice, total))
    judged = [n for n, row in enumerate(rows) if row.verdict is not None]
    adjusted = dict(zip(judged, holm([chances[n] for n in judged]), strict=True))
    return tuple(
        DiceTest(
            *(row.who, row.purpose, row.kind, row.n, row.mean, row.fair_low, row.fair_high),
            *(chances[n], adjusted.get(n)),
            _verdict(row, chances[n], adjusted.get(n), len(judged)),
        )
        for n, row in enumerate(rows)
    )


def _verdict(row: DiceRow, p: float, adjusted: float | None, judged: int) -> str:
    if adjusted is None:
        return f"fewer than {ENOUGH} rolls: not judged"
    if adjusted < SELDOM_UNFAIR:
        return f"unusually {'high' if row.mean > (row.fair_low + row.fair_high) / 2 else 'low'}"
    return f"off, but of {judged} rows one may well be" if p < SELDOM_UNFAIR else "as fair dice"


def holm(chances: Sequence[float]) -> list[float]:
    """Chances corrected for their number, in the same order (Holm)."""
    found, highest = [0.0] * len(chances), 0.0
    for rank, n in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        highest = max(highest, min(1.0, chances[n] * (len(chances) - rank)))
        found[n] = highest
    return found


def dice_told(tests: Sequence[DiceTest]) -> str:
    """What may be said of all rows together."""
    if not tests:
        return "No dice were rolled."
    judged = [test for test in tests if test.adjusted is not None]
    if not judged:
        return f"No row has {ENOUGH} rolls, so nothing is said of the dice."
    odd = [test for test in judged if test.adjusted is not None and test.adjusted < SELDOM_UNFAIR]
    many = "row has" if len(judged) == 1 else "rows have"
    said = (
        f"{len(judged)} {many} {ENOUGH} rolls or more. The chance p that the mean of fair dice is "
        f"as far off, or farther, on either side is worked out die by die (beyond {EXACT_UP_TO} "
        f"dice by the normal curve), and corrected for the number of rows (Holm)."
    )
    if not odd:
        return f"{said} None is unusual."
    names = ", ".join(f"{test.who}, {test.purpose} ({test.kind})" for test in odd)
    return f"{said} Unusual: {names}. That proves nothing; it is a reason to look."


def _at_least(density: Density, climate: Climate) -> bool:
    return climate.density.level >= density.level


_MEASURES: Final[dict[str, Callable[[Climate], bool]]] = {
    **{
        f"{each} Dust{'' if each is Density.EXTREMELY_HEAVY else ' or denser'}": (
            partial(_at_least, each)
        )
        for each in Density
        if each is not Density.NONE
    },
    "Rain": lambda climate: climate.sky.rain is not Rain.NONE,
    "Gusts": lambda climate: climate.wind.gusts,
    "Heavy Winds": lambda climate: climate.wind.force is WindForce.HEAVY_WINDS,
}
"""What is counted, Player Turn by Player Turn."""

SELDOM: Final = Fraction(1, 20)
"""Two-sided chances below this are called unusual."""


def luck_of(scenario: Scenario, seen: Sequence[State]) -> tuple[Luck, ...]:
    """Each measure of the weather against its exact chance.

    What the scenario makes impossible, or certain, has no luck in it and is left out.
    """
    if not seen:
        return ()
    table = table_of(scenario)
    found = []
    for what, holds in _MEASURES.items():
        chances = count_chances(table, len(seen), holds)
        if max(chances) < 1:
            count = sum(holds(climate_of(state)) for state in seen)
            found.append(_luck(what, count, chances))
    return tuple(attrs.evolve(each, verdict=verdict_of(each, len(found))) for each in found)


def _luck(what: str, seen: int, chances: Sequence[Fraction]) -> Luck:
    many, few = sum(chances[seen:], Fraction(0)), sum(chances[: seen + 1], Fraction(0))
    mean = sum((n * chance for n, chance in enumerate(chances)), Fraction(0))
    two = float(min(Fraction(1), 2 * min(many, few)))
    as_many, as_few = (Chance(f"{e.numerator}/{e.denominator}", float(e)) for e in (many, few))
    return Luck(what, seen, len(chances) - 1, float(mean), as_many, as_few, two, "")


def verdict_of(luck: Luck, measures: int) -> str:
    """A measure in words."""
    if not luck.two_sided:
        return "impossible in this scenario"
    more = luck.as_many.decimal < luck.as_few.decimal
    much = "much" if more else "little"
    if luck.two_sided >= 4 * SELDOM:
        return "as usual"
    if luck.two_sided >= SELDOM:
        return f"rather {much}, but not unusual"
    if luck.two_sided * measures >= SELDOM:
        return f"unusually {much}, as one of {measures} may be"
    return f"very unusually {much}"


def luck_told(found: Sequence[Luck]) -> str:
    """What may be said of all measures together."""
    if not found:
        return "Nothing in this weather was left to the dice."
    odd = [each.what for each in found if each.two_sided * len(found) < SELDOM]
    if odd:
        return f"Seldom do dice give a scenario this weather: see {', '.join(odd)}."
    return "The dice gave no weather that would be unusual in this scenario."


class ChancesSeen:
    """What the weather and the dice of a game were, entry by entry of an audit."""

    def __init__(self, header: Header) -> None:
        self.rolls: list[RolledDice] = []
        self._header = header
        self._states: list[tuple[int, State, State]] = []
        self._changes: dict[int, Entry] = {}

    def look(self, audited: AuditedEntry) -> None:
        """One more entry."""
        entry, logged = audited.entry, audited.written.state
        if any(isinstance(event, WindChangeRolled) for event in entry.then):
            self._changes[entry.n] = entry
        if logged.clock.wind_rolled:
            self._states.append((entry.n, logged, audited.ruled.state))
        if entry.dice:
            self.rolls += dice_of_entries(self._header, [entry])

    def _player_turns(self, gone: Collection[int]) -> dict[str, tuple[State, State]]:
        """The last states of each Player Turn after its Wind Change DR: of the log, by the rules.

        What was taken back is gone.
        """
        return {
            logged.moment.player_turn: (logged, ruled)
            for n, logged, ruled in self._states
            if n not in gone
        }

    def weather(self, taken_back: Collection[int]) -> tuple[WeatherRow, ...]:
        """The weather of each Player Turn, in order."""
        changes = (entry for n, entry in self._changes.items() if n not in taken_back)
        dice = {str(entry.at.player_turn): entry for entry in changes}
        turns = self._player_turns(taken_back)
        return tuple(_weather(turn, dice.get(turn), *states) for turn, states in turns.items())

    def luck(self, taken_back: Collection[int]) -> tuple[tuple[Luck, ...], str]:
        """The weather by the rules against its odds, or why that cannot be told."""
        scenario = self._header.scenario
        turns = self._player_turns(taken_back)
        if any(faults(scenario)):
            return (), "The scenario is not sound, so there are no odds for this weather."
        if list(turns) != [f"{n // 2 + 1}.{n % 2 + 1}" for n in range(len(turns))]:
            return (), "A Player Turn has no Wind Change DR, so there are no odds for this weather."
        if not turns:
            return (), "No Wind Change DR has been made yet."
        return luck_of(scenario, [ruled for _, ruled in turns.values()]), ""


def _weather(turn: str, change: Entry | None, logged: State, ruled: State) -> WeatherRow:
    rolls = () if change is None else change.dice
    return WeatherRow(
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
