"""Games with sealed dice, played by e-mail and attacked: by the other side, and by who forges logs.

Each attack goes the way that a user would meet it: `khamsin seal take` refuses, `khamsin audit`
finds it in a log, and the verifier that shares nothing with Khamsin does too.
"""

import copy
import json
import shutil
import stat
from pathlib import Path
from typing import Any

import pytest

from replays.auditing.audit import audit
from replays.cli.main import main
from replays.game.game import Game
from tests import Capsys, cases
from tests.sealed_pair import (
    ODD,
    SIDES,
    Forge,
    Lines,
    Pair,
    add,
    as_written,
    lines_of,
    opened,
    places,
    rechained,
    refuses,
    seal,
    verified,
)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """A game of which two Player Turns are over, and the third is open."""
    made = Pair(tmp_path_factory.mktemp("pair"))
    made.open_first()
    made.exchange(0)
    made.exchange(1)
    made.play_turn(0)
    return made


def rules(log: Path) -> list[str]:
    """What findings of an audit are filed under."""
    return [each.rule for each in audit(log).findings]


# Play ---------------------------------------------------------------------------------------


@cases("inviter", 0, 1)
def test_a_whole_game_by_e_mail(tmp_path: Path, inviter: int, capsys: Capsys) -> None:
    """Two play to the end, whichever side invited: both have the same log, clean and verified."""
    pair = Pair(tmp_path, inviter)
    assert ("nothing is to be opened" in capsys.readouterr().out) is (inviter == 1)
    pair.open_first()
    if inviter == 0:
        assert lines_of(pair.logs[0])[1]["do"]["order"] == "opened"
    side, letter = 0, pair.answer
    for _ in range(12):
        letter = pair.exchange(side)
        side = 1 - side
    assert pair.logs[0].read_bytes() == pair.logs[1].read_bytes()
    report = audit(pair.logs[0], finished=True)
    assert report.clean
    assert len(places(lines_of(pair.logs[0]), "opened")) == 12
    checked = verified(pair.logs[0], letter)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "signed by side 2" in checked.stdout


def test_secrets_are_their_owners_and_in_no_letter_before_their_time(pair: Pair) -> None:
    """The file of secrets has mode 0600; no link of a later stretch is in anything sent."""
    sent = b"".join(path.read_bytes() for path in pair.folder.glob("letter*"))
    for log in pair.logs:
        secret = Path(f"{log}.secret")
        assert stat.S_IMODE(secret.stat().st_mode) == 0o600
        value = json.loads(secret.read_text(encoding="utf-8"))
        for name in ("last", "signing"):
            assert value[name].encode() not in sent + log.read_bytes()


def test_the_dice_are_sealed_until_they_are_opened(tmp_path: Path, capsys: Capsys) -> None:
    """An order that rolls is refused with a sentence that says how they are opened."""
    pair = Pair(tmp_path)
    before = pair.logs[1].read_bytes()
    assert main(["do", str(pair.logs[1]), "wc"]) == 2
    assert "dice of Player Turn 1.1 are sealed: `khamsin seal next`" in capsys.readouterr().err
    assert pair.logs[1].read_bytes() == before
    pair.open_first()
    pair.play_turn(0)
    assert main(["do", str(pair.logs[0]), "wc"]) == 2
    assert "dice of Player Turn 1.2 are sealed" in capsys.readouterr().err


def test_an_undo_gives_no_other_dice(tmp_path: Path) -> None:
    """Back to where the dice were opened and no further; what is given again rolls the same."""
    pair = Pair(tmp_path)
    pair.open_first()
    with Game.open(pair.logs[0]) as game:
        first = game.do("wc").dice
        game.do("undo")
        game.do("note another order")
        assert game.do("wc").dice == first
        for _ in range(3):
            game.do("undo")
        with pytest.raises(ValueError, match=r"before the dice of Player Turn 1\.1 were opened"):
            game.do("undo")
        assert game.do("wc").dice == first
    assert audit(pair.logs[0]).clean
    assert verified(pair.logs[0]).returncode == 0


