"""What an audit, a report, `show` and the prompt tell of a game whose dice are sealed."""

import json
from pathlib import Path
from typing import Any

import pytest

from replays.auditing.audit import audit
from replays.auditing.report import report_of
from replays.cli.main import main
from tests import Capsys
from tests.sealed_pair import Pair, lines_of, rechained, seal

TRIED = "tried"


@pytest.fixture
def alone(tmp_path: Path) -> Pair:
    """One Player Turn is over, and the next one not handed over."""
    pair = Pair(tmp_path)
    pair.open_first()
    pair.play_turn(0)
    return pair


@pytest.fixture
def together(tmp_path: Path) -> Pair:
    """Nothing is played yet."""
    return Pair(tmp_path, way="together")


@pytest.fixture
def plain_log(tmp_path: Path) -> Path:
    """A log of a seed that a player chose."""
    log = tmp_path / "plain.jsonl"
    assert main(["run", "bir-el-qaha", "--turns", "1", "--seed", "x", "-o", str(log)]) == 0
    return log


def said(capsys: Capsys, *words: str, code: int = 0) -> str:
    """What a command prints; its exit code is as expected."""
    capsys.readouterr()
    assert main(list(words)) == code
    return capsys.readouterr().out


def told(capsys: Capsys, log: Path) -> dict[str, Any]:
    """What the JSON of an audit has of sealed dice."""
    found: dict[str, Any] = json.loads(said(capsys, "audit", "--json", str(log)))["sealed"]
    return found


# Alone --------------------------------------------------------------------------------------


def test_an_audit_names_way_keys_signatures_and_what_is_due(alone: Pair, capsys: Capsys) -> None:
    """Keys are those of the header; the unsigned tail and the link that is due have a name."""
    log = alone.logs[0]
    keys = lines_of(log)[0]["sealed"]["keys"]
    count = len(lines_of(log)) - 1
    text = said(capsys, "audit", str(log))
    assert "sealed dice, the way alone: the dice of 1 Player Turn of 12 are open, the last 1.1" in (
        text
    )
    assert f"German, key {keys[0][:16]}: no signature in the log yet" in text
    assert f"British, key {keys[1][:16]}: signed the header" in text
    assert f"after the last signature of a side: #2-#{count}\n" in text
    assert "due from German: the game, signed, with its link of Player Turn 1.2" in text
    assert "who played it knew its dice" in text
    assert TRIED not in text
    value = told(capsys, log)
    assert (value["way"], value["opened"], value["last"], value["links"]) == ("alone", 1, 1, 12)
    assert [each["key"] for each in value["sides"]] == keys
    assert [each["signed"] for each in value["sides"]] == [None, 0]
    assert value["fixed"] == 1
    assert value["due"]["side"] == "German"


def test_what_a_side_hands_over_is_under_its_signature(alone: Pair, capsys: Capsys) -> None:
    """As soon as the other has opened the next dice, that stands in the log; nothing is due."""
    before = len(lines_of(alone.logs[0])) - 1
    assert alone.take(1, alone.give(0)) == 0
    value = told(capsys, alone.logs[1])
    assert [each["signed"] for each in value["sides"]] == [before, 0]
    assert value["fixed"] == before + 1
    assert value["due"] is None
    text = said(capsys, "audit", str(alone.logs[1]))
    assert "word of the side that shows" not in text
    assert "due from" not in text


def test_show_names_the_side_whose_link_is_due(alone: Pair, capsys: Capsys) -> None:
    """It lists no order that no side can give, nor does the prompt; dice are told as sealed."""
    log = str(alone.logs[0])
    text = said(capsys, "show", log)
    assert "Due, from German: the game, signed, with its link of Player Turn 1.2" in text
    assert "must: `wc`" not in text
    assert "sealed dice, the way alone, open to 1.1" in text
    value = json.loads(said(capsys, "show", "--json", log))
    assert value["sealed"]["due"]["side"] == "German"
    assert [each for each in value["due"] if each["order"] is not None] == []
    text = said(capsys, "do", log)
    assert "dice from the seed" not in text
    earlier = said(capsys, "show", log, "--at", "1.1/RPh")
    assert "Due, from" not in earlier


def test_the_report_of_a_sealed_game_says_what_it_proves(alone: Pair, capsys: Capsys) -> None:
    """No seed can have been tried; what no audit can check is the tail, and whose the keys are."""
    log = alone.logs[0]
    text = said(capsys, "report", str(log))
    assert "SEALED DICE" in text
    assert TRIED not in text
    made = report_of(log)
    assert any(each.startswith("Whether #2-#") for each in made.unchecked)
    assert any("keys are of two people" in each for each in made.unchecked)
    assert "--sealed" in made.commands[0]
    page = log.with_name("page.html")
    assert main(["report", str(log), "-o", str(page)]) == 0
    assert "Sealed dice, the way alone" in page.read_text(encoding="utf-8")
    view = log.with_name("view.html")
    assert "audit: clean, sealed dice (alone);" in said(capsys, "view", str(log), "-o", str(view))
    text = view.read_text(encoding="utf-8")
    assert "sealed dice, the way alone: the dice of 1 Player Turn" in text


def test_findings_of_the_log_itself_leave_nothing_proved(alone: Pair, capsys: Capsys) -> None:
    """A link that was not committed to is no signature, opens nothing and proves nothing."""

    def forge(lines: list[dict[str, Any]]) -> None:
        lines[1]["do"]["links"][0] = "0" * 64

    forged = rechained(alone.logs[0], forge)
    text = said(capsys, "audit", str(forged), code=1)
    assert "its sealing proves nothing" in text
    assert "no dice are open yet" in text
    assert "British, key" in text
    assert "signed the header" not in text


