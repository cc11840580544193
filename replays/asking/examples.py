"""Examples: small games in which a rule shows, each with a question and what its answer says.

A row of ``data/examples/A.tsv`` proves clauses of the core rules of chapter A: a scene of
``scenes.toml`` with what is different of it, orders, a question in the words of ``khamsin ask``,
and texts that the answer must have. The tests run every row.
"""

import re
import shlex
import tomllib
from functools import cache
from importlib import resources
from typing import Any, Final

import attrs

from events.codec import decode_scenario
from events.errors import BadInput
from replays.asking.answer import answer_as_text
from replays.asking.ask import ask_shorthand
from replays.game.game import Game
from sim.asking.answer import Answer
from sim.asking.catalogue import question_class
from sim.rulings import RULINGS
from sim.soundness import sound
from sim.state import State

CHAPTERS: Final = ("11", "AD", "A", "B", "C", "D", "E", "F")
"""What has examples, a file each; that of B has the rules of B.1 to B.10 too, that of AD 191."""
_DATA: Final = resources.files("replays") / "data" / "examples"
_COLUMNS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BLANKS: Final = re.compile(r"\s+")


@attrs.frozen
class ExampleOutcome:
    """What became of an example.

    Attributes:
        text: what a user reads: the answer, what the last order did, or why it was refused.
        state: at the end; None where the scenario is not sound.
        answer: to its question, if that was answered.
    """

    text: str
    state: State | None = None
    answer: Answer | None = None


@attrs.frozen
class Example:
    """A small game with a question, and what the answer must say.

    Attributes:
        clauses: the ids of the clauses that it proves.
        scene: the name of the scene.
        marks: marks of hexes that differ from the scene, such as ``D5=h``, as text maps have them.
        facts: what else is different of the scenario, as a TOML table has it between its braces.
        orders: given one after the other; what the last one says is the answer without a question.
        question: in the words of ``khamsin ask``, or ``check``: whether the scenario is sound.
        expected: texts that the answer must have; one with ``!`` before it, must not have. Where
            one begins with a ruling's name, the answer tells the rulings behind it.
        mistake: what people often get wrong, and why.
    """

    clauses: tuple[str, ...]
    scene: str
    marks: str
    facts: str
    orders: tuple[str, ...]
    question: str
    expected: tuple[str, ...]
    mistake: str

    def scenario(self) -> dict[str, Any]:
        """The scenario, as a scenario file has it."""
        changed = tomllib.loads(f"x = {{{self.facts}}}")["x"]
        facts = {**_scenes()["any"], **_scenes()[self.scene]}
        board = {"name": "X1", **facts.pop("board", {}), **changed.pop("board", {})}
        marks = dict(mark.split("=") for mark in [*facts.pop("marks", []), *self.marks.split()])
        return {**facts, "boards": [{"map": _text_map(marks), **board}], **changed}

    def outcome(self) -> ExampleOutcome:
        """Play and ask; every order but the last must be legal."""
        facts = self.scenario()
        try:
            scenario = sound(decode_scenario(facts))
        except BadInput as error:
            return ExampleOutcome(str(error))
        game = Game.new(scenario, seed="an example").do_all(self.orders[:-1])
        try:
            events = game.do(self.orders[-1]).then if self.orders else ()
            if self.question in ("", "check"):
                told = "\n".join(f"{event} ({event.rule})" for event in events)
                return ExampleOutcome(told or "sound", game.state)
            name, *words = shlex.split(self.question)
            answer = ask_shorthand(game.state, question_class(name), words)
        except BadInput as error:
            return ExampleOutcome(str(error), game.state)
        named = any(text.removeprefix("!").split()[0] in RULINGS for text in self.expected)
        lines = answer_as_text(answer, game.state, rulings=named)
        return ExampleOutcome("\n".join(lines), game.state, answer)

    def unsaid(self) -> list[str]:
        """What was expected, and the answer does not say; or says, and should not."""
        answer = _BLANKS.sub(" ", self.outcome().text)
        return [
            text for text in self.expected if (text.removeprefix("!") in answer) == (text[0] == "!")
        ]


def _text_map(marks: dict[str, str]) -> str:
    """A text map of 13 hexrows by 10, all of it the board's own terrain but for these marks."""
    lines = ["    " + "".join(f"{letter:4}" for letter in _COLUMNS[:13])]
    for row in range(11):
        names = [f"{letter}{row}" for letter in _COLUMNS[:13]]
        if not row:
            names[::2] = [""] * 7
        cells = (marks.pop(name, ".") if name else "" for name in names)
        lines.append(f"{row:<4}" + "".join(f"{cell:4}" for cell in cells))
    if marks:
        raise BadInput(f"{min(marks)} is not on the board of examples, A1 to M10")
    return "\n".join(line.rstrip() for line in lines) + "\n"


@cache
def _scenes() -> dict[str, dict[str, Any]]:
    """The scenes, by name; ``any`` is what all of them begin with."""
    return tomllib.loads((_DATA / "scenes.toml").read_text(encoding="utf-8"))


@cache
def examples() -> tuple[Example, ...]:
    """Every example, by chapter, in the order of the rules."""
    return tuple(example for name in CHAPTERS for example in _read(name))


def _read(chapter: str) -> list[Example]:
    """The examples of a chapter; blank lines and lines that begin with # are for readers."""
    lines = (_DATA / f"{chapter}.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in lines if line and line[0] != "#")
    return [_example(*row) for row in rows]


def _example(
    clauses: str,
    scene: str,
    marks: str,
    facts: str,
    orders: str,
    question: str,
    expected: str,
    mistake: str = "",
) -> Example:
    return Example(
        tuple(clauses.split()),
        scene,
        marks,
        facts,
        _parts(orders, ";"),
        question,
        _parts(expected, " | "),
        mistake,
    )


def _parts(text: str, by: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(by) if part.strip())
