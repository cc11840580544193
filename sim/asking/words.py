"""Numbers and modifiers in the words of an answer."""

from sim.modifiers import Halved, Modifier, total_of

__all__ = ["described", "signed"]


def signed(amount: object) -> str:
    """A number with its sign."""
    text = str(amount)
    return text if text.startswith("-") else f"+{text}"


def described(items: tuple[Modifier, ...]) -> str:
    """The total of some modifiers in words."""
    total = total_of(items)
    dice = [str(each.die) for each in items if isinstance(each.die, Halved)]
    if not dice:
        return f"total {signed(total.fixed)}"
    span = f"{signed(total.low)} to {signed(total.high)}"
    return f"total {signed(total.fixed)} and {' and '.join(dice)}: {span}"
