"""Peaks of memory, in a process that has done nothing else: ``python -m tests.sizes FOLDER``.

What else a process remembers depends on what it did before; so the tests of `tests/test_size.py`
ask a fresh one, which says in JSON what each act took for each log.
"""

import gc
import json
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Final

from benchmarks.endless_game import write_endless
from replays.game.named_moment import position_at
from replays.game.open_log import happenings, open_log
from replays.library.audits import audit_game
from replays.library.library import Library
from sim.machine.opening import initial_state

WARM: Final = 300
"""Entries of a log that is read first: what is remembered of a scenario is there then."""

FEW: Final = 4_200
"""Entries of a log that fills all that is bounded."""

MANY: Final = 2 * FEW


def _replay(log: Path, _: Path) -> None:
    with open_log(log) as reader:
        position_at(initial_state(reader.header.scenario), happenings(reader), again=reader.again)


def _add(log: Path, library: Path) -> None:
    with Library.open(library, create=True) as opened:
        opened.add(log)


def _audit_game(log: Path, library: Path) -> None:
    with Library.open(library) as opened:
        assert audit_game(opened, opened.game(log.stem)).clean


def _export(log: Path, library: Path) -> None:
    with Library.open(library) as opened:
        opened.export(opened.game(log.stem), log.with_suffix(".out"))


ACTS: Final[dict[str, Callable[[Path, Path], None]]] = {
    "replay": _replay,
    "library add": _add,
    "library audit": _audit_game,
    "library export": _export,
}


def _logs(folder: Path) -> dict[int, Path]:
    """Logs by their number of entries; the shorter ones are how the longest begins."""
    made = {entries: folder / f"{entries}.jsonl" for entries in (WARM, FEW, MANY)}
    write_endless(made[MANY], MANY)
    lines = made[MANY].read_bytes().splitlines(keepends=True)
    for entries in (WARM, FEW):
        made[entries].write_bytes(b"".join(lines[: entries + 1]))
    return made


def _peak(act: Callable[[Path, Path], None], log: Path) -> int:
    """The most bytes of Python's objects at once."""
    gc.collect()
    tracemalloc.start()
    try:
        act(log, log.with_suffix(".db"))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def main() -> None:
    """Say all peaks, by act and number of entries."""
    logs = _logs(Path(sys.argv[1]))
    found = {name: {n: _peak(act, log) for n, log in logs.items()} for name, act in ACTS.items()}
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
