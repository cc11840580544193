"""Dust shot by shot: the IFT and TH DR of a log that lack their Dust dr (11.71).

VASL rolls a third die with them where it knows of Dust; else a player rolls a dr beside them.
Which attacks take that dr is asked of the rules; a log does not say what an IFT DR is for, so it is
judged only as far as words, earlier dice and counters leave no other use for it.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

import attrs

from events.moment import Phase
from replays.vasl.fact import LosSeen, RollSeen, Spot, VaslFact, WordsSeen
from replays.vasl.inferred_wind_change import PhaseFacts
from replays.vasl.log_boards import SharedBoards
from sim.asking.question import BadQuestion
from sim.chapter_11.dust import dust_die
from sim.chapter_11.low_visibility import no_dlv
from sim.chapter_a.los import Location
from sim.modifiers import Modifier
from sim.questions.shot import ShotQuestion, answer
from sim.shot import Attack
from sim.state import State

FIRE: Final = (Phase.PFPH, Phase.MPH, Phase.DFPH, Phase.AFPH)
"""Phases in which units fire; an IFT or TH DR in another is none of a unit's fire."""

_TO_HIT: Final = 0.9
_IFT: Final = 0.85
_NEAR: Final = 50
"""A dr is that of one of the last so many DR."""
_OPEN: Final = 0.6
"""How sure a DR is one of fire where a counter on the table makes other attacks, or where the side
whose fire it is in that phase is not the side of its player."""


def _form(form: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{form})\b", re.IGNORECASE)


_WORDS: Final = (
    (_form(r"oba|ffe|barrage|artillery|harass\w{0,4}"), Attack.OBA),
    (_form(r"dcs?|satchel"), Attack.DC),
    (_form(r"fts?|flame-?thrower"), Attack.FT),
    (_form(r"fire ?lane|fl"), Attack.FIRE_LANE),
    (_form(r"collateral"), Attack.SPECIFIC_COLLATERAL),
    (_form(r"resid\w{0,4}|rfp"), Attack.RESIDUAL_FP),
)
"""What players call attacks that are no ordinary fire."""
_OTHER: Final = re.compile(r"\b(?:[Mm]ines|[Mm]inefield|[Ee]ffects?|[Oo]rdnance|HE|CH)\b")
_SHOT: Final = re.compile(
    r"(?<!\w)(?P<origin>[0-9]{0,2}[A-Z]{1,2}[0-9]{1,2}) {0,2}"
    r"(?:->|-|to|at|on|vs\.?|fires (?:at|on)|shoots(?: at)?) {0,2}"
    r"(?P<to>[0-9]{0,2}[A-Z]{1,2}[0-9]{1,2})(?!\w)"
)
"""A shot as players announce it, from one hex at another."""
_COUNTERS: Final = re.compile(
    r"\A(?:Residual FP|DC|FT|.{0,20}\bFFE|.{0,20}Minefield|.{0,20}Fire Lane)\b", re.IGNORECASE
)


def makes_other_attacks(counter: str) -> bool:
    """Whether a counter of this name makes attacks that are no ordinary fire."""
    return _COUNTERS.search(counter) is not None


@attrs.frozen
class DustShot:
    """A DR that needs a Dust dr, in the words of a finding, and how sure that is."""

    roll: RollSeen
    moment: str
    shown: str
    expected: str
    rule: str
    sure: float


