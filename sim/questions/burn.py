"""What burns in a hex, by which numbers, and the exact chances of its fire (B25)."""

from collections.abc import Iterator
from fractions import Fraction

from events.moment import Phase
from events.terms import Fire, Kindler
from sim.asking.answer import NOT_COVERED, Answer, Facts, NotCovered, signed
from sim.asking.by_mover import check_adjacent
from sim.asking.question import BadQuestion, Hex, Question, field
from sim.chapter_ad.arid_building import has_rooftop
from sim.chapter_b import spreading_fire
from sim.chapter_b.burnable import Burnable, FireRoll, burns_as, by_wp, chance_of, spreading_roll
from sim.chapter_b.fire import flames_due, goes_out
from sim.chapter_b.fire_collapse import blazing_buildings, collapse_chance
from sim.chapter_b.fire_front import FireLocation, Front, wreck_roll
from sim.state import BARE, State


class BurnQuestion(Question):
    """What burns in a hex, and the chances that it kindles, grows and spreads."""

    hex: Hex = field("which hex")
    to: Hex | None = field("the adjacent hex whose DRM are listed, when it is ablaze", default=None)
    level: int = field("at which level of a building; 0 is the ground", default=0, most=5)
    by: Kindler = field("who makes a Kindling attempt", default=Kindler.SQUAD)
    leadership: int = field(
        "what the Leadership of who directs it adds to a Kindling DR: 1 of -1", default=0, most=3
    )


class FireChance(Facts):
    """A DR of a fire."""

    number: int
    """The Final DR that is needed, or more."""
    drm: int
    chance: Fraction
    out: Fraction | NotCovered = NOT_COVERED
    """The chance that a Flame goes out instead."""


class SpreadChance(Facts):
    """The spread of a Blaze to a Location beside it, by the Blaze with the best chance (B25.6)."""

    of: str | NotCovered = NOT_COVERED
    """The Location ablaze by whose DR it is, where that is another one."""
    number: int | NotCovered = NOT_COVERED
    drm: int | NotCovered = NOT_COVERED
    chance: Fraction = Fraction(0)
    drms: dict[str, int | Fraction | None] | NotCovered = NOT_COVERED
    rule: str | NotCovered = NOT_COVERED
    """By which it cannot spread, or spreads without a DR."""
    why_not: str | NotCovered = NOT_COVERED
    sure: str | NotCovered = NOT_COVERED
    """Why it needs no DR."""
    said: str


class CollapseChance(Facts):
    """The Fire Collapse of a building ablaze (B25.66), with the Wind Change DR of each RPh."""

    phase: Phase
    chance: Fraction


class BurnAnswer(Answer):
    """What burns in a hex; where nothing does, that alone and why."""

    burns_as: str | None
    """As what it burns; None if nothing does."""
    why: str | NotCovered = NOT_COVERED
    rule: str | NotCovered = NOT_COVERED
    kindling: int | NotCovered = NOT_COVERED
    spreading: int | NotCovered = NOT_COVERED
    fire: Fire | NotCovered | None = NOT_COVERED
    flames: int | NotCovered = NOT_COVERED
    arid_rooftop: bool | NotCovered = NOT_COVERED
    kindle: FireChance | NotCovered = NOT_COVERED
    """Its Kindling DR, where there is no fire and one may be set."""
    flame: FireChance | NotCovered = NOT_COVERED
    spread: dict[str, SpreadChance] | NotCovered = NOT_COVERED
    """The spread of a Blaze to each Location beside it: ``E4``, or ``E4@1`` above ground."""
    collapse: CollapseChance | NotCovered = NOT_COVERED
    wrecks: dict[str, FireChance] | NotCovered = NOT_COVERED
    """The burning wrecks that may yet set it afire, from the Player Turn after theirs on."""

    def lines(self) -> Iterator[str]:
        if self.kindling is not NOT_COVERED:
            yield f"kindling number: {self.kindling}"
        if self.spreading is not NOT_COVERED:
            yield f"spreading number: {self.spreading}"
        if self.fire is Fire.BLAZE and self.spread is not NOT_COVERED:
            for to, front in self.spread.items():
                yield f"spreads to {to}: {front.said}"
        for wreck, each in {} if self.wrecks is NOT_COVERED else self.wrecks.items():
            how = f"on a Final DR of {each.number} or more, {each.chance} (B25.14)"
            how = "without a DR (B25.63, B25.651)" if each.chance == 1 else how
            when = "in each Player Turn after that of its elimination"
            yield f"the burning wreck {wreck} spreads to it, {when}, {how}"
        if self.collapse is not NOT_COVERED:
            yield f"collapses: {self.collapse.chance} with each Wind Change DR"


