"""What answers say beside their main fact: lines, rules, reasons, and what is left unsaid."""

from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.reached import Played, world
from tests.clauses.test_ad3_312 import houses
from tests.table import make_vehicle

AD: Final[dict[str, Any]] = {"ad": True, "on": {"ad": True}}

TANK: Final[dict[str, Any]] = make_vehicle("PzA", ground_pressure="normal", at="D4")


def lines(game: Played, words: str) -> list[str]:
    """The lines of an answer, without what nearly applied."""
    text = game.text(words).split("  not applied:")[0]
    return [line.strip() for line in text.splitlines()]


def named(game: Played, words: str, name: str) -> list[str]:
    """The rules of what nearly applied, by its name."""
    return [each.rule for each in game.ask(words).near if each.name == name]


# Guns ------------------------------------------------------------------------------------------

GUNS: Final = {
    # hex and options: rules by which it may not be there; may set up Emplaced, may be Manhandled
    "C4 --gun RCL --calibre 75": ([], False, False),
    "C4 --gun RCL --calibre 75 --dug-in": (["AD3.2"], False, False),
    "C4 --calibre 50": (["AD3.2"], False, False),
    "C4 --gun MTR --calibre 81 --emplaced": (["AD3.2"], False, False),
    "C4 --gun RCL --calibre 75 --manhandled-from C3": (["AD3.2"], False, False),
    "C3 --calibre 75 --manhandled-from C4": (["AD3.2"], False, False),
    "C2 --calibre 75 --manhandled-from C3": ([], False, True),
    "E5 --calibre 75": (["AD3.7"], False, True),
    "E5 --calibre 75 --dug-in": ([], False, True),
    "E5 --calibre 75 --vehicular": ([], False, True),
    "E5 --calibre 75 --dm": ([], False, True),
    "E5 --calibre 75 --dm --emplaced": (["AD3.7"], False, True),
    "G5 --calibre 75": (["AD3.61"], False, True),
    "G5 --calibre 75 --towed": ([], False, True),
    "D4 --calibre 75": ([], False, True),
    "D4 --calibre 75 --dug-in": ([], False, True),
    "D4 --calibre 75 --emplaced": (["F.1A"], False, True),
    "D4 --calibre 75 --emplaced --trench": ([], True, True),
    "D4 --calibre 75 --trench": ([], True, True),
    "G8 --calibre 75 --emplaced": ([], True, True),
    "H8 --calibre 75 --emplaced": (["F.1A"], False, True),
    "D8 --calibre 75 --emplaced": ([], True, True),
    "D4 --calibre 75 --rooftop": (["AD4.4"], False, True),
    "I5 --calibre 75": ([], False, True),
    "I5 --calibre 75 --rooftop": (["AD4.41"], False, True),
    "I5 --calibre 75 --gun RCL --rooftop": ([], False, True),
}


@pytest.mark.rule("AD3.2", "AD3.61", "AD3.7", "AD4.4", "AD4.41", "F.1A")
@pytest.mark.parametrize("words", GUNS)
def test_where_a_gun_may_be_and_by_which_rules_not(words: str) -> None:
    """Each rule that forbids it is named once, and why it does not set up Emplaced."""
    rules, emplaced, manhandled = GUNS[words]
    forts = [
        {"kind": "Trench", "hex": "G8", "side": "German"},
        {"kind": "Sangar", "hex": "H8", "side": "German"},
    ]
    game = world(
        {"C4": "cb", "E5": "F", "G5": "W", "D8": "d"},
        buildings=[{"hex": "I5", "upper_levels": 1}],
        fortifications=forts,
        **AD,
    )
    found = game.json(f"gun --hex {words}")
    assert [each["rule"] for each in found["why_not"] if each["name"] == "Gun"] == rules
    assert found["allowed"] is (not rules)
    assert all(f"({rule})" in found["verdict"].split("; by firing")[0] for rule in rules)
    assert found["may_set_up_emplaced"] is emplaced
    assert found["may_be_manhandled"] is manhandled
    end = found["verdict"].rpartition("; ")[2]
    ground = {
        "C4 --gun MTR": "it may not set up Emplaced there (AD3.2)",
        "E5": "it may not set up Emplaced there (AD3.7)",
    }
    if emplaced:
        assert "Emplaced" not in end
    else:
        assert end == ground.get(
            words[:12], ground.get(words[:2], "it may not set up Emplaced there (F.1A)")
        )
    told = "it may not be Manhandled there (AD3.2)" in found["verdict"]
    assert told is words.startswith("C4")


