"""AD4.5-AD4.51: Broken Terrain on AD boards: Boulder-Crags, and Broken Ground beside them."""

from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.reached import Played, world

TANK: Final[dict[str, Any]] = {
    "side": "German",
    "movement": "fully-tracked",
    "mp": 13,
    "ground_pressure": "normal",
    "armour": "closed-topped",
}
ROAD: Final = [{"hexes": ["A4", "B4", "C4", "D4"]}]
"""A road by SSR, through C4."""


def broken(
    marks: dict[str, str] | None = None, on: dict[str, Any] | None = None, **facts: Any
) -> Played:
    """A game on an AD board with AD and Broken Terrain in effect."""
    return world(marks, on={"ad": True} | (on or {}), **({"ad": True, "broken": True} | facts))


def terrain(game: Played, name: str) -> list[str]:
    """The kinds of terrain of a hex."""
    kinds: list[str] = game.json(f"terrain --hex {name}")["terrain"]
    return kinds


@pytest.mark.rule("AD4.5a")
def test_broken_terrain_is_in_effect_by_ssr_only() -> None:
    """Without the SSR hammada stays hammada, and nothing beside it is Broken Ground."""
    game = broken({"C4": "h"}, broken=False)
    assert (terrain(game, "C4"), terrain(game, "D4")) == (["Hammada"], ["Open Ground"])
    game = broken({"C4": "h"})
    assert (terrain(game, "C4"), terrain(game, "D4")) == (["Boulder-Crag"], ["Broken Ground"])


@pytest.mark.rule("AD4.5b")
def test_what_else_broken_terrain_does_it_does_on_ad_boards() -> None:
    """A Desert Board still (Haze, desert costs); F.1A, F.1C and 11.8 do not apply there."""
    for on, emplaced, limit in ((False, False, 6), (True, True, None)):
        game = broken({"A1": "h"}, broken=on, time_of_day="Midday")
        assert game.json("gun --hex H8 --calibre 75")["may_set_up_emplaced"] is emplaced
        assert game.json("rout --hex C1 --enemy C10")["failure_to_rout"]["limit"] == limit
        assert "Intense Heat Haze" in game.names("shot --from D5 --to E5 --range 13")
        assert game.json("entry-cost --from H7 --to H8 --mover truck")["cost"] == "1"
    asked = "mud-bog --path D4 E4 --dr 1"
    mud: dict[str, Any] = {"weather": "Mud", "ec": "Mud"}
    assert broken({"A1": "h"}, **mud).json(asked)["in_effect"] is False
    assert broken({"A1": "h"}, **mud, broken=False).json(asked)["in_effect"] is True


@pytest.mark.rule("AD4.5f")
def test_a_boulder_crag_is_crag_otherwise() -> None:
    """Inherent, no Concealment Terrain (A12.12), two MF on foot and four on horseback."""
    game = broken({"C4": "h"})
    found = game.json("terrain --hex C4")
    assert (found["inherent"], found["concealment_terrain"]) == (True, False)
    assert game.json("entry-cost --from C3 --to C4")["cost"] == "2"
    cavalry = game.json("entry-cost --from C3 --to C4 --mover cavalry --allotment 8")
    assert cavalry["cost"] == "4"
    assert found["burns_as"] is None


@pytest.mark.rule("AD4.5h")
@cases("how", "", "--he", "--indirect", "--vehicle-target")
def test_the_tem_of_a_boulder_crag(how: str) -> None:
    """+2, vs HE too, which takes -1 in hammada."""
    assert broken({"C4": "h"}).json(f"tem --hex C4 {how}")["tem"] == 2
    fired = broken({"C4": "h"}).json("shot --from C6 --to C4 --attack TH --shell HE")
    assert [item["amount"] for item in fired["items"] if item["kind"] == "TEM"] == [2]


@pytest.mark.rule("AD4.5i")
@cases("mover", "fully-tracked", "truck", "halftrack", "motorcycle")
def test_vehicles_enter_a_boulder_crag_by_road_only(mover: str) -> None:
    """Off a road no vehicle enters one; along a road of an SSR it does."""
    game = broken({"C4": "h"}, roads=ROAD)
    off = game.json(f"may-enter --from C3 --to C4 --mover {mover}")
    assert off["allowed"] is False
    assert "vehicles enter a Boulder-Crag by road only (AD4.5)" in off["verdict"]
    assert game.json(f"may-enter --from B4 --to C4 --mover {mover}")["allowed"] is True
    assert game.json("may-enter --from C3 --to C4 --mover infantry")["allowed"] is True


@pytest.mark.rule("AD4.5k")
def test_a_platoon_has_no_room_on_a_single_lane() -> None:
    """Two vehicles of an Impulse do not enter a Boulder-Crag together, but one behind the other."""
    tanks = [TANK | {"id": "T1", "at": "C4"}, TANK | {"id": "T2", "at": "B4"}]
    game = broken({"C4": "h"}, roads=ROAD, vehicles=tanks)
    game.to("MPh")
    game.do("impulse start T1, start T2", "impulse move T1 D4, move T2 C4")
    assert game.state.vehicles["T2"].hex == "C4"
    game = broken({"C4": "h"}, roads=ROAD, vehicles=[tanks[0] | {"at": "B4"}, tanks[1]])
    game.to("MPh")
    game.do("impulse start T1, start T2")
    assert game.refused("impulse move T1 C4, move T2 C4").rule == "AD4.5"


