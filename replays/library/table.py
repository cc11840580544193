"""What was found in a library as Parquet: a row a game, for data frames and SQL."""

import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from events.codec import plain
from events.errors import BadInput
from events.json_bytes import dumps
from events.terms import Density
from replays.auditing.model import Luck
from replays.game.file import exists
from replays.library.batch import AuditedGame, GameOdds, ToCome
from replays.library.row import LibraryGame
from replays.sweep.parquet import FACTS_KEY, demand_place, demand_suffix, in_words, read_facts, sync
from replays.version import ENGINE
from sim.climate.exact_odds import DUSTY

Row = dict[str, Any]

_GROUP: Final = 10_000
"""Rows that are held at once."""

_GAME: Final = (
    ("game", pa.string()),
    ("scenario", pa.string()),
    ("entries", pa.int64()),
    ("ending", pa.string()),
    ("moment", pa.string()),
    ("seal", pa.string()),
    ("engine", pa.string()),
)
"""What every table says of a game; ``engine`` is the one that began its log."""

_FINDING: Final = pa.struct(
    [
        ("moment", pa.string()),
        ("entry", pa.int64()),
        ("rule", pa.string()),
        ("logged", pa.string()),
        ("expected", pa.string()),
    ]
)


def column_of(density: Density) -> str:
    """What a column about a density is called."""
    return density.value.lower().replace(" ", "_")


AUDITS: Final = pa.schema(
    [
        *_GAME,
        ("clean", pa.bool_()),
        ("findings", pa.list_(_FINDING)),
        ("more", pa.int64()),
    ]
)
"""The columns of the audits of a library."""


_LUCK: Final = pa.struct(
    [
        ("what", pa.string()),
        ("seen", pa.int64()),
        ("of", pa.int64()),
        ("expected", pa.float64()),
        ("as_many", pa.float64()),
        ("as_few", pa.float64()),
        ("two_sided", pa.float64()),
        ("verdict", pa.string()),
    ]
)
_ROLLS: Final = pa.struct(
    [
        ("who", pa.string()),
        ("purpose", pa.string()),
        ("kind", pa.string()),
        ("n", pa.int64()),
        ("mean", pa.float64()),
        ("low", pa.float64()),
        ("high", pa.float64()),
        ("p", pa.float64()),
        ("adjusted", pa.float64()),
        ("verdict", pa.string()),
    ]
)

ODDS_OF_GAMES: Final = pa.schema(
    [
        *_GAME,
        ("player_turns", pa.int64()),
        ("told", pa.string()),
        ("weather", pa.float64()),
        ("weather_among_all", pa.float64()),
        ("dice", pa.float64()),
        ("dice_among_all", pa.float64()),
        ("unusual", pa.bool_()),
        ("luck", pa.list_(_LUCK)),
        ("rolls", pa.list_(_ROLLS)),
        ("to_come_since", pa.string()),
        ("to_come_player_turns", pa.int64()),
        *((f"to_come_{column_of(density)}", pa.float64()) for density in DUSTY),
        ("to_come_rained", pa.float64()),
    ]
)
"""The columns of the odds of a library; chances are decimals, and null is what there is none of."""


def game_columns(game: LibraryGame) -> Row:
    """What every table says of a game."""
    return {
        "game": game.name,
        "scenario": game.scenario,
        "entries": game.entries,
        "ending": game.ending,
        "moment": game.moment,
        "seal": game.head_hash,
        "engine": game.engine,
    }


def audit_rows(games: Iterable[LibraryGame], found: Mapping[str, AuditedGame]) -> Iterator[Row]:
    """A row for each game of which an audit is known."""
    for game in games:
        audited = found.get(game.name)
        if audited is not None:
            findings = [plain(each) for each in audited.findings]
            row = {"clean": audited.clean, "findings": findings, "more": audited.more}
            yield game_columns(game) | row


def odds_rows(games: Iterable[LibraryGame], found: Iterable[GameOdds]) -> Iterator[Row]:
    """A row for each game with what its dice did."""
    for game, odds in zip(games, found, strict=True):
        yield game_columns(game) | {
            "player_turns": odds.player_turns,
            "told": odds.told,
            "weather": odds.weather,
            "weather_among_all": odds.among_all[0],
            "dice": odds.fair,
            "dice_among_all": odds.among_all[1],
            "unusual": odds.unusual,
            "luck": [_luck_row(luck) for luck in odds.luck],
            "rolls": [plain(row) for row in odds.dice],
            **_to_come_columns(odds.to_come),
        }


def _luck_row(luck: Luck) -> Row:
    decimals = {"as_many": luck.as_many.decimal, "as_few": luck.as_few.decimal}
    return {**plain(luck), **decimals}


def _to_come_columns(coming: ToCome | None) -> Row:
    if coming is None:
        return {}
    reached = {
        f"to_come_{column_of(density)}": coming.reached[density.value].decimal for density in DUSTY
    }
    return {
        "to_come_since": coming.since,
        "to_come_player_turns": coming.player_turns,
        **reached,
        "to_come_rained": coming.rained.decimal,
    }


def _facts(what: str, where: str) -> dict[str, str]:
    return {"khamsin": f"library {what}", "library": where, "engine": ENGINE}


def demand_writable(path: Path, what: str, where: str) -> None:
    """See that a table can be written there: to a new file, or over one that is of the same.

    Args:
        path: the file.
        what: ``audit`` or ``odds``.
        where: the library.

    Raises:
        BadInput: when it is something else, or cannot be.
    """
    demand_suffix(path)
    demand_place(path)
    if not exists(path):
        return
    facts = read_facts(path) or {}
    of = _facts(what, where)
    if any(facts.get(key) != of[key] for key in ("khamsin", "library")):
        why = f"this file is there already and is no {what} of this library; it is left as it is"
        raise BadInput(why, str(path))


def write_rows(path: Path, schema: Any, rows: Iterable[Row], what: str, where: str) -> None:
    """Write a table, whole or not at all, over one of the same.

    Args:
        path: the file.
        schema: its columns.
        rows: its rows.
        what: ``audit`` or ``odds``.
        where: the library.

    Raises:
        BadInput: when it cannot be written; what stood there is there still.
    """
    passing = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    schema = schema.with_metadata({FACTS_KEY: dumps(_facts(what, where))})
    left = iter(rows)
    with in_words(path):
        try:
            with pq.ParquetWriter(passing, schema, compression="zstd") as writer:
                while group := list(islice(left, _GROUP)):
                    writer.write_table(pa.Table.from_pylist(group, schema))
            sync(passing)
            passing.replace(path)
        finally:
            passing.unlink(missing_ok=True)
        sync(path.parent)
