"""Two settings at once, rows for data frames, and pictures for notebooks."""

import csv
import io
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path
from typing import Any

import attrs
import pytest

from events.scenario import Scenario
from events.terms import Density, WindForce
from replays import (
    BadInput,
    Game,
    ask,
    draw,
    load_scenario,
    odds,
    rows,
    sensitivity,
    sensitivity_grid,
)
from sim.climate.exact_odds import DUSTY
from sim.soundness import faults
from tests.table import scenario
from tests.test_cli import Khamsin, command_line, khamsin

__all__ = ["command_line", "khamsin"]


def _calm(facts: Scenario, value: str) -> Scenario:
    """A scenario with another Wind Force; No Wind has no direction."""
    force = WindForce(value)
    direction = None if force is WindForce.NO_WIND else facts.wind_direction
    return attrs.evolve(facts, wind=force, wind_direction=direction)


def test_each_cell_is_the_scenario_with_both_values() -> None:
    """Its chances are the odds of that scenario alone; the middle is the scenario as it is."""
    facts = scenario(turns=2)
    grid = sensitivity_grid(facts, "wind", "turns")
    assert (grid.down.name, grid.across.name) == ("wind", "turns")
    assert grid.across.values == ("1", "2", "3", "4")
    for (wind, turns), chances in grid.reached.items():
        other = attrs.evolve(_calm(facts, wind), turns=int(turns))
        assert chances == odds(other).reached
    assert grid.reached[grid.down.now, grid.across.now] == odds(facts).reached


def test_rows_and_columns_through_the_scenario_are_what_each_setting_does_alone() -> None:
    """A grid agrees with `sensitivity` in the row and the column of the scenario as it is."""
    alone = {each.name: each for each in sensitivity("bir-el-qaha").settings}
    grid = sensitivity_grid("bir-el-qaha", "weather", "dust")
    for value in alone["weather"].values:
        assert grid.reached[value.name, grid.across.now] == value.reached
    for value in alone["dust"].values:
        assert grid.reached[grid.down.now, value.name] == value.reached


def test_a_pair_that_is_not_sound_is_not_there() -> None:
    """Late Afternoon and Light Dust are sound; what `faults` finds is left out, and only that."""
    facts = load_scenario("bir-el-qaha")
    grid = sensitivity_grid(facts, "ec", "weather")
    from replays.chances.sensitivity import SETTINGS

    for one, half in SETTINGS["ec"][1](facts):
        for two, both in SETTINGS["weather"][1](half):
            assert ((one, two) in grid.reached) == (not list(faults(both)))


def test_a_grid_on_the_command_line(khamsin: Khamsin) -> None:
    """A table with the scenario in brackets, JSON with exact chances, CSV with a row a pair."""
    said = khamsin("sensitivity", "two.toml", "--grid", "Weather", "wind", "--plot", "grid.svg")
    assert (said.code, said.err) == (0, "")
    whole = khamsin("sensitivity", "two.toml", "--grid", "weather", "wind", "--json").json
    cells = {(each["down"], each["across"]): each["reached"] for each in whole["cells"]}
    now = cells[whole["down"]["now"], whole["across"]["now"]]
    alone = khamsin("sensitivity", "two.toml", "--json").json["reached"]
    assert now == alone
    assert "\n".join(said.lines).count("[") == 2  # the scenario, and what the brackets mean
    told = khamsin("sensitivity", "two.toml", "--grid", "weather", "wind", "--csv").out
    table = list(csv.DictReader(io.StringIO(told)))
    assert len(table) == len(cells)
    for row in table:
        exact = cells[row["weather"], row["wind"]]
        assert float(row["Heavy"]) == float(Fraction(exact["Heavy"]["exact"]))
    picture = ET.fromstring(Path("grid.svg").read_text(encoding="utf-8"))  # noqa: S314 - ours
    titles = ["".join(each.itertext()) for each in picture.iter() if each.tag.endswith("title")]
    assert len(titles) == 1 + len(whole["down"]["values"]) * len(whole["across"]["values"])


