"""``khamsin compare``: what differs between two scenarios, and the exact odds of both."""

import csv
import io
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import attrs
import pytest
from hypothesis import given

from events.scenario import BoardSpec, Scenario, VehicleSpec
from events.terms import EC, Density, Movement, TimeOfDay, Weather, WindForce
from replays import Game, compare, draw, load_scenario, odds, rows
from replays.chances.comparison import changed_settings, points
from replays.chances.rows import as_json, as_text
from replays.drawing.chart import chart_svg
from replays.drawing.style import Theme
from replays.testing import scenarios
from sim.climate.exact_odds import DUSTY
from tests import cases
from tests.drawn import examples
from tests.table import scenario
from tests.test_cli import Khamsin, command_line, khamsin, played

__all__ = ["command_line", "khamsin"]

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def windy(khamsin: Khamsin) -> str:
    """A file of the scenario ``two.toml`` with an SSR for Heavy Winds."""
    text = Path("two.toml").read_text(encoding="utf-8")
    found = changed(text, 'wind = "Mild Breeze"', 'wind = "Heavy Winds"')
    Path("windy.toml").write_text(found, encoding="utf-8")
    return "windy.toml"


def changed(text: str, old: str, new: str) -> str:
    """A text with something else in it."""
    assert old in text
    return text.replace(old, new)


# Odds ---------------------------------------------------------------------------------------


@examples(6)
@given(scenarios(dyo=True))
def test_a_scenario_differs_nowhere_from_itself(facts: Scenario) -> None:
    """Whatever it is, no setting and no chance differs, and the picture says so."""
    found = compare(facts, facts, turns=2, range_=4)
    assert (found.settings, found.different) == ((), ())
    assert all(each.one == each.two for each in found.chances)
    picture = chart_svg(found)
    assert "All chances are the same in every Player Turn." in picture
    assert picture.count('class="plot"') == 1
    assert "The scenarios do not differ." in list(as_text(found))


def test_each_number_is_that_of_odds_alone() -> None:
    """Every chance of either side is the fraction that ``odds`` gives for it by itself."""
    found = compare("bir-el-qaha", "bir-hacheim", range_=6)
    alone = odds("bir-el-qaha", range_=6), odds("bir-hacheim", range_=6)
    assert (found.one, found.two) == alone
    by_name = {each.name: each for each in found.chances}
    for side, those in zip(("one", "two"), alone, strict=True):
        turns = [
            each
            for each in those.player_turns
            if each.moment.player_turn in by_name["Gusts"].player_turns
        ]
        assert getattr(by_name["Gusts"], side) == tuple(each.gusts for each in turns)
        assert getattr(by_name["Rain so far"], side) == tuple(each.rained for each in turns)
        winds = tuple(each.wind[WindForce.HEAVY_WINDS] for each in turns)
        assert getattr(by_name["Heavy Winds"], side) == winds
        shots = [each.shot for each in turns if each.shot is not None]
        assert len(shots) == len(turns)
        blocked = by_name["LOS blocked at range 6"]
        assert getattr(blocked, side) == tuple(each.blocked for each in shots)
        drm = getattr(by_name["DRM +1 or more at range 6"], side)
        assert drm == tuple(1 - each.drm.get(0, Fraction(0)) for each in shots)
        for density in DUSTY[:-1]:
            so_far = getattr(by_name[f"{density} Dust or denser so far"], side)
            assert so_far == tuple(each.reached[density] for each in turns)


def test_only_what_is_the_same_reads_as_the_same() -> None:
    """A difference too small for two decimals keeps its sign."""
    said = [points(Fraction(each)) for each in ("0", "1/2", "-1/216", "1/100000", "-1/100000")]
    assert said == ["=", "+50.00", "-0.46", "+<0.01", "-<0.01"]


# What differs -------------------------------------------------------------------------------


def test_settings_are_told_by_the_names_that_players_use() -> None:
    """Weather, EC, Time of Day, Game Turns and who moves first, before and after."""
    one = scenario(turns=3)
    two = attrs.evolve(
        one,
        weather=Weather.OVERCAST,
        ec=EC.MOIST,
        time_of_day=TimeOfDay.NIGHT,
        turns=5,
        steppe=True,
        first=one.order_of_sides[1],
    )
    told = [str(each) for each in changed_settings(one, two)]
    assert f"Weather: {one.weather} -> Overcast" in told
    assert f"EC: {one.ec} -> Moist" in told
    assert f"Time of Day: {one.time_of_day} -> Night" in told
    assert "Game Turns: 3 -> 5" in told
    assert "Steppe Terrain: no -> yes" in told
    assert f"Moves First: {one.order_of_sides[0]} -> {one.order_of_sides[1]}" in told
    assert len(told) == 6


