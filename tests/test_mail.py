"""Games by mail, played by two: batch by batch, with crashes, backups, and ends that both want."""

import json
import re
import shutil
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from events.commands import Opened
from events.errors import BadInput
from replays.asking.session import Session
from replays.auditing.audit import audit
from replays.cli.main import main
from replays.game.game import Game
from replays.game.own_side import SignedBefore
from replays.page.server import GameServer
from replays.trust.letter import Letter
from replays.trust.person_key import KeyFile
from sim.machine.dice import seeded
from sim.trust import mail as rules
from tests import Capsys, cases
from tests.mail_pair import Pair, lines_of, mail, shortened
from tests.schema import schema_of


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    """Two who have just agreed; the side that moves first gives the orders."""
    return Pair(tmp_path)


def words(log: Path | str) -> list[str]:
    """The first word of each entry."""
    return [line["do"]["order"] for line in lines_of(log)[1:]]


@cases("inviter", 0, 1)
def test_a_batch_is_asked_for_answered_and_played(tmp_path: Path, inviter: int) -> None:
    """Whichever side invited: the first asks, the other answers, and all of it is played."""
    pair = Pair(tmp_path, inviter)
    pair.agree(0, "wc", "phase")
    assert words(pair.logs[0]) == ["asked", "opened", "phase", "wc", "phase"]
    assert words(pair.logs[1]) == ["asked"]
    pair.pass_on(0)
    assert Path(pair.logs[0]).read_bytes() == Path(pair.logs[1]).read_bytes()
    report = audit(pair.logs[1])
    assert report.clean
    assert report.mail is not None
    assert (report.mail.rounds, report.mail.signed) == (1, 1)


def test_a_whole_game_by_mail(tmp_path: Path, capsys: Capsys) -> None:
    """To its last Player Turn: both have one log, and the count of letters is what docs say."""
    pair = Pair(tmp_path, scenario=shortened(tmp_path, "bir-el-qaha", 2))
    for turn in range(4):
        side = turn % 2
        pair.agree(side, "wc")
        with Game.open(pair.logs[side]) as game:
            now = game.state.moment.player_turn
            while game.state.moment.player_turn == now and not game.state.clock.over:
                game.do("phase")
        pair.pass_on(side)
    assert pair.letters == 2 + 4 * 3
    assert Path(pair.logs[0]).read_bytes() == Path(pair.logs[1]).read_bytes()
    capsys.readouterr()
    keys = ["--key", str(pair.secret(0).public), "--key", str(pair.secret(1).public)]
    assert main(["audit", str(pair.logs[0]), "--finished", "--by-mail", *keys]) == 0
    assert "no side could know or choose a die" in capsys.readouterr().out


def test_an_order_that_rolls_is_refused_until_it_was_asked_for(pair: Pair, capsys: Capsys) -> None:
    """Others are free; the sentence says how to ask, at the prompt and on a page too."""
    assert pair.do(0, "phase") == 0
    before = Path(pair.logs[0]).read_bytes()
    capsys.readouterr()
    assert pair.do(0, "wc") == 2
    assert "`khamsin mail ask GAME wc -o FILE` asks for them" in capsys.readouterr().err
    assert Path(pair.logs[0]).read_bytes() == before
    with Game.open(pair.logs[0]) as game:
        host = GameServer(game, Path(pair.logs[0]))
        reply = host.answer({"do": ["wc"], "after": 1}, records=True)
        assert "`khamsin mail ask GAME wc -o FILE` asks for them" in json.dumps(reply)
        with pytest.raises(BadInput, match="mail ask GAME wc -o FILE"):
            Session(game).take("wc")
        assert len(game.entries) == 1


