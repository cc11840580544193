"""The rows of a sweep as a Parquet file that says of itself what it is."""

from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from itertools import chain
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from events.json_bytes import dumps
from events.terms import Density, Rain
from replays.sweep.job import Jobs, Piece
from replays.sweep.kernel import Array, Plan
from replays.sweep.result import column_name

_ROWS_OF_A_GROUP: Final = 1 << 17
_CELLS_OF_A_GROUP: Final = 1 << 23

Table = Any
"""A table of PyArrow, which has no types."""


def file_of(
    jobs: Jobs, tables: Iterable[Table], facts: Callable[[], dict[str, Any]]
) -> Iterator[bytes]:
    """The bytes of a file, group by group; they do not depend on how long the tables are.

    ``facts`` is called at the end: what the file says of itself.
    """
    rows = _ROWS_OF_A_GROUP
    if jobs[0].trajectories:
        turns = max(job.scenario.turns for job in jobs)
        rows = min(rows, _CELLS_OF_A_GROUP // (2 * turns))
    groups, sink = _groups(tables, rows), BytesIO()
    first = next(groups)
    # with a schema of Arrow's own, readers would not see metadata that come at the end
    with pq.ParquetWriter(sink, first.schema, compression="zstd", store_schema=False) as writer:
        for group in chain([first], groups):
            writer.write_table(group, row_group_size=rows)
            yield sink.getvalue()
            sink.seek(0)
            sink.truncate()
        writer.add_key_value_metadata({b"khamsin": dumps(facts())})
    yield sink.getvalue()


def _groups(tables: Iterable[Table], rows: int) -> Iterator[Table]:
    held = None
    for table in tables:
        held = table if held is None else pa.concat_tables([held, table])
        while held.num_rows >= rows:
            yield held.slice(0, rows).combine_chunks()
            held = held.slice(rows)
    if held is not None and held.num_rows:
        yield held.combine_chunks()


def table_of(plan: Plan, piece: Piece, blocks: Iterable[Array], counted: dict[str, Any]) -> Table:
    """The rows of a piece: what its games went through, and what was counted of whole games."""
    batches, start = [], piece.start
    for block in blocks:
        columns = _columns(plan, start, block, trajectories=piece.job.trajectories)
        batches.append(pa.table(columns))
        start += block.shape[1]
    table = pa.concat_tables(batches).combine_chunks()
    for name, column in counted.items():
        table = table.append_column(name, [column])
    if piece.job.label:
        table = table.add_column(0, "scenario", [[piece.job.label] * table.num_rows])
    return table


def _columns(plan: Plan, start: int, block: Array, *, trajectories: bool) -> dict[str, Any]:
    climates = plan.table.climates
    level = np.array([climate.density.level for climate in climates], np.uint8)[block]
    rain = np.array([climate.sky.rain is not Rain.NONE for climate in climates], np.bool_)
    heavy = np.array([climate.wind.heavy for climate in climates], np.bool_)
    there = {column_name(density): level == density.level for density in Density}
    found = {
        "game": np.arange(start, start + block.shape[1], dtype=np.uint32),
        "climate": block[-1].copy(),
        **{f"first_{name}": _first(each) for name, each in there.items()},
        **{f"turns_{name}": each.sum(axis=0, dtype=np.uint16) for name, each in there.items()},
        "rained": rain[block].any(axis=0),
        "first_heavy_winds": _first(heavy[block]),
    }
    if trajectories:  # the densities of each game as a list
        turns, games = level.shape
        places = np.arange(0, turns * games + 1, turns, dtype=np.int32)
        found["dust"] = pa.ListArray.from_arrays(pa.array(places), pa.array(level.T.ravel()))
    return found


def _first(there: Array) -> Array:
    """The first Player Turn, from 1, in which it is there; 0 is never."""
    found = np.zeros(there.shape[1], np.uint16)
    for turn in range(len(there), 0, -1):
        np.copyto(found, np.uint16(turn), where=there[turn - 1])
    return found
