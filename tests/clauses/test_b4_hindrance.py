"""B.4, B.5 and B.10 Hindrances by height, Continuous Slopes, and Hindrances that block."""

import pytest

from tests import cases
from tests.clauses.reached import world


@pytest.mark.rule("B.4a", "B.4b", "A6.7")
@cases("marks", {"A2": "b"}, {"A2": "g"}, {"A1": ".2", "A2": "w", "A4": ".2"}, {"A2": "."})
def test_only_a_hindrance_passed_over_is_said_to_be(marks: dict[str, str]) -> None:
    """Not one that counts, nor what is no Hindrance at all."""
    found = world(marks).json("shot --from A1 --to A4")
    assert "B.4" not in {each["rule"] for each in found["why_not"]}
