"""What is in effect and what is due, as lines for people and as JSON values."""

from collections.abc import Iterator
from typing import Any

import attrs

from sim.chapter_11.in_effect import in_effect
from sim.machine.due import due
from sim.state import State

__all__ = ["due_as_json", "due_lines", "now_as_json", "now_lines"]


def now_lines(state: State) -> Iterator[str]:
    """A line for each thing that is in effect now."""
    now = in_effect(state)
    width = max(len(each.name) for each in now)
    yield from (f"{each.name:<{width}}  {each.value} ({each.rule})" for each in now)


def due_lines(state: State, *, player_turn: bool = False) -> Iterator[str]:
    """A line for each thing that is due before the phase, or the Player Turn, can end."""
    yield from (str(each) for each in due(state, player_turn=player_turn))


def now_as_json(state: State) -> list[dict[str, Any]]:
    """What is in effect: a list of ``{name, value, rule}``."""
    return [attrs.asdict(each) for each in in_effect(state)]


def due_as_json(state: State, *, player_turn: bool = False) -> list[dict[str, Any]]:
    """What is due: a list of ``{what, rule, bound, at, order, dice}``."""
    return [attrs.asdict(each) for each in due(state, player_turn=player_turn)]
