"""Fortifications, rule by rule: what forbids each, what they cost, hold and give, and by which."""

from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.reached import Played, unsound, world
from tests.clauses.test_fortifications import DUG, MINES, fort

RULE: Final = {
    "Foxhole": "B27.1",
    "Trench": "B27.1",
    "Sangar": "F8.2",
    "Pillbox": "B30.1",
    "Wire": "B26.1",
    "A-P Mines": "B28.1",
    "A-T Mines": "B28.1",
    "Roadblock": "B29.1",
}
"""The rule that says where each may be."""

MORE: Final[dict[str, Any]] = {"Pillbox": {"ca": 1}, "Roadblock": {"hexside": 4}}
"""What else a counter has."""

TRACK: Final = [{"hexes": ["D3", "D4", "D5"], "kind": "unpaved"}]


def forbids(game: Played, what: str, name: str = "D4", words: str = "") -> list[tuple[str, str]]:
    """What forbids a Fortification in a hex: why, and by which rule."""
    found = game.ask(f"fortification --hex {name} --what '{what}' {words}").near
    assert all(each.name == what for each in found)
    return [(each.why.removesuffix(" forbids it"), each.rule) for each in found]


@pytest.mark.rule("B26.1", "B27.1", "B28.1", "B29.1", "B30.1", "F7.42", "F8.2")
@cases(
    "mark, name, not_there",
    (".", "", ()),
    ("b", "", ()),
    ("m", "Marsh", tuple(RULE)),
    ("~", "Water", tuple(RULE)),
    ("c", "Crag", (*DUG, "Pillbox", *MINES)),
    ("C", "Boulder-Crag", (*DUG, "Pillbox", *MINES)),
    ("r", "Stream", (*DUG, "Pillbox")),
    ("u", "Gully", ("Pillbox",)),
    ("y", "Wadi", ("Pillbox",)),
    ("d", "Sand", ("Trench", "Sangar", "Pillbox")),
    ("D", "High Dune", ("Trench", "Sangar", "Pillbox")),
    ("q", "Graveyard", ("Pillbox",)),
    ("building", "Stone Building", (*DUG, "Pillbox", "Wire", "Roadblock")),
    ("rubble", "Stone Rubble", tuple(RULE)),
)
def test_by_which_rule_terrain_forbids_a_fortification(
    mark: str, name: str, not_there: tuple[str, ...]
) -> None:
    """Each by the rule that says where it may be; in sand by that of sand."""
    built = mark in ("building", "rubble")
    buildings = [{"hex": "D4"}] if built else []
    game = world({} if built else {"D4": mark}, buildings=buildings, roads=TRACK)
    if mark == "rubble":
        game.to("PFPh")
        game.do("rubble D4")
    sand = mark in ("d", "D")
    for what, rule in RULE.items():
        expected = [(name, "F7.42" if sand else rule)] if what in not_there else []
        assert forbids(game, what) == expected, what
        if expected and not built:
            counter = fort(what, "D4", **MORE.get(what, {}))
            assert what in unsound({"D4": mark}, roads=TRACK, fortifications=[counter])


@pytest.mark.rule("B27.12", "B26.1", "B28.1", "B29.1", "B30.1", "F8.2")
@pytest.mark.parametrize("what", list(RULE))
def test_a_hex_has_one_such_counter(what: str) -> None:
    """What is there already is said by its name, foxholes for three squads by their own rule."""
    full = MORE | {"Foxhole": {"squads": 3}}
    game = world(roads=TRACK, fortifications=[fort(what, "D4", **full.get(what, {}))])
    words = "--hexside 4" if what == "Roadblock" else ""
    rule = "B27.12" if what == "Foxhole" else RULE[what]
    assert forbids(game, what, "D4", words) == [(f"the {what} there", rule)]
    for other in RULE:
        if other != what:
            words = "--hexside 1" if other == "Roadblock" else ""
            pair = {what, other} == {"Foxhole", "Trench"}
            apart = [(f"the {what} there", "B27.51")] if pair else []
            assert forbids(game, other, "D4", words) == apart
    assert forbids(game, what, "D5", "--hexside 1" if what == "Roadblock" else "") == []