def test_things_are_told_by_their_names() -> None:
    """A vehicle that only one has, one that goes further, and a board that is wider."""
    tank = VehicleSpec(id="PzA", side="German", movement=Movement.FULLY_TRACKED, mp=13)
    one = attrs.evolve(scenario(turns=1), vehicles=(tank, attrs.evolve(tank, id="PzB")))
    board = one.boards[0]
    two = attrs.evolve(
        one,
        vehicles=(attrs.evolve(tank, mp=16), attrs.evolve(tank, id="PzC")),
        boards=(attrs.evolve(board, rotated=True, map="another"),),
    )
    told = [str(each) for each in changed_settings(one, two)]
    assert f"Board {board.name}, rotated: no -> yes" in told
    assert any(each.startswith(f"Board {board.name}, map: ") for each in told)
    assert "Vehicle PzA, MP: 13 -> 16" in told
    assert "Vehicle PzB: there -> none" in told
    assert "Vehicle PzC: none -> there" in told
    assert len(told) == 5


def test_boards_in_another_order_are_another_playing_area() -> None:
    """The same two boards, butted the other way round, differ in their order alone."""
    boards = BoardSpec(name="26", desert=True), BoardSpec(name="28", desert=True)
    one = attrs.evolve(scenario(turns=1), boards=boards)
    two = attrs.evolve(one, boards=boards[::-1])
    told = changed_settings(one, two)
    assert [*map(str, told)] == ["Order of Boards: Board 26, Board 28 -> Board 28, Board 26"]


def test_a_default_that_is_written_out_does_not_differ() -> None:
    """The side that moves first by itself, said as well, is no difference; nor is the title."""
    one = scenario(turns=1)
    assert changed_settings(one, attrs.evolve(one, first=one.sides[0], name="Other")) == ()


@examples(25)
@given(scenarios(), scenarios())
def test_no_field_of_a_scenario_is_passed_over(one: Scenario, two: Scenario) -> None:
    """Whatever field alone is taken over from another scenario is told, and nothing besides."""
    for field in attrs.fields(Scenario):
        if field.name in ("name", "first", "rulings"):
            continue
        other = attrs.evolve(one, **{field.name: getattr(two, field.name)})
        told = changed_settings(one, other)
        moved = one.order_of_sides[0] != other.order_of_sides[0]
        assert bool(told) == (other != one), field.name
        if len(told) > 1 and field.name == "sides":
            assert moved


# Games --------------------------------------------------------------------------------------


def test_games_are_compared_at_their_moments(khamsin: Khamsin) -> None:
    """A log, a log at a moment and a scenario: as ``odds`` takes each of them."""
    log = played(khamsin)
    found = compare(f"{log}@3.2/MPh", "bir-el-qaha")
    assert found.one == odds(log, given="3.2/MPh") == odds(f"{log}@3.2/MPh")
    assert found.two == odds("bir-el-qaha")
    assert [str(each) for each in found.settings] == ["Odds from: 3.2/MPh -> setup"]
    assert found.player_turns[0][0].moment.player_turn == "3.2"
    said = khamsin("compare", f"{log}@3.2/MPh", log)
    assert said.code == 0
    assert said.lines[0].endswith("from 3.2/MPh")


def test_the_weather_of_games_under_way_is_told() -> None:
    """Of two games that have begun, what the sky, the wind and the Dust are now is a difference."""
    calm, gusty = Game.new(load_scenario("bir-el-qaha")), Game.new(load_scenario("bir-el-qaha"))
    calm.do("wc 3 4")
    gusty.do("wc 6 6")
    assert "Gusts now: no -> yes" in [str(each) for each in compare(calm, gusty).settings]


# The command --------------------------------------------------------------------------------


def test_it_says_what_differs_first(khamsin: Khamsin, windy: str) -> None:
    """Settings, then the chance that differs most, then every Player Turn."""
    said = khamsin("compare", "two.toml", windy)
    at = said.lines.index("What differs, A -> B:")
    assert said.lines[at + 1] == "  Wind: Mild Breeze -> Heavy Winds"
    table = said.lines.index(next(each for each in said.lines if each.startswith("Where they")))
    assert said.lines[table + 2].split()[:2] == ["Heavy", "Winds"]
    assert said.lines[-1].startswith("2.2 ")


