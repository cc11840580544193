"""The games of a library as its list has them, each found by its name."""

from pathlib import Path
from typing import Final

import attrs

from events.errors import BadInput
from events.recorder import Overtaken
from replays.game.open_log import has_closing_entry
from replays.game.text import composed
from replays.library.database import Database

_LONGEST_NAME: Final = 100
_GAME: Final = (
    "SELECT id, name, format, entries, seal, size, torn, scenario, engine, ending, moment FROM game"
)


@attrs.frozen
class LibraryGame:
    """A game as the list of a library has it.

    Attributes:
        id: its number in this database, which means nothing elsewhere.
        name: its name in the library.
        format: the format that its log is in.
        entries: how many entries it has.
        seal: the hash of its last line.
        size: of its log, in bytes.
        torn: what a crash left behind its last whole line; empty as a rule.
        scenario: the name of its scenario.
        engine: the version of the engine that began the log.
        ending: ``finished``, ``open`` or ``cut off``.
        moment: where it stands.
    """

    id: int = attrs.field(repr=False)
    name: str
    format: int
    entries: int
    seal: str
    size: int
    torn: bytes = attrs.field(converter=bytes, repr=False)
    scenario: str
    engine: str
    ending: str
    moment: str

    @property
    def closes(self) -> bool:
        """Whether its log ends with a closing entry when it is finished."""
        return has_closing_entry(self.format, self.engine)


def all_games(database: Database) -> list[LibraryGame]:
    """All games by name."""
    return [LibraryGame(*row) for row in database.rows(f"{_GAME} ORDER BY name")]


def game_called(database: Database, name: str) -> LibraryGame | None:
    """The game of a name, in this spelling or the usual one (NFC); None when there is none."""
    try:
        name.encode()
    except UnicodeEncodeError:  # half a character is in no name
        return None
    for spelled in dict.fromkeys((name, composed(name))):
        rows = [] if "\0" in name else database.rows(f"{_GAME} WHERE name = ?", spelled)
        if rows:
            return LibraryGame(*rows[0])
    return None


def proper_name(name: str) -> str:
    """A name that a game can have in a library.

    Raises:
        BadInput: when it is empty, longer than 100 characters or has one that is not printable.
    """
    if not name.strip() or len(name) > _LONGEST_NAME or not name.isprintable():
        why = f"a name in a library has 1 to {_LONGEST_NAME} printable characters; `--as` gives one"
        raise BadInput(why, f"{name[:40]!r}")
    return name


def path_of(name: str) -> Path:
    """What the log of a game is called where it is read."""
    return Path(f"library:{name}")


def overtaken(database: Database, name: str) -> Overtaken:
    """The complaint of who wanted to write a game that somebody else has moved."""
    now = game_called(database, name)
    entries = 0 if now is None else now.entries
    why = (
        f"another recorder was first: {name!r} has {entries} entries now; nothing of this was "
        f"written, so read the game again and go on from there"
    )
    return Overtaken(why, database.where)
