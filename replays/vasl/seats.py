"""Which player has which side: VASL does not say, so it is inferred from when players roll."""

from collections import Counter
from collections.abc import Iterator

from events.moment import Phase
from events.scenario import Scenario
from replays.vasl.correction import Corrections
from replays.vasl.fact import History, RollSeen, VaslFact, phases_of
from replays.vasl.inferred_wind_change import Seat, named_wind_changes


def fires_as_attacker(phase: Phase) -> bool | None:
    """Whether the ATTACKER alone fires in a phase, or the DEFENDER alone; None of other phases."""
    return {Phase.PFPH: True, Phase.AFPH: True, Phase.DFPH: False}.get(phase)


def players_of(
    history: History, scenario: Scenario, sides: dict[str, str], corrections: Corrections
) -> dict[str, Seat]:
    """The sides of players, as far as they are named after them, said to be, or roll as they do.

    Each Wind Change DR, and fire in phases in which one side fires, speaks for a side. Of two
    players each has one side: what speaks for both together decides.
    """
    found = {who: Seat(side) for who in history.players for side in scenario.sides if who == side}
    named = corrections.players.items()
    found |= {who: Seat(side) for who, side in named if who in history.players}
    rolled = dict.fromkeys(f.line.who for f in history.facts if isinstance(f, RollSeen))
    rollers = [who for who in rolled if who]
    votes = {who: Counter[str]() for who in rollers}
    for who, side in _votes(history, scenario, sides):
        votes[who][side] += 1
    pair = rollers if len(rollers) == 2 else history.players
    if not found and rollers == history.players and len(rollers) == 1:
        return {rollers[0]: Seat(None)}
    if len(pair) == 2:
        return found | _pair(pair, found, votes, scenario)
    for who, count in votes.items():
        (side, n), *others = count.most_common() or [("", 0)]
        against = others[0][1] if others else 0
        if who not in found and n > against:
            found[who] = Seat(side, _share(n, against))
    return found


def _share(agreeing: int, against: int) -> float:
    return (agreeing + 1) / (agreeing + against + 2)


def _pair(
    pair: list[str], found: dict[str, Seat], votes: dict[str, Counter[str]], scenario: Scenario
) -> dict[str, Seat]:
    """The sides of two players, of whom each has one."""
    (a, b), (one, two) = pair, scenario.sides
    ways = ({a: one, b: two}, {a: two, b: one})
    if known := next((who for who in pair if who in found), None):
        way = next(each for each in ways if each[known] == found[known].side)
        return {who: Seat(side) for who, side in way.items() if who not in found}
    none = Counter[str]()
    first, second = (sum(votes.get(who, none)[side] for who, side in way.items()) for way in ways)
    if first == second:
        return {}
    sure = _share(max(first, second), min(first, second))
    return {who: Seat(side, sure) for who, side in ways[second > first].items()}


def _votes(
    history: History, scenario: Scenario, sides: dict[str, str]
) -> Iterator[tuple[str, str]]:
    """Who rolled what only one side rolls then, at most once in each phase."""
    for part in phases_of(history.facts):
        track, facts = part.track, part.facts
        side = None if track is None else sides.get(track.track.side)
        if track is None or side is None:
            continue
        other = next(each for each in scenario.sides if each != side)
        attacks = fires_as_attacker(track.track.phase)
        if track.track.phase is Phase.RPH:
            yield from ((who, side) for who in _openers(facts))
        elif attacks is not None:
            rolls = (fact.line for fact in facts if isinstance(fact, RollSeen))
            fired = {line.who for line in rolls if line.attack and line.who}
            yield from ((who, side if attacks else other) for who in sorted(fired))


def _openers(facts: list[VaslFact]) -> Iterator[str]:
    """Who made the Wind Change DR of a RPh: thrice the one that words name, else the first DR."""
    drs = [f for f in facts if isinstance(f, RollSeen) and f.line.free and f.line.dr and f.line.who]
    named = named_wind_changes(facts)
    said = [f.line.who for f in drs if f.where in named]
    yield from said[:1] * 3 or [f.line.who for f in drs[:1]]
