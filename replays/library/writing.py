"""What is written of a game in one transaction: its end, its lines, what it is found by, snapshots.

The end of a game is moved only from where somebody knows it to be. So of two who write, the second
writes nothing.
"""

from collections.abc import Iterator
from typing import Final

import attrs

from replays.game.open_log import Ending
from replays.library.database import Database
from replays.library.facts import Fact, plain_text
from replays.library.snapshots import SHAPE, Snapshot, digest_of

_CLAIM: Final = (
    "INSERT INTO game (entries, seal, size, torn, ending, moment, name, format, scenario, engine) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id"
)
_MOVE: Final = (
    "UPDATE game SET entries = ?, seal = ?, size = ?, torn = ?, ending = ?, moment = ? "
    "WHERE id = ? AND entries = ? AND seal = ? AND torn = ? RETURNING id"
)


@attrs.frozen
class GameEnd:
    """How far a game of a library goes.

    Attributes:
        entries: how many it has.
        seal: the hash of its last line.
        size: of its log, in bytes, with what is torn.
        torn: what a crash left behind the last whole line.
        ending: how it ends.
    """

    entries: int
    seal: str
    size: int
    torn: bytes
    ending: Ending

    @property
    def row(self) -> tuple[object, ...]:
        """As the table of games has it."""
        ending = self.ending
        return self.entries, self.seal, self.size, self.torn, ending.word, ending.moment


def claim(
    database: Database, name: str, log_format: int, scenario: str, engine: str, end: GameEnd
) -> int | None:
    """Put a new game down, inside a transaction; its number, or None if the name is taken."""
    values = *end.row, name, log_format, plain_text(scenario), plain_text(engine)
    rows = database.rows(_CLAIM, *values)
    if not rows:
        return None
    number = int(rows[0][0])
    database.tell(number)
    return number


def move(database: Database, game: int, before: tuple[int, str, bytes], after: GameEnd) -> bool:
    """Put the new end of a game down, inside a transaction; False if somebody else has moved it.

    Args:
        database: the library's.
        game: the number of the game.
        before: its entries, its seal and what is torn, as they were read.
        after: its new end.
    """
    if not database.rows(_MOVE, *after.row, game, *before):
        return False
    database.tell(game)
    return True


def insert_lines(database: Database, game: int, lines: Iterator[tuple[int, bytes]]) -> None:
    """Put lines of a log down, each with its number and without its end."""
    database.many(
        "INSERT INTO line (game, number, raw) VALUES (?, ?, ?)",
        ((game, number, raw) for number, raw in lines),
    )


def insert_facts(database: Database, game: int, facts: Iterator[tuple[Fact, int]]) -> None:
    """Put down what a game can be found by, each with the entry that had it first."""
    database.many(
        "INSERT INTO fact (game, kind, value, entry) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        ((game, kind, value, entry) for (kind, value), entry in facts),
    )


def insert_snapshots(
    database: Database, game: int, snapshots: Iterator[tuple[int, Snapshot]]
) -> None:
    """Put snapshots of a game down, each with its entry."""
    database.many(
        "INSERT INTO snapshot (game, entry, shape, seal, digest, body) "
        "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (
            (game, n, SHAPE, each.seal, digest_of(each.seal, each.body), each.body)
            for n, each in snapshots
        ),
    )
