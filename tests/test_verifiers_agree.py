"""The verifier of checkpoints that stands alone, and the engine, on forged ones.

A user of one of them gets the other's verdict: the exit codes are the same, whatever is wrong
with a note, a key, a log or an acknowledgement in it; and neither ever fails with a traceback.
"""

import base64
import contextlib
import hashlib
import io
import json
import os
import runpy
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from replays.cli.main import main
from replays.trust.person_key import KeyFile
from sim.trust.signing import public_key, sign
from tests import cases
from tests.drawn import examples
from tests.signers import lines_of, rechained

VERIFIER: Final = Path(__file__).parent.parent / "docs" / "verify_checkpoints.py"
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
SECRETS: Final = {name: name[:1].encode() * 32 for name in ("rommel", "monty")}

Do = dict[str, Any]


def key_of(name: str, public: bytes = b"", kind: int = 4) -> str:
    """A public key, as C2SP writes it."""
    raw = bytes([kind]) + (public or public_key(SECRETS.get(name, b"x" * 32)))
    number = hashlib.sha256(name.encode() + b"\n" + raw).hexdigest()[:8]
    return f"{name}+{number}+{base64.b64encode(raw).decode()}"


ROMMEL: Final = key_of("rommel")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A log of a few entries, from which all else is made."""
    made, before = tmp_path_factory.mktemp("agree"), Path.cwd()
    os.chdir(made)
    orders = ("wc 6 5", "phase", "note 'one'", "note 'two'")
    assert _engine("do", "game.jsonl", *orders, "--scenario", "bir-el-qaha", "--seed", "x")[0] == 0
    yield made
    os.chdir(before)


def _run(call: Callable[[], int | None]) -> tuple[int, str]:
    """The exit code of a program, and what it said on its standard error."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = call()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
    assert "Traceback" not in out.getvalue() + err.getvalue()
    assert code != 2 or err.getvalue().count("\n") == 1, err.getvalue()
    return code or 0, err.getvalue()


def _engine(*words: str) -> tuple[int, str]:
    return _run(lambda: main(list(words)))


