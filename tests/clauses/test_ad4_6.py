"""AD4.6: High Walls, breaches, fire over them, and what is thrown over them."""

from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.reached import Played, khamsin, unsound, world

WALLS: Final = [{"kind": "high-wall", "at": ["D4/D5", "E5:1", "G4/G5", "I4/I5"]}]
HOUSE: Final = [{"hex": "D4", "upper_levels": 2}, {"hex": "G5", "upper_levels": 2}]
TANK: Final[dict[str, Any]] = {
    "side": "German",
    "movement": "fully-tracked",
    "mp": 13,
    "ground_pressure": "normal",
    "armour": "closed-topped",
}


def walled(marks: dict[str, str] | None = None, **facts: Any) -> Played:
    """A game on an AD board with High Walls."""
    whole: dict[str, Any] = {"ad": True, "hexsides": WALLS} | facts
    return world(marks, on={"ad": True}, **whole)


def tank(at: str = "D4", **facts: Any) -> dict[str, Any]:
    """A fully-tracked AFV called T."""
    return TANK | {"id": "T", "at": at} | facts


def rolling(at: str = "D4", **facts: Any) -> Played:
    """A game in the MPh, in which T has Started."""
    game = walled(vehicles=[tank(at, **facts.pop("tank", {}))], **facts)
    game.to("MPh")
    game.do("start T")
    return game


@pytest.mark.rule("AD4.6a")
def test_high_walls_exist_by_ssr_only() -> None:
    """No hexside has one but by the scenario; one in a board's own file is one by its SSR."""
    plain = world(on={"ad": True}, ad=True)
    assert plain.json("breach --from D4 --to D5")["high_wall"] is False
    said = walled().json("breach --from D4 --to D5")
    assert (said["high_wall"], said["breached"]) == (True, False)
    printed = {"hexsides": WALLS}
    game = world(on={"ad": True} | printed, ad=True)
    assert game.json("breach --from D4 --to D5")["high_wall"] is True
    assert "a High Wall needs ad = true (AD4.6)" in unsound(hexsides=WALLS)
    off = world(on={"ad": True} | printed)
    assert off.json("breach --from D4 --to D5")["high_wall"] is False
    assert off.json("shot --from D4 --to D5 --attack IFT")["blocked"] is None
    assert off.json("entry-cost --from D4 --to D5")["cost"] == "1"


@pytest.mark.rule("AD4.6b")
@cases(
    "firer, target, open_",
    ("I3", "I6", False),
    ("G3", "G6", False),
    ("C2", "C7", True),
    ("I1", "I5", False),
    ("I1", "I6", True),
    ("I6", "I1", True),
    ("I5", "I1", False),
    ("D4@1", "D6", False),
    ("D4@2", "D6", True),
    ("D4@2", "D5", True),
    ("D6", "D4@1", False),
    ("D6", "D4@2", True),
    ("E5", "E3", False),
)
def test_a_high_wall_is_an_obstacle_of_one_level(firer: str, target: str, open_: bool) -> None:
    """Same-level LOS is blocked; from two levels up one hex behind it is a Blind Hex."""
    game = walled({"I1": ".2", "K1": ".2"}, buildings=HOUSE)
    shot = game.json(f"shot --from {firer} --to {target} --attack IFT")
    assert (shot["blocked"] is None) is open_
    if not open_:
        assert "(AD4.6)" in shot["blocked"]


@pytest.mark.rule("AD4.6c")
@cases("marks, cost", ({}, "3"), ({"D5": "b"}, "4"), ({"D5": ".1"}, "4"))
def test_infantry_crosses_a_high_wall(marks: dict[str, str], cost: str) -> None:
    """Two MF plus COT, doubled where it goes up; across a hexside beside it only the COT."""
    game = walled(marks)
    assert game.json("entry-cost --from D4 --to D5")["cost"] == cost
    assert game.json("entry-cost --from D5 --to D4")["cost"] == "3"
    assert game.json("entry-cost --from C4 --to C5")["cost"] == "1"


@pytest.mark.rule("AD4.6d")
@cases(
    "spec, allowed",
    ({}, True),
    ({"armour": "open-topped"}, True),
    ({"armour": "none"}, False),
    ({"movement": "halftrack"}, False),
    ({"movement": "armoured-car"}, False),
    ({"movement": "truck", "armour": "none"}, False),
    ({"movement": "motorcycle", "armour": "none"}, False),
)
def test_which_vehicle_breaches_a_high_wall(spec: dict[str, Any], allowed: bool) -> None:
    """A fully-tracked AFV; no other vehicle crosses before it is breached, and all afterwards."""
    game = rolling(tank=spec)
    assert game.json("breach --from D4 --to D5 --vehicle T")["can_breach"] is allowed
    if allowed:
        game.do("move T D5 3 4")
    else:
        refused = game.refused("move T D5")
        assert refused.reason.name == "CANNOT_ENTER"
        assert "High Wall" in refused.why or "high-wall" in refused.why
        game.do("breach D4 D5", "move T D5")
    assert game.state.vehicles["T"].hex == "D5"


