"""Sweeps of several scenarios as one: the same games as of each alone, in one file."""

import csv
import io
import json
from pathlib import Path
from typing import Any, Final

import pytest

pytest.importorskip("numpy", reason="the extra `bulk` is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="the extra `sweep` is not installed")

from replays.cli.main import main  # noqa: E402 - only where it is installed
from replays.game.scenario_file import load_scenario  # noqa: E402 - likewise
from replays.sweep.executor import engine_of  # noqa: E402 - likewise
from replays.sweep.job import Jobs, job_of  # noqa: E402 - likewise
from replays.sweep.run import sweep  # noqa: E402 - likewise
from tests import cases  # noqa: E402 - likewise

NAMES: Final = ("bir-el-qaha", "zawiya", "bir-hacheim")


def _jobs(games: int = 40, *, full: bool = False) -> Jobs:
    facts: dict[str, Any] = {"seed": "t", "first": 3, "turns": 2, "full": full}
    return tuple(job_of(load_scenario(name), games, label=name, **facts) for name in NAMES)


@pytest.mark.long
@cases("full", False, True)
def test_each_scenario_has_the_rows_and_shares_that_it_has_alone(
    full: bool, tmp_path: Path
) -> None:
    """In processes, the rows of each are those of a sweep of it alone, and so is its summary."""
    jobs, path = _jobs(20, full=full), tmp_path / "t.parquet"
    engine = map if full else engine_of(2)
    summary = sweep(jobs, path, engine=engine, chunk=7)
    rows = pq.read_table(path).to_pylist()
    for job in jobs:
        alone = tmp_path / f"{job.label}.parquet"
        said = sweep(job_of(job.scenario, 20, seed="t", first=3, full=full), alone)
        own = pq.read_table(alone).to_pylist()
        mine = [row for row in rows if row["scenario"] == job.label]
        assert mine == [{"scenario": job.label, **row} for row in own]
        assert summary["sweeps"][job.label] == said["player_turns"]
    assert sweep(jobs, chunk=9) == summary


def test_no_file_of_several_scenarios_depends_on_its_chunks(tmp_path: Path) -> None:
    """Other chunks give the same file."""
    sweep(_jobs(), tmp_path / "straight.parquet", chunk=40)
    sweep(_jobs(), tmp_path / "t.parquet", chunk=17)
    straight = (tmp_path / "straight.parquet").read_bytes()
    assert (tmp_path / "t.parquet").read_bytes() == straight


def _said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_command_takes_several_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    """Text has the tables of each, CSV and JSON say of which each row is; one twice is refused."""
    words = ("sweep", *NAMES, "--games", "30", "--turns", "2")
    code, out, _ = _said(capsys, *words)
    assert code == 0
    assert [f"{name}: games 0 to 29 of seed '1'" in out for name in NAMES] == [True] * 3
    rows = list(csv.DictReader(io.StringIO(_said(capsys, *words, "--csv")[1])))
    sweeps = json.loads(_said(capsys, *words, "--json")[1])["sweeps"]
    assert {row["scenario"] for row in rows} == set(NAMES) == set(sweeps)
    for row in rows:
        turns = {turn["player_turn"]: turn for turn in sweeps[row["scenario"]]}
        share = turns[row["player_turn"]][row["aspect"]][row["value"]]
        assert int(row["games"]) == share["games"]
    code, _, err = _said(capsys, "sweep", NAMES[0], NAMES[0], "--games", "3")
    assert (code, "named twice" in err) == (2, True)
