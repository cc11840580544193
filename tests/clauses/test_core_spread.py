"""B25.6 Spreading Fire: by what DR, by which Blaze, and without any in Heavy Winds and Gusts."""

from typing import Any, Final

import pytest

from tests.clauses.reached import Played, world
from tests.clauses.test_core_fire import ablaze, fires

AROUND: Final = ("D4", "E5", "E6", "D6", "C6", "C5")
"""The hexes around D5, clockwise from hexside 1."""

SIX: Final = dict.fromkeys(("D5", *AROUND), "b")


def spread(game: Played, to: str, of: str = "D5", level: int = 0) -> dict[str, Any]:
    """What the question says of one spread."""
    found: dict[str, Any] = game.json(f"burn --hex {of} --level {level}")["spread"][to]
    return found


def dice_of(game: Played) -> list[str]:
    """What each of the rolls of the last order was for."""
    return [roll.purpose for roll in game.game.entries[-1].dice]


# Wind --------------------------------------------------------------------------------------------


@pytest.mark.rule("B25.63", "11.5m", "11.5n")
@pytest.mark.parametrize("direction", range(1, 7))
def test_heavy_winds_drive_fire_into_the_three_hexes_downwind(direction: int) -> None:
    """Downwind a Flame comes without a DR, into the other three hexes none can."""
    game = ablaze(SIX, "D5", wind="Heavy Winds", wind_direction=direction)
    down = {AROUND[(direction - 1 + turn) % 6] for turn in (-1, 0, 1)}
    for to in AROUND:
        told = spread(game, to)
        assert (told["chance"], told["rule"]) == ("1" if to in down else "0", "B25.63"), to
    game.do("spread")
    assert dice_of(game) == []
    assert fires(game) == {"D5": "Blaze"} | dict.fromkeys(down, "Flame")


# AD Terrain --------------------------------------------------------------------------------------

AD: Final[dict[str, Any]] = {"ad": True, "on": {"name": "LFT6", "ad": True}}


@pytest.mark.rule("AD4.42", "B25.66", "B24.6")
def test_a_burning_arid_building_collapses_into_burning_stone_rubble() -> None:
    """On a 12 its rubble is stone, burns on 9, and sets Arid Debris ablaze where it falls."""
    house = {"hex": "D5", "material": "wooden", "upper_levels": 1}
    game = world({}, buildings=[house], debris=[{"hex": "D4"}], **AD)
    game.to("PFPh")
    game.do("blaze D5", "phase RPh")
    told = game.told("wc 6 6 6 1")
    assert "D5 is stone rubble from level 0 up (B25.66)" in told
    assert fires(game) == {"D5": "Blaze", "D4": "Blaze"}
    for name in ("D5", "D4"):
        assert game.json(f"burn --hex {name}")["spreading"] == 9
        assert not game.json(f"may-enter --from {'E6' if name == 'D5' else 'D3'} --to {name}")[
            "allowed"
        ]
    assert game.audited().clean
