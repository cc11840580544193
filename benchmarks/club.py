"""A folder of many games, as a club has them: ``python -m benchmarks.club FOLDER --games 10000``.

The built-in drivers play some bundled scenarios from one seed; the same number is the same game on
every machine.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from replays.playing.drivers import drive
from replays.playing.game import Game
from replays.scenarios.library import load_scenario

__all__ = ["SCENARIOS", "club"]

SCENARIOS: Final = ("bir-el-qaha", "dyo-gazala", "trigh-capuzzo", "tebaga")


def club(folder: Path, games: int) -> Iterator[Path]:
    """Play so many games, and save each.

    Args:
        folder: where the logs go; it is made if it is not there.
        games: how many.
    """
    folder.mkdir(parents=True, exist_ok=True)
    first = {name: Game.new(load_scenario(name), "club") for name in SCENARIOS}
    for number, name in enumerate(islice(cycle(SCENARIOS), games)):
        game = first[name].numbered(number)
        for _ in drive(game):
            pass
        path = folder / f"{name}-{number:05}.jsonl"
        path.write_bytes(game.log_bytes())
        yield path


def main() -> int:
    """Fill a folder."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.club", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the logs go")
    parser.add_argument("--games", type=int, default=10_000, metavar="N", help="how many")
    args = parser.parse_args()
    size = sum(path.stat().st_size for path in club(args.folder, args.games))
    print(f"{args.folder}: {args.games} games, {size / 1e6:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
