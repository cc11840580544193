"""A dispute: any heap of logs, letters, notes and proofs, and what it proves against whom."""

import json
import re
from itertools import combinations
from pathlib import Path

import attrs
import pytest

from replays.cli.main import main
from replays.trust.letter import Invitation
from replays.trust.note import SignedNote
from sim.trust.signing import (
    LogPoint,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    leaf_hash,
    root_of_inclusion,
)
from tests import Capsys
from tests.mail_pair import Pair
from tests.signers import Signers, khamsin, lines_of, rechained, signers
from tests.test_signing import ORDERS, log
from tests.test_verify import not_true

__all__ = ["khamsin", "log", "signers"]


def fork(signers: Signers, log: str) -> None:
    """Two endings of one game, in `log` and `fork.jsonl`."""
    Path("fork.jsonl").write_bytes(Path(log).read_bytes())
    signers.khamsin("do", log, "note 'here'")
    signers.khamsin("do", "fork.jsonl", "note 'there'")


def forget(name: str) -> None:
    """A key on another machine remembers nothing."""
    Path(f"{name}.key.signed").unlink()


def test_a_signature_on_another_note_is_not_true(signers: Signers, log: str) -> None:
    """Copied below another checkpoint, of the same game or not, it is found."""
    signers.make("rommel", log, "one.note")
    signers.khamsin("do", log, "note 'more'")
    signers.make("monty", log, "two.note")
    one, two = (SignedNote.read(Path(name)) for name in ("one.note", "two.note"))
    SignedNote(two.text, one.signatures).write(Path("copied.note"))
    said = signers.dispute("copied.note", log, code=1)
    assert re.search(r"the signature of rommel\+\w+ is not true", said)
    assert "is not true" in signers.add("copied.note", log, code=1).out
    assert "acknowledged" not in Path(log).read_text(encoding="utf-8")


def test_a_stranger_proves_nothing(signers: Signers, log: str) -> None:
    """A key that the user did not name is not checked, and a note with no other proves nothing."""
    signers.make("stranger", log, "a.note")
    said = signers.dispute("a.note", log)
    assert re.search(r"no key stranger\+\w+ was named, so its signature is not checked", said)
    assert "it proves nothing" in said
    assert "none of its signatures" in signers.add("a.note", log, code=2).err
    signers.sign("rommel", log, "a.note", "b.note")
    assert "it proves nothing" not in signers.dispute("b.note", log)


def test_a_stranger_with_a_known_name_is_told(signers: Signers, log: str) -> None:
    """Who calls himself rommel, or writes it with other letters, has another key."""
    signers.khamsin("key", "new", "rornmel", "-o", "false.key")
    signers.khamsin("key", "new", "rommel", "-o", "same.key")
    for name in ("false", "same"):
        signers.make(name, log, f"{name}.note")
        signers.khamsin("checkpoint", "add", f"{name}.note", log, "--key", _public(signers, name))
    said = signers.dispute(log, code=1)
    assert re.search(r"rommel\+\w{16} has a name like that of rommel\+\w{16}, and is another", said)


def _public(signers: Signers, name: str) -> str:
    return signers.khamsin("key", "show", f"{name}.key").out.strip()


# Logs and notes -----------------------------------------------------------------------------


def test_truncation_is_found_by_who_holds_a_later_note(signers: Signers, log: str) -> None:
    """Any number of entries cut off the end; an audit alone finds nothing in an open game."""
    signers.make("rommel", log, "a.note")
    raw = lines_of(log)
    for kept in (1, 2, len(raw) - 1):
        Path("cut.jsonl").write_bytes(b"\n".join([*raw[:kept], b""]))
        signers.khamsin("audit", "cut.jsonl")
        said = signers.dispute("a.note", "cut.jsonl", code=1)
        assert f"signed {len(raw) - 1} (a.note): it was cut short" in said
        assert "cut short" not in signers.dispute("a.note", "cut.jsonl", log)


