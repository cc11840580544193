"""What applies to a shot, and why: LOS, Hindrances, LV, DLV, TEM, FFMO and Interdiction."""

from collections.abc import Iterator
from typing import Final

import attrs

from sim.chapter_11.dust import dust_on_shot
from sim.chapter_11.heat_haze import heat_haze
from sim.chapter_11.heavy_dust import aerial_attacks_allowed
from sim.chapter_11.interdiction import dust_prevents
from sim.chapter_11.low_visibility import toward_blockage
from sim.chapter_11.residual_fp_and_cc import dust_negates_ffmo, residual_fp_reduction
from sim.chapter_11.sun_blindness import sun_blindness
from sim.chapter_191.cactus_hedge import HAZARDOUS_DRM
from sim.chapter_a.los import LosReport
from sim.chapter_ad.scrub import negates_ffmo
from sim.chapter_b.cot import ground_terrain
from sim.chapter_b.hindrance_blockage import BLOCKING_DRM, hindrances_block
from sim.chapter_b.tem import tem
from sim.chapter_e.low_visibility import low_visibility, lv_drm
from sim.modifiers import Halved, Kind, Modifier, Near, Verdict, applied, total_of
from sim.questions.answer import Answer
from sim.shot import AERIAL, DIRECT, Attack, Shot, Target
from sim.state import State

__all__ = ["NO_LOS", "ShotAnswer", "ask_shot", "climate", "open_ground", "signed"]

CORE: Final = ("A4.6", "A4.62", "A6.2", "A6.7", "A10.53", "A10.531", "A24.2")

FFMO_DRM: Final = -1

_TAKES_FFMO: Final = frozenset(
    {Attack.TO_HIT, Attack.IFT, Attack.FT, Attack.FIRE_LANE, Attack.RESIDUAL_FP, Attack.OBA}
)
NO_LOS: Final = frozenset(
    {Attack.CC, Attack.RESIDUAL_FP, Attack.OBA, Attack.HEAVY_AA, Attack.AERIAL_COMBAT}
)
"""Attacks that no LOS decides."""


_ORDER: Final = (Kind.LOS_HINDRANCE, Kind.LV, Kind.DLV, Kind.TEM)
"""The order in which an answer lists modifiers."""


@attrs.frozen(kw_only=True)
class ShotAnswer(Answer):
    """What applies to a shot.

    Attributes:
        los: its LOS.
        blocked: why it is blocked; None if it is not.
        ffmo: whether FFMO applies, or would if the target moved.
        ffmo_why: why it does not.
        interdiction: whether the firer could Interdict a unit routing there.
        interdiction_why: why not.
    """

    los: LosReport
    blocked: str | None
    ffmo: bool
    ffmo_why: str
    interdiction: bool
    interdiction_why: str


def signed(amount: object) -> str:
    """A number with its sign."""
    text = str(amount)
    return text if text.startswith("-") else f"+{text}"


def _hindrances(shot: Shot) -> Iterator[Verdict]:
    """LOS Hindrances of terrain, SMOKE and FFE."""
    if shot.attack in AERIAL:
        yield Near("LOS Hindrances", "A6.7", Kind.LOS_HINDRANCE, "no LOS over the board is traced")
        return
    if shot.attack not in DIRECT:
        if shot.los.hindrances:
            why = f"{shot.attack} takes no LOS Hindrance"
            yield Near("LOS Hindrances", "A24.2", Kind.LOS_HINDRANCE, why)
        return
    for each in shot.los.hindrances:
        where = f"in {each.hex}" if each.range else f"in the firer's hex {each.hex}"
        yield Modifier(each.name, each.rule, Kind.LOS_HINDRANCE, each.drm, why=where)
    for each in shot.los.left_out:
        why = f"another hex at range {each.range} than {each.hex} has as much or more"
        yield Near(each.name, "A6.7", Kind.LOS_HINDRANCE, why)


def climate(shot: Shot) -> tuple[Verdict, ...]:
    """What rain, snow, sun, haze and Dust add to a shot, whatever lies between."""
    return (low_visibility(shot), sun_blindness(shot), heat_haze(shot), *dust_on_shot(shot))


def open_ground(state: State, name: str) -> str | None:
    """Why a hex is no Open Ground for FFMO and Interdiction; None if it is (A10.531)."""
    for kind in ground_terrain(state, name):
        if not kind.open_ground:
            return f"{name} is {kind.name}"
        if negates_ffmo(state.setting, name, kind):
            return f"{name} is Scrub, with AD Terrain in effect (AD4.3)"
    return None


def _hindered(shot: Shot, modifiers: tuple[Modifier, ...]) -> str | None:
    """Which LOS Hindrance or TEM is in the way of FFMO and Interdiction."""
    if dust_negates_ffmo(shot.state):
        return f"{shot.state.density} Dust is a LOS Hindrance"
    for each in shot.los.hindrances:
        return f"{each.name} in {each.hex} is a LOS Hindrance"
    for item in modifiers:
        if item.kind is Kind.TEM and int(item.amount or 0) > 0:
            return f"{item.name} gives a TEM"
    return None


