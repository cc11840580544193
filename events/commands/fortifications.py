"""Commands about Fortifications: to entrench, and to remove a counter."""

from events.field import FortificationName, Hex, NumberByName, Side
from events.register import Command, frozen


@frozen
class Entrench(Command, word="entrench", about="a squad attempts to dig a foxhole", rolls="DR"):
    """An Entrenching Attempt of one squad, or its equivalent, in its PFPh (B27.11).

    Attributes:
        side: whose; None is the ATTACKER.
        drm: Leadership, Labor and whatever else the players know of; terrain is added.
    """

    hex: Hex
    side: Side | None = None
    drm: NumberByName = 0


@frozen
class RemoveFortification(Command, word="unfortify", about="a Fortification counter is removed"):
    """A Fortification counter is removed, as the players resolved it: by Clearance, by HE (B29.5).

    Attributes:
        label: which, as ``show`` calls it.
    """

    label: FortificationName
