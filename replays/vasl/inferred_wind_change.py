"""Which roll was the Wind Change DR: VASL does not say, so it is inferred, with confidence.

B25.65: the ATTACKER makes it as the first act of a RPh. So it is the first DR of the phase, by the
ATTACKER, for no purpose that VASL has a button for; and what a player wrote beside it decides.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

import attrs

from replays.vasl.correction import Corrections
from replays.vasl.fact import RollSeen, VaslFact, VaslStep, WordsSeen

SURE_ENOUGH: Final = 0.5
"""What is less sure than this is not taken for the Wind Change DR unless a correction says so."""

_NAMED: Final = re.compile(
    r"\b(?:wind[ -]?change|wcdr|wc ?dr|wc)\b"
    r"|\A\W{0,9}wind(?: (?:dr|roll|check|first|now))?\W{0,9}\Z",
    re.IGNORECASE,
)
_RESULT: Final = re.compile(
    r"\bno (?:w|ch|eff|gust)|\bno\W{0,9}\Z|(?<!turn )\b(?:[2-9]|1[0-2])\b"
    r"|\b(?:none|nothing|unchanged|same|stays?|done|was|that'?s|gusts?|breeze|heavy|mild|rains?"
    r"|ends?)\b",
    re.IGNORECASE,
)
"""Words that tell what the Wind Change DR gave, and so are of the roll before them."""
_SURE: Final = 0.97
_RIVALLED: Final = 0.7
"""How sure a DR is that no words name where the phase before ended with one for no purpose."""
_BETWEEN: Final = 0.92
"""How sure words are that stand between two rolls of the one who wrote them."""
_MOST_DICE: Final = 4
_FAR_BACK: Final = 100


@attrs.frozen
class Seat:
    """The side of a player, and how sure that is from 0 to 1; None of one who plays both."""

    side: str | None
    sure: float = 1.0


_BEGINNING: Final = VaslStep(0, 0)


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


def named_wind_changes(facts: Sequence[VaslFact]) -> dict[VaslStep, float]:
    """The DR that words call a Wind Change DR, and how sure that is.

    Words announce the next DR that was rolled with a button of no purpose, or are of the one just
    before them, where they tell its result, or where another player rolled the next one.
    """
    found: dict[VaslStep, float] = {}
    last: RollSeen | None = None
    waiting: tuple[WordsSeen, RollSeen | None] | None = None
    for fact in facts:
        if isinstance(fact, WordsSeen) and names_wind_change(fact.text):
            before = None if last is None or last.where in found else last
            if _RESULT.search(fact.text) is None:
                waiting = fact, before
            elif before is not None:
                found[before.where] = _SURE
        elif isinstance(fact, RollSeen) and fact.line.dr:
            if fact.line.free and waiting is not None:
                (words, before), waiting = waiting, None
                if before is None:
                    found[fact.where] = _SURE
                elif words.who in (fact.line.who, "") or before.line.who != words.who:
                    found[fact.where] = _BETWEEN
                else:
                    found[before.where] = _SURE
            last = fact if fact.line.free else None
    if waiting is not None and waiting[1] is not None:
        found[waiting[1].where] = _SURE
    return found


def wind_change_in(
    phase: "PhaseFacts",
    moment: str,
    attacker: str,
    seats: Mapping[str, Seat],
    corrections: Corrections,
) -> Inferred | None:
    """The Wind Change DR among the facts of a RPh; None if there is no DR at all."""
    facts = phase.facts
    rolls = [f for f in facts if isinstance(f, RollSeen) and f.where not in corrections.nothing]
    named = named_wind_changes(facts)
    best: tuple[float, int, str, bool | None] | None = None
    whose: list[bool | None] = []
    several = len({each.line.who for each in rolls if each.line.dr and each.line.free}) > 1
    for at, roll in enumerate(rolls):
        if not roll.line.dr:
            continue
        seat = seats.get(roll.line.who)
        alone = seat is not None and seat.side is None
        by = None if seat is None else alone or seat.side == attacker
        confidence, why = _judge(roll, corrections, named.get(roll.where), by, whose)
        if several and seat is not None and by and roll.where not in {*named, *corrections.wind}:
            confidence = min(confidence, seat.sure)
        if best is None or confidence > best[0]:
            best = confidence, at, why, by
        if roll.line.free:
            whose.append(by)
    if best is None:
        return None
    if best[0] < _BETWEEN and phase.free_before():
        best = min(best[0], _RIVALLED), *best[1:]
    return inferred(rolls, best[1], moment, best[0], best[2], by_attacker=best[3])


def named_beside(
    facts: Sequence[VaslFact], moment: str, attacker: str, seats: Mapping[str, Seat], why: str
) -> Inferred | None:
    """A DR beside the RPh that a player named, as the turn track was moved too late or early."""
    named = named_wind_changes(facts)
    rolls = [fact for fact in facts if isinstance(fact, RollSeen)]
    at = next((n for n, roll in enumerate(rolls) if roll.where in named), None)
    if at is None:
        return None
    seat = seats.get(rolls[at].line.who)
    by = None if seat is None else seat.side in (attacker, None)
    return inferred(rolls, at, moment, _BETWEEN, why, by_attacker=by)


def inferred(
    rolls: Sequence[RollSeen],
    at: int,
    moment: str,
    confidence: float,
    why: str,
    *,
    by_attacker: bool | None,
) -> Inferred:
    """One of some rolls, with the single dice after it."""
    roll = rolls[at]
    after = tuple(
        each.line.dice[0]
        for each in rolls[at + 1 :]
        if len(each.line.dice) == 1 and (each.line.free or each.line.purpose == "RS")
    )
    one, two = roll.line.dice[:2]
    who = roll.line.who
    return Inferred(moment, roll.where, (one, two), who, confidence, why, after, by_attacker)


def _judge(
    roll: RollSeen,
    corrections: Corrections,
    named: float | None,
    by_attacker: bool | None,
    before: Sequence[bool | None],
) -> tuple[float, str]:
    """How sure it is that a DR is the Wind Change DR, and why.

    Before it there were DR for no purpose, of each whether the ATTACKER made it.
    """
    if roll.where in corrections.wind:
        return 1.0, "a correction says so"
    if not roll.line.free:
        return 0.1, f"it was rolled with the {roll.line.purpose} button"
    if named is not None:
        return named, "a player named it"
    whose = {True: "the ATTACKER's", False: "the DEFENDER's", None: "a player's"}[by_attacker]
    if not before:
        sure = {True: 0.9, None: 0.7, False: 0.55}[by_attacker]
        return sure, f"it is the first DR of the RPh for no other purpose, and {whose}"
    if by_attacker and not any(each is not False for each in before):
        return 0.85, "it is the first of the ATTACKER's, after one of the DEFENDER's"
    return 0.3 if by_attacker else 0.2, f"it is a later DR of the RPh, and {whose}"


@attrs.define
class PhaseFacts:
    """The facts of a log between two moves of its turn track, and which of them is read now.

    Where the track went back, or the game is over, the facts are behind it: nothing is ordered.
    The track has shown the phase since a step. Before and coming are those of the phases beside it,
    but of no RPh before.
    """

    facts: Sequence[VaslFact] = ()
    before: Sequence[VaslFact] = ()
    coming: Sequence[VaslFact] = ()
    at: int = 0
    since: VaslStep = _BEGINNING
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

    def free_before(self) -> bool:
        """Whether the phase before ended with a DR for no purpose, as if the RPh had begun."""
        drs = (f.line for f in reversed(self.before) if isinstance(f, RollSeen) and f.line.dr)
        return any(line.free for line in islice(drs, 1))

    def free_after(self) -> bool:
        """Whether the phase that comes begins with a DR for no purpose."""
        drs = (f.line for f in self.coming if isinstance(f, RollSeen) and f.line.dr)
        return any(line.free for line in islice(drs, 1))

    def last_roll(self) -> RollSeen | None:
        """The roll before this fact; None if none is near."""
        before = reversed(self.facts[max(0, self.at - _FAR_BACK + 1) : self.at])
        return next((fact for fact in before if isinstance(fact, RollSeen)), None)


def prefixes(dice: Sequence[Sequence[int]], least: int = 0) -> Iterator[tuple[int, ...]]:
    """The first none, one, two, ... of some rolls, each as one row of dice."""
    for count in range(least, len(dice) + 1):
        yield tuple(die for each in dice[:count] for die in each)
