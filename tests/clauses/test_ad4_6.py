"""AD4.6: High Walls, breaches, fire over them, and what is thrown over them."""

from typing import Any, Final

import pytest

from tests.clauses.reached import Played, world

WALLS: Final = [{"kind": "high-wall", "at": ["D4/D5", "E5:1", "G4/G5", "I4/I5"]}]
TANK: Final[dict[str, Any]] = {
    "side": "German",
    "movement": "fully-tracked",
    "mp": 13,
    "ground_pressure": "normal",
    "armour": "closed-topped",
}


def walled(marks: dict[str, str] | None = None, **facts: Any) -> Played:
    """A game on an AD board with High Walls."""
    whole: dict[str, Any] = {"ad": True, "hexsides": WALLS} | facts
    return world(marks, on={"ad": True}, **whole)


def tank(at: str = "D4", **facts: Any) -> dict[str, Any]:
    """A fully-tracked AFV called T."""
    return TANK | {"id": "T", "at": at} | facts


def rolling(at: str = "D4", **facts: Any) -> Played:
    """A game in the MPh, in which T has Started."""
    game = walled(vehicles=[tank(at, **facts.pop("tank", {}))], **facts)
    game.to("MPh")
    game.do("start T")
    return game


@pytest.mark.rule("AD4.6i", "AD4.6m")
def test_a_passed_bog_check_breaches() -> None:
    """A DR of 7 and +4: the wall is breached over the hexside entered, to the end of the game."""
    game = rolling(turns=2)
    told = game.told("move T D5 3 4")
    assert "the High Wall on hexside 1 of D5 is breached (AD4.6)" in told
    assert game.state.vehicles["T"].hex == "D5"
    assert "D4:4, D5:1" in game.command("show", "GAME")[1]
    assert game.json("breach --from E4 --to E5")["high_wall"] is True
    while not game.state.clock.over:
        if not game.state.clock.wind_rolled:
            game.do("wc 3 4")
        game.do("phase RPh")
    assert "D4:4, D5:1" in game.command("show", "GAME")[1]
    assert game.json("breach --from D4 --to D5")["high_wall"] is False
