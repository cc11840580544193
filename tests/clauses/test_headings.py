"""The headings of the rulebook: 11.79 and AD3.0 announce what other rules say."""

import pytest

from tests.clauses.reached import world

PRINTED = {
    "A2": ("o", "Olive Grove", "AD3.11"),
    "E2": ("P", "Dense Palm Trees", "AD3.121"),
    "G2": ("w", "Light Woods", "AD3.14"),
    "I2": ("g", "Grain", "AD3.161"),
    "K2": ("cb", "Crag-Brush", "AD3.21"),
    "M2": ("ch", "Crag-Hammada", "AD3.22"),
    "A4": ("z", "Arid Plaza", "AD3.5"),
    "C4": ("W", "Oasis Well", "AD3.61"),
    "E4": ("a", "Oasis", "AD3.62"),
    "G4": ("F", "Fountain", "AD3.7"),
    "I4": ("h", "Hammada", "F3"),
    "K4": ("s", "Scrub", "F2"),
}
"""Marks of an AD board, the terrain that each is there, and the rule that says so."""


@pytest.mark.rule("AD3.0", "AD3.0a")
def test_every_terrain_of_ad_boards_can_be_said_on_a_map() -> None:
    """A kind of the desert chapter in other artwork has its rule, a kind of AD3 that of AD3."""
    marks = {name: mark for name, (mark, _, _) in PRINTED.items()}
    debris = [{"hex": "E6"}]
    game = world(marks, ad=True, on={"ad": True, "debris": debris})
    for name, (_, terrain, rule) in PRINTED.items():
        found = game.json(f"terrain --hex {name}")
        assert (found["terrain"], found["rules"]) == ([terrain], [rule]), name
    assert game.json("terrain --hex E6")["rules"] == ["AD3.41"]
