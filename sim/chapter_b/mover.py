"""Who enters a hex, as far as terrain asks: on foot or in what vehicle, and with what allotment."""

from collections.abc import Hashable
from typing import Final

import attrs

from events.terms import GroundPressure
from sim.chapter_d.afv import is_afv
from sim.machine.remembered import remembered
from sim.map.mover_kind import MoverKind
from sim.modifiers import Kind
from sim.state import State

__all__ = ["FOOT", "Mover", "mover_of"]

FOOT: Final = frozenset({MoverKind.INFANTRY, MoverKind.CAVALRY})


@attrs.frozen
class Mover:
    """Who enters.

    Attributes:
        kind: infantry, cavalry, or a movement type of vehicles.
        allotment: printed MF or MP.
        bu: it is a BU AFV.
        towing: it tows a Gun.
        vehicle: which vehicle of the game it is, if it is one.
        beside: vehicles that are not in its way: itself, and those that leave with it (D14.2).
        pressure: its ground pressure (D8.2).
        afv: it is an AFV; all fully-tracked vehicles are, unless known otherwise.
    """

    kind: MoverKind
    allotment: int
    bu: bool = False
    towing: bool = False
    vehicle: str | None = None
    beside: frozenset[str] = frozenset()
    pressure: GroundPressure = GroundPressure.NORMAL
    afv: bool = True

    @property
    def points(self) -> Kind:
        """MF on foot, MP else."""
        return Kind.MF if self.kind in FOOT else Kind.MP


def _mover_reads(state: State, vehicle: str) -> Hashable:
    found = state.vehicles[vehicle]
    return state.setting, vehicle, found.bu, found.towing


@remembered(_mover_reads, most=512)
def mover_of(state: State, vehicle: str) -> Mover:
    """A vehicle of the game, as one who enters."""
    spec, found = state.setting.vehicles[vehicle], state.vehicles[vehicle]
    return Mover(
        MoverKind.of(spec.movement),
        spec.mp,
        bu=found.bu,
        towing=found.towing,
        vehicle=vehicle,
        beside=frozenset((vehicle,)),
        pressure=spec.ground_pressure,
        afv=is_afv(spec),
    )