@pytest.mark.rule("AD4.5k")
def test_the_lane_is_free_again_when_the_first_has_left() -> None:
    """One after the other two vehicles pass a Boulder-Crag by its road."""
    tanks = [TANK | {"id": "T1", "at": "C4"}, TANK | {"id": "T2", "at": "B4"}]
    game = broken({"C4": "h"}, roads=ROAD, vehicles=tanks)
    game.to("MPh")
    game.do("start T1", "move T1 D4", "start T2", "move T2 C4")
    assert game.state.vehicles["T2"].hex == "C4"


@cases(
    "mark, kinds",
    pytest.param("s", ["Scrub"], marks=pytest.mark.rule("AD4.51b")),
    pytest.param("es", ["Deir", "Scrub"], marks=pytest.mark.rule("AD4.51b")),
    pytest.param("d", ["Sand"], marks=pytest.mark.rule("AD4.51c")),
    pytest.param("D", ["High Dune"], marks=pytest.mark.rule("AD4.51c")),
    pytest.param("b", ["Brush", "Broken Ground"], marks=pytest.mark.rule("AD4.51d")),
    pytest.param("b'", ["Brush", "Broken Ground"], marks=pytest.mark.rule("AD4.51d")),
    pytest.param("g", ["Grain"], marks=pytest.mark.rule("AD4.51a")),
    pytest.param("e", ["Deir", "Broken Ground"], marks=pytest.mark.rule("AD4.51a")),
    pytest.param("H", ["Hillock", "Broken Ground"], marks=pytest.mark.rule("AD4.51a")),
    pytest.param("y", ["Wadi"], marks=pytest.mark.rule("AD4.51f")),
    pytest.param("u", ["Gully"], marks=pytest.mark.rule("AD4.51f")),
    pytest.param("a", ["Oasis"], marks=pytest.mark.rule("AD4.51f")),
    pytest.param(".'", ["Broken Ground"], marks=pytest.mark.rule("AD4.51g")),
)
def test_what_becomes_broken_ground(mark: str, kinds: list[str]) -> None:
    """Open Ground and brush do, of either base terrain; scrub, sand and Depressions do not."""
    assert terrain(broken({"C4": "h", "C5": mark}), "C5") == kinds


GUN: Final = "gun --hex {} --calibre 75 {}"


@cases(
    "name, options, ec, loses",
    pytest.param("D4", "--emplaced", "Dry", 4, marks=pytest.mark.rule("AD4.51k")),
    pytest.param("D4", "", "Dry", 5, marks=pytest.mark.rule("AD4.51k")),
    pytest.param("E4", "--emplaced", "Dry", 5, marks=pytest.mark.rule("AD4.51k")),
    pytest.param("C4", "--emplaced", "Dry", 5, marks=pytest.mark.rule("AD4.51k")),
    pytest.param("D4", "--dug-in", "Dry", 4, marks=pytest.mark.rule("AD4.51l")),
    pytest.param("D4", "--dug-in", "Wet", 5, marks=pytest.mark.rule("AD4.51n")),
    pytest.param("C5", "--emplaced", "Dry", 5, marks=pytest.mark.rule("AD4.51m")),
    pytest.param("C5", "--dug-in", "Dry", 5, marks=pytest.mark.rule("AD4.51i", "AD4.51m")),
    pytest.param("E4", "--dug-in", "Dry", 1, marks=pytest.mark.rule("AD4.51i")),
    pytest.param("D4", "--vehicular", "Dry", 1, marks=pytest.mark.rule("AD4.51i")),
    pytest.param("D4", "--emplaced", "Wet", 5, marks=pytest.mark.rule("AD4.51n")),
    pytest.param("D4", "--emplaced", "Mud", 5, marks=pytest.mark.rule("AD4.51o")),
    pytest.param("D4", "--emplaced", "Moist", 4, marks=pytest.mark.rule("AD4.51o")),
    pytest.param("D4", "--emplaced --large", "Dry", 3, marks=pytest.mark.rule("AD4.51p")),
    pytest.param("D4", "--emplaced --large", "Wet", 5, marks=pytest.mark.rule("AD4.51p")),
    pytest.param("E4", "--emplaced --large", "Dry", 4, marks=pytest.mark.rule("AD4.51p")),
)
def test_when_fire_from_broken_ground_loses_concealment(
    name: str, options: str, ec: str, loses: int
) -> None:
    """From which coloured dr on: D4 is Open Ground and C5 brush beside the crag C4, E4 is not."""
    game = broken({"C4": "h", "C5": "b"}, ec=ec)
    found = game.json(GUN.format(name, options))
    assert found["loses_concealment_on"] == list(range(loses, 7))
    told = {each["rule"] for each in found["items"] if each["name"] == "Broken Ground"}
    assert told == ({"AD4.51"} if (loses == 4 and name == "D4") or loses == 3 else set())


@pytest.mark.rule("AD4.51j")
@cases("mount, drm", ("NT", [6, 8, 10]), ("ST", [4, 6, 8]), ("T", [2, 4, 6]))
def test_case_a_of_a_dug_in_vehicle_in_broken_ground(mount: str, drm: list[int]) -> None:
    """All of it is doubled, as if in rubble; elsewhere it is not."""
    game = broken({"C4": "h", "C5": "b"})
    for name in ("D4", "C5"):
        found = game.json(GUN.format(name, f"--dug-in --mount {mount}"))["case_a"]
        assert (found["drm"], found["rule"]) == (drm, "AD4.51")
    elsewhere = game.json(GUN.format("E4", f"--dug-in --mount {mount}"))["case_a"]
    assert elsewhere["drm"] == [each // 2 for each in drm]
