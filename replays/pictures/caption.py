"""What stands beside a map: the moment, wind, weather and dust in words."""

from collections.abc import Iterator

from sim.chapter_11.in_effect import in_effect
from sim.chapter_ad.lft_boards import printed_bins
from sim.chapter_b.bridges import bridge_at
from sim.map.terrain_kind import TerrainKind
from sim.state import Ground, State

__all__ = ["facts", "hex_words"]


def facts(state: State) -> Iterator[tuple[str, str, str]]:
    """What is to say of a moment: what about, what, and the rule behind it, if there is one."""
    yield "Moment", f"{state.moment}{', the game is over' if state.clock.over else ''}", ""
    yield "ATTACKER", state.attacker or "before the first RPh", ""
    yield from ((each.name, each.value, each.rule) for each in in_effect(state))
    offboard = [
        key
        for key, vehicle in sorted(state.vehicles.items())
        if vehicle.hex is None and not vehicle.exited
    ]
    if offboard:
        yield "Offboard", ", ".join(offboard), ""


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
