"""11.794 Dust has no effect on CC, on a Fire Lane, or on the Residual FP that it leaves.

Heavy or denser Dust negates FFMO all the same.
"""

from typing import Final

import attrs

from events.terms import Density
from sim.chapter_11.density import at_least
from sim.chapter_11.dust import heavy_dust
from sim.chapter_191.ffe_los_hindrance import LEVELS, blast_area, plain_hindrance
from sim.chapter_a.hindering import Hindrance
from sim.chapter_e.mud import he_tem
from sim.modifiers import Modifier
from sim.shot import NO_LOS, Attack, Shot
from sim.state import Map, State, replace

LEAVES_RESIDUAL_FP: Final = frozenset({Attack.IFT, Attack.FIRE_LANE})
"""Attacks that leave Residual FP."""

_OF_FFE: Final = ("191.8", "11.75")
_OF_DUST: Final = ("11.74", "11.75")
"""The rules of Hindrances that are Vehicle or FFE Dust."""

COUNTERS: Final = (0, 1, 2, 4, 6, 8, 12)
"""Residual FP that can be left: none, or that of a counter (A8.2)."""

COLUMNS: Final = (*COUNTERS, 16)
"""FP of IFT columns; a Fire Lane leaves those of the column before its own (A9.22)."""


def dust_negates_ffmo(shot: Shot) -> bool:
    """Whether Dust negates FFMO: Heavy or denser, as a LOS Hindrance; Light and Moderate do not.

    Rulings say whether it does so to Residual FP (11.732-ffmo) and at range 0 (11.73-range-0).
    """
    rules_that = shot.state.setting.rules_that
    if not at_least(shot.state, Density.HEAVY):
        return False
    if shot.attack is Attack.RESIDUAL_FP and rules_that("11.732-ffmo", "applies"):
        return False
    return shot.range > 0 or rules_that("11.73-range-0", "negates")


def in_target_hex(shot: Shot, each: Hindrance) -> bool:
    """Whether a LOS Hindrance is SMOKE or an FFE in the target's hex (A8.2, A24.8)."""
    target = shot.los.target
    if each.rule in _OF_FFE:
        area = blast_area(shot.state.setting.area, each.hex)
        return target.hex in area and target.level < LEVELS
    return each.hex == target.hex and each.rule != "A24.8"


def hinders(shot: Shot, each: Hindrance) -> int:
    """How much a LOS Hindrance is to a shot, be it as a DRM or toward FFMO and blockage.

    To an attack that no LOS decides only what is in its target's hex is a Hindrance.
    """
    return each.drm if shot.attack not in NO_LOS or in_target_hex(shot, each) else 0


def without_dust(state: State) -> State:
    """A state as a Fire Lane meets it: no Dust affects its attack (11.794).

    There is no Vehicle Dust, nor its drift; an FFE may still be a Hindrance of its own (191.8).
    """
    plain = {
        label: attrs.evolve(ffe, hindrance=min(ffe.hindrance, plain_hindrance(ffe.calibre)))
        for label, ffe in state.ffes.items()
    }
    drift = {source: way for source, way in state.drift.items() if source not in state.vehicles}
    return replace(state, vehicle_dust=Map(), drift=Map(drift), ffes=Map(plain))


def _without_dust(shot: Shot, each: Hindrance) -> int:
    """What a Hindrance would be without Dust; an FFE may still be one of its own (191.8)."""
    if each.rule == "11.74":
        return 0
    if each.rule == "11.75":
        return max(
            plain_hindrance(ffe.calibre)
            for label, ffe in shot.state.ffes.items()
            if each.name == f"FFE Dust {label}"
        )
    return each.drm


def _spares_residual_fp(shot: Shot) -> bool:
    """Whether Dust takes nothing off the Residual FP that an attack leaves (11.794-residual)."""
    none = shot.state.setting.rules_that("11.794-residual", "none")
    return none or shot.attack is Attack.FIRE_LANE


def residual_fp_reduction(shot: Shot) -> int:
    """By how many columns Dust reduces the Residual FP that an attack leaves (A8.26).

    Its LOS Hindrances do, those of Vehicle and FFE Dust too, but not to what a Fire Lane places;
    nor does Dust in the target's hex.
    """
    if _spares_residual_fp(shot):
        return 0
    dense = heavy_dust(shot)
    drm = dense.fixed if isinstance(dense, Modifier) else 0
    return drm + sum(each.drm for each in _outside(shot) if each.rule in _OF_DUST)


def _outside(shot: Shot) -> list[Hindrance]:
    """The LOS Hindrances that are not in the target's hex alone (A8.26).

    An FFE that the LOS meets in another hex too is one DRM of both, and counts. A LOS within the
    target's hex meets none, the +1 of A24.8 included.
    """
    area, way = shot.state.setting.area, {shot.los.firer.hex, *shot.los.touched}
    if not shot.los.range:
        return []
    return [
        each
        for each in shot.los.hindrances
        if not in_target_hex(shot, each)
        or (each.rule in _OF_FFE and not way.isdisjoint(blast_area(area, each.hex)))
    ]


def residual_fp(shot: Shot, fp: int, tem: int) -> int:
    """The Residual FP that an attack leaves: half its FP, less a column for each +1 (A8.2, A8.26).

    HE in Mud leaves a column less (E3.62). Only what is outside the target's hex takes columns
    off, the TEM of its hexside and bridge included. A Fire Lane leaves that of the column before
    its own, twice as much in the next hex; its attack takes the DRM instead (A9.22).
    """
    if shot.attack is Attack.FIRE_LANE:
        column = max(n for n, each in enumerate(COLUMNS) if each <= fp)
        return COLUMNS[max(column - 1, 0)] * (2 if shot.range == 1 else 1)
    half = max(n for n, each in enumerate(COUNTERS) if each * 2 <= fp)
    other = sum(
        _without_dust(shot, each)
        for each in _outside(shot)
        if _spares_residual_fp(shot) or each.rule not in _OF_DUST
    )
    mud = sum(1 for _ in he_tem(shot.state, shot.los.target.hex, shot.blast))
    less = residual_fp_reduction(shot) + other + mud + tem
    return COUNTERS[min(max(half - less, 0), len(COUNTERS) - 1)]
