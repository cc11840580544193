"""What answers say beside their main fact: lines, rules, reasons, and what is left unsaid."""

from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.reached import world

# Guns ------------------------------------------------------------------------------------------


@cases(
    "words, why",
    ("--dug-in --emplaced", "emplaced: a vehicle is neither Emplaced nor Manhandled"),
    ("--vehicular --emplaced", "emplaced: a vehicle is neither Emplaced nor Manhandled"),
    ("--dug-in --manhandled-from D5", "manhandled_from: a vehicle is neither Emplaced nor"),
    ("--vehicular --manhandled-from D5", "manhandled_from: a vehicle is neither Emplaced nor"),
    ("--dug-in --vehicular", "vehicular: a Dug-In vehicle is asked for by --dug-in alone"),
    ("--manhandled-from D6", "manhandled_from: D6 and D4 are not adjacent"),
    ("--emplaced", None),
    ("--dug-in", None),
    ("--vehicular", None),
    ("--manhandled-from D5", None),
)
def test_what_no_gun_does_is_refused(words: str, why: str | None) -> None:
    """A vehicle is neither Emplaced nor Manhandled, and is Dug-In or not."""
    asked = f"gun --hex D4 --calibre 75 {words}"
    if why is None:
        assert world().ask(asked).verdict
    else:
        assert world().why_refused(asked).startswith(why)


# Rulings ----------------------------------------------------------------------------------------


@pytest.mark.rule("11.792e")
def test_an_answer_tells_what_another_ruling_would_make_of_it() -> None:
    """Where a ruling decides a total both totals are told, under either choice; else nothing is."""
    home = [{"hex": "D4", "building": "one"}, {"hex": "D5", "building": "one"}]
    asked = "shot --from D4 --to D5"
    game = world(dust="Heavy", buildings=home)
    assert "total +4" in game.ask(asked).verdict
    said = "ruling 11.792-heavy is counts; none: total +3"
    assert game.rulings(asked) == [said]
    assert f"\n  {said}\n" in game.command("ask", "shot", "GAME", "--from", "D4", "--to", "D5")[1]
    other = world(dust="Heavy", buildings=home, rulings={"11.792-heavy": "none"})
    assert other.rulings(asked) == ["ruling 11.792-heavy is none; counts: total +4"]
    assert world().rulings(asked) == []


@pytest.mark.rule("11.75")
def test_an_answer_tells_that_it_rests_on_a_list_that_is_lost() -> None:
    """The Dust of an FFE goes by a ruling in the place of a list that our text has lost."""
    game = world(wind="Mild Breeze", wind_direction=3)
    game.do("wc 3 4", "ffe X F5 100mm")
    told = "ruling 11.75-changes is plus-2, as our text has lost the list"
    assert game.rulings("shot --from F1 --to F9") == [told]
    assert game.rulings("shot --from A1 --to A9") == []


def test_an_answer_says_what_it_did_not_judge() -> None:
    """What is left to the players is told with what nearly applied, and in JSON always."""
    game = world()
    asked = "shot --from D4 --to D5"
    assert "\n  not judged: leaders, state of firer and target, acquisition" in game.text(asked)
    assert game.json(asked)["not_judged"].startswith("leaders")
    assert "not judged" not in game.text("terrain --hex D4")


@pytest.mark.rule("C5.11", "AD3.48a")
@cases(
    "hex_, words, drm",
    ("A1", "", [3, 4, 5]),
    ("A1", "--mount ST", [2, 3, 4]),
    ("A1", "--mount T", [1, 2, 3]),
    ("B2", "", [6, 8, 10]),
    ("B2", "--mount T", [1, 2, 3]),
    ("F2", "--emplaced", [6, 8, 10]),
    ("H2", "--emplaced", [3, 4, 5]),
)
def test_case_a_goes_by_mount_and_terrain(hex_: str, words: str, drm: list[int]) -> None:
    """JSON alone has its DRM: doubled in woods and buildings, and not in Arid Debris."""
    facts: dict[str, Any] = {"buildings": [{"hex": "F2"}], "debris": [{"hex": "H2"}]}
    game = world({"B2": "w"}, ad=True, on={"ad": True}, **facts)
    assert game.json(f"gun --hex {hex_} --calibre 50 {words}")["case_a"]["drm"] == drm


JSON_ALONE: Final[tuple[Any, ...]] = (
    ({"H4": "w"}, (), "ambush --hex H4", "ambush_terrain", True),
    ({}, (), "ambush --hex H4 --concealed", "ambush_terrain", False),
    ({"E5": "b"}, (), "rout --hex E5", "rout_terrain", True),
    ({"E5": "b"}, (), "rout --hex E4", "rout_terrain", False),
    ({}, (), "terrain --hex D4", "chart", "F"),
    ({"D4": ".'"}, (), "terrain --hex D4", "chart", "B"),
    ({}, (), "shot --from D8 --to D4 --attack 'Fire Lane' --fp 8", "residual_fp", 6),
    ({}, (), "interdiction --from A5 --to D5 --morale 7 --roll 7", "outcome", "pinned"),
    ({"E5": "W"}, ("unit A squad E5",), "stacking --hex E5", "mounts_over", []),
    (
        {},
        ("unit A HS D4 steeple", "unit B HS D4 steeple involuntary", "break B"),
        "stacking --hex D4",
        "excess",
        ["B"],
    ),
)
"""Marks, orders, a question, and a fact of its answer that people read in the verdict."""


@cases("marks, orders, asked, key, value", *JSON_ALONE)
def test_facts_of_json_say_what_the_verdict_says(
    marks: dict[str, str], orders: tuple[str, ...], asked: str, key: str, value: object
) -> None:
    """Programs read them by their names."""
    mosque = [] if "D4" in marks else [{"hex": "D4", "mosque": True}]
    game = world(marks, ad=True, on={"ad": True}, buildings=mosque)
    game.to("MPh")
    game.do(*orders)
    assert game.json(asked)[key] == value
