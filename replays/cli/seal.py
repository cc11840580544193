"""A game by e-mail, with dice that no side can know or choose."""

import argparse
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from events.commands import Command
from events.errors import BadInput, in_file
from events.orders import format_order, parse_order, parse_orders
from events.terms import SealedWay
from replays.auditing.finding import Finding
from replays.cli.argument import SCENARIO
from replays.cli.console import CLEAN, FINDINGS, counted, say, say_all
from replays.game.scenario_file import load_scenario, order_text, scenario_toml
from replays.game.secrets import SecretFile
from replays.trust.check import checked, compare, demand_free
from replays.trust.exchange import answer, ask, sheet_of
from replays.trust.handover import SealedTaken, hand_over, take
from replays.trust.invitation import invite, join
from replays.trust.message import HandOver, Invitation
from sim.trust.sealing import player_turn


def _log(args: argparse.Namespace) -> str:
    return shlex.quote(args.log)


def _secret(args: argparse.Namespace) -> Path:
    return SecretFile.beside(args.log) if args.secret is None else Path(args.secret)


def begin_game(args: argparse.Namespace) -> None:
    secret, output = _secret(args), Path(args.output)
    demand_free(args.log, secret, output)
    scenario = load_scenario(args.scenario)
    way = SealedWay(args.way)
    made = invite(scenario, args.side, secret, output, way)
    say(f"{scenario.name!r} with sealed dice, the way {way}, terms {made.terms}")
    _say_files(args, f"when the answer is there, `khamsin seal take ANSWER {_log(args)}`")


def join_game(args: argparse.Namespace) -> None:
    path = Path(args.file)
    made = join(path, args.log, _secret(args), Path(args.output))
    invitation = Invitation.read(path)
    scenario = invitation.scenario
    ours = scenario.order_of_sides[made.side]
    way = invitation.way
    say(f"{scenario.name!r} with sealed dice, the way {way}, terms {invitation.terms}")
    say(f"your side is {ours}")
    chosen = ", ".join(f"{key} {choice}" for key, choice in scenario.rulings.items())
    say(f"rulings: {chosen or 'all as usual'}")
    _say_game(made.game)
    first = way is SealedWay.TOGETHER and not made.side
    then = f"when the game comes back, `khamsin seal take FILE {_log(args)}`"
    _say_files(args, f"then give orders: `khamsin do {_log(args)} ORDER`" if first else then)


def _say_game(name: str) -> None:
    """What two people can compare by telephone: it has the keys and commitments of both."""
    say(f"the game is {name[:32]}: both sides see the same, or another person changed a letter")


def show_letter(args: argparse.Namespace) -> None:
    path = Path(args.file)
    if Invitation.is_one(path):
        invitation = Invitation.read(path)
        scenario = invitation.scenario
        theirs = scenario.order_of_sides[invitation.side]
        say(f"# {theirs} invites to {scenario.name!r} with sealed dice, the way {invitation.way}")
        say(f"# terms {invitation.terms}, Khamsin {invitation.engine}")
        say_all(scenario_toml(scenario).splitlines())
        return
    given = HandOver.read(path)
    header, checkpoint = checked(given)
    scenario = header.scenario
    say(
        f"{scenario.name!r}, signed by {scenario.order_of_sides[given.side]} up to entry "
        f"{checkpoint.entries}, seal {checkpoint.head}"
    )
    if given.stretch:
        say(f"with its link {given.stretch}")
    _say_game(given.game)


def _say_files(args: argparse.Namespace, then: str) -> None:
    say(f"your secrets are in {_secret(args)}: keep them, and send them to nobody")
    say(f"send {args.output}; {then}")


def take_over(args: argparse.Namespace) -> int:
    """Take a game that was handed over; exit code 1 if an audit of it finds something."""
    taken = take(Path(args.file), args.log, _secret(args))
    if taken.findings:
        return _say_findings(args, taken.findings)
    say(f"{args.log}: {counted(taken.entries, 'new entry')}, signed and clean")
    if taken.begun:
        _say_game(taken.begun)
    if taken.over:
        say("the game is over; `khamsin seal next` signs it once more, for the other side to keep")
    elif taken.together:
        _say_taken_together(args, taken)
    elif taken.stretch:
        turn = player_turn(taken.stretch)
        say(f"the dice of Player Turn {turn} are open: `khamsin play {_log(args)}`, to its end")
        say(f"then `khamsin seal next {_log(args)} -o FILE`, and send that")
    else:
        say(
            "nothing is to be opened; `khamsin seal next` hands the game over where it is your turn"
        )
    return CLEAN


def _say_findings(args: argparse.Namespace, findings: tuple[Finding, ...]) -> int:
    for each in findings:
        where = f"{each.moment} entry {each.entry}: {each.rule}"
        say(f"{where}: the log says {each.logged}; expected: {each.expected}")
    say(f"{args.log} is as it was: an audit of what was handed over finds the above")
    return FINDINGS


