"""Whether a routing unit heads for a hex, where else it can, and whether Interdiction applies."""

from fractions import Fraction

import attrs

from events.terms import Fortification
from sim.asking.answer import HexAnswer, hex_facts
from sim.asking.by_mover import check_within
from sim.asking.question import Hex, Question, field
from sim.chapter_11.interdiction import dust_prevents, interdiction_die
from sim.chapter_a import rout
from sim.chapter_a.los import Location
from sim.chapter_a.rout import ROUT_MF
from sim.chapter_ad.arid_building import is_rooftop
from sim.chapter_b.fire import blaze_bars
from sim.chapter_f.desert_boards import rout_limit, set_aside_by, temperate_ad_hex
from sim.modifiers import Kind, Modifier, Near, applied
from sim.questions import shot
from sim.questions.shot import ShotAnswer
from sim.state import State


class RoutQuestion(Question, not_judged="surrender, and routs past enemies that are not named"):
    """Whether a broken unit routs to a hex, and where to from it."""

    hex: Location = field("which hex")
    enemy: tuple[Location, ...] = field("Locations of enemies who may Interdict", default=())
    mf: int = field("its MF, six at the most (A10.5)", default=ROUT_MF, least=1, most=ROUT_MF)
    trench: bool = field("there is a trench in the hex", default=False)
    within: Fortification | None = field("the Fortification in which it is", default=None)


@attrs.frozen
class InterdictedThere:
    """Whether a unit can be Interdicted in a hex."""

    possible: bool
    why_not: str | None
    by: tuple[str, ...]


@attrs.frozen
class FailureToRout:
    """Whom a broken unit that cannot rout is eliminated for, by range and LOS (A10.5)."""

    limit: int | None
    """Within how many hexes an enemy counts (F.1C); None is no limit."""
    counts: tuple[str, ...]


class RoutAnswer(HexAnswer):
    rout_terrain: bool
    """Whether it treats the hex as woods or a building."""
    nearest: tuple[Hex, ...]
    nearest_mf: Fraction | None
    """What they cost Infantry to enter; None if there are none."""
    interdiction: InterdictedThere
    failure_to_rout: FailureToRout


def answer(state: State, question: RoutQuestion) -> RoutAnswer:
    name, mf, enemies = question.hex.hex, question.mf, question.enemy
    check_within(state, name, question.within)
    on_roof = is_rooftop(state, name, question.hex.level)
    level = 0 if on_roof else question.hex.level
    kind = rout.rout_terrain(state, name, level=level, trench=question.trench)
    near: list[Near] = []
    if kind is None:
        why = "neither woods nor a building, nor treated as such"
        near.append(Near("Rout terrain", "A10.51", Kind.NUMBER, why))
    least, nearest = rout.nearest_rout_terrain(state, name, mf, level=max(question.hex.level, 0))
    items: tuple[Modifier, ...] = ()
    why_not = dust_prevents(state)
    if why_not is None and on_roof:
        why_not = None if enemies else "an Arid Rooftop is not in the open (AD4.412)"
    elif why_not is None:
        why_not = rout.not_open_ground(state, name, question.within, level=level)
    shots = shot.shots_of(state, enemies, question.hex, within=question.within)
    by = {each: found.interdiction_why or None for each, found in shots.items()}
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
    said += _ignored(state, question, nearest)
    said += "; Interdiction is possible" if why_not is None else f"; no Interdiction: {why_not}"
    able = [each for each, why in by.items() if why_not is None and why is None]
    said += f" by {' and '.join(able)}, one NMC a hex (A10.53), but not a Low Crawl" if able else ""
    wet = [e for e in state.setting.area.neighbours(name).values() if rout.no_low_crawl(state, e)]
    said += f"; no Low Crawl into {', '.join(wet)} (A10.52)" if wet else ""
    beside = [str(each) for each in enemies if rout.is_adjacent(state, each, question.hex)]
    said += _must(
        state, question.hex, able, [e for e in beside if not shots[e].blocked], bool(enemies)
    )
    failing = _failure(state, name, shots)
    return RoutAnswer(
        verdict=f"{said}; {_limited(state, name, failing)}",
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
        failure_to_rout=failing,
        **hex_facts(state, name),
    )


def _ignored(state: State, question: RoutQuestion, nearest: tuple[Hex, ...]) -> str:
    """Which of the goals it may ignore, and what is nearest then (A10.51)."""
    name, enemies = question.hex.hex, [each.hex for each in question.enemy]
    ignored = {each: rout.why_ignored(state, name, each, enemies) for each in nearest}
    told = ", ".join(f"{each}, {why}" for each, why in ignored.items() if why)
    if not told:
        return ""
    least, others = rout.nearest_rout_terrain(
        state, name, question.mf, level=max(question.hex.level, 0), away=enemies
    )
    away = f"the nearest is {', '.join(others)}, {least} MF away"
    else_ = away if others else f"none is within {question.mf} MF"
    return f"; it may ignore {told} (A10.51), and else {else_}"


def _must(state: State, at: Location, able: list[str], beside: list[str], named: bool) -> str:
    """Whether a broken unit there must rout, and is under DM (A10.5, A10.62)."""
    if blaze_bars(state, at.hex, max(at.level, 0), beneath=at.level < 0):
        return f"; it must rout, and is under DM: {at} is ablaze (A10.5, A10.62)"
    if able:
        return f"; it must rout, and is under DM: in the open to {able[0]} (A10.5, A10.62)"
    if beside:
        return f"; it must rout: {beside[0]} is ADJACENT (A10.5)"
    return "; it need not rout (A10.5)" if named else ""


def _failure(state: State, name: str, shots: dict[str, ShotAnswer]) -> FailureToRout:
    limit = rout_limit(state, name)
    counts = tuple(
        enemy
        for enemy, found in shots.items()
        if found.blocked is None and (limit is None or found.range <= limit)
    )
    return FailureToRout(limit, counts)


def _limited(state: State, name: str, failing: FailureToRout) -> str:
    if failing.limit is not None:
        who = f"by an enemy within {failing.limit} hexes only (F.1C)"
    else:
        temperate = "AD2.4" if temperate_ad_hex(state.setting, name) else None
        aside = set_aside_by(state.setting) or temperate
        ruling = " and ruling 191.1-routing" if aside == "191.1" else ""
        why = "F.1C does not apply" + (f" by {aside}{ruling}" if aside else "")
        who = f"by an enemy at any range ({why})"
    verb = "counts" if len(failing.counts) == 1 else "count"
    counts = f"; {', '.join(failing.counts)} {verb}" if failing.counts else ""
    return f"Failure to Rout eliminates, if it is forced {who}{counts}"
