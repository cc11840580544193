"""Games kept in a database, found by what is in them."""

import argparse
from typing import Any, Final

from events.codec import encode_entry
from events.errors import BadInput
from replays.asking.session import what_followed
from replays.cli import show
from replays.cli.argument import JSON, MOMENT, Action
from replays.cli.console import (
    BAD_INPUT,
    CLEAN,
    counted,
    finish_output,
    mention_torn,
    reading,
    remark,
    say,
    say_all,
    say_json,
    say_json_line,
    warn,
)
from replays.cli.library_work import SEARCHES, WORK_ACTIONS, things_of
from replays.game.file import size_of
from replays.game.named_moment import parse_when
from replays.library.batch import game_as_json, not_audited
from replays.library.library import Library
from replays.library.search import search
from replays.library.watch import watch


def _show(args: argparse.Namespace) -> None:
    args.log = f"library:{_name(args)}"
    show.run(args)


def _name(args: argparse.Namespace) -> str:
    """The name of a game, with ``library:`` before it or without, as other commands take it."""
    return str(args.name).removeprefix("library:")


def _add_logs(args: argparse.Namespace) -> int:
    """Take logs in; one that cannot be is told of, and the others are taken."""
    if args.name is not None and len(args.logs) > 1:
        raise BadInput("this names one game, and there are several", "--as")
    code = CLEAN
    with Library.open(create=True) as library:
        for log in args.logs:
            try:
                with reading(str(log), 2 * size_of(log)) as bar:
                    added = library.add(log, args.name, bar)
            except BadInput as error:
                if len(args.logs) == 1:
                    raise
                warn(f"khamsin: {error if log in error.where else error.inside(log)}")
                code = BAD_INPUT
                continue
            game, now = added.game, counted(added.game.entries, "entry")
            if added.fresh:
                say(f"{game.name}: added, {now}, {game.ending} at {game.moment}")
            elif added.entries:
                say(f"{game.name}: {counted(added.entries, 'entry')} more, {now} now")
            else:
                say(f"{game.name}: there already, {now}")
    return code


def _list(args: argparse.Namespace) -> None:
    with Library.open() as library:
        games = library.games()
    if args.json:
        say_json({"games": [game_as_json(game) for game in games]})
        return
    wide = max((len(game.name) for game in games), default=0)
    for game in games:
        ending = f"{game.ending} at {game.moment}"
        say(f"{game.name:{wide}}  {counted(game.entries, 'entry'):>12}, {ending}: {game.scenario}")
    say(counted(len(games), "game"))


def _export(args: argparse.Namespace) -> None:
    with Library.open() as library:
        game = library.game(_name(args))
        with reading(game.name, game.size) as bar:
            library.export(game, args.output, bar, damaged=args.damaged)
    if args.damaged:
        say(f"{args.output}: what is left; `khamsin audit` says what of it is the game")
    else:
        say(f"{args.output}: {counted(game.entries, 'entry')}, seal {game.head_hash}")


def _search(args: argparse.Namespace) -> None:
    things = things_of(args, needed=True)
    with Library.open() as library:
        found = search(library, things)
        left = 0
        if any(thing.kind == "finding" for thing in things):
            left = len(not_audited(library, library.games()))
    if left:
        warn(f"khamsin: {counted(left, 'game')} not audited yet; `khamsin library audit` does it")
    told = list[dict[str, Any]]()
    for each in found:
        pairs = list(zip(things, each.first, strict=True))
        has = [{"kind": thing.kind, "value": thing.value, "entry": n} for thing, n in pairs]
        told.append(game_as_json(each.game) | {"has": has})
        first = ", ".join(f"{thing.kind} {thing.value} first in #{n}" for thing, n in pairs if n)
        if not args.json:
            say(f"{each.game.name}: {each.game.scenario}{first and f'; {first}'}")
    if args.json:
        say_json({"games": told})
    else:
        say(counted(len(found), "game"))


def _watch(args: argparse.Namespace) -> None:
    """Tell each new entry of a game until it is finished, or Ctrl-C."""

    def lost(error: BadInput) -> None:  # a server that went away may come back
        warn(f"khamsin: {error}; trying again")

    first, name = True, _name(args)
    with Library.open() as library:
        for seen in watch(library, name, parse_when(args.at), lost):
            game = seen.game
            if first and not args.json:
                say(f"{name}: {counted(game.entries, 'entry')}, {game.ending} at {game.moment}")
                remark("Ctrl-C ends it")
            first = False
            for entry in seen.entries if args.json else ():
                say_json_line(encode_entry(entry))
            say_all(() if args.json else what_followed(seen.before, seen.entries))
            finish_output()
            if game.torn:
                mention_torn(f"library:{name}")
            if game.ending == "finished":
                break
    if not args.json:
        say(f"{name}: {game.ending} at {game.moment}")


_IN_LIBRARY: Final = "name:NAME  of a game in the library"

ACTIONS: Final[dict[Action, str]] = {
    _add_logs: """add  take logs in, or what is new in them
        logs:GAME...    a game log
        --as:name NAME  its name there; else its file's
    """,
    _list: f"list  the games of the library\n{JSON}",
    _show: f"show  the state of a game at any moment\n{_IN_LIBRARY}\n{MOMENT}\n{JSON}",
    _search: f"search  the games that have all of what is asked for\n{SEARCHES}{JSON}",
    _watch: f"""watch  each new entry of a game as it comes
        {_IN_LIBRARY}
        --at MOMENT=end  tell first what came after it
        {JSON}
    """,
    **WORK_ACTIONS,
    _export: f"""export  the log of a game as it came in
        {_IN_LIBRARY}
        -o, --output FILE!  a new log
        --damaged           what is left of a game that is not as it came in
    """,
}
