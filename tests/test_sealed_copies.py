"""Whose copy of a game with sealed dice a log is: what no other copy could have is not recorded."""

import json
from pathlib import Path

import pytest

from events.errors import BadInput
from replays import Game
from replays.asking.session import Session
from replays.cli.main import main
from replays.game.file import one_at_a_time
from replays.game.secrets import SecretFile
from replays.page.server import GameServer
from tests import Capsys, cases
from tests.sealed_pair import Pair, as_written, seal, shortened


def refused(log: Path, why: str, *orders: str) -> None:
    """Each order is refused for this reason, and the log is as it was."""
    before = log.read_bytes()
    for order in orders:
        with Game.open(log) as game, pytest.raises(BadInput, match=why):
            game.do(order)
        assert main(["do", str(log), order]) == 2
    assert log.read_bytes() == before


def given(log: Path, *orders: str) -> None:
    """Each order is given."""
    for order in orders:
        assert main(["do", str(log), order]) == 0


# Together ------------------------------------------------------------------------------------


def test_who_has_not_the_pen_records_nothing(tmp_path: Path, capsys: Capsys) -> None:
    """Neither an order that rolls nor any other, a note or an undo, until the pen comes."""
    pair = Pair(tmp_path, way="together")
    refused(pair.logs[1], "German gives the orders now", "note mine", "phase", "wc", "undo")
    given(pair.logs[0], "note mine")
    pair.agree(0, "wc")
    capsys.readouterr()
    assert main(["do", str(pair.logs[1]), "note mine"]) == 2
    said = capsys.readouterr().err
    assert "`khamsin seal take` takes what German sends" in said
    assert said.count("\n") == 1
    pair.pass_pen(0)
    refused(pair.logs[0], "British gives the orders now", "note mine", "phase", "undo")
    given(pair.logs[1], "note mine", "undo")
    pair.pass_pen(1)
    given(pair.logs[0], "note mine")


def test_the_table_and_the_prompt_say_so_too(tmp_path: Path) -> None:
    """A page that records, and a line that is typed: the same sentence; looking is free."""
    pair = Pair(tmp_path, way="together")
    with Game.open(pair.logs[1]) as game:
        reply = GameServer(game, pair.logs[1]).answer({"do": ["phase"], "after": 0}, records=True)
        assert "German gives the orders now" in json.dumps(reply)
        with pytest.raises(BadInput, match="German gives the orders now"):
            Session(game).take("phase")
        assert Session(game).take("due").lines
        assert game.entries == []


def test_nobody_goes_on_with_an_old_copy(tmp_path: Path) -> None:
    """The secrets know what was signed; the letter brings the copy up to date."""
    pair = Pair(tmp_path, way="together")
    old = pair.logs[0].read_bytes()
    pair.agree(0, "wc")
    pair.pass_pen(0)
    letter = pair.pass_pen(1)
    new = pair.logs[0].read_bytes()
    pair.logs[0].write_bytes(old)
    refused(pair.logs[0], "or an old copy of it", "note again", "phase")
    assert pair.take(0, letter) == 0
    assert pair.logs[0].read_bytes() == new
    given(pair.logs[0], "note again")


# A Player Turn at a time -----------------------------------------------------------------------


def test_what_was_handed_over_is_not_taken_back(tmp_path: Path) -> None:
    """An undo goes back as far as it did before, until the link is given away."""
    pair = Pair(tmp_path)
    pair.open_first()
    pair.play_turn(0)
    given(pair.logs[0], "undo", "undo", "phase", "phase")
    pair.give(0)
    refused(pair.logs[0], "was signed and handed over, and is not taken back", "undo")


def test_nobody_takes_the_end_back(tmp_path: Path) -> None:
    """Nor does who played the last Player Turn, even before he hands it over: no log would tell."""
    pair = Pair(tmp_path, scenario=shortened(tmp_path, "bir-el-qaha", 1))
    pair.open_first()
    pair.exchange(0)
    pair.play_turn(1)
    refused(pair.logs[1], "both sides sign that end", "undo")
    letter = pair.give(1)
    assert pair.take(0, letter) == 0
    refused(pair.logs[0], "British has played Player Turn 1.2", "undo")
    refused(pair.logs[1], "was signed and handed over", "undo")


# Secrets -------------------------------------------------------------------------------------


@cases("raw", "", "{}", "[" * 100_000)
def test_where_no_secrets_are_beside_a_log_nobody_can_tell(tmp_path: Path, raw: str) -> None:
    """None, spoilt ones and those of another game: then the next letter tells."""
    pair, other = Pair(tmp_path / "a", way="together"), Pair(tmp_path / "b", way="together")
    secret = SecretFile.beside(pair.logs[1])
    secret.write_text(raw, encoding="utf-8")
    given(pair.logs[1], "note one")
    secret.unlink()
    given(pair.logs[1], "note two")
    SecretFile.beside(other.logs[1]).rename(secret)
    given(pair.logs[1], "note three")


