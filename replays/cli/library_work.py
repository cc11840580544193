"""``khamsin library audit``, ``odds`` and ``sweep``: all games of a library worked through."""

import argparse
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final

from events.codec import to_json
from events.errors import BadInput
from events.scenario import Scenario
from events.terms import Density
from replays.chances.rows import table
from replays.cli.argument import JSON, KEYS, SEALED, WORK, Action
from replays.cli.console import (
    BAD_INPUT,
    CLEAN,
    FINDINGS,
    INTERRUPTED,
    counted,
    progress,
    say,
    say_all,
    say_json,
    warn,
)
from replays.cli.sweep import OPTIONS, engine_for, sweep_all
from replays.library.batch import (
    AUDIT,
    ODDS,
    SELDOM,
    AuditedGame,
    GameOdds,
    among_all,
    forget,
    not_audited,
    results,
    run_jobs,
)
from replays.library.index import LibraryGame
from replays.library.library import Library
from replays.library.search import Wanted, search, wanted
from replays.sweep.executor import LOCAL, WorkLostError
from replays.trust.person_key import known_keys
from sim.climate.climate import percent
from sim.soundness import sound

_WORTH_A_PROCESS: Final = 15_000
"""With fewer entries for each, starting processes takes longer than it saves."""

_MOST_TOLD: Final = 20
"""So many findings of a game are told."""

_TOLD: Final = Density.HEAVY
"""Of what is to come, the table tells the chance of Dust so dense."""

SEARCHES: Final = """
--player NAME...      a side, such as German, or the name of a key that signed it
--board BOARD...      a board, such as 27
--scenario WORDS...   a part of the name of its scenario
--land LAND...        where it is set
--rule ID...          a rule that some event names, such as 11.76
--density DENSITY...  Dust that was at least so dense, such as Heavy
--dice DICE...        dice from the seed or table, sealed, or a roll such as `wind change 12`
--finding ID...       a rule that an audit of the library found something about
"""
"""What games are looked for by."""

_KINDS: Final = re.findall(r"--(\w+)", SEARCHES)


def things_of(args: argparse.Namespace, *, needed: bool = False) -> list[Wanted]:
    """What is looked for."""
    found = [wanted(option, value) for option in _KINDS for value in getattr(args, option)]
    if needed and not found:
        options = ", ".join(f"--{option}" for option in _KINDS)
        raise BadInput(f"say what to look for: {options}")
    return found


def _asked_for(library: Library, args: argparse.Namespace) -> list[LibraryGame]:
    """The games that are named, or that a search finds; all of them where neither is asked for."""
    things = things_of(args)
    if args.names and things:
        raise BadInput("name games, or say what to look for; not both", "NAME")
    if things:
        found = [each.game for each in search(library, things)]
        if not found:
            words = " and ".join(f"{each.kind} {each.value}" for each in things)
            raise BadInput(f"no game of this library has {words}", library.where)
        return found
    return [library.game(name) for name in dict.fromkeys(args.names)] or library.games()


