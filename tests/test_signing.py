"""Checkpoints: signed notes of logs, what they prove, and what a cheat tries."""

import json
import re
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import BadInput
from replays.game.game import Game
from replays.trust.checkpoint import see
from replays.trust.note import SignedNote
from replays.trust.person_key import KeyFile
from sim.trust.signing import (
    NOT_CHECKED,
    Frontier,
    LogPoint,
    VerifierKey,
    can_check,
    cosigned,
    point_of,
)
from tests import cases
from tests.signers import Signers, khamsin, lines_of, rechained, signers

__all__ = ["khamsin", "signers"]

LOGS = sorted((Path(__file__).parent / "logs").glob("*.jsonl"))
ORDERS = ("wc", "phase", "note 'one'", "phase", "note 'two'", "phase", "note 'three'")


@pytest.fixture
def log(signers: Signers) -> str:
    """A log of some orders."""
    return signers.game("game.jsonl", "x", *ORDERS)


# The tree -------------------------------------------------------------------------------------


def _slow_root(leaves: list[bytes]) -> bytes:
    """The root as the RFC defines it: split at the largest power of two below the number."""
    if not leaves:
        return sha256().digest()
    if len(leaves) == 1:
        return sha256(b"\0" + leaves[0]).digest()
    split = 1 << (len(leaves) - 1).bit_length() - 1
    left, right = _slow_root(leaves[:split]), _slow_root(leaves[split:])
    return sha256(b"\1" + left + right).digest()


@given(st.lists(st.binary(max_size=6), max_size=70))
def test_a_root_is_that_of_the_definition(leaves: list[bytes]) -> None:
    """Leaf by leaf, or split in two again and again: the same root."""
    tree = Frontier()
    for leaf in leaves:
        tree.add(leaf)
    assert (tree.count, tree.root()) == (len(leaves), _slow_root(leaves))


