"""The page on which a scenario is set up: by mouse and by touch, from an empty board to a game."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from replays import Game, load_scenario
from replays.page.scenario_editor import DraftFile
from tests.browser import AXE, browser, violations

__all__ = ["browser"]

WAIT = 30_000


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


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A scenario file that is set up, and the link of its page."""
    pytest.importorskip("uvicorn", reason="the extra `table` is not installed")
    path = tmp_path / "mine.toml"
    command = [sys.executable, "-m", "replays", "design", str(path)]
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        said = [process.stdout.readline() for _ in range(3)]
        yield path, re.findall(r"http\S+", "".join(said))[0]
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


class _Hands:
    """A page, and how it is touched."""

    def __init__(self, browser: Any, link: str, width: int, height: int, *, touch: bool) -> None:
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, accept_downloads=True
        )
        self.page, self.touch, self.said = context.new_page(), touch, list[str]()
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("console", lambda m: self.said.append(m.text) if m.type == "error" else None)
        self.page.goto(link)
        self.ready()

    def ready(self) -> None:
        """Wait until the page is there."""
        self.page.wait_for_selector("html[data-ready]", timeout=WAIT)

    def press(self, selector: str) -> None:
        """Touch something, or click on it."""
        where = self.page.locator(selector).first
        where.scroll_into_view_if_needed()
        (where.tap if self.touch else where.click)(timeout=WAIT)

    def at(self, name: str) -> tuple[float, float]:
        """Where a hex is on the screen."""
        x, y = self.page.evaluate(
            """(name) => Khamsin.app.then(({ board, model }) => {
                const [x, y] = model.head.board.hexes[name], { window: seen, host } = board;
                const room = host.getBoundingClientRect(), scale = room.width / seen.w;
                return [room.left + (x - seen.x) * scale, room.top + (y - seen.y) * scale];
            })""",
            name,
        )
        return x, y

    def hex(self, name: str) -> None:
        """Touch a hex of the board."""
        x, y = self.at(name)
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def until(self, selector: str, words: str) -> None:
        """Wait until something says this."""
        self.page.locator(selector, has_text=words).first.wait_for(timeout=WAIT)

    def draft(self) -> Any:
        """The draft as Python has told it."""
        return self.page.evaluate("Khamsin.app.then((app) => app.told.draft)")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_scenario_is_set_up_and_a_game_begun(
    browser: Any, served: tuple[Path, str], width: int, height: int
) -> None:
    """Vehicles put down, moved and taken away; a fault at its field; odds; saved; begun."""
    path, link = served
    hands = _Hands(browser, link, width, height, touch=width < 600)
    page = hands.page
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.fill("#f-name", "Small")
    page.fill("#f-turns", "0")
    hands.until("[data-field=turns] .fault", "not a number of turns")
    assert page.get_attribute("#f-turns", "aria-invalid") == "true"
    assert "f-turns-fault" in page.get_attribute("#f-turns", "aria-describedby")
    assert page.is_disabled("#begin")
    page.fill("#f-turns", "2")
    hands.until("#state", "not saved")
    hands.press("#tab-1")
    hands.press("#item-boards-0")
    page.fill("#f-boards-0-width", "5")
    page.fill("#f-boards-0-height", "4")
    page.wait_for_function(
        "() => Khamsin.app.then((app) => !('F1' in app.model.head.board.hexes))", timeout=WAIT
    )
    hands.press("#tab-2")
    page.select_option("#like-vehicles", "PzIII")
    hands.press("#put-vehicles")
    hands.hex("B2")
    hands.until("#item-vehicles-0", "PzIII, B2")
    page.select_option("#like-vehicles", "Crusader")
    hands.hex("D3")
    hands.until("#item-vehicles-1", "Crusader, D3")
    hands.press("#put-vehicles")
    hands.press("#item-vehicles-1")
    hands.hex("D2")
    hands.until("#item-vehicles-1", "Crusader, D2")
    if not hands.touch:
        page.mouse.move(*hands.at("D2"))
        page.mouse.down()
        page.mouse.move(*hands.at("C2"), steps=4)
        page.mouse.up()
        hands.until("#item-vehicles-1", "Crusader, C2")
        page.focus("#map")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        hands.until("#item-vehicles-1", "Crusader, D")
        hands.press("#undo")
        hands.press("#undo")
        hands.until("#item-vehicles-1", "Crusader, D2")
    page.fill("#f-vehicles-1-at", "z99")
    hands.until("[data-field=at] .fault", "not a hex in play")
    hands.until("#tab-2", "1")
    hands.press("#undo")
    hands.until("#item-vehicles-1", "Crusader, D2")
    hands.press("#tab-3")
    page.select_option("#f-wind", "Heavy Winds")
    hands.until(".changes", "→")
    if AXE:
        page.evaluate(Path(AXE).read_text("utf-8"))
        assert not violations(page)
    hands.press("#save")
    hands.until("#heard", "mine.toml is saved")
    saved = load_scenario(path)
    assert [(each.id, each.at) for each in saved.vehicles] == [("PzIII", "B2"), ("Crusader", "D2")]
    assert (saved.name, saved.turns, saved.wind) == ("Small", 2, "Heavy Winds")
    hands.press("#begin")
    page.wait_for_function("() => window.Khamsin?.feeds", timeout=WAIT)
    hands.ready()
    assert Game.load(path.with_suffix(".jsonl")).header.scenario == saved
    assert not hands.said
    page.context.close()
