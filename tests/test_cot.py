"""Cost of Terrain: what a hex costs to enter, item by item (B.2), and Artificial Terrain (B.9)."""

from fractions import Fraction
from typing import Any, Final

import attrs
import pytest
from immutables import Map

from events.terms import DebrisOrigin, Density, Material, Rain
from sim.chapter_b.artificial_terrain import artificial_terrain
from sim.chapter_b.cot import entry_cost
from sim.chapter_b.entry import EntryCost
from sim.chapter_b.mover import Mover
from sim.machine.opening import initial_state
from sim.map.terrain_kind import MoverKind
from sim.modifiers import Kind
from sim.state import BARE, Rubble, Smoke, State, VehicleDust, but
from tests.table import TANK, scenario

MEN: Final = Mover(MoverKind.INFANTRY, 4)
HORSE: Final = Mover(MoverKind.CAVALRY, 8)
WAGON: Final = Mover(MoverKind.HORSE_DRAWN, 12)
BIKE: Final = Mover(MoverKind.MOTORCYCLE, 20)
CAR: Final = Mover(MoverKind.ARMOURED_CAR, 22)
TRACKS: Final = Mover(MoverKind.FULLY_TRACKED, 13)
HALF: Final = Mover(MoverKind.HALFTRACK, 15)
LORRY: Final = Mover(MoverKind.TRUCK, 25)
ALL: Final = (MEN, HORSE, WAGON, BIKE, CAR, TRACKS, HALF, LORRY)


def _state(cells: str, *, desert: bool = False, **changes: Any) -> State:
    """A map of one hexrow: A1, A2 and so on."""
    lines = [f"{number} {cell}" for number, cell in enumerate(cells.split(), start=1)]
    board: dict[str, Any] = {"name": "1", "desert": desert, "map": "\n".join(["0", *lines])}
    for key in ("buildings", "hexsides", "roads"):
        if key in changes:
            board[key] = changes.pop(key)
    if changes.get("ad"):
        board["ad"] = True
    return initial_state(scenario(**{"boards": [board], "vehicles": [], **changes}))


def _entry(
    state: State, mover: Mover, origin: str = "A1", to: str = "A2", **facts: Any
) -> EntryCost:
    entry = entry_cost(state, mover, origin, to, **facts)
    if entry.amount is not None:
        assert (
            sum((Fraction(item.amount or 0) for item in entry.items), Fraction(0)) == entry.amount
        )
        assert {item.kind for item in entry.items} <= {mover.points}
        assert not entry.why_not
    else:
        assert entry.why_not
    return entry


def _cost(state: State, mover: Mover = MEN, **facts: Any) -> Fraction | None:
    """What it costs to go from A1 to A2."""
    return _entry(state, mover, **facts).amount


def _smoky(state: State, name: str = "A2") -> State:
    return but(state, smoke=Map({name: Smoke(name, "German")}))


WALL: Final = [{"kind": "wall", "at": ["A1/A2"]}]
ROAD: Final = [{"hexes": ["A1", "A2"]}]


# The printed cases --------------------------------------------------------------------------


@pytest.mark.rule("B.2")
def test_uphill_into_smoke_doubles_all_of_it() -> None:
    """Infantry pays 4 MF to enter higher Open Ground with SMOKE: twice two, not two and one."""
    assert _cost(_smoky(_state(". .1"))) == 4
    assert _cost(_state(". .1")) == 2
    assert _cost(_smoky(_state(". ."))) == 2


@pytest.mark.rule("B.2", "B9.4", "B9")
def test_across_a_wall() -> None:
    """A wall is one MF beside the cost of the hex: 2 MF into Open Ground, 3 MF into woods."""
    assert _cost(_state(". .", hexsides=WALL)) == 2
    assert _cost(_state(". w", hexsides=WALL)) == 3


@pytest.mark.rule("B.2")
def test_what_is_added_is_not_doubled() -> None:
    """Uphill across a wall the cost of the hex is doubled, and that of the wall is not."""
    assert _cost(_state(". .1", hexsides=WALL)) == 3
    assert _cost(_state(". w1", hexsides=WALL)) == 5
    assert _cost(_smoky(_state(". w1", hexsides=WALL))) == 7


