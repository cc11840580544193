"""Line of Sight, rule by rule, on maps of a few hexes; docs/los.md has the rules in order.

Most maps are one hexrow: hexes A1, A2, A3 and so on, in a straight line, so that a range is a
difference of two numbers. Maps for hexsides and vertices are seven hexrows wide.
"""

from typing import Any, Final

import attrs
import pytest
from immutables import Map

from events.terms import Material
from sim.bulk.los import LosGrid
from sim.chapter_a.los import LosReport, location, los
from sim.chapter_a.smoke import smoke_in
from sim.machine.opening import initial_state
from sim.state import BARE, Rubble, Smoke, State, replace
from tests import cases
from tests.table import TANK, scenario

FARM: Final[dict[str, Any]] = {"name": "1", "desert": False}


def _state(text: str, **changes: Any) -> State:
    board = {key: changes.pop(key) for key in ("buildings", "hexsides", "ad") if key in changes}
    if board.get("ad"):
        changes["ad"] = True
    facts: dict[str, Any] = {"boards": [{**FARM, "map": text, **board}], "vehicles": [], **changes}
    return initial_state(scenario(**facts))


def _row(cells: str, **changes: Any) -> State:
    """A map of one hexrow: A1, A2 and so on."""
    lines = [f"{number} {cell}" for number, cell in enumerate(cells.split(), start=1)]
    return _state("\n".join(["0", *lines]), **changes)


def _wide(cells: dict[str, str] | None = None, **changes: Any) -> State:
    """A map of seven hexrows, A1 to G7, plain but for some hexes."""
    given = cells or {}
    rows = []
    for number in range(8):
        columns = "BDF" if number == 0 else "ABCDEFG"
        rows.append(" ".join([str(number), *(given.get(f"{c}{number}", ".") for c in columns)]))
    return _state("\n".join(rows), **changes)


def _los(state: State, one: str, two: str) -> LosReport:
    return los(state, location(state, one), location(state, two))


def _blocked(state: State, one: str, two: str) -> bool:
    """Whether something blocks; it must do so both ways."""
    there, back = _los(state, one, two), _los(state, two, one)
    assert there.blocked is back.blocked
    return there.blocked


def _hindrance(state: State, one: str, two: str) -> int:
    """The Hindrance of a LOS that nothing blocks; without SMOKE it is the same both ways."""
    report = _los(state, one, two)
    assert report.block is None
    if not state.smoke and not state.drift and not state.vehicle_dust:
        assert _los(state, two, one).hindrance == report.hindrance
    return report.hindrance


def _unseen(state: State, viewer: str) -> set[int]:
    """The numbers of the hexes of a hexrow that a viewer does not see."""
    area = state.setting.area
    names = [name for name in area.names.values() if name != viewer.partition("@")[0]]
    return {int(name[1:]) for name in names if _blocked(state, viewer, name)}


# Obstacles ----------------------------------------------------------------------------------


@pytest.mark.rule("A6.2")
def test_an_obstacle_hides_what_lies_behind_it_on_its_level() -> None:
    """Woods between two hexes of their level block; to and from the woods LOS is free."""
    state = _row(". . w . .")
    assert _unseen(state, "A1") == {4, 5}
    assert _unseen(state, "A3") == set()
    assert _los(state, "A1", "A5").block is not None


@pytest.mark.rule("A6.4", "A6.43")
@cases("height, hidden", (2, 3), (3, 2), (4, 1), (5, 1), (6, 1))
def test_blind_hexes_behind_a_building_at_twelve_hexes(height: int, hidden: int) -> None:
    """One and a half levels high and 12 away it hides three hexes from level 2, two from 3, one."""
    cells = [f".{height}", *["."] * 18]
    building = {"hex": "A13", "upper_levels": 1}
    state = _row(" ".join(cells), buildings=[building])
    assert _unseen(state, "A1") == {14 + n for n in range(hidden)}


# Half levels --------------------------------------------------------------------------------


HALF_LEVELS: Final = ("H", "D", "k", "C")


@pytest.mark.rule("A6.21")
@pytest.mark.parametrize("mark", HALF_LEVELS)
def test_a_half_level_obstacle_blocks_on_its_own_level(mark: str) -> None:
    """It blocks between two hexes of its level, one level up included if it stands there."""
    assert _unseen(_row(f". . {mark} . ."), "A1") == {4, 5}
    assert _blocked(_row(f".2 .2 {mark}2 .2 .2"), "A1", "A5")


