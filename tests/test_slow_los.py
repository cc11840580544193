"""The engine's Line of Sight against a slow one, written from docs/los.md and the clauses."""

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any, Final

import attrs
import pytest
from hypothesis import Phase as Stage
from hypothesis import given
from hypothesis import strategies as st
from immutables import Map

from events.moment import SETUP, Moment, Phase
from events.scenario import BoardSpec, BuildingSpec, HexsideSpec, RoadSpec
from events.terms import HexsideKind, LightKind, Material, Month, WindForce
from replays.asking.ask import ask_shorthand
from replays.game.bundled import bundled_boards
from replays.game.scenario_file import load_board
from sim.asking.catalogue import question_class
from sim.chapter_a.los import Location, los
from sim.machine.opening import initial_state
from sim.map.board import MARKS
from sim.map.hexes import Hex
from sim.map.playing_area import PlayingArea
from sim.questions.shot import ShotAnswer
from sim.state import (
    BARE,
    FFE,
    Building,
    Clock,
    Ground,
    PlacedLight,
    Rubble,
    Smoke,
    State,
    Vehicle,
    VehicleDust,
    Wind,
    replace,
)
from tests.drawn import examples, share
from tests.slow_los import End, SlowMap, hex_across, night_hides, range_between, read, see
from tests.table import ABLAZE, AFLAME, TANK, scenario

SHAPES: Final = ((5, 4), (5, 4), (5, 4), (7, 5), (9, 6), (7, 8), (17, 3))
"""Columns and rows of the maps drawn: few, because the slow LOS remembers how lines run; and
small ones often, where much meets."""

DRAW: Final = (Stage.explicit, Stage.reuse, Stage.generate)
"""Nothing is gained by shrinking the seed of a map."""

PAIRS_A_MAP: Final = 160
LONGEST_ON_BOARDS: Final = 12
PAIRS_A_BOARD: Final = 800
"""Pairs on boards: at most this far apart, and about so many a board."""

OPEN_OFTEN: Final = "." * 24
TREES: Final = "...ooooOOPPb"
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


LIES: Final = ("flat", "flat", "uneven", "cone", "bowl", "ramp")


def _text_map(
    width: int, height: int, random: Random, marks: str, lies: tuple[str, ...] = LIES
) -> str:
    lie = random.choice(lies)
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
    if random.random() < 0.3:
        return _orchards(5, 4, random)
    return BoardSpec(
        name="27",
        desert=True,
        map=_text_map(width, height, random, random.choice(MARKS_OF)),
        hexsides=_hexsides(width, height, random),
        buildings=_buildings(width, height, random),
    )


def _orchards(width: int, height: int, random: Random) -> BoardSpec:
    """A small board of trees and roads, on which vehicles hide little from one another."""
    marks = random.choice((TREES, OPEN_OFTEN + TREES))
    made = _text_map(width, height, random, marks, ("flat",))
    house = BuildingSpec(hex=_name(random.choice(_cells(width, height))), upper_levels=2)
    roads = _roads(width, height, random)
    return BoardSpec(name="27", desert=True, map=made, roads=roads, buildings=(house,))


def _roads(width: int, height: int, random: Random) -> tuple[RoadSpec, ...]:
    """Some roads, most of them straight."""
    cells = set(_cells(width, height))
    found = []
    for _ in range(random.randint(2, 6)):
        here, side = random.choice(sorted(cells)), random.randint(1, 6)
        run = [here]
        while len(run) < 7 and (here := hex_across(here, side)) in cells and here not in run:
            run.append(here)
            side = side if random.random() < 0.8 else side % 6 + 1
        if len(run) > 1:
            found.append(RoadSpec(hexes=tuple(map(_name, run))))
    return tuple(found)


# States -------------------------------------------------------------------------------------


def _state(board: BoardSpec, month: Month = Month.JUNE, **more: Any) -> State:
    tank = {key: value for key, value in TANK.items() if key != "at"}
    truck = {**tank, "movement": "truck", "armour": "none"}
    vehicles = [
        {**tank, "id": "V0"},
        {**tank, "id": "V1"},
        {**truck, "id": "V2"},
        {**truck, "id": "V3"},
    ]
    facts = scenario(month=month.value, vehicles=vehicles, **more)
    return initial_state(attrs.evolve(facts, boards=(board,)))


