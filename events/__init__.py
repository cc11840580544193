"""What can happen in a desert game, and how it is written down. Knows no rule."""

from events.commands import COMMANDS, Command
from events.entry import Entry, Header
from events.errors import BadInput
from events.log import LogReader, LogWriter
from events.moment import PHASES, SETUP, Moment, Phase, parse_moment
from events.rolls import Roll
from events.scenario import Scenario
from events.vocabulary import EVENTS, Event

__all__ = [
    "COMMANDS",
    "EVENTS",
    "PHASES",
    "SETUP",
    "BadInput",
    "Command",
    "Entry",
    "Event",
    "Header",
    "LogReader",
    "LogWriter",
    "Moment",
    "Phase",
    "Roll",
    "Scenario",
    "parse_moment",
]
