"""The doors through which users reach a rule: orders, questions, ``check``, ``map``, the audit.

::

    game = world({"C4": "h", "D4": "e"}, broken=True)
    assert "Broken Ground" in game.ask("terrain --hex D4").verdict
    game.do("wc 3 4", "phase MPh")
    assert game.refused("move Lkw D4").rule == "AD4.5"
"""

import io
import json
import shlex
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from events.codec import decode_scenario
from events.errors import BadInput
from replays.asking.answer import answer_as_json, answer_as_text
from replays.asking.ask import read_question
from replays.auditing.audit import audit
from replays.auditing.finding import Report
from replays.cli.argument import Parser
from replays.cli.ask import arguments, given
from replays.cli.main import main
from sim.asking.answer import Answer
from sim.asking.catalogue import answer, question_class
from sim.asking.rulings import rulings_behind
from sim.soundness import faults, sound
from sim.state import State
from tests.table import Table

COLUMNS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def board(
    marks: Mapping[str, str] | None = None, *, columns: int = 13, rows: int = 10, **facts: Any
) -> dict[str, Any]:
    """A board as a text map: a Desert Board all of desert, but for the marks of these hexes.

    Args:
        marks: the mark of a hex, such as ``{"C4": "h", "D4": "o'"}``.
        columns: hexrows.
        rows: hexes of a hexrow; B, D, F, ... have a number 0 too.
        facts: other fields of the board; ``desert`` is True unless given.
    """
    marks = dict(marks or {})
    lines = ["    " + "".join(f"{letter:4}" for letter in COLUMNS[:columns])]
    for row in range(rows + 1):
        cells = [
            "" if row == 0 and n % 2 == 0 else marks.pop(f"{COLUMNS[n]}{row}", ".")
            for n in range(columns)
        ]
        lines.append(f"{row:<4}" + "".join(f"{cell:4}" for cell in cells))
    assert not marks, f"not on the board: {marks}"
    drawn = "\n".join(line.rstrip() for line in lines) + "\n"
    return {"name": "X1", "desert": True, "map": drawn} | facts


def world(
    marks: Mapping[str, str] | None = None,
    *,
    seed: str = "a clause",
    on: Mapping[str, Any] | None = None,
    **facts: Any,
) -> "Played":
    """A game of a small scenario: Libya in June, Dry EC, No Wind, a board of 13 hexrows by 10.

    Args:
        marks: the marks of the board; see `board`.
        seed: the seed of its dice.
        on: what is different of the board, such as ``{"ad": True}``.
        facts: what is different of the scenario, in the words of a scenario file; None leaves out.
            A vehicle that sets up in Motion does so by SSR (D2.4-setup), unless rulings differ.
    """
    return Played(_facts(marks, on, facts), seed)


PLAIN: Final[dict[str, Any]] = {
    "name": "A clause",
    "land": "Libya",
    "month": "June",
    "turns": 10,
    "sides": ["German", "British"],
    "ec": "Dry",
}
"""What a scenario has to say, and Dry EC."""


def _facts(
    marks: Mapping[str, str] | None, on: Mapping[str, Any] | None, facts: Mapping[str, Any]
) -> dict[str, Any]:
    whole: dict[str, Any] = {
        **PLAIN,
        "first": "German",
        "wind": "No Wind",
        "boards": [board(marks, **(on or {}))],
        **facts,
    }
    if any(vehicle.get("motion") for vehicle in whole.get("vehicles", ())):
        whole["rulings"] = {"D2.4-setup": "ssr"} | whole.get("rulings", {})
    return {key: value for key, value in whole.items() if value is not None}


def toml(value: Any) -> str:
    """A value as TOML says it; tables stand in one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(k)} = {toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml(each) for each in value) + "]"
    return json.dumps(value)


def check(scenario: Mapping[str, Any], *words: str) -> tuple[int, str, str]:
    """``khamsin check`` of a scenario in the words of a file: exit code and both streams."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "scenario.toml"
        lines = (f"{key} = {toml(value)}" for key, value in scenario.items() if value is not None)
        path.write_text("\n".join(lines), encoding="utf-8")
        return khamsin("check", str(path), *words)