def test_another_density_is_told_when_it_is_named(khamsin: Khamsin) -> None:
    """Without one, the density that the two settings move most."""
    words = ("sensitivity", "two.toml", "--grid", "dust", "turns", "--density", "very heavy")
    assert "ever reaching Very Heavy Dust" in khamsin(*words).lines[0]
    first = khamsin(*words[:5]).lines[0]
    assert f"ever reaching {sensitivity_grid('two.toml', 'dust', 'turns').most_moved} " in first


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("--grid", "weather", "fog"), "fog: no such setting; one of turns, weather"),
        (("--grid", "ec", "EC"), "named twice"),
        (("--density", "Heavy"), "--density: this goes with --grid"),
        (("--grid", "ec", "wind", "--density", "None"), "'None' is no Dust density"),
        (("--grid", "ec"), "expected 2 arguments"),
    ],
)
def test_a_wrong_grid_gets_a_sentence(khamsin: Khamsin, words: tuple[str, ...], what: str) -> None:
    """What, where, and what was expected."""
    said = khamsin("sensitivity", "two.toml", *words)
    assert said.code == 2
    assert what in said.err


def test_rows_say_what_was_found() -> None:
    """A row a Player Turn, a value, or a pair of values; each with the same columns."""
    found: Any
    for found, count in (
        (odds("bir-el-qaha"), 12),
        (sensitivity("bir-el-qaha"), None),
        (sensitivity_grid("bir-el-qaha", "dust", "wind"), 18),
    ):
        table = rows(found)
        assert count in (None, len(table))
        assert len({tuple(row) for row in table}) == 1
    grid = sensitivity_grid("bir-el-qaha", "dust", "wind")
    last = rows(grid)[-1]
    chances = grid.reached[str(last["dust"]), str(last["wind"])]
    assert [last[str(density)] for density in DUSTY] == [float(chances[d]) for d in DUSTY]
    with pytest.raises(BadInput, match="odds, a comparison, a sensitivity or a grid are expected"):
        rows("bir-el-qaha")


def test_what_can_be_drawn_is_a_picture_in_a_notebook() -> None:
    """A game, a state, a LOS, odds, a sensitivity and a grid; anything else gets a sentence."""
    game = Game.new(load_scenario("bir-el-qaha"), "x")
    shot = ask(game, "shot", firer="B3", target="H6")
    grid = sensitivity_grid("bir-el-qaha", "weather", "wind")
    drawn = [
        draw(game),
        draw(game.state),
        draw(game, los=shot),
        draw(odds(game)),
        draw(sensitivity("bir-el-qaha")),
        draw(grid),
        draw(grid, density=Density.HEAVY),
    ]
    for each in drawn:
        shown = ET.fromstring(each._repr_svg_())  # noqa: S314 - drawn here
        assert shown.tag.endswith("svg")
    assert drawn[0] == drawn[1] == game.svg() != drawn[2]
    assert drawn[-1] != drawn[-2]
    for wrong, options in (
        ("text", {}),
        (odds(game), {"los": shot}),
        (game, {"density": Density.HEAVY}),
    ):
        with pytest.raises(BadInput):
            draw(wrong, **options)


def test_tables_in_notebooks() -> None:
    """A sensitivity and a grid show themselves as tables, a row a setting or a value."""
    found = sensitivity("bir-el-qaha")
    table = ET.fromstring(found._repr_html_())  # noqa: S314 - made here
    names = ["".join(row[0].itertext()) for row in table.iter("tr")][1:]
    assert names == [each.name for each in found.settings]
    grid = sensitivity_grid("bir-el-qaha", "weather", "wind")
    shown = ET.fromstring(grid._repr_html_())  # noqa: S314 - made here
    heads, *lines = [["".join(cell.itertext()) for cell in row] for row in shown.iter("tr")]
    assert tuple(heads[1:]) == grid.across.values
    assert tuple(line[0] for line in lines) == grid.down.values
