"""A log of any length is read, judged and kept in bounded memory; so is what is told of it."""

import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.endless_game import write_endless
from events import codec
from events.commands import Note
from replays.auditing.audit import audit
from replays.auditing.entry_numbers import EntryNumbers
from replays.library.auditing import AUDITING
from replays.library.library import Library
from replays.library.states import position_in
from replays.library.working import work_through
from replays.playing.logs import happenings, open_log, pinned
from replays.playing.moments import parse_when, position_at
from sim.machine.opening import initial_state

FEW: Final = 4_200
"""Entries of a log that fills all that is bounded."""

MANY: Final = 3 * FEW

WARM: Final = 300
"""Entries of a log that is read first: what is remembered of a scenario is there then."""

SLACK: Final = 100_000
"""Bytes that a peak may be higher; the snapshots of the longer log are twice as many."""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """Logs by their number of entries; the shorter ones are how the longest begins."""
    folder = tmp_path_factory.mktemp("size")
    made = {entries: folder / f"{entries}.jsonl" for entries in (WARM, FEW, MANY)}
    assert write_endless(made[MANY], MANY)[0] == MANY
    lines = made[MANY].read_bytes().splitlines(keepends=True)
    for entries in (WARM, FEW):
        made[entries].write_bytes(b"".join(lines[: entries + 1]))
    return made


def _replay(log: Path, _: Path) -> None:
    with open_log(log) as reader:
        position_at(initial_state(reader.header.scenario), happenings(reader))


def _look_up(log: Path, _: Path) -> None:
    with open_log(log) as reader:
        text = next(entry.do.text for entry in reader.entries() if isinstance(entry.do, Note))
    pinned(log, parse_when(text))


def _audit(log: Path, _: Path) -> None:
    assert audit(log).clean


def _add(log: Path, library: Path) -> None:
    with Library.open(library, create=True) as opened:
        opened.add(log)


def _show(log: Path, library: Path) -> None:
    with Library.open(library) as opened:
        position_in(opened, opened.game(log.stem))
        position_in(opened, opened.game(log.stem), parse_when("2.1/MPh"))


def _audit_game(log: Path, library: Path) -> None:
    with Library.open(library) as opened:
        assert all(each.clean for each in work_through(opened, AUDITING, opened.games()))


def _export(log: Path, library: Path) -> None:
    with Library.open(library) as opened:
        opened.export(opened.game(log.stem), log.with_suffix(".out"))
    log.with_suffix(".out").unlink()


ACTS: Final[dict[str, Callable[[Path, Path], None]]] = {
    "replay": _replay,
    "a note looked up": _look_up,
    "audit": _audit,
    "library add": _add,
    "library show": _show,
    "library audit": _audit_game,
    "library export": _export,
}


@pytest.mark.parametrize("act", ACTS)
def test_three_times_the_entries_take_no_more_memory(
    act: str, logs: dict[int, Path], tmp_path: Path
) -> None:
    """The peak of the longer log is that of the shorter one, whatever is done with it."""
    peaks = {}
    for entries, log in logs.items():
        library = tmp_path / f"{entries}.db"
        if act not in ("library add", "replay", "audit"):
            _add(log, library)
        codec._scenario_in.cache_clear()  # each log pays for its own scenario
        tracemalloc.start()
        try:
            ACTS[act](log, library)
            peaks[entries] = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert peaks[MANY] < peaks[FEW] + SLACK


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
    assert kept == tuple(sorted(numbers))
    assert all((n in kept) == (n in numbers) for each in numbers for n in (each, each + 1))