def test_scenarios_of_different_lengths_are_compared_to_each_end(khamsin: Khamsin) -> None:
    """By Player Turn as far as both go, and besides what each has reached when it ends."""
    text = Path("two.toml").read_text(encoding="utf-8")
    Path("long.toml").write_text(changed(text, "turns = 2", "turns = 4"), encoding="utf-8")
    said = khamsin("compare", "two.toml", "long.toml")
    assert "Ever, A up to 2.2 and B up to 4.2:" in said.lines
    found = khamsin("compare", "two.toml", "long.toml", "--json").json
    assert [each["player_turn"] for each in found["player_turns"]] == ["1.1", "1.2", "2.1", "2.2"]
    light = [Fraction(each["exact"]) for each in found["ever"]["reached"]["Light"]]
    assert light == [odds(name).reached[Density.LIGHT] for name in ("two.toml", "long.toml")]
    assert (
        khamsin("compare", "two.toml", "two.toml", "--turns", "3", "--csv").lines[-1][:4] == "3.2,"
    )


def test_rows_are_those_of_csv_and_json(khamsin: Khamsin, windy: str) -> None:
    """A row a chance and Player Turn; B-A is what its name says, and JSON has it exactly."""
    told = khamsin("compare", "two.toml", windy, "--csv").out
    found = compare("two.toml", windy)
    assert list(csv.DictReader(io.StringIO(told))) == [
        {key: str(cell) for key, cell in row.items()} for row in rows(found)
    ]
    names = ["Two tanks (two.toml)", "Two tanks (windy.toml)"]
    assert as_json(found)["scenarios"] == [*found.names] == names
    for row in rows(found):
        assert float(row["B-A"]) == pytest.approx(float(row["B"]) - float(row["A"]))
    exact = as_json(found)["chances"]
    assert len(rows(found)) == sum(len(each["player_turns"]) for each in exact)
    for each in exact:
        a, b = (Fraction(side["exact"]) for side in each["player_turns"][each["furthest"]])
        assert Fraction(each["difference"]["exact"]) == b - a


@cases(
    "arguments, said",
    (["two.toml"], "the following arguments are required: B"),
    (["two.toml", "nothing.toml"], "nothing.toml: there is no such file"),
    (["two.toml", "game.jsonl@9.1"], "the game did not come to 9.1"),
    (["two.toml", "game.jsonl@never"], "'never' is neither a moment"),
    (["two.toml", "no.jsonl@3.1"], "no.jsonl@3.1: there is no such file"),
    (["two.toml", "game.jsonl@5.1"], "the two have no Player Turn in common"),
    (["two.toml", "two.toml", "--turns", "0"], "turns: 0 is not a number of turns"),
    (["two.toml", "two.toml", "--range", "x"], "argument --range: 'x' is not a whole number"),
    (["two.toml", "orders.txt"], "orders.txt: "),
    (["two.toml", "two.toml", "--plot", "orders.txt"], "this file is not a picture"),
    (["two.toml", "two.toml", "--csv", "--json"], "not allowed with argument"),
)
def test_what_cannot_be_compared_gets_a_sentence(
    khamsin: Khamsin, arguments: list[str], said: str
) -> None:
    """Bad input: one sentence, exit code 2, and nothing on the standard output."""
    played(khamsin)
    found = khamsin("compare", *arguments)
    assert (found.code, found.out) == (2, "")
    assert said in found.err


# Pictures -----------------------------------------------------------------------------------


def texts(picture: str) -> list[str]:
    """The words of a picture."""
    root = ET.fromstring(picture)  # noqa: S314 - drawn here
    return [each.text or "" for each in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("look", Theme)
def test_a_picture_has_both_curves_and_what_differs(look: Theme) -> None:
    """Settings with both values; a panel a chance with the chances of both at its end."""
    found = compare("bir-el-qaha", "bir-hacheim", range_=6)
    picture = chart_svg(found, look)
    words = texts(picture)
    assert words[0] == f"{found.one.name} against {found.two.name}"
    dust = next(each for each in found.settings if each.name == "Dust")
    assert {dust.name, dust.one, dust.two} <= set(words)
    assert {f"A  {found.one.name}", f"B  {found.two.name}"} <= set(words)
    first = found.chances[0]
    assert first.name in words
    assert picture.count('class="chart-line chart-a"') == picture.count(
        'class="chart-line chart-b"'
    )
    assert "nan" not in picture


def test_a_comparison_shows_itself_in_notebooks() -> None:
    """As a table of what differs most, and drawn as a picture; names cannot break out of either."""
    facts = attrs.evolve(load_scenario("bir-el-qaha"), name="<script>\x1b[2J&")
    found = compare(facts, "bir-hacheim")
    table = found._repr_html_()
    assert "<script>" not in table
    assert "\x1b" not in table
    assert table.count("<tr>") == 1 + len(found.different)
    picture = draw(found)
    assert "<script>" not in picture
    assert "\x1b" not in picture
    assert texts(picture)[0].startswith("<script>\ufffd[2J& against ")
