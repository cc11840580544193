"""Is a scenario sound? Every impossible value and combination, as a sentence with its place."""

import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

import attrs

from events.errors import BadInput
from events.limits import too_much
from events.scenario import FortificationSpec, Scenario
from events.terms import EC, Density, Fortification, HexsideKind, TimeOfDay
from sim.chapter_11.applicability import HEAVY_DUST, LIGHT_DUST, SUN_BLINDNESS, Row
from sim.chapter_11.ec import DRIER_THAN_MIST, with_sure_ec
from sim.chapter_a.units import vehicle_cannot_be
from sim.chapter_ad.roads_and_bridges import bridge_at
from sim.chapter_ad.room import house_faults
from sim.chapter_b.fortifications import MOST_SQUADS, forbidding, label_of, not_beside
from sim.chapter_b.wind_change import has_direction
from sim.chapter_d.order_of_battle import vehicle_faults
from sim.chapter_e.nvr import MOST_NVR
from sim.machine.opening import ARID_LANDS, initial_state, setting_of
from sim.map.hexes import HEXSIDES
from sim.map.terrain import check_declarations
from sim.state import Setting, State

MOST_TURNS: Final = 100
LONGEST_NAME: Final = 200
MOST_BOMBARDMENTS: Final = 20
MOST_LEVELS: Final = 5

ROLLABLE: Final = {
    "weather": "11.2",
    "time_of_day": "11.3",
    "ec": "11.4",
    "wind": "11.5",
    "dust": "11.701",
}
"""What a DYO scenario may leave to be rolled, each with its rule."""

Found = Iterator[BadInput]


def sound(scenario: Scenario) -> Scenario:
    """The scenario, if it is sound; else the first fault is raised as BadInput."""
    for fault in faults(scenario):
        raise fault
    return scenario


def faults(scenario: Scenario) -> Found:
    """All faults of a scenario."""
    first = list(_shape(scenario))
    yield from first
    if any(fault.where.startswith("boards") for fault in first):
        return
    misplaced: list[BadInput] = []
    try:
        setting = setting_of(scenario)
    except BadInput as fault:
        if fault.where.startswith(("boards", "rulings")):
            yield fault
            return
        misplaced = [fault]
        setting = setting_of(bare_ground(scenario))
    state = with_sure_ec(initial_state(setting.scenario))
    for check in _CHECKS:
        yield from check(scenario, setting, state)
    yield from misplaced


def bare_ground(scenario: Scenario) -> Scenario:
    """A scenario without what stands in hexes that it may not have."""
    return attrs.evolve(
        scenario,
        buildings=(),
        debris=(),
        roads=(),
        hexsides=(),
        bridges=(),
        fortifications=(),
        spills=(),
        paths=(),
        overlays=(),
    )


def _shape(scenario: Scenario) -> Found:
    yield from _lengths(scenario)
    if not scenario.name.strip():
        yield BadInput("a name is expected", "name")
    if not 1 <= scenario.turns <= MOST_TURNS:
        yield BadInput(f"{scenario.turns} is not a number of turns from 1 to {MOST_TURNS}", "turns")
    one, two = scenario.sides
    if one == two or not one.strip() or not two.strip():
        yield BadInput("two sides with different names are expected", "sides")
    if scenario.first is not None and scenario.first not in scenario.sides:
        yield BadInput(f"{scenario.first!r} is neither {one!r} nor {two!r}", "first")
    if not 0 <= scenario.bombardments <= MOST_BOMBARDMENTS:
        yield BadInput(
            f"{scenario.bombardments} is not a number of Bombardments from 0 to "
            f"{MOST_BOMBARDMENTS}",
            "bombardments",
        )
    if scenario.kindling_at_night and scenario.time_of_day not in (None, TimeOfDay.NIGHT):
        yield BadInput("kindling_at_night is for a scenario at Night (E1.94)", "kindling_at_night")
    yield from _nvr(scenario)
    direction = scenario.wind_direction
    if direction is not None and not 1 <= direction <= 6:
        yield BadInput(f"{direction} is not a hexside from 1 to 6", "wind_direction")
    yield from _land(scenario)
    yield from _board_names(scenario)


def _nvr(scenario: Scenario) -> Found:
    nvr = scenario.nvr
    if nvr is not None and not 0 <= nvr <= MOST_NVR:
        yield BadInput(f"{nvr} is not a Base NVR from 0 to {MOST_NVR} hexes (E1.12)", "nvr")
    if nvr is not None and scenario.time_of_day not in (None, TimeOfDay.NIGHT):
        yield BadInput("NVR is of a scenario at Night (E1.1)", "nvr")


