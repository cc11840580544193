"""``python -m tests.page_picture`` draws docs/gallery/page.png and hands.webp, of the README.

The one is the page of a bundled game at its best moment, with a LOS drawn; the other moves: a tank
that is played by hand. In Chromium; Pillow, and Playwright of the extra ``real``, are needed.
"""

import contextlib
import io
import re
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import attrs

from events.terms import Density
from replays import Game, load_scenario
from replays.cli.main import main
from tests.browser import FLAGS, Live, chromium

PICTURE: Final = Path(__file__).parent.parent / "docs" / "gallery" / "page.png"
SIZE: Final = (1440, 900)

GAME: Final = "zawiya"
MOMENT: Final = "2.1/MPh"
SHOT: Final = "shot AA6 X2"

FILM: Final = PICTURE.with_name("hands.webp")
SHOWN: Final = (880, 550)
"""Its size; the window is half as large again."""

ACTS: Final = (
    *("Enter the dice", "White die: 4", "Coloured die: 3", "Record", "Straight"),
    *("B3", "C4", "D4", "E5", "F4", "To E5", "Coloured die: 3", "White die: 4", "Record", "Go to"),
    *("Done", "B5", "H4", "vs Infantry"),
)
"""What is touched: hexes, and buttons by their first words."""

LASTS: Final = 900
"""So many milliseconds a picture is looked at, and the last four times as long."""


def page_of(folder: Path) -> Path:
    """The page of the game, with its question in it, by the commands of the product."""
    asked, log, page = (folder / name for name in ("asked.txt", f"{GAME}.jsonl", f"{GAME}.html"))
    asked.write_text(f"{SHOT} at {MOMENT}\n", encoding="utf-8")
    with contextlib.redirect_stdout(io.StringIO()):
        assert main(["run", GAME, "--orders", GAME, "-o", str(log)]) == 0
        assert main(["view", str(log), "--ask", str(asked), "-o", str(page)]) == 0
    return page


def draw(browser: Any, folder: Path) -> bytes:
    """The picture, a PNG: the page, its LOS chosen and fitted."""
    page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]}, color_scheme="light")
    page.goto(f"{page_of(folder).as_uri()}#{MOMENT}")
    page.wait_for_selector("html[data-ready]")
    page.click("#menu")
    page.click(".row:has-text('Questions')")
    page.click(".asked .row >> nth=0")
    page.wait_for_selector("#map .below > g")
    page.mouse.move(4, 4)
    page.evaluate("document.activeElement.blur()")
    raw: bytes = page.screenshot()
    page.close()
    return _smaller(raw)


def _smaller(raw: bytes) -> bytes:
    """The same picture in 192 colours."""
    from PIL import Image

    made = io.BytesIO()
    with Image.open(io.BytesIO(raw)) as picture:
        few = picture.convert("RGB").quantize(192, dither=Image.Dither.NONE)
        few.save(made, "PNG", optimize=True)
    return made.getvalue()


def film(browser: Any) -> bytes:
    """A game that is played by hand, an animated WebP."""
    from PIL import Image

    scenario = attrs.evolve(load_scenario("bir-el-qaha"), dust=Density.LIGHT)
    game = Game.new(scenario, seed="1").do_all(["phase"])
    pictures: list[Any] = []
    window = {"width": SHOWN[0] * 3 // 2, "height": SHOWN[1] * 3 // 2}
    with Live(browser, game, viewport=window, color_scheme="light") as live:
        for act in ("", *ACTS):
            if re.fullmatch("[A-I][0-9]", act):
                live.touch(act)
            elif act:
                live.page.get_by_role("button", name=act).first.click()
            live.page.wait_for_timeout(900)
            with Image.open(io.BytesIO(live.page.screenshot())) as picture:
                pictures.append(picture.convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS))
    made, lasts = io.BytesIO(), [LASTS] * len(ACTS) + [4 * LASTS]
    first, *others = pictures
    first.save(
        made, "WEBP", save_all=True, append_images=others, duration=lasts, loop=0, quality=70
    )
    return made.getvalue()


if __name__ == "__main__":
    from playwright.sync_api import sync_playwright

    found = chromium()
    if found is None:
        sys.exit("Chromium is not installed")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as made_in:
        running = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        PICTURE.write_bytes(draw(running, Path(made_in)))
        FILM.write_bytes(film(running))
        running.close()
