"""Every event, by the tag that logs use for it."""

import re
from typing import Final, TypeAlias, get_args

from events.dust import DustEvent
from events.fortifications import FortificationEvent
from events.ground import GroundEvent
from events.sky import SkyEvent
from events.smoke import SmokeEvent
from events.spreading_fire import SpreadingFireEvent
from events.turn import TurnEvent
from events.units import UnitEvent
from events.vehicles import VehicleEvent
from events.wind import WindEvent

Event: TypeAlias = (
    TurnEvent
    | SkyEvent
    | WindEvent
    | DustEvent
    | SmokeEvent
    | VehicleEvent
    | GroundEvent
    | UnitEvent
    | SpreadingFireEvent
    | FortificationEvent
)
"""Anything that can have happened. Every event carries ``rule``, the id of the rule behind it."""

_NEW_WORD: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def tag_of(event: type[Event]) -> str:
    """The tag of an event: its class's name in small letters, such as ``mp_spent`` of MPSpent.

    Tags never change once released; so neither do the names of the classes.
    """
    return _NEW_WORD.sub("_", event.__name__).lower()


EVENTS: Final[dict[str, type[Event]]] = {tag_of(cls): cls for cls in get_args(Event)}
"""Every event by its tag."""
