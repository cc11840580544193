"""``khamsin odds`` and ``sensitivity``: what they say, draw and refuse."""

import csv
import io
from fractions import Fraction
from functools import cache
from typing import Any

import attrs
import pytest
from hypothesis import given

from events.scenario import BoardSpec, Scenario
from events.terms import Density, Month, Weather, WindForce
from replays import load_scenario, odds, sensitivity
from replays.chances.odds import known_of
from replays.chances.rows import decimal, rows
from replays.chances.sensitivity import Sensitivity, VariedSetting
from replays.testing import scenarios
from sim.climate.climate import percent
from sim.climate.exact_odds import chance_reached
from sim.climate.walk import climate_table
from sim.machine.opening import initial_state
from tests import cases
from tests.drawn import examples
from tests.test_cli import TWO, Khamsin, command_line, khamsin, played

__all__ = ["command_line", "khamsin"]


def test_odds_as_json_are_exact(khamsin: Khamsin) -> None:
    """Each chance is a fraction in full, and a decimal."""
    said = khamsin("odds", "two.toml", "--json", "--range", "12").json
    assert list(said) == ["scenario", "since", "player_turns", "reached", "expected"]
    first = said["player_turns"][0]
    assert list(first) == [
        *("player_turn", "density", "reached", "rain", "rained", "wind", "gusts"),
        *("heavy_gusts", "ec", "shot"),
    ]
    assert first["wind"]["Heavy Winds"] == {"exact": "1/216", "decimal": 1 / 216}
    assert first["shot"] == {
        "range": 12,
        "drm": {"0": {"exact": "1/1", "decimal": 1.0}},
        "blocked": {"exact": "0/1", "decimal": 0.0},
    }
    expected = [Fraction(each["exact"]) for each in said["expected"].values()]
    assert sum(expected) == len(said["player_turns"]) == 4


def test_odds_are_asked_from_a_moment_of_a_game(khamsin: Khamsin) -> None:
    """A log with a moment, a scenario with a log, and a log with @: all ask the same."""
    log = played(khamsin)
    asked = [
        khamsin("odds", log, "--given", "3.2/MPh"),
        khamsin("odds", "bir-el-qaha", "--given", f"{log}@3.2/MPh"),
        khamsin("odds", log, "--given", f"{log}@3.2/MPh"),
    ]
    assert [said.code for said in asked] == [0, 0, 0]
    assert asked[0].out == asked[1].out == asked[2].out
    assert asked[0].lines[0].endswith("odds from 3.2/MPh to 6.2")
    assert khamsin("odds", log).out == khamsin("odds", "bir-el-qaha", "--given", log).out


@cases(
    "arguments, said",
    (["nothing.toml"], "nothing.toml: there is no such file"),
    (["bir-el-qaha", "--turns", "0"], "turns: 0 is not a number of turns from 1 to 100"),
    (["bir-el-qaha", "--turns", "101"], "turns: 101 is not a number of turns from 1 to 100"),
    (["bir-el-qaha", "--turns", "x"], "argument --turns: 'x' is not a whole number"),
    (["bir-el-qaha", "--range", "-1"], "argument --range: -1 is less than 0"),
    (["bir-el-qaha", "--given", "3.2/MPh"], "a scenario stands at setup"),
    (["bir-el-qaha", "--given", "never"], "'never' is not a moment"),
    (["bir-el-qaha", "--given", "no.jsonl@3.2"], "no.jsonl: there is no such file"),
    (["game.jsonl", "--given", "9.1"], "the game did not come to 9.1;"),
    (["two.toml", "--given", "game.jsonl"], "game.jsonl: this is a game of another scenario"),
    (
        ["game.jsonl", "--given", "3.1", "--turns", "2"],
        "turns: the game is at 3.1/CCPh already, beyond Game Turn 2",
    ),
    (["two.toml", "--plot", "orders.txt"], "orders.txt: this file is not a picture"),
)
def test_what_cannot_be_asked_is_told_in_a_sentence(
    khamsin: Khamsin, arguments: list[str], said: str
) -> None:
    """Bad input gets one sentence and exit code 2."""
    played(khamsin)
    found = khamsin("odds", *arguments)
    assert found.code == 2
    assert said in found.err
    assert found.err.count("\n") == 1
    assert found.out == ""


