"""Rows for data frames, and tables and pictures for notebooks."""

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from replays import BadInput, Game, ask, draw, load_scenario, odds, rows, sensitivity


def test_rows_say_what_was_found() -> None:
    """A row a Player Turn or a value; each with the same columns."""
    found: Any
    for found, count in ((odds("bir-el-qaha"), 12), (sensitivity("bir-el-qaha"), None)):
        table = rows(found)
        assert count in (None, len(table))
        assert len({tuple(row) for row in table}) == 1
    with pytest.raises(BadInput, match="odds, a comparison or a sensitivity are expected"):
        rows("bir-el-qaha")


def test_what_can_be_drawn_is_a_picture_in_a_notebook() -> None:
    """A game, a state, a LOS and odds; anything else gets a sentence."""
    game = Game.new(load_scenario("bir-el-qaha"), "x")
    shot = ask(game, "shot", firer="B3", target="H6")
    drawn = [draw(game), draw(game.state), draw(game, los=shot), draw(odds(game))]
    for each in drawn:
        shown = ET.fromstring(each._repr_svg_())  # noqa: S314 - drawn here
        assert shown.tag.endswith("svg")
    assert drawn[0] == drawn[1] == game.svg() != drawn[2]
    for wrong, los in (("text", None), (odds(game), shot)):
        with pytest.raises(BadInput):
            draw(wrong, los=los)


def test_tables_in_notebooks() -> None:
    """A sensitivity shows itself as a table, a row a setting."""
    found = sensitivity("bir-el-qaha")
    table = ET.fromstring(found._repr_html_())  # noqa: S314 - made here
    names = ["".join(row[0].itertext()) for row in table.iter("tr")][1:]
    assert names == [each.name for each in found.settings]