def _verifier(*words: str) -> tuple[int, str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", [str(VERIFIER), *words])
        return _run(lambda: 0 if runpy.run_path(str(VERIFIER), run_name="__main__") else 1)


def same(note: bytes, *more: str, keys: tuple[str, ...] = (ROMMEL,)) -> int:
    """The verdict of both on a note, and a log; it is one."""
    Path("a.note").write_bytes(note)
    words = ("a.note", *more, *(word for key in keys for word in ("--key", key)))
    engine, verifier = _engine("checkpoint", "verify", *words), _verifier(*words)
    assert engine[0] == verifier[0], (note[:300], engine, verifier)
    return engine[0]


def same_of_log(log: str, *keys: str) -> int:
    """The verdict of the audit and of the verifier on a log alone; it is one."""
    words = (log, *(word for key in keys for word in ("--key", key)))
    audit, verifier = _engine("audit", *words), _verifier(*words)
    assert audit[0] == verifier[0], (audit, verifier)
    return audit[0]


def proves_nothing(log: str) -> None:
    """An audit finds nothing in a log; but no key signed it, and the verifier says so."""
    assert _engine("audit", log)[0] == 0
    verdict = _verifier(log)
    assert (verdict[0], "nothing is proved of" in verdict[1]) == (1, True), verdict


def root_of(lines: list[bytes]) -> bytes:
    """The root of a tree as RFC 6962 defines it."""
    if len(lines) < 2:
        return hashlib.sha256(b"\0" + lines[0] if lines else b"").digest()
    half = 1 << (len(lines) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + root_of(lines[:half]) + root_of(lines[half:])).digest()


def text_of(upto: int | None = None, **other: str) -> str:
    """What is signed of the log, up to an entry or to its end; lines of it can be others."""
    lines = lines_of("game.jsonl")
    count = len(lines) - 1 if upto is None else upto
    said = {
        "origin": f"khamsin.log/game/{json.loads(lines[0])['hash']}",
        "count": str(count),
        "root": base64.b64encode(root_of(lines[1 : count + 1])).decode(),
        "seal": f"seal {json.loads(lines[count])['hash']}",
    } | other
    return "".join(f"{line}\n" for line in said.values())


def line_of(text: str, name: str = "rommel", time: int = 5, raw: bytes | None = None) -> str:
    """A line below a note: its signature."""
    key = key_of(name)
    signed = sign(SECRETS[name], f"cosignature/v1\ntime {time}\n{text}".encode())
    blob = struct.pack(">Q", time) + signed if raw is None else raw
    number = bytes.fromhex(key.split("+")[1])
    return f"\N{EM DASH} {name} {base64.b64encode(number + blob).decode()}\n"


def note_of(text: str, **how: Any) -> bytes:
    """A text with a signature."""
    return f"{text}\n{line_of(text, **how)}".encode()


TEXTS: Final[list[tuple[Do, int]]] = [
    ({}, 0),
    ({"count": "06"}, 2),
    ({"count": "-6"}, 2),
    ({"count": "\u0664"}, 2),
    ({"count": "7"}, 1),
    ({"count": "9" * 16}, 1),
    ({"count": "9" * 17}, 2),
    ({"count": "9" * 5000}, 2),
    ({"root": "A" * 43 + "="}, 1),
    ({"root": "A" * 42 + "B="}, 2),
    ({"root": "A" * 44}, 2),
    ({"root": ""}, 2),
    ({"seal": "seal " + "0" * 64}, 1),
    ({"seal": "seal " + "0" * 63}, 2),
    ({"seal": "seal " + "A" * 64}, 2),
    ({"origin": "khamsin.log/game/" + "0" * 64}, 1),
    ({"origin": "khamsin.log/game/" + "0" * 65}, 2),
    ({"origin": "example.com/log"}, 2),
    ({"more": "another line"}, 2),
    ({"more": ""}, 2),
]


@pytest.mark.parametrize(("other", "verdict"), TEXTS)
def test_a_text_that_was_changed_and_signed(folder: Path, other: Do, verdict: int) -> None:
    """Every line of it, in a spelling that is not its own, or with another value."""
    assert same(note_of(text_of(**other)), "game.jsonl") == verdict


@cases("time", 0, 1, 2**33, 253402300800, 2**63 - 1, 2**63, 2**64 - 1)
def test_a_time_of_any_size(folder: Path, time: int) -> None:
    """A number of 63 bits, as C2SP has it, and no larger one."""
    assert same(note_of(text_of(), time=time), "game.jsonl") == (time >= 2**63)


def test_signatures_in_other_numbers_or_for_keys_of_everybody(folder: Path) -> None:
    """A signature has one number; a point of small order, or none, is no key."""
    text = text_of()
    signed = sign(SECRETS["rommel"], f"cosignature/v1\ntime 5\n{text}".encode())
    more = signed[:32] + (int.from_bytes(signed[32:], "little") + ORDER).to_bytes(32, "little")
    for raw in (more, signed + b"\0", signed[:-1], b""):
        assert same(note_of(text, raw=struct.pack(">Q", 5) + raw), "game.jsonl") == 1
    small = "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"
    for point in ((1).to_bytes(32, "little"), bytes(32), bytes.fromhex(small), b"\2" + bytes(31)):
        key = key_of("rommel", point)
        assert same(note_of(text), "game.jsonl", keys=(key,)) == 2


@cases(
    "content",
    "# me\n\n{}\n",
    "  # me\n {} a friend\r\n",
    "\ufeff{}",
    "{}\n{}\n",
    "",
    "# nobody\n",
    "{}#\n",
    "hello\n{}\n",
    "PRIVATE+KEY+rommel+00000000+AQ==\n",
)
def test_files_of_keys(folder: Path, content: str) -> None:
    """Comments, blanks and marks are passed over; what is no key is told of, never a secret."""
    Path("keys").write_text(content.replace("{}", ROMMEL), encoding="utf-8")
    verdict = same(note_of(text_of()), "game.jsonl", keys=("keys",))
    assert verdict == (
        0 if "{}" in content and "hello" not in content and "}#" not in content else 2
    )


def test_a_secret_key_is_never_shown(folder: Path) -> None:
    """A user who names the wrong file learns that, and no onlooker learns the secret."""
    made = KeyFile.new("rommel", Path("secret.key"))
    secret = Path("secret.key").read_text(encoding="utf-8").strip().split("+", 4)[-1]
    for said in (
        _verifier("a.note", "--key", "secret.key"),
        _engine("audit", "x", "--key", "secret.key"),
    ):
        assert said[0] == 2
        assert secret[:8] not in said[1]
    assert made.name == "rommel"


# Logs -------------------------------------------------------------------------------------------


def entry(do: Do, after: int = 0) -> bytes:
    """A line behind the last one, or behind so many more; `rechained` makes its hash."""
    lines = lines_of("game.jsonl")
    start = {"n": len(lines) + after, "at": json.loads(lines[-1])["at"]}
    value = {**start, "do": do, "dice": [], "then": [], "hash": ""}
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def acknowledged(name: str = "rommel", upto: int | None = None, **other: Any) -> Do:
    """What an entry says that a person signed; some of it changed after he did."""
    origin, number, root, seal = text_of(upto).splitlines()
    signed = f"cosignature/v1\ntime 7\n{origin}\n{number}\n{root}\n{seal}\n".encode()
    do = {
        "order": "acknowledged",
        "log": origin.rpartition("/")[2],
        "entries": int(number),
        "root": base64.b64decode(root).hex(),
        "seal": seal.removeprefix("seal "),
        "key": key_of(name),
        "time": 7,
        "signature": base64.b64encode(sign(SECRETS[name], signed)).decode(),
    }
    return {key: value for key, value in (do | other).items() if value not in (0, "", None)}


def log_with(*lines: bytes) -> str:
    """The log with more lines, all hashes made anew."""
    return rechained([*lines_of("game.jsonl"), *lines], "forged.jsonl")


def test_a_true_acknowledgement_is_one_for_both(folder: Path) -> None:
    """With its key, without keys, and of no entry at all; with another key it proves nothing."""
    log = log_with(entry(acknowledged()), entry(acknowledged(upto=0), 1))
    assert same_of_log(log) == same_of_log(log, ROMMEL) == 0
    assert same_of_log(log, key_of("monty")) == 1
    assert same_of_log("game.jsonl", ROMMEL) == 1
    log = log_with(entry(acknowledged("monty")))
    assert same_of_log(log, ROMMEL) == 1
    assert same_of_log(log, ROMMEL, key_of("monty")) == 0


FIELDS: Final = ("log", "entries", "root", "seal", "key", "time", "signature")
VALUES: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    3,
    2**63,
    5.0,
    "x",
    "",
    "0" * 64,
    "A" * 64,
    "\u0663" * 64,
    [],
    {},
)