@pytest.mark.rule("B.2", "A24.7", "B9", "B10.4", "B12")
def test_an_entry_says_what_makes_up_its_cost() -> None:
    """Each item has its name, its rule and its points, in MF on foot and in MP else."""
    items = _entry(_smoky(_state(". b1", hexsides=WALL)), MEN).items
    assert [(item.name, item.rule, item.amount) for item in items] == [
        ("Brush", "B12", 2),
        ("SMOKE or Vehicle Dust", "A24.7", 1),
        ("higher elevation", "B10.4", 3),
        ("Wall", "B9", 1),
    ]
    assert {item.kind for item in items} == {Kind.MF}
    assert {item.kind for item in _entry(_state(". b"), TRACKS).items} == {Kind.MP}


# Elevation ----------------------------------------------------------------------------------


@pytest.mark.rule("B.2")
@pytest.mark.parametrize("mover", ALL, ids=lambda mover: mover.kind)
def test_downhill_and_on_the_level_nothing_is_added(mover: Mover) -> None:
    """Down one level costs what the hex costs."""
    assert _cost(_state(".1 ."), mover) == _cost(_state(". ."), mover)
    assert _cost(_state(".1 .1"), mover) == _cost(_state(". ."), mover)


@pytest.mark.rule("B.2", "B10.4")
@pytest.mark.parametrize(
    ("mover", "level", "up"),
    [
        (MEN, 1, 2),
        (HORSE, 1, 2),
        (WAGON, 1, 2),
        (BIKE, 3, 7),
        (CAR, 3, 7),
        (TRACKS, 1, 5),
        (LORRY, 4, 8),
    ],
    ids=lambda each: each.kind if isinstance(each, Mover) else str(each),
)
def test_up_one_level(mover: Mover, level: int, up: int) -> None:
    """On foot and with horses COT is doubled; vehicles pay 4 MP more."""
    assert _cost(_state(". ."), mover) == level
    assert _cost(_state(". .1"), mover) == up
    assert _cost(_state(".2 .3"), mover) == up


@pytest.mark.rule("B.2", "B10.4")
def test_up_one_level_by_road() -> None:
    """Along a road vehicles pay 2 MP more than the road costs, and men double it."""
    state = _state(". .1", roads=ROAD)
    assert _cost(state, MEN) == 2
    assert _cost(state, LORRY) == Fraction(5, 2)
    assert _cost(state, TRACKS) == Fraction(5, 2)
    assert _cost(state, TRACKS, road=False) == 5


@pytest.mark.rule("B.2", "B10.5", "B10.51")
@pytest.mark.parametrize(
    ("cells", "men", "tracks"),
    [
        (". .2", 4, 9),
        (". .3", 6, 13),
        (".1 .3", 4, 9),
        (". w2", 6, 15),
        (".2 .", 2, 3),
        (".3 .", 3, 5),
        (".2 w", 3, 9),
    ],
)
def test_abrupt_elevation_changes(cells: str, men: int, tracks: int) -> None:
    """Each level between costs 2 MF or 4 MP up, 1 MF or 2 MP down, beside the hex itself."""
    assert _cost(_state(cells), MEN) == men
    assert _cost(_state(cells), TRACKS) == tracks


@pytest.mark.rule("B.2", "B10.5")
def test_smoke_is_not_doubled_in_an_abrupt_elevation_change() -> None:
    """Up two levels into SMOKE, its one MF counts once: that is the printed exception."""
    assert _cost(_smoky(_state(". .2"))) == 5
    assert _cost(_smoky(_state(".2 ."))) == 3


@pytest.mark.rule("B.2", "B11.4")
def test_a_cliff_cannot_be_crossed() -> None:
    """A cliff is climbed, not entered across, up or down and by whomever."""
    cliff = [{"kind": "cliff", "at": ["A1/A2"]}]
    for mover in ALL:
        for cells in (". .1", ".2 ."):
            entry = _entry(_state(cells, hexsides=cliff), mover)
            assert entry.amount is None
            assert "cliff" in entry.why_not


