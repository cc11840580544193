"""The page in a real browser: a view file opened from disk, and a live game."""

import json
from pathlib import Path
from typing import Any

import pytest

from events.json_bytes import dumps, loads
from replays import Game, audit, load_scenario
from replays.page.controller import Controller
from replays.page.view_file import page_html, view_file
from tests import browser as browsing
from tests.browser import LOGS, Make, Opened
from tests.table import TANK, scenario

browser, make = browsing.browser, browsing.make


EVIL = "</script><img src=x onerror=alert(1)>\u202e<b>&amp;"


def test_it_opens_from_disk_and_asks_for_nothing(browser: Any, make: Make) -> None:
    """A view file is shown without a network or a complaint, and says where the game stands."""
    with Opened(browser, make("bir-el-qaha"), "#3.2/MPh") as opened:
        assert opened.text("#status") == "Turn 3 of 6, British, MPh"
        assert opened.text("h1") == "Wind over Bir el Qaha"
        assert opened.page.locator("#map .layer-counters > g").count() > 2
        assert opened.said == []
        assert {url.split("#")[0] for url in opened.fetched} == {opened.url}


@pytest.mark.parametrize("log", ["bir-el-qaha", "rubble", "dyo-gazala", "fire"])
def test_frames_in_the_browser_are_those_drawn_whole(browser: Any, make: Make, log: str) -> None:
    """Every frame that the page builds of differences is the one that is drawn whole."""
    log = "debris-and-fire" if log == "fire" else log
    controller = Controller(Game.load(LOGS / f"{log}.jsonl"))
    with Opened(browser, make(log)) as opened:
        found = opened.page.evaluate(
            """async () => {
              const { model } = await Khamsin.app, frames = [];
              for (let n = model.count; n >= 0; n--) frames.unshift(await model.frame(n));
              return JSON.stringify(frames);
            }"""
        )
        for n, frame in enumerate(json.loads(found)):
            assert frame == loads(dumps(controller.frame(n))), n


def test_the_slider_and_the_keys_move_through_the_game(browser: Any, make: Make) -> None:
    """Slider, keys and buttons lead to entries, phases and Player Turns, there and back."""
    controller = Controller(Game.load(LOGS / "bir-el-qaha.jsonl"))
    with Opened(browser, make("bir-el-qaha")) as opened:
        page = opened.page
        page.fill("#entry", "40")
        opened.until("#where", "#40")
        assert opened.text("#status") == controller.frame(40)["status"]
        page.focus("#entry")
        for keys, n in [
            ("ArrowRight", 41),
            ("ArrowLeft", 40),
            ("End", controller.count),
            ("Home", 0),
        ]:
            page.keyboard.press(keys)
            assert page.evaluate("Khamsin.app.then((app) => app.n)") == n
        head = controller.answer({"get": "head"})
        page.keyboard.press("PageDown")
        page.keyboard.press("PageDown")
        second = head["turns"][1]
        assert page.evaluate("Khamsin.app.then((app) => app.n)") == second["from"]
        page.keyboard.press("Shift+ArrowRight")
        assert page.evaluate("Khamsin.app.then((app) => app.frame.phase)") != "RPh"
        page.keyboard.press("PageUp")
        assert page.evaluate("Khamsin.app.then((app) => app.n)") == second["from"]
        assert opened.said == []


