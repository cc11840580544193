"""The stand-alone verifier of sealed games, beside the audit: on sound logs, and on forged ones."""

import base64
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from replays.auditing.audit import audit
from replays.cli.main import main
from replays.game.game import Game
from tests import cases
from tests.sealed_pair import (
    VERIFIER,
    Forge,
    Lines,
    Pair,
    add,
    lines_of,
    opened,
    places,
    rechained,
    verified,
)
from tests.signers import Signers, khamsin, signers

__all__ = ["khamsin", "signers"]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """Two Player Turns, and the third begun, with something taken back."""
    pair = Pair(tmp_path_factory.mktemp("alone"))
    pair.open_first()
    pair.exchange(0)
    pair.exchange(1)
    with Game.open(pair.logs[0]) as game:
        game.do("wc")
        game.do("note gone")
        game.do("undo")
    assert audit(pair.logs[0]).clean
    return pair


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """Sheets of both sides, one of them of a side whose Player Turn it is not, and one struck."""
    pair = Pair(tmp_path_factory.mktemp("together"), way="together")
    pair.agree(0, "wc", "shellholes D4", "shellholes D5", "phase")
    pair.pass_pen(0)
    pair.agree(1, "shellholes E6", "wc")
    assert main(["do", str(pair.logs[1]), "note mine"]) == 0
    assert main(["do", str(pair.logs[1]), "undo"]) == 0
    pair.pass_pen(1)
    pair.agree(0, "phase", "phase")
    assert audit(pair.logs[0]).clean
    return pair


def closing(lines: Lines) -> None:
    """Close the game, as `finish` does it."""
    at = [each["moment"] for each in lines[-1]["then"] if "moment" in each] or [lines[-1]["at"]]
    count, seal = len(lines) - 1, lines[-1]["hash"]
    add(lines, "finish", entries=count, seal=seal, line={"at": at[-1]})


@cases("way", "alone", "together")
def test_a_closed_game_is_true(request: pytest.FixtureRequest, tmp_path: Path, way: str) -> None:
    """What stands before the closing entry is what it says; nothing is behind it."""
    log = forged(request.getfixturevalue(way), tmp_path, closing, signed=False)
    assert verified(log).returncode == 0
    assert main(["audit", str(log)]) == 0


def test_sound_logs_and_all_their_letters_are_true(alone: Pair, together: Pair) -> None:
    """Logs of both sides and every letter in between, one by one and all together."""
    for pair in (alone, together):
        letters = sorted(pair.folder.glob("letter*"))
        sent = [each for each in letters if "hand-over" in each.read_text(encoding="utf-8")[:40]]
        assert len(sent) > 3
        told = verified(*pair.logs, *sent)
        assert (told.returncode, told.stderr) == (0, "")
        assert told.stdout.count("all is true") == 2 + len(sent)


# Openings, sheets and dice --------------------------------------------------------------------


def _another_die(lines: Lines) -> None:
    die = lines[places(lines, "wc")[0]]["dice"][0]["dice"]
    die[0] = 7 - die[0]


def _another_moment(change: Callable[[str], str]) -> Forge:
    """A note at a moment that is written otherwise."""
    return lambda lines: add(lines, "note", text="x", line={"at": change(lines[-1]["at"])})


def _back(lines: Lines) -> None:
    """The phase goes back, so that its dice are rolled once more."""
    moment = {"event": "phase_began", "moment": "1.1/RPh", "fresh": [], "rule": "A3.2"}
    add(lines, "note", text="x", line={"then": [moment]})


def _first_roll(**other: Any) -> Forge:
    return lambda lines: lines[places(lines, "wc")[0]]["dice"][0].update(other)


BOTH: dict[str, Forge] = {
    "another die": _another_die,
    "another counter": _first_roll(first=4),
    "a counter that is no number": _first_roll(first=False),
    "dice of the table": _first_roll(source="table"),
    "stretch": lambda lines: opened(lines).update(stretch=opened(lines)["stretch"] + 1),
    "links once more": lambda lines: opened(lines).update(links=opened(lines, 0)["links"]),
    "three links": lambda lines: opened(lines)["links"].append("ab" * 32),
    "swapped links": lambda lines: opened(lines)["links"].reverse(),
    "another moment": _another_moment(lambda at: at.replace("RPh", "XPh")),
    "another spelling": _another_moment(lambda at: f"0{at}"),
    "full-width digits": _another_moment(lambda at: chr(ord(at[0]) + 0xFEE0) + at[1:]),
    "back": _back,
    "number": lambda lines: lines[-1]["do"].update(order="dice"),
}


