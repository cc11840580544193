"""Several recorders and watchers at one library: nothing is lost, all is seen, everybody gets on.

`python -m benchmarks.load` is the same for minutes and for many.
"""

from pathlib import Path

from benchmarks.load.checking import Told, faults, told_by
from benchmarks.load.evening import Evening, figures, held
from replays.library.library import Library
from tests.places import Places

ORDERS = 5
"""Each recorder gives so many of his own, however long that takes."""


def _held(where: str, folder: Path, *, one_game: bool) -> Told:
    evening = Evening(
        where, recorders=3, watchers=4, pairs=1, one_game=one_game, seconds=300, orders=ORDERS
    )
    held(evening, folder)
    told = told_by(folder)
    with Library.open(where) as library:
        assert list(faults(library, told)) == []
    return told


def test_what_recorders_were_told_is_there_and_watchers_saw_it(
    places: Places, tmp_path: Path
) -> None:
    """Own games and a shared one: each entry once, seen in order, audited clean, played again."""
    told = _held(places.new(), tmp_path, one_game=False)
    assert len(told.recorders) == 3
    assert all(len(lines) >= ORDERS for lines in told.recorders.values())
    assert len(told.watchers) == 4
    assert all(told.watchers.values())
    found = figures(told)
    assert found.orders == len(found.alone) + len(found.shared)
    assert found.seen


def test_a_watcher_who_missed_something_is_found(tmp_path: Path) -> None:
    """The check is no formality: an entry lost, told twice, unseen or another is each a fault."""
    where = str(tmp_path / "l.db")
    evening = Evening(where, recorders=1, watchers=1, pairs=0, seconds=300, orders=3)
    held(evening, tmp_path)
    with Library.open(where) as library:
        told = told_by(tmp_path)
        (said,), (seen,) = told.recorders.values(), told.watchers.values()
        assert not list(faults(library, told))
        for wrong, expected in (
            (Told({"r": said}, {"w": seen[:-1]}), "w saw"),
            (Told({"r": said}, {"w": [seen[1], seen[0], *seen[2:]]}), "w saw"),
            (Told({"r": [*said, said[-1]]}, {}), "twice"),
            (Told({"r": said[:-1]}, {}), "acknowledged to nobody"),
            (Told({"r": [*said[:-1], [*said[-1][:3], "0" * 64, *said[-1][4:]]]}, {}), "is lost"),
        ):
            assert any(expected in fault for fault in faults(library, wrong)), expected
