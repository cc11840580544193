"""The page in a real browser: view files opened from disk, live games, and a table with two."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from events.json_bytes import dumps, loads
from replays import Game, audit, load_scenario
from replays.page.controller import Controller
from tests import browser as browsing
from tests import cases
from tests.browser import LOGS, Live, Opened, game_of, view_of
from tests.table import TANK, scenario
from tests.tables import Table, table

browser = browsing.browser
EVIL = "</script><img src=x onerror=alert(1)>\u202e<b>&amp;"


def _opened(browser: Any, factory: pytest.TempPathFactory, log: str, *asked: str) -> Opened:
    path = factory.mktemp("view") / "game.html"
    return Opened(browser, view_of(path, game_of(log), *asked), "#end")


@pytest.fixture(scope="module")
def qaha_page(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """A small game, open for the whole module."""
    with _opened(browser, tmp_path_factory, "bir-el-qaha") as opened:
        yield opened


@pytest.fixture(scope="module")
def gazala_page(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """A large map with two questions, open for the whole module."""
    asked = ("shot 26C9 26H5", "view 26C9")
    with _opened(browser, tmp_path_factory, "dyo-gazala", *asked) as opened:
        yield opened


def _fresh(opened: Opened) -> Opened:
    opened.window(1280, 720)
    opened.page.keyboard.press("Escape")
    opened.seek(opened.app("app.model.count"))
    return opened


@pytest.fixture
def qaha(qaha_page: Opened) -> Iterator[Opened]:
    """The small game at its end; its page complains of nothing."""
    yield _fresh(qaha_page)
    assert qaha_page.said == []


@pytest.fixture
def gazala(gazala_page: Opened) -> Iterator[Opened]:
    """The large map at its end; its page complains of nothing."""
    yield _fresh(gazala_page)
    assert gazala_page.said == []


# A view file --------------------------------------------------------------------------------


def test_it_opens_from_disk_and_asks_for_nothing(browser: Any, tmp_path: Path) -> None:
    """A view file is shown without a network or a complaint, and says where the game stands."""
    path = view_of(tmp_path / "game.html", game_of("bir-el-qaha"))
    with Opened(browser, path, "#3.2/MPh") as opened:
        assert opened.text("#status") == "Turn 3 of 6, British, MPh"
        assert opened.text("h1") == "Wind over Bir el Qaha"
        assert opened.page.locator("#map .layer-counters > g").count() > 2
        assert not opened.page.locator("#governed").is_visible()
        assert opened.said == []
        assert {url.split("#")[0] for url in opened.fetched} == {opened.url}


@cases("log", "bir-el-qaha", "dyo-gazala")
def test_frames_in_the_browser_are_those_drawn_whole(
    qaha: Opened, gazala: Opened, log: str
) -> None:
    """Every frame that the page builds of differences is the one that is drawn whole."""
    controller = Controller(game_of(log))
    found = (qaha if log == "bir-el-qaha" else gazala).page.evaluate(
        """async () => {
          const { model } = await Khamsin.app, frames = [];
          for (let n = model.count; n >= 0; n--) frames.unshift(await model.frame(n));
          return JSON.stringify(frames);
        }"""
    )
    for n, frame in enumerate(json.loads(found)):
        assert frame == loads(dumps(controller.frame(n))), n


def test_the_slider_and_the_keys_move_through_the_game(qaha: Opened) -> None:
    """Slider, keys and buttons lead to entries, phases and Player Turns, there and back."""
    controller = Controller(game_of("bir-el-qaha"))
    qaha.page.fill("#entry", "40")
    qaha.until("#where", "#40")
    assert qaha.text("#status") == controller.frame(40)["status"]
    qaha.page.focus("#entry")
    second = controller.answer({"get": "head"})["turns"][1]["from"]
    for keys, n in (
        ("ArrowRight", 41),
        ("ArrowLeft", 40),
        ("End", controller.count),
        ("Home", 0),
        ("PageDown PageDown", second),
    ):
        for key in keys.split():
            qaha.page.keyboard.press(key)
        assert qaha.app("app.n") == n
    qaha.page.keyboard.press("Shift+ArrowRight")
    assert qaha.app("app.frame.phase") != "RPh"
    qaha.page.keyboard.press("PageUp")
    assert qaha.app("app.n") == second


def test_a_shot_that_was_asked_is_drawn_with_its_rules(gazala: Opened) -> None:
    """The list of questions leads to the answer, its line on the map, and its rules in words."""
    request = {"get": "shot", "from": "26C9", "to": "26H5"}
    reply = Controller(game_of("dyo-gazala")).answer(request)
    page = gazala.page
    gazala.window(390, 844)
    page.click("#tab-asked")
    page.click("#panel-asked button >> nth=0")
    gazala.until("#panel-shot .verdict", reply["verdict"])
    assert reply["verdict"] in gazala.text("#map-says")
    assert page.locator("#map .below .los, #map .below .unseen").count()
    assert page.locator("#panel-shot .items tr").count() == len(reply["items"])
    rule = reply["items"][0]["rule"]
    page.click(f"#panel-shot .items .rule:text-is('{rule}')")
    assert reply["rules"][rule][0] in gazala.text("#panel-shot .says")
    page.click("#fit")  # the whole line is in the window then
    room, ends = gazala.box("#map"), page.locator("#map .marks .chosen").all()
    assert len(ends) == 2
    for box in (end.bounding_box() for end in ends):
        assert room["x"] <= box["x"]
        assert box["x"] + box["width"] <= room["x"] + room["width"]
    page.click("#tab-asked")
    page.click("#panel-asked button >> nth=1")
    gazala.until("#panel-shot .verdict", "sees")
    assert page.locator("#map .below .heatdrm").count() > 10
    page.keyboard.press("Escape")
    assert page.locator("#map .below .heatdrm").count() == 0


def test_the_governed_terrain_is_a_press_away(browser: Any, tmp_path: Path) -> None:
    """Where terrain governs that is not printed, a button and a key show it, and the print."""
    game = Game.new(load_scenario("tebaga"), seed="1")
    drawn = """() => document.querySelector('#map .layer-terrain').innerHTML.length"""
    with Opened(browser, view_of(tmp_path / "game.html", game)) as opened:
        printed = opened.page.evaluate(drawn)
        opened.page.click("#governed")
        assert opened.page.evaluate(drawn) != printed
        opened.page.keyboard.press("g")
        assert opened.page.evaluate(drawn) == printed
        assert opened.said == []


def test_what_the_audit_found_is_marked_and_listed(browser: Any, tmp_path: Path) -> None:
    """The light of the audit says how much it found, and leads to the list, that to the entry."""
    report = audit(LOGS / "bir-el-qaha.jsonl")
    path = view_of(tmp_path / "game.html", game_of("bir-el-qaha"), report=report)
    with Opened(browser, path) as opened:
        assert opened.text("#audit") == f"audit: {len(report.findings)} finding"
        assert opened.page.locator("#lanes .mark-finding").count() == len(report.findings)
        opened.page.click("#audit")
        assert report.findings[0].rule in opened.text("#panel-marks")
        opened.page.click("#panel-marks .is-finding button")
        opened.until("#where", f"#{report.findings[0].entry} of")
        assert opened.said == []


def test_the_log_can_be_saved_from_the_page(qaha: Opened) -> None:
    """The button saves the log that the file was made of, byte for byte."""
    with qaha.page.expect_download() as download:
        qaha.page.click("#download")
    assert download.value.suggested_filename == "game.jsonl"
    assert Path(download.value.path()).read_bytes() == game_of("bir-el-qaha").log_bytes()


def test_names_of_anybody_are_text(browser: Any, tmp_path: Path) -> None:
    """A name, a label or a note that is HTML is shown as the words that it is, and does nothing."""
    side = "<i onclick=alert(2)>שלום"
    facts = scenario(name=EVIL, sides=["German", side], vehicles=[{**TANK, "side": side}])
    game = Game.new(facts, seed=EVIL)
    game.do_all(["wc 3 4", f"note {EVIL.replace(chr(0x202E), '')}"])
    with Opened(browser, view_of(tmp_path / "game.html", game), "#end") as opened:
        page = opened.page
        assert opened.text("h1") == EVIL.replace("\u202e", "\\u202e")
        assert page.locator("img, i:not([class]), b:has(b), script[src]").count() == 0
        page.click("#tab-units")
        assert side in opened.text("#panel-units")
        page.click("#tab-marks")
        assert "onerror=alert(1)" in opened.text("#panel-marks")
        assert side in opened.text("#text-table")
        assert opened.said == []


@cases("width, height", (1440, 900), (320, 568))
def test_it_fits_every_window(gazala: Opened, width: int, height: int) -> None:
    """Nothing makes the page wider than its window, and the map has room in it."""
    gazala.window(width, height)
    assert gazala.page.evaluate("document.documentElement.scrollWidth") <= width
    box = gazala.box("#map")
    assert box["width"] > 0.5 * min(width, 600)
    assert box["height"] > 200


@cases("size", (390, 844), (1440, 900))
def test_the_tools_hide_no_hex_of_the_whole_board(qaha: Opened, size: tuple[int, int]) -> None:
    """Where the board is shown whole, its lower edge is above the tools of the map."""
    qaha.window(*size)
    qaha.page.keyboard.press("9")
    edge = qaha.box("#map .board > .frame")
    assert edge["y"] + edge["height"] <= qaha.box(".map-tools")["y"] + 1
    assert not qaha.page.locator(".mini").is_visible()


def test_the_map_answers_to_the_keyboard_alone(qaha: Opened) -> None:
    """With arrows and Enter a hex is found, told and chosen; Tab reaches map, slider and tabs."""
    page, reached = qaha.page, set()
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id"))
    assert {"map", "entry", "tab-now", "back", "theme"} <= reached
    page.focus("#map")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    name = qaha.text("#map-says").split(":")[0]
    page.keyboard.press("Enter")
    qaha.until("#panel-hex h2", name)
    assert page.locator("#map .marks .chosen").count() == 1


def test_the_small_map_shows_and_moves_the_window(gazala: Opened) -> None:
    """Near enough, a small map of the whole appears; a press on it moves what is seen."""
    gazala.page.keyboard.press("9")
    for _ in range(6):
        gazala.page.keyboard.press("+")
    here = gazala.app("app.frame.units.filter((u) => /[0-9]/.test(u.hex)).length")
    assert gazala.page.locator(".mini g rect").count() == here
    box, middles = gazala.box(".mini"), []
    for share in (0.7, 0.3):
        x, y = box["x"] + share * box["width"], box["y"] + box["height"] / 2
        gazala.page.mouse.click(x, y)
        middles.append(gazala.app("app.board.window.x + app.board.window.w / 2"))
    assert middles[1] < middles[0]


def test_what_changed_since_the_last_phase_is_told(qaha: Opened) -> None:
    """Each unit that moved or is otherwise than when the phase before ended stands there, once."""
    controller = Controller(game_of("bir-el-qaha"))
    phases = controller.answer({"get": "head"})["phases"]
    phase = next(each for each in phases if each["phase"] == "MPh" and each["to"] > each["from"])
    before = controller.frame(phase["from"] - 1)
    was, now = (
        {unit["id"]: unit for unit in frame["units"]}
        for frame in (before, controller.frame(phase["to"]))
    )
    moved = {key for key in now if now[key] != was[key]}
    assert moved
    qaha.seek(phase["to"])
    qaha.until("#changed h2", f"Since {before['at']}")
    names = qaha.page.locator("#changed th").all_inner_texts()
    assert len(names) == len(set(names))
    assert {name for name in names if name in now} == moved
    for key in moved:
        row = qaha.text(f"#changed tr:has(th:has-text('{key}'))")
        assert now[key]["hex"] in row or now[key]["words"] in row
    qaha.page.keyboard.press("Home")
    qaha.until("#where", "Before the first")
    assert qaha.text("#changed") == ""


def test_many_turns_and_marks_have_room(browser: Any, tmp_path: Path) -> None:
    """A hundred Turns are one row, the present one in sight; no mark lies on a Turn's number."""
    game = Game.new(scenario(turns=100), seed="1")
    for turn in range(30):
        game.do_all(["wc", f"note Player Turn {turn}", "phase RPh"])
    with Opened(browser, view_of(tmp_path / "game.html", game), "#end") as opened:
        tops = opened.page.evaluate(
            "[...document.querySelectorAll('#turn-boxes li')].map((each) => each.offsetTop)"
        )
        assert (len(tops), len(set(tops))) == (200, 1)
        strip, now = opened.box("#turn-boxes"), opened.box("#turn-boxes [aria-current]")
        assert strip["x"] <= now["x"]
        assert now["x"] + now["width"] <= strip["x"] + strip["width"]
        number = opened.box(".lane-turns")
        assert opened.box(".mark")["y"] >= number["y"] + number["height"]
        assert opened.said == []


