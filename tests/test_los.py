"""Line of Sight, rule by rule, on maps of a few hexes; docs/los.md has the rules in order.

Most maps are one hexrow: hexes A1, A2, A3 and so on, in a straight line, so that a range is a
difference of two numbers. Maps for hexsides and vertices are seven hexrows wide.
"""

from typing import Any, Final

import attrs
import pytest
from immutables import Map

from events.errors import BadInput
from events.terms import DebrisOrigin, Density, Material, WindForce
from replays.game.game import Game
from sim.bulk.los import LosGrid
from sim.chapter_191.ffe_los_hindrance import hindrance_of
from sim.chapter_a.los import LosReport, location, los
from sim.chapter_a.smoke import smoke_in
from sim.chapter_b.hindrance_level import hindrances_block
from sim.machine.opening import initial_state
from sim.state import BARE, FFE, Building, Rubble, Smoke, State, VehicleDust, Wind, but
from tests.table import ABLAZE, AFLAME, TANK, scenario

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


@pytest.mark.parametrize("cells", [". . .", ". s .", ". h .", ". d .", ". e .", ". n .", ". S ."])
def test_open_terrain_neither_blocks_nor_hinders(cells: str) -> None:
    """Terrain without effect on LOS leaves it as clear as Open Ground does."""
    assert _hindrance(_row(cells), "A1", "A3") == 0


@pytest.mark.rule("A6.2")
def test_an_obstacle_hides_what_lies_behind_it_on_its_level() -> None:
    """Woods between two hexes of their level block; to and from the woods LOS is free."""
    state = _row(". . w . .")
    assert _unseen(state, "A1") == {4, 5}
    assert _unseen(state, "A3") == set()
    assert _los(state, "A1", "A5").block is not None


@pytest.mark.rule("A6.2", "B13")
def test_the_first_obstacle_on_the_way_is_named() -> None:
    """Of two that block, the report names the one nearer to the firer, its rule and its range."""
    state = _row(". . w . w .")
    there, back = _los(state, "A1", "A6").block, _los(state, "A6", "A1").block
    assert there is not None
    assert back is not None
    assert (there.hex, there.name, there.rule, there.range) == ("A3", "Woods", "B13", 2)
    assert (back.hex, back.range) == ("A5", 1)


@pytest.mark.parametrize("mark", ["w", "P"])
def test_who_is_level_with_the_top_of_an_obstacle_sees_nothing_lower_behind_it(mark: str) -> None:
    """From the height of its top or below, nothing lower than the top is seen behind it."""
    top = {"w": 1, "P": 2}[mark]
    for height in range(top + 1):
        state = _row(f".{height or ''} . {mark} . . . . .")
        assert _unseen(state, "A1") == {4, 5, 6, 7, 8}


def test_two_viewers_at_or_above_the_top_see_each_other() -> None:
    """An obstacle of one level between two hexes of level 1 does not block."""
    assert not _blocked(_row(".1 . w . .1"), "A1", "A5")
    assert not _blocked(_row(".1 . w . .2"), "A1", "A5")
    assert _blocked(_row(".1 . P . .1"), "A1", "A5")
    assert not _blocked(_row(".2 . P . .2"), "A1", "A5")


@pytest.mark.rule("A6.4", "A6.43")
@pytest.mark.parametrize(("height", "hidden"), [(2, 3), (3, 2), (4, 1), (5, 1), (6, 1)])
def test_blind_hexes_behind_a_building_at_twelve_hexes(height: int, hidden: int) -> None:
    """One and a half levels high and 12 away it hides three hexes from level 2, two from 3, one."""
    cells = [f".{height}", *["."] * 18]
    building = {"hex": "A13", "upper_levels": 1}
    state = _row(" ".join(cells), buildings=[building])
    assert _unseen(state, "A1") == {14 + n for n in range(hidden)}


@pytest.mark.rule("A6.4")
@pytest.mark.parametrize(
    ("far", "hidden"), [(1, 1), (4, 1), (5, 2), (9, 2), (10, 3), (14, 3), (15, 4)]
)
def test_blind_hexes_grow_with_every_five_hexes_to_the_obstacle(far: int, hidden: int) -> None:
    """Woods hide one hex more from one level above for each five hexes that they are away."""
    state = _row(" ".join([".2", *["."] * (far - 1), "w", *["."] * 6]))
    assert _unseen(state, "A1") == {far + 2 + n for n in range(hidden)}


@pytest.mark.rule("A6.43")
@pytest.mark.parametrize(("height", "hidden"), [(3, 2), (4, 1), (5, 1), (9, 1)])
def test_an_obstacle_of_two_levels_hides_two_hexes_from_a_level_above(
    height: int, hidden: int
) -> None:
    """A taller obstacle hides as many hexes as it has levels, less one a level, but always one."""
    state = _row(f".{height} . . P . . . .")
    assert _unseen(state, "A1") == {5 + n for n in range(hidden)}


def test_woods_on_a_hill_hide_the_hill_behind_and_the_valley_two_behind() -> None:
    """From level 3, over woods of level 1, the level 1 hex behind and the level 0 hex after it."""
    state = _row(".3 . . w1 .1 . . .")
    assert _unseen(state, "A1") == {5, 6}
    state = _row(".3 . . w1 .1 .1 . .")
    assert _unseen(state, "A1") == {5}
    state = _row(".3 . . w1 . . . .")
    assert _unseen(state, "A1") == {5, 6}


def test_higher_ground_behind_an_obstacle_is_seen_sooner() -> None:
    """A hex behind it that is as high as its top is never hidden by it."""
    assert _unseen(_row(".2 . . w .1 ."), "A1") == set()
    assert 5 not in _unseen(_row(".2 . . P .2 ."), "A1")
    assert 5 in _unseen(_row(".3 . . P .1 ."), "A1")


# Half levels --------------------------------------------------------------------------------


HALF_LEVELS: Final = ("H", "D", "k", "C")


@pytest.mark.rule("A6.21")
@pytest.mark.parametrize("mark", HALF_LEVELS)
def test_a_half_level_obstacle_blocks_on_its_own_level(mark: str) -> None:
    """It blocks between two hexes of its level, one level up included if it stands there."""
    assert _unseen(_row(f". . {mark} . ."), "A1") == {4, 5}
    assert _blocked(_row(f".2 .2 {mark}2 .2 .2"), "A1", "A5")


