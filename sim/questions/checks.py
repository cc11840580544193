"""Questions beyond the shot: Interdiction, OBA Accuracy, Sighting, light, concealment, numbers."""

import itertools
from collections.abc import Sequence
from typing import Any, Final

from events.terms import Density
from sim.chapter_11.aerial import dust_on_sighting
from sim.chapter_11.heat_haze import sighting
from sim.chapter_11.heavy_dust import (
    aerial_attacks_allowed,
    break_number_change,
    double_time_allowed,
    recovery_drm,
)
from sim.chapter_11.hip_and_concealment import (
    OUT_OF_LOS_FROM,
    REVEALED_WITHIN,
    counts_as_out_of_los,
    dlv_in_effect,
    reveals_entrenchment,
    why_not_in_effect,
)
from sim.chapter_11.interdiction import interdiction_die, resolve_interdiction
from sim.chapter_11.low_visibility import toward_blockage
from sim.chapter_11.mud import bog_hex, counts_for_mud_bog, why_not_desert_mud
from sim.chapter_11.night import Light, dust_at_night, lit_radius
from sim.chapter_11.oba_accuracy import Observer, oba_accuracy
from sim.chapter_a.los import Location
from sim.chapter_ad.arid_debris import SIGHTING_DRM, arid_debris_in
from sim.chapter_ad.arid_rooftop import (
    HEDGE_TEM,
    Watcher,
    has_rooftop,
    ordnance_allowed,
    rooftop_tem,
    undone_by,
)
from sim.chapter_b.cot import ground_terrain
from sim.chapter_b.hindrance_blockage import hindrances_block
from sim.chapter_e.low_visibility import low_visibility
from sim.los.line import distance
from sim.modifiers import Halved, Kind, Modifier, Near, Verdict, applied
from sim.questions.answer import Answer
from sim.questions.shot import ask_shot, described, signed
from sim.shot import Shot
from sim.state import State

__all__ = [
    "ask_break_number",
    "ask_concealment",
    "ask_illumination",
    "ask_interdiction",
    "ask_mud_bog",
    "ask_oba_accuracy",
    "ask_prohibitions",
    "ask_recovery",
    "ask_rooftop",
    "ask_sighting",
]

CORE: Final = ("A4.44", "A4.51", "C1.62", "E1", "E1.9", "E7.3")

RECOVERY_BELOW: Final = 6
"""A SW is Recovered on a Final dr below this (A4.44)."""


def ask_interdiction(
    shot: Shot, morale: int | None = None, original: int | None = None, dr: int | None = None
) -> Answer:
    """Whether a unit routing into a hex can be Interdicted from another, and by which DRM.

    Args:
        shot: from the Interdictor at the routing unit's Location.
        morale: the routing unit's Morale Level.
        original: the Original Interdiction DR.
        dr: the subsequent Dust dr.
    """
    asked = ask_shot(shot)
    facts: dict[str, Any] = {"possible": asked.interdiction}
    if not asked.interdiction:
        return Answer(
            question="interdiction",
            verdict=f"no Interdiction: {asked.interdiction_why}",
            near=asked.near,
            facts=facts,
        )
    verdict = interdiction_die(shot.state)
    items, near = applied([verdict])
    said = f"Interdiction is possible: {described(items)}" if items else "Interdiction, no DRM"
    if morale is not None and original is not None:
        die = verdict.die if isinstance(verdict, Modifier) else None
        if die is None or dr is not None:
            drm = die.of(dr) if die is not None and dr is not None else 0
            outcome = resolve_interdiction(morale, original, drm)
            said = f"Original {original} {signed(drm)} vs Morale {morale}: {outcome}"
            facts |= {"drm": drm, "outcome": outcome.value}
        else:
            facts |= {"outcomes": _outcomes(morale, original, die)}
            said += "; " + ", ".join(f"dr {n}: {each}" for n, each in facts["outcomes"].items())
    return Answer(question="interdiction", verdict=said, items=items, near=near, facts=facts)


def _outcomes(morale: int, original: int, die: Halved) -> dict[str, str]:
    return {str(dr): resolve_interdiction(morale, original, die.of(dr)).value for dr in range(1, 7)}