def _through(
    library: Library,
    args: argparse.Namespace,
    kind: str,
    games: list[LibraryGame],
    told: Callable[[Any], None],
) -> int | None:
    """Work through games, with progress; an exit code where the user stops it."""
    games = sorted(games, key=lambda game: (game.scenario, game.name))  # each is worked out once
    worth = max(1, sum(game.entries for game in games) // _WORTH_A_PROCESS)
    done = 0

    def so_far() -> str:
        return f"what was found in {done} of {counted(len(games), 'game')} is kept"

    with progress("games", len(games)) as bar:

        def count(number: int) -> None:
            nonlocal done
            done = number
            if bar is not None:
                bar(number)

        engine, travel = engine_for(args, worth), args.cluster not in (None, LOCAL)
        try:
            for each in run_jobs(library, kind, games, engine=engine, travel=travel, told=count):
                told(each)
        except WorkLostError as lost:
            raise BadInput(f"{lost.what}; {so_far()}", library.where) from None
        except KeyboardInterrupt:
            warn(f"khamsin: stopped; {so_far()}, and `khamsin library {kind}` does the others")
            return INTERRUPTED
    return None


def _audit(args: argparse.Namespace) -> int:
    """Audit the games of a library; those that this engine audited before are left out."""
    keys, found = known_keys(args.key) or None, dict[str, AuditedGame]()

    def look(each: AuditedGame) -> None:
        found[each.name] = each.demanding(keys, sealed=args.sealed)
        if not args.json:
            _tell(found[each.name])

    with Library.open() as library:
        games = _asked_for(library, args)
        if args.again or args.names:
            forget(library, AUDIT, games)
        every = args.sealed or keys is not None
        names = {game.name for game in games}
        kept = [
            each.demanding(keys, sealed=args.sealed)
            for name, each in sorted(results(library, AUDIT, 0 if every else 1).items())
            if name in names
        ]
        before = [each for each in kept if not each.clean]
        damage = library.database.integrity_check()
        if damage:
            warn(f"khamsin: {library.where}: the database finds itself damaged ({damage})")
        code = _through(library, args, AUDIT, not_audited(library, games), look)
        if code is not None:
            return code
    bad = sum(not each.clean for each in found.values()) + len(before)
    clean_before = len(games) - len(found) - len(before)
    if args.json:
        told = {"games": [to_json(each) for _, each in sorted(found.items())]}
        told |= {"found_before": [to_json(each) for each in before]}
        say_json(told | {"found_clean_before": clean_before, "damage": damage})
    else:
        for each in before:
            _tell(each, ", as found before")
        left_out = f", {clean_before} found clean before" if clean_before else ""
        verdict = f"{bad} with findings" if bad else "clean"
        say(f"{counted(len(found), 'game')} audited{left_out}: {verdict}")
    return FINDINGS if bad or damage else CLEAN


def _tell(audited: AuditedGame, when: str = "") -> None:
    """What an audit has to say of a game; the verdict comes first."""
    count = audited.count
    verdict = "clean" if audited.clean else counted(count, "finding")
    sealed = "" if audited.sealed is None else f", sealed dice ({audited.sealed.way})"
    say(
        f"{audited.name}: {counted(audited.entries, 'entry')}, {audited.ending}: "
        f"{verdict}{sealed}{when}"
    )
    for finding in audited.findings[:_MOST_TOLD]:
        say(f"  #{finding.entry:<4} {finding.moment:>9}  {finding.rule}: {finding.logged}")
        say(f"{'':18} expected: {finding.expected}")
    if count > _MOST_TOLD:
        say(f"  and {count - _MOST_TOLD} more; `khamsin library export` and `audit` tell all")


def _odds(args: argparse.Namespace) -> int:
    """Tell what the dice of games did, among each other; what is kept is not worked out again."""
    with Library.open() as library:
        games = _asked_for(library, args)
        if args.again:
            forget(library, ODDS, games)
        known: dict[str, GameOdds] = results(library, ODDS)
        left = [game for game in games if game.name not in known]

        def look(each: GameOdds) -> None:
            known[each.name] = each

        code = _through(library, args, ODDS, left, look)
        if code is not None:
            return code
        found = among_all([known[game.name] for game in games])
    if args.json:
        say_json({"games": [each.to_json() for each in found]})
    else:
        say_all(_as_text(found))
    return CLEAN


def _as_text(found: list[GameOdds]) -> Iterator[str]:
    """A line a game, and what may be said of all of them."""
    heads = ("", "Player Turns", "least usual weather", "was", "expected", "chance", "dice")
    yield from table((*heads, f"{_TOLD} to come", "Rain"), map(_row, found))
    yield ""
    yield (
        f"{counted(len(found), 'game')}. The chance is that of weather so far from the usual or "
        f"farther, that of the dice the same of fair dice; each is corrected for what was looked "
        f"at in its game. In so many games some will be small."
    )
    odd = [each for each in found if each.unusual]
    if not odd:
        yield "None is unusual among so many games (Holm)."
    for each in odd:
        seldom = ", ".join(
            f"{what} {_percent(chance)}"
            for what, chance in zip(("weather", "dice"), each.among_all, strict=True)
            if chance is not None and chance < SELDOM
        )
        yield f"{each.name} is unusual even among so many games: {seldom}."


def _row(odds: GameOdds) -> list[str]:
    least, to_come = odds.least_usual, odds.to_come
    weather, coming, turns = ["-"] * 4, ["over", "over"], 0
    if least is not None:
        chance = _percent(odds.weather)
        weather = [least.what, str(least.seen), f"{least.expected:.1f}", chance]
        turns = least.of
    if to_come is not None:
        chances = to_come.reached[_TOLD.value], to_come.rained
        coming = [percent(Fraction(each.decimal)) for each in chances]
    return [odds.name, str(turns), *weather, _percent(odds.dice), *coming]


def _percent(chance: float | None) -> str:
    if chance is None:
        return "-"
    return f"{chance:.0%}" if chance >= 0.1 else f"{100 * chance:.2g}%"


def _sweep(args: argparse.Namespace) -> int:
    """Sweep every scenario of a library once; one that cannot be played is told of and left out."""
    first, code = dict[Scenario, LibraryGame](), CLEAN
    with Library.open() as library:
        for game in _asked_for(library, args):
            try:
                first.setdefault(sound(library.header(game).scenario), game)
            except BadInput as error:
                warn(f"khamsin: {error if game.name in error.where else error.inside(game.name)}")
                code = BAD_INPUT
    titles = [scenario.name for scenario in first]
    called = {
        name if titles.count(name) == 1 else f"{name} ({game.name})": scenario
        for (scenario, game), name in zip(first.items(), titles, strict=True)
    }
    return sweep_all(args, called, together=True) or code


_ROWS: Final = f"{WORK}{SEARCHES}{JSON}"

WORK_ACTIONS: Final[dict[Action, str]] = {
    _audit: f"""audit  every game audited that was not before
        names:[NAME...]  only these games
        --again          also those audited before
        {_ROWS}
        {KEYS}
        {SEALED}
    """,
    _odds: f"""odds  the dice of every game against their exact odds
        names:[NAME...]  only these games
        --again          also those worked out before
        {_ROWS}
    """,
    _sweep: f"""sweep  many games of every scenario that games have
        names:[NAME...]  only of these games
        {OPTIONS}
        {SEARCHES}
    """,
}
