"""Exact odds of wind, rain and Dust, Player Turn by Player Turn.

Climates are a Markov chain, and the table of climates has its chances in shares of a word. So the
distribution of each Player Turn follows from that of the one before, in whole numbers with a common
denominator; fractions are made only of what is told.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from math import gcd
from typing import Final, TypeVar

import attrs

from events.moment import Moment, Phase
from events.terms import EC, Density, Rain, WindForce
from sim.climate import Climate, in_climate
from sim.climate_table import OUTCOMES, ClimateTable, Step
from sim.modifiers import Modifier, total_of
from sim.questions.dust_at_range import dust_at_range, proper_range

__all__ = ["DUSTY", "Odds", "PlayerTurnOdds", "ShotOdds", "chance_reached", "climate_odds"]

DUSTY: Final = tuple(density for density in Density if density is not Density.NONE)
"""The densities that there can be more or less of."""

Key = TypeVar("Key", bound=Hashable)
Group = TypeVar("Group", bound=Hashable)


@attrs.frozen
class ShotOdds:
    """What Dust does to a shot over open ground, not into the wind.

    Attributes:
        range: in hexes.
        drm: the chance of each total DRM of Dust, its dr included.
        blocked: the chance that Dust, rain and Mist block its LOS (B.10).
    """

    range: int
    drm: dict[int, Fraction] = attrs.field(hash=False)
    blocked: Fraction


@attrs.frozen
class PlayerTurnOdds:
    """The chances of what a Wind Change DR leaves for the rest of its Player Turn.

    Attributes:
        moment: the RPh of the Player Turn.
        density: of each Dust density.
        reached: of at least each density, in this Player Turn or an earlier one that is listed.
        rain: of each kind of rain, none included.
        rained: that it has rained by then.
        wind: of each Wind Force.
        gusts: of Gusts.
        heavy_gusts: of Heavy Winds together with Gusts.
        ec: of each EC.
        climates: of each climate.
        shot: what Dust does to a shot; None if no range was asked about.
    """

    moment: Moment
    density: dict[Density, Fraction] = attrs.field(hash=False)
    reached: dict[Density, Fraction] = attrs.field(hash=False)
    rain: dict[Rain, Fraction] = attrs.field(hash=False)
    rained: Fraction
    wind: dict[WindForce, Fraction] = attrs.field(hash=False)
    gusts: Fraction
    heavy_gusts: Fraction
    ec: dict[EC, Fraction] = attrs.field(hash=False)
    climates: dict[Climate, Fraction] = attrs.field(hash=False, repr=False)
    shot: ShotOdds | None = None


@attrs.frozen
class Odds:
    """The odds from one moment of one game on.

    Attributes:
        name: title of the scenario.
        since: the moment from which they are worked out.
        player_turns: one Player Turn after the other, the present one included if its Wind Change
            DR has been made.
        expected: the expected number of these Player Turns under each density.
    """

    name: str
    since: Moment
    player_turns: tuple[PlayerTurnOdds, ...]
    expected: dict[Density, Fraction] = attrs.field(hash=False)

    @property
    def reached(self) -> dict[Density, Fraction]:
        """The chance of at least each density, in any of these Player Turns."""
        return self.player_turns[-1].reached


_Weights = dict[tuple[int, int], int]
"""Shares of a climate, and of the highest level of density that any Player Turn has had so far."""


def climate_odds(table: ClimateTable, turns: int, range_: int | None = None) -> Odds:
    """The odds of every Player Turn to come.

    Args:
        table: the table of the game, from the moment on that is asked about.
        turns: the last Game Turn; it may lie beyond that of the scenario.
        range_: in hexes; what Dust does to a shot is worked out for it.

    Raises:
        BadInput: when it is no range.
    """
    telling = _Telling(table, range_)
    player_turns = tuple(telling.told(*each) for each in _distributions(table, turns))
    expected = {
        density: sum((each.density[density] for each in player_turns), Fraction(0))
        for density in Density
    }
    state = table.state
    return Odds(state.setting.scenario.name, state.moment, player_turns, expected)


def chance_reached(table: ClimateTable, turns: int) -> dict[Density, Fraction]:
    """The chance of at least each density in any Player Turn to come; the rest is not worked out.

    Args:
        table: the table of the game, from the moment on that is asked about.
        turns: the last Game Turn.
    """
    *_, (_, weights, total) = _distributions(table, turns)
    return _reached(weights, total)


def _reached(weights: _Weights, total: int) -> dict[Density, Fraction]:
    highest = _grouped(weights, lambda key: key[1])
    return {
        each: Fraction(sum(w for level, w in highest.items() if level >= each.level), total)
        for each in DUSTY
    }


# The chain ----------------------------------------------------------------------------------

_Links = tuple[tuple[tuple[int, int], ...], ...]
"""For each climate, those that can follow, and their shares."""


def _links(step: Step) -> tuple[_Links, int]:
    """What can follow each climate, and how many shares there are."""
    common = gcd(*step.weights)
    links = tuple(
        tuple((after, weight // common) for after, weight in step.shares(number).items())
        for number in range(len(step.rows))
    )
    return links, OUTCOMES // common


def _distributions(table: ClimateTable, turns: int) -> Iterator[tuple[Moment, _Weights, int]]:
    """The distribution of every Player Turn: its moment, shares, and how many there are."""
    levels = [climate.density.level for climate in table.climates]
    links = {id(step): _links(step) for step in (*table.setup, table.player_turn)}
    clock = table.state.clock
    weights: _Weights = {(table.start, 0): 1}
    total = 1
    if clock.wind_rolled:
        weights = {(table.start, levels[table.start]): 1}
        yield Moment(clock.moment.turn, clock.moment.player, Phase.RPH), weights, total
    for moment, step in table.path(turns):
        follow, shares = links[id(step)]
        counts = levels if moment.phase is Phase.RPH else [0] * len(levels)
        weights, total = _onward(weights, follow, counts), total * shares
        if moment.phase is Phase.RPH:
            yield moment, weights, total


def _onward(weights: _Weights, links: _Links, levels: list[int]) -> _Weights:
    found: _Weights = {}
    for (number, highest), weight in weights.items():
        for after, share in links[number]:
            key = after, max(highest, levels[after])
            found[key] = found.get(key, 0) + weight * share
    return found


# Telling ------------------------------------------------------------------------------------


class _Telling:
    """Makes of distributions what is told of them."""

    def __init__(self, table: ClimateTable, range_: int | None) -> None:
        self._climates = table.climates
        self._state = table.state
        self._range = None if range_ is None else proper_range(range_)
        self._shots: dict[int, tuple[tuple[Modifier, ...], bool]] = {}

    def told(self, moment: Moment, weights: _Weights, total: int) -> PlayerTurnOdds:
        """What there is to tell of a Player Turn."""
        numbers = _grouped(weights, lambda key: key[0])

        def chance(holds: Callable[[Climate], bool]) -> Fraction:
            found = _grouped(numbers, lambda n: holds(self._climates[n]))
            return Fraction(found.get(True, 0), total)

        def chances(kinds: Iterable[Key], kind: Callable[[Climate], object]) -> dict[Key, Fraction]:
            found = _grouped(numbers, lambda n: kind(self._climates[n]))
            return {each: Fraction(found.get(each, 0), total) for each in kinds}

        return PlayerTurnOdds(
            moment=moment,
            density=chances(Density, lambda each: each.density),
            reached=_reached(weights, total),
            rain=chances(Rain, lambda each: each.sky.rain),
            rained=chance(lambda each: each.sky.rained),
            wind=chances(WindForce, lambda each: each.wind.force),
            gusts=chance(lambda each: each.wind.gusts),
            heavy_gusts=chance(lambda each: each.wind.heavy_gusts),
            ec=chances(EC, lambda each: each.sky.ec),
            climates={self._climates[n]: Fraction(share, total) for n, share in numbers.items()},
            shot=None if self._range is None else self._shot(self._range, numbers, total),
        )

    def _shot(self, range_: int, numbers: dict[int, int], total: int) -> ShotOdds:
        for number in numbers.keys() - self._shots.keys():
            state = in_climate(self._state, self._climates[number])
            self._shots[number] = dust_at_range(state, range_)
        drm: dict[int, Fraction] = {}
        blocked = 0
        for (modifiers, stops), share in _grouped(numbers, self._shots.__getitem__).items():
            blocked += share * stops
            for amount, chance in total_of(modifiers).chances.items():
                drm[int(amount)] = drm.get(int(amount), Fraction(0)) + chance * share
        found = {amount: drm[amount] / total for amount in sorted(drm)}
        return ShotOdds(range_, found, Fraction(blocked, total))


def _grouped(shares: dict[Key, int], kind: Callable[[Key], Group]) -> dict[Group, int]:
    """The shares of each kind."""
    found: dict[Group, int] = {}
    for key, share in shares.items():
        group = kind(key)
        found[group] = found.get(group, 0) + share
    return found
