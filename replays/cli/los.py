"""The LOS of all pairs of hexes, or of those listed."""

import argparse
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Final

from events.errors import BadInput
from replays.cli.argument import MOMENT
from replays.cli.console import say, say_drawn, warn
from replays.cli.opened import state_or_board
from replays.game.file import demand, read_text
from replays.game.output import Output, begins
from sim.chapter_e.low_visibility import at_night
from sim.los.line import distance
from sim.state import State

ARGUMENTS: Final = f"""
game:WHAT          a board, a scenario as it sets up, or a game log
{MOMENT}
--pairs FILE       a line each: from, a tab or comma, to
--range N          only pairs up to this range
-o, --output FILE  a .tsv; else as text
"""

MOST_PAIRS: Final = 2_000_000

COLUMNS: Final = ("from", "to", "range", "blocked", "hindrance", "decided_by")

_LOS: Final = Output("a table of LOS", (".tsv",), begins(rb"from\tto\trange\t"))

Pairs = list[tuple[str, str]]


def run(args: argparse.Namespace) -> None:
    demand("numpy", "LOS in bulk")
    from sim.bulk.los import LosGrid  # noqa: PLC0415 - needs NumPy

    if args.output is not None:
        _LOS.demand(args.output)
    state = state_or_board(args.game, args.at)
    pairs = _listed(state, args.pairs) if args.pairs else list(_all(state, args.range))
    if args.pairs and args.range is not None:
        pairs = [pair for pair in pairs if _range(state, pair) <= args.range]
    if len(pairs) > MOST_PAIRS:
        raise BadInput(f"{len(pairs)} pairs are too many; at most {MOST_PAIRS}: use --range")
    grid = LosGrid(state.setting, pairs)
    found = grid.trace(state)
    rows = [
        (one, two, int(length), int(blocked), int(hindrance), by)
        for (one, two), length, blocked, hindrance, by in zip(
            pairs,
            grid.length.tolist(),
            found.stopped.tolist(),
            found.hindrance.tolist(),
            found.decided_by(),
            strict=True,
        )
    ]
    text = "".join("\t".join(map(str, row)) + "\n" for row in (COLUMNS, *rows))
    if args.output is None:
        say_drawn(text.rstrip("\n"))
    else:
        _LOS.write(args.output, text)
    if at_night(state):
        warn("khamsin: these LOS are as by day: `khamsin ask view` knows Night (E1.101)")
    if args.output is not None:
        blocked = sum(row[3] for row in rows)
        say(f"{len(rows)} LOS, {blocked} of them blocked: {args.output}")


def _all(state: State, most: int | None) -> Iterator[tuple[str, str]]:
    names = list(state.setting.area.record)
    if most is None and len(names) * (len(names) - 1) // 2 > MOST_PAIRS:
        raise BadInput(f"all pairs of {len(names)} hexes are too many; use --range or --pairs")
    for pair in combinations(names, 2):
        if most is None or _range(state, pair) <= most:
            yield pair


def _range(state: State, pair: tuple[str, str]) -> int:
    area = state.setting.area
    return distance(area.place(pair[0]), area.place(pair[1]))


def _listed(state: State, name: str) -> Pairs:
    """The pairs that a file lists; a line that begins with ``from`` is its heading."""
    pairs: Pairs = []
    for number, line in enumerate(read_text(Path(name)).splitlines(), 1):
        words = line.replace(",", "\t").split()
        if not words or (number == 1 and words[0].lower() == "from"):
            continue
        found = [state.setting.area.name(word) for word in words[:2]]
        one, two = [*found, None, None][:2]
        if one is None or two is None:
            raise BadInput(
                f"{line[:40]!r} does not begin with two hexes in play", f"{name}, line {number}"
            )
        pairs.append((one, two))
    if not pairs:
        raise BadInput("there is no pair of hexes in this file", name)
    return pairs
