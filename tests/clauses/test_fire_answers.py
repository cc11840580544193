"""Fire, rule by rule: what each answer, event and refusal of a fire names as its reason (B25)."""

from typing import Any

import pytest

from tests.clauses.reached import world
from tests.clauses.test_core_fire import HOUSE, ablaze
from tests.clauses.test_core_spread import spread

# What is attached ------------------------------------------------------------------------------


@pytest.mark.rule("B25.62", "E3.6", "B24.1")
def test_in_mud_rubble_and_debris_are_no_art_on_a_hexside() -> None:
    """Fire goes from brush to brush in Mud, but neither from nor to what fell into a hex."""
    mud: dict[str, Any] = {"weather": "Mud", "ec": "Mud"}
    debris = [{"hex": "D4", "origin": "printed"}]
    marks = {"D5": "b", "D6": "b"}
    game = ablaze(marks, "D5", debris=debris, on={"ad": True}, ad=True, **mud)
    assert (spread(game, "D4")["rule"], spread(game, "D4")["chance"]) == ("E3.6", "0")
    assert spread(game, "D6")["chance"] != "0"
    back = ablaze(marks, "D4", debris=debris, on={"ad": True}, ad=True, **mud)
    assert spread(back, "D5", of="D4")["rule"] == "E3.6"
    tower = [HOUSE | {"hex": "C5", "upper_levels": 1}]
    fallen = world({"D5": "b", "D4": "b"}, buildings=tower, **mud)
    fallen.to("PFPh")
    fallen.do("rubble C5 level 1 1 6 2")
    assert fallen.state.ground["D4"].rubble is not None
    assert spread(fallen, "D5", of="D4")["rule"] == "E3.6"
    assert spread(fallen, "D4")["rule"] == "E3.6"
