"""The verifier that stands alone, docs/verify.py, has the program's verdict on every edit.

An edit is of a log of a game by mail, of one of a seed that people acknowledged, of a branch of it
or an amended one, of a letter, or of a signed note. The program is the audit's findings about the
log (`log.*`; what only its rules know is left out), `Letter.checked` or `dispute`. More:
``python -m tests.test_verify 20000 SEED``.
"""

import contextlib
import importlib.util
import io
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import attrs
import pytest

from events.errors import BadInput
from replays.auditing.audit import audit
from replays.auditing.finding import Finding
from replays.cli.main import main
from replays.game.text import skeleton
from replays.trust.checkpoint import see
from replays.trust.dispute import dispute
from replays.trust.letter import Letter
from replays.trust.note import NoteSignature, SignedNote
from replays.trust.person_key import KeyFile
from sim.trust.signing import SignatureType, VerifierKey
from tests.mail_pair import ODD, Lines, Pair, as_written, lines_of, rechained

VERIFIER: Final = Path(__file__).parent.parent / "docs" / "verify.py"
BOOK: Final = (
    "asked",
    "opened",
    "struck",
    "passed",
    "declined",
    "finish",
    "undo",
    "note",
    "acknowledged",
    "dice",
)
"""Entries of the log itself: of any other only the rules know what it may say."""

KNOWN: Final = {f"log.{each}" for each in ("hash", "order", "finish", "signed", "mail", "torn")}
"""What the verifier finds wherever the audit does; the rest only in entries of the log itself."""

Edit = Callable[[random.Random, Lines], object]


def _loaded() -> ModuleType:
    """The verifier as a module, which checks each signature once."""
    spec = importlib.util.spec_from_file_location("verify", VERIFIER)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    made.__dict__.update({name: cache(made.__dict__[name]) for name in ("point", "signed")})
    return made


VERIFY: Final = _loaded()


def not_true(*words: str | Path) -> str:
    """What the verifier finds in files; empty if all is true."""
    try:
        VERIFY.main([*map(str, words)])
    except Exception as error:  # noqa: BLE001 - whatever it is, the program says a sentence
        return f"{VERIFY.WHERE[1]}: {error!r}"
    return ""


class Games:
    """A game by mail in which all stands that can, one of a seed, a branch, an amended one."""

    def __init__(self, folder: Path) -> None:
        """Play them, and sign each."""
        self.folder, pair = folder, Pair(folder)
        self.witness = KeyFile.new("witness", folder / "witness.key")
        pair.agree(0, "wc", "wc", "phase")
        assert pair.do(0, "note one", "undo", "note 'two'") == 0
        mail = Path(pair.logs[0])
        self.notes = [self._acknowledge(mail)]
        pair.pass_on(0)
        pair.agree(1, "shellholes D4", "shellholes D5")
        letter = pair.answer(0, pair.ask(1, "finish"), "--decline")
        assert pair.take(1, letter) == 0
        pair.agree(1, "finish")
        pair.pass_on(1)
        plain = folder / "plain.jsonl"
        orders = ("wc", "phase", "note 'one'", "undo", "note 'two'", "phase")
        assert main(["do", str(plain), *orders, "--scenario", "bir-el-qaha", "--seed", "x"]) == 0
        self.notes.append(self._acknowledge(plain))
        branch, amended = folder / "branch.jsonl", folder / "amended.jsonl"
        assert main(["branch", str(plain), "--at", "end", "-o", str(branch)]) == 0
        assert main(["amend", str(plain), "#6", "note 'other'", "-o", str(amended)]) == 0
        for log in (plain, branch, amended):
            assert main(["do", str(log), "note 'three'", "undo", "phase", "finish"]) == 0
        self.logs, self.keys = [mail, plain], [pair.secret(side) for side in (0, 1)]
        self.logs += [branch, amended]
        self.known = folder / "witness.pub"
        self.known.write_text(f"{self.witness.public}\n", encoding="utf-8")
        self.notes += [self._acknowledge(each, add=each != mail) for each in self.logs]
        self.letters = [
            each
            for each in folder.glob("letter*")
            if each.read_bytes()[:19] == b'{"khamsin":"letter"'
        ]

    def _acknowledge(self, log: Path, *, add: bool = True) -> Path:
        """Sign a log, and write that into it, unless it is a game by mail that is over."""
        note = self.folder / f"note{len(list(self.folder.glob('note*')))}"
        words = ("--with", str(self.witness.path), "-o", str(note))
        assert main(["checkpoint", "make", str(log), *words]) == 0
        adding = ["checkpoint", "add", str(note), str(log), "--key", str(self.witness.public)]
        assert main(adding) == (0 if add else 2)
        return note


