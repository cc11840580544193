"""A board of AD Terrain, and its games."""

from collections.abc import Mapping
from typing import Any

from events.codec import encode_scenario
from tests.clauses.reached import Played, board, check, unsound, world


def arid(marks: Mapping[str, str] | None = None, *, ad: bool = True, **facts: Any) -> Played:
    """A game on an AD board with AD Terrain in effect; see `world`."""
    on = {"ad": True} | facts.pop("on", {})
    return world(marks, on=on, ad=ad, **facts)


def arid_unsound(marks: Mapping[str, str] | None = None, *, ad: bool = True, **facts: Any) -> str:
    """Why a scenario on an AD board is not sound."""
    made = board(marks, **({"ad": True} | facts.pop("on", {})))
    return unsound(boards=[made], ad=ad, **facts)


def in_mph(game: Played) -> Played:
    """A game that has come to the first MPh."""
    game.to("MPh")
    return game


def checked(game: Played) -> str:
    """What ``khamsin check`` says of the scenario of a game."""
    return "\n".join(map(str, check(encode_scenario(game.game.header.scenario))))