@pytest.mark.rule("A6.21")
@pytest.mark.parametrize("mark", HALF_LEVELS)
def test_one_level_up_a_half_level_obstacle_hides_only_the_hex_behind_it(mark: str) -> None:
    """By ruling, from a full level above only the hex directly behind; from two levels, none."""
    assert _unseen(_row(f".1 . {mark} . ."), "A1") == {4}
    assert _unseen(_row(f".2 . {mark} . ."), "A1") == set()
    assert _unseen(_row(f".1 . . . . . . . {mark} . ."), "A1") == {10}


@pytest.mark.parametrize("mark", HALF_LEVELS)
def test_under_the_other_ruling_it_hides_nothing_from_above(mark: str) -> None:
    """Where a scenario rules that it never does, the hex behind is seen from one level above."""
    state = _row(f".1 . {mark} . .", rulings={"A6.21-behind": "never"})
    assert _unseen(state, "A1") == set()
    assert _unseen(_row(f". . {mark} .", rulings={"A6.21-behind": "never"}), "A1") == {4}


def test_two_ends_above_a_half_level_see_each_other() -> None:
    """A half level on the ground does not come between two hexes of level 1."""
    assert not _blocked(_row(".1 . H . .1"), "A1", "A5")


# Crest Lines --------------------------------------------------------------------------------


@pytest.mark.rule("B10.23")
@pytest.mark.parametrize(
    ("far", "hidden"), [(1, 0), (2, 0), (4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3)]
)
def test_blind_hexes_behind_a_crest_line_of_one_level(far: int, hidden: int) -> None:
    """Down one level from a level above: none within 4 hexes, one within 9, two within 14."""
    state = _row(" ".join([".2", *[".1"] * far, *["."] * 6]))
    assert _unseen(state, "A1") == {far + 2 + n for n in range(hidden)}


@pytest.mark.rule("B10.23")
@pytest.mark.parametrize(("height", "hidden"), [(2, 2), (3, 1), (4, 0), (5, 0)])
def test_height_sees_behind_crest_lines(height: int, hidden: int) -> None:
    """Each level of advantage beyond the first sees one hex more, down to none hidden."""
    state = _row(" ".join([f".{height}", *["."] * 9, ".1", *["."] * 5]))
    assert _unseen(state, "A1") == {12 + n for n in range(hidden)}


def test_a_crest_line_of_two_levels_hides_a_hex() -> None:
    """Where the ground falls two levels at once one hex more is hidden; beside the viewer none."""
    assert _unseen(_row(".3 .2 .2 . . ."), "A1") == {4}
    assert _unseen(_row(".3 .2 . . ."), "A1") == set()
    assert _unseen(_row(".4 .2 .2 . . ."), "A1") == set()
    assert _unseen(_row(".4 .3 .3 . . . ."), "A1") == {4, 5}


@pytest.mark.rule("B10.2")
def test_from_the_middle_of_a_plateau_nothing_lower_is_seen() -> None:
    """Ground as high as the viewer blocks the LOS to all that lies lower behind it."""
    assert _unseen(_row(".1 .1 .1 . . ."), "A1") == {4, 5, 6}
    assert _unseen(_row(".1 .1 .1 . . ."), "A3") == set()
    assert _unseen(_row(". . .1 .1 .2"), "A1") == {4}
    assert _unseen(_row(". .1 . . .1"), "A1") == {3, 4, 5}


@pytest.mark.rule("B10.2")
def test_hills_on_the_way_block() -> None:
    """Ground higher than both ends blocks; as high as both it does not."""
    assert _blocked(_row(". .1 ."), "A1", "A3")
    assert not _blocked(_row(".1 .1 .1"), "A1", "A3")
    assert not _blocked(_row(".1 . .1"), "A1", "A3")
    assert not _blocked(_row(". .-1 .-2 .-1 ."), "A1", "A5")


@pytest.mark.rule("B11.21")
def test_behind_a_cliff_at_least_one_hex_is_hidden() -> None:
    """A cliff hides the hex at its foot from any height, unless the viewer stands on its edge."""
    cliff = [{"kind": "cliff", "at": ["A3/A4"]}]
    for height in range(3, 10):
        state = _row(f".{height} .2 .2 . . .", hexsides=cliff)
        assert 4 in _unseen(state, "A1")
    assert _unseen(_row(".9 .2 .2 . . .", hexsides=cliff), "A1") == {4}
    assert _unseen(_row(".9 .2 .2 . . ."), "A1") == set()
    assert _unseen(_row(". . .2 . . .", hexsides=cliff), "A3") == set()


def test_a_cliff_beside_the_viewer_s_neighbour_hides_its_foot() -> None:
    """From the hex behind the edge, the hex at the foot is hidden as from farther away."""
    cliff = [{"kind": "cliff", "at": ["A2/A3"]}]
    for height in (3, 4, 9):
        assert _unseen(_row(f".{height} .1 . . .", hexsides=cliff), "A1") == {3}
        assert _unseen(_row(f".{height} .1 . . ."), "A1") == set()


@pytest.mark.rule("B11.21")
def test_a_cliff_up_the_hill_hides_nothing() -> None:
    """A cliff between viewer and crest, which the LOS does not leave downhill, changes nothing."""
    cliff = [{"kind": "cliff", "at": ["A1/A2"]}]
    assert _unseen(_row(".3 .1 .1 . .", hexsides=cliff), "A1") == _unseen(
        _row(".3 .1 .1 . ."), "A1"
    )


# Continuous Slope ---------------------------------------------------------------------------


@pytest.mark.rule("B.5")
def test_hindrances_count_on_a_continuous_slope() -> None:
    """Where every hex is one level higher than the last, Hindrances count as on the level."""
    report = _los(_row(". b1 b2 .3"), "A1", "A4")
    assert report.continuous_slope
    assert [(each.hex, each.drm) for each in report.hindrances] == [("A2", 1), ("A3", 1)]
    assert _hindrance(_row(".3 b2 .1"), "A1", "A3") == 1
    assert _hindrance(_row(".1 b ."), "A1", "A3") == 0


@pytest.mark.rule("B.5")
@pytest.mark.parametrize("cells", [". b1 b1 .2", ". b b1 .2", ". b1 b3 .3", ". b1 b2 .4", ". b ."])
def test_two_hexes_on_a_level_make_no_continuous_slope(cells: str) -> None:
    """If any step is not exactly one level up, it is none."""
    assert not _los(_row(cells), "A1", f"A{len(cells.split())}").continuous_slope


