"""Play, tell, replay and audit a bundled scenario."""

import argparse
import itertools
from pathlib import Path
from typing import Final

from replays.auditing.audit import audit
from replays.cli.console import say, say_all
from replays.cli.run import drive_game
from replays.game.drive import keep
from replays.game.file import exists
from replays.game.game import Game
from replays.game.scenario_file import load_scenario
from replays.game.story import tell
from replays.game.text import counted

ARGUMENTS: Final = """
-o, --output GAME  where to write the log
"""

DEMO_SCENARIO: Final = "bir-el-qaha"

DEMO_SEED: Final = "khamsin 911"


def run(args: argparse.Namespace) -> int:
    scenario = load_scenario(DEMO_SCENARIO)
    game = Game.new(scenario, DEMO_SEED)
    drive_game(game)
    say(f"{scenario.name}, seed {DEMO_SEED!r}")
    say_all(map(str, tell(game.beginning, game.entries)))
    path, seal = _demo_log(game, args.output)
    say()
    say(f"log      {path}: {counted(len(game.entries), 'entry')}, seal {seal}")
    again = Game.load(path)
    same = again.state == game.state and again.entries == game.entries
    say(f"replay   {'the same game' if same else 'ANOTHER GAME'}, up to {again.state.moment}")
    report = audit(path)
    say(f"audit    {'clean' if report.clean else counted(len(report.findings), 'finding')}")
    say(f"look     khamsin show {path} --at 3.2/MPh")
    return 0 if same and report.clean else 1


def _demo_log(game: Game, output: str | None) -> tuple[Path, str]:
    """Write the demo's log; beside what is there if that is something else."""
    if output is not None:
        keep(game, output)
        return Path(output), game.seal()
    for number in itertools.count(1):
        path = Path("khamsin-demo.jsonl" if number == 1 else f"khamsin-demo-{number}.jsonl")
        if not exists(path) or (path.is_file() and path.read_bytes() == game.log_bytes()):
            break
    keep(game, path)
    return path, game.seal()
