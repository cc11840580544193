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


@pytest.mark.rule("B.6a", "B.6b", "B.6c", "B.6d", "B.6r")
@cases(
    "mark, inherent, drm",
    ("o", True, 1),
    ("c", True, 1),
    ("q", True, 1),
    ("S", True, 0),
    ("b", False, 0),
)
def test_inherent_terrain_is_met_along_a_hexside(mark: str, inherent: bool, drm: int) -> None:
    """Orchard, crag and graveyard count along a hexside; shellholes and brush do not."""
    game = world({"B2": mark})
    assert game.json("terrain --hex B2")["inherent"] is inherent
    assert hindrance(game, "B1", "C3") == drm


@pytest.mark.rule("B.6d")
@cases("order", "", "shellholes B2")
def test_shellholes_are_the_whole_hex(order: str) -> None:
    """Printed or placed in play: a unit that enters pays for them and has their TEM."""
    game = playing({} if order else {"B2": "S"}, *filter(None, [order]))
    assert game.json("entry-cost --from B1 --to B2")["cost"] == "2"
    assert game.json("tem --hex B2")["tem"] == 1
    assert game.json("terrain --hex B2")["inherent"] is True


@pytest.mark.rule("B.6o", "B.6p", "B.6q", "B.6r")
@cases(
    "hexes, smoke, drm",
    ({"B0": "o", "B1": "o"}, [], 1),
    ({"B1": "o", "B0": "b"}, [], 1),
    ({"B0": "o"}, ["smoke B1"], 3),
    ({"B0": "b"}, [], 0),
    ({"B0": "b", "B1": "b"}, [], 1),
)
def test_along_a_hexside_one_hex_counts(hexes: dict[str, str], smoke: list[str], drm: int) -> None:
    """Of two hexes beside the LOS one counts, that with the larger DRM."""
    game = playing(hexes, *smoke)
    assert hindrance(game, "A1", "C1") == hindrance(game, "C1", "A1") == drm


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


@pytest.mark.rule("B.9b", "B.9c", "B.9k", "B.9n", "B.9a")
def test_vehicles_as_artificial_terrain() -> None:
    """An AFV or wreck gives +1 as Artificial Terrain; a truck none; the better TEM wins."""
    game = playing({}, vehicles=[AFV])
    assert game.json("tem --hex B2")["tem"] == 1
    assert "Artificial Terrain" in game.text("tem --hex B2")
    game.do("destroy Pz")
    assert game.json("tem --hex B2")["tem"] == 1
    truck = AFV | {"movement": "truck", "armour": "none", "mp": 30}
    lorry = playing({}, vehicles=[truck])
    assert lorry.json("tem --hex B2")["tem"] == 0
    assert lorry.json("entry-cost --from B1 --to B2")["cost"] == "1"
    stone = playing(
        {}, vehicles=[AFV | {"bu": True}], buildings=[{"hex": "B2"}], on={"desert": False}
    )
    assert stone.json("tem --hex B2")["tem"] == 3


@pytest.mark.rule("B.9d", "B.9e", "B.9f")
def test_smoke_and_roadblocks_as_artificial_terrain() -> None:
    """SMOKE adds +3 to a shot into it; a roadblock its TEM to a LOS across it, and to no other."""
    game = playing(
        {},
        "smoke B5",
        roads=[{"hexes": ["A2", "B2"]}],
        fortifications=[{"kind": "Roadblock", "hex": "B2", "hexside": 6}],
    )
    assert hindrance(game, "B3", "B5") == 3
    assert "Artificial Terrain" in game.text("tem --hex B5")
    assert "Roadblock" in game.names("shot --from A2 --to B2")
    assert "Roadblock" not in game.names("shot --from B4 --to B2")


@pytest.mark.rule("B.9g", "B.9h", "B.9i", "B.9j")
def test_entrenchments_pillboxes_and_shellholes_are_none() -> None:
    """COT is unchanged by them; shellholes give what was paid for: 2 MF and +1, or nothing."""
    forts = [{"kind": "Foxhole", "hex": "D4"}, {"kind": "Pillbox", "hex": "D6", "ca": 1}]
    game = playing({"D4": ".1"}, "shellholes F4", fortifications=forts)
    assert game.json("entry-cost --from D3 --to D4")["cost"] == "2"
    assert game.json("entry-cost --from D3 --to D4 --into Foxhole")["cost"] == "3"
    assert game.json("entry-cost --from D7 --to D6")["cost"] == "1"
    assert "Artificial" not in game.text("entry-cost --from F3 --to F4")
    for words, cost, tem, ffmo in (("", "2", 1, False), ("--outside", "1", 0, True)):
        assert game.json(f"entry-cost --from F3 --to F4 {words}")["cost"] == cost
        assert game.json(f"tem --hex F4 {words}")["tem"] == tem
        shot = game.json(f"shot --from F2 --to F4 --moving {words}")
        assert shot["ffmo"]["applies"] is ffmo