def test_rewriting_is_found_though_the_chain_is_mended(signers: Signers, log: str) -> None:
    """Another line before the checkpoint, with all hashes made again, in a log or a library."""
    signers.make("rommel", log, "a.note")
    raw = [each.replace(b'"text":"one"', b'"text":"uno"') for each in lines_of(log)]
    assert raw != lines_of(log)
    forged = rechained(raw, "forged.jsonl")
    signers.khamsin("audit", forged)
    said = signers.dispute("a.note", forged, code=1)
    assert re.search(r"rommel\+\w+ signed are not those of forged.jsonl", said)
    assert "nothing is proved against anybody" in said
    place = ("--library", "games.db")
    signers.khamsin("library", "add", forged, *place)
    assert "clean" in signers.khamsin("library", "audit", *place).out
    assert "are not those of" in signers.dispute("a.note", "library:forged", *place, code=1)


def test_a_line_that_was_changed_and_not_chained_is_a_finding(signers: Signers, log: str) -> None:
    """The line is named, and what stands before it is read."""
    signers.make("rommel", log, "a.note")
    raw = Path(log).read_bytes().replace(b'"text":"one"', b'"text":"uno"')
    Path("forged.jsonl").write_bytes(raw)
    said = signers.dispute("a.note", "forged.jsonl", code=1)
    assert "was changed after it was written" in said


def test_a_false_acknowledgement_proves_nothing(signers: Signers, log: str) -> None:
    """Who writes another's key into a log has no signature of it: a finding, against nobody."""
    signers.make("rommel", log, "a.note")
    signers.add("a.note", log)
    raw = lines_of(log)
    value = json.loads(raw[-1])
    value["do"]["signature"] = "AAAA" + value["do"]["signature"][4:]
    forged = rechained([*raw[:-1], json.dumps(value, separators=(",", ":")).encode()], "f.jsonl")
    said = signers.dispute(forged, code=1)
    assert "an audit finds log.signed" in said
    assert "signed by no key that is here" in said


# Two histories ------------------------------------------------------------------------------


def test_two_notes_of_one_count_prove_a_fork_by_themselves(signers: Signers, log: str) -> None:
    """No log is needed: one key signed two endings, from two machines that share no memory."""
    fork(signers, log)
    signers.make("rommel", log, "a.note")
    forget("rommel")
    signers.make("rommel", "fork.jsonl", "b.note")
    said = signers.dispute("a.note", "b.note", code=1)
    assert re.search(r"not the same. PROVED: rommel\+\w+ signed both", said)
    words = ("dispute", "a.note", "b.note", "--key", "keys", "--json")
    told = json.loads(signers.khamsin(*words, code=1).out)
    assert told["proved_against"] == [signers.keys["rommel"]]
    signers.make("monty", log, "c.note")
    said = signers.dispute("c.note", "b.note", code=1)
    assert "no key signed both" in said
    assert "nothing is proved against anybody" in said


def test_two_notes_of_unequal_counts_need_a_copy_or_a_proof(signers: Signers, log: str) -> None:
    """A log that has the longer and not the shorter proves a fork; a proof of growth, none."""
    fork(signers, log)
    signers.make("rommel", "fork.jsonl", "short.note")
    forget("rommel")
    signers.khamsin("do", log, "note 'on'")
    signers.make("rommel", log, "long.note")
    signers.khamsin("do", log, "note 'further'")
    signers.make("rommel", log, "further.note")
    said = signers.dispute("short.note", "long.note", "further.note")
    assert said.count("only a copy of the game or a proof") == 1  # and not of each two
    said = signers.dispute("short.note", "long.note", log, code=1)
    assert re.search(r"which it signed too \(long.note\). PROVED", said)
    signers.make("monty", log, "early.note", "--at", "#3")
    signers.make("monty", log, "late.note")
    prove = ("checkpoint", "prove", log, "early.note", "late.note", "-o", "growth")
    signers.khamsin(*prove)
    said = signers.dispute("early.note", "late.note", "growth")
    assert "one goes on with the other (growth)" in said
    assert "only a copy" not in said
    spelled = Path("growth").read_text(encoding="utf-8").replace("\n3\n", "\n03\n")
    Path("spelled").write_text(spelled, encoding="utf-8")
    assert "a number has one spelling" in signers.khamsin("dispute", "spelled", code=2).err
    prove = ("checkpoint", "prove", log, "short.note", "long.note", "-o", "false")
    assert "are not those of the note" in signers.khamsin(*prove, code=1).out


