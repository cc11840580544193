"""Whether a routing unit heads for a hex, where else it can, and whether Interdiction applies."""

from fractions import Fraction
from typing import Final

import attrs

from sim.asking.hex_answer import HexAnswer, hex_facts
from sim.asking.kinds import Hex
from sim.asking.question import Question, asked, question
from sim.chapter_11.interdiction import dust_prevents, interdiction_die
from sim.chapter_a.los import Location
from sim.chapter_a.open_ground import not_open_ground
from sim.chapter_a.rout import nearest_rout_terrain, rout_terrain
from sim.chapter_ad.arid_rooftop import is_rooftop
from sim.modifiers import Kind, Modifier, Near, applied
from sim.questions import shot
from sim.questions.shot import ShotQuestion
from sim.shot import Attack
from sim.state import State

__all__ = ["InterdictedThere", "RoutAnswer", "RoutQuestion", "answer"]

CORE: Final = ("A10.5", "A10.51", "A10.53")


@question
class RoutQuestion(Question):
    """Whether a broken unit routs to a hex, and where to from it."""

    hex: Location = asked("which hex")
    enemy: tuple[Location, ...] = asked("Locations of enemies who may Interdict", default=())
    mf: int = asked("its MF", default=6, least=1, most=12)
    trench: bool = asked("there is a trench in the hex", default=False)


@attrs.frozen
class InterdictedThere:
    """Whether a unit can be Interdicted in a hex.

    Attributes:
        possible: whether it can.
        why_not: why it cannot.
        by: the named enemies who can.
    """

    possible: bool
    why_not: str | None
    by: tuple[str, ...]


@attrs.frozen(kw_only=True)
class RoutAnswer(HexAnswer):
    """What a rout finds in a hex, and from it.

    Attributes:
        rout_terrain: whether it treats the hex as woods or a building.
        nearest: the nearest such hexes.
        nearest_mf: what they cost Infantry to enter; None if there are none.
        interdiction: whether it can be Interdicted there.
    """

    rout_terrain: bool
    nearest: tuple[Hex, ...]
    nearest_mf: Fraction | None
    interdiction: InterdictedThere


def answer(state: State, question: RoutQuestion) -> RoutAnswer:
    """What a rout finds in a hex (A10.5, AD4.1), and from it."""
    name, mf, enemies = question.hex.hex, question.mf, question.enemy
    kind = rout_terrain(state, name, trench=question.trench)
    near: list[Near] = []
    if kind is None:
        why = "neither woods nor a building, nor treated as such"
        near.append(Near("Rout terrain", "A10.51", Kind.NUMBER, why))
    least, nearest = nearest_rout_terrain(state, name, mf)
    items: tuple[Modifier, ...] = ()
    why_not = dust_prevents(state)
    if why_not is None and is_rooftop(state, name, question.hex.level):
        why_not = None if enemies else "an Arid Rooftop is not in the open (AD4.412)"
    elif why_not is None:
        why_not = not_open_ground(state, name)
    by = {str(each): _not_interdicted(state, each, question.hex) for each in enemies}
    if enemies and why_not is None and all(by.values()):
        why_not = "no enemy named can Interdict there"
    if why_not is None:
        items, more = applied([interdiction_die(state)])
        near += more
    else:
        near.append(Near("Interdiction", "A10.53", Kind.DRM, why_not))
    said = f"{name} is Rout terrain ({kind})" if kind else f"{name} is not Rout terrain"
    if nearest:
        said += f"; from there the nearest is {', '.join(nearest)}, {least} MF away"
    else:
        said += f"; from there none is within {mf} MF"
    said += "; Interdiction is possible" if why_not is None else f"; no Interdiction: {why_not}"
    return RoutAnswer(
        question=question,
        verdict=said,
        items=items,
        near=tuple(near),
        rout_terrain=kind is not None,
        nearest=tuple(nearest),
        nearest_mf=None if least is None else Fraction(least),
        interdiction=InterdictedThere(
            possible=why_not is None,
            why_not=why_not,
            by=tuple(enemy for enemy, why in by.items() if why is None),
        ),
        **hex_facts(state, name),
    )


def _not_interdicted(state: State, enemy: Location, where: Location) -> str | None:
    """Why an enemy cannot Interdict in a hex; None if he can."""
    asked_ = ShotQuestion(firer=enemy, target=where, attack=Attack.IFT)
    return shot.answer(state, asked_).interdiction_why or None
