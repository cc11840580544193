"""Commands: what a player did, or which roll is due. One frozen class each.

A command says nothing of its result: the rules decide that, and answer with events or a refusal.
"""

from typing import TypeAlias

import attrs

from events.driving import (
    MP,
    ArmoredAssault,
    Bog,
    Destroy,
    Enter,
    Exit,
    Hook,
    Immobilize,
    Impulse,
    ImpulseStep,
    Move,
    Recover,
    SetHatch,
    Shock,
    Spend,
    Start,
    Stop,
    Stun,
    Turn,
    Unbog,
    Unhook,
)
from events.fire_commands import Blaze, CheckFlame, Collapse, Extinguish, Flame, Kindle, Spread
from events.moment import Phase
from events.terms import Material
from events.unit_commands import Break, Cross, PlaceUnit, Rally, RemoveUnit, StationUnit

__all__ = [
    "COMMANDS",
    "MP",
    "Abandon",
    "Advance",
    "ArmoredAssault",
    "Blaze",
    "Bog",
    "Bombard",
    "Breach",
    "CheckFlame",
    "Clear",
    "Collapse",
    "Command",
    "Destroy",
    "Enter",
    "Exit",
    "Extinguish",
    "Flame",
    "Hook",
    "Immobilize",
    "Impulse",
    "ImpulseStep",
    "Kindle",
    "Lift",
    "Move",
    "PlaceDebris",
    "PlaceFFE",
    "PlaceShellholes",
    "PlaceSmoke",
    "Recover",
    "RollDust",
    "RollEC",
    "RollTimeOfDay",
    "RollWeather",
    "RollWindDirection",
    "RollWindForce",
    "Rubble",
    "SetHatch",
    "Shock",
    "Spend",
    "Spread",
    "Start",
    "Stop",
    "Stun",
    "Turn",
    "Unbog",
    "Unhook",
    "WindChange",
]


@attrs.frozen
class RollWeather:
    """The DR on the Arid Weather Chart of a DYO scenario (11.2)."""


@attrs.frozen
class RollTimeOfDay:
    """The Time of Day dr of a DYO scenario (11.3)."""


@attrs.frozen
class RollEC:
    """The dr on the Arid EC Chart of a DYO scenario (11.4)."""


@attrs.frozen
class RollWindForce:
    """The dr on the Arid Wind Force Table of a DYO scenario (11.5)."""


@attrs.frozen
class RollWindDirection:
    """The dr for the first Wind Direction, when there is wind (B25.64, B.8)."""


@attrs.frozen
class RollDust:
    """The dr on the DYO Dust Table (11.701)."""


@attrs.frozen
class Advance:
    """Go on to a phase of this Player Turn, to the next phase, or (RPh) to the next Player Turn.

    Attributes:
        to: the phase; None is whichever comes next.
    """

    to: Phase | None = None


@attrs.frozen
class WindChange:
    """The Wind Change DR, the first act of every RPh (B25.65)."""


@attrs.frozen
class PlaceSmoke:
    """A SMOKE counter is placed (A24).

    Attributes:
        hex: where.
        gray: a gray counter, which neither drifts nor leaves in a PFPh; white otherwise.
        dispersed: placed Dispersed.
        side: its owner; None is the ATTACKER.
    """

    hex: str
    gray: bool = False
    dispersed: bool = False
    side: str | None = None


@attrs.frozen
class PlaceFFE:
    """A HE Concentration (FFE) is placed.

    Attributes:
        name: how orders and answers call it.
        hex: the hex of its counter, the middle of the Blast Area.
        calibre: in mm.
    """

    name: str
    hex: str
    calibre: int


@attrs.frozen
class Lift:
    """An FFE ends."""

    name: str


@attrs.frozen
class Bombard:
    """An HE attack on a building rolled a KIA: does it make rubble (B24.11, AD4.42)?

    Attributes:
        hex: the building's hex.
        calibre: in mm.
        kia: the KIA number that the Original IFT DR gave on its column.
        level: the level attacked; 0 is ground level.
    """

    hex: str
    calibre: int
    kia: int
    level: int = 0


