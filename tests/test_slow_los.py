"""The engine's Line of Sight against a slow one, written from docs/los.md alone."""

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any, Final

import attrs
import pytest
from hypothesis import Phase, given
from hypothesis import strategies as st
from immutables import Map

from events.scenario import BoardSpec, BuildingSpec, HexsideSpec
from events.terms import HexsideKind, Material, Month, WindForce
from replays.game.bundled import bundled_boards
from replays.game.scenario_file import load_board
from sim.chapter_a.los import Location, los
from sim.machine.opening import initial_state
from sim.map.board import MARKS
from sim.map.hexes import HEXSIDES, Hex, neighbour
from sim.map.playing_area import PlayingArea
from sim.state import (
    BARE,
    FFE,
    Building,
    Ground,
    Rubble,
    Smoke,
    State,
    Vehicle,
    VehicleDust,
    Wind,
    replace,
)
from tests.drawn import examples, share
from tests.slow_los import End, SlowMap, hex_across, range_between, read, see
from tests.table import ABLAZE, AFLAME, TANK, scenario

SHAPES: Final = ((7, 5), (9, 6), (7, 8), (17, 3))
"""Columns and rows of the maps drawn: few, because the slow LOS remembers how lines run."""

DRAW: Final = (Phase.explicit, Phase.reuse, Phase.generate)
"""Nothing is gained by shrinking the seed of a map."""

PAIRS_A_MAP: Final = 250
LONGEST_ON_BOARDS: Final = 12
PAIRS_A_BOARD: Final = 2500
"""Pairs on boards: at most this far apart, and about so many a board."""

OPEN_OFTEN: Final = "." * 24
DEPRESSIONS: Final = ("Wadi", "Gully", "Stream", "Oasis")
COMBINATIONS: Final = ("cb", "ob", "wH", "lb", "yb", "yo", "uw", "gv", "pb", "Ob", "Hb", "Pc")
MARKS_OF: Final = (
    OPEN_OFTEN,
    OPEN_OFTEN + "bbbgggmmmlll" + "o",
    OPEN_OFTEN + "oooOOppvvccqWb",
    OPEN_OFTEN + "kkHHDDCCwb",
    OPEN_OFTEN + "wwwPPlllob",
    "yyyuuura" + OPEN_OFTEN,
    "yyyyyyuuuuuu" + "bo.",
    "".join(MARKS) + OPEN_OFTEN,
)
"""What maps are made of: of little, of Hindrances, of one kind of obstacle, of Depressions."""


# Maps ---------------------------------------------------------------------------------------


def _cells(width: int, height: int) -> list[Hex]:
    return [Hex(c, r) for c in range(width) for r in range(height + c % 2)]


def _level(lie: str, random: Random, top: Hex, here: Hex) -> int:
    """The level of a hex, where the land lies flat, uneven, in a cone, in steps or as a ramp."""
    if lie == "flat":
        return random.choice((0, 0, 0, 0, 0, 0, 1, -1))
    if lie == "uneven":
        return random.choice((-1, 0, 0, 1, 1, 2, 3))
    if lie == "cone":
        level = max(-1, 5 - range_between(top, here))
    elif lie == "bowl":
        level = min(4, range_between(top, here) - 1)
    else:
        level = min(4, max(-1, here.column - top.column))
    return level + random.choice((0,) * 20 + (1, -1))


def _text_map(width: int, height: int, random: Random, marks: str) -> str:
    lie = random.choice(("flat", "flat", "uneven", "cone", "bowl", "ramp"))
    top = random.choice(_cells(width, height))
    rows: list[list[str]] = [[str(number)] for number in range(height + 1)]
    for here in _cells(width, height):
        cell = random.choice(marks)
        if random.random() < 0.05:
            cell = random.choice(COMBINATIONS)
        level = _level(lie, random, top, here)
        rows[here.row + (0 if here.column % 2 else 1)].append(cell + (str(level) if level else ""))
    return "\n".join(" ".join(row) for row in rows)


def _hexsides(width: int, height: int, random: Random) -> tuple[HexsideSpec, ...]:
    density = random.choice((0.0, 0.0, 0.03, 0.1, 0.3))
    every = tuple(kind for kind in HexsideKind if kind is not HexsideKind.ROADBLOCK)
    kinds = random.choice((every, every, (HexsideKind.CLIFF,)))
    cells = _cells(width, height)
    return tuple(
        HexsideSpec(kind=random.choice(kinds), at=(f"{_name(here)}:{side}",))
        for here in cells
        for side in range(1, 7)
        if (side <= 3 or hex_across(here, side) not in cells) and random.random() < density
    )


