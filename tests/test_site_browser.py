"""The site in a real browser: the same dice, the same bytes of log, and nothing from elsewhere."""

import contextlib
import os
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from replays.cli.main import main
from replays.game.bundled import bundled_text
from replays.game.game import Game
from replays.game.scenario_file import load_scenario
from replays.page.site import build_site, in_folder, kept_folder, packages
from tests.browser import AXE, FLAGS, chromium, serious

CHROMIUM = chromium()
PYODIDE = Path(os.environ.get("KHAMSIN_PYODIDE") or kept_folder())

if CHROMIUM is None:
    pytest.skip("there is no Chromium here", allow_module_level=True)
if not PYODIDE.is_dir():
    pytest.skip(
        "Pyodide is not here; `khamsin site -o FOLDER` has npm fetch it, or KHAMSIN_PYODIDE names "
        "the folder of its npm package",
        allow_module_level=True,
    )
playwright = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is not installed, see the extra real"
)

PATIENCE = 180_000
"""So long the browser may take for a step, in milliseconds; it takes a hundredth of that."""

ORDERS = ["wc 3 4", "phase MPh", "start PzA", "note 日本 🎲", "undo", "phase AFPh", "phase RPh"]
SEED = "日本 🎲"


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files, and logs nothing."""

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

    def opened(self) -> Any:
        """A page that is ready."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda m: self.wrong.append(m.text) if m.type == "error" else None)
        page.goto(self.address)
        page.wait_for_selector("body:not([data-state=loading])")
        assert page.get_attribute("body", "data-state") == "ready", page.text_content("#stage")
        return page


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site that was made of what is installed here."""
    made = tmp_path_factory.mktemp("made") / "site"
    build_site(made, in_folder(PYODIDE), packages())
    return made


@pytest.fixture
def site(folder: Path) -> Iterator[_Site]:
    """The site behind a server, and a browser that keeps nothing yet."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        try:
            address = f"http://127.0.0.1:{server.server_address[1]}/"
            yield _Site(address, browser.new_context(), server)
        finally:
            browser.close()
            server.shutdown()
            server.server_close()


def _begin(page: Any, scenario: str, seed: str) -> Any:
    """Begin a game; returns its viewer."""
    page.select_option("#scenario", scenario)
    page.fill("#seed", seed)
    page.click("#begin button")
    return _viewer(page)


def _viewer(page: Any) -> Any:
    viewer = page.frame_locator("#game")
    viewer.locator("html[data-ready]").wait_for(state="attached")
    return viewer


def _order(viewer: Any, line: str) -> None:
    """Type an order, and wait until the game has it."""
    before = viewer.locator("#where").text_content()
    viewer.locator("#line").fill(line)
    viewer.locator("#line").press("Enter")
    playwright.expect(viewer.locator("#where")).not_to_have_text(before, timeout=PATIENCE)


def _saved(page: Any, press: str) -> bytes:
    with page.expect_download() as download:
        page.click(press)
    return Path(download.value.path()).read_bytes()


def test_a_game_in_the_browser_is_the_game_of_the_command_line(
    site: _Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Orders and seed give the same bytes of log; audit and odds say the same words.

    The page is open a second time without a server: everything is kept, also the game.
    """
    page = site.opened()
    viewer = _begin(page, "bir-el-qaha", SEED)
    for line in ORDERS:
        _order(viewer, line)
    log = tmp_path / "wind-over-bir-el-qaha.jsonl"
    with Game.open(log, load_scenario("bir-el-qaha"), SEED) as game:
        for line in ORDERS:
            game.do(line)
    assert _saved(page, "#save") == log.read_bytes()

    with contextlib.chdir(tmp_path):
        for command in ("audit", "odds"):
            assert main([command, log.name]) == 0
            said = capsys.readouterr().out
            page.click(f"#{command}")
            playwright.expect(page.locator("#told-said")).to_have_text(
                said, use_inner_text=False, timeout=PATIENCE
            )
            page.click("#told button")

    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.close()
    site.server.shutdown()
    site.server.server_close()
    again = site.opened()
    again.click("#files li[data-file='wind-over-bir-el-qaha.jsonl'] button:has-text('Open')")
    viewer = _viewer(again)
    _order(viewer, "wc")
    assert _saved(again, "#save").startswith(log.read_bytes())
    assert site.elsewhere == []
    assert site.wrong == []


def test_files_that_are_dropped_are_opened(site: _Site, tmp_path: Path) -> None:
    """A log, a scenario, a log of VASL and what is none: each is shown, or explained."""
    game = Game.new(load_scenario("zawiya"), "1")
    game.do("wc")
    game.save(tmp_path / "zawiya.jsonl")
    with contextlib.chdir(tmp_path):
        assert main(["export", "zawiya.jsonl", "-o", "zawiya.vlog"]) == 0
        words = ["import", "zawiya.vlog", "--scenario", "zawiya", "-o", "again.jsonl"]
        assert main(words) == 0
    made = (tmp_path / "again.jsonl").read_bytes()
    scenario = bundled_text("scenarios", "bir-el-qaha").replace("Wind over", "Calm over")
    (tmp_path / "calm.toml").write_text(scenario, encoding="utf-8")
    (tmp_path / "wrong.txt").write_text("<img src=x onerror=alert(1)>", encoding="utf-8")
    page = site.opened()
    page.on("dialog", lambda dialog: dialog.accept())
    page.set_input_files("#file", tmp_path / "wrong.txt")
    page.wait_for_selector("#trouble:has-text('a text of another kind')")
    page.set_input_files("#file", tmp_path / "calm.toml")
    page.wait_for_selector("#said:has-text('is sound')")
    assert page.input_value("#scenario") == "calm.toml"
    page.fill("#line", "story nowhere.jsonl")
    page.press("#line", "Enter")
    page.wait_for_selector("#said:has-text('there is no such file')")
    page.set_input_files("#file", tmp_path / "zawiya.vlog")
    page.wait_for_selector("#said:has-text('set aside')")
    page.select_option("#vasl-scenario", "zawiya")
    page.click("#vasl button[value=make]")
    page.wait_for_selector("#said:has-text('written to zawiya.jsonl, seal')")
    assert _saved(page, "li[data-file='zawiya.jsonl'] button:has-text('Save')") == made
    page.click("li[data-file='zawiya.jsonl'] button:has-text('Delete')")
    page.wait_for_selector("li[data-file='zawiya.jsonl']", state="detached")
    page.set_input_files("#file", tmp_path / "zawiya.jsonl")
    viewer = _viewer(page)
    assert "zawiya" in (page.text_content("#open-name") or "")
    playwright.expect(viewer.locator("#where")).to_contain_text("#", timeout=PATIENCE)
    assert _saved(page, "#save") == (tmp_path / "zawiya.jsonl").read_bytes()
    assert site.elsewhere == []
    assert site.wrong == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_the_start_screen(site: _Site, scheme: str) -> None:
    """What axe-core calls serious or critical is not there, with an answer shown and without."""
    if not AXE:
        pytest.skip("KHAMSIN_AXE does not say where axe-core is")
    page = site.opened()
    page.emulate_media(color_scheme=scheme)
    page.evaluate(Path(AXE).read_text(encoding="utf-8"))
    for line in ("", "story nowhere.jsonl"):
        if line:
            page.fill("#line", line)
            page.press("#line", "Enter")
            page.wait_for_selector("#said:has-text('there is no such file')")
        assert serious(page) == []