@pytest.mark.rule("AD4.6e")
@cases("mover", "cavalry", "horse-drawn")
def test_horses_do_not_cross_a_high_wall(mover: str) -> None:
    """Not before it is breached."""
    game = walled()
    game.to("MPh")
    asked = f"may-enter --from D4 --to D5 --mover {mover} --allotment 8"
    assert game.json(asked)["allowed"] is False
    game.do("breach D4 D5")
    assert game.json(asked)["allowed"] is True


@pytest.mark.rule("AD4.6f")
def test_half_is_half_of_the_printed_allotment() -> None:
    """With MP spent before, it is the same half, and may be more than what is left."""
    game = rolling()
    game.do("spend T 5mp", "move T D5 3 4")
    assert game.state.vehicles["T"].mp_used == 1 + 5 + 7
    game = rolling()
    game.do("spend T 6mp")
    assert game.refused("move T D5 3 4").reason.name == "BEYOND_ALLOTMENT"


@pytest.mark.rule("AD4.6i", "AD4.6m")
def test_a_passed_bog_check_breaches() -> None:
    """A DR of 7 and +4: the wall is breached over the hexside entered, to the end of the game."""
    game = rolling(turns=2)
    told = game.told("move T D5 3 4")
    assert "the High Wall on hexside 1 of D5 is breached (AD4.6)" in told
    assert game.state.vehicles["T"].hex == "D5"
    assert "D4:4, D5:1" in game.command("show", "GAME")[1]
    assert game.json("breach --from E4 --to E5")["high_wall"] is True
    while not game.state.clock.over:
        if not game.state.clock.wind_rolled:
            game.do("wc 3 4")
        game.do("phase RPh")
    assert "D4:4, D5:1" in game.command("show", "GAME")[1]
    assert game.json("breach --from D4 --to D5")["high_wall"] is False


@pytest.mark.rule("AD4.6j")
def test_a_failed_bog_check_does_not() -> None:
    """A DR of 8 and +4 bogs the tank in D4, and the wall is whole."""
    game = rolling()
    game.do("move T D5 4 4")
    vehicle = game.state.vehicles["T"]
    assert (vehicle.hex, vehicle.bogged) == ("D4", True)
    assert game.json("breach --from D4 --to D5")["high_wall"] is True
    assert game.json("shot --from D4 --to D5 --attack IFT")["blocked"] is not None


@pytest.mark.rule("AD4.6n")
@cases("attack", "IFT", "TH", "FT", "Fire Lane")
def test_no_direct_fire_between_ground_levels(attack: str) -> None:
    """Not between adjacent hexes, nor from farther off; across a breach it is possible."""
    game = walled()
    game.to("PFPh")
    for one, two in (("D4", "D5"), ("D5", "D4"), ("D3", "D5"), ("D4", "D6")):
        shot = game.json(f"shot --from {one} --to {two} --attack '{attack}'")
        assert "no fire crosses it between ground levels (AD4.6)" in shot["blocked"]
    game.do("breach D4 D5")
    assert game.json(f"shot --from D4 --to D5 --attack '{attack}'")["blocked"] is None


@pytest.mark.rule("AD4.6o")
def test_upper_levels_are_judged_by_los() -> None:
    """From and to an upper level of the next hex it is possible, also from a rooftop."""
    game = walled(buildings=HOUSE)
    for one, two in (("D4@1", "D5"), ("D5", "D4@1"), ("D4@3", "D5"), ("G5@1", "G4")):
        assert game.json(f"shot --from {one} --to {two} --attack IFT")["blocked"] is None
    assert game.json("shot --from D4 --to D5 --attack IFT")["blocked"] is not None


