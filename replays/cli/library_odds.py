"""``khamsin library odds``: the dice of all games of a library against their exact odds."""

import argparse
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final

from events.codec import plain
from events.terms import Density
from replays.auditing.model import Chance
from replays.chances.rows import table
from replays.cli.codes import CLEAN
from replays.cli.console import say, say_json
from replays.cli.library_work import (
    LibraryWork,
    add_work,
    asked_for,
    count_of,
    demand_table,
    warn_of,
)
from replays.cli.parser import Parser
from replays.library.batch import ODDS, SELDOM, GameOdds, among_all, forget, results, without
from replays.library.library import Library
from replays.library.row import LibraryGame
from sim.climate.climate import percent

_TOLD: Final = Density.HEAVY
"""Of what is to come, the table tells the chance of Dust so dense."""


def add_library_odds(parser: Parser) -> None:
    """The arguments of ``khamsin library odds``."""
    add_work(parser, "worked out")
    parser.set_defaults(command=tell_library_odds)


def tell_library_odds(args: argparse.Namespace) -> int:
    """Tell what the dice of games did, among each other; what is kept is not worked out again."""
    with Library.open() as library:
        demand_table(args.output, "odds", library.where)
        games = asked_for(library, args)
        warn_of(library)
        if args.again:
            forget(library, ODDS, games)
        known = results(library, ODDS)
        left = without(library, ODDS, games)
        names = {game.name for game in left}
        left += [game for game in games if game.name not in names and game.name not in known]
        work = LibraryWork(library, args, left, "khamsin library odds")
        try:
            known |= {each.name: each for each in work.through(ODDS)}
        except KeyboardInterrupt:
            return work.stopped()
        found = among_all([known[game.name] for game in games])
        if args.output is not None:
            _write(library, Path(args.output), games, found)
    if args.json:
        say_json({"games": [_as_json(each) for each in found]})
        return CLEAN
    for line in _as_text(found):
        say(line)
    if args.output is not None:
        say(f"written to {args.output}")
    return CLEAN


def _write(library: Library, path: Path, games: list[LibraryGame], found: list[GameOdds]) -> None:
    from replays.library.table import ODDS_OF_GAMES, odds_rows, write_rows  # noqa: PLC0415 - needs PyArrow

    write_rows(path, ODDS_OF_GAMES, odds_rows(games, found), "odds", library.where)


def _as_json(odds: GameOdds) -> dict[str, object]:
    return {
        "name": odds.name,
        "player_turns": odds.player_turns,
        "told": odds.told,
        "weather": {"alone": odds.weather, "among_all": odds.among_all[0]},
        "dice": {"alone": odds.fair, "among_all": odds.among_all[1]},
        "unusual": odds.unusual,
        "luck": [plain(one) for one in odds.luck],
        "rolls": [plain(one) for one in odds.dice],
        "to_come": plain(odds.to_come),
    }


def _as_text(found: list[GameOdds]) -> Iterator[str]:
    """A line a game, and what may be said of all of them."""
    heads = (
        *("", "Player Turns", "least usual weather", "was", "expected", "chance", "dice"),
        *(f"{_TOLD} to come", "Rain"),
    )
    yield from table(heads, (_row(each) for each in found))
    yield ""
    yield (
        f"{count_of(len(found))}. The chance is that of weather so far from the usual or farther, "
        f"that of the dice the same of fair dice; each is corrected for what was looked at in its "
        f"game. In so many games some will be small."
    )
    odd = [each for each in found if each.unusual]
    if not odd:
        yield "None is unusual among so many games (Holm)."
    for each in odd:
        yield f"{each.name} is unusual even among so many games: {', '.join(_why(each))}."


def _row(odds: GameOdds) -> list[str]:
    least, to_come = odds.least_usual, odds.to_come
    weather = (
        ["-"] * 4
        if least is None
        else [least.what, str(least.seen), f"{least.expected:.1f}", _percent(odds.weather)]
    )
    coming = (
        ["over", "over"]
        if to_come is None
        else [_exactly(to_come.reached[_TOLD.value]), _exactly(to_come.rained)]
    )
    return [odds.name, str(odds.player_turns), *weather, _percent(odds.fair), *coming]


def _exactly(chance: Chance) -> str:
    return percent(Fraction(chance.exact))


def _percent(chance: float | None) -> str:
    if chance is None:
        return "-"
    return f"{chance:.0%}" if chance >= 0.1 else f"{100 * chance:.2g}%"


def _why(each: GameOdds) -> Iterator[str]:
    for what, chance in zip(("weather", "dice"), each.among_all, strict=True):
        if chance is not None and chance < SELDOM:
            yield f"{what} {_percent(chance)}"
