"""AD3.5, AD3.61 and AD3.7 Arid Plaza, Oasis Well and Fountain: who and what may be there."""

from collections.abc import Mapping
from typing import Final

import attrs

from events.terms import Fortification
from sim.map.terrain import Terrain
from sim.map.terrain_kind import TerrainKind
from sim.state import Setting


@attrs.frozen
class Occupancy:
    """What a hex holds at most."""

    squads: int | None
    """Squad-equivalents; None is the normal limit."""
    vehicles: int
    """Horse-Drawn or motor vehicles, or squad-size motorcycles or Horses, in all."""
    smc_mounts: int | None
    """SMC motorcycles or Horses beside them; None is without limit."""
    fortifications: frozenset[Fortification]
    largest_mtr: int
    """Calibre in mm of the largest MTR that may set up, not Emplaced; 0 is none."""
    rule: str


OASIS_WELL: Final = Occupancy(
    None,
    1,
    None,
    frozenset({Fortification.A_P_MINES, Fortification.A_T_MINES, Fortification.WIRE}),
    0,
    "AD3.61",
)
FOUNTAIN: Final = Occupancy(2, 1, 4, frozenset({Fortification.A_P_MINES}), 82, "AD3.7")

OCCUPANCY: Final[Mapping[TerrainKind, Occupancy]] = {
    TerrainKind.OASIS_WELL: OASIS_WELL,
    TerrainKind.FOUNTAIN: FOUNTAIN,
}
"""The limits of each kind of terrain that has its own."""


def ruled_well(setting: Setting, kinds: tuple[Terrain, ...]) -> tuple[Terrain, ...]:
    """The terrain of a hex, an Oasis Well being Inherent if the ruling AD3.61-inherent says so."""
    if setting.rules_that("AD3.61-inherent", "interior"):
        return kinds
    return tuple(
        attrs.evolve(kind, inherent=True) if kind.name is TerrainKind.OASIS_WELL else kind
        for kind in kinds
    )


def is_plaza(setting: Setting, name: str) -> bool:
    """Whether a hex is an Arid Plaza: then neither Street Fighting nor Dash is made across it."""
    return TerrainKind.ARID_PLAZA in setting.area.record[name].kinds and setting.ad_hex(name)


def within_plaza(setting: Setting, one: str, two: str | None) -> bool:
    """Whether two adjacent hexes are of an Arid Plaza, whose dirt is a road all over (B7)."""
    return two is not None and is_plaza(setting, one) and is_plaza(setting, two)


def gun_allowed(
    kind: TerrainKind,
    *,
    dm: bool = False,
    animal_packed: bool = False,
    towed: bool = False,
    mtr: int = 0,
) -> bool:
    """Whether a 5/8 inch Gun may be in an Oasis Well or Fountain hex.

    The Well allows a towed one. The calibre of a MTR is in mm, 0 for another Gun.
    """
    occupancy = OCCUPANCY.get(kind)
    if occupancy is None or dm or animal_packed:
        return True
    if towed:
        return kind is TerrainKind.OASIS_WELL
    return 0 < mtr <= occupancy.largest_mtr


_FOUNTAIN: Final = ("LFT9", "N4")
_FOUNTAIN_BYPASS: Final = ("N5", "O5")


def fountain_bypass(setting: Setting, name: str, beyond: str) -> bool:
    """Whether the rule lets Infantry Bypass a Fountain hex along a hexside (AD3.7).

    It names two hexsides of the Fountain of LFT9, and none of any other.
    """
    return _printed(setting, name) == _FOUNTAIN and _printed(setting, beyond) in {
        (_FOUNTAIN[0], hex_) for hex_ in _FOUNTAIN_BYPASS
    }


def _printed(setting: Setting, name: str) -> tuple[str, str]:
    """The board of a hex, and the name that the board prints in it."""
    board = setting.area.record[name].board
    alone = len(setting.scenario.boards) == 1
    return board.upper(), (name if alone else name.removeprefix(board)).upper()
