"""Telemetry: what the program does, on standard error, and only when asked."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from tests import cases
from tests.test_cli import ORDERS, SCENARIO, Khamsin


@pytest.fixture
def khamsin(khamsin: Khamsin) -> Khamsin:
    """The ``khamsin`` command in a folder with a scenario and its orders."""
    Path("two.toml").write_text(SCENARIO, encoding="utf-8")
    Path("orders.txt").write_text(ORDERS, encoding="utf-8")
    return khamsin


RUN = ("run", "bir-el-qaha", "--seed", "x", "--game", "7", "-o", "game.jsonl")
FOLLOW = ("run", "two.toml", "--seed", "y", "--orders", "orders.txt", "-o", "two.jsonl")


def told(text: str) -> list[dict[str, Any]]:
    """The lines of JSON that telemetry wrote."""
    return [orjson.loads(line) for line in text.splitlines()]


@cases("arguments", RUN, FOLLOW, ("demo",), ("check", "bir-el-qaha"))
def test_quiet_by_default(khamsin: Khamsin, arguments: tuple[str, ...]) -> None:
    """Unless it is asked, no command writes anything on standard error."""
    said = khamsin(*arguments)
    assert (said.code, said.err) == (0, "")


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


def test_json_tells_of_an_audit(khamsin: Khamsin) -> None:
    """An audit gives a line of JSON with the log, the entries read and the findings."""
    khamsin(*RUN)
    (line,) = told(khamsin("--log", "json", "audit", "game.jsonl").err)
    assert line["event"] == "audited"
    assert line["log"] == "game.jsonl"
    assert line["entries"] > 50
    assert line["findings"] == 0


@cases("how", "text", "json")
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


def test_an_error_is_the_last_line(khamsin: Khamsin) -> None:
    """The last line on standard error is the complaint, in JSON as all others are."""
    Path("orders.txt").write_text("wc 3 4\nnonsense\n", encoding="utf-8")
    said = khamsin("--log", "json", *FOLLOW)
    assert said.code == 2
    *before, last = told(said.err)
    assert [line["order"] for line in before] == ["wc 3 4"]
    assert (last["event"], last["level"]) == ("error", "error")
    assert last["message"].startswith("khamsin: orders.txt, line 2: 'nonsense' is not an order")
