"""Logs that were damaged or forged: each door goes as far as it can, and says where and why."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import orjson
import pytest

from replays.game.drive import drive
from replays.game.fault import fault_in
from replays.game.game import Game
from replays.game.scenario_file import load_scenario
from tests import cases
from tests.test_bad_input import sealed, values_of
from tests.test_cli import Khamsin

Lines = list[bytes]

AT: Final = 12
"""The entry that is damaged."""

DOORS: Final = ("story", "show", "map", "ask due", "orders")


@pytest.fixture(scope="module")
def whole() -> bytes:
    """The log of a finished game."""
    game = Game.new(load_scenario("bir-el-qaha"), seed="x")
    for _ in drive(game):
        pass
    return game.log_bytes()


def line(change: Callable[[bytes], bytes]) -> Callable[[Lines], object]:
    """One line is another."""
    return lambda lines: lines.__setitem__(AT, change(lines[AT]))


def value(key: str, new: object) -> Callable[[Lines], object]:
    """One value is another, and all hashes are made anew."""

    def forge(lines: Lines) -> None:
        values = values_of(b"\n".join([*lines, b""]))
        values[AT][key] = new
        lines[:] = sealed([orjson.dumps(each) for each in values]).splitlines()

    return forge


SWAPPED: Final = "this line and the next have changed places"
PUT_IN: Final = "this line was put in: the next one goes on from the line before it"
NO_JSON: Final = "this is not JSON"

DAMAGES: Final[dict[str, tuple[Callable[[Lines], object], int, str]]] = {
    "removed": (lambda lines: lines.pop(AT), 11, "entry 12 was removed: entry 13 stands here"),
    "three": (lambda lines: lines.__delitem__(slice(AT, AT + 3)), 11, "entries 12 to 14 were"),
    "first": (lambda lines: lines.pop(1), 0, "entry 1 was removed"),
    "twice": (lambda lines: lines.insert(AT, lines[AT]), 12, PUT_IN),
    "from before": (lambda lines: lines.insert(AT, lines[5]), 11, PUT_IN),
    "from behind": (lambda lines: lines.insert(AT, lines[30]), 11, PUT_IN),
    "moved back": (lambda lines: lines.insert(AT + 3, lines.pop(5)), 4, "entry 5 was removed"),
    "swapped": (lambda lines: lines.insert(AT, lines.pop(AT + 1)), 11, SWAPPED),
    "empty line": (lambda lines: lines.insert(AT, b""), 11, PUT_IN),
    "another file's line": (lambda lines: lines.insert(AT, b"hello"), 11, PUT_IN),
    "edited": (line(lambda raw: raw.replace(b'"dice":[]', b'"dice":[ ]')), 11, "was changed"),
    "number": (line(lambda raw: raw.replace(b'"n":12', b'"n":13')), 11, "was changed"),
    "hash": (line(lambda raw: raw[:-8] + b'000000"}'), 11, "hash of this line was changed, and"),
    "no hash": (line(lambda raw: raw[:-76] + b"}"), 11, NO_JSON),
    "NUL": (line(lambda raw: b"\0" * len(raw)), 11, NO_JSON),
    "a NUL": (line(lambda raw: raw.replace(b"order", b"ord\0r")), 11, NO_JSON),
    "Latin-1": (line(lambda raw: raw.replace(b"order", b"\xe4rder")), 11, NO_JSON),
    "half": (line(lambda raw: raw[: len(raw) // 2]), 11, NO_JSON),
    "a list": (line(lambda _: b"[1,2]"), 11, "a JSON object is expected"),
    "all lines": (
        lambda lines: lines.__setitem__(slice(None), [each + b"\r" for each in lines]),
        0,
        "end with CR LF",
    ),
    "header": (
        lambda lines: lines.insert(0, lines.pop(0).replace(b'"x"', b'"y"')),
        0,
        "the header",
    ),
    "two headers": (lambda lines: lines.insert(0, lines[0]), 0, PUT_IN),
    "a text": (value("n", "12"), 11, "'12' is not a whole number"),
    "far off": (value("n", 10**15), 11, "entry 1000000000000000 stands where 12 is expected"),
    "no order": (value("do", {"order": "fly"}), 11, "'fly' is no order of this engine"),
    "no event": (value("then", [{"event": "meteor", "rule": "A1"}]), 11, "'meteor' is no event"),
    "a vehicle of nobody": (
        value("then", [{"event": "vehicle_started", "vehicle": "X", "mp": 1, "rule": "D2.12"}]),
        *(11, "entry 12 tells of something that cannot have happened"),
    ),
    "an undo": (value("do", {"order": "undo", "entry": 3}), 11, "takes back entry 3, and the last"),
}
"""What was done to a log; the last entry that can be read, and why the next one cannot."""


def damaged(whole: bytes, name: str) -> bytes:
    """The log after one of them."""
    lines = whole.splitlines()
    DAMAGES[name][0](lines)
    return b"\n".join([*lines, b""])


@cases("name", *DAMAGES)
def test_each_door_goes_as_far_as_it_can(khamsin: Khamsin, whole: bytes, name: str) -> None:
    """What can be read is told; then one sentence, the same everywhere, and exit code 1."""
    Path("game.jsonl").write_bytes(damaged(whole, name))
    _, readable, why = DAMAGES[name]
    fault = fault_in("game.jsonl")
    assert fault is not None
    assert (fault.readable, why in fault.what) == (readable, True), fault
    for door in DOORS:
        said = khamsin(*door.split(), "game.jsonl")
        if door == "orders" and said.code == 0:  # which folds no event
            assert "cannot have happened" in why or "takes back" in why
            continue
        told = f"khamsin: game.jsonl: {fault}; `khamsin audit game.jsonl` tells more\n"
        assert (said.code, said.err) == (1, told), door
        assert said.out
    assert f"readable to #{readable} of " in told
    shown = khamsin("show", "game.jsonl", "--json").json
    assert shown["entry"] == readable
    lines = khamsin("story", "game.jsonl", "--json").json["lines"]
    assert all(("written" in each) == (each["entry"] > readable) for each in lines)
    assert {each["entry"] for each in lines if "written" in each} == {
        *range(readable + 1, fault.written + 1)
    }
    assert khamsin("do", "game.jsonl", "undo").code == 2
    audited = khamsin("audit", "game.jsonl")
    assert (audited.code, audited.err) == (1, "")


def test_a_moment_before_the_fault_is_as_ever_and_one_behind_is_refused(
    khamsin: Khamsin, whole: bytes
) -> None:
    """A look at #5 needs no more than that; one at #40 says why it cannot be had."""
    Path("game.jsonl").write_bytes(damaged(whole, "removed"))
    assert khamsin("show", "game.jsonl", "--at", "#5").code == 0
    said = khamsin("show", "game.jsonl", "--at", "#40")
    assert said.code == 2
    assert "did not come to #40" in said.err
    assert "readable to #11 of 105: line 13: entry 12 was removed" in said.err


def test_what_stands_behind_a_fault_is_told_as_written(khamsin: Khamsin, whole: bytes) -> None:
    """A story goes on with marked lines, one for each entry, and numbers that are missing too."""
    Path("game.jsonl").write_bytes(whole)
    right = khamsin("story", "game.jsonl").out.splitlines()
    Path("game.jsonl").write_bytes(damaged(whole, "removed"))
    told = khamsin("story", "game.jsonl").out.splitlines()
    first = next(n for n, each in enumerate(told) if each.startswith("?12 "))
    assert told[:first] == right[:first]
    assert "no entry of this number can be read" in told[first]
    assert {each[0] for each in told[first:]} == {"?", " "}
    assert told[first + 1].split()[0] == "?13"
