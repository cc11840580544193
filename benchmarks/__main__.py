"""All benchmarks, as one table: ``python -m benchmarks [SECTION ...] [--quick]``."""

import argparse
import platform
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Final, NamedTuple

from benchmarks.table import HEAD, Row, missing


class Section(NamedTuple):
    """A benchmark: what it measures, the module that does, and what that needs."""

    about: str
    module: str
    needs: dict[str, str]


SECTIONS: Final = {
    "logs": Section(
        "play, replay and audit of a long game", "benchmarks.logs", {"eventsourcing": "bench"}
    ),
    "games": Section("whole games with drivers", "benchmarks.games", {"numpy": "bulk"}),
    "sight": Section("LOS one at a time and in bulk", "benchmarks.sight", {"numpy": "bulk"}),
    "properties": Section(
        "what Hypothesis draws", "benchmarks.properties", {"hypothesis": "testing"}
    ),
    "start": Section("the CPU time of a command", "benchmarks.start", {}),
}


def main() -> int:
    """Measure the sections asked for, and print a row for each thing measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    listed = "; ".join(f"{name}: {section.about}" for name, section in SECTIONS.items())
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=listed)
    parser.add_argument("--quick", action="store_true", help="few rounds of little work")
    args = parser.parse_args()
    if unknown := [name for name in args.sections if name not in SECTIONS]:
        parser.error(f"{unknown[0]!r} is not a section; expected {', '.join(SECTIONS)}")
    print(f"Python {platform.python_version()} on {platform.machine()}; a ! is a target not met")
    print(HEAD)
    short = 0
    for name in args.sections or SECTIONS:
        section = SECTIONS[name]
        print(f"-- {name}: {section.about}")
        if sentence := missing(section.needs):
            print(sentence)
            continue
        rows: Callable[..., Iterator[Row]] = import_module(section.module).rows
        for row in rows(quick=args.quick):
            print(row, flush=True)
            short += not row.met
    if short:
        print(f"{short} {'target is' if short == 1 else 'targets are'} not met")
    return 0


if __name__ == "__main__":
    sys.exit(main())