@cases(
    "words, why",
    (["do", "LOG", "dice table"], "are sealed: `khamsin seal next`"),
    (["do", "LOG", "wc 6 6"], "are sealed: `khamsin seal next`"),
    (["do", "LOG", "note hello"], "nothing else comes before that"),
    (["do", "LOG", "phase"], "nothing else comes before that"),
    (["do", "LOG", "finish"], "nothing else comes before that"),
    (["do", "LOG", "opened"], "`khamsin seal take` opens"),
    (["branch", "LOG", "--at", "1.1/MPh", "-o", "NEW"], "sealed dice has no branches"),
    (["amend", "LOG", "3", "--drop", "-o", "NEW"], "sealed dice has no branches"),
    (["orders", "LOG"], "sealed dice, which no order file"),
)
def test_what_a_sealed_game_refuses(
    pair: Pair, tmp_path: Path, capsys: Capsys, words: list[str], why: str
) -> None:
    """No dice of the table, no branch, no amending, no order file; each with a sentence."""
    before = pair.logs[0].read_bytes()
    names = {"LOG": str(pair.logs[0]), "NEW": str(tmp_path / "new.jsonl")}
    assert main([names.get(word, word) for word in words]) == 2
    assert why in capsys.readouterr().err
    assert pair.logs[0].read_bytes() == before
    assert not (tmp_path / "new.jsonl").exists()


# The other side attacks ---------------------------------------------------------------------


def test_going_back_to_an_old_log_rolls_nothing_else(tmp_path: Path) -> None:
    """Reload to reroll: an old copy of the log, and the same letter, give the same dice."""
    pair = Pair(tmp_path)
    old = tmp_path / "old"
    shutil.copy(pair.logs[0], old)
    letter = pair.open_first()
    pair.play_turn(0)
    first = pair.dice(0)
    shutil.copy(old, pair.logs[0])
    assert pair.take(0, letter) == 0
    pair.play_turn(0)
    assert pair.dice(0) == first


def test_a_letter_taken_twice_opens_nothing_twice(tmp_path: Path, capsys: Capsys) -> None:
    """The same letter again changes nothing, before the first order and after it."""
    pair = Pair(tmp_path)
    letter = pair.open_first()
    before = pair.logs[0].read_bytes()
    assert pair.take(0, letter) == 0
    assert pair.logs[0].read_bytes() == before
    pair.play_turn(0)
    before = pair.logs[0].read_bytes()
    assert pair.take(0, letter) == 2
    assert "has this already" in capsys.readouterr().err
    assert pair.logs[0].read_bytes() == before


def test_a_link_serves_one_log(tmp_path: Path, capsys: Capsys) -> None:
    """Who gave a link away for a log can send that log again, and no other."""
    pair = Pair(tmp_path)
    pair.open_first()
    pair.play_turn(0)
    one, two = pair.give(0), pair.give(0)
    assert one.read_bytes() == two.read_bytes()
    pair.stray(0, "undo", "note I had rather", "phase")
    assert seal("next", str(pair.logs[0]), "-o", str(tmp_path / "no")) == 2
    assert "no other log can have it" in capsys.readouterr().err
    assert not (tmp_path / "no").exists()


def test_two_logs_of_one_game_are_proof(tmp_path: Path, capsys: Capsys) -> None:
    """Who makes his secrets forget, and signs a second log, is refused and proved to have."""
    pair = Pair(tmp_path)
    pair.open_first()
    secret = Path(f"{pair.logs[0]}.secret")
    old_log, old_secret = pair.logs[0].read_bytes(), secret.read_bytes()
    one = pair.exchange(0)
    pair.logs[0].write_bytes(old_log)
    secret.write_bytes(old_secret)
    with Game.open(pair.logs[0]) as game:
        game.do("note another evening")
    pair.play_turn(0)
    two = pair.give(0)
    capsys.readouterr()
    before = pair.logs[1].read_bytes()
    assert pair.take(1, two) == 2
    assert "cannot belong to one game" in capsys.readouterr().err
    assert pair.logs[1].read_bytes() == before
    assert seal("compare", str(one), str(two)) == 1
    assert "German signed both" in capsys.readouterr().out
    assert seal("compare", str(one), str(one)) == 0
    assert verified(one, two).returncode == 1