def _buildings(width: int, height: int, random: Random) -> tuple[BuildingSpec, ...]:
    density = random.choice((0.0, 0.02, 0.1))
    return tuple(
        BuildingSpec(hex=_name(here), upper_levels=random.randint(0, 3))
        for here in _cells(width, height)
        if random.random() < density
    )


def _name(here: Hex) -> str:
    return f"{chr(65 + here.column)}{here.row + (0 if here.column % 2 else 1)}"


def _board(random: Random) -> BoardSpec:
    width, height = random.choice(SHAPES)
    marks = random.choice(MARKS_OF)
    return BoardSpec(
        name="27",
        desert=True,
        map=_text_map(width, height, random, marks),
        hexsides=_hexsides(width, height, random),
        buildings=_buildings(width, height, random),
    )


# States -------------------------------------------------------------------------------------


def _state(board: BoardSpec, month: Month = Month.JUNE) -> State:
    tank = {key: value for key, value in TANK.items() if key != "at"}
    truck = {**tank, "movement": "truck", "armour": "none"}
    vehicles = [
        {**tank, "id": "V0"},
        {**tank, "id": "V1"},
        {**truck, "id": "V2"},
        {**truck, "id": "V3"},
    ]
    facts = scenario(month=month.value, vehicles=vehicles)
    return initial_state(attrs.evolve(facts, boards=(board,)))


def _litter(state: State, random: Random) -> State:
    """The same map with SMOKE, FFE, vehicles, rubble and fire on it."""
    names = sorted(state.setting.area.record)

    def some(most: int) -> list[str]:
        return random.sample(names, random.randint(0, most))

    smoke = {
        f"S{index}": Smoke(name, "German", dispersed=random.random() < 0.5)
        for index, name in enumerate(some(4))
    }
    drift = {label: tuple(some(2)) for label in smoke if random.random() < 0.3}
    dust = {f"V{index}": VehicleDust(name) for index, name in enumerate(some(2))}
    ffes = {name: FFE(name, 100, random.choice((0, 1, 1, 2))) for name in some(1)}
    vehicles = {
        label: Vehicle(hex=random.choice([None, *names]), destroyed=random.random() < 0.4)
        for label in state.vehicles
    }
    ground = dict(state.ground)
    for name in some(6):
        ground[name] = _something_on(ground.get(name, BARE), random)
    force = random.choice((WindForce.NO_WIND, WindForce.MILD_BREEZE, WindForce.HEAVY_WINDS))
    return replace(
        state,
        smoke=Map(smoke),
        drift=Map(drift),
        vehicle_dust=Map(dust),
        ffes=Map(ffes),
        vehicles=Map(vehicles),
        ground=Map(ground),
        wind=Wind(force, None if force is WindForce.NO_WIND else 1),
    )


def _something_on(ground: Ground, random: Random) -> Ground:
    if ground.building is not None:
        fallen: Building = attrs.evolve(
            ground.building,
            rubbled_from=random.randint(0, ground.building.upper_levels),
            rubble=Material.STONE,
        )
        if random.random() < 0.5:
            level = random.randint(0, fallen.rubbled_from or 0)
            return attrs.evolve(ground, building=fallen, fires=Map({level: ABLAZE[0]}))
        return attrs.evolve(ground, building=fallen)
    if random.random() < 0.5:
        return attrs.evolve(ground, fires=random.choice((ABLAZE, ABLAZE, AFLAME)))
    return attrs.evolve(ground, rubble=Rubble(Material.STONE))


@st.composite
def _states(draw: st.DrawFn) -> tuple[State, Random]:
    """A game on a drawn map, and the chance that drew it."""
    random = draw(st.randoms(use_true_random=True))
    state = _state(_board(random), draw(st.sampled_from(Month)))
    if draw(st.booleans()):
        state = _litter(state, random)
    return state, random


# Pairs --------------------------------------------------------------------------------------


def _lowest(state: State, name: str) -> int:
    kinds = state.setting.area.record[name].kinds
    return -1 if any(kind in DEPRESSIONS for kind in kinds) else 0


def _some_level(state: State, name: str, random: Random) -> int:
    """A level where a unit may be in a hex; now and then one in the air."""
    lowest = _lowest(state, name)
    if random.random() < 0.06:
        return random.randint(lowest, 4)
    if lowest < 0:
        return random.choice((lowest, lowest, 0))
    ground = state.ground.get(name, BARE)
    if ground.building is not None:
        return random.randint(0, ground.building.upper_levels + 1)
    return 0


def _ends(area: PlayingArea, state: State, random: Random) -> tuple[Location, Location]:
    one, two = random.sample(sorted(area.record), 2)
    return (
        Location(one, _some_level(state, one, random)),
        Location(two, _some_level(state, two, random)),
    )


def _end(state: State, location: Location) -> End:
    return End(state.setting.area.place(location.hex), location.level)