def test_what_was_asked_for_cannot_be_taken_back(pair: Pair, capsys: Capsys) -> None:
    """No other order, undo, note or question before the answer; the same can be sent again."""
    question = pair.ask(0, "wc")
    before = Path(pair.logs[0]).read_bytes()
    for order in ("phase", "undo", "note no", "finish", "wc", "wc 6 6"):
        assert pair.do(0, order) == 2
        assert capsys.readouterr().err.count("\n") == 1
    for action in (("pass",), ("ask", "phase")):
        assert pair.by(0, action[0], str(pair.logs[0]), *action[1:], out=pair.letter()) == 2
    assert Path(pair.logs[0]).read_bytes() == before
    for again in (pair.ask(0), pair.ask(0, "wc"), pair.wrote(0, "again")):
        assert again.read_bytes() == question.read_bytes()
    answer = pair.answer(1, question)
    assert pair.answer(1, question).read_bytes() == answer.read_bytes()
    assert pair.wrote(1, "again").read_bytes() == answer.read_bytes()
    assert pair.take(0, answer) == 0
    whole = Path(pair.logs[0]).read_bytes()
    assert pair.take(0, answer) == 0
    assert Path(pair.logs[0]).read_bytes() == whole


def test_where_no_file_can_be_made_nothing_is_asked_for(
    pair: Pair, tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong name is found before anything is signed; a full disk later loses nothing."""
    signed = Path(f"{pair.keys[0]}.signed")
    before = [Path(pair.logs[0]).read_bytes(), signed.read_bytes()]
    for action in (("ask", str(pair.logs[0]), "wc"), ("pass", str(pair.logs[0]))):
        assert pair.by(0, *action, out=tmp_path / "no folder" / "letter") == 2
        assert "this cannot be written (No such file" in capsys.readouterr().err
    assert [Path(pair.logs[0]).read_bytes(), signed.read_bytes()] == before

    def full(letter: Letter, path: Path) -> None:
        raise BadInput("this cannot be written (No space left on device)", str(path))

    with monkeypatch.context() as patched:
        patched.setattr(Letter, "write", full)
        assert pair.by(0, "ask", str(pair.logs[0]), "wc", out=tmp_path / "letter") == 2
    assert "khamsin mail again" in capsys.readouterr().err
    assert pair.take(0, pair.answer(1, pair.wrote(0, "again"))) == 0


def test_what_was_rolled_cannot_be_taken_back(pair: Pair, capsys: Capsys) -> None:
    """Orders without dice can, back to the batch before them and no further."""
    pair.agree(0, "wc")
    assert pair.do(0, "phase") == 0
    assert pair.do(0, "undo") == 0
    assert pair.do(0, "undo") == 2
    assert "what was asked for, rolled or handed over stays" in capsys.readouterr().err
    assert audit(pair.logs[0]).clean


def test_one_side_at_a_time_gives_orders(pair: Pair, capsys: Capsys) -> None:
    """It asks, records and passes on; in the copy of the other nothing is recorded meanwhile."""
    for words_ in (("ask", str(pair.logs[1]), "wc"), ("pass", str(pair.logs[1]))):
        assert pair.by(1, *words_, out=pair.letter()) == 2
        assert "German gives the orders now" in capsys.readouterr().err
    pair.agree(0, "wc")
    letter = pair.pass_on(0)
    assert pair.wrote(0, "pass").read_bytes() == letter.read_bytes()
    before = Path(pair.logs[0]).read_bytes()
    for order in ("phase", "note mine", "finish", "undo"):
        assert pair.do(0, order) == 2
    assert "British gives the orders now" in capsys.readouterr().err
    with Game.open(pair.logs[0]) as game:
        host = GameServer(game, Path(pair.logs[0]))
        reply = host.answer({"do": ["note x"], "after": len(game.entries)}, records=True)
        assert "British gives the orders now" in json.dumps(reply)
    assert Path(pair.logs[0]).read_bytes() == before
    pair.agree(1, "shellholes D4")
    pair.pass_on(1)
    away = pair.folder / "away"
    away.mkdir()
    (away / "link").symlink_to(pair.keys[1])  # beside a log, it is as good as the key
    assert main(["do", shutil.copy(str(pair.logs[1]), str(away)), "note mine"]) == 2
    assert "German gives the orders now" in capsys.readouterr().err
    pair.agree(0, "phase")
    assert audit(pair.logs[0]).clean


def test_a_side_plays_its_own_player_turns(pair: Pair, capsys: Capsys) -> None:
    """In that of the other it neither goes on nor moves; a batch that comes there is struck out."""
    pair.agree(0, "wc")
    assert pair.do(0, *["phase"] * 6) == 0
    pair.agree(0, "phase", "phase", "wc")
    assert words(pair.logs[0])[-3:] == ["phase", "phase", "struck"]
    for order in ("phase", "start Humber", "wc"):
        assert pair.do(0, order) == 2
        assert "from German; expected: from British" in capsys.readouterr().err
        assert pair.by(0, "ask", str(pair.logs[0]), order, out=pair.letter()) == 2
    assert audit(pair.logs[0]).clean
    pair.stray(0, "note x")
    pair.pass_on(0)
    pair.agree(1, "wc", "phase MPh", "start Humber", "move Humber I6 I5")
    assert audit(pair.logs[1]).clean


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["wc 6 6"], "`wc 6 6`: both sides make the dice of this game, so enter none"),
        (["note hello"], "takes no dice, so it is not asked for"),
        (["undo"], "takes no dice, so it is not asked for"),
        (["wc", "passed"], "takes no dice, so it is not asked for"),
        (["asked"], "takes no dice, so it is not asked for"),
        (["wc", "finish"], "`finish` is asked for alone"),
        (["hop"], "'hop' is not an order"),
        ([""], "an order is expected"),
        ([], "which orders?"),
        (["wc"] * 101, "a batch of 101 orders; expected: 1 to 100 orders"),
        (["phase MPh"], "is refused"),
        (["wc", "--orders", "FILE"], "not both"),
        (["--orders", "EMPTY"], "orders are expected"),
        (["--orders", "FILE"], "FILE, line 2"),
        (["--orders", "NONE"], "NONE"),
    ],
    ids=range(15),
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
    if given == ["phase MPh"]:  # refused by the rules: that phase is over
        pair.agree(0, "wc", "phase APh")
    before, letter = Path(pair.logs[0]).read_bytes(), pair.letter()
    capsys.readouterr()
    assert pair.by(0, "ask", str(pair.logs[0]), *given, out=letter) == 2
    said = capsys.readouterr().err
    assert said.startswith("khamsin: ")
    assert why in said
    assert said.count("\n") == 1
    assert not letter.exists()
    assert Path(pair.logs[0]).read_bytes() == before


def test_no_order_writes_what_mail_writes(pair: Pair, capsys: Capsys) -> None:
    """Typed as orders, they are refused; and so are dice, branches and order files."""
    log = str(pair.logs[0])
    for order in ("asked", "opened", "struck", "dice table", "finish"):
        assert pair.do(0, order) == 2, order
        assert capsys.readouterr().err.count("\n") == 1
    for words_ in (
        ["branch", log, "--at", "setup", "-o", "x"],
        ["orders", log],
    ):
        assert main(words_) == 2, words_
        assert "by mail" in capsys.readouterr().err
    assert words(log) == []


def test_rounds_can_run_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With two reveals a side there is no third batch; what rolls nothing goes on."""
    monkeypatch.setattr(rules, "_A_GAME_TURN", 1)
    pair = Pair(tmp_path, scenario=shortened(tmp_path, "bir-el-qaha", 2))
    pair.agree(0, "wc")
    pair.agree(0, "phase")
    before = Path(pair.logs[0]).read_bytes()
    assert pair.by(0, "ask", str(pair.logs[0]), "phase", out=pair.letter()) == 2
    assert Path(pair.logs[0]).read_bytes() == before
    assert pair.do(0, "phase") == 0


@cases("torn", b"", b'{"n":')
def test_a_batch_that_a_crash_cut_off_is_played_to_its_end(
    tmp_path: Path, torn: bytes, capsys: Capsys
) -> None:
    """After the opening, and after each of its orders: opening the log plays the same entries."""
    pair = Pair(tmp_path)
    _, answer = pair.agree(0, "wc", "wc", "phase")
    whole = Path(pair.logs[0]).read_bytes()
    lines = whole.splitlines(keepends=True)
    assert words(pair.logs[0]) == ["asked", "opened", "phase", "wc", "struck"]
    for count in range(3, len(lines)):
        log = tmp_path / f"cut{count}.jsonl"
        log.write_bytes(b"".join(lines[:count]) + torn)
        with Game.open(log):
            pass
        assert log.read_bytes() == whole
        assert audit(log).clean
    Path(pair.logs[0]).write_bytes(b"".join(lines[:3]))
    capsys.readouterr()
    assert pair.take(0, answer) == 0
    assert "Wind Change DR" in capsys.readouterr().out
    assert Path(pair.logs[0]).read_bytes() == whole


def test_of_many_new_entries_the_last_are_told(pair: Pair, capsys: Capsys) -> None:
    """A letter of thousands of notes does not fill the terminal."""
    assert pair.do(0, *["note x"] * 120) == 0
    letter = pair.wrote(0, "pass")
    capsys.readouterr()
    assert pair.take(1, letter) == 0
    said = capsys.readouterr().out
    assert "21 entries from #1 on: `khamsin story" in said
    assert said.count("note x") == 99


def test_whatever_reads_a_log_reads_this_one(pair: Pair, tmp_path: Path, capsys: Capsys) -> None:
    """Story, states, picture, page, report, and the JSON Schema of its lines."""
    pair.agree(0, "wc", "wc", "phase")
    pair.pass_on(0)
    pair.ask(1, "finish")
    log = str(pair.logs[1])
    capsys.readouterr()
    assert main(["story", log]) == 0
    told = capsys.readouterr().out
    for line in (
        "asked for: `wc`, `wc`, `phase`",
        "the dice of round 1 are open",
        " of round 1]",
        "the rules refuse what comes next; 2 orders of the batch will not be played",
        "the other side gives the orders now",
        "asked for: the end of the game",
    ):
        assert line in told
    for command in (
        ["story", log, "--json"],
        ["map", log, "-o", str(tmp_path / "map.svg")],
        ["view", log, "-o", str(tmp_path / "view.html")],
        ["report", log],
        ["diff", log, "setup", "end"],
    ):
        assert main(command) == 0, command
    capsys.readouterr()
    assert main(["show", log]) == 0
    assert "Due, from German: the answer to the end of the game" in capsys.readouterr().out
    assert main(["mail", "show", log]) == 0
    now = capsys.readouterr().out
    assert "British gives the orders" in now
    assert "due from German: the answer to the end of the game" in now
    checker = Draft202012Validator(schema_of("log"))
    for value in lines_of(log):
        checker.validate(value)


# The end ------------------------------------------------------------------------------------


def test_an_early_end_needs_both(pair: Pair, capsys: Capsys) -> None:
    """Asked for, declined, asked for again and agreed to; nothing opens it then."""
    pair.agree(0, "wc")
    assert pair.do(0, "finish") == 2
    assert "only if both sides say so" in capsys.readouterr().err
    question = pair.ask(0, "finish")
    assert pair.take(1, question) == 0
    said = capsys.readouterr().out
    assert "asked for: the end of the game" in said
    assert "--decline` says no" in said
    assert main(["audit", str(pair.logs[1]), "--finished"]) == 1
    assert pair.take(0, pair.answer(1, question, "--decline")) == 0
    assert words(pair.logs[0])[-2:] == ["asked", "declined"]
    assert pair.do(0, "note it goes on") == 0
    pair.agree(0, "finish")
    assert words(pair.logs[0])[-3:] == ["asked", "opened", "finish"]
    pair.pass_on(0)
    for side in (0, 1):
        assert pair.do(side, "undo") == 2
        assert main(["audit", str(pair.logs[side]), "--finished", "--by-mail"]) == 0
    letter = pair.wrote(1, "pass")
    assert pair.take(0, letter) == 0
    assert "the game is over" in capsys.readouterr().out


def test_a_yes_stays_a_yes(pair: Pair, capsys: Capsys) -> None:
    """Who agreed to the end cannot decline it; who only saw the question has not agreed."""
    question = pair.ask(0, "finish")
    assert pair.take(1, question) == 0
    log, note = str(pair.logs[1]), str(pair.letter())
    assert main(["checkpoint", "make", log, "--with", str(pair.keys[1]), "-o", note]) == 0
    assert pair.by(1, "again", log, out=pair.letter()) == 2
    assert "what was signed last is no letter" in capsys.readouterr().err
    agreed = pair.answer(1, question)
    assert pair.take(1, question, "--decline", out=pair.letter()) == 2
    assert "you agreed to this already" in capsys.readouterr().err
    assert pair.wrote(1, "again").read_bytes() == agreed.read_bytes()
    assert pair.take(0, agreed) == 0
    assert words(pair.logs[0])[-1] == "finish"


# Backups ------------------------------------------------------------------------------------


def test_a_restored_copy_asks_before_it_signs(pair: Pair, tmp_path: Path, capsys: Capsys) -> None:
    """Old key memory and old log: own letters are taken back in, and then all goes on as it was."""
    signed, log = Path(f"{pair.keys[0]}.signed"), Path(pair.logs[0])
    backup = signed.read_bytes(), log.read_bytes()
    question, answer = pair.agree(0, "wc")
    passed = pair.pass_on(0)
    whole = log.read_bytes()
    signed.write_bytes(backup[0])
    log.write_bytes(backup[1])
    for action in (("ask", str(log), "phase"), ("pass", str(log))):
        assert pair.by(0, *action, out=pair.letter()) == 2
        assert "take your own last letters back in" in capsys.readouterr().err
    for letter in (question, passed):
        assert pair.take(0, letter) == 0
        assert "your own letter, taken back in" in capsys.readouterr().out
    assert log.read_bytes() == whole
    asked, sure = pair.ask(1, "shellholes D4"), tmp_path / "sure"
    assert pair.take(0, asked, out=sure) == 2  # whether these were the last, the person knows
    assert pair.take(0, asked, "--latest", out=sure) == 0
    assert pair.take(1, sure) == 0
    pair.pass_on(1)
    pair.agree(0, "phase")
    assert pair.take(0, answer) == 0
    assert audit(log).clean


def test_a_copy_with_the_number_of_its_file_is_one(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk gives numbers of files out again; the time at which a copy came to be is its own."""
    memory = SignedBefore.beside(pair.keys[0])
    assert not memory.moved
    a_minute_ago = time.time() - 60
    monkeypatch.setattr("replays.game.own_side.time", SimpleNamespace(time=lambda: a_minute_ago))
    memory.keep()
    assert SignedBefore.beside(pair.keys[0]).moved


def test_a_memory_without_its_key_counts_nothing(pair: Pair) -> None:
    """A file that an opponent sends, saved beside the log, stops no order."""
    question = pair.ask(0, "wc")
    shutil.copy(f"{pair.keys[1]}.signed", Path(pair.logs[0]).with_name("gift.key.signed"))
    assert pair.take(0, pair.answer(1, question)) == 0
    assert pair.do(0, "note x") == 0


def test_a_lost_memory_is_noticed(pair: Pair, capsys: Capsys) -> None:
    """Without the file beside the key, a game of that key is one that it signed before."""
    pair.agree(0, "wc")
    passed = pair.wrote(0, "pass")
    Path(f"{pair.keys[1]}.signed").unlink()
    assert pair.take(1, passed) == 2
    assert "say with --latest that nothing" in capsys.readouterr().err
    Path(f"{pair.keys[0]}.signed").unlink()
    assert pair.by(0, "pass", str(pair.logs[0]), out=pair.letter()) == 2
    assert "say with --latest that nothing" in capsys.readouterr().err
    assert pair.take(0, passed) == 0  # its own, back in
    assert pair.take(1, passed, "--latest") == 0


def test_what_was_signed_is_gone_on_with(pair: Pair, capsys: Capsys) -> None:
    """Who goes back to an old log is not made to sign a second one, and records nothing in it."""
    assert pair.do(0, "phase") == 0
    old = Path(pair.logs[0]).read_bytes()
    pair.pass_on(0)
    Path(pair.logs[0]).write_bytes(old)
    for action in (("ask", str(pair.logs[0]), "wc"), ("pass", str(pair.logs[0]))):
        assert pair.by(0, *action, out=pair.letter()) == 2
        assert "does not go on with the one of 2 entries" in capsys.readouterr().err
    assert pair.do(0, "note again") == 2
    assert "or an old copy of it" in capsys.readouterr().err
    assert Path(pair.logs[0]).read_bytes() == old
    assert pair.do(1, "note mine") == 0
    assert pair.take(0, pair.wrote(1, "pass")) == 0  # the log of the other side mends it


def test_who_played_out_of_turn_is_told_how_to_go_on(
    pair: Pair, tmp_path: Path, capsys: Capsys
) -> None:
    """A log that went on by itself, or was spoilt, is moved away, and the letter taken again."""
    pair.stray(1, "note not my turn")
    letter, log = pair.ask(0, "wc"), Path(pair.logs[1])
    for spoilt in (log.read_bytes(), log.read_bytes()[:-90] + b"x\n"):
        log.write_bytes(spoilt)
        assert pair.take(1, letter, out=tmp_path / "no") == 2
        assert "the log is made anew from it" in capsys.readouterr().err
        assert log.read_bytes() == spoilt
    log.rename(tmp_path / "aside")
    assert pair.take(0, pair.answer(1, letter)) == 0


# Keys ---------------------------------------------------------------------------------------


def test_an_invitation_says_who_invites_to_what(pair: Pair, tmp_path: Path, capsys: Capsys) -> None:
    """The whole scenario; where it is not the bundled one of its name; whether the key is known."""
    key, other = str(pair.secret(0).public), str(pair.secret(1).public)
    text = Path(shortened(tmp_path, "bir-el-qaha", 3))
    invitation = tmp_path / "invited"
    assert pair.by(0, "invite", str(text), "--side", "German", out=invitation) == 0
    capsys.readouterr()
    assert mail("show", str(invitation), "--key", key) == 0
    said = capsys.readouterr().out
    for line in ("a key that you know", "Turns: 6 there, 3 here", "turns = 3"):
        assert line in said
    assert mail("show", str(invitation), "--key", other) == 0
    assert "a stranger" in capsys.readouterr().out
    mine = tmp_path / "Rommel.key"
    assert main(["key", "new", "rornmel", "-o", str(mine)]) == 0
    alike = capsys.readouterr().out.strip()
    assert mail("show", str(invitation), "--key", alike) == 2
    assert "has a name like that of rornmel+" in capsys.readouterr().err
    for number, name in enumerate(("bir-el-qaha", "Wind over Bir eI-Qaha.")):
        whole = text.read_text(encoding="utf-8").replace("Wind over Bir el Qaha", name)
        text.write_text(whole, encoding="utf-8")
        invitation = tmp_path / f"called{number}"
        assert pair.by(0, "invite", str(text), "--side", "German", out=invitation) == 0
        text.write_text(whole.replace(name, "Wind over Bir el Qaha"), encoding="utf-8")
        assert mail("show", str(invitation)) == 0
        assert "is not the bundled scenario bir-el-qaha" in capsys.readouterr().out


def test_a_key_serves_one_game_of_an_invitation(pair: Pair, tmp_path: Path, capsys: Capsys) -> None:
    """Two who join one invitation: the second letter is refused, and nothing is signed for it."""
    third = tmp_path / "third"
    third.mkdir()
    key, joined = third / "third.key", third / "joined"
    assert main(["key", "new", "third", "-o", str(key)]) == 0
    joining = ("join", str(pair.invitation), str(third / "game.jsonl"))
    assert mail(*joining, "--with", str(key), "-o", str(joined)) == 0
    capsys.readouterr()
    log = third / "second.jsonl"
    action = ("take", str(joined), str(log), "--with", str(pair.keys[pair.inviter]))
    assert mail(*action) == 2
    assert "one commitment serves one game" in capsys.readouterr().err
    assert not log.exists()
    signed = ("checkpoint", "make", str(third / "game.jsonl"), "--with", action[-1])
    assert main([*signed, "-o", str(third / "note")]) == 1
    assert "one commitment in two games is proof" in capsys.readouterr().out
    Path(f"{action[-1]}.signed").unlink()
    assert main([*signed, "-o", str(third / "note")]) == 2
    assert not (third / "note").exists()


def test_a_side_signs_with_its_own_key(pair: Pair, tmp_path: Path, capsys: Capsys) -> None:
    """A key of another game, or one that others can read, signs nothing."""
    other = tmp_path / "other.key"
    assert main(["key", "new", "other", "-o", str(other)]) == 0
    out = str(pair.letter())
    assert mail("ask", str(pair.logs[0]), "wc", "--with", str(other), "-o", out) == 2
    assert "this is no game of the key other+" in capsys.readouterr().err
    pair.keys[0].chmod(0o644)
    assert pair.by(0, "ask", str(pair.logs[0]), "wc", out=Path(out)) == 2
    assert "others can read" in capsys.readouterr().err


# Libraries, and at once ---------------------------------------------------------------------


def test_each_side_has_its_game_in_a_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    """Logs of a library are taken, asked for and passed on as files are, and told as they are."""
    monkeypatch.setenv("KHAMSIN_LIBRARY", str(tmp_path / "games.db"))
    pair = Pair(tmp_path, names=["library:mine", "library:theirs"])
    pair.agree(0, "wc", "phase RPh")
    assert "British has the Player Turn: `khamsin mail pass library:mine" in capsys.readouterr().out
    pair.pass_on(0)
    told = capsys.readouterr().out
    for line in (
        "5 new entries",
        "Wind Change DR",
        "> must: `wc`",
        "khamsin mail ask library:theirs",
    ):
        assert line in told
    pair.agree(1, "wc")
    assert main(["audit", "library:theirs", "--by-mail"]) == 0
    assert main(["library", "audit", "--by-mail"]) == 0


def test_two_programs_never_sign_with_one_key_at_once(pair: Pair, capsys: Capsys) -> None:
    """The second waits for no one: it is told, and has signed nothing."""
    with pair.secret(0).alone():  # files that are opened twice lock each other out here too
        assert pair.by(0, "ask", str(pair.logs[0]), "wc", out=pair.letter()) == 2
    assert "another program signs with this key now" in capsys.readouterr().err
    assert words(pair.logs[0]) == []


def test_the_vectors_of_the_document() -> None:
    """They never change: reveals of a key and a nonce, the seed of a round, its dice."""
    page = (Path(__file__).parent.parent / "docs" / "trust.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| (.+) \| `(\S[^`]*)` \|$", page, re.MULTILINE))
    key = KeyFile(Path("none"), "rommel", bytes(range(32)))
    chain = key.reveals("1" * 64, 0, 3)
    seed = rules.round_seed(Opened(2, (chain[2], "a" * 64), "b" * 64)) or ""
    assert [told[name] for name in ("last reveal", "reveal 2", "commitment")] == [
        *(chain[3], chain[2], chain[0])
    ]
    assert told["seed of round 2"] == seed
    dice = seeded(seed, 0, "1.2/RPh", "wind change", 0, 4)
    assert told["first dice of `wind change` at `1.2/RPh`"] == " ".join(map(str, dice))


def test_a_copy_of_the_log_is_audited_anywhere(pair: Pair, tmp_path: Path, capsys: Capsys) -> None:
    """Without any key beside it, a log of a game by mail is read, told and judged."""
    pair.agree(0, "wc")
    copy = shutil.copy(pair.logs[0], tmp_path / "copy.jsonl")
    assert main(["audit", str(copy), "--by-mail"]) == 0
    assert "a game by mail: 1 round of dice opened, of " in capsys.readouterr().out
