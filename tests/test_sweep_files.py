"""Sweeps into files: the rows, who made them, and every way in which it can be stopped."""

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import attrs
import orjson
import pytest

from events.errors import BadInput
from events.terms import Density, Rain
from replays import Game, audit, load_scenario
from replays.cli.main import main
from tests import cases
from tests.interrupts import ctrl_c_heard
from tests.table import scenario

np = pytest.importorskip("numpy", reason="the extra `bulk` is not installed")
pa = pytest.importorskip("pyarrow", reason="the extra `sweep` is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="the extra `sweep` is not installed")

from replays.game.file import installed  # noqa: E402 - likewise
from replays.sweep.executor import engine_of  # noqa: E402 - likewise
from replays.sweep.job import job_of  # noqa: E402 - likewise
from replays.sweep.kernel import (  # noqa: E402
    plan_of,
    trajectories,
)
from replays.sweep.run import sweep  # noqa: E402 - likewise

WET = {"weather": "Overcast", "ec": "Dry", "wind": "Heavy Winds", "dust": "Light"}
CHECKOUT: Final = Path(__file__).parent.parent
JOB = job_of(scenario(turns=3, **WET), 100, seed="files", first=7, trajectories=True)


# The rows -----------------------------------------------------------------------------------


def test_a_row_tells_what_its_game_went_through(tmp_path: Path) -> None:
    """Each column, against the climates of that game one by one."""
    plan = plan_of(JOB.scenario)
    (walked,) = trajectories(plan, JOB.seed, JOB.first, JOB.games)
    sweep(JOB, tmp_path / "s.parquet")
    rows = pq.read_table(tmp_path / "s.parquet").to_pylist()
    assert [row["game"] for row in rows] == list(range(7, 107))
    for row, numbers in zip(rows, walked.T, strict=True):
        met = [plan.table.climates[number] for number in numbers]
        levels = [climate.density.level for climate in met]
        assert row["climate"] == numbers[-1]
        assert row["dust"] == levels
        for density in Density:
            name = density.lower().replace(" ", "_")
            first = levels.index(density.level) + 1 if density.level in levels else 0
            assert row[f"first_{name}"] == first
            assert row[f"turns_{name}"] == levels.count(density.level)
        assert row["rained"] == any(climate.sky.rain is not Rain.NONE for climate in met)
        heavy = [climate.wind.heavy for climate in met]
        assert row["first_heavy_winds"] == (heavy.index(True) + 1 if any(heavy) else 0)
    assert {row["rained"] for row in rows} == {True, False}
    assert len({row["first_none"] for row in rows}) > 1


def test_a_file_says_what_it_is_of(tmp_path: Path) -> None:
    """Scenario, seed, games, engine, the summary and all climates are in its metadata."""
    summary = sweep(JOB, tmp_path / "s.parquet")
    facts = orjson.loads(pq.read_schema(tmp_path / "s.parquet").metadata[b"khamsin"])
    climates = facts.pop("climates")
    assert facts == summary
    assert facts["scenario"]["name"] == "A test"
    assert len(climates) == len(plan_of(JOB.scenario).table.climates)
    assert set(climates[0]) == {"sky", "wind", "dust"}
    assert sweep(JOB) == facts


def test_a_row_group_holds_no_more_than_its_share(tmp_path: Path) -> None:
    """Rows are regrouped, so no file depends on its chunks."""
    job = job_of(scenario(turns=1), 300_000, seed="groups")
    sweep(job, tmp_path / "s.parquet", chunk=70_000)
    found = pq.ParquetFile(tmp_path / "s.parquet").metadata
    rows = [found.row_group(n).num_rows for n in range(found.num_row_groups)]
    assert rows == [1 << 17, 1 << 17, 300_000 - (1 << 18)]


def test_a_whole_game_has_the_seal_of_its_log(tmp_path: Path) -> None:
    """With --full, any game pulled out has the counts and the seal of its row, and is clean."""
    where, log = tmp_path / "full.parquet", tmp_path / "game.jsonl"
    words = ["bir-el-qaha", "--seed", "full"]
    numbers = ["--games", "6", "--first", "40", "--chunk", "4", "--trajectories"]
    assert main(["sweep", *words, *numbers, "--full", "-o", str(where)]) == 0
    assert main(["run", *words, "--game", "43", "-o", str(log)]) == 0
    report, game = audit(log), Game.load(log)
    row = pq.read_table(where).to_pylist()[3]
    assert report.clean
    assert (row["game"], row["seal"]) == (43, game.seal())
    assert row["entries"] == len(game.entries)
    assert row["events"] == sum(len(entry.then) for entry in game.entries)
    moved = [
        event for e in game.entries for event in e.then if type(event).__name__ == "VehicleMoved"
    ]
    assert row["n_vehicle_moved"] == len(moved) > 0
    alone = job_of(load_scenario("bir-el-qaha"), 6, seed="full", first=40, trajectories=True)
    sweep(alone, tmp_path / "alone.parquet")
    shared = pq.read_table(tmp_path / "alone.parquet")
    assert pq.read_table(where).select(shared.column_names).equals(shared)


# Who makes them -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of JOB, made at once in this process."""
    path = tmp_path_factory.mktemp("whole") / "s.parquet"
    sweep(JOB, path)
    return path.read_bytes()


@cases("chunk", 1, 99, 1000)
def test_no_file_depends_on_its_chunks(chunk: int, tmp_path: Path, whole: bytes) -> None:
    """Chunks of any length give the same file, byte for byte."""
    sweep(JOB, tmp_path / "s.parquet", chunk=chunk)
    assert (tmp_path / "s.parquet").read_bytes() == whole
    assert os.listdir(tmp_path) == ["s.parquet"]  # noqa: PTH208 - the names alone


@pytest.mark.skipif(not installed("distributed"), reason="the extra `cluster` is not installed")
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_loses_a_worker_makes_the_same_file(tmp_path: Path) -> None:
    """Of two Dask workers one is killed midway: others do its games, and the file is equal."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:

        def losing(do: Callable[[Any], Any], pieces: Iterable[Any]) -> Iterator[Any]:
            done = engine_of(1, cluster.scheduler_address)(do, pieces)
            yield next(done)
            os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
            yield from done

        full = attrs.evolve(JOB, full=True)
        sweep(full, tmp_path / "s.parquet", engine=losing, chunk=4)
    sweep(full, tmp_path / "here.parquet")
    assert (tmp_path / "s.parquet").read_bytes() == (tmp_path / "here.parquet").read_bytes()


@pytest.mark.skipif(not installed("distributed"), reason="the extra `cluster` is not installed")
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_does_not_answer_is_bad_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address where no scheduler is gets one sentence."""
    monkeypatch.setattr("replays.sweep.executor._CONNECT", "1s")
    for address in ("tcp://127.0.0.1:9", "nonsense"):
        assert main(["sweep", "bir-el-qaha", "--games", "5", "--cluster", address]) == 2
        assert f"{address}: no Dask scheduler answers" in capsys.readouterr().err


def _serve(kind: str, said: str, log: Path, *words: str) -> subprocess.Popen[bytes]:
    """A process of a Dask cluster that has said that it is there."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard", *words]
    with log.open("wb") as told:
        process = subprocess.Popen(command, stdout=told, stderr=told)
    deadline = time.monotonic() + 60
    while said not in log.read_text() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    return process


@pytest.mark.skipif(not installed("distributed"), reason="the extra `cluster` is not installed")
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_lost_midway_is_one_sentence(tmp_path: Path) -> None:
    """When the last worker is killed, a sweep ends, and nothing is left of its file."""
    where = tmp_path / "scheduler.json"
    path = tmp_path / "s.parquet"
    with contextlib.ExitStack() as ends:
        served = {}
        for kind, said, words in (
            ("scheduler", "Scheduler at:", ["--port", "0"]),
            ("worker", "Registered to:", ["--nthreads", "1", "--no-nanny"]),
        ):
            there = ["--scheduler-file", str(where)]
            served[kind] = _serve(kind, said, tmp_path / f"{kind}.log", *there, *words)
            ends.callback(served[kind].wait)
            ends.callback(served[kind].kill)
        address = orjson.loads(where.read_bytes())["address"]
        command = [sys.executable, "-c", _LOSING, address, str(served["worker"].pid), str(path)]
        lost = subprocess.run(
            command, cwd=CHECKOUT, capture_output=True, text=True, check=True, timeout=240
        )
    assert lost.stdout.startswith("the Dask cluster has no worker left; give the same command")
    assert not list(tmp_path.glob("*s.parquet*"))


_LOSING: Final = """
import os, signal, sys
from pathlib import Path
from events.errors import BadInput
from replays.sweep import executor
from replays.sweep.run import sweep
from tests.test_sweep_files import JOB

address, victim, path = sys.argv[1:]
executor._PATIENCE = 0.1

def losing(do, pieces):
    done = executor.engine_of(1, address)(do, pieces)
    yield next(done)
    os.kill(int(victim), signal.SIGKILL)
    yield from done

try:
    sweep(JOB, Path(path), engine=losing, chunk=1)
except BadInput as lost:
    print(lost.what, flush=True)
os._exit(0)  # whatever threads of Dask still wait for
"""
"""A sweep in a process of its own whose worker is killed after the first piece."""


# Stopped ---------------------------------------------------------------------------------


def _alive_in(group: int) -> list[str]:
    """Processes of a group that still run, where the system lists them."""
    found = []
    for each in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            name, _, rest = each.read_text().rpartition(")")
            state, _, owner = rest.split()[:3]
            if owner == str(group) and state != "Z":
                found.append(name)
    return found


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="processes as Linux lists them")
@cases("alive", 3, 4)
def test_an_interrupted_sweep_leaves_nothing(alive: int, tmp_path: Path) -> None:
    """Ctrl-C as processes are started, or midway: one sentence, no file, and none goes on."""
    path = tmp_path / "s.parquet"
    words = ["sweep", "bir-el-qaha", "--games", "1000000", "--chunk", "200", "--jobs", "2"]
    command = [sys.executable, "-m", "replays", *words, "-o", str(path)]
    with ctrl_c_heard():
        process = subprocess.Popen(
            command, stderr=subprocess.PIPE, start_new_session=True, text=True
        )
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline and len(_alive_in(process.pid)) < alive:
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate()[1]
    while time.monotonic() < deadline and _alive_in(process.pid):
        time.sleep(0.01)
    assert _alive_in(process.pid) == []
    assert list(tmp_path.iterdir()) == []
    assert process.returncode == 130
    assert f"of 1000000 games; {path} is not written" in said
    assert said.count("\n") == 1


def test_a_worker_that_is_killed_ends_the_sweep_in_a_sentence(tmp_path: Path) -> None:
    """When a process of the sweep is killed, nothing is left of its file."""

    def losing(do: Callable[[Any], Any], pieces: Iterable[Any]) -> Iterator[Any]:
        done = engine_of(2)(do, pieces)
        yield next(done)
        for child in multiprocessing.active_children():
            child.kill()
        yield from done

    with pytest.raises(BadInput, match="a process that was at work was killed"):
        sweep(JOB, tmp_path / "s.parquet", engine=losing, chunk=2)
    assert list(tmp_path.iterdir()) == []


def test_a_worker_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would go by other rules."""
    monkeypatch.setattr("replays.sweep.executor.ENGINE", "99.0")
    with pytest.raises(BadInput, match="of the cluster has Khamsin"):
        sweep(JOB, engine=engine_of(2))


def test_a_file_that_is_there_is_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever it is: it is refused before a game is played."""
    path = tmp_path / "s.parquet"
    path.write_text("a shopping list")
    assert main(["sweep", "bir-el-qaha", "--games", "1000000000", "-o", str(path)]) == 2
    said = capsys.readouterr().err
    assert str(path) in said
    assert said.count("\n") == 1
    assert path.read_text() == "a shopping list"
