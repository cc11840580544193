"""What applies to a shot, and why: LOS, Hindrances, LV, DLV, TEM, FFMO and Interdiction."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import attrs

from events.moment import PHASES, Phase
from events.terms import Fortification, HexsideKind, UnitKind
from sim.asking.answer import NOT_COVERED, Answer, NotCovered, described, signed, to_json
from sim.asking.by_mover import FromToQuestion, check_within
from sim.asking.question import BadQuestion, UnitLabel, field
from sim.chapter_11.dust import dust_on_shot
from sim.chapter_11.heat_haze import NOT_AT_NOTHING, heat_haze
from sim.chapter_11.interdiction import dust_prevents
from sim.chapter_11.low_visibility import toward_blockage
from sim.chapter_11.residual_fp_and_cc import (
    LEAVES_RESIDUAL_FP,
    dust_negates_ffmo,
    hinders,
    in_target_hex,
    residual_fp,
    residual_fp_reduction,
    without_dust,
)
from sim.chapter_11.sun_blindness import sun_blindness
from sim.chapter_191.cactus_hedge import HAZARDOUS_DRM, in_hazardous_movement
from sim.chapter_191.ffe_los_hindrance import SMALLEST_CALIBRE, blast_area
from sim.chapter_a.aiming import Aimer, aimer_of, counted_range, hexes_between
from sim.chapter_a.bypass import cafp_of
from sim.chapter_a.fire_lane import lane_hindrances, spares_lane, why_no_lane
from sim.chapter_a.los import Block, Hindrance, Location, LosReport, los
from sim.chapter_a.rout import not_open_ground
from sim.chapter_a.whereabouts import label_there
from sim.chapter_ad.arid_building import Watcher, hexes_nearer, is_rooftop, not_open
from sim.chapter_ad.arid_debris import negates_road
from sim.chapter_ad.high_walls import THROWN, fired_over, high_wall_between
from sim.chapter_b.fortifications import ENTRENCHMENTS
from sim.chapter_b.hindrance import BLOCKING_DRM, hindrances_block
from sim.chapter_b.roads import road_between, road_hexsides
from sim.chapter_b.sheltered import missing, sees_from_pillbox, shelter_of
from sim.chapter_b.tem import (
    beyond_bridge,
    hexsides_met,
    is_above_depression,
    sheltered_inside,
    tem,
    tem_outside,
    without_effect,
)
from sim.chapter_e.air import SEEN_FROM_ABOVE, aerial_block, aerial_smoke, why_no_air
from sim.chapter_e.low_visibility import low_visibility, lv_on_los, night_lv
from sim.chapter_e.mud import HE_RULE as MUD_VS_HE
from sim.chapter_e.nvr import out_of_sight, seen_by_night
from sim.los.features import tree_lined
from sim.modifiers import Kind, Modifier, Near, Verdict, applied
from sim.shot import AERIAL, DIRECT, HINDERED, NO_AP, NO_LOS, Attack, Shell, Shot, Target
from sim.state import State

FFMO_DRM: Final = -1

FFNAM: Final = Modifier("FFNAM", "A4.6", Kind.FFMO, -1, why="it moves without Assault Movement")
"""What Residual FP adds beside FFMO, in whatever Dust (11.732)."""

_TAKES_FFMO: Final = frozenset(
    {Attack.TO_HIT, Attack.IFT, Attack.FT, Attack.FIRE_LANE, Attack.RESIDUAL_FP, Attack.OBA}
)
_AFTER_MPH: Final = frozenset(PHASES[PHASES.index(Phase.MPH) + 1 :])
_IN_SHELLHOLES: Final = frozenset(PHASES) - {Phase.MPH, Phase.RTPH}
"""Phases in which who is in shellholes has their TEM, whatever was paid (B1.13)."""
_ORDER: Final = (Kind.LOS_HINDRANCE, Kind.LV, Kind.DLV, Kind.TEM)
"""The order in which an answer lists modifiers."""


class ShotQuestion(
    FromToQuestion,
    not_judged=(
        "leaders, state of firer and target, acquisition, armour, HD Maneuvers, other To Hit Cases"
    ),
):
    """What applies to an attack: LOS, Hindrances, LV, DLV, TEM, FFMO, Interdiction."""

    attack: Attack = field("which kind of attack", default=Attack.TO_HIT)
    against: Target = field(
        "at what, PRC as their vehicle, Cavalry as Infantry", default=Target.INFANTRY
    )
    range: int | None = field("Aerial Range, or another range than the map's", default=None)
    area: bool = field("it uses the Area Target Type", default=False)
    shell: Shell | None = field("what is fired", default=None)
    moving: bool = field(
        "the target moves: FFMO may apply, and FFNAM vs Residual FP", default=False
    )
    non_assault: bool = field(
        "it moves on foot without Assault Movement: FFNAM applies too", default=False
    )
    indirect: bool = field("it is Indirect Fire", default=False)
    spotter: Location | None = field("the Location of the Spotter of Indirect Fire", default=None)
    fp: int | None = field(
        "FP of its IFT column; then the Residual FP that it leaves is told", default=None, least=1
    )
    hazardous: bool = field("the target is under Hazardous Movement", default=False)
    within: Fortification | None = field(
        "the Fortification of its hex in which the target is", default=None
    )
    outside: bool = field("the target did not pay to be in its shellholes", default=False)
    calibre: int | None = field("of the ordnance, in mm", default=None, least=1, most=500)
    critical_hit: bool = field("it is a Critical Hit, of TH or OBA", default=False)
    vertex: int | None = field(
        "the vertex of its hex, where hexside N begins, at which the target is in Bypass",
        default=None,
        least=1,
        most=6,
    )
    over: int | None = field(
        "the hexside of its hex over which the target moved in", default=None, least=1, most=6
    )
    unit: UnitLabel | None = field("which unit of the game is the target", default=None)
    bu: bool = field("it is fired from a BU AFV, which halves NVR at Night", default=False)
    gunflash: bool = field("the target has fired: a Gunflash at Night", default=False)
    from_within: Fortification | None = field(
        "the Fortification of its hex in which the firer is", default=None
    )
    from_bypass: bool = field("the firer is a vehicle in Bypass", default=False)

    whose = "unit", "target"

    @classmethod
    def implied(cls, state: State, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """What is known of a vehicle that is the target by its label, and of a firing unit."""
        found = dict(super().implied(state, given))
        seer = "firer" if given.get("spotter") is None else "spotter"
        target, firer = (label_there(state, given.get(each)) for each in ("target", seer))
        if target in state.vehicles and given.get("against") is None:
            found["against"] = Target.VEHICLE
        return found | of_target(state, given) | of_firer(state, firer)


def of_target(state: State, given: Mapping[str, Any]) -> dict[str, Any]:
    """Which unit is the target, where it is named."""
    target = label_there(state, given.get("target"))
    return {"unit": target} if target in state.units and given.get("unit") is None else {}


def of_firer(state: State, label: str) -> dict[str, Any]:
    """What is known of a firer by its label: in a Fortification, or in Bypass."""
    vehicle = state.vehicles.get(label)
    known = {
        "from_within": shelter_of(state, label),
        "from_bypass": vehicle is not None and vehicle.bypass is not None,
    }
    return {key: value for key, value in known.items() if value}


def shots_of(
    state: State, enemies: Iterable[Location], target: Location, **more: Any
) -> dict[str, "ShotAnswer"]:
    """A shot of each enemy at a Location; one that cannot count is refused.

    Of several in one Location that of the enemy who is in the open there counts.
    """
    for each in enemies:
        demand_able(state, "enemy", each.label)
    known = [(each, of_firer(state, each.label)) for each in enemies]
    return {
        str(each): answer(
            state, ShotQuestion(firer=each, target=target, attack=Attack.IFT, **more, **of)
        )
        for each, of in sorted(known, key=lambda each: not each[1])
    }


def demand_able(state: State, field: str, label: str) -> None:
    """Refuse a wreck, a SW and a unit that is not in Good Order, which see nothing that counts."""
    vehicle, unit = state.vehicles.get(label), state.units.get(label)
    why = "a wreck" if vehicle is not None and vehicle.destroyed else ""
    if unit is not None and not unit.good_order:
        why = "not in Good Order"
    elif unit is not None and unit.kind is UnitKind.SW:
        why = "a SW"
    if why:
        raise BadQuestion(field, f"{label} is {why}, and does not count")


class ShotAnswer(Answer):
    range: int
    """In hexes, as modifiers count it."""
    aimer: Aimer
    """Whose LOS and range count."""
    attack: Attack
    target: Target
    los: LosReport
    blocked: str | None
    """Why it is blocked; None if it is not."""
    ffmo: bool
    """Whether FFMO applies, or would if the target moved."""
    ffmo_why: str
    interdiction: bool
    """Whether the firer could Interdict a unit routing there."""
    interdiction_why: str
    residual_fp_reduction: int | NotCovered = NOT_COVERED
    """By how many columns Dust reduces the Residual FP that it leaves (11.794)."""
    residual_fp: int | NotCovered = NOT_COVERED
    """The Residual FP that it leaves, where its FP are known (A8.26)."""
    nvr: str | NotCovered = NOT_COVERED
    """At Night, what NVR and light have to do with it (E1.1)."""

    firer: str
    """The hex from which it is fired, and how far that is from the target."""
    firer_range: int

    @property
    def facts(self) -> dict[str, Any]:
        facts = super().facts
        return facts | {
            "los": _los_facts(self.los),
            "ffmo": {"applies": facts.pop("ffmo"), "why_not": facts.pop("ffmo_why")},
            "interdiction": {
                "possible": facts.pop("interdiction"),
                "why_not": facts.pop("interdiction_why"),
            },
        }

    def lines(self) -> Iterator[str]:
        report = self.los
        other = f", asked at range {self.range}" if self.range != report.range else ""
        if self.attack in AERIAL:
            other = f", Aerial Range {self.range} (E.5)"
        rise = f", target {signed(report.rise)} levels" if report.rise else ""
        slope = ", Continuous Slope (B.5)" if report.continuous_slope else ""
        ends = f"{report.firer} to {report.target}"
        whose = "" if self.aimer is Aimer.FIRER else f", the {self.aimer}'s"
        if self.aimer is Aimer.SPOTTER:
            slope += f"; the firer {self.firer} is at range {self.firer_range} (C9.3)"
        yield f"LOS {ends}{whose}: range {report.range}{other}{rise}{slope}"
        if self.nvr is not NOT_COVERED:
            yield self.nvr
        applies = "applies to a moving target" if self.ffmo else f"does not apply: {self.ffmo_why}"
        yield f"FFMO {applies}"
        can = "possible" if self.interdiction else f"not possible: {self.interdiction_why}"
        yield f"Interdiction {can}"
        less = self.residual_fp_reduction
        if self.residual_fp is not NOT_COVERED:
            yield f"it leaves {self.residual_fp} Residual FP"
        if less is not NOT_COVERED and less:
            yield f"Dust reduces its Residual FP by {less} column{'s' if less > 1 else ''} (11.794)"


def _los_facts(report: LosReport) -> dict[str, Any]:
    """A LOS as plain values; what did not count is left out."""
    return {
        "from": str(report.firer),
        "to": str(report.target),
        "range": report.range,
        "rise": report.rise,
        "continuous_slope": report.continuous_slope,
        "touched": list(report.touched),
        "leaves": list(report.leaves),
        "enters": list(report.enters),
        "within_one_building": report.inside,
        "block": None if report.block is None else _drawn_facts(report.block),
        "hindrances": [_drawn_facts(each) for each in report.hindrances],
        "hindrance": report.hindrance,
    }


def _drawn_facts(found: Block | Hindrance) -> dict[str, Any]:
    """What is met, with its pixel and whose art it is where a LOS goes by art."""
    facts: dict[str, Any] = to_json(found)
    return {key: each for key, each in facts.items() if key not in ("of", "pixel") or each}


def _shot(state: State, question: ShotQuestion) -> Shot:
    attack, target, area = question.attack, question.against, question.area
    _check_options(question)
    check_within(state, question.target.hex, question.within)
    seer, aimed = question.spotter or question.firer, question.target
    over = question.indirect or attack is Attack.DC
    fired = fired_over(state, seer.hex, aimed.hex) if over else state
    fired = without_dust(fired) if attack is Attack.FIRE_LANE else fired
    if question.vertex is not None and (aimed.level or seer.hex == aimed.hex):
        raise BadQuestion("vertex", "who is in Bypass is at ground level, in another hex (A4.3)")
    after = state.moment.phase in _AFTER_MPH and target is Target.INFANTRY
    if question.vertex is not None and after:
        why = "after the MPh Infantry is in the obstacle, and not in Bypass (A4.33)"
        raise BadQuestion("vertex", why)
    report = _los(fired, seer, question)
    if target is Target.BOTH and not area and attack is not Attack.OBA:
        raise BadQuestion(
            "against",
            "an attack on Infantry and a vehicle at once is asked for each of them, unless it uses "
            "the Area Target Type ({})",
            "area",
        )
    if area and attack is not Attack.TO_HIT:
        raise BadQuestion("area", "only a TH attack uses the Area Target Type")
    if question.critical_hit and attack not in (Attack.TO_HIT, Attack.OBA):
        raise BadQuestion("critical_hit", "only TH attacks and OBA score a Critical Hit (C3.7)")
    check_station(state, seer, question.from_within)
    if attack is Attack.CC and report.range:
        raise BadQuestion("target", "CC is between units in the same hex")
    vs_aerial = attack in AERIAL and attack is not Attack.GROUND_SUPPORT
    if target is Target.AERIAL and not vs_aerial:
        why = f"{attack} is not fired at Aerial units; expected {{}} 'vs Aerial'"
        raise BadQuestion("against", why, "attack")
    moving = question.moving or question.non_assault
    sheltered = state.attacker is not None and state.moment.phase in _IN_SHELLHOLES
    mounted = question.unit is not None and state.units[question.unit].riding is not None
    far = counted_range(state, report, question.firer.hex, aerial=attack in AERIAL)
    return Shot(
        state=state,
        attack=attack,
        los=attrs.evolve(report, inside=False) if attack in AERIAL else report,
        target=Target.AERIAL if vs_aerial else target,
        range=far if question.range is None else question.range,
        area=area,
        shell=question.shell,
        moving=moving,
        indirect=question.indirect or question.spotter is not None,
        bypassing=question.vertex is not None or _in_bypass(state, question),
        crossed=question.over if moving else None,
        by_road=_by_road(state, question, report),
        side=None if question.unit is None else state.units[question.unit].side,
        moved=_moved(state, question),
        within=question.within,
        mounted=mounted,
        outside=question.outside and (moving or not sheltered),
        calibre=question.calibre,
        critical_hit=question.critical_hit,
        hazardous=question.hazardous or _crosses(state, question),
    )


def _los(state: State, seer: Location, question: ShotQuestion) -> LosReport:
    """The LOS to the target: to a vehicle in Bypass to its vertex, or the better of two (D2.32)."""
    aimed, vertices = question.target, [question.vertex or 0]
    apart = seer.hex != aimed.hex and not aimed.level
    if question.vertex is None and apart and _in_bypass(state, question):
        vertices = _vertices(state, aimed)
    passing = question.from_bypass and seer.hex != aimed.hex
    back = los_from_bypass(state, seer, aimed) if passing else None
    if back is not None and vertices == [0]:
        return back
    reports = [los(state, seer, aimed, vertex) for vertex in vertices]
    found = next((each for each in reports if each.block is None), reports[0])
    return found if back is None else attrs.evolve(found, block=back.block)


def _meant(state: State, place: Location) -> list[str]:
    """The vehicle by which a Location was named, or all in its hex."""
    if place.label in state.vehicles:
        return [place.label]
    return [label for label, each in state.vehicles.items() if each.hex == place.hex]


def _vertices(state: State, place: Location) -> list[int]:
    """The vertices at which the vehicles that are meant are in Bypass (D2.32)."""
    return sorted({at for label in _meant(state, place) for at in cafp_of(state, label)})


def los_from_bypass(state: State, seer: Location, aimed: Location) -> LosReport:
    """The LOS of a vehicle in Bypass: the one to its vertex, the other way (A6.5, D2.32)."""
    backs = [los(state, aimed, Location(seer.hex), vertex) for vertex in _vertices(state, seer)]
    if not backs:
        who = seer.label or f"no vehicle in {seer.hex}"
        raise BadQuestion("from_bypass", f"{who} is {'not ' * bool(seer.label)}in Bypass")
    found = next((each for each in backs if not each.blocked), backs[0]).turned_round(seer)
    out = [each for each in los(state, seer, aimed).hindrances if each.rule == "A24.8"]
    met = (each for each in found.hindrances if each.rule != "A24.8")
    return attrs.evolve(found, hindrances=(*out, *met))  # +1 out of SMOKE is the firer's alone


def check_station(state: State, seer: Location, within: Fortification | None) -> None:
    """Refuse a Fortification of the firer that its hex does not have."""
    if within is not None and (why := missing(state, seer.hex, within)):
        raise BadQuestion("from_within", why)


def within_hides(
    state: State, seer: Location, aimed: Location, within: Fortification | None
) -> str | None:
    """Why who is in a Fortification does not see a Location: its CA, or a wall (B30.2, B9.21)."""
    if within is Fortification.PILLBOX and not sees_from_pillbox(state, seer.hex, aimed.hex):
        return f"{aimed.hex} is beyond the CA of the pillbox (B30.2)"
    if within not in ENTRENCHMENTS or seer.hex == aimed.hex:
        return None
    back = los(state, aimed, seer)
    return _over_wall(Shot(state, Attack.IFT, back, Target.INFANTRY, back.range, within=within))


def _in_bypass(state: State, question: ShotQuestion) -> bool:
    """Whether the target is a vehicle in Bypass: the named one, or all of its hex (D2.38)."""
    along = [state.vehicles[label].bypass for label in _meant(state, question.target)]
    return question.against is Target.VEHICLE and bool(along) and None not in along


def _by_road(state: State, question: ShotQuestion, report: LosReport) -> bool:
    """Whether a mover who came by road is seen along the road of its hex (A4.132).

    There no obstacle of the hex is between. A vehicle is on it unless it came off road (B13.31).
    """
    name = question.target.hex
    roads = road_hexsides(state.setting, name)
    on = question.over in roads and (question.moving or question.non_assault)
    if question.against is Target.VEHICLE:
        came = [state.vehicles[label].came_from for label in _meant(state, question.target)]
        way = all(each is None or road_between(state, each, name) is not None for each in came)
        on = way and not (question.indirect or question.attack is Attack.OBA)
    if not on or len(report.enters) != 1 or negates_road(state, name):
        return False
    side = report.enters[0]
    row = state.setting.area.line(name, side, report.range)
    return side in roads and row[-1:] == (report.firer.hex,)


def _check_options(question: ShotQuestion) -> None:
    if question.spotter is not None and question.attack is not Attack.TO_HIT:
        why = "a Spotter is of Indirect Fire, a TH attack"
        raise BadQuestion("spotter", f"{why}, not of {question.attack}")
    if question.shell is Shell.AP and question.against is Target.NONE:
        raise BadQuestion("shell", f"{NOT_AT_NOTHING} (11.623)")
    if question.shell is Shell.AP and question.attack is Attack.OBA:
        raise BadQuestion("shell", NO_AP)
    if question.fp is not None and question.attack not in LEAVES_RESIDUAL_FP:
        why = "only an IFT attack and a Fire Lane leave Residual FP"
        raise BadQuestion("fp", f"{why}, not {question.attack}")
    if question.fp is not None and question.shell in (Shell.AP, Shell.SMOKE):
        raise BadQuestion("fp", f"{question.shell} leaves no Residual FP (A8.2)")


def _moved(state: State, question: ShotQuestion) -> bool | None:
    """Whether the target moved in this Player Turn, as far as it is known."""
    if question.moving or question.non_assault or question.unit is None:
        return question.moving or question.non_assault or None
    at = state.units[question.unit].moved
    return at is not None and at.player_turn == state.moment.player_turn


def _crosses(state: State, question: ShotQuestion) -> bool:
    """Whether the target is a unit under Hazardous Movement at a cactus hedge (191.3)."""
    if question.unit is None:
        return False
    unit = state.units[question.unit]
    if unit.hex != question.target.hex:
        raise BadQuestion("unit", f"{question.unit} is in {unit.hex}, not in {question.target.hex}")
    return in_hazardous_movement(state, unit)


def answer(state: State, question: ShotQuestion) -> ShotAnswer:
    shot = _shot(state, question)
    found, near = applied([*_hindrances(shot), *climate(shot), *tem(shot)])
    items = tuple(sorted(found, key=lambda each: _ORDER.index(each.kind)))
    blocked = _out_of_sight(shot, question) or _blocked(shot, items)
    why_ffmo = _ffmo(shot, items, blocked)
    if shot.moving and why_ffmo is None:
        items = (*items, Modifier("FFMO", "A4.6", Kind.FFMO, FFMO_DRM, why="it moves in the open"))
    elif shot.moving:
        near = (*near, Near("FFMO", "A4.6", Kind.FFMO, why_ffmo or ""))
    if _takes_ffnam(shot, question):
        items = (*items, FFNAM)
    danger, no_danger = applied([*_hazardous(shot), *_thrown(shot)])
    items, near = (*items, *danger), (*near, *no_danger)
    why_not = _interdiction(shot, items, blocked)
    if question.spotter is not None:
        why_not = "no unit Interdicts by a Spotter's LOS (A10.532)"
    leaves = shot.attack in LEAVES_RESIDUAL_FP
    return ShotAnswer(
        question=question,
        verdict=_verdict(shot, items, blocked),
        items=items,
        near=near,
        range=shot.range,
        aimer=aimer_of(shot.attack, spotted=question.spotter is not None),
        firer=question.firer.hex,
        firer_range=hexes_between(state, question.firer.hex, shot.los),
        attack=shot.attack,
        target=shot.target,
        los=shot.los,
        blocked=blocked,
        ffmo=why_ffmo is None,
        ffmo_why=why_ffmo or "",
        interdiction=why_not is None,
        interdiction_why=why_not or "",
        residual_fp_reduction=residual_fp_reduction(shot) if leaves else NOT_COVERED,
        residual_fp=NOT_COVERED
        if question.fp is None or blocked is not None
        else residual_fp(shot, question.fp, tem_outside(shot)),
        nvr=seen_by_night(state, shot.los.target) or NOT_COVERED,
    )


def _out_of_sight(shot: Shot, question: ShotQuestion) -> str | None:
    """Why Night, or its Fortification, keeps the firer from seeing the target (E1.101, B30.2).

    Night ends no Fire Lane (A9.22).
    """
    target = shot.los.target
    if shot.attack in NO_LOS or shot.attack in AERIAL:
        return None
    hidden = within_hides(shot.state, shot.los.firer, target, question.from_within)
    if hidden is not None or shot.attack is Attack.FIRE_LANE:
        return hidden
    return out_of_sight(
        shot.state,
        shot.los.firer,
        shot.los.target,
        bu=question.bu,
        vehicle=shot.target in (Target.VEHICLE, Target.BOTH),
        moving=shot.moving,
        flash=question.gunflash,
    )


def _verdict(shot: Shot, items: tuple[Modifier, ...], blocked: str | None) -> str:
    if (why := _why_not_allowed(shot)) is not None:
        return f"not allowed: {why}"
    if blocked is not None:
        return f"LOS is blocked: {blocked}"
    return f"{_against(shot)}{described(items)}"


def _against(shot: Shot) -> str:
    """At what, where the hex has a vehicle, or the shot is at one."""
    name = shot.los.target.hex
    there = any(each.hex == name for each in shot.state.vehicles.values())
    if shot.target is Target.VEHICLE:
        return "vs vehicle: "
    return "vs Infantry: " if there and shot.target is Target.INFANTRY else ""


def _why_not_allowed(shot: Shot) -> str | None:
    """Why no unit can attack so, whatever it sees; None if one can."""
    if shot.attack in AERIAL:
        return why_no_air(shot.state, shot.attack)
    if shot.attack is Attack.FIRE_LANE:
        return why_no_lane(shot.state.setting, shot.los) or without_effect(shot)
    inside = sheltered_inside(shot.state, shot.los.target) if shot.blast.indirect else None
    return without_effect(shot) or inside or _why_not_over_cliff(shot)


def _why_not_over_cliff(shot: Shot) -> str | None:
    """Why most ordnance, and a FT upward, cannot fire over its own cliff (B11.31, B11.32)."""
    los, area = shot.los, shot.state.setting.area
    thrown = shot.attack is Attack.TO_HIT or (shot.attack is Attack.FT and los.rise > 0)
    if not thrown or shot.indirect or los.range != 1 or not los.rise:
        return None
    if area.hexsides.get((los.firer.hex, los.leaves[0])) is not HexsideKind.CLIFF:
        return None
    low, high = (los.target, los.firer) if los.rise < 0 else (los.firer, los.target)
    if area.record[low.hex].level + low.level >= area.record[high.hex].level:
        return None  # that end is at the top of the cliff, or above it
    if los.rise < 0:
        why = "down a cliff into the next hex only LATW but PIAT, and a mortar of range 1, fire TH"
        return f"{why} (B11.31)"
    why = "up a cliff into the next hex no FT fires, and TH only ATR, PIAT, AA weapon or mortar"
    return f"{why} (B11.32)"


def _hindrances(shot: Shot) -> Iterator[Verdict]:
    if shot.attack in AERIAL:
        why = "terrain hinders no LOS from above"
        yield Near("LOS Hindrances", "A6.7", Kind.LOS_HINDRANCE, why)
        if shot.attack in SEEN_FROM_ABOVE:
            yield from aerial_smoke(shot)
        return
    if shot.attack not in HINDERED:
        yield from _unhindered(shot)
        return
    lane = shot.attack is Attack.FIRE_LANE
    for each in lane_hindrances(shot.los) if lane else shot.los.hindrances:
        here = f"in the firer's hex {shot.los.firer.hex}"
        where = f"in {each.hex}" if each.range else here
        yield _modifier(each, where + each.where)
    if lane:
        for each in filter(spares_lane, shot.los.hindrances):
            why = f"in {each.hex}: it modifies no Fire Lane"
            yield Near(each.name, "A9.222", Kind.LOS_HINDRANCE, why)
        why = "no Dust affects a Fire Lane"
        yield Near("Vehicle and FFE Dust", "11.794", Kind.LOS_HINDRANCE, why)
    for each in shot.los.over:
        why = f"the LOS passes {each.hex} at a height where it has no effect{each.where}"
        yield Near(each.name, each.rule, Kind.LOS_HINDRANCE, why)
    for each in shot.los.left_out:
        why = f"another hex at range {each.range} than {each.hex} has as much or more{each.where}"
        yield Near(each.name, "A6.7", Kind.LOS_HINDRANCE, why)
    yield from _idle_ffes(shot)


def _unhindered(shot: Shot) -> Iterator[Verdict]:
    """What hinders an attack that no Hindrance of its LOS modifies: Residual FP, SMOKE (A8.2)."""
    there = [each for each in shot.los.hindrances if in_target_hex(shot, each)]
    if shot.attack is Attack.RESIDUAL_FP and there:
        yield from (_modifier(each, f"in the target's hex {each.hex}") for each in there)
    elif shot.los.hindrances:
        why = f"{shot.attack} takes no LOS Hindrance"
        yield Near("LOS Hindrances", "A24.2", Kind.LOS_HINDRANCE, why)


def _modifier(each: Hindrance, why: str) -> Modifier:
    """A LOS Hindrance as the modifier of a shot."""
    return Modifier(each.name, each.rule, Kind.LOS_HINDRANCE, each.drm, why=why)


def _idle_ffes(shot: Shot) -> Iterator[Near]:
    """The FFE on the way of a LOS that hinder none, and why (191.8)."""
    area, report = shot.state.setting.area, shot.los
    way = {report.firer.hex, report.target.hex, *report.touched}
    for label, ffe in sorted(shot.state.ffes.items()):
        if not ffe.hindrance and not way.isdisjoint(blast_area(area, ffe.hex, ffe.kind)):
            small = f"{ffe.calibre}mm is less than {SMALLEST_CALIBRE}mm"
            why = small if ffe.kind is None else f"it is {ffe.kind}, not an HE Concentration"
            yield Near(f"FFE {label}", "191.8", Kind.LOS_HINDRANCE, why)


def climate(shot: Shot) -> tuple[Verdict, ...]:
    """What rain, Mist, Night, sun, haze and Dust add to a shot, whatever lies between."""
    return (
        low_visibility(shot),
        *night_lv(shot),
        sun_blindness(shot),
        heat_haze(shot),
        *dust_on_shot(shot),
    )


def _hindered(shot: Shot, modifiers: tuple[Modifier, ...]) -> str | None:
    """Which LOS Hindrance or TEM, reversed or not, is in the way of FFMO and Interdiction."""
    if shot.critical_hit:
        modifiers, _ = applied(tem(attrs.evolve(shot, critical_hit=False)))
    if dust_negates_ffmo(shot):
        return f"{shot.state.density} Dust is a LOS Hindrance"
    for each in shot.los.hindrances:
        if hinders(shot, each):
            return f"{each.name} in {each.hex} is a LOS Hindrance"
    for item in modifiers:
        if item.kind is Kind.TEM and item.fixed > 0 and item.rule != MUD_VS_HE:
            return f"{item.name} gives a TEM"
    return None


def _not_open(shot: Shot) -> str | None:
    """Why the target's Location is not Open Ground to the firer; None if it is."""
    los, state = shot.los, shot.state
    along = tree_lined(state.setting, los.target.hex) & set(los.enters)
    way = shot.by_road or shot.crossed in along or beyond_bridge(state, los.target)
    if way and shot.within is None:
        return None  # by the road on which it moves (A4.132, B14.6); a bridge is between (B6.1)
    if is_rooftop(state, los.target.hex, los.target.level):
        near = shot.range - hexes_nearer(state, los.target.hex, los.firer.hex)
        return not_open(state.setting, Watcher(los.firer.hex, shot.range, near, -los.rise))
    outside = shot.outside or is_above_depression(state, los.target)
    aside = {"outside": outside, "passing": shot.bypassing}
    here, level = los.target.hex, los.target.level
    return not_open_ground(state, here, shot.within, level=level, **aside)


