"""AD3.4-AD3.44 and AD3.46-AD3.48 Arid Debris: what rubble, shellholes and clearance do to it.

Rubble on top makes it ineffective, and once cleared gives it back (AD3.43); shellholes end it, with
any fire in it (AD3.44); debris that is not printed is cleared like Fallen rubble (AD3.45).
"""

from typing import Final

from events.commands import PlaceDebris
from events.ground import DebrisPlaced
from sim.machine.telling import Decision, Dice, Reason, decider, hex_of, refuse
from sim.map.terrain_kind import TerrainKind
from sim.modifiers import Modifier
from sim.state import BARE, Ground, Setting, State

SIGHTING_DRM: Final = 1
"""What Arid Debris adds to a Sighting TC vs a unit in it (AD3.47)."""


def has_rubble(ground: Ground, level: int = 0) -> bool:
    """Whether rubble lies at a level, or at ground level (B24.3)."""
    down = None if ground.building is None else ground.building.rubbled_from
    return ground.rubble is not None or (down is not None and down <= max(level, 0))


def arid_debris_in(state: State, name: str) -> bool:
    """Whether a hex is an Arid Debris Location now: AD in effect, debris, and no rubble on it."""
    ground = state.ground.get(name, BARE)
    here = ground.debris is not None and not has_rubble(ground)
    return here and state.setting.ad_hex(name)


def holds_any(state: State, name: str) -> str:
    """That Arid Debris in a hex keeps no Fortification out (AD3.46); empty without it."""
    return "Arid Debris itself holds any (AD3.46)" if arid_debris_in(state, name) else ""


def never_doubled(state: State, name: str, *, emplaced: bool) -> str:
    """Why the CA change of a Gun in a hex is never doubled (AD3.48); empty without Arid Debris."""
    if not arid_debris_in(state, name):
        return ""
    return f"in Arid Debris, {'Emplaced' if emplaced else 'not Emplaced'}"


def negates_road(state: State, name: str) -> bool:
    """Whether a road in a hex is of no use: rubble and Arid Debris are Road-Negating Terrain.

    So say B3.43, B24.121 and AD3.42.
    """
    ground = state.ground.get(name)
    return ground is not None and (has_rubble(ground) or arid_debris_in(state, name))


@decider
def place_debris(state: State, command: PlaceDebris, _: Dice) -> Decision:
    """Debris comes to a hex of an AD board."""
    name = hex_of(state, command.hex, "AD3.4")
    ground = state.ground.get(name, BARE)
    if ground.debris is not None:
        refuse(Reason.ALREADY_SO, "AD3.4", f"{name} has Arid Debris already")
    if has_rubble(ground):
        refuse(Reason.ALREADY_SO, "AD3.43", f"{name} is a Rubble Location")
    if ground.building is not None:
        refuse(Reason.WRONG_MATERIAL, "AD3.4", f"{name} has a building, which is no debris yet")
    if TerrainKind.WATER in state.setting.area.record[name].kinds:
        refuse(Reason.WRONG_MATERIAL, "AD3.4", f"{name} is Water")
    if not state.setting.ad_hex(name):
        why = "Arid Debris needs AD Terrain in effect and an AD board"
        refuse(Reason.NO_AD_TERRAIN, "AD3.4", why)
    yield DebrisPlaced(name, "AD3.4")


def share_alone(setting: Setting, items: list[Modifier]) -> list[Modifier]:
    """The cost of a hex to an AFV: in Arid Debris a share of its allotment, by ruling no COT.

    The ruling is AD3.42-cost.
    """
    if setting.rules_that("AD3.42-cost", "plus-cot"):
        return items
    debris = [item for item in items if item.name == TerrainKind.ARID_DEBRIS]
    return debris or items
