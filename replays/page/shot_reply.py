"""A shot as hands ask for it: both totals, which attacks are legal, and what the next wind does."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final

from events.commands import WindChange
from events.moment import Moment, Phase
from events.register import Event
from events.sky import ECChanged
from events.wind import WindChangeRolled
from replays.asking.rulebook import rule_words
from sim.asking.answer import signed
from sim.asking.question import BadQuestion
from sim.chapter_a.los import Location
from sim.machine.decide import resolve
from sim.machine.dice import Dice, outcomes
from sim.machine.telling import Refusal
from sim.questions.shot import ShotAnswer, ShotQuestion, answer
from sim.shot import AERIAL, Attack, Target
from sim.state import State
from sim.state.replace import replace

AGAINST: Final = (Target.VEHICLE, Target.INFANTRY)

Asked = tuple[State, Location, Location]
"""In which state, from where, at what."""


def total_of(found: ShotAnswer) -> str:
    """The total of a shot as the page says it: ``+4 to +7``; ``no LOS`` where it is blocked."""
    if found.blocked is not None:
        return "no LOS"
    return " to ".join(dict.fromkeys((signed(found.total.low), signed(found.total.high))))


def _shoot(asked: Asked, attack: Attack, against: Target) -> ShotAnswer | str:
    """The answer to a shot, or why it cannot be made so."""
    state, firer, target = asked
    question = ShotQuestion(firer=firer, target=target, attack=attack, against=against)
    try:
        found = answer(state, question)
    except BadQuestion as error:
        return error.renamed(lambda name: name).what
    why = found.verdict.removeprefix("not allowed: ")
    return found if why == found.verdict else why


def shot_each(
    state: State,
    firer: Location,
    target: Location,
    attack: Attack,
    shown: Callable[[ShotAnswer], dict[str, Any]],
) -> dict[str, Any]:
    """A shot vs vehicle and vs Infantry; ``shown`` makes plain values of an answer."""
    asked = state, firer, target
    reply: dict[str, Any] = {"from": str(firer), "to": str(target), "attack": attack.value}
    for against in AGAINST:
        found = _shoot(asked, attack, against)
        if isinstance(found, str):
            reply[against.value] = {"verdict": f"not allowed: {found}", "total": "", "items": []}
            continue
        reply[against.value] = shown(found) | {"total": total_of(found), "range": found.range}
    reply["attacks"] = [*_attacks(asked)]
    reply["next"] = _next_wind(asked, attack)
    reply["rules"] = rule_words(each["rule"] for each in reply["next"])
    return reply


def _attacks(asked: Asked) -> Iterator[dict[str, Any]]:
    """The kinds of attack on the ground, which of them can be made, and why not."""
    for attack in Attack:
        if attack in AERIAL:
            continue
        found = [_shoot(asked, attack, each) for each in AGAINST]
        why_not = [each for each in found if isinstance(each, str)]
        legal = len(why_not) < len(found)
        row = {"attack": attack.value, "legal": legal}
        yield row if legal else {**row, "why": why_not[0]}


def _next_wind(asked: Asked, attack: Attack) -> list[dict[str, Any]]:
    """By all 36 of the next Wind Change DR, where the totals would be others; all else stays."""
    state, firer, target = asked
    clock = state.clock
    if clock.wind_rolled:
        moment = clock.moment
        later = Moment(moment.turn, moment.player, Phase.RPH)
        state = replace(state, clock=replace(clock, moment=later, wind_rolled=False))
    now = _totals(asked, attack)
    found: dict[tuple[str, ...], list[tuple[Fraction, tuple[Event, ...]]]] = defaultdict(list)
    totals: dict[tuple[Event, ...], tuple[str, ...]] = {}
    for chance, events, after in _winds(state):
        if events not in totals:
            again = replace(after, clock=clock), firer, target
            totals[events] = _totals(again, attack)
        if totals[events] != now:
            found[totals[events]].append((chance, events))
    rows = [_wind_row(total, ways) for total, ways in found.items()]
    return sorted(rows, key=lambda row: -Fraction(row["chance"]))


def _totals(asked: Asked, attack: Attack) -> tuple[str, ...]:
    shots = (_shoot(asked, attack, each) for each in AGAINST)
    return tuple("" if isinstance(each, str) else total_of(each) for each in shots)


def _winds(state: State) -> Iterator[tuple[Fraction, tuple[Event, ...], State]]:
    """What each Wind Change DR, and each dr that it calls for, would bring."""

    def act(dice: Dice) -> Any:
        return resolve(state, WindChange(), dice)

    for chance, _, outcome in outcomes(act):
        if isinstance(outcome, Refusal):
            return
        events = tuple(e for e in outcome.events if not isinstance(e, WindChangeRolled))
        yield chance, events, outcome.state


def _wind_row(
    totals: tuple[str, ...], ways: list[tuple[Fraction, tuple[Event, ...]]]
) -> dict[str, Any]:
    """The winds that lead to the same totals: their chance, how they begin, what they share."""
    likely: dict[Event, Fraction] = defaultdict(Fraction)
    for chance, events in ways:
        likely[events[0]] += chance
    first = sorted(likely, key=lambda event: -likely[event])
    shared = [each for each in ways[0][1] if all(each in events for _, events in ways)]
    shared = [each for each in shared if not isinstance(each, ECChanged)]
    begins = _said(shared[:1] if shared and shared[0] in likely else first)
    told = [each for each in shared if each not in likely][:1]
    row = {"if": ": ".join([begins, *map(str, told)])}
    row |= {"chance": str(sum(likely.values())), "rule": (told or shared or first)[0].rule}
    return row | dict(zip((each.value for each in AGAINST), totals, strict=True))


def _said(events: list[Event]) -> str:
    """Events in words, those of one kind as one."""
    kinds: dict[type[Event], list[str]] = defaultdict(list)
    for each in events:
        kinds[type(each)].append(str(each).partition(",")[0])
    return " or ".join(
        said[0] if len(said) == 1 else said[0].partition(" from ")[0] for said in kinds.values()
    )