def _litter(state: State, random: Random) -> State:
    """The same map with SMOKE, FFE, vehicles, rubble and fire on it."""
    names = sorted(state.setting.area.record)

    def some(most: int) -> list[str]:
        return random.sample(names, random.randint(0, most))

    smoke = {
        f"S{index}": Smoke(
            name,
            "German",
            dispersed=random.random() < 0.5,
            wp=random.random() < 0.2,
            grenade=random.random() < 0.2,
        )
        for index, name in enumerate(some(4))
    }
    dust = {f"V{index}": VehicleDust(name) for index, name in enumerate(some(2))}
    ffes = {name: FFE(name, 100, random.choice((0, 1, 1, 2))) for name in some(1)}
    spots = random.sample(names, random.choice((2, 3, len(names))))
    vehicles = {label: _vehicle(random.choice(spots), random) for label in state.vehicles}
    ground = dict(state.ground)
    for name in sorted({*some(6), *list(state.setting.area.buildings)[:1]}):
        ground[name] = _something_on(ground.get(name, BARE), random)
    ablaze = [f"Blaze {name}" for name, each in ground.items() if each.blazing]
    ablaze += [f"wreck {label}" for label, each in vehicles.items() if each.burning and each.hex]
    force = random.choice((WindForce.NO_WIND, WindForce.MILD_BREEZE, WindForce.HEAVY_WINDS))
    drift = {label: tuple(some(3)) for label in [*smoke, *ablaze] if random.random() < 0.7}
    drift = drift if force is WindForce.MILD_BREEZE else {}
    return replace(
        state,
        clock=Clock(random.choice((SETUP, *LATER))),
        smoke=Map(smoke),
        drift=Map(drift),
        vehicle_dust=Map(dust),
        ffes=Map(ffes),
        vehicles=Map(vehicles),
        ground=Map(ground),
        wind=Wind(force, None if force is WindForce.NO_WIND else 1),
    )


MOVED: Final = Moment(2, 1, Phase.MPH)
LATER: Final = tuple(
    Moment(2, player, phase)
    for player, phase in ((1, Phase.DFPH), (1, Phase.AFPH), (1, Phase.RTPH), (2, Phase.PFPH))
)


def _vehicle(name: str | None, random: Random) -> Vehicle:
    """A vehicle, a moving one, one in Bypass or a wreck, which may burn."""
    destroyed = random.random() < 0.4
    return Vehicle(
        hex=name,
        destroyed=destroyed,
        in_motion=not destroyed and random.random() < 0.3,
        moved_in=MOVED if random.random() < 0.4 else None,
        bypass=random.randint(1, 6) if random.random() < 0.2 else None,
        burning=SETUP if destroyed and random.random() < 0.3 else None,
    )


def _something_on(ground: Ground, random: Random) -> Ground:
    if ground.building is not None:
        if random.random() < 0.4:
            burning = random.randint(0, ground.building.upper_levels)
            return attrs.evolve(ground, fires=Map({burning: ABLAZE[0]}))
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


@pytest.mark.rule("B.4", "B.5", "B.6", "191.8", "A6.2", "A6.21", "A6.4", "A6.43", "A24.5", "B10.2")
@pytest.mark.rule("B10.22", "B10.23", "B11.21", "B14.2", "B23.2", "B24.2")
@examples(40, phases=DRAW)
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
    assert compared >= share(650)


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


# Night ---------------------------------------------------------------------------------------


def _night(random: Random) -> State:
    """Night on a flat map, with lights, fires, FFE and vehicles."""
    width, height = random.choice(SHAPES)
    marks = "." * 20 + random.choice(("", "b", "w", "ww"))
    cells = {each: random.choice(marks) for each in _cells(width, height)}
    board = BoardSpec(name="27", desert=True, map=_rows_of(cells, height))
    dark = _state(board, time_of_day="Night", nvr=random.randint(0, 5))
    names = sorted(dark.setting.area.record)
    spots = random.sample(names, 8)
    lights = [(spots[0], LightKind.STARSHELL)] * (random.random() < 0.3)
    lights += [(spots[1], LightKind.IR)] * (random.random() < 0.1)
    fires = [(spots[2], ABLAZE)] * (random.random() < 0.3)
    fires += [(spots[3], AFLAME)] * (random.random() < 0.3)
    return replace(
        dark,
        clock=Clock(random.choice(LATER)),
        lights=Map({f"{kind} {name}": PlacedLight(name, kind) for name, kind in lights}),
        ffes=Map({"X": FFE(spots[4], 100, 0)} if random.random() < 0.3 else {}),
        ground=Map({name: Ground(fires=fire) for name, fire in fires}),
        vehicles=Map(
            {
                name: replace(_vehicle(random.choice(names), random), bypass=None)
                for name in dark.vehicles
            }
        ),
        wind=Wind(WindForce.NO_WIND, None),
    )