def _somewhere(draw: random.Random, value: Any) -> tuple[Any, Any]:
    """A list or object somewhere in a value, and a place in it."""
    while True:
        places = [*value] if isinstance(value, dict) else range(len(value))
        place = draw.choice([*places])
        inside = value[place]
        if not isinstance(inside, dict | list) or not inside or draw.random() < 0.2:
            return value, place
        value = inside


def _line(draw: random.Random, lines: Lines) -> dict[str, Any]:
    """A line; the header less often."""
    return lines[draw.randrange(len(lines))]


def _value(draw: random.Random, lines: Lines) -> None:
    """Another value, from nowhere or from the same place of another line."""
    inside, place = _somewhere(draw, _line(draw, lines))
    old = inside[place]
    near = [old + 1, old - 1, -old] if type(old) is int else [old]
    near += [old[:-1], f"{old} ", old.upper(), old[::-1]] if isinstance(old, str) else []
    there = [line["do"] for line in lines[1:] if isinstance(line.get("do"), dict)]
    there = [each[place] for each in there if place in each] if isinstance(place, str) else []
    inside[place] = deepcopy(draw.choice(draw.choice([ODD, near, there or ODD])))


def _without(draw: random.Random, lines: Lines) -> None:
    inside, place = _somewhere(draw, _line(draw, lines))
    del inside[place]


def _with_more(draw: random.Random, lines: Lines) -> None:
    inside, _ = _somewhere(draw, _line(draw, lines))
    if isinstance(inside, dict):
        inside[draw.choice(["x", "orders", "end", "entries"])] = deepcopy(draw.choice(ODD))
    else:
        inside.insert(draw.randrange(len(inside) + 1), deepcopy(draw.choice([*ODD, *inside])))


def _in_another_order(draw: random.Random, lines: Lines) -> None:
    inside, place = _somewhere(draw, _line(draw, lines))
    if isinstance(inside, dict):
        inside[place] = inside.pop(place)
    else:
        inside.reverse()


def _fewer(draw: random.Random, lines: Lines) -> None:
    start = draw.randrange(len(lines))
    del lines[start : start + draw.choice([1, 1, 2, 3])]


def _cut(draw: random.Random, lines: Lines) -> None:
    del lines[draw.randrange(1, len(lines)) :]


def _once_more(draw: random.Random, lines: Lines) -> None:
    lines.insert(draw.randrange(1, len(lines) + 1), json.loads(json.dumps(_line(draw, lines))))


def _changed_places(draw: random.Random, lines: Lines) -> None:
    one, two = draw.randrange(len(lines)), draw.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]


def _turns(draw: random.Random, lines: Lines) -> None:
    lines[0]["scenario"]["turns"] = draw.choice([0, 1, 6, 100, 101, 10**7, True, 1.0, "6"])


def _put_in(draw: random.Random, lines: Lines) -> None:
    """An entry of the log itself, right or not, at the moment that the entry after it has."""
    place = draw.randrange(1, len(lines) + 1)
    beside = lines[min(place, len(lines) - 1)]
    dos = [line["do"] for line in lines if isinstance(line.get("do"), dict)]
    left = next((len(dos[-n - 1].get("orders", ())) for n in range(1) if dos), 0)
    order = draw.choice(
        [
            {"order": "note", "text": "x"},
            {"order": "passed"},
            {"order": "declined"},
            {"order": "struck", "orders": draw.choice([1, 2, left])},
            {"order": "asked", "end": 1},
            {"order": "asked", "orders": [{"order": "wc"}]},
            {"order": "undo", "entry": draw.choice([place - 1, place - 2])},
            {"order": "dice", "source": draw.choice(["seed", "table", "either"])},
            {"order": "finish", "entries": place - 1, "seal": lines[place - 1].get("hash", "")},
            draw.choice(dos),
        ]
    )
    at = beside.get("at", "setup")
    lines.insert(
        place, {"n": place, "at": at, "do": json.loads(json.dumps(order)), "dice": [], "then": []}
    )


