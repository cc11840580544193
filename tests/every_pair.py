"""Fast against slow LOS on demand: ``python -m tests.every_pair [BOARD ...] [--maps N]``.

Every pair of hexes of the bundled boards, whatever the range; then thousands of random maps.
"""

import argparse
import random
import sys
import time

from replays.game.bundled import bundled_boards
from replays.game.scenario_file import load_board
from sim.chapter_a.los import Location
from tests.slow_los import read
from tests.test_slow_los import (
    _board,
    _difference,
    _ends,
    _litter,
    _lowest,
    _night,
    _night_difference,
    _state,
)

PAIRS_A_MAP = 100


def every_pair(name: str) -> int:
    """Compare every pair of a board; the number compared."""
    state = _state(load_board(name))
    slow_map = read(state)
    hexes = [Location(hex_, _lowest(state, hex_)) for hex_ in state.setting.area.record]
    count = 0
    for index, one in enumerate(hexes):
        for two in hexes[index + 1 :]:
            difference = _difference(state, slow_map, one, two)
            assert not difference, f"{name}: {difference}"
            count += 1
    return count


def random_maps(count: int) -> int:
    """Compare pairs of random maps; the number compared."""
    for seed in range(count):
        chance = random.Random(seed)
        state = _litter(_state(_board(chance)), chance)
        slow_map = read(state)
        for _ in range(PAIRS_A_MAP):
            one, two = _ends(state.setting.area, state, chance)
            difference = _difference(state, slow_map, one, two)
            assert not difference, f"map {seed}: {difference}"
    return count * PAIRS_A_MAP


def random_nights(count: int) -> int:
    """Compare shots of random nights; the number compared."""
    for seed in range(count):
        chance = random.Random(seed)
        state = _night(chance)
        slow_map = read(state)
        for _ in range(PAIRS_A_MAP):
            difference = _night_difference(state, slow_map, chance)
            assert not difference, f"night {seed}: {difference}"
    return count * PAIRS_A_MAP


def main() -> int:
    """Compare, and say what was compared."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", default=list(bundled_boards()))
    parser.add_argument("--maps", type=int, default=3000)
    args = parser.parse_args()
    for name in args.boards:
        start = time.perf_counter()
        count = every_pair(name)
        sys.stdout.write(f"{name}: {count} pairs agree, {time.perf_counter() - start:.0f} s\n")
        sys.stdout.flush()
    for what, compare in (("maps", random_maps), ("nights", random_nights)):
        start = time.perf_counter()
        count = compare(args.maps)
        sys.stdout.write(
            f"{args.maps} random {what}: {count} pairs agree, {time.perf_counter() - start:.0f} s\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
