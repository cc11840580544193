"""What was told beside what is there: nothing lost, nothing twice, all of it seen in order."""

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs

from replays.game.drive import play_orders
from replays.game.game import Game
from replays.game.open_log import open_log
from replays.library.audits import audit_game
from replays.library.library import Library
from replays.library.library_game import LibraryGame, disk_of

__all__ = ["Told", "faults", "told_by"]


@attrs.frozen
class Told:
    """What a person was told, line by line, see `benchmarks.load.people`.

    Attributes:
        recorders: by who he is.
        watchers: by who he is.
    """

    recorders: dict[str, list[list[Any]]]
    watchers: dict[str, list[list[Any]]]


def told_by(folder: Path) -> Told:
    """What was written down in a folder."""
    found: dict[str, dict[str, list[list[Any]]]] = {"recorder": {}, "watcher": {}}
    for path in sorted(folder.glob("*.jsonl")):
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        found[path.stem.split("-")[0]][path.stem] = lines
    return Told(found["recorder"], found["watcher"])


def faults(library: Library, told: Told) -> Iterator[str]:
    """Whatever is not as it must be, a sentence each."""
    seals = {game.name: _seals(library, game) for game in library.games()}
    yield from _of_recorders(told, seals)
    for who, lines in told.watchers.items():
        yield from _of_watcher(who, lines, seals)
    for game in library.games():
        audited = audit_game(library, game)
        if not audited.clean:
            yield f"{game.name}: {audited.findings[0]}"
        if not _played_again(library, game):
            yield f"{game.name}: the same orders played into a file give other bytes"


def _seals(library: Library, game: LibraryGame) -> list[str]:
    """The hash of each line; that of the header comes first."""
    with open_log(game.path, disk_of(library.database, game)) as reader:
        return [reader.head.hash, *(line.hash for line in reader.checked())]


def _of_recorders(told: Told, seals: dict[str, list[str]]) -> Iterator[str]:
    """Each entry was acknowledged to one recorder, once, and is there as he was told."""
    by_game: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for lines in told.recorders.values():
        for name, first, last, seal, *_ in lines:
            by_game[name].append((first, last, seal))
    for name, found in by_game.items():
        n, there = 0, seals.get(name, [])
        for first, last, seal in sorted(found):
            if first <= n:
                yield f"{name}: entry {first} was acknowledged twice"
            if first > n + 1:
                yield f"{name}: entry {n + 1} was acknowledged to nobody"
            if last >= len(there) or there[last] != seal:
                yield f"{name}: entry {last} was acknowledged, and is lost or another"
            n = last
        if n + 1 < len(there):
            yield f"{name}: entry {n + 1} is there, and was acknowledged to nobody"


def _of_watcher(who: str, lines: list[list[Any]], seals: dict[str, list[str]]) -> Iterator[str]:
    """He saw each entry of each game that he followed, in order, once."""
    by_game: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for name, n, seal, _ in lines:
        by_game[name].append((n, seal))
    for name, seen in by_game.items():
        if seen != list(enumerate(seals[name])):
            yield f"{who} saw {len(seen)} lines of {name}, and not the {len(seals[name])} there are"


def _played_again(library: Library, game: LibraryGame) -> bool:
    """Whether the orders of a game, played into a file, give the bytes that it has here."""
    with TemporaryDirectory() as folder:
        out, again = Path(folder, "out.jsonl"), Path(folder, "again.jsonl")
        library.export(game, out)
        told = Game.load(out)
        play_orders(told.header.scenario, told.orders()).save(again)
        return out.read_bytes() == again.read_bytes()
