"""The page on which a scenario is set up: by mouse and by touch, from an empty board to a game."""

from pathlib import Path
from typing import Any

import pytest

from replays import Game, load_scenario
from replays.page.scenario_editor import DraftFile
from tests.browser import AXE, browser, violations, when
from tests.test_by_hand import DESK, PHONE, SMALL, Hand, designed

__all__ = ["browser"]


def _file(path: Path) -> DraftFile:
    return DraftFile(path, lambda scenario, _: scenario.name)


def test_a_draft_is_kept_until_it_is_saved(tmp_path: Path) -> None:
    """Each change is on disk; the file is written when that is asked for, over nothing else's."""
    path = tmp_path / "mine.toml"
    first = _file(path)
    assert not first.answer({"get": "draft"})["saved"]
    assert not [*tmp_path.iterdir()], "what was not changed leaves nothing"
    first.answer({"edit": "set", "place": ["name"], "value": "Mine"})
    again = _file(path)
    assert again.editor.draft["name"] == "Mine"
    assert not path.exists()
    assert again.answer({"save": True})["saved"]
    assert [each.name for each in tmp_path.iterdir()] == ["mine.toml"]
    assert load_scenario(path).name == "Mine"
    path.write_text(f"# a comment\n{path.read_text('utf-8')}", "utf-8")
    again.answer({"edit": "set", "place": ["turns"], "value": 3})
    assert "another program" in again.answer({"save": True})["error"]["what"]
    other = _file(path)
    other.answer({"edit": "undo"})
    other.answer({"edit": "set", "place": ["turns"], "value": 4})
    assert "mine.toml.before" in " ".join(other.answer({"save": True})["says"])
    assert (tmp_path / "mine.toml.before").read_text("utf-8").startswith("# a comment")
    assert load_scenario(path).turns == 4
    assert other.answer({"begin": True}) == {"open": "Mine"}
    other.answer({"edit": "set", "place": ["turns"], "value": 0})
    assert other.answer({"begin": True})["error"]["where"] == "turns"


@pytest.mark.parametrize("context", [DESK, PHONE | {"is_mobile": False}], ids=["mouse", "touch"])
def test_a_scenario_is_set_up_and_a_game_begun(
    browser: Any, tmp_path: Path, context: dict[str, Any]
) -> None:
    """Vehicles put down, moved and taken away; a fault at its field; odds; saved; begun."""
    pytest.importorskip("uvicorn", reason="the extra `table` is not installed")
    path = tmp_path / "mine.toml"
    with designed(path) as link, Hand(browser, link, **context) as hands:
        width = hands.page.evaluate("document.documentElement.scrollWidth")
        assert width == context["viewport"]["width"]
        _set_up(hands, path)
        assert hands.said == []


def _set_up(hands: Hand, path: Path) -> None:
    page = hands.page
    page.fill("#f-name", "Small")
    page.fill("#f-turns", "0")
    hands.until("[data-field=turns] .fault", "not a number of turns")
    assert page.get_attribute("#f-turns", "aria-invalid") == "true"
    assert "f-turns-fault" in page.get_attribute("#f-turns", "aria-describedby")
    assert page.is_disabled("#begin")
    page.fill("#f-turns", "2")
    hands.until("#state", "not saved")
    hands.touch_it(page.locator("#tab-1"))
    hands.touch_it(page.locator("#item-boards-0"))
    page.fill("#f-boards-0-width", "5")
    page.fill("#f-boards-0-height", "4")
    when(page, SMALL)
    hands.touch_it(page.locator("#tab-2"))
    page.select_option("#like-vehicles", "PzIII")
    hands.touch_it(page.locator("#put-vehicles"))
    hands.tap("B2")
    hands.until("#item-vehicles-0", "PzIII, B2")
    page.select_option("#like-vehicles", "Crusader")
    hands.tap("D3")
    hands.until("#item-vehicles-1", "Crusader, D3")
    hands.touch_it(page.locator("#put-vehicles"))
    hands.touch_it(page.locator("#item-vehicles-1"))
    hands.tap("D2")
    hands.until("#item-vehicles-1", "Crusader, D2")
    if not hands.fingers:
        page.mouse.move(*hands.at("D2"))
        page.mouse.down()
        page.mouse.move(*hands.at("C2"), steps=4)
        page.mouse.up()
        hands.until("#item-vehicles-1", "Crusader, C2")
        page.focus("#map")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        hands.until("#item-vehicles-1", "Crusader, D")
        hands.touch_it(page.locator("#undo"))
        hands.touch_it(page.locator("#undo"))
        hands.until("#item-vehicles-1", "Crusader, D2")
    page.fill("#f-vehicles-1-at", "z99")
    hands.until("[data-field=at] .fault", "not a hex in play")
    hands.until("#tab-2", "1")
    hands.touch_it(page.locator("#undo"))
    hands.until("#item-vehicles-1", "Crusader, D2")
    hands.touch_it(page.locator("#tab-3"))
    page.select_option("#f-wind", "Heavy Winds")
    hands.until(".changes", "→")
    if AXE:
        page.evaluate(Path(AXE).read_text("utf-8"))
        assert not violations(page)
    hands.touch_it(page.locator("#save"))
    hands.until("#heard", "mine.toml is saved")
    saved = load_scenario(path)
    assert [(each.id, each.at) for each in saved.vehicles] == [("PzIII", "B2"), ("Crusader", "D2")]
    assert (saved.name, saved.turns, saved.wind) == ("Small", 2, "Heavy Winds")
    hands.touch_it(page.locator("#begin"))
    page.wait_for_function("() => window.Khamsin?.feeds")
    page.wait_for_selector("html[data-ready]")
    assert Game.load(path.with_suffix(".jsonl")).header.scenario == saved
