"""The commands that the rules decide, all of them."""

from typing import TypeAlias

from events.commands.fire import FireCommand
from events.commands.fortifications import FortificationCommand
from events.commands.ground import GroundCommand
from events.commands.mishaps import MishapCommand
from events.commands.movement import MovementCommand
from events.commands.setup import SetupCommand
from events.commands.smoke import SmokeCommand
from events.commands.spreading_fire import SpreadingFireCommand
from events.commands.turn import TurnCommand
from events.commands.units import UnitCommand

Command: TypeAlias = (
    SetupCommand
    | TurnCommand
    | MovementCommand
    | MishapCommand
    | SmokeCommand
    | GroundCommand
    | FireCommand
    | UnitCommand
    | SpreadingFireCommand
    | FortificationCommand
)
"""Anything that the rules can be asked."""