# Together -----------------------------------------------------------------------------------


def test_an_answer_is_due_from_who_was_asked(together: Pair, capsys: Capsys) -> None:
    """`show`, the audit and its JSON name that side; once answered nothing is due."""
    question = together.ask(0, "wc", "phase")
    log = together.logs[0]
    due = "from British: the answer to `wc`, `phase`, signed, with its link 1"
    text = said(capsys, "show", str(log))
    assert f"Due, {due}" in text
    assert "must: `phase`" not in text
    assert "sealed dice, the way together, German has the pen" in text
    text = said(capsys, "audit", str(log))
    assert f"due {due}" in text
    assert "no dice are open yet" in text
    assert "signature of a side: #1\n" in text
    assert told(capsys, log)["due"]["side"] == "British"
    assert together.take(0, together.reply(1, question)) == 0
    text = said(capsys, "show", str(log))
    assert "Due, from" not in text
    value = told(capsys, log)
    assert [each["signed"] for each in value["sides"]] == [1, 1]
    assert (value["due"], value["fixed"]) == (None, len(lines_of(log)) - 1)


def test_orders_after_the_last_sheet_are_one_sides_word(together: Pair, capsys: Capsys) -> None:
    """A sheet is fixed by two signatures; a note after it by none."""
    together.agree(0, "wc")
    fixed = len(lines_of(together.logs[0])) - 1
    assert main(["do", str(together.logs[0]), "note mine alone"]) == 0
    text = said(capsys, "audit", str(together.logs[0]))
    assert f"signature of a side: #{fixed + 1}\n" in text
    assert "before its sheet was under both signatures" in text
    letter = together.letter()
    assert seal("next", str(together.logs[0]), "-o", str(letter)) == 0
    assert f"#{fixed + 1}-#{fixed + 2}\n" in said(capsys, "audit", str(together.logs[0]))
    assert together.take(1, letter) == 0
    assert "British has the pen" in said(capsys, "show", str(together.logs[1]))


# Not sealed ---------------------------------------------------------------------------------


def test_a_log_of_a_seed_says_that_it_could_be_tried(plain_log: Path, capsys: Capsys) -> None:
    """It is clean all the same, unless the user demands sealed dice."""
    text = said(capsys, "audit", str(plain_log))
    assert "dice not sealed: the seed could have been tried" in text
    assert json.loads(said(capsys, "audit", "--json", str(plain_log)))["sealed"] is None
    assert any(TRIED in each for each in report_of(plain_log).unchecked)
    text = said(capsys, "audit", "--sealed", str(plain_log), code=1)
    assert "dice that are not sealed" in text
    assert "1 finding" in text
    assert main(["report", "--sealed", str(plain_log)]) == 1
    found = audit(plain_log, sealed=True).findings
    assert [(each.entry, each.rule) for each in found] == [(0, "log.sealed")]
    assert audit(plain_log).clean


def test_a_sealed_log_is_what_a_referee_demands(alone: Pair, capsys: Capsys) -> None:
    """`--sealed` finds nothing in it."""
    assert said(capsys, "audit", "--sealed", str(alone.logs[0])).endswith("clean\n")
    assert audit(alone.logs[0], sealed=True).clean


def test_a_library_is_held_to_it_too(
    alone: Pair, plain_log: Path, tmp_path: Path, capsys: Capsys
) -> None:
    """Games that were found clean before are findings where only sealed dice will do."""
    library = ["--library", str(tmp_path / "club.db")]
    sealed = str(alone.logs[0])
    assert main(["library", "add", *library, sealed, str(plain_log)]) == 0
    for words, code in ((("--json",), 0), (("--sealed", "--json"), 1)):
        value = json.loads(said(capsys, "library", "audit", *library, *words, code=code))
        games = [*value["games"], *value["found_before"]]
        found = {
            each["name"]: [(one["entry"], one["rule"]) for one in each["findings"]]
            for each in games
        }
        assert found.get("game", []) == []
        assert found["plain"] == ([(0, "log.sealed")] if code else [])
    text = said(capsys, "library", "audit", "--again", *library)
    assert "clean, sealed dice (alone)\n" in text
    assert text.count("sealed") == 1
    assert "sealed dice, the way alone" in said(capsys, "library", "show", *library, "game")


# Taken back ---------------------------------------------------------------------------------


def test_what_is_taken_back_after_a_signature_is_told(tmp_path: Path, capsys: Capsys) -> None:
    """In a plain game that is no fault, and said; the order of both decides."""
    log = tmp_path / "game.jsonl"
    begin = ["do", str(log), "--scenario", "bir-el-qaha", "phase", "note one", "undo", "note two"]
    assert main(begin) == 0
    key, note = str(tmp_path / "eve.key"), str(tmp_path / "eve.note")
    public = said(capsys, "key", "new", "eve", "-o", key).strip().splitlines()[0]
    assert main(["checkpoint", "make", str(log), "--with", key, "-o", note]) == 0
    assert main(["checkpoint", "add", note, str(log), "--key", public]) == 0
    assert "after it was acknowledged" not in said(capsys, "audit", str(log))
    assert main(["do", str(log), "undo"]) == 0
    text = said(capsys, "audit", str(log))
    last = max(line["n"] for line in lines_of(log)[1:] if line["do"].get("text") == "two")
    assert f"taken back after it was acknowledged: 1 entry, #{last}\n" in text
