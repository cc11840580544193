"""Telemetry: what the program does, on standard error, and only when asked."""

import contextvars
import io
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest

from replays.game import telemetry
from replays.game.telemetry import Telemetry
from tests.test_cli import ORDERS, SCENARIO, Khamsin, command_line


@pytest.fixture
def khamsin(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Khamsin:
    """The ``khamsin`` command in a folder with a scenario and its orders."""
    monkeypatch.chdir(tmp_path)
    Path("two.toml").write_text(SCENARIO, encoding="utf-8")
    Path("orders.txt").write_text(ORDERS, encoding="utf-8")
    return command_line(capsys)


RUN = ("run", "bir-el-qaha", "--seed", "x", "--game", "7", "-o", "game.jsonl")
FOLLOW = ("run", "two.toml", "--seed", "y", "--orders", "orders.txt", "-o", "two.jsonl")


def told(text: str) -> list[dict[str, Any]]:
    """The lines of JSON that telemetry wrote."""
    return [orjson.loads(line) for line in text.splitlines()]


def in_a_fresh_context(act: Callable[[], None]) -> None:
    """Do something where nobody has started telemetry."""
    contextvars.Context().run(act)


@pytest.mark.parametrize("arguments", [RUN, FOLLOW, ("demo",), ("check", "bir-el-qaha")])
def test_quiet_by_default(khamsin: Khamsin, arguments: tuple[str, ...]) -> None:
    """Unless it is asked, no command writes anything on standard error."""
    said = khamsin(*arguments)
    assert (said.code, said.err) == (0, "")


def test_off_is_the_default(khamsin: Khamsin) -> None:
    """``--log off`` is as quiet as no ``--log`` at all."""
    assert khamsin("--log", "off", *RUN).err == ""
    assert khamsin("--log", "off", "audit", "game.jsonl").err == ""


def test_json_tells_each_player_turn_with_its_game_seed_and_moment(khamsin: Khamsin) -> None:
    """Driven games give one line of JSON a Player Turn, bound to game, seed and moment."""
    said = khamsin("--log", "json", *RUN)
    assert said.code == 0
    lines = told(said.err)
    assert [line["moment"] for line in lines] == [f"{n}.{p}" for n in range(1, 7) for p in (1, 2)]
    assert {line["game"] for line in lines} == {7}
    assert {line["seed"] for line in lines} == {"x"}
    assert {line["event"] for line in lines} == {"player turn"}
    assert {line["level"] for line in lines} == {"debug"}


def test_json_tells_each_order_with_its_game_seed_and_moment(khamsin: Khamsin) -> None:
    """Ordered games give one line of JSON an order, with its line number and the moment then."""
    said = khamsin("--log", "json", *FOLLOW)
    assert said.code == 0
    lines = told(said.err)
    assert [(line["line"], line["order"], line["moment"]) for line in lines] == [
        (2, "wc 3 4", "1.1/RPh"),
        (4, "phase MPh", "1.1/MPh"),
        (5, "start PzA", "1.1/MPh"),
        (6, "move PzA D5 1mp", "1.1/MPh"),
        (7, "move PzA D6 2mp", "1.1/MPh"),
        (8, "stop PzA", "1.1/MPh"),
        (9, "phase RPh", "1.2/RPh"),
        (10, "wc 1 1, 5", "1.2/RPh"),
    ]
    assert {(line["game"], line["seed"]) for line in lines} == {(0, "y")}


def test_times_are_in_utc(khamsin: Khamsin) -> None:
    """Every line has its time, in UTC and in ISO 8601."""
    for line in told(khamsin("--log", "json", *RUN).err):
        assert datetime.fromisoformat(line["timestamp"]).utcoffset() == timedelta(0)


def test_json_tells_of_an_audit(khamsin: Khamsin) -> None:
    """An audit gives a line of JSON with the log, the entries read and the findings."""
    khamsin(*RUN)
    (line,) = told(khamsin("--log", "json", "audit", "game.jsonl").err)
    assert line["event"] == "audited"
    assert line["log"] == "game.jsonl"
    assert line["entries"] > 50
    assert line["findings"] == 0


@pytest.mark.parametrize("how", ["text", "json"])
def test_standard_output_and_logs_are_the_same(khamsin: Khamsin, how: str) -> None:
    """Telemetry changes neither standard output nor the game."""
    quiet = khamsin(*RUN)
    log = Path("game.jsonl").read_bytes()
    Path("game.jsonl").unlink()
    talking = khamsin("--log", how, *RUN)
    assert talking.err
    assert (talking.code, talking.out) == (quiet.code, quiet.out)
    assert Path("game.jsonl").read_bytes() == log
    for command in (("audit", "game.jsonl", "--json"), ("show", "game.jsonl"), ("rules", "--json")):
        assert khamsin("--log", how, *command).out == khamsin(*command).out


def test_text_is_for_people(khamsin: Khamsin) -> None:
    """``--log text`` gives a line of words a Player Turn, without colours off a terminal."""
    lines = khamsin("--log", "text", *RUN).err.splitlines()
    assert len(lines) == 12
    assert all("player turn" in line and "seed=x" in line for line in lines)
    assert all("\x1b" not in line for line in lines)


def test_another_way_to_tell_is_refused(khamsin: Khamsin) -> None:
    """An unknown way to tell is one line of error."""
    said = khamsin("--log", "loud", *RUN)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("khamsin: argument --log: invalid choice: 'loud'")
    assert said.err.count("\n") == 1
    assert not Path("game.jsonl").exists()


def test_an_error_is_the_last_line(khamsin: Khamsin) -> None:
    """The last line on standard error is the complaint, in JSON as all others are."""
    Path("orders.txt").write_text("wc 3 4\nnonsense\n", encoding="utf-8")
    said = khamsin("--log", "json", *FOLLOW)
    assert said.code == 2
    *before, last = told(said.err)
    assert [line["order"] for line in before] == ["wc 3 4"]
    assert (last["event"], last["level"]) == ("error", "error")
    assert last["message"].startswith("khamsin: orders.txt, line 2: 'nonsense' is not an order")


def test_a_logger_belongs_to_its_context() -> None:
    """Telemetry that is started in one context is not heard in another."""
    loud, other = io.StringIO(), io.StringIO()

    def first() -> None:
        telemetry.start(Telemetry.JSON, loud)
        in_a_fresh_context(second)
        telemetry.current().debug("heard")

    def second() -> None:
        telemetry.current().debug("not heard")
        telemetry.start(Telemetry.JSON, other)
        telemetry.current().debug("heard elsewhere")

    in_a_fresh_context(first)
    assert [line["event"] for line in told(loud.getvalue())] == ["heard"]
    assert [line["event"] for line in told(other.getvalue())] == ["heard elsewhere"]


def test_the_logger_of_a_library_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    """Who uses Khamsin as a library and starts no telemetry hears nothing, not even errors."""

    def act() -> None:
        telemetry.current().debug("nothing")
        telemetry.current().error("nothing")

    in_a_fresh_context(act)
    assert capsys.readouterr() == ("", "")