@pytest.mark.parametrize("field", FIELDS)
def test_an_acknowledgement_with_another_field_is_false(folder: Path, field: str) -> None:
    """Dropped, of a wrong type, out of bounds, in another spelling: whatever stands there."""
    for value in VALUES:
        log = log_with(entry(acknowledged("rommel", None, **{field: value})))
        assert same_of_log(log) == 1, value
        assert same(note_of(text_of()), log) == 1, value


@cases(
    "line, other",
    (b'"n":', b'"n":1'),
    (b'"n":', b'"n": '),
    (b'"n":', b'"n":0'),
    (b'"entries":', b'"entries":1,"entries":'),
    (b'"time":7', b'"time":7,"foo":1'),
    (b'"rommel+', b'"\\u0072ommel+'),
    (b'"dice":[]', b'"dice":[1]'),
    (b'"dice":[]', b'"dice":NaN'),
    (b'"then":[]', b'"then":[],"x":1'),
    (b',"then":[]', b""),
    (b'"at":"1.1', b'"at":"9.9'),
    (b'"at":"1.1', b'"at":"\xed\xa0\x80'),
)
def test_an_acknowledgement_is_written_in_one_way(folder: Path, line: bytes, other: bytes) -> None:
    """Keys, numbers, spaces and escapes: who could write it otherwise could choose a hash."""
    raw = entry(acknowledged())
    assert line in raw
    path = Path("forged.jsonl")
    path.write_bytes(
        b"\n".join([*_chained([*lines_of("game.jsonl"), raw.replace(line, other)]), b""])
    )
    assert same_of_log(str(path)) == 1
    assert same(note_of(text_of()), str(path)) == 1


def _chained(lines: list[bytes]) -> list[bytes]:
    """Lines of any bytes, each with its hash."""
    before, made = "0" * 64, []
    for line in lines:
        body = line[: line.rindex(b',"hash":')]
        before = hashlib.sha256(before.encode() + body + b"}").hexdigest()
        made.append(body + b',"hash":"' + before.encode() + b'"}')
    return made