# Crest Lines --------------------------------------------------------------------------------


@pytest.mark.rule("B10.23")
@cases("height, hidden", (2, 2), (3, 1), (4, 0), (5, 0))
def test_height_sees_behind_crest_lines(height: int, hidden: int) -> None:
    """Each level of advantage beyond the first sees one hex more, down to none hidden."""
    state = _row(" ".join([f".{height}", *["."] * 9, ".1", *["."] * 5]))
    assert _unseen(state, "A1") == {12 + n for n in range(hidden)}


@pytest.mark.rule("B10.2")
def test_from_the_middle_of_a_plateau_nothing_lower_is_seen() -> None:
    """Ground as high as the viewer blocks the LOS to all that lies lower behind it."""
    assert _unseen(_row(".1 .1 .1 . . ."), "A1") == {4, 5, 6}
    assert _unseen(_row(".1 .1 .1 . . ."), "A3") == set()
    assert _unseen(_row(". . .1 .1 .2"), "A1") == {4}
    assert _unseen(_row(". .1 . . .1"), "A1") == {3, 4, 5}


@pytest.mark.rule("B11.21")
def test_a_cliff_up_the_hill_hides_nothing() -> None:
    """A cliff between viewer and crest, which the LOS does not leave downhill, changes nothing."""
    cliff = [{"kind": "cliff", "at": ["A1/A2"]}]
    assert _unseen(_row(".3 .1 .1 . .", hexsides=cliff), "A1") == _unseen(
        _row(".3 .1 .1 . ."), "A1"
    )


# The height of Hindrances -------------------------------------------------------------------


@pytest.mark.rule("B.4", "B15.6", "B15")
@cases("month, drm", ("May", 0), ("June", 1), ("September", 1), ("October", 0))
def test_grain_hinders_from_june_to_september(month: str, drm: int) -> None:
    """Out of season grain has no effect on LOS."""
    assert _hindrance(_row(". g .", month=month), "A1", "A3") == drm


# Orchards and Light Woods -------------------------------------------------------------------


@pytest.mark.rule("B14.2")
@cases("month", "November", "January", "March")
def test_a_bare_orchard_only_hinders(month: str) -> None:
    """Out of season it never blocks; it hinders from a level above, and from two the next hex."""
    assert _hindrance(_row(". . o . .", month=month), "A1", "A5") == 1
    one = _row(".1 . o . . .", month=month)
    assert [_hindrance(one, "A1", f"A{n}") for n in (4, 5, 6)] == [1, 1, 1]
    two = _row(".2 . o . . .", month=month)
    assert [_hindrance(two, "A1", f"A{n}") for n in (4, 5, 6)] == [1, 0, 0]
    assert _hindrance(_row(".1 . o . .1", month=month), "A1", "A5") == 0


@pytest.mark.rule("B35")
def test_light_woods_hinder_by_two_on_their_level() -> None:
    """Light Woods are a +2 Hindrance on their level, and woods to a LOS between levels."""
    assert _hindrance(_row(". l ."), "A1", "A3") == 2
    assert _unseen(_row(".1 . l . ."), "A1") == {4, 5}
    assert _unseen(_row(".2 . l . ."), "A1") == {4}


# Walls and hedges ---------------------------------------------------------------------------


@pytest.mark.rule("B10.22")
def test_a_wall_on_a_hill_has_the_higher_ground() -> None:
    """A wall between two levels stands on the higher one."""
    wall = [{"kind": "wall", "at": ["A2/A3"]}]
    assert not _blocked(
        _row(".1 . .1 .1", hexsides=[{"kind": "wall", "at": ["A1/A2"]}]), "A1", "A4"
    )
    assert _blocked(_row(".1 . .1 .1", hexsides=wall), "A1", "A4")
    assert not _blocked(_row(".1 . . .1", hexsides=wall), "A1", "A4")