def _ffmo(shot: Shot, modifiers: tuple[Modifier, ...], blocked: str | None) -> str | None:
    """Why FFMO does not apply to a unit that moves there; None if it does (A4.6)."""
    if blocked is not None:
        return f"LOS is blocked: {blocked}"
    if shot.attack not in _TAKES_FFMO:
        return f"{shot.attack} takes none"
    if shot.target is not Target.INFANTRY:
        return "the target is not Infantry"
    if shot.hazardous:
        return "Hazardous Movement is counted instead (A4.62)"
    return _not_open(shot) or _hindered(shot, modifiers) or _over_hedge(shot)


def _takes_ffnam(shot: Shot, question: ShotQuestion) -> bool:
    """Whether FFNAM counts: always vs a mover whom Residual FP attacks, else if asked (A4.6)."""
    asked = question.non_assault and shot.attack in _TAKES_FFMO
    moves = asked or (shot.moving and shot.attack is Attack.RESIDUAL_FP)
    return moves and not shot.hazardous and shot.target is Target.INFANTRY


def _over_hedge(shot: Shot) -> str | None:
    """A hedge takes FFMO and Interdiction from a mortar that fires across it (B9.34)."""
    if not shot.indirect or shot.attack is Attack.OBA:
        return None
    entered = {f"hexside {side}" for side in shot.los.enters}
    met = [f"{kind} on {where}" for kind, where in hexsides_met(shot) if where in entered]
    return f"the mortar fires across a {met[0]} (B9.34)" if met else None


