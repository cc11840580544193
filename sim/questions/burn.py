"""What burns in a hex, by which numbers, and the exact chances of its fire (B25)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import attrs

from events.moment import Phase
from events.terms import Fire, Kindler
from sim.asking.adjacent import check_adjacent
from sim.asking.answer import Answer
from sim.asking.bad_question import BadQuestion
from sim.asking.kinds import Hex
from sim.asking.question import Question, asked, question
from sim.asking.unsaid import UNSAID, Unsaid
from sim.asking.words import signed
from sim.chapter_ad.arid_rooftop import has_rooftop
from sim.chapter_b.burnable import Burnable, FireRoll, burns_as, chance_of
from sim.chapter_b.fire import flame_roll, goes_out
from sim.chapter_b.fire_collapse import burning_buildings, collapse_chance, collapse_phase
from sim.chapter_b.kindling import kindling_roll
from sim.chapter_b.spreading_fire import Front, fronts
from sim.state import BARE, State

__all__ = ["BurnAnswer", "BurnQuestion", "CollapseChance", "FireChance", "SpreadChance", "answer"]

CORE: Final = ("B25.1",)


@question
class BurnQuestion(Question):
    """What burns in a hex, and the chances that it kindles, grows and spreads."""

    hex: Hex = asked("which hex")
    to: Hex | None = asked("the adjacent hex whose DRM are listed, when it is ablaze", default=None)
    by: Kindler = asked("who makes a Kindling attempt", default=Kindler.SQUAD)
    leadership: int = asked(
        "what the Leadership of who directs it adds to a Kindling DR", default=0, most=3
    )


@attrs.frozen(kw_only=True)
class FireChance:
    """A DR of a fire.

    Attributes:
        number: the Final DR that is needed, or more.
        drm: its total.
        chance: of success.
        out: the chance that a Flame goes out instead.
    """

    number: int
    drm: int
    chance: Fraction
    out: Fraction | Unsaid = UNSAID


@attrs.frozen(kw_only=True)
class SpreadChance:
    """The spread of a Blaze to an adjacent hex.

    Attributes:
        number: the Final DR that is needed, or more; where it can spread.
        drm: its total.
        chance: that it spreads.
        drms: each DRM by name.
        rule: by which it cannot spread.
        why_not: why it cannot.
        said: all that in words.
    """

    number: int | Unsaid = UNSAID
    drm: int | Unsaid = UNSAID
    chance: Fraction = Fraction(0)
    drms: dict[str, int | Fraction | None] | Unsaid = attrs.field(default=UNSAID, hash=False)
    rule: str | Unsaid = UNSAID
    why_not: str | Unsaid = UNSAID
    said: str


@attrs.frozen(kw_only=True)
class CollapseChance:
    """The Fire Collapse of a building ablaze (B25.66): when, and how likely each time."""

    phase: Phase
    chance: Fraction


@attrs.frozen(kw_only=True)
class BurnAnswer(Answer):
    """What burns in a hex; where nothing does, that alone and why.

    Attributes:
        burns_as: as what it burns; None if nothing does.
        why: why nothing does.
        rule: by which it burns.
        kindling: its Kindling number.
        spreading: its Spreading number.
        fire: the fire there is; None if there is none.
        arid_rooftop: whether it has an Arid Rooftop.
        kindle: its Kindling DR, where there is no fire.
        flame: the DR of its Flame.
        spread: the spread of a Blaze to each adjacent hex.
        collapse: of the building, where one is ablaze.
    """

    burns_as: str | None
    why: str | Unsaid = UNSAID
    rule: str | Unsaid = UNSAID
    kindling: int | Unsaid = UNSAID
    spreading: int | Unsaid = UNSAID
    fire: Fire | Unsaid | None = UNSAID
    arid_rooftop: bool | Unsaid = UNSAID
    kindle: FireChance | Unsaid = UNSAID
    flame: FireChance | Unsaid = UNSAID
    spread: dict[str, SpreadChance] | Unsaid = attrs.field(default=UNSAID, hash=False)
    collapse: CollapseChance | Unsaid = UNSAID

    def lines(self) -> Iterator[str]:
        """The numbers of what burns, and where its Blaze spreads."""
        if self.kindling is not UNSAID:
            yield f"kindling number: {self.kindling}"
        if self.spreading is not UNSAID:
            yield f"spreading number: {self.spreading}"
        if self.fire is Fire.BLAZE and self.spread is not UNSAID:
            for to, front in self.spread.items():
                yield f"spreads to {to}: {front.said}"
        if self.collapse is not UNSAID:
            yield f"collapses: {self.collapse.chance} in each {self.collapse.phase}"


def answer(state: State, question: BurnQuestion) -> BurnAnswer:
    """What burns in a hex, and what its fire does next.

    The DRM are those of the next DR: Kindling where there is no fire, the growth of a Flame, and of
    a Blaze its spread across the hexside asked for.

    Raises:
        BadQuestion: when the other hex is not adjacent, or a SMC is directed.
    """
    name, to = question.hex, question.to
    if to is not None:
        check_adjacent(state, name, to, "to")
    if question.by is Kindler.SMC and question.leadership:
        raise BadQuestion("leadership", "a SMC kindles alone, and undirected")
    burning = burns_as(state, name)
    if burning is None:
        why = f"nothing in {name} burns (B25.1)"
        return BurnAnswer(question=question, verdict=why, burns_as=None, why=why)
    across = {front.to: front for front in fronts(state, name)}
    found = BurnAnswer(
        question=question,
        verdict=f"{name} burns as {burning.kind} ({burning.rule})",
        burns_as=burning.kind,
        rule=burning.rule,
        kindling=burning.kindling,
        spreading=burning.spreading,
        fire=state.ground.get(name, BARE).fire,
        arid_rooftop=has_rooftop(state, name),
        spread={each: _spread(front) for each, front in across.items()},
    )
    if name in burning_buildings(state):
        collapse = CollapseChance(phase=collapse_phase(state), chance=collapse_chance(state, name))
        found = attrs.evolve(found, collapse=collapse)
    found, roll, said = _next(state, question, found, burning)
    if to is not None:
        roll, said = across[to].roll, f"{said}; into {to}: {_told(across[to])}"
    return attrs.evolve(
        found,
        verdict=f"{found.verdict}: {said}",
        items=() if roll is None else roll.items,
        near=() if roll is None else roll.near,
    )


def _next(
    state: State, question: BurnQuestion, found: BurnAnswer, burning: Burnable
) -> tuple[BurnAnswer, FireRoll | None, str]:
    """The answer with the next DR of its hex, that DR, and what it is in a sentence."""
    name = question.hex
    if found.fire is None:
        roll = kindling_roll(state, name, burning, question.by, -question.leadership)
        said = f"Kindling on a Final DR of {roll.number} or more, {roll.chance}"
        return attrs.evolve(found, kindle=_chance(roll)), roll, said
    if found.fire is Fire.FLAME:
        roll = flame_roll(state, name, burning)
        out = chance_of(lambda dice: goes_out(roll, dice))
        said = f"its Flame becomes a Blaze on a Final DR of {roll.number} or more, {roll.chance}"
        flame = attrs.evolve(_chance(roll), out=out)
        return attrs.evolve(found, flame=flame), roll, f"{said}, and goes out on {out}"
    return found, None, "it is ablaze"


def _chance(roll: FireRoll) -> FireChance:
    return FireChance(number=roll.number, drm=roll.drm, chance=roll.chance)


def _told(front: Front) -> str:
    if front.roll is None:
        return f"none, {front.why_not} ({front.rule})"
    roll = front.roll
    return f"a Final DR of {roll.number} or more, DRM {signed(roll.drm)}, {roll.chance}"


def _spread(front: Front) -> SpreadChance:
    roll = front.roll
    if roll is None:
        return SpreadChance(rule=front.rule, why_not=front.why_not, said=_told(front))
    return SpreadChance(
        number=roll.number,
        drm=roll.drm,
        chance=roll.chance,
        drms={each.name: each.amount for each in roll.items},
        said=_told(front),
    )
