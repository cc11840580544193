"""What can happen in a desert game, and how it is written down. Knows no rule."""

from typing import TYPE_CHECKING

from events.lazily import lazily

if TYPE_CHECKING:
    from events.commands import COMMANDS as COMMANDS
    from events.commands import Command as Command
    from events.entry import Entry as Entry
    from events.entry import Header as Header
    from events.entry import Roll as Roll
    from events.errors import BadInput as BadInput
    from events.log import LogReader as LogReader
    from events.log_writer import LogWriter as LogWriter
    from events.moment import PHASES as PHASES
    from events.moment import SETUP as SETUP
    from events.moment import Moment as Moment
    from events.moment import Phase as Phase
    from events.moment import parse_moment as parse_moment
    from events.register import Event as Event
    from events.scenario import Scenario as Scenario
    from events.vocabulary import EVENTS as EVENTS

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        "events.commands": ("COMMANDS", "Command"),
        "events.entry": ("Entry", "Header", "Roll"),
        "events.errors": ("BadInput",),
        "events.log": ("LogReader",),
        "events.log_writer": ("LogWriter",),
        "events.moment": ("Moment", "PHASES", "Phase", "SETUP", "parse_moment"),
        "events.register": ("Event",),
        "events.scenario": ("Scenario",),
        "events.vocabulary": ("EVENTS",),
    },
)
