"""The page on which a scenario is set up: by mouse and by touch, from an empty board to a game."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from replays import Game, load_scenario
from replays.cli.main import main
from replays.page.scenario_editor import DraftFile
from tests.browser import AXE, browser, violations, when
from tests.tables import CHECKOUT
from tests.test_by_hand import DESK, PHONE, Hand

__all__ = ["browser"]

SMALL = "Khamsin.app.then(({model: {head: {board: {hexes}}}}) => !('F1' in hexes || 'B5' in hexes))"
"""A board of 5 by 4 hexes is laid."""

TURNS = (("PzIII", "B1", "C1"), ("Crusader", "D3", "E3"))
"""Which vehicle moves in each Player Turn, and through which hexes."""


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
    path.unlink()
    assert other.answer({"save": True})["saved"]
    assert load_scenario(path).turns == 4, "a file that is gone is written again"
    assert other.answer({"begin": True}) == {"open": "Mine"}
    other.answer({"edit": "set", "place": ["turns"], "value": 0})
    assert other.answer({"begin": True})["error"]["where"] == "turns"


@contextmanager
def designed(path: Path) -> Iterator[str]:
    """The link of a page on which a scenario is set up."""
    command = [sys.executable, "-m", "replays", "design", str(path)]
    environment = {**os.environ, "XDG_STATE_HOME": str(path.parent), "PYTHONUNBUFFERED": "1"}
    environment["PYTHONPATH"] = str(CHECKOUT)
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        said = "".join(process.stdout.readline() for _ in range(3))
        yield re.findall(r"http\S+", said)[0]
    finally:
        process.kill()
        process.communicate(timeout=30)


def _player_turn(hand: Hand, vehicle: str, *path: str) -> None:
    """The Wind Change DR, a move, and all phases to the next Player Turn."""
    hand.dock("DUE", "Wind Change DR")
    hand.press("Enter the dice")
    hand.dice(4, 5)
    hand.press("Record 4, 5")
    hand.press("Straight to the MPh")
    hand.dock("Touch a vehicle, or choose one")
    hand.press(vehicle)
    hand.dock("MP left")
    for each in path:
        hand.tap(each)
        hand.page.locator(f"#dock .steps li:last-child b:text-is('{each}')").wait_for()
    hand.press(f"Go to {path[-1]}")
    hand.dock(f"in {path[-1]}")
    hand.press("Done")
    for phase in ("DFPh", "AFPh", "RtPh", "APh", "CCPh"):
        hand.press(f"On to the {phase}")
        hand.dock(f"{phase}: nothing is due")


@pytest.mark.parametrize("context", [DESK, PHONE | {"is_mobile": False}], ids=["mouse", "touch"])
def test_a_scenario_is_set_up_played_and_reported(
    browser: Any, tmp_path: Path, context: dict[str, Any]
) -> None:
    """Vehicles put down, moved and taken away; a fault at its field; odds; saved; begun.

    With the mouse it is played to its end, with one order taken back and a shot: what was touched
    is the log that the same orders make when they are typed.
    """
    pytest.importorskip("uvicorn", reason="the extra `table` is not installed")
    path = tmp_path / "mine.toml"
    with designed(path) as link, Hand(browser, link, **context) as hands:
        width = hands.page.evaluate("document.documentElement.scrollWidth")
        assert width == context["viewport"]["width"]
        _set_up(hands, path)
        if not hands.fingers:
            _played(hands)
        assert hands.said == []
    if not hands.fingers:
        log = path.with_suffix(".jsonl")
        orders = ["wind-direction 3", "phase"]
        for vehicle, *hexes in TURNS:
            moves = [f"move {vehicle} {each}" for each in hexes]
            orders += ["wc 4 5", "phase MPh", f"start {vehicle}", *moves, *["phase"] * 6]
        orders[-1:] = ["undo", "phase", "finish"]
        typed = ["do", str(tmp_path / "typed.jsonl"), *orders, "--scenario", str(path)]
        assert main([*typed, "--seed", Game.load(log).header.seed, "--dice", "either"]) == 0
        assert log.read_bytes() == (tmp_path / "typed.jsonl").read_bytes()


def _played(hand: Hand) -> None:
    hand.dock("DUE", "Wind direction")
    hand.press("Enter the dice")
    hand.touch_it(hand.page.locator("#dock .die").nth(2))
    hand.press("Record 3")
    hand.press("Begin")
    for n, turn in enumerate(TURNS):
        if n:
            hand.press("On to the next Player Turn")
        _player_turn(hand, *turn)
    hand.tap("E3")
    hand.dock("Crusader")
    hand.tap("C1")
    hand.dock("vs vehicle", "vs Infantry")
    hand.press("Done")
    hand.button("Let go")
    hand.button("Undo")
    hand.dock("APh: nothing is due")
    hand.press("On to the CCPh")
    hand.press("Finish")
    hand.dock("The log is closed")
    hand.press("Finish")
    hand.dock("The game is finished")
    with hand.page.expect_popup() as opened:
        hand.press("Report")
    opened.value.locator(".verdict.clean").wait_for()


def _set_up(hands: Hand, path: Path) -> None:
    page = hands.page
    page.fill("#f-name", "Small")
    page.fill("#f-turns", "0")
    hands.until("[data-field=turns] .fault", "not a number of turns")
    assert page.get_attribute("#f-turns", "aria-invalid") == "true"
    assert "f-turns-fault" in page.get_attribute("#f-turns", "aria-describedby")
    assert page.is_disabled("#begin")
    page.fill("#f-turns", "1")
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
    assert (saved.name, saved.turns, saved.wind) == ("Small", 1, "Heavy Winds")
    hands.touch_it(page.locator("#begin"))
    page.wait_for_function("() => window.Khamsin?.feeds && Khamsin.app")
    page.wait_for_selector("html[data-ready]")
    assert Game.load(path.with_suffix(".jsonl")).header.scenario == saved
