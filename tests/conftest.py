"""Hypothesis profiles: no deadlines, because machines differ.

As a rule a fifth of the examples is drawn, the same ones in every run: a red run is a fact about
the change. With ``--hypothesis-profile=full`` all are drawn, others each time.
"""

import gc
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import HealthCheck, settings

from replays.game.drive import drive
from replays.game.game import Game
from replays.game.scenario_file import load_scenario
from tests.places import anywhere, places, server_places
from tests.postgres import postgres
from tests.test_cli import Khamsin, command_line

__all__ = ["anywhere", "places", "postgres", "server_places"]

sys.dont_write_bytecode = False  # else each process that tests start compiles all anew
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ["LANGUAGE"] = "C"  # else argparse looks on the disk for each of its words translated

settings.register_profile("full", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fifth", settings.get_profile("full"), max_examples=20, derandomize=True)
settings.load_profile("fifth")


@pytest.fixture(autouse=True, scope="session")
def _no_wait_for_the_disk() -> Iterator[None]:
    """No machine fails beneath a test, so none waits until the disk has what was written."""
    with mock.patch.object(os, "fsync", return_value=None):
        yield


@pytest.fixture
def khamsin(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Khamsin:
    """The ``khamsin`` command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return command_line(capsys)


@pytest.fixture(scope="session")
def whole() -> bytes:
    """The log of a finished game."""
    game = Game.new(load_scenario("bir-el-qaha"), seed="x")
    for _ in drive(game):
        pass
    return game.log_bytes()


LONG = (
    *("site_browser", "browser", "by_hand", "designer", "notebook", "load"),
    *("size.py::test_twice", "faults", "slow_los", "plain_python", "table.py::test_what_is_ans"),
    *("cli.py::test_hash_seeds", "console.py::test_seeds", "library.py::test_whatever"),
    *("sweep_files.py::test_a_cluster", "setup.py::test_real_setups"),
    *("los_by_art.py::test_agreement", "vasl_boards.py::test_boards_on_which_everything"),
    *("house.py::test_python_in", "derived.py::test_derived_files_are_current[docs/terrain-matrix"),
)
"""Beginnings of the names of tests that only ``-m long`` runs, or who names their files.

So are those of a library on PostgreSQL.
"""


def pytest_configure(config: pytest.Config) -> None:
    """Who names files runs all of their tests, the long ones too."""
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    if named and config.option.markexpr == "not long" and not hasattr(config, "workerinput"):
        config.option.markexpr = ""


LONGEST = (
    *("site_browser", "browser", "by_hand", "in_all_respects", "size", "house", "faults"),
    *("designer", "sweep_files", "los_by_art", "what_can_be_done", "testing", "load", "table"),
    *("command_lines", "setup", "ask_cli", "wrong", "derived", "vasl_bounded", "library"),
    *("vasl_overlays", "verify", "rule_examples", "gallery", "vasl_boards", "slow_los", "sweep"),
)
"""Modules of tests that take long, the longest first."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the modules that take long: one at the end would leave other processes idle.

    Tests of `LONG` are marked so.
    """
    order = {f"test_{name}": number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: order.get(item.path.stem, len(order)))
    long = tuple(f"tests/test_{name}" for name in LONG)
    for item in items:
        if item.nodeid.startswith(long) or "PostgreSQL" in item.nodeid:
            item.add_marker("long")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect all tests without looking for garbage: there is none, and it took half the time.

    What is there then stays to the end, so it is not looked through again either, and what tests
    make is looked through seldom.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000, 20)
        gc.enable()
