"""What can be done with a thing, as a page asks for it whenever one is touched."""

from collections.abc import Mapping
from typing import Any

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
    of = request.get("of")
    if isinstance(of, Mapping):
        of = ", ".join(f"{kind}:{name}" for kind, name in of.items())
    asked = {"of": of, "path": request.get("path")}
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
        facts["not"] += [_refused(each["order"], each["label"], error) for each in facts["orders"]]
        facts["orders"] = []
    for command in () if facts["of"]["id"] else OF_THE_LOG.values():
        accepted, refused = [], None
        for each in next(commands_of(game.state, Thing(), command, {})):
            try:
                fill_in(
                    game.header, each, game.position, len(game.entries) + 1, game.seal, game.point
                )
                accepted.append(each)
            except BadInput as error:
                refused = refused or error
        if accepted:
            facts["orders"].append(plain(offer(game.state, command, {}, accepted)))
        elif refused is not None:
            facts["not"].append(_refused(command.word, command.title, refused))


def _refused(order: str, label: str, error: BadInput) -> dict[str, Any]:
    return {"order": order, "label": label, "why": error.what}
