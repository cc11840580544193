"""``khamsin library``: games kept in a database, found again by what is in them."""

import argparse
from collections.abc import Iterator
from typing import Final

from events.codec import plain
from events.entry import FORMAT
from events.errors import BadInput
from replays.cli.arguments import add_json, add_moment, text, whole
from replays.cli.codes import BAD_INPUT, CLEAN, FINDINGS
from replays.cli.console import progress, reading, say, say_json, warn
from replays.cli.parser import Parser
from replays.cli.watch import add_watch, watch_game
from replays.files import size_of
from replays.library import schema
from replays.library.auditing import AuditedGame, audit_games, processors, to_audit
from replays.library.library import Library, LibraryGame
from replays.library.places import connect
from replays.library.searching import FoundGame, Wanted, search, wanted
from replays.library.states import position_in
from replays.playing.ending import Ending
from replays.playing.moments import parse_when
from replays.telling.views import state_as_text, view_of

__all__ = [
    "add_games",
    "add_library",
    "audit_library",
    "export",
    "list_games",
    "search_games",
    "show",
    "upgrade",
]

_MOST_TOLD: Final = 20
"""So many findings of a game are told."""


_SEARCHES: Final = (
    ("player", "SIDE", "a side, such as German"),
    ("board", "BOARD", "a board, such as 27"),
    ("scenario", "WORDS", "a part of the name of its scenario"),
    ("land", "LAND", "where it is set"),
    ("rule", "ID", "a rule that some event names, such as 11.76"),
    ("density", "DENSITY", "Dust that was at least so dense, such as Heavy"),
    ("dice", "SOURCE", "some dice from the seed, or from the table"),
    ("finding", "ID", "a rule that an audit of the library found something about"),
)
"""Option, what stands behind it, and what it looks for."""


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
    for option, metavar, what in _SEARCHES:
        searching.add_argument(
            f"--{option}", type=text, action="append", default=[], metavar=metavar, help=what
        )
    add_json(searching)
    _finish(searching, search_games)
    _finish(add_watch(actions), watch_game)
    auditing = actions.add_parser("audit", help="every game audited, those found clean left out")
    auditing.add_argument("names", type=text, nargs="*", metavar="NAME", help="only these games")
    auditing.add_argument("--again", action="store_true", help="also those found clean before")
    auditing.add_argument(
        "--jobs", type=whole, metavar="N", help="processes; by the size of the library if left out"
    )
    add_json(auditing)
    _finish(auditing, audit_library)
    upgrading = actions.add_parser("upgrade", help="bring the tables of an older library forward")
    _finish(upgrading, upgrade)
    exporting = actions.add_parser("export", help="the log of a game as it came in")
    _add_name(exporting)
    exporting.add_argument("-o", "--output", metavar="FILE", required=True, help="a new log")
    _finish(exporting, export)


def _add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", type=text, metavar="NAME", help="of a game in the library")


def _finish(parser: Parser, command: object) -> None:
    parser.add_argument(
        "--library",
        metavar="PLACE",
        help="a file or a postgresql:// URL; KHAMSIN_LIBRARY or your own if left out",
    )
    parser.set_defaults(command=command)


def add_games(args: argparse.Namespace) -> int:
    """Take logs in; one that cannot be is told of, and the others are taken."""
    if args.name is not None and len(args.logs) > 1:
        raise BadInput("this names one game, and there are several", "--as")
    wrong = 0
    with Library.open(args.library, create=True) as library:
        _warn_of(library)
        for log in args.logs:
            try:
                with reading(str(log), 2 * size_of(log)) as bar:
                    added = library.add(log, args.name, bar)
            except BadInput as error:
                if len(args.logs) == 1:
                    raise
                warn(f"khamsin: {error}")
                wrong += 1
                continue
            name, now = added.game.name, _entries(added.game.entries)
            if added.fresh:
                say(f"{name}: added, {now}, {added.game.ending} at {added.game.moment}")
            elif added.entries:
                say(f"{name}: {_entries(added.entries)} more, {now} now")
            else:
                say(f"{name}: there already, {now}")
    return BAD_INPUT if wrong else CLEAN


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _as_json(game: LibraryGame) -> dict[str, object]:
    """A game as a list has it."""
    return {
        "name": game.name,
        "scenario": game.scenario,
        "entries": game.entries,
        "ending": {"word": game.ending, "moment": game.moment},
        "seal": game.seal,
        "format": game.format,
        "engine": game.engine,
        "bytes": game.size,
        "torn": len(game.torn),
    }


def list_games(args: argparse.Namespace) -> int:
    """All games by name."""
    with Library.open(args.library) as library:
        games = library.games()
        if args.json:
            say_json({"games": [_as_json(game) for game in games]})
            return CLEAN
        wide = max((len(game.name) for game in games), default=0)
        for game in games:
            old = "" if game.format == FORMAT else f", format {game.format}"
            ending = f"{game.ending} at {game.moment}"
            say(f"{game.name:{wide}}  {_entries(game.entries):>12}, {ending}: {game.scenario}{old}")
        say(_count(len(games)))
    return CLEAN


