"""A5 What a unit counts for where squads are limited: a squad is two HS or crews."""

from typing import Final

from events.terms import UnitKind

HALF_SQUADS: Final = {UnitKind.SQUAD: 2, UnitKind.HS: 1, UnitKind.CREW: 1}
"""The MMC, each as a number of HS; SMC and SW count apart."""
