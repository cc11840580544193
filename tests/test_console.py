"""What reaches a terminal, which exit code says what, and that no locale changes a game."""

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from replays.cli import console
from replays.cli.main import COMMANDS, main
from tests import cases
from tests.test_cli import SCENARIO, Khamsin

ESCAPES = "\x1b[31m\x07\x9b2J\u202e\x7f\n"
"""Colour, bell, a C1 control, the other direction of writing, delete and a line end."""

NASTY = SCENARIO.replace("Two tanks", "Two \\u001b[31m\\u0007\\u009b2J\\u202e\\u007f\\n").replace(
    "German", "Ger\\u001b[2Jman"
)


@pytest.fixture(scope="module")
def nasty(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A scenario and a game full of escape sequences, and the game as VASL has it: their files."""
    folder = tmp_path_factory.mktemp("nasty")
    with contextlib.chdir(folder):
        Path("nasty.toml").write_text(NASTY, encoding="utf-8")
        for words in (
            ("run", "nasty.toml", "--seed", ESCAPES, "-o", "nasty.jsonl"),
            ("export", "nasty.jsonl", "-o", "nasty.vlog", "--plain"),
        ):
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                assert main(words) == 0
            assert err.getvalue() == ""
            clean(out.getvalue())
    return {each.name: each.read_bytes() for each in folder.iterdir()}


@pytest.fixture
def khamsin(khamsin: Khamsin, nasty: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> Khamsin:
    """The ``khamsin`` command in a folder with a scenario and a game full of escape sequences."""
    monkeypatch.setattr("replays.chances.sensitivity._VALUES", {"steppe": (False, True)})  # enough
    for name, content in nasty.items():
        Path(name).write_bytes(content)
    return khamsin


def clean(text: str) -> None:
    """No character of a text commands a terminal."""
    assert [each for each in text if not each.isprintable() and each not in "\n\t"] == []


def run_apart(*arguments: str, env: dict[str, str]) -> "subprocess.CompletedProcess[bytes]":
    """The ``khamsin`` command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "replays", *arguments],
        env={**os.environ, **env},
        check=False,
        timeout=120,
        capture_output=True,
    )


SHOWN: dict[str, tuple[str, ...]] = {
    "run": ("run", "nasty.toml", "--seed", ESCAPES, "-o", "nasty.jsonl"),
    "show": ("show", "nasty.jsonl"),
    "story": ("story", "nasty.jsonl"),
    "diff": ("diff", "nasty.jsonl", "1.1", "2.1"),
    "map": ("map", "nasty.jsonl"),
    "view": ("view", "nasty.jsonl", "-o", f"view-{ESCAPES[:4]}.html"),
    "odds": ("odds", "nasty.toml"),
    "compare": ("compare", "nasty.toml", "nasty.jsonl"),
    "sensitivity": ("sensitivity", "nasty.toml"),
    "sweep": ("sweep", "nasty.toml", "--games", "5", "--seed", ESCAPES),
    "audit": ("audit", "nasty.jsonl"),
    "report": ("report", "nasty.jsonl"),
    "check": ("check", "nasty.toml"),
    "recover": ("recover", "nasty.jsonl"),
    "init": ("init", "from-nasty.toml", "--from", "nasty.jsonl"),
    "do": ("do", "done.jsonl", "--scenario", "nasty.toml", "--seed", ESCAPES, "wc", ESCAPES),
    "play": ("play", "nasty.jsonl"),
    "orders": ("orders", "nasty.jsonl"),
    "branch": ("branch", "nasty.jsonl", "--at", "1.1", "-o", f"branch-{ESCAPES[:4]}.jsonl"),
    "amend": ("amend", "nasty.jsonl", "#2", ESCAPES),
    "export": ("export", "nasty.jsonl", "-o", f"export-{ESCAPES[:4]}.vlog"),
    "import": ("import", "nasty.vlog"),
    "dice": ("dice", "nasty.vlog"),
    "watch": ("watch", "nasty.vlog", "--scenario", "nasty.toml"),
    "scenario": ("scenario", "from", "nasty.vlog", "-o", f"scenario-{ESCAPES[:4]}.toml"),
    "los": ("los", "nasty.toml", "--range", "2"),
    "board": ("board", "import", ESCAPES),
    "library": ("library", "add", "nasty.jsonl", "--as", ESCAPES, "--library", "games.db"),
    "mail": ("mail", "invite", "nasty.toml", "--side", "A", "--with", ESCAPES, "-o", "invite"),
    "key": ("key", "new", ESCAPES, "-o", "a.key"),
    "checkpoint": ("checkpoint", "add", "nasty.jsonl", "nasty.jsonl", "--key", ESCAPES),
    "dispute": ("dispute", "nasty.jsonl", "--key", ESCAPES),
    "ask": ("ask", "shot", "nasty.jsonl", "--from", "D4", "--to", "H6"),
    "topic": ("help", ESCAPES),
    "no such command": (ESCAPES,),
    "no such file": ("show", ESCAPES),
    "no such hex": ("ask", "shot", "nasty.jsonl", "--from", ESCAPES, "--to", "H6"),
}