def test_a_shot_that_was_asked_is_drawn_with_its_rules(browser: Any, make: Make) -> None:
    """The list of questions leads to the answer, its line on the map, and its rules in words."""
    controller = Controller(Game.load(LOGS / "dyo-gazala.jsonl"))
    reply = controller.answer({"get": "shot", "from": "26C9", "to": "26H5"})
    with Opened(browser, make("dyo-gazala", "shot 26C9 26H5", "view 26C9"), "#end") as opened:
        page = opened.page
        page.click("#tab-asked")
        page.click("#panel-asked button >> nth=0")
        opened.until("#panel-shot .verdict", reply["verdict"])
        assert page.locator("#map .below .los, #map .below .unseen").count()
        assert page.locator("#panel-shot .items tr").count() == len(reply["items"])
        rule = reply["items"][0]["rule"]
        page.click(f"#panel-shot .items .rule:text-is('{rule}')")
        assert reply["rules"][rule][0] in opened.text("#panel-shot .says")
        page.click("#tab-asked")
        page.click("#panel-asked button >> nth=1")
        opened.until("#panel-shot .verdict", "sees")
        assert page.locator("#map .below .heatdrm").count() > 10
        page.keyboard.press("Escape")
        assert page.locator("#map .below .heatdrm").count() == 0
        assert opened.said == []


def test_the_governed_terrain_is_a_press_away(browser: Any, make: Make) -> None:
    """Where terrain governs that is not printed, a button and a key show it, and the print."""
    game = Game.new(load_scenario("tebaga"), seed="1")
    game.do("wc 3 4")
    drawn = """() => document.querySelector('#map .layer-terrain').innerHTML.length"""
    with Opened(browser, make(game)) as opened:
        printed = opened.page.evaluate(drawn)
        opened.page.click("#governed")
        assert opened.page.evaluate(drawn) != printed
        opened.page.keyboard.press("g")
        assert opened.page.evaluate(drawn) == printed
        assert opened.said == []
    with Opened(browser, make("bir-el-qaha")) as opened:
        assert not opened.page.locator("#governed").is_visible()


def test_what_the_audit_found_is_marked_and_listed(browser: Any, tmp_path: Path) -> None:
    """The light of the audit says how much it found, and leads to the list, that to the entry."""
    path = LOGS / "bir-el-qaha.jsonl"
    report = audit(path)
    text = view_file(Game.load(path), path.read_bytes(), path.name, report)
    (tmp_path / "game.html").write_text(text, encoding="utf-8")
    found = report.findings[0]
    with Opened(browser, tmp_path / "game.html") as opened:
        assert opened.text("#audit") == f"audit: {len(report.findings)} finding"
        assert opened.page.locator("#lanes .mark-finding").count() == len(report.findings)
        opened.page.click("#audit")
        assert found.rule in opened.text("#panel-marks")
        opened.page.click("#panel-marks .is-finding button")
        opened.until("#where", f"#{found.entry} of")
        assert opened.said == []


def test_the_log_can_be_saved_from_the_page(browser: Any, make: Make, tmp_path: Path) -> None:
    """The button saves the log that the file was made of, byte for byte."""
    with Opened(browser, make("rain"), accept_downloads=True) as opened:
        with opened.page.expect_download() as download:
            opened.page.click("#download")
        download.value.save_as(tmp_path / "saved.jsonl")
        assert download.value.suggested_filename == "game.jsonl"
    saved = (tmp_path / "saved.jsonl").read_bytes()
    assert saved == Game.load(LOGS / "rain.jsonl").log_bytes()


def test_names_of_anybody_are_text(browser: Any, make: Make) -> None:
    """A name, a label or a note that is HTML is shown as the words that it is, and does nothing."""
    side = "<i onclick=alert(2)>שלום"
    facts = scenario(name=EVIL, sides=["German", side], vehicles=[{**TANK, "side": side}])
    game = Game.new(facts, seed=EVIL)
    game.do_all(["wc 3 4", f"note {EVIL.replace(chr(0x202E), '')}"])
    with Opened(browser, make(game), "#end") as opened:
        page = opened.page
        assert opened.text("h1") == EVIL.replace("\u202e", "\\u202e")
        assert page.locator("img, i:not([class]), b:has(b), script[src]").count() == 0
        page.click("#tab-units")
        assert side in opened.text("#panel-units")
        page.click("#tab-marks")
        assert "onerror=alert(1)" in opened.text("#panel-marks")
        assert side in opened.text("#text-table")
        assert side in opened.text("#panel-units")
        assert opened.said == []


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (320, 568)])
def test_it_fits_every_window(browser: Any, make: Make, width: int, height: int) -> None:
    """Nothing makes the page wider than its window, and the map has room in it."""
    size = {"width": width, "height": height}
    with Opened(browser, make("dyo-gazala"), "#end", viewport=size) as opened:
        wide = opened.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width
        box = opened.page.locator("#map").bounding_box()
        assert box is not None
        assert box["width"] > 0.5 * min(width, 600)
        assert box["height"] > 200
        assert opened.said == []


