"""Games whose orders are asked for, sheet by sheet: played by e-mail, and attacked."""

from pathlib import Path

import pytest

from replays.auditing.audit import audit
from replays.cli.main import main
from replays.playing.game import Game
from tests.sealed_pair import Pair, lines_of, seal


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    """Two who have just agreed; the side that moves first has the pen."""
    return Pair(tmp_path, way="together")


def do(log: Path, *orders: str) -> int:
    """Give orders on the command line; the exit code."""
    return main(["do", str(log), *orders])


def words(log: Path) -> list[str]:
    """The first word of each entry."""
    return [line["do"]["order"] for line in lines_of(log)[1:]]


@pytest.mark.parametrize("inviter", [0, 1])
def test_a_sheet_is_asked_for_answered_and_played(tmp_path: Path, inviter: int) -> None:
    """Whoever invited: the first side asks, the other answers, and all of it is played."""
    pair = Pair(tmp_path, inviter, way="together")
    pair.agree(0, "wc", "phase")
    assert words(pair.logs[0]) == ["asked", "opened", "phase", "wc", "phase"]
    assert words(pair.logs[1]) == ["asked"]
    pair.pass_pen(0)
    assert pair.logs[0].read_bytes() == pair.logs[1].read_bytes()
    assert audit(pair.logs[1]).clean


def test_an_order_that_rolls_is_refused_until_it_was_asked_for(
    pair: Pair, capsys: pytest.CaptureFixture[str]
) -> None:
    """Others are free; the sentence says how to ask."""
    assert do(pair.logs[0], "phase") == 0
    before = pair.logs[0].read_bytes()
    assert do(pair.logs[0], "wc") == 2
    assert "`khamsin seal ask GAME wc -o FILE` asks for them" in capsys.readouterr().err
    assert pair.logs[0].read_bytes() == before
    with Game.open(pair.logs[0]) as game, pytest.raises(ValueError, match="seal ask GAME wc"):
        game.do("wc")


def test_what_was_asked_for_cannot_be_taken_back(
    pair: Pair, capsys: pytest.CaptureFixture[str]
) -> None:
    """No other order, undo, note, hand-over or question before the answer; the same can be sent."""
    question = pair.ask(0, "wc")
    before = pair.logs[0].read_bytes()
    for order in ("phase", "undo", "note no", "finish", "wc"):
        assert do(pair.logs[0], order) == 2
        assert "the answer comes before all else" in capsys.readouterr().err
    assert seal("next", str(pair.logs[0]), "-o", str(pair.letter())) == 2
    assert seal("ask", str(pair.logs[0]), "phase", "-o", str(pair.letter())) == 2
    assert "can be taken back" in capsys.readouterr().err
    assert pair.logs[0].read_bytes() == before
    again = pair.ask(0)
    assert again.read_bytes() == question.read_bytes()


def test_what_was_rolled_cannot_be_taken_back(
    pair: Pair, capsys: pytest.CaptureFixture[str]
) -> None:
    """Orders without dice can, back to the sheet before them and no further."""
    pair.agree(0, "wc")
    assert do(pair.logs[0], "phase") == 0
    assert do(pair.logs[0], "undo") == 0
    assert do(pair.logs[0], "undo") == 2
    assert "what was asked for, rolled or handed over stays" in capsys.readouterr().err
    assert audit(pair.logs[0]).clean


def test_what_the_rules_refuse_ends_a_sheet(pair: Pair) -> None:
    """A second Wind Change is refused once the first is made: it is struck out with the rest."""
    pair.agree(0, "wc", "wc", "phase")
    assert words(pair.logs[0])[-2:] == ["wc", "struck"]
    assert lines_of(pair.logs[0])[-1]["do"] == {"order": "struck", "orders": 2}
    assert audit(pair.logs[0]).clean
    assert do(pair.logs[0], "phase") == 0
