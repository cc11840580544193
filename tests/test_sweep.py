"""Sweeps: the same games as the event engine plays, however they are done."""

import csv
import io
import subprocess
import sys
import tracemalloc
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import WindChange
from events.entry import MAX_GAME
from events.errors import BadInput
from events.scenario import Scenario
from events.terms import Density, Rain
from replays import Game, audit, drive, load_scenario, play
from replays.cli.main import main
from replays.game.position import happen
from replays.testing import scenarios
from sim.climate.climate import Climate, climate_of
from tests import cases
from tests.climates import climate_chances
from tests.drawn import examples
from tests.table import scenario

np = pytest.importorskip("numpy", reason="the extra `bulk` is not installed")

from replays.sweep.job import job_of  # noqa: E402 - likewise
from replays.sweep.kernel import (  # noqa: E402 - needs NumPy  # noqa: E402 - likewise
    Plan,
    plan_of,
    trajectories,
)
from replays.sweep.result import share, summary_csv, summary_text, tally  # noqa: E402 - likewise
from replays.sweep.run import sweep  # noqa: E402 - likewise

SEEDS = st.text(max_size=8)
GAMES = 60
"""Games of each drawn scenario that the event engine plays too."""


def _by_engine(facts: Scenario, seed: str, number: int) -> list[Climate]:
    """The climate after each Wind Change DR of a game, from its events."""
    game = Game.new(facts, seed, number)
    state, found = game.state, []
    for _ in drive(game):
        pass
    for entry in game.entries:
        for event in entry.then:
            state = happen(state, event, entry.n)
        if isinstance(entry.do, WindChange):
            found.append(climate_of(state))
    return found


def _walked(plan: Plan, seed: str, start: int, count: int, block: int = 1 << 15) -> Any:
    blocks = [each.copy() for each in trajectories(plan, seed, start, count, block)]
    return np.concatenate(blocks, axis=1)


@cache
def _plan(name: str) -> Plan:
    """The plan of a bundled scenario; to make one anew takes a second."""
    return plan_of(load_scenario(name))


def _counted(plan: Plan, walked: Any) -> Any:
    return np.array([np.bincount(row, minlength=len(plan.table.climates)) for row in walked])


# The same games -----------------------------------------------------------------------------


@examples(16)
@given(scenarios(vehicles=[]), SEEDS, st.integers(0, MAX_GAME - GAMES))
def test_a_sweep_goes_through_the_climates_of_every_game(
    facts: Scenario, seed: str, start: int
) -> None:
    """Game by game, a sweep has the climates that the events of that game lead to."""
    plan = plan_of(facts)
    walked = _walked(plan, seed, start, GAMES)
    assert walked.shape == (2 * facts.turns, GAMES)
    for place in range(GAMES):
        climates = [plan.table.climates[number] for number in walked[:, place]]
        assert climates == _by_engine(facts, seed, start + place)


@given(st.integers(1, 300), st.integers(0, 1000), st.integers(1, 300))
def test_no_result_depends_on_the_blocks(block: int, start: int, count: int) -> None:
    """Blocks of any length give the same climates."""
    plan = _plan("bir-el-qaha")
    whole = _walked(plan, "blocks", start, count)
    assert (_walked(plan, "blocks", start, count, block) == whole).all()


# Shares -------------------------------------------------------------------------------------


@cases("name", "bir-el-qaha", "dyo-gazala")
def test_shares_are_near_the_exact_chances(name: str) -> None:
    """Of 200,000 games the share in each weather is within five deviations of its exact odds."""
    games = 200_000
    plan = _plan(name)
    found = tally(plan, _counted(plan, _walked(plan, "odds", 0, games)))
    turns = plan.table.state.setting.scenario.turns
    chances = [
        [float(known.get(climate, 0)) for climate in plan.table.climates]
        for _, known in climate_chances(plan.table, turns)
    ]
    exact = tally(plan, np.eye(len(plan.table.climates), dtype=np.int64))
    expected = games * np.array(chances) @ exact
    spread = np.sqrt(np.maximum(expected * (1 - expected / games), 0))  # certain, give or take
    assert (abs(found - expected) <= 5 * spread + 1).all()
    assert (found[:, : len(Density)].sum(axis=1) == games).all()


