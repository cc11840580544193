"""Which roll was the Wind Change DR: VASL does not say, so it is inferred, with confidence.

B25.65: the ATTACKER makes it as the first act of a RPh. So it is the first DR of the phase, by the
ATTACKER, for no purpose that VASL has a button for; and what a player wrote beside it decides.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

import attrs

from events.moment import Phase
from events.scenario import Scenario
from replays.vasl.chat import RollSeen, VaslFact, VaslStep, WordsSeen
from replays.vasl.correction import Corrections
from replays.vasl.fact import History, phases_of

PERHAPS: Final = 0.5
"""What is less sure than this is not taken for the Wind Change DR, and no mistake is told by it."""
OPEN: Final = 0.6
"""How sure at most anything is that a log leaves open."""

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
_MOST_DICE: Final = 4
_FAR_BACK: Final = 100
_BEGINNING: Final = VaslStep(0, 0)


@attrs.frozen
class PlayerSide:
    """The side of a player, and how sure that is from 0 to 1; None of one who plays both."""

    side: str | None
    sure: float = 1.0


@attrs.frozen
class Inferred:
    """What a roll is taken for, how sure that is from 0 to 1, and why.

    ``after`` are the dr and DR rolled after it in the same phase, for what it may call for.
    """

    moment: str
    where: VaslStep
    dice: tuple[int, int]
    who: str
    confidence: float
    why: str
    after: tuple[tuple[int, ...], ...]


def names_wind_change(text: str) -> bool:
    """Whether a player's words speak of the Wind Change DR."""
    return _NAMED.search(text) is not None


def named_wind_changes(facts: Sequence[VaslFact]) -> frozenset[VaslStep]:
    """The DR that words call a Wind Change DR.

    Words announce the next DR that was rolled with a button of no purpose, or are of the one just
    before them, where they tell its result, or where another player rolled the next one.
    """
    found: set[VaslStep] = set()
    last: RollSeen | None = None
    waiting: tuple[str, RollSeen | None] | None = None
    for fact in facts:
        if isinstance(fact, WordsSeen) and names_wind_change(fact.text):
            before = None if last is None or last.where in found else last
            if _RESULT.search(fact.text) is None:
                waiting = fact.who, before
            elif before is not None:
                found.add(before.where)
        elif isinstance(fact, RollSeen) and fact.line.dr:
            last = fact if fact.line.free else None
            if last is not None and waiting is not None:
                (who, before), waiting = waiting, None
                own = before is None or before.line.who != who or who == fact.line.who
                found.add(fact.where if own or before is None else before.where)
    if waiting is not None and waiting[1] is not None:
        found.add(waiting[1].where)
    return frozenset(found)