@cases(
    "words, why",
    ("--dug-in --emplaced", "emplaced: a vehicle is neither Emplaced nor Manhandled"),
    ("--vehicular --emplaced", "emplaced: a vehicle is neither Emplaced nor Manhandled"),
    ("--dug-in --manhandled-from D5", "manhandled_from: a vehicle is neither Emplaced nor"),
    ("--vehicular --manhandled-from D5", "manhandled_from: a vehicle is neither Emplaced nor"),
    ("--dug-in --vehicular", "vehicular: a Dug-In vehicle is asked for by --dug-in alone"),
    ("--manhandled-from D6", "manhandled_from: D6 and D4 are not adjacent"),
    ("--emplaced", None),
    ("--dug-in", None),
    ("--vehicular", None),
    ("--manhandled-from D5", None),
)
def test_what_no_gun_does_is_refused(words: str, why: str | None) -> None:
    """A vehicle is neither Emplaced nor Manhandled, and is Dug-In or not."""
    asked = f"gun --hex D4 --calibre 75 {words}"
    if why is None:
        assert world().ask(asked).verdict
    else:
        assert world().why_refused(asked).startswith(why)


# Stacking and rooftops -------------------------------------------------------------------------


@pytest.mark.rule("AD3.31", "AD3.311", "AD3.312")
def test_what_a_steeple_holds_is_said() -> None:
    """A Minaret less than a Tower; where it is gone, or was never, only whose hex it is."""
    game = houses()
    sees = "the Shaft sees levels 0 and 2 of its hex alone (AD3.311)"
    minaret = "its Minaret and Shaft each hold 1 HS or crew, 1 SW of 3 PP and 4 SMC a side"
    tower = "its Tower and Shaft each hold 1 squad-equivalent, 2 SW of 5 PP and 4 SMC a side"
    assert game.ask("stacking --hex D4").verdict == f"{minaret} (AD3.312); {sees}"
    assert game.ask("stacking --hex G4").verdict == f"{tower} (AD3.312); {sees}"
    assert game.json("stacking --hex G4")["steeple"] is True
    assert "steeple" not in game.json("stacking --hex C4")
    assert game.ask("stacking --hex C4").verdict == "AD Terrain limits nothing in C4; A5 applies"
    game.do("rubble D4 level 0")
    gone = game.json("stacking --hex D4")
    assert gone["verdict"] == "it is of a Mosque, and has no Minaret now (AD3.31)"
    assert (gone["house"], gone["steeple"]) == ("Mosque", False)
    assert "limit" not in gone


@pytest.mark.rule("AD3.61", "AD3.7", "AD4.41", "A5")
def test_who_is_on_a_rooftop_is_said() -> None:
    """By side; who is in the building below is not."""
    game = world({"E5": "F"}, buildings=[{"hex": "I5"}], **AD)
    game.do("phase", "wc 3 4", "unit Up squad I5 rooftop by German", "unit Low HS I5 by German")
    own = "its Arid Rooftop is a Location of its own, of the normal limit (AD4.41, A5)"
    assert game.ask("stacking --hex I5").verdict == f"{own}; Up of the German on it"
    assert game.json("stacking --hex I5")["rooftop"] == {"German": ["Up"]}
    assert "vehicles" not in game.json("stacking --hex I5")
    fountain = game.json("stacking --hex E5")
    assert "rooftop" not in fountain
    assert fountain["verdict"].startswith("Fountain: ")
    assert fountain["verdict"].endswith("(AD3.7)")
    assert game.json("rooftop --hex I5")["there"] == ["Up"]
    assert game.ask("rooftop --hex I5").verdict.endswith("of normal stacking; Up there")


