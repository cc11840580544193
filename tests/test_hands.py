"""What a page asks before it records: dice, orders in one go, both totals, what would stand."""

from pathlib import Path
from typing import Any

import attrs
import pytest

from events.terms import Density, Weather, WindForce
from replays import Game, load_scenario
from replays.cli.main import main
from replays.page.controller import Controller
from replays.page.server import GameServer

PATH = ["start PzA", "move PzA C4", "move PzA D4", "move PzA E5", "move PzA F4"]


def _controller(*orders: str, dice: str = "either") -> Controller:
    game = Game.new(load_scenario("bir-el-qaha"), seed="a", dice=dice)
    return Controller(game.do_all(orders), plays=True)


def _dice(controller: Controller, line: str, *shown: int) -> dict[str, Any]:
    return controller.answer({"get": "dice", "line": line, "dice": [*shown]})


def test_dice_are_named_one_after_the_other_and_nothing_is_recorded() -> None:
    """Coloured, White, the dr that 1, 1 calls for; then what follows, as the story tells it."""
    controller = _controller()
    names = [(_dice(controller, "wc", *shown)["next"] or {}).get("name") for shown in _falls()]
    assert names == ["Coloured", "White", None, "dr", None]
    ends = [_dice(controller, "wc", *shown) for shown in _falls()]
    assert [each["done"] for each in ends] == [False, False, True, False, True]
    assert ends[2]["says"].startswith("nothing changes: Mild Breeze to hexside 3")
    assert "from Mild Breeze to Heavy Winds" in ends[4]["says"]
    assert [len(each["rolls"]) for each in ends] == [1, 1, 1, 2, 2]
    corrected = _dice(controller, "wc", 4, 3, 5)  # from 1, 1, 5: the dr is not due any more
    assert (corrected["line"], corrected["done"]) == ("wc 4 3", True)
    assert _dice(controller, "move PzA B4")["error"]["rule"] == "B25.65"
    assert "numbers from 1 to 6" in _dice(controller, "wc", 7)["error"]["expected"]
    assert "takes no dice" in _dice(controller, "note x")["error"]["what"]
    assert controller.count == 0
    failed = _dice(_controller("wc 3 4", "phase PFPh"), "entrench D4", 6, 6)
    assert failed["says"] == "the Entrenching Attempt in D4 fails", "whatever the weather"


def _falls() -> list[tuple[int, ...]]:
    return [(), (3,), (3, 4), (1, 1), (1, 1, 5)]


def test_the_seeds_dice_are_not_looked_at() -> None:
    """Where the seed rolls, no die is due from people, and nothing is said of what would come."""
    found = _dice(_controller(dice="seed"), "wc")
    assert (found["from"], found["rolls"], found["done"], found["says"]) == ("seed", [], False, "")


def test_a_path_goes_up_to_its_dice_and_a_list_up_to_what_is_refused() -> None:
    """The Bog Check stops the path; it is told whether it bogs; then the rest goes on."""
    controller = _controller("wc 3 4", "phase MPh")
    said = controller.answer({"do": PATH, "after": 3})
    assert controller.answer({"get": "odds"})["rows"]
    assert (said["given"], said["until"], said["count"]) == (4, "bog-check PzA", 7)
    assert _dice(controller, "bog-check PzA", 3, 4)["says"].endswith("it does not bog")
    assert "PzA bogs in E5" in _dice(controller, "bog-check PzA", 6, 6)["says"]
    said = controller.answer({"do": ["bog-check PzA 3 4", PATH[4], "move PzA E4"], "after": 7})
    assert (said["given"], said["count"], said["accepted"]) == (2, 9, False)
    assert said["refused"]["rule"] == "B23.41"
    assert said["rolled"] == [{"of": "Bog PzA", "dice": ["Coloured", "White"], "shown": [3, 4]}]
    path = "move PzA F5 J5"
    said = controller.answer({"do": [path, "note x"], "after": 9})
    assert (said["given"], said["count"], said["refused"]["line"]) == (1, 10, path)
    assert "the Bog Check in F5 comes first" in said["refused"]["what"]
    late = controller.answer({"do": ["stop PzA"], "after": 7})
    assert (late["late"], late["count"]) == (True, 10)
    assert "at most 200" in controller.answer({"do": ["x"] * 201, "after": 10})["error"]["expected"]


def test_a_list_of_orders_makes_the_log_that_do_makes(tmp_path: Path) -> None:
    """Byte for byte, from the same orders."""
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    orders = ["wc 3 4", "phase MPh", *PATH[:4]]
    with Game.open(one, load_scenario("bir-el-qaha"), seed="a") as game:
        Controller(game, plays=True).answer({"do": orders, "after": 0})
    assert main(["do", str(two), *orders, "--scenario", "bir-el-qaha", "--seed", "a"]) == 0
    assert one.read_bytes() == two.read_bytes()


