"""The wrong kind of file: what it is, what is expected, and which command takes it."""

from pathlib import Path

import pytest

from replays import load_scenario, play
from replays.cli.main import main
from tests import cases

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
SVG = b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"></svg>\n'
BOARD = b'name = "X"\ndesert = true\nwidth = 4\nheight = 4\n'
QUESTION = b'{"question": "shot", "firer": "B3", "target": "H6"}\n'

LOG_COMMANDS = (("story",), ("show",), ("audit",), ("recover",))
EITHER = (("ask", "shot", "--from", "B3", "--to", "H6"), ("odds",))
SCENARIO_COMMANDS = (("check",), ("run",), ("sweep", "--games", "2"), ("sensitivity",))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one file of every kind."""
    monkeypatch.chdir(tmp_path)
    for name, raw in (("a.png", PNG), ("a.svg", SVG), ("x.toml", BOARD), ("q.json", QUESTION)):
        Path(name).write_bytes(raw)
    Path("day.orders").write_text("# the first day\nwc 3 4\nphase MPh\n")
    Path("notes.txt").write_text("<p>Dear diary</p>\n")
    Path("mine.scn").write_text(
        'name = "M"\nland = "Libya"\nmonth = "June"\nturns = 1\nsides = ["A", "B"]\n'
        'ec = "Dry"\nwind = "No Wind"\n[[boards]]\nname = "1"\ndesert = true\n'
    )
    play(load_scenario("bir-el-qaha"), "s").save("game.jsonl")
    return tmp_path


def _refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


KINDS = (
    ("a.png", "this is a picture"),
    ("a.svg", "this is a picture"),
    ("x.toml", "this is a board"),
    ("q.json", "this is a question in JSON"),
    ("day.orders", "this is an order file"),
    ("hills", "there is no such file, but a bundled one: a board"),
)


@pytest.mark.parametrize(("name", "what"), KINDS)
@pytest.mark.parametrize("command", [*LOG_COMMANDS, *EITHER], ids=" ".join)
def test_where_a_log_is_expected(
    command: tuple[str, ...], name: str, what: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command that takes a log, or a scenario as well, says what it was given instead."""
    at = 2 if command[0] == "ask" else 1
    said = _refused(capsys, *command[:at], name, *command[at:])
    assert said.startswith(f"khamsin: {name}: {what}, and a ")
    either = command in EITHER or (command, name) == (("show",), "x.toml")  # any TOML is shown
    assert ("a scenario is expected; " if either else "and a game log is expected; ") in said


@cases("name, what", *KINDS, ("game.jsonl", "this is a game log"))
@pytest.mark.parametrize("command", SCENARIO_COMMANDS, ids=" ".join)
def test_where_a_scenario_is_expected(
    command: tuple[str, ...], name: str, what: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command that takes a scenario says what it was given instead."""
    said = _refused(capsys, command[0], name, *command[1:])
    if (command[0], name) == ("run", "game.jsonl"):  # what was probably meant is to go on with it
        assert said.startswith(f"khamsin: {name}: this is the log of a game; `khamsin do {name} ")
    else:
        assert said.startswith(f"khamsin: {name}: {what}, and a scenario is expected; ")


@cases(
    "name, what",
    *(each for each in KINDS if each[0] != "day.orders"),
    ("game.jsonl", "this is a game log"),
    ("mine.scn", "this is a scenario"),
    ("tebaga", "there is no such file, but a bundled one: a scenario"),
)
def test_where_orders_are_expected(
    name: str, what: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Orders are no log, no scenario and no picture."""
    said = _refused(capsys, "run", "bir-el-qaha", "--orders", name)
    assert said.startswith(f"khamsin: {name}: {what}, and an order file is expected; ")


def test_what_takes_it(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence ends with the command that takes what was given."""
    assert "`khamsin run SCENARIO -o GAME` makes" in _refused(capsys, "story", "mine.scn")
    assert "`khamsin run SCENARIO --orders FILE`" in _refused(capsys, "audit", "day.orders")
    assert "`khamsin story`, `show`, `ask`" in _refused(capsys, "check", "game.jsonl")
    assert "`khamsin ask FILE GAME`" in _refused(capsys, "show", "q.json")


def test_what_is_nothing(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A text that Khamsin does not know is not a log; a scenario's own mistakes keep their line."""
    assert "this is a text of another kind; a game log is" in _refused(capsys, "show", "notes.txt")
    Path("mine.toml").write_text('land = "Libya"\nmonth "June"\n')
    assert "at line 2" in _refused(capsys, "check", "mine.toml")


def test_a_scenario_needs_no_ending(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A scenario is known by what is in it, whatever its file is called."""
    assert main(["check", "mine.scn"]) == 0
    assert main(["map", "mine.scn"]) == 0
    assert capsys.readouterr().err == ""