@pytest.mark.long
@pytest.mark.rule("E1.1", "E1.101", "E1.14", "E1.87", "E1.923", "E1.94", "E1.941")
@examples(40, phases=DRAW)
@given(st.randoms(use_true_random=True))
def test_fast_and_slow_agree_at_night(random: Random) -> None:
    """What NVR hides and what light, Gunflashes and Motion show is the same in both."""
    state = _night(random)
    slow_map = read(state)
    for _ in range(60):
        assert not _night_difference(state, slow_map, random)


def _night_difference(state: State, slow_map: SlowMap, random: Random) -> str:
    """How the two differ about a shot at Night that Hindrances do not block; or nothing."""
    one, two = random.sample(sorted(state.setting.area.record), 2)
    vehicle, bu, flash = (random.random() < share for share in (0.5, 0.2, 0.05))
    words = [f"--from {one} --to {two}"]
    words += ["--against vehicle"] * vehicle + ["--bu"] * bu + ["--gunflash"] * flash
    place = state.setting.area.place
    seen = see(slow_map, End(place(one), 0), End(place(two), 0))
    if not seen.blocked and seen.hindrance > 4:
        return ""
    dark = not flash and night_hides(state, slow_map, one, two, vehicle=vehicle, bu=bu)
    answer = ask_shorthand(state, question_class("shot"), " ".join(words).split())
    assert isinstance(answer, ShotAnswer)
    if (answer.blocked is not None) == (seen.blocked or dark):
        return ""
    return f"{words}: {answer.blocked}, slow {seen.why} {dark}\n{state.lights}\n{_shown(state)}"


# Properties of the fast one -----------------------------------------------------------------


@examples(20, phases=DRAW)
@given(_states())
def test_blockage_is_the_same_both_ways(drawn: tuple[State, Random]) -> None:
    """What blocks a LOS blocks it from either end."""
    state, random = drawn
    for _ in range(PAIRS_A_MAP):
        one, two = _ends(state.setting.area, state, random)
        assert los(state, one, two).blocked == los(state, two, one).blocked, _shown(state)


def _rows_of(cells: dict[Hex, str], height: int) -> str:
    rows = [[str(number)] for number in range(height + 1)]
    for here, cell in sorted(cells.items()):
        rows[here.row + (0 if here.column % 2 else 1)].append(cell)
    return "\n".join(" ".join(row) for row in rows)


def _litter_of(
    old: State, new: State, names: dict[str, str], side: Callable[[str, int], int]
) -> State:
    """A new state with all that lies in the hexes of an old one, under new names and sides."""

    def at_new_place(counters: Map[str, Any]) -> Map[str, Any]:
        return Map(
            {
                label: attrs.evolve(each, hex=each.hex and names[each.hex])
                for label, each in counters.items()
            }
        )

    vehicles = {
        label: attrs.evolve(each, bypass=side(each.hex, each.bypass))
        for label, each in old.vehicles.items()
        if each.hex and each.bypass
    }
    return replace(
        new,
        clock=old.clock,
        smoke=at_new_place(old.smoke),
        vehicle_dust=at_new_place(old.vehicle_dust),
        ffes=at_new_place(old.ffes),
        vehicles=at_new_place(old.vehicles.update(vehicles)),
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
@given(_states())
def test_a_board_may_be_turned(drawn: tuple[State, Random]) -> None:
    """A board that lies turned by half a turn has every LOS between hexes of the same names."""
    state, random = drawn
    (board,) = state.setting.scenario.boards
    turned = attrs.evolve(board, rotated=True)
    names = {name: name for name in state.setting.area.record}
    made = _state(turned, state.setting.scenario.month)
    new = _litter_of(state, made, names, lambda _, side: (side + 2) % 6 + 1)
    _assert_alike(state, new, names, random)
