"""Exact odds of wind, rain and Dust, Player Turn by Player Turn.

Climates are a Markov chain, and the table of climates has its chances in shares of a word. So the
distribution of each Player Turn follows from that of the one before, in whole numbers with a common
denominator. Two chains do: one of kinds of climates that tell the same, and one of kinds that are
as dusty, with the highest density so far. Fractions are made only of what is told.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from typing import Final

import attrs

from events.errors import BadInput
from events.moment import Moment, Phase
from events.terms import EC, Density, Rain, WindForce
from sim.chapter_11.dust import dust_on_shot
from sim.chapter_11.low_visibility import toward_blockage
from sim.chapter_a.los import Location, LosReport
from sim.chapter_b.hindrance import hindrances_block
from sim.chapter_e.low_visibility import lv_drm
from sim.climate.climate import Climate, in_climate
from sim.climate.table import ClimateTable, Key, Kinds, Links, gathered, kinds_of, links_of
from sim.modifiers import Modifier, applied, total_of
from sim.shot import Attack, Shot, Target
from sim.state import State

# What the climate does to a shot over open ground at a range: its Dust, and whether it is blocked.
#
# Nothing stands on the ground, and the shot is not into the wind: a climate has no direction.


MOST_RANGE = 99
"""Hexes; the longest range that can be asked about."""

_ANYWHERE = Location("open ground")


def valid_range(range_: int) -> int:
    """A range that can be asked about."""
    if not 0 <= range_ <= MOST_RANGE:
        raise BadInput(f"{range_} is not a range from 0 to {MOST_RANGE}", "range")
    return range_


def dust_at_range(state: State, range_: int) -> tuple[tuple[Modifier, ...], bool]:
    """What Dust adds to a TH DR at a range, and whether Dust, rain and Mist block LOS (B.10)."""
    los = LosReport(_ANYWHERE, _ANYWHERE, range_)
    shot = Shot(state, Attack.TO_HIT, los, Target.INFANTRY, range_)
    modifiers, _ = applied(dust_on_shot(shot))
    return modifiers, hindrances_block(toward_blockage(modifiers), lv_drm(state, range_))


DUSTY: Final = tuple(density for density in Density if density is not Density.NONE)
"""The densities that there can be more or less of."""

_PARTS: Final = (
    *("density", "sky.rain", "sky.rained", "sky.ec"),
    *("wind.force", "wind.gusts", "wind.heavy_gusts"),
)
"""What is told of a climate."""


@attrs.frozen
class ShotOdds:
    """What Dust does to a shot over open ground, not into the wind."""

    range: int
    drm: dict[int, Fraction] = attrs.field(hash=False)
    """The chance of each total DRM of Dust, its dr included."""
    blocked: Fraction
    """The chance that Dust, rain and Mist block its LOS (B.10)."""


@attrs.frozen
class PlayerTurnOdds:
    """The chances of what a Wind Change DR leaves for the rest of its Player Turn."""

    moment: Moment
    density: dict[Density, Fraction] = attrs.field(hash=False)
    reached: dict[Density, Fraction] = attrs.field(hash=False)
    """Of at least each density, in this Player Turn or an earlier one that is listed."""
    rain: dict[Rain, Fraction] = attrs.field(hash=False)
    rained: Fraction
    """That it has rained by then."""
    wind: dict[WindForce, Fraction] = attrs.field(hash=False)
    gusts: Fraction
    heavy_gusts: Fraction
    """Of Heavy Winds together with Gusts."""
    ec: dict[EC, Fraction] = attrs.field(hash=False)
    shot: ShotOdds | None = None
    """What Dust does to a shot; None if no range was asked about."""


@attrs.frozen
class Odds:
    """The odds from one moment of one game on."""

    name: str
    since: Moment
    player_turns: tuple[PlayerTurnOdds, ...]
    """One Player Turn after the other, the present one included if its Wind Change DR has been
    made."""
    expected: dict[Density, Fraction] = attrs.field(hash=False)
    """The expected number of these Player Turns under each density."""

    @property
    def reached(self) -> dict[Density, Fraction]:
        """The chance of at least each density, in any of these Player Turns."""
        return self.player_turns[-1].reached


_Weights = dict[int, int]
"""Shares of each climate or kind of climates."""

_Heights = dict[tuple[int, int], int]
"""Shares of a kind, with the highest level of density that any Player Turn has had so far."""


def climate_odds(table: ClimateTable, turns: int, range_: int | None = None) -> Odds:
    """The odds of every Player Turn to come."""
    kinds = kinds_of(table, _reported_of)
    telling = _Telling(table, kinds, range_)
    player_turns = tuple(
        telling.told(moment, weights, _reached(heights, total), total)
        for (moment, weights, total), (_, heights, _) in zip(
            _chain(table, turns, kinds), _heights(table, turns), strict=True
        )
    )
    expected = {
        density: sum((each.density[density] for each in player_turns), Fraction(0))
        for density in Density
    }
    state = table.state
    return Odds(state.setting.scenario.name, state.moment, player_turns, expected)


def chance_reached(table: ClimateTable, turns: int) -> dict[Density, Fraction]:
    """The chance of at least each density in any Player Turn to come."""
    *_, (_, heights, total) = _heights(table, turns)
    return _reached(heights, total)


def _reported_of(climate: Climate) -> Hashable:
    """All that is told of a climate: its sky as it is now, its wind, and its Dust."""
    sky = climate.sky
    return sky.ec, sky.rain, sky.rained, sky.mist, climate.wind, climate.density


def _reached(heights: _Heights, total: int) -> dict[Density, Fraction]:
    highest = gathered((level, weight) for (_, level), weight in heights.items())
    return {
        each: Fraction(sum(w for level, w in highest.items() if level >= each.level), total)
        for each in DUSTY
    }


@lru_cache(maxsize=16)
def after_setup(table: ClimateTable) -> tuple[_Weights, int]:
    """Shares of each climate once setup is over, and how many there are."""
    weights, total = {table.start: 1}, 1
    for step in table.setup:
        links, shares = links_of(step)
        weights, total = _followed(weights, links), total * shares
    return weights, total


def _followed(weights: _Weights, links: Links) -> _Weights:
    return gathered(
        (after, weight * share)
        for number, weight in weights.items()
        for after, share in links[number]
    )


def _start(table: ClimateTable, kinds: Kinds) -> tuple[_Weights, int]:
    climates, total = after_setup(table)
    return gathered((kinds.of[number], weight) for number, weight in climates.items()), total


def _present(table: ClimateTable) -> Moment | None:
    """The Player Turn whose Wind Change DR has been made; None before the first."""
    clock = table.state.clock
    if not clock.wind_rolled:
        return None
    return Moment(clock.moment.turn, clock.moment.player, Phase.RPH)


def _chain(table: ClimateTable, turns: int, kinds: Kinds) -> Iterator[tuple[Moment, _Weights, int]]:
    """The distribution of kinds in every Player Turn: moment, shares, and how many there are."""
    weights, total = _start(table, kinds)
    if (present := _present(table)) is not None:
        yield present, weights, total
    for moment in table.player_turns(turns):
        weights, total = _followed(weights, kinds.links), total * kinds.shares
        yield moment, weights, total


def _heights(table: ClimateTable, turns: int) -> Iterator[tuple[Moment, _Heights, int]]:
    """The same of kinds as dusty as each other, with the highest density so far."""
    kinds = kinds_of(table, attrgetter("density"))
    levels = [table.climates[number].density.level for number in kinds.examples]
    start, total = _start(table, kinds)
    heights: _Heights = {(kind, 0): weight for kind, weight in start.items()}
    if (present := _present(table)) is not None:
        heights = {(kind, levels[kind]): weight for kind, weight in start.items()}
        yield present, heights, total
    for moment in table.player_turns(turns):
        heights = gathered(
            ((after, max(highest, levels[after])), weight * share)
            for (kind, highest), weight in heights.items()
            for after, share in kinds.links[kind]
        )
        total *= kinds.shares
        yield moment, heights, total


def count_chances(
    table: ClimateTable, player_turns: int, holds: Callable[[Climate], bool]
) -> tuple[Fraction, ...]:
    """The chance that something holds in none, one, two ... of the Player Turns to come.

    A Player Turn is looked at after its Wind Change DR. `holds` is a function of a module, as the
    kinds for it are remembered.
    """
    kinds = kinds_of(table, holds)
    counted = [bool(holds(table.climates[number])) for number in kinds.examples]
    start, total = _start(table, kinds)
    now = {(kind, 0): weight for kind, weight in start.items()}
    for _ in range(player_turns):
        now = gathered(
            ((after, count + counted[after]), weight * share)
            for (kind, count), weight in now.items()
            for after, share in kinds.links[kind]
        )
        total *= kinds.shares
    sums = gathered((count, weight) for (_, count), weight in now.items())
    return tuple(Fraction(sums.get(count, 0), total) for count in range(player_turns + 1))


class _Telling:
    def __init__(self, table: ClimateTable, kinds: Kinds, range_: int | None) -> None:
        self._climates = [table.climates[number] for number in kinds.examples]
        self._state = table.state
        self._range = None if range_ is None else valid_range(range_)
        self._shots: dict[int, tuple[tuple[Modifier, ...], bool]] = {}
        self._values = {name: list(map(attrgetter(name), self._climates)) for name in _PARTS}

    def told(
        self, moment: Moment, weights: _Weights, reached: dict[Density, Fraction], total: int
    ) -> PlayerTurnOdds:
        found = {
            name: gathered((values[kind], weight) for kind, weight in weights.items())
            for name, values in self._values.items()
        }

        def chances(every: Iterable[Key], name: str) -> dict[Key, Fraction]:
            return {each: Fraction(found[name].get(each, 0), total) for each in every}

        return PlayerTurnOdds(
            moment=moment,
            density=chances(Density, "density"),
            reached=reached,
            rain=chances(Rain, "sky.rain"),
            rained=chances([True], "sky.rained")[True],
            wind=chances(WindForce, "wind.force"),
            gusts=chances([True], "wind.gusts")[True],
            heavy_gusts=chances([True], "wind.heavy_gusts")[True],
            ec=chances(EC, "sky.ec"),
            shot=None if self._range is None else self._shot(self._range, weights, total),
        )

    def _shot(self, range_: int, weights: _Weights, total: int) -> ShotOdds:
        for kind in weights.keys() - self._shots.keys():
            state = in_climate(self._state, self._climates[kind])
            self._shots[kind] = dust_at_range(state, range_)
        drm: dict[int, Fraction] = {}
        blocked = 0
        shots = gathered((self._shots[kind], weight) for kind, weight in weights.items())
        for (modifiers, stops), share in shots.items():
            blocked += share * stops
            for amount, chance in total_of(modifiers).chances.items():
                drm[int(amount)] = drm.get(int(amount), Fraction(0)) + chance * share
        found = {amount: drm[amount] / total for amount in sorted(drm)}
        return ShotOdds(range_, found, Fraction(blocked, total))