@cases(
    "games, of, low, high",
    (0, 10, 0.0, 0.2775),
    (10, 10, 0.7225, 1.0),
    (81, 263, 0.2553, 0.3662),
    (1, 29, 0.0061, 0.1718),
)
def test_intervals_are_those_of_wilson(games: int, of: int, low: float, high: float) -> None:
    """The 95% interval of a share, against published values (Newcombe 1998, method 3)."""
    found = share(games, of)
    assert (found["games"], found["share"]) == (games, games / of)
    assert found["low"] == pytest.approx(low, abs=5e-5)
    assert found["high"] == pytest.approx(high, abs=5e-5)


def test_a_summary_is_a_table_by_player_turn() -> None:
    """A line says what was swept; then tables of counts, shares and intervals, a line a turn."""
    summary = sweep(job_of(scenario(turns=2), 1000, seed="s"))
    lines = list(summary_text(summary))
    assert lines[0] == "A test: games 0 to 999 of seed 's'"
    assert [line.split()[0] for line in lines if "None" in line] == ["None"] * 3
    turns = ["1.1", "1.2", "2.1", "2.2"]
    assert [
        line.split()[0] for line in lines if line[:1].isdigit() and "%" not in line[:3]
    ] == 3 * turns
    turn = summary["player_turns"][0]
    none = turn["dust"]["None"]
    counts, shares, bounds = (line.split() for line in lines if line.startswith("1.1"))
    assert counts[1] == str(none["games"])
    assert shares[1] == f"{100 * none['share']:.2f}%"
    assert bounds[1] == f"{100 * none['low']:.2f}-{100 * none['high']:.2f}"
    assert sum(each["games"] for each in turn["rain"].values()) == 1000


def test_a_summary_as_csv_is_the_same_as_in_json() -> None:
    """Every share of the JSON is a row of the CSV, to the last digit."""
    summary = sweep(job_of(scenario(turns=2), 1000, seed="s"))
    rows = list(csv.DictReader(io.StringIO(summary_csv(summary))))
    found = {(row["player_turn"], row["aspect"], row["value"]): row for row in rows}
    assert len(found) == len(rows)
    told = [
        (turn["player_turn"], aspect, value)
        for turn in summary["player_turns"]
        for aspect in turn
        if aspect != "player_turn"
        for value in turn[aspect]
    ]
    assert list(found) == told
    for turn in summary["player_turns"]:
        for place, row in found.items():
            if place[0] == turn["player_turn"]:
                share_of = turn[place[1]][place[2]]
                assert {key: float(row[key]) for key in share_of} == share_of


def test_memory_does_not_grow_with_the_games() -> None:
    """Eight times as many games take no more memory."""
    peaks = []
    for games in (1 << 16, 1 << 19):
        job = job_of(load_scenario("bir-el-qaha"), games)
        tracemalloc.start()
        sweep(job)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.1 * peaks[0]


# However they are done ----------------------------------------------------------------------


def test_whole_games_have_the_weather_of_the_sweep() -> None:
    """With drivers, vehicles and all, the summary is that of the environment alone."""
    job = job_of(load_scenario("bir-el-qaha"), 12, seed="whole", turns=3)
    full = sweep(attrs.evolve(job, full=True), chunk=5)
    alone = sweep(job)
    assert {**full, "full": False} == alone
    assert len(alone["player_turns"]) == 6


