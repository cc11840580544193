"""What each kind of terrain is, property by property, as the question about its hex says it."""

from typing import Final

import pytest

from tests.clauses.arid import arid
from tests.clauses.reached import Played

ROWS: Final = """
mark | terrain          | rule    | tem | conceals | inherent | FFMO | rally | rout | kindling
.    | Open Ground      | F1      | 0   | no       | no       | yes  | no    | no   | -
s    | Scrub            | F2      | 0   | yes      | no       | no   | no    | no   | -
h    | Hammada          | F3      | 0   | no       | no       | yes  | no    | no   | -
d    | Sand             | F7      | 0   | no       | no       | yes  | no    | no   | -
D    | High Dune        | F7.5    | 0   | no       | yes      | yes  | no    | no   | -
e    | Deir             | F4      | 0   | no       | no       | yes  | no    | no   | -
H    | Hillock          | F6      | 0   | no       | yes      | yes  | no    | no   | -
y    | Wadi             | F5      | 0   | no       | no       | yes  | no    | no   | -
u    | Gully            | B19     | 0   | no       | no       | yes  | no    | no   | -
r    | Stream           | B20     | 0   | no       | no       | yes  | no    | no   | -
b    | Brush            | B12     | 0   | yes      | no       | no   | no    | yes  | 9 6
v    | Vineyard         | 191.6   | 0   | yes      | yes      | no   | no    | yes  | 9 6
g    | Grain            | AD3.161 | 0   | yes      | no       | no   | no    | yes  | 10 6
o    | Olive Grove      | AD3.11  | 1   | yes      | yes      | no   | no    | no   | 11 9
p    | Palm Trees       | G4      | 0   | yes      | yes      | no   | no    | no   | 10 10
P    | Dense Palm Trees | AD3.121 | 2   | yes      | yes      | no   | yes   | yes  | 9 7
k    | Cactus Patch     | F13.4   | 1   | yes      | yes      | no   | no    | no   | 12 10
w    | Light Woods      | AD3.14  | 1   | yes      | no       | no   | yes   | yes  | 9 7
l    | Light Woods      | B35     | 1   | yes      | no       | no   | yes   | yes  | 9 7
a    | Oasis            | AD3.62  | 0   | no       | no       | yes  | no    | no   | -
O    | Olive Grove      | F13.5   | 1   | yes      | yes      | no   | no    | no   | 11 9
c    | Crag             | B17     | 1   | no       | yes      | no   | no    | yes  | -
C    | Boulder-Crag     | AD4.5   | 2   | no       | yes      | no   | no    | yes  | -
n    | Broken Ground    | F13.1   | 1   | yes      | no       | no   | no    | no   | -
m    | Marsh            | B16     | 0   | yes      | no       | no   | no    | no   | -
q    | Graveyard        | B18     | 1   | no       | yes      | no   | no    | no   | -
S    | Shellholes       | B2      | 1   | no       | yes      | no   | no    | no   | -
z    | Arid Plaza       | AD3.5   | 0   | no       | no       | yes  | no    | no   | -
W    | Oasis Well       | AD3.61  | 1   | no       | no       | no   | yes   | no   | -
F    | Fountain         | AD3.7   | 0   | no       | no       | yes  | no    | no   | -
cb   | Crag-Brush       | AD3.21  | 1   | yes      | yes      | no   | no    | yes  | 9 6
ch   | Crag-Hammada     | AD3.22  | 1   | no       | yes      | no   | no    | yes  | -
"""
"""Of the desert-coloured hexes of an AD board in July, with Kindling and Spreading number."""

TABLE: Final = [
    tuple(cell.strip() for cell in line.split("|")) for line in ROWS.strip().splitlines()[1:]
]


def row(game: Played, name: str = "D4") -> tuple[str, ...]:
    """What the question says of a hex, in the order of the table."""
    found = game.json(f"terrain --hex {name}")
    said = [found[k] for k in ("concealment_terrain", "inherent", "ffmo", "rally_terrain")]
    burns = "-" if found["kindling"] is None else f"{found['kindling']} {found['spreading']}"
    return (
        *found["terrain"],
        *found["rules"],
        str(found["tem"]),
        *("yes" if so else "no" for so in (*said, found["rout_as_woods"])),
        burns,
    )


@pytest.mark.rule("AD3.0", "AD3.0a", "AD3.41", "B.1", "B.3", "AD4.1", "191.1w", "191.6e", "A12.12")
@pytest.mark.parametrize("expected", TABLE, ids=[each[1] for each in TABLE])
def test_what_each_kind_of_terrain_is(expected: tuple[str, ...]) -> None:
    """Rule, TEM, concealment, Inherent, FFMO, rally, rout and fire of every kind on an AD board."""
    mark, *rest = expected
    assert row(arid({"D4": mark}, month="July")) == tuple(rest)
