"""What can be done with a thing, as a page asks for it whenever one is touched."""

from collections.abc import Mapping
from typing import Any, Final

from events.commands import OF_THE_LOG
from events.errors import BadInput
from replays.asking.ask import read_question
from replays.game.dice_source import fill_in
from replays.game.game import Game
from replays.game.position import demand_unfinished
from sim.asking.catalogue import answer
from sim.machine.options import Thing, commands_of, offer
from sim.questions.options import OptionsQuestion, plain
from sim.state import State

_MOST_STEPS: Final = 200
"""No path that is asked about has more steps."""

_LONGEST: Final = 200


def options_reply(
    request: Mapping[str, Any], at: int, state: State, game: Game | None
) -> dict[str, Any]:
    """What can be done at an entry: ``of`` is a name or ``{kind: name}``, the game without.

    Args:
        request: what a page asks.
        at: the number of the entry.
        state: the state after it.
        game: the game, where that entry is its last; what its log takes is told then.
    """
    asked = {"of": _thing(request.get("of")), "path": _path(request.get("path", []))}
    found = answer(state, read_question(state, OptionsQuestion, asked))
    facts = found.facts
    if game is not None:
        _by_the_log(facts, game)
    return {"question": found.question.name, "moment": str(state.moment), "entry": at} | facts


def _by_the_log(facts: dict[str, Any], game: Game) -> None:
    """The orders of the log itself go with those of the game; a finished game takes no others."""
    try:
        demand_unfinished(game.position, game.header)
    except BadInput as error:
        facts["not"] += [_refused(each, error) for each in facts["orders"]]
        facts["orders"] = []
    if facts["of"]["id"]:
        return
    for command in OF_THE_LOG.values():
        accepted, refused = [], None
        for each in next(commands_of(game.state, Thing(), command, {})):
            try:
                fill_in(game.header, each, game.position, len(game.entries) + 1, game.seal)
                accepted.append(each)
            except BadInput as error:
                refused = refused or error
        if accepted:
            facts["orders"].append(plain(offer(game.state, command, {}, accepted)))
        elif refused is not None:
            named = {"order": command.word, "label": command.title}
            facts["not"].append(_refused(named, refused))


def _refused(order: Mapping[str, Any], error: BadInput) -> dict[str, Any]:
    return {"order": order["order"], "label": order["label"], "why": error.what}


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
