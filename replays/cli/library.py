"""``khamsin library``: games kept in a database, found again by what is in them."""

import argparse

from events.codec import plain
from events.entry import FORMAT
from events.errors import BadInput
from replays.cli.arguments import add_json, add_moment, text
from replays.cli.codes import BAD_INPUT, CLEAN
from replays.cli.console import reading, say, say_json, warn
from replays.cli.library_audit import add_audit
from replays.cli.library_odds import add_library_odds
from replays.cli.library_sweep import add_library_sweep
from replays.cli.library_work import count_of, entries_of, warn_of
from replays.cli.parser import Parser
from replays.cli.searches import add_searches, demand_things
from replays.cli.watch import add_watch, watch_game
from replays.game.file import size_of
from replays.game.named_moment import parse_when
from replays.game.open_log import Ending
from replays.game.story import due_between, sealed_now
from replays.game.view import state_as_text, view_of
from replays.library.batch import AUDIT, without
from replays.library.library import Library
from replays.library.row import LibraryGame
from replays.library.search import FoundGame, Wanted, search


def add_library(parser: Parser) -> None:
    """The arguments of ``khamsin library``."""
    actions = parser.add_subparsers(metavar="ACTION", required=True, parser_class=Parser)
    adding = actions.add_parser("add", help="take logs in, or what is new in them")
    adding.add_argument("logs", nargs="+", metavar="GAME", help="a game log of any format")
    adding.add_argument(
        "--as", dest="name", type=text, metavar="NAME", help="its name there; else its file's"
    )
    _finish(adding, add_games)
    listing = actions.add_parser("list", help="the games of the library")
    add_json(listing)
    _finish(listing, list_games)
    showing = actions.add_parser("show", help="the state of a game at any moment")
    _add_name(showing)
    add_moment(showing)
    add_json(showing)
    _finish(showing, show)
    searching = actions.add_parser("search", help="the games that have all of what is asked for")
    add_searches(searching)
    add_json(searching)
    _finish(searching, search_games)
    _finish(add_watch(actions), watch_game)
    auditing = actions.add_parser("audit", help="every game audited that was not before")
    add_audit(auditing)
    _add_place(auditing)
    weighing = actions.add_parser("odds", help="the dice of every game against their exact odds")
    add_library_odds(weighing)
    _add_place(weighing)
    sweeping = actions.add_parser("sweep", help="many games of every scenario that games have")
    add_library_sweep(sweeping)
    _add_place(sweeping)
    exporting = actions.add_parser("export", help="the log of a game as it came in")
    _add_name(exporting)
    exporting.add_argument("-o", "--output", metavar="FILE", required=True, help="a new log")
    exporting.add_argument(
        "--damaged", action="store_true", help="what is left of a game that is not as it came in"
    )
    _finish(exporting, export)


def _add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", type=_name, metavar="NAME", help="of a game in the library")


def _name(word: str) -> str:
    """The name of a game, with ``library:`` before it or without."""
    return text(word).removeprefix("library:")


def _add_place(parser: Parser) -> None:
    parser.add_argument(
        "--library",
        dest="place",
        default=argparse.SUPPRESS,
        metavar="PLACE",
        help="a file or a postgresql:// URL; KHAMSIN_LIBRARY or your own if left out",
    )


def _finish(parser: Parser, command: object) -> None:
    _add_place(parser)
    parser.set_defaults(command=command)


def add_games(args: argparse.Namespace) -> int:
    """Take logs in; one that cannot be is told of, and the others are taken."""
    if args.name is not None and len(args.logs) > 1:
        raise BadInput("this names one game, and there are several", "--as")
    wrong = 0
    with Library.open(create=True) as library:
        warn_of(library)
        for log in args.logs:
            try:
                with reading(str(log), 2 * size_of(log)) as bar:
                    added = library.add(log, args.name, bar)
            except BadInput as error:
                if len(args.logs) == 1:
                    raise
                told = error if log in error.where else error.inside(log)
                warn(f"khamsin: {told}")
                wrong += 1
                continue
            name, now = added.game.name, entries_of(added.game.entries)
            if added.fresh:
                say(f"{name}: added, {now}, {added.game.ending} at {added.game.moment}")
            elif added.entries:
                say(f"{name}: {entries_of(added.entries)} more, {now} now")
            else:
                say(f"{name}: there already, {now}")
    return BAD_INPUT if wrong else CLEAN


