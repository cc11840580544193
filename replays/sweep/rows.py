"""A row a game, as Parquet: when it was how dusty, and whether it rained."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from events.json_bytes import dumps
from events.terms import Density, Rain
from replays.sweep.columns import Array
from replays.sweep.plan import Plan
from replays.sweep.tally import column_name

__all__ = ["TALLY_KEY", "Table", "file_of", "table_of"]

Table = Any
"""A table of PyArrow, which has no types."""

TALLY_KEY: Final = b"khamsin.tally"
"""Where the file of a piece has its tally."""


def table_of(plan: Plan, start: int, blocks: Iterable[Array], *, trajectories: bool) -> Table:
    """The rows of games that follow each other.

    Args:
        plan: the scenario.
        start: the first game.
        blocks: their climates, a row a Player Turn and a column a game.
        trajectories: also the density of every Player Turn.
    """
    batches = []
    for block in blocks:
        columns = _columns(plan, start, block, trajectories=trajectories)
        batches.append(pa.table(columns))
        start += block.shape[1]
    return pa.concat_tables(batches).combine_chunks()


def _columns(plan: Plan, start: int, block: Array, *, trajectories: bool) -> dict[str, Any]:
    climates = plan.table.climates
    games = np.arange(start, start + block.shape[1], dtype=np.uint32)
    level = _facts([climate.density.level for climate in climates], np.uint8)[block]
    firsts, turns = {}, {}
    for density in Density:
        there = level == density.level
        name = column_name(density)
        firsts[f"first_{name}"] = _first(there)
        turns[f"turns_{name}"] = there.sum(axis=0, dtype=np.uint16)
    rain = _facts([climate.sky.rain is not Rain.NONE for climate in climates], np.bool_)
    heavy = _facts([climate.wind.heavy for climate in climates], np.bool_)
    found = {
        "game": games,
        "climate": block[-1].copy(),
        **firsts,
        **turns,
        "rained": rain[block].any(axis=0),
        "first_heavy_winds": _first(heavy[block]),
    }
    return {**found, "dust": _lists(level)} if trajectories else found


def _facts(values: Sequence[Any], kind: Any) -> Array:
    return np.array(values, kind)


def _first(there: Array) -> Array:
    """The first Player Turn, from 1, in which it is there; 0 is never."""
    found = np.zeros(there.shape[1], np.uint16)
    for turn in range(len(there), 0, -1):
        np.copyto(found, np.uint16(turn), where=there[turn - 1])
    return found


def _lists(level: Array) -> Any:
    """The densities of each game as a list."""
    turns, games = level.shape
    places = np.arange(0, turns * games + 1, turns, dtype=np.int32)
    return pa.ListArray.from_arrays(pa.array(places), pa.array(level.T.ravel()))


def file_of(table: Table, found: Array) -> bytes:
    """The file of a piece: its rows, with its tally."""
    sink = pa.BufferOutputStream()
    noted = table.replace_schema_metadata({TALLY_KEY: dumps(found.tolist())})
    pq.write_table(noted, sink, compression="zstd")
    return bytes(sink.getvalue())
