"""11.8 Mud: where a vehicle bogs in it, and what it does to hammada."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import Played, board, khamsin, world

MUD: dict[str, Any] = {"month": "February", "weather": "Mud", "ec": "Mud"}
HAMMADA = {"E4": "h"}
"""Hammada in E4; Accessible to it are E3, E5, D3, D4, F3 and F4."""
CAR = {"id": "Car", "side": "German", "movement": "armoured-car", "mp": 30, "at": "B3"}
PZ = CAR | {"id": "PzA", "movement": "fully-tracked", "mp": 13}
MIXED = [board(HAMMADA), board(name="X2", desert=False)]


def muddy(marks: dict[str, str] | None = None, **facts: Any) -> Played:
    """A game in Mud on one Desert Board with hammada in E4."""
    return world(HAMMADA | (marks or {}), **MUD | facts)


# Where it is in effect -------------------------------------------------------------------------


@pytest.mark.rule("11.8a", "11.8b", "11.8c", "11.8d", "11.8m", "11.8k", "11.8l")
@cases(
    "facts, why",
    pytest.param({}, "", id="11.8a"),
    pytest.param({"weather": "Mud & Overcast"}, "", id="11.8a"),
    pytest.param({"weather": "Clear", "ec": "Dry"}, "Mud is not", id="11.8a"),
    pytest.param({"weather": "Clear", "ec": "Wet"}, "Mud is not", id="11.8a"),
    pytest.param({"weather": "Clear"}, "", id="11.8b"),
    pytest.param({"weather": "Clear", "rulings": {"11.8-ec": "weather"}}, "Mud is not", id="11.8b"),
    pytest.param({"rulings": {"11.8-ec": "weather"}}, "", id="11.8b"),
    pytest.param({"land": "France"}, "no Arid Land", id="11.8c"),
    pytest.param({"land": "Syria"}, "", id="11.8c"),
    pytest.param({"boards": MIXED}, "not all boards", id="11.8d 11.8m"),
    pytest.param({"broken": True}, "Broken Terrain", id="11.8k"),
    pytest.param({"steppe": True}, "Steppe Terrain", id="11.8l"),
    pytest.param({"boards": MIXED, "broken": True}, "not all boards", id="11.8m"),
)
def test_where_desert_mud_is_in_effect(facts: dict[str, Any], why: str) -> None:
    """Mud, an Arid Land, only Desert Boards, and neither Broken nor Steppe Terrain."""
    game = world(None if "boards" in facts else HAMMADA, **MUD | facts)
    words = "mud-bog --path X1D4 X1E5" if "boards" in facts else "mud-bog --path D4 E5"
    answer = game.json(words)
    assert answer["in_effect"] is (not why)
    if why:
        assert why in answer["verdict"]
        assert ("D8.23" in answer["verdict"]) is (facts.get("ec", "Mud") == "Mud")
    else:
        assert answer["counted"] == ["E5"]


# Which hexes count -----------------------------------------------------------------------------


PAVED: dict[str, Any] = {"roads": [{"hexes": ["C4", "D4"]}]}


# In play ---------------------------------------------------------------------------------------


def driven(vehicle: dict[str, Any], **facts: Any) -> Played:
    """A game in Mud in which a vehicle in C4 has Started."""
    game = muddy(vehicles=[vehicle | {"at": "C4"}], **facts)
    game.to("MPh")
    game.do(f"start {vehicle['id']}")
    return game


def bogged(game: Played, name: str) -> bool:
    """Whether a vehicle is bogged, as ``show`` says it."""
    shown = game.command("show", "GAME")[1]
    (line,) = (each for each in shown.splitlines() if f"Vehicle {name} in" in each)
    assert ("bogged" in line) is game.state.vehicles[name].bogged
    return "bogged" in line


@pytest.mark.rule("11.8e")
def test_the_secret_dr_is_told_only_when_it_acts(tmp_path: Path) -> None:
    """Neither story, show nor the page tells the dice, the dr or the hexes counted."""
    game = driven(PZ)
    game.do("move PzA D3 2mp 5 6 2")
    told = [game.command(words, "GAME")[1] for words in ("show", "story")]
    game.command("view", "GAME", "-o", str(tmp_path / "page.html"))
    told.append((tmp_path / "page.html").read_text(encoding="utf-8"))
    for text in told:
        assert "Secret Bog DR made" in text or "PzA in D3" in text
        for secret in ("5,6", "secret dr PzA", "mud dr", "it will", "hex 1 of"):
            assert secret not in text
    game.do("move PzA C4")
    assert "PzA bogs in D4" in game.told("move PzA D4")


@pytest.mark.rule("11.8e")
def test_an_impulse_makes_the_secret_dr_of_each_vehicle() -> None:
    """In the order of its steps."""
    tractor = PZ | {"armour": "none", "at": "C4"}  # in a convoy
    game = muddy(vehicles=[tractor, tractor | {"id": "PzB", "at": "C5"}])
    game.to("MPh")
    game.do("impulse start PzA, start PzB")
    game.do("impulse move PzA D3 3mp, move PzB D4 3mp, 6 6 2 5 6 1")
    assert not bogged(game, "PzA")
    assert bogged(game, "PzB")
    assert game.audited().clean


@pytest.mark.rule("11.8e")
def test_the_audit_checks_the_secret_dr(tmp_path: Path) -> None:
    """A log in which the vehicle does not bog where it must is found out."""
    game = driven(PZ)
    game.do("move PzA D3 2mp 6 6 1")
    assert bogged(game, "PzA")
    path = tmp_path / "game.jsonl"
    game.game.save(path)
    assert khamsin("audit", str(path))[0] == 0
    lines = path.read_text("utf-8").splitlines()
    (entry,) = (n for n, line in enumerate(lines) if "vehicle_bogged" in line)
    told = json.loads(lines[entry])
    told["then"] = [each for each in told["then"] if "vehicle_bogged" not in json.dumps(each)]
    lines[entry] = json.dumps(told)
    path.write_text("\n".join(lines) + "\n", "utf-8")
    code, out, err = khamsin("audit", str(path))
    assert code
    assert "bog" in out + err


@pytest.mark.rule("11.8f", "11.8j", "11.8n", "11.8p", "11.8q")
@cases("choice", "counts", "uncounted")
@cases("dr", 1, 2, 3, 4, 5, 6)
@cases("path", "C4 D4 E5 F4 F3 E3 D3", "C4 C5 D5 D4 D3 C4 D4", "C4 D3 D4 E5 E6 F5 G5")
def test_play_and_question_agree(path: str, dr: int, choice: str) -> None:
    """A vehicle bogs where ``ask mud-bog`` says of its path that it does."""
    game = driven(PZ | {"mp": 40}, rulings={"11.8-road": choice}, **PAVED)
    said = game.json(f"mud-bog --path {path} --dr {dr}")["bogs_in"]
    first, *others = path.split()[1:]
    game.do(f"move PzA {first} 2mp 6 6 {dr}")
    for name in others:
        if game.state.vehicles["PzA"].bogged:
            break
        game.do(f"move PzA {name} 2mp")
    found = game.state.vehicles["PzA"]
    assert (found.hex if found.bogged else None) == said
