"""What was found in the games of a library, kept beside them: nothing is found twice."""

from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from replays.library.library import Library, LibraryGame
from replays.version import ENGINE

AUDIT: Final = "audit"
ODDS: Final = "odds"

_KEEP: Final = (
    "INSERT INTO result (game, kind, seal, engine, findings, body) VALUES (?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (game, kind) DO UPDATE SET seal = excluded.seal, engine = excluded.engine, "
    "findings = excluded.findings, body = excluded.body"
)


@attrs.frozen
class GameNote:
    """What is to be kept of a game.

    Attributes:
        game: the game, as far as it went when it was worked on.
        body: what was found, as JSON; None where it must be found anew every time.
        findings: how many findings there are.
        rules: the rules that the game is to be found by from now on; None leaves them as they are.
    """

    game: LibraryGame
    body: bytes | None
    findings: int = 0
    rules: frozenset[str] | None = None


def keep(library: Library, kind: str, notes: Iterable[GameNote]) -> None:
    """Keep what was found in some games; it holds for this engine, and as long as a game stays so.

    Raises:
        BadInput: when the library cannot be written; nothing of it was then.
    """
    database = library.database
    with database.writing():
        for note in notes:
            number = note.game.id
            if note.body is None:
                database.rows("DELETE FROM result WHERE game = ? AND kind = ?", number, kind)
            else:  # whoever else keeps something of this game waits here for its turn
                values = number, kind, note.game.seal, ENGINE, note.findings, note.body
                database.rows(_KEEP, *values)
            if note.rules is not None:
                database.rows("DELETE FROM fact WHERE game = ? AND kind = 'finding'", number)
                database.many(
                    "INSERT INTO fact (game, kind, value, entry) VALUES (?, 'finding', ?, 0) "
                    "ON CONFLICT DO NOTHING",
                    ((number, rule) for rule in sorted(note.rules)),
                )


def kept(library: Library, kind: str, least: int = 0) -> Iterator[tuple[int, str, bytes]]:
    """What this engine found before: number of the game, its seal then, and what was found.

    Args:
        library: the library.
        kind: of what.
        least: only what has so many findings, or more.
    """
    rows = library.database.stream(
        "SELECT game, seal, body FROM result WHERE kind = ? AND engine = ? AND findings >= ?",
        *(kind, ENGINE, least),
    )
    for game, seal, body in rows:
        yield int(game), str(seal), bytes(body)


def without(library: Library, kind: str, games: Iterable[LibraryGame]) -> list[LibraryGame]:
    """The games of which nothing of a kind is kept that holds still, those of a scenario together.

    So a process that does one after the other works out each scenario once.
    """
    rows = library.database.stream(
        "SELECT game, seal FROM result WHERE kind = ? AND engine = ?", kind, ENGINE
    )
    done = {(int(game), str(seal)) for game, seal in rows}
    left = (game for game in games if (game.id, game.seal) not in done)
    return sorted(left, key=lambda game: (game.scenario, game.name))


def forget(library: Library, kind: str, games: Iterable[LibraryGame]) -> None:
    """Let go of what was found in some games, so that it is found anew."""
    with library.database.writing():
        for game in games:
            library.database.rows("DELETE FROM result WHERE game = ? AND kind = ?", game.id, kind)
