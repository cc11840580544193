"""A board of AD Terrain, and its games."""

from collections.abc import Mapping
from typing import Any

from events.codec import encode_scenario
from tests.clauses.reached import Played, check, world


def arid(marks: Mapping[str, str] | None = None, *, ad: bool = True, **facts: Any) -> Played:
    """A game on an AD board with AD Terrain in effect; see `world`."""
    on = {"ad": True} | facts.pop("on", {})
    return world(marks, on=on, ad=ad, **facts)


def checked(game: Played) -> str:
    """What ``khamsin check`` says of the scenario of a game."""
    return "\n".join(map(str, check(encode_scenario(game.game.header.scenario))))
