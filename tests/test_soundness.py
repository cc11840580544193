"""Faults of scenarios that are told together; each alone is a row of the examples."""

from typing import Any, Final

import pytest

from events.commands import Start
from events.errors import BadInput
from events.orders import format_order, parse_order
from replays.game.game import Game
from sim.soundness import faults, sound
from tests import cases
from tests.table import TANK, scenario

Facts = dict[str, Any]

DESERT: Final = {"name": "27", "desert": True, "width": 15}
FARMLAND: Final = {"name": "5", "desert": False, "width": 15}


def _found(changes: Facts) -> list[tuple[str, str]]:
    return [(fault.where, fault.what) for fault in faults(scenario(**changes))]


def test_who_has_the_name_of_another_is_at_fault_as_he_is() -> None:
    """Boards of the same name, and vehicles of the same id, are both at fault."""
    found = _found({"boards": [DESERT, FARMLAND, DESERT], "vehicles": []})
    assert [where for where, _ in found] == ["boards[0].name", "boards[2].name"]
    found = _found({"vehicles": [TANK, {**TANK, "id": "PzB"}, {**TANK, "at": "E5"}]})
    said = "'PzA' is the id of another vehicle too"
    assert found == [("vehicles[0].id", said), ("vehicles[2].id", said)]


@cases("name", "PzA", "Pz.III-1_b", "Ä7", "L’Aigle", "L'Aigle")
def test_every_id_that_is_accepted_can_be_ordered(name: str) -> None:
    """A vehicle either has a fault in its id, or an order to it reads back as it was written."""
    if found := _found({"vehicles": [{**TANK, "id": name}]}):
        assert [where for where, _ in found] == ["vehicles[0].id"]
        return
    assert parse_order(format_order(Start(name))).command == Start(name)


def test_all_faults_are_told_and_the_first_is_raised() -> None:
    """Every fault of a scenario is found at once, those of its shape first."""
    changes: Facts = {
        "turns": 0,
        "land": "",
        "ec": "Wet",
        "dust": "Light",
        "vehicles": [{**TANK, "mp": 0, "at": "Q1"}],
        "roads": [{"hexes": ["D5"]}],
    }
    places = ["turns", "land", "dust", "vehicles[0].mp", "vehicles[0].at", "roads[0].hexes"]
    assert [where for where, _ in _found(changes)] == places
    for use in (sound, Game.new):
        with pytest.raises(BadInput, match="turns: 0 is not a number of turns"):
            use(scenario(**changes))
