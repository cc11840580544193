"""The pictures of docs/pictures.md and tests/golden/answers.md, by the commands there.

`tests.derived` draws and types them.
"""

import contextlib
import io
import re
import shlex
import shutil
import tempfile
from pathlib import Path
from typing import Final

from replays.cli.main import main
from tests import typed
from tests.golden import play
from tests.test_audit import _chained, _values
from tests.test_report import without, wrong_log
from tests.test_setup import boards_of_setup, desert_setup
from tests.vasl_boards import Canvas

DOCS: Final = Path(__file__).parent.parent / "docs"
ANSWERS: Final = Path(__file__).parent / "golden" / "answers.md"

FORGED: Final = {
    "rain": "dust_vanished",
    "wind-and-gust": "dust_fell",
    "debris-and-fire": "blaze_began",
    "vehicle-dust": "vehicle_dust_placed",
    "rubble": "building_rubbled",
}
"""What is left out of golden games."""


def draw(folder: Path) -> list[Path]:
    """Give the commands of the gallery in a folder: games are played, and pictures drawn there."""
    gallery = (DOCS / "pictures.md").read_text(encoding="utf-8").split("## Gallery")[1]
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        for line in re.findall(r"^khamsin .*$", gallery, re.MULTILINE):
            assert main(shlex.split(line)[1:]) == 0, line
    return sorted(folder.glob("*.svg"))


def answers(folder: Path) -> str:
    """The answers that are kept whole, of wrong logs and a board of VASL among others.

    Seals and the number of rulings are left out: they change whenever a ruling is added.
    """
    folder.mkdir()
    for path in (*ANSWERS.parent.glob("*.toml"), *ANSWERS.parent.glob("*.orders")):
        shutil.copy(path, folder)
    one, two, three, *rest, last = lines = wrong_log().splitlines(keepends=True)
    logs = {
        "wrong": lines,
        "gap": [one, two, *rest, last],
        "twice": [one, two, two, three, *rest, last],
        "noise": [one, b"noise\n", two, three, *rest, last],
        "swapped": [one, three, two, *rest, last],
        "torn": [one, two, three, *rest, last[:40]],
        "headless": [re.sub(rb',?"hash":"\w*"', b"", one), two, three, *rest, last],
        "edited": [one, two, three.replace(b"Light", b"Heavy"), *rest, last],
    }
    for name, tag in FORGED.items():
        forged = _values(play(name))
        without(tag)(forged)
        logs[f"forged-{name}"] = [_chained(forged)]
    for name, log in logs.items():
        (folder / f"{name}.jsonl").write_bytes(b"".join(log))
    boards_of_setup(folder / "boards")
    desert_setup().save(folder / "setup.vsav")
    board = Canvas().line("C1", "C4", 30, 12).line("F1", "F4", 65).low(30)
    board.line("B2", "C2", 66).line("C2", "D2", 66).dot("C2", 84, 9)
    for place, code in {"H2": 60, "G1": 63, "B3": 100, "B4": 101, "I2": 102}.items():
        board.hex(place, code)
    for place, code, reach in (("E1", 41, 12), ("E2", 51, 8), ("F3", 25, 5), ("A2", 5, 9)):
        board.dot(place, code, reach)
    for place, side, code in (("E3", 2, 72), ("D3", 4, 73), ("H2", 3, 75), ("G4", 1, 116)):
        board.side(place, side, code)
    board.dot("D4", 99).raised("H2", 1).raised("H3", 2).raised("A1", -1).save(folder / "bdX")
    with contextlib.chdir(folder):
        made = typed.tutorial(ANSWERS.read_text(encoding="utf-8"))
    made = re.sub(r"\d+ (rulings in force are)", r"The \1", made)
    return re.sub(r"\b[0-9a-f]{64}\b", "SEAL", made)


def draw_anew() -> None:
    """Put the pictures into docs/gallery, and the answers into their file."""
    with tempfile.TemporaryDirectory() as made:
        for path in draw(Path(made)):
            (DOCS / "gallery" / path.name).write_bytes(path.read_bytes())
        ANSWERS.write_text(answers(Path(made, "answers")), encoding="utf-8")
