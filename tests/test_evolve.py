"""``evolve`` decides nothing: what an event does is the same whatever the rules."""

import ast
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from events.commands import OF_RULES
from events.register import classes_taken
from events.sky import GustsBegan, GustsEnded
from events.vocabulary import EVENTS
from replays.game.game import Game
from replays.testing.strategies import games
from sim.machine.decide import DECIDERS
from sim.state import State, replace
from sim.state.evolve import EFFECTS, evolve
from tests.drawn import examples
from tests.golden import NAMES, play

STATE = Path(__file__).parent.parent / "sim" / "state"


class NoSetting:
    """A setting that no code may look at: rulings, map, order of battle, sides.

    A vehicle that is added joins it unseen.
    """

    def __getattribute__(self, name: str) -> Any:
        if name == "with_vehicle":
            return lambda _: self
        raise AssertionError(f"evolve looks at {name!r} of the setting")


def fold_blindly(game: Game) -> State:
    """The last state of a game out of its events alone, with nothing known of its scenario."""
    nobodys: Any = NoSetting()
    state = replace(game.beginning, setting=nobodys)
    for entry in game.entries:
        for event in entry.then:
            state = evolve(state, event)
    return replace(state, setting=game.beginning.setting)


@pytest.mark.parametrize("name", NAMES)
def test_golden_games_fold_without_their_scenario(name: str) -> None:
    """No event of a golden game, and so none at all, asks for a ruling, the map or a side."""
    game = play(name)
    assert fold_blindly(game) == game.state


@examples(60)
@given(games(most=30))
def test_random_games_fold_without_their_scenario(game: Game) -> None:
    """Folding the logged events of any game never consults a ruling, the map or a side."""
    assert fold_blindly(game) == game.state


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("path", sorted(STATE.rglob("*.py")), ids=lambda path: path.stem)
def test_the_state_imports_no_rule(path: Path) -> None:
    """No module of the state imports a rule, the machine that asks them, or the rulings."""
    rules = ("sim.chapter_", "sim.machine", "sim.rulings", "sim.questions", "sim.los")
    assert [name for name in _imports(path) if name.startswith(rules)] == []


def test_every_event_has_an_effect_and_every_command_a_decider() -> None:
    """What is registered is complete; `tests/exhaustive.py` lets mypy name what is not."""
    assert set(EFFECTS) == set(EVENTS.values())
    assert set(DECIDERS) == set(OF_RULES.values())


def test_a_function_of_one_event_is_registered_as_one_of_several_is() -> None:
    """A union of one member is no union, and is read all the same."""

    def of_one(state: State, _: GustsBegan) -> State:
        return state

    def of_two(state: State, _: GustsBegan | GustsEnded) -> State:
        return state

    assert classes_taken(of_one) == (GustsBegan,)
    assert classes_taken(of_two) == (GustsBegan, GustsEnded)
