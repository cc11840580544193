"""Pictures of docs/pictures.md, and answers of every kind, are whole as they are kept."""

import re
from pathlib import Path

from tests.gallery import ANSWERS, DOCS, answers, draw
from tests.page_picture import FILM, PICTURE, SHOWN, SIZE


def test_the_pictures_of_the_gallery_are_drawn_by_their_commands(tmp_path: Path) -> None:
    """Each command draws its picture byte by byte, and all are shown."""
    drawn = draw(tmp_path)
    for path in drawn:
        old = DOCS / "gallery" / path.name
        same = path.read_bytes() == old.read_bytes()
        assert same, f"{path.name}: run python -m tests.derived"
        assert old.stat().st_size < 250_000
    shown = re.findall(r"\(gallery/(\w+\.svg)\)", (DOCS / "pictures.md").read_text("utf-8"))
    kept = sorted(path.name for path in (DOCS / "gallery").glob("*.svg"))
    assert [path.name for path in drawn] == sorted(shown) == kept


def test_answers_of_every_kind_are_as_kept(tmp_path: Path) -> None:
    """Reports, boards of VASL, chances, differences and maps are those in answers.md."""
    kept = ANSWERS.read_text(encoding="utf-8")
    assert answers(tmp_path / "answers").splitlines() == kept.splitlines(), (
        "run python -m tests.derived"
    )


def test_the_pictures_of_the_page_are_as_large_as_they_are_said_to_be() -> None:
    """page.png and hands.webp have the size that `python -m tests.page_picture` draws."""
    moving = FILM.read_bytes()
    assert (moving[:4], moving[8:16], len(moving) < 800_000) == (b"RIFF", b"WEBPVP8X", True)
    assert tuple(int.from_bytes(moving[n : n + 3], "little") + 1 for n in (24, 27)) == SHOWN
    raw = PICTURE.read_bytes()
    assert raw.startswith(b"\x89PNG")
    assert tuple(int.from_bytes(raw[n : n + 4], "big") for n in (16, 20)) == SIZE
    assert len(raw) < 250_000
