"""What an Arid Rooftop gives to a unit on it, and to whom it is Open Ground (AD4.41-AD4.412)."""

from events.terms import Gun, Station
from sim.asking.answer import NOT_COVERED, Answer, NotCovered, signed
from sim.asking.question import BadQuestion, Hex, Question, field
from sim.chapter_a.los import Location
from sim.chapter_ad.arid_building import (
    Watcher,
    hedge_tem,
    hexes_nearer,
    ordnance_allowed,
    rooftop_level,
    undone_by,
)
from sim.los.line import distance
from sim.questions import shot
from sim.questions.shot import ShotQuestion
from sim.state import State


class RooftopQuestion(Question, not_judged="Rally, rout and Ambush on a Rooftop (B23.8)"):
    """What an Arid Rooftop gives, and to whom it is Open Ground."""

    hex: Hex = field("the building")
    enemy: tuple[Location, ...] = field("Locations of unbroken enemies", default=())
    gun: Gun | None = field("5/8 inch ordnance", default=None)
    calibre: int | None = field("its calibre in mm", default=None, least=1, most=300)


class RooftopAnswer(Answer):
    """What an Arid Rooftop gives; of a hex without one there is no more to say."""

    rooftop: bool
    level: int | NotCovered = NOT_COVERED
    """Its level above the ground of its hex."""
    stairwell_from: int | NotCovered = NOT_COVERED
    """The level from which its inherent stairwell leads to it."""
    victory_location: bool | NotCovered = NOT_COVERED
    there: tuple[str, ...] | NotCovered = NOT_COVERED
    tem: dict[str, int] | NotCovered = NOT_COVERED
    """Its TEM vs each enemy."""
    tem_vs_indirect: int | NotCovered = NOT_COVERED
    tem_vs_aerial: int | NotCovered = NOT_COVERED
    concealment_terrain: bool | NotCovered = NOT_COVERED
    """Whether it is, to all enemies."""
    open_ground_to: tuple[str, ...] | NotCovered = NOT_COVERED
    hip_lost: bool | NotCovered = NOT_COVERED
    """Whether a HIP unit there is placed on board; it keeps its "?"."""
    gun_allowed: bool | NotCovered = NOT_COVERED


def answer(state: State, question: RooftopQuestion) -> RooftopAnswer:
    name, gun, calibre = question.hex, question.gun, question.calibre
    if (gun is None) is not (calibre is None):
        raise BadQuestion("calibre", "a Gun and its calibre go together")
    level = rooftop_level(state, name)
    if level is None:
        said = f"{name} has no Arid Rooftop (AD4.4)"
        return RooftopAnswer(verdict=said, rooftop=False)
    setting, area = state.setting, state.setting.area
    top = area.record[name].level + level
    watchers = []
    for enemy in question.enemy:
        shot.demand_able(state, "enemy", enemy.label)
        away = distance(area.place(name), area.place(enemy.hex))
        above = area.record[enemy.hex].level + enemy.level - top
        watchers.append(
            Watcher(str(enemy), away, away - hexes_nearer(state, name, enemy.hex), above)
        )
    roof = Location(name, level)
    sees = {  # without a LOS no height of his undoes its TEM
        str(enemy)
        for enemy in question.enemy
        if shot.answer(state, ShotQuestion(firer=enemy, target=roof)).blocked is None
    }
    undone = tuple(each.hex for each in undone_by(setting, watchers) if each.hex in sees)
    there = tuple(
        label
        for label, unit in sorted(state.units.items())
        if (unit.hex, unit.station) == (name, Station.ROOFTOP)
    )
    said = (
        f"{name} has an Arid Rooftop at level {top}, TEM {signed(hedge_tem(setting))} as a "
        f"hedge, reached by an inherent stairwell from level {top - 1} for 1 MF (B23.4); it is a "
        "building Location for Victory Conditions, of normal stacking"
    )
    if there:
        said += f"; {', '.join(there)} there"
    if undone:
        said += f'; Open Ground to {", ".join(undone)}: HIP is lost there, "?" is kept'
    allowed: bool | NotCovered = NOT_COVERED
    if gun is not None and calibre is not None:
        allowed = ordnance_allowed(gun, calibre)
        said += f"; a {calibre}mm {gun} may{'' if allowed else ' not'} be there"
    return RooftopAnswer(
        verdict=said,
        rooftop=True,
        level=level,
        stairwell_from=level - 1,
        victory_location=True,
        there=there,
        tem={each.hex: hedge_tem(setting, each.range, each.above) for each in watchers},
        tem_vs_indirect=hedge_tem(setting, indirect=True),
        tem_vs_aerial=hedge_tem(setting, aerial=True),
        concealment_terrain=not undone,
        open_ground_to=undone,
        hip_lost=bool(undone),
        gun_allowed=allowed,
    )