@pytest.mark.parametrize("log", LOGS, ids=[path.stem for path in LOGS])
def test_a_checkpoint_of_any_format_follows_from_the_lines(log: Path) -> None:
    """Origin, count, root and seal are those of the bytes, counted here in another way."""
    raw = log.read_bytes().split(b"\n")[:-1]
    counts = {0, 1, len(raw) // 2, len(raw) - 1}
    seen = see(log, counts)
    for count in counts:
        seal = raw[count][-66:-2].decode()
        root = _slow_root(raw[1 : count + 1]).hex()
        assert seen.points[count] == LogPoint(raw[0][-66:-2].decode(), count, root, seal)
    assert seen.last == seen.points[len(raw) - 1]


# Notes ----------------------------------------------------------------------------------------


def test_a_note_says_count_root_and_seal_and_who_signed_when(signers: Signers) -> None:
    """Four lines of text, an empty one, and a line for each signature; all is in the verdict."""
    log = signers.game()
    signers.make("rommel", log, "one.note")
    signers.sign("monty", log, "one.note", "both.note", "--audit")
    text = Path("both.note").read_text(encoding="utf-8")
    lines, raw = text.split("\n"), lines_of(log)
    head, seal = raw[0][-66:-2].decode(), raw[-1][-66:-2].decode()
    assert lines[0] == f"khamsin.log/game/{head}"
    assert lines[1] == str(len(raw) - 1)
    assert lines[3:5] == [f"seal {seal}", ""]
    assert [line.split(" ")[:2] for line in lines[5:-1]] == [
        ["\u2014", "rommel"],
        ["\u2014", "monty"],
    ]
    said = signers.dispute("both.note", log)
    count = len(raw) - 1
    assert re.search(rf"signed up to #{count} by rommel\+\w{{16}}, as it claims at 20\d\d-", said)
    assert "no signature" not in said


def test_what_is_signed_is_a_c2sp_cosignature(signers: Signers) -> None:
    """Short number, time and signature stand in the line as the specification has them."""
    signers.make("rommel", signers.game(), "a.note")
    note = SignedNote.read(Path("a.note"))
    key, (signature,) = VerifierKey.parse(signers.keys["rommel"]), note.signatures
    number = sha256(b"rommel\n\x04" + key.public).digest()[:4]
    assert (signature.number, len(signature.blob)) == (number, 72)
    time = int.from_bytes(signature.blob[:8], "big")
    assert cosigned(note.text, time) == f"cosignature/v1\ntime {time}\n{note.text}".encode()
    assert key.signed_at(note.text, signature.blob) == time


@given(
    st.integers(0, 10**15), st.binary(min_size=96, max_size=96), st.integers(0, 200), st.integers(0)
)
def test_a_checkpoint_has_one_spelling(
    entries: int, hashes: bytes, place: int, character: int
) -> None:
    """What is read is written the same again; a changed text is another checkpoint or none."""
    parts = hashes[:32].hex(), hashes[32:64].hex(), hashes[64:].hex()
    point = LogPoint(parts[0], entries, parts[1], parts[2])
    assert point_of(point.text) == point
    place %= len(point.text)
    other = point.text[:place] + chr(character % 0x250) + point.text[place + 1 :]
    try:
        found = point_of(other)
    except BadInput:
        return
    assert found.text == other


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "crlf": lambda raw: raw.replace(b"\n", b"\r\n"),
    "bom": lambda raw: b"\xef\xbb\xbf" + raw,
    "latin": lambda raw: raw.replace("\u2014".encode(), b"\x97"),
    "tab": lambda raw: raw.replace(b"seal ", b"seal\t"),
    "hyphen": lambda raw: raw.decode().replace("\u2014", "-").encode(),
    "en dash": lambda raw: raw.decode().replace("\u2014", "\u2013").encode(),
    "bar": lambda raw: raw.decode().replace("\u2014", "\u2015").encode(),
    "no space": lambda raw: raw.decode().replace("\u2014 ", "\u2014").encode(),
    "no end": lambda raw: raw[:-1],
    "line after": lambda raw: raw + b"\n",
    "text after": lambda raw: raw + b"sent from my telephone\n",
    "no empty line": lambda raw: raw.replace(b"\n\n", b"\n"),
    "no signature": lambda raw: raw[: raw.index(b"\n\n") + 2],
    "empty": lambda _: b"",
    "one more line": lambda raw: raw.replace(b"\n\n", b"\nmore\n\n"),
    "one less": lambda raw: re.sub(rb"seal .*\n", b"", raw),
    "leading zero": lambda raw: re.sub(rb"\n(\d+)\n", rb"\n0\1\n", raw),
    "minus": lambda raw: re.sub(rb"\n(\d+)\n", rb"\n-\1\n", raw),
    "other digits": lambda raw: re.sub(rb"\n(\d+)\n", "\n\u0664\n".encode(), raw),
    "huge": lambda raw: re.sub(rb"\n(\d+)\n", b"\n" + b"9" * 400 + b"\n", raw),
    "other origin": lambda raw: raw.replace(b"khamsin.log/game/", b"khamsin.log/"),
    "capitals": lambda raw: re.sub(rb"seal .*", lambda m: m[0].upper(), raw),
    "short root": lambda raw: re.sub(rb"\n.*=\nseal", b"\nAAAA\nseal", raw),
    "base64": lambda raw: raw.rstrip(b"\n") + b"=\n",
    "name alone": lambda raw: raw + "\u2014 rommel\n".encode(),
    "no blob": lambda raw: raw + "\u2014 rommel AAAA\n".encode(),
    "too many": lambda raw: raw + "\u2014 a AAAAAAA=\n".encode() * 101,
    "huge file": lambda raw: raw + b"x" * 300_000,
    "binary": lambda _: bytes(range(256)),
    "json": lambda _: b'{"khamsin":"letter"}\n',
}


WRONG_LINE = {"hyphen": 6, "en dash": 6, "no blob": 7, "name alone": 7, "text after": 7}
"""The lines that are no signatures."""