def _as_json(game: LibraryGame) -> dict[str, object]:
    """A game as a list has it."""
    return {
        "name": game.name,
        "scenario": game.scenario,
        "entries": game.entries,
        "ending": {"word": game.ending, "moment": game.moment},
        "seal": game.head_hash,
        "format": game.format,
        "engine": game.engine,
        "bytes": game.size,
        "torn": len(game.torn),
    }


def list_games(args: argparse.Namespace) -> int:
    """All games by name."""
    with Library.open() as library:
        games = library.games()
        if args.json:
            say_json({"games": [_as_json(game) for game in games]})
            return CLEAN
        wide = max((len(game.name) for game in games), default=0)
        for game in games:
            old = "" if game.format == FORMAT else f", format {game.format}"
            ending = f"{game.ending} at {game.moment}"
            entries = entries_of(game.entries)
            say(f"{game.name:{wide}}  {entries:>12}, {ending}: {game.scenario}{old}")
        say(count_of(len(games)))
    return CLEAN


def show(args: argparse.Namespace) -> int:
    """The state of a game at a moment."""
    when = parse_when(args.at)
    with Library.open() as library:
        game = library.game(args.name)
        with reading(game.name, game.size) as bar:
            number, position = library.position(game, when, bar)
        with library.reader(game) as reader:
            first = due_between(reader.header, position)
            sealed = sealed_now(reader.header, position)
    state = position.state
    ending = None
    if number == game.entries:
        ending = Ending.of(position, torn=bool(game.torn), closes=game.closes)
    if args.json:
        say_json(view_of(state, number) | {"ending": plain(ending)})
        return CLEAN
    for line in state_as_text(state, number, first=first):
        say(line)
    if sealed:
        say(f"  {sealed}")
    if ending is not None:
        say(f"{entries_of(number)}, {ending}")
    return CLEAN


def export(args: argparse.Namespace) -> int:
    """The log of a game as it came in."""
    with Library.open() as library:
        game = library.game(args.name)
        with reading(game.name, game.size) as bar:
            library.export(game, args.output, bar, damaged=args.damaged)
    if args.damaged:
        say(f"{args.output}: what is left; `khamsin audit` says what of it is the game")
    else:
        say(f"{args.output}: {entries_of(game.entries)}, seal {game.head_hash}")
    return CLEAN


def search_games(args: argparse.Namespace) -> int:
    """The games that have all of what is asked for."""
    things = demand_things(args)
    with Library.open() as library:
        found = search(library, things)
        if any(thing.kind == "finding" for thing in things):
            _warn_of_unaudited(library)
    if args.json:
        say_json({"games": [_as_json(each.game) | _where(things, each) for each in found]})
        return CLEAN
    for each in found:
        first = ", ".join(
            f"{thing.kind} {thing.value} first in #{entry}"
            for thing, entry in zip(things, each.first, strict=True)
            if entry
        )
        say(f"{each.game.name}: {each.game.scenario}{first and f'; {first}'}")
    say(count_of(len(found)))
    return CLEAN


def _warn_of_unaudited(library: Library) -> None:
    """Say of how many games nobody knows yet what an audit finds."""
    left = len(without(library, AUDIT, library.games()))
    if left:
        warn(f"khamsin: {count_of(left)} not audited yet; `khamsin library audit` does it")


def _where(things: list[Wanted], found: FoundGame) -> dict[str, object]:
    """Where a game has what was looked for, as JSON."""
    pairs = zip(things, found.first, strict=True)
    return {
        "has": [{"kind": each.kind, "value": each.value, "entry": entry} for each, entry in pairs]
    }
