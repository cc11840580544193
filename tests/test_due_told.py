"""What is due and what is in effect, as users meet them: refusals, `ask`, `show`, and its JSON."""

import json
from typing import Any

from tests import cases
from tests.clauses.reached import Played, world
from tests.table import make_vehicle


def due(game: Played, words: str = "") -> list[dict[str, Any]]:
    """What `ask due` gives as JSON."""
    found: list[dict[str, Any]] = game.json(f"due {words}")["due"]
    return found


def of(game: Played, bound: str, words: str = "") -> list[tuple[str | None, str, str, str]]:
    """Order, rule, dice and time of what is due in one way."""
    return [
        (each["order"], each["rule"], each["dice"], each["at"])
        for each in due(game, words)
        if each["bound"] == bound
    ]


def test_the_first_phase_waits_for_the_wind_change_dr() -> None:
    """`phase MPh` first in a game says that the first RPh and its Wind Change DR come first."""
    game = world(vehicles=[{**TANK, "motion": True}])
    assert due(game, "--player-turn") == due(game)  # farther, that DR decides
    why = game.refused("phase MPh").why
    assert "the first RPh (`phase`), with its Wind Change DR (`wc`), comes before the MPh" in why
    assert "`phase` comes first" in game.refused("wc 3 4").why
    assert of(game, "must") == [("phase", "A3.1", "", "now")]
    game.do("phase")
    assert "the Wind Change DR (`wc`) comes first" in game.refused("phase MPh").why
    assert game.ask("due").verdict == "`wc` comes first (B25.65)"
    assert of(game, "must") == [("wc", "B25.65", "two dice", "now")]
    game.do("wc 3 4")
    assert due(game) == []
    assert game.ask("due").verdict == "the RPh can end"


def test_show_says_who_is_ti_and_whose_check_waits() -> None:
    """A squad before its cactus hedge, and a tank that entered woods: until they are done with."""
    hedge = [{"kind": "cactus-hedge", "at": ["D4/D5"]}]
    tank = make_vehicle("PzA", mp=14, bu=True, at="C3")
    game = world({"C4": "w'"}, vehicles=[tank], hexsides=hedge)
    game.to("MPh")
    game.do("unit Sq squad D4", "cross Sq D5", "start PzA", "move PzA C4")
    shown = game.command("show", "GAME")[1]
    assert [line.endswith(", TI") for line in shown.splitlines() if " Sq " in line] == [True]
    assert "bog check due" in shown
    game.do("bog-check PzA 1 1", "break Sq")
    shown = game.command("show", "GAME")[1]
    assert ", TI" not in shown
    assert "bog check due" not in shown


def test_fires_are_owed_in_the_afph_and_not_before() -> None:
    """Flames and Blazes of earlier Player Turns: owed in the AFPh, until they are rolled for."""
    buildings = [{"hex": name, "material": "wooden"} for name in ("D4", "G4")]
    game = world({"G5": "b"}, buildings=buildings)
    game.do("phase", "wc 3 4", "flame D4", "flame D4", "blaze G4", "phase RPh", "wc 3 4")
    assert of(game, "owed") == []
    assert of(game, "owed", "--player-turn") == [
        ("flame-check D4", "B25.15", "two dice", "in 1.2/AFPh"),
        ("spread", "B25.6", "two dice", "in 1.2/AFPh"),
    ]
    game.do("phase AFPh")
    assert [each[0] for each in of(game, "owed")] == ["flame-check D4", "spread"]
    assert "each of 2 Flames in D4" in game.text("due")
    assert game.ask("due").verdict == "`flame-check D4` and `spread` before the AFPh ends"
    game.do("flame-check D4 1 3 1 3", "spread 1 1")
    assert of(game, "owed") == []
    assert game.ask("due").verdict == "the AFPh can end"


@cases(
    "units, order",
    ((), "clear D4 squads 1"),
    (("unit A squad D4 by German", "unit B HS D4 by German"), "clear D4 squads 1 hs 1"),
    (("unit C crew D4 by German", "unit X squad D4 by British"), "clear D4 hs 1"),
)
def test_clearance_that_was_begun_may_go_on(units: tuple[str, ...], order: str) -> None:
    """Where a Labor counter lies, the owner may clear in his CCPh, with those who are there."""
    game = world(on={"ad": True}, ad=True)
    game.do("phase", "wc 3 4", "debris D4", "phase CCPh", *units)
    assert of(game, "may") == []
    game.do("clear D4 squads 1 6 6", "phase RPh", "wc 3 4", "phase RPh", "wc 3 4")
    assert of(game, "may") == []
    game.do("phase CCPh")
    assert of(game, "may") == [(order, "B24.7", "two dice", "now")]
    game.do(f"{order} 6 6")
    assert of(game, "may") == []