def _signature(change: Callable[[bytes], bytes]) -> Forge:
    """The first signature, written otherwise."""

    def forge(lines: Lines) -> None:
        do = opened(lines, 0)
        do["signature"] = base64.b64encode(change(base64.b64decode(do["signature"]))).decode()

    return forge


def _with_the_order_added(raw: bytes) -> bytes:
    order = 2**252 + 27742317777372353535851937790883648493
    return raw[:32] + (int.from_bytes(raw[32:], "little") + order).to_bytes(32, "little")


SIGNATURES: dict[str, Forge] = {
    "rubbish": lambda lines: opened(lines, 0).update(
        signature="!!\n" + opened(lines, 0)["signature"]
    ),
    "long": _signature(lambda raw: b"abcd" + raw),
    "another number": _signature(_with_the_order_added),
}
SHEETS: dict[str, Forge] = {
    "not asked": lambda lines: lines.pop(places(lines, "asked")[-1]),
    "empty": lambda lines: lines[places(lines, "asked")[-1]]["do"].update(orders=[]),
    "asked for others": lambda lines: lines[places(lines, "asked")[0]]["do"]["orders"].reverse(),
    "note in a sheet": lambda lines: add(lines, "note", places(lines, "shellholes")[1], text="x"),
    "note before the answer": lambda lines: add(
        lines, "note", places(lines, "opened")[-1], text="x"
    ),
    "undone": lambda lines: add(lines, "undo", entry=len(lines) - 1),
    "passed in a sheet": lambda lines: add(lines, "passed", places(lines, "shellholes")[1]),
    "not passed": lambda lines: lines.pop(places(lines, "passed")[0]),
    "struck": lambda lines: add(lines, "struck", orders=1),
    "a roll of a sheet that is over": lambda lines: lines.append({**lines[places(lines, "wc")[0]]}),
}
ASKING: dict[str, Forge] = {
    "none": lambda lines: opened(lines).pop("asking"),
    "of who answers": lambda lines: opened(lines).update(asking=opened(lines)["signature"]),
}


def _after_the_end(lines: Lines) -> None:
    """A note behind a closing entry."""
    closing(lines)
    add(lines, "note", text="late")


def _another_end(lines: Lines) -> None:
    """A closing entry that counts one entry too many."""
    closing(lines)
    lines[-1]["do"]["entries"] += 1


def both_find(log: Path) -> None:
    """The audit has findings or refuses the file, and the verifier says what is not true."""
    assert main(["audit", str(log)]) in (1, 2)
    told = verified(log)
    assert told.returncode == 1, told
    assert told.stderr.startswith("not true: ")
    assert "Error" not in told.stderr
    assert told.stderr.count("\n") == 1


def forged(pair: Pair, folder: Path, forge: Forge, *, signed: bool) -> Path:
    """A forged log, which both sides signed anew or neither."""
    log = Path(shutil.copy(pair.logs[0], folder / "log.jsonl"))
    signers = [pair.secrets(side) for side in (0, 1)] if signed else []
    return rechained(log, forge, signers=signers)


@pytest.mark.parametrize("name", BOTH)
@cases("way", "alone", "together")
def test_what_the_audit_finds_the_verifier_finds(
    request: pytest.FixtureRequest, tmp_path: Path, way: str, name: str
) -> None:
    """In both ways, though both sides signed what was forged."""
    both_find(forged(request.getfixturevalue(way), tmp_path, BOTH[name], signed=True))


@cases("forge", _after_the_end, _another_end, *SIGNATURES.values())
@cases("way", "alone", "together")
def test_the_end_and_signatures_are_written_in_one_way(
    request: pytest.FixtureRequest, tmp_path: Path, way: str, forge: Forge
) -> None:
    """An end counts what stands before it and is last; a signature has 64 bytes, one number."""
    both_find(forged(request.getfixturevalue(way), tmp_path, forge, signed=False))


@cases("name", *SHEETS, *ASKING)
def test_sheets_are_as_they_were_asked_for(together: Pair, tmp_path: Path, name: str) -> None:
    """Though both sides signed what was forged; and with the signature of who asks."""
    forge = SHEETS.get(name) or ASKING[name]
    both_find(forged(together, tmp_path, forge, signed=name in SHEETS))


