"""What a page tells beside the map, and what its map has room for, in a real browser."""

from pathlib import Path
from typing import Any

import pytest

from replays import Game
from replays.page.controller import Controller
from replays.page.view_file import page_html
from tests import browser as browsing
from tests import page_picture
from tests.browser import LOGS, Make, Opened
from tests.table import scenario

browser, make = browsing.browser, browsing.make


def test_what_changed_since_the_last_phase_is_told(browser: Any, make: Make) -> None:
    """Each unit that moved or is otherwise than when the phase before ended stands there, once."""
    controller = Controller(Game.load(LOGS / "bir-el-qaha.jsonl"))
    phases = controller.answer({"get": "head"})["phases"]
    phase = next(each for each in phases if each["phase"] == "MPh" and each["to"] > each["from"])
    was, now = (
        {unit["id"]: unit for unit in controller.frame(n)["units"]}
        for n in (phase["from"] - 1, phase["to"])
    )
    moved = {key for key in now if now[key] != was[key]}
    assert moved
    with Opened(browser, make("bir-el-qaha"), f"#{phase['to']}") as opened:
        opened.until("#changed h2", f"Since {controller.frame(phase['from'] - 1)['at']}")
        names = opened.page.locator("#changed th").all_inner_texts()
        assert len(names) == len(set(names))
        assert {name for name in names if name in now} == moved
        for key in moved:
            row = opened.text(f"#changed tr:has(th:has-text('{key}'))")
            assert now[key]["hex"] in row or now[key]["words"] in row
        opened.page.keyboard.press("Home")
        opened.until("#where", "Before the first")
        assert opened.text("#changed") == ""
        assert opened.said == []


def test_the_odds_of_the_next_player_turns_are_a_press_away(browser: Any) -> None:
    """Who can ask gets the odds of the next Player Turns, and has them as the game goes on."""
    game = Game.new(scenario(weather="Clear & Gusty", ec="Very Dry"), seed="1")
    game.do_all(["wc 3 4"])
    controller = Controller(game, plays=True)
    opened = Opened(browser, "https://khamsin.test/table/")
    with_page = page_html("A live game", "http", connect="'self'")

    def ask(route: Any) -> None:
        route.fulfill(json=controller.answer(route.request.post_data_json))

    quiet = {"body": "retry: 600000\n\n", "content_type": "text/event-stream"}
    opened.page.route("**/table/ask", ask)
    opened.page.route("**/table/events", lambda route: route.fulfill(**quiet))
    opened.page.route(
        "**/table/", lambda route: route.fulfill(body=with_page, content_type="text/html")
    )
    with opened:
        opened.page.click("#ask-odds")
        opened.until("#odds", "Gusts")
        for n in (controller.count, 0):
            opened.page.keyboard.press("Home" if n == 0 else "End")
            found = controller.answer({"get": "odds", "at": n})
            told = opened.page.locator("#odds")
            told.locator(f"th:text-is('{found['turns'][0]}')").wait_for()
            for row in found["rows"]:
                assert " ".join(row) in opened.text("#odds")
        assert opened.said == []


@pytest.mark.parametrize(
    ("log", "size"), [("bir-el-qaha", (390, 844)), ("dyo-gazala", (1440, 900))]
)
def test_the_tools_hide_no_hex_of_the_whole_board(
    browser: Any, make: Make, log: str, size: tuple[int, int]
) -> None:
    """Where the board is shown whole, its lower edge is above the tools of the map."""
    window = {"width": size[0], "height": size[1]}
    with Opened(browser, make(log), "#end", viewport=window) as opened:
        opened.page.keyboard.press("9")
        edge = opened.page.locator("#map .board > .frame").bounding_box()
        tools = opened.page.locator(".map-tools").bounding_box()
        assert edge is not None
        assert tools is not None
        assert edge["y"] + edge["height"] <= tools["y"] + 1
        assert not opened.page.locator(".mini").is_visible()