def test_the_map_answers_to_the_keyboard_alone(browser: Any, make: Make) -> None:
    """With arrows and Enter a hex is found, told and chosen; Tab reaches map, slider and tabs."""
    with Opened(browser, make("bir-el-qaha"), "#end") as opened:
        page = opened.page
        reached = set()
        for _ in range(60):
            page.keyboard.press("Tab")
            reached.add(page.evaluate("document.activeElement.id"))
        assert {"map", "entry", "tab-now", "back", "theme"} <= reached
        page.focus("#map")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        told = opened.text("#map-says")
        name = told.split(":")[0]
        page.keyboard.press("Enter")
        opened.until("#panel-hex h2", name)
        assert page.locator("#map .marks .chosen").count() == 1


def test_without_javascript_the_story_is_there(browser: Any, make: Make) -> None:
    """Whoever has no JavaScript reads the story and the answers as text."""
    path = make("rain", "shot B3 D5")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(path.as_uri())
    text = page.inner_text("#plain")
    for line in Game.load(LOGS / "rain.jsonl").story().split("\n"):
        assert line.strip() in text
    assert "shot B3 D5" in text
    assert not page.locator("#app").is_visible()
    context.close()


def test_on_paper_there_is_the_map_and_the_story(browser: Any, make: Make) -> None:
    """Printed, the page has the map, the units and the whole story, and no buttons."""
    with Opened(browser, make("bir-el-qaha"), "#end") as opened:
        opened.page.emulate_media(media="print")
        assert opened.page.locator("#plain").is_visible()
        assert opened.page.locator("#map").is_visible()
        assert opened.page.locator("#panel-units").is_visible()
        assert not opened.page.locator("#theme").is_visible()
        assert not opened.page.locator("#lanes").is_visible()


def test_dark_is_dark(browser: Any, make: Make) -> None:
    """The page is dark where the system is, light where not, and the button changes that."""
    shade = "parseInt(getComputedStyle(document.documentElement).backgroundColor.slice(4))"
    path = make("rain")
    with Opened(browser, path, color_scheme="dark") as opened:
        assert opened.page.evaluate(shade) < 60
        opened.page.click("#theme")
        assert opened.page.evaluate(shade) > 180
        assert opened.said == []
    with Opened(browser, path, color_scheme="light") as opened:
        assert opened.page.evaluate(shade) > 180


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Any, make: Make, scheme: str) -> None:
    """What axe-core calls serious or critical is not on the page, on any of its panels."""
    if not browsing.AXE:
        pytest.skip("KHAMSIN_AXE does not say where axe-core is")
    path = make("dyo-gazala", "shot 26C9 26H5")
    with Opened(browser, path, "#end", color_scheme=scheme) as opened:
        opened.page.evaluate(Path(browsing.AXE).read_text(encoding="utf-8"))
        for tab in ("asked", "shot", "hex", "units", "now"):
            opened.page.click(f"#tab-{tab}")
            if tab == "asked":
                opened.page.click("#panel-asked button")
            found = opened.page.evaluate("axe.run(document).then((r) => r.violations)")
            told = [
                (each["id"], [node["html"][:120] for node in each["nodes"]])
                for each in found
                if each["impact"] in ("serious", "critical")
            ]
            assert told == []


# A live game --------------------------------------------------------------------------------


