"""The rulings on which an answer rests, and what it would be under the others (B.7)."""

from collections.abc import Iterator

import attrs

from events.errors import BadInput
from events.ruling import RulingInForce
from sim.asking.answer import Answer
from sim.asking.catalogue import answer
from sim.rulings import RULINGS, Ruling
from sim.state import State


@attrs.frozen
class AnswerRuling:
    """A ruling on which an answer rests."""

    id: str
    choice: str
    """The one in force."""
    lost: bool
    """Our text has lost the list that it stands for."""
    otherwise: dict[str, str]
    """The verdict under each other choice that changes it."""

    def __str__(self) -> str:
        lost = ", as our text has lost the list" if self.lost else ""
        others = "".join(f"; {choice}: {verdict}" for choice, verdict in self.otherwise.items())
        return f"ruling {self.id} is {self.choice}{lost}{others}"


class _Consulted(dict[str, RulingInForce]):
    """The rulings in force, which remember which of them was asked for."""

    def __init__(self, in_force: dict[str, RulingInForce]) -> None:
        super().__init__(in_force)
        self.ids: set[str] = set()

    def __getitem__(self, id_: str) -> RulingInForce:
        self.ids.add(id_)
        return super().__getitem__(id_)


def rulings_behind(state: State, found: Answer) -> Iterator[AnswerRuling]:
    """The rulings that decide an answer, or that fill in for a list behind one of its modifiers.

    The question is asked again, to see which rulings it goes by; then under each other choice.
    """
    consulted = _Consulted(state.setting.rulings)
    _verdict(state, found, consulted)
    applied = {each.rule for each in found.items}
    for ruling in RULINGS.values():
        in_force = state.setting.rulings.get(ruling.id)
        lost = ruling.lost and ruling.id.partition("-")[0] in applied
        if in_force is not None and (lost or ruling.id in consulted.ids):
            otherwise = dict(_otherwise(state, found, ruling))
            if lost or otherwise:
                yield AnswerRuling(ruling.id, in_force.choice, lost, otherwise)


def _otherwise(state: State, found: Answer, ruling: Ruling) -> Iterator[tuple[str, str]]:
    """The other choices under which the verdict differs, each with it."""
    rulings = state.setting.rulings
    in_force = rulings[ruling.id]
    for choice in ruling.choices:
        if choice == in_force.choice:
            continue
        changed = attrs.evolve(in_force, choice=choice)
        verdict = _verdict(state, found, {**rulings, ruling.id: changed})
        if verdict != found.verdict:
            yield choice, verdict


def _verdict(state: State, found: Answer, rulings: dict[str, RulingInForce]) -> str:
    """The verdict under other rulings, or why the question cannot be asked then."""
    try:
        setting = attrs.evolve(state.setting, rulings=rulings)
        return answer(attrs.evolve(state, setting=setting), found.question).verdict
    except BadInput as error:
        return str(error)
