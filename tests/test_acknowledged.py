"""Entries in which a person acknowledges a log: in audit, story, undo, branches, and forged."""

import json
import re
from pathlib import Path

import orjson
import pytest

from events.commands import Acknowledged
from events.errors import BadInput
from replays.auditing.audit import audit
from replays.game.game import Game
from replays.trust.checkpoint import ToSign, acknowledge, add_to_log
from replays.trust.person_key import KeyFile, signing
from tests import cases
from tests.mail_pair import Pair
from tests.signers import Signers, khamsin, lines_of, rechained, signers

__all__ = ["khamsin", "signers"]

ORDERS = ("wc", "phase", "note 'one'", "phase", "note 'two'")


def _acknowledged(signers: Signers, *names: str, log: str = "game.jsonl") -> str:
    """A log in which these people have acknowledged all that was there."""
    if not Path(log).exists():
        signers.game(log, "x", *ORDERS)
    for name in names:
        note = f"{name}{len(lines_of(log))}.note"
        signers.make(name, log, note)
        signers.add(note, log)
    return log


def test_an_audit_tells_who_acknowledged_what(signers: Signers) -> None:
    """By each key up to which entry, and what no key has acknowledged yet."""
    log = _acknowledged(signers, "rommel", "monty")
    first = len(lines_of(log)) - 3
    signers.khamsin("do", log, "note 'more'", "phase")
    said = signers.khamsin("audit", log).out
    assert re.search(rf"acknowledged by rommel\+\w+: #1-#{first}, .* \(entry #{first + 1}\)", said)
    assert re.search(
        rf"acknowledged by monty\+\w+: #1-#{first + 1}, .*\(entry #{first + 2}\)", said
    )
    assert f"acknowledged by no key: 2 entries after #{first + 1}" in said
    told = json.loads(signers.khamsin("audit", log, "--json").out)
    assert [each["key"] for each in told["acknowledged"]] == [
        signers.keys["rommel"],
        signers.keys["monty"],
    ]
    assert told["clean"]


def test_an_older_note_can_be_added_later(signers: Signers) -> None:
    """What comes back by e-mail is of fewer entries than the log has by then."""
    log = signers.game("game.jsonl", "x", *ORDERS)
    Path("monty.jsonl").write_bytes(Path(log).read_bytes())
    count = len(lines_of(log)) - 1
    signers.khamsin("do", log, "note 'more'", "phase", "note 'and more'")
    signers.make("monty", "monty.jsonl", "a.note")
    signers.sign("witness", log, "a.note", "b.note")
    said = signers.add("b.note", log).out
    assert re.findall(r"(\w+)\+\w+ signed the first (\d+) entries", said) == [
        ("monty", str(count)),
        ("witness", str(count)),
    ]
    assert "says all this already" in signers.add("b.note", log).out
    assert "acknowledged by witness" in signers.khamsin("audit", log).out
    assert "signed up to #" in signers.dispute("b.note", log)


def test_what_is_acknowledged_is_no_step_of_the_game(signers: Signers) -> None:
    """`undo` takes back the last order, and the acknowledgement stays."""
    log = _acknowledged(signers, "rommel")
    signers.khamsin("do", log, "undo")
    game = Game.load(log)
    undone = game.entries[-1].do
    signed = next(entry.n for entry in game.entries if isinstance(entry.do, Acknowledged))
    assert getattr(undone, "entry", None) == signed - 1
    assert "clean" in signers.khamsin("audit", log).out


def test_no_order_acknowledges(signers: Signers) -> None:
    """Neither at the prompt nor from Python without a signature over this log."""
    log = signers.game("game.jsonl", "x", *ORDERS)
    assert "and no order" in signers.khamsin("do", log, "acknowledged", code=2).err
    signers.make("rommel", log, "a.note")
    other = signers.game("other.jsonl", "y", *ORDERS)
    signers.add("a.note", log)
    true = Game.load(log).entries[-1].do
    assert isinstance(true, Acknowledged)
    with Game.open(other) as game, pytest.raises(BadInput, match="another log"):
        game.do(true)
    with Game.open(log) as game, pytest.raises(BadInput, match="a signature of that key"):
        game.do(
            Acknowledged(true.log, 1, true.root, true.seal, true.key, true.time, true.signature)
        )