def test_secrets_are_read_anew_for_each_order(tmp_path: Path) -> None:
    """A game that is open at a table sees what another program signed meanwhile."""
    pair = Pair(tmp_path, way="together")
    game = Game.open(pair.logs[0])
    game.do("note one")
    elsewhere = tmp_path / "copy.jsonl"
    elsewhere.write_bytes(pair.logs[0].read_bytes())
    secret = str(SecretFile.beside(pair.logs[0]))
    asked = ["ask", str(elsewhere), "wc", "-o", str(tmp_path / "question"), "--secret", secret]
    assert seal(*asked) == 0
    with pytest.raises(BadInput, match="or an old copy of it"):
        game.do("note two")
    game.close()
    assert len(Game.load(pair.logs[0]).entries) == 1


# Letters as they are written --------------------------------------------------------------------


def _twice(text: str) -> str:
    return text.replace('{"khamsin"', '{"side":1,"khamsin"', 1)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text + "\n",
        lambda text: " " + text,
        lambda text: text.replace(":", ": ", 1),
        _twice,
        lambda text: text.replace('"side":', '"side":-', 1),
        lambda text: text.rstrip()[:-1] + ',"more":1}\n',
        lambda text: text.replace("khamsin", "\\u006bhamsin", 1),
    ],
    ids=["BOM", "CRLF", "line", "space", "colon", "twice", "minus", "more", "escape"],
)
@cases("kind", "invitation", "letter")
def test_a_letter_is_written_in_one_way(
    tmp_path: Path, capsys: Capsys, kind: str, spoil: object
) -> None:
    """Whatever else reads the same JSON in another text would be no proof; nothing is taken."""
    assert callable(spoil)
    pair = Pair(tmp_path, inviter=0)
    if kind == "letter":
        pair.play_turn(0)
        letter = pair.give(0)
        words, side = ["take", str(letter), str(pair.logs[1])], 1
    else:
        letter, side = pair.invitation, 1
        words = ["join", str(letter), str(tmp_path / "g"), "-o", str(tmp_path / "o")]
    text = letter.read_bytes().decode()
    if '"side":0' not in text:
        pytest.skip("side 1 sends it, and -1 is another number")
    letter.write_bytes(spoil(text).encode())
    before = pair.logs[side].read_bytes()
    capsys.readouterr()
    assert seal(*words) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"khamsin: {letter}")
    assert said.count("\n") == 1
    assert pair.logs[side].read_bytes() == before
    assert not (tmp_path / "g").exists()
    letter.write_bytes(text.removesuffix("\n").encode())
    assert seal(*words) == 0


def test_half_a_character_in_an_invitation_is_one_sentence(tmp_path: Path, capsys: Capsys) -> None:
    """Which no text can be written with, and so no terms either."""
    pair = Pair(tmp_path)
    text = pair.invitation.read_text(encoding="utf-8")
    pair.invitation.write_text(text.replace('"name":"', '"name":"\\ud800', 1), encoding="utf-8")
    capsys.readouterr()
    words = ["join", str(pair.invitation), str(tmp_path / "g"), "-o", str(tmp_path / "o")]
    assert seal(*words) == 2
    assert "cannot be written as UTF-8" in capsys.readouterr().err
    assert as_written({"a": 1}) == '{"a":1}\n'


@cases("line", "\n", "link 1 AAAA\n", "x\n\n")
def test_a_checkpoint_has_no_line_that_nobody_signed(
    tmp_path: Path, capsys: Capsys, line: str
) -> None:
    """An empty one neither: another program would not find the signature under it."""
    pair = Pair(tmp_path, way="together")
    letter = pair.ask(0, "wc")
    value = json.loads(letter.read_text(encoding="utf-8"))
    text, empty, signed = value["checkpoint"].partition("\n\n")
    value["checkpoint"] = f"{text}\n{line}{empty[1:]}{signed}"
    letter.write_text(as_written(value), encoding="utf-8")
    capsys.readouterr()
    before = pair.logs[1].read_bytes()
    assert pair.take(1, letter) == 2
    assert "checkpoint" in capsys.readouterr().err
    assert pair.logs[1].read_bytes() == before


@cases("action", ["ask", "wc"], ["next"])
def test_a_log_does_not_say_what_cannot_be_signed(
    tmp_path: Path, capsys: Capsys, action: list[str]
) -> None:
    """Where nothing can be kept beside the secrets, or another program signs: all is as it was."""
    pair = Pair(tmp_path, way="together")
    log, secret = pair.logs[0], SecretFile.beside(pair.logs[0])
    words = [action[0], str(log), *action[1:], "-o", str(tmp_path / "letter")]
    before = log.read_bytes(), secret.read_bytes()
    with one_at_a_time(secret):
        assert seal(*words) == 2
    assert "another program uses this just now" in capsys.readouterr().err
    in_the_way = secret.with_name(f".{secret.name}.lock")
    in_the_way.mkdir()
    assert seal(*words) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert (log.read_bytes(), secret.read_bytes()) == before
    in_the_way.rmdir()
    assert seal(*words) == 0
