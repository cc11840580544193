"""Fortifications and bridges: where they may be, what they hold, and foxholes dug in play."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import Played, unsound, world
from tests.table import make_vehicle

ROAD: dict[str, Any] = {"hexes": ["B4", "C5", "D5"]}


def fort(kind: str, name: str, **more: Any) -> dict[str, Any]:
    """A Fortification of a scenario."""
    return {"kind": kind, "hex": name, "side": "German"} | more


def phase(marks: dict[str, str] | None = None, **facts: Any) -> Played:
    """A game in the PFPh of the Germans."""
    game = world(marks, **facts)
    game.to("PFPh")
    return game


# Where they may be ---------------------------------------------------------------------------

DUG = ("Foxhole", "Trench", "Sangar")
MINES = ("A-P Mines", "A-T Mines")
EVERY = (*DUG, "Pillbox", "Wire", *MINES)


@cases(
    "counters, said",
    ([fort("Roadblock", "C7", hexside=1)], "no road across hexside 1"),
    ([fort("Roadblock", "C5")], "a Roadblock needs its hexside"),
    ([fort("Foxhole", "D8", hexside=1)], "only a Roadblock has a hexside"),
    ([fort("Pillbox", "D8")], "a Pillbox needs its CA"),
    ([fort("Wire", "D8", ca=1)], "only a Pillbox has a CA"),
    ([fort("Foxhole", "D8", squads=4)], "not a number of squads"),
    ([fort("Foxhole", "D8", side="Italian")], "not one of the sides"),
    ([fort("Wire", "D8"), fort("Wire", "D8")], "D8 has a Wire already"),
    ([fort("Wire", "ZZ9")], "is not a hex in play"),
)
def test_check_refuses_what_cannot_be(counters: list[dict[str, Any]], said: str) -> None:
    """Every impossible counter is a fault with its reason."""
    assert said in unsound(roads=[ROAD], fortifications=counters)


def test_a_roadblock_is_no_hexside_of_a_map() -> None:
    """A roadblock is one of the Fortifications, and no printed hexside."""
    assert "[[fortifications]]" in unsound(hexsides=[{"kind": "roadblock", "at": ["C5:2"]}])


# Entrenching ---------------------------------------------------------------------------------


@pytest.mark.rule("F.1B", "B27.11")
@cases("mark, most", (".", 3), ("h", 3), ("d", 5))
def test_desert_base_terrain_makes_it_harder(mark: str, most: int) -> None:
    """On a Desert Board an Entrenching Attempt takes +2, but not in sand."""
    rolls = {2: "1 1", 3: "1 2", 4: "2 2", 5: "2 3", 6: "3 3"}
    dug = [
        total
        for total, dice in rolls.items()
        if "holds" in phase({"D4": mark}).told(f"entrench D4 {dice}")
    ]
    assert max(dug) == most


# Seen ----------------------------------------------------------------------------------------


def test_maps_and_show_have_every_counter() -> None:
    """Picture, text map and state name each Fortification; a bridge has its railings."""
    game = world(
        {"C5": "r"},
        roads=[ROAD],
        bridges=[{"hex": "C5"}],
        fortifications=[
            fort("Pillbox", "D8", ca=2),
            fort("Trench", "E8"),
            fort("Roadblock", "C5", hexside=3),
        ],
    )
    with TemporaryDirectory() as folder:
        path = Path(folder) / "map.svg"
        game.command("map", "GAME", "-o", str(path))
        drawn = path.read_text(encoding="utf-8")
    for said in ("Pillbox of the German", "1+3+5", "Trench", "side 3", "Bridge"):
        assert said in drawn
    _, shown, _ = game.command("show", "GAME")
    assert "Fortification Pillbox-D8 in D8" in shown
    _, text, _ = game.command("map", "GAME")
    assert "^" in text


# What they cost and give -----------------------------------------------------------------------


@pytest.mark.rule("B26.4", "B27.4", "B30")
@cases(
    "kind, costs",
    ("Wire", {"infantry": 1, "cavalry": None, "truck": 5, "fully-tracked": 3}),
    ("Foxhole", {"infantry": 1, "cavalry": 2, "truck": 5, "fully-tracked": 1}),
    ("Trench", {"infantry": 1, "cavalry": 2, "truck": None, "fully-tracked": 1}),
    ("Pillbox", {"infantry": 1, "cavalry": 1, "truck": 1, "fully-tracked": 1}),
)
def test_what_a_fortification_costs_beyond_cot(kind: str, costs: dict[str, int | None]) -> None:
    """Each class pays what the chart has beyond COT, or is kept out; Infantry one MF to go in."""
    game = world(fortifications=[fort(kind, "D4", **({"ca": 1} if kind == "Pillbox" else {}))])
    for mover, points in costs.items():
        found = game.json(f"entry-cost --from D3 --to D4 --mover {mover} --allotment 20")
        assert found["cost"] == (None if points is None else str(points))
    if kind == "Wire":
        assert game.json("entry-cost --from D3 --to D4 --mover truck")["bog_check"]
        assert "nobody is in a Wire" in game.why_refused("entry-cost --from D3 --to D4 --into Wire")
    else:
        assert game.json(f"entry-cost --from D3 --to D4 --into {kind}")["cost"] == "2"
    assert "there is no Sangar" in game.why_refused("entry-cost --from D3 --to D4 --into Sangar")


@pytest.mark.rule("B27.3", "F8.4", "F7")
@cases(
    "mark, kind, direct, oba",
    (".", "Foxhole", 2, 4),
    (".", "Trench", 2, 4),
    (".", "Sangar", 1, 3),
    ("c", None, 1, 1),
    ("w", "Foxhole", 2, 3),
    ("d", "Foxhole", 1, 2),
)
def test_an_entrenchment_shelters_who_is_in_it(
    mark: str, kind: str | None, direct: int, oba: int
) -> None:
    """Its TEM is the better of it and the terrain, other vs OBA; halved in dry sand."""
    game = world({"D4": mark}, fortifications=[] if kind is None else [fort(kind, "D4")])
    within = "" if kind is None else f"--within {kind}"
    assert game.json(f"tem --hex D4 {within}")["tem"] == direct
    assert game.json(f"tem --hex D4 {within} --oba")["tem"] == oba
    if kind is not None:
        outside = game.json("tem --hex D4")["tem"]
        assert outside == {".": 0, "w": 1, "d": 0}[mark]
        shot = game.json(f"shot --from D2 --to D4 {within} --moving")
        assert shot["ffmo"]["applies"] is False


# Bridges and Bypass ----------------------------------------------------------------------------

SPAN: dict[str, Any] = {
    "roads": [{"hexes": ["D3", "D4", "D5"]}],
    "bridges": [{"hex": "D4"}],
    "on": {"desert": False},
}


@pytest.mark.rule("B6.2", "191.7g", "AD2.3f")
@cases(
    "one, two, drm",
    ("D2", "D6", 0),
    ("C4", "E5", 1),
    ("E4", "C5", 1),
    ("C4", "E4", 1),
    ("D3", "D5", 0),
)
def test_a_bridge_hinders_but_along_its_road(one: str, two: str, drm: int) -> None:
    """It fills its hex, hexsides included; a LOS by its road hexsides alone is not hindered."""
    game = world({"D4": "r"}, **SPAN)
    assert game.json(f"shot --from {one} --to {two}")["los"]["hindrance"] == drm
    high = world({"D4": "r", one: ".2", two: ".2"}, **SPAN)
    assert high.json(f"shot --from {one} --to {two}")["los"]["hindrance"] == 0
    rising = world({"D4": "r", two: ".2"}, **SPAN)
    for ends in (f"--from {one} --to {two}", f"--from {two} --to {one}"):
        assert rising.json(f"shot {ends}")["los"]["hindrance"] == 0


AFV: dict[str, Any] = make_vehicle("Pz", at="B2")
