"""Games that are killed: ``python -m tests.faults.killed LOG KILLS SEED``.

Processes go on with one log, one after the other; each is killed with ``kill -9`` at some moment.
What they were told is on disk is written to standard output: numbers and hashes of entries.
"""

import os
import signal
import sys
import time
from pathlib import Path
from random import Random

from replays.game.game import Game
from tests.table import scenario


def _play(path: Path, out: int) -> None:
    """Order after order, each acknowledged by a line; it never ends by itself."""
    with Game.open(path, scenario(turns=100), "killed") as game:
        while True:
            n = len(game.entries)
            if n % 5 or game.state.clock.over:
                game.do(f"note 'after entry {n} {'.' * (n % 300)}'")
            else:
                game.do("phase RPh" if game.state.clock.wind_rolled else "wc")
            os.write(out, f"{len(game.entries)} {game.seal()}\n".encode())


def main() -> None:
    """Begin, kill and begin again."""
    path, kills, chance = Path(sys.argv[1]), int(sys.argv[2]), Random(sys.argv[3])
    for _ in range(kills):
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            try:
                os.close(reading)
                _play(path, writing)
            except BaseException as error:  # noqa: BLE001 - told, and gone
                sys.stderr.write(f"{error!r}\n")
            finally:
                os._exit(1)
        os.close(writing)
        told = os.read(reading, chance.choice((1, 90, 500)))
        time.sleep(chance.choice((0.0, chance.uniform(0, 0.003), chance.uniform(0, 0.02))))
        os.kill(child, signal.SIGKILL)
        while more := os.read(reading, 1 << 16):
            told += more
        os.close(reading)
        if os.waitpid(child, 0)[1] != signal.SIGKILL:
            sys.exit("a child ended by itself")
        sys.stdout.write(told.decode())


if __name__ == "__main__":
    main()
