"""``khamsin view``: a game as one file, questions answered in it, and its log out of it again."""

import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from replays import Game, load_scenario
from replays.page.controller import CHUNK
from replays.page.view_file import extracted_log, view_file
from tests.test_cli import Khamsin

LOGS = sorted((Path(__file__).parent / "logs").glob("*.jsonl"))


@pytest.fixture
def khamsin(khamsin: Khamsin) -> Khamsin:
    """The ``khamsin`` command in a folder with the log of a game."""
    shutil.copy(LOGS[0].parent / "bir-el-qaha.jsonl", "game.jsonl")
    return khamsin


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_the_log_comes_out_byte_for_byte(path: Path) -> None:
    """Whatever log a view file was made of, of whatever format, it is in it as it was on disk."""
    log = path.read_bytes()
    html = view_file(Game.load(path), log, path.name)
    assert extracted_log(html.encode()) == log


def test_view_and_extract(khamsin: Khamsin) -> None:
    """The command writes a file, names its size and findings, and takes the log out of it."""
    said = khamsin("view", "game.jsonl")
    assert (said.code, said.err) == (0, "")
    assert "game.html: 108 entries" in said.out
    again = khamsin("view", "--extract", "game.html", "-o", "again.jsonl")
    assert (again.code, again.err) == (0, "")
    assert Path("again.jsonl").read_bytes() == Path("game.jsonl").read_bytes()
    assert khamsin("view", "game.jsonl", "-o", "game.html").code == 0


def test_a_torn_log_is_shown_as_far_as_it_is_whole(khamsin: Khamsin) -> None:
    """A log that a crash tore is viewed without its last line, and kept with it."""
    torn = Path("game.jsonl").read_bytes()[:-20]
    Path("game.jsonl").write_bytes(torn)
    said = khamsin("view", "game.jsonl")
    assert said.code == 0
    assert "torn" in said.err
    assert extracted_log(Path("game.html").read_bytes()) == torn


def test_questions_of_a_file_are_answered_at_their_moments(khamsin: Khamsin) -> None:
    """Each line is asked at its moment; comments are not asked."""
    lines = "# a comment\nshot B3 H6 at 1.2\n\nview D5 at 2.1/MPh\n? terrain D4 --at #12  # why\n"
    Path("ask.txt").write_text(lines, encoding="utf-8")
    said = khamsin("view", "game.jsonl", "--ask", "ask.txt")
    assert (said.code, said.err) == (0, "")
    assert "questions answered: 3" in said.out
    text = Path("game.html").read_text(encoding="utf-8")
    plain = text[text.index("<h2>Questions</h2>") :]
    found = re.findall(r"^#(\d+) (\S+)  (\w+ [^:]*):", plain.replace("<pre>", ""), re.MULTILINE)
    assert {(moment.split("/")[0], asked) for _, moment, asked in found} == {
        ("1.2", "shot B3 H6"),
        ("2.1", "view D5"),
        ("1.1", "terrain D4"),
    }
    assert "12" in {n for n, _, _ in found}


WRONG: dict[str, tuple[tuple[str, ...], str]] = {
    "no log": (("view", "nowhere.jsonl"), "nowhere.jsonl"),
    "no game": (("view", "ask.txt"), "ask.txt"),
    "a view file": (("view", "good.html"), "--extract"),
    "another ending": (("view", "game.jsonl", "-o", "game.pdf"), ".html"),
    "over something else": (("view", "game.jsonl", "-o", "notes.html"), "lost"),
    "a bad question": (("view", "game.jsonl", "--ask", "bad.txt"), "bad.txt, line 2"),
    "no moment": (("view", "game.jsonl", "--ask", "at.txt"), "at.txt, line 1"),
    "a moment too late": (("view", "game.jsonl", "--ask", "late.txt"), "late.txt, line 1"),
    "no name": (("view", "--extract", "notes.html"), "-o"),
    "no log in it": (("view", "--extract", "notes.html", "-o", "x.jsonl"), "no log in this file"),
    "over a file": (("view", "--extract", "good.html", "-o", "game.jsonl"), "exists already"),
    "a changed one": (("view", "--extract", "changed.html", "-o", "x.jsonl"), "changed or cut"),
    "a bomb": (("view", "--extract", "bomb.html", "-o", "x.jsonl"), "larger than"),
}


@cache
def _good() -> str:
    """A view file of the game, made once."""
    return view_file(Game.load("game.jsonl"), Path("game.jsonl").read_bytes(), "game.jsonl")


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_said_in_one_sentence(khamsin: Khamsin, what: str) -> None:
    """Bad input ends with code 2 and a sentence that says what and where; no file is harmed."""
    Path("ask.txt").write_text("shot B3 H6\n", encoding="utf-8")
    Path("bad.txt").write_text("shot B3 H6\nshot B3 nowhere\n", encoding="utf-8")
    Path("at.txt").write_text("shot B3 H6 at\n", encoding="utf-8")
    Path("late.txt").write_text("shot B3 H6 at 99.1/MPh\n", encoding="utf-8")
    Path("notes.html").write_text("my notes", encoding="utf-8")
    good = _good()
    Path("good.html").write_text(good, encoding="utf-8")
    head, mark, tail = good.partition('id="khamsin-log"')
    Path("changed.html").write_text(head + mark + tail.replace(">e", ">f", 1), encoding="utf-8")
    huge = re.sub(r'data-bytes="\d+"', 'data-bytes="999999999999"', good)
    Path("bomb.html").write_text(huge, encoding="utf-8")
    words, expected = WRONG[what]
    said = khamsin(*words)
    assert said.code == 2
    assert said.out == ""
    assert expected in said.err
    assert said.err.count("\n") == 1
    assert Path("notes.html").read_text(encoding="utf-8") == "my notes"
    assert not Path("x.jsonl").exists()


def test_a_view_file_stays_small(khamsin: Khamsin) -> None:
    """Eight hundred frames of differences take less room than ten whole pictures."""
    said = khamsin("run", "bir-el-qaha", "--turns", "40", "-o", "long.jsonl")
    assert said.code == 0
    khamsin("view", "long.jsonl")
    log = Path("long.jsonl").stat().st_size
    khamsin("map", "long.jsonl", "-o", "map.svg")
    size = Path("long.html").stat().st_size
    assert size < 10 * Path("map.svg").stat().st_size
    assert size < 4 * log


def test_a_last_chunk_has_frames() -> None:
    """A game of 99 entries has 100 frames, which are one chunk and no more."""
    game = Game.new(load_scenario("bir-el-qaha"), seed="x")
    for _ in range(CHUNK - 1):
        game.do("note here")
    assert view_file(game, b"", "x").count('id="khamsin-frames') == 1


def test_nothing_of_a_name_is_html(khamsin: Khamsin) -> None:
    """No word of a person's gets into the document but as text or in base64."""
    game = Game.load("game.jsonl")
    evil = "</script><img src=x onerror=alert(1)>"
    game = Game.new(game.header.scenario, seed=evil)
    game.do("wc 3 4")
    game.do(f"note {evil}")
    html = view_file(game, game.log_bytes(), f'"{evil}')
    assert "<img" not in html
    assert (".dock" in html or "#dock" in html, ".designing" in html) == (True, False)
    assert html.count("</script>") == html.count("<script")
