"""The state of a game, and what each event does to it."""

from sim.state.but import but
from sim.state.state import (
    BARE,
    DISPERSED_DRM,
    FFE,
    Ablaze,
    Building,
    Clock,
    Fort,
    Ground,
    Rubble,
    Sky,
    Smoke,
    State,
    Unit,
    Vehicle,
    VehicleDust,
    Wind,
    Work,
)

__all__ = [
    "BARE",
    "DISPERSED_DRM",
    "FFE",
    "Ablaze",
    "Building",
    "Clock",
    "Fort",
    "Ground",
    "Rubble",
    "Sky",
    "Smoke",
    "State",
    "Unit",
    "Vehicle",
    "VehicleDust",
    "Wind",
    "Work",
    "but",
]
