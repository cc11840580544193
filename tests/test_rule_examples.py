"""The page of rules: every rule in our own words, and an example that runs and proves it."""

import contextlib
import io
import re
import shlex
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from replays.asking.rulebook import rules
from replays.cli.main import main
from replays.game.bundled import bundled, bundled_orders
from replays.game.game import Game
from replays.game.scenario_file import load_scenario

DATA: Final = Path(__file__).parent.parent / "replays" / "data" / "rules.toml"
SAID: Final = tomllib.loads(DATA.read_text(encoding="utf-8"))
RULES: Final = {rule.id: rule for rule in rules()}

WHOLE_GAME: Final = "khamsin story zawiya.jsonl"

Output = Callable[[str], tuple[int, str]]


def _proves(rule: str, output: str) -> bool:
    """Whether the output of a command has what shows a rule; else its id, and no other's part."""
    shows = SAID.get(rule, {}).get("shows")
    if shows:
        return all(words in output for words in shows)
    return re.search(rf"(?<![\w.]){re.escape(rule)}(?!\w|\.\d)", output) is not None


def _said(command: str) -> tuple[int, str]:
    """The exit code of a command, and what it wrote on standard output."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = main(shlex.split(command)[1:])
    return code, out.getvalue()


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Output]:
    """What an example says, in a folder with nothing but the logs; each is run once."""
    with contextlib.chdir(tmp_path_factory.mktemp("examples")):
        assert all(_said(command)[0] == 0 for command in SAID["logs"])
        yield cache(_said)


@pytest.mark.parametrize("rule", RULES)
def test_an_example_runs_and_proves_its_rule(rule: str, output: Output) -> None:
    """The command of every rule succeeds, and its output has the rule's id or what it shows."""
    code, out = output(RULES[rule].example)
    assert code == 0
    assert _proves(rule, out), out


def test_every_rule_is_said_in_one_sentence() -> None:
    """The file has the rules of the rulebook in their order, each in one sentence of its own."""
    assert [each for each in SAID if each != "logs"] == list(RULES)
    said = [rule.says for rule in RULES.values()]
    assert len(set(said)) == len(said)
    for words in said:
        assert words.endswith(".")
        assert len(words.split()) <= 28, words


@pytest.mark.parametrize("name", bundled_orders())
def test_bundled_orders_play_the_scenario_of_their_name(name: str, tmp_path: Path) -> None:
    """Each order file is played on its scenario, and the log is read again as the same game."""
    assert name in bundled()
    log = tmp_path / "game.jsonl"
    assert main(["run", name, "--orders", name, "-o", str(log)]) == 0
    assert Game.load(log).header.scenario == load_scenario(name)
    assert main(["audit", str(log)]) == 0


def test_the_zawiya_plays_the_machines(output: Output) -> None:
    """Its one game bogs, breaches, crosses, crowds a Steeple, burns, clears, and ends in rain."""
    story = output(WHOLE_GAME)[1]
    for words in (
        *("D8.2", "D8.3", "AD4.6", "191.3", "AD3.312", "B25.6", "B25.66", "AD4.42", "AD3.44"),
        *("AD3.45", "11.74", "A24.61", "B25.65", "E3.51", "11.77"),
    ):
        assert f" {words}\n" in story


def test_orders_that_are_no_file_and_not_bundled_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence says which orders are bundled, and nothing is written."""
    log = tmp_path / "game.jsonl"
    assert main(["run", "zawiya", "--orders", "nowhere", "-o", str(log)]) == 2
    err = capsys.readouterr().err
    assert "bundled orders are bir-hacheim, zawiya" in err
    assert err.count("\n") == 1
    assert not log.exists()
