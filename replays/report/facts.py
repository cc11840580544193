"""The facts by which two states of a game differ, and how long each difference stands."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from events.codec import plain
from events.moment import Moment, Phase
from replays.report.model import Span
from replays.telling.views import differences, in_words
from sim.state import State

__all__ = ["Difference", "Sample", "differing", "spans_of"]

_SKY: Final[tuple[tuple[str, Callable[[State], Any]], ...]] = (
    ("Dust", lambda state: state.density),
    ("Rain", lambda state: state.sky.rain),
    ("it has rained", lambda state: state.sky.rained),
    ("Gusts", lambda state: state.wind.gusts),
    ("Wind Force", lambda state: state.wind.force),
    ("Wind Direction", lambda state: state.wind.direction),
    ("EC", lambda state: state.sky.ec),
    ("Weather", lambda state: state.sky.weather),
    ("Time of Day", lambda state: state.sky.time_of_day),
    ("Mist", lambda state: state.sky.mist),
    ("breaches", lambda state: tuple(sorted(state.breaches))),
)
"""Facts of the whole game, those first that matter most."""

_THINGS: Final = (
    ("Vehicle Dust of {}", "vehicle_dust"),
    ("SMOKE {}", "smoke"),
    ("drift from {}", "drift"),
    ("FFE {}", "ffes"),
    ("hex {}", "ground"),
    ("Fortification {}", "fortifications"),
    ("{}", "vehicles"),
    ("unit {}", "units"),
)
"""Things that are known by name."""

_MOST_THINGS: Final = 50
"""So many things that differ are looked at in one state."""


@attrs.frozen
class Difference:
    """A fact that is not the same in two states."""

    fact: str
    logged: Any
    right: Any


@attrs.frozen
class Sample:
    """A log beside a corrected game, after an entry.

    Attributes:
        entry: number of the entry.
        moment: where the log stands.
        rolled: its Wind Change DR of this Player Turn is made.
        logged: the state of the log.
        right: that of the corrected game.
        facts: what differs.
    """

    entry: int
    moment: Moment
    rolled: bool
    logged: State
    right: State
    facts: tuple[Difference, ...]


def differing(logged: State, right: State) -> Iterator[Difference]:
    """The facts by which two states differ, those of the weather first."""
    for fact, of in _SKY:
        if (a := of(logged)) != (b := of(right)):
            yield Difference(fact, a, b)
    count = 0
    for called, kind in _THINGS:
        one: Mapping[str, Any] = getattr(logged, kind)
        two: Mapping[str, Any] = getattr(right, kind)
        if one is two or one == two:
            continue
        for name in sorted({*one, *two}):
            if count < _MOST_THINGS and one.get(name) != two.get(name):
                count += 1
                yield Difference(called.format(name), one.get(name), two.get(name))


# How long ---------------------------------------------------------------------------------------


def spans_of(samples: Sequence[Sample]) -> Iterator[tuple[Span, Sample]]:
    """Each difference with how long it stood, and where it began; in the order of its facts.

    Args:
        samples: one after each entry from the first that differs on, those without difference too.
    """
    facts = {each.fact: None for sample in samples for each in sample.facts}
    found: list[tuple[Span, Sample]] = []
    for fact in facts:
        found += _of_fact(fact, samples)
    yield from sorted(found, key=_order)


def _order(found: tuple[Span, Sample]) -> tuple[int, int]:
    fact = found[0].fact
    names = [name for name, _ in _SKY]
    return (names.index(fact) if fact in names else len(names), found[1].entry)


def _of_fact(fact: str, samples: Sequence[Sample]) -> Iterator[tuple[Span, Sample]]:
    """The runs of samples in which a fact differs in the same way."""
    weather = any(fact == name for name, _ in _SKY)
    run: list[Sample] = []
    now: Difference | None = None
    for sample in samples:
        here = next((each for each in sample.facts if each.fact == fact), None)
        if now is not None and (here is None or (weather and here != now)):
            yield _span(now, run, str(sample.moment)), run[0]
            run, now = [], None
        if here is not None:
            now = now or here
            run.append(sample)
    if now is not None:
        yield _span(now, run, ""), run[0]


def _span(found: Difference, run: Sequence[Sample], until: str) -> Span:
    logged, right = _both(found.logged, found.right)
    return Span(found.fact, logged, right, str(run[0].moment), until, _player_turns(run))


def _player_turns(run: Iterable[Sample]) -> int:
    """In how many Player Turns there is something to see of it: after their Wind Change DR."""
    return len(
        {
            sample.moment.player_turn
            for sample in run
            if sample.rolled or sample.moment.phase not in (Phase.RPH, Phase.SETUP)
        }
    )


# In words ---------------------------------------------------------------------------------------


def _both(logged: Any, right: Any) -> tuple[str, str]:
    """Two values in words; of two things, what differs between them."""
    a, b = plain(logged), plain(right)
    if not (isinstance(a, dict) and isinstance(b, dict)):
        return _said(a), _said(b)
    one, two = [], []
    for place, old, new in differences(a, b):
        name = place.replace("_", " ").replace(".", ", ")
        one.append(f"{name} {_said(in_words(place, old))}")
        two.append(f"{name} {_said(in_words(place, new))}")
    return "; ".join(one) or "otherwise", "; ".join(two) or "otherwise"


def _said(value: Any) -> str:
    """A plain value in a few words."""
    if value is None or value in ("", [], {}, ()):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        told = [f"in {value['hex']}"] if value.get("hex") else []
        told += [
            str(key).replace("_", " ")
            if item is True
            else f"{str(key).replace('_', ' ')} {_said(item)}"
            for key, item in value.items()
            if key != "hex" and item not in (None, False, "", 0, [], {}, ())
        ]
        return ", ".join(told) or "as at setup"
    if isinstance(value, list | tuple):
        return " ".join(map(_said, value))
    return str(value)
