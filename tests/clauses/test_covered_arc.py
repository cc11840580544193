"""C3.2 The Covered Arc of a Gun, measured a second time with angles of centre dots."""

from math import atan2, degrees, hypot, sqrt

import pytest

from tests.clauses.reached import COLUMNS, Played, world

UP = {"up": 0, "right": 90, "down": 180, "left": 270}
"""Where north is on the map, in degrees clockwise from up."""

FACINGS = {
    "north": (0,),
    "northeast": (30, 60),
    "east": (90,),
    "southeast": (120, 150),
    "south": (180,),
    "southwest": (210, 240),
    "west": (270,),
    "northwest": (300, 330),
}
"""The bearings that vertices have, as far as they are called so."""


def bearing(one: str, two: str) -> float:
    """Where the centre dot of a hex lies from that of another, in degrees clockwise from up."""
    x, y = (b - a for a, b in zip(dot(one), dot(two), strict=True))
    return degrees(atan2(x, y)) % 360


def dot(name: str) -> tuple[float, float]:
    """The centre dot of a hex: to the right, and up; a hexside is one long."""
    column, row = COLUMNS.index(name[0]), int(name[1:])
    return 1.5 * column, -sqrt(3) * (row + (0 if column % 2 else -0.5))


def in_arc(one: str, two: str, faces: int) -> bool:
    """Whether a hex is within 30 degrees of where a Gun faces."""
    off = abs((bearing(one, two) - faces + 180) % 360 - 180)
    return one != two and off < 30.001


def near(name: str, game: Played) -> set[str]:
    """The hexes at range 3 or less, by how far their dots are apart."""
    return {
        other
        for other in game.state.setting.area.record
        if hypot(*(b - a for a, b in zip(dot(name), dot(other), strict=True))) < 3 * sqrt(3) + 0.01
    }


@pytest.mark.rule("C3.2", "11.611q", "11.611r")
@pytest.mark.parametrize("north", UP)
@pytest.mark.parametrize("facing", FACINGS)
def test_a_covered_arc_wherever_north_is(north: str, facing: str) -> None:
    """Sixty degrees over the vertex that faces there; where none does, the question is refused."""
    game = world(north=north)
    vertices = {(each - UP[north]) % 360: each for each in range(30, 360, 60)}
    faces = [vertices[each] for each in FACINGS[facing] if each in vertices]
    asked = f"sun-zone --hex G5 --ca {facing} --range 3"
    if not faces:
        assert f"no vertex of a hex faces {facing}" in game.why_refused(asked)
        return
    (over,) = faces
    wanted = {name for name in near("G5", game) if in_arc("G5", name, over)}
    assert len(wanted) == 2 + 3 + 4
    assert set(game.json(asked)["covered"]) == wanted
