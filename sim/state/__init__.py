"""The state of a game, and what each event does to it."""

from immutables import Map

from sim.state.counter import DISPERSED_DRM, FFE, Fort, PlacedLight, Smoke, Unit
from sim.state.ground import BARE, NO_FIRE, Ablaze, Building, Ground, LevelFire, Rubble, Work
from sim.state.replace import replace
from sim.state.sky import Sky, Wind
from sim.state.state import Clock, Setting, State
from sim.state.vehicle import BogDue, Vehicle, VehicleDust

__all__ = [
    "BARE",
    "DISPERSED_DRM",
    "FFE",
    "NO_FIRE",
    "Ablaze",
    "BogDue",
    "Building",
    "Clock",
    "Fort",
    "Ground",
    "LevelFire",
    "Map",
    "PlacedLight",
    "Rubble",
    "Setting",
    "Sky",
    "Smoke",
    "State",
    "Unit",
    "Vehicle",
    "VehicleDust",
    "Wind",
    "Work",
    "replace",
]
