"""Bounded input: what would take vast time or memory is refused, by count and before the work."""

import gc
import re
import tomllib
from itertools import islice
from pathlib import Path
from typing import Any

import attrs
import pytest

from events import limits
from events.codec import decode_scenario
from events.commands import MOST_STEPS, Impulse, Start
from events.errors import BadInput
from events.orders import LONGEST_ORDER, parse_order, parse_orders
from replays.game.file import MAX_TEXT, read_text, size_of
from replays.game.game import Game
from replays.game.position import Position
from replays.game.scenario_file import read_scenario, read_toml
from replays.sweep.job import job_of, pieces
from tests import cases
from tests.test_bad_input import rewritten
from tests.test_cli import SCENARIO, Khamsin


@pytest.fixture
def khamsin(khamsin: Khamsin) -> Khamsin:
    """The ``khamsin`` command in a folder with a scenario."""
    Path("two.toml").write_text(SCENARIO, encoding="utf-8")
    return khamsin


VAST: dict[str, tuple[str, str]] = {
    "dotted key": (".".join("a" * 20_000) + " = 1", "line 1: a dotted key has more than 16 parts"),
    "dotted table": ("\n[" + " . ".join("a" * 17) + "]", "line 2: a dotted key has more than 16"),
    "quoted parts": (".".join(['"a"'] * 17) + " = 1", "a dotted key has more than 16 parts"),
    "many keys": ("a=1\n" * 100_001, "this TOML has more than 100000 keys"),
    "many tables": ("[[a]]\n" * 10_001, "this TOML has more than 20000 tables and lists"),
    "many values": ("a = [" + "1," * 250_001, "this TOML has more than 500000 words and signs"),
    "many lines": ("\n" * 500_002, "this TOML has more than 500000 words and signs"),
    "many escapes": ('a = "' + "\\n" * 500_001, "this TOML has more than 500000 words and signs"),
}


