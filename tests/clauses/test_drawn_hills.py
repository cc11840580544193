"""B10.1 Hills on boards with a depiction: the centre dot, and what is Inherent on them."""

from pathlib import Path

import attrs
import pytest

from replays import ask
from replays.vasl.board_import import import_board
from tests.table import scenario
from tests.vasl_boards import Canvas


@pytest.mark.rule("B10.1b", "B10.1c")
@pytest.mark.parametrize("across", [True, False])
def test_inherent_terrain_of_a_hill_works_where_the_hill_is_drawn(
    tmp_path: Path, across: bool
) -> None:
    """A LOS at its level, past its art, is over the orchard; the dot alone is the hex's level."""
    canvas = Canvas().dot("C2", 63, 14)
    x, y = canvas.lattice.centres[canvas.lattice.number[canvas.places["C2"]]]
    for name in ("A1", "B1", "D2", "D3"):
        canvas.raised(name, 1)
    half = slice(x - 40, x + 4) if across else slice(x - 4, x + 40)
    canvas.elevation[half, y - 40 : y + 40] = 1
    board = import_board(str(canvas.save(tmp_path / "bdX"))).spec
    game = attrs.evolve(scenario(vehicles=[], month="July"), boards=(board,))
    assert ask(game, "terrain", hex="C2").facts["level"] == 1
    found = ask(game, "shot", firer="A1", target="D3", attack="IFT")
    assert [each.name for each in found.items] == ["Orchard"] * across