@pytest.mark.rule("B.5")
def test_two_hexes_on_a_level_leave_hindrances_without_effect() -> None:
    """From a level above brush it hinders nothing if the slope is not continuous."""
    assert _hindrance(_row(". b .1"), "A1", "A3") == 0
    assert _hindrance(_row(".2 b1 b1 ."), "A1", "A4") == 0


@pytest.mark.rule("B.5")
def test_all_that_blocks_on_the_level_blocks_on_a_continuous_slope() -> None:
    """Obstacles, half levels and walls on a Continuous Slope block as they do on one level."""
    assert _blocked(_row(". w1 .2"), "A1", "A3")
    assert _blocked(_row(". H1 .2 .3"), "A1", "A4")
    wall = [{"kind": "wall", "at": ["A2/A3"]}]
    assert _blocked(_row(". .1 .2 .3", hexsides=wall), "A1", "A4")
    assert not _blocked(_row(". .1 .2 .3"), "A1", "A4")


@pytest.mark.rule("B.5")
def test_orchards_on_a_continuous_slope_hinder_only() -> None:
    """Terrain that is an obstacle to other levels only is none on a Continuous Slope."""
    assert _hindrance(_row(". o1 .2"), "A1", "A3") == 1
    assert _hindrance(_row(". l1 .2"), "A1", "A3") == 2


@pytest.mark.rule("B.5")
def test_a_continuous_slope_ends_on_the_ground() -> None:
    """From an upper level of a building it is none."""
    state = _row(". b1 .2", buildings=[{"hex": "A3", "upper_levels": 1}])
    assert _los(state, "A1", "A3").continuous_slope
    assert not _los(state, "A1", "A3@1").continuous_slope


@pytest.mark.rule("B.5")
def test_a_continuous_slope_along_hexsides() -> None:
    """Both hexes beside a hexside that a LOS runs along must be on the slope."""
    hill = {"D4": ".2", "E4": ".1", "E5": ".1"}
    assert _los(_wide(hill), "D4", "F4").continuous_slope
    assert not _los(_wide({**hill, "E5": "."}), "D4", "F4").continuous_slope


# The height of Hindrances -------------------------------------------------------------------


HINDRANCES: Final = {
    "b": 1,
    "m": 1,
    "g": 1,
    "v": 1,
    "c": 1,
    "q": 1,
    "W": 2,
    "o": 1,
    "O": 1,
    "p": 1,
    "l": 2,
}


@pytest.mark.rule("B.4", "A6.7")
@pytest.mark.parametrize(("mark", "drm"), list(HINDRANCES.items()))
def test_a_hindrance_counts_on_its_own_level(mark: str, drm: int) -> None:
    """Between two hexes of its own level each hex of it counts; at the ends it does not."""
    assert _hindrance(_row(f". {mark} ."), "A1", "A3") == drm
    assert _hindrance(_row(f".1 {mark}1 .1"), "A1", "A3") == drm
    assert _hindrance(_row(f". {mark} {mark} ."), "A1", "A4") == 2 * drm
    assert _hindrance(_row(f"{mark} . {mark}"), "A1", "A3") == 0


@pytest.mark.rule("B.4")
@pytest.mark.parametrize("mark", [mark for mark in HINDRANCES if mark not in "oOpl"])
def test_a_hindrance_below_a_los_does_not_count(mark: str) -> None:
    """A LOS with an end above its level passes over it, whoever looks from above."""
    assert _hindrance(_row(f".1 . {mark} . ."), "A1", "A5") == 0
    assert _hindrance(_row(f".2 . {mark} . .1"), "A1", "A5") == 0
    assert _hindrance(_row(f".1 . {mark} . .1"), "A1", "A5") == 0


@pytest.mark.rule("B.4")
def test_a_hindrance_in_a_blind_hex_does_not_count_beyond_it() -> None:
    """Brush and a wreck in the hex that woods hide do not hinder the LOS over it; SMOKE does."""
    wreck = {**TANK, "at": "A5"}
    state = _row(".2 . . w b . .", vehicles=[wreck])
    assert _blocked(state, "A1", "A5")
    assert _hindrance(state, "A1", "A6") == 0
    smoky = but(state, smoke=Map({"A5": Smoke("A5", "German")}))
    assert _hindrance(smoky, "A1", "A6") == 3


@pytest.mark.rule("B.4", "B15.6", "B15")
@pytest.mark.parametrize(
    ("month", "drm"), [("May", 0), ("June", 1), ("September", 1), ("October", 0)]
)
def test_grain_hinders_from_june_to_september(month: str, drm: int) -> None:
    """Out of season grain has no effect on LOS."""
    assert _hindrance(_row(". g .", month=month), "A1", "A3") == drm


# Orchards and Light Woods -------------------------------------------------------------------


@pytest.mark.rule("B14.2", "B14")
@pytest.mark.parametrize("month", ["April", "July", "October"])
def test_an_orchard_in_season_is_an_obstacle_to_other_levels(month: str) -> None:
    """In season it hinders on its level, and stands like woods before a LOS between levels."""
    level = _row(". . o . .", month=month)
    assert _hindrance(level, "A1", "A5") == 1
    slanted = _row(".1 . o . . .", month=month)
    assert _unseen(slanted, "A1") == {4, 5, 6}
    higher = _row(".2 . o . . .", month=month)
    assert _unseen(higher, "A1") == {4}
    assert _hindrance(higher, "A1", "A5") == 0


@pytest.mark.rule("B14.2")
@pytest.mark.parametrize("month", ["November", "January", "March"])
def test_a_bare_orchard_only_hinders(month: str) -> None:
    """Out of season it never blocks; it hinders from a level above, and from two the next hex."""
    assert _hindrance(_row(". . o . .", month=month), "A1", "A5") == 1
    one = _row(".1 . o . . .", month=month)
    assert [_hindrance(one, "A1", f"A{n}") for n in (4, 5, 6)] == [1, 1, 1]
    two = _row(".2 . o . . .", month=month)
    assert [_hindrance(two, "A1", f"A{n}") for n in (4, 5, 6)] == [1, 0, 0]
    assert _hindrance(_row(".1 . o . .1", month=month), "A1", "A5") == 0