def test_an_overstacked_steeple_takes_a_random_selection_at_the_end() -> None:
    """Who may go, when, and how many dice that takes; with one alone it takes none."""
    game = world(on={"ad": True}, ad=True, buildings=[{"hex": "D4", "mosque": True}])
    game.do(
        "phase",
        "wc 3 4",
        "unit A HS D4 steeple involuntary by German",
        "unit B HS D4 steeple involuntary by German",
        "unit G SW D4 shaft involuntary by German pp 4",
        "phase CCPh",
    )
    found = [(each["what"], each["rule"], each["dice"], each["at"]) for each in due(game)]
    assert found == [
        ("G is eliminated in the D4 shaft", "AD3.312", "", "end of 1.1/CCPh"),
        (
            "Random Selection eliminates A or B in the D4 steeple",
            *("AD3.312", "two dice", "end of 1.1/CCPh"),
        ),
    ]


def test_the_last_thing_of_a_game_is_its_end() -> None:
    """The end of the game is due in its last CCPh, and after it nothing is."""
    game = world(turns=1)
    game.do("phase", "wc 3 4", "phase RPh", "wc 3 4")
    assert due(game, "--player-turn")[-1] == {
        "what": "the game is over",
        "rule": "A3.9",
        "bound": "itself",
        "at": "end of 1.2/CCPh",
        "order": None,
        "dice": "",
    }
    game.do("phase RPh")
    assert due(game) == []
    assert game.ask("due").verdict == "the game is over: nothing is due"


def now(game: Played) -> dict[str, tuple[str, str]]:
    """What is in effect, by name: how it is, and its rule."""
    return {each["name"]: (each["value"], each["rule"]) for each in game.json("in-effect")["now"]}


TANK: dict[str, Any] = make_vehicle("PzA", at="D4")


def test_bogged_and_shocked_vehicles_may_try() -> None:
    """Bog Removal in the MPh of its side, recovery from Shock in an RPh."""
    game = world(vehicles=[TANK])
    game.do("phase", "wc 3 4", "bog PzA", "shock PzA")
    assert of(game, "may") == [("recover PzA", "C7.42", "", "now")]
    game.do("recover PzA", "phase MPh")
    assert of(game, "may") == [("unbog PzA", "D8.3", "two dice", "now")]
    game.do("unbog PzA 1 1")
    assert of(game, "may") == []


def shown(game: Played) -> tuple[str, dict[str, Any]]:
    """What `show` says in words and in JSON."""
    code, text, _ = game.command("show", "GAME")
    assert code == 0
    code, value, _ = game.command("show", "GAME", "--json")
    assert code == 0
    return text, json.loads(value)


def test_show_keeps_to_itself_when_a_vehicle_tried() -> None:
    """MP gained by ESB are told; in which MPh the DR was made is for the rules alone."""
    game = world(vehicles=[TANK])
    assert not {"sped_in", "tried_motion_in", "more_mp"} & shown(game)[1]["vehicles"]["PzA"].keys()
    game.do("phase", "wc 3 4", "phase MPh", "start PzA", "esb PzA 2mp 1 1")
    vehicle = shown(game)[1]["vehicles"]["PzA"]
    assert vehicle["more_mp"] == 2
    assert "sped_in" not in vehicle


def test_show_says_what_is_in_effect_and_what_is_due() -> None:
    """In words and in JSON the same as the questions `in-effect` and `due`."""
    game = world(wind="Mild Breeze", wind_direction=3, dust="Heavy", vehicles=[TANK])
    game.do("phase")
    text, value = shown(game)
    assert "  Wind     Mild Breeze to hexside 3 (B25.63)\n" in text
    assert "  Dust     Heavy (11.73)\n" in text
    assert "  Due, must: `wc`, the Wind Change DR, first in each RPh (B25.65); two dice\n" in text
    assert value["now"] == game.json("in-effect")["now"]
    assert value["due"] == game.json("due")["due"] == due(game)
    assert value["due"][0]["order"] == "wc"
