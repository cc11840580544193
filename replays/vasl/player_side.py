"""Which player has which side: VASL does not say, so it is inferred from when players roll."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from events.moment import Phase
from events.scenario import Scenario
from replays.vasl.correction import Corrections
from replays.vasl.fact import History, RollSeen, phases_of
from replays.vasl.inferred_wind_change import PlayerSide, named_wind_changes

ATTACKER_FIRES: Final = {Phase.PFPH: True, Phase.AFPH: True, Phase.DFPH: False}
"""Whether the ATTACKER alone fires in a phase, or the DEFENDER alone; no other phases."""


def sides_of_players(
    history: History, scenario: Scenario, sides: dict[str, str], corrections: Corrections
) -> dict[str, PlayerSide]:
    """The sides of players, as far as they are named after them, said to be, or roll as they do.

    Each Wind Change DR, and fire in phases in which one side fires, speaks for a side. Of two
    players each has one side: what speaks for both together decides.
    """
    one, two = scenario.sides
    named = {one: one, two: two} | corrections.players
    found = {who: PlayerSide(named[who]) for who in history.players if who in named}
    rolls = (fact.line.who for fact in history.facts if isinstance(fact, RollSeen))
    rollers = list(dict.fromkeys(filter(None, rolls)))
    if len(rollers) == 1 and rollers == history.players and not found:
        return {rollers[0]: PlayerSide(None)}
    votes, lean = Counter[str](), Counter[str]()
    for who, side in _votes(history, scenario, sides):
        votes[who] += 1
        lean[who] += 1 if side == one else -1
    pair = rollers if len(rollers) == 2 else history.players
    if len(pair) == 2:
        a, b = pair
        votes[a] = votes[b] = votes[a] + votes[b]
        lean[a] -= lean[b]
        lean[b] = -lean[a]
        for who, other in ((a, b), (b, a)):
            if who in found:
                found.setdefault(other, PlayerSide(two if found[who].side == one else one))
    return {
        who: PlayerSide(one if n > 0 else two, (votes[who] + abs(n) + 2) / (2 * votes[who] + 4))
        for who, n in lean.items()
        if n
    } | found


def _votes(
    history: History, scenario: Scenario, sides: dict[str, str]
) -> Iterator[tuple[str, str]]:
    """Who rolled what only one side rolls then, at most once in each phase."""
    for part in phases_of(history.facts):
        side = None if part.track is None else sides.get(part.track.track.side)
        if part.track is None or side is None:
            continue
        lines = [f.line for f in part.facts if isinstance(f, RollSeen) and f.line.who]
        attacks = ATTACKER_FIRES.get(part.track.track.phase)
        if attacks is not None:
            other = next(each for each in scenario.sides if each != side)
            fired = dict.fromkeys(line.who for line in lines if line.attack)
            yield from ((who, side if attacks else other) for who in fired)
        elif part.track.track.phase is Phase.RPH:
            named = named_wind_changes(part.facts)
            drs = [f for f in part.facts if isinstance(f, RollSeen) and f.line.free and f.line.dr]
            first = sorted(drs, key=lambda roll: roll.where not in named)[:1]
            yield from ((roll.line.who, side) for roll in first if roll.line.who)
