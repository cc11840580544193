"""No hollow rooms: what stands in sim is reached by what people can do, and not by tests alone."""

import ast
from pathlib import Path
from typing import Final

import pytest

from tests.reach import Name, Program, read_program

CHECKOUT: Final = Path(__file__).parent.parent

ALLOWED: Final[dict[Name, str]] = {
    ("sim.machine.decide", "decide"): "the machine in one word, for programs of other people",
    ("sim.asking.answer", "Answer._repr_html_"): "notebooks ask for it by its name",
    ("sim.asking.answer", "_cells"): "a row of that",
    ("sim.climate.exact_odds", "Odds._repr_html_"): "notebooks ask for it by its name",
}
"""What is there for others, each with the reason."""

AWAITED: Final[dict[Name, str]] = {}
"""Rules that no question asks yet, each with its id; the list may only grow shorter."""


@pytest.fixture(scope="module")
def program() -> Program:
    """The program as it stands."""
    return read_program(CHECKOUT)


def _is_root(name: Name) -> bool:
    """Whether people can do it: all of replays, and each question, which the catalogue finds."""
    module, what = name
    return module.split(".")[0] == "replays" or (
        module.startswith("sim.questions.") and what == "answer"
    )


def _hollow(program: Program) -> set[Name]:
    """The functions, classes and methods of sim that nothing in replays leads to."""
    roots = [name for name in program.definitions if _is_root(name)]
    reached = program.reached(roots)
    return {
        name
        for name, definition in program.definitions.items()
        if name[0].startswith("sim.") and definition.kind in ("function", "class", "method")
        if name not in reached
    }


def test_nothing_in_sim_is_for_tests_alone(program: Program) -> None:
    """Whatever sim defines leads to a command, an answer or a picture; connect it, or delete it."""
    assert sorted(_hollow(program) - ALLOWED.keys() - AWAITED.keys()) == []


def test_what_is_awaited_is_still_missing(program: Program) -> None:
    """A name that is reached, or gone, is taken off the lists."""
    assert (ALLOWED.keys() | AWAITED.keys()) - _hollow(program) == set()


def test_the_graph_follows_imports_tables_and_attributes(tmp_path: Path) -> None:
    """What is used through another module, a table, a method or a class is reached; else not."""
    for path, text in {
        "events/__init__.py": "",
        "sim/__init__.py": "from sim.rules import told, hollow\n__all__ = ['hollow', 'told']\n",
        "sim/rules.py": (
            "TABLE = {1: told}\n"
            "def told(): return _helper()\n"
            "def _helper(): return 1\n"
            "def hollow(): return other()\n"
            "def other(): return 2\n"
            "def shadowed(): return 3\n"
            "class Thing:\n"
            "    def asked(self): return told()\n"
            "    def unasked(self): return 4\n"
        ),
        "replays/__init__.py": "",
        "replays/use.py": (
            "import sim.rules\n"
            "from sim import rules as book\n"
            "def run(shadowed): return book.TABLE, book.Thing().asked(), shadowed\n"
        ),
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
        ast.parse(text)
    hollow = {name for _, name in _hollow(read_program(tmp_path))}
    assert hollow == {"hollow", "other", "shadowed", "Thing.unasked"}
