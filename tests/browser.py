"""A browser for tests: pages opened in Chromium, and all that it complains of."""

import os
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

import pytest

from events.json_bytes import dumps, loads
from replays import Game, load_scenario
from replays.auditing.finding import Report
from replays.page.controller import Controller
from replays.page.view_file import AskedLine, page_html, view_file

LOGS: Final = Path(__file__).parent / "logs"

AXE: Final = os.environ.get("KHAMSIN_AXE", "")
"""Where axe-core is, a file; empty where the environment does not say."""

FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--liftoff-only",  # the Python of a site runs too shortly to be compiled better
)


def chromium() -> str | None:
    """The browser of this machine; None where there is none."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium without a window, for one module; tests are skipped where it is not installed.

    While it runs, Playwright keeps an event loop in this thread, which others must not meet.
    """
    api = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed, see the extra real"
    )
    found = chromium()
    if found is None:
        pytest.skip("Chromium is not installed")
    with api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield running
        running.close()


@cache
def game_of(log: str) -> Game:
    """The game of a log of these tests."""
    return Game.load(LOGS / f"{log}.jsonl")


def when(page: Any, what: str) -> None:
    """Wait until a promise tells that something is so; ``wait_for_function`` takes any for true."""
    frame = "new Promise((done) => setTimeout(done, 20))"
    page.evaluate(f"(async () => {{ while (!await ({what})) await {frame} }})()")


class Opened:
    """A page that is open, with what the browser had to say of it."""

    def __init__(self, browser: Any, path: Path | str, hash_: str = "", **context: Any) -> None:
        """Open a file, or a URL that the test answers itself."""
        self.said: list[str] = []
        self.fetched: list[str] = []
        self._context = browser.new_context(**context)
        self.page = self._context.new_page()
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", self._dialog)
        self.page.on("request", lambda request: self.fetched.append(request.url))
        self.url = path.as_uri() if isinstance(path, Path) else path
        self.hash = hash_

    def _dialog(self, dialog: Any) -> None:
        self.said.append(f"dialog {dialog.message}")
        dialog.dismiss()

    def __enter__(self) -> Self:
        """Go there, and wait until it is ready."""
        self.page.goto(self.url + self.hash)
        self.page.wait_for_selector("html[data-ready]", timeout=60_000)
        return self

    def __exit__(self, *_: object) -> None:
        """Close the page."""
        self._context.close()

    def text(self, selector: str) -> str:
        """The text of an element, its blanks as single spaces."""
        return " ".join(self.page.inner_text(selector).split())

    def until(self, selector: str, words: str) -> None:
        """Wait until an element has these words."""
        self.page.wait_for_function(
            "([s, w]) => document.querySelector(s)?.innerText.includes(w)",
            arg=[selector, words],
            timeout=30_000,
        )

    def app(self, what: str) -> Any:
        """Something of the viewer, which is ``app`` in these words of JavaScript."""
        return self.page.evaluate(f"Khamsin.app.then((app) => {what})")

    def seek(self, n: int) -> None:
        """Go to an entry."""
        self.app(f"app.seek({n})")

    def window(self, width: int, height: int) -> None:
        """Have the page in a window of this size."""
        self.page.set_viewport_size({"width": width, "height": height})

    def box(self, selector: str) -> dict[str, float]:
        """Where an element is."""
        found: dict[str, float] | None = self.page.locator(selector).first.bounding_box()
        assert found is not None
        return found

    def menu(self, words: str) -> None:
        """Open the menu, and press what begins with these words or has them."""
        self.page.click("#menu")
        self.page.click(f"#dialog .row:has-text('{words}') >> nth=0")

    def touch(self, name: str) -> None:
        """Touch the middle of a hex."""
        seen = f"""(({{x, y}}, unit, [a, b]) => [(a - x) / unit, (b - y) / unit])(
            app.board.window, app.board.unit, app.board.at('{name}'))"""
        x, y = self.app(seen)
        box = self.box("#map")
        touches = self.page.evaluate("navigator.maxTouchPoints")
        press = self.page.touchscreen.tap if touches else self.page.mouse.click
        press(box["x"] + x, box["y"] + y)

    def type(self, line: str) -> None:
        """Type a line to the game."""
        self.page.fill("#line", line)
        self.page.press("#line", "Enter")


def violations(page: Any, *rules: str, within: str = "html") -> list[Any]:
    """What axe-core, which was loaded into a page, finds in it; by these of its rules if any."""
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    script = "([within, how]) => axe.run(within, how).then((r) => r.violations)"
    found = page.evaluate(script, [within, options])
    return [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in found]


def axe_finds_nothing(page: Any, within: str = "html") -> None:
    """In the dark, as far as colours go, and in the light; axe-core was loaded into the page."""
    for scheme, rules in (("dark", ["color-contrast"]), ("light", [])):
        getattr(page, "page", page).emulate_media(color_scheme=scheme)
        assert violations(page, *rules, within=within) == [], scheme


def view_of(path: Path, game: Game, *asked: str, report: Report | None = None) -> Path:
    """Write a view file of a game in which these questions are answered."""
    lines = [AskedLine(each) for each in asked]
    path.write_text(view_file(game, game.log_bytes(), "game.jsonl", report, lines), "utf-8")
    return path


class Live(Opened):
    """A table in the test: it answers the page's requests with a controller, without a server."""

    def __init__(self, browser: Any, game: Game | None = None, **context: Any) -> None:
        super().__init__(browser, "https://khamsin.test/table/", **context)
        self.game = game or Game.new(load_scenario("bir-el-qaha"), seed="1")
        self.controller = Controller(self.game, plays=True)
        html = page_html("A live game", "http", connect="'self'")
        self.page.add_init_script("EventSource = class extends EventTarget {}")  # hears nothing
        self.page.route(
            "**/table/", lambda route: route.fulfill(body=html, content_type="text/html")
        )
        self.there(True)

    def there(self, answers: bool) -> None:
        """The table answers from now on, or is away."""
        self.page.route("**/table/ask", self._ask if answers else lambda route: route.abort())

    def _ask(self, route: Any) -> None:
        reply = self.controller.answer(loads(route.request.post_data_buffer))
        route.fulfill(body=dumps(reply), content_type="application/json")