@pytest.mark.parametrize("mark", ["O", "p"])
def test_olive_groves_and_palms_are_never_out_of_season(mark: str) -> None:
    """They stand like an orchard in season all year."""
    for month in ("January", "June", "November"):
        assert _unseen(_row(f".1 . {mark} . .", month=month), "A1") == {4, 5}


@pytest.mark.rule("B35")
def test_light_woods_hinder_by_two_on_their_level() -> None:
    """Light Woods are a +2 Hindrance on their level, and woods to a LOS between levels."""
    assert _hindrance(_row(". l ."), "A1", "A3") == 2
    assert _unseen(_row(".1 . l . ."), "A1") == {4, 5}
    assert _unseen(_row(".2 . l . ."), "A1") == {4}


def test_three_light_woods_hinder_enough_to_block() -> None:
    """Three of them make +6, which is no longer a LOS."""
    report = _los(_row(". l l l ."), "A1", "A5")
    assert not report.blocked
    assert hindrances_block(report.hindrance, 0)


# Inherent terrain, hexsides and vertices ----------------------------------------------------

INHERENT_HINDRANCES: Final = {"c": 1, "q": 1, "v": 1, "o": 1}
OTHER_HINDRANCES: Final = {"b": 1, "m": 1, "g": 1, "l": 2, "W": 2}


@pytest.mark.rule("B.6", "191.7")
@pytest.mark.parametrize(("mark", "drm"), INHERENT_HINDRANCES.items())
def test_inherent_terrain_counts_along_one_of_its_hexsides(mark: str, drm: int) -> None:
    """Along a hexside, Inherent Terrain on one side is enough, and on both sides counts once."""
    assert _hindrance(_wide({"E4": mark}), "D4", "F4") == drm
    assert _hindrance(_wide({"E5": mark}), "D4", "F4") == drm
    assert _hindrance(_wide({"E4": mark, "E5": mark}), "D4", "F4") == drm


@pytest.mark.rule("B.6")
@pytest.mark.parametrize(("mark", "drm"), OTHER_HINDRANCES.items())
def test_other_terrain_counts_along_a_hexside_only_on_both_sides(mark: str, drm: int) -> None:
    """What is not Inherent must show on both sides of the LOS."""
    assert _hindrance(_wide({"E4": mark}), "D4", "F4") == 0
    assert _hindrance(_wide({"E5": mark}), "D4", "F4") == 0
    assert _hindrance(_wide({"E4": mark, "E5": mark}), "D4", "F4") == drm


@pytest.mark.rule("B.6", "191.7")
def test_of_two_different_hexes_beside_a_hexside_the_larger_counts() -> None:
    """A LOS along a hexside passes one of its two hexes: the one with the larger DRM."""
    inherent = {"ad": True, "rulings": {"AD3.61-inherent": "inherent"}}
    state = _wide({"E4": "c", "E5": "W"}, **inherent)
    assert _hindrance(state, "D4", "F4") == 2
    report = _los(state, "D4", "F4")
    assert [each.hex for each in report.hindrances] == ["E5"]
    assert [each.hex for each in report.left_out] == ["E4"]
    assert _hindrance(_wide({"E4": "c", "E5": "W"}), "D4", "F4") == 1
    assert _hindrance(_wide({"E4": "c", "E5": "b"}), "D4", "F4") == 1
    assert _hindrance(_wide({"E4": "b", "E5": "l"}), "D4", "F4") == 2


@pytest.mark.rule("B.6", "191.7")
@pytest.mark.parametrize(("mark", "drm"), INHERENT_HINDRANCES.items())
def test_inherent_terrain_counts_at_a_vertex(mark: str, drm: int) -> None:
    """A LOS that touches one vertex of such a hex has entered it."""
    assert _hindrance(_wide({"D4": mark}), "A3", "F4") == drm
    assert _hindrance(_wide({"C3": mark}), "A3", "F4") == drm


@pytest.mark.rule("B.6")
@pytest.mark.parametrize("mark", OTHER_HINDRANCES)
def test_other_terrain_does_not_count_at_a_vertex(mark: str) -> None:
    """What is not Inherent does not reach the vertices of its hex."""
    assert _hindrance(_wide({"D4": mark}), "A3", "F4") == 0


@pytest.mark.rule("B.6", "191.7", "A6.7")
def test_hexes_at_one_range_count_once() -> None:
    """Where a LOS touches two hexes at the same range from an end, only the larger counts."""
    state = _wide({"E4": "c", "D4": "c"})
    assert _los(state, "A3", "F4").range == 5
    well = {"D3": "c", "D4": "W"}
    assert _hindrance(_wide(well), "A3", "F4") == 1
    inherent = {"ad": True, "rulings": {"AD3.61-inherent": "inherent"}}
    assert _hindrance(_wide(well, **inherent), "A3", "F4") == 2
    assert _hindrance(_wide({"C4": "b", "C3": "c"}), "A3", "F4") == 1
    assert _hindrance(_wide({"C4": "b", "D3": "b", "E4": "b"}), "A3", "F4") == 3


@pytest.mark.rule("B.6", "A6.7")
def test_a_column_of_grain_counts_once_for_each_range() -> None:
    """Where a LOS through grain crosses two hexes at one range, they count as one (A6.7)."""
    field = {f"{column}{n}": "g" for column in "DE" for n in range(1, 8)}
    report = _los(_wide(field), "D3", "E7")
    assert set(report.touched) == {"D4", "D5", "E5", "E6"}
    assert (report.range, report.hindrance) == (4, 3)
    assert [each.range for each in report.hindrances] == [1, 2, 3]
    assert [each.range for each in report.left_out] == [2]
    assert _hindrance(_wide(field), "D4", "D7") == 2


@pytest.mark.rule("B.6")
def test_obstacles_along_a_hexside() -> None:
    """Woods block along a hexside only on both sides, Inherent obstacles on either."""
    assert not _blocked(_wide({"E4": "w"}), "D4", "F4")
    assert not _blocked(_wide({"E5": "w"}), "D4", "F4")
    assert _blocked(_wide({"E4": "w", "E5": "w"}), "D4", "F4")
    for mark in ("P", "H", "k"):
        assert _blocked(_wide({"E4": mark}), "D4", "F4")
        assert _blocked(_wide({"E5": mark}), "D4", "F4")


