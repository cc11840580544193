"""The pictures of docs/pictures.md, drawn by the commands there; `tests.derived` draws them."""

import contextlib
import io
import re
import shlex
import tempfile
from pathlib import Path
from typing import Final

from replays.cli.main import main

DOCS: Final = Path(__file__).parent.parent / "docs"


def draw(folder: Path) -> list[Path]:
    """Give the commands of the gallery in a folder: games are played, and pictures drawn there."""
    gallery = (DOCS / "pictures.md").read_text(encoding="utf-8").split("## Gallery")[1]
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        for line in re.findall(r"^khamsin .*$", gallery, re.MULTILINE):
            assert main(shlex.split(line)[1:]) == 0, line
    return sorted(folder.glob("*.svg"))


def draw_anew() -> None:
    """Put the pictures into docs/gallery."""
    with tempfile.TemporaryDirectory() as made:
        for path in draw(Path(made)):
            (DOCS / "gallery" / path.name).write_bytes(path.read_bytes())
