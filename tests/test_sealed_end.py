"""The end of a game with sealed dice: both sign it, and neither goes back behind it."""

from pathlib import Path

import pytest

from replays.auditing.audit import audit
from replays.cli.main import main
from tests import Capsys
from tests.sealed_pair import Pair, lines_of, rechained, shortened, verified


@pytest.fixture(params=["alone", "together"])
def finished(request: pytest.FixtureRequest, tmp_path: Path) -> Pair:
    """Two who have played a game to its end, and signed that."""
    short = shortened(tmp_path, "bir-el-qaha", 1)
    pair = Pair(tmp_path, scenario=short, way=request.param)
    if request.param == "alone":
        pair.open_first()
        pair.exchange(0)
        pair.play_turn(1)
        assert pair.take(0, pair.give(1)) == 0
    else:
        pair.agree(0, "wc", *["phase"] * 8)
        pair.agree(0, "wc", *["phase"] * 9)
        assert pair.take(1, pair.give(0)) == 0
    return pair


def test_nobody_takes_the_end_back(finished: Pair, capsys: Capsys) -> None:
    """Not by `do`, which offers nothing of the kind, even where no secrets are; the log stays."""
    for log in finished.logs:
        before = log.read_bytes()
        assert main(["do", str(log), "undo"]) == 2
        assert log.read_bytes() == before
        log = log.with_name("elsewhere.jsonl")  # noqa: PLW2901 - a copy without secrets
        log.write_bytes(before)
        capsys.readouterr()
        assert main(["do", str(log), "undo"]) == 2
        assert "both sides sign that end" in capsys.readouterr().err
        assert main(["do", str(log), "phase RPh"]) == 2
        said = capsys.readouterr().err
        assert "no side takes it back" in said
        assert "undo" not in said
        assert log.read_bytes() == before


def test_an_end_that_was_taken_back_all_the_same_is_a_finding(finished: Pair) -> None:
    """A side with another program: the audit and the verifier say so, and no side takes the log."""
    log = finished.logs[1]
    n = len(lines_of(log)) - 1

    def undo(lines: list[dict[str, object]]) -> None:
        do = {"order": "undo", "entry": n}
        lines.append({"n": n + 1, "at": lines[-1]["at"], "do": do, "dice": [], "then": []})

    forged = rechained(log, undo)
    first = audit(forged).findings[0]
    assert (first.entry, first.rule) == (n + 1, "log.sealed")
    assert first.expected == "nothing: both sides sign that end"
    found = verified(forged)
    assert found.returncode == 1
    assert "undo" in found.stdout + found.stderr
