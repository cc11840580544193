"""A2.9, A13.1 Who sets up or comes to be in a hex, and where he is whom a label names."""

import pytest

from tests import cases
from tests.clauses.arid import arid, in_mph

HOUSES = [{"hex": "D4"}, {"hex": "F4", "mosque": True}, {"hex": "H4", "upper_levels": 1}]


@pytest.mark.rule("A2.9", "A13.1", "AD3.61i", "AD3.7g")
@cases(
    "words, rule",
    ("squad D4", None),
    ("squad D4 horse", "A2.9"),
    ("squad D4 motorcycle", "A2.9"),
    ("SMC D4 horse", "A2.9"),
    ("SMC D4 motorcycle", "A2.9"),
    ("squad J4", None),
    ("squad J4 horse", None),
    ("squad J4 motorcycle", "A2.9"),
    ("SMC J4 motorcycle", "A2.9"),
    ("squad C4 motorcycle", None),
    ("squad L4", "A2.9"),
    ("squad L4 involuntary", None),
    ("squad F4 steeple", "AD3.312"),
    ("SMC F4 steeple", None),
    ("SMC F4 steeple horse", "A13.1"),
    ("SMC D4 rooftop horse", "A13.1"),
    ("SW C4 pp 1", None),
    ("SW C4 horse pp 1", "A13.1"),
    ("SW L4 pp 1", "A2.9"),
    ("SMC B2 motorcycle", None),
    ("squad B2 motorcycle", None),
)
def test_who_may_be_in_a_hex(words: str, rule: str | None) -> None:
    """No unit is where it could not enter; horses and motorcycles need what they can enter."""
    game = in_mph(arid({"J4": "c", "L4": "~", "B2": "W"}, buildings=HOUSES))
    kind, hex_, *rest = words.split()
    order = " ".join(["unit X", kind, hex_, *rest, "by German"])
    if rule is None:
        assert f"X, a {kind}" in game.told(order) or "X" in game.state.units
        return
    assert game.refused(order).rule == rule


@pytest.mark.rule("A1.1", "A3.3")
def test_a_unit_has_expended_mf_in_its_own_mph_only() -> None:
    """``moved`` is refused in another phase, and to the other side."""
    game = arid()
    game.to("PFPh")
    assert game.refused("unit A squad C4 moved by German").rule == "A3.3"
    game.to("MPh")
    assert game.refused("unit A squad C4 moved by British").rule == "A3.3"
    assert "(A1.1)" in game.told("unit A squad C4 moved by German")
    game.do("unit B squad C4 by British")


@pytest.mark.rule("AD4.41", "AD3.31", "AD3.311", "B23.8")
@cases(
    "station, hex_, level",
    ("steeple", "F4", 2),
    ("shaft", "F4", 1),
    ("rooftop", "H4", 2),
    ("", "H4", 0),
)
def test_a_label_stands_for_hex_and_level(station: str, hex_: str, level: int) -> None:
    """Who is up there is shot at, and shoots, from there."""
    game = in_mph(arid(buildings=HOUSES))
    game.do(f"unit A SMC {hex_} {station} by German", f"unit B squad {hex_[0]}7 by British")
    by_label, by_place = (
        game.json(f"shot --from B --to {name}") for name in ("A", f"{hex_}@{level}")
    )
    assert by_label["los"] == by_place["los"]
    assert by_label["blocked"] == by_place["blocked"]
    assert "did you mean 'A1x'" not in game.why_refused("shot --from B --to Nobody")


@pytest.mark.rule("D1")
def test_a_label_of_nobody_and_of_one_offboard() -> None:
    """The label that may have been meant is named; who is offboard is in no hex."""
    tank = {"id": "Pz3", "side": "German", "movement": "fully-tracked", "mp": 13}
    game = in_mph(arid(vehicles=[tank | {"armour": "closed-topped"}]))
    game.do("unit Squad1 squad C4 by German")
    assert "did you mean 'Squad1'?" in game.why_refused("shot --from C8 --to Squad7")
    assert "Pz3 is not on the map" in game.why_refused("shot --from C8 --to Pz3")
    assert game.json("terrain --hex Squad1")["printed"] == ["Open Ground"]
    assert "Pz3 is not on the map" in game.why_refused("terrain --hex Pz3")
    assert game.why_refused("terrain --hex Nobody")
