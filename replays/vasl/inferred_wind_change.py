"""Which roll was the Wind Change DR: VASL does not say, so it is inferred, with confidence.

B25.65: the ATTACKER makes it as the first act of a RPh. So it is the first DR of the phase, by the
ATTACKER, for no purpose that VASL has a button for; and what a player wrote beside it decides.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from replays.vasl.correction import Corrections
from replays.vasl.fact import RollSeen, VaslFact, VaslStep, WordsSeen

SURE_ENOUGH: Final = 0.5
"""What is less sure than this is not taken for the Wind Change DR unless a correction says so."""

_NAMED: Final = re.compile(r"\b(?:wind[ -]?change|wcdr|wc ?dr|wc|wind)\b", re.IGNORECASE)
_MOST_DICE: Final = 4
_FAR_BACK: Final = 100
_NEITHER: Final = ("IFT", "TH", "TK", "MC", "TC", "CC", "Rally")


@attrs.frozen
class Inferred:
    """What a roll is taken for, how sure that is from 0 to 1, and why.

    ``after`` are the single dice rolled after it in the same phase, for what it may call for.
    Whether the ATTACKER made it is None if the log does not tell.
    """

    moment: str
    where: VaslStep
    dice: tuple[int, int]
    who: str
    confidence: float
    why: str
    after: tuple[int, ...]
    by_attacker: bool | None


def names_wind_change(text: str) -> bool:
    """Whether a player's words speak of the Wind Change DR."""
    return _NAMED.search(text) is not None


def wind_change_in(
    facts: Sequence[VaslFact],
    moment: str,
    attacker: str,
    players: dict[str, str],
    corrections: Corrections,
) -> Inferred | None:
    """The Wind Change DR among the facts of a RPh; None if there is no DR at all."""
    rolls = [f for f in facts if isinstance(f, RollSeen) and f.where not in corrections.nothing]
    named = _named(facts)
    candidates: list[tuple[float, int, RollSeen, str, bool | None]] = []
    for order, roll in enumerate(rolls):
        if roll.line.dr:
            side, first = players.get(roll.line.who), not candidates
            by = None if side is None else side == attacker
            told = roll.where in named
            confidence, why = _judge(roll, corrections, named=told, first=first, by_attacker=by)
            candidates.append((confidence, -order, roll, why, by))
    if not candidates:
        return None
    confidence, before, roll, why, by = max(candidates, key=lambda each: each[:2])
    after = tuple(
        each.line.dice[0]
        for each in rolls[1 - before :]
        if len(each.line.dice) == 1 and (each.line.free or each.line.purpose == "RS")
    )
    one, two = roll.line.dice[:2]
    return Inferred(moment, roll.where, (one, two), roll.line.who, confidence, why, after, by)


def _judge(
    roll: RollSeen, corrections: Corrections, *, named: bool, first: bool, by_attacker: bool | None
) -> tuple[float, str]:
    """How sure it is that a DR is the Wind Change DR, and why."""
    if roll.where in corrections.wind:
        return 1.0, "a correction says so"
    if named:
        return 0.97, "a player named it"
    if roll.line.purpose in _NEITHER:
        return 0.1, f"it was rolled with the {roll.line.purpose} button"
    whose = {True: "the ATTACKER's", False: "the DEFENDER's", None: "a player's"}[by_attacker]
    if first:
        sure = {True: 0.9, None: 0.7, False: 0.55}[by_attacker]
        return sure, f"it is the first DR of the RPh, and {whose}"
    return 0.3 if by_attacker else 0.2, f"it is a later DR of the RPh, and {whose}"


def _named(facts: Sequence[VaslFact]) -> set[VaslStep]:
    """The steps of rolls that the words just before them call a Wind Change DR."""
    found: set[VaslStep] = set()
    told = False
    for fact in facts:
        if isinstance(fact, WordsSeen):
            told = told or names_wind_change(fact.text)
        elif isinstance(fact, RollSeen):
            if told:
                found.add(fact.where)
            told = False
    return found


@attrs.define
class PhaseFacts:
    """The facts of a log between two moves of its turn track, and which of them is read now.

    Where the track went back, or the game is over, the facts are behind it: nothing is ordered.
    """

    facts: Sequence[VaslFact] = ()
    at: int = 0
    behind: bool = False

    def free_dice(self, until: type[VaslFact]) -> list[tuple[int, ...]]:
        """The dice of no purpose that were rolled after this fact, the first few of them.

        They end before a fact of one kind, such as that of another counter.
        """
        found: list[tuple[int, ...]] = []
        for fact in self.facts[self.at + 1 :]:
            if isinstance(fact, until) or len(found) == _MOST_DICE:
                break
            if isinstance(fact, RollSeen) and fact.line.free:
                found.append(fact.line.dice[:2])
        return found

    def last_roll(self) -> RollSeen | None:
        """The roll before this fact; None if none is near."""
        before = reversed(self.facts[max(0, self.at - _FAR_BACK + 1) : self.at])
        return next((fact for fact in before if isinstance(fact, RollSeen)), None)


def prefixes(dice: Sequence[Sequence[int]], least: int = 0) -> Iterator[tuple[int, ...]]:
    """The first none, one, two, ... of some rolls, each as one row of dice."""
    for count in range(least, len(dice) + 1):
        yield tuple(die for each in dice[:count] for die in each)
