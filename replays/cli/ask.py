"""What applies to a shot, a move, a check, and why."""

import argparse
import os
import sys
from pathlib import Path
from typing import Any, Final

from events.errors import BadInput
from events.field import InputField
from events.json_bytes import NotJson, loads
from replays.asking.answer import answer_as_json, answer_as_text
from replays.asking.ask import places, question_as_json, question_from_json, read_question
from replays.cli.argument import Parser
from replays.cli.console import say_all, say_json
from replays.cli.opened import state_of
from replays.game.file import read_text
from sim.asking.catalogue import answer, question_class, question_names
from sim.asking.question import BadQuestion, Question

_STANDARD_INPUT: Final = "-"


def arguments(parser: Parser) -> None:
    """Give ``khamsin ask`` a command for each question that its words can be about.

    Where they begin with a question, no other is imported.
    """
    first = parser.words[0] if parser.words else ""
    names = question_names()
    commands = parser.add_subparsers(
        metavar="QUESTION", required=True, dest="question", parser_class=Parser
    )
    for name in (first,) if first in names else names:
        cls = question_class(name)
        one = commands.add_parser(name, help=cls.about(), description=cls.about())
        one.add(_COMMON)
        for field in cls.fields:
            _add(one, field)
        one.add_argument("places", nargs="*", default=[], help=argparse.SUPPRESS)
        one.rest = "places"
        one.set_defaults(run=answer_words)
    if first == _STANDARD_INPUT or first[:1] in ("{", "[") or first.lower().endswith(".json"):
        whole = commands.add_parser(first, prog=f"{parser.prog} QUESTION")
        whole.add(_COMMON)
        whole.set_defaults(run=answer_json)
    else:
        parser.epilog = (
            "QUESTION may also be a question in JSON, a list of such, a file of either that ends "
            "in .json, or - for standard input; `khamsin schema question` has their shape."
        )


_COMMON: Final = """
game:GAME    a game log, or a scenario as it sets up
--at MOMENT  3.2/MPh, 3.2, #120, a note; else the end
--json       as JSON
--why-not    also what nearly applied
"""


def flag_of(field: InputField) -> str:
    """How the command line calls a field."""
    return f"--{field.word}"


def _add(parser: argparse.ArgumentParser, field: InputField) -> None:
    """Give a parser the option of a field, kept apart from the arguments of every question."""
    kind, said, flag = field.kind, field.help, flag_of(field)
    if kind.size == 0:
        parser.add_argument(flag, dest=flag, action="store_true", help=said)
        return
    if field.needed:
        said += "; needed"
    elif kind.size and field.default is not None:
        said += f"; {field.default} if left out"
    shown = f"{{{','.join(kind.terms)}}}" if kind.terms else kind.label.removesuffix(" ...")
    many = None if kind.size else "+"
    parser.add_argument(flag, dest=flag, metavar=shown, nargs=many, help=said)


def given(args: argparse.Namespace, cls: type[Question]) -> dict[str, Any]:
    """What options give, and what words without one are, as at the prompt."""
    said = {field.name: getattr(args, flag_of(field)) for field in cls.fields}
    said = {name: each for name, each in said.items() if each not in (None, False)}
    return said | places(cls, args.places, said)


def answer_words(args: argparse.Namespace) -> None:
    cls, state = question_class(args.question), state_of(args.game, args.at)
    try:
        found = answer(state, read_question(state, cls, given(args, cls)))
    except BadQuestion as error:
        flags = {field.name: flag_of(field) for field in cls.fields}
        raise error.renamed(flags.__getitem__) from None
    if args.json:
        say_json(answer_as_json(found, state, why_not=args.why_not))
    else:
        say_all(answer_as_text(found, state, why_not=args.why_not))


def answer_json(args: argparse.Namespace) -> None:
    """Answer questions in JSON; answers in JSON say what was asked as well."""
    value, state = _json(args.question), state_of(args.game, args.at)
    several, found = isinstance(value, list), []
    for number, each in enumerate(value if several else [value], 1):
        try:
            found.append(answer(state, question_from_json(state, each)))
        except BadInput as error:
            raise (error.inside(f"question {number}") if several else error) from None
    if args.json:
        said = [
            {"asked": question_as_json(each.question)}
            | answer_as_json(each, state, why_not=args.why_not)
            for each in found
        ]
        say_json(said if several else said[0])
    else:
        for each in found:
            say_all(answer_as_text(each, state, why_not=args.why_not))


def _json(word: str) -> Any:
    where, raw = "QUESTION", os.fsencode(word)
    if word == _STANDARD_INPUT:
        where, raw = "standard input", sys.stdin.buffer.read()
    elif word[:1] not in ("{", "["):
        where, raw = word, read_text(Path(word)).encode()
    try:
        return loads(raw)
    except NotJson as error:
        raise BadInput(f"this is not JSON ({error})", where) from None
