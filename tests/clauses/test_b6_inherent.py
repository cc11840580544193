"""B.6 to B.9 Inherent Terrain, LOS checks, Random Direction and Artificial Terrain."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import Played, board, world
from tests.table import make_vehicle

AFV: dict[str, Any] = make_vehicle("Pz", at="B2")


def hindrance(game: Played, one: str, two: str) -> int:
    """The LOS Hindrance between two hexes."""
    found: int = game.json(f"shot --from {one} --to {two}")["los"]["hindrance"]
    return found


def playing(marks: dict[str, str], *orders: str, **facts: Any) -> Played:
    """A game in the PFPh, where SMOKE is placed undispersed (A24.5), after some orders."""
    game = world(marks, **facts)
    game.to("PFPh")
    game.do(*orders)
    return game


HILL_AFV: dict[str, Any] = AFV | {"at": "B1"}


@pytest.mark.rule("B.6n", "B.6l", "B.6e", "B.6f", "B.6g")
@cases(
    "mark, orders, facts, drm",
    ("c1", (), {}, 0),
    ("q1", (), {}, 0),
    ("v1", (), {}, 0),
    ("o1", (), {}, 0),
    ("O1", (), {}, 0),
    (".1", (), {"vehicles": [HILL_AFV]}, 0),
    (".1", (), {}, 0),
    (".1", ("smoke B1",), {}, 3),
    (".1", ("smoke B1 dispersed",), {}, 2),
    ("c1", ("smoke B1",), {}, 3),
    ("k1", (), {}, None),
    ("P1", (), {}, None),
    ("P2", (), {}, None),
    ("H1", (), {}, None),
    (".1", ("rubble B1",), {"buildings": [{"hex": "B1"}], "on": {"desert": False}}, None),
)
@cases("one, two", ("A1", "C1"), ("A2", "C2"))
def test_on_a_hill_it_affects_a_los_below_it_by_its_height(
    mark: str, orders: tuple[str, ...], facts: dict[str, Any], drm: int | None, one: str, two: str
) -> None:
    """Obstacles and SMOKE rise from their hill; a Hindrance counts at its own level (B.6-hill)."""
    game = playing({"B1": mark}, *orders, **facts)
    for ends in ((one, two), (two, one)):
        found = game.json("shot --from {} --to {}".format(*ends))
        blocked = found["blocked"] is not None
        assert (None if blocked else found["los"]["hindrance"]) == drm


@pytest.mark.rule("B.7a", "B.7b")
def test_a_check_is_made_at_any_moment_and_changes_nothing() -> None:
    """Between Locations without units, at a moment past, with no entry and no dice after."""
    game = playing(
        {"A2": "b"}, buildings=[{"hex": name, "upper_levels": 2} for name in ("D4", "D8")]
    )
    before = game.state, len(game.game.entries)
    assert hindrance(game, "A1", "A4") == 1
    places = ("A1", "D4", "D4@1", "D4@2", "D8", "D8@2", "M9")
    for one in places:
        for two in places:
            found = game.json(f"shot --from {one} --to {two} --attack IFT")["los"]
            assert (found["from"], found["to"]) == (one, two)
    code, said, _ = game.command(
        "ask", "shot", "GAME", "--from", "A1", "--to", "A4", "--at", "setup"
    )
    assert (code, "setup" in said) == (0, True)
    assert (game.state, len(game.game.entries)) == before


@pytest.mark.rule("B.8c", "B.8d", "B.8e", "B.8b", "B.8h")
@pytest.mark.parametrize("dr", range(1, 7))
def test_a_dr_points_clockwise_from_the_coordinate(dr: int) -> None:
    """One is the hexside of the coordinate, the others follow clockwise; the board is named."""
    game = world(wind="Mild Breeze")
    said = game.told(f"wind-direction {dr}")
    assert f"blows to hexside {dr}, as board X1 lies" in said
    assert game.state.wind.direction == dr
    fall = world(on={"desert": False}, buildings=[{"hex": "D4", "upper_levels": 1}])
    fall.to("MPh")
    fall.do(f"rubble D4 level 1 1 6 {dr}")
    around = ("D3", "E4", "E5", "D5", "C5", "C4")
    (fallen,) = (name for name in around if fall.json(f"terrain --hex {name}")["tem"])
    assert fallen == around[dr - 1]


@pytest.mark.rule("B.8g")
@cases("first", True, False)
def test_a_direction_is_that_of_the_whole_map(first: bool) -> None:
    """On a board that lies the other way than the reference the wind blows the same way."""
    marks = dict.fromkeys(("D4", "D5", "D6"), "b")
    boards = [board(marks, rotated=not first), board(marks, name="X2", rotated=first, row=2)]
    game = world(boards=boards, wind="Mild Breeze")
    game.do("wind-direction 1")
    assert game.state.wind.direction == (1 if first else 4)
    for name, turned in (("X1", not first), ("X2", first)):
        for hex_, hexside in (("D4", 1), ("D6", 4)):
            items = game.json(f"burn --hex {name}D5 --to {name}{hex_}")["items"]
            toward = (hexside - 1 + 3 * turned) % 6 + 1 == game.state.wind.direction
            drm = [each["amount"] for each in items if each["name"] == "Wind"]
            assert drm == [1 if toward else -1]


@pytest.mark.rule("B.8f")
def test_a_rotated_reference_board_points_the_other_way() -> None:
    """With the first board turned, a dr of 1 is hexside 4 of the map."""
    for rotated, found in ((False, 1), (True, 4)):
        game = world(on={"rotated": rotated}, wind="Mild Breeze")
        game.do("wind-direction 1")
        assert game.state.wind.direction == found