def _difference(state: State, slow_map: SlowMap, one: Location, two: Location) -> str:
    """How the two differ about a LOS; nothing if they agree."""
    fast = los(state, one, two)
    slow = see(slow_map, _end(state, one), _end(state, two))
    same = fast.range == slow.range and fast.blocked == slow.blocked
    if same and (slow.blocked or fast.hindrance == slow.hindrance):
        return ""
    return (
        f"{one} to {two}: fast {fast.range} {fast.blocked} {fast.hindrance}, "
        f"slow {slow.range} {slow.blocked} {slow.hindrance} {slow.why}\n{_shown(state)}"
    )


def _shown(state: State) -> str:
    (board,) = state.setting.scenario.boards
    items = [f"{state.setting.scenario.month}\n{board.map}"]
    items += [f"{spec.kind} {' '.join(spec.at)}" for spec in board.hexsides]
    for what in (state.ground, state.smoke, state.drift, state.vehicle_dust, state.ffes):
        items += [f"{key}: {value}" for key, value in sorted(what.items())]
    items += [f"{key}: {each.hex} {each.destroyed}" for key, each in state.vehicles.items()]
    return "\n".join([*items, str(state.wind.force)])


# The two together ---------------------------------------------------------------------------


@pytest.mark.rule(
    "B.4",
    "B.5",
    "B.6",
    "191.8",
    "A6.2",
    "A6.21",
    "A6.4",
    "A6.43",
    "A24.5",
    "B10.2",
    "B10.22",
    "B10.23",
    "B11.21",
    "B14.2",
    "B23.2",
    "B24.2",
)
@examples(60, phases=DRAW)
@given(_states())
def test_fast_and_slow_agree_on_drawn_maps(drawn: tuple[State, Random]) -> None:
    """On any map, whatever lies on it, both give the same range, blockage and Hindrance."""
    state, random = drawn
    slow_map = read(state)
    for _ in range(PAIRS_A_MAP):
        one, two = _ends(state.setting.area, state, random)
        assert not _difference(state, slow_map, one, two)


@pytest.mark.rule("B.4", "B.6")
@pytest.mark.parametrize("name", bundled_boards())
def test_fast_and_slow_agree_on_bundled_boards(name: str) -> None:
    """On every bundled board both agree about many pairs, spread evenly."""
    state = _state(load_board(name))
    slow_map = read(state)
    compared = 0
    for one, two in _spread_pairs(state):
        assert not _difference(state, slow_map, one, two)
        compared += 1
    assert compared >= share(2000)