@pytest.mark.rule("AD4.6r", "B9.32")
def test_no_wall_advantage_over_a_high_wall() -> None:
    """None over an un-breached one, none over a breach; over a wall or a hedge it is possible."""
    others = [{"kind": "wall", "at": ["K4/K5"]}, {"kind": "hedge", "at": ["M4/M5"]}]
    game = walled(hexsides=[*WALLS, *others], buildings=[{"hex": "K4", "upper_levels": 1}])
    game.to("PFPh")
    found = game.json("wall-advantage --from D4 --to D5")
    assert (found["possible"], found["tem"]) == (False, 0)
    assert "(AD4.6)" in found["why_not_gained"]
    assert game.json("tem --hex D4")["hexsides"]["4"]["tem"] == 0
    game.do("breach D4 D5")
    found = game.json("wall-advantage --from D4 --to D5")
    assert (found["possible"], "(B9.32)" in found["why_not_gained"]) == (False, True)
    for words, possible, tem in (
        ("--from K4 --to K5", True, 2),
        ("--from K5 --to K4", True, 2),
        ("--from M4 --to M5", True, 1),
        ("--from M4 --to M5 --held", False, 0),
        ("--from K4@1 --to K5", False, 0),
        ("--from K4 --to K3", False, 0),
    ):
        found = game.json(f"wall-advantage {words}")
        assert (found["possible"], found["tem"]) == (possible, tem)
    assert "not adjacent" in game.why_refused("wall-advantage --from D4 --to D6")


@cases(
    "options, back, chance",
    pytest.param("--cdr 6", True, "1/6", marks=pytest.mark.rule("AD4.6v")),
    pytest.param("--cdr 5", False, "1/6", marks=pytest.mark.rule("AD4.6v")),
    pytest.param("--cdr 1", False, "1/6", marks=pytest.mark.rule("AD4.6v")),
    pytest.param("--cx --cdr 5", True, "1/3", marks=pytest.mark.rule("AD4.6w")),
    pytest.param("--cx --cdr 6", True, "1/3", marks=pytest.mark.rule("AD4.6w")),
    pytest.param("--cx --cdr 4", False, "1/3", marks=pytest.mark.rule("AD4.6w")),
)
@cases("device", "MOL", "DC")
def test_what_comes_back(options: str, back: bool, chance: str, device: str) -> None:
    """On a Final cdr of 6 or more it has its full effect on the thrower's side, without the +1."""
    found = walled().json(f"thrown --from D4 --to D5 --device {device} {options}")
    assert (found["comes_back"], found["chance_back"]) == (back, chance)
    assert found["total"]["fixed"] == (0 if back else 1)
    if back:
        assert found["affects_thrower"] is True
        assert "lands in D4, with full effect" in found["verdict"]


@pytest.mark.rule("AD4.6x")
def test_a_dc_that_clears_the_wall_does_not_affect_its_thrower() -> None:
    """Over an un-breached High Wall it has no effect on who threw it; elsewhere nothing is said."""
    game = walled()
    assert game.json("thrown --from D4 --to D5 --device DC --cdr 3")["affects_thrower"] is False
    assert game.json("thrown --from D4 --to D5 --device DC")["affects_thrower"] is False
    assert "affects_thrower" not in game.json("thrown --from C4 --to C5 --device DC --cdr 3")


@pytest.mark.rule("AD4.6y")
@cases("device", "MOL", "DC")
def test_nothing_changes_across_a_breach(device: str) -> None:
    """No +1, no way back, and nothing said of the thrower."""
    game = walled()
    game.to("PFPh")
    game.do("breach D5 D4")
    found = game.json(f"thrown --from D4 --to D5 --device {device} --cdr 6")
    assert (found["high_wall"], found["items"]) == (False, [])
    assert "comes_back" not in found
    assert "affects_thrower" not in found
    assert "breached: nothing changes" in found["verdict"]


@pytest.mark.rule("AD4.6a")
def test_check_takes_a_scenario_with_high_walls(tmp_path: Any) -> None:
    """The walls of a scenario with AD Terrain are sound, and those without it are not."""
    for ad in ("true", "false"):
        path = tmp_path / f"{ad}.toml"
        path.write_text(
            'name = "X"\nland = "Libya"\nmonth = "June"\nturns = 3\nec = "Dry"\n'
            f'ad = {ad}\nsides = ["German", "British"]\n[[boards]]\nname = "X1"\ndesert = true\n'
            'ad = true\n[[hexsides]]\nkind = "high-wall"\nat = ["D4/D5"]\n',
            encoding="utf-8",
        )
        assert (khamsin("check", str(path))[0] == 0) is (ad == "true")


@pytest.mark.rule("AD4.6q")
def test_no_street_fighting_over_a_high_wall() -> None:
    """Infantry in a building cannot reach an AFV on the road beyond it, until it is breached."""
    game = walled(buildings=[*HOUSE, {"hex": "D6"}], roads=[{"hexes": ["C5", "D5", "E5"]}])
    game.to("PFPh")
    asked = "street-fighting --from D4 --to D5"
    found = game.json(asked)
    assert found["possible"] is False
    assert "AD4.6" in {near["rule"] for near in found["why_not"]}
    game.do("breach D4 D5")
    assert game.json(asked)["possible"] is True
