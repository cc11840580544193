"""F4 Deirs: what a slight hollow gives to a target in it.

Direct Fire from the same level meets a TEM of +1 if it crosses a Lip hexside that is not one of the
firer's own hex (F4.5); a vehicle may claim HD status instead. A Lip hexside parts a Deir hex from
one that is not. The ravine of LFT3 can be one (AD2.11).
"""

from collections.abc import Iterator
from typing import Final

from sim.chapter_b.ground_terrain import ground_terrain
from sim.map.terrain_kind import TerrainKind
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.shot import Attack, Shot, Target
from sim.state import State

__all__ = ["deir_tem"]

CORE: Final = ("F4", "F4.5")

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