@pytest.mark.parametrize("what", SHOWN)
def test_nothing_commands_a_terminal(khamsin: Khamsin, what: str) -> None:
    """Whatever a name, a seed or an argument holds, it is spelled out on both outputs."""
    said = khamsin(*SHOWN[what])
    clean(said.out)
    clean(said.err)
    if what in ("run", "map", "sweep"):
        assert "\\x1b[31m\\x07\\x9b2J\\u202e\\x7f" in said.out


@cases("command", "show", "odds", "sweep", "audit", "report", "check", "sensitivity", "compare")
def test_json_stays_json(khamsin: Khamsin, command: str) -> None:
    """In JSON such characters are escaped, so that programs read the very same texts."""
    said = khamsin(*SHOWN[command], "--json")
    clean(said.out)
    found = said.json
    if command == "sweep":
        assert found["seed"] == ESCAPES
        assert found["scenario"]["name"] == "Two " + ESCAPES


def test_a_drawing_has_colours_and_names_that_have_none(
    khamsin: Khamsin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text map on a terminal has colours of its own; an escape in a name is spelled out in it."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    said = khamsin("map", "nasty.jsonl")
    assert "\x1b[" in said.out
    assert "Two \\x1b[31m\\x07" in said.out
    assert "\x1b[31m" not in said.out
    assert "\x1b[2J" not in said.out


def test_every_code_is_in_the_help(khamsin: Khamsin) -> None:
    """``khamsin --help`` says what each exit code means."""
    text = " ".join(khamsin("--help").out.split())
    for code in ("0: all is well", "1: an audit found", "2: input or arg", "3: anything", "130:"):
        assert code in text


def test_a_fault_of_our_own_is_one_sentence(
    khamsin: Khamsin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bug gives no traceback but a sentence with its place and what to do; exit code 3."""

    def broken(_: object) -> None:
        raise ZeroDivisionError("a \x1b fault")

    monkeypatch.setattr("replays.cli.show.parse_when", broken)
    said = khamsin("show", "nasty.jsonl")
    assert (said.code, said.out) == (3, "")
    assert said.err.count("\n") == 1
    assert "ZeroDivisionError in test_console.py:" in said.err
    assert "please report" in said.err
    told = khamsin("--log", "text", "show", "nasty.jsonl")
    assert (told.code, "Traceback" in told.err) == (3, True)
    lines = [
        orjson.loads(each)
        for each in khamsin("show", "nasty.jsonl", "--log", "json").err.splitlines()
    ]
    assert [each["event"] for each in lines] == ["fault", "error"]


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (MemoryError(), 3, "khamsin: there is not enough memory for this\n"),
        (OSError(5, "Input/output error"), 2, "the system refused this (Input/output error)\n"),
    ],
    ids=["memory", "system"],
)
def test_what_the_system_refuses_is_one_sentence(
    khamsin: Khamsin, monkeypatch: pytest.MonkeyPatch, error: Exception, code: int, sentence: str
) -> None:
    """No memory, or a disk that fails at a call which no reader or writer expects to fail."""

    def broken(_: object) -> None:
        raise error

    monkeypatch.setattr("replays.cli.show.parse_when", broken)
    said = khamsin("show", "nasty.jsonl")
    assert (said.code, said.out) == (code, "")
    assert said.err.endswith(sentence)


def test_a_closed_standard_output(khamsin: Khamsin) -> None:
    """Started without a standard output, nothing is done, and that is said."""
    assert khamsin("check", "nasty.toml").code == 0
    order = f'exec "{sys.executable}" -m replays story nasty.jsonl >&-'
    done = subprocess.run(["/bin/sh", "-c", order], capture_output=True, check=False, timeout=120)
    assert done.returncode == 3
    assert done.stderr == b"khamsin: standard output cannot be written (it is closed)\n"


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("show", "nowhere.jsonl"), "khamsin: nowhere.jsonl: there is no such file"),
        (("show",), "khamsin: the following arguments are required: GAME; expected: khamsin show"),
        (("nonsense",), "khamsin: argument COMMAND: invalid choice: 'nonsense'"),
        (("show", ESCAPES), "khamsin: "),
        (("run", "nasty.toml", "--seed", "x", "-o", "nasty.jsonl"), "khamsin: nasty.jsonl: "),
    ],
    ids=str,
)
def test_with_log_json_all_of_standard_error_is_json(
    khamsin: Khamsin, words: tuple[str, ...], wanted: str
) -> None:
    """An error is a line of JSON too, those of wrong arguments included; the exit code is 2."""
    said = khamsin("--log", "json", *words)
    assert said.code == 2
    clean(said.err)
    lines = [orjson.loads(each) for each in said.err.splitlines()]
    assert (lines[-1]["event"], lines[-1]["level"]) == ("error", "error")
    assert lines[-1]["message"].startswith(wanted)
    assert khamsin(*words).err.startswith("khamsin: ")


@cases("command", "story", "odds", "compare", "sweep", "show", "sensitivity", "audit")
def test_these_commands_say_what_they_do(khamsin: Khamsin, command: str) -> None:
    """With telemetry each of these commands tells something, as JSON, and only there."""
    said = khamsin(*SHOWN[command], "--log", "json").err
    clean(said)
    told = said.splitlines()
    assert told
    assert all(orjson.loads(line)["level"] == "debug" for line in told)
    assert khamsin(*SHOWN[command]).err == ""


def test_a_log_without_its_word(khamsin: Khamsin) -> None:
    """``--log`` at the end lacks its word, and that is said; behind ``--`` it is a name."""
    said = khamsin("show", "nasty.jsonl", "--log")
    assert (said.code, "argument --log: expected one argument" in said.err) == (2, True)
    assert "--log: there is no such file" in khamsin("show", "--", "--log").err


def test_no_bar_between_lines_of_json(khamsin: Khamsin, monkeypatch: pytest.MonkeyPatch) -> None:
    """A progress bar is for people; it does not stand between lines of JSON."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    said = khamsin("audit", "nasty.jsonl", "--log", "json")
    assert [orjson.loads(line)["event"] for line in said.err.splitlines()] == ["audited"]
    with console.progress("x", 1) as bar:
        assert bar is None


def test_seeds_are_the_same_in_every_locale(khamsin: Khamsin) -> None:
    """A seed is the bytes that were typed, read as UTF-8, whatever the locale says."""
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    assert khamsin("run", "bir-el-qaha", "--turns", "1", "--seed", "é", "-o", "u.jsonl").code == 0
    where = "é.jsonl"
    done = run_apart("run", "bir-el-qaha", "--turns", "1", "--seed", "é", "-o", where, env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert Path(where).read_bytes() == Path("u.jsonl").read_bytes()
    assert run_apart("key", "new", "é", "-o", "é.key", env=env).stdout.startswith("é+".encode())
    refused = run_apart("key", "new", os.fsdecode(b"\xff"), "-o", "none.key", env=env)
    assert refused.returncode == 2
    assert b"is not text in UTF-8" in refused.stderr


def test_every_command_is_tried() -> None:
    """A command that shows anything of a file is among those that are tried here."""
    assert set(COMMANDS) - set(SHOWN) <= {
        *("demo", "rules", "schema", "help", "completion", "site", "table", "design")
    }
