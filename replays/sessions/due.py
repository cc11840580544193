"""What is due before play can go on, as the question ``due`` answers it."""

from collections.abc import Iterator

from replays.asking.answers import answer_as_text
from sim.asking.catalogue import answer, question_class, question_names
from sim.state import State

__all__ = ["due_lines"]

_DUE = "due"


def due_lines(state: State) -> Iterator[str]:
    """What is due now, a line each, with its rule."""
    if _DUE not in question_names():
        return
    found = answer(state, question_class(_DUE)())
    for line in list(answer_as_text(found, ""))[1:]:
        yield f"{'':16} > {line.strip()}"
