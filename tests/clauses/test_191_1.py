"""191.1 Broken Terrain: what scrub and hammada become, and the Broken Ground beside the crag."""

import pytest

from tests import cases
from tests.clauses.movers import MOVERS
from tests.clauses.reached import board, khamsin, kinds, world


@pytest.mark.rule("191.1a", "191.1b")
def test_broken_terrain_is_there_by_ssr_only_and_on_desert_boards_only() -> None:
    """Without the key nothing changes; with it only the Desert Boards of the scenario change."""
    plain = world({"C4": "s", "E4": "h"})
    assert (kinds(plain, "C4"), kinds(plain, "E4"), kinds(plain, "E5")) == (
        ("Scrub",),
        ("Hammada",),
        ("Open Ground",),
    )
    marks = {"C4": "s", "E4": "h"}
    two = world(boards=[board(marks, name="A"), board(marks, name="T", desert=False)], broken=True)
    assert (kinds(two, "AC4"), kinds(two, "AE4")) == (("Brush",), ("Crag",))
    assert (kinds(two, "TC4"), kinds(two, "TE4")) == (("Scrub",), ("Hammada",))
    assert kinds(two, "AE5") == ("Broken Ground",)
    assert kinds(two, "TE5") == ("Open Ground",)


@pytest.mark.rule("F4.2", "191.1n", "191.1o", "191.1p", "191.1q", "191.1r", "191.1t")
@cases(
    "mark, expected",
    (".", ("Broken Ground",)),
    ("e", ("Deir", "Broken Ground")),
    ("H", ("Hillock", "Broken Ground")),
    ("y", ("Wadi",)),
    ("u", ("Gully",)),
    ("r", ("Stream",)),
    ("s", ("Brush",)),
    ("es", ("Deir", "Brush")),
    ("d", ("Sand",)),
    ("ed", ("Deir", "Sand")),
    ("D", ("High Dune",)),
    ("w", ("Woods",)),
    ("o", ("Orchard",)),
    ("c", ("Crag",)),
    ("b", ("Brush",)),
    ("~", ("Water",)),
    ("m", ("Marsh",)),
)
def test_open_ground_beside_the_crag_becomes_broken_ground(
    mark: str, expected: tuple[str, ...]
) -> None:
    """Open Ground does, in a deir or on a hillock too (F4.2); nothing else does."""
    game = world({"C4": "h", "C5": mark}, broken=True)
    assert kinds(game, "C5") == expected
    assert kinds(game, "C7") == ("Open Ground",)
    assert "Broken Ground" in kinds(game, "D4")


@pytest.mark.rule("191.1u")
@cases("desert_first", True, False)
def test_ground_is_broken_on_the_desert_board_only(desert_first: bool) -> None:
    """Beyond the shared half-hexes a temperate board stays whole, in whatever order boards lie."""
    last = {"K5": "h", "K6": "h", "L5": "h", "L6": "h", "M2": "s"}
    first = {"C5": "h", "C6": "h", "B5": "h", "B6": "h", "A2": "s"}
    desert = board(last if desert_first else first, name="D")
    green = board(name="T", desert=False)
    game = world(boards=[desert, green] if desert_first else [green, desert], broken=True)
    seam = "DM5" if desert_first else "TM5"
    green_side, desert_side = ("TB5", "DJ6") if desert_first else ("TL5", "DD6")
    assert kinds(game, green_side) == ("Open Ground",)
    assert kinds(game, desert_side) == ("Broken Ground",)
    assert kinds(game, seam) == ("Broken Ground",)
    assert kinds(game, seam.replace("5", "2")) == ("Brush",)
    assert "191.1-seam" in khamsin("rules", "191.1-seam")[1]


COSTS = {
    "chapter-b": ("2", "2", "2", "6", "6", "2", "2", "8"),
    "desert": ("2", "2", "2", "2", "2", "2", "2", "2"),
}


@pytest.mark.rule("191.1aa", "191.1ab", "191.1ac")
@cases("choice", "chapter-b", "desert")
def test_broken_ground_costs_twice_open_ground(choice: str) -> None:
    """Which Open Ground is doubled is a ruling; F13.1 as published doubles that of chapter B."""
    rulings = {} if choice == "chapter-b" else {"191.1-cost": choice}
    game = world({"C4": "h"}, broken=True, rulings=rulings)
    for mover, cost in zip(MOVERS, COSTS[choice], strict=True):
        assert game.json(f"entry-cost --from C6 --to C5 --mover {mover}")["cost"] == cost
    assert game.json("entry-cost --from C5 --to C6 --mover truck")["cost"] == "1"


@pytest.mark.rule("191.1an", "F.1D")
def test_what_an_overlay_brings_is_transformed_too() -> None:
    """Hammada that an overlay brings is written into the map as any other, and becomes crag."""
    game = world({"C4": "h", "D4": "s"}, broken=True)
    drawn = game.command("map", "GAME", "--governed")[1]
    row = next(line for line in drawn.splitlines() if line.strip().startswith("4 "))
    assert "c" in row
    assert "h" not in row
    answer = game.text("overlay --hexes C4 D4")
    assert "C4" in answer
    assert "Crag (191.1)" in answer
    assert "Brush (191.1)" in answer


@pytest.mark.rule("191.1ao", "191.1ap")
def test_the_page_of_the_rule_names_what_is_not_known_of_overlays() -> None:
    """12.421 (overlay D6) and 12.52 (overlay E1) are named, and what is taken instead."""
    page = khamsin("rules", "191.1")[1]
    for rule in ("12.421", "12.52"):
        assert rule in page
    assert "not in our copy" in page