def test_order_files_and_vasl_logs_leave_signatures_out(signers: Signers) -> None:
    """No key signed the game that they make; an undo after one finds its entry all the same."""
    log = _acknowledged(signers, "rommel")
    signers.khamsin("do", log, "undo", "note 'again'")
    _acknowledged(signers, "monty", log=log)
    Path("orders.txt").write_text(signers.khamsin("orders", log).out, encoding="utf-8")
    signers.khamsin("run", "bir-el-qaha", "--orders", "orders.txt", "-o", "again.jsonl")
    again = Game.load("again.jsonl")
    assert not any(isinstance(entry.do, Acknowledged) for entry in again.entries)
    assert again.state == Game.load(log).state
    signers.khamsin("export", log, "-o", "game.vlog")
    signers.khamsin("import", "game.vlog", "--scenario", "bir-el-qaha", "-o", "back.jsonl")
    assert Game.load("back.jsonl").state == again.state


def test_a_hostile_key_adds_no_order_to_an_order_file(signers: Signers) -> None:
    """Whatever an entry says, it is one comment."""
    log = _acknowledged(signers, "rommel")
    raw = [orjson.loads(line) for line in lines_of(log)]
    raw[-1]["do"]["key"] = "x\nphase\n+y"
    forged = rechained([orjson.dumps(line) for line in raw], "forged.jsonl")
    made = signers.khamsin("orders", forged).out.splitlines()
    assert made.count("phase") == signers.khamsin("orders", log).out.splitlines().count("phase")


def test_an_amended_game_leaves_later_signatures_out(signers: Signers) -> None:
    """What was signed after the amended entry was not signed of this game."""
    log = _acknowledged(signers, "rommel")
    number = next(e.n for e in Game.load(log).entries if getattr(e.do, "text", "") == "one")
    signers.khamsin("amend", log, f"#{number}", "note 'uno'", "-o", "amended.jsonl")
    made = Game.load("amended.jsonl")
    assert not any(isinstance(entry.do, Acknowledged) for entry in made.entries)
    assert "clean" in signers.khamsin("audit", "amended.jsonl").out


def test_a_game_by_mail_is_acknowledged_too(tmp_path: Path) -> None:
    """Between two batches, though not while a question waits."""
    pair = Pair(tmp_path)
    key, log = KeyFile.new("witness", tmp_path / "witness.key"), Path(pair.logs[0])
    pair.agree(0, "wc")
    notes = [tmp_path / "a.note", tmp_path / "b.note"]
    with signing(key.path) as by:
        signed = acknowledge(by, log, 1_790_000_000, notes[0], ToSign())
    add_to_log(signed.note, log, [key.public])
    question = pair.ask(0, "phase")
    with signing(key.path) as by:
        later = acknowledge(by, log, 1_790_000_001, notes[1], ToSign())
    with pytest.raises(BadInput, match="while a question waits"):
        add_to_log(later.note, log, [key.public])
    assert pair.take(0, pair.answer(1, question)) == 0
    report = audit(log)
    assert report.clean
    assert [each.signer.split("+")[0] for each in report.acknowledged] == [
        *("rommel", "monty", "witness")
    ]