def test_without_javascript_the_story_is_there(browser: Any, tmp_path: Path) -> None:
    """Readers without JavaScript have the story and the answers as text."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(view_of(tmp_path / "game.html", game_of("rain"), "shot B3 D5").as_uri())
    text = page.inner_text("#plain")
    for line in game_of("rain").story().split("\n"):
        assert line.strip() in text
    assert "shot B3 D5" in text
    assert not page.locator("#app").is_visible()
    context.close()


def test_on_paper_there_is_the_map_and_the_story(qaha: Opened) -> None:
    """Printed, the page has the map, the units and the whole story, and no buttons."""
    qaha.page.emulate_media(media="print")
    for selector, there in (
        ("#plain", True),
        ("#map", True),
        ("#panel-units", True),
        ("#theme", False),
        ("#lanes", False),
    ):
        assert qaha.page.locator(selector).is_visible() == there, selector
    qaha.page.emulate_media(media="screen")


def test_dark_is_dark(qaha: Opened) -> None:
    """The page is dark where the system is, light where not, and the button changes that."""
    shade = "parseInt(getComputedStyle(document.documentElement).backgroundColor.slice(4))"
    for scheme, dark in (("light", False), ("dark", True)):
        qaha.page.emulate_media(color_scheme=scheme)
        assert (qaha.page.evaluate(shade) < 60) == dark
    qaha.page.click("#theme")
    assert qaha.page.evaluate(shade) > 180


@cases("scheme", "light", "dark")
def test_axe_finds_nothing_serious(gazala: Opened, scheme: str) -> None:
    """What axe-core calls serious or critical is not on the page, on any of its panels."""
    if not browsing.AXE:
        pytest.skip("KHAMSIN_AXE does not say where axe-core is")
    gazala.page.emulate_media(color_scheme=scheme)
    gazala.page.evaluate(Path(browsing.AXE).read_text(encoding="utf-8"))
    for tab in ("asked", "shot", "hex", "units", "now"):
        gazala.page.click(f"#tab-{tab}")
        if tab == "asked":
            gazala.page.click("#panel-asked button")
        assert browsing.serious(gazala.page) == []


# A live game --------------------------------------------------------------------------------


def test_a_live_game_is_played_asked_and_drawn(browser: Any) -> None:
    """Orders, refusals and questions go from the page to the game, and the map follows."""
    with Live(browser) as live:
        for line in ("wc 3 4", "phase MPh", "start PzA"):
            live.type(line)
            live.page.wait_for_function("() => document.querySelector('#line').value === ''")
        assert [each.n for each in live.game.entries][-1] == live.controller.count
        live.until("#where", "start PzA")
        live.until("#status", "German, MPh")
        live.type("move PzA nowhere")
        live.page.wait_for_function("() => document.querySelector('#said').innerText !== ''")
        live.type("shot B3 H6")
        live.until("#panel-shot .asked", "shot B3 H6")
        assert live.said == []


def test_the_rulebook_is_a_key_or_a_click_away(browser: Any) -> None:
    """R, an id and Enter lead to examples with pictures; so does a rule of the panel."""
    with Live(browser) as opened:
        page = opened.page
        page.keyboard.press("r")
        page.keyboard.type("D9.4")
        page.keyboard.press("Enter")
        page.wait_for_selector("#rulebook-found img")
        shown = "[...document.querySelectorAll('#rulebook-found img')].every((i) => i.naturalWidth)"
        page.wait_for_function(shown)
        assert "A common mistake" in opened.text("#rulebook-found")
        assert page.evaluate("document.activeElement.id") == "rulebook-found"
        page.keyboard.press("Escape")
        page.click("#panel-now .rule >> nth=0")
        page.click("#panel-now .more")
        page.wait_for_selector("#rulebook[open] section p")
        assert page.input_value("#sought") == opened.text("#panel-now .rule >> nth=0")
        assert not opened.said


def test_two_clicks_draw_a_line_and_one_tells_of_a_hex(browser: Any) -> None:
    """A click tells of a hex and what entry costs; a second one asks for the shot between both."""
    where = """async (name) => {
      const { board } = await Khamsin.app, [x, y] = board.model.head.board.hexes[name];
      const room = board.host.getBoundingClientRect(), w = board.window;
      return [room.left + (x - w.x) * room.width / w.w, room.top + (y - w.y) * room.width / w.w];
    }"""
    with Live(browser) as live:
        page = live.page
        page.click("#whole")
        page.mouse.click(*page.evaluate(where, "D5"))
        live.until("#panel-hex h2", "D5")
        live.until("#panel-hex", "infantry")
        page.mouse.click(*page.evaluate(where, "F6"))
        reply = live.controller.answer({"get": "shot", "from": "D5", "to": "F6"})
        live.until("#panel-shot .verdict", reply["verdict"])
        assert page.locator("#map .below .los").count() == 1
        page.click("#tab-hex")
        page.keyboard.press("s")
        live.until("#panel-shot .verdict", "D5 sees")
        assert live.said == []


def test_a_page_goes_on_after_its_table_was_away(browser: Any) -> None:
    """A reply that did not come is asked for again; the page says so, and shows it then."""
    with Live(browser) as live:
        live.there(False)
        live.game.do_all(["wc 3 4", *(f"note {n}" for n in range(150))])
        live.there(True)
        live.app("app.appended()")
        live.until("#where", "note 149")
        live.app("app.model.chunks.clear()")
        live.there(False)
        live.page.focus("#entry")
        live.page.keyboard.press("Home")
        live.until("#map-says", "does not answer")
        live.there(True)
        live.page.keyboard.press("End")
        live.page.keyboard.press("Home")
        live.until("#where", "Before the first")


def test_the_odds_of_the_next_player_turns_are_a_press_away(browser: Any) -> None:
    """A page that can ask gets the odds of the next Player Turns, as the game goes on too."""
    game = Game.new(scenario(weather="Clear & Gusty", ec="Very Dry"), seed="1")
    game.do_all(["wc 3 4"])
    with Live(browser, game) as live:
        live.page.click("#ask-odds")
        live.until("#odds", "Gusts")
        for n in (live.controller.count, 0):
            live.page.keyboard.press("Home" if n == 0 else "End")
            found = live.controller.answer({"get": "odds", "at": n})
            live.page.locator("#odds").locator(f"th:text-is('{found['turns'][0]}')").wait_for()
            for row in found["rows"]:
                assert " ".join(row) in live.text("#odds")
        assert live.said == []


# A table ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table with a game, for the evening."""
    for library in ("starlette", "uvicorn"):
        pytest.importorskip(library, reason=f"a table needs {library}, of the extra table")
    with table(tmp_path_factory.mktemp("table")) as found:
        yield found


