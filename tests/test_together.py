"""Games whose orders are asked for, sheet by sheet: played by e-mail, and attacked."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from events.errors import BadInput
from events.terms import SealedWay
from replays.asking.session import Session
from replays.auditing.audit import audit
from replays.cli.main import main
from replays.cli.schema import schema_of
from replays.game.game import Game
from replays.game.secrets import SecretFile
from replays.page.server import GameServer
from replays.trust.message import HandOver
from sim.trust import sealing
from tests import Capsys, cases
from tests.sealed_pair import Pair, lines_of, seal, shortened


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


@cases("inviter", 0, 1)
def test_a_sheet_is_asked_for_answered_and_played(tmp_path: Path, inviter: int) -> None:
    """Whichever side invited: the first asks, the other answers, and all of it is played."""
    pair = Pair(tmp_path, inviter, way="together")
    pair.agree(0, "wc", "phase")
    assert words(pair.logs[0]) == ["asked", "opened", "phase", "wc", "phase"]
    assert words(pair.logs[1]) == ["asked"]
    pair.pass_pen(0)
    assert pair.logs[0].read_bytes() == pair.logs[1].read_bytes()
    assert audit(pair.logs[1]).clean


def test_an_order_that_rolls_is_refused_until_it_was_asked_for(pair: Pair, capsys: Capsys) -> None:
    """Others are free; the sentence says how to ask."""
    assert do(pair.logs[0], "phase") == 0
    before = pair.logs[0].read_bytes()
    assert do(pair.logs[0], "wc") == 2
    assert "`khamsin seal ask GAME wc -o FILE` asks for them" in capsys.readouterr().err
    assert pair.logs[0].read_bytes() == before
    with Game.open(pair.logs[0]) as game, pytest.raises(ValueError, match="seal ask GAME wc"):
        game.do("wc")


def test_what_was_asked_for_cannot_be_taken_back(pair: Pair, capsys: Capsys) -> None:
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


def test_where_no_file_can_be_made_nothing_is_asked_for(
    pair: Pair, tmp_path: Path, capsys: Capsys
) -> None:
    """A typing error in a name is found out before anything is signed or recorded."""
    before = [pair.logs[0].read_bytes(), SecretFile.beside(pair.logs[0]).read_bytes()]
    nowhere = str(tmp_path / "no folder" / "letter")
    for words in (("ask", str(pair.logs[0]), "wc"), ("next", str(pair.logs[0]))):
        assert seal(*words, "-o", nowhere) == 2
        said = capsys.readouterr().err
        assert "this cannot be written (No such file or directory)" in said
        assert said.count("\n") == 1
    assert [pair.logs[0].read_bytes(), SecretFile.beside(pair.logs[0]).read_bytes()] == before


def test_a_question_that_could_not_be_written_is_written_again(
    pair: Pair, tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stands in the log; the sentence says so, and how to write it elsewhere."""

    def full(letter: HandOver, path: Path) -> None:
        raise BadInput("this cannot be written (No space left on device)", str(path))

    with monkeypatch.context() as patched:
        patched.setattr(HandOver, "write", full)
        assert seal("ask", str(pair.logs[0]), "wc", "-o", str(tmp_path / "letter")) == 2
    said = capsys.readouterr().err
    assert "writes it again" in said
    assert said.count("\n") == 1
    assert pair.take(0, pair.reply(1, pair.ask(0))) == 0


def test_what_was_rolled_cannot_be_taken_back(pair: Pair, capsys: Capsys) -> None:
    """Orders without dice can, back to the sheet before them and no further."""
    pair.agree(0, "wc")
    assert do(pair.logs[0], "phase") == 0
    assert do(pair.logs[0], "undo") == 0
    assert do(pair.logs[0], "undo") == 2
    assert "what was asked for, rolled or handed over stays" in capsys.readouterr().err
    assert audit(pair.logs[0]).clean


# The pen --------------------------------------------------------------------------------------


def test_only_one_side_asks_at_a_time(pair: Pair, capsys: Capsys) -> None:
    """The pen is with the side that moves first, until it hands the game over; then back."""
    assert seal("ask", str(pair.logs[1]), "wc", "-o", str(pair.letter())) == 2
    assert "German gives the orders now" in capsys.readouterr().err
    assert seal("next", str(pair.logs[1]), "-o", str(pair.letter())) == 2
    pair.agree(0, "wc")
    letter = pair.pass_pen(0)
    assert pair.give(0).read_bytes() == letter.read_bytes()
    assert seal("ask", str(pair.logs[0]), "phase", "-o", str(pair.letter())) == 2
    assert "British gives the orders now" in capsys.readouterr().err
    pair.agree(1, "phase", "phase")
    pair.pass_pen(1)
    pair.agree(0, "phase")
    assert audit(pair.logs[0]).clean


# Sheets ---------------------------------------------------------------------------------------


