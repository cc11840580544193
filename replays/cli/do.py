"""Give a game orders, without a prompt."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from events.codec import encode_entry
from events.entry import Entry
from events.errors import BadInput, in_file
from replays.asking.session import given, given_line, what_followed, what_is_now
from replays.cli.argument import JSON
from replays.cli.console import say_all, say_json
from replays.cli.play import ARGUMENTS as LOG
from replays.cli.play import greet, open_game
from replays.game.drive import agreed
from replays.game.file import exists
from replays.game.game import Game
from replays.game.order_file import OrderFile, read_orders
from replays.game.position import Position
from replays.game.scenario_file import order_text

ARGUMENTS: Final = f"""
{LOG}
--orders FILE            orders to give first, from a file or bundled ones
orders_given:[ORDER...]  such as "move PzA D5"
{JSON}
"""


def run(args: argparse.Namespace) -> None:
    fresh = not exists(args.log)
    added: list[Entry] = []
    with _kept(added, args.log):
        file = None if args.orders is None else _order_file(args)
    with open_game(args) as game:
        if not args.json:
            greet(game, args.log, fresh=fresh)
        try:
            with _kept(added, args.log):
                for before, entries in _given(game, args, file):
                    added += entries
                    if not args.json:
                        say_all(what_followed(before, entries))
        finally:
            if args.json:
                say_json([encode_entry(entry) for entry in added])
            else:
                say_all(what_is_now(game))


def _order_file(args: argparse.Namespace) -> OrderFile:
    with in_file(str(Path(args.orders))):
        file = read_orders(order_text(args.orders))
        args.seed, args.game, args.dice = agreed(file, args.seed, args.game, args.dice)
    return file


def _given(
    game: Game, args: argparse.Namespace, file: OrderFile | None
) -> Iterator[tuple[Position, tuple[Entry, ...]]]:
    """Give the orders of a file, then those of the command line.

    Yields for each where the game stood before it, and the entries that it added.
    """
    if file is not None:
        with in_file(str(Path(args.orders))):
            for number, _, order in file.orders:
                before = game.position
                with in_file(f"line {number}"):
                    entries = given(game, order)
                yield before, entries
    for number, line in enumerate(args.orders_given, 1):
        with in_file(f"order {number}"):
            yield from given_line(game, line)


@contextmanager
def _kept(added: list[Entry], log: str) -> Iterator[None]:
    """What is wrong is told with the entries that stand all the same."""
    try:
        yield
    except BadInput as error:
        kept = f"nothing was added to {log}"
        if added:
            first, last = added[0].n, added[-1].n
            many = f"entry {first} stands" if first == last else f"entries {first} to {last} stand"
            kept = f"{many} in {log}"
        raise BadInput(f"{error}; {kept}") from None
