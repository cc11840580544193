"""The rulebook as HTML, and the examples with which its clauses were proved."""

import re
import shlex
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from string import ascii_lowercase
from typing import Any, Final
from urllib.parse import quote

import attrs

from events.codec import decode_scenario
from events.errors import BadInput
from replays.asking.answer import answer_as_text
from replays.asking.ask import ask_shorthand
from replays.asking.rulebook import Clause, Found, Rule, RulingWords, rulings
from replays.drawing.map import board_svg, crop
from replays.game.bundled import bundled_rows, bundled_text
from replays.game.game import Game
from replays.game.text import html_page, html_text
from sim.asking.answer import Answer
from sim.asking.catalogue import question_class
from sim.questions.shot import ShotAnswer
from sim.state import State

CHAPTERS: Final = ("11", "AD", "A", "B", "C", "D", "E", "F")
"""What has examples, a file each; that of B has the rules of B.1 to B.10 too, that of AD 191."""
_LETTERS: Final = "ABCDEFGHIJKLM"
"""The hexrows of the board of examples."""
_BLANKS: Final = re.compile(r"\s+")
_WHY_NOT: Final = " --why-not"


@attrs.frozen
class ExampleOutcome:
    """What became of an example."""

    text: str
    """What a user reads: the answer, what the last order did, or why it was refused."""
    game: Game | None = None
    """As it was played; None where the scenario is not sound."""
    answer: Answer | None = None
    """To its question, if that was answered."""


@attrs.frozen
class Example:
    """A small game with a question, and what the answer must say."""

    clauses: tuple[str, ...]
    """The ids of the clauses that it proves."""
    scene: str
    marks: str
    """Marks of hexes that differ from the scene, such as ``D5=h``, as text maps have them."""
    facts: str
    """What else is different of the scenario, as a TOML table has it between its braces."""
    orders: tuple[str, ...]
    """Given one after the other; what the last one says is the answer without a question."""
    question: str
    """In the words of ``khamsin ask``, or ``check``: whether the scenario is sound."""
    expected: tuple[str, ...]
    """Texts that the answer must have; one with ``!`` before it, must not have. Where one begins
    with a ruling's name, the answer tells the rulings behind it."""
    mistake: str
    """What people often get wrong, and why."""

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
            game = Game.new(decode_scenario(facts), seed="an example")
        except BadInput as error:
            return ExampleOutcome(str(error))
        game = game.do_all(self.orders[:-1])
        try:
            events = game.do(self.orders[-1]).then if self.orders else ()
            if self.question in ("", "check"):
                told = "\n".join(f"{event} ({event.rule})" for event in events)
                return ExampleOutcome(told or "sound", game)
            name, *words = shlex.split(self.question.removesuffix(_WHY_NOT))
            answer = ask_shorthand(game.state, question_class(name), words)
        except BadInput as error:
            return ExampleOutcome(str(error), game)
        named = any(text.removeprefix("!").split()[0] in rulings() for text in self.expected)
        why_not = self.question.endswith(_WHY_NOT)
        lines = answer_as_text(answer, game.state, why_not=why_not, rulings=named)
        return ExampleOutcome("\n".join(lines), game, answer)

    def unsaid(self, text: str) -> list[str]:
        """What was expected, and the text of an answer does not say; or says, and should not."""
        answer = _BLANKS.sub(" ", text)
        return [
            each for each in self.expected if (each.removeprefix("!") in answer) == (each[0] == "!")
        ]


def _text_map(marks: dict[str, str]) -> str:
    """A text map of 13 hexrows by 10, all of it the board's own terrain but for these marks."""
    lines = ["    " + "".join(f"{letter:4}" for letter in _LETTERS)]
    for row in range(11):
        names = [f"{letter}{row}" for letter in _LETTERS]
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
    return tomllib.loads(bundled_text("examples", "scenes"))


@cache
def examples() -> tuple[Example, ...]:
    """Every example, by chapter, in the order of the rules.

    Blank lines, and lines that begin with #, are for readers of the file.
    """
    found, rows = [], chain(*(bundled_rows("examples", name) for name in CHAPTERS))
    for clauses, scene, marks, facts, orders, question, expected, mistake in rows:
        if clauses and clauses[0] != "#":
            said = scene, marks, facts, _parts(orders, ";"), question, _parts(expected, " | ")
            found.append(Example(tuple(clauses.split()), *said, mistake))
    return tuple(found)


def _parts(text: str, by: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(by) if part.strip())


MARK: Final = "<!doctype html>\n<!-- rules of Khamsin -->\n"
"""How every page begins."""