# Roads and hexsides -------------------------------------------------------------------------


@pytest.mark.rule("B.2", "B.3", "B3.4", "B3")
@pytest.mark.parametrize("mark", [".", "b", "w", "g", "m"])
@pytest.mark.parametrize("mover", ALL, ids=lambda mover: mover.kind)
def test_a_road_is_all_that_counts_of_its_hex(mark: str, mover: Mover) -> None:
    """Across a road hexside the road rate takes the place of the terrain: 1 MF, or half an MP."""
    rate = Fraction(1) if mover in (MEN, HORSE, WAGON) else Fraction(1, 2)
    assert _cost(_state(f". {mark}", roads=ROAD), mover) == rate


@pytest.mark.rule("B.2")
def test_a_road_helps_only_across_its_hexsides() -> None:
    """Who crosses another hexside pays for the terrain."""
    state = _state(". w w", roads=ROAD)
    assert _cost(state, MEN) == 1
    assert _entry(state, MEN, "A3", "A2").amount == 2
    assert _entry(state, MEN, "A2", "A3").amount == 2


@pytest.mark.rule("B.3", "B3.41")
def test_a_bu_afv_pays_a_whole_mp_on_a_road() -> None:
    """Buttoned Up, an AFV has no half-MP road rate."""
    assert _cost(_state(". .", roads=ROAD), attrs.evolve(TRACKS, bu=True)) == 1


@pytest.mark.rule("B.2", "B.3", "B9.4")
@pytest.mark.parametrize(
    ("kind", "costs"),
    [
        ("wall", (2, 2, None, None, None, 2, None, None)),
        ("hedge", (2, 2, None, None, 6, 2, 3, None)),
        ("high-wall", (3, None, None, None, None, 7, None, None)),
    ],
)
def test_hexsides_into_open_ground(kind: str, costs: tuple[int | None, ...]) -> None:
    """What crossing a hexside costs each kind of mover, the Open Ground behind it included."""
    state = _state(". .", ad=kind == "high-wall", hexsides=[{"kind": kind, "at": ["A1/A2"]}])
    assert tuple(_cost(state, mover) for mover in ALL) == costs


@pytest.mark.rule("B.2")
def test_a_road_through_a_wall_is_no_wall() -> None:
    """Where a road crosses a wall hexside, it is crossed at the road rate."""
    assert _cost(_state(". .", hexsides=WALL, roads=ROAD), LORRY) == Fraction(1, 2)


@pytest.mark.rule("B.2")
def test_bog_checks_are_told() -> None:
    """Woods and hedges ask a Bog Check of vehicles, Open Ground and roads do not."""
    assert _entry(_state(". w"), TRACKS).bog
    assert not _entry(_state(". ."), TRACKS).bog
    assert not _entry(_state(". w", roads=ROAD), TRACKS).bog
    assert not _entry(_state(". w"), MEN).bog
    hedge = [{"kind": "hedge", "at": ["A1/A2"]}]
    assert _entry(_state(". .", hexsides=hedge), HALF).hexside_bog == ()
    assert _entry(_state(". .", hexsides=hedge), TRACKS).hexside_bog is None


# Terrain ------------------------------------------------------------------------------------


@pytest.mark.rule("B.1", "B.2")
def test_the_costs_of_a_combination_add_up() -> None:
    """Both terrains of a combination are paid for, on foot."""
    assert _cost(_state(". cb")) == 4
    assert _cost(_state(". cb"), HORSE) == 6


@pytest.mark.rule("B.2")
def test_shares_of_the_allotment_are_rounded_up() -> None:
    """Half of 13 MP is 7, a quarter is 4, and all of it is 13."""
    assert _cost(_state(". w"), TRACKS) == 7
    assert _cost(_state(". m"), MEN) == 4
    debris = attrs.evolve(BARE, debris=DebrisOrigin.PRINTED)
    state = but(_state(". .", ad=True), ground=Map({"A2": debris}))
    assert _cost(state, TRACKS) == 4
    assert _cost(state, MEN) == 2