@pytest.mark.parametrize("how", SPOILT)
def test_what_is_no_note_is_told_so(signers: Signers, log: str, how: str) -> None:
    """One sentence that names the file, exit code 2, whatever a mail program or a hand did."""
    signers.make("rommel", log, "a.note")
    Path("b.note").write_bytes(SPOILT[how](Path("a.note").read_bytes()))
    for words in (("dispute", "b.note"), ("checkpoint", "add", "b.note", log)):
        told = signers.khamsin(*words, "--key", "keys", code=2).err
        assert "b.note" in told
        assert how not in WRONG_LINE or f"line {WRONG_LINE[how]}:" in told
    assert "b.note" in signers.sign("monty", log, "b.note", "c.note", code=2).err
    assert not Path("c.note").exists()


@given(
    st.binary(max_size=300), st.sampled_from([b"", b"khamsin.log/game/", b"a\n\n\xe2\x80\x94 b "])
)
def test_any_bytes_are_a_note_or_bad_input(raw: bytes, begun: bytes) -> None:
    """What is read is written the same again; the rest is refused in a sentence."""
    try:
        note = SignedNote.parse(begun + raw)
    except BadInput:
        return
    assert str(note).encode() == begun + raw


def test_what_a_mail_program_did_is_named() -> None:
    """The line ends, the dash and the byte order mark each have a sentence of their own."""
    for raw, why in (
        (b"a\r\n\r\nb\r\n", "CRLF"),
        (b"\xef\xbb\xbfa\n\nb\n", "byte order mark"),
        (b"a\n\n- rommel AAAAAAAA\n", "em dash"),
    ):
        with pytest.raises(BadInput, match=why):
            SignedNote.parse(raw)


THEIRS = "witness.example/w1+b72bab2e+BCVDuS/xCVURR2rcg2nbbdyTNmWhGXjdoUBO4QZsqVWd"
THEIR_LINE = (
    "\N{EM DASH} witness.example/w1 "
    "tyurLgAAAABqsUAwlILfA4wtOmtZgSqoknlm99YW8D1b2fUd5gL1d+vOdXa5lmHr0FSe"
    "IMIHv9Pjk2BcfJKxOr/+EmjG82ODmkhMDg=="
)
"""What another implementation of C2SP cosignatures added to the note of the document."""