def ask_oba_accuracy(shot: Shot, observer: Observer) -> Answer:
    """What modifies an OBA Accuracy dr (C1.62, 11.791)."""
    verdicts: list[Verdict] = []
    blocked = None
    if observer is not Observer.PLANE:
        verdicts += [
            Modifier(each.name, each.rule, Kind.LOS_HINDRANCE, each.drm, why=f"in {each.hex}")
            for each in shot.los.hindrances
        ]
        verdicts.append(low_visibility(shot))
    verdicts += oba_accuracy(shot, observer)
    items, near = applied(verdicts)
    block = None if observer is Observer.PLANE else shot.los.block
    if block is not None:
        blocked = f"{block.name} in {block.hex}: {block.why} ({block.rule})"
    elif hindrances_block(toward_blockage(items), 0):
        blocked = f"its Hindrances total {signed(toward_blockage(items))} (B.10)"
    said = f"no LOS: {blocked}" if blocked else described(items)
    return Answer(
        question="oba-accuracy",
        verdict=said,
        items=items,
        near=near,
        facts={"observer": observer.value, "range": shot.range, "blocked": blocked},
    )


def ask_sighting(state: State, name: str | None) -> Answer:
    """What modifies a Sighting TC (E7.3)."""
    verdicts = [dust_on_sighting(state, name), sighting(state)]
    if name is not None and arid_debris_in(state, name):
        verdicts.append(Modifier("Arid Debris", "AD3.47", Kind.DRM, SIGHTING_DRM, why=f"in {name}"))
    items, near = applied(verdicts)
    said = described(items)
    if not aerial_attacks_allowed(state):
        said += f"; but {state.density} Dust forbids attacks by Aerial units (11.731)"
    return Answer(question="sighting", verdict=said, items=items, near=near)


def ask_illumination(state: State, light: Light, levels: int, name: str | None) -> Answer:
    """How far a light illuminates at night (E1.9, 11.78)."""
    base = lit_radius(light, levels)
    items, near = applied(
        [Modifier(light.value, "E1.9", Kind.RADIUS, base), dust_at_night(state, base)]
    )
    radius = sum(int(each.amount or 0) for each in items)
    area = state.setting.area
    lit: list[str] = []
    if name is not None:
        centre = area.place(name)
        lit = [each for place, each in area.names.items() if distance(centre, place) <= radius]
    hexes = "1 hex" if radius == 1 else f"{radius} hexes"
    reach = f"within {hexes}" if radius else "its own hex only"
    article = "an" if light is Light.IR else "a"
    return Answer(
        question="illumination",
        verdict=f"{_at_night(state)}{article} {light} illuminates {reach}",
        items=items,
        near=near,
        facts={"radius": radius, **({"illuminated": lit} if name is not None else {})},
    )


def _at_night(state: State) -> str:
    """A word of warning where nothing needs to be illuminated."""
    return "" if state.sky.time_of_day == "Night" else "it is not Night (E1); at Night "


def ask_concealment(state: State, name: str, enemies: Sequence[str]) -> Answer:
    """HIP and concealment in DLV (11.601), for Concealment Terrain in a hex."""
    why = why_not_in_effect(state, name, enemies)
    area = state.setting.area
    ranges = {each: distance(area.place(name), area.place(each)) for each in enemies}
    conceals = any(kind.concealment for kind in ground_terrain(state, name))
    facts = {
        "in_effect": why is None,
        "dlv": list(dlv_in_effect(state)),
        "ranges": ranges,
        "concealment_terrain": conceals,
    }
    if why is not None:
        near = (Near("HIP and concealment in DLV", "11.601", Kind.DRM, why),)
        said = f"the normal rules apply: {why}"
        return Answer(question="concealment", verdict=said, near=near, facts=facts)
    seeing = [each for each in enemies if reveals_entrenchment(state, name, each)]
    out = counts_as_out_of_los(state, name, enemies)
    facts |= {"revealed_by": seeing, "out_of_los_for_gain": out}
    nearest = min(ranges.values(), default=None)
    away = "no enemy is named" if nearest is None else f"the nearest enemy is {nearest} hexes away"
    by = f"can be revealed by the LOS of {', '.join(seeing)}" if seeing else "stays hidden"
    gain = "is" if out else "is not"
    named = "" if conceals else f"{name} is no Concealment Terrain; if it were, "
    said = (
        f"{named}a HIP entrenchment there {by}, as only enemies within {REVEALED_WITHIN} hexes "
        f'reveal it; for "?" gain it {gain} as if out of LOS, which takes {OUT_OF_LOS_FROM} hexes '
        f"or more from all; {away}"
    )
    return Answer(question="concealment", verdict=said, facts=facts)