def test_nobody_hands_over_early(tmp_path: Path, capsys: Capsys) -> None:
    """Who foresees bad dice cannot leave them to another key: a stretch is a Player Turn."""
    pair = Pair(tmp_path)
    pair.open_first()
    with Game.open(pair.logs[0]) as game:
        game.do("wc")
    assert seal("next", str(pair.logs[0]), "-o", str(tmp_path / "no")) == 2
    assert "Player Turn 1.1 is not over" in capsys.readouterr().err


def _wrong_signature(letter: dict[str, Any], pair: Pair) -> None:
    note = letter["checkpoint"]
    letter["checkpoint"] = f"{note[:-12]}{'B' if note[-12] == 'A' else 'A'}{note[-11:]}"


@cases(
    "forge, why",
    (lambda letter, _: letter.update(link="ab" * 32), "what is signed is not this link"),
    (lambda letter, _: letter.update(stretch=4), "what is signed is not this link"),
    (lambda letter, _: letter.update(log=letter["log"].replace("/RPh", "/MPh")), "log, line"),
    (
        lambda letter, _: letter.update(log=letter["log"][: letter["log"].rindex('{"n":')]),
        "what is signed is not this log",
    ),
    (_wrong_signature, "the signature is not that of German"),
    (
        lambda letter, pair: letter.update(
            checkpoint=json.loads(pair.answer.read_text())["checkpoint"]
        ),
        "what is signed is not this log",
    ),
    (
        lambda letter, _: letter.update(side=1 - letter["side"]),
        "not a checkpoint signed by the other side",
    ),
    (lambda letter, _: letter.update(log="x\n"), "a game log is expected"),
    (lambda letter, _: letter.update(log=letter["log"][:-9]), "last line has no end"),
)
def test_a_forged_letter_is_refused_with_a_sentence(
    tmp_path: Path, capsys: Capsys, forge: Any, why: str
) -> None:
    """A swapped or early link, a log that was cut or changed, another's signature."""
    pair = Pair(tmp_path)
    pair.open_first()
    pair.play_turn(0)
    refuses(pair, 1, pair.give(0), forge, why, capsys)


def test_a_log_against_the_rules_is_not_taken(tmp_path: Path, capsys: Capsys) -> None:
    """A cheat who signs what he likes: the audit says which entry, and nothing is taken."""
    pair = Pair(tmp_path)
    pair.open_first()
    pair.play_turn(0)

    def better(lines: Lines) -> None:
        roll = next(line for line in lines[1:] if line["do"]["order"] == "wc")
        dice = roll["dice"][0]["dice"]
        dice[0] = dice[0] % 6 + 1

    forged = rechained(pair.logs[0], better)
    shutil.move(forged, pair.logs[0])
    assert seal("next", str(pair.logs[0]), "-o", str(tmp_path / "no")) == 2
    assert "log.dice" in capsys.readouterr().err


def test_letters_of_another_game_are_refused(tmp_path: Path, pair: Pair, capsys: Capsys) -> None:
    """Replayed: what was sent in one game is not that of another, and an answer is not ours."""
    other = Pair(tmp_path)
    assert other.take(1, pair.answer) == 2
    assert "other terms" in capsys.readouterr().err
    assert seal("compare", str(pair.answer), str(other.answer)) == 2
    assert "two games" in capsys.readouterr().err
    second = tmp_path / "second.jsonl"
    assert seal("join", str(other.invitation), str(second), "-o", str(tmp_path / "s")) == 0
    assert other.take(1, tmp_path / "s") == 2  # who joins twice makes two headers of one invitation
    assert "cannot belong to one game" in capsys.readouterr().err