@pytest.mark.rule("AD4.4", "AD4.41", "AD4.411", "AD4.412")
def test_what_a_rooftop_is() -> None:
    """Its level and stairwell, by the ground of its hex; a hedge's TEM; a building for VC."""
    houses_ = [{"hex": "I5", "upper_levels": 1}, {"hex": "E5"}]
    game = world({"E5": ".1", "E8": ".3", "C3": ".3"}, buildings=houses_, **AD)
    found = game.json("rooftop --hex I5")
    assert (found["level"], found["stairwell_from"]) == (2, 1)
    assert "at level 2, TEM +1 as a hedge" in found["verdict"]
    assert "from level 1 for 1 MF (B23.4); it is a building Location" in found["verdict"]
    assert found["victory_location"] is True
    assert (found["tem_vs_indirect"], found["tem_vs_aerial"]) == (0, 0)
    assert found["there"] == []
    assert found["verdict"].endswith("of normal stacking")
    hill = game.json("rooftop --hex E5")
    assert (hill["level"], hill["stairwell_from"]) == (1, 0)
    assert "at level 2, TEM" in hill["verdict"]
    assert "from level 1 for 1 MF" in hill["verdict"]
    none = game.json("rooftop --hex D4")
    assert (none["rooftop"], none["verdict"]) == (False, "D4 has no Arid Rooftop (AD4.4)")
    assert "level" not in none
    inside = game.json("rooftop --hex I5 --enemy I5 I5@1")
    assert inside["open_ground_to"] == []
    assert inside["tem"] == {"I5": 1, "I5@1": 1}


@pytest.mark.rule("AD4.411")
@cases("words, tem, full", ("", 1, 1), ("--indirect", 0, 1), ("--critical-hit", -1, -1))
def test_the_tem_of_a_rooftop(words: str, tem: int, full: int) -> None:
    """As a hedge, reversed by a Critical Hit; the building itself gives none there."""
    house = [{"hex": "I5", "upper_levels": 1}]
    game = world(buildings=house, **AD)
    found = game.json(f"tem --hex I5@2 {words}")
    assert (found["tem"], found["verdict"]) == (tem, f"I5@2: Arid Rooftop {tem:+}")
    other = world(buildings=house, rulings={"AD4.411-indirect": "full"}, **AD)
    assert other.json(f"tem --hex I5@2 {words}")["tem"] == full
    top = other.json("rooftop --hex I5")
    assert (top["tem_vs_indirect"], top["tem_vs_aerial"]) == (1, 0)
    assert game.json(f"tem --hex I5@1 {words}")["tem"] == (-3 if "critical" in words else 3)


# Sun Blindness Zone ----------------------------------------------------------------------------


@pytest.mark.rule("11.611m", "11.611n", "C3.2")
def test_the_lines_of_a_sun_zone() -> None:
    """The zone, and with a CA the CA and both; to the range that is asked for, less its hex."""
    game = world(time_of_day="Early Morning", ec="Moist")
    assert lines(game, "sun-zone --hex D5 --range 1") == [
        "setup: 2 hexes at range 1 or less are in the zone of D5",
        "zone: E5 E6",
    ]
    assert lines(game, "sun-zone --hex D5 --range 1 --ca east")[1:] == [
        "zone: E5 E6",
        "Covered Arc: E5 E6",
        "both: E5 E6",
    ]
    assert lines(game, "sun-zone --hex D5 --range 1 --ca west")[1:] == [
        "zone: E5 E6",
        "Covered Arc: C5 C6",
        "both: none",
    ]
    assert game.json("sun-zone --hex D5 --range 0")["zone"] == []
    assert "covered" not in game.json("sun-zone --hex D5")
    # n + 1 hexes at range n
    assert len(game.json("sun-zone --hex D5")["zone"]) == 2 + 3 + 4 + 5
    skies: tuple[tuple[dict[str, Any], str], ...] = (
        ({"time_of_day": "Midday"}, "it is neither Early Morning nor Late Afternoon"),
        ({"time_of_day": "Late Afternoon", "weather": "Overcast"}, "Weather is Overcast"),
    )
    for other, why in skies:
        found = lines(world(**other), "sun-zone --hex D5 --range 1")
        assert found[0].startswith("setup: nobody is blinded: ")
        assert why in found[0]
        assert found[1:] == ["zone: none"]


