"""Give a game orders, without a prompt."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from events.codec import encode_entry
from events.entry import Entry
from events.errors import BadInput, in_file
from events.orders import parse_order
from events.recorder import RecordConflict
from replays.asking.session import conflict_in_words, what_followed, what_is_now
from replays.cli.argument import JSON
from replays.cli.console import say_all, say_json
from replays.cli.play import ARGUMENTS as LOG
from replays.cli.play import greet, open_game
from replays.game.drive import agreed
from replays.game.file import exists
from replays.game.game import Game
from replays.game.order_file import OrderFile, read_orders
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
                _give(game, args, file, added)
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


def _give(game: Game, args: argparse.Namespace, file: OrderFile | None, added: list[Entry]) -> None:
    """Give the orders of a file, then those of the command line; ``added`` gets their entries."""
    for where, words in _orders(args, file):
        before, count = game.position, len(game.entries)
        try:
            order = parse_order(words)
            game.do(order.command, order.dice)
        except RecordConflict as error:
            raise conflict_in_words(game, error).inside(where) from None
        except BadInput as error:
            raise error.inside(where) from None
        entries = game.entries[count:]
        added += entries
        if not args.json:
            say_all(what_followed(before, entries))


def _orders(args: argparse.Namespace, file: OrderFile | None) -> Iterator[tuple[str, str]]:
    if file is not None:
        path = str(Path(args.orders))
        try:
            for number, words, _ in file.orders:
                yield f"{path}, line {number}", words
        except BadInput as error:
            raise error if error.where.startswith(path) else error.inside(path) from None
    for number, words in enumerate(args.orders_given, 1):
        yield f"order {number}", words


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
