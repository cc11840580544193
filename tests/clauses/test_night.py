"""E1 Night: NVR in the log, the audit, the story, the page, and what light reaches."""

import json
from pathlib import Path
from typing import Any

import pytest

from events.codec import encode_scenario
from replays.chances.odds import odds
from tests import cases
from tests.clauses.reached import Played, checked, khamsin, world


def night(nvr: int | None = 3, marks: dict[str, str] | None = None, **facts: Any) -> Played:
    """A game at Night."""
    return world(marks, time_of_day="Night", nvr=nvr, **facts)


def changed(tmp_path: Path, game: Played, old: str, new: str) -> tuple[int, str]:
    """What an audit says of a log with a text in the place of another."""
    path = tmp_path / "game.jsonl"
    game.game.save(path)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    code, out, _ = khamsin("audit", str(path))
    return code, out


@pytest.mark.rule("E1.12a", "E1.12d")
def test_the_audit_knows_nvr(tmp_path: Path) -> None:
    """A log whose Base NVR rises by two is found out, with the rule; as it is, it is clean."""
    game = night()
    game.do("wc 3 4", "phase RPh", "wc 6 5")
    assert game.audited().clean
    told = '"event":"nvr_changed","old":3,"new":4'
    code, out = changed(tmp_path, game, told, told.replace("4", "5"))
    assert code == 1
    assert "E1.12" in out


@pytest.mark.rule("E1.12a", "E1.923b")
def test_night_is_told_in_show_story_diff_and_on_the_page(tmp_path: Path) -> None:
    """NVR and what lights the field, with their rules."""
    game = night()
    game.do("wc 3 4", "phase RPh", "wc 6 5", "light starshell D5")
    assert "NVR          4 hexes (E1.1)" in game.command("show", "GAME")[1]
    found = json.loads(game.command("show", "GAME", "--json")[1])
    assert found["nvr"] == 4
    assert found["lights"] == {"starshell D5": {"hex": "D5", "kind": "starshell"}}
    story = game.command("story", "GAME")[1]
    assert "Base NVR changes from 3 hexes to 4" in story
    assert "No Wind, NVR 4, EC Dry" in story
    difference = game.command("diff", "GAME", "setup", "end")[1]
    assert "Base NVR: 3 -> 4" in difference
    assert "starshell D5: new" in difference
    game.command("view", "GAME", "-o", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "NVR 4" in page
    assert "starshell in D5" in page


@pytest.mark.rule("E1.1a")
def test_a_scenario_without_nvr_writes_the_header_that_it_wrote() -> None:
    """What is not stated is not written, so that old scenarios make the same bytes."""
    plain, stated = night(None), night(3, clouds="scattered", moon="half")
    for key in ("nvr", "clouds", "moon"):
        assert key not in encode_scenario(plain.game.header.scenario)
        assert key in encode_scenario(stated.game.header.scenario)


@pytest.mark.rule("E1.12b")
@cases("moon", "none", "half", "full")
def test_nvr_changes_nothing_of_the_odds_of_wind_and_rain(moon: str) -> None:
    """The dr of its change is of the same Wind Change DR, and weather does not hear of it."""
    games = [night(each, clouds="scattered", moon=moon, weather="Overcast") for each in (3, None)]
    one, two = (odds(each.state, turns=3).player_turns for each in games)
    assert [each.rain for each in one] == [each.rain for each in two]
    assert [each.gusts for each in one] == [each.gusts for each in two]


@pytest.mark.rule("E1.1a", "E1.101a")
def test_check_and_los_say_what_they_know_of_night() -> None:
    """`check` tells NVR, or that none is stated; `los` that its lines are as by day."""
    assert checked(time_of_day="Night")["in_effect"] == [
        "at Night, NVR: not considered: give nvr = N (E1.1)"
    ]
    assert checked(time_of_day="Night", nvr=1)["in_effect"] == ["at Night, NVR: 1 hex (E1.1)"]
    assert checked()["in_effect"] == []
    assert "as by day" in night().command("los", "GAME", "--range", "1")[2]
    assert "as by day" not in world().command("los", "GAME", "--range", "1")[2]
