"""``compare``: one scenario, or one SSR, against another: what differs, and the odds of both."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import attrs

from events.codec import to_json
from events.errors import BadInput
from events.moment import Phase
from events.scenario import PathSpec, RoadSpec, Scenario
from events.terms import WindForce
from replays.chances.odds import given_state, odds
from replays.game.difference import differences, name_of_fact, names
from replays.game.game import Game
from replays.game.state_view import name_of_place, state_as_json, value_in_words
from replays.game.text import html_table
from sim.climate.climate import percent
from sim.climate.exact_odds import DUSTY, Odds, PlayerTurnOdds
from sim.rulings import in_force
from sim.soundness import ROLLABLE
from sim.state import State


@attrs.frozen
class ChangedSetting:
    """A setting that two scenarios, or a fact that two states, do not have alike.

    Its name is what players call it, ``Time of Day``; of a thing its kind and name, ``Vehicle
    PzA``. Its values are in words; ``none`` where there is no such thing.
    """

    name: str
    one: str
    two: str

    def __str__(self) -> str:
        return f"{self.name}: {self.one} -> {self.two}"


_FIRST: Final = frozenset(
    ("turns", "month", "dyo", "steppe", "weather", "time_of_day", "ec", "wind", "wind_direction")
) | {"dust", "bombardments", "mist"}
"""The settings of which people ask what they do to the weather; they are told first."""

_BY_RULE: Final = {"wind_direction": "rolled if there is wind", "mist": "as the Time of Day says"}


def _ends(way: RoadSpec | PathSpec) -> str:
    return " to ".join((way.hexes[0], way.hexes[-1])) if way.hexes else ""


_THINGS: Final[dict[str, tuple[str, Callable[[Any], str]]]] = {
    "boards": ("Board", lambda each: each.name),
    "vehicles": ("Vehicle", lambda each: each.id),
    "buildings": ("Building", lambda each: each.hex),
    "debris": ("Arid Debris", lambda each: each.hex),
    "roads": ("Road", _ends),
    "bridges": ("Bridge", lambda each: each.hex),
    "spills": ("Spill", lambda each: each.hex),
    "paths": ("Path", _ends),
    "overlays": ("Overlay", lambda each: " ".join([*each.hexes][:1])),
    "fortifications": ("Fortification", lambda each: f"{each.kind} {each.hex}"),
    "hexsides": ("Hexsides", lambda each: str(each.kind)),
}
"""What there can be many of: what one is called, and by which name it is known."""

_SHORT: Final = {"mp": "MP", "bu": "BU", "mtr": "MTR", "ad": "AD", "ca": "CA", "tem": "TEM"}
"""Fields of things that players know by their letters."""

_DRAWN: Final = {"map": "map", "depiction": "picture"}
"""Fields of a board that are whole drawings, which no line has room for."""

_LONGEST: Final = 120
"""A value in words is cut at so many characters."""

_WEATHER: Final = ("dust", "sky", "wind", "light_dust_can_exist", "heavy_dust_can_exist")


def setting_words(name: str) -> str:
    """A setting as people write it: ``Time of Day`` for ``time_of_day``."""
    if name in names():
        return names()[name]
    words = ((word, _SHORT.get(word, word.capitalize())) for word in name.split("_"))
    return " ".join(word if word == "of" else said for word, said in words)


def changed_settings(one: Scenario, two: Scenario) -> tuple[ChangedSetting, ...]:
    """What differs but the title: what the weather depends on, other settings, then things.

    What is only written in another way, as a default that one of them spells out, does not differ.
    Boards, vehicles and other things are known by name or hex; those of the same name are numbered.
    """
    names = [field.name for field in attrs.fields(Scenario) if field.name != "name"]
    names.sort(key=lambda name: (name not in _FIRST, name in _THINGS))
    return tuple(
        changed
        for name in names
        if getattr(one, name) != getattr(two, name)
        for changed in _changed(name, one, two)
    )


def _changed(name: str, one: Scenario, two: Scenario) -> Iterator[ChangedSetting]:
    a, b = getattr(one, name), getattr(two, name)
    if name in _THINGS:
        yield from _things(name, a, b)
    elif name == "rulings":
        mine, other = in_force(a), in_force(b)
        for id_, ruling in mine.items():
            if ruling != other[id_]:
                yield ChangedSetting(f"Ruling {id_}", ruling.choice, other[id_].choice)
    elif name == "first":
        mover, after = one.order_of_sides[0], two.order_of_sides[0]
        if mover != after:
            yield ChangedSetting(setting_words(name), mover, after)
    else:
        yield ChangedSetting(setting_words(name), _value(name, a), _value(name, b))


def _value(name: str, value: Any) -> str:
    if value is None:
        return "roll" if name in ROLLABLE else _BY_RULE.get(name, "none")
    if name == "sides":
        return " and ".join(value)
    if isinstance(value, Mapping):
        return _cut(", ".join(f"{key} as {item}" for key, item in value.items()) or "none")
    return value_in_words(value)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _things(name: str, a: tuple[Any, ...], b: tuple[Any, ...]) -> Iterator[ChangedSetting]:
    one, two = _named(name, a), _named(name, b)
    if [*one] != [*two] and one.keys() == two.keys():
        order = (_cut(", ".join(each)) for each in (one, two))
        yield ChangedSetting(f"Order of {setting_words(name)}", *order)
    for said in [*one, *(each for each in two if each not in one)]:
        if said not in two or said not in one:
            yield ChangedSetting(
                said, *("there" if said in each else "none" for each in (one, two))
            )
        else:
            yield from _fields(said, one[said], two[said])


def _named(name: str, things: tuple[Any, ...]) -> dict[str, Any]:
    """Things by their names; those of the same name are numbered."""
    word, of = _THINGS[name]
    found: dict[str, Any] = {}
    counts: dict[str, int] = {}
    for thing in things:
        said = f"{word} {of(thing)}"
        counts[said] = counts.get(said, 0) + 1
        number = counts[said]
        found[said if number == 1 else f"{said} ({number})"] = thing
    return found


def _fields(said: str, one: Any, two: Any) -> Iterator[ChangedSetting]:
    for field in attrs.fields(type(one)):
        a, b = getattr(one, field.name), getattr(two, field.name)
        if a == b:
            continue
        if field.name in _DRAWN:
            a, b = (None if each is None else _DRAWN[field.name] for each in (a, b))
            b = f"another {b}" if a == b else b
        elif isinstance(a, tuple) and isinstance(b, tuple):
            only = [[each for each in x if each not in y] for x, y in ((a, b), (b, a))]
            a, b = only if any(only) else (a, b)
        values = (_cut(value_in_words(to_json(each))) for each in (a, b))
        name = _SHORT.get(field.name, name_of_place(field.name))
        yield ChangedSetting(f"{said}, {name}", *values)


def changed_weather(one: State, two: State) -> tuple[ChangedSetting, ...]:
    """What differs of sky, wind and Dust in two states of games."""
    a, b = state_as_json(one, 0), state_as_json(two, 0)
    return tuple(
        ChangedSetting(f"{name_of_fact(place)} now", value_in_words(old), value_in_words(new))
        for key in _WEATHER
        for place, old, new in differences(a[key], b[key], key)
    )


def points(difference: Fraction) -> str:
    """A difference of two chances in percentage points; only none at all reads as ``=``."""
    if not difference:
        return "="
    hundredths = round(float(100 * difference), 2)
    return f"{hundredths:+.2f}" if hundredths else f"{'+' if difference > 0 else '-'}<0.01"


def side_by_side(a: Fraction, b: Fraction) -> tuple[str, str, str]:
    """Two chances, and their difference in points."""
    return percent(a), percent(b), points(b - a)


@attrs.frozen
class ComparedChance:
    """A chance in two scenarios, in each of the Player Turns, ``3.2``, that both have."""

    name: str
    player_turns: tuple[str, ...]
    one: tuple[Fraction, ...]
    two: tuple[Fraction, ...]

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
    """Two scenarios, or two games, side by side: A and B.

    ``names`` are their titles, with the files of titles that are the same. ``settings`` are what
    differs between the scenarios, and between the weather of games under way; of the ``chances``
    that are compared that which differs most comes first.
    """

    one: Odds
    two: Odds
    names: tuple[str, str]
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
    def same(self) -> str:
        """What is said where no setting differs."""
        also = " but in their titles" if self.one.name != self.two.name else ""
        return f"The scenarios do not differ{also}."

    def furthest(self) -> list[tuple[str, ...]]:
        """A row a chance that differs: where most, A and B there, and B-A in points."""
        return [
            (each.name, each.player_turns[n], *side_by_side(each.one[n], each.two[n]))
            for each in self.different
            for n in [each.widest]
        ]

    def _repr_html_(self) -> str:
        """Where they differ most as notebooks show it, the greatest difference first."""
        title = "A: {}; B: {}; furthest apart".format(*self.names)
        return html_table(title, ("", "in", "A", "B", "B-A, points"), self.furthest())


def compare(
    one: Scenario | State | Game | str | Path,
    two: Scenario | State | Game | str | Path,
    *,
    turns: int | None = None,
    range_: int | None = None,
) -> Comparison:
    """One scenario against another: what differs between them, and what that does to the odds.

    Each is a scenario, a state, a game, the path of a log, ``GAME.jsonl@3.2/MPh``, a scenario file
    or the name of a bundled scenario. ``turns`` is the last Game Turn to look at, of each its own
    last if None; what Dust does to a shot at ``range_`` hexes is compared too.
    """
    states = given_state(one), given_state(two)
    a, b = (odds(state, turns=turns, range_=range_) for state in states)
    names = (a.name, b.name)
    if a.name == b.name and one != two:
        files = (f" ({each})" if isinstance(each, str | Path) else "" for each in (one, two))
        names = (a.name + next(files), b.name + next(files))
    return Comparison(a, b, names, tuple(_settings(*states)), compared_chances(a, b))


def compared_chances(a: Odds, b: Odds) -> tuple[ComparedChance, ...]:
    """The chances of two odds side by side; that which differs most comes first."""
    pairs = tuple(_paired(a, b))
    names = tuple(each.moment.player_turn for each, _ in pairs)
    drms = {drm for pair in pairs for each in pair if each.shot for drm in each.shot.drm if drm > 0}
    of_a, of_b = (
        [_chances_of(each, sorted(drms)) for each in side] for side in zip(*pairs, strict=True)
    )
    found = [
        ComparedChance(
            name, names, tuple(each[name] for each in of_a), tuple(each[name] for each in of_b)
        )
        for name in of_a[0]
    ]
    found.sort(key=lambda each: -abs(each.difference))
    return tuple(found)


def _paired(one: Odds, two: Odds) -> Iterator[tuple[PlayerTurnOdds, PlayerTurnOdds]]:
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
    yield from changed_settings(one.setting.scenario, two.setting.scenario)
    if one.moment != two.moment:
        yield ChangedSetting("Odds from", str(one.moment), str(two.moment))
    if Phase.SETUP not in (one.moment.phase, two.moment.phase):
        yield from changed_weather(one, two)


def _chances_of(each: PlayerTurnOdds, drms: Iterable[int]) -> dict[str, Fraction]:
    """Each chance of a Player Turn that is compared; of a shot, that it has at least each DRM."""
    found = {
        f"{density} Dust{'' if density is DUSTY[-1] else ' or denser'} so far": chance
        for density, chance in each.reached.items()
        if density in DUSTY
    }
    found |= {
        "Rain so far": each.rained,
        "Heavy Winds": each.wind[WindForce.HEAVY_WINDS],
        "Gusts": each.gusts,
        "Heavy Winds and Gusts": each.heavy_gusts,
    }
    if (shot := each.shot) is not None:
        at = f"at range {shot.range}"
        for least in drms:
            chances = (chance for drm, chance in shot.drm.items() if drm >= least)
            found[f"DRM +{least} or more {at}"] = sum(chances, Fraction(0))
        found[f"LOS blocked {at}"] = shot.blocked
    return found