@attrs.define
class DustDice:
    """The dice of a phase: DR that wait for their Dust dr, and dr that were rolled before."""

    boards: SharedBoards
    waiting: list[DustShot] = attrs.field(factory=list)
    _spare: Counter[str] = attrs.field(factory=Counter)
    _hits: Counter[str] = attrs.field(factory=Counter)

    def clear(self) -> None:
        """Another phase begins."""
        for each in (self.waiting, self._spare, self._hits):
            each.clear()

    def single(self, who: str) -> None:
        """A dr was rolled: it is taken for that of the last DR of its player, else of another."""
        near = range(len(self.waiting) - 1, max(-1, len(self.waiting) - _NEAR), -1)
        own = next((n for n in near if self.waiting[n].roll.line.who == who), None)
        if self.waiting:
            del self.waiting[-1 if own is None else own]
        else:
            self._spare[who] += 1

    def attack(
        self,
        roll: RollSeen,
        state: State,
        phase: PhaseFacts,
        *,
        alone: bool,
        fires: bool,
    ) -> str | None:
        """An IFT or TH DR in Dust: why it is not judged; None if it has its dr, or waits for it.

        Ordinary fire is alone if no counter makes other attacks. The side of its player fires in
        this phase, or perhaps not.
        """
        line, die = roll.line, dust_die(state.density)
        third, to_hit = len(line.dice) == 3, line.purpose == "TH"
        effect = not to_hit and self._hits[line.who] > 0
        self._hits[line.who] += 1 if to_hit else -effect
        if third or die is None:
            return None
        if state.moment.phase not in FIRE:
            return "in this phase no unit fires"
        if effect:
            return "an IFT DR after a TH DR may be the effect of a hit"
        words, ends = _beside(phase)
        if not to_hit and (why := _exempt(words)) is not None:
            return why
        if self._spare[line.who]:
            self._spare[line.who] -= 1
            return None
        name, rule, halved = die
        shown, expected = "", f"{name} {halved}"
        if ends and (met := _met(state, ends, self.boards, to_hit=to_hit)) is not None:
            shown, expected = met
            if not expected:
                return "its LOS takes none"
        sure = _TO_HIT if to_hit else _IFT
        if not fires or not (to_hit or alone):
            sure = _OPEN
        dice = ",".join(map(str, line.dice))
        shown = f"{line.purpose} DR {dice} by {line.who or 'a player'}{shown}, and no dr with it"
        self.waiting.append(DustShot(roll, str(state.moment), shown, expected, rule, sure))
        return None


def _is_dr(fact: VaslFact) -> bool:
    return isinstance(fact, RollSeen) and fact.line.dr


def _beside(phase: PhaseFacts) -> tuple[list[str], tuple[str, str] | None]:
    """What players wrote between the DR before and the DR after, and the shot or LOS told last."""
    at, facts, words = phase.at, phase.facts, list[str]()
    ends: tuple[str, str] | None = None
    first = next((n for n in range(at - 1, -1, -1) if _is_dr(facts[n])), -1) + 1
    last = next((n for n in range(at + 1, len(facts)) if _is_dr(facts[n])), len(facts))
    for n in range(first, last):
        fact = facts[n]
        if isinstance(fact, WordsSeen):
            words.append(fact.text)
            told = _SHOT.search(fact.text) if n < at else None
            ends = (told["origin"], told["to"]) if told else ends
        elif isinstance(fact, LosSeen) and n < at:
            ends = fact.origin, fact.to
    return words, ends


def _exempt(words: Iterable[str]) -> str | None:
    """Why an attack of which players wrote so takes no Dust dr; None if it may take one."""
    for text in words:
        for form, attack in _WORDS:
            if form.search(text) and (why := no_dlv(attack)) is not None:
                return why
        if _OTHER.search(text):
            return "players wrote of ordnance or mines"
    return None


def _met(
    state: State, told: tuple[str, str], boards: SharedBoards, *, to_hit: bool
) -> tuple[str, str] | None:
    """The range of a shot, and what Dust adds along it; None if its ends are no hexes."""
    ends = [boards.hex_of(Spot("", 0, 0, each)) for each in told]
    if ends[0] is None or ends[1] is None:
        return None
    attack = Attack.TO_HIT if to_hit else Attack.IFT
    question = ShotQuestion(firer=Location(ends[0]), target=Location(ends[1]), attack=attack)
    try:
        found = answer(state, question)
    except BadQuestion:
        return None
    met = [each for each in found.items if each.rule.startswith("11.7")]
    dice = any(each.die is not None for each in met)
    said = ", ".join(map(_said, met)) if dice else ""
    return f", {ends[0]} to {ends[1]}, range {found.range}", said


def _said(item: Modifier) -> str:
    amount = item.die if item.amount is None else f"{item.amount:+}"
    return f"{item.name} {amount} ({item.rule})"
