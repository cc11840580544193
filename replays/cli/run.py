"""Play a scenario and write its log."""

import argparse
from pathlib import Path
from typing import Final

import attrs

from events.errors import BadInput, in_file
from events.scenario import Scenario
from replays.cli.argument import SCENARIO
from replays.cli.console import say
from replays.game import telemetry
from replays.game.drive import begin, drive, give_all, keep
from replays.game.file_kind import FileKind, kind_of_file
from replays.game.game import Game
from replays.game.order_file import read_orders
from replays.game.scenario_file import load_scenario, order_text
from replays.game.text import counted

ARGUMENTS: Final = f"""
{SCENARIO}
--seed SEED        any text; else that of the orders, or 1
--orders FILE      orders, or bundled ones; else drivers play
--game N           number of the game
--turns N          Game Turns; else the scenario's
-o, --output GAME  where to write the log
"""


def run(args: argparse.Namespace) -> None:
    if kind_of_file(args.scenario) is FileKind.LOG:
        raise BadInput(
            f"this is the log of a game; `khamsin do {args.scenario} ORDER` and `khamsin play "
            f"{args.scenario}` go on with it",
            args.scenario,
        )
    scenario = load_scenario(args.scenario)
    if args.turns is not None:
        scenario = attrs.evolve(scenario, turns=args.turns)
    path = Path(args.output or f"{_plain_name(scenario.name)}.game.jsonl")
    if args.orders is None:
        game = begin(scenario, None, args.seed, args.game)
        drive_game(game)
    else:
        game = _by_orders(args, scenario, path)
    before, state = keep(game, path), game.state
    over = "to its end" if state.clock.over else f"to {state.moment}"
    entries = counted(len(game.entries), "entry")
    say(f"{scenario.name}: {entries}, {over}, seed {game.header.seed!r}")
    say(f"{_how(before, game, path)}, seal {game.seal()}")


def _by_orders(args: argparse.Namespace, scenario: Scenario, path: Path) -> Game:
    """A game by orders; what was accepted before a wrong one is kept."""
    name = str(Path(args.orders))
    with in_file(name):
        file = read_orders(order_text(name))
        game = begin(scenario, file, args.seed, args.game)
        try:
            give_all(game, file)
        except BadInput as error:
            raise BadInput(f"{error.what}; {_stopped(game, path)}", error.where) from None
    return game


def _stopped(game: Game, path: Path) -> str:
    """What became of the entries before a wrong order, and how to go on."""
    if not game.entries:
        return "nothing was played, and nothing is written"
    try:
        keep(game, path)
    except BadInput as error:
        return f"nothing is written ({error})"
    entries = counted(len(game.entries), "entry")
    return (
        f"what was played before it is in {path}: {entries}, to {game.state.moment}; mend the "
        f"line and run this again, or go on with `khamsin do {path} ORDER`"
    )


def _how(before: int | None, game: Game, path: Path) -> str:
    if before is None:
        return f"written to {path}"
    if before == len(game.entries):
        return f"the same, bit for bit, is in {path}"
    return f"{path} had the first {before} of them, and has all now"


def drive_game(game: Game) -> None:
    log = telemetry.current().bind(game=game.header.game, seed=game.header.seed)
    for player_turn in drive(game):
        log.debug("player turn", moment=player_turn, entries=len(game.entries))


def _plain_name(name: str) -> str:
    words = "".join(c if c.isalnum() else " " for c in name.lower()).split()
    return "-".join(words)[:60] or "game"