def _ffmo(shot: Shot, modifiers: tuple[Modifier, ...], blocked: str | None) -> str | None:
    """Why FFMO does not apply to a unit that moves there; None if it does (A4.6)."""
    if blocked is not None:
        return f"LOS is blocked: {blocked}"
    if shot.attack not in _TAKES_FFMO:
        return f"{shot.attack} takes none"
    if shot.target is not Target.INFANTRY:
        return "the target is no Infantry"
    if shot.hazardous:
        return "Hazardous Movement is counted instead (A4.62)"
    return open_ground(shot.state, shot.los.target.hex) or _hindered(shot, modifiers)


def _hazardous(shot: Shot) -> Iterator[Verdict]:
    """The DRM vs Infantry under Hazardous Movement, such as TI at a cactus hedge (191.3)."""
    name, rule = "Hazardous Movement", "A4.62"
    at_infantry = shot.attack in _TAKES_FFMO and shot.target is Target.INFANTRY
    if shot.hazardous and at_infantry:
        yield Modifier(name, rule, Kind.DRM, HAZARDOUS_DRM, why="the target is under it")
    elif shot.hazardous:
        yield Near(name, rule, Kind.DRM, f"{shot.attack} vs {shot.target} takes none")
    else:
        for label, unit in sorted(shot.state.units.items()):
            if unit.ti and unit.hex == shot.los.target.hex:
                why = f"{label} crosses a cactus hedge there; it counts against it alone"
                yield Near(name, rule, Kind.DRM, why)


def _interdiction(shot: Shot, modifiers: tuple[Modifier, ...], blocked: str | None) -> str | None:
    """Why the firer cannot Interdict there; None if he can (A10.53, 11.711)."""
    if shot.attack not in DIRECT or not shot.los.range:
        return "no unit Interdicts so" if shot.los.range else "it is the firer's own hex"
    if blocked is not None:
        return blocked
    return (
        dust_prevents(shot.state)
        or open_ground(shot.state, shot.los.target.hex)
        or _hindered(shot, modifiers)
    )


def _blocked(shot: Shot, modifiers: tuple[Modifier, ...]) -> str | None:
    """What blocks the LOS, whether or not the attack takes its Hindrances (A6.2, B.10)."""
    if shot.attack in NO_LOS:
        return None
    block = shot.los.block
    ground = shot.attack not in AERIAL
    if ground and block is not None:
        return f"{block.name} in {block.hex}: {block.why} ({block.rule})"
    los_hindrance = toward_blockage(e for e in modifiers if e.kind is Kind.LOS_HINDRANCE)
    if ground and shot.attack not in DIRECT:
        los_hindrance += shot.los.hindrance
    lv = lv_drm(shot.state, shot.range) if ground else 0
    if hindrances_block(los_hindrance, lv):
        total = signed(los_hindrance + lv)
        return f"its Hindrances total {total}; {signed(BLOCKING_DRM)} or more blocks (B.10)"
    return None


def ask_shot(shot: Shot) -> ShotAnswer:
    """What applies to a shot."""
    found, near = applied([*_hindrances(shot), *climate(shot), *tem(shot)])
    items = tuple(sorted(found, key=lambda each: _ORDER.index(each.kind)))
    blocked = _blocked(shot, items)
    why_ffmo = _ffmo(shot, items, blocked)
    if shot.moving and why_ffmo is None:
        items = (*items, Modifier("FFMO", "A4.6", Kind.FFMO, FFMO_DRM, why="it moves in the open"))
    elif shot.moving:
        near = (*near, Near("FFMO", "A4.6", Kind.FFMO, why_ffmo or ""))
    danger, no_danger = applied(_hazardous(shot))
    items, near = (*items, *danger), (*near, *no_danger)
    why_not = _interdiction(shot, items, blocked)
    return ShotAnswer(
        question="shot",
        verdict=_verdict(shot, items, blocked),
        items=items,
        near=near,
        facts={
            "range": shot.range,
            "attack": shot.attack.value,
            "target": shot.target.value,
            **_residual_fp(shot),
        },
        los=shot.los,
        blocked=blocked,
        ffmo=why_ffmo is None,
        ffmo_why=why_ffmo or "",
        interdiction=why_not is None,
        interdiction_why=why_not or "",
    )


def _residual_fp(shot: Shot) -> dict[str, int]:
    """By how much Dust reduces the Residual FP that an attack leaves (11.794)."""
    if shot.attack not in (Attack.IFT, Attack.FIRE_LANE):
        return {}
    items, _ = applied(dust_on_shot(shot))
    drm = sum(int(each.amount or 0) for each in items if each.kind is Kind.LOS_HINDRANCE)
    lane = shot.attack is Attack.FIRE_LANE
    return {"residual_fp_reduction": residual_fp_reduction(drm, fire_lane=lane)}


def _verdict(shot: Shot, items: tuple[Modifier, ...], blocked: str | None) -> str:
    if shot.attack in AERIAL and not aerial_attacks_allowed(shot.state):
        return f"not allowed: {shot.state.density} Dust forbids attacks by and vs Aerial (11.731)"
    if blocked is not None:
        return f"LOS is blocked: {blocked}"
    return described(items)


def described(items: tuple[Modifier, ...]) -> str:
    """The total of some modifiers in words."""
    total = total_of(items)
    dice = [str(each.die) for each in items if isinstance(each.die, Halved)]
    if not dice:
        return f"total {signed(total.fixed)}"
    span = f"{signed(total.low)} to {signed(total.high)}"
    return f"total {signed(total.fixed)} and {' and '.join(dice)}: {span}"
