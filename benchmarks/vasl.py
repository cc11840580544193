"""VASL logs: how long it takes to read one, and to make a game of it, against a yardstick."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.table import YARDSTICK, Row, per_second, turns, yardstick
from replays import Game, load_scenario
from replays.game.drive import drive
from replays.vasl.container import archive_bytes, read_archive
from replays.vasl.correction import Corrections
from replays.vasl.exporter import vasl_log
from replays.vasl.fact import account_of
from replays.vasl.importer import imported
from replays.vasl.log_audit import audit_account

__all__ = ["rows"]

GAME: Final = "bir-el-qaha"


def rows(*, quick: bool) -> Iterator[Row]:
    """Measure a whole game of ours, written as a VASL log."""
    game = Game.new(load_scenario(GAME), "vasl")
    for _ in drive(game):
        pass
    scenario, nothing = game.header.scenario, Corrections()
    archive = vasl_log(game.header, game.beginning, game.entries, name=f"{GAME}.vlog", orders=False)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / archive.name
        path.write_bytes(archive_bytes(archive))
        account = account_of([read_archive(path)])
        steps = account.files[0].steps
        found = turns(
            3 if quick else 9,
            read=lambda: account_of([read_archive(path)]),
            game=lambda: imported(account, scenario, nothing),
            audit=lambda: audit_account(account, scenario, nothing),
            steps=yardstick,
        )
    loop = "1,000,000 steps of a plain loop"
    for side, what in (
        ("read", "read a VASL log"),
        ("game", "make a game of what it tells"),
        ("audit", "audit it"),
    ):
        rate = per_second(steps, found.median(side), "steps")
        yield Row(what, rate, found.ratios(side, "steps", 1e6 * steps / YARDSTICK), loop)