# What is due -----------------------------------------------------------------------------------


@pytest.mark.rule("B25.15", "B24.7")
def test_only_what_is_owed_now_is_owed_before_the_phase_ends() -> None:
    """What may be done, and what is owed in a later phase, is listed, and holds nothing up."""
    game = world(**AD)
    game.do("phase", "wc 3 4", "debris D4", "phase CCPh", "clear D4 squads 1 6 6")
    game.do("phase RPh", "wc 3 4", "phase RPh", "wc 3 4", "phase CCPh")
    assert [each["bound"] for each in game.json("due")["due"]] == ["may"]
    assert game.ask("due").verdict == "the CCPh can end"
    assert any("clear D4 squads 1" in line for line in lines(game, "due")[1:])
    fire = world(buildings=[{"hex": "D4", "material": "wooden"}])
    fire.do("phase", "wc 3 4", "flame D4", "phase RPh", "wc 3 4")
    assert "owed" in [each["bound"] for each in fire.json("due --player-turn")["due"]]
    assert fire.ask("due --player-turn").verdict == "the RPh can end"
    fire.do("phase AFPh")
    assert fire.ask("due").verdict == "`flame-check D4` before the AFPh ends"


# Bog -------------------------------------------------------------------------------------------


@pytest.mark.rule("11.8", "D8.23")
@cases(
    "facts, to, told",
    ({"weather": "Mud", "ec": "Mud"}, "C4", True),
    ({"weather": "Mud", "ec": "Mud"}, "C9", False),
    ({}, "C4", False),
    ({"weather": "Mud", "ec": "Mud", "broken": True}, "C4", False),
)
def test_desert_mud_is_told_of_where_it_can_bog(facts: dict[str, Any], to: str, told: bool) -> None:
    """In Open Ground beside hammada, in Desert Mud; not farther off, nor in other Mud."""
    game = world({"C3": "h"}, **facts)
    origin = f"D{to[1:]}"
    words = f"bog --from {origin} --to {to} --mover truck --allotment 30"
    assert named(game, words, "Mud Bog") == (["11.8"] if told else [])


# Rout ------------------------------------------------------------------------------------------


@pytest.mark.rule("A10.5", "F.1C", "AD2.4", "191.1", "191.2")
@cases(
    "facts, who",
    ({}, "by an enemy within 6 hexes only (F.1C)"),
    ({"steppe": True}, "by an enemy at any range (F.1C does not apply by 191.2)"),
    (
        {"broken": True},
        "by an enemy at any range (F.1C does not apply by 191.1 and ruling 191.1-routing)",
    ),
    ({"marks": {"D2": ".'"}, **AD}, "by an enemy at any range (F.1C does not apply by AD2.4)"),
    ({"time_of_day": "Night"}, "by an enemy at any range (F.1C does not apply)"),
    (
        {"marks": {"D2": ".'"}, "steppe": True, **AD},
        "by an enemy at any range (F.1C does not apply by 191.2)",
    ),
)
def test_for_whom_failure_to_rout_eliminates(facts: dict[str, Any], who: str) -> None:
    """By which enemies, and which rule sets F.1C aside."""
    facts = dict(facts)
    game = world(facts.pop("marks", None), **facts)
    verdict = game.ask("rout --hex D2").verdict
    assert verdict.endswith(f"; Failure to Rout eliminates, if it is forced {who}")


