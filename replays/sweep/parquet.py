"""Parquet files that say of themselves what they are, and are there whole or not at all."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from events.disk import DISK, write_whole
from events.errors import BadInput
from events.json_bytes import NotJson, dumps, dumps_indented, loads
from events.terms import Density, Rain
from replays.game.file import exists
from replays.sweep.job import GameRange, Jobs, asked, pieces
from replays.sweep.kernel import Array, Plan
from replays.sweep.result import column_name

SUFFIX: Final = ".parquet"
FACTS_KEY: Final = b"khamsin"
"""Where a file has what it is of, in its metadata."""


Table = Any
"""A table of PyArrow, which has no types."""

TALLY_KEY: Final = b"khamsin.tally"
"""Where the file of a piece has its tally."""


def demand_suffix(path: Path) -> None:
    """See that a name is one of a Parquet file."""
    if path.suffix != SUFFIX:
        raise BadInput(f"a name that ends in {SUFFIX} is expected", str(path))


def read_facts(path: Path) -> dict[str, Any] | None:
    """What a file says of itself; None when it is not one of ours."""
    try:
        noted = pq.read_schema(path).metadata or {}
    except (OSError, ValueError) as error:
        why = f"this is there and is not a Parquet file ({_first_line(error)})"
        raise BadInput(why, str(path)) from None
    try:
        facts = loads(noted.get(FACTS_KEY, b"null"))
    except NotJson:
        return None
    return facts if isinstance(facts, dict) else None


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:120]


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Say in a sentence why something cannot be written."""
    try:
        yield
    except BadInput:
        raise
    except (OSError, ValueError) as error:  # in the words of the system, where it has some
        number = getattr(error, "errno", None)
        why = os.strerror(number) if number else _first_line(error)
        raise BadInput(f"this cannot be written ({why})", str(path)) from None


_MANIFEST: Final = "manifest.json"
_PASSING: Final = ".part"
_ROWS_OF_A_GROUP: Final = 1 << 17
_CELLS_OF_A_GROUP: Final = 1 << 23


def finished(path: Path, jobs: Jobs) -> dict[str, Any] | None:
    """What the finished file of this very sweep says; None when there is no file."""
    demand_suffix(path)
    if not exists(path):
        return None
    facts = read_facts(path) or {}
    other = _differing(asked(jobs), facts)
    if other:
        raise BadInput(
            f"this file is there already and holds something else ({other}); it is left as it is",
            str(path),
        )
    return facts


def _differing(asked: dict[str, Any], facts: dict[str, Any]) -> str:
    """What a file or folder was made for otherwise, in words."""
    keys = [key for key, value in asked.items() if facts.get(key) != value]
    if "khamsin" in keys:
        return "it is not of a sweep"
    return ", ".join(
        f"{key} is another" if isinstance(asked[key], dict) else f"{key} {facts.get(key)!r}"
        for key in keys
    )


