"""The site in a real browser, by touch: the same bytes of log, and nothing from elsewhere."""

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from events.orders import format_order
from replays.cli.main import main
from replays.game.bundled import bundled_text
from replays.game.game import Game
from replays.game.scenario_file import load_scenario
from replays.page.site import build_site, compiled, in_folder, kept_folder, packages
from tests.browser import AXE, axe_finds_nothing, browser, when

__all__ = ["browser"]

PYODIDE = Path(os.environ.get("KHAMSIN_PYODIDE") or kept_folder())

if not PYODIDE.is_dir():
    pytest.skip(
        "Pyodide is not here; `khamsin site -o FOLDER` has npm fetch it, or KHAMSIN_PYODIDE names "
        "the folder of its npm package",
        allow_module_level=True,
    )
pytestmark = pytest.mark.timeout(900)  # Python starts in each test, and on one core only

PATIENCE = 180_000
"""So long the browser may take for a step, in milliseconds; it takes a hundredth of that."""

LOGS = Path(__file__).parent / "logs"


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files, the packages when the test lets it, and logs nothing."""

    lets = threading.Event()

    def do_GET(self) -> None:
        """Wait, if the test says so."""
        if self.path.endswith("/packages.zip"):
            self.lets.wait(PATIENCE / 1000)
        super().do_GET()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class _Site:
    """A site that is served, and the browser that looks at it."""

    def __init__(self, address: str, context: Any, server: ThreadingHTTPServer) -> None:
        self.address, self.context, self.server = address, context, server
        self.elsewhere: list[str] = []
        self.wrong: list[str] = []
        context.on("request", self._asked)
        context.on("weberror", lambda error: self.wrong.append(str(error.error)))

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.address, "blob:", "data:")):
            self.elsewhere.append(request.url)

    def opened(self, *, ready: bool = True) -> Any:
        """A page; the engine runs in it, unless that is not waited for."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda m: self.wrong.append(m.text) if m.type == "error" else None)
        page.goto(self.address)
        page.wait_for_selector(
            "body:not([data-state=loading])" if ready else "#play-about:not(:empty)"
        )
        state = page.get_attribute("body", "data-state")
        assert not ready or state == "ready", page.text_content("#stage")
        return page


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site that was made of what is installed here."""
    made = tmp_path_factory.mktemp("made") / "site"
    build_site(made, *compiled(in_folder(PYODIDE), packages()))
    return made


@pytest.fixture
def site(browser: Any, folder: Path) -> Iterator[_Site]:
    """The site behind a server, and a browser that keeps nothing yet."""
    _Quiet.lets.set()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    phone = {"width": 390, "height": 844}
    context = browser.new_context(viewport=phone, reduced_motion="reduce")
    try:
        yield _Site(address, context, server)
    finally:
        context.close()
        server.shutdown()
        server.server_close()


def _viewer(page: Any) -> Any:
    """The game that is shown, when its board is drawn."""
    viewer = page.frame_locator("#place iframe")
    viewer.locator("html[data-ready]").wait_for(state="attached")
    return viewer


def _menu(viewer: Any, words: str) -> None:
    viewer.locator("#menu").click()
    viewer.locator(f"#dialog .row:has-text('{words}') >> nth=0").click()


def _saved(page: Any, press: Callable[[], None]) -> bytes:
    with page.expect_download() as download:
        press()
    return Path(download.value.path()).read_bytes()


def _inside(page: Any, script: str) -> Any:
    """What some words of JavaScript give, in which ``app`` is the page of the game."""
    frame = page.query_selector("#place iframe").content_frame()
    return frame.evaluate(f"Khamsin.app.then((app) => {script})")


def _fits_a_phone(page: Any) -> None:
    """No sideways scroll, no target below 44 px."""
    assert page.evaluate("document.querySelector('#start').scrollWidth") <= 390
    small = """[...document.querySelectorAll('button, select, input, iframe')].filter((each) => {
        const { width, height } = each.getBoundingClientRect();
        return width && height && Math.min(width, height) < 44; }).map((each) => each.outerHTML)"""
    assert page.evaluate(small) == []


def _axe_finds_nothing(page: Any) -> None:
    """Where axe-core is at hand."""
    if AXE:
        page.evaluate(Path(AXE).read_text(encoding="utf-8"))
        axe_finds_nothing(page)


def _files(folder: Path) -> None:
    """A forged log, a scenario, a log of VASL and what is none."""
    game = Game.new(load_scenario("zawiya"), "1")
    game.do("wc 3 4")
    game.save(folder / "zawiya.jsonl")
    with contextlib.chdir(folder):
        assert main(["export", "zawiya.jsonl", "-o", "zawiya.vlog"]) == 0
    forged = (LOGS / "bir-el-qaha.jsonl").read_bytes().replace(b"Mild Breeze", b"Heavy Winds")
    (folder / "forged.jsonl").write_bytes(forged)
    scenario = bundled_text("scenarios", "bir-el-qaha").replace("Wind over", "Calm over")
    (folder / "calm.toml").write_text(scenario, encoding="utf-8")
    (folder / "wrong.txt").write_text("<img src=x onerror=alert(1)>", encoding="utf-8")


def _dropped(page: Any, tmp_path: Path) -> None:
    """Each is shown, or explained; a finding leads to its entry in the game."""
    _files(tmp_path)
    _fits_a_phone(page)
    _axe_finds_nothing(page)
    paper = page.frame_locator("#paper iframe")
    page.set_input_files("#file", tmp_path / "wrong.txt")
    page.wait_for_selector("#trouble:has-text('a text of another kind')")
    page.set_input_files("#file", [tmp_path / "calm.toml", tmp_path / "wrong.txt"])
    paper.locator(".verdict:has-text('is sound')").wait_for()
    page.click("#tools button:has-text('Odds')")
    page.wait_for_selector("#tools", state="hidden")
    paper.locator("figure img").wait_for()
    shown = page.query_selector("#paper iframe").content_frame()
    assert shown.evaluate("document.documentElement.scrollWidth") == 390
    _axe_finds_nothing(shown)
    _axe_finds_nothing(page)
    page.click("#back")
    page.set_input_files("#file", tmp_path / "zawiya.vlog")
    paper.locator("li:has-text('players: ')").first.wait_for()
    page.select_option("#vasl-scenario", "zawiya")
    page.click("#vasl [value=audit]")
    paper.locator(".verdict.clean").wait_for()
    page.click("#vasl [value=make]")
    _menu(_viewer(page), "All games")
    page.wait_for_selector("li[data-file='zawiya.jsonl']")
    page.set_input_files("#file", tmp_path / "forged.jsonl")
    _viewer(page)
    page.wait_for_function("document.title.startsWith('forged')")
    _menu(_viewer(page), "Report")
    link = paper.locator("h3 a >> nth=0")
    entry = (link.get_attribute("href") or "").removeprefix("game#")
    link.click()
    page.wait_for_selector("#place:not([hidden])")
    page.wait_for_function(
        "n => document.querySelector('#place iframe').contentWindow"
        ".Khamsin && document.querySelector('#place iframe')"
        ".contentDocument.querySelector('#entry').value === n",
        arg=entry,
    )


def test_a_game_is_played_by_touch_and_goes_on_without_a_network(
    site: _Site, tmp_path: Path
) -> None:
    """Two touches begin it; a tank is touched, and moves; the log is that of the command line.

    The board is there before Python runs. Files that are dropped are shown, or explained. A second
    tab is open without a server, takes the games, and everything is kept, also the game: what was
    shown last at once, then all, and its report. All fits a phone, and axe-core finds nothing.
    """
    _Quiet.lets.clear()
    page = site.opened(ready=False)
    page.click("#play")
    page.click("#who [data-dice=table]")
    viewer = _viewer(page)
    assert page.get_attribute("body", "data-state") == "loading"
    _Quiet.lets.set()
    page.wait_for_selector("body[data-state=ready]")
    lines = ["phase", "wc 3 4", "phase MPh"]
    for n, line in enumerate(lines, 1):
        _menu(viewer, "Type an order")
        viewer.locator("#line").fill(line)
        viewer.locator("#line").press("Enter")
        viewer.locator(f"#entry[max='{n}']").wait_for(state="attached")
    for hex_ in ("B3", "B4"):
        _inside(page, f"app.hands.touch('{hex_}', {{counter: app.counterAt('{hex_}')}})")
        viewer.locator("#dock .main:not(:disabled)").wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    when(page, "caches.open('khamsin-shown').then((c) => c.keys()).then((k) => k.length)")
    page.evaluate("void (caches.open = () => Promise.reject())")  # it remembers no more
    viewer.locator("#dock .main").click()
    viewer.locator("#entry[max='5']").wait_for(state="attached")
    log = tmp_path / "wind-over-bir-el-qaha.jsonl"
    made = _saved(page, lambda: _menu(viewer, "Save the log"))
    log.write_bytes(made)
    with Game.open(log) as game:
        assert [format_order(each.do) for each in game.entries][3:] == ["start PzA", "move PzA B4"]
        again = Game.new(load_scenario("bir-el-qaha"), game.header.seed, dice="table")
    for line in (*lines, "start PzA", "move PzA B4"):
        again.do(line)
    assert again.log_bytes() == made
    viewer.locator("#dialog").press("Escape")
    _menu(viewer, "All games")
    _dropped(page, tmp_path)

    site.server.shutdown()
    site.server.server_close()
    other = site.opened(ready=False)
    other.click(f"#files li[data-file='{log.name}'] button:has-text('Open')")
    viewer = _viewer(other)
    other.wait_for_selector("body[data-state=elsewhere]")
    other.dispatch_event("#take", "click")
    page.wait_for_selector("body[data-state=taken] #elsewhere:not([hidden])")
    viewer.locator("#entry[max='5']").wait_for(state="attached")
    _menu(viewer, "Report")
    report = other.frame_locator("#paper iframe")
    report.locator(".verdict.clean").wait_for()
    assert site.elsewhere == []
    assert site.wrong == []


def test_a_new_version_waits_until_it_is_wanted(site: _Site, folder: Path) -> None:
    """The page that is open stays what it is; *Reload* brings the new one, whatever the engine."""
    files = [folder / name for name in ("worker.js", "sw.js", "index.html")]
    _, script, index = before = [path.read_text(encoding="utf-8") for path in files]
    says = "({data}) => postMessage(data.base ? {ready: true} : {id: data.id, reply: {files: []}})"
    try:
        files[0].write_text(f"onmessage = {says}", encoding="utf-8")
        page = site.opened(ready=False)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        files[1].write_text(script.replace('BUILD = "', 'BUILD = "2'), encoding="utf-8")
        files[2].write_text(index.replace("Watch a game", "Watch two"), encoding="utf-8")
        page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        page.wait_for_selector("#news:not([hidden])")
        assert "Watch a game" in page.content()
        page.click("#reload")
        page.wait_for_selector("h2:has-text('Watch two')")
    finally:
        for path, text in zip(files, before, strict=True):
            path.write_text(text, encoding="utf-8")
