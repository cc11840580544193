"""How rules tell what happens: generators that yield events and get the state that follows.

A decider is a generator too, and refuses a command that is not legal; nothing that it yielded
before counts then. So a rule reads in the order in which it happens::

    state = yield GustsBegan("B25.651")
    state = yield from wind_and_gust(before, state)
"""

from collections.abc import Callable, Generator
from enum import IntEnum
from typing import Any, Final, NoReturn, TypeAlias, TypeVar

import attrs

from events.commands import Command
from events.moment import Phase
from events.register import Event, classes_taken
from sim.machine.dice import Dice as Dice
from sim.state import State

# Refusals: every reason for which a command is not legal, numbered once, in order of precedence.
#
# A refused command changes nothing. When several reasons hold, the lowest number is given.


class Reason(IntEnum):
    """The reasons. Numbers never change once released; docs/refusals.md explains each."""

    GAME_OVER = 1
    SETUP_PENDING = 2
    NOT_ROLLED = 3
    WIND_CHANGE_DUE = 4
    WIND_CHANGE_MADE = 5
    PHASE_OVER = 6
    WRONG_PHASE = 7
    UNKNOWN_SIDE = 8
    UNKNOWN_VEHICLE = 9
    DESTROYED = 10
    OUT_OF_PLAY = 11
    IN_PLAY = 12
    NOT_ATTACKER = 13
    NOT_AFV = 14
    IMMOBILE = 15
    STUNNED_OR_SHOCKED = 16
    IN_MOTION = 17
    NOT_STARTED = 18
    UNKNOWN_HEX = 19
    NOT_ADJACENT = 20
    NO_ROAD = 21
    NOT_ON_EDGE = 22
    TOO_FEW_MP = 23
    BEYOND_ALLOTMENT = 24
    ALREADY_SO = 25
    BAD_IMPULSE = 26
    NO_SMOKE_NOW = 27
    UNKNOWN_FFE = 28
    NAME_TAKEN = 29
    NO_BUILDING = 30
    NO_SUCH_LEVEL = 31
    WRONG_MATERIAL = 32
    CALIBRE_TOO_SMALL = 33
    IMPOSSIBLE_NUMBER = 34
    NOT_CLEARABLE = 35
    NO_WORKERS = 36
    ALREADY_TRIED = 37
    BAD_HEXSIDES = 38
    NOT_BURNABLE = 39
    NO_FIRE = 40
    NO_AD_TERRAIN = 41
    CANNOT_ENTER = 42
    NO_HIGH_WALL = 43
    UNKNOWN_UNIT = 44
    NOT_INFANTRY = 45
    NOT_GOOD_ORDER = 46
    NO_CACTUS_HEDGE = 47
    TOO_MANY_PP = 48
    ENTRY_FORBIDDEN = 49
    NO_STEEPLE = 50
    IN_CROSSING = 51
    OVERSTACKED = 52
    UNKNOWN_FORTIFICATION = 53
    NO_FORTIFICATION_HERE = 54

    @property
    def slug(self) -> str:
        """Its name in words, as messages and docs write it."""
        return self.name.lower().replace("_", "-")


@attrs.frozen
class Refusal:
    """Why a command is not legal.

    Attributes:
        reason: the numbered reason.
        rule: the rule behind it.
        why: one sentence about this case.
        first: the command that is due before any other; None where no command is.
    """

    reason: Reason
    rule: str
    why: str
    first: Command | None = None

    def __str__(self) -> str:
        return f"refused, reason {self.reason.value} ({self.reason.slug}), {self.rule}: {self.why}"


Telling: TypeAlias = Generator[Event, State, State]
"""Events that follow from a rule; returns the state after them."""

Decision: TypeAlias = Generator[Event, State, None]
"""Events that follow from a command; raises `Refused` if it is not legal."""


class Refused(Exception):  # noqa: N818 - it is no error, but an answer
    """Ends a decision: the command is not legal, and nothing happens."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def refuse(reason: Reason, rule: str, why: str, first: Command | None = None) -> NoReturn:
    """Refuse the command that is decided."""
    raise Refused(Refusal(reason, rule, why, first))


def hex_of(state: State, text: str, rule: str) -> str:
    """The hex in play that an order names."""
    name = state.setting.area.name(text)
    if name is None:
        refuse(Reason.UNKNOWN_HEX, rule, f"{text} is not in play")
    return name


def owner_of(state: State, side: str | None, rule: str) -> str:
    """Whose a counter or unit is: the side that an order names, or the ATTACKER."""
    side = side or state.attacker
    if side not in state.setting.sides:
        why = f"{side} is not a side" if side else "whose it is must be said before the first RPh"
        sides = " and ".join(state.setting.sides)
        refuse(Reason.UNKNOWN_SIDE, rule, f"{why}; the sides are {sides}")
    return side


def in_phase(state: State, phase: Phase, rule: str, what: str) -> None:
    """Refuse what is for another phase: ``Fire spreads in`` the AFPh."""
    if state.clock.moment.phase is not phase:
        refuse(Reason.WRONG_PHASE, rule, f"{what} the {phase}, not {state.moment}")


C = TypeVar("C", bound=Command)
Decider: TypeAlias = Callable[[State, C, Dice], Decision]

DECIDERS: Final[dict[type[Command], Decider[Any]]] = {}
"""The rule behind each command; `sim.machine.decide` has it complete."""


def decider(function: Decider[C]) -> Decider[C]:
    """This function decides the commands that it takes."""
    DECIDERS.update(dict.fromkeys(classes_taken(function), function))
    return function