@pytest.mark.rule("B.6")
def test_obstacles_at_a_vertex() -> None:
    """At a vertex only Inherent obstacles block, and ground never does."""
    assert not _blocked(_wide({"D4": "w"}), "A3", "F4")
    assert not _blocked(_wide({"D4": ".1"}), "A3", "F4")
    assert _blocked(_wide({"D4": "P"}), "A3", "F4")
    assert _blocked(_wide({"D4": "H"}), "A3", "F4")


@pytest.mark.rule("B.6")
def test_ground_along_a_hexside_must_be_high_on_both_sides() -> None:
    """A hill on one side of the LOS does not block it, one on both does."""
    assert not _blocked(_wide({"E4": ".1"}), "D4", "F4")
    assert _blocked(_wide({"E4": ".1", "E5": ".1"}), "D4", "F4")
    assert _blocked(_wide({"E4": ".1", "E5": "w"}), "D4", "F4")


@pytest.mark.rule("B.6", "191.7")
def test_counters_fill_their_hex() -> None:
    """Rubble, wrecks and SMOKE count along a hexside and at a vertex as Inherent Terrain does."""
    wreck = _wide(vehicles=[{**TANK, "at": "E4"}])
    assert _hindrance(wreck, "D4", "F4") == 1
    assert _hindrance(_wide(vehicles=[{**TANK, "at": "D4"}]), "A3", "F4") == 1
    smoke = but(_wide(), smoke=Map({"E4": Smoke("E4", "German")}))
    assert _hindrance(smoke, "D4", "F4") == 3
    for name, one, two in (("E4", "D4", "F4"), ("D4", "A3", "F4")):
        rubble = attrs.evolve(BARE, rubble=Rubble(Material.STONE))
        assert _blocked(but(_wide(), ground=Map({name: rubble})), one, two)


# Walls and hedges ---------------------------------------------------------------------------


@pytest.mark.rule("B9.2")
@pytest.mark.parametrize("kind", ["wall", "hedge", "cactus-hedge"])
def test_a_wall_between_two_other_hexes_blocks_on_its_level(kind: str) -> None:
    """It blocks between hexes of its level that it is not a hexside of."""
    state = _row(". . . . .", hexsides=[{"kind": kind, "at": ["A2/A3"]}])
    assert _unseen(state, "A1") == {4, 5}
    assert _unseen(state, "A2") == set()
    assert _unseen(state, "A3") == set()
    assert _unseen(state, "A5") == {1}


@pytest.mark.parametrize("kind", ["wall", "hedge", "cactus-hedge"])
def test_from_a_level_above_one_sees_into_the_hex_of_a_wall(kind: str) -> None:
    """From a level above all behind a wall is seen; on the wall's level only the hex beside it."""
    wall = [{"kind": kind, "at": ["A3/A4"]}]
    assert _unseen(_row(".1 . . . . .", hexsides=wall), "A1") == set()
    assert _unseen(_row(".2 . . . . .", hexsides=wall), "A1") == set()
    assert _unseen(_row(".1 .1 .1 .1 .1", hexsides=wall), "A1") == {5}


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
def test_a_wall_counts_where_a_los_only_touches_it() -> None:
    """A LOS through one vertex of a wall, or along it, meets the wall."""
    assert _blocked(_wide(hexsides=[{"kind": "wall", "at": ["D3/D4"]}]), "A3", "F4")
    along = _wide(hexsides=[{"kind": "wall", "at": ["D2/D3"]}])
    assert _blocked(along, "A3", "G3")
    assert not _blocked(along, "C3", "E3"), "one sees along a wall that begins at one's own vertex"
    assert not _blocked(_wide(hexsides=[{"kind": "wall", "at": ["E4/E3"]}]), "D4", "F4")


