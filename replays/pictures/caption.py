"""What stands beside a map: the moment, wind, weather and dust in words."""

from collections.abc import Iterator

from sim.chapter_11.ec import known_ec
from sim.chapter_ad.lft_boards import printed_bins
from sim.chapter_b.bridges import bridge_at
from sim.map.terrain_kind import TerrainKind
from sim.state import Ground, State

__all__ = ["facts", "hex_words"]


def _rolled(value: object) -> str:
    return "to be rolled" if value is None else str(value)


def facts(state: State) -> Iterator[tuple[str, str]]:
    """What is to say of a moment: what about, and what."""
    yield "Moment", f"{state.moment}{', the game is over' if state.clock.over else ''}"
    yield "ATTACKER", state.attacker or "before the first RPh"
    sky, wind = state.sky, state.wind
    to = f" to hexside {wind.direction}" if wind.direction else ""
    yield "Wind", f"{_rolled(wind.force)}{to}{', Gusts' if wind.gusts else ''}"
    yield "Dust", _rolled(state.dust)
    rain = "" if sky.rain.value == "None" else f", {sky.rain}"
    yield "Weather", f"{_rolled(sky.weather)}{rain}{', Mist' if sky.mist else ''}"
    yield "EC", _rolled(known_ec(state))
    if sky.time_of_day is None or sky.time_of_day.value != "None":
        yield "Time of Day", _rolled(sky.time_of_day)
    facts_of = state.setting.scenario
    terrain = {"Steppe": facts_of.steppe, "Broken": facts_of.broken, "AD": facts_of.ad}
    special = [name for name, on in terrain.items() if on]
    if special:
        yield "Terrain", f"{', '.join(special)} in effect"
    offboard = [
        key
        for key, vehicle in sorted(state.vehicles.items())
        if vehicle.hex is None and not vehicle.exited
    ]
    if offboard:
        yield "Offboard", ", ".join(offboard)


def hex_words(state: State, name: str) -> str:
    """A hex in words: its name, terrain and level, and what lies in it."""
    record = state.setting.area.record[name]
    said = [record.terrain]
    if record.level:
        said.append(f"level {record.level}")
    if board := printed_bins(state.setting.scenario, state.setting.area).get(name):
        said.append(f"with the BIN {board}")
    ground = state.ground.get(name)
    if ground is not None:
        said += _ground_words(ground)
    if (bridge := bridge_at(state.setting, name)) is not None:
        said.append(str(bridge.name))
    said += [str(fort.kind) for fort in state.fortifications.values() if fort.hex == name]
    return f"{name}: {', '.join(said)}"


def _ground_words(ground: Ground) -> Iterator[str]:
    building = ground.building
    if building is not None:
        kind = "mosque" if building.mosque else "temple" if building.temple else "building"
        upper = f" of {building.upper_levels} upper levels" if building.upper_levels else ""
        yield f"{building.material} {kind}{upper}"
        if building.rubbled_from is not None:
            yield f"rubble from level {building.rubbled_from}"
    if ground.rubble is not None:
        yield f"fallen {ground.rubble.material} rubble"
    if ground.debris is not None:
        yield TerrainKind.ARID_DEBRIS
    if ground.shellholes:
        yield "shellholes"
    if ground.fire is not None:
        yield str(ground.fire)
