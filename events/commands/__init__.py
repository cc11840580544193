"""Commands: what a player did, or which roll is due. One frozen class each.

A command says nothing of its result: the rules decide that, and answer with events or a refusal.
Every class of the modules of this package can be imported from the package itself.
"""

from typing import Final, TypeAlias, get_args

from events.commands.book import *
from events.commands.fire import *
from events.commands.fortifications import *
from events.commands.ground import *
from events.commands.mishaps import *
from events.commands.movement import *
from events.commands.of_rules import Command as Command
from events.commands.sealed import *
from events.commands.setup import *
from events.commands.smoke import *
from events.commands.spreading_fire import *
from events.commands.turn import *
from events.commands.units import *
from events.mp import MP as MP

Doing: TypeAlias = Command | BookCommand
"""Anything that an entry of a log can be: a command of the rules, or one of the log itself."""

COMMANDS: Final[dict[str, type[Doing]]] = {cls.word: cls for cls in get_args(Doing)}
"""Every command by the word that orders and logs use for it. Words never change once released."""

OF_THE_LOG: Final[dict[str, type[BookCommand]]] = {cls.word: cls for cls in get_args(BookCommand)}
"""The commands of the log itself, by their words."""
