"""The report of VASL logs: dice over the game beside fair ones, the weather that markers show."""

import re
from fractions import Fraction
from pathlib import Path

import orjson
import pytest

from replays.auditing.dice_over_time import dice_runs, running_svg, turns_table
from replays.auditing.dice_table import RolledDice, fair_range, fair_ranges
from replays.cli.main import main
from replays.vasl.container import archive_bytes
from tests import Capsys, cases
from tests.test_vasl_games import GOLDEN, _log, _ordered

SCENARIO = str(GOLDEN / "wind-and-gust.toml")


def ever_beyond(dice: int, bound: float) -> Fraction:
    """The exact chance that the sum of fair dice is ever further off 3.5 a die than a bound."""
    inside, beyond = {0: Fraction(1)}, Fraction(0)
    for n in range(1, dice + 1):
        after: dict[int, Fraction] = {}
        for total, chance in inside.items():
            for pips in range(1, 7):
                after[total + pips] = after.get(total + pips, Fraction(0)) + chance / 6
        inside = {t: c for t, c in after.items() if abs(t - 3.5 * n) <= bound}
        beyond += sum((c for t, c in after.items() if t not in inside), Fraction(0))
    return beyond


@cases("players", 1, 2, 3)
def test_lines_of_fair_dice_stay_within_their_bound(players: int) -> None:
    """In 95 of 100 games the lines of all players do, and not in 99.5 of 100: it is no idle bound.

    Each player rolls twenty dr; the chance is reckoned in another way than the bound is.
    """
    rolls = [
        RolledDice(str(n), "", who, "IFT", "dr", (1 + n % 6,))
        for n in range(20)
        for who in "ABC"[:players]
    ]
    (run, *others) = dice_runs(rolls)
    assert all(each.bound == run.bound for each in others)
    assert Fraction(1, 200) < players * ever_beyond(20, run.bound) <= Fraction(1, 20)


def test_the_line_of_a_player_sums_what_its_dice_showed() -> None:
    """The die for Dust and rolls of three dice are not in it; ones alone go beyond the bound."""
    shown = [("A", (6, 6)), ("B", (1, 2)), ("A", (1, 1, 6)), ("A", (6, 6))]
    rolls = [
        RolledDice(f"step {n}", "", who, "IFT", "DR", dice) for n, (who, dice) in enumerate(shown)
    ]
    a, b = dice_runs([*rolls, RolledDice("step 9", "", "B", "3d6", "3 dice", (6, 6, 6))])
    assert (a.who, a.at, a.dice, a.over) == ("A", (0, 2, 3), (2, 4, 6), (5, 0, 5))
    assert (b.at, b.over, b.verdict) == ((1,), (-4,), "as fair dice")
    (low,) = dice_runs([RolledDice(f"step {n}", "", "A", "IFT", "DR", (1, 1)) for n in range(20)])
    first = next(n for n in range(20) if 5 * (n + 1) > low.bound)
    assert low.verdict == f"further off than fair dice come, first at step {first}"
    assert list(fair_ranges(40)) == [fair_range(n) for n in range(1, 41)]


def test_names_of_players_are_no_markup_in_the_picture() -> None:
    """Nor do they run out of it; of many players those have a line who rolled most."""
    rolls = [RolledDice("1", "", "<b>" + "x" * 99, "IFT", "dr", (3,))]
    drawn = running_svg(dice_runs(rolls), [("", 0)])
    assert "<b>" not in drawn
    assert "…" in drawn
    many = [
        RolledDice("1", "", who, "IFT", "dr", (3,))
        for n, who in enumerate("ABCDEFGHI", 1)
        for _ in range(n)
    ]
    lines = running_svg(dice_runs(many), [])
    assert re.findall(r'class="name"[^>]*>(.)', lines) == list("BCDEFGHI")
    assert not [head for head in turns_table(many, dice_runs(many)).heads if head == "A"]


@pytest.fixture
def log(tmp_path: Path) -> str:
    """The storm of a golden game as a log of VASL."""
    game = _ordered("wind-and-gust")
    path = tmp_path / "storm.vlog"
    path.write_bytes(archive_bytes(_log(game, orders=False)))
    return str(path)


def test_a_report_of_a_log_of_vasl(
    log: str, tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In lines, JSON and a page: findings by a scenario, weather by Player Turn, dice over time."""
    assert main(["report", log]) == 0
    shown = capsys.readouterr().out
    assert "nothing is audited" in shown
    assert "By the rules" not in shown
    assert re.search(r"Allied 2 +Heavy Winds to 3 +yes +- +Moderate", shown)
    assert main(["report", log, "--json", "--scenario", SCENARIO]) == 0
    told = orjson.loads(capsys.readouterr().out)
    assert told["verdict"] == "Nothing found."
    storm = {row["player_turn"]: row for row in told["weather"]}
    assert all(
        row[f"ruled_{key}"] == row[key] for row in storm.values() for key in ("dust", "gusts")
    )
    assert [row["dust"] for row in storm.values()][1:4] == ["None", "Light", "Moderate"]
    assert [run["who"] for run in told["dice_over_time"]] == ["German", "British"]
    page = tmp_path / "storm.html"
    for _ in range(2):  # a report may be written over
        assert main(["report", log, "--scenario", SCENARIO, "-o", str(page)]) == 0
    html = page.read_text("utf-8")
    assert html.count("<svg") == 2
    assert 'style="' not in html  # the page's policy lets no element have one
    assert "Drawn:" not in html
    monkeypatch.setattr("replays.vasl.log_report.MOST_PLAYERS", 1)
    assert main(["report", log, "-o", str(page)]) == 0
    assert "Drawn: 1 of 2 players." in page.read_text("utf-8")
    monkeypatch.setattr("replays.vasl.log_report.MOST_PLAYERS", 2)
    assert main(["report", log, "-o", str(page)]) == 0
    assert "Drawn:" not in page.read_text("utf-8")


def test_a_report_finds_what_stands_otherwise(log: str, tmp_path: Path, capsys: Capsys) -> None:
    """By a scenario of another wind the audit finds much, marked in its Player Turn."""
    other = tmp_path / "other.toml"
    text = Path(SCENARIO).read_text("utf-8")
    other.write_text(text.replace("Mild Breeze", "Heavy Winds"), "utf-8")
    assert main(["report", log, "--scenario", str(other), "-o", str(tmp_path / "r.html")]) == 1
    assert "findings." in capsys.readouterr().out
    html = (tmp_path / "r.html").read_text("utf-8")
    assert "<title>findings in the beginning" in html or "<title>findings in step" in html
    assert main(["report", log, "--seal", "x"]) == 2
    assert "not with one of VASL" in capsys.readouterr().err
    assert main(["report", log, "--corrections", "x.toml"]) == 2
    assert "goes with --scenario" in capsys.readouterr().err
