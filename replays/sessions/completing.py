"""Which words can follow what is typed: orders, questions, labels, hexes, options."""

from collections.abc import Iterator
from typing import Final

from events.moment import PHASES
from events.orders import FORMS, Form
from events.pieces import Named, OneOf, Word
from replays.sessions.session import OWN_WORDS
from sim.asking.catalogue import question_class, question_names
from sim.asking.kinds import Choice
from sim.state import State

__all__ = ["completions"]

_MOST: Final = 200
"""No more words are offered at once."""


def completions(state: State, text: str) -> tuple[str, ...]:
    """The words that the last word of a line may become, in order; the others stay as they are.

    Args:
        state: the state of the game: its labels and hexes.
        text: the line up to the cursor.
    """
    words = text.split()
    begun = words.pop() if words and not text[-1:].isspace() else ""
    if not words and begun.startswith("?"):
        words, begun = ["?"], begun[1:]
        return tuple(f"?{word}" for word in _fitting(question_names(), begun))
    return tuple(_fitting(_words_after(state, words, begun), begun))


def _fitting(words: "Iterator[str] | tuple[str, ...]", begun: str) -> list[str]:
    low = begun.lower()
    return sorted({word for word in words if word.lower().startswith(low)})[:_MOST]


def _words_after(state: State, words: list[str], begun: str) -> Iterator[str]:
    """Words that may follow others."""
    if not words:
        yield from (*FORMS, *question_names(), *OWN_WORDS)
        return
    first = words[0].lower().removeprefix("?") or (words[1].lower() if words[1:] else "")
    asks = words[0].startswith("?") or (first in question_names() and first not in FORMS)
    if words == ["?"]:
        yield from question_names()
        return
    if first == "help":
        yield from (*FORMS, *question_names(), "orders", "questions")
        return
    if asks:
        yield from _of_a_question(first, words)
    elif first in FORMS:
        yield from _of_an_order(FORMS[first], words)
    yield from (*state.vehicles, *state.units, *state.ffes, *state.fortifications)
    if begun:
        yield from state.setting.area.record


def _of_a_question(name: str, words: list[str]) -> Iterator[str]:
    if name not in question_names():
        return
    fields = question_class(name).fields
    for field in fields:
        yield field.word
        if isinstance(field.kind, Choice) and words[-1].lower().removeprefix("--") == field.word:
            yield from field.kind.terms
    yield from ("at", "why-not")


def _of_an_order(form: Form, words: list[str]) -> Iterator[str]:
    if form.word == "phase":
        yield from (phase.value for phase in PHASES)
    if form.word == "impulse":
        yield from (each for each in FORMS if each in ("start", "move", "enter", "stop", "turn"))
    for piece in form.pieces:
        if isinstance(piece, OneOf):
            yield from piece.terms
        elif isinstance(piece, Named) and piece.word not in words:
            yield piece.word
        elif isinstance(piece, Word):
            yield piece.field
