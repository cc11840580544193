"""Lines of VASL's chat: dice, the turn track, moves, the environment, and what people wrote.

Dice came in several forms over the years. VASL's own buttons write ``*** (IFT DR) 5,2 *** <name>``
and statistics, with a third die where VASL knows of Dust; those of VASSAL and of extensions write
``*** 3d6 = 3,4,1 *** <name>``, and the oldest ``*** DR = 5,2 *** <name>``.
"""

import re
from typing import Final, TypeAlias

import attrs

from events.errors import BadInput
from events.moment import PHASES, Phase

__all__ = [
    "OUR_MARK",
    "ChatLine",
    "CreatedLine",
    "DiceLine",
    "InEffectLine",
    "MoveLine",
    "OrderLine",
    "OtherLine",
    "PersonLine",
    "TrackLine",
    "VaslTurn",
    "chat_line",
    "track_of",
]

OUR_MARK: Final = "- khamsin "
"""What begins the lines in which a game of ours goes along in a VASL log."""


@attrs.frozen
class DiceLine:
    """Dice.

    Attributes:
        purpose: what the button was for, such as ``IFT``, ``Other`` or ``3d6``.
        kind: ``DR`` or ``dr``; how many dice there are where the line does not say.
        dice: what they showed, the coloured die first.
        who: the player, as VASL names them; empty if the line does not say.
        rest: what follows: SAN hints, statistics.
    """

    purpose: str
    kind: str
    dice: tuple[int, ...]
    who: str
    rest: str

    @property
    def dr(self) -> bool:
        """Whether it is a DR: two dice, and perhaps a third for Dust."""
        return self.kind == "DR" and len(self.dice) in (2, 3)


@attrs.frozen
class VaslTurn:
    """What the turn track shows: a side as VASL calls it, a Game Turn and a phase."""

    side: str
    turn: int
    phase: Phase

    def __str__(self) -> str:
        return f"{self.side} Turn {self.turn} - {self.phase}"


@attrs.frozen
class TrackLine:
    """The turn track was moved."""

    track: VaslTurn


@attrs.frozen
class MoveLine:
    """A counter was moved from one place to another."""

    piece: str
    origin: str
    to: str


@attrs.frozen
class CreatedLine:
    """A counter was put on the map."""

    piece: str
    at: str


@attrs.frozen
class InEffectLine:
    """A button of the environment was pressed: what is in effect from now on."""

    what: str


@attrs.frozen
class PersonLine:
    """What somebody wrote."""

    who: str
    text: str


@attrs.frozen
class OrderLine:
    """A line of ours: the header of a game, or an order."""

    text: str


@attrs.frozen
class OtherLine:
    """Any other line."""

    text: str


ChatLine: TypeAlias = (
    DiceLine
    | TrackLine
    | MoveLine
    | CreatedLine
    | InEffectLine
    | PersonLine
    | OrderLine
    | OtherLine
)

_LONGEST: Final = 4000
_NAMES: Final = "|".join(PHASES)
_DICE: Final = re.compile(
    r"\*{2,3}\s*(?:\(\s*(?P<purpose>[^()]{0,40}?)\s*\b(?P<kind>DR|dr)\s*\)|(?P<named>[^=*<>]{1,40}?)\s*=)"
    r"\s*(?P<dice>[0-9]{1,3}(?:\s?,\s?[0-9]{1,3}){0,11})\s*\*{3}\s*(?P<rest>.*)",
    re.DOTALL,
)
_WHO: Final = re.compile(r"\s*<(?P<who>[^>]*)>(?P<rest>.*)", re.DOTALL)
_TRACK: Final = re.compile(
    rf"\s*(?P<side>\S.{{0,40}}?) Turn (?P<turn>[0-9]{{1,3}})\s*-\s*(?P<phase>{_NAMES})\s*"
)
_NEW: Final = re.compile(r"\*\s*(?:New|Current):\s*(?P<track>.{1,80}?)\s*\*?\s*")
_MOVE: Final = re.compile(
    r"\*\s*(?P<piece>\S.{0,200}?) moves (?P<origin>\S.{0,60}?) -(?:>|&gt;) "
    r"(?P<to>\S.{0,60}?)\s*\*?\s*"
)
_CREATED: Final = re.compile(r"\*\s*(?P<piece>\S.{0,200}?) created in (?P<at>\S.{0,60}?)\s*\*?\s*")
_IN_EFFECT: Final = re.compile(r"\s*(?P<what>\S.{0,80}?) is in effect\.?\s*")
_PERSON: Final = re.compile(r"<(?P<who>[^>]{0,80})>\s*-?\s?(?P<text>.*)", re.DOTALL)


def chat_line(text: str) -> ChatLine:
    """What a line of the chat is."""
    if len(text) > _LONGEST:
        return OtherLine(text)
    if text.startswith(OUR_MARK):
        return OrderLine(text.removeprefix(OUR_MARK))
    if text.startswith("<"):
        found = _PERSON.fullmatch(text)
        return PersonLine(found["who"], found["text"].strip()) if found else OtherLine(text)
    if text.startswith("*"):
        return _starred(text)
    found = _IN_EFFECT.fullmatch(text)
    return InEffectLine(found["what"]) if found else OtherLine(text)


def _starred(text: str) -> ChatLine:
    """A line that begins with a star: dice, the track or a move."""
    if text.startswith("**"):
        return _dice(text) or OtherLine(text)
    if found := _NEW.fullmatch(text):
        track = track_of(found["track"])
        return OtherLine(text) if track is None else TrackLine(track)
    if found := _MOVE.fullmatch(text):
        return MoveLine(found["piece"], found["origin"], found["to"])
    if found := _CREATED.fullmatch(text):
        return CreatedLine(found["piece"], found["at"])
    return OtherLine(text)


def _dice(text: str) -> DiceLine | None:
    found = _DICE.fullmatch(text)
    if found is None:
        return None
    dice = tuple(int(each.strip()) for each in found["dice"].split(","))
    if not all(1 <= die <= 6 for die in dice):
        return None
    who = _WHO.fullmatch(found["rest"])
    name, rest = (who["who"], who["rest"]) if who else ("", found["rest"])
    purpose = (found["purpose"] if found["named"] is None else found["named"]).strip()
    kind = found["kind"] or (
        "dr" if len(dice) == 1 else "DR" if len(dice) == 2 else f"{len(dice)} dice"
    )
    return DiceLine(purpose or "Other", kind, dice, name, rest.strip())


def track_of(text: str) -> VaslTurn | None:
    """What the turn track shows, by the name of its counter; None if it is none of one."""
    found = _TRACK.fullmatch(text)
    if found is None or not int(found["turn"]):
        return None
    try:
        return VaslTurn(found["side"].strip(), int(found["turn"]), Phase(found["phase"]))
    except (BadInput, ValueError):
        return None