@attrs.frozen
class WindChangeSought:
    """Where the Wind Change DR of a RPh is sought: by its ATTACKER, among the rolls of players."""

    moment: str
    attacker: str
    players: Mapping[str, PlayerSide]
    corrections: Corrections

    def among(self, phase: "PhaseFacts") -> Inferred | None:
        """The Wind Change DR among the facts of its RPh; None if no DR is sure enough."""
        nothing = self.corrections.nothing
        rolls = [f for f in phase.facts if isinstance(f, RollSeen) and f.where not in nothing]
        best, earlier = (0.0, 0, ""), dict[str, bool | None]()
        for at, roll in enumerate(rolls):
            if roll.line.dr:
                confidence, why = self._judged(roll, phase.named, earlier.values())
                if confidence > best[0]:
                    best = confidence, at, why
                if roll.line.free:
                    earlier[roll.line.who] = self._by_attacker(roll)
        confidence, at, why = best
        if confidence < PERHAPS:
            return None
        who = rolls[at].line.who
        if confidence < _SURE and phase.free_before():
            confidence = min(confidence, OPEN)
            why += "; so is the last of the phase before, which can be it"
        if confidence < _SURE and len(earlier) > 1 and who in self.players:
            confidence = min(confidence, self.players[who].sure)
        return self._inferred(rolls, at, confidence, why)

    def named_in(self, facts: Sequence[VaslFact], why: str) -> Inferred | None:
        """A DR beside the RPh that a player named, as the turn track was moved late or early."""
        named = named_wind_changes(facts)
        rolls = [fact for fact in facts if isinstance(fact, RollSeen)]
        at = next((n for n, roll in enumerate(rolls) if roll.where in named), None)
        return None if at is None else self._inferred(rolls, at, _SURE, why)

    def _by_attacker(self, roll: RollSeen) -> bool | None:
        player = self.players.get(roll.line.who)
        return None if player is None else player.side in (self.attacker, None)

    def _inferred(
        self, rolls: Sequence[RollSeen], at: int, confidence: float, why: str
    ) -> Inferred:
        """One of some rolls, with those after it."""
        roll = rolls[at]
        after = tuple(
            each.line.dice[:2]
            for each in rolls[at + 1 :]
            if each.line.free or (each.line.purpose == "RS" and len(each.line.dice) == 1)
        )
        (one, two), who = roll.line.dice[:2], roll.line.who
        return Inferred(self.moment, roll.where, (one, two), who, confidence, why, after)

    def _judged(
        self, roll: RollSeen, named: frozenset[VaslStep], earlier: Collection[bool | None]
    ) -> tuple[float, str]:
        """How sure it is that a DR is the Wind Change DR, and why.

        Earlier are the players of DR for no purpose before it: whether they are the ATTACKER.
        """
        if roll.where in self.corrections.wind:
            return 1.0, "a correction says so"
        if not roll.line.free:
            return 0.1, f"it was rolled with the {roll.line.purpose} button"
        if roll.where in named:
            return _SURE, "a player named it"
        by = self._by_attacker(roll)
        whose = {True: "the ATTACKER's", False: "the DEFENDER's", None: "a player's"}[by]
        if not earlier:
            why = f"it is the first DR of the RPh for no other purpose, and {whose}"
            return {True: 0.9, None: 0.7, False: 0.55}[by], why
        if by and all(each is False for each in earlier):
            return 0.85, "it is the first of the ATTACKER's, after one of the DEFENDER's"
        return 0.2, f"it is a later DR of the RPh, and {whose}"


@attrs.define
class PhaseFacts:
    """The facts of a log between two moves of its turn track, and which of them is read now.

    Where the track went back, or the game is over, the facts are behind it: nothing is ordered.
    The track has shown the phase since a step; named are the DR that words call a Wind Change DR.
    Before and coming are the facts of the phases beside it, but of no RPh before.
    """

    facts: Sequence[VaslFact] = ()
    before: Sequence[VaslFact] = ()
    coming: Sequence[VaslFact] = ()
    named: frozenset[VaslStep] = frozenset()
    at: int = 0
    since: VaslStep = _BEGINNING
    behind: bool = False

    def free_dice(self, *until: type[VaslFact], back: bool = False) -> list[tuple[int, ...]]:
        """The dice of no purpose that were rolled after this fact, or before it, the nearest few.

        They end at a fact of some kinds, such as that of another counter.
        """
        found: list[tuple[int, ...]] = []
        for fact in self._just_before() if back else self.facts[self.at + 1 :]:
            if isinstance(fact, until) or len(found) == _MOST_DICE:
                break
            if isinstance(fact, RollSeen) and fact.line.free:
                found.append(fact.line.dice[:2])
        return found[::-1] if back else found

    def free_before(self) -> bool:
        """Whether the phase before ended with a DR for no purpose, as if the RPh had begun."""
        return _first_is_free(reversed(self.before))

    def free_beside(self) -> bool:
        """Whether it did, or the phase that comes begins with one."""
        return self.free_before() or _first_is_free(self.coming)

    def last_roll(self) -> RollSeen | None:
        """The roll before this fact; None if none is near."""
        return next((fact for fact in self._just_before() if isinstance(fact, RollSeen)), None)

    def _just_before(self) -> Iterator[VaslFact]:
        """The facts before this one, the last first."""
        return reversed(self.facts[max(0, self.at - _FAR_BACK + 1) : self.at])


def _first_is_free(facts: Iterable[VaslFact]) -> bool:
    """Whether the first DR of some facts was rolled for no purpose."""
    return next((f.line.free for f in facts if isinstance(f, RollSeen) and f.line.dr), False)


def prefixes(dice: Sequence[Sequence[int]], least: int = 0) -> Iterator[tuple[int, ...]]:
    """The first none, one, two, ... of some rolls, each as one row of dice."""
    for count in range(least, len(dice) + 1):
        yield tuple(die for each in dice[:count] for die in each)


# The sides of players -----------------------------------------------------------------------------

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