def _spread_pairs(state: State) -> list[tuple[Location, Location]]:
    """Pairs within range, the same on all boards of a size, as far up as their buildings go."""
    places = sorted(state.setting.area.names)
    near = [pair for pair in combinations(places, 2) if range_between(*pair) <= LONGEST_ON_BOARDS]
    step = max(1, len(near) // share(PAIRS_A_BOARD))
    result = []
    for number, pair in enumerate(near[::step]):
        ends = []
        for place in pair:
            name = state.setting.area.names[place]
            levels = _levels(state, name)
            ends.append(Location(name, levels[number // 2 % len(levels)]))
        result.append((ends[number % 2], ends[1 - number % 2]))
    return result


def _levels(state: State, name: str) -> list[int]:
    building = state.ground.get(name, BARE).building
    if building is None:
        return [_lowest(state, name)]
    return list(range(building.upper_levels + 2))


# Properties of the fast one -----------------------------------------------------------------


@examples(20, phases=DRAW)
@given(_states())
def test_blockage_is_the_same_both_ways(drawn: tuple[State, Random]) -> None:
    """What blocks a LOS blocks it from either end."""
    state, random = drawn
    for _ in range(PAIRS_A_MAP):
        one, two = _ends(state.setting.area, state, random)
        assert los(state, one, two).blocked == los(state, two, one).blocked, _shown(state)


Moves = Callable[[Hex], Hex]
"""Where each hex goes: a movement of the whole plane that brings hexes upon hexes."""


def _moved(state: State, moves: Moves, width: int, height: int) -> tuple[State, dict[str, str]]:
    """The same map elsewhere, in the middle of nothing; and the new name of every hex."""
    (board,) = state.setting.scenario.boards
    rows = [line.split() for line in (board.map or "").splitlines()]
    new = dict.fromkeys(_cells(width, height), ".-9")
    names: dict[str, str] = {}
    for place, name in state.setting.area.names.items():
        number = place.row + (0 if place.column % 2 else 1)
        cell = rows[number][1 + (place.column if number else place.column // 2)]
        new[moves(place)] = cell
        names[name] = _name(moves(place))
    hexsides = tuple(
        HexsideSpec(kind=kind, at=(f"{names[name]}:{_side_moved(state, name, side, moves)}",))
        for (name, side), kind in state.setting.area.hexsides.items()
    )
    parted = [sorted(names[name] for name in pair) for pair in state.setting.area.banks]
    banks = tuple(f"{pair[0]}/{pair[1]}" for pair in parted if len(pair) == 2)
    hexsides += (HexsideSpec(kind=HexsideKind.BANK, at=banks),)
    plain = BoardSpec(name="27", desert=True, map=_rows_of(new, height), hexsides=hexsides)
    return _litter_of(state, _state(plain, state.setting.scenario.month), names), names


def _side_moved(state: State, name: str, side: int, moves: Moves) -> int:
    place = state.setting.area.place(name)
    across = moves(neighbour(place, side))
    (found,) = (new for new in HEXSIDES if neighbour(moves(place), new) == across)
    return found


def _rows_of(cells: dict[Hex, str], height: int) -> str:
    rows = [[str(number)] for number in range(height + 1)]
    for here, cell in sorted(cells.items()):
        rows[here.row + (0 if here.column % 2 else 1)].append(cell)
    return "\n".join(" ".join(row) for row in rows)


def _litter_of(old: State, new: State, names: dict[str, str]) -> State:
    """A new state with all that lies in the hexes of an old one, under the new names."""

    def at_new_place(counters: Map[str, Any]) -> Map[str, Any]:
        return Map(
            {
                label: attrs.evolve(each, hex=each.hex and names[each.hex])
                for label, each in counters.items()
            }
        )

    return replace(
        new,
        smoke=at_new_place(old.smoke),
        vehicle_dust=at_new_place(old.vehicle_dust),
        ffes=at_new_place(old.ffes),
        vehicles=at_new_place(old.vehicles),
        drift=Map({label: tuple(names[x] for x in there) for label, there in old.drift.items()}),
        ground=Map({names[name]: ground for name, ground in old.ground.items()}),
        wind=old.wind,
    )


def _along_edge(area: PlayingArea, one: Location, two: Location) -> bool:
    """Whether a LOS runs along the edge, where something may lie beyond it after a move."""
    first, last = area.place(one.hex), area.place(two.hex)
    ends_on_edge = area.on_edge(one.hex) and area.on_edge(two.hex)
    return ends_on_edge and first.row == last.row and first.column % 2 == last.column % 2 == 1


def _assert_alike(old: State, new: State, names: dict[str, str], random: Random) -> None:
    for _ in range(PAIRS_A_MAP):
        one, two = _ends(old.setting.area, old, random)
        if _along_edge(old.setting.area, one, two):
            continue
        before = los(old, one, two)
        after = los(new, Location(names[one.hex], one.level), Location(names[two.hex], two.level))
        assert before.blocked == after.blocked, f"{one} {two}\n{_shown(old)}"
        if not before.blocked:
            assert before.hindrance == after.hindrance, f"{one} {two}\n{_shown(old)}"


@examples(15, phases=DRAW)
@given(_states(), st.integers(0, 5), st.integers(1, 3))
def test_a_map_may_lie_anywhere(drawn: tuple[State, Random], columns: int, rows: int) -> None:
    """A map that is moved, by an odd number of columns too, leaves every LOS as it was."""
    state, random = drawn

    def moves(here: Hex) -> Hex:
        if columns % 2 and here.column % 2:
            return Hex(here.column + columns, here.row + rows - 1)
        return Hex(here.column + columns, here.row + rows)

    new, names = _moved(state, moves, 23, 12)
    _assert_alike(state, new, names, random)


@examples(15, phases=DRAW)
@given(_states())
def test_a_map_may_be_mirrored(drawn: tuple[State, Random]) -> None:
    """The mirror image of a map has the mirror image of every LOS."""
    state, random = drawn
    last = max(place.column for place in state.setting.area.names)
    height = 1 + max(place.row for place in state.setting.area.names if place.column == 0)
    new, names = _moved(state, lambda here: Hex(last - here.column, here.row), last + 1, height)
    _assert_alike(state, new, names, random)


@examples(15, phases=DRAW)
@given(_states())
def test_a_board_may_be_turned(drawn: tuple[State, Random]) -> None:
    """A board that lies turned by half a turn has every LOS between hexes of the same names."""
    state, random = drawn
    (board,) = state.setting.scenario.boards
    hexsides = tuple(
        attrs.evolve(spec, at=tuple(_turned_side(text) for text in spec.at))
        for spec in board.hexsides
    )
    turned = attrs.evolve(board, rotated=True, hexsides=hexsides)
    names = {name: name for name in state.setting.area.record}
    new = _litter_of(state, _state(turned, state.setting.scenario.month), names)
    _assert_alike(state, new, names, random)


def _turned_side(text: str) -> str:
    name, side = text.split(":")
    return f"{name}:{(int(side) + 2) % 6 + 1}"
