"""11.74-11.741 Vehicle Dust: when a vehicle raises it, when it goes, and what it is."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import Played, khamsin, world
from tests.table import make_vehicle

PZ: dict[str, Any] = make_vehicle("PzA", at="D5")


def ready(*vehicles: dict[str, Any], marks: dict[str, str] | None = None, **facts: Any) -> Played:
    """A game in the first MPh, with these vehicles or PzA in D5."""
    game = world(marks, vehicles=list(vehicles or (PZ,)), **facts)
    game.to("MPh")
    return game


def counters(game: Played) -> dict[str, str]:
    """Where the Vehicle Dust counters lie, as ``show`` says it."""
    lines = game.command("show", "GAME")[1].splitlines()
    found = {}
    for line in lines:
        if line.strip().startswith("Vehicle Dust of "):
            words = line.split()
            found[words[3]] = words[5].rstrip(",:;")
    assert found == {name: dust.hex for name, dust in game.state.vehicle_dust.items()}
    return found


NEXT = "move PzA D3 1mp"


@pytest.mark.rule("11.74n", "11.74av")
def test_readings_of_vehicle_dust_are_listed() -> None:
    """``khamsin rules`` says what is taken of the hexside and of entry from offboard."""
    assert "hexside" in khamsin("rules", "11.74-paved")[1]
    assert "offboard" in khamsin("rules", "11.74-offboard")[1]


BREEZE: dict[str, Any] = {"wind": "Mild Breeze", "wind_direction": 2}


def with_counter(**facts: Any) -> Played:
    """PzA in D3, its counter in D4, still in its MPh."""
    game = ready(**facts)
    game.do("start PzA", "move PzA D4 1mp", NEXT)
    return game


def _marks(game: Played) -> list[str]:
    """The marks of SMOKE and Vehicle Dust on the text map of a game."""
    code, drawn, _ = game.command("map", "GAME")
    assert code == 0
    return [mark for mark in drawn.split("Moment")[0] if mark in "'\""]


@pytest.mark.rule("11.74ab", "11.74au")
@cases("choice, drifts", (None, True), ("still", False))
def test_vehicle_dust_drifts(choice: str | None, drifts: bool) -> None:
    """By ruling 11.74-drift two gray counters lie downwind of it in a Mild Breeze, or none do."""
    rulings = {} if choice is None else {"11.74-drift": choice}
    game = with_counter(rulings=rulings, **BREEZE)
    game.do("phase AFPh")
    hexes = [name for names in game.state.drift.values() for name in names]
    assert hexes == (["E4", "F3"] if drifts else [])
    assert len(_marks(game)) == (3 if drifts else 1)
    assert bool(game.names("shot --from E6 --to E2") - {"TEM"}) is drifts
    calm = with_counter()
    calm.do("phase AFPh")
    assert not calm.state.drift


@pytest.mark.rule("11.74ag", "11.74ah")
def test_more_mp_are_declared_on_entry_or_never() -> None:
    """They are gone, and MP spent later in the hex undo no counter."""
    game = with_counter()
    assert game.state.vehicles["PzA"].mp_used == 3
    game.do("spend PzA 2mp", "turn PzA")
    assert counters(game) == {"PzA": "D4"}
    other = ready()
    other.do("start PzA", "move PzA D4 1mp", "move PzA D3 3mp")
    assert counters(other) == {}
    assert other.state.vehicles["PzA"].mp_used == 5


@pytest.mark.rule("11.74aj")
def test_the_reverse_side_is_up_after_motion() -> None:
    """For a vehicle that ends its MPh in Motion, not for one that Stopped."""
    game = with_counter()
    game.do("phase DFPh")
    shown = game.command("show", "GAME")[1].splitlines()
    assert "motion" in next(line for line in shown if "Dust of PzA" in line)
    assert game.state.vehicle_dust["PzA"].motion
    still = with_counter()
    still.do("stop PzA", "phase DFPh")
    assert not still.state.vehicle_dust["PzA"].motion
