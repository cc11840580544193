"""What can be done with a thing, as a page asks for it whenever one is touched."""

from collections.abc import Mapping
from typing import Any, Final

from events.errors import BadInput
from replays.asking.ask import read_question
from sim.asking.catalogue import answer
from sim.questions.options import OptionsAnswer, OptionsQuestion
from sim.state import State

_MOST_STEPS: Final = 200
"""No path that is asked about has more steps."""

_MOST_KEPT: Final = 256

_LONGEST: Final = 200


class Offers:
    """Answers about what can be done, kept by entry and request: the same are asked for often."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Any, ...], dict[str, Any]] = {}

    def reply(self, request: Mapping[str, Any], at: int, state: State) -> dict[str, Any]:
        """What can be done at an entry: ``of`` is a name or ``{kind: name}``, the game without."""
        of, path = _thing(request.get("of")), _path(request.get("path", []))
        key = at, of, *path
        if key not in self._kept:
            asked = read_question(state, OptionsQuestion, {"of": of, "path": path})
            found = answer(state, asked)
            if not isinstance(found, OptionsAnswer):
                raise TypeError(f"{found} says nothing of what can be done")
            if len(self._kept) >= _MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            head = {"question": found.question.name, "moment": str(state.moment), "entry": at}
            self._kept[key] = head | found.facts
        return self._kept[key]


def _thing(value: Any) -> str | None:
    """The name of a thing as the question takes it."""
    if isinstance(value, Mapping) and len(value) == 1:
        ((kind, name),) = value.items()
        value = f"{kind}:{name}"
    return None if value is None else _text(value, "of")


def _path(value: Any) -> list[str]:
    if not isinstance(value, list) or len(value) > _MOST_STEPS:
        raise BadInput(f"this is no path; expected at most {_MOST_STEPS} hexes", "path")
    return [_text(each, "path") for each in value]


def _text(value: Any, key: str) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise BadInput(f"expected a text of at most {_LONGEST} characters", key)
    return value