@pytest.mark.rule("B.2", "B19", "B20", "F5")
@pytest.mark.parametrize(
    ("cells", "mover", "cost"),
    [
        (". u", MEN, 2),
        (". ub", MEN, 4),
        (". u", TRACKS, 3),
        (". u", LORRY, 10),
        (". r", MEN, 3),
        (". r", TRACKS, 3),
        (". u", WAGON, 12),
    ],
)
def test_depressions(cells: str, mover: Mover, cost: int) -> None:
    """A Depression's own MF are all on foot, unless it is not Open Ground; vehicles add its COT."""
    assert _cost(_state(cells), mover) == cost


@pytest.mark.rule("B.2", "B24")
def test_rubble_debris_and_buildings_come_before_printed_terrain() -> None:
    """Who enters a hex of rubble or a building pays for that, and not for what is under it."""
    rubble = attrs.evolve(BARE, rubble=Rubble(Material.WOODEN))
    assert _cost(but(_state(". b"), ground=Map({"A2": rubble}))) == 3
    assert _cost(_state(". .", buildings=[{"hex": "A2"}])) == 2
    assert _cost(_state(". .", buildings=[{"hex": "A2"}]), TRACKS) is None
    assert _cost(_state(". .", buildings=[{"hex": "A2"}]), attrs.evolve(TRACKS, bu=True)) == 7
    assert _cost(_state(". .", buildings=[{"hex": "A2"}]), HALF) is None


@pytest.mark.rule("B.2", "B.9", "B2")
def test_shellholes_are_terrain_and_no_artificial_terrain() -> None:
    """Shellholes that OBA made cost what the chart says, and no counter is added for them."""
    holes = attrs.evolve(BARE, shellholes=True)
    state = but(_state(". ."), ground=Map({"A2": holes}))
    assert _cost(state) == 2
    assert artificial_terrain(state, "A2") == []


@pytest.mark.rule("B.3")
def test_what_may_not_enter_is_told_so() -> None:
    """An entry that the chart forbids has no amount, and says what forbids it."""
    entry = _entry(_state(". c"), LORRY)
    assert (entry.amount, entry.why_not) == (None, "truck may not enter Crag")
    assert "pushed" in _entry(_state(". w"), BIKE).why_not
    assert _entry(_state(". ~"), MEN).amount is None


# Artificial Terrain -------------------------------------------------------------------------


@pytest.mark.rule("B.9", "D9.3")
def test_smoke_and_vehicles_are_artificial_terrain() -> None:
    """SMOKE, dust, AFV and wrecks are; only AFV and wrecks have a TEM."""
    state = _state(". .", vehicles=[{**TANK, "at": "A2"}])
    assert [(each.name, each.tem) for each in artificial_terrain(state, "A2")] == [
        ("vehicle PzA", 1)
    ]
    assert artificial_terrain(state, "A1") == []
    assert artificial_terrain(state, "A2", but=frozenset(("PzA",))) == []
    wreck = but(
        state,
        vehicles=state.vehicles.set("PzA", but(state.vehicles["PzA"], destroyed=True)),
        smoke=Map({"A2": Smoke("A2", "German")}),
    )
    assert [(each.name, each.tem) for each in artificial_terrain(wreck, "A2")] == [
        ("SMOKE or Vehicle Dust", 0),
        ("wreck PzA", 1),
    ]


@pytest.mark.rule("B.9", "D2.14")
def test_a_truck_has_no_tem_but_costs_mp() -> None:
    """An unarmoured vehicle is in the way of others, but gives no cover."""
    truck = {"id": "Opel", "side": "German", "movement": "truck", "mp": 30, "at": "A2"}
    state = _state(". .", vehicles=[{**truck, "armour": "none"}])
    assert [each.tem for each in artificial_terrain(state, "A2")] == [0]
    assert _cost(state, TRACKS) == 2