def checked(
    marks: Mapping[str, str] | None = None, *, on: Mapping[str, Any] | None = None, **facts: Any
) -> dict[str, Any]:
    """What ``khamsin check --json`` says of a scenario of `world`; None as a fact leaves it out."""
    code, out, _ = check(_facts(marks, on, facts), "--json")
    found: dict[str, Any] = json.loads(out)
    assert (code == 0) == found["sound"]
    return found


def unsound(marks: Mapping[str, str] | None = None, **facts: Any) -> str:
    """Why a scenario of `world` is not sound, or cannot be read: what ``check`` would say."""
    try:
        played = world(marks, **facts)
    except BadInput as error:
        return str(error)
    wrong = [str(fault) for fault in faults(played.game.header.scenario)]
    assert wrong, "the scenario is sound"
    return "\n".join(wrong)


def khamsin(*words: str) -> tuple[int, str, str]:
    """A command of the command line: its exit code, and what it wrote to both streams."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(list(words))
    return code, out.getvalue(), err.getvalue()


@cache
def _asking(name: str) -> Parser:
    """The parser of ``khamsin ask`` as it is once it has read the name of a question."""
    parser = Parser(prog="khamsin ask")
    parser.words = (name,)
    arguments(parser)
    return parser


class Played(Table):
    """A game, and the ways to it."""

    def __init__(self, facts: Mapping[str, Any], seed: str) -> None:
        """Begin a game of a scenario in the words of a scenario file."""
        super().__init__(sound(decode_scenario(dict(facts))), seed=seed)

    @property
    def state(self) -> State:
        """The state now."""
        return self.game.state

    def told(self, *orders: str) -> str:
        """Give orders that must be legal; the sentences of the events of the last."""
        return "\n".join(f"{event} ({event.rule})" for event in self.do(*orders))

    def ask(self, words: str) -> Answer:
        """The answer to a question in the words of ``khamsin ask``, without GAME."""
        name, *rest = shlex.split(words)
        args = _asking(name).parse_args([name, "GAME", *rest])
        cls = question_class(name)
        return answer(self.state, read_question(self.state, cls, given(args, cls)))

    def json(self, words: str) -> dict[str, Any]:
        """The answer as ``ask --json --why-not`` gives it, without the rulings behind it."""
        return self.as_json(self.ask(words))

    def as_json(self, found: Answer) -> dict[str, Any]:
        """An answer that was given, as ``khamsin ask --json --why-not`` writes it."""
        return answer_as_json(found, self.state, rulings=False)

    def text(self, words: str) -> str:
        """The answer as ``khamsin ask --why-not`` writes it, without the rulings behind it."""
        found = answer_as_text(self.ask(words), self.state, why_not=True, rulings=False)
        return "\n".join(found)

    def rulings(self, words: str) -> list[str]:
        """The rulings behind an answer, as ``khamsin ask`` writes them."""
        return [str(each) for each in rulings_behind(self.state, self.ask(words))]

    def names(self, words: str) -> set[str]:
        """The names of the modifiers that an answer gives."""
        return {item.name for item in self.ask(words).items}

    def why_refused(self, words: str) -> str:
        """The sentence with which a question is refused."""
        try:
            found = self.ask(words)
        except BadInput as error:
            return str(error)
        raise AssertionError(f"{words} was answered: {found.verdict}")

    def audited(self) -> Report:
        """The audit of the log as it stands."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / "game.jsonl"
            self.game.save(path)
            return audit(path)

    def command(self, *words: str) -> tuple[int, str, str]:
        """A command of the command line on the log as it stands; ``GAME`` is its path."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / "game.jsonl"
            self.game.save(path)
            said: Sequence[str] = [str(path) if word == "GAME" else word for word in words]
            return khamsin(*said)


def kinds(game: Played, name: str) -> tuple[str, ...]:
    """The terrain of a hex, as `ask terrain` gives it."""
    return tuple(game.json(f"terrain --hex {name}")["terrain"])


def hindrance(game: Played, ends: str) -> int | None:
    """The LOS Hindrance of a LOS; None if it is blocked."""
    found = game.json(f"shot {ends}")
    return None if found["blocked"] is not None else int(found["los"]["hindrance"])
