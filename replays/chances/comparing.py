"""``compare``: one scenario, or one SSR, against another: what differs, and the odds of both."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final

import attrs

from events.errors import BadInput
from events.html_table import html_table
from events.moment import Phase
from events.scenario import Scenario
from events.terms import Density, WindForce
from replays.chances.odds import given_state, odds
from replays.playing.game import Game
from replays.telling.scenario_changes import ChangedSetting, changed_settings, changed_weather
from sim.climate.odds import DUSTY, Odds, PlayerTurnOdds
from sim.climate.percent import percent
from sim.state import State

__all__ = ["ComparedChance", "Comparison", "compare", "points"]

_Chance = Callable[[PlayerTurnOdds], Fraction]


def points(difference: Fraction) -> str:
    """A difference of two chances in percentage points; only none at all reads as ``=``."""
    if not difference:
        return "="
    hundredths = round(float(100 * difference), 2)
    return f"{hundredths:+.2f}" if hundredths else f"{'+' if difference > 0 else '-'}<0.01"


@attrs.frozen
class ComparedChance:
    """A chance in two scenarios, Player Turn by Player Turn.

    Attributes:
        name: of what.
        player_turns: the Player Turns that both have, ``3.2``.
        one: its chance in each of them in the first scenario.
        two: in the second.
    """

    name: str
    player_turns: tuple[str, ...]
    one: tuple[Fraction, ...] = attrs.field(hash=False)
    two: tuple[Fraction, ...] = attrs.field(hash=False)

    @property
    def widest(self) -> int:
        """In which of these Player Turns the two are furthest apart; the first of several."""
        apart = [abs(b - a) for a, b in zip(self.one, self.two, strict=True)]
        return apart.index(max(apart))

    @property
    def difference(self) -> Fraction:
        """How much likelier it is in the second there; below 0 where it is less likely."""
        return self.two[self.widest] - self.one[self.widest]


@attrs.frozen
class Comparison:
    """Two scenarios, or two games, side by side.

    Attributes:
        one: the odds of the first, A.
        two: those of the second, B.
        settings: what differs between the scenarios, and between the weather of games under way.
        chances: every chance that is compared; that which differs most comes first.
    """

    one: Odds
    two: Odds
    settings: tuple[ChangedSetting, ...]
    chances: tuple[ComparedChance, ...]

    @property
    def player_turns(self) -> tuple[tuple[PlayerTurnOdds, PlayerTurnOdds], ...]:
        """The Player Turns that both have, in A and in B."""
        return tuple(_paired(self.one, self.two))

    @property
    def different(self) -> tuple[ComparedChance, ...]:
        """The chances that are not the same in every Player Turn."""
        return tuple(each for each in self.chances if each.difference)

    @property
    def alike(self) -> tuple[ComparedChance, ...]:
        """The chances that are."""
        return tuple(each for each in self.chances if not each.difference)

    @property
    def same(self) -> str:
        """What is said where no setting differs."""
        also = " but in their titles" if self.one.name != self.two.name else ""
        return f"The scenarios do not differ{also}."

    def _repr_html_(self) -> str:
        """Where they differ most as notebooks show it, the greatest difference first."""
        rows = (
            [each.name, each.player_turns[n], percent(each.one[n]), percent(each.two[n]), apart]
            for each in self.different
            for n, apart in [(each.widest, points(each.difference))]
        )
        title = f"A: {self.one.name}; B: {self.two.name}; furthest apart"
        return html_table(title, ("", "in", "A", "B", "B-A, points"), rows)


def compare(
    one: Scenario | State | Game | str | Path,
    two: Scenario | State | Game | str | Path,
    *,
    turns: int | None = None,
    range_: int | None = None,
) -> Comparison:
    """One scenario against another: what differs between them, and what that does to the odds.

    Args:
        one: a scenario, a state, a game, the path of a log, ``GAME.jsonl@3.2/MPh``, a scenario file
            or the name of a bundled scenario.
        two: another.
        turns: the last Game Turn to look at; of each its own last if None.
        range_: in hexes; what Dust does to a shot at that range is compared too.

    Raises:
        BadInput: when there is no such source or moment, turns or range are impossible, or the two
            have no Player Turn in common.
    """
    states = given_state(one), given_state(two)
    a, b = (odds(state, turns=turns, range_=range_) for state in states)
    pairs = tuple(_paired(a, b))
    names = tuple(each.moment.player_turn for each, _ in pairs)
    found = [
        ComparedChance(
            name, names, tuple(of(each) for each, _ in pairs), tuple(of(each) for _, each in pairs)
        )
        for name, of in _compared(pairs)
    ]
    found.sort(key=lambda each: -abs(each.difference))
    return Comparison(a, b, tuple(_settings(*states)), tuple(found))


def _paired(one: Odds, two: Odds) -> Iterator[tuple[PlayerTurnOdds, PlayerTurnOdds]]:
    """The Player Turns that both have.

    Raises:
        BadInput: when there is none.
    """
    others = {each.moment.player_turn: each for each in two.player_turns}
    pairs = [
        (each, others[each.moment.player_turn])
        for each in one.player_turns
        if each.moment.player_turn in others
    ]
    if not pairs:
        a, b = (
            f"{turns[0].moment.player_turn} to {turns[-1].moment.player_turn}"
            for turns in (one.player_turns, two.player_turns)
        )
        raise BadInput(f"the two have no Player Turn in common: A has {a}, B {b}")
    yield from pairs


def _settings(one: State, two: State) -> Iterator[ChangedSetting]:
    """What differs between two scenarios, and between games that have begun."""
    yield from changed_settings(one.setting.scenario, two.setting.scenario)
    if one.moment != two.moment:
        yield ChangedSetting("Odds from", str(one.moment), str(two.moment))
    if Phase.SETUP not in (one.moment.phase, two.moment.phase):
        yield from changed_weather(one, two)


_ALWAYS: Final[tuple[tuple[str, _Chance], ...]] = (
    ("Rain so far", lambda each: each.rained),
    ("Heavy Winds", lambda each: each.wind[WindForce.HEAVY_WINDS]),
    ("Gusts", lambda each: each.gusts),
    ("Heavy Winds and Gusts", lambda each: each.heavy_gusts),
)


def _compared(
    pairs: tuple[tuple[PlayerTurnOdds, PlayerTurnOdds], ...],
) -> Iterator[tuple[str, _Chance]]:
    """Each chance that is compared: its name, and what tells it of a Player Turn."""
    for density in DUSTY:
        more = "" if density is DUSTY[-1] else " or denser"
        yield f"{density} Dust{more} so far", _so_far(density)
    yield from _ALWAYS
    shots = [each.shot for pair in pairs for each in pair if each.shot is not None]
    if not shots:
        return
    at = f"at range {shots[0].range}"
    for drm in sorted({drm for shot in shots for drm in shot.drm if drm > 0}):
        yield f"DRM +{drm} or more {at}", _at_least(drm)
    yield f"LOS blocked {at}", lambda each: each.shot.blocked if each.shot else Fraction(0)


def _so_far(density: Density) -> _Chance:
    return lambda each: each.reached[density]


def _at_least(drm: int) -> _Chance:
    """The chance that Dust gives a shot at least this DRM."""

    def chance(each: PlayerTurnOdds) -> Fraction:
        amounts = {} if each.shot is None else each.shot.drm
        return sum((amounts[amount] for amount in amounts if amount >= drm), Fraction(0))

    return chance
