"""A board of AD Terrain, and its games."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from events.codec import encode_scenario
from tests.clauses.reached import Played, board, khamsin, toml, unsound, world


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
    scenario = encode_scenario(game.game.header.scenario)
    text = "\n".join(f"{key} = {toml(value)}" for key, value in scenario.items())
    with TemporaryDirectory() as folder:
        path = Path(folder) / "scenario.toml"
        path.write_text(text, encoding="utf-8")
        return "\n".join(map(str, khamsin("check", str(path))))


def drawn(game: Played) -> str:
    """The map of a game as ``khamsin map`` draws it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "map.svg"
        assert game.command("map", "GAME", "-o", str(path))[0] == 0
        return path.read_text(encoding="utf-8")
