"""The table of the dice of a game: who, what for, and what fair dice would show."""

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays import Game, load_scenario
from replays.auditing.dice_table import (
    ENOUGH,
    RolledDice,
    dice_of_entries,
    dice_rows,
    fair_range,
    rolls_csv,
    rows_csv,
)
from replays.cli.main import main
from tests import cases


@cases("dice", 1, 2, 3, 4, 6)
def test_the_fair_range_is_that_of_all_ways_to_roll(dice: int) -> None:
    """No more than 2.5% of all ways lie beyond each end, and one total more would be too many."""
    ways = Counter(sum(each) for each in product(range(1, 7), repeat=dice))
    low, high = fair_range(dice)
    below = sum(n for total, n in ways.items() if total < low)
    assert Fraction(below, 6**dice) <= Fraction(25, 1000)
    assert Fraction(below + ways[low], 6**dice) > Fraction(25, 1000)
    assert low + high == 7 * dice


def test_the_range_is_about_the_same_where_it_is_no_longer_exact() -> None:
    """Beyond the limit the normal range is within one pip of the exact one."""
    exact, normal = fair_range(2000), fair_range(2001)
    assert abs((exact[1] - exact[0]) - (normal[1] - normal[0])) <= 2


def _roll(who: str, *dice: int) -> RolledDice:
    return RolledDice("1", "", who, "IFT", {1: "dr", 2: "DR"}.get(len(dice), "3 dice"), dice)


@given(count=st.integers(1, 2 * ENOUGH), die=st.integers(1, 6))
def test_few_rolls_get_no_verdict(count: int, die: int) -> None:
    """Below the stated number the table judges nothing, however wild the dice are."""
    rows = dice_rows([_roll("A", die, die)] * count)
    assert {row.n for row in rows} == {count}
    assert all((row.verdict is None) == (count < ENOUGH) for row in rows)


def test_a_third_die_is_not_in_the_total() -> None:
    """The Dust die of a DR belongs to no total, and rolls of other kinds to no row."""
    rolls = [RolledDice("1", "", "A", "IFT", "DR", (5, 2, 6)), _roll("A", 1, 2, 3)]
    rows = dice_rows(rolls)
    assert {(row.n, row.mean) for row in rows} == {(1, 7.0)}


def test_every_roll_is_in_the_row_of_its_player_and_purpose() -> None:
    """Rows add up: all players, each player, each purpose."""
    rolls = [_roll("A", 1, 1), _roll("B", 6, 6), _roll("A", 3)]
    counts = {(row.who, row.purpose, row.kind): row.n for row in dice_rows(rolls)}
    assert counts == {
        ("all", "all", "DR"): 2,
        ("all", "all", "dr"): 1,
        ("A", "all", "DR"): 1,
        ("B", "all", "DR"): 1,
        ("A", "all", "dr"): 1,
        ("A", "IFT", "DR"): 1,
        ("B", "IFT", "DR"): 1,
        ("A", "IFT", "dr"): 1,
    }


def test_no_cell_is_a_formula() -> None:
    """A name that a spreadsheet would run is written so that it does not."""
    rolls = [_roll("=cmd()", 1, 1)]
    assert "'=cmd()" in rolls_csv(rolls)
    assert "\n'=cmd()" in rows_csv(dice_rows(rolls))


def test_dice_of_a_log_of_ours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`khamsin dice` takes a log of ours; the rolls are those of its entries."""
    game = Game.new(load_scenario("bir-el-qaha"), seed="a")
    game.do_all(["wc 6 6", "phase RPh", "wc 3 4"])
    assert [roll.dice for roll in dice_of_entries(game.header, game.entries)] == [(6, 6), (3, 4)]
    path = tmp_path / "g.jsonl"
    game.save(path)
    assert main(["dice", str(path), "--json", "--csv", str(tmp_path / "t.csv")]) == 0
    said = orjson.loads(capsys.readouterr().out)
    assert [row["who"] for row in said["rows"][:3]] == ["all", "German", "British"]
    assert said["enough"] == ENOUGH
    header, *lines = (tmp_path / "t.csv").read_text().splitlines()
    assert all(f"fewer than {ENOUGH}" in line for line in lines)
    assert header.startswith("who,purpose,kind,n,mean,fair_low,fair_high,verdict,total_1")
    capsys.readouterr()
    assert main(["dice", str(path), str(path), "--json"]) == 0
    assert orjson.loads(capsys.readouterr().out)["rolls"] == 4