def ask_rooftop(
    state: State, name: str, enemies: Sequence[Location], gun: str | None, calibre: int
) -> Answer:
    """What an Arid Rooftop gives to a unit on it, and to whom it is Open Ground (AD4.41-412)."""
    if not has_rooftop(state, name):
        return Answer(
            question="rooftop",
            verdict=f"{name} has no Arid Rooftop (AD4.4)",
            facts={"rooftop": False},
        )
    area = state.setting.area
    building = state.ground[name].building
    top = area.record[name].level + (0 if building is None else building.upper_levels + 1)
    watchers = [
        Watcher(
            str(enemy),
            distance(area.place(name), area.place(enemy.hex)),
            area.record[enemy.hex].level + enemy.level - top,
        )
        for enemy in enemies
    ]
    undone = [watcher.hex for watcher in undone_by(watchers)]
    facts: dict[str, Any] = {
        "rooftop": True,
        "tem": {watcher.hex: rooftop_tem(watcher.range, watcher.above) for watcher in watchers},
        "tem_vs_aerial": 0,
        "concealment_terrain": not undone,
        "open_ground_to": undone,
    }
    said = f"{name} has an Arid Rooftop at level {top}, TEM {signed(HEDGE_TEM)} as a hedge"
    if undone:
        said += f'; Open Ground to {", ".join(undone)}: HIP is lost there, "?" is kept'
    if gun is not None:
        facts["gun_allowed"] = ordnance_allowed(gun, calibre)
        said += f"; a {calibre}mm {gun} may{'' if facts['gun_allowed'] else ' not'} be there"
    return Answer(question="rooftop", verdict=said, facts=facts)


def ask_recovery(state: State, *, cx: bool) -> Answer:
    """What modifies a Recovery dr (A4.44, 11.731)."""
    verdicts: list[Verdict] = []
    if recovery_drm(state):
        why = f"density is {state.density}"
        verdicts.append(Modifier("Dust", "11.731", Kind.DRM, recovery_drm(state), why=why))
    else:
        why = f"density is {state.density}, not Very Heavy or denser"
        verdicts.append(Near("Dust", "11.731", Kind.DRM, why))
    if cx:
        verdicts.append(Modifier("CX", "A4.51", Kind.DRM, 1))
    if state.sky.time_of_day == "Night":
        verdicts.append(Modifier("night", "A4.44", Kind.DRM, 1))
    items, near = applied(verdicts)
    needed = RECOVERY_BELOW - 1 - sum(int(each.amount or 0) for each in items)
    said = f"{described(items)}: Recovered on an Original dr of {needed} or less"
    return Answer(
        question="recovery", verdict=said, items=items, near=near, facts={"needed": needed}
    )


def ask_break_number(state: State, number: int, *, aerial: bool) -> Answer:
    """What a B or X number is now (11.732)."""
    change = break_number_change(state, aerial=aerial)
    items: tuple[Modifier, ...] = ()
    near: tuple[Near, ...] = ()
    name = "Extremely Heavy Dust"
    if change:
        items = (Modifier(name, "11.732", Kind.NUMBER, change, why="a non-Aerial unit"),)
    else:
        dense = state.density is Density.EXTREMELY_HEAVY
        why = "Aerial units are excepted" if dense else f"density is {state.density}"
        near = (Near(name, "11.732", Kind.NUMBER, why),)
    return Answer(
        question="bx",
        verdict=f"a printed B or X number of {number} is {number + change}",
        items=items,
        near=near,
        facts={"printed": number, "now": number + change},
    )


def ask_prohibitions(state: State) -> Answer:
    """What Dust forbids: Double Time, Gallop, attacks by and vs Aerial units (11.731)."""
    allowed = double_time_allowed(state)
    aerial = aerial_attacks_allowed(state)
    facts = {"double_time": allowed, "gallop": allowed, "aerial_attacks": aerial}
    if allowed:
        said = f"nothing is forbidden: density is {state.density}, not Very Heavy or denser"
    else:
        said = (
            f"{state.density} Dust forbids Double Time, Gallop and attacks by and vs Aerial "
            f"units (11.731)"
        )
    return Answer(question="prohibitions", verdict=said, facts=facts)


def ask_mud_bog(state: State, path: Sequence[str], dr: int | None) -> Answer:
    """Which hexes of a way count for the Secret dr of Mud Bog, and where it bogs (11.8)."""
    why = why_not_desert_mud(state)
    if why is not None:
        near = (Near("Desert Mud", "11.8", Kind.DRM, why),)
        said = f"11.8 does not apply ({why})"
        return Answer(question="mud-bog", verdict=said, near=near, facts={"in_effect": False})
    counted, passed = [], {}
    for origin, name in itertools.pairwise(path):
        reason = counts_for_mud_bog(state, origin, name)
        if reason is None:
            counted.append(name)
        else:
            passed[name] = reason
    facts = {"in_effect": True, "counted": counted, "not_counted": passed}
    said = f"{len(counted)} hexes count: {', '.join(counted) or 'none'}"
    if dr is not None:
        bogs = bog_hex(state, path, dr)
        facts["bogs_in"] = bogs
        said += f"; with a Secret dr of {dr} it bogs in {bogs}" if bogs else "; it does not bog"
    return Answer(question="mud-bog", verdict=said, facts=facts)