@cases(
    "numbers, message",
    ({"games": 0}, "0 is not a number of games"),
    ({"games": 5, "first": MAX_GAME - 3}, "has 4 games, not 5"),
    ({"games": 1, "first": MAX_GAME + 1}, "not a number of a game"),
    ({"games": 1, "turns": 0}, "0 is not a number of turns"),
    ({"games": 1, "seed": "\ud800"}, "UTF-8"),
)
def test_impossible_sweeps_are_bad_input(numbers: dict[str, Any], message: str) -> None:
    """Too few or too many games, a game or Game Turns that cannot be, a seed that is not text."""
    with pytest.raises(BadInput, match=message):
        job_of(scenario(), **numbers)


# The command line ---------------------------------------------------------------------------


def _said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["sweep", *words])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_command_gives_json(capsys: pytest.CaptureFixture[str]) -> None:
    """With --json: what was asked, and for each Player Turn the shares of each aspect."""
    code, out, _ = _said(capsys, "bir-el-qaha", "--games", "50", "--json", "--turns", "1")
    found = orjson.loads(out)
    assert code == 0
    assert (found["seed"], found["first"], found["games"]) == ("1", 0, 50)
    assert [turn["player_turn"] for turn in found["player_turns"]] == ["1.1", "1.2"]
    turn = found["player_turns"][0]
    assert list(turn) == ["player_turn", "dust", "rain", "wind", "gusts", "ec"]
    assert list(turn["dust"]) == [each.value for each in Density]
    assert set(turn["rain"]["None"]) == {"games", "share", "low", "high"}
    assert set(turn["rain"]) == {each.value for each in Rain}


@cases(
    "words, message",
    (["--games", "x"], "'x' is not a whole number"),
    (["--games", "5", "--trajectories"], "--trajectories: this goes with `-o"),
    (["--games", "5", "--jobs", "0"], "--jobs: 0 is not a number"),
    (["--games", "5", "-o", "x.csv"], "x.csv: a name that ends in .parquet is expected"),
    (["--games", "5", "-o", "/nowhere/x.parquet"], "this cannot be written"),
    (["--games", "5", "-o", "a\0b.parquet"], "this cannot be written"),
    ([], "--games"),
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bad options and files that cannot be: exit code 2, one line, nothing on standard output."""
    if "-o" in words:
        pytest.importorskip("pyarrow", reason="a file of a sweep needs PyArrow, of the extra sweep")
    code, out, err = _said(capsys, "bir-el-qaha", *words)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@cases(
    "module, words, message",
    ("numpy", [], "a sweep needs NumPy; `pip install 'khamsin[bulk]'`"),
    ("pyarrow", ["-o", "x.parquet"], "needs PyArrow; `pip install 'khamsin[sweep]'`"),
    ("distributed", ["--cluster", "local"], "needs Dask; `pip install 'khamsin[cluster]'`"),
)
def test_a_missing_extra_is_named(
    module: str,
    words: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without the module that it takes, a sweep says which extra brings it."""
    from replays.game import file

    monkeypatch.setattr(file, "installed", lambda name: name != module)
    code, out, err = _said(capsys, "bir-el-qaha", "--games", "5", *words)
    assert (code, out) == (2, "")
    assert message in err


def test_a_plain_command_loads_no_extra() -> None:
    """The command line, and the package as people import it, load neither NumPy nor the rest."""
    check = (
        "import sys, replays, replays.cli; replays.cli.main(['rules', '11.76']);"
        "extras = ('numpy', 'pyarrow', 'dask', 'distributed');"
        "print([name for name in extras if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", check], check=True, capture_output=True, text=True)
    assert said.stdout.splitlines()[-1] == "[]"


def test_a_run_of_as_many_game_turns_as_were_swept(tmp_path: Path) -> None:
    """`run --turns` plays a game of a sweep that goes on beyond the scenario's end."""
    log = tmp_path / "long.jsonl"
    words = ["bir-el-qaha", "--seed", "long", "--turns", "9", "-o", str(log)]
    assert main(["run", *words]) == 0
    assert audit(log).clean
    facts = attrs.evolve(load_scenario("bir-el-qaha"), turns=9)
    assert Game.load(log).state == play(facts, "long").state