@pytest.mark.rule("B9.2")
@pytest.mark.parametrize("row", [0, 7])
@pytest.mark.parametrize(
    ("walls", "blocked"),
    [
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
    ],
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


@pytest.mark.rule("AD4.6")
def test_a_high_wall_is_an_obstacle_of_one_level() -> None:
    """It hides what is behind it, the hex beside it first of all."""
    wall = [{"kind": "high-wall", "at": ["A3/A4"]}]
    assert _unseen(_row(". . . . . .", ad=True, hexsides=wall), "A1") >= {5, 6}
    assert _unseen(_row(".1 . . . . .", ad=True, hexsides=wall), "A1") >= {5, 6}
    assert _unseen(_row(".2 . . . . . .", ad=True, hexsides=wall), "A1") == {4}
    assert not _blocked(_row(".1 . . . .1", ad=True, hexsides=wall), "A1", "A5")
    assert not _blocked(_row(".2 . . . . . .", ad=True, hexsides=wall), "A1", "A7")


@pytest.mark.rule("AD4.6")
def test_nobody_fires_across_a_high_wall_of_the_own_hex() -> None:
    """A high wall on a hexside of an end's hex blocks between ground levels, but not from above."""
    wall = [{"kind": "high-wall", "at": ["A1/A2"]}]
    assert _blocked(_row(". .", ad=True, hexsides=wall), "A1", "A2")
    assert _blocked(_row(". . .", ad=True, hexsides=wall), "A1", "A3")
    upstairs = _row(". .", ad=True, hexsides=wall, buildings=[{"hex": "A1", "upper_levels": 1}])
    assert not _blocked(upstairs, "A1@1", "A2")


# Buildings, rubble, vehicles ----------------------------------------------------------------


@pytest.mark.rule("B23.2")
@pytest.mark.parametrize(
    ("levels", "at", "blocked"),
    [
        (0, 0, True),
        (0, 1, False),
        (1, 1, True),
        (1, 2, False),
        (2, 1, True),
        (2, 2, True),
        (2, 3, False),
    ],
)
def test_a_building_is_half_a_level_higher_than_its_upper_levels(
    levels: int, at: int, blocked: bool
) -> None:
    """One of no upper level is one level high; others rise half a level above their highest."""
    state = _row(f".{at or ''} . .{at or ''}", buildings=[{"hex": "A2", "upper_levels": levels}])
    assert _blocked(state, "A1", "A3") is blocked


def test_an_upper_level_sees_as_from_a_hill() -> None:
    """A Location two levels up sees over woods like a hex of level 2 does."""
    state = _row(". . . w . . .", buildings=[{"hex": "A1", "upper_levels": 2}])
    assert _unseen(state, "A1") == {5, 6, 7}
    assert _unseen(state, "A1@1") == {5, 6, 7}
    assert _unseen(state, "A1@2") == {5}


def _ruin(levels: int, rubbled_from: int) -> State:
    state = _row(". . . . .", buildings=[{"hex": "A3", "upper_levels": levels}])
    ruin = Building(Material.STONE, levels, rubbled_from=rubbled_from, rubble=Material.STONE)
    return but(state, ground=Map({"A3": attrs.evolve(BARE, building=ruin)}))


@pytest.mark.rule("B24.2")
def test_rubble_on_the_ground_is_half_a_level_high() -> None:
    """A building rubbled down to the ground hides what a Half-Level Obstacle does, no more."""
    state = _ruin(2, 0)
    assert _unseen(state, "A1") == {4, 5}
    fallen = attrs.evolve(BARE, rubble=Rubble(Material.WOODEN))
    hill = but(_row(".1 . . . ."), ground=Map({"A3": fallen}))
    assert _unseen(hill, "A1") == {4}


@pytest.mark.rule("B24.2")
def test_a_building_rubbled_higher_up_keeps_the_levels_below() -> None:
    """With its second upper level rubble it stands one and a half levels high."""
    ground = _ruin(2, 1).ground
    low = but(_row(".1 . . . .1"), ground=ground)
    assert _blocked(low, "A1", "A5")
    high = but(_row(".2 . . . .2"), ground=ground)
    assert not _blocked(high, "A1", "A5")
    intact = _row(".2 . . . .2", buildings=[{"hex": "A3", "upper_levels": 2}])
    assert _blocked(intact, "A1", "A5")


@pytest.mark.rule("B24.2")
def test_fallen_rubble_takes_the_place_of_terrain() -> None:
    """Woods under rubble that fell are gone: half a level is left of them."""
    fallen = attrs.evolve(BARE, rubble=Rubble(Material.STONE))
    assert _unseen(_row(".1 . w . ."), "A1") == {4, 5}
    assert _unseen(but(_row(".1 . w . ."), ground=Map({"A3": fallen})), "A1") == {4}


def test_arid_debris_hinders_on_ad_boards() -> None:
    """Debris is a +1 Hindrance where AD Terrain is in effect, and nothing elsewhere."""
    ground = Map({"A2": attrs.evolve(BARE, debris=DebrisOrigin.PRINTED)})
    assert _hindrance(but(_row(". . ."), ground=ground), "A1", "A3") == 0
    assert _hindrance(but(_row(". . .", ad=True), ground=ground), "A1", "A3") == 1


@pytest.mark.rule("B.4", "B.9", "D9.4")
def test_afv_and_wrecks_hinder_once_a_hex() -> None:
    """A hex with AFV or wrecks is a +1 Hindrance, however many; a truck is none until a wreck."""
    two = [{**TANK, "at": "A2"}, {**TANK, "id": "PzB", "at": "A2"}]
    assert _hindrance(_row(". . .", vehicles=two), "A1", "A3") == 1
    truck = {"id": "Opel", "side": "German", "movement": "truck", "mp": 30, "at": "A2"}
    truck["armour"] = "none"
    state = _row(". . .", vehicles=[truck])
    assert _hindrance(state, "A1", "A3") == 0
    burnt = but(
        state, vehicles=state.vehicles.set("Opel", but(state.vehicles["Opel"], destroyed=True))
    )
    assert _hindrance(burnt, "A1", "A3") == 1
    assert _hindrance(_row(".1 . .1", vehicles=two), "A1", "A3") == 0
    assert _hindrance(_row(". . .", vehicles=[{**TANK, "at": "A1"}]), "A1", "A3") == 0


# SMOKE --------------------------------------------------------------------------------------


def _smoky(state: State, *names: str, **facts: Any) -> State:
    counters = {f"{name}/{n}": Smoke(name, "German", **facts) for n, name in enumerate(names)}
    return but(state, smoke=Map(counters))


@pytest.mark.rule("A24.2", "A24.5")
def test_smoke_hinders_by_three_and_dispersed_by_two() -> None:
    """A LOS through SMOKE on its level takes its DRM."""
    state = _row(". . .")
    assert _hindrance(_smoky(state, "A2"), "A1", "A3") == 3
    assert _hindrance(_smoky(state, "A2", dispersed=True), "A1", "A3") == 2


@pytest.mark.rule("A24.2")
def test_smoke_in_one_hex_counts_three_at_most() -> None:
    """Two counters in a hex are no worse than one of +3; in two hexes both count."""
    state = _row(". . . .")
    assert _hindrance(_smoky(state, "A2", "A2"), "A1", "A4") == 3
    assert _hindrance(_smoky(state, "A2", "A2", dispersed=True), "A1", "A4") == 3
    assert _hindrance(_smoky(state, "A2", "A3"), "A1", "A4") == 6


def test_smoke_is_two_levels_high() -> None:
    """It counts from level 0 and 1; from level 2 over it only where a two-level obstacle hides."""
    for level, seen in ((0, [3, 3]), (1, [3, 3]), (2, [3, 3]), (3, [3, 3]), (4, [3, 0])):
        state = _smoky(_row(f".{level or ''} . . . ."), "A3")
        assert [_hindrance(state, "A1", name) for name in ("A4", "A5")] == seen
    assert _hindrance(_smoky(_row(".1 . . . .1"), "A3"), "A1", "A5") == 3
    assert _hindrance(_smoky(_row(".2 . . . .2"), "A3"), "A1", "A5") == 0
    assert _hindrance(_smoky(_row(".2 . . . .1"), "A3"), "A1", "A5") == 3
    assert _hindrance(_smoky(_row(". . .1 . ."), "A3"), "A3", "A5") == 4


@pytest.mark.rule("A24.2", "A24.8")
def test_smoke_at_the_ends_counts() -> None:
    """It counts in the target's hex and in the firer's, where it counts one more."""
    state = _row(". . .")
    assert _hindrance(_smoky(state, "A3"), "A1", "A3") == 3
    assert _hindrance(_smoky(state, "A1"), "A1", "A3") == 4
    assert _hindrance(_smoky(state, "A1", "A3"), "A1", "A3") == 7
    assert _hindrance(_smoky(state, "A1"), "A1", "A1") == 4


@pytest.mark.parametrize(("level", "drm"), [(0, 4), (1, 4), (2, 0)])
def test_smoke_does_not_reach_the_third_storey(level: int, drm: int) -> None:
    """Two levels up in the hex of the SMOKE nobody is in it."""
    state = _smoky(_row(". . .", buildings=[{"hex": "A1", "upper_levels": 2}]), "A1")
    assert _los(state, f"A1@{level}", "A3").hindrance == drm


@pytest.mark.rule("B.10", "A24.8")
def test_one_side_may_be_blocked_while_the_other_is_not() -> None:
    """Out of SMOKE through two Hindrances makes +6, into it +5: only one of them is blocked."""
    state = _smoky(_row(". b b ."), "A1")
    out, into = _los(state, "A1", "A4"), _los(state, "A4", "A1")
    assert (out.hindrance, into.hindrance) == (6, 5)
    assert hindrances_block(out.hindrance, 0)
    assert not hindrances_block(into.hindrance, 0)


@pytest.mark.rule("B.10")
@pytest.mark.parametrize(
    ("los_hindrance", "lv", "blocked"),
    [(5, 0, False), (6, 0, True), (7, 0, True), (4, 2, True), (3, 2, False), (0, 6, True)],
)
def test_hindrances_of_six_block(los_hindrance: int, lv: int, blocked: bool) -> None:
    """Terrain, SMOKE and LV of +6 or more together are no LOS any more."""
    assert hindrances_block(los_hindrance, lv) is blocked


def test_smoke_and_terrain_of_one_hex_add_up() -> None:
    """Brush with SMOKE in it is +4, and at one range the hex with the larger sum counts."""
    assert _hindrance(_smoky(_row(". b ."), "A2"), "A1", "A3") == 4
    state = _smoky(_wide({"E4": "c", "E5": "c"}), "E4")
    assert _hindrance(state, "D4", "F4") == 4


@pytest.mark.rule("B25.2")
@pytest.mark.parametrize(
    ("force", "level", "drm"),
    [
        (WindForce.NO_WIND, 3, 3),
        (WindForce.NO_WIND, 4, 0),
        (WindForce.MILD_BREEZE, 1, 3),
        (WindForce.MILD_BREEZE, 2, 0),
    ],
)
def test_the_smoke_of_a_blaze(force: WindForce, level: int, drm: int) -> None:
    """It rises four levels, but two in a Mild Breeze."""
    state = _row(f".{level} . .{level}")
    burning = but(state, ground=Map({"A2": attrs.evolve(BARE, fires=ABLAZE)}), wind=Wind(force))
    assert _hindrance(burning, "A1", "A3") == drm


def test_a_flame_has_no_smoke() -> None:
    """Only a Blaze does."""
    state = but(_row(". . ."), ground=Map({"A2": attrs.evolve(BARE, fires=AFLAME)}))
    assert _hindrance(state, "A1", "A3") == 0


@pytest.mark.rule("11.74")
def test_vehicle_dust_is_smoke_of_two() -> None:
    """A Vehicle Dust counter is a +2 Hindrance of two levels, in it and through it."""
    dusty = but(_row(". . ."), vehicle_dust=Map({"PzA": VehicleDust("A2")}))
    assert _hindrance(dusty, "A1", "A3") == 2
    assert _hindrance(dusty, "A1", "A2") == 2
    assert _hindrance(dusty, "A2", "A3") == 3
    both = but(dusty, smoke=Map({"A2": Smoke("A2", "German", dispersed=True)}))
    assert _hindrance(both, "A1", "A3") == 3
    high = but(_row(".2 . .2"), vehicle_dust=Map({"PzA": VehicleDust("A2")}))
    assert _hindrance(high, "A1", "A3") == 0


@pytest.mark.rule("11.74", "A24.5", "A24.61")
def test_drift_hinders_by_two() -> None:
    """Each hex of drift is a +2 Hindrance."""
    state = but(
        _row(". . . ."), drift=Map({"A1": ("A2", "A3")}), smoke=Map({"A1": Smoke("A1", "German")})
    )
    assert smoke_in(state, "A3")
    assert _hindrance(state, "A4", "A1") == 7


@pytest.mark.rule("11.792")
def test_vehicle_dust_stays_outside_a_building() -> None:
    """On a LOS within one building it has no effect, SMOKE has."""
    hall = [{"hex": f"A{n}", "building": "hall"} for n in (1, 2)]
    state = _row(". . .", buildings=hall)
    dusty = but(state, vehicle_dust=Map({"PzA": VehicleDust("A2")}))
    assert _hindrance(dusty, "A1", "A2") == 0
    assert _hindrance(dusty, "A3", "A2") == 2
    assert _hindrance(_smoky(state, "A2"), "A1", "A2") == 3


# FFE ----------------------------------------------------------------------------------------


def _ffe(state: State, *names: str, calibre: int = 100) -> State:
    drm = hindrance_of(state, calibre)
    return but(state, ffes=Map({f"FFE {name}": FFE(name, calibre, drm) for name in names}))


WET: Final[dict[str, Any]] = {"ec": "Moist"}


@pytest.mark.rule("191.8")
def test_an_ffe_counts_once_however_many_of_its_hexes_are_met() -> None:
    """Into, through, within and from its Blast Area a LOS takes +1, and from no further away."""
    state = _ffe(_row(". . . . . . . .", **WET), "A4")
    assert _hindrance(state, "A1", "A8") == 1
    assert _hindrance(state, "A1", "A4") == 1
    assert _hindrance(state, "A3", "A5") == 1
    assert _hindrance(state, "A5", "A8") == 1
    assert _hindrance(state, "A6", "A8") == 0
    assert _hindrance(state, "A1", "A2") == 0


@pytest.mark.rule("191.8")
def test_every_ffe_counts() -> None:
    """Two FFE are +2, also where their Blast Areas overlap, and terrain at their range counts."""
    state = _ffe(_row(". . . b . . . .", **WET), "A4", "A5")
    assert _hindrance(state, "A1", "A8") == 3


@pytest.mark.rule("191.8")
@pytest.mark.parametrize(("calibre", "drm"), [(69, 0), (70, 1), (150, 1)])
def test_small_calibres_hinder_nothing(calibre: int, drm: int) -> None:
    """Below 70mm an FFE is not a Hindrance."""
    assert _hindrance(_ffe(_row(". . .", **WET), "A2", calibre=calibre), "A1", "A3") == drm


@pytest.mark.rule("191.8")
def test_an_ffe_is_two_levels_high() -> None:
    """From level 2 to level 2 a LOS passes over it, from level 1 through it."""
    assert _hindrance(_ffe(_row(".2 .2 . . . .2 .2", **WET), "A4"), "A2", "A6") == 0
    assert _hindrance(_ffe(_row(".1 .1 . . . .1 .1", **WET), "A4"), "A2", "A6") == 1
    assert _hindrance(_ffe(_row(".2 .2 . . . .2 .2", **WET), "A1"), "A2", "A6") == 1


@pytest.mark.rule("191.8", "B.6")
def test_a_blast_area_reaches_to_its_vertices() -> None:
    """A LOS that touches one vertex of the Blast Area has met it."""
    state = _ffe(_wide(**WET), "D5")
    report = _los(state, "A3", "F4")
    assert {"C4", "D4", "E4"} < set(report.touched)
    assert report.hindrance == 1


@pytest.mark.rule("11.75", "191.8")
@pytest.mark.parametrize(("ec", "drm"), [("Moist", 1), ("Dry", 2), ("Very Dry", 2)])
def test_dust_makes_an_ffe_a_hindrance_of_two(ec: str, drm: int) -> None:
    """Where Light Dust can exist an FFE counts +2 instead, still once, and of any calibre."""
    desert = {**FARM, "desert": True, "map": "0\n1 .\n2 .\n3 .\n4 .\n5 ."}
    state = initial_state(scenario(boards=[desert], vehicles=[], ec=ec))
    assert _hindrance(_ffe(state, "A3"), "A1", "A5") == drm
    small = 2 if drm == 2 else 0
    assert _hindrance(_ffe(state, "A3", calibre=50), "A1", "A5") == small


# Depressions --------------------------------------------------------------------------------


@pytest.mark.rule("A6.3")
@pytest.mark.parametrize("mark", ["y", "u", "r", "a"])
def test_who_is_in_a_depression_is_one_level_lower(mark: str) -> None:
    """IN a Depression is level -1 of its hex, and level 0 is that of the ground around."""
    state = _row(f". {mark} .")
    assert location(state, "A2").level == -1
    assert location(state, "A2@0").level == 0
    assert _los(state, "A1", "A2").rise == -1
    with pytest.raises(BadInput, match="no level -1"):
        location(state, "A1@-1")


@pytest.mark.rule("A6.3")
@pytest.mark.parametrize(
    ("range_", "height", "seen"),
    [
        (1, 0, True),
        (2, 0, False),
        (2, 1, True),
        (3, 1, False),
        (3, 2, True),
        (4, 2, False),
        (4, 3, True),
    ],
)
def test_one_must_stand_a_level_higher_for_each_hex_of_range_to_see_into_a_depression(
    range_: int, height: int, seen: bool
) -> None:
    """The bottom is one level down: from beside one sees in, from farther away only from hills."""
    cells = [f".{height or ''}", *["."] * (range_ - 1), "y", "."]
    state = _row(" ".join(cells))
    assert _blocked(state, "A1", f"A{range_ + 1}") is not seen


@pytest.mark.rule("A6.3")
def test_along_a_wadi_one_sees_without_height() -> None:
    """From IN a Depression all of it is seen that the LOS reaches IN it, and the rim at its end."""
    state = _row("y y y y . y")
    assert _unseen(state, "A1") == {6}
    assert _unseen(state, "A4") == {6}


def test_hexes_of_a_wadi_next_to_the_end_do_not_count_against_it() -> None:
    """Looking along a wadi from the rim, only the hexes that are not IN it need height."""
    assert not _blocked(_row(". y y y"), "A1", "A4")
    assert _blocked(_row(". . y y"), "A1", "A4")
    assert not _blocked(_row(".1 . y y"), "A1", "A4")
    assert _blocked(_row(". y . y"), "A1", "A4")


def test_wadis_that_do_not_join_hide_each_other() -> None:
    """Two Depression hexes see each other only across the inside of their hexsides."""
    joined = _wide({"D4": "y", "D5": "y", "D6": "y"})
    assert not _blocked(joined, "D4", "D6")
    assert _blocked(_wide({"D4": "y", "D6": "y"}), "D4", "D6")
    beside = _wide({"D4": "y", "E4": "y", "E5": "y", "F4": "y"})
    assert _blocked(beside, "D4", "F4")
    assert not _blocked(beside, "D4", "E5")


def test_over_a_depression_a_los_is_free() -> None:
    """A Depression between two hexes of the level around it neither blocks nor hinders."""
    assert _hindrance(_row(". y y ."), "A1", "A4") == 0


# Reports and questions ----------------------------------------------------------------------


@pytest.mark.rule("B.7")
def test_asking_for_a_los_changes_nothing() -> None:
    """Any number of LOS can be asked for at any moment; state and log stay as they were."""
    game = Game.new(scenario(), seed="a test")
    before, count = game.state, len(game.entries)
    first = _los(game.state, "A1", "O9")
    assert _los(game.state, "A1", "O9") == first
    assert game.state is before
    assert len(game.entries) == count


@pytest.mark.rule("B.7")
def test_a_los_within_a_hex_is_free() -> None:
    """From a hex to itself there is nothing between."""
    report = _los(_row(". w ."), "A2", "A2")
    assert (report.range, report.blocked, report.hindrance, report.touched) == (0, False, 0, ())


@pytest.mark.rule("B.7")
@pytest.mark.parametrize("text", ["", "Z9", "A1@", "A1@x", "A1@1", "A1@@0", "A1@-1", "@1"])
def test_places_that_are_no_location_are_refused(text: str) -> None:
    """A hex out of play, a level that a hex does not have, and other words name no Location."""
    state = _row(". . .")
    with pytest.raises(BadInput):
        location(state, text)


@pytest.mark.rule("B.7", "A6.1")
def test_a_report_says_what_a_los_touches() -> None:
    """Range, rise, the touched hexes from the firer on, and the hexsides of both ends."""
    report = _los(_row(". . . .2"), "A1", "A4")
    assert (report.range, report.rise, report.touched) == (3, 2, ("A2", "A3"))
    assert (report.leaves, report.enters) == ((4,), (1,))
    assert _los(_row(". . ."), "A1", "A3").inside is False


def test_dust_density_is_no_los_hindrance_of_the_map() -> None:
    """Dust of the whole map is added by the shot, not found along its LOS."""
    state = but(_row(". . ."), dust=Density.HEAVY)
    assert _hindrance(state, "A1", "A3") == 0
