"""Help on orders, from their forms; no rule is loaded for it."""

from collections.abc import Iterator

from events.orders import FORMS, Form

__all__ = ["form_help", "orders_help"]


def form_help(form: Form) -> Iterator[str]:
    """How an order is written, and what it is for."""
    yield form.usage
    yield f"    {form.about}{f' (dice: {form.rolls})' if form.rolls else ''}"


def orders_help() -> Iterator[str]:
    """All orders, and how they are written."""
    for form in FORMS.values():
        yield from form_help(form)
    yield ""
    yield "One order a line; # begins a comment. Dice that people rolled follow the order, all or"
    yield "none; of a DR the coloured die comes first. Without dice, the seed rolls."
    yield "MP are written 2mp or 1.5mp; hexsides are counted 1 to 6 clockwise from the coordinate."
