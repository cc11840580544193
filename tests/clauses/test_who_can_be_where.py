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
