"""Who enters a hex, as far as terrain asks: on foot or in what vehicle, and with what allotment."""

from functools import lru_cache
from typing import Final

import attrs

from events.terms import Armour, GroundPressure
from sim.chapter_d.presence import is_afv
from sim.map.terrain_kind import MoverKind
from sim.modifiers import Kind
from sim.state import Setting, State

FOOT: Final = frozenset({MoverKind.INFANTRY, MoverKind.CAVALRY})


@attrs.frozen(cache_hash=True)
class Mover:
    """Who enters."""

    kind: MoverKind
    """Infantry, cavalry, or a movement type of vehicles."""
    allotment: int
    """Printed MF or MP."""
    bu: bool = False
    towing: bool = False
    vehicle: str | None = None
    beside: frozenset[str] = frozenset()
    """Vehicles that are not in its way: itself, and those that leave with it (D14.2)."""
    pressure: GroundPressure = GroundPressure.NORMAL
    afv: bool = True
    """It is an AFV; all fully-tracked vehicles are, unless known otherwise."""
    outside: bool = False
    """It does not pay to be in shellholes of the hex (B.9)."""
    passing: bool = False
    """It is in Bypass: woods and buildings of the hex cost it nothing (A4.31, D2.3)."""
    closed: bool = True
    """It is closed-topped, unless known otherwise."""
    riders: bool = False
    mtr: int | None = None
    """The calibre of the MTR that it tows, in mm; None where its Gun is another."""
    convoy: bool = False
    """It moves in a Convoy (E11.2)."""

    @property
    def points(self) -> Kind:
        """MF on foot, MP else."""
        return Kind.MF if self.kind in FOOT else Kind.MP


def mover_of(state: State, vehicle: str) -> Mover:
    """A vehicle of the game, as one who enters."""
    found = state.vehicles[vehicle]
    return _mover(state.setting, vehicle, found.bu, found.towing)


@lru_cache(maxsize=512)
def _mover(setting: Setting, vehicle: str, bu: bool, towing: bool) -> Mover:
    """One who enters, as long as it is BU or not, and tows or does not."""
    spec = setting.vehicles[vehicle]
    return Mover(
        MoverKind(spec.movement.value),
        spec.mp,
        bu=bu,
        towing=towing,
        vehicle=vehicle,
        beside=frozenset((vehicle,)),
        pressure=spec.ground_pressure,
        afv=is_afv(spec),
        closed=spec.armour is Armour.CLOSED_TOPPED,
        mtr=spec.mtr,
    )