def _lengths(scenario: Scenario) -> Found:
    """What is longer, or more, than any scenario needs."""
    yield from too_much(scenario)
    for key, name in (("name", scenario.name), ("land", scenario.land)):
        if len(name) > LONGEST_NAME:
            yield BadInput(f"{len(name)} characters are too many; at most {LONGEST_NAME}", key)
    if max(map(len, scenario.sides)) > LONGEST_NAME:
        yield BadInput(f"the name of a side has at most {LONGEST_NAME} characters", "sides")


def _land(scenario: Scenario) -> Found:
    land = scenario.land.strip().lower()
    if land in ARID_LANDS:
        return
    near = difflib.get_close_matches(land[:60], ARID_LANDS, n=1, cutoff=0.75)
    letters = sorted(land[:60])
    near += [known for known in ARID_LANDS if sorted(known) == letters]
    if not land:
        yield BadInput("a land is expected", "land")
    elif near:
        yield BadInput(f"{scenario.land!r} is not known; did you mean {near[0].title()!r}?", "land")


def _board_names(scenario: Scenario) -> Found:
    if not scenario.boards:
        yield BadInput("at least one board is expected", "boards")
    names = Counter(board.name for board in scenario.boards)
    for index, board in enumerate(scenario.boards):
        if not re.fullmatch(r"[A-Za-z0-9.-]{1,12}", board.name) or names[board.name] > 1:
            why = f"{board.name[:40]!r} is not a board name of its own"
            yield BadInput(why, f"boards[{index}].name")


def _rolled(scenario: Scenario, setting: Setting, state: State) -> Found:
    """What may be rolled on the charts (11.1-11.5, 11.701); EC are when no rule decides them."""
    arid = setting.region is not None
    for key, rule in ROLLABLE.items():
        on_desert = key in ("time_of_day", "dust")
        allowed = setting.some_desert if on_desert else arid
        needs = "a Desert Board" if on_desert else "an Arid Land"
        if getattr(scenario, key) is not None or (key == "ec" and state.sky.ec is not None):
            continue
        if not scenario.dyo:
            why = f"only a DYO scenario rolls this ({rule}); say what it is, or set dyo = true"
            yield BadInput(why, key)
        elif not allowed:
            yield BadInput(f"only a scenario with {needs} rolls this ({rule})", key)


def _climate(scenario: Scenario, _: Setting, state: State) -> Found:
    """What Weather, Time of Day, EC and wind cannot be together."""
    weather, ec = scenario.weather, scenario.ec
    if weather is not None and weather.mud and ec not in (None, EC.MUD):
        yield BadInput(f"the Weather {weather} makes EC Mud (E3.6), not {ec}", "ec")
    if not has_direction(scenario.wind) and scenario.wind_direction is not None:
        yield BadInput("there is no direction in No Wind (B25.64)", "wind_direction")
    if state.sky.mist and ec is not None and ec in DRIER_THAN_MIST:
        yield BadInput(f"Mist makes EC Moist (E3.3), not {ec}", "ec")
        return
    blinding = scenario.time_of_day is TimeOfDay.EARLY_MORNING and not _failing(
        SUN_BLINDNESS, state
    )
    if blinding and ec in (EC.MODERATE, EC.DRY, EC.VERY_DRY):
        yield BadInput(f"Early Morning makes EC Moist or wetter (11.6111), not {ec}", "ec")


def _failing(row: Row, state: State) -> str:
    return " and ".join(condition.otherwise for condition in row.failing(state))


def _dust(scenario: Scenario, _: Setting, state: State) -> Found:
    density = scenario.dust
    if density is None or density is Density.NONE:
        return
    row = HEAVY_DUST if density.level >= Density.HEAVY.level else LIGHT_DUST
    rule = "11.73" if row is HEAVY_DUST else "11.71"
    if why := _failing(row, state):
        yield BadInput(f"{density} Dust cannot exist here: {why} ({rule})", "dust")


def _vehicles(scenario: Scenario, setting: Setting, state: State) -> Found:
    ids = Counter(vehicle.id for vehicle in scenario.vehicles)
    for index, spec in enumerate(scenario.vehicles):
        place = f"vehicles[{index}]"
        if ids[spec.id] > 1:
            yield BadInput(f"{spec.id!r} is the id of another vehicle too", f"{place}.id")
        for key, _, why in vehicle_faults(setting, spec):
            of = "" if key == "id" else f"vehicle {spec.id[:40]}: "
            yield BadInput(f"{of}{why}", f"{place}.{key}")
        name = None if spec.at is None else setting.area.name(spec.at)
        if name is not None and ids[spec.id] == 1 and (shut := vehicle_cannot_be(state, spec.id)):
            yield BadInput(f"{spec.id} may not set up in {name}: {shut} (A2.9)", f"{place}.at")


