"""The page of a long game: making its view file, and what a browser does with it."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, Final

from benchmarks.long_game import long_game
from benchmarks.table import Row
from replays import Game
from replays.page.view_file import view_file

__all__ = ["rows"]

ENTRIES: Final = 2000
_FLAGS: Final = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run")

_STEPS: Final = """async (jumps) => {
  const slider = document.querySelector("#entry"), found = [];
  for (const n of jumps) {
    const start = performance.now();
    slider.value = n;
    slider.dispatchEvent(new Event("input"));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    found.push(performance.now() - start);
  }
  return found.sort((a, b) => a - b);
}"""


def _game(entries: int) -> Game:
    """The first entries of the long game."""
    whole = long_game()
    game = Game(whole.header, whole.beginning)
    game.entries = list(islice(whole.entries, entries))
    return game


def rows(*, quick: bool) -> Iterator[Row]:
    """Measure the making of a view file, its size, and Chromium with it, where there is one."""
    entries = 300 if quick else ENTRIES
    game = _game(entries)
    start = time.process_time()
    text = view_file(game, game.log_bytes(), "long.jsonl")
    seconds = time.process_time() - start
    size = len(text.encode()) / 1e6
    yield Row(f"view file of {entries} entries", f"{entries / seconds:,.0f} entries/s")
    yield Row("its size", f"{size:.2f} MB", [size], "a MB", 2, most=True)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None or find_spec("playwright") is None:
        yield Row("in a browser", "neither Chromium nor Playwright is here")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.html"
        path.write_text(text, encoding="utf-8")
        yield from _in_browser(chromium, path, entries)


def _in_browser(chromium: str, path: Path, entries: int) -> Iterator[Row]:
    """How long it takes to open, and to show another entry, far away and next to the one before."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - where there is one

    with sync_playwright() as playwright:
        browser: Any = playwright.chromium.launch(executable_path=chromium, args=list(_FLAGS))
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        opened = []
        for _ in range(3):
            start = time.perf_counter()
            page.goto(path.as_uri())
            page.wait_for_selector("html[data-ready]")
            opened.append(time.perf_counter() - start)
        least = min(opened)
        yield Row("open it in Chromium", f"{least:.2f} s", [least], "a second", 2, most=True)
        jumps = [n * 7919 % entries for n in range(60)]
        for what, order in (("jump far away", jumps), ("drag on", list(range(100, 160)))):
            found = page.evaluate(_STEPS, order)
            middle, late = found[len(found) // 2], found[len(found) * 9 // 10]
            rate = f"{middle:.0f} ms, a tenth {late:.0f} ms"
            yield Row(
                f"{what}, drawn", rate, [middle / 1000], "a tenth of a second", 0.1, most=True
            )
        browser.close()
