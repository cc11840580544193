"""``python -m tests.page_picture`` draws docs/gallery/page.png, the picture of the README.

It is the page of a bundled game at its best moment, with a LOS drawn, in Chromium; Pillow, and
Playwright of the extra ``real``, are needed.
"""

import contextlib
import io
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from replays.cli.main import main
from tests.browser import FLAGS, chromium

PICTURE: Final = Path(__file__).parent.parent / "docs" / "gallery" / "page.png"
SIZE: Final = (1440, 900)

GAME: Final = "zawiya"
MOMENT: Final = "2.1/MPh"
SHOT: Final = "shot AA6 X2"


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


if __name__ == "__main__":
    from playwright.sync_api import sync_playwright

    found = chromium()
    if found is None:
        sys.exit("Chromium is not installed")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as made_in:
        running = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        PICTURE.write_bytes(draw(running, Path(made_in)))
        running.close()
