"""A table in real browsers: two of them record and watch one game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from replays import Game, audit
from tests import browser as browsing
from tests.browser import Opened
from tests.tables import Table, table

pytest.importorskip("starlette", reason="a table needs Starlette, of the extra table")
pytest.importorskip("uvicorn", reason="a table needs uvicorn, of the extra table")

browser = browsing.browser


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Table]:
    """A table with a new game."""
    with table(tmp_path) as found:
        yield found


def _type(opened: Opened, line: str) -> None:
    opened.page.fill("#line", line)
    opened.page.press("#line", "Enter")


def test_two_browsers_see_each_others_entries(browser: Any, served: Table) -> None:
    """What one records the other sees by itself; undo too; neither complains of anything."""
    with Opened(browser, served.record.link) as one, Opened(browser, served.watch.link) as two:
        _type(one, "wc 3 4")
        one.until("#said", "Wind Change DR 3,4")
        two.until("#where", "#2 of 2")
        _type(one, "phase MPh")
        two.until("#status", "MPh")
        _type(one, "undo")
        two.until("#status", "RPh")
        _type(one, "note tea")
        two.until("#where", "note tea")
        assert not two.page.is_visible("#line") or not two.page.locator("#prompt").is_hidden()
        assert one.said == two.said == []
        hosts = {url.split("/")[2] for url in one.fetched + two.fetched}
        assert hosts == {served.record.link.split("/")[2]}
    assert audit(served.log).clean


def test_a_wrong_order_is_said_and_nothing_is_done(browser: Any, served: Table) -> None:
    """The line stays to be mended; words of anybody are text, not HTML."""
    with Opened(browser, served.record.link) as one:
        _type(one, "move PzA B4")
        one.until("#said", "PzA")
        assert one.page.input_value("#line") == "move PzA B4"
        _type(one, "note <img src=x onerror=alert(1)>")
        one.until("#where", "<img src=x onerror=alert(1)>")
        assert one.page.locator("img").count() == 0
        assert one.said == []


def test_the_keyboard_completes_and_recalls_lines(browser: Any, served: Table) -> None:
    """Tab ends a word where only one is meant, and leaves the line where none is; ↑ recalls."""
    with Opened(browser, served.record.link) as one:
        one.page.focus("#line")
        one.page.keyboard.type("not")
        one.page.wait_for_function("() => document.querySelector('#words').options.length === 1")
        one.page.keyboard.press("Tab")
        assert one.page.input_value("#line") == "note "
        one.page.keyboard.type("tea")
        one.page.keyboard.press("Enter")
        one.until("#where", "note tea")
        one.page.wait_for_function("() => document.querySelector('#line').value === ''")
        _type(one, "mve PzA B4")
        one.until("#said", "did you mean")
        one.page.fill("#line", "")
        for key, line in (("Up", "mve PzA B4"), ("Up", "note tea"), ("Down", "mve PzA B4")):
            one.page.keyboard.press(f"Arrow{key}")
            assert one.page.input_value("#line") == line
        one.page.fill("#line", "")
        one.page.keyboard.press("Tab")
        assert one.page.evaluate("document.activeElement.tagName") == "BUTTON"
        assert one.said == []


def test_pages_find_their_table_again(browser: Any, served: Table) -> None:
    """The server is killed: pages say so. It comes back: they go on, with what they missed."""
    with Opened(browser, served.record.link) as one, Opened(browser, served.watch.link) as two:
        _type(one, "wc 3 4")
        two.until("#where", "#2 of 2")
        served.kill()
        for each in (one, two):
            each.page.wait_for_selector(".lost", state="visible", timeout=30_000)
        _type(one, "phase MPh")
        one.until("#said", "the table does not answer")
        assert one.page.input_value("#line") == "phase MPh"
        assert len(Game.load(served.log).entries) == 2
        with Table(served.log) as again:
            for each in (one, two):
                each.page.wait_for_selector(".lost", state="hidden", timeout=30_000)
            again.record.do("phase MPh", 2)
            for each in (one, two):
                each.until("#status", "MPh")
            _type(one, "note back")
            two.until("#where", "note back")


def test_a_log_is_saved_from_the_table(browser: Any, served: Table, tmp_path: Path) -> None:
    """The button gives the very bytes of the log."""
    with Opened(browser, served.watch.link, accept_downloads=True) as one:
        served.record.do("wc 3 4", 0)
        one.until("#where", "of 2")
        with one.page.expect_download() as saved:
            one.page.click("#download")
        saved.value.save_as(tmp_path / "saved.jsonl")
        assert saved.value.suggested_filename == "game.jsonl"
    assert (tmp_path / "saved.jsonl").read_bytes() == served.log.read_bytes()
