"""Vehicles for the clauses of movement, and games in their MPh."""

from collections.abc import Mapping
from typing import Any, Final

from tests.clauses.reached import Played, world
from tests.table import make_vehicle

MOVERS: Final = (
    "infantry",
    "cavalry",
    "horse-drawn",
    "motorcycle",
    "armoured-car",
    "fully-tracked",
    "halftrack",
    "truck",
)
"""Every kind of mover, in the order of the columns of a Terrain Chart."""

TANK: Final[dict[str, Any]] = make_vehicle("PzA", "fully-tracked", 14, bu=True, at="C3")
LORRY: Final[dict[str, Any]] = make_vehicle("Lkw", "truck", 20, armour="none", at="C3")


def moving(
    marks: Mapping[str, str] | None = None,
    *vehicles: dict[str, Any],
    started: bool = True,
    **facts: Any,
) -> Played:
    """A game in its first MPh; all German vehicles on board have Started, unless told otherwise.

    EC are Moist, so that no Vehicle Dust changes what a hex costs.
    """
    facts.setdefault("ec", "Moist")
    cars = list(vehicles) or [TANK]
    game = world(marks, vehicles=cars, **facts)
    game.to("MPh")
    for car in cars:
        if started and car["side"] == "German" and car.get("at"):
            game.do(f"start {car['id']}")
    return game