@attrs.frozen
class Rubble:
    """A building level is rubbled by something that the players resolved (B24.1).

    Attributes:
        hex: the building's hex.
        material: what the players expect it to be; None leaves it to the rules.
        level: the lowest level rubbled; all above it in the hex go too.
    """

    hex: str
    material: Material | None = None
    level: int = 0


@attrs.frozen
class Clear:
    """A Clearance DR against Fallen rubble or debris (B24.71, AD3.45).

    Attributes:
        hex: where.
        squads: squads that take part.
        hs: HS and crews that take part.
        leader: Leadership DRM of the one leader who helps.
        bulldozers: bulldozers that take part.
        across: the two hexsides (1-6, as Random Direction counts them) that a Trail Break joins;
            None takes the first two that no Trail Break crosses yet.
    """

    hex: str
    squads: int = 0
    hs: int = 0
    leader: int = 0
    bulldozers: int = 0
    across: tuple[int, int] | None = None


@attrs.frozen
class Abandon:
    """The units at work leave the hex; their Labor counter goes (B24.8)."""

    hex: str


@attrs.frozen
class Breach:
    """A High Wall is breached by something that the players resolved (AD4.6).

    Attributes:
        hex: one of its hexes.
        to: the other.
    """

    hex: str
    to: str


@attrs.frozen
class PlaceDebris:
    """Arid Debris comes to a hex in play; it is not printed (AD3.45)."""

    hex: str


@attrs.frozen
class PlaceShellholes:
    """Shellholes come to a hex (B2.1, AD3.44)."""

    hex: str


Command: TypeAlias = (
    RollWeather
    | RollTimeOfDay
    | RollEC
    | RollWindForce
    | RollWindDirection
    | RollDust
    | Advance
    | WindChange
    | Start
    | Move
    | Enter
    | Exit
    | Spend
    | Turn
    | Stop
    | ArmoredAssault
    | Impulse
    | Stun
    | Shock
    | Immobilize
    | Bog
    | Unbog
    | Destroy
    | Recover
    | SetHatch
    | Hook
    | Unhook
    | PlaceSmoke
    | PlaceFFE
    | Lift
    | Bombard
    | Rubble
    | Clear
    | Abandon
    | Breach
    | PlaceDebris
    | PlaceShellholes
    | Flame
    | CheckFlame
    | Blaze
    | Extinguish
    | PlaceUnit
    | StationUnit
    | Cross
    | Break
    | Rally
    | RemoveUnit
    | Kindle
    | Spread
    | Collapse
)
"""Anything that can be asked of a game."""

COMMANDS: dict[str, type[Command]] = {
    "weather": RollWeather,
    "time-of-day": RollTimeOfDay,
    "ec": RollEC,
    "wind-force": RollWindForce,
    "wind-direction": RollWindDirection,
    "dust": RollDust,
    "phase": Advance,
    "wc": WindChange,
    "start": Start,
    "move": Move,
    "enter": Enter,
    "exit": Exit,
    "spend": Spend,
    "turn": Turn,
    "stop": Stop,
    "assault": ArmoredAssault,
    "impulse": Impulse,
    "stun": Stun,
    "shock": Shock,
    "immobilize": Immobilize,
    "bog": Bog,
    "unbog": Unbog,
    "destroy": Destroy,
    "recover": Recover,
    "hatch": SetHatch,
    "hook": Hook,
    "unhook": Unhook,
    "smoke": PlaceSmoke,
    "ffe": PlaceFFE,
    "lift": Lift,
    "he": Bombard,
    "rubble": Rubble,
    "clear": Clear,
    "abandon": Abandon,
    "breach": Breach,
    "debris": PlaceDebris,
    "shellholes": PlaceShellholes,
    "flame": Flame,
    "flame-check": CheckFlame,
    "blaze": Blaze,
    "extinguish": Extinguish,
    "unit": PlaceUnit,
    "station": StationUnit,
    "cross": Cross,
    "break": Break,
    "rally": Rally,
    "remove": RemoveUnit,
    "kindle": Kindle,
    "spread": Spread,
    "collapse": Collapse,
}
"""Every command by the word that orders and logs use for it. Words never change once released."""
