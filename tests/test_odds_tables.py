"""Odds of two scenarios side by side, and odds as CSV and rows for data frames."""

import csv
import io
from fractions import Fraction
from pathlib import Path

import orjson
import pytest

from replays import load_scenario, odds
from replays.chances.odds import odds_rows
from replays.cli.main import main

SCENARIO = """\
name = "A"
land = "Libya"
month = "June"
turns = 2
sides = ["German", "British"]
weather = "Clear"
ec = "Dry"
wind = "Mild Breeze"
dust = "None"

[[boards]]
name = "1"
desert = true
"""


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scenario, and the same with an SSR for Heavy Winds."""
    monkeypatch.chdir(tmp_path)
    Path("a.toml").write_text(SCENARIO)
    windy = SCENARIO.replace("Mild Breeze", "Heavy Winds").replace('"A"', '"B"')
    Path("b.toml").write_text(windy)


def test_two_scenarios_side_by_side(two: None, capsys: pytest.CaptureFixture[str]) -> None:
    """Each Player Turn has the chances of both, exactly those that each has alone."""
    assert main(["odds", "a.toml", "--against", "b.toml", "--json"]) == 0
    both = orjson.loads(capsys.readouterr().out)
    assert both["scenarios"] == ["A", "B"]
    alone = [odds(load_scenario(name)).player_turns for name in ("a.toml", "b.toml")]
    for n, each in enumerate(both["player_turns"]):
        for density, pair in each["reached"].items():
            exact = [Fraction(value["exact"]) for value in pair]
            assert exact == [
                next(c for d, c in turns[n].reached.items() if str(d) == density) for turns in alone
            ]
    light = both["player_turns"][-1]["reached"]["Light"]
    assert light[0]["decimal"] < light[1]["decimal"]


def test_side_by_side_in_words(two: None, capsys: pytest.CaptureFixture[str]) -> None:
    """A table has A, B and the difference; the same scenario twice differs nowhere."""
    assert main(["odds", "a.toml", "--against", "b.toml"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("A: A, from setup\nB: B, from setup\n")
    assert "+" in out.splitlines()[-1]
    assert main(["odds", "a.toml", "--against", "a.toml"]) == 0
    rows = [row for row in capsys.readouterr().out.splitlines() if row[:1].isdigit()]
    assert len(rows) == 4
    assert all("+" not in row and row.count("=") == 6 for row in rows)


def test_csv(two: None, capsys: pytest.CaptureFixture[str]) -> None:
    """CSV has a row a Player Turn; densities add up to 1, and Python has the same rows."""
    assert main(["odds", "b.toml", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["player_turn"] for row in rows] == ["1.1", "1.2", "2.1", "2.2"]
    densities = ("None", "Light", "Moderate", "Heavy", "Very Heavy", "Extremely Heavy")
    assert all(abs(sum(float(row[each]) for each in densities) - 1) < 1e-9 for row in rows)
    again = odds_rows(odds(load_scenario("b.toml")))
    assert [{key: str(item) for key, item in row.items()} for row in again] == rows