class _Live:
    """A table in the test: it answers the page's requests with a controller, without a server."""

    def __init__(self) -> None:
        self.game = Game.new(load_scenario("bir-el-qaha"), seed="1")
        self.controller = Controller(self.game, plays=True)

    def open(self, opened: Opened) -> None:
        html = page_html("A live game", "http", connect="'self'")
        opened.page.route("**/table/ask", self._ask)
        opened.page.route("**/table/events", self._events)
        opened.page.route(
            "**/table/", lambda route: route.fulfill(body=html, content_type="text/html")
        )

    def _ask(self, route: Any) -> None:
        reply = self.controller.answer(loads(route.request.post_data_buffer))
        route.fulfill(body=dumps(reply), content_type="application/json")

    def _events(self, route: Any) -> None:
        route.fulfill(body="retry: 600000\n\n", content_type="text/event-stream")


def test_a_live_game_is_played_asked_and_drawn(browser: Any) -> None:
    """Orders, refusals and questions go from the page to the game, and the map follows."""
    live, opened = _Live(), Opened(browser, "https://khamsin.test/table/")
    live.open(opened)
    with opened:
        page = opened.page
        for line in ("wc 3 4", "phase MPh", "start PzA"):
            page.fill("#line", line)
            page.keyboard.press("Enter")
            page.wait_for_function("() => document.querySelector('#line').value === ''")
        assert [each.n for each in live.game.entries][-1] == live.controller.count
        opened.until("#where", "start PzA")
        opened.until("#status", "German, MPh")
        page.fill("#line", "move PzA nowhere")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('#said').innerText !== ''")
        page.fill("#line", "shot B3 H6")
        page.keyboard.press("Enter")
        opened.until("#panel-shot .asked", "shot B3 H6")
        assert opened.said == []


def test_a_page_goes_on_after_its_table_was_away(browser: Any) -> None:
    """A reply that did not come is asked for again; the page says so, and shows it then."""
    live, opened = _Live(), Opened(browser, "https://khamsin.test/table/")
    live.open(opened)
    with opened:
        page = opened.page
        page.route("**/table/ask", lambda route: route.abort())
        live.game.do_all(["wc 3 4", *(f"note {n}" for n in range(150))])
        page.route("**/table/ask", live._ask)
        page.evaluate("Khamsin.app.then((app) => app.appended())")
        opened.until("#where", "note 149")
        page.evaluate("Khamsin.app.then((app) => app.model.chunks.clear())")
        page.route("**/table/ask", lambda route: route.abort())
        page.focus("#entry")
        page.keyboard.press("Home")
        opened.until("#map-says", "does not answer")
        page.route("**/table/ask", live._ask)
        page.keyboard.press("End")
        page.keyboard.press("Home")
        opened.until("#where", "Before the first")


def test_two_clicks_draw_a_line_and_one_tells_of_a_hex(browser: Any) -> None:
    """A click tells of a hex and what entry costs; a second one asks for the shot between both."""
    live, opened = _Live(), Opened(browser, "https://khamsin.test/table/")
    live.open(opened)
    where = """async (name) => {
      const { board } = await Khamsin.app, [x, y] = board.model.head.board.hexes[name];
      const room = board.host.getBoundingClientRect(), w = board.window;
      return [room.left + (x - w.x) * room.width / w.w, room.top + (y - w.y) * room.width / w.w];
    }"""
    with opened:
        page = opened.page
        page.click("#whole")
        page.mouse.click(*page.evaluate(where, "D5"))
        opened.until("#panel-hex h2", "D5")
        opened.until("#panel-hex", "infantry")
        page.mouse.click(*page.evaluate(where, "F6"))
        reply = live.controller.answer({"get": "shot", "from": "D5", "to": "F6"})
        opened.until("#panel-shot .verdict", reply["verdict"])
        assert page.locator("#map .below .los").count() == 1
        page.click("#tab-hex")
        page.keyboard.press("s")
        opened.until("#panel-shot .verdict", "D5 sees")
        assert opened.said == []
