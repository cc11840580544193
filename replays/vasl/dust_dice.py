"""Dust shot by shot: the IFT and TH DR of a log that lack their Dust dr (11.71).

VASL rolls a third die with them where it knows of Dust; else a player rolls a dr beside them.
Which attacks take that dr is asked of the rules; a log does not say what an IFT DR is for, so it is
judged only as far as words, earlier dice and counters leave no other use for it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final

import attrs

from events.moment import Moment, Phase
from replays.vasl.fact import LosSeen, RollSeen, Spot, VaslFact, VaslStep, WordsSeen
from replays.vasl.inferred_wind_change import PhaseFacts
from replays.vasl.log_boards import SharedBoards
from sim.asking.question import BadQuestion
from sim.chapter_11.dust import dust_die
from sim.chapter_11.low_visibility import no_dlv
from sim.chapter_a.los import Location
from sim.questions.shot import ShotQuestion, answer
from sim.shot import Attack
from sim.state import State

_FIRE: Final = (Phase.PFPH, Phase.MPH, Phase.DFPH, Phase.AFPH)
"""Phases in which units fire; an IFT or TH DR in another is none of a unit's fire."""
_TO_HIT: Final = 0.9
_IFT: Final = 0.85
_NEAR: Final = 50
"""A dr is that of one of the last so many DR."""

_CALLED: Final = re.compile(
    r"\b(?:(?P<OBA>oba|ffe|barrage|artillery|harass\w{0,4})|(?P<DC>dcs?|satchel)"
    r"|(?P<FT>fts?|flame-?thrower)|(?P<FIRE_LANE>fire ?lane|fl)"
    r"|(?P<SPECIFIC_COLLATERAL>collateral)|(?P<RESIDUAL_FP>resid\w{0,4}|rfp))\b",
    re.IGNORECASE,
)
"""What players call attacks that are no ordinary fire."""
_OTHER: Final = re.compile(r"\b(?:[Mm]ines|[Mm]inefield|[Ee]ffects?|[Oo]rdnance|HE|CH)\b")
_TAKEN_BACK: Final = re.compile(
    r"\b(?:wrong|oops|misclick\w{0,3}|mistake|ignore|disregard|scratch|never ?mind|sorry|meant)\b",
    re.IGNORECASE,
)
"""What is written after a roll that was none, or another than its button says."""
_COUNTERS: Final = re.compile(
    r"\A(?:Residual FP|DC|FT|.{0,20}\bFFE|.{0,20}Minefield|.{0,20}Fire Lane)\b", re.IGNORECASE
)


def makes_other_attacks(counter: str) -> bool:
    """Whether a counter of this name makes attacks that are no ordinary fire."""
    return _COUNTERS.search(counter) is not None


@attrs.frozen
class DustShot:
    """A DR that needs a Dust dr, in the words of a finding, and how sure that is."""

    where: VaslStep
    who: str
    moment: Moment
    shown: str
    expected: str
    rule: str
    sure: float


@attrs.define
class DustDice:
    """The dice of a phase: DR that wait for their Dust dr, and dr that were rolled before."""

    boards: SharedBoards
    waiting: list[DustShot] = attrs.field(factory=list)
    _spare: int = 0
    _hits: Counter[str] = attrs.field(factory=Counter)

    def single(self, who: str) -> None:
        """A dr was rolled: of the last DR of its player, else of another, else of one to come."""
        near = range(len(self.waiting) - 1, max(-1, len(self.waiting) - _NEAR), -1)
        if near:
            del self.waiting[next((n for n in near if self.waiting[n].who == who), -1)]
        else:
            self._spare += 1

    def attack(self, roll: RollSeen, state: State, phase: PhaseFacts, most: float) -> str | None:
        """An IFT or TH DR in Dust: why it is not judged; None if it has its dr, or waits for it.

        At most so sure is it that the DR is one of ordinary fire.
        """
        line, die = roll.line, dust_die(state.density)
        to_hit = line.purpose == "TH"
        effect = not to_hit and self._hits[line.who] > 0
        self._hits[line.who] += 1 if to_hit else -effect
        if len(line.dice) == 3 or die is None:
            return None
        if state.moment.phase not in _FIRE:
            return "in this phase no unit fires"
        if effect:
            return "an IFT DR after a TH DR may be the effect of a hit"
        if (why := _exempt(phase, to_hit=to_hit)) is not None:
            return why
        if self._spare:
            self._spare -= 1
            return None
        name, rule, halved = die
        plain = "", f"{name} {halved}"
        along, expected = _along(state, phase, self.boards, to_hit=to_hit) or plain
        if not expected:
            return "its LOS takes none"
        dice, sure = ",".join(map(str, line.dice)), min(_TO_HIT if to_hit else _IFT, most)
        shown = f"{line.purpose} DR {dice} by {line.who or 'a player'}{along}, and no dr with it"
        about = (state.moment, shown, expected, rule, sure)
        self.waiting.append(DustShot(roll.where, line.who, *about))
        return None


def _beside(phase: PhaseFacts, way: int) -> Iterator[VaslFact]:
    """The facts back to the DR before the one that is read, the last first, or on to the next."""
    end = len(phase.facts) if way > 0 else -1
    facts = (phase.facts[n] for n in range(phase.at + way, end, way))
    return takewhile(lambda fact: not (isinstance(fact, RollSeen) and fact.line.dr), facts)


def _words(facts: Iterable[VaslFact]) -> list[str]:
    return [fact.text for fact in facts if isinstance(fact, WordsSeen)]


def _exempt(phase: PhaseFacts, *, to_hit: bool) -> str | None:
    """Why a DR takes no Dust dr by what players wrote beside it; None if it may take one."""
    after = _words(_beside(phase, 1))
    if any(map(_TAKEN_BACK.search, after)):
        return "players took it back"
    for text in () if to_hit else (*after, *_words(_beside(phase, -1))):
        found = _CALLED.search(text)
        if found and (why := no_dlv(Attack[found.lastgroup or ""])) is not None:
            return why
        if _OTHER.search(text):
            return "players wrote of ordnance or mines"
    return None


def _along(
    state: State, phase: PhaseFacts, boards: SharedBoards, *, to_hit: bool
) -> tuple[str, str] | None:
    """The range of a shot whose LOS was checked before, and what Dust adds along it."""
    los = next((fact for fact in _beside(phase, -1) if isinstance(fact, LosSeen)), None)
    if los is None:
        return None
    origin, to = (boards.hex_of(Spot("", 0, 0, each)) for each in (los.origin, los.to))
    if origin is None or to is None:
        return None
    attack = Attack.TO_HIT if to_hit else Attack.IFT
    question = ShotQuestion(firer=Location(origin), target=Location(to), attack=attack)
    try:
        found = answer(state, question)
    except BadQuestion:
        return None
    met = [each for each in found.items if each.rule.startswith("11.7")]
    said = (
        f"{each.name} {each.die if each.amount is None else f'{each.amount:+}'} ({each.rule})"
        for each in met
    )
    dice = any(each.die is not None for each in met)
    return f", {origin} to {to}, range {found.range}", ", ".join(said) if dice else ""
