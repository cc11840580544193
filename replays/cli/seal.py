"""``khamsin seal``: a game whose dice nobody can know or choose, played by e-mail."""

import argparse
from pathlib import Path

from events.errors import BadInput
from replays.cli.codes import CLEAN, FINDINGS
from replays.cli.console import say
from replays.cli.parser import Parser
from replays.scenarios.library import load_scenario
from replays.sealing.agreeing import invite, join
from replays.sealing.handing_over import compare, hand_over, take
from replays.sealing.messages import HandOver, Invitation
from replays.sealing.secret_file import SecretFile
from sim.machine.sealing import player_turn

__all__ = ["add_seal", "begin_game", "compare_logs", "join_game", "next_player", "take_over"]


def add_seal(parser: Parser) -> None:
    """The arguments of ``khamsin seal``."""
    actions = parser.add_subparsers(metavar="ACTION", required=True, parser_class=Parser)
    begin = actions.add_parser("begin", help="invite an opponent to a game with sealed dice")
    begin.add_argument("scenario", metavar="SCENARIO", help="a TOML file or a bundled scenario")
    begin.add_argument("log", metavar="GAME", help="the log that the game will have here")
    begin.add_argument("--side", required=True, help="your side, as the scenario names it")
    _add_file(begin, "the invitation, which you send")
    begin.set_defaults(command=begin_game)
    joining = actions.add_parser("join", help="join a game that you were invited to")
    joining.add_argument("file", metavar="INVITATION", help="what the opponent sent")
    joining.add_argument("log", metavar="GAME", help="the new log of the game")
    _add_file(joining, "the answer, which you send back")
    joining.set_defaults(command=join_game)
    taking = actions.add_parser("take", help="take a game that was handed over to you")
    taking.add_argument("file", metavar="FILE", help="what the opponent sent")
    taking.add_argument("log", metavar="GAME", help="your log of the game")
    taking.add_argument("--secret", metavar="FILE", help=_KEPT_IN)
    taking.set_defaults(command=take_over)
    following = actions.add_parser("next", help="hand the game over to the opponent")
    following.add_argument("log", metavar="GAME", help="your log of the game")
    _add_file(following, "what you send")
    following.set_defaults(command=next_player)
    comparing = actions.add_parser("compare", help="can two that were sent belong to one game?")
    comparing.add_argument("one", metavar="FILE", help="what somebody sent")
    comparing.add_argument("two", metavar="OTHER", help="what somebody sent")
    comparing.set_defaults(command=compare_logs)


_KEPT_IN = "your secrets; else GAME.secret"


def _add_file(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help=what)
    parser.add_argument("--secret", metavar="FILE", help=_KEPT_IN)


def _secret(args: argparse.Namespace) -> Path:
    return SecretFile.beside(args.log) if args.secret is None else Path(args.secret)


def begin_game(args: argparse.Namespace) -> int:
    """Draw secrets, and write an invitation."""
    if Path(args.log).exists():
        raise BadInput("this file exists already", args.log)
    scenario = load_scenario(args.scenario)
    made = invite(scenario, args.side, _secret(args), Path(args.output))
    say(f"{scenario.name!r} with sealed dice, terms {made.terms}")
    _say_files(args, f"when the answer is there, `khamsin seal take ANSWER {args.log}`")
    return CLEAN


def join_game(args: argparse.Namespace) -> int:
    """Draw secrets, begin the log, and write the answer."""
    path = Path(args.file)
    made = join(path, Path(args.log), _secret(args), Path(args.output))
    invitation = Invitation.read(path)
    scenario = invitation.scenario
    ours = scenario.order_of_sides[made.side]
    say(f"{scenario.name!r} with sealed dice, terms {invitation.terms}; your side is {ours}")
    chosen = ", ".join(f"{key} {choice}" for key, choice in scenario.rulings.items())
    say(f"rulings: {chosen or 'all as usual'}")
    _say_files(args, f"when the game comes back, `khamsin seal take FILE {args.log}`")
    return CLEAN


def _say_files(args: argparse.Namespace, then: str) -> None:
    say(f"your secrets are in {_secret(args)}: keep them, and send them to nobody")
    say(f"send {args.output}; {then}")


def take_over(args: argparse.Namespace) -> int:
    """Take a game that was handed over; exit code 1 if an audit of it finds something."""
    taken = take(Path(args.file), Path(args.log), _secret(args))
    if taken.findings:
        for each in taken.findings:
            where = f"{each.moment} entry {each.entry}: {each.rule}"
            say(f"{where}: the log says {each.logged}; expected: {each.expected}")
        say(f"{args.log} is as it was: an audit of what was handed over finds the above")
        return FINDINGS
    entries = "1 new entry" if taken.entries == 1 else f"{taken.entries} new entries"
    say(f"{args.log}: {entries}, signed and clean")
    if taken.stretch:
        turn = player_turn(taken.stretch)
        say(f"the dice of Player Turn {turn} are open: `khamsin play {args.log}`, to its end")
        say(f"then `khamsin seal next {args.log} -o FILE`, and send that")
    else:
        say(
            "nothing is to be opened; `khamsin seal next` hands the game over where it is your turn"
        )
    return CLEAN


def next_player(args: argparse.Namespace) -> int:
    """Sign the game and give the next link away."""
    made = hand_over(Path(args.log), _secret(args), Path(args.output))
    if made.stretch:
        turn = player_turn(made.stretch)
        say(f"signed, with your part of the dice of Player Turn {turn}; play nothing before it")
        say(f"send {args.output}; when the game comes back, `khamsin seal take FILE {args.log}`")
    else:
        say(f"signed; send {args.output}")
    return CLEAN


def compare_logs(args: argparse.Namespace) -> int:
    """Whether two files that were sent belong to one game; exit code 1 if they cannot."""
    found = list(compare(HandOver.read(Path(args.one)), HandOver.read(Path(args.two))))
    for line in found or ["both are true, and one goes on with the other"]:
        say(line)
    return FINDINGS if found else CLEAN
