"""What differs between two scenarios, by the names that players use."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import attrs

from events.codec import plain
from events.scenario import PathSpec, RoadSpec, Scenario
from replays.telling.changes import name_of_fact, name_of_place, value_in_words
from replays.telling.views import differences, state_as_json
from sim.rulings import in_force
from sim.soundness import ROLLABLE
from sim.state import State

__all__ = ["ChangedSetting", "changed_settings", "changed_weather", "setting_words"]


@attrs.frozen
class ChangedSetting:
    """A setting that two scenarios, or a fact that two states, do not have alike.

    Attributes:
        name: what players call it, ``Time of Day``; of a thing its kind and name, ``Vehicle PzA``.
        one: the value of the first, in words; ``none`` where it has no such thing.
        two: that of the second.
    """

    name: str
    one: str
    two: str

    def __str__(self) -> str:
        return f"{self.name}: {self.one} -> {self.two}"


_NAMES: Final = {
    "turns": "Game Turns",
    "first": "Moves First",
    "ec": "EC",
    "dyo": "DYO",
    "steppe": "Steppe Terrain",
    "broken": "Broken Terrain",
    "ad": "AD Terrain",
    "terrain": "Declared Terrain",
    "night_by_consent": "Night by Consent",
    "kindling_at_night": "Kindling at Night",
}
"""Settings whose name is not that of the key in a scenario file."""

_FIRST: Final = frozenset(
    ("turns", "month", "dyo", "steppe", "weather", "time_of_day", "ec", "wind", "wind_direction")
) | {"dust", "bombardments", "mist"}
"""The settings of which people ask what they do to the weather; they are told first."""

_BY_RULE: Final = {"wind_direction": "rolled if there is wind", "mist": "as the Time of Day says"}


def _ends(way: RoadSpec | PathSpec) -> str:
    """The hexes at the ends of a road or a Path."""
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

_SHORT: Final = {"mp": "MP", "bu": "BU", "mtr": "MTR", "ad": "AD", "ca": "CA"}
"""Fields of things that players know by their letters."""

_DRAWN: Final = {"map": "map", "depiction": "picture"}
"""Fields of a board that are whole drawings, which no line has room for."""

_LONGEST: Final = 120
"""A value in words is cut at so many characters."""

_WEATHER: Final = ("dust", "sky", "wind", "light_dust_can_exist", "heavy_dust_can_exist")


def setting_words(name: str) -> str:
    """A setting as people write it: ``Time of Day`` for ``time_of_day``."""
    if name in _NAMES:
        return _NAMES[name]
    return " ".join(word if word == "of" else word.capitalize() for word in name.split("_"))


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
    """What differs in a field that is not the same in two scenarios."""
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
    """A value of a reasonable length."""
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
    """What differs of a thing that both have."""
    for field in attrs.fields(type(one)):
        a, b = getattr(one, field.name), getattr(two, field.name)
        if a == b:
            continue
        if field.name in _DRAWN:
            a, b = (None if each is None else _DRAWN[field.name] for each in (a, b))
            b = f"another {b}" if a == b else b
        values = (_cut(value_in_words(plain(each))) for each in (a, b))
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
