"""The label of a vehicle or a unit stands for its hex in every question, and on a map."""

from pathlib import Path
from typing import Any

import pytest

from replays import BadInput, Game, ask, load_scenario, read_scenario
from replays.asking.session import Session
from replays.cli.main import main
from replays.page.controller import Controller
from tests import cases
from tests.table import TANK, scenario

VILLAGE = """\
name = "V"
land = "Libya"
month = "June"
turns = 2
sides = ["German", "British"]
weather = "Clear"
ec = "Dry"
wind = "No Wind"
dust = "None"
time_of_day = "None"
ad = true

[[boards]]
name = "1"
desert = true
ad = true
width = 9
height = 8

[[buildings]]
hex = "F4"
mosque = true

[[buildings]]
hex = "C3"
upper_levels = 1
"""


def _game() -> Game:
    game = Game.new(load_scenario("bir-el-qaha"), "labels")
    for order in ("wc 3 4", "phase MPh", "start PzA", "move PzA B4 1mp"):
        game.do(order)
    return game


@cases(
    "question, field, others",
    ("shot", "firer", {"target": "H6"}),
    ("shot", "target", {"firer": "H6"}),
    ("tem", "hex", {"vehicle_target": True}),
    ("terrain", "hex", {}),
    ("burn", "hex", {}),
    ("stacking", "hex", {}),
)
def test_a_label_stands_for_its_hex(question: str, field: str, others: dict[str, Any]) -> None:
    """Asked of PzA or of the hex in which it is now, a question has the same answer."""
    game = _game()
    assert game.state.vehicles["PzA"].hex == "B4"
    meant = others | ({"against": "vehicle"} if field == "target" else {})
    by_hex = ask(game, question, **{field: "B4"}, **meant)
    assert ask(game, question, **{field: "PzA"}, **others) == by_hex


def test_a_vehicle_as_target_is_a_vehicle() -> None:
    """By its label in whatever case, in Python, at the prompt, and on the page."""
    game = _game()
    infantry, vehicle = (
        ask(game, "shot", firer="Crusader", target="B4", against=each)
        for each in ("infantry", "vehicle")
    )
    assert vehicle.verdict.startswith("vs vehicle: total ")
    assert infantry.verdict.startswith("vs Infantry: total ")
    assert ask(game, "shot", firer="Crusader", target="PzA") == vehicle
    assert ask(game, "shot", firer="Crusader", target="pza", against="infantry") == infantry
    assert Session(game).take("shot crusader pza").lines[0].endswith(vehicle.verdict)
    reply = Controller(game).answer({"line": "shot crusader PZA", "after": 0})
    assert reply["verdict"] == vehicle.verdict


def test_heat_haze_takes_the_range_of_a_vehicle() -> None:
    """A tank that is named is seen without Heat Haze up to 24 hexes, Infantry up to 12 (11.62)."""
    board = {"name": "1", "desert": True, "width": 27, "height": 9}
    tank_there = [{**TANK, "at": "V4"}]
    game = Game.new(scenario(boards=[board], vehicles=tank_there, time_of_day="Mid Afternoon"))
    game.do_all(["wc 3 4", "unit Squad squad V4"])
    tank, squad = (ask(game, "shot", firer="A4", target=each) for each in ("PzA", "Squad"))
    assert "Heat Haze" not in str([each.name for each in tank.items])
    assert "Heat Haze" in str([each.name for each in squad.items])


def test_units_are_at_their_level() -> None:
    """A unit on a Steeple or a rooftop is above the ground of its hex."""
    game = Game.new(read_scenario(VILLAGE, "V"), "u")
    for order in (
        "wc 3 4",
        "phase MPh",
        "unit Obs hs F4 steeple",
        "unit Roof squad C3 rooftop",
        "unit Low squad D4",
    ):
        game.do(order)
    for label, place in (("Obs", "F4@2"), ("Roof", "C3@2"), ("Low", "D4")):
        assert ask(game, "shot", firer=label, target="I8") == ask(
            game, "shot", firer=place, target="I8"
        )


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`ask`, `map --los` and questions in JSON know labels too."""
    log = str(tmp_path / "g.jsonl")
    _game().save(log)
    assert main(["ask", "shot", log, "--from", "PzA", "--to", "H6"]) == 0
    assert "LOS B4 to H6" in capsys.readouterr().out
    assert main(["ask", '{"question": "shot", "firer": "B3", "target": "PzA"}', log]) == 0
    assert "LOS B3 to B4" in capsys.readouterr().out
    assert main(["map", log, "--los", "PzA", "H6", "-o", str(tmp_path / "m.svg")]) == 0
    assert "B4 to H6" in (tmp_path / "m.svg").read_text()


def test_who_is_not_on_the_map() -> None:
    """A vehicle that is offboard or gone has no hex."""
    offboard = '[[vehicles]]\nid = "Late"\nside = "German"\nmovement = "truck"\nmp = 20\n'
    game = Game.new(read_scenario(VILLAGE + offboard, "V"), "x")
    with pytest.raises(BadInput, match="Late is not on the map; a hex such as D4 is expected"):
        ask(game, "terrain", hex="Late")