@cases(
    "key, value, why",
    ("engine", "9.9.9", "both sides play with the same version"),
    ("nonce", "00" * 32, "terms are not those"),
    ("terms", "00" * 32, "terms are not those"),
    ("terms", "x", "not 64 hexadecimal digits"),
    ("way", "blindly", "no way that this engine knows"),
    ("side", 2, "whole number from 0 to 1"),
    ("scenario", {"turns": 4}, "scenario"),
    ("khamsin", "game", "game log"),
    ("khamsin", "sealed secrets", "sent to nobody"),
)
def test_a_forged_invitation_is_refused(
    tmp_path: Path, capsys: Capsys, key: str, value: object, why: str
) -> None:
    """Another engine, scenario, nonce or terms: one sentence, and no file is left."""
    letter = tmp_path / "invitation"
    log = tmp_path / "log.jsonl"
    words = ["begin", "bir-el-qaha", str(log), "--side", SIDES[0], "-o", str(letter)]
    assert seal(*words) == 0
    forged = json.loads(letter.read_text(encoding="utf-8")) | {key: value}
    letter.write_text(as_written(forged), encoding="utf-8")
    capsys.readouterr()
    mine = tmp_path / "mine.jsonl"
    assert seal("join", str(letter), str(mine), "-o", str(tmp_path / "answer")) == 2
    said = capsys.readouterr().err
    assert why in said
    assert said.count("\n") == 1
    assert not mine.exists()
    assert not (tmp_path / "answer").exists()


@pytest.mark.parametrize(
    "raw",
    [
        *(b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"khamsin":[]}', b"[" * 100_000, b'"x"'),
        *(b'{"khamsin":"sealed hand-over","side":1e99}', b'{"khamsin":"sealed hand-over"}'),
    ],
    ids=range(10),
)
@cases("action", "join", "take", "compare")
def test_what_is_no_letter_gets_a_sentence(
    pair: Pair, tmp_path: Path, capsys: Capsys, raw: bytes, action: str
) -> None:
    """Any bytes at all: exit code 2, one line, and the verifier says it is no log."""
    letter = tmp_path / "letter"
    letter.write_bytes(raw)
    words = {
        "join": ["join", str(letter), str(tmp_path / "l"), "-o", str(tmp_path / "a")],
        "take": ["take", str(letter), str(pair.logs[0])],
        "compare": ["compare", str(letter), str(pair.answer)],
    }
    assert seal(*words[action]) == 2
    said = capsys.readouterr().err
    assert said.startswith("khamsin: ")
    assert said.count("\n") == 1
    assert verified(letter).returncode in (1, 2)


@cases("raw", "", "{}", "[1", '{"khamsin":"sealed secrets"}', "[" * 100_000)
def test_what_are_no_secrets_get_a_sentence(
    pair: Pair, tmp_path: Path, capsys: Capsys, raw: str
) -> None:
    """A file that is none, and the secrets of another side."""
    secret = tmp_path / "secret"
    secret.write_text(raw, encoding="utf-8")
    words = ["next", str(pair.logs[0]), "-o", str(tmp_path / "o"), "--secret"]
    assert seal(*words, str(secret)) == 2
    assert str(secret) in capsys.readouterr().err
    nothing = str(tmp_path / "nothing")
    assert seal(*words, nothing) == 2
    assert (
        capsys.readouterr().err
        == f"khamsin: {nothing}: there is no such file; `--secret` names your secrets\n"
    )
    assert seal("take", nothing, str(pair.logs[0])) == 2
    assert capsys.readouterr().err == f"khamsin: {nothing}: there is no such file\n"


# Who forges logs attacks ----------------------------------------------------------------------


def _rewrite(lines: Lines) -> None:
    """Another order than the one that the opponent has signed."""
    lines[places(lines, "phase")[0]]["do"] = {"order": "note", "text": "no"}


def _twice(lines: Lines) -> None:
    """A stretch that is opened once more."""
    place = places(lines, "opened")[2]
    lines.insert(place + 1, copy.deepcopy(lines[place]))