_HEX: Final = re.compile(r"\b([A-M])(10|[0-9])\b")


@attrs.frozen
class ShownExample:
    """What a reader sees of an example: its picture (or ""), and lines of text."""

    picture: str
    asked: tuple[str, ...]
    said: tuple[str, ...]
    mistake: str


@lru_cache(maxsize=200)
def shown(example: Example) -> ShownExample:
    """An example: its picture, what is done and asked, what is said, and what people get wrong."""
    outcome, picture = example.outcome(), ""
    if outcome.game is not None:
        shot = outcome.answer if isinstance(outcome.answer, ShotAnswer) else None
        picture = _picture(outcome.game.state, shot, example)
    asked = (example.facts, *example.orders, example.question and f"ask {example.question}")
    mistake = f"A common mistake: {example.mistake}." if example.mistake else ""
    return ShownExample(
        picture, tuple(filter(None, asked)), tuple(outcome.text.split("\n")), mistake
    )


def with_examples(clauses: Iterable[Clause]) -> Iterator[tuple[Clause, tuple[Example, ...]]]:
    """Clauses with the examples that prove them or their rule, each where it comes first."""
    told: set[Example] = set()
    for clause in clauses:
        ids = {clause.id, clause.id.rstrip(ascii_lowercase)}
        own = tuple(e for e in examples() if not ids.isdisjoint(e.clauses) and e not in told)
        told.update(own)
        yield clause, own


def rules_page(found: Found, title: str, progress: Callable[[int], None] | None = None) -> str:
    """What was found, with the examples of its clauses; progress counts rules."""
    rules: list[str] = []
    for number, rule in enumerate(found.rules, 1):
        rules += _rule(rule)
        if progress is not None:
            progress(number)
    clauses = [
        line for clause, own in with_examples(found.clauses) for line in _clause(clause, own)
    ]
    rulings = [line for ruling in found.rulings for line in _ruling(ruling)]
    lines = (f"<h1>{html_text(title)}</h1>", *rules, *clauses, *rulings)
    return html_page(MARK, title, "\n".join(lines))


def _rule(rule: Rule) -> Iterator[str]:
    yield f'<section id="{rule.id}"><h2>{rule.id} {html_text(rule.title)}</h2>'
    if rule.says:
        yield f"<p>{html_text(rule.says)}</p>"
    for clause, own in with_examples(rule.clauses):
        yield from _clause(clause, own)
    yield "</section>"


def _clause(clause: Clause, own: Sequence[Example]) -> Iterator[str]:
    status = f"<em>{html_text(clause.status)}</em>" if clause.status else ""
    yield f'<p id="{clause.id}"><b>{clause.id}</b> {html_text(clause.text)} {status}</p>'
    for example in own:
        yield from _example(shown(example))


def _ruling(ruling: RulingWords) -> Iterator[str]:
    yield f"<p><b>ruling {ruling.id}</b> {html_text(ruling.question)}</p><ul>"
    for choice, words in ruling.choices.items():
        default = " (default)" if choice == ruling.default else ""
        yield f"<li><code>{html_text(choice)}</code>{default}: {html_text(words)}</li>"
    yield "</ul>"


def _example(example: ShownExample) -> Iterator[str]:
    yield '<figure class="example">'
    if example.picture:
        yield f'<img alt="the hexes of the example" src="{example.picture}">'
    yield f"<figcaption>{_lines(example.asked)}{_lines(example.said)}"
    if example.mistake:
        yield f"<p>{html_text(example.mistake)}</p>"
    yield "</figcaption></figure>"


def _lines(lines: Iterable[str]) -> str:
    return f"<pre>{'<br>'.join(map(html_text, lines))}</pre>"


def _picture(state: State, shot: ShotAnswer | None, example: Example) -> str:
    """The hexes of an example and those around them, as an address."""
    window = crop(state.setting.area, _corners(example))
    drawn = quote(board_svg(state, shot, window), safe=" ,;:/=()")
    return f"data:image/svg+xml,{drawn}"


def _corners(example: Example) -> str:
    """The corners of the part of the board that an example names."""
    said = " ".join((example.marks, example.facts, *example.orders, example.question))
    named = [(_LETTERS.index(letter), int(row)) for letter, row in _HEX.findall(said)] or [(3, 5)]
    columns, rows = zip(*named, strict=True)
    left, right = max(min(columns) - 1, 0), min(max(columns) + 1, len(_LETTERS) - 1)
    top, low = max(min(rows) - 1, 1), min(max(rows) + 1, 10)
    return f"{_LETTERS[left]}{top}:{_LETTERS[right]}{low}"