def test_the_small_map_shows_and_moves_the_window(browser: Any, make: Make) -> None:
    """Near enough, a small map of the whole appears; a press on it moves what is seen."""
    with Opened(browser, make("dyo-gazala"), "#end") as opened:
        page = opened.page
        page.keyboard.press("9")
        for _ in range(6):
            page.keyboard.press("+")
        small = page.locator(".mini")
        box = small.bounding_box()
        assert box is not None
        assert small.locator("g rect").count() == page.evaluate(
            "Khamsin.app.then((app) => app.frame.units.filter((u) => /[0-9]/.test(u.hex)).length)"
        )
        middle = "Khamsin.app.then((app) => app.board.window.x + app.board.window.w / 2)"
        page.mouse.click(box["x"] + 0.7 * box["width"], box["y"] + box["height"] / 2)
        right = page.evaluate(middle)
        page.mouse.click(box["x"] + 0.3 * box["width"], box["y"] + box["height"] / 2)
        assert page.evaluate(middle) < right
        assert opened.said == []


def test_many_turns_and_marks_have_room(browser: Any, make: Make) -> None:
    """A hundred Turns are one row, the present one in sight; no mark lies on a Turn's number."""
    game = Game.new(scenario(turns=100), seed="1")
    for turn in range(60):
        game.do_all(["wc", f"note Player Turn {turn}", "phase RPh"])
    with Opened(browser, make(game), "#end") as opened:
        page = opened.page
        tops = page.evaluate(
            "[...document.querySelectorAll('#turn-boxes li')].map((each) => each.offsetTop)"
        )
        assert len(tops) == 200
        assert len(set(tops)) == 1
        assert page.locator("#turn-boxes [aria-current]").bounding_box()
        seen = page.evaluate(
            """() => {
              const strip = document.querySelector("#turn-boxes").getBoundingClientRect();
              const now = document.querySelector("#turn-boxes [aria-current]");
              const box = now.getBoundingClientRect();
              return strip.left <= box.left && box.right <= strip.right;
            }"""
        )
        assert seen
        number = page.locator(".lane-turns").bounding_box()
        mark = page.locator(".mark").first.bounding_box()
        assert number is not None
        assert mark is not None
        assert mark["y"] >= number["y"] + number["height"]
        assert opened.said == []


def test_a_line_can_be_filled_into_the_window_and_is_told_over_the_map(
    browser: Any, make: Make
) -> None:
    """An asked line has its ends marked, its verdict over the map, and all of it in sight."""
    path = make("dyo-gazala", "shot 26C9 26H5")
    with Opened(browser, path, "#end", viewport={"width": 390, "height": 844}) as opened:
        page = opened.page
        page.click("#tab-asked")
        page.click("#panel-asked button >> nth=0")
        opened.until("#map-says", "shot 26C9 26H5")
        assert opened.text("#panel-shot .verdict") in opened.text("#map-says")
        assert page.locator("#map .marks .chosen").count() == 2
        page.click("#fit")
        room = page.locator("#map").bounding_box()
        assert room is not None
        for end in page.locator("#map .marks .chosen").all():
            box = end.bounding_box()
            assert box is not None
            assert room["x"] <= box["x"]
            assert box["x"] + box["width"] <= room["x"] + room["width"]


def test_the_picture_of_the_page_is_as_large_as_it_is_said_to_be(
    browser: Any, tmp_path: Path
) -> None:
    """docs/gallery/page.png is what python -m tests.page_picture draws, in size and moment."""
    pytest.importorskip("PIL", reason="Pillow is not installed")
    for raw in (page_picture.PICTURE.read_bytes(), page_picture.draw(browser, tmp_path)):
        assert raw.startswith(b"\x89PNG")
        wide, high = (int.from_bytes(raw[n : n + 4], "big") for n in (16, 20))
        assert (wide, high) == page_picture.SIZE
        assert len(raw) < page_picture.MOST_BYTES
