"""What is in effect and what is due, as lines for people and as JSON values."""

from collections.abc import Collection, Iterator
from typing import Any, Final

import attrs

from replays.telling.sealed_now import still_due
from sim.chapter_11.in_effect import in_effect
from sim.machine.due import due
from sim.machine.sealed_due import SealedDue
from sim.state import State

__all__ = ["due_as_json", "due_lines", "now_as_json", "now_lines", "weather_rules"]

_WEATHER: Final = ("Wind", "Gusts", "Rain", "EC", "Dust")
"""What `replays.telling.story.weather_line` tells, in its order, as `in_effect` calls it."""


def now_lines(state: State, *, but: Collection[str] = ()) -> Iterator[str]:
    """A line for each thing that is in effect now.

    Args:
        state: the state.
        but: the ids of rules that are told elsewhere.
    """
    now = [each for each in in_effect(state) if each.rule not in but]
    width = max(len(each.name) for each in now)
    yield from (f"{each.name:<{width}}  {each.value} ({each.rule})" for each in now)


def weather_rules(state: State) -> str:
    """The ids of the rules behind wind, rain, EC and Dust as they are now."""
    rules = {each.name: each.rule for each in in_effect(state)}
    return ", ".join(rules[name] for name in _WEATHER if name in rules)


def due_lines(
    state: State, *, player_turn: bool = False, first: SealedDue | None = None
) -> Iterator[str]:
    """A line for each thing that is due before the phase, or the Player Turn, can end.

    Args:
        state: the state.
        player_turn: to the end of the Player Turn.
        first: what is due between two sides before any order can be given.
    """
    if first is not None:
        yield str(first)
    yield from (str(each) for each in still_due(due(state, player_turn=player_turn), first))


def now_as_json(state: State) -> list[dict[str, Any]]:
    """What is in effect: a list of ``{name, value, rule}``."""
    return [attrs.asdict(each) for each in in_effect(state)]


def due_as_json(state: State, first: SealedDue | None = None) -> list[dict[str, Any]]:
    """What is due: a list of ``{what, rule, bound, at, order, dice}``.

    Args:
        state: the state.
        first: what is due between two sides before any order can be given.
    """
    return [attrs.asdict(each) for each in still_due(due(state), first)]
