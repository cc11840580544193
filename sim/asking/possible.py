"""An answer that says whether something may be done there, and every reason why not."""

from collections.abc import Iterable
from typing import Any

import attrs

from sim.asking.answer import Answer
from sim.modifiers import Near

__all__ = ["PossibleAnswer", "possible_or_not"]


@attrs.frozen(kw_only=True)
class PossibleAnswer(Answer):
    """Whether something is possible.

    Attributes:
        possible: whether it is, as far as terrain says.
    """

    possible: bool


def possible_or_not(what: str, why_not: Iterable[Near]) -> dict[str, Any]:
    """The fields of a `PossibleAnswer`: its verdict, and the reasons why not.

    Args:
        what: what is asked for, such as "Dash from A1 across A2 to A3".
        why_not: every reason against it.
    """
    near = tuple(why_not)
    if near:
        said = "; ".join(f"{each.why} ({each.rule})" for each in near)
        verdict = f"{what} is not possible: {said}"
    else:
        verdict = f"{what} is possible, as far as terrain says"
    return {"verdict": verdict, "near": near, "possible": not near}
