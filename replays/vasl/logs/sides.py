"""Who is who: which side of a scenario VASL calls Axis, and which player has which side."""

from collections import Counter
from typing import Final

from events.errors import BadInput
from events.moment import Phase
from events.scenario import Scenario
from replays.vasl.logs.account import Account, RollSeen, TrackSeen
from replays.vasl.logs.corrections import Corrections

__all__ = ["AXIS", "players_of", "sides_of", "track_name"]

AXIS: Final = frozenset(
    {
        *("german", "italian", "japanese", "finnish", "hungarian", "romanian", "rumanian"),
        *("slovakian", "bulgarian", "croatian", "axis minor", "axis", "vichy french"),
    }
)
"""Nationalities that VASL's turn track calls Axis."""


def track_name(side: str, other: str) -> str:
    """What the turn track calls a side: Axis or Allied; the side itself where both would be one."""
    axis, others = side.lower() in AXIS, other.lower() in AXIS
    if axis == others:
        return side
    return "Axis" if axis else "Allied"


def sides_of(account: Account, scenario: Scenario, corrections: Corrections) -> dict[str, str]:
    """The sides of the scenario by what the turn track calls them.

    Raises:
        BadInput: when nobody can say; it tells how a correction does.
    """
    names = list(dict.fromkeys(f.track.side for f in account.facts if isinstance(f, TrackSeen)))
    one, two = scenario.order_of_sides
    known = {track_name(one, two).lower(): one, track_name(two, one).lower(): two}
    known |= {one.lower(): one, two.lower(): two}
    found = {name: known[name.lower()] for name in names if name.lower() in known}
    found |= {name: side for name, side in corrections.sides.items() if name in names}
    left = [name for name in names if name not in found]
    if len(left) == 1 and len(names) == 2 and found:
        (side,) = set(found.values())
        found[left[0]] = two if side == one else one
        left = []
    if left or len(set(found.values())) < len(found):
        raise BadInput(
            f"which side is {(left or names)[0]!r} on the turn track, {one} or {two}? Say so in "
            f'the corrections, such as `[sides]` and `{(left or names)[0]} = "{one}"`'
        )
    return found


def players_of(
    account: Account, scenario: Scenario, sides: dict[str, str], corrections: Corrections
) -> dict[str, str]:
    """The sides of players, as far as they are named after them, said to be, or roll as they do.

    The first DR of an RPh that is for no purpose of VASL's is the ATTACKER's; whoever makes most of
    those of one side has it.
    """
    found = {who: side for who in account.players for side in scenario.sides if who == side}
    found |= {who: side for who, side in corrections.players.items() if who in account.players}
    votes: dict[str, Counter[str]] = {}
    side = ""
    for fact in account.facts:
        if isinstance(fact, TrackSeen):
            rally = fact.track.phase is Phase.RPH
            side = sides.get(fact.track.side, "") if rally else ""
        elif isinstance(fact, RollSeen) and side and fact.line.dr and fact.line.who:
            if fact.line.free:
                votes.setdefault(fact.line.who, Counter())[side] += 1
            side = ""
    for who, count in votes.items():
        (most, n), *others = count.most_common()
        if who not in found and (not others or others[0][1] < n):
            found[who] = most
    players = account.players
    if len(players) == 2 and len(found) == 1:
        ((who, side),) = found.items()
        other = players[1] if who == players[0] else players[0]
        found[other] = next(each for each in scenario.sides if each != side)
    return found