@pytest.mark.rule("A10.53", "AD4.412", "11.711")
@cases(
    "hex_, words, facts, why",
    ("I5@1", "", {}, "an Arid Rooftop is not in the open (AD4.412)"),
    ("I5@1", "", {"dust": "Heavy"}, "Heavy Dust is a LOS Hindrance"),
    ("I5@1", "--enemy I3", {}, "no enemy named can Interdict there"),
    ("I5", "--enemy I3", {}, "Stone Building"),
    ("D5", "", {}, None),
    ("D5", "", {"dust": "Heavy"}, "Heavy Dust is a LOS Hindrance"),
    ("D5", "--enemy D3", {}, None),
    ("D5", "--enemy D8", {}, "no enemy named can Interdict there"),
    ("D5", "--enemy D8 D3", {}, None),
)
def test_whether_a_unit_can_be_interdicted_there(
    hex_: str, words: str, facts: dict[str, Any], why: str | None
) -> None:
    """In the open, by an enemy named who sees it; each reason against it is said alone."""
    game = world({"D7": "k"}, buildings=[{"hex": "I5"}], **(AD | facts))
    found = game.json(f"rout --hex {hex_} {words}")["interdiction"]
    assert found["possible"] is (why is None)
    assert (found["why_not"] is None) is (why is None)
    assert (why or "") in (found["why_not"] or "")
    assert found["by"] == (["D3"] if "D3" in words else [])


# Other questions -------------------------------------------------------------------------------


@pytest.mark.rule("B25.6")
def test_a_spread_is_by_the_best_of_several_blazes() -> None:
    """Its line names the other Blaze whose DR it is; where it is its own, none."""
    # the wind blows from D6 over D5 to D4, so D6 is upwind of D5 and D4 downwind
    game = world(
        {"D4": "b", "D5": "b", "D6": "b"}, wind="Mild Breeze", wind_direction=1, ec="Moderate"
    )
    game.do("phase", "wc 3 4", "blaze D4", "blaze D6", "phase RPh", "wc 3 4")
    down = game.json("burn --hex D6")["spread"]["D5"]
    up = game.json("burn --hex D4")["spread"]["D5"]
    assert "of" not in down
    assert "by the Blaze in" not in down["said"]
    assert up["of"] == "D6"
    assert up["said"].endswith(" by the Blaze in D6")
    assert (up["chance"], up["number"]) == (down["chance"], down["number"])
    assert "sure" not in up
    assert "why_not" not in up


@pytest.mark.rule("B25.651")
def test_the_chance_of_a_spread_in_gusts_is_said_with_their_direction() -> None:
    """In No Wind the direction of Gusts is rolled beside the DR; else it is not spoken of."""
    said = "with the dr for the direction of the Gusts (B25.651)"
    for orders, told in ((("wc 6 6",), True), (("wc 3 4",), False)):
        game = world({"D4": "b", "D5": "b"})
        game.to("PFPh")
        game.do("blaze D4", "phase RPh", *orders, "phase AFPh")
        found = game.json("burn --hex D4")["spread"]["D5"]
        assert (said in found["said"]) is told
        assert ("in all" in found["said"]) is told
        if told:
            assert f"{found['chance']} in all" in found["said"]


@pytest.mark.rule("11.601")
@cases(
    "words, facts, revealed, out",
    # range 6 reveals, 7 does not; 17 is as if out of LOS, 16 is not
    ("--hex A8 --enemy G8", {"dust": "Light"}, ["G8"], False),
    ("--hex A8 --enemy H8", {"dust": "Light"}, [], False),
    ("--hex A8 --enemy Q8", {"dust": "Light"}, [], False),
    ("--hex A8 --enemy R8", {"dust": "Light"}, [], True),
    ("--hex A8 --enemy R8 G8", {"dust": "Light"}, ["G8"], False),
    ("--hex A8 --enemy R8 --unit emplaced-gun", {"dust": "Light"}, [], True),
    ("--hex A8 --enemy R8 --unit vehicle", {"dust": "Light"}, [], False),
)
def test_concealment_in_dlv(
    words: str, facts: dict[str, Any], revealed: list[str], out: bool
) -> None:
    """Whose LOS reveals an entrenchment, and for whom the hex is as if out of LOS."""
    game = world({"A8": "b"}, on={"columns": 25}, **facts)
    found = game.json(f"concealment {words}")
    assert found["in_effect"] is True
    assert found["revealed_by"] == revealed
    assert found["out_of_los_for_gain"] is out
    assert ("stays hidden" in found["verdict"]) is (not revealed)
    assert ("is as if out of LOS" in found["verdict"]) is out