# The header ----------------------------------------------------------------------------------

TERMS = ("engine", "rulings", "nonce", "way")


def with_terms(head: dict[str, Any]) -> None:
    """Make the seed that of the terms, as a forger would."""
    scenario = head["scenario"]

    def compact(value: Any) -> bytes:
        text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return text.encode()

    terms = {key: {**head, **head["sealed"]}[key] for key in TERMS}
    terms["scenario"] = sha256(compact(scenario)).hexdigest()
    first = scenario.get("first", scenario["sides"][0])
    terms["sides"] = sorted(scenario["sides"], key=lambda side: side != first)
    head["seed"] = sha256(b"khamsin terms 1\0" + compact(terms)).hexdigest()


SMALL = [(1).to_bytes(32, "little"), bytes(32), (2**255 - 20).to_bytes(32, "little")]
SMALL.append(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"))
NO_KEYS = [*SMALL, (2**255 - 18).to_bytes(32, "little"), (2**255 - 16).to_bytes(32, "little")]

HEADERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "game": lambda head: head.update(game=5),
    "way": lambda head: head["sealed"].update(way="open"),
    "parent": lambda head: head.update(parent={"log": "a", "entry": 0, "seal": "0" * 64}),
    "made_from": lambda head: head.update(made_from={"format": 2, "seal": "0" * 64}),
    "unknown key": lambda head: head.update(grind="abc"),
    "unknown key of sealed": lambda head: head["sealed"].update(x=1),
    "nonce": lambda head: head["sealed"].update(nonce="00"),
    "large nonce": lambda head: head["sealed"].update(nonce="AB" * 32),
    "tips": lambda head: head["sealed"].update(tips=head["sealed"]["tips"][:1] * 2),
    "keys": lambda head: head["sealed"].update(keys=head["sealed"]["keys"][:1] * 2),
    "dice": lambda head: head.update(dice="either"),
}


@pytest.mark.parametrize("name", HEADERS)
@cases("way", "alone", "together")
def test_the_header_is_that_of_the_terms_and_nothing_more(
    request: pytest.FixtureRequest, tmp_path: Path, way: str, name: str
) -> None:
    """Whatever else is in it would be something to choose dice by."""

    def forge(lines: Lines) -> None:
        del lines[1:]
        HEADERS[name](lines[0])
        with_terms(lines[0])
        lines[0]["hash"] = lines[0].pop("hash")

    both_find(forged(request.getfixturevalue(way), tmp_path, forge, signed=True))


@pytest.mark.parametrize("key", NO_KEYS, ids=bytes.hex)
def test_a_key_for_which_anybody_can_sign_is_none(alone: Pair, tmp_path: Path, key: bytes) -> None:
    """The points of small order, and spellings beyond the prime, in a log of one line."""

    def forge(lines: Lines) -> None:
        lines[0]["sealed"]["keys"][1] = key.hex()
        del lines[1:]

    both_find(forged(alone, tmp_path, forge, signed=False))


# How a line is written -----------------------------------------------------------------------

