"""Vehicles by the names of their counters: blanks and signs in scenarios, orders, logs, words."""

from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import Impulse, Move, Start
from events.errors import BadInput
from events.field import LABEL, fields_of
from events.orders import format_order, parse_line, parse_order
from replays.asking.session import Session, completions
from replays.auditing.audit import audit
from replays.game.game import Game
from replays.game.scenario_file import load_scenario, read_scenario, scenario_toml

TANK = 'PzKw IIIN (L) 81* 3.2"'


@given(names=st.lists(st.from_regex(LABEL, fullmatch=True), min_size=1, max_size=3))
def test_every_name_is_read_as_orders_write_it(names: list[str]) -> None:
    """Whatever the name of a vehicle is, alone and in an Impulse, its order names it again."""
    for order in (*map(Start, names), Impulse(tuple(map(Start, names)))):
        assert parse_order(format_order(order)).command == order
    (quoted,) = (format_order(Start(each)).removeprefix("start ") for each in names[:1])
    assert [each.command for each in parse_line(f"move {quoted} B3 C4")] == [
        Move(names[0], "B3"),
        Move(names[0], "C4"),
    ]


def test_a_game_with_the_names_of_counters(tmp_path: Path) -> None:
    """It is set up, written as TOML, played, completed, asked about, logged and audited."""
    scenario = load_scenario("bir-el-qaha")
    tank, *others = scenario.vehicles
    scenario = attrs.evolve(scenario, vehicles=(attrs.evolve(tank, id=TANK), *others))
    assert read_scenario(scenario_toml(scenario), "x.toml") == scenario
    game = Game.new(scenario, "names")
    session = Session(game)
    for line in ("wc 3 4", "phase MPh", f"start '{TANK}'", f"move '{TANK}' C3 D3"):
        assert not session.take(line).stopped
    assert game.state.vehicles[TANK].hex == "D3"
    with pytest.raises(BadInput, match=r"in quotation marks, such as 'PzKw IIIN"):
        session.take("turn PzKw 1")
    assert completions(game.state, "move 'PzKw I") == (f"'{TANK}'",)
    assert f"'{TANK}'" in completions(game.state, "turn ")
    assert "E3" in completions(game.state, f"move '{TANK}' ")
    told = session.take(f"options --of '{TANK}'").lines
    assert f"  stop '{TANK}': expend a Stop MP" in told
    game.save(tmp_path / "game.jsonl")
    assert not audit(tmp_path / "game.jsonl").findings
    assert Game.load(tmp_path / "game.jsonl").state == game.state


@pytest.mark.parametrize("name", ["", " A", "A ", "a,b", "it's", "a\nb", "a#b", "A" * 41])
def test_other_names_are_refused(name: str) -> None:
    """What would end a word, an Impulse or a line is in no name."""
    with pytest.raises(BadInput, match="not a name"):
        fields_of(Start)[0].check(name)
