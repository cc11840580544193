"""Games kept in a database, found by what is in them."""

import argparse
import re
from typing import Any, Final

from events.codec import encode_entry, to_json
from events.entry import FORMAT
from events.errors import BadInput
from replays.asking.session import what_followed
from replays.cli.argument import BY_MAIL, JSON, KEYS, Action
from replays.cli.audit import verdict
from replays.cli.console import (
    BAD_INPUT,
    CLEAN,
    FINDINGS,
    finish_output,
    progress,
    reading,
    remark,
    say,
    say_all,
    say_json,
    say_json_line,
    warn,
)
from replays.game.file import size_of
from replays.game.named_moment import parse_when
from replays.game.text import counted
from replays.library.audits import AuditedGame, audit_game
from replays.library.library import Library, wanted
from replays.library.library_game import LibraryGame
from replays.library.watch import watch
from replays.trust.person_key import known_keys

_MOST_TOLD: Final = 20
"""So many findings of a game are told."""

_SEARCHES: Final = """
--player NAME...      a side, such as German, or the name of a key that signed it
--board BOARD...      a board, such as 27
--scenario WORDS...   a part of the name of its scenario
--land LAND...        where it is set
--rule ID...          a rule that some event names, such as 11.76
--density DENSITY...  Dust that was at least so dense, such as Heavy
--dice DICE...        dice from the seed or table, mail, or a roll such as `wind change 12`
"""
"""What games are looked for by."""

_KINDS: Final = re.findall(r"--(\w+)", _SEARCHES)


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
        say_json({"games": [_as_json(game) for game in games]})
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


def _as_json(game: LibraryGame) -> dict[str, Any]:
    return {
        "name": game.name,
        "scenario": game.scenario,
        "entries": game.entries,
        "ending": {"word": game.ending, "moment": game.moment},
        "seal": game.head_hash,
        "format": FORMAT,
        "engine": game.engine,
        "bytes": game.size,
    }


def _search(args: argparse.Namespace) -> None:
    things = [wanted(kind, value) for kind in _KINDS for value in getattr(args, kind)]
    if not things:
        raise BadInput(f"say what to look for: {', '.join(f'--{kind}' for kind in _KINDS)}")
    with Library.open() as library:
        found = library.search(things)
    told = list[dict[str, Any]]()
    for each in found:
        pairs = list(zip(things, each.first, strict=True))
        has = [{"kind": thing.kind, "value": thing.value, "entry": n} for thing, n in pairs]
        told.append(_as_json(each.game) | {"has": has})
        first = ", ".join(f"{thing.kind} {thing.value} first in #{n}" for thing, n in pairs if n)
        if not args.json:
            say(f"{each.game.name}: {each.game.scenario}{first and f'; {first}'}")
    if args.json:
        say_json({"games": told})
    else:
        say(counted(len(found), "game"))


def _watch(args: argparse.Namespace) -> None:
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
            if game.ending == "finished":
                break
    if not args.json:
        say(f"{name}: {game.ending} at {game.moment}")


def _audit(args: argparse.Namespace) -> int:
    """Audit the games that are named, or all; exit code 1 if something is found."""
    keys, found = known_keys(args.key) or None, list[AuditedGame]()
    with Library.open() as library:
        named = [library.game(name) for name in dict.fromkeys(args.names)]
        games = sorted(named or library.games(), key=lambda game: game.scenario)
        damage = library.database.integrity_check()
        if damage:
            warn(f"khamsin: {library.where}: the database finds itself damaged ({damage})")
        with progress("games", len(games)) as bar:
            for game in games:  # those of one scenario together: it is worked out once
                found.append(audit_game(library, game, keys, by_mail=args.by_mail))
                if not args.json:
                    _tell(found[-1])
                if bar is not None:
                    bar(len(found))
    bad = sum(not each.clean for each in found)
    if args.json:
        by_name = sorted(found, key=lambda each: each.name)
        say_json({"games": [to_json(each) for each in by_name], "damage": damage})
    else:
        said = f"{bad} with findings" if bad else "clean"
        say(f"{counted(len(found), 'game')} audited: {said}")
    return FINDINGS if bad or damage else CLEAN


def _tell(audited: AuditedGame) -> None:
    by_mail = "" if audited.mail is None else ", a game by mail"
    say(f"{audited.name}: {verdict(audited)}{by_mail}")
    for finding in audited.findings[:_MOST_TOLD]:
        say(f"  #{finding.entry:<4} {finding.moment:>9}  {finding.rule}: {finding.logged}")
        say(f"{'':18} expected: {finding.expected}")
    if audited.count > _MOST_TOLD:
        say(f"  and {audited.count - _MOST_TOLD} more; `khamsin audit library:NAME` tells all")


_IN_LIBRARY: Final = "name:NAME  of a game in the library"

ACTIONS: Final[dict[Action, str]] = {
    _add_logs: """add  take logs in, or what is new in them
        logs:GAME...    a game log
        --as:name NAME  its name there; else its file's
    """,
    _list: f"list  the games of the library\n{JSON}",
    _search: f"search  the games that have all of what is asked for\n{_SEARCHES}{JSON}",
    _watch: f"""watch  each new entry of a game as it comes
        {_IN_LIBRARY}
        --at MOMENT=end  tell first what came after it
        {JSON}
    """,
    _audit: f"""audit  every game, and what the library says of it
        names:[NAME...]  only these games
        {JSON}
        {KEYS}
        {BY_MAIL}
    """,
    _export: f"""export  the log of a game as it came in
        {_IN_LIBRARY}
        -o, --output FILE!  a new log
        --damaged           what is left of a game that is not as it came in
    """,
}
