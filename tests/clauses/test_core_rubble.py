"""B24 Rubble as the four documents lean on it: whom it buries, fire in it, and its Clearance."""

from typing import Any, Final

from tests.clauses.reached import Played, world

TOWER: Final[dict[str, Any]] = {"hex": "D5", "material": "wooden", "upper_levels": 1}
"""A tower in D5; direction 1 of its rubble is D4, 2 is E5, 4 is D6."""


def vehicle(name: str, at: str, armour: str, **more: Any) -> dict[str, Any]:
    """A German vehicle with 12 MP."""
    movement = "truck" if armour == "none" else "fully-tracked"
    facts = {"id": name, "side": "German", "movement": movement, "mp": 12, "at": at}
    return facts | {"armour": armour} | more


def tower(*vehicles: dict[str, Any], marks: dict[str, str] | None = None, **more: Any) -> Played:
    """A game in the first PFPh with the tower and these vehicles."""
    facts = {"buildings": [TOWER], "vehicles": list(vehicles)} | more
    game = world(marks or {}, **facts)
    game.to("PFPh")
    return game


def test_a_log_of_rubble_is_audited_clean() -> None:
    """Vehicles lost, Bog Checks, Stuns, wrecks and fires of rubble are derived again."""
    game = tower(
        vehicle("Lkw", "D4", "none"),
        vehicle("Pz", "D4", "closed-topped"),
        buildings=[TOWER, {"hex": "E5", "upper_levels": 1}],
    )
    game.do("unit Posten HS D4 by German", "blaze D5 level 1", "flame D5", "rubble D5 6 1 2 3")
    game.do("phase RPh", "wc 6 6")
    assert game.audited().clean
