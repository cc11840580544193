"""Whether an entry or a VCA change takes a Bog Check, and how likely it bogs (D8.2, F3.31)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import attrs

from events.terms import Road
from sim.asking.answer import NOT_COVERED, Answer, NotCovered
from sim.asking.by_mover import ByRoadQuestion, asked_mover, asked_origin, asked_road
from sim.asking.question import BadQuestion
from sim.chapter_11.applicability import desert_mud
from sim.chapter_11.mud import counts_for_mud_bog
from sim.chapter_ad.arid_debris import negates_road
from sim.chapter_b.bog_terrain import in_building
from sim.chapter_b.cot import entry_cost
from sim.chapter_b.mover import FOOT, Mover
from sim.chapter_b.roads import follows_way, road_between
from sim.chapter_b.rubble import felled_at
from sim.chapter_d.bog import CELLAR, bog_chance, bog_drm
from sim.chapter_d.vca import change_of
from sim.chapter_f.hammada import immobilization_chance, immobilization_drm, immobilization_rule
from sim.map.terrain_kind import MoverKind
from sim.modifiers import Kind, Modifier, Near, total_of
from sim.state import BogDue, State


class BogQuestion(ByRoadQuestion):
    """Which Bog Checks an entry or a VCA change takes, and how likely it bogs."""


class BogAnswer(Answer):
    bog_check: bool = False
    drm: tuple[int, ...] = ()
    chance: Fraction = Fraction(0)
    """That it bogs."""
    immobilization_drm: int | None = None
    immobilization_chance: Fraction = Fraction(0)
    immobilization_rule: str | NotCovered = NOT_COVERED
    cost: Fraction | None = None
    """In MP; None if it can neither enter nor turn."""


def answer(state: State, question: BogQuestion) -> BogAnswer:
    mover = asked_mover(state, question)
    if mover.kind in FOOT:
        raise BadQuestion("mover", f"{mover.kind} never bogs; a kind of vehicle is expected")
    if question.origin is not None:
        found = _entry(state, question, mover, asked_origin(state, question))
    else:
        found = _turn(state, question, mover)
    if not (found.bog_check and in_building(state, question.hex)):
        return found
    down = felled_at(state, question.hex)
    said = f"{found.verdict}; on a coloured {CELLAR} it falls into the cellar"
    said += f", on {down} or less the building comes down" if down else ""
    return found.but(verdict=f"{said} (B23.41)")


def _entry(state: State, question: BogQuestion, mover: Mover, origin: str | None) -> BogAnswer:
    name, road = question.hex, asked_road(state, question)
    entry = entry_cost(state, mover, origin, name, road=road)
    if entry.amount is None:
        return BogAnswer(verdict=f"it may not enter: {entry.why_not}")
    checks = [bog_drm(state, mover, each, origin) for each in entry.at_once]
    paved = road is not False and origin is not None and not negates_road(state, name)
    paved = paved and road_between(state, origin or "", name) is Road.PAVED
    checks += [bog_drm(state, mover, entry.bog_drm, name, paved=paved)] if entry.bog else []
    follows = follows_way(state, origin, name, road=road)
    immobilization = immobilization_drm(state, mover, name, follows_way=follows)
    found = BogAnswer(verdict=f"{entry.amount} {mover.points}", cost=Fraction(entry.amount))
    found = _risked(found, checks, immobilization, immobilization_rule(mover))
    return found.but(near=(*found.near, *_mud(state, mover, origin, name)))


def _mud(state: State, mover: Mover, origin: str | None, name: str) -> Iterator[Near]:
    """What Desert Mud puts in the place of DR at an entry (11.8)."""
    spared = mover.kind is MoverKind.MOTORCYCLE or not desert_mud(state)
    if not spared and counts_for_mud_bog(state, origin, name) is None:
        chance = bog_chance(bog_drm(state, mover))
        why = f"the Secret DR of its MPh decides (D8.23); it bogs with {chance}, in one such hex"
        yield Near("Mud Bog", "11.8", Kind.DRM, why)


def _turn(state: State, question: BogQuestion, mover: Mover) -> BogAnswer:
    """What a VCA change risks; a vehicle of the game is where it is as it came there."""
    name, road = question.hex, asked_road(state, question)
    vehicle = state.vehicles.get(mover.vehicle or "")
    origin = None
    if vehicle is not None and vehicle.hex == name:
        if (due := state.bog_checks.get(mover.vehicle or "")) is not None:
            return _due(question, mover, due)
        origin = vehicle.came_from
        mover = attrs.evolve(mover, passing=vehicle.bypass is not None)
    change = change_of(state, mover, name, origin, road=road)
    if change.why_not:
        return BogAnswer(verdict=str(change.why_not))
    found = BogAnswer(
        verdict=f"a VCA change in {name} costs {change.mp} MP", cost=Fraction(change.mp)
    )
    checks = [] if change.bog is None else [bog_drm(state, mover, change.bog, name)]
    return _risked(found, checks, change.immobilization, immobilization_rule(mover))


def _due(question: BogQuestion, mover: Mover, due: BogDue) -> BogAnswer:
    """What a vehicle risks that has a Bog Check to make, once Defensive First Fire is over."""
    name, rule = question.hex, immobilization_rule(mover)
    check = (Modifier(f"what is due in {name}", "D8.21", Kind.DRM, due.drm),)
    later = due.immobilization
    more = None if later is None else (Modifier("hammada", rule, Kind.DRM, later),)
    said = f"a Bog Check of {mover.vehicle} is due in {name}"
    found = BogAnswer(verdict=said, cost=Fraction(0))
    return _risked(found, [check], more, rule)


def _risked(
    found: BogAnswer,
    checks: Sequence[tuple[Modifier, ...]],
    immobilization: tuple[Modifier, ...] | None,
    rule: str,
) -> BogAnswer:
    """The answer with the DRM of its Bog Checks, one after the other, and an Immobilization DR."""
    passes = Fraction(1)
    for each in checks:
        passes *= 1 - bog_chance(each)
    drm = tuple(int(total_of(each).fixed) for each in checks)
    said = [f"a Bog Check with DRM {each:+}" for each in drm]
    ends = [f"it bogs with {1 - passes} ({float(1 - passes):.1%})"] if checks else []
    items = checks[-1] if checks else ()
    found = found.but(bog_check=bool(checks), drm=drm, chance=1 - passes)
    if immobilization is not None:
        total = int(total_of(immobilization).fixed)
        chance = immobilization_chance(immobilization)
        said.append(f"an Immobilization DR with DRM {total:+} ({rule})")
        ends.append(f"it is immobilized with {chance} ({float(chance):.1%})")
        found = found.but(
            immobilization_drm=total, immobilization_chance=chance, immobilization_rule=rule
        )
        items += immobilization
    if not said:
        why = Near("Bog Check", "D8.21", Kind.DRM, "neither terrain nor hexside asks for one")
        return found.but(verdict=f"{found.verdict} and no Bog Check", near=(why,))
    verdict = f"{found.verdict}: {' and '.join(said)}; {', '.join(ends)}"
    return found.but(verdict=verdict, items=items)
