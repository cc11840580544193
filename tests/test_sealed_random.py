"""Whole games with sealed dice between two people, by chance, both ways: what must always hold."""

from pathlib import Path

from replays.auditing.audit import audit
from tests import cases
from tests.sealed_pair import lines_of, shortened
from tests.sealed_random import RandomPair


@cases("way", "alone", "together")
@cases("scenario, number", ("bir-el-qaha", 1), ("dyo-gazala", 2))
def test_whoever_plays_whatever_both_logs_are_clean_and_one(
    tmp_path: Path, way: str, scenario: str, number: int
) -> None:
    """Any orders, undo, notes, sheets and old letters: no secret is sent, and both logs agree."""
    game = RandomPair(
        tmp_path, way, number, shortened(tmp_path, scenario, 2 if way == "alone" else 1)
    )
    assert game.play(200)
    first, second = game.pair.logs
    assert first.read_bytes() == second.read_bytes()
    report = audit(first, finished=True)
    assert report.findings == ()
    words = [line["do"]["order"] for line in lines_of(first)[1:]]
    assert {"opened", "wc", "phase"} <= set(words)
    assert game.refused
    assert words.count("asked") == (words.count("opened") if way == "together" else 0)
