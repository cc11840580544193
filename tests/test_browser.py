"""The page in a real browser: view files opened from disk, live games, and a table with two."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from events.json_bytes import dumps, loads
from replays import Game, audit, load_scenario
from replays.page.controller import Controller
from tests import browser as browsing
from tests import cases
from tests.browser import LOGS, Live, Opened, game_of, view_of
from tests.table import TANK, scenario
from tests.tables import Table, table
from tests.test_bad_input import sealed, values_of

browser = browsing.browser
EVIL = "</script><img src=x onerror=alert(1)>\u202e<b>&amp;"


def _opened(browser: Any, factory: pytest.TempPathFactory, log: str, *asked: str) -> Opened:
    path = factory.mktemp("view") / "game.html"
    return Opened(browser, view_of(path, game_of(log), *asked), "#end")


@pytest.fixture(scope="module")
def qaha_page(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """A small game with two questions, open for the whole module."""
    with _opened(browser, tmp_path_factory, "bir-el-qaha", "shot B3 H6", "view B3") as opened:
        yield opened


@pytest.fixture(scope="module")
def gazala_page(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """A large map, open for the whole module."""
    with _opened(browser, tmp_path_factory, "dyo-gazala") as opened:
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
        assert "Turn 3 of 6, British, MPh" in opened.text("#status")
        assert opened.text("h1") == "Wind over Bir el Qaha"
        assert opened.page.locator("#map .layer-counters > g").count() > 2
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
    assert controller.frame(40)["status"] in qaha.text("#status")
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


def test_a_shot_that_was_asked_is_drawn_with_its_rules(qaha: Opened) -> None:
    """The list of questions leads to the answer, its line on the board, and its rules in words."""
    request = {"get": "ask", "text": "shot B3 H6"}
    reply = Controller(game_of("bir-el-qaha")).answer(request)
    page = qaha.page
    qaha.window(390, 844)
    qaha.menu("Questions that were asked")
    page.click(".asked .row >> nth=0")
    qaha.until("#dock .verdict", reply["verdict"])
    assert page.locator("#map .below .los, #map .below .unseen").count()
    assert page.locator("#dock .items li").count() == len(reply["items"])
    rule = reply["items"][0]["rule"]
    page.click(f"#dock .items .rule:text-is('{rule}')")
    assert reply["rules"][rule][0] in qaha.text("#dock .says")
    assert page.locator("#map .ring-chosen").count() == 2
    qaha.menu("Questions that were asked")
    page.click(".asked .row >> nth=1")
    qaha.until("#dock .verdict", "sees")
    assert page.locator("#map .below .heatdrm").count() > 10
    page.keyboard.press("Escape")
    assert page.locator("#map .below .heatdrm").count() == 0


def test_the_governed_terrain_is_a_press_away(browser: Any, tmp_path: Path) -> None:
    """Where terrain governs that is not printed, a button and a key show it, and the print."""
    game = Game.new(load_scenario("tebaga"), seed="1")
    drawn = """() => document.querySelector('#map .layer-terrain').innerHTML.length"""
    with Opened(browser, view_of(tmp_path / "game.html", game)) as opened:
        printed = opened.page.evaluate(drawn)
        opened.menu("Terrain as the scenario makes it")
        opened.page.keyboard.press("Escape")
        assert opened.page.evaluate(drawn) != printed
        opened.page.keyboard.press("g")
        assert opened.page.evaluate(drawn) == printed
        assert opened.said == []


def test_what_moves_is_seen_moving_or_framed(browser: Any) -> None:
    """A step is seen; a leap is not; where less motion is preferred, what changed is framed."""
    game = Game.new(load_scenario("bir-el-qaha"), seed="1")
    game.do_all(["wc 3 4", "phase MPh", "start PzA", "move PzA C4"])
    count = """() => { window.moves = 0; const { prototype } = Element, before = prototype.animate;
      prototype.animate = function (...how) { moves++; return before.apply(this, how); }; }"""
    with Live(browser, game) as live:
        live.page.evaluate(count)
        for less, n, moves, framed in (
            ("no-preference", 1, 0, 0),
            ("no-preference", 4, 0, 0),
            ("no-preference", 5, 1, 0),
            ("reduce", 4, 1, 1),
        ):
            live.page.emulate_media(reduced_motion=less)
            live.seek(n)
            assert live.page.evaluate("moves") == moves
            assert live.page.locator(".ring-changed").count() == framed
        live.touch("F6")
        assert live.page.locator(".ring-changed").count() == 0


def test_what_the_audit_found_is_marked_and_listed(browser: Any, tmp_path: Path) -> None:
    """The menu says how much the audit found, and leads to the list, that to the entry."""
    report = audit(LOGS / "bir-el-qaha.jsonl")
    path = view_of(tmp_path / "game.html", game_of("bir-el-qaha"), report=report)
    with Opened(browser, path) as opened:
        assert opened.page.locator("#lane .mark").count() == len(report.findings)
        opened.menu(f"audit: {len(report.findings)} finding")
        assert report.findings[0].rule in opened.text(".is-finding")
        opened.page.click(".is-finding .row")
        opened.until("#where", f"#{report.findings[0].entry} of")
        assert opened.said == []


def test_a_director_sees_each_fault_where_it_is(browser: Any, tmp_path: Path) -> None:
    """Of a forged move the dock tells both versions, and hexes are ringed; all by one button."""
    values = values_of((LOGS / "vehicle-dust.jsonl").read_bytes())
    n = next(n for n, each in enumerate(values) if each.get("do", {}).get("order") == "move")
    values[n]["then"][0]["mp"] = 99
    log = tmp_path / "game.jsonl"
    log.write_bytes(sealed([orjson.dumps(each) for each in values]))
    path = view_of(tmp_path / "game.html", Game.load_readable(log), report=audit(log))
    with Opened(browser, path) as opened:
        assert "in this log" in opened.text("#fault")
        opened.page.click("#fault button")
        opened.until("#where", f"#{n} of")
        assert opened.text("#dock .against dt >> nth=0") == "Written"
        assert "99 MP" in opened.text("#dock .against dd >> nth=0")
        assert "99 MP" not in opened.text("#dock .against dd >> nth=1")
        assert opened.page.locator(".ring-fault").count() == 2
        opened.seek(n - 1)
        assert opened.page.locator(".ring-fault").count() == 0
        assert opened.app("document.querySelectorAll('.behind').length") == 0
        assert opened.said == []


def test_what_stands_behind_a_fault_is_grey_hatched_and_asked_nothing(
    browser: Any, tmp_path: Path
) -> None:
    """The band says where a log ends and why; the rest can be looked at, as written."""
    lines = (LOGS / "vehicle-dust.jsonl").read_bytes().splitlines(keepends=True)
    del lines[4]
    log = tmp_path / "game.jsonl"
    log.write_bytes(b"".join(lines))
    path = view_of(tmp_path / "game.html", Game.load_readable(log), report=audit(log))
    with Opened(browser, path, "#end") as opened:
        said = f"readable to #3 of {len(lines)}: line 5: entry 4 was removed"
        assert said in opened.text("#fault")
        assert opened.page.locator("#app.written").count() == 1
        assert opened.page.locator("#story li.written").count() > 0
        left, width = opened.box("#lane .behind"), opened.box("#lane")
        share = (left["x"] - width["x"]) / width["width"]
        assert abs(share - 3.5 / len(lines)) < 0.02
        opened.seek(3)
        assert opened.page.locator("#app.written").count() == 0
        opened.page.click("#fault button")
        opened.until("#dock", "entry 4 was removed: entry 5 stands here")
        assert opened.said == []


def test_the_log_can_be_saved_from_the_page(qaha: Opened) -> None:
    """The menu saves the log that the file was made of, byte for byte."""
    with qaha.page.expect_download() as download:
        qaha.menu("Save the log")
    qaha.page.keyboard.press("Escape")
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
        for words, said in (("Vehicles", side), ("1 mark", "onerror=alert(1)"), ("as text", side)):
            opened.menu(words)
            assert said in opened.text("#dialog")
            page.keyboard.press("Escape")
        assert opened.said == []


SIZES = ((1440, 900), (820, 1180), (390, 844), (844, 390), (320, 568))


def test_it_fits_every_window(qaha: Opened) -> None:
    """No window scrolls; what can be pressed is whole in it, of 44 px, and not upon another."""
    for width, height in SIZES:
        qaha.window(width, height)
        page = "document.documentElement"
        assert qaha.page.evaluate(f"[{page}.scrollWidth, {page}.scrollHeight]") == [width, height]
        board = qaha.box("#map")
        least = 0.6 if width == 1440 else 0.45 if width > 320 else 0.35
        assert board["width"] * board["height"] > least * width * height, (width, height)
        boxes = [
            each.bounding_box()
            for each in qaha.page.locator(".bar button:not([disabled]), .strip button").all()
            if each.is_visible()
        ]
        assert len(boxes) >= 8
        for n, one in enumerate(boxes):
            assert one["x"] >= 0
            assert one["x"] + one["width"] <= width
            assert one["height"] >= 40
            assert all(
                one["x"] + one["width"] <= two["x"] + 5 or one["y"] != two["y"]
                for two in boxes[n + 1 :]
            )


def test_hexes_can_be_touched_and_names_read_at_any_zoom(gazala: Opened) -> None:
    """The page opens with hexes of 44 px; names have 11 px at any zoom, and go below 35."""
    gazala.window(390, 844)
    gazala.page.reload()
    gazala.page.wait_for_selector("html[data-ready]")
    high = "app.board.hex / app.board.unit"
    assert gazala.app(high) >= 43.9
    size = "parseFloat(getComputedStyle(document.querySelector('.layer-names .name')).fontSize)"
    for _ in range(3):
        assert abs(gazala.app(f"{size} / app.board.unit") - 11) < 0.2
        gazala.page.keyboard.press("+")
    gazala.page.keyboard.press("9")
    assert gazala.app(high) < 35
    assert not gazala.page.locator(".layer-names").is_visible()


def test_the_board_answers_to_the_keyboard_alone(qaha: Opened) -> None:
    """With arrows and Enter a hex is found, spoken and touched; Tab reaches all in its order."""
    page, reached = qaha.page, []
    page.focus(".skip")
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id"))
    order = ["share", "menu", "map", "back", "entry", "on", "where", "zoom-out", "fit", "story"]
    assert [each for each in reached if each in order][: len(order)] == order
    page.focus("#map")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    name = qaha.text("#says").split(":")[0]
    page.keyboard.press("Enter")
    qaha.until("#dock h2", name)
    assert page.locator("#map .ring-chosen").count() == 1


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
    qaha.page.click(".chip-wind")
    qaha.until("#changed h3", f"Since {before['at']}")
    names = qaha.page.locator("#changed th").all_inner_texts()
    assert len(names) == len(set(names))
    assert {name for name in names if name in now} == moved
    for key in moved:
        row = qaha.text(f"#changed tr:has(th:has-text('{key}'))")
        assert now[key]["hex"] in row or now[key]["words"] in row
    qaha.page.keyboard.press("Escape")


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
        ("#paper .units >> nth=0", True),
        ("#paper .key", True),
        ("#menu", False),
        (".strip", False),
    ):
        assert qaha.page.locator(selector).is_visible() == there, selector
    qaha.page.emulate_media(media="screen")


def test_dark_is_dark(qaha: Opened) -> None:
    """The page is dark where the system is, light where not, and the button changes that."""
    shade = "parseInt(getComputedStyle(document.documentElement).backgroundColor.slice(4))"
    for scheme, dark in (("light", False), ("dark", True)):
        qaha.page.emulate_media(color_scheme=scheme)
        assert (qaha.page.evaluate(shade) < 60) == dark
    qaha.page.keyboard.press("d")
    assert qaha.page.evaluate(shade) > 180


def test_axe_finds_nothing(qaha: Opened) -> None:
    """Axe-core finds nothing, at three sizes, nor on a phone in a dialog; no colour in the dark."""
    if not browsing.AXE:
        pytest.skip("KHAMSIN_AXE does not say where axe-core is")
    qaha.page.emulate_media(color_scheme="light")
    qaha.page.evaluate(Path(browsing.AXE).read_text(encoding="utf-8"))
    qaha.menu("Questions")
    qaha.page.click(".asked .row >> nth=0")
    for size in SIZES[:2]:
        qaha.window(*size)
        assert browsing.violations(qaha.page) == [], size
    qaha.window(*SIZES[2])
    browsing.axe_finds_nothing(qaha.page)
    qaha.page.keyboard.press("Escape")
    browsing.axe_finds_nothing(qaha.page)
    for words in ("In effect", "Vehicles", "Questions", "as text", "Key to", "Keys", "Go to"):
        qaha.menu(words)
        browsing.axe_finds_nothing(qaha.page, "#dialog")
        qaha.page.keyboard.press("Escape")


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
        live.until("#said", "NOWHERE is not in play")
        live.type("shot B3 H6")
        live.until("#dock h2", "shot B3 H6")
        assert live.said == []


def test_the_rulebook_is_a_key_or_a_click_away(browser: Any) -> None:
    """R, an id and Enter lead to examples with pictures; so does a rule of the story."""
    game = Game.new(load_scenario("bir-el-qaha"), seed="1")
    game.do("wc 3 4")
    with Live(browser, game) as opened:
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
        page.click("#story .now .rule >> nth=0")
        page.click("#story .more")
        page.wait_for_selector("#rulebook[open] section p")
        assert page.input_value("#sought") == opened.text("#story .now .rule >> nth=0")
        assert not opened.said


def test_a_touch_tells_of_a_hex_and_a_line_leads_to_another(browser: Any) -> None:
    """A touch tells of a hex and what entry costs; a LOS to another one has both totals."""
    with Live(browser) as live:
        live.touch("D5")
        live.until("#dock h2", "D5")
        live.page.click("#dock summary")
        live.until("#dock", "infantry")
        live.page.click("#dock :text('LOS to…')")
        live.touch("F6")
        asked = {"get": "shot", "from": "D5", "to": "F6"}
        reply = live.controller.answer(asked)
        for against in ("vehicle", "infantry"):
            live.until("#dock .totals", reply[against]["total"])
        assert live.page.locator("#map .below .los").count() == 1
        live.page.keyboard.press("s")
        live.until("#dock .verdict", "D5 sees")
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
        live.until("#says", "does not answer")
        live.there(True)
        live.page.keyboard.press("End")
        live.page.keyboard.press("Home")
        live.until("#where", "Before the first")


def test_the_odds_of_the_next_player_turns_are_a_press_away(browser: Any) -> None:
    """Where a page can ask, the weather in the bar opens what is in effect, and the odds."""
    game = Game.new(scenario(weather="Clear & Gusty", ec="Very Dry"), seed="1")
    game.do_all(["wc 3 4"])
    with Live(browser, game) as live:
        for n in (live.controller.count, 0):
            live.seek(n)
            live.page.click(".chip-wind")
            found = live.controller.answer({"get": "odds", "at": n})
            live.page.locator("#odds").locator(f"th:text-is('{found['turns'][0]}')").wait_for()
            for row in found["rows"]:
                assert " ".join(row) in live.text("#odds")
            live.page.keyboard.press("Escape")
        assert live.said == []


# A table ------------------------------------------------------------------------------------


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Table]:
    """A table with a new game."""
    for library in ("starlette", "uvicorn"):
        pytest.importorskip(library, reason=f"a table needs {library}, of the extra table")
    with table(tmp_path) as found:
        yield found


@pytest.fixture
def one(browser: Any, served: Table) -> Iterator[Opened]:
    """The page of the player who records."""
    with Opened(browser, served.record.link) as opened:
        yield opened


def test_two_browsers_see_each_others_entries(browser: Any, served: Table, one: Opened) -> None:
    """What one records the other sees by itself; undo too; neither complains of anything."""
    with Opened(browser, served.watch.link) as two:
        one.type("wc 3 4")
        one.until("#said", "Wind Change DR 3,4")
        assert one.text("#says") == ""
        assert one.page.evaluate("said.scrollWidth <= said.clientWidth")
        two.until("#where", "#2 of 2")
        one.type("phase MPh")
        two.until("#status", "MPh")
        one.type("undo")
        two.until("#status", "RPh")
        one.type("note tea")
        two.until("#where", "note tea")
        assert one.said == two.said == []
        hosts = {url.split("/")[2] for url in one.fetched + two.fetched}
        assert hosts == {served.record.link.split("/")[2]}
        with two.page.expect_download() as saved:  # the very bytes of the log
            two.menu("Save the log")
        assert saved.value.suggested_filename == "game.jsonl"
        assert Path(saved.value.path()).read_bytes() == served.log.read_bytes()
    assert audit(served.log).clean


def test_recording_is_given_away_at_a_second_touch_only(served: Table, one: Opened) -> None:
    """The dialog shows the link to watch; that to record after a question; a moment is watched."""
    links = "[...document.querySelectorAll('#dialog input')].map((each) => each.value)"
    one.type("wc 3 4")
    one.until("#said", "Wind Change DR 3,4")
    one.page.click("#share")
    one.page.wait_for_selector(".card.record")
    assert one.page.evaluate(links) == [served.watch.link]
    assert served.record.link not in one.page.content()
    one.page.click(".card.record .act")
    assert served.record.link not in one.page.content()
    one.page.click(".card.record .hidden-link .act")
    assert one.page.evaluate(links) == [served.watch.link, served.record.link]
    one.page.keyboard.press("Escape")
    one.seek(0)
    one.page.click("#share")
    one.page.wait_for_selector(".card.watch")
    assert one.page.evaluate(links) == [f"{served.watch.link}#setup"]
    one.page.keyboard.press("Escape")
    one.page.keyboard.press("End")


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
    offered = "document.querySelector('#words').options[0]?.value"
    one.page.wait_for_function(f"() => {offered} === 'note'")
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
            again.record.do("note missed", count)
            for each in (one, two):
                each.until("#where", "note missed")
            one.type("note back")
            two.until("#where", "note back")