@pytest.mark.parametrize("what", VAST)
def test_vast_toml_is_refused_before_it_is_parsed(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parser never sees it: its time and memory would be vast."""
    text, complaint = VAST[what]
    assert read_toml(".".join("a" * 16) + " = 1", "")["a"]  # as many parts as a key may have

    def never(_: str) -> dict[str, Any]:
        raise AssertionError("the parser was called")

    monkeypatch.setattr(tomllib, "loads", never)
    with pytest.raises(BadInput, match=re.escape(complaint)):
        read_scenario(text, "vast.toml")


def test_a_text_has_so_many_bytes(tmp_path: Path) -> None:
    """One that is just as long is read, a longer one is not."""
    path = tmp_path / "x"
    path.write_bytes(b"x" * MAX_TEXT)
    assert len(read_text(path)) == MAX_TEXT
    path.write_bytes(b"x" * (MAX_TEXT + 1))
    with pytest.raises(BadInput, match="this file is larger than"):
        read_text(path)
    nowhere = tmp_path / ("x" * 300)
    assert [size_of(each) for each in (path, tmp_path, nowhere)] == [MAX_TEXT + 1, 0, 0]


def test_the_last_entries_can_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many as are kept for it, and not many more; the sentence says how to go back further."""
    monkeypatch.setattr("replays.game.position.MOST_UNDONE", 3)
    game = Game.new(decode_scenario(tomllib.loads(SCENARIO)), seed="x")
    held = -sum(isinstance(each, Position) for each in gc.get_objects())
    game.do_all(["note x"] * 60)
    held += sum(isinstance(each, Position) for each in gc.get_objects())
    assert held < 20
    game.do_all(["undo"] * 3)
    with pytest.raises(BadInput, match="is too long ago to be taken back: "):
        game.do_all(["undo"] * 4)


@cases("text", "x" * (LONGEST_ORDER + 1), "wc " + "1" * 4_000_000, "move '" + "x" * 10_000)
def test_a_long_order_is_refused_before_it_is_read(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither words nor near words are looked for in an order that is too long."""

    def never(*_: object) -> list[str]:
        raise AssertionError("the order was read")

    monkeypatch.setattr("events.orders.split_words", never)
    with pytest.raises(BadInput, match=f"an order of {len(text)} characters is too long"):
        parse_order(text)
    with pytest.raises(BadInput, match="line 2: an order of"):
        list(parse_orders(f"\n{text}\n"))


def test_an_impulse_has_so_many_steps() -> None:
    """An Impulse of more steps can neither be ordered nor made."""
    step = Start("PzA")
    assert len(Impulse((step,) * MOST_STEPS).steps) == MOST_STEPS
    with pytest.raises(BadInput, match="an Impulse of 100000 steps is too long; at most 500"):
        Impulse((step,) * 100_000)
    with pytest.raises(BadInput, match="an Impulse of 501 steps"):
        parse_order("impulse " + ", ".join(["start a"] * 501))


def vast(key: str) -> dict[str, Any]:
    """A scenario with one more of something than it may have."""
    facts = tomllib.loads(SCENARIO)
    board = facts["boards"][0]
    hexes = ["A1"] * (limits.MOST_ON_A_ROAD + 1)
    made: dict[str, Any] = {
        "vehicles": [
            {**facts["vehicles"][0], "id": f"v{n}"} for n in range(limits.MOST_VEHICLES + 1)
        ],
        "boards": [{**board, "name": f"b{n}"} for n in range(limits.MOST_BOARDS + 1)],
        "hexes": [{**board, "name": f"b{n}", "width": 51, "height": 99} for n in range(8)],
        "buildings": [{"hex": "A1"}] * (limits.MOST_IN_A_LIST + 1),
        "paths": [board, {**board, "paths": [{"hexes": hexes}]}],
        "roads": [{"hexes": hexes}],
        "rulings": {f"r{n}": "x" for n in range(limits.MOST_IN_A_LIST + 1)},
    }
    return {**facts, "boards" if key in ("hexes", "paths") else key: made[key]}


SAID = {
    "vehicles": "vehicles: 1001 vehicles are too many; at most 1000",
    "boards": "boards: 25 boards are too many; at most 24",
    "hexes": "boards: 40392 hexes are too many; at most 40000",
    "buildings": "buildings: 5001 buildings are too many; at most 5000",
    "paths": "boards[1].paths[0].hexes: 1001 hexes are too many; at most 1000",
    "roads": "roads[0].hexes: 1001 hexes are too many; at most 1000",
    "rulings": "rulings: 5001 rulings are too many; at most 5000",
}


@pytest.mark.parametrize("key", SAID)
def test_vast_scenarios_are_refused_in_files_and_logs(khamsin: Khamsin, key: str) -> None:
    """No map is laid out: the scenario of a file and the header of a log are refused as read."""
    with pytest.raises(BadInput, match=re.escape(SAID[key])):
        decode_scenario(vast(key))
    game = Game.new(read_scenario(SCENARIO, "x"), "1")

    def forge(values: list[Any]) -> None:
        values[0]["scenario"] = vast(key)

    Path("vast.jsonl").write_bytes(rewritten(game.log_bytes(), forge))
    for command in ("show", "story", "audit", "map", "recover"):
        said = khamsin(command, "vast.jsonl")
        assert (said.code, SAID[key] in said.err) == (2, True)


def test_vast_scenarios_of_python_are_not_sound() -> None:
    """A scenario made in Python is held to the same limits, and names to their length."""
    small = read_scenario(SCENARIO, "x")
    tank = small.vehicles[0]
    many = tuple(attrs.evolve(tank, id=f"v{n}") for n in range(limits.MOST_VEHICLES + 1))
    assert not [*limits.too_much(attrs.evolve(small, vehicles=many[1:]))]
    for wrong, said in (
        (attrs.evolve(small, vehicles=many), "1001 vehicles are too many"),
        (attrs.evolve(small, name="x" * 201), "name: 201 characters are too many"),
        (attrs.evolve(small, sides=("x" * 201, "y")), "sides: the name of a side has at most"),
    ):
        with pytest.raises(BadInput, match=said):
            Game.new(wrong, "1")


def test_a_text_map_has_so_many_rows() -> None:
    """A text map is bounded as a plain board is."""
    rows = "\n".join(f"{n} . . ." if n else "0 ." for n in range(limits.MOST_ROWS + 2))
    facts = tomllib.loads(SCENARIO)
    facts["boards"] = [{"name": "x", "desert": True, "map": rows}]
    with pytest.raises(BadInput, match="the map has 100 rows; at most 99"):
        Game.new(decode_scenario(facts), "1")


def test_pieces_of_a_vast_sweep_are_made_as_they_are_done() -> None:
    """None waits in memory, however many and tiny they are."""
    job = job_of(read_scenario(SCENARIO, "x"), 4_000_000_000)
    begun = islice(pieces((job,), 1), 3)
    assert [(each.start, each.games) for each in begun] == [(0, 1), (1, 1), (2, 1)]