@pytest.mark.rule("B.2", "B.9", "D2.14")
def test_vehicles_in_a_hex_cost_vehicles_more() -> None:
    """Each vehicle or wreck costs other vehicles 1 MP, on a road 2 MP, and men nothing."""
    state = _state(". .", vehicles=[{**TANK, "at": "A2"}, {**TANK, "id": "PzB", "at": "A2"}])
    assert _cost(state, TRACKS) == 3
    assert _cost(state, MEN) == 1
    road = _state(". .", vehicles=[{**TANK, "at": "A2"}], roads=ROAD)
    assert _cost(road, TRACKS) == Fraction(5, 2)
    itself = attrs.evolve(TRACKS, vehicle="PzA", beside=frozenset(("PzA",)))
    assert _cost(road, itself) == Fraction(1, 2)


@pytest.mark.rule("B.2", "B.9", "11.74", "A24.7")
@pytest.mark.parametrize("mover", ALL, ids=lambda mover: mover.kind)
def test_smoke_costs_everyone_one_more(mover: Mover) -> None:
    """SMOKE, Vehicle Dust and drift cost one MF or MP, once however much there is."""
    plain = _state(". .")
    cost = _cost(plain, mover)
    assert cost is not None
    dusty = but(plain, vehicle_dust=Map({"PzA": VehicleDust("A2")}))
    drifted = but(plain, drift=Map({"A1": ("A2",)}))
    both = _smoky(dusty)
    for state in (_smoky(plain), dusty, drifted, both):
        assert _cost(state, mover) == cost + 1
    assert _cost(_smoky(plain, "A1"), mover) == cost


# Dust, rain, towing -------------------------------------------------------------------------


@pytest.mark.rule("11.73", "11.731", "B.2")
@pytest.mark.parametrize(
    ("density", "bu", "open_crew", "men", "horse"),
    [
        (Density.NONE, 1, 1, 1, 1),
        (Density.LIGHT, 1, 1, 1, 1),
        (Density.MODERATE, 1, 1, 1, 1),
        (Density.HEAVY, 2, 2, 1, 2),
        (Density.VERY_HEAVY, 3, 2, 1, 2),
        (Density.EXTREMELY_HEAVY, 3, 2, 1, 2),
    ],
)
def test_dust_slows_vehicles_and_cavalry(
    density: Density, bu: int, open_crew: int, men: int, horse: int
) -> None:
    """Heavy Dust is one MP or MF more for them, Very Heavy one more for a BU AFV; not for men."""
    state = but(_state(". .", desert=True, ec="Dry"), dust=density)
    assert _cost(state, attrs.evolve(TRACKS, bu=True)) == bu
    assert _cost(state, TRACKS) == open_crew
    assert _cost(state, MEN) == men
    assert _cost(state, HORSE) == horse


@pytest.mark.rule("11.73", "B.2")
def test_dust_is_added_and_not_doubled() -> None:
    """Cavalry uphill in Heavy Dust pays twice the hex and then one MF."""
    assert _cost(but(_state(". .1", desert=True, ec="Dry"), dust=Density.HEAVY), HORSE) == 3


@pytest.mark.rule("B.2", "E3.54")
def test_rain_makes_slopes_slippery() -> None:
    """In rain and after it every change of level costs one more, up and down, and the flat none."""
    for rain in (Rain.NONE, Rain.RAIN):
        up, down, flat = (
            but(state, sky=attrs.evolve(state.sky, rain=rain, rained=True))
            for state in (_state(". .1"), _state(".1 ."), _state(". ."))
        )
        assert [_cost(state) for state in (up, down, flat)] == [3, 2, 1]
        assert [_cost(state, TRACKS) for state in (up, down, flat)] == [6, 2, 1]


@pytest.mark.rule("B.2", "C10.1")
def test_towing_costs_one_mp_a_hex() -> None:
    """A vehicle that tows pays one MP more for each hex, after all that is multiplied."""
    assert _cost(_state(". ."), attrs.evolve(TRACKS, towing=True)) == 2
    assert _cost(_state(". .1"), attrs.evolve(WAGON, towing=True)) == 3


@pytest.mark.rule("B.2")
def test_the_whole_allotment_is_all_that_entry_takes() -> None:
    """Wagons enter a wadi with all their MP: neither a rise nor SMOKE adds to it."""
    entry = _entry(_smoky(_state(". y1", desert=True)), WAGON)
    assert entry.amount == WAGON.allotment
    assert [item.name for item in entry.items] == ["Wadi"]
