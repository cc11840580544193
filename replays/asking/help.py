"""Help on the orders: what ``help`` says between two of them, and ``khamsin help orders``."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Final

from events.errors import BadInput
from events.orders import FORMS, Form, form_of
from replays.asking.ask import shorthand_usage
from sim.asking.catalogue import question_class, question_names


def form_help(form: Form) -> Iterator[str]:
    """How an order is written, and what it is for."""
    command = form.command
    yield form.usage
    yield f"    {command.about}{f' (dice: {command.rolls})' if command.rolls else ''}"


def orders_help() -> Iterator[str]:
    """All orders, and how they are written."""
    for form in FORMS.values():
        yield from form_help(form)
    yield ""
    yield "One order a line; # begins a comment. Dice that people rolled follow the order, all or"
    yield "none; of a DR the coloured die comes first. Without dice, the seed rolls."
    yield "MP are written 2mp or 1.5mp; hexsides are counted 1 to 6 clockwise from the coordinate."
    yield "`move PzA C4 D4 2mp E5` is a path, a move for each hex; `next` is `phase`."


_OVERVIEW: Final = """\
An order plays:         wc 3 4     phase MPh     start PzA     move PzA D5
A question asks:        shot B3 H6     shot B3 H6 TH why-not     due     terrain D4 at 1.2
show [MOMENT] [all]     the state, now or then: 3.2/MPh, 3.2, #12, the words of a note; with `all`,
                        hexes that are as they were before the game as well
story [FROM [TO]]       what happened, each line with its rule
map [FROM TO]           a text map, with a LOS if you like
undo                    take back the last order; both stay in the log
note TEXT               a bookmark
dice table|seed|either  who rolls from now on
help orders             all orders; help questions: all questions; help WORD: one of either
quit                    leave; the log is on disk, `khamsin play` goes on with it
A word that is both an order and a question is the order; `? bypass D4 E4` asks."""


def help_on(words: Sequence[str], others: Sequence[str] = ()) -> Iterator[str]:
    """Help on a topic: an order, a question, ``orders``, ``questions``, or on all in short.

    ``others`` are topics that the caller knows, of which one may be meant.
    """
    topic = words[0].lower() if words else ""
    if not topic:
        yield from _OVERVIEW.split("\n")
    elif topic == "orders":
        yield from orders_help()
    elif topic == "questions":
        for name in question_names():
            cls = question_class(name)
            yield f"{name:<16}{cls.about()}"
    elif (form := form_of(topic)) is not None or topic in question_names():
        if form is not None:
            yield from form_help(form)
        if topic in question_names():
            yield from _question_help(topic)
    else:
        near = get_close_matches(topic[:60], [*FORMS, *question_names(), *others], n=1)
        meant = (
            f"did you mean {near[0]!r}?" if near else "expected orders, questions, or one of them"
        )
        raise BadInput(f"there is no help on {topic[:40]!r}; {meant}")


def _question_help(name: str) -> Iterator[str]:
    cls = question_class(name)
    yield f"{'? ' if name in FORMS else ''}{shorthand_usage(cls)}"
    yield f"    {cls.about()}"
    for field in cls.fields:
        terms = f": {', '.join(field.kind.terms)}" if field.kind.terms else ""
        yield f"    {field.word:<16}{field.help}{terms}"
