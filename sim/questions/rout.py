"""Whether a routing unit heads for a hex, where else it can, and whether Interdiction applies."""

from collections.abc import Sequence
from typing import Any, Final

from sim.chapter_11.interdiction import dust_prevents, interdiction_die
from sim.chapter_a.los import Location, los
from sim.chapter_a.rout import nearest_rout_terrain, rout_terrain
from sim.modifiers import Kind, Modifier, Near, applied
from sim.questions.answer import Answer
from sim.questions.shot import ask_shot, open_ground
from sim.questions.terrain import terrain_facts
from sim.shot import Attack, Shot, Target
from sim.state import State

__all__ = ["ask_rout"]

CORE: Final = ("A10.5", "A10.51", "A10.53")


def ask_rout(
    state: State, where: Location, enemies: Sequence[Location], mf: int, *, trench: bool
) -> Answer:
    """What a rout finds in a hex (A10.5, AD4.1), and from it.

    Args:
        state: now.
        where: the hex, at its ground.
        enemies: Locations of enemies who might Interdict.
        mf: MF of the routing unit.
        trench: there is a trench in the hex.
    """
    name, kind = where.hex, rout_terrain(state, where.hex, trench=trench)
    near: list[Near] = []
    if kind is None:
        why = "neither woods nor a building, nor treated as such"
        near.append(Near("Rout terrain", "A10.51", Kind.NUMBER, why))
    least, nearest = nearest_rout_terrain(state, name, mf)
    items: tuple[Modifier, ...] = ()
    why_not = dust_prevents(state) or open_ground(state, name)
    by: dict[str, str | None] = {str(each): _interdicted(state, each, where) for each in enemies}
    if enemies and why_not is None and all(by.values()):
        why_not = "no enemy named can Interdict there"
    if why_not is None:
        items, more = applied([interdiction_die(state)])
        near += more
    else:
        near.append(Near("Interdiction", "A10.53", Kind.DRM, why_not))
    facts: dict[str, Any] = {
        **terrain_facts(state, name),
        "rout_terrain": kind is not None,
        "nearest": list(nearest),
        "nearest_mf": None if least is None else str(least),
        "interdiction": {
            "possible": why_not is None,
            "why_not": why_not,
            "by": [enemy for enemy, why in by.items() if why is None],
        },
    }
    said = f"{name} is Rout terrain ({kind})" if kind else f"{name} is no Rout terrain"
    if nearest:
        said += f"; from there the nearest is {', '.join(nearest)}, {least} MF away"
    else:
        said += f"; from there none is within {mf} MF"
    said += "; Interdiction is possible" if why_not is None else f"; no Interdiction: {why_not}"
    return Answer(question="rout", verdict=said, items=items, near=tuple(near), facts=facts)


def _interdicted(state: State, enemy: Location, where: Location) -> str | None:
    """Why an enemy cannot Interdict in a hex; None if he can."""
    report = los(state, enemy, where)
    shot = Shot(state, Attack.IFT, report, Target.INFANTRY, report.range)
    return ask_shot(shot).interdiction_why or None
