"""A game of a library whose last line a crash tore: what is torn goes into a file of its own."""

from pathlib import Path

from events.log_writer import write_aside
from replays.game.address import file_stem
from replays.game.open_log import Ending
from replays.library.games import overtaken
from replays.library.library import Library
from replays.library.states import position_in
from replays.library.writing import GameEnd, move


def put_torn_aside_in(library: Library, name: str, folder: Path) -> tuple[int, Path | None]:
    """Move what stands behind the last whole line of a game into a file of its own.

    Nothing else of the game is touched, and nothing is lost.

    Args:
        library: the library.
        name: the game.
        folder: where that file is to be.

    Returns:
        How many whole entries the game has, and the file; None when the game was whole.

    Raises:
        Overtaken: when somebody else has just changed the game; the file is there then.
        BadInput: when there is no such game, or the file or the library cannot be written.
    """
    game = library.game(name)
    if not game.torn:
        return game.entries, None
    ending = Ending.of(position_in(library, game)[1], closes=game.closes)
    aside = write_aside(folder / f"{file_stem(library.path(game))}.jsonl", game.torn)
    end = GameEnd(game.entries, game.seal, game.size - len(game.torn), b"", ending)
    with library.database.writing():
        if not move(library.database, game.id, (game.entries, game.seal, game.torn), end):
            raise overtaken(library.database, name)
    return game.entries, aside
