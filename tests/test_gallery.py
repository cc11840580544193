"""docs/gallery.md: its pictures are drawn by the commands that stand beside them."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

from tests.gallery import DOCS, PICTURES, drawn_in, page
from tests.test_pictures import XML


def _said(path: Path) -> tuple[str, str, set[str]]:
    """Class and title of a picture, and its words that are names of hexes or of panels."""
    root = ET.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314 - drawn here
    words = {"".join(each.itertext()) for each in root.iter(f"{XML}text")}
    kept = {each for each in words if re.fullmatch(r"[A-Z]{1,2}[0-9]{1,2}|[A-Z ]{4,}", each)}
    return root.get("class", ""), root[0].text or "", kept


def test_the_page_of_the_gallery_is_current() -> None:
    """docs/gallery.md is what tests/gallery.py says (python -m tests.gallery)."""
    assert (DOCS / "gallery.md").read_text(encoding="utf-8") == page()


def test_the_pictures_of_the_gallery_are_drawn_by_their_commands(tmp_path: Path) -> None:
    """Each command draws a picture of the same moment, hexes and look (python -m tests.gallery)."""
    for shown, path in drawn_in(tmp_path):
        kept = DOCS / "gallery" / f"{shown.name}.svg"
        assert _said(path) == _said(kept), shown.name
        assert kept.stat().st_size < 250_000
    drawn = {path.stem for path in (DOCS / "gallery").glob("*.svg")}
    assert drawn == {each.name for each in PICTURES}