def show(args: argparse.Namespace) -> int:
    """The state of a game at a moment."""
    when = parse_when(args.at)
    with Library.open(args.library) as library:
        game = library.game(args.name)
        with reading(game.name, game.size) as bar:
            number, position = position_in(library, game, when, bar)
    state = position.state
    ending = None
    if number == game.entries:
        ending = Ending.of(position, torn=bool(game.torn), closes=game.format == FORMAT)
    if args.json:
        say_json(view_of(state, number) | {"ending": plain(ending)})
        return CLEAN
    for line in state_as_text(state, number):
        say(line)
    if ending is not None:
        say(f"{_entries(number)}, {ending}")
    return CLEAN


def export(args: argparse.Namespace) -> int:
    """The log of a game as it came in."""
    with Library.open(args.library) as library:
        game = library.game(args.name)
        with reading(game.name, game.size) as bar:
            library.export(game, args.output, bar)
    say(f"{args.output}: {_entries(game.entries)}, seal {game.seal}")
    return CLEAN


def upgrade(args: argparse.Namespace) -> int:
    """Bring the tables of a library that an older Khamsin made to those of this one."""
    database = connect(args.library, older=True)
    try:
        before = database.upgrade()
    finally:
        database.close()
    if before == schema.SCHEMA:
        say(f"{database.where}: tables of version {before} already")
    else:
        say(f"{database.where}: tables brought from version {before} to {schema.SCHEMA}")
    return CLEAN


def _warn_of(library: Library) -> str:
    """Say why what is written may be lost, if so."""
    caution = library.database.caution()
    if caution:
        warn(f"khamsin: {library.where}: {caution}")
    return caution


def search_games(args: argparse.Namespace) -> int:
    """The games that have all of what is asked for."""
    things = [
        wanted("side" if option == "player" else option, value)
        for option, *_ in _SEARCHES
        for value in getattr(args, option)
    ]
    if not things:
        options = ", ".join(f"--{option}" for option, *_ in _SEARCHES)
        raise BadInput(f"say what to look for: {options}")
    with Library.open(args.library) as library:
        found = search(library, things)
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
    say(_count(len(found)))
    return CLEAN


def _where(things: list[Wanted], found: FoundGame) -> dict[str, object]:
    """Where a game has what was looked for, as JSON."""
    pairs = zip(things, found.first, strict=True)
    return {
        "has": [{"kind": each.kind, "value": each.value, "entry": entry} for each, entry in pairs]
    }


def audit_library(args: argparse.Namespace) -> int:
    """Audit the games of a library; those that this engine found clean before are left out."""
    with Library.open(args.library) as library:
        games = [library.game(name) for name in dict.fromkeys(args.names)]
        again = args.again or bool(games)
        games = games or to_audit(library, again=again)
        left_out = 0 if args.names else len(library.games()) - len(games)
        where, damage = library.where, library.database.damage()
        address, caution = library.database.address, _warn_of(library)
    if damage:
        warn(f"khamsin: {where}: the database finds itself damaged ({damage})")
    jobs = processors(games) if args.jobs is None else args.jobs
    names, done, audited = [game.name for game in games], 0, list[AuditedGame]()
    with progress("auditing", sum(game.entries for game in games)) as bar:
        for each in audit_games(address, names, jobs):
            audited.append(each)
            done += each.entries
            if bar is not None:
                bar(done)
            if not args.json:
                for line in _audit_lines(each):
                    say(line)
    bad = sum(not each.clean for each in audited)
    if args.json:
        say_json(
            {
                "games": [plain(each) for each in audited],
                "found_clean_before": left_out,
                "damage": damage,
                "caution": caution,
            }
        )
    else:
        before = f", {left_out} found clean before" if left_out else ""
        say(f"{_count(len(audited))} audited{before}: {f'{bad} with findings' if bad else 'clean'}")
    return FINDINGS if bad or damage else CLEAN


def _audit_lines(audited: AuditedGame) -> Iterator[str]:
    """What an audit has to say of a game; the verdict comes first."""
    count = len(audited.findings) + audited.more
    verdict = "clean" if audited.clean else "1 finding" if count == 1 else f"{count} findings"
    yield f"{audited.name}: {_entries(audited.entries)}, {audited.ending}: {verdict}"
    for finding in audited.findings[:_MOST_TOLD]:
        yield f"  #{finding.entry:<4} {finding.moment:>9}  {finding.rule}: {finding.logged}"
        yield f"{'':18} expected: {finding.expected}"
    if count > _MOST_TOLD:
        yield f"  and {count - _MOST_TOLD} more; `khamsin library export` and `audit` tell all"


def _count(games: int) -> str:
    return "1 game" if games == 1 else f"{games} games"