@cases(
    "forge",
    # until the wind pleases, with the opponent's link known already
    lambda lines: add(lines, "note", places(lines, "opened")[1], text="until I like the wind"),
    _rewrite,
    lambda lines: opened(lines, 1).update(links=opened(lines, 2)["links"]),
    lambda lines: opened(lines, 2).update(signature=opened(lines, 0)["signature"]),
    lambda lines: opened(lines, 2).pop("signature"),
    _twice,
    lambda lines: lines.pop(places(lines, "opened")[2]),
    lambda lines: lines[0]["sealed"]["tips"].reverse(),
    lambda lines: lines[0]["sealed"]["keys"].reverse(),
    lambda lines: lines[0]["sealed"].update(nonce="ab" * 32),
    lambda lines: lines[0]["scenario"].update(first=SIDES[1]),
    lambda lines: add(lines, "dice", source="table"),
)
def test_a_forged_log_is_found_by_the_audit_and_by_the_verifier(
    pair: Pair, tmp_path: Path, forge: Forge
) -> None:
    """With all hashes made anew; both say what is not true, and neither fails."""
    log = tmp_path / "log.jsonl"
    shutil.copy(pair.logs[0], log)
    assert audit(log).clean
    forged = rechained(log, forge)
    assert "log.sealed" in rules(forged)
    told = verified(forged)
    assert told.returncode == 1
    assert told.stderr.startswith("not true: ")
    assert seal("take", str(forged), str(tmp_path / "mine")) == 2
    main(["story", str(forged)])
    main(["show", str(forged)])
    main(["do", str(forged), "wc"])


def test_links_in_a_game_that_is_not_sealed_are_a_finding(tmp_path: Path, pair: Pair) -> None:
    """A header without commitments has no dice to open."""
    log = tmp_path / "log.jsonl"
    shutil.copy(pair.logs[0], log)
    forged = rechained(log, lambda lines: lines[0].pop("sealed"))
    assert "log.sealed" in rules(forged)
    assert verified(forged).returncode in (1, 2)


def test_the_wrong_side_or_files_in_the_way_are_refused(tmp_path: Path, capsys: Capsys) -> None:
    """A side that the scenario does not have; files that are there already stay as they are."""
    log, letter = tmp_path / "log.jsonl", tmp_path / "letter"
    begin = ["begin", "bir-el-qaha", str(log), "-o", str(letter), "--side"]
    assert seal(*begin, "Italian") == 2
    assert "none of 'German' and 'British'" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    letter.write_text("mine", encoding="utf-8")
    assert seal(*begin, "German") == 2
    assert letter.read_text(encoding="utf-8") == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["letter"]


@pytest.mark.parametrize("value", ODD, ids=range(len(ODD)))
def test_no_value_in_a_log_or_letter_is_a_fault_of_ours(
    pair: Pair, tmp_path: Path, capsys: Capsys, value: object
) -> None:
    """Each field of commitments, openings, letters and invitations with anything in its place."""
    log = tmp_path / "log.jsonl"
    shutil.copy(pair.logs[0], log)
    place = places(lines_of(log), "opened")[2]
    fields = [(0, name) for name in ("way", "nonce", "tips", "keys")]
    fields += [(place, name) for name in ("stretch", "links", "head", "signature")]
    for line, name in [*fields, (0, "seed"), (0, "sealed")]:

        def forge(lines: Lines, line: int = line, name: str = name) -> None:
            outer = lines[line]
            inner = outer["do"] if line else outer["sealed"]
            (outer if name in ("seed", "sealed") else inner)[name] = value

        forged = rechained(log, forge)
        assert main(["audit", str(forged)]) in (0, 1, 2)
        assert main(["do", str(forged), "wc"]) in (0, 2)
        assert main(["seal", "take", str(pair.answer), str(forged)]) == 2
    for source, action in ((pair.answer, "take"), (pair.invitation, "join")):
        whole = json.loads(source.read_text(encoding="utf-8"))
        for name in whole:
            letter = tmp_path / "letter"
            letter.write_text(as_written({**whole, name: value}), encoding="utf-8")
            new = ["-o", str(tmp_path / "answer")] if action == "join" else []
            secret = f"{pair.logs[pair.inviter]}.secret"
            mine = str(tmp_path / "mine.jsonl")
            words = [action, str(letter), mine, *new]
            assert seal(*words, "--secret", secret if action == "take" else f"{mine}.s") in (0, 2)
            for left in tmp_path.glob("[am][ni]*"):
                left.unlink()
    assert "fault of Khamsin" not in capsys.readouterr().err