@pytest.mark.rule("11.601")
@cases(
    "mark, facts, why",
    (".", {"dust": "Light"}, "A8 is not Concealment Terrain (A12.12)"),
    ("b", {}, "no DLV is in effect"),
)
def test_where_concealment_is_as_ever(mark: str, facts: dict[str, Any], why: str) -> None:
    """Outside Concealment Terrain, and without DLV."""
    found = world({"A8": mark}, **facts).json("concealment --hex A8 --enemy G8")
    assert found["in_effect"] is False
    assert found["verdict"].startswith(f"the normal rules apply: {why}; ")
    assert "revealed_by" not in found
    assert [each["rule"] for each in found["why_not"]] == ["11.601"]


@pytest.mark.rule("A11.4")
@cases(
    "mark, words, possible, terrain, rule",
    (".", "", False, False, None),
    (".", "--concealed", True, False, "A11.4"),
    ("w", "", True, True, "A11.4"),
    ("w", "--concealed", True, True, "A11.4"),
)
def test_when_an_ambush_is_possible(
    mark: str, words: str, possible: bool, terrain: bool, rule: str | None
) -> None:
    """By terrain or for a concealed unit."""
    found = world({"D4": mark}).json(f"ambush --hex D4 {words}")
    assert (found["possible"], found["ambush_terrain"], found["rule"]) == (possible, terrain, rule)
    said = found["verdict"]
    assert said.startswith("Ambush is possible" if possible else "Ambush is not possible")
    assert ("is Ambush Terrain" in said) is terrain
    assert said.endswith(": a unit is concealed (A11.4)") is (possible and not terrain)


@pytest.mark.rule("B9.32")
@cases("kind, words, tem", ("wall", "", 2), ("hedge", "", 1), ("wall", "--held", 0))
def test_wall_advantage(kind: str, words: str, tem: int) -> None:
    """Its TEM, or why it cannot be gained."""
    game = world(hexsides=[{"kind": kind, "at": ["D4/D5"]}])
    found = game.json(f"wall-advantage --from D4 --to D5 {words}")
    assert (found["tem"], found["possible"]) == (tem, tem > 0)
    assert (found["why_not_gained"] is None) is (tem > 0)
    none = world().json("wall-advantage --from D4 --to D5")
    assert (none["tem"], none["possible"]) == (0, False)


@pytest.mark.rule("AD3.5", "B9", "AD2.3")
def test_what_is_said_of_a_hex() -> None:
    """What stands on its hexsides, what is done across it, its bridge: only where it is so."""
    game = world({"D4": "z", "E5": "F"}, hexsides=[{"kind": "wall", "at": ["D4/D5"]}], **AD)
    plaza = lines(game, "terrain --hex D4")
    assert "across: Street Fighting no, Dash no" in plaza
    assert "hexsides: 4 wall" in plaza
    assert game.json("terrain --hex D4")["hexsides"] == {"4": "wall"}
    assert game.json("terrain --hex D4")["across"] == {"Street Fighting": False, "Dash": False}
    plain = game.json("terrain --hex H7")
    assert not {"hexsides", "across", "bypass"} & plain.keys()
    assert plain["bridge"] is None


@pytest.mark.rule("B.9", "B27.3")
def test_what_is_said_of_the_tem_of_a_hex() -> None:
    """What counts with its amount; what does not, once, with the reason."""
    forts = [{"kind": "Foxhole", "hex": "D4", "side": "German"}]
    game = world({"D4": "w", "D6": "b"}, fortifications=forts)
    game.do("phase", "wc 3 4", "smoke D6")
    assert game.ask("tem --hex D4").verdict == "D4: Woods +1"
    assert named(game, "tem --hex D4", "Woods") == []
    assert game.json("tem --hex D4 --within Foxhole")["tem"] == 2
    assert game.json("tem --hex D4")["tem"] == 1
    brush = game.json("tem --hex D6")
    assert (brush["tem"], brush["verdict"]) == (0, "D6: no TEM")
    near = {each["name"]: each["why"] for each in brush["why_not"]}
    assert near["Brush"] == "it has none vs this attack"
    smoke = [name for name in near if "SMOKE" in name]
    assert [near[name] for name in smoke] == [
        "Artificial Terrain (B.9); its DRM is a LOS Hindrance"
    ]
    assert not [each for each in game.json("tem --hex D4")["why_not"] if "SMOKE" in each["name"]]