def _ground(scenario: Scenario, setting: Setting, _: State) -> Found:
    lists = [("", scenario.buildings)]
    lists += [(f"boards[{n}].", board.buildings) for n, board in enumerate(scenario.boards)]
    for prefix, buildings in lists:
        for index, building in enumerate(buildings):
            place = f"{prefix}buildings[{index}]"
            if not 0 <= building.upper_levels <= MOST_LEVELS:
                why = f"{building.upper_levels} is not a number of upper levels 0 to {MOST_LEVELS}"
                yield BadInput(why, f"{place}.upper_levels")
            if not set(building.covers) <= set(HEXSIDES):
                yield BadInput("a building covers hexsides from 1 to 6", f"{place}.covers")
    places = _building_places(scenario, setting)
    for name, key, why in house_faults(setting.area):
        yield BadInput(why, f"{places[name]}.{key}")
    yield from _debris(scenario, setting)


def _building_places(scenario: Scenario, setting: Setting) -> dict[str, str]:
    """Where the scenario says what building is in a hex in play."""
    area, boards = setting.area, scenario.boards
    places = {area.name(each.hex): f"buildings[{n}]" for n, each in enumerate(scenario.buildings)}
    for index, board in enumerate(boards):
        prefix = "" if len(boards) == 1 else board.name
        for n, each in enumerate(board.buildings):
            places[area.name(prefix + each.hex)] = f"boards[{index}].buildings[{n}]"
    return {name: place for name, place in places.items() if name is not None}


def _fortifications(scenario: Scenario, setting: Setting, state: State) -> Found:
    """Fortifications where they may not be, or that cannot be such (B26-B30)."""
    seen: set[str] = set()
    for index, spec in enumerate(scenario.fortifications):
        place = f"fortifications[{index}]"
        name = setting.area.name(spec.hex)
        if name is None:
            continue
        yield from _counter(spec, place, scenario)
        if spec.kind is Fortification.ROADBLOCK and spec.hexside not in HEXSIDES:
            continue
        for why, rule in forbidding(state, name, spec.kind, hexside=spec.hexside, beside={}):
            yield BadInput(f"{spec.kind}: {why} in {name} forbids it ({rule})", f"{place}.hex")
        label = label_of(spec.kind, name, spec.hexside)
        if label in seen:
            yield BadInput(f"{name} has a {spec.kind} already", f"{place}.hex")
        there = [kind for kind in Fortification if label_of(kind, name) in seen]
        for why, rule in not_beside(spec.kind, there):
            yield BadInput(f"{spec.kind}: {why} forbids it ({rule})", f"{place}.hex")
        seen.add(label)


def _counter(spec: FortificationSpec, place: str, scenario: Scenario) -> Found:
    """What is wrong with a Fortification counter, wherever it is."""
    if spec.side is not None and spec.side not in scenario.sides:
        yield BadInput(f"{spec.side!r} is not one of the sides", f"{place}.side")
    if not 1 <= spec.squads <= MOST_SQUADS:
        why = f"{spec.squads} is not a number of squads from 1 to {MOST_SQUADS}"
        yield BadInput(why, f"{place}.squads")
    if spec.hexside is not None and spec.kind is not Fortification.ROADBLOCK:
        yield BadInput("only a Roadblock has a hexside", f"{place}.hexside")
    pillbox = spec.kind is Fortification.PILLBOX
    if pillbox and (spec.ca is None or not 1 <= spec.ca <= 6):
        yield BadInput("a Pillbox needs its CA: a hexside from 1 to 6", f"{place}.ca")
    if not pillbox and spec.ca is not None:
        yield BadInput("only a Pillbox has a CA", f"{place}.ca")


def _bridges(_: Scenario, setting: Setting, __: State) -> Found:
    """Bridges that carry no road (B6.1)."""
    roads = {name for name, _ in setting.area.roads}
    for name in setting.area.bridges:
        if bridge_at(setting, name) is not None and name not in roads:
            yield BadInput(f"the bridge in {name} carries no road (B6.1)", "bridges")


def _high_walls(scenario: Scenario, _: Setting, __: State) -> Found:
    """High Walls of a scenario without AD Terrain, which alone knows them (AD1.1, AD4.6)."""
    if scenario.ad:
        return
    for index, spec in enumerate(scenario.hexsides):
        if spec.kind is HexsideKind.HIGH_WALL:
            yield BadInput("a High Wall needs ad = true (AD4.6)", f"hexsides[{index}]")


def _debris(scenario: Scenario, setting: Setting) -> Found:
    for index, spec in enumerate(scenario.debris):
        name = setting.area.name(spec.hex)
        if name is not None and not setting.ad_hex(name):
            why = "Arid Debris needs ad = true and a board with ad = true (AD3.4)"
            yield BadInput(why, f"debris[{index}].hex")


_CHECKS: Final[tuple[Callable[[Scenario, Setting, State], Found], ...]] = (
    lambda scenario, setting, _: check_declarations(scenario, setting.area),
    _rolled,
    _climate,
    _dust,
    _vehicles,
    _ground,
    _fortifications,
    _bridges,
    _high_walls,
)
