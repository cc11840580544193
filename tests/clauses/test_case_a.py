"""C5.11 Case A as ``ask gun`` tells it."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import Played, world

MARKS = {"B2": "w", "B3": "w'", "B4": "c", "B5": "b", "B6": "P", "D6": "h", "D8": "b", "D7": "h"}
BUILT = [{"hex": "F2"}, {"hex": "F4", "material": "wooden"}]


def ground(**facts: Any) -> Played:
    """A broken AD board with buildings in F2 and F4, debris in H2 and H4."""
    debris = [{"hex": "H2"}, {"hex": "H4"}]
    return world(MARKS, ad=True, on={"ad": True}, buildings=BUILT, debris=debris, **facts)


@pytest.mark.rule("C5.11")
@cases(
    "hex_, words, drm",
    ("A1", "", [3, 4, 5]),
    ("A1", "--mount ST", [2, 3, 4]),
    ("A1", "--mount T", [1, 2, 3]),
    ("B2", "", [6, 8, 10]),
    ("B2", "--emplaced", [6, 8, 10]),
    ("B2", "--mount T", [1, 2, 3]),
    ("B3", "", [6, 8, 10]),
    ("B6", "", [6, 8, 10]),
    ("B4", "", [3, 4, 5]),
    ("B5", "", [3, 4, 5]),
    ("F2", "", [6, 8, 10]),
    ("F4", "", [6, 8, 10]),
)
def test_case_a_goes_by_mount_and_terrain(hex_: str, words: str, drm: list[int]) -> None:
    """A non-turreted Gun doubles it in woods of some sort and in buildings, and nowhere else."""
    found = ground().json(f"gun --hex {hex_} --calibre 50 {words}")["case_a"]
    assert found["drm"] == drm
    assert found["rule"] == "C5.11"


@pytest.mark.rule("AD3.48a", "AD3.48b")
@cases("words", "", "--emplaced")
def test_case_a_is_never_doubled_in_debris(words: str) -> None:
    """Emplaced or not, a Gun in Arid Debris does not double it."""
    found = ground().json(f"gun --hex H2 --calibre 50 {words}")["case_a"]
    assert (found["drm"], found["doubled"], found["rule"]) == ([3, 4, 5], False, "AD3.48")


@pytest.mark.rule("C5.11", "AD3.48", "AD4.51")
@cases(
    "hex_, words, why, rule",
    ("A1", "", "A1 is neither woods nor a building nor rubble", "C5.11"),
    ("B2", "", "non-turreted in Light Woods", "C5.11"),
    ("B2", "--mount ST", "it is turreted", "C5.11"),
    ("H2", "", "in Arid Debris, not Emplaced", "AD3.48"),
    ("H2", "--emplaced --concealed", "in Arid Debris, Emplaced", "AD3.48"),
    ("H2", "--dug-in", "H2 is neither woods nor a building nor rubble", "C5.11"),
    ("C6", "--dug-in --mount T", "Dug-In in Broken Ground, as if in rubble", "AD4.51"),
)
def test_why_case_a_is_doubled_or_not(hex_: str, words: str, why: str, rule: str) -> None:
    """In a few words, with the rule that decides it."""
    game = ground(broken=True)
    assert f"{why} ({rule})" in game.ask(f"gun --hex {hex_} --calibre 50 {words}").verdict
    found = game.json(f"gun --hex {hex_} --calibre 50 {words}")["case_a"]
    assert (found["why"], found["rule"]) == (why, rule)


@pytest.mark.rule("C5.11", "AD4.51")
def test_a_dug_in_vehicle_in_broken_ground_of_another_board() -> None:
    """Only AD boards have Broken Ground that counts as rubble."""
    game = world({"C6": "n"}, broken=True)
    found = game.json("gun --hex C6 --calibre 50 --dug-in")["case_a"]
    assert (found["drm"], found["doubled"], found["rule"]) == ([3, 4, 5], False, "C5.11")
