"""What answers say beside their main fact: lines, rules, reasons, and what is left unsaid."""

from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.reached import Played, world
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
