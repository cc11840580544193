"""AD rules that meet one another: cases of a second reading of the text."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.arid import arid, in_mph
from tests.clauses.reached import Played, unsound

SMOKED = "smoke D4"
HIGH: dict[str, Any] = {"hexsides": [{"kind": "high-wall", "at": ["C4/D4"]}]}


def seen(game: Played, firer: str, target: str) -> int | None:
    """The LOS Hindrance of a shot; None if its LOS is blocked."""
    found = game.json(f"shot --from {firer} --to {target} --attack IFT")
    hindrance: int = found["los"]["hindrance"]
    return None if found["blocked"] else hindrance


@pytest.mark.rule("AD3.42a", "AD3.42b", "AD4.6c", "B.2a", "B.2h")
@cases(
    "mark, orders, facts, cost",
    ("b", (), {}, "3"),
    (".", (SMOKED,), {}, "3"),
    (".1", (SMOKED,), {}, "5"),
    (".", (), HIGH, "4"),
    (".1", (SMOKED,), HIGH, "7"),
)
def test_infantry_into_arid_debris_with_something_else(
    mark: str, orders: tuple[str, ...], facts: dict[str, Any], cost: str
) -> None:
    """1 MF, COT with SMOKE in it, which a slope doubles, and 2 MF more for a High Wall."""
    game = in_mph(arid({"D4": mark}, debris=[{"hex": "D4"}], **facts))
    game.do(*orders)
    assert game.json("entry-cost --from C4 --to D4")["cost"] == cost


@pytest.mark.rule("AD4.51a", "AD4.51e")
@cases("kind, broken", ("high-wall", True), ("wall", True), ("cliff", False))
def test_only_a_cliff_keeps_open_ground_beside_a_boulder_crag(kind: str, broken: bool) -> None:
    """A High Wall between the two is no cliff: the Open Ground is Broken Ground all the same."""
    game = arid({"E5": "h"}, broken=True, hexsides=[{"kind": kind, "at": ["E5/E6"]}])
    assert ("Broken Ground" in game.ask("terrain --hex E6").verdict) is broken
    assert game.json("tem --hex E6")["tem"] == int(broken)


@pytest.mark.rule("AD2.4g")
def test_failure_to_rout_follows_the_base_terrain() -> None:
    """In a Temperate hex of an AD board F.1C sets no limit of 6 hexes; in a desert hex it does."""
    game = arid({"E2": ".'", "F2": "b'"})
    answer = game.json("rout --hex E2 --enemy E9")
    assert answer["failure_to_rout"] == {"limit": None, "counts": ["E9"]}
    assert "F.1C does not apply by AD2.4" in game.ask("rout --hex E2").verdict
    answer = game.json("rout --hex D2 --enemy D9")
    assert answer["failure_to_rout"] == {"limit": 6, "counts": []}


@pytest.mark.rule("AD3.162h", "AD2.4g")
@cases(
    "mark, month, attracts",
    ("g", "September", True),
    ("g'", "September", True),
    ("g'", "October", True),
    ("g'", "August", False),
    ("g", "August", True),
)
def test_thick_grain_is_rout_terrain_everywhere(mark: str, month: str, attracts: bool) -> None:
    """In a Temperate hex too, where other grain is not; there is a way to it from next door."""
    game = arid({"E5": mark}, month=month)
    assert game.json("rout --hex E5")["rout_terrain"] is attracts
    assert ("E5" in game.json("rout --hex E4")["nearest"]) is attracts


@pytest.mark.rule("AD4.412b", "AD4.412c", "AD4.412f")
@cases(
    "enemy, marks, buildings, open_ground",
    ("E3@2", {}, [{"hex": "E3", "mosque": True}], True),
    ("E3@1", {"E3": ".1"}, [{"hex": "E3", "temple": True}], False),
    ("E3@2", {"E3": ".1"}, [{"hex": "E3", "temple": True}], True),
    ("E2", {"E2": ".2"}, [], True),
    ("E2", {"E2": ".2"}, [{"hex": "E3", "upper_levels": 3}], False),
    ("E3@1", {}, [{"hex": "E3"}], False),
)
def test_to_whom_a_rooftop_is_open_ground(
    enemy: str, marks: dict[str, str], buildings: list[dict[str, Any]], open_ground: bool
) -> None:
    """To who is higher and has a LOS to it: not out of a Shaft, nor past a higher building."""
    game = arid(marks, buildings=[{"hex": "E5"}, *buildings])
    found = game.json(f"rooftop --hex E5 --enemy {enemy}")
    assert found["open_ground_to"] == ([enemy] if open_ground else [])
    assert found["concealment_terrain"] is not open_ground
    assert found["hip_lost"] is open_ground


@pytest.mark.rule("AD4.41a")
@cases(
    "firer, target, hindrance",
    ("E5@1", "E6", None),
    ("E6", "E5@1", None),
    ("E5@1", "E6@1", 0),
    ("E5@1", "E5", 0),
)
def test_nobody_looks_from_a_roof_into_the_next_hex_of_its_building(
    firer: str, target: str, hindrance: int | None
) -> None:
    """A6.8 holds for a rooftop too: straight down and from roof to roof, but not aslant."""
    two = [{"hex": name, "building": "khan"} for name in ("E5", "E6")]
    assert seen(arid(buildings=two), firer, target) == hindrance
    apart = arid(buildings=[{"hex": "E5"}, {"hex": "E6"}])
    assert seen(apart, firer, target) == 0, "of two buildings"


@pytest.mark.rule("AD4.6n", "AD4.6o")
def test_one_sees_along_a_high_wall() -> None:
    """What is barred is fire across it; along its hexspine there is a LOS, past its end none."""
    along = arid(hexsides=[{"kind": "high-wall", "at": ["D3/D4"]}])
    assert seen(along, "C4", "E4") == 0
    assert seen(along, "E4", "C4") == 0
    assert seen(along, "D3", "D4") is None
    assert seen(along, "D2", "D5") is None
    assert along.json("interdiction --from C4 --to E4")["possible"] is True
    ended = arid(hexsides=[{"kind": "high-wall", "at": ["D3/D4", "D4/E4"]}])
    assert seen(ended, "C4", "E4") is None
    view = along.json("view --from C4")["seen"]
    assert "E4" in view
    assert "D4" in view


@pytest.mark.rule("AD3.3a", "AD3.3b", "AD3.3g", "AD4.4e")
def test_a_ssr_makes_a_printed_building_a_mosque() -> None:
    """It is of stone then, has a Minaret and no Arid Rooftop, and keeps its other levels."""
    printed = {"buildings": [{"hex": "E5", "material": "wooden", "upper_levels": 1}]}
    plain = arid(on=printed)
    assert plain.json("tem --hex E5")["tem"] == 2
    assert plain.json("rooftop --hex E5")["rooftop"] is True
    game = arid(on=printed, buildings=[{"hex": "E5", "mosque": True}])
    assert game.json("tem --hex E5")["tem"] == 3
    assert game.json("rooftop --hex E5")["rooftop"] is False
    assert game.json("stacking --hex E5")["house"] == "Mosque"
    assert game.json("burn --hex E5 --level 1")["burns_as"] == "stone building"
    assert game.json("burn --hex E5")["spreading"] == 9


@pytest.mark.rule("AD3.3a", "AD3.3g", "AD3.31e")
def test_a_ssr_makes_a_printed_building_of_two_hexes_a_temple() -> None:
    """All of its hexes are of the Temple, and of stone; the one that is named has the Tower."""
    both = [{"hex": name, "building": "hall", "material": "wooden"} for name in ("E5", "E6")]
    game = arid(on={"buildings": both}, buildings=[{"hex": "E6", "temple": True}])
    for name, tower in (("E5", False), ("E6", True)):
        assert game.json(f"tem --hex {name}")["tem"] == 3
        assert game.json(f"stacking --hex {name}")["steeple"] is tower
        assert game.json(f"rooftop --hex {name}")["rooftop"] is False
    twice = unsound(on={"ad": True, "buildings": both}, ad=True, buildings=[{"hex": "E6"}])
    assert "'E6' has a building already" in twice


@pytest.mark.rule("AD3.2j", "AD3.2k")
@cases("hex_, origin", ("E5", "E4"), ("E4", "E5"))
def test_the_answer_on_manhandling_counts_both_hexes(hex_: str, origin: str) -> None:
    """A MTR is Manhandled neither into Combined Terrain nor out of it; elsewhere it is."""
    game = arid({"E5": "ch"})
    found = game.json(f"gun --hex {hex_} --gun MTR --calibre 81 --manhandled-from {origin}")
    assert found["allowed"] is False
    assert found["may_be_manhandled"] is False
    free = game.json("gun --hex E3 --gun MTR --calibre 81 --manhandled-from E2")
    assert (free["allowed"], free["may_be_manhandled"]) == (True, True)


@pytest.mark.rule("AD3.43a", "AD3.43c", "AD3.47a", "AD3.41e")
def test_rubble_that_fell_on_arid_debris_is_all_that_counts() -> None:
    """TEM, cost, Bog, fire, Ambush and Fortifications are those of stone rubble."""
    game = arid(debris=[{"hex": "D5"}], buildings=[{"hex": "D4", "upper_levels": 1}])
    assert game.json("ambush --hex D5")["possible"] is False
    in_mph(game).do("rubble D4 stone level 1 1 6 4")
    assert game.json("tem --hex D5")["tem"] == 3
    assert game.json("entry-cost --from C5 --to D5")["cost"] == "3"
    bog = game.json("bog --from C5 --to D5 --mover fully-tracked --allotment 12")
    assert bog["drm"] == [4]
    assert game.json("sighting --hex D5")["total"]["fixed"] == 0
    assert game.json("burn --hex D5")["spreading"] == 9
    assert game.json("ambush --hex D5")["possible"] is True
    assert game.json("fortification --hex D5 --what Foxhole")["allowed"] is False
    assert seen(game, "D6", "D4") is None, "the half level between"


@pytest.mark.rule("AD3.31b", "AD4.6b", "AD4.6o", "AD4.41a")
@cases(
    "house, firer, target, hindrance",
    ("mosque", "E5@2", "E6", 0),
    ("mosque", "E5@2", "E7", 0),
    ("mosque", "E5", "E6", None),
    ("mosque", "E5@1", "E6", None),
    (None, "E5@1", "E6", 0),
    (None, "E6", "E5@1", 0),
    (None, "E5@1", "E7", None),
)
def test_over_a_high_wall_from_a_minaret_and_from_a_rooftop(
    house: str | None, firer: str, target: str, hindrance: int | None
) -> None:
    """A Minaret sees over it, a rooftop as high as the wall into the next hex only."""
    building = {"hex": "E5"} | ({house: True} if house else {})
    walls = [{"kind": "high-wall", "at": ["E5/E6"]}]
    assert seen(arid(buildings=[building], hexsides=walls), firer, target) == hindrance


@pytest.mark.rule("AD3.42c", "AD3.45a", "AD3.41c", "AD3.41e")
def test_a_trail_break_through_arid_debris_opens_two_hexsides() -> None:
    """By it a truck passes, Infantry pay 1 and no AFV bogs; TEM and Hindrance stay."""
    game = arid(debris=[{"hex": "E5", "origin": "placed"}], roads=[{"hexes": ["E4", "E5", "E6"]}])
    game.to("CCPh")
    assert game.json("may-enter --from E4 --to E5 --mover truck")["allowed"] is False
    game.do("clear E5 squads 2 across 1 4 by German 1 1")
    assert game.json("may-enter --from E4 --to E5 --mover truck")["allowed"] is True
    assert game.json("may-enter --from D4 --to E5 --mover truck")["allowed"] is False
    assert game.json("entry-cost --from E4 --to E5")["cost"] == "1"
    assert game.json("entry-cost --from D4 --to E5")["cost"] == "2"
    assert game.json("bog --from E4 --to E5 --mover fully-tracked --allotment 12")["drm"] == []
    assert game.json("bog --from D4 --to E5 --mover fully-tracked --allotment 12")["drm"] == [2]
    assert game.json("tem --hex E5")["tem"] == 1
    assert seen(game, "E4", "E6") == 1


@pytest.mark.rule("AD3.41a", "AD3.41c", "AD3.162c", "B.6f", "B.10b", "11.71", "11.73")
@cases(
    "marks, debris, facts, line, hindrance",
    ({"D4": "g"}, ("D3",), {}, "C4 E4", 1),
    ({"D3": "g", "D4": "b"}, (), {}, "C4 E4", 2),
    ({"D4": "W"}, ("D3",), {}, "C4 E4", 1),
    ({}, ("D3", "D4", "E4"), {}, "C4 G4", 2),
    ({"E4": "g", "E5": "g"}, ("E6",), {}, "E3 E7", 5),
    ({"E4": "g", "E5": "g"}, ("E6",), {"dust": "Light"}, "E3 E7", 5),
    ({"E4": "g", "E5": "g"}, (), {"dust": "Heavy"}, "E3 E7", None),
    ({"E4": "g", "E5": "g", "E6": "g"}, (), {}, "E3 E7", None),
    ({}, ("E2", "E3", "E4", "E5", "E6", "E7"), {}, "E1 E8", None),
)
def test_hindrances_of_ad_terrain_together(
    marks: dict[str, str],
    debris: tuple[str, ...],
    facts: dict[str, Any],
    line: str,
    hindrance: int | None,
) -> None:
    """Along a hexside one hex counts, what is not Inherent only on both sides; +6 blocks."""
    strewn = [{"hex": name} for name in debris]
    game = arid(marks, month="September", debris=strewn, **facts)
    firer, target = line.split()
    assert seen(game, firer, target) == hindrance


@pytest.mark.rule("AD3.31b", "AD3.311e", "AD3.62a")
@cases("firer, oasis, hindrance", ("E5@2", "E8", 0), ("E5@2", "E9", None), ("E5@1", "E6", None))
def test_from_a_minaret_into_an_oasis(firer: str, oasis: str, hindrance: int | None) -> None:
    """Three levels of height see three hexes far into the stream; a Shaft sees nothing of it."""
    game = arid({oasis: "a"}, buildings=[{"hex": "E5", "mosque": True}])
    assert seen(game, firer, oasis) == hindrance


@pytest.mark.rule("AD3.22c", "AD3.22e", "AD4.6t", "AD4.6u")
def test_a_dc_thrown_over_a_high_wall_meets_the_tem_beyond() -> None:
    """+1 for the wall, and the TEM that the terrain has vs a DC: 0 of Crag-Hammada, 3 of stone."""
    walls = [{"kind": "high-wall", "at": ["E5/E6"]}]
    shot = "shot --from E5 --to E6 --attack DC"
    crag = arid({"E6": "ch"}, hexsides=walls)
    assert crag.json(shot)["total"]["fixed"] == 1
    assert arid(buildings=[{"hex": "E6"}], hexsides=walls).json(shot)["total"]["fixed"] == 4
