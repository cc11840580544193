"""A browser for tests: pages opened in Chromium, and all that it complains of."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Self

import pytest

from replays import Game
from replays.page.view_file import AskedLine, view_file

__all__ = ["AXE", "FLAGS", "LOGS", "Make", "Opened", "browser", "chromium", "make"]

LOGS: Final = Path(__file__).parent / "logs"

Make = Callable[..., Path]
"""Writes a view file of a log of these tests, or of a game."""

AXE: Final = os.environ.get("KHAMSIN_AXE", "")
"""Where axe-core is, a file; empty where nobody says."""

FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
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


class Opened:
    """A page that is open, with what the browser had to say of it.

    Attributes:
        page: Playwright's page.
        said: messages of the console, faults and dialogs.
        fetched: the URLs of all requests.
    """

    def __init__(self, browser: Any, path: Path | str, hash_: str = "", **context: Any) -> None:
        """Open a file, or a URL that the test answers itself, and wait until it is ready."""
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
        """Go there."""
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


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """What writes a view file of a log of these tests, or of a game."""

    def write(what: str | Game, *asked: str) -> Path:
        path = tmp_path / "game.html"
        game = Game.load(LOGS / f"{what}.jsonl") if isinstance(what, str) else what
        lines = [AskedLine(each) for each in asked]
        path.write_text(view_file(game, game.log_bytes(), "game.jsonl", None, lines), "utf-8")
        return path

    return write