@pytest.fixture(scope="module")
def one(browser: Any, served: Table) -> Iterator[Opened]:
    """The page of the player who records."""
    with Opened(browser, served.record.link) as opened:
        yield opened


def test_two_browsers_see_each_others_entries(browser: Any, served: Table, one: Opened) -> None:
    """What one records the other sees by itself; undo too; neither complains of anything."""
    with Opened(browser, served.watch.link) as two:
        one.type("wc 3 4")
        one.until("#said", "Wind Change DR 3,4")
        two.until("#where", "#2 of 2")
        one.type("phase MPh")
        two.until("#status", "MPh")
        one.type("undo")
        two.until("#status", "RPh")
        one.type("note tea")
        two.until("#where", "note tea")
        assert not two.page.is_visible("#line") or not two.page.locator("#prompt").is_hidden()
        assert one.said == two.said == []
        hosts = {url.split("/")[2] for url in one.fetched + two.fetched}
        assert hosts == {served.record.link.split("/")[2]}
        with two.page.expect_download() as saved:  # the very bytes of the log
            two.page.click("#download")
        assert saved.value.suggested_filename == "game.jsonl"
        assert Path(saved.value.path()).read_bytes() == served.log.read_bytes()
    assert audit(served.log).clean


def test_a_wrong_order_is_said_and_nothing_is_done(one: Opened) -> None:
    """The line stays to be mended; words of people are text, not HTML."""
    one.type("move PzA B4")
    one.until("#said", "PzA")
    assert one.page.input_value("#line") == "move PzA B4"
    one.type("note <img src=x onerror=alert(1)>")
    one.until("#where", "<img src=x onerror=alert(1)>")
    assert one.page.locator("img").count() == 0
    assert one.said == []