def _over_wall(shot: Shot) -> str | None:
    """Why who is beneath an entrenchment is not seen across a wall of its hex (B9.21).

    An adjacent hex sees it, and who is half a level higher; nor does it see any but these.
    """
    if shot.within not in ENTRENCHMENTS or shot.los.range < 2 or shot.los.rise < 0:
        return None
    hexsides = {f"hexside {side}" for side in shot.los.enters}
    for kind, where in hexsides_met(shot):
        if where in hexsides:
            return f"a {kind} on {where} hides who is beneath a {shot.within} (B9.21)"
    return None


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
            if unit.hex == shot.los.target.hex and in_hazardous_movement(shot.state, unit):
                why = f"{label} crosses a cactus hedge there; it counts against it alone"
                yield Near(name, rule, Kind.DRM, why)


def _thrown(shot: Shot) -> Iterator[Verdict]:
    """What a High Wall adds to a DC thrown over it, from the ground to the ground (AD4.6)."""
    one, two = shot.los.firer, shot.los.target
    if shot.attack is not Attack.DC or max(one.level, two.level) > 0:
        return
    if high_wall_between(shot.state, one.hex, two.hex) is not None:
        yield THROWN


INTERDICTION_RANGE: Final = 16
"""Hexes beyond which no weapon Interdicts (A10.532)."""