def test_only_what_is_certain_reads_as_certain() -> None:
    """A small chance is not told as none, nor a large one as certain."""
    chances = ("0", "1/100000", "1/216", "1/36", "1/3", "999/1000", "9999/10000", "1")
    assert [percent(Fraction(each)) for each in chances] == [
        *("0%", "<0.01%", "0.46%", "2.8%", "33.3%", "99.9%", ">99.9%", "100%")
    ]
    assert [decimal(Fraction(each)) for each in ("0", "1/216", "7/3")] == ["0.00", "<0.01", "2.33"]


def test_csv(khamsin: Khamsin) -> None:
    """CSV has a row a Player Turn; densities add up to 1, and Python has the same rows."""
    told = list(csv.DictReader(io.StringIO(khamsin("odds", "two.toml", "--csv").out)))
    assert [row["player_turn"] for row in told] == ["1.1", "1.2", "2.1", "2.2"]
    assert all(abs(sum(float(row[each]) for each in Density) - 1) < 1e-9 for row in told)
    again = rows(odds(load_scenario("two.toml")))
    assert [{key: str(item) for key, item in row.items()} for row in again] == told


@cache
def of_two() -> Sensitivity:
    """What moves the odds of the small scenario."""
    return sensitivity(TWO)


def _setting(found: Sensitivity, name: str) -> VariedSetting:
    (setting,) = (each for each in found.settings if each.name == name)
    return setting


def test_each_setting_is_varied_alone_over_its_sound_values() -> None:
    """Values that make a scenario unsound are left out; the others have their own odds.

    The setting that moves the odds most comes first, for all densities together.
    """
    facts, found = TWO, of_two()
    spans = [each.whole_span for each in found.settings]
    assert spans == sorted(spans, reverse=True)
    assert found.reached == odds(facts).reached
    weather = _setting(found, "weather")
    assert weather.now == "Clear"
    assert [each.name for each in weather.values] == ["Clear", "Clear & Gusty", "Overcast"]
    for value in weather.values:
        other = attrs.evolve(facts, weather=Weather(value.name))
        assert value.reached == odds(other).reached
    wind = _setting(found, "wind")
    calm = attrs.evolve(facts, wind=WindForce.NO_WIND, wind_direction=None)
    assert wind.values[0].reached == odds(calm).reached
    assert wind.most(Density.LIGHT).name == "Heavy Winds"
    turns = _setting(found, "turns")
    assert [each.name for each in turns.values] == ["1", "2", "3", "4"]
    assert turns.values[1].reached == found.reached
    assert {sensitivity(attrs.evolve(facts, turns=9), turns=2)} == {found}


@examples(8)
@given(scenarios(dyo=True))
def test_what_has_no_part_in_the_weather_leaves_player_turns_as_they_are(facts: Scenario) -> None:
    """Tables that share what is known of Player Turns are those compiled afresh.

    What setup alone asks for, the map and the order of battle are of no account; Desert Boards are.
    """
    known = known_of(facts)
    green = [attrs.evolve(board, desert=not board.desert) for board in facts.boards]
    assert known_of(attrs.evolve(facts, boards=tuple(green))) is not known
    bare: dict[str, Any] = dict.fromkeys(("vehicles", "buildings", "hexsides", "roads"), ())
    plain = tuple(BoardSpec(name=board.name, desert=board.desert) for board in facts.boards)
    elsewhere = {"boards": plain, "turns": 1, "land": "Italy", "name": "B"} | bare
    in_january: dict[str, Any] = {"month": Month.JANUARY, "bombardments": 2}
    for changes in ({}, elsewhere | in_january, {"weather": None, "dust": None, "ec": None}):
        changed = attrs.evolve(facts, **changes)
        assert known_of(changed) is known
        state = initial_state(changed)
        shared, fresh = climate_table(state, known_of(changed)), climate_table(state)
        assert chance_reached(shared, 2) == chance_reached(fresh, 2)
        assert shared.player_turn.purpose == fresh.player_turn.purpose
        assert set(shared.climates) == set(fresh.climates)


def test_sensitivity_is_told_as_text_and_json(
    khamsin: Khamsin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table, and the same in full."""
    monkeypatch.setattr("replays.cli.sensitivity.sensitivity", lambda *_, **__: of_two())
    text = khamsin("sensitivity", "two.toml")
    assert (text.code, text.err) == (0, "")
    assert text.lines[-1] == "Nothing depends on time_of_day, month, bombardments."
    said = khamsin("sensitivity", "two.toml", "--json").json
    assert list(said) == ["scenario", "turns", "reached", "settings", "fixed"]
    assert said["settings"][0]["setting"] == "dust"