@pytest.mark.rule("B9.2")
@cases("row", 0, 7)
@cases(
    "walls, blocked",
    (("D:1",), False),
    (("D:2",), True),
    (("D:3",), True),
    (("D:5",), True),
    (("D:6",), True),
    (("B:2", "F:6"), False),
    (("C:1",), False),
    (("C:1", "D:6"), False),
    (("C:1", "D:6", "D:5"), True),
    (("E:1", "D:2"), False),
    (("E:1", "D:2", "D:6"), True),
)
def test_a_wall_on_the_edge_of_the_map_is_a_wall_from_both_sides(
    walls: tuple[str, ...], blocked: bool, row: int
) -> None:
    """Along the outermost hexsides it makes no difference which hexes are in play beside them."""
    beside = row or 1
    at = []
    for wall in walls:
        column, side = wall[0], int(wall[2])
        turned = side if row == 0 else {1: 4, 2: 3, 3: 2, 5: 6, 6: 5}[side]
        at.append(f"{column}{row if column in 'BDF' else beside}:{turned}")
    state = _wide(hexsides=[{"kind": "wall", "at": at}])
    ends = f"B{row}", f"F{row}"
    assert _blocked(state, *ends) is blocked
    assert list(LosGrid(state.setting, [ends]).trace(state).blocked) == [blocked]


# Buildings, rubble, vehicles ----------------------------------------------------------------


@pytest.mark.rule("B23.2")
@cases(
    "levels, at, blocked",
    (0, 0, True),
    (0, 1, False),
    (1, 1, True),
    (1, 2, False),
    (2, 1, True),
    (2, 2, True),
    (2, 3, False),
)
def test_a_building_is_half_a_level_higher_than_its_upper_levels(
    levels: int, at: int, blocked: bool
) -> None:
    """One of no upper level is one level high; others rise half a level above their highest."""
    state = _row(f".{at or ''} . .{at or ''}", buildings=[{"hex": "A2", "upper_levels": levels}])
    assert _blocked(state, "A1", "A3") is blocked


@pytest.mark.rule("B24.2")
def test_fallen_rubble_takes_the_place_of_terrain() -> None:
    """Woods under rubble that fell are gone: half a level is left of them."""
    fallen = attrs.evolve(BARE, rubble=Rubble(Material.STONE))
    assert _unseen(_row(".1 . w . ."), "A1") == {4, 5}
    assert _unseen(replace(_row(".1 . w . ."), ground=Map({"A3": fallen})), "A1") == {4}


@pytest.mark.rule("B.4", "B.9", "D9.4")
def test_afv_and_wrecks_hinder_once_a_hex() -> None:
    """A hex with AFV or wrecks is a +1 Hindrance, however many; a truck is none until a wreck."""
    two = [{**TANK, "at": "A2"}, {**TANK, "id": "PzB", "at": "A2"}]
    assert _hindrance(_row(". . .", vehicles=two), "A1", "A3") == 1
    truck = {"id": "Opel", "side": "German", "movement": "truck", "mp": 30, "at": "A2"}
    truck["armour"] = "none"
    state = _row(". . .", vehicles=[truck])
    assert _hindrance(state, "A1", "A3") == 0
    burnt = replace(
        state, vehicles=state.vehicles.set("Opel", replace(state.vehicles["Opel"], destroyed=True))
    )
    assert _hindrance(burnt, "A1", "A3") == 1
    assert _hindrance(_row(".1 . .1", vehicles=two), "A1", "A3") == 0
    assert _hindrance(_row(". . .", vehicles=[{**TANK, "at": "A1"}]), "A1", "A3") == 0


# SMOKE --------------------------------------------------------------------------------------


@pytest.mark.rule("11.74", "A24.5", "A24.61")
def test_drift_hinders_by_two() -> None:
    """Each hex of drift is a +2 Hindrance."""
    state = replace(
        _row(". . . ."), drift=Map({"A1": ("A2", "A3")}), smoke=Map({"A1": Smoke("A1", "German")})
    )
    assert smoke_in(state, "A3")
    assert _hindrance(state, "A4", "A1") == 7


# Reports and questions ----------------------------------------------------------------------


@pytest.mark.rule("B.7", "A6.1")
def test_a_report_says_what_a_los_touches() -> None:
    """Range, rise, the touched hexes from the firer on, and the hexsides of both ends."""
    report = _los(_row(". . . .2"), "A1", "A4")
    assert (report.range, report.rise, report.touched) == (3, 2, ("A2", "A3"))
    assert (report.leaves, report.enters) == ((4,), (1,))
    assert _los(_row(". . ."), "A1", "A3").inside is False
