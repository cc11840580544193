"""Rules as a page of HTML: what each does, its clauses and rulings, examples with pictures."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final
from urllib.parse import quote

import attrs

from replays.asking.examples import Example, examples
from replays.asking.rulebook import Clause, Found, Rule, RulingWords
from replays.drawing.map import board_svg, crop
from replays.game.bundled import bundled_text
from replays.game.text import html_text
from sim.questions.shot import ShotAnswer
from sim.state import State

MARK: Final = "<!doctype html>\n<!-- rules of Khamsin -->\n"
"""How every page begins."""

_HEX: Final = re.compile(r"\b([A-M])(10|[0-9])\b")
_LETTERS: Final = "ABCDEFGHIJKLM"


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
    if outcome.state is not None:
        shot = outcome.answer if isinstance(outcome.answer, ShotAnswer) else None
        picture = _picture(outcome.state, shot, example)
    asked = (example.facts, *example.orders, example.question and f"ask {example.question}")
    mistake = f"A common mistake: {example.mistake}." if example.mistake else ""
    return ShownExample(
        picture, tuple(filter(None, asked)), tuple(outcome.text.split("\n")), mistake
    )


def with_examples(clauses: Iterable[Clause]) -> Iterator[tuple[Clause, tuple[Example, ...]]]:
    """Clauses with the examples that prove them, each where it comes first."""
    told: set[Example] = set()
    for clause in clauses:
        own = tuple(e for e in examples() if clause.id in e.clauses and e not in told)
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
    return MARK + "\n".join(
        (
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{html_text(title)}</title>",
            f"<style>{bundled_text('pictures', 'report', '.css').strip()}</style></head>",
            f"<body><main><h1>{html_text(title)}</h1>",
            *rules,
            *clauses,
            *rulings,
            "</main></body></html>",
            "",
        )
    )


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
