"""D1.2 What an AFV is."""

from typing import Final

from events.scenario import VehicleSpec
from events.terms import Armour

__all__ = ["is_afv"]

CORE: Final = ("D1.2",)


def is_afv(spec: VehicleSpec) -> bool:
    """Whether a vehicle is armoured (D1.2)."""
    return spec.armour is not Armour.NONE