def _interdiction(shot: Shot, modifiers: tuple[Modifier, ...], blocked: str | None) -> str | None:
    """Why the firer cannot Interdict there; None if he can (A10.53, 11.711)."""
    if shot.attack not in DIRECT or not shot.los.range:
        return "no unit Interdicts so" if shot.los.range else "it is the firer's own hex"
    if shot.range > INTERDICTION_RANGE:
        return f"no weapon Interdicts beyond {INTERDICTION_RANGE} hexes (A10.532)"
    if shot.target in {Target.VEHICLE, Target.AERIAL}:
        return "the target is not Infantry, and never routs (A10.5)"
    if blocked is not None:
        return blocked
    open_ground = _not_open(shot) or _hindered(shot, modifiers) or _over_hedge(shot)
    return dust_prevents(shot.state) or open_ground


def _blocked(shot: Shot, modifiers: tuple[Modifier, ...]) -> str | None:
    """What blocks the LOS, whether or not the attack takes its Hindrances (A6.2, B.10)."""
    if shot.attack in NO_LOS:
        return None
    block = shot.los.block
    ground = shot.attack not in AERIAL
    if ground and (block is not None or (over := _over_wall(shot)) is not None):
        return over if block is None else str(block)
    if not ground and (why := aerial_block(shot)) is not None:
        return why
    los_hindrance = toward_blockage(e for e in modifiers if e.kind is Kind.LOS_HINDRANCE)
    if ground and shot.attack not in HINDERED:
        los_hindrance += sum(hinders(shot, each) for each in shot.los.hindrances)
    lv = 0 if shot.attack is Attack.FIRE_LANE else lv_on_los(shot)  # A9.22
    if hindrances_block(los_hindrance, lv):
        total = signed(los_hindrance + lv)
        return f"its Hindrances total {total}; {signed(BLOCKING_DRM)} or more blocks (B.10)"
    return None
