"""Fortifications, rule by rule: what forbids each, what they cost, hold and give, and by which."""

from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.reached import Played, unsound, world
from tests.clauses.test_fortifications import DUG, MINES, ROAD, fort, phase

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


@pytest.mark.rule("AD3.61m", "AD3.61n", "AD3.7j")
@cases(
    "mark, name, rule, allowed",
    ("W", "Oasis Well", "AD3.61", {*MINES, "Wire"}),
    ("F", "Fountain", "AD3.7", {"A-P Mines"}),
)
def test_a_well_and_a_fountain_forbid_all_but_few(
    mark: str, name: str, rule: str, allowed: set[str]
) -> None:
    """Mines and Wire in the one, A-P Mines in the other."""
    game = world({"D4": mark}, on={"ad": True}, ad=True, roads=TRACK)
    for what in RULE:
        assert forbids(game, what) == ([] if what in allowed else [(name, rule)]), what


@pytest.mark.rule("B27.1", "B29.1", "B30.1", "F8.2", "B6.1")
def test_what_roads_and_bridges_forbid() -> None:
    """A paved road every entrenchment, a bridge the pillbox too; a Roadblock asks for a road."""
    paved = [ROAD]
    game = world({"C5": "u"}, roads=paved, bridges=[{"hex": "C5"}])
    for what in DUG:
        assert forbids(game, what, "D5") == [("paved road", "B27.1")]
        assert forbids(game, what, "C5") == [("paved road", "B27.1"), ("Bridge", RULE[what])]
    assert forbids(game, "Pillbox", "D5") == []
    assert forbids(game, "Pillbox", "C5") == [("Gully", "B30.1"), ("Bridge", "B30.1")]
    assert forbids(game, "Wire", "C5") == []
    assert forbids(game, "Roadblock", "D5") == []
    assert forbids(game, "Roadblock", "D8") == [("no road", "B29.1")]
    assert forbids(game, "Roadblock", "D5", "--hexside 6") == []
    crossed = [s for s in range(1, 7) if not forbids(game, "Roadblock", "C5", f"--hexside {s}")]
    assert crossed == [3, 6]
    assert forbids(game, "Roadblock", "C5", "--hexside 1") == [
        ("no road across hexside 1", "B29.1")
    ]


@pytest.mark.rule("B27.12", "B26.1", "B28.1", "B29.1", "B30.1", "F8.2")
@pytest.mark.parametrize("what", list(RULE))
def test_a_hex_has_one_such_counter(what: str) -> None:
    """What is there already is said by its name, a foxhole by the rule of what it holds."""
    game = world(roads=TRACK, fortifications=[fort(what, "D4", **MORE.get(what, {}))])
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


# What they hold --------------------------------------------------------------------------------


@pytest.mark.rule("B27.4", "B27", "B29.5")
def test_only_who_is_in_what_is_removed_comes_out() -> None:
    """A unit beneath the foxhole is on the ground then; one in the pillbox, or beside, is not."""
    forts = [fort("Foxhole", "D4"), fort("Pillbox", "D4", ca=1), fort("Foxhole", "D6")]
    game = phase(fortifications=forts)
    game.do(
        "unit A squad D4 entrenched",
        "unit B squad D4 pillbox",
        "unit C squad D6 entrenched",
        "unit E squad D4",
    )
    told = game.told("unfortify Foxhole-D4").splitlines()
    assert told == ["A is on the ground (B27.4)", "the Foxhole in D4 is removed (B27)"]
    told = game.told("unfortify Pillbox-D4").splitlines()
    assert told == ["B is on the ground (B27.4)", "the Pillbox in D4 is removed (B27)"]
    refusal = game.refused("unfortify Foxhole-D4")
    assert (refusal.rule, refusal.reason.slug) == ("B27", "unknown-fortification")
    assert game.state.units["C"].station == "entrenched"


# What they cost --------------------------------------------------------------------------------


@pytest.mark.rule("B27.4", "B30")
@cases("kind, rule", *((kind, "B27.4") for kind in DUG), ("Pillbox", "B30"))
def test_infantry_goes_in_for_one_mf_and_nobody_else_does(kind: str, rule: str) -> None:
    """An item of its own, which no vehicle and no Cavalry pays."""
    there = [fort(kind, "D4", **MORE.get(kind, {}))]
    game = world(fortifications=there)
    words = f"entry-cost --from D3 --to D4 --into {kind}"
    found = [(item.name, item.rule, item.amount) for item in game.ask(words).items]
    assert found == [("Open Ground", "F1", 1), (f"into the {kind}", rule, 1)]
    assert game.json(words)["cost"] == "2"
    for mover in ("cavalry", "fully-tracked"):
        assert f"into the {kind}" not in game.names(f"{words} --mover {mover} --allotment 20")
    assert "nobody is in a Wire" in game.why_refused("entry-cost --from D3 --to D4 --into Wire")
    fire = world({"D4": "b"}, fortifications=there)
    fire.to("PFPh")
    fire.do("blaze D4")
    assert fire.json(words)["cost"] is None
