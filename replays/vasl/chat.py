"""Lines of VASL's chat: dice, the turn track, moves, the environment, and what people wrote.

Dice came in several forms over the years. VASL's own buttons write ``*** (IFT DR) 5,2 *** <name>``
and statistics, with a third die where VASL knows of Dust (``5,2,3 *** - total with Light Dust
(F11.71): 8     <name>``); those of VASSAL and of extensions write ``*** 3d6 = 3,4,1 *** <name>``,
and the oldest ``*** DR = 5,2 *** <name>``. Later versions put a bar or the like before a line for
its colour, tags of HTML into it, and ``&lt;`` for what people type.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from html import unescape
from typing import Final, TypeAlias

import attrs

from events.errors import BadInput
from events.moment import PHASES, Phase
from events.terms import Rain
from sim.state import State

_LEVELS: Final = "none|light|moderate|heavy|very heavy|extremely heavy"
_NOW: Final = "(?:is|is now|now|rises to|falls to|goes to|goes up to|drops to|changes to)"
_CLAIMS: Final = {
    rule: re.compile(rf"\b(?:{form})\b", re.IGNORECASE)
    for rule, form in (
        ("B25.651", r"(no gusts)|gusts begin|gusts are on|gusts this turn"),
        ("11.76", rf"dust {_NOW} ({_LEVELS})"),
        ("B25.65", rf"wind {_NOW} (no wind|mild breeze|heavy winds)"),
        ("E3.51", r"rain (?:begins|starts|(ends|stops|is over))"),
    )
}
"""Sentences that say something which the rules decide; any other sentence is not judged."""
_NO_CLAIM: Final = re.compile(
    r"\?|\b(?:if|when|unless|until|would|could|should|may|might|maybe|hope|wish|next|last|think"
    r"|need|want|let|unlikely|not|n't|lol|thought)\b",
    re.IGNORECASE,
)
"""What makes a question, a wish or a story of a sentence."""


def claims_in(text: str, state: State) -> Iterator[tuple[str, str, str]]:
    """What is claimed in a line of chat, what the rules give, and the rule."""
    for rule, form in () if _NO_CLAIM.search(text) else _CLAIMS.items():
        if found := form.search(text):
            word = (found[1] or "").title()
            yield {
                "B25.651": (_GUSTS[not word], _GUSTS[state.wind.gusts], rule),
                "11.76": (f"Dust: {word}", f"Dust: {state.density}", rule),
                "B25.65": (f"Wind: {word}", f"Wind: {state.wind.force}", rule),
                "E3.51": (_RAIN[not word], _RAIN[state.sky.rain is not Rain.NONE], rule),
            }[rule]


_GUSTS: Final = ("no Gusts", "Gusts")
_RAIN: Final = ("no rain", "rain")

OUR_MARK: Final = "- khamsin "
"""What begins the lines in which a game of ours goes along in a VASL log."""
_VEIL: Final = "veiled "


def veiled(order: str) -> str:
    """An order as players do not read it in passing: Secret dice go with it (D8.23)."""
    return _VEIL + b64encode(order.encode()).decode()


def unveiled(order: str) -> str:
    """An order as it was before it was veiled, if it was."""
    if not order.startswith(_VEIL):
        return order
    try:
        return b64decode(order.removeprefix(_VEIL), validate=True).decode()
    except ValueError as error:
        raise BadInput("this veiled order is damaged") from error


@attrs.frozen(order=True)
class VaslStep:
    """A step of a log: the number of its file, and how often *Step forward* was pressed for it.

    Step 0 is the game as it was saved before the log began.
    """

    file: int
    step: int


@attrs.frozen
class DiceLine:
    """Dice, the coloured die first; the name is empty if the line does not say who rolled.

    The purpose is what the button was for, such as ``IFT`` or ``3d6``; ``Other`` is no purpose. The
    kind is ``DR`` or ``dr``, or how many dice there are. A third die may be said to be for Dust.
    """

    purpose: str
    kind: str
    dice: tuple[int, ...]
    who: str
    for_dust: bool

    @property
    def dr(self) -> bool:
        """Whether it is a DR: two dice, and perhaps a third for Dust."""
        return self.kind == "DR"

    @property
    def attack(self) -> bool:
        """Whether it is an IFT or TH DR."""
        return self.dr and self.purpose in ("IFT", "TH")

    @property
    def free(self) -> bool:
        """Whether it was rolled with a button of no purpose, so that it can be for anything."""
        return self.purpose in _FREE


@attrs.frozen
class VaslTurn:
    """What the turn track shows: a side as VASL calls it, a Game Turn and a phase."""

    side: str
    turn: int
    phase: Phase

    def __str__(self) -> str:
        return f"{self.side} Turn {self.turn} - {self.phase}"


@attrs.frozen
class VaslFact:
    """Something that happened at a step."""

    where: VaslStep


@attrs.frozen
class RollSeen(VaslFact):
    """Dice in the chat."""

    line: DiceLine


@attrs.frozen
class TrackSeen(VaslFact):
    """The turn track shows this from now on."""

    track: VaslTurn


@attrs.frozen
class WordsSeen(VaslFact):
    """What a player wrote in the chat."""

    who: str
    text: str


@attrs.frozen
class LosSeen(VaslFact):
    """A LOS that a player checked, from one hex to another, as VASL calls them."""

    origin: str
    to: str


@attrs.frozen
class OrderSeen(VaslFact):
    """A line of ours that went along: the header of a game, or an order."""

    text: str


@attrs.frozen
class MoveLine:
    """A counter was moved from one place to another, or put on the map from none."""

    piece: str
    origin: str | None
    to: str


@attrs.frozen
class InEffectLine:
    """A button of the environment was pressed: what is in effect from now on."""

    what: str


ChatLine: TypeAlias = VaslFact | MoveLine | InEffectLine

_LONGEST: Final = 4000
_NAMES: Final = "|".join(PHASES)
_DICE: Final = re.compile(
    r"\*{2,3}\s*+(?:\(\s*+(?P<purpose>[^()]{0,40}?)\s*+\b(?P<kind>DR|dr)\s*\)"
    r"|(?P<named>[^=*<>]{1,40}?)\s*+=)"
    r"\s*(?P<dice>[0-9]{1,3}(?:\s?,\s?[0-9]{1,3}){0,11})\s*\*{3}\s*(?P<rest>.*)",
    re.DOTALL,
)
_TOTAL: Final = re.compile(r"\s*-\s*total with .{0,80}?: [0-9]{1,3}(?=\s)")
_WHO: Final = (re.compile(r"\s*<(.{0,80}?)>(?=\s\s|$)", re.DOTALL), re.compile(r"\s*<([^>]*)>"))
"""Who rolled: VASL puts blanks after the name, which may have a ``>`` in it."""
_TRACK: Final = re.compile(
    rf"\s*(?P<side>\S.{{0,40}}?) Turn (?P<turn>[0-9]{{1,3}})\s*-\s*(?P<phase>{_NAMES})\s*"
)
_NEW: Final = re.compile(r"\*\s*(?:New|Current):\s*(?P<track>\S.{0,79})")
_MOVE: Final = re.compile(
    r"\*\s*(?P<piece>\S.{0,200}?) moves (?P<origin>\S.{0,60}?) -> (?P<to>\S.{0,60})"
)
_CREATED: Final = re.compile(r"\*\s*(?P<piece>\S.{0,200}?) created in (?P<at>\S.{0,60})")
_IN_EFFECT: Final = re.compile(r"\s*(?P<what>\S.{0,80}?) is in effect\.?\s*")
_LOS: Final = re.compile(
    r"\S.{0,80}? Checked LOS from (?P<origin>\S{1,40}) to (?P<to>\S{1,40}), Range=.{0,9}"
)
_PERSON: Final = (
    re.compile(r"<(?P<who>[^<]{0,80}?)> ?- (?P<text>.*)", re.DOTALL),
    re.compile(
        r"<(?!/?(?:html|b|i|u|p|br|font|span|div|img|table)\b)(?P<who>[^>]{0,80})>\s*-?\s?"
        r"(?P<text>.*)",
        re.DOTALL,
    ),
)
"""Who wrote: VASL puts `` - `` after the name; without it, a tag of HTML is no name."""
_COLOURS: Final = "|!~`"
_TAG: Final = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_FREE: Final = frozenset({"Other", "2d6", "1d6"})


def chat_line(text: str, where: VaslStep) -> ChatLine | None:
    """What a line of the chat tells at a step; None of any other line."""
    if len(text) > _LONGEST:
        return None
    if text.startswith(OUR_MARK):
        return OrderSeen(where, text.removeprefix(OUR_MARK))
    bare = text.lstrip(_COLOURS) if text[:1] in _COLOURS else text
    if bare.startswith("&lt;"):
        bare = unescape(bare)
    if bare.startswith("<"):
        return _person(bare, where)
    if bare.startswith("**"):
        return _dice(bare, where)
    if bare.startswith("*"):
        return _starred(unescape(_TAG.sub("", bare)), where)
    if found := _LOS.fullmatch(bare):
        return LosSeen(where, found["origin"], found["to"])
    found = _IN_EFFECT.fullmatch(bare)
    return InEffectLine(found["what"]) if found else None


def _person(text: str, where: VaslStep) -> WordsSeen | None:
    for form in _PERSON:
        if found := form.fullmatch(text):
            return WordsSeen(where, found["who"].strip(), unescape(found["text"]).strip())
    return None


def _starred(text: str, where: VaslStep) -> ChatLine | None:
    """A line that begins with a star, and may end with one: the track or a move."""
    text = text.rstrip().removesuffix("*").rstrip()
    if found := _NEW.fullmatch(text):
        track = track_of(found["track"])
        return None if track is None else TrackSeen(where, track)
    if found := _MOVE.fullmatch(text):
        return MoveLine(found["piece"], found["origin"], found["to"])
    found = _CREATED.fullmatch(text)
    return MoveLine(found["piece"], None, found["at"]) if found else None


def _dice(text: str, where: VaslStep) -> RollSeen | None:
    found = _DICE.fullmatch(text)
    if found is None:
        return None
    dice = tuple(int(each.strip()) for each in found["dice"].split(","))
    if not all(1 <= die <= 6 for die in dice):
        return None
    purpose = (found["purpose"] if found["named"] is None else found["named"]).strip()
    by_count = {1: "dr", 2: "DR"}.get(len(dice), f"{len(dice)} dice")
    kind = "DR" if found["kind"] == "DR" and len(dice) == 3 else by_count
    if purpose in ("", "DR", "dr"):
        purpose = "Other"
    rest = found["rest"]
    line = DiceLine(purpose, kind, dice, _who(rest), " Dust (" in rest)
    return RollSeen(where, line)


def _who(rest: str) -> str:
    """Who rolled, by what stands behind dice."""
    total = _TOTAL.match(rest)
    behind = rest[total.end() :] if total else rest
    behind = behind if "<" in behind else unescape(behind)
    found = next(filter(None, (form.match(behind) for form in _WHO)), None)
    return found[1].strip() if found else ""


def track_of(text: str) -> VaslTurn | None:
    """What the turn track shows, by the name of its counter; None if it is none of one."""
    found = _TRACK.fullmatch(text)
    if found is None or not int(found["turn"]):
        return None
    return VaslTurn(found["side"].strip(), int(found["turn"]), Phase(found["phase"]))
