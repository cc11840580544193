"""Every event, by the tag that logs use for it."""

from typing import Final

from events import dust, fortifications, ground, sky, smoke, spreading_fire, turn, units, vehicles
from events.register import Event, classes_of

_KINDS: Final = (
    *(turn, sky, dust, smoke),
    *(vehicles, ground, units, spreading_fire, fortifications),
)
EVENTS: Final[dict[str, type[Event]]] = {cls.tag: cls for cls in classes_of(Event, *_KINDS)}
"""Every event by its tag."""
