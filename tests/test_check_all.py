"""`check` names every impossible value at once, in words and in JSON."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from replays.cli.main import main

WRONG = """\
name = "V"
land = "Libya"
month = "Smarch"
turns = 0
colour = "red"
sides = ["German", "British"]
ec = "Dry"
wind = "Storm"

[[boards]]
name = "1"
desert = true

[[vehicles]]
id = "One"
side = "German"
movement = "trick"
mp = 20

[[vehicles]]
id = "Two"
side = "Germen"
movement = "truck"
mp = 200
"""

FOUND = (
    "'colour' is an unknown key",
    "month: 'Smarch' is none of",
    "wind: 'Storm' is none of",
    "vehicles[0].movement: vehicle One: 'trick' is none of",
    "turns: 0 is not a number of turns",
    "vehicles[1].side: vehicle Two: 'Germen' is not a side",
    "vehicles[1].mp: vehicle Two: 200 is not an MP allotment",
)


@pytest.fixture
def scenario(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A scenario with seven faults of all kinds."""
    monkeypatch.chdir(tmp_path)
    Path("wrong.toml").write_text(WRONG)
    return "wrong.toml"


def _json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*words, "--json"]) == 2
    said = capsys.readouterr()
    assert said.err == ""
    return orjson.loads(said.out)


def test_in_words(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Values that cannot be read and values that cannot be so are told together, in one run."""
    assert main(["check", scenario]) == 2
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert len(lines) == len(FOUND)
    for sentence in FOUND:
        assert sum(sentence in line for line in lines) == 1
    assert said.err.startswith("khamsin: wrong.toml: 7 faults, the first at ")


def test_in_json(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With --json they are all in the JSON, and standard error is silent."""
    said = _json(capsys, "check", scenario)
    assert said["sound"] is False
    assert len(said["faults"]) == len(FOUND)
    assert all(any(each.startswith(one) for each in said["faults"]) for one in FOUND[:2])


def test_what_only_follows_is_not_told(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A fault that may only be there because another value is missing is left out."""
    sides = WRONG.replace('sides = ["German", "British"]', "sides = 3")
    Path("wrong.toml").write_text(sides.replace('"Germen"', '"German"'))
    faults = _json(capsys, "check", scenario)["faults"]
    assert [each for each in faults if "side" in each and "unknown key" not in each] == [
        "sides: 3 is not a list of two sides"
    ]
