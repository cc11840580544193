"""Logs of one game joined: in any order, given twice, overlapping, with a stranger among them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays.cli.main import main
from replays.vasl.chat import RollSeen
from replays.vasl.command import ESC
from replays.vasl.container import Archive, archive_bytes
from replays.vasl.encoding import Encoding, join
from replays.vasl.fact import History, PieceWent, read_history
from tests.drawn import examples

LAYER = "emb2;;2;;;2;;;2;;;;0;false;0;0;a,b;,+ motion;true;;;"
SAVE = (
    "+/77/piece;K;D;x;PzA/Main Map;100;100;0",
    f"+/78/{LAYER}\tpiece;K;D;x;Veh Dust/1\tMain Map;100;100;0",
)


def _steps(count: int) -> list[str]:
    """Steps of a game: dice with VASL's statistics, moves and chat."""
    found = []
    for n in range(count):
        dice = f"{n % 6 + 1},{n * 5 % 6 + 1}"
        found.append(f"LOG\tCHAT*** (Other DR) {dice} ***   <Joe>      [1 / {n}]    (01.{n:02})")
        found.append(f"LOG\tM/77/Main Map/{100 + n}/100/null/Main Map/{99 + n}/100/null/Joe")
        found.append("LOG\tCHAT<Joe> - ok")
    return found


def _log(steps: list[str], name: str, saved: int | None, *save: str) -> Archive:
    text = join(["begin_save", *(save or SAVE), "end_save", *steps], ESC)
    return Archive(name, Encoding.PLAIN, text, "VASL 6.6.8", "3.7.5", saved)


def _rolls(history: History) -> list[tuple[int, ...]]:
    return [fact.line.dice for fact in history.facts if isinstance(fact, RollSeen)]


WHOLE = _steps(12)


@examples(60)
@given(one=st.integers(0, len(WHOLE)), two=st.integers(0, len(WHOLE)), turned=st.booleans())
def test_overlapping_logs_tell_each_step_once(one: int, two: int, turned: bool) -> None:
    """However two logs of a game overlap, joined they have the dice and moves of the whole."""
    begin, end = sorted((one, two))
    overlap = end - begin
    if 0 < overlap < 4:
        return  # too little to be known again
    logs = [_log(WHOLE[:end], "one.vlog", 1), _log(WHOLE[begin:], "two.vlog", 2)]
    joined = read_history(logs[::-1] if turned else logs)
    whole = read_history([_log(WHOLE, "whole.vlog", 1)])
    assert _rolls(joined) == _rolls(whole)
    went = [[f.to for f in a.facts if isinstance(f, PieceWent)] for a in (joined, whole)]
    assert went[0] == went[1]
    assert bool(joined.left_out) == (overlap > 0)


def test_a_log_that_is_given_twice_is_read_once() -> None:
    """The same log under another name, or saved a second time, adds no dice."""
    log = _log(WHOLE, "one.vlog", 1)
    again = _log(WHOLE, "again.vlog", 5)
    resaved = _log(WHOLE, "resaved.vlog", 6, *SAVE, "bd\t")
    part = _log(WHOLE[6:15], "part.vlog", 3)
    joined = read_history([part, again, log, resaved])
    assert _rolls(joined) == _rolls(read_history([log]))
    assert [file.archive.name for file in joined.files] == ["one.vlog"]
    assert len(joined.left_out) == 3


def test_a_log_of_another_game_is_asked_about() -> None:
    """A file that shares no counter with those before it may be of another game."""
    other = _log(_steps(9)[::-1], "other.vlog", 9, "+/1234/piece;K;D;x;PzB/Main Map;1;1;0")
    joined = read_history([_log(WHOLE, "one.vlog", 1), other])
    assert any("other.vlog has none of the counters" in each for each in joined.gaps)


def test_dice_and_import_say_what_was_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A user who counts dice is told which file was not counted."""
    for name in ("one.vlog", "two.vlog"):
        (tmp_path / name).write_bytes(archive_bytes(_log(WHOLE, name, 1)))
    files = [str(tmp_path / "one.vlog"), str(tmp_path / "two.vlog")]
    for command in ("dice", "import"):
        assert main([command, *files]) == 0
        assert "left out: two.vlog is one.vlog, and is not read again" in capsys.readouterr().out
    for cut in ("M/77/Ma", "+/9/stack/Main Map;1018;1", "CHAT*** (Other DR) 6"):
        (whole,) = read_history([_log([*WHOLE, f"LOG\t{cut}"], "one.vlog", 1)]).left_out
        assert whole == "the last command of one.vlog is not whole; is the log cut off?"