def test_the_keyboard_completes_and_recalls_lines(one: Opened) -> None:
    """Tab ends a word where only one is meant, and leaves the line where none is; ↑ recalls."""
    one.page.focus("#line")
    one.page.fill("#line", "")
    one.page.keyboard.type("not")
    one.page.wait_for_function("() => document.querySelector('#words').options.length === 1")
    one.page.keyboard.press("Tab")
    assert one.page.input_value("#line") == "note "
    one.page.keyboard.type("coffee")
    one.page.keyboard.press("Enter")
    one.until("#where", "note coffee")
    one.page.wait_for_function("() => document.querySelector('#line').value === ''")
    one.type("mve PzA B4")
    one.until("#said", "did you mean")
    one.page.fill("#line", "")
    for key, line in (("Up", "mve PzA B4"), ("Up", "note coffee"), ("Down", "mve PzA B4")):
        one.page.keyboard.press(f"Arrow{key}")
        assert one.page.input_value("#line") == line
    one.page.fill("#line", "")
    one.page.keyboard.press("Tab")
    assert one.page.evaluate("document.activeElement.tagName") == "BUTTON"
    assert one.said == []


def test_pages_find_their_table_again(browser: Any, served: Table, one: Opened) -> None:
    """The server is killed: pages say so. It comes back: they go on, with what they missed."""
    with Opened(browser, served.watch.link) as two:
        count = served.record.count()
        served.kill()
        for each in (one, two):
            each.page.wait_for_selector(".lost", state="visible", timeout=30_000)
        one.type("phase MPh")
        one.until("#said", "the table does not answer")
        assert one.page.input_value("#line") == "phase MPh"
        assert len(Game.load(served.log).entries) == count
        with Table(served.log) as again:
            for each in (one, two):
                each.page.wait_for_selector(".lost", state="hidden", timeout=30_000)
            again.record.do("phase MPh", count)
            for each in (one, two):
                each.until("#status", "MPh")
            one.type("note back")
            two.until("#where", "note back")
