"""Commands about SMOKE, FFE, and what lights the field at Night."""

from events.field import Calibre, FFEName, Hex, Name, NumberByName, Side
from events.register import Command, frozen
from events.terms import FFEKind, LightKind


@frozen
class PlaceSmoke(Command, word="smoke", about="place SMOKE", title="SMOKE"):
    """A SMOKE counter is placed (A24).

    Attributes:
        gray: a gray counter, which neither drifts nor leaves in a PFPh; white otherwise.
        dispersed: placed Dispersed.
        side: its owner; None is the ATTACKER.
    """

    hex: Hex
    gray: bool = False
    dispersed: bool = False
    side: Side | None = None


@frozen
class PlaceWP(PlaceSmoke, word="wp", about="place WP", title="WP"):
    """A WP counter is placed (A24.3)."""


@frozen
class ThrowGrenade(
    Command,
    word="grenade",
    about="a squad tries to place a SMOKE grenade",
    rolls="dr; dr of the throw uphill",
):
    """A Good Order squad of the ATTACKER tries to place a SMOKE grenade in its MPh (A24.1).

    Attributes:
        hex: where the squad is.
        to: the hex in which the grenade is to be; its own, or an adjacent one.
        exponent: the squad's Smoke exponent.
        wp: the grenade is WP.
        cx: the squad is CX.
    """

    hex: Hex
    to: Hex
    exponent: NumberByName
    wp: bool = False
    cx: bool = False


@frozen
class PlaceFFE(Command, word="ffe", about="place an HE Concentration, or another FFE", title="FFE"):
    """A HE Concentration (FFE), or another FFE, is placed; SMOKE or WP with its counters (C1.71).

    Attributes:
        name: how orders and answers call it.
        hex: the hex of its counter, the middle of the Blast Area.
        calibre: in mm.
        kind: what it is; None is a HE Concentration.
    """

    name: Name
    hex: Hex
    calibre: Calibre
    kind: FFEKind | None = None


@frozen
class Lift(Command, word="lift", about="end an FFE"):
    """An FFE ends."""

    name: FFEName


@frozen
class PlaceLight(Command, word="light", about="place a starshell or IR"):
    """A starshell or IR is placed where its dice have put it (E1.92, E1.93).

    Attributes:
        kind: which.
    """

    kind: LightKind
    hex: Hex
