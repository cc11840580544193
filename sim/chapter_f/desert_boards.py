"""F.1A-F.1C What Desert Boards change of Guns, Entrenching and Failure to Rout.

Broken Terrain sets F.1A and F.1C aside (191.1), Steppe Terrain all three (191.2). In AD Terrain
they hold in desert hexes (AD2.4).
"""

from collections.abc import Iterator
from typing import Final

from events.terms import EC, Base, TimeOfDay
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.symbology import governing_terrain
from sim.chapter_e.mud import ENTRENCHING_DRM as MUD_DRM
from sim.map.terrain import Terrain
from sim.map.terrain_kind import TerrainKind
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.shot import Attack, Shot, Target
from sim.state import Setting, State

# F7 Sand: in Wet or Mud EC it is firm, costs less to enter, and its foxholes hold as others do.

FIRM_LESS: Final = 1
"""What firm sand costs less."""


def firm_sand(state: State) -> bool:
    """Whether sand is firm: EC are Wet or Mud."""
    return state.sky.ec in (EC.WET, EC.MUD)


# F4 Deirs: what a slight hollow gives to a target in it.
#
# Direct Fire from the same level meets a TEM of +1 if it crosses a Lip hexside that is not one of
# the firer's own hex (F4.5); a vehicle may claim HD status instead. A Lip hexside parts a Deir hex
# from one that is not. The ravine of LFT3 can be one (AD2.11).

DEIR_TEM: Final = 1

_DIRECT: Final = (Attack.TO_HIT, Attack.IFT)


def deir_tem(shot: Shot) -> Iterator[Verdict]:
    """The TEM of a Deir to a target in it; nothing where the target is not in one."""
    if not _in_deir(shot.state, shot.los.target.hex):
        return
    name, rule = TerrainKind.DEIR, "F4.5"
    why_not = _why_not(shot)
    if why_not:
        yield Near(name, rule, Kind.TEM, why_not)
    elif shot.target is Target.VEHICLE:
        yield Near(name, rule, Kind.TEM, "a vehicle may claim HD status there instead")
    else:
        yield Modifier(name, rule, Kind.TEM, DEIR_TEM, why="across its Lip")


def _in_deir(state: State, name: str) -> bool:
    return any(kind.name is TerrainKind.DEIR for kind in ground_terrain(state, name))


def _why_not(shot: Shot) -> str:
    """Why a Deir gives its target nothing; empty if it does."""
    if shot.indirect or shot.attack not in _DIRECT:
        return "it covers from Direct Fire only"
    if shot.los.rise:
        return "the firer is at another level"
    if not _crosses_lip(shot):
        return "its LOS crosses no Lip but that of the firer's hex"
    return ""


def _crosses_lip(shot: Shot) -> bool:
    """Whether the LOS crosses a Lip hexside that is not one of the firer's hex."""
    hexes = {*shot.los.touched, shot.los.target.hex} - {shot.los.firer.hex}
    return len({_in_deir(shot.state, name) for name in hexes}) > 1


ENTRENCHING_DRM: Final = 2
"""What an Entrenching Attempt in desert base terrain takes (F.1B)."""

ROUT_LIMIT: Final = 6
"""Within how many hexes an enemy makes Failure to Rout eliminate (F.1C)."""


def set_aside_by(setting: Setting) -> str | None:
    """The rule that sets F.1A and F.1C aside; None if none does."""
    scenario = setting.scenario
    return "191.2" if scenario.steppe else "191.1" if scenario.broken else None


def why_not_emplaced(
    setting: Setting, name: str, kinds: tuple[Terrain, ...], *, concealed: bool, trench: bool
) -> str:
    """Why a Gun that sets up in a hex is not Emplaced (F.1A); empty if C11.2 alone decides.

    It sets up hidden or concealed, or under a Trench.
    """
    desert = setting.area.record[name].base is Base.DESERT and setting.on_desert_board(name)
    if not desert or set_aside_by(setting) is not None:
        return ""
    hides = concealed and any(kind.concealment for kind in kinds)
    if trench or hides or any(kind.sand for kind in kinds):
        return ""
    return (
        "on a Desert Board only a Gun that sets up hidden or concealed in Concealment Terrain, in "
        "sand or under a Trench is Emplaced"
    )


def entrenching_drm(state: State, name: str) -> dict[str, int]:
    """What an Entrenching Attempt takes in a hex, by rule.

    It takes base terrain (F.1B), which sand and Steppe spare it, and Mud (E3.63).
    """
    setting = state.setting
    sand = any(kind.sand for kind in governing_terrain(setting, name))
    desert = setting.area.record[name].base is Base.DESERT
    hard = desert and not sand and not setting.scenario.steppe
    found = {"F.1B": ENTRENCHING_DRM} if hard else {}
    return found | ({"E3.63": MUD_DRM} if state.sky.mud_exists else {})


def rout_limit(state: State, name: str) -> int | None:
    """Within how many hexes an enemy makes Failure to Rout eliminate (F.1C); None is no limit.

    A Temperate hex of an AD board has none (AD2.4).
    """
    setting = state.setting
    night = state.sky.time_of_day is TimeOfDay.NIGHT
    if night or not setting.only_desert or set_aside_by(setting) is not None:
        return None
    return None if temperate_ad_hex(setting, name) else ROUT_LIMIT


def temperate_ad_hex(setting: Setting, name: str) -> bool:
    """Whether a hex is a Temperate one of an AD board, where one routs as off the desert."""
    return setting.ad_hex(name) and setting.area.record[name].base is not Base.DESERT
