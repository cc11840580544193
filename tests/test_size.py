"""A log of any length is read, judged and kept in bounded memory; so is what is told of it."""

import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.endless_game import write_endless
from replays.auditing.audit import audit
from replays.auditing.finding import EntryNumbers
from tests.sizes import ACTS, FEW, MANY

CHECKOUT: Final = Path(__file__).parent.parent

SLACK: Final = 150_000
"""Bytes that a peak may be higher: the states of what can be taken back differ by so much.

The texts of notes that the longer log has more would take 260,000.
"""


@pytest.fixture(scope="module")
def peaks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, int]]:
    """The peaks of memory that `tests.sizes` finds, by act and entries."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.sizes", str(tmp_path_factory.mktemp("size"))],
        cwd=CHECKOUT,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, dict[str, int]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("act", ACTS)
def test_twice_the_entries_take_no_more_memory(act: str, peaks: dict[str, dict[str, int]]) -> None:
    """The peak of the longer log is that of the shorter one, whatever is done with it."""
    assert peaks[act][str(MANY)] < peaks[act][str(FEW)] + SLACK


def test_what_was_taken_back_takes_a_bit_an_entry(tmp_path: Path) -> None:
    """The numbers that a report lists take no more than a bit or two for each entry of a game."""
    write_endless(tmp_path / "g.jsonl", 2_000, turn=1_000)
    found = audit(tmp_path / "g.jsonl").taken_back
    assert len(found) > 500
    tracemalloc.start()
    try:
        copied = EntryNumbers()
        for n in range(0, 100_000, 2):
            copied.add(n)
        held = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert held < 100_000
    assert type(found) is type(copied)


@given(st.sets(st.integers(0, 5000) | st.integers(0, 10**18)))
def test_numbers_of_entries_are_a_set_in_order(numbers: set[int]) -> None:
    """Whatever is put in comes out once and in order, and nothing else is in it."""
    kept = EntryNumbers()
    for n in [*numbers, *numbers]:
        kept.add(n)
    assert tuple(kept) == tuple(sorted(numbers))
    assert len(kept) == len(numbers)
    assert all((n in kept) == (n in numbers) for each in numbers for n in (each, each + 1))