def test_an_entry_is_proved_without_its_log(signers: Signers, log: str) -> None:
    """A note, some hashes and the line itself; another line is none of those that were signed."""
    signers.make("rommel", log, "a.note")
    prove = ("checkpoint", "prove", log, "a.note", "--entry", "3", "-o", "third.proof")
    signers.khamsin(*prove)
    said = signers.dispute("third.proof")
    assert "entry 3 of 8 is this line" in said
    text = Path("third.proof").read_text(encoding="utf-8")
    Path("other.proof").write_text(text.replace("index 2", "index 3"), encoding="utf-8")
    assert "this is no entry of what its note signed" in signers.dispute("other.proof", code=1)
    Path("cut.proof").write_text(text[:60], encoding="utf-8")
    assert "no proof as" in signers.khamsin("dispute", "cut.proof", code=2).err


def test_notes_of_two_games_say_nothing_of_each_other(signers: Signers) -> None:
    """The same scenario with another seed is another game."""
    one = signers.game("one.jsonl", "x", *ORDERS)
    two = signers.game("two.jsonl", "y", *ORDERS)
    signers.make("rommel", one, "a.note")
    signers.make("rommel", two, "b.note")
    assert "nothing is proved" in signers.dispute("a.note", "b.note", one, two)
    assert "of a game that is not here" in signers.dispute("a.note", two)
    assert "another game" in signers.sign("monty", two, "a.note", "c.note", code=1).out
    assert "another game" in signers.add("a.note", two, code=1).out


# Games by mail ------------------------------------------------------------------------------


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    """Two who have played a round."""
    pair = Pair(tmp_path)
    pair.agree(0, "wc")
    return pair


def test_who_signs_what_the_rules_refuse_is_named(pair: Pair, capsys: Capsys) -> None:
    """A log with a changed die under a signature of the side that changed it."""
    raw = lines_of(pair.logs[0])
    place = next(n for n, line in enumerate(raw) if b'"dice":[1' in line or b'"dice":[{' in line)
    value = json.loads(raw[place])
    dice = value["dice"][0]["dice"]
    dice[0] = dice[0] % 6 + 1
    raw[place] = json.dumps(value, separators=(",", ":")).encode()
    forged = rechained(raw, pair.folder / "forged.jsonl")
    note = str(pair.folder / "forged.note")
    making = ("checkpoint", "make", forged, "--with", str(pair.keys[1]), "-o", note)
    assert main([*making]) == 0
    capsys.readouterr()
    assert main(["dispute", forged, note, str(pair.logs[0])]) == 1
    said = capsys.readouterr().out
    assert "an audit finds log.dice" in said
    assert f"proved against {pair.secret(1).public.short}" in said


def test_one_commitment_in_two_games_is_proof(pair: Pair, capsys: Capsys) -> None:
    """An inviter with a modified copy who takes two that joined, and answers both."""
    third = pair.folder / "third.key"
    assert main(["key", "new", "third", "-o", str(third)]) == 0
    log, letter = str(pair.folder / "third.jsonl"), str(pair.folder / "third")
    joining = ("mail", "join", str(pair.invitation), log, "--with", str(third), "-o", letter)
    assert main([*joining]) == 0
    Path(f"{pair.keys[1]}.signed").unlink()
    second = pair.folder / "second.jsonl"
    by = ("--with", str(pair.keys[1]))
    assert main(["mail", "take", letter, str(second), *by, "--latest"]) == 0
    passed = str(pair.folder / "passed")
    ask = ("mail", "ask", log, "wc", "--with", str(third), "-o", passed)
    assert main([*ask]) == 0
    answer = str(pair.folder / "answered")
    assert main(["mail", "take", passed, str(second), *by, "-o", answer]) == 0
    capsys.readouterr()
    assert main(["dispute", answer, str(pair.logs[0])]) == 1
    short = pair.secret(1).public.short
    assert f"PROVED: {short} used one commitment for two games" in capsys.readouterr().out
    invited, other = Invitation.read(pair.invitation), pair.folder / "other"
    changed = attrs.evolve(invited, scenario=attrs.evolve(invited.scenario, name="Other"))
    changed.signed(pair.secret(1), 1).write(other)
    one, two = str(pair.invitation), str(other)
    for files, code in (((one, answer), 0), ((two, answer), 1), ((one, two), 1)):
        assert main(["dispute", *files]) == code
        assert (f"{short} signed two proposals of one nonce" in capsys.readouterr().out) == code


