"""Ask anything about a moment of a game, without changing it (B.7).

::

    answer = ask("game.jsonl", "shot", at="3.2/MPh", firer="D4", target="H7", attack="TH")
    answer.verdict, answer.items, answer.near

    ask("game.jsonl", {"question": "shot", "firer": "D4", "target": "H7"})
    ask(state, ShotQuestion(firer=Location("D4"), target=Location("H7")))
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from events.errors import BadInput
from events.scenario import Scenario
from replays.asking.reading import check_names, question_from_json, read_question
from replays.playing.sources import Played, state_of
from sim.asking.answer import Answer
from sim.asking.catalogue import answer, question_class
from sim.asking.question import Question
from sim.state import State

__all__ = ["ask"]


def ask(
    source: State | Played | Scenario | str | Path,
    question: str | Mapping[str, Any] | Question,
    at: str | None = None,
    **options: Any,
) -> Answer:
    """The answer to a question; nothing is changed or logged (B.7).

    Args:
        source: a state, a game, the path of a log, or a scenario as it sets up.
        question: its name, the whole question as JSON says it, or the question as a value.
        at: the moment, for a game or a log.
        options: the fields of the question, where only its name is given.

    Raises:
        BadInput: when there is no such question, log or moment, or an option is impossible.
    """
    if not isinstance(question, str):
        if options:
            raise BadInput(
                f"{min(options)!r} goes with the name of a question, not with a whole one"
            )
        state = state_of(source, at)
        whole = question if isinstance(question, Question) else question_from_json(state, question)
        return answer(state, whole)
    cls = question_class(question)
    check_names(cls, question, options)
    state = state_of(source, at)
    return answer(state, read_question(state, cls, options))
