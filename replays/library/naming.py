"""Names that new games get in a library: no two of them look alike, and each is as it looks.

A name that is there already stays as it is, whatever it is, and its game goes on.
"""

from collections import Counter
from collections.abc import Iterable

from events.errors import BadInput
from replays.game.text import composed, is_unseen, look_of
from replays.library.database import Database
from replays.library.games import proper_name


class Naming:
    """The names of a library, read once, and then only what is new.

    Args:
        database: the library's.
    """

    def __init__(self, database: Database) -> None:
        """Nothing is read yet."""
        self._database, self._last = database, 0
        self._looks: dict[str, str] = {}

    def for_new_game(self, name: str) -> str:
        """The name that a new game gets: this one, each letter with its accents in it (NFC).

        Raises:
            BadInput: when no game can have it, or it looks like the name of another.
        """
        name = composed(proper_name(name))
        if not _is_plain(name):
            why = (
                f"{name[:60]!a} begins or ends with a blank, or has two together, or something "
                f"that shows nothing; `--as` gives another name"
            )
            raise BadInput(why, self._database.where)
        self._read_on()
        other = self._looks.get(look_of(name))
        if other is not None and other != name:
            why = (
                f"the library has {other!r} already, and {name!a} looks like it; another name "
                f"(`--as`) keeps them apart"
            )
            raise BadInput(why, self._database.where)
        return name

    def _read_on(self) -> None:
        sql = "SELECT id, name FROM game WHERE id > ? ORDER BY id"
        for number, name in self._database.rows(sql, self._last):
            self._last = max(self._last, int(number))
            self._looks.setdefault(look_of(str(name)), str(name))


def _is_plain(name: str) -> bool:
    """Whether a name is as it looks."""
    plain = " ".join(name.split(" ")) == name.strip() and "  " not in name
    return plain and name == composed(name) and not is_unseen(name)


def names_to_read(names: Iterable[str]) -> dict[str, str]:
    """Names as a list shows them: spelled out, in quotes, where one could be taken for another."""
    all_names = list(names)
    looks = Counter(map(look_of, all_names))
    return {
        name: name if _is_plain(name) and looks[look_of(name)] == 1 else ascii(name)
        for name in all_names
    }