def answer(state: State, question: BurnQuestion) -> BurnAnswer:
    """What burns in a hex, and what its fire does next.

    The DRM are those of the next DR: Kindling where there is no fire, the growth of a Flame, and of
    a Blaze its spread across the hexside asked for.
    """
    name, to = question.hex, question.to
    if to is not None:
        check_adjacent(state, name, to, "to")
    if question.by is Kindler.SMC and question.leadership:
        raise BadQuestion("leadership", "a SMC kindles alone, and undirected")
    source = FireLocation(name, question.level)
    burning = burns_as(state, name, question.level)
    wrecks = [v for v, each in sorted(state.vehicles.items()) if each.hex and each.burning]
    if burning is None:
        why = f"nothing in {source} burns (B25.1)"
        alight = [v for v in wrecks if state.vehicles[v].hex == name and not question.level]
        if alight:
            why = f"nothing in {source} burns but the wreck of {', '.join(alight)} (B25.14)"
        return BurnAnswer(verdict=why, burns_as=None, why=why)
    across = dict(_across(state, source))
    here = state.ground.get(name, BARE).fire_at(question.level)
    found = BurnAnswer(
        verdict=f"{source} burns as {burning.kind} ({burning.rule})",
        burns_as=burning.kind,
        rule=burning.rule,
        kindling=burning.kindling,
        spreading=burning.spreading,
        fire=here.fire,
        flames=len(here.flames),
        arid_rooftop=has_rooftop(state, name),
        spread={each: _spread(front, source) for each, front in across.items()},
    )
    if source in blazing_buildings(state):
        collapse = CollapseChance(phase=Phase.RPH, chance=collapse_chance(state, name))
        found = found.but(collapse=collapse)
    wrecks = [v for v in wrecks if name in spreading_fire.beside_wreck(state, v)]
    if wrecks and not question.level:
        hexes = {wreck: state.vehicles[wreck].hex or "" for wreck in wrecks}
        rolls = {wreck: wreck_roll(state, hexes[wreck], name, burning) for wreck in wrecks}
        sure = spreading_fire.wreck_rule(state) != "B25.14"  # in Heavy Winds and Gusts
        chances = {wreck: _chance(roll) for wreck, roll in rolls.items()}
        chances = {w: c.but(chance=Fraction(1)) if sure else c for w, c in chances.items()}
        found = found.but(wrecks=chances)
    found, roll, said = _next(state, question, found, burning)
    front = None if to is None else across.get(to)
    if front is not None:
        roll, said = front.roll, f"{said}; into {to}: {_spread_in_words(front, source)}"
    elif to is not None:
        why = f"fire in {source} does not reach {to}: it spreads to the same height, not diagonally"
        roll, said = None, f"{said}; {why} (B25.6)"
    return found.but(
        verdict=f"{found.verdict}: {said}",
        items=() if roll is None else roll.items,
        near=() if roll is None else roll.near,
    )


def _across(state: State, source: FireLocation) -> Iterator[tuple[str, Front]]:
    """The best way of fire to each Location beside one, if that one were ablaze."""
    for front in spreading_fire.fronts(state, source):
        best = spreading_fire.best_front(state, front.to, beside=source)
        yield str(front.to), best or front


def _next(
    state: State, question: BurnQuestion, found: BurnAnswer, burning: Burnable
) -> tuple[BurnAnswer, FireRoll | None, str]:
    """The answer with the next DR of its Location, that DR, and what it is in a sentence."""
    name = question.hex
    if found.fire is None:
        if why := spreading_fire.barred_at_night(state):
            return found, None, f"{why} (E1.94)"
        roll = spreading_fire.kindling_roll(state, name, burning, question.by, -question.leadership)
        said = f"Kindling on a Final DR of {roll.number} or more, {roll.chance}"
        said += f"; {by_wp(state, name, burning)}"
        return found.but(kindle=_chance(roll)), roll, said
    if found.fire is Fire.FLAME:
        roll = spreading_roll(state, name, burning)
        out = chance_of(lambda dice: goes_out(roll, dice))
        of = "its Flame" if found.flames == 1 else f"each of its {found.flames} Flames"
        said = f"{of} becomes a Blaze on a Final DR of {roll.number} or more, {roll.chance}"
        flame = _chance(roll).but(out=out)
        said += f", and goes out on {out}"
        due = flames_due(state, name, question.level)
        if due < len(state.ground[name].fire_at(question.level).flames):
            are = "are" if due > 1 else "is"
            said += f"; in this Player Turn {due or 'none'} {are} rolled for (B24.721, B25.15)"
        return found.but(flame=flame), roll, said
    return found, None, "it is ablaze"


def _chance(roll: FireRoll) -> FireChance:
    return FireChance(number=roll.number, drm=roll.drm, chance=roll.chance)


def _spread_in_words(front: Front, source: FireLocation) -> str:
    of = "" if front.source == source else f" by the Blaze in {front.source}"
    if front.sure:
        return f"without a DR{of}, for {front.why} ({front.rule})"
    if front.roll is None:
        said = f"none, {front.why} ({front.rule})"
    else:
        roll = front.roll
        said = f"a Final DR of {roll.number} or more, DRM {signed(roll.drm)}, {roll.chance}{of}"
    if not front.lot:
        return said
    return f"{said}; with the dr for the direction of the Gusts (B25.651), {front.chance} in all"


def _spread(front: Front, source: FireLocation) -> SpreadChance:
    roll = front.roll
    found = SpreadChance(
        of=NOT_COVERED if front.source == source else str(front.source),
        chance=front.chance,
        said=_spread_in_words(front, source),
    )
    if front.sure:
        return found.but(rule=front.rule, sure=front.why)
    if roll is None:
        return found.but(rule=front.rule, why_not=front.why)
    drms = {each.name: each.amount for each in roll.items}
    return found.but(number=roll.number, drm=roll.drm, drms=drms)
