"""AD4.4-AD4.42: Arid Buildings, their rooftops as Locations in play, and their rubble."""

from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.reached import Played, board, khamsin, world

BUILDINGS: Final[list[dict[str, Any]]] = [
    {"hex": "E5", "upper_levels": 1},
    {"hex": "I5"},
    {"hex": "K5", "upper_levels": 2, "mosque": True},
    {"hex": "M5", "material": "wooden", "upper_levels": 1},
]


def village(marks: dict[str, str] | None = None, **facts: Any) -> Played:
    """A game on an AD board with four buildings of a hex, AD Terrain in effect."""
    on: dict[str, Any] = {"ad": True} | facts.pop("on", {})
    whole: dict[str, Any] = {"ad": True, "buildings": BUILDINGS} | facts
    return world(marks, on=on, **whole)


@pytest.mark.rule("AD4.4g")
def test_the_example_of_board_lft9(tmp_path: Any) -> None:
    """R7 of LFT9 is a stone Arid Building, and a board without it is pointed out."""
    drawn = board({}, columns=19)["map"]
    house = '\nbuildings = [{ hex = "R7", material = "wooden" }]'
    for built in ("", house):
        path = tmp_path / f"scenario{bool(built)}.toml"
        path.write_text(
            'name = "X"\nland = "Libya"\nmonth = "June"\nturns = 3\nec = "Dry"\nad = true\n'
            'sides = ["German", "British"]\n[[boards]]\nname = "LFT9"\ndesert = true\nad = true\n'
            f"map = '''\n{drawn}'''" + built,
            encoding="utf-8",
        )
        said = "".join(khamsin("check", str(path))[1:])
        assert ("R7" in said) is not bool(built)
    asked = khamsin("ask", "terrain", str(path), "--hex", "R7")[1]
    assert "Stone Building" in asked
    assert "arid building" in asked


@pytest.mark.rule("AD4.412c")
@cases("hex_, away, open_", ("R9", 16, True), ("S9", 17, False))
def test_a_rooftop_is_open_ground_within_16_hexes(hex_: str, away: int, open_: bool) -> None:
    """To an enemy of level 4 over a rooftop of level 1 at 16 hexes it is; at 17 it is not."""
    board = {"ad": True, "columns": 21}
    houses = [{"hex": "B1"}]
    game = world({hex_: ".4"}, on=board, ad=True, buildings=houses)
    shot = game.json(f"shot --from {hex_} --to B1@1 --attack IFT --moving")
    assert shot["range"] == away
    assert shot["ffmo"]["applies"] is open_
    found = game.json(f"rooftop --hex B1 --enemy {hex_}")
    assert found["concealment_terrain"] is not open_
    assert found["open_ground_to"] == ([hex_] if open_ else [])


@pytest.mark.rule("AD4.412d")
def test_only_unbroken_enemies_are_named() -> None:
    """The question asks for unbroken enemies; with only a broken one above, nobody is named."""
    game = village({"I7": ".4"})
    assert game.json("rooftop --hex I5")["concealment_terrain"] is True
    assert "unbroken enemies" in khamsin("ask", "rooftop", "--help")[1]


@pytest.mark.rule("AD4.42d")
@cases("kia", 1, 2, 3, 5)
@pytest.mark.parametrize("dr", range(1, 7))
def test_the_rest_of_rubble_is_as_ever(kia: int, dr: int) -> None:
    """A Final dr no higher than the KIA number, with +1 for stone, rubbles it; more does not."""
    game = village()
    game.to("PFPh")
    falls = dr + 1 <= kia
    game.do(f"he E5 65mm kia {kia} {dr}{' 1 1' if falls else ''}")
    assert (game.json("terrain --hex E5")["terrain"] == ["Stone Rubble"]) is falls


@pytest.mark.rule("AD4.412", "AD4.412b", "AD4.412c")
@cases(
    "firer, level, why",
    ("E7", 0, "only to who is high enough above it"),
    ("E21", 0, "only to who is high enough above it"),
    ("E22", 0, "within 16 hexes only"),
    ("E21", 9, ""),
    ("E22", 9, "within 16 hexes only"),
)
def test_to_whom_a_rooftop_is_open_ground(firer: str, level: int, why: str) -> None:
    """Sixteen hexes away, and high enough to undo the TEM; a hex farther never."""
    roof = [{"hex": "E5", "upper_levels": 1}]
    high = {firer: f".{level}"} if level else {}
    facts: dict[str, Any] = {
        "rulings": {"AD4.412-advantage": "any"},
        "on": {"ad": True, "rows": 24},
    }
    game = world(high, ad=True, buildings=roof, **facts)
    ffmo = game.json(f"shot --from {firer} --to E5@2 --attack IFT --moving")["ffmo"]
    assert ffmo["applies"] is not bool(why)
    assert why in ffmo["why_not"]