class Parts:
    """The parts of a sweep that are done."""

    def __init__(self, path: Path, jobs: Jobs, chunk: int) -> None:
        """Open the folder, or make it."""
        self.path, self.jobs = path, jobs
        self.folder = _folder(path)
        self.pieces = pieces(jobs, chunk)
        facts = {**asked(jobs), "chunk": chunk}
        with in_words(self.folder):
            self.folder.mkdir(exist_ok=True)
            if not (self.folder / _MANIFEST).exists():
                self._claim(facts)
        _check(self.folder, facts)
        held = DISK.open(self.folder / _MANIFEST)
        self._held: int | None = held
        try:  # hold the folder until this process ends, or until all is joined
            DISK.lock(held)
        except OSError:
            self.close()
            raise BadInput("another process is at work on this sweep", str(self.path)) from None

    def _claim(self, facts: dict[str, Any]) -> None:
        strange = [each.name for each in self.folder.iterdir() if each.suffix != _PASSING]
        if strange:
            raise BadInput(
                f"this folder is not a folder of a sweep: it holds {strange[0]!r}", str(self.folder)
            )
        write_whole(self.folder / _MANIFEST, [dumps_indented(facts)])

    def close(self) -> None:
        """Let others go on with the folder."""
        held, self._held = self._held, None
        if held is not None:
            DISK.close(held)

    def _part(self, piece: GameRange) -> Path:
        return self.folder / f"{piece.number:08}{SUFFIX}"

    def waiting(self) -> list[GameRange]:
        """The pieces that are still to be done."""
        there = {each.name for each in self.folder.iterdir()}
        return [piece for piece in self.pieces if self._part(piece).name not in there]

    def keep(self, piece: GameRange, file: bytes) -> None:
        """Keep a piece that is done; after this it is on the disk."""
        write_whole(self._part(piece), [file])

    def tallies(self) -> list[Array]:
        """The tallies of all parts together, for each scenario."""
        found: dict[int, Array] = {}
        for piece in self.pieces:
            tally = self._tally(piece)
            found[piece.of] = found[piece.of] + tally if piece.of in found else tally
        return [found[of] for of in range(len(self.jobs))]

    def _tally(self, piece: GameRange) -> Array:
        with _whole(self._part(piece)) as part:
            noted = pq.read_schema(part).metadata[TALLY_KEY]
            games = pq.read_table(part, columns=["game"])["game"].to_numpy()
            if not np.array_equal(games, np.arange(piece.start, piece.start + piece.games)):
                raise ValueError("its rows are not those of its games")
        return np.array(loads(noted), np.int64)

    def join(self, facts: dict[str, Any]) -> None:
        """Join all parts into the file, and remove them.

        The file does not depend on how long the parts are.
        """
        whole = self.folder / f"joined{_PASSING}"
        with in_words(self.path):
            _join(whole, self._tables(), facts, self._rows_of_a_group())
            file = DISK.open(whole)
            try:
                DISK.sync(file)
            finally:
                DISK.close(file)
            try:
                DISK.put_new(whole, self.path)
            except FileExistsError:
                why = "this file came to be meanwhile; it is left as it is"
                raise BadInput(why, str(self.path)) from None
            DISK.sync_folder(self.path.parent)
        self.close()
        _clear(self.folder)

    def _rows_of_a_group(self) -> int:
        if not self.jobs[0].trajectories:
            return _ROWS_OF_A_GROUP
        turns = max(job.scenario.turns for job in self.jobs)
        return min(_ROWS_OF_A_GROUP, _CELLS_OF_A_GROUP // (2 * turns))

    def _tables(self) -> Iterator[Table]:
        for piece in self.pieces:
            with _whole(self._part(piece)) as part:
                table = pq.read_table(part)
            yield table


def clear_leftover(path: Path, jobs: Jobs) -> None:
    """Remove the folder of a sweep that was stopped between joining its parts and removing them."""
    folder = _folder(path)
    if exists(folder):
        if (folder / _MANIFEST).exists():
            _check(folder, asked(jobs))
        _clear(folder)


def _folder(path: Path) -> Path:
    return path.with_name(path.name + ".parts")


def _check(folder: Path, asked: dict[str, Any]) -> None:
    """See that a folder is of this sweep."""
    try:
        found = loads((folder / _MANIFEST).read_bytes())
    except (OSError, NotJson):
        found = None
    other = _differing(asked, found if isinstance(found, dict) else {})
    if other:
        raise BadInput(
            f"these are parts of another sweep ({other}); give the command that they are of, "
            f"name another file, or remove the folder",
            str(folder),
        )


def _clear(folder: Path) -> None:
    """Remove what a sweep has put into its folder, the manifest last, and the folder if empty."""
    ours = (each for each in folder.iterdir() if each.suffix in (SUFFIX, _PASSING))
    with in_words(folder):
        for each in ours:
            each.unlink()
        (folder / _MANIFEST).unlink(missing_ok=True)
        if not any(folder.iterdir()):
            folder.rmdir()


def _join(path: Path, tables: Iterator[Table], facts: dict[str, Any], rows: int) -> None:
    """Write tables one after the other, in groups of so many rows."""
    first = next(tables)
    schema = first.schema.with_metadata({FACTS_KEY: dumps(facts)})
    held = schema.empty_table()
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for table in chain([first], tables):
            held = pa.concat_tables([held, table.replace_schema_metadata(schema.metadata)])
            while held.num_rows >= rows:
                writer.write_table(held.slice(0, rows).combine_chunks(), row_group_size=rows)
                held = held.slice(rows)
        if held.num_rows:
            writer.write_table(held.combine_chunks(), row_group_size=rows)


@contextmanager
def _whole(part: Path) -> Iterator[Path]:
    """Complain of a part that is not as it was written."""
    try:
        yield part
    except (OSError, KeyError, TypeError, ValueError):
        raise BadInput(
            "this part is damaged; remove it, and the same command does its games again", str(part)
        ) from None


def table_of(plan: Plan, start: int, blocks: Iterable[Array], *, trajectories: bool) -> Table:
    """The rows of games that follow each other."""
    batches = []
    for block in blocks:
        columns = _columns(plan, start, block, trajectories=trajectories)
        batches.append(pa.table(columns))
        start += block.shape[1]
    return pa.concat_tables(batches).combine_chunks()


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


def file_of(table: Table, found: Array) -> bytes:
    """The file of a piece: its rows, with its tally."""
    sink = pa.BufferOutputStream()
    noted = table.replace_schema_metadata({TALLY_KEY: dumps(found.tolist())})
    pq.write_table(noted, sink, compression="zstd")
    return bytes(sink.getvalue())
