"""Logs that were damaged or forged: each door goes as far as it can, and says where and why."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import orjson
import pytest

from replays.auditing.audit import audit
from replays.game.fault import fault_in
from replays.game.game import Game
from replays.page.controller import Controller
from tests import cases
from tests.test_bad_input import sealed, values_of
from tests.test_cli import Khamsin

Lines = list[bytes]

AT: Final = 12
"""The entry that is damaged."""

DOORS: Final = ("story", "show", "map", "ask due", "orders")


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
    refused = khamsin("do", "game.jsonl", "undo")
    assert (refused.code, "`khamsin recover game.jsonl --damaged -o NEW`" in refused.err) == (
        2,
        True,
    )
    assert khamsin("recover", "game.jsonl").err == refused.err
    audited = khamsin("audit", "game.jsonl")
    assert (audited.code, audited.err) == (1, "")


@cases("name", *DAMAGES)
def test_what_is_sound_becomes_a_log_that_is_played_on(
    khamsin: Khamsin, whole: bytes, name: str
) -> None:
    """Byte for byte, and the damaged one stays; all that stands behind is told as it is written."""
    raw, (_, readable, why) = damaged(whole, name), DAMAGES[name]
    Path("game.jsonl").write_bytes(raw)
    fault = fault_in("game.jsonl")
    assert fault is not None
    said = khamsin("recover", "game.jsonl", "--damaged", "-o", "new.jsonl")
    assert Path("game.jsonl").read_bytes() == raw
    assert why in said.err
    if fault.line == 1:
        assert (said.code, said.out, Path("new.jsonl").exists()) == (2, "", False)
        return
    made = Path("new.jsonl").read_bytes()
    assert made == b"".join(raw.splitlines(keepends=True)[: readable + 1])
    assert (said.code, said.err.count("\n")) == (1, 1)
    assert f"the {readable} entr" in said.out
    assert f"entries missing from line {fault.line} on, " in said.out
    behind = [each for each in khamsin("story", "game.jsonl").out.splitlines() if "?" in each[:18]]
    assert set(behind) <= set(said.out.splitlines())
    assert khamsin("do", "new.jsonl", "note 'played on'").code == 0
    assert Path("new.jsonl").read_bytes().startswith(made)
    again = khamsin("recover", "new.jsonl", "--damaged", "-o", "other.jsonl")
    assert (again.code, "new.jsonl is not damaged: " in again.out) == (0, True)
    assert not Path("other.jsonl").exists()


def test_a_moment_before_the_fault_is_as_ever_and_one_behind_is_refused(
    khamsin: Khamsin, whole: bytes
) -> None:
    """A look at #5 or #11 needs no more than that; one at #40 says why it cannot be had."""
    Path("game.jsonl").write_bytes(damaged(whole, "removed"))
    for at in ("#5", "#11"):
        for door in ("show", "map", "ask due"):
            said = khamsin(*door.split(), "game.jsonl", "--at", at)
            assert (said.code, said.err) == (0, "")
        assert khamsin("story", "game.jsonl", "--to", at).code == 0
        said = khamsin("branch", "game.jsonl", "--at", at, "-o", f"{at}.jsonl")
        assert (said.code, "line 13: entry 12 was removed" in said.err) == (1, True)
        assert len(Game.load(f"{at}.jsonl").entries) == int(at[1:])
    assert "#40" in khamsin("branch", "game.jsonl", "--at", "#40", "-o", "b.jsonl").err
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


# The page -----------------------------------------------------------------------------------


def page_of(path: str) -> Controller:
    """The page of a log, with what an audit of it found."""
    return Controller(Game.load_readable(path), findings=audit(path).findings)


@cases("name", *DAMAGES)
def test_a_page_shows_the_whole_log_and_asks_no_rule_of_what_is_only_written(
    tmp_path: Path, whole: bytes, name: str
) -> None:
    """Entries have frames and a story; behind the fault both say that they are as written."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(damaged(whole, name))
    page, (_, readable, why) = page_of(str(path)), DAMAGES[name]
    head = page.answer({"get": "head"})
    count = head["count"]
    assert (head["readable"], head["fault"]["readable"]) == (readable, readable)
    assert f"readable to #{readable} of {count}: " in head["fault"]["words"]
    assert len(head["entries"]) == count + 1
    assert any(why in each["written"] for each in head["faults"])
    for n in (readable, readable + 1, readable + 3 if readable else count):
        frame = page.answer({"get": "frames", "from": n, "to": n})["first"]
        assert ("written" in frame) == frame["status"].startswith("As written: ") == (n > readable)
    story = page.answer({"get": "story"})["lines"]
    assert {each["entry"] for each in story} == set(range(1, count + 1))
    asked = {"get": "odds", "at": readable + 1}
    assert "only written" in page.answer(asked)["error"]["what"]
    assert "error" not in page.answer({"get": "odds"})


def test_a_page_names_each_fault_with_what_is_so_by_the_rules_and_where(
    tmp_path: Path, whole: bytes
) -> None:
    """Of a forged move: the story's words of both, what they share, rule, sentence and hexes."""
    values = values_of(whole)
    place = next(n for n, each in enumerate(values) if each.get("do", {}).get("order") == "move")
    moved = values[place]["then"][0]
    right, moved["to"] = moved["to"], "H4"
    path = tmp_path / "game.jsonl"
    path.write_bytes(sealed([orjson.dumps(each) for each in values]))
    head = page_of(str(path)).answer({"get": "head"})
    assert head["fault"] is None
    first = head["faults"][0]
    vehicle, origin = moved["vehicle"], moved["origin"]
    assert first["written"].startswith(f"{vehicle} goes from {origin} to H4 (")
    assert first["rules"].startswith(f"{vehicle} goes from {origin} to {right} (")
    start, end = first["same"]
    assert first["written"][start : len(first["written"]) - end].strip() == "H4"
    assert {origin, right, "H4"} <= set(first["hexes"])
    assert (first["entry"], first["rule"], bool(first["says"])) == (place, "D2.1", True)
    mark = head["marks"][0]
    assert mark["text"].startswith(f"Written: {first['written']}. By the rules: ")
    assert mark["text"].endswith(first["says"])


def test_a_damaged_log_is_watched_and_downloaded_as_it_is(tmp_path: Path, whole: bytes) -> None:
    """A table of it takes no order from any page, and gives the file away byte for byte."""
    pytest.importorskip("starlette", reason="a table needs Starlette, of the extra table")
    from replays.page.server import GameServer

    path, raw = tmp_path / "game.jsonl", damaged(whole, "removed")
    path.write_bytes(raw)
    table = GameServer(Game.load_readable(path), path)
    reply = table.answer({"line": "undo", "after": 11}, records=True)
    assert "only looked at" in reply["error"]["what"]
    assert table.answer({"get": "head"}, records=True)["readable"] == 11
    assert table.log_bytes() == raw


def test_a_view_file_of_a_damaged_log_holds_it_and_says_so(khamsin: Khamsin, whole: bytes) -> None:
    """The story on paper has the sentence too, and the log comes out again as it was."""
    raw = damaged(whole, "swapped")
    Path("game.jsonl").write_bytes(raw)
    said = khamsin("view", "game.jsonl", "-o", "game.html")
    assert (said.code, said.err.count("\n")) == (1, 1)
    text = Path("game.html").read_text(encoding="utf-8")
    assert f"readable to #11 of 105: line 13: {SWAPPED}" in text
    assert khamsin("view", "--extract", "game.html", "-o", "out.jsonl").code == 0
    assert Path("out.jsonl").read_bytes() == raw
