"""AD4.1-AD4.3: where a broken unit routs to, when a Gun loses concealment, what scrub negates."""

from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.reached import Played, world

AD: Final[dict[str, Any]] = {"ad": True}
"""The keys of an AD board, and of a scenario with AD Terrain in effect."""


def arid(marks: dict[str, str] | None = None, **facts: Any) -> Played:
    """A game on an AD board with AD Terrain in effect."""
    return world(marks, on=AD, **AD | facts)


@cases(
    "mark, facts, attracts",
    pytest.param("b", {}, True, marks=pytest.mark.rule("AD4.1a")),
    pytest.param("v", {}, True, marks=pytest.mark.rule("AD4.1a", "191.6e")),
    pytest.param("g", {"month": "July"}, True, marks=pytest.mark.rule("AD4.1b")),
    pytest.param("g", {"month": "September"}, True, marks=pytest.mark.rule("AD4.1c")),
    pytest.param("c", {}, True, marks=pytest.mark.rule("AD4.1d")),
    pytest.param("h", {"broken": True}, True, marks=pytest.mark.rule("AD4.1d")),
    pytest.param("cb", {}, True, marks=pytest.mark.rule("AD4.1e")),
    pytest.param("ch", {}, True, marks=pytest.mark.rule("AD4.1e")),
    pytest.param("s", {}, False, marks=pytest.mark.rule("AD4.1h")),
    pytest.param("h", {}, False, marks=pytest.mark.rule("AD4.1h")),
    pytest.param("O", {}, False, marks=pytest.mark.rule("AD4.1h")),
    pytest.param("p", {}, False, marks=pytest.mark.rule("AD4.1h")),
    pytest.param("o", {}, False, marks=pytest.mark.rule("AD4.1h")),
    pytest.param("k", {}, False, marks=pytest.mark.rule("AD4.1h")),
)
def test_what_a_routing_unit_treats_as_woods(
    mark: str, facts: dict[str, object], attracts: bool
) -> None:
    """It heads for the one hex of it two hexes away, or for none."""
    game = arid({"E5": mark}, **facts)
    found = game.json("rout --hex E3")
    assert found["nearest"] == (["E5"] if attracts else [])
    assert game.json("rout --hex E5")["rout_terrain"] is attracts
    assert game.json("rout --hex E5")["rout_as_woods"] is attracts


@pytest.mark.rule("AD4.1i")
def test_what_attracts_a_rout_is_not_rally_terrain() -> None:
    """Brush, crag and a Boulder-Crag are as woods for the rout, and for nothing else of woods."""
    for mark in ("b", "c", "cb"):
        game = arid({"E5": mark})
        assert game.json("rout --hex E5")["rout_terrain"] is True
        assert game.json("rally --hex E5")["rally_terrain"] is False
        assert "Woods" not in game.json("terrain --hex E5")["terrain"]


@pytest.mark.rule("AD4.1k")
@cases("month", "January", "April", "December", "May", "November")
def test_grain_out_of_season_attracts_by_ruling_only(month: str) -> None:
    """With no grain standing it is nothing to a routing unit, unless the ruling says so."""
    assert arid({"E5": "g"}, month=month).json("rout --hex E5")["rout_terrain"] is False
    printed = arid({"E5": "g"}, month=month, rulings={"AD4.1-grain": "printed"})
    assert printed.json("rout --hex E5")["rout_terrain"] is True
    assert printed.json("rout --hex E4")["rout_terrain"] is False