EDITS: Final[dict[str, Edit]] = {
    edit.__name__.strip("_"): edit
    for edit in (
        *(_value, _without, _with_more, _in_another_order, _fewer, _cut),
        *(_once_more, _changed_places, _put_in, _turns),
    )
}


def _dumped(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode(
        "utf-8", "surrogatepass"
    )


class Tried:
    """What was tried of each kind, and where the two programs did not agree."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.counts: Counter[str] = Counter()
        self.apart: list[str] = []

    def add(self, kind: str, said: str, found: Any, known: Any, what: object) -> None:
        """One edit: what the verifier says, what the program finds, and what both must find."""
        self.counts[f"{kind}: {'not true' if said else 'true'}"] += 1
        if said and not found:
            self.apart.append(f"{kind}: {what}: only the verifier finds {said}")
        if not said and known:
            self.apart.append(f"{kind}: {what}: only the program finds {known}")


def _known(log: Path) -> tuple[list[Finding], list[Finding]]:
    """What the audit finds in a log, and what of it the verifier must find too.

    That is what stands before the first finding that only the rules can know.
    """
    try:
        findings, lines = list(audit(log).findings), log.read_bytes().split(b"\n")
    except BadInput as error:
        return [Finding("", 0, "log.unread", str(error), "")], []
    known = []
    for each in sorted(findings, key=lambda each: each.entry):
        try:
            book = json.loads(lines[each.entry])["do"]["order"] in BOOK
        except (ValueError, LookupError, TypeError):
            book = False
        if each.rule not in KNOWN and not (book and each.rule.startswith("log.")):
            break
        if "played: the rules allow it" not in each.expected:
            known.append(each)
    return findings, known


def _forged(draw: random.Random, games: Games, log: Path) -> tuple[str, Path] | None:
    """A log with one edit or a few, its chain mended or not; None if nothing came of them."""
    before, kinds = lines_of(log), draw.choices([*EDITS], k=draw.choice([1, 1, 1, 2, 3]))
    lines, signers = json.loads(_dumped(before)), draw.choice(["unmended", "mended", "one", "both"])
    keys = {"one": [draw.choice(games.keys)], "both": games.keys}.get(signers, [])
    copy, forged = games.folder / "log.jsonl", games.folder / "forged.jsonl"
    copy.write_bytes(log.read_bytes())
    try:
        for each in kinds:
            EDITS[each](draw, lines)
        if _dumped(lines) == _dumped(before):
            return None
        if signers == "unmended":
            forged.write_bytes(b"".join(_dumped(line) + b"\n" for line in lines))
        else:
            rechained(copy, lambda ours: ours.__setitem__(slice(None), lines), signers=keys)
    except (AttributeError, TypeError, ValueError, LookupError, BadInput):
        return None  # an edit of what another took away, or a signature under nothing
    return f"{log.stem}, {kinds[0]}, {signers}", forged


def _bytes(draw: random.Random, raw: bytes, start: int = 0) -> bytes:
    """A few bytes taken out, put in or changed."""
    at = draw.randrange(min(start, len(raw)), len(raw) + 1)
    put = bytes(draw.choice(b'01aA+/= \n"\r{}\xe2\x80') for _ in range(draw.randrange(3)))
    return raw[:at] + put + raw[at + draw.randrange(3) :]


def try_log(draw: random.Random, games: Games, tried: Tried) -> None:
    """Edit a log."""
    log = draw.choice(games.logs)
    made = _forged(draw, games, log)
    if made is not None:
        kind, forged = made
        tried.add(kind, not_true(forged), *_known(forged), forged.read_bytes()[-3000:])


def try_bytes(draw: random.Random, games: Games, tried: Tried) -> None:
    """Edit the bytes of a line, and mend the chain or not."""
    log, mended = draw.choice(games.logs), draw.random() < 0.7
    lines = log.read_bytes().splitlines()
    place, before, forged = draw.randrange(len(lines)), "0" * 64, games.folder / "forged.jsonl"
    lines[place] = _bytes(draw, lines[place][:-75], draw.choice([0, 1300])) + lines[place][-75:]
    for n, line in enumerate(lines if mended else ()):
        before = sha256(before.encode() + line[:-75] + b"}").hexdigest()
        lines[n] = line[:-75] + f',"hash":"{before}"}}'.encode()
    forged.write_bytes(b"\n".join([*lines, b""]))
    if forged.read_bytes() != log.read_bytes():
        kind = f"{log.stem}, bytes, {'mended' if mended else 'unmended'}"
        tried.add(kind, not_true(forged), *_known(forged), lines[place])


def _note_again(draw: random.Random, note: str, key: KeyFile) -> str:
    """The note of a letter: bytes of it changed, or its text, and signed anew."""
    text = SignedNote.parse(note.encode()).text
    edited = _bytes(draw, text.encode()).decode("utf-8", "replace") if draw.random() < 0.5 else text
    time = draw.choice([0, 5, 2**63 - 1, 2**63, 2**64 - 1])
    return str(SignedNote(edited, (key.signed(edited, time),)))


def try_letter(draw: random.Random, games: Games, tried: Tried) -> None:
    """Edit a letter: a part, its bytes, its note or its log, and sign it anew or not."""
    source, made = draw.choice(games.letters), games.folder / "made"
    value = json.loads(source.read_bytes())
    key, kind = draw.choice(games.keys), draw.choice(["part", "bytes", "note", "log", "order"])
    raw = source.read_bytes()
    log = games.folder / "sent.jsonl"
    log.write_text(value["log"], encoding="utf-8")
    if kind == "part":
        place = draw.choice([*value])
        value[place] = draw.choice([*ODD, 1, 0, f"{value[place]}\n", str(value[place])[:-1]])
    elif kind == "order":
        place = draw.choice([*value])
        value[place] = value.pop(place)
    elif kind == "note" and draw.random() < 0.5:
        value["note"] = _bytes(draw, value["note"].encode()).decode("utf-8", "replace")
    elif kind == "note":
        value["note"] = _note_again(draw, value["note"], key)
    elif kind == "log":
        forged = _forged(draw, games, log)
        if forged is None:
            return
        value["log"] = forged[1].read_text(encoding="utf-8", errors="surrogatepass")
    made.write_bytes(_bytes(draw, raw) if kind == "bytes" else as_written(value).encode())
    if made.read_bytes() == raw:
        return
    findings: list[Any] = []
    known: list[Any] = []
    try:
        letter = Letter.read(made)
        letter.checked()
        log.write_bytes(letter.log)
        findings, known = _known(log)
    except BadInput as error:
        findings = known = [str(error)]
    tried.add(f"letter, {kind}", not_true(made), findings, known, raw[-300:])


def try_note(draw: random.Random, games: Games, tried: Tried) -> None:
    """Edit a note, sign it anew or not, and hold it against its log, a part of it or others."""
    note, log, made = draw.choice(games.notes), draw.choice(games.logs), games.folder / "made"
    raw, part = note.read_bytes(), games.folder / "part.jsonl"
    kind = draw.choice(["bytes", "signed", "more", "none"])
    edited = _bytes(draw, raw) if kind == "bytes" else raw
    if kind == "signed":
        edited = _note_again(draw, raw.decode(), games.witness).encode()
    if kind == "more":  # of keys that nobody knows
        others = NoteSignature("x", b"xxxx", bytes(draw.choice([0, 1, 72])))
        edited += f"{others}\n".encode() * draw.choice([1, 2, 99, 100])
    made.write_bytes(edited)
    lines = log.read_bytes().splitlines(keepends=True)
    part.write_bytes(b"".join(lines[: draw.choice([len(lines), draw.randrange(1, len(lines))])]))
    keys = draw.choice([[], [games.witness.public]])
    more = [*games.logs, *games.letters, *games.notes]
    heap = [made, part, *draw.sample(more, draw.choice([0, 0, 1, 2]))]
    found: list[Any] = []
    try:
        said = dispute([*map(str, heap)], keys)
        found = [each.text for each in said if each.finding or "it proves nothing" in each.text]
    except BadInput as error:
        found = [str(error)]
    tried.add(
        f"note, {kind}",
        not_true(*heap, *(("--key", games.known) if keys else ())),
        found,
        found,
        edited,
    )


TRIES: Final = (*(try_log,) * 6, try_bytes, try_letter, try_note)


def tried_of(folder: Path, count: int, seed: int) -> Tried:
    """Try so many edits; what came of it."""
    tried, draw = Tried(), random.Random(seed)
    with contextlib.redirect_stdout(io.StringIO()):
        games = Games(folder)
        for each in (*games.logs, *games.letters):
            assert not not_true(each), not_true(each)
        while tried.counts.total() < count:
            draw.choice(TRIES)(draw, games, tried)
    return tried


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Games:
    """Two games, and what was signed of them."""
    return Games(tmp_path_factory.mktemp("games"))


@pytest.mark.long
def test_every_edit_has_one_verdict(tmp_path: Path) -> None:
    """The program and the verifier find something in the same files."""
    tried = tried_of(tmp_path, 250, 1)
    assert not tried.apart, "\n".join(tried.apart)
    assert len(tried.counts) > 60


def run(*words: str | Path) -> "subprocess.CompletedProcess[str]":
    """The verifier as a program, in a Python without any package."""
    command = [sys.executable, "-I", str(VERIFIER), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_it_is_short_and_stands_alone() -> None:
    """At most 250 lines that are not blank, and nothing but the standard library."""
    lines = [line for line in VERIFIER.read_text(encoding="utf-8").splitlines() if line]
    assert len(lines) <= 250
    found = {line.split()[1].split(".")[0] for line in lines if line.startswith(("import", "from"))}
    assert found <= set(sys.stdlib_module_names)


def test_all_that_was_sent_is_true_together(games: Games) -> None:
    """Logs, letters and notes of both games, with the keys in a file, and whose each is told."""
    keys = games.folder / "keys"
    keys.write_text(f"\ufeff# known\n\n {games.witness.public} a friend\r\n", encoding="utf-8")
    told = run(*games.logs, *games.letters, *games.notes, "--key", keys)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.count("all is true") == 4 + len(games.letters)
    assert f"{games.keys[0].public.short} (none of --key) signed" in told.stdout


def test_a_fork_is_proof_against_who_signed_both(games: Games, tmp_path: Path) -> None:
    """Letters of one side that part, and a log that was cut behind a note."""
    pair, sent = Pair(tmp_path), []
    before = Path(pair.logs[0]).read_bytes()
    memory = Path(f"{pair.keys[0]}.signed").read_bytes()
    for words in ("one evening", "another"):
        Path(pair.logs[0]).write_bytes(before)
        Path(f"{pair.keys[0]}.signed").write_bytes(memory)
        assert pair.do(0, f"note {words}") == 0
        sent.append(pair.letter())
        assert pair.by(0, "pass", str(pair.logs[0]), "--latest", out=sent[-1]) == 0
    told = run(*sent)
    assert told.returncode == 1
    assert f"{pair.secret(0).public.short} signed other entries than {sent[1]}" in told.stderr
    assert "which it signed too: the proof" in told.stderr
    short = tmp_path / "short.jsonl"
    short.write_bytes(b"".join(games.logs[1].read_bytes().splitlines(keepends=True)[:4]))
    assert "was cut short" in run(games.notes[1], short, "--key", games.known).stderr


def test_it_finds_what_the_program_finds_in_a_heap(games: Games, tmp_path: Path) -> None:
    """A letter of a game that is none by mail; two logs, or two notes, of one game that part."""
    plain, letter = games.logs[1], tmp_path / "letter"
    text = see(plain).last.text
    note = str(SignedNote(text, (games.witness.signed(text, 5),)))
    value = {"khamsin": "letter", "side": 0, "reveal": "", "note": note}
    letter.write_text(as_written(value | {"log": plain.read_text(encoding="utf-8")}))
    words = ("--scenario", "bir-el-qaha", "--seed", "y")
    for name in "ab":
        assert main(["do", str(tmp_path / name), f"note {name}", *words]) == 0
    notes = [tmp_path / "one", tmp_path / "two"]
    for path, seal in zip(notes, ("1" * 64, "2" * 64), strict=True):
        text = attrs.evolve(see(plain).last, seal=seal, log="3" * 64).text
        path.write_text(str(SignedNote(text, (games.witness.signed(text, 5),))), encoding="utf-8")
    assert not_true(*notes, "--key", games.known)
    for files in ([letter], [tmp_path / "a", tmp_path / "b"]):
        assert any(each.finding for each in dispute([*map(str, files)], []))
        assert not_true(*files), files
        assert not_true(plain, *files[1:]) == ""
    for sent in games.letters:  # before the rest of the log
        assert not_true(sent, games.notes[2], "--key", games.known) == ""


def test_a_key_counts_by_itself_and_not_by_its_name(games: Games, tmp_path: Path) -> None:
    """A stranger of a known name, a key that signed nothing, a secret one, and none."""
    names, name = ["Witness", "w\u0456tness", "vvItness", "w\u00edtness"], tmp_path / "other.pub"
    names += ["w\u0131tness", "witne\u1160s\u0455"]
    others = [KeyFile.new(each, tmp_path / f"{n}.key") for n, each in enumerate(names)]
    other = others[0]
    for key, why in (*((each, "took the name of") for each in others), (games.keys[0], "proved")):
        name.write_text(str(key.public), encoding="utf-8")
        told = run(games.logs[1], "--key", name)
        assert (told.returncode, why in told.stderr) == (1, True)
    (tmp_path / "none").write_text("# nobody\n", encoding="utf-8")
    odd = tmp_path / "a\x1b[31m"
    for files in (
        [other.path],
        [tmp_path / "none"],
        [tmp_path],
        [tmp_path / "not there"],
        [odd],
        [],
    ):
        told = run(games.logs[1], "--key", *files)
        assert "\x1b" not in told.stderr
        assert (told.returncode, told.stdout, told.stderr.count("\n")) == (1, "", 1), files
        assert other.path.read_text(encoding="utf-8").split("+", 4)[4][:9] not in told.stderr


def test_names_look_alike_to_both() -> None:
    """Each character, alone in a name."""
    for each in map(chr, range(0x21, 0x3400)):
        assert VERIFY.looks(f"a{each}b") == skeleton(f"a{each}b") or each.isspace(), hex(ord(each))


SMALL: Final = [(1).to_bytes(32, "little"), bytes(32), (2**255 - 18).to_bytes(32, "little")]
SMALL.append(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"))


@pytest.mark.parametrize("public", SMALL, ids=bytes.hex)
def test_a_key_for_which_anybody_can_sign_is_none(public: bytes) -> None:
    """The points of small order, and spellings beyond the prime."""
    key = VerifierKey("rommel", SignatureType.COSIGNATURE, public)
    with pytest.raises(ValueError, match="small order"):
        VERIFY.key_of(str(key))


BOMBS: Final[dict[str, bytes]] = {
    "deep": b'{"khamsin":"game","x":' + b"[" * 10**6,
    "a letter of depth": b'{"khamsin":"letter","x":' + b'{"a":' * 10**6,
    "digits": b'{"khamsin":"game","format":' + b"9" * 10**6 + b"}\n",
    "base64": b"khamsin.log/game/" + b"0" * 64 + b"\n1\n" + b"A" * (1 << 24) + b"\n",
    "lines": b'{"khamsin":"game"\n' + b"\n" * (1 << 24),
    "a long line": b'{"khamsin":"game","x":[' + b"[]," * (1 << 22),
    "a long letter": b'{"khamsin":"letter","side":0,"reveal":"","note":[' + b"[]," * (1 << 22),
    "100 MB": b'{"khamsin":"game"' + b" " * (100 << 20),
    "bytes": b"khamsin.log/game/\xff",
    "nothing": b"",
}


@pytest.mark.parametrize("name", BOMBS)
def test_no_file_makes_it_fail(tmp_path: Path, name: str) -> None:
    """In bounded time and memory, with one sentence."""
    (tmp_path / "bomb").write_bytes(BOMBS[name])
    told = run(tmp_path / "bomb")
    assert (told.returncode, told.stderr.count("\n")) == (1, 1), told.stderr[-500:]
    assert "Traceback" not in told.stderr
    assert len(told.stderr) < 1000


def test_a_game_of_many_turns_takes_no_memory(games: Games) -> None:
    """Only so many reveals are followed as there are rounds in the log."""
    forged = rechained(games.logs[0], lambda lines: lines[0]["scenario"].update(turns=10**7))
    began = time.monotonic()
    assert "header" in not_true(forged)
    assert time.monotonic() - began < 30


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made_in:
        tried = tried_of(Path(made_in), int(sys.argv[1]), int([*sys.argv, "1"][2]))
    said = [f"{count:6} {kind}" for kind, count in sorted(tried.counts.items())]
    sys.stdout.write("\n".join([*said, f"{len(tried.apart)} apart", *tried.apart[:8], ""]))
