"""``khamsin run`` and ``khamsin demo``: games come to be."""

import argparse
from pathlib import Path
from typing import Final

import attrs

from events.errors import BadInput, in_file
from events.orders import parse_orders
from replays import telemetry
from replays.auditing.audit import audit
from replays.cli.arguments import text, whole
from replays.cli.console import say
from replays.files import exists
from replays.playing.drivers import drive
from replays.playing.game import Game
from replays.scenarios.library import load_scenario, order_text
from replays.telling.story import story_lines

__all__ = ["add_demo", "add_run", "demo", "run"]

DEMO_SCENARIO: Final = "bir-el-qaha"
DEMO_SEED: Final = "khamsin 911"


def add_demo(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin demo``."""
    parser.add_argument("-o", "--output", metavar="GAME", help="where to write the log")
    parser.set_defaults(command=demo)


def add_run(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin run``."""
    parser.add_argument("scenario", metavar="SCENARIO", help="a TOML file or a bundled scenario")
    parser.add_argument("--seed", type=text, default="1", help="any text; the default is 1")
    parser.add_argument(
        "--orders", metavar="FILE", help="orders, or bundled ones; else drivers play"
    )
    parser.add_argument("--game", type=whole, default=0, metavar="N", help="number of the game")
    parser.add_argument("--turns", type=whole, metavar="N", help="Game Turns; else the scenario's")
    parser.add_argument("-o", "--output", metavar="GAME", help="where to write the log")
    parser.set_defaults(command=run)


def run(args: argparse.Namespace) -> int:
    """Play a scenario, by orders or by the built-in drivers, and write its log."""
    scenario = load_scenario(args.scenario)
    if args.turns is not None:
        scenario = attrs.evolve(scenario, turns=args.turns)
    game = Game.new(scenario, args.seed, args.game)
    if args.orders is None:
        _drive(game)
    else:
        follow(game, args.orders)
    path = Path(args.output or f"{_plain_name(scenario.name)}.game.jsonl")
    seal, fresh = keep(game, path)
    state = game.state
    over = "to its end" if state.clock.over else f"to {state.moment}"
    say(f"{scenario.name}: {len(game.entries)} entries, {over}, seed {args.seed!r}")
    say(f"{'written to' if fresh else 'the same, bit for bit, is in'} {path}, seal {seal}")
    return 0


def _drive(game: Game) -> None:
    log = telemetry.current().bind(game=game.header.game, seed=game.header.seed)
    for player_turn in drive(game):
        log.debug("player turn", moment=player_turn, entries=len(game.entries))


def follow(game: Game, path: str) -> None:
    """Give a game all orders of a file, or of a bundled one by its name.

    Raises:
        BadInput: at the first wrong or refused line, with its number.
    """
    log = telemetry.current().bind(game=game.header.game, seed=game.header.seed)
    path = str(Path(path))
    with in_file(path):
        for number, words, order in parse_orders(order_text(path)):
            try:
                game.do(order.command, order.dice)
            except BadInput as error:
                raise error.inside(f"line {number}") from None
            log.debug("order", line=number, order=words, moment=str(game.state.moment))


def keep(game: Game, path: Path) -> tuple[str, bool]:
    """Write a log, unless the very same is there already.

    Returns:
        The seal, and whether the file is new.

    Raises:
        BadInput: when the file holds something else, or cannot be written.
    """
    if exists(path) and path.is_file():
        seal = game.seal()
        if path.read_bytes() == game.log_bytes():
            return seal, False
    return game.save(path), True


def _plain_name(name: str) -> str:
    words = "".join(c if c.isalnum() else " " for c in name.lower()).split()
    return "-".join(words)[:60] or "game"


def demo(args: argparse.Namespace) -> int:
    """Play the bundled scenario, tell it, write it, replay it and audit it."""
    scenario = load_scenario(DEMO_SCENARIO)
    game = Game.new(scenario, DEMO_SEED)
    _drive(game)
    say(f"{scenario.name}, seed {DEMO_SEED!r}")
    for line in story_lines(game.beginning, game.entries):
        say(line)
    path, seal = _demo_log(game, args.output)
    say()
    say(f"log      {path}: {len(game.entries)} entries, seal {seal}")
    again = Game.load(path)
    same = again.state == game.state and again.entries == game.entries
    say(f"replay   {'the same game' if same else 'ANOTHER GAME'}, up to {again.state.moment}")
    report = audit(path)
    say(f"audit    {'clean' if report.clean else f'{len(report.findings)} findings'}")
    say(f"look     khamsin show {path} --at 3.2/MPh")
    return 0 if same and report.clean else 1


def _demo_log(game: Game, output: str | None) -> tuple[Path, str]:
    """Write the demo's log; beside what is there if that is something else."""
    if output is not None:
        return Path(output), keep(game, Path(output))[0]
    number = 1
    while True:
        path = Path("khamsin-demo.jsonl" if number == 1 else f"khamsin-demo-{number}.jsonl")
        if not exists(path) or (path.is_file() and path.read_bytes() == game.log_bytes()):
            return path, keep(game, path)[0]
        number += 1
