"""Fortifications and bridges: where they may be, what they hold, and foxholes dug in play."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests import cases
from tests.clauses.reached import unsound, world

ROAD: dict[str, Any] = {"hexes": ["B4", "C5", "D5"]}


def fort(kind: str, name: str, **more: Any) -> dict[str, Any]:
    """A Fortification of a scenario."""
    return {"kind": kind, "hex": name, "side": "German"} | more


# Where they may be ---------------------------------------------------------------------------

DUG = ("Foxhole", "Trench", "Sangar")
MINES = ("A-P Mines", "A-T Mines")


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
