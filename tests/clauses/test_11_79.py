"""11.78-11.794 Dust at night, in buildings, over the field, and what it leaves alone."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import Played, world
from tests.table import make_vehicle

DENSITIES = ("None", "Light", "Moderate", "Heavy", "Very Heavy", "Extremely Heavy")
PZ: dict[str, Any] = make_vehicle("PzA", at="D5")


def trailed(at: str = "D4", to: str = "D3", **facts: Any) -> Played:
    """A game in which PzA has left Vehicle Dust in a hex."""
    game = world(vehicles=[PZ | {"at": at, "motion": True}], **facts)
    game.to("MPh")
    game.do(f"move PzA {to} 2mp")
    assert [each.hex for each in game.state.vehicle_dust.values()] == [at]
    return game


# 11.78 -----------------------------------------------------------------------------------------


@pytest.mark.rule("11.78a", "11.78b", "11.78c", "11.78d", "11.78e", "11.78f")
@cases(
    "light, radii",
    ("starshell", [3, 2, 1, 0, 0, 0]),
    ("IR", [6, 5, 4, 3, 2, 1]),
    ("Blaze", [2, 1, 0, 0, 0, 0]),
    ("Blaze --levels 2", [4, 3, 2, 1, 0, 0]),
    ("Blaze --levels 3", [6, 5, 4, 3, 2, 1]),
)
def test_dust_lessens_light(light: str, radii: list[int]) -> None:
    """One hex less a level of density, down to the hex of the light itself."""
    for dust, radius in zip(DENSITIES, radii, strict=True):
        game = world(dust=dust, time_of_day="Night")
        answer = game.json(f"illumination --light {light} --hex D5")
        assert answer["radius"] == radius, dust
        assert "D5" in answer["illuminated"]
        assert ("D4" in answer["illuminated"]) is (radius > 0)


# 11.794 ----------------------------------------------------------------------------------------


@pytest.mark.rule("11.794e")
def test_counters_reduce_residual_fp_too() -> None:
    """Vehicle and FFE Dust on the LOS count, but not in the target's hex alone (A8.26)."""
    game = trailed("D4", "C4", dust="Heavy")
    game.do("ffe A J5 60mm")
    assert game.json("shot --from D6 --to D2 --attack IFT")["residual_fp_reduction"] == 4
    assert game.json("shot --from H6 --to H2 --attack IFT")["residual_fp_reduction"] == 2
    game.do("lift A", "ffe A D1 60mm")
    assert game.json("shot --from D6 --to D2 --attack IFT")["residual_fp_reduction"] == 4
    game.do("lift A", "ffe A D4 60mm")
    assert game.json("shot --from D6 --to D2 --attack IFT")["residual_fp_reduction"] == 6
    assert "Residual FP" in game.text("shot --from D6 --to D2 --attack IFT --fp 8")