def test_a_shot_vs_each_with_the_attacks_and_the_next_wind() -> None:
    """Both totals; CC is not of two hexes; Gusts, and all that take the Dust, in so many of 216."""
    controller = _controller("wc 3 4", "phase MPh", *PATH[:4], "bog-check PzA 3 4", PATH[4])
    asked = {"get": "shot", "from": "PzB", "to": "Crusader"}
    found = controller.answer(asked)
    assert (found["vehicle"]["total"], found["infantry"]["total"]) == ("+3", "+4")
    assert found["fragments"].keys() >= set(found["vehicle"]["drawn"]["over"])
    why = {each["attack"]: each.get("why") for each in found["attacks"]}
    assert why["TH"] is None
    assert "same hex" in str(why["CC"])
    (wind,) = found["next"]
    assert wind["if"].startswith("Gusts begin or Wind Force changes from")
    assert wind["if"].endswith(": PzA's Dust in E5 is removed")
    assert (wind["chance"], wind["vehicle"], wind["infantry"]) == ("37/216", "+1", "+2")
    assert controller.answer(asked | {"from": "B3", "to": "B5"})["next"] == []
    assert "error" in controller.answer(asked | {"from": "nowhere"})
    assert "none of TH" in controller.answer(asked | {"attack": "x"})["error"]["what"]


@pytest.mark.parametrize(
    ("weather", "wind", "order", "to", "told"),
    [
        (
            Weather.OVERCAST,
            WindForce.MILD_BREEZE,
            "wc 3 4",
            "F5",
            [("rain begins: all Dust vanishes, and none can come again (Light before)", "1/6")],
        ),
        (
            Weather.CLEAR,
            WindForce.HEAVY_WINDS,
            "wc 6 6",
            "F5",
            [
                ("the Gusts are over: Dust falls from Moderate to Light", "35/36"),
                ("Gusts begin: Dust rises from Moderate to Heavy", "1/36"),
            ],
        ),
        (
            Weather.CLEAR,
            WindForce.HEAVY_WINDS,
            "wc 3 4",
            "C4",
            [
                ("Wind Force changes from Heavy Winds to Mild Breeze or the wind turns", "1/36"),
                ("Gusts begin: Dust rises from Light to Moderate", "1/36"),
            ],
        ),
    ],
)
def test_a_next_wind_is_told_by_what_all_its_ways_share(
    weather: Weather, wind: WindForce, order: str, to: str, told: list[tuple[str, str]]
) -> None:
    """11.76, 11.77: rain that gusts too is rain; whichever of the pair ends, Dust falls.

    The last shot is into the wind (11.761): a 2, one in 36, turns it or makes it a Mild Breeze.
    """
    facts = load_scenario("bir-el-qaha")
    facts = attrs.evolve(facts, weather=weather, wind=wind, dust=Density.LIGHT)
    game = Game.new(facts, seed="a").do_all([order])
    asked = {"get": "shot", "from": "D4", "to": to}
    found = Controller(game).answer(asked)["next"]
    assert [(each["if"], each["chance"]) for each in found] == told


@pytest.mark.parametrize(("line", "unfit"), [("wc 3 5", []), ("wc 1 1 5", [])])
def test_what_stands_where_an_entry_is_another_is_told_and_then_written(
    tmp_path: Path, line: str, unfit: list[Any]
) -> None:
    """Asking writes nothing; writing makes a log beside, which shares what came before."""
    log = tmp_path / "sat.jsonl"
    with Game.open(log, load_scenario("bir-el-qaha"), seed="a") as game:
        game.do_all(["wc 3 4", "phase MPh", *PATH[:4]])
        server = GameServer(game, log)
        found = server.answer({"get": "amended", "entry": 2, "line": line}, records=True)
        assert (found["later"], found["stand"], found["unfit"]) == (5, 5, unfit)
        assert [*tmp_path.glob("sat-*")] == []
        asked = {"write": "amended", "entry": 2, "line": line}
        assert "error" in server.answer(asked, records=False)
        assert server.answer(asked, records=True)["log"] == "sat-2.jsonl"
        found = server.answer({"get": "amended", "entry": 3, "line": "phase PFPh"}, records=True)
        assert found["stand"] == 0
        assert found["unfit"][0]["reason"].startswith("refused, reason")
    assert Game.load(tmp_path / "sat-2.jsonl").entries[1].do == Game.load(log).entries[1].do
