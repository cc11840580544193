"""Commands: what a player did, or which roll is due. One frozen class each.

A command says nothing of its result: the rules decide that, and answer with events or a refusal.
Every class of the modules of this package can be imported from the package itself.
"""

from typing import Final, TypeAlias

from events.commands import (
    book,
    fire,
    fortifications,
    ground,
    mishaps,
    movement,
    smoke,
    spreading_fire,
    turn,
    units,
)
from events.commands.book import *
from events.commands.fire import *
from events.commands.fortifications import *
from events.commands.ground import *
from events.commands.mishaps import *
from events.commands.movement import *
from events.commands.smoke import *
from events.commands.spreading_fire import *
from events.commands.turn import *
from events.commands.units import *
from events.register import BookCommand as BookCommand
from events.register import Command as Command
from events.register import classes_of
from events.terms import MP as MP

Doing: TypeAlias = Command | BookCommand
"""Anything that an entry of a log can be: a command of the rules, or one of the log itself."""

_KINDS: Final = (
    *(turn, movement, mishaps, smoke),
    *(ground, fire, units, spreading_fire, fortifications),
)
OF_THE_LOG: Final[dict[str, type[BookCommand]]] = {
    cls.word: cls for cls in classes_of(BookCommand, book)
}
"""The commands of the log itself, by their words."""

OF_RULES: Final[dict[str, type[Command]]] = {cls.word: cls for cls in classes_of(Command, *_KINDS)}
"""The commands that the rules decide, by their words."""

COMMANDS: Final[dict[str, type[Doing]]] = {**OF_RULES, **OF_THE_LOG}
"""Every command by the word that orders and logs use for it. Words never change once released."""