def _say_taken_together(args: argparse.Namespace, taken: SealedTaken) -> None:
    """What there is to do now, where orders are asked for."""
    say_all(taken.told.splitlines())
    if taken.struck:
        first, *others = taken.struck
        more = f", and so not {_orders(others)} either" if others else ""
        say(f"the rules refuse {_orders([first])}{more}; `khamsin do {_log(args)}` says why")
    if taken.asked:
        say(f"asked for: {_orders(taken.asked)}")
        answering = f"khamsin seal answer {shlex.quote(args.file)} {_log(args)} -o FILE"
        say(f"`{answering}` answers, and send that")
    elif taken.pen:
        say(f"your orders: `khamsin do {_log(args)} ORDER`; those that roll are asked for first:")
        say(f"`khamsin seal ask {_log(args)} ORDER -o FILE`, and send that")
    else:
        say("nothing is to be done here until the other side sends something")


def _orders(commands: Iterable[Command]) -> str:
    return ", ".join(f"`{format_order(each)}`" for each in commands)


def ask_for(args: argparse.Namespace) -> None:
    if args.orders and args.orders_given:
        raise BadInput("orders are given here or in a file, not both", "--orders")
    if args.orders:
        with in_file(args.orders):
            sheet = sheet_of(each for _, _, each in parse_orders(order_text(args.orders)))
            if not sheet:
                raise BadInput("there is no order in it")
    else:
        sheet = sheet_of(parse_order(each) for each in args.orders_given)
    asked = ask(args.log, _secret(args), sheet, Path(args.output))
    say(f"asked for: {_orders(asked)}")
    say(f"send {args.output}; when the answer is there, `khamsin seal take ANSWER {_log(args)}`")


def answer_to(args: argparse.Namespace) -> int:
    """Answer an opponent who asked for orders; exit code 1 if an audit finds something."""
    made = answer(Path(args.file), args.log, _secret(args), Path(args.output))
    if made.findings:
        return _say_findings(args, made.findings)
    say(f"signed, with your part of the dice of {_orders(made.orders)}")
    say(f"send {args.output}; when the game comes back, `khamsin seal take FILE {_log(args)}`")
    return CLEAN


def next_player(args: argparse.Namespace) -> None:
    made = hand_over(args.log, _secret(args), Path(args.output))
    if made.stretch:
        turn = player_turn(made.stretch)
        say(f"signed, with your part of the dice of Player Turn {turn}; play nothing before it")
        say(f"send {args.output}; when the game comes back, `khamsin seal take FILE {_log(args)}`")
    else:
        say(f"signed; send {args.output}, and play nothing before the game comes back")


def compare_logs(args: argparse.Namespace) -> int:
    """Whether two files that were sent belong to one game; exit code 1 if they cannot."""
    found = list(compare(HandOver.read(Path(args.one)), HandOver.read(Path(args.two))))
    say_all(found or ["both are true, and one goes on with the other"])
    return FINDINGS if found else CLEAN


_KEPT: Final = "--secret FILE  your secrets; else GAME.secret, or NAME.secret here"

ACTIONS: Final = {
    begin_game: f"""begin  invite an opponent to a game with sealed dice
        {SCENARIO}
        log:GAME            the log that the game will have here: a file, or library:NAME
        --side SIDE!        your side, as the scenario names it
        --way {{alone,together}}=alone  alone: a Player Turn at a time; together: a sheet at a time
        -o, --output FILE!  the invitation, which you send
        {_KEPT}
    """,
    join_game: f"""join  join a game that you were invited to
        file:INVITATION     what the opponent sent
        log:GAME            the new log of the game: a file, or library:NAME
        -o, --output FILE!  the answer, which you send back
        {_KEPT}
    """,
    show_letter: """show  what an invitation proposes, or a letter is
        file:FILE  what the opponent sent
    """,
    take_over: f"""take  take a game that was handed over to you
        file:FILE      what the opponent sent
        log:GAME       your log of the game, or library:NAME
        {_KEPT}
    """,
    next_player: f"""next  hand the game over to the opponent
        log:GAME            your log of the game, or library:NAME
        -o, --output FILE!  what you send
        {_KEPT}
    """,
    ask_for: f"""ask  ask for orders that take dice, in the way together
        log:GAME                 your log of the game, or library:NAME
        orders_given:[ORDER...]  such as "move PzA D5"
        --orders FILE            a file of orders, one a line
        -o, --output FILE!       what you send
        {_KEPT}
    """,
    answer_to: f"""answer  answer the opponent, who asked for orders
        file:FILE           what the opponent sent
        log:GAME            your log of the game, or library:NAME
        -o, --output FILE!  the answer, which you send back
        {_KEPT}
    """,
    compare_logs: """compare  can two that were sent belong to one game?
        one:FILE   what a side sent
        two:OTHER  what a side sent
    """,
}