def _note_of_the_document() -> SignedNote:
    page = (Path(__file__).parent.parent / "docs" / "trust.md").read_text(encoding="utf-8")
    block = re.search(r"^```\n(khamsin\.log/.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert block is not None
    return SignedNote.parse(block[1].encode())


def test_a_cosignature_of_another_implementation_is_true_and_ours_is_the_same() -> None:
    """Line and key, byte for byte, from the same secret and time."""
    text, secret = _note_of_the_document().text, bytes(range(64, 96))
    (signature,) = SignedNote.parse(f"{text}\n{THEIR_LINE}\n".encode()).signatures
    assert VerifierKey.parse(THEIRS).signed_at(text, signature.blob) == 1_790_001_200
    ours = KeyFile(Path("any"), "witness.example/w1", secret)
    assert str(ours.public) == THEIRS
    assert str(ours.signed(text, 1_790_001_200)) == THEIR_LINE
    for time, read in ((2**63 - 1, 2**63 - 1), (2**63, None)):
        assert ours.public.signed_at(text, ours.signed(text, time).blob) == read


def test_the_note_of_the_document_never_changes() -> None:
    """docs/trust.md publishes a note, what it is of, and its keys; all of it is true."""
    page = (Path(__file__).parent.parent / "docs" / "trust.md").read_text(encoding="utf-8")
    note = _note_of_the_document()
    root = _slow_root([b"one", b"two", b"three"]).hex()
    head, seal = (sha256(each).hexdigest() for each in (b"header", b"three"))
    assert point_of(note.text) == LogPoint(head, 3, root, seal)
    rows = re.findall(r"^\| `\w+` \| `(\S+)` \| (\d+) \|$", page, re.MULTILINE)
    assert len(rows) == len(note.signatures) == 2
    for (key, time), signature in zip(rows, note.signatures, strict=True):
        assert VerifierKey.parse(key).signed_at(note.text, signature.blob) == int(time)


def test_without_cryptography_signatures_are_told_as_not_checked(
    signers: Signers, log: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the audit and in a dispute, with exit code 1; to sign or to add is refused."""
    signers.make("rommel", log, "a.note")
    signers.add("a.note", log)
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric", None)
    can_check.cache_clear()
    try:
        told = signers.khamsin("audit", log, code=1).out
        assert NOT_CHECKED in told
        assert "1 finding" in told
        assert NOT_CHECKED in signers.dispute("a.note", log, code=1)
        assert "needs cryptography" in signers.make("rommel", log, "b.note", code=2).err
        assert NOT_CHECKED in signers.add("a.note", log, code=2).err
        signers.khamsin("do", log, "note 'played on'")
    finally:
        can_check.cache_clear()


# What a key signed before ----------------------------------------------------------------------


def test_a_key_signs_no_second_history(signers: Signers, log: str) -> None:
    """A log that is shorter than, or differs from, what it signed is refused."""
    raw = lines_of(log)
    signers.make("rommel", log, "a.note")
    Path("cut.jsonl").write_bytes(b"\n".join([*raw[:-2], b""]))
    assert "cut short" in signers.make("rommel", "cut.jsonl", "b.note", code=1).out
    raw = [line.replace(b'"text":"two"', b'"text":"due"') for line in raw]
    forged = rechained(raw, "forged.jsonl")
    signers.khamsin("do", forged, "note 'more'")
    assert "rewritten" in signers.make("rommel", forged, "b.note", code=1).out
    signers.khamsin("do", log, "note 'more'")
    signers.make("rommel", log, "c.note")
    assert "fewer" in signers.sign("rommel", log, "a.note", "d.note", code=1).out
    assert not Path("b.note").exists()
    assert not Path("d.note").exists()
    signers.sign("monty", log, "a.note", "d.note")


def test_two_do_not_sign_with_one_key_at_once(signers: Signers, log: str) -> None:
    """The second is told; what a key signed of another log is not forgotten in between."""
    with KeyFile.read(Path("rommel.key")).alone():
        assert "signs with this key now" in signers.make("rommel", log, "a.note", code=2).err
    signers.make("rommel", log, "a.note")


def test_who_signs_can_demand_a_clean_audit(signers: Signers) -> None:
    """A log with a finding is not signed then."""
    log = signers.game()
    raw = lines_of(log)
    place = next(n for n, line in enumerate(raw) if b'"dice":[4,' in line or b'"dice":[3,' in line)
    raw[place] = re.sub(rb'"dice":\[\d,', b'"dice":[6,', raw[place], count=1)
    forged = rechained(raw, "forged.jsonl")
    said = signers.make("rommel", forged, "a.note", "--audit", code=1).out
    assert "an audit finds" in said
    assert not Path("a.note").exists()
    assert not Path("rommel.key.signed").exists()


def test_a_clock_that_goes_backwards_is_told(
    signers: Signers, log: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The signer is warned."""
    monkeypatch.setattr("replays.game.own_side._WRITING", 1e10)  # its file has the true time
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    signers.make("rommel", log, "a.note")
    signers.khamsin("do", log, "note 'more'")
    monkeypatch.setattr("time.time", lambda: 1_900_000_000.0)
    assert "already" in signers.make("rommel", log, "b.note").err


def test_what_a_key_signed_before_must_be_readable(signers: Signers, log: str) -> None:
    """A file that is spoilt is bad input: a lost memory must be noticed."""
    for text in ("{}", "[]", "nonsense", '{"khamsin":"signed before","logs":{"a":{}}}', "9" * 5000):
        Path("rommel.key.signed").write_text(text, encoding="utf-8")
        told = signers.make("rommel", log, "a.note", code=2).err
        assert "rommel.key.signed" in told
    assert not Path("a.note").exists()


def test_a_key_has_one_memory_by_whatever_name_it_is_reached(signers: Signers, log: str) -> None:
    """Through a link too, what was signed is known."""
    signers.make("rommel", log, "a.note")
    Path("link.key").symlink_to("rommel.key")
    before = Path("rommel.key.signed").read_bytes()
    signers.khamsin("do", log, "note more")
    signers.khamsin("checkpoint", "make", log, "--with", "link.key", "-o", "b.note")
    assert Path("rommel.key.signed").read_bytes() != before
    assert not Path("link.key.signed").exists()


# Files -----------------------------------------------------------------------------------------


def test_a_note_is_never_overwritten_nor_written_through_a_link(signers: Signers, log: str) -> None:
    """What has the name is left as it is; a note that is a link is read like any file."""
    signers.make("rommel", log, "a.note")
    before = Path("a.note").read_bytes()
    Path("link.note").symlink_to("a.note")
    Path("nowhere.note").symlink_to("not-there")
    for name in ("a.note", "link.note", "nowhere.note"):
        assert "exists already" in signers.make("rommel", log, name, code=2).err
        assert "exists already" in signers.sign("monty", log, "a.note", name, code=2).err
    assert Path("a.note").read_bytes() == before
    assert "signed up to #" in signers.dispute("link.note", log)
    assert not Path("not-there").exists()
    assert not Path("monty.key.signed").exists()


def test_a_log_that_goes_on_is_signed_as_it_was(signers: Signers) -> None:
    """What another process adds meanwhile is not signed, and a part of a line is none."""
    with Game.open("game.jsonl", Game.load(signers.game("x.jsonl")).header.scenario) as game:
        game.do("wc")
        signers.make("rommel", "game.jsonl", "a.note")
        game.do("note 'while it is signed'")
        count = len(game.entries)
        told = signers.add("a.note", "game.jsonl", code=2).err
        assert "another program writes this log" in told
    with Path("game.jsonl").open("ab") as file:
        file.write(b'{"n":99,"at":"1.1')
    signers.make("monty", "game.jsonl", "b.note")
    assert Path("b.note").read_text(encoding="utf-8").split("\n")[1] == str(count)


@cases(
    "words",
    ("make", "none.jsonl", "--with", "rommel.key", "-o", "a.note"),
    ("make", "game.jsonl", "--with", "none.key", "-o", "a.note"),
    ("make", "game.jsonl", "--with", "game.jsonl", "-o", "a.note"),
    ("make", "rommel.key", "--with", "rommel.key", "-o", "a.note"),
    ("make", "game.jsonl", "--with", "rommel.key", "-o", "no/folder/a.note"),
    ("sign", "game.jsonl", "game.jsonl", "--with", "rommel.key", "-o", "a.note"),
    ("prove", "game.jsonl", "none.note", "--entry", "1", "-o", "a.note"),
    ("add", "keys", "game.jsonl", "--key", "keys"),
)
def test_the_wrong_file_is_told_so(signers: Signers, words: tuple[str, ...]) -> None:
    """One sentence, exit code 2, and no note."""
    signers.game("game.jsonl", "x", *ORDERS)
    signers.khamsin("checkpoint", *words, code=2)
    assert not Path("a.note").exists()


# What the tester met ---------------------------------------------------------------------------


def test_a_note_that_cannot_be_written_is_not_remembered(signers: Signers, log: str) -> None:
    """The key has signed nothing then; a shorter copy can be signed, and the command again."""
    for _ in range(2):
        assert "cannot be written" in signers.make("rommel", log, "no/folder/a", code=2).err
        assert not Path("rommel.key.signed").exists()
    Path("short.jsonl").write_bytes(b"".join(Path(log).read_bytes().splitlines(True)[:3]))
    signers.make("rommel", "short.jsonl", "short.note")
    signers.make("rommel", log, "a.note")
    assert not list(Path().glob(".*part"))


def test_what_a_key_remembers_must_be_kept_or_there_is_no_note(signers: Signers, log: str) -> None:
    """A folder where the memory should be: bad input, and no note that is not remembered."""
    Path("rommel.key.signed").symlink_to("no/folder/memory")
    assert signers.make("rommel", log, "a.note", code=2).err
    assert not Path("a.note").exists()
    assert not list(Path().glob(".*part"))


def test_a_log_is_signed_up_to_a_moment(signers: Signers, log: str) -> None:
    """By number or moment, as `show --at` has it; the rest stays acknowledged by no key."""
    signers.make("rommel", log, "three.note", "--at", "#3")
    assert Path("three.note").read_text(encoding="utf-8").split("\n")[1] == "3"
    assert "no signature after #" in signers.dispute("three.note", log)
    signers.add("three.note", log)
    told = signers.khamsin("audit", log, "--key", "keys").out
    assert re.search(r"acknowledged by rommel\+\w+: #1-#3, ", told)
    assert "acknowledged by no key" in told
    signers.make("monty", log, "moment.note", "--at", "one")
    shown = signers.khamsin("show", log, "--at", "one", "--json").out
    assert Path("moment.note").read_text(encoding="utf-8").split("\n")[1] == str(
        json.loads(shown)["entry"]
    )
    assert (
        "the game did not come to #99" in signers.make("monty", log, "x", "--at", "#99", code=2).err
    )
    assert "fewer" in signers.make("rommel", log, "x", "--at", "#2", code=1).out
    assert not Path("x").exists()


def test_a_false_signature_below_a_note_is_not_passed_on(signers: Signers, log: str) -> None:
    """Of a key that is named it is a finding; of another it is kept, and said not to be checked."""
    signers.make("rommel", log, "a.note")
    note = SignedNote.read(Path("a.note"))
    (good,) = note.signatures
    bad = type(good)(good.name, good.number, good.blob[:-1] + bytes([good.blob[-1] ^ 1]))
    SignedNote(note.text, (bad,)).write(Path("bad.note"))
    said = signers.sign("monty", log, "bad.note", "b.note", "--key", "keys", code=1).out
    assert re.search(r"the signature of rommel\+\w+ below the note is not true", said)
    assert not Path("b.note").exists()
    assert not Path("monty.key.signed").exists()
    told = signers.sign("monty", log, "bad.note", "b.note").err
    assert re.search(r"not checked, since no such key was named with --key: rommel\+\w+", told)
    assert "not checked" not in signers.sign("monty", log, "a.note", "c.note", "--key", "keys").err


def test_a_file_is_not_named_by_a_hyphen(signers: Signers, log: str) -> None:
    """Neither a note nor a secret key goes to the standard output, nor into a file of that name."""
    signers.make("rommel", log, "-", code=2)
    signers.khamsin("key", "new", "third", "-o", "-", code=2)
    assert not Path("-").exists()


def test_a_shorter_log_than_a_note_is_not_said_to_be_signed(signers: Signers, log: str) -> None:
    """Who writes signatures into a log signs nothing by it."""
    signers.make("rommel", log, "a.note")
    Path("short.jsonl").write_bytes(b"".join(Path(log).read_bytes().splitlines(True)[:3]))
    told = signers.add("a.note", "short.jsonl", code=1).out
    assert "is a copy from before" in told
    assert "before you sign" not in told


def test_a_note_or_a_key_is_no_log(signers: Signers, log: str) -> None:
    """With the command that takes it; a secret key is not shown."""
    signers.make("rommel", log, "a.note")
    assert "`khamsin dispute`" in signers.khamsin("audit", "a.note", code=2).err
    assert "khamsin key show" in signers.khamsin("show", "rommel.key", code=2).err