def test_a_game_in_a_library_is_signed_by_its_name(
    signers: Signers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made, signed, added and verified where it is; a copy in a file says the same."""
    monkeypatch.setenv("KHAMSIN_LIBRARY", str(Path("games.db").absolute()))
    log = signers.game("library:saturday", "x", *ORDERS)
    signers.make("rommel", log, "a.note")
    signers.sign("monty", log, "a.note", "b.note", "--audit")
    signers.add("b.note", log)
    assert "signed up to #" in signers.dispute("b.note", log)
    assert "acknowledged by monty" in signers.khamsin("audit", log).out
    signers.khamsin("library", "export", "saturday", "-o", "copy.jsonl")
    assert "signed up to #" in signers.dispute("b.note", "copy.jsonl")
    assert "no game of that name" in signers.make("rommel", "library:x", "c.note", code=2).err


# Forged ----------------------------------------------------------------------------------------


def _forged(signers: Signers, field: str, value: object) -> str:
    log = _acknowledged(signers, "rommel")
    raw = [orjson.loads(line) for line in lines_of(log)]
    raw[-1]["do"][field] = value
    return rechained([orjson.dumps(line) for line in raw], "forged.jsonl")


@cases(
    "field, value",
    ("entries", 1),
    ("entries", 10**15),
    ("root", "00" * 32),
    ("seal", "00" * 32),
    ("log", "00" * 32),
    ("log", ""),
    ("time", 0),
    ("time", 2**63),
    ("key", ""),
    ("key", "rommel"),
    ("key", "rommel+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"),
    ("key", "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"),
    ("signature", ""),
    ("signature", "\u2014"),
    ("signature", "A" * 86 + "=="),
)
def test_a_forged_acknowledgement_is_a_finding(signers: Signers, field: str, value: object) -> None:
    """Whatever is changed in it, and though the chain is mended: one finding, of its own rule."""
    forged = _forged(signers, field, value)
    told = json.loads(signers.khamsin("audit", forged, "--json", code=1).out)
    rules = {each["rule"] for each in told["findings"]}
    assert rules - {"log.entry"} == {"log.signed"}  # the engine leaves out what is empty
    assert told["acknowledged"] == []
    signers.khamsin("story", forged)


def test_a_signature_of_what_the_log_was_before_is_a_finding(signers: Signers) -> None:
    """A rewritten entry under a true signature: the audit says whose, and of which seal."""
    log = _acknowledged(signers, "rommel", "monty")
    raw = [line.replace(b'"text":"one"', b'"text":"uno"') for line in lines_of(log)]
    forged = rechained(raw, "forged.jsonl")
    told = json.loads(signers.khamsin("audit", forged, "--json", code=1).out)
    assert [each["rule"] for each in told["findings"]] == ["log.signed", "log.signed"]
    found = told["findings"][0]
    signed = re.fullmatch(r"rommel\+\w+ signed (\d) entries of seal \w{64}", found["logged"])
    assert signed
    seal = orjson.loads(lines_of(forged)[int(signed[1])])["hash"]
    assert found["expected"] == f"that of these entries, {seal}"
    assert told["acknowledged"] == []
    signers.khamsin("report", forged, "-o", "report.html", code=1)
    assert "log.signed" in Path("report.html").read_text(encoding="utf-8")


def test_an_acknowledgement_of_another_game_is_a_finding(signers: Signers) -> None:
    """Copied from a log of the same scenario with another seed."""
    log = _acknowledged(signers, "rommel")
    other = signers.game("other.jsonl", "y", *ORDERS)
    copied = orjson.loads(lines_of(log)[-1])
    raw = lines_of(other)
    copied["n"], copied["at"] = len(raw), orjson.loads(raw[-1])["at"]
    forged = rechained([*raw, orjson.dumps(copied)], "forged.jsonl")
    told = json.loads(signers.khamsin("audit", forged, "--json", code=1).out)
    assert [each["rule"] for each in told["findings"]] == ["log.signed"]
    assert "an acknowledgement of the log" in told["findings"][0]["logged"]


def test_a_key_that_changes_is_told_of(signers: Signers) -> None:
    """Two keys of one name: the audit lists both, and says what no log can tell."""
    log = _acknowledged(signers, "rommel")
    signers.khamsin("key", "new", "rommel", "-o", "new.key")
    new = signers.khamsin("key", "show", "new.key").out
    with Path("keys").open("a", encoding="utf-8") as file:
        file.write(new)
    _acknowledged(signers, "new", log=log)
    said = signers.khamsin("audit", log).out
    assert said.count("acknowledged by rommel+") == 2
    assert "2 keys are named rommel" in said