@cases(
    "line",
    b"hello",
    b"[1",
    b'"x"',
    b"",
    b'{"n":' + b"[" * 10**5,
    b'{"n":' + b"9" * 6000,
    b'{"n":NaN',
)
def test_a_line_that_is_no_entry_is_told_by_both(folder: Path, line: bytes) -> None:
    """Though its hash fits."""
    lines = _chained([*lines_of("game.jsonl"), line + b',"hash":'])
    Path("forged.jsonl").write_bytes(b"\n".join([*lines, b""]))
    assert same_of_log("forged.jsonl") == 1
    assert same(note_of(text_of()), "forged.jsonl") == 1


def test_what_comes_after_the_end_is_told_by_both(folder: Path) -> None:
    """An acknowledgement may; a note may not, nor may the closing entry count wrongly."""
    seal = json.loads(lines_of("game.jsonl")[-1])["hash"]
    count = len(lines_of("game.jsonl")) - 1
    closing = entry({"order": "finish", "entries": count, "seal": seal})
    note = {"order": "note", "text": "late"}
    proves_nothing(log_with(closing))
    assert same_of_log(log_with(closing, entry(acknowledged(), 1))) == 0
    for late in (
        log_with(closing, entry(note, 1)),
        log_with(closing, entry(acknowledged(), 1), entry(note, 2)),
        log_with(entry({"order": "finish", "entries": count - 1, "seal": seal})),
    ):
        assert same_of_log(late) == 1
        assert same(note_of(text_of()), late) == 1


def test_a_branch_keeps_acknowledgements_of_its_parent(folder: Path) -> None:
    """They are true, and count for the parent; both say so."""
    log = log_with(entry(acknowledged()), entry({"order": "note", "text": "more"}, 1))
    Path("branch.jsonl").unlink(missing_ok=True)
    assert _engine("branch", log, "--at", "end", "-o", "branch.jsonl")[0] == 0
    proves_nothing("branch.jsonl")
    assert same(note_of(text_of()), "branch.jsonl") == 1


@cases("name", "nothing", ".", "/dev/null")
def test_what_is_no_file_is_told_by_both(folder: Path, name: str) -> None:
    """As a note, as a log, and as a file of keys."""
    raw = note_of(text_of())
    assert same(raw, name) == same(raw, "game.jsonl", keys=(name,)) == 2
    assert _verifier(name)[0] == _engine("audit", name)[0] == 2


# Any edit ---------------------------------------------------------------------------------------


@examples(150, suppress_health_check=[*HealthCheck])
@given(st.integers(0, 10**6), st.integers(0, 2), st.binary(min_size=0, max_size=3), st.booleans())
@example(0, 1, b"", False)
def test_any_edit_of_a_note_has_one_verdict(
    folder: Path, place: int, cut: int, put: bytes, log: bool
) -> None:
    """A few bytes anywhere taken out, put in or changed: never true but where nothing changed."""
    raw = note_of(text_of())
    at = place % (len(raw) + 1)
    edited = raw[:at] + put + raw[at + cut :]
    verdict = same(edited, *(["game.jsonl"] if log else []))
    assert verdict != 0 or edited == raw


@examples(100, suppress_health_check=[*HealthCheck])
@given(st.integers(0, 10**6), st.integers(0, 2), st.binary(min_size=0, max_size=3), st.booleans())
@example(7814, 0, b" ", True)
@example(13, 0, b"1", True)
def test_any_edit_of_an_acknowledgement_has_one_verdict(
    folder: Path, place: int, cut: int, put: bytes, chained: bool
) -> None:
    """In the last line, its hash made anew or not: never true but where nothing changed."""
    lines = _chained([*lines_of("game.jsonl"), entry(acknowledged())])
    at = place % (len(lines[-1]) - 75)
    edited = lines[-1][:at] + put.replace(b"\n", b"") + lines[-1][at + cut :]
    made = _chained([*lines[:-1], edited]) if chained else [*lines[:-1], edited]
    Path("forged.jsonl").write_bytes(b"\n".join([*made, b""]))
    start = lines[-1].index(b'"at":')
    if lines[-1][start : lines[-1].index(b',"log":')] in made[-1]:
        assert (same_of_log("forged.jsonl") == 0) == (made == lines)
    else:  # at which moment the game stands, and which words are orders, only the engine knows
        assert _engine("audit", "forged.jsonl")[0] == 1
        assert _verifier("forged.jsonl")[0] in (0, 1)