def test_a_sheet_from_a_file(pair: Pair, tmp_path: Path, capsys: Capsys) -> None:
    """Orders one a line, with comments, as everywhere."""
    file = tmp_path / "sheet.orders"
    file.write_text("wc  # the wind\n\nphase\n", encoding="utf-8")
    letter = pair.letter()
    assert seal("ask", str(pair.logs[0]), "--orders", str(file), "-o", str(letter)) == 0
    assert "asked for: `wc`, `phase`" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["wc 6 6"], "`wc 6 6`: the dice of this game are sealed, so enter none"),
        (["note hello"], "takes no dice, so it is not asked for"),
        (["undo"], "takes no dice, so it is not asked for"),
        (["wc", "passed"], "takes no dice, so it is not asked for"),
        (["asked"], "takes no dice, so it is not asked for"),
        (["hop"], "'hop' is not an order"),
        ([""], "an order is expected"),
        ([], "which orders?"),
        (["wc"] * 101, "a sheet of 101 orders; expected: 1 to 100 orders"),
        (["spread"], "`phase`"),
        (["wc", "--orders", "FILE"], "not both"),
        (["--orders", "EMPTY"], "orders are expected"),
        (["--orders", "FILE"], "FILE, line 2"),
        (["--orders", "NONE"], "NONE"),
    ],
    ids=range(14),
)
def test_what_cannot_be_asked_for_gets_one_sentence(
    pair: Pair,
    tmp_path: Path,
    capsys: Capsys,
    monkeypatch: pytest.MonkeyPatch,
    given: list[str],
    why: str,
) -> None:
    """Nothing is added to the log, and no letter is written."""
    monkeypatch.chdir(tmp_path)
    Path("EMPTY").write_text("# nothing\n", encoding="utf-8")
    Path("FILE").write_text("wc\nhop\n", encoding="utf-8")
    if given == ["spread"]:  # refused by the rules: setup is not over
        pair.agree(0, "phase")
        why = "is refused, reason"
    before, letter = pair.logs[0].read_bytes(), pair.letter()
    capsys.readouterr()
    assert seal("ask", str(pair.logs[0]), *given, "-o", str(letter)) == 2
    said = capsys.readouterr().err
    assert said.startswith("khamsin: ")
    assert why in said
    assert said.count("\n") == 1
    assert not letter.exists()
    assert pair.logs[0].read_bytes() == before


def test_no_order_writes_what_seal_writes(pair: Pair, capsys: Capsys) -> None:
    """Typed as orders, they are refused."""
    for order in ("asked", "opened", "struck"):
        assert do(pair.logs[0], order) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1
    assert words(pair.logs[0]) == []


def test_links_can_run_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With two links a side there is no third sheet; what rolls nothing goes on."""
    monkeypatch.setitem(sealing._A_GAME_TURN, SealedWay.TOGETHER, 1)
    pair = Pair(tmp_path, scenario=shortened(tmp_path, "bir-el-qaha", 2), way="together")
    pair.agree(0, "wc")
    pair.agree(0, "phase")
    before = pair.logs[0].read_bytes()
    assert seal("ask", str(pair.logs[0]), "phase", "-o", str(pair.letter())) == 2
    assert pair.logs[0].read_bytes() == before
    assert do(pair.logs[0], "phase") == 0


# Crashes --------------------------------------------------------------------------------------


@cases("torn", b"", b'{"n":')
def test_a_sheet_that_a_crash_cut_off_is_played_to_its_end(tmp_path: Path, torn: bytes) -> None:
    """After the opening, and after each of its orders: opening the log plays the same entries."""
    pair = Pair(tmp_path, way="together")
    pair.agree(0, "wc", "wc", "phase")
    whole = pair.logs[0].read_bytes()
    lines = whole.splitlines(keepends=True)
    assert words(pair.logs[0]) == ["asked", "opened", "phase", "wc", "struck"]
    for count in range(3, len(lines)):
        log = tmp_path / f"cut{count}.jsonl"
        log.write_bytes(b"".join(lines[:count]) + torn)
        with Game.open(log):
            pass
        assert log.read_bytes() == whole
        assert audit(log).clean


# What shows it --------------------------------------------------------------------------------


def test_whatever_reads_a_log_reads_this_one(pair: Pair, tmp_path: Path, capsys: Capsys) -> None:
    """Story, states, picture, page, report, and the JSON Schema of its lines."""
    pair.agree(0, "wc", "wc", "phase")
    pair.pass_pen(0)
    log = str(pair.logs[0])
    capsys.readouterr()
    assert main(["story", log]) == 0
    told = capsys.readouterr().out
    for line in (
        "asked for: `wc`, `wc`, `phase`",
        "the dice of sheet 1 are open",
        "the rules refuse what comes next; 2 orders of the sheet will not be played",
        "the other side gives the orders now",
    ):
        assert line in told
    for words_of_it in (
        ["story", log, "--json"],
        ["show", log],
        ["map", log, "-o", str(tmp_path / "map.svg")],
        ["view", log, "-o", str(tmp_path / "view.html")],
        ["report", log],
        ["diff", log, "setup", "end"],
    ):
        assert main(words_of_it) == 0, words_of_it
    checker = Draft202012Validator(schema_of("log"))
    for value in lines_of(pair.logs[0]):
        checker.validate(value)


def test_the_table_and_the_prompt_say_how_to_ask(pair: Pair) -> None:
    """A page that records, and a line at the prompt, get the same sentence, and nothing is done."""
    assert do(pair.logs[0], "phase") == 0
    with Game.open(pair.logs[0]) as game:
        host = GameServer(game, pair.logs[0])
        reply = host.answer({"do": ["wc"], "after": 1}, records=True)
        assert "`khamsin seal ask GAME wc -o FILE` asks for them" in json.dumps(reply)
        with pytest.raises(BadInput, match="seal ask GAME wc -o FILE"):
            Session(game).take("wc")
        assert len(game.entries) == 1
        reply = host.answer({"do": ["note hello"], "after": 1}, records=True)
        assert len(game.entries) == 2, reply
