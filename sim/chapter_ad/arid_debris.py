"""AD3.4 Arid Debris: what rubble, shellholes and clearance do to it.

Rubble on top makes it ineffective, and once cleared gives it back (AD3.43); shellholes end it, with
any fire in it (AD3.44); debris that is not printed is cleared like Fallen rubble (AD3.45).
"""

from typing import Final

from events.commands import PlaceDebris, PlaceShellholes
from events.ground import DebrisEnded, DebrisPlaced, ShellholesPlaced
from events.terms import Base, Material
from sim.chapter_a.smoke import end_fire
from sim.machine.dice import Dice
from sim.machine.telling import Decision, Reason, decider, hex_of, refuse
from sim.map.terrain_kind import TerrainKind
from sim.modifiers import Modifier
from sim.state import BARE, Ground, State

RULES: Final = ("AD4.42", "AD3.4", "AD3.41", "AD3.42", "AD3.43", "AD3.44", "AD3.47")


# AD4.42 Arid Buildings: lighter HE rubbles them, and the rubble is always stone.

STONE_BOARD: Final = "LFT9"
"""The board whose Arid Buildings are all of stone (AD4.4)."""

SMALLEST_CALIBRE: Final = 65
"""HE from this calibre on, in mm, can rubble an Arid Building."""

SMALLEST_CALIBRE_ELSEWHERE: Final = 70
"""HE from this calibre on, in mm, can rubble any other building (B24.11)."""


def is_arid_building(state: State, name: str) -> bool:
    """Whether the building in a hex is an Arid Building (AD4.4)."""
    desert = state.setting.area.record[name].base is Base.DESERT
    built = state.ground.get(name, BARE).building is not None
    return built and desert and state.setting.ad_hex(name)


def building_material(state: State, name: str) -> Material:
    """What the building in a hex counts as: every Arid Building of LFT9 as stone (AD4.4)."""
    building = state.ground[name].building
    if building is None or (is_arid_building(state, name) and _board(state, name) == STONE_BOARD):
        return Material.STONE
    return building.material


def _board(state: State, name: str) -> str:
    return state.setting.area.record[name].board.upper()


def smallest_calibre(state: State, name: str) -> tuple[int, str]:
    """The least calibre, in mm, of HE that can rubble the building in a hex, and its rule."""
    if is_arid_building(state, name):
        return SMALLEST_CALIBRE, "AD4.42"
    return SMALLEST_CALIBRE_ELSEWHERE, "B24.11"


def rubble_material(state: State, name: str) -> Material:
    """What the rubble of the building in a hex is made of."""
    return Material.STONE if is_arid_building(state, name) else building_material(state, name)


SIGHTING_DRM: Final = 1
"""What Arid Debris adds to a Sighting TC vs a unit in it (AD3.47)."""


def has_rubble(ground: Ground) -> bool:
    """Whether rubble lies at ground level."""
    building = ground.building
    return ground.rubble is not None or (building is not None and building.rubbled_from == 0)


def arid_debris_in(state: State, name: str) -> bool:
    """Whether a hex is an Arid Debris Location now: AD in effect, debris, and no rubble on it."""
    ground = state.ground.get(name, BARE)
    here = ground.debris is not None and not has_rubble(ground)
    return here and state.setting.ad_hex(name)


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
    if TerrainKind.WATER in state.setting.area.record[name].kinds:
        refuse(Reason.WRONG_MATERIAL, "AD3.4", f"{name} is Water")
    if not state.setting.ad_hex(name):
        refuse(
            Reason.NO_AD_TERRAIN, "AD3.4", "Arid Debris needs AD Terrain in effect and an AD board"
        )
    yield DebrisPlaced(name, "AD3.4")


@decider
def place_shellholes(state: State, command: PlaceShellholes, _: Dice) -> Decision:
    """Shellholes come to a hex: the end of Arid Debris there, and of fire in it."""
    name = hex_of(state, command.hex, "B2.1")
    ground = state.ground.get(name, BARE)
    if ground.shellholes and ground.debris is None:
        refuse(Reason.ALREADY_SO, "B2.1", f"{name} has shellholes already")
    if ground.building is not None or ground.rubble is not None:
        refuse(Reason.WRONG_MATERIAL, "B2.1", f"{name} has a building or rubble, where none form")
    ends = arid_debris_in(state, name)
    state = yield ShellholesPlaced(name, "B2.1")
    if ends:
        state = yield DebrisEnded(name, work_ends=True, rule="AD3.44")
        yield from end_fire(state, name, "AD3.44")


def share_alone(items: list[Modifier]) -> list[Modifier]:
    """The cost of a hex to an AFV: in Arid Debris a share of its allotment, and no COT (AD3.42)."""
    debris = [item for item in items if item.name == TerrainKind.ARID_DEBRIS]
    return debris or items
