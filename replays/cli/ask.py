"""``khamsin ask``: what applies at a moment of a game, and why."""

import argparse
from typing import Any

from replays.asking.answers import answer_as_json, answer_as_text
from replays.asking.ask import QUESTIONS, ask
from replays.asking.options import Option
from replays.cli.console import mention_torn, say, say_json
from replays.playing.sources import state_and_tear

__all__ = ["add_ask", "ask_"]


def add_ask(parser: argparse.ArgumentParser) -> None:
    """Give ``khamsin ask`` a command for every question."""
    questions = parser.add_subparsers(
        metavar="QUESTION", required=True, dest="question", parser_class=type(parser)
    )
    for question in QUESTIONS.values():
        one = questions.add_parser(question.name, help=question.help, description=question.help)
        one.add_argument("game", metavar="GAME", help="a game log, or a scenario as it sets up")
        one.add_argument("--at", metavar="MOMENT", help="3.2/MPh, 3.2, #120; the end if left out")
        one.add_argument("--json", action="store_true", help="as JSON")
        one.add_argument("--why-not", action="store_true", help="also what nearly applied")
        for option in question.options:
            _add(one, option)
        one.set_defaults(command=ask_)


def _add(parser: argparse.ArgumentParser, option: Option) -> None:
    if option.kind == "flag":
        parser.add_argument(
            option.flag, dest=f"o_{option.name}", action="store_true", help=option.help
        )
        return
    words: dict[str, Any] = {"metavar": option.kind.upper()}
    if option.choices:
        words["metavar"] = "{" + ",".join(option.choices) + "}"
    if option.kind in ("hexes", "locations"):
        words |= {"nargs": "+", "metavar": "HEX"}
    default = "" if option.default is None else f"; {option.default} if left out"
    needed = "; needed" if option.needed else ""
    parser.add_argument(
        option.flag, dest=f"o_{option.name}", help=f"{option.help}{default}{needed}", **words
    )


def ask_(args: argparse.Namespace) -> int:
    """Answer a question."""
    given = {
        key[2:]: value
        for key, value in vars(args).items()
        if key.startswith("o_") and value is not None
    }
    state, torn = state_and_tear(args.game, args.at)
    answer = ask(state, args.question, **given)
    moment = str(state.moment)
    if args.json:
        say_json(answer_as_json(answer, moment, why_not=args.why_not))
    else:
        for line in answer_as_text(answer, moment, why_not=args.why_not):
            say(line)
    if torn:
        mention_torn(args.game)
    return 0