WRITTEN: dict[str, Callable[[bytes], bytes]] = {
    "key twice": lambda line: line.replace(b'"dice":[{', b'"dice":[],"dice":[{'),
    "space": lambda line: line.replace(b'"at":', b'"at": '),
    "escape": lambda line: line.replace(b"wind change", b"wind\\u0020change"),
    "float": lambda line: line.replace(b'"n":', b'"n":0.'),
    "no number": lambda line: line.replace(b'"first":0', b'"first":NaN'),
    "surrogate": lambda line: line.replace(b'"order":"wc"', b'"order":"\\ud800"'),
    "latin": lambda line: line.replace(b"wind", b"\xff"),
    "large": lambda line: line.replace(b'"n":', b'"n":' + b"9" * 10_000),
    "deep": lambda line: line.replace(b'"then":[', b'"then":[' + b"[" * 100_000),
    "keys in another order": lambda line: json.dumps(
        dict(reversed(json.loads(line).items())), separators=(",", ":")
    ).encode(),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_line_is_written_in_one_way(alone: Pair, tmp_path: Path, name: str) -> None:
    """Who could write it in another would have something to choose, and two readers two logs."""
    raw = alone.logs[0].read_bytes().splitlines()
    place = places(lines_of(alone.logs[0]), "wc")[-1]
    line = WRITTEN[name](raw[place][:-75] + b"}")
    assert line != raw[place][:-75] + b"}"
    own = sha256(raw[place - 1][-66:-2] + line).hexdigest().encode()
    log = tmp_path / "log.jsonl"
    log.write_bytes(b"\n".join([*raw[:place], line[:-1] + b',"hash":"' + own + b'"}', b""]))
    both_find(log)


# Letters and forks ---------------------------------------------------------------------------


def _letter(pair: Pair, change: Callable[[dict[str, Any]], None], path: Path) -> Path:
    sent = sorted(pair.folder.glob("letter*"))
    values = [json.loads(each.read_text(encoding="utf-8")) for each in sent]
    value = next(each for each in values if each.get("link"))
    change(value)
    raw = json.dumps(value, separators=(",", ":"), ensure_ascii=False) + "\n"
    path.write_text(raw, encoding="utf-8")
    return path


LETTERS: dict[str, Callable[[dict[str, Any]], None]] = {
    "link": lambda letter: letter.update(link="ab" * 32),
    "no link": lambda letter: letter.update(link=""),
    "stretch": lambda letter: letter.update(stretch=letter["stretch"] + 1),
    "side": lambda letter: letter.update(side=1 - letter["side"]),
    "name": lambda letter: letter.update(
        checkpoint=letter["checkpoint"].replace("\u2014 khamsin.log", "\u2014 example.org")
    ),
    "hash of the key": lambda letter: letter.update(
        checkpoint=letter["checkpoint"][:-93]
        + base64.b64encode(b"abcd" + base64.b64decode(letter["checkpoint"][-93:])[4:]).decode()
        + "\n"
    ),
    "count": lambda letter: letter.update(checkpoint=letter["checkpoint"].replace("\n", "\n1", 1)),
    "link line": lambda letter: letter.update(
        checkpoint=letter["checkpoint"].replace("\nlink ", "\nlink 1")
    ),
    "another key": lambda letter: letter.update(grind=1),
}


@pytest.mark.parametrize("name", LETTERS)
@cases("way", "alone", "together")
def test_a_forged_letter_is_not_true(
    request: pytest.FixtureRequest, tmp_path: Path, way: str, name: str
) -> None:
    """Its link leads to the tip, and its checkpoint is the note of exactly this log."""
    pair = request.getfixturevalue(way)
    assert verified(_letter(pair, lambda _: None, tmp_path / "sound")).returncode == 0
    told = verified(_letter(pair, LETTERS[name], tmp_path / "letter"))
    assert told.returncode == 1, told
    assert told.stderr.startswith("not true: ")


@cases("text", "another evening", "the same evenin")
def test_a_fork_is_proof_against_who_signed_both(tmp_path: Path, text: str) -> None:
    """Also where both files have as many bytes; the verifier says who signed both."""
    pair = Pair(tmp_path)
    pair.open_first()
    secret = Path(f"{pair.logs[0]}.secret")
    old_log, old_secret = pair.logs[0].read_bytes(), secret.read_bytes()
    sent = []
    for words in (text, "x" * 15):
        pair.logs[0].write_bytes(old_log)
        secret.write_bytes(old_secret)
        with Game.open(pair.logs[0]) as game:
            game.do(f"note {words}")
        pair.play_turn(0)
        sent.append(pair.give(0))
    same = sent[0].stat().st_size == sent[1].stat().st_size
    assert same == (len(text) == 15)
    for one, other in (sent, sent[::-1]):
        told = verified(one, other)
        assert told.returncode == 1
        assert "German signed both" in told.stderr
    assert verified(*sent[:1] * 2).returncode == 0


def test_what_is_no_log_gets_a_plain_sentence(tmp_path: Path, alone: Pair) -> None:
    """A missing file, a folder, other files, and no file at all: exit code 2."""
    files = [tmp_path / "missing", tmp_path, VERIFIER, alone.invitation]
    for told in [*map(verified, files), verified()]:
        assert told.returncode == 2
        assert told.stderr.count("\n") == 1
        assert "Errno" not in told.stderr


@pytest.mark.parametrize("verifier", sorted(VERIFIER.parent.glob("verify_*.py")))
def test_a_verifier_is_short_and_stands_alone(verifier: Path) -> None:
    """At most 200 lines of 100 characters, and nothing but the standard library."""
    lines = verifier.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 200
    assert max(map(len, lines)) <= 100
    found = {line.split()[1].split(".")[0] for line in lines if line.startswith(("import", "from"))}
    assert found <= set(sys.stdlib_module_names)


# Checkpoints of any log ------------------------------------------------------------------------


def checked(*words: str) -> "subprocess.CompletedProcess[str]":
    """What the verifier of checkpoints says."""
    program = VERIFIER.with_name("verify_checkpoints.py")
    command = [sys.executable, "-I", str(program), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def noted(signers: Signers) -> Signers:
    """A log, a checkpoint of it by two, and their acknowledgements in it."""
    signers.game("game.jsonl", "x", "wc", "note one")
    signers.khamsin("checkpoint", "make", "game.jsonl", "--with", "rommel.key", "-o", "one")
    signers.khamsin("checkpoint", "sign", "one", "game.jsonl", "--with", "monty.key", "-o", "two")
    signers.khamsin("checkpoint", "add", "two", "game.jsonl", "--key", "keys")
    return signers


def test_sound_checkpoints_are_true(noted: Signers) -> None:
    """Notes, and entries of the log that they were added to; a key in words, or a file."""
    told = checked("one", "two", "game.jsonl", "--key", "keys")
    assert (told.returncode, told.stderr) == (0, "")
    assert checked("one", "--key", noted.keys["rommel"]).returncode == 0
    assert checked("game.jsonl").returncode == 0


def test_what_was_signed_is_missed_in_a_log(noted: Signers) -> None:
    """A log that was cut short, one that was rewritten, and another game."""
    lines = Path("game.jsonl").read_bytes().splitlines(keepends=True)
    Path("short.jsonl").write_bytes(b"".join(lines[:2]))
    assert "cut short" in checked("two", "short.jsonl", "--key", "keys").stderr
    Path("other.jsonl").write_bytes(lines[0])
    noted.khamsin("do", "other.jsonl", "wc", "note two", "note three")
    told = checked("two", "other.jsonl", "--key", "keys")
    assert "rewritten" in told.stderr
    assert told.returncode == 1
    noted.game("third.jsonl", "y", "wc")
    assert "another game" in checked("two", "third.jsonl", "--key", "keys").stderr


def test_two_checkpoints_that_cannot_belong_to_one_log(noted: Signers) -> None:
    """By one key: the proof against it, with no log, or with one that has the longer."""
    lines = Path("game.jsonl").read_bytes().splitlines(keepends=True)
    Path("fork.jsonl").write_bytes(lines[0])
    noted.khamsin("do", "fork.jsonl", "wc", "note two")
    Path("rommel.key.signed").unlink()
    noted.khamsin("checkpoint", "make", "fork.jsonl", "--with", "rommel.key", "-o", "fork")
    told = checked("one", "fork", "--key", "keys")
    assert told.returncode == 1
    assert f"proof against {noted.keys['rommel'][:15]}" in told.stderr
    noted.khamsin("do", "fork.jsonl", "note three")
    noted.khamsin("checkpoint", "make", "fork.jsonl", "--with", "rommel.key", "-o", "longer")
    alone = checked("one", "longer", "--key", "keys")
    assert (alone.returncode, "nothing is proved of both" in alone.stderr) == (1, True)
    assert "proof against" in checked("one", "longer", "fork.jsonl", "--key", "keys").stderr


def test_a_long_log_is_not_held_in_memory(tmp_path: Path) -> None:
    """Ten times as many entries need no more: the lines are read twice, one after the other."""
    pytest.importorskip("resource")
    peaks = []
    for count in (5_000, 50_000):
        log, before = tmp_path / f"{count}.jsonl", "0" * 64
        with log.open("wb") as file:
            for n in range(count):
                body = b'{"n":%d,"do":{"order":"note"},"x":"%s"' % (n, b"x" * 200)
                body = body if n else b'{"khamsin":"game","format":3'
                before = sha256(before.encode() + body + b"}").hexdigest()
                file.write(body + b',"hash":"' + before.encode() + b'"}\n')
        program = VERIFIER.with_name("verify_checkpoints.py")
        code = (
            f"import resource, runpy, sys; sys.argv = ['x', {str(log)!r}]\n"
            f"try: runpy.run_path({str(program)!r}, run_name='__main__')\n"
            "except SystemExit as ended: print(ended.code)\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        said = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        peaks.append(int(said.stdout.split()[-1]))
    assert peaks[1] < peaks[0] * 1.2 + 1_000
