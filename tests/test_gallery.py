"""docs/pictures.md: its gallery is drawn by the commands that stand beside the pictures."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

from tests.gallery import DOCS, draw
from tests.page_picture import PICTURE, SIZE
from tests.test_pictures import XML


def _said(path: Path) -> tuple[str, str, set[str]]:
    """Class and title of a picture, and its words that are names of hexes or of panels."""
    root = ET.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314 - drawn here
    words = {"".join(each.itertext()) for each in root.iter(f"{XML}text")}
    kept = {each for each in words if re.fullmatch(r"[A-Z]{1,2}[0-9]{1,2}|[A-Z ]{4,}", each)}
    return root.get("class", ""), root[0].text or "", kept


def test_the_pictures_of_the_gallery_are_drawn_by_their_commands(tmp_path: Path) -> None:
    """Each command draws a picture of the same moment, hexes and look, and all are shown."""
    drawn = draw(tmp_path)
    for path in drawn:
        old = DOCS / "gallery" / path.name
        assert _said(path) == _said(old), f"{path.name}: run python -m tests.derived"
        assert old.stat().st_size < 250_000
    shown = re.findall(r"\(gallery/(\w+\.svg)\)", (DOCS / "pictures.md").read_text("utf-8"))
    kept = sorted(path.name for path in (DOCS / "gallery").glob("*.svg"))
    assert [path.name for path in drawn] == sorted(shown) == kept


def test_the_picture_of_the_page_is_as_large_as_it_is_said_to_be() -> None:
    """docs/gallery/page.png has the size that `python -m tests.page_picture` draws."""
    raw = PICTURE.read_bytes()
    assert raw.startswith(b"\x89PNG")
    assert tuple(int.from_bytes(raw[n : n + 4], "big") for n in (16, 20)) == SIZE
    assert len(raw) < 250_000