def test_a_yes_and_a_no_to_one_end_are_proof(pair: Pair, capsys: Capsys) -> None:
    """An own yes taken back in is known; a key that forgot it is proved to have said both."""
    question, memory = pair.ask(0, "finish"), Path(f"{pair.keys[1]}.signed")
    before = memory.read_bytes()
    agreed, no = pair.answer(1, question), pair.letter()
    memory.write_bytes(before)
    assert pair.take(1, agreed) == 0
    declining = (1, question, "--decline", "--latest")
    assert pair.take(*declining, out=no) == 2
    assert "you agreed to this already" in capsys.readouterr().err
    memory.unlink()
    assert pair.take(*declining, out=no) == 0
    assert main(["dispute", str(agreed), str(no)]) == 1
    assert f"PROVED: {pair.secret(1).public.short} agreed to an end" in capsys.readouterr().out
    assert "agreed to an end and declined it: this is the proof" in not_true(agreed, no)
    assert pair.take(0, agreed) == 0
    capsys.readouterr()
    assert main(["dispute", str(pair.logs[0]), str(no)]) == 1
    assert capsys.readouterr().out.startswith("PROVED: ")


def test_who_passes_signs_what_was_before(pair: Pair, capsys: Capsys) -> None:
    """Two games that part before one `passed` each are proof against the side that passed."""
    log, memory = Path(pair.logs[0]), Path(f"{pair.keys[0]}.signed")
    before = log.read_bytes(), memory.read_bytes()
    for name in ("one", "two"):
        log.write_bytes(before[0])
        memory.write_bytes(before[1])
        assert pair.do(0, f"note {name}") == 0
        assert pair.by(0, "pass", str(log), "--latest", out=pair.letter()) == 0
        (pair.folder / f"{name}.jsonl").write_bytes(log.read_bytes())
    capsys.readouterr()
    assert main(["dispute", *(str(pair.folder / f"{name}.jsonl") for name in ("one", "two"))]) == 1
    assert f"PROVED: {pair.secret(0).public.short} signed one" in capsys.readouterr().out


# Proofs (RFC 6962) --------------------------------------------------------------------------


def test_proofs_hold_and_others_do_not() -> None:
    """Every leaf and every beginning of small trees; one hash changed, and nothing is proved."""
    leaves = [leaf_hash(bytes([number])) for number in range(24)]
    points = [_point(leaves[:count]) for count in range(1, len(leaves) + 1)]
    none = attrs.evolve(points[0], entries=0)
    assert is_consistent(none, points[0], [])
    for two, index in ((each, index) for each in points for index in range(each.entries)):
        proof = inclusion_proof(leaves[: two.entries], index)
        root = root_of_inclusion(leaves[index], index, two.entries, proof)
        assert root is not None
        assert root.hex() == two.root
        assert root_of_inclusion(leaves[index], index, two.entries, [*proof, root]) is None
        assert not is_consistent(none, two, proof or [bytes(32)])
        assert not is_consistent(two, points[index], []), "no log is older than itself"
    for one, two in combinations(points, 2):
        growth = consistency_proof(leaves[: two.entries], one.entries)
        assert is_consistent(one, two, growth)
        other = [[*growth[:at], bytes(32), *growth[at + 1 :]] for at in range(len(growth))]
        for wrong in (*other, growth[:-1], [*growth, bytes(32)], []):
            assert not is_consistent(one, two, wrong)


def _point(leaves: list[bytes]) -> LogPoint:
    root = root_of_inclusion(leaves[0], 0, len(leaves), inclusion_proof(leaves, 0))
    assert root is not None
    return LogPoint("ab" * 32, len(leaves), root.hex(), "cd" * 32)
