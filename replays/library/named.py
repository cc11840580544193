"""Games of the library that is chosen, by name alone, for whoever reads and writes logs."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, cast

from events.disk import Disk
from events.errors import BadInput, in_file
from replays.game.address import pins
from replays.game.named_moment import When
from replays.game.open_log import Ending
from replays.game.store import LogPlace, PointOfGame
from replays.library.database import NoLibrary
from replays.library.games import LibraryGame, game_called, proper_name
from replays.library.library import Library
from replays.library.lines import LinesFile, pieces
from replays.library.places import usual_address
from replays.library.recording import LibraryLog
from replays.library.recovering import put_torn_aside_in
from replays.library.states import position_in
from replays.library.watching import Changes


class NamedGames:
    """The games of the library that `--library`, or else `KHAMSIN_LIBRARY`, names."""

    def there(self, name: str) -> bool:
        """Whether the library has a game of this name; False where there is no library."""
        try:
            with Library.open() as library:
                return library.perhaps(name) is not None
        except NoLibrary:
            return False

    def demand_free(self, name: str) -> None:
        """See that a game can be begun under this name.

        Raises:
            BadInput: when no game can have it, or one has it.
        """
        proper_name(name)
        if self.there(name):
            why = "the library has a game of that name, which is left as it is; name another"
            raise BadInput(why, _called(name))

    def missing(self, name: str) -> BadInput:
        """That the library has no such game."""
        why = "this library has no game of that name; `khamsin library list` names those it has"
        return BadInput(why, _called(name))

    def disk(self, name: str) -> Disk:
        """A disk that has the log of this game alone."""
        return cast("Disk", _NamedDisk(self, name))

    def identity(self, name: str) -> str:
        """The library's place and the name."""
        return f"{usual_address()}\0{name}"

    def size(self, name: str) -> int:
        """How many bytes a log has; 0 if there is none."""
        with Library.open() as library:
            game = library.perhaps(name)
            return 0 if game is None else game.size

    def standing(self, name: str, when: When) -> PointOfGame:
        """Where a game stands at a point, from the nearest snapshot on; see `position_in`."""
        with Library.open() as library:
            game = self.look(library, name)
            with in_file(_called(name)):
                number, position = position_in(library, game, when)
                with library.reader(game) as reader:
                    header = reader.header
        torn, ending = bool(game.torn), None
        if number == game.entries:
            ending = Ending.of(position, torn=torn, closes=game.closes)
        return PointOfGame(number, position, ending, torn, header)

    def place(self, name: str, *, create: bool) -> LogPlace:
        """Where a game is played; whoever asked closes it.

        Args:
            name: the name of the game.
            create: begin a library, where there is none.
        """
        library = Library.open(create=create)
        return LibraryLog(library.database, name, close=library.close)

    def watching(self, name: str) -> Changes:
        """Tells when others record in a game; whoever asked closes it."""
        library = Library.open()
        try:
            return Changes(library, self.look(library, name).id)
        except BaseException:
            library.close()
            raise

    def recover(self, name: str, folder: Path) -> tuple[int, Path | None]:
        """Put what is torn of a game into a file in a folder; see `put_torn_aside_in`."""
        with Library.open() as library:
            self.look(library, name)
            return put_torn_aside_in(library, name, folder)

    @contextmanager
    def writing(self, name: str, *, new: bool) -> Iterator[Path]:
        """A temporary file, which is taken in as the block ends."""
        if new:
            self.demand_free(name)
        proper_name(name)
        with (
            Library.open(create=True) as library,
            tempfile.TemporaryDirectory(prefix="khamsin-") as folder,
        ):
            path = Path(folder, "game.jsonl")
            yield path
            library.add(path, name)

    def look(self, library: Library, name: str) -> LibraryGame:
        """A game as it stands, or as it stood at the first look of this moment.

        Raises:
            BadInput: when there is none.
        """
        seen = pins()
        if seen is not None and name in seen:
            return cast("LibraryGame", seen[name])
        game = game_called(library.database, name)
        if game is None:
            raise self.missing(name)
        if seen is not None:
            seen[name] = game
        return game


class _NamedDisk:
    """A disk that has one log, to be read only; each reader has a connection of its own."""

    def __init__(self, games: NamedGames, name: str) -> None:
        self._games, self._name = games, name

    def reading(self, path: Path) -> BinaryIO:
        del path
        library = Library.open()
        try:
            game = self._games.look(library, self._name)
            chunks = pieces(library.database, game.id, game.entries, game.torn)
            return cast("BinaryIO", LinesFile(chunks, library.close))
        except BaseException:
            library.close()
            raise


def _called(name: str) -> str:
    return f"library:{name}"


NAMED: Final = NamedGames()
"""Whoever keeps the games whose names begin with ``library:``."""