# A view is its shots ---------------------------------------------------------------------------


@pytest.mark.rule("A6.7", "A9.22", "11.794c", "AD4.6")
@cases("attack", "TH", "IFT", "Fire Lane", "DC", "Specific Collateral")
@cases("dust", "None", "Heavy")
def test_a_view_of_each_attack_is_its_shots(attack: str, dust: str) -> None:
    """Each other hex once: hidden where a shot is blocked, else with the DRM of its LOS."""
    marks = {"C3": "b", "D4": "b", "E3": "o", "B2": "g", "F4": "y", "E5": ".1"}
    game = world(
        marks,
        on={"ad": True, "columns": 7, "rows": 6},
        ad=True,
        dust=dust,
        hexsides=[{"kind": "high-wall", "at": ["D3/D2", "D3/E4"]}],
        vehicles=[TANK | {"at": "C5"}],
    )
    game.to("MPh")
    game.do("start PzA", "move PzA D5")
    view = game.json(f"view --from D3 --attack '{attack}'")
    others = [name for name in game.state.setting.area.record if name != "D3"]
    assert sorted([*view["seen"], *view["hidden"]]) == sorted(others)
    counted = ("LOS Hindrance", "LV", "DLV")
    for name in others:
        at = f"{name}@-1" if name == "F4" else name
        shot = game.json(f"shot --from D3 --to {at} --attack '{attack}'")
        forbidden = shot["verdict"].startswith("not allowed")
        assert (name in view["hidden"]) is (forbidden or shot["blocked"] is not None), name
        if name in view["hidden"]:
            continue
        low = high = 0
        for each in shot["items"]:
            if each["kind"] in counted:
                values = each["die"]["values"] if "die" in each else [each["amount"]]
                low, high = low + min(values), high + max(values)
        seen = view["seen"][name]
        assert (seen["range"], seen["low"], seen["high"]) == (shot["range"], low, high), name


# Rulings ----------------------------------------------------------------------------------------


@pytest.mark.rule("11.792e")
def test_an_answer_tells_what_another_ruling_would_make_of_it() -> None:
    """Where a ruling decides a total both totals are told, under either choice; else nothing is."""
    home = [{"hex": "D4", "building": "one"}, {"hex": "D5", "building": "one"}]
    asked = "shot --from D4 --to D5"
    game = world(dust="Heavy", buildings=home)
    assert "total +4" in game.ask(asked).verdict
    said = "ruling 11.792-heavy is counts; none: total +3"
    assert game.rulings(asked) == [said]
    assert f"\n  {said}\n" in game.command("ask", "shot", "GAME", "--from", "D4", "--to", "D5")[1]
    other = world(dust="Heavy", buildings=home, rulings={"11.792-heavy": "none"})
    assert other.rulings(asked) == ["ruling 11.792-heavy is none; counts: total +4"]
    assert world().rulings(asked) == []


@pytest.mark.rule("11.75")
def test_an_answer_tells_that_it_rests_on_a_list_that_is_lost() -> None:
    """The Dust of an FFE goes by a ruling in the place of a list that our text has lost."""
    game = world(wind="Mild Breeze", wind_direction=3)
    game.do("wc 3 4", "ffe X F5 100mm")
    told = "ruling 11.75-changes is plus-2, as our text has lost the list"
    assert game.rulings("shot --from F1 --to F9") == [told]
    assert game.rulings("shot --from A1 --to A9") == []


def test_an_answer_says_what_it_did_not_judge() -> None:
    """What is left to the players is told with what nearly applied, and in JSON always."""
    game = world()
    asked = "shot --from D4 --to D5"
    assert "\n  not judged: leaders, state of firer and target, acquisition" in game.text(asked)
    assert game.json(asked)["not_judged"].startswith("leaders")
    assert "not judged" not in game.text("terrain --hex D4")
