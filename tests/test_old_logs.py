"""Logs of older formats: they mean for ever what they meant to the engine that wrote them.

The logs in tests/logs were written by the engine of format 2: the golden games, three bundled
scenarios, a long one, and one in which all falls and is cleared away that format 2 said too little
of. ``expected.json`` is what that engine told and showed of them: digests of its story and of its
states after every entry, and the state at the end.
"""

import hashlib
import json
import tracemalloc
from collections import Counter
from pathlib import Path
from typing import Any

import orjson
import pytest

from events.commands import Finish
from events.errors import BadInput
from events.log import LogReader
from events.log_writer import LogWriter
from replays.auditing.audit import audit
from replays.cli import main
from replays.game.game import Game
from replays.game.named_moment import state_at
from replays.game.open_log import open_log, upgrade_log
from replays.game.view import state_as_json
from sim.machine.opening import initial_state
from sim.state import State
from sim.state.evolve import evolve
from tests.test_log import bodies, sealed

FOLDER = Path(__file__).parent / "logs"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
SAID_SINCE = {
    "phase_began": {"fresh"},
    "wind_force_set": {"direction"},
    "wind_force_changed": {"direction"},
    "rubble_fell": {"lies"},
    "trail_break_placed": {"debris", "labor"},
    "high_wall_breached": {"other", "other_hexside"},
    "rubble_cleared": {"work_ends"},
    "debris_cleared": {"work_ends"},
    "debris_ended": {"work_ends"},
}
"""What format 3 says more than format 2, by the tag of the event."""

SHOWN_SINCE: dict[str, dict[str, Any]] = {
    "": {"fortifications": {}},
    "vehicles": {"mud_dr": None, "mud_hexes": 0, "bypass": None},
    "units": {"moved": None},
    "ffes": {"kind": None},
}
"""What states show more than format 2 showed, and what it is in every old log."""

TODAY: dict[str, list[list[Any]]] = json.loads(
    (FOLDER / "findings.json").read_text(encoding="utf-8")
)
"""What today's rules find in each log: entry and rule; ``python -m tests.test_old_logs`` makes it.

A rule that was mended since shows itself here, and nowhere else: what a log *means* stays."""


def findings(path: Path, seal: str | None = None) -> list[list[Any]]:
    """What an audit finds in a log, as entry and rule."""
    return [[found.entry, found.rule] for found in audit(path, seal).findings]


def further(name: str, path: Path) -> list[list[Any]]:
    """What an audit finds in a changed copy of an old log, and not in the log itself."""
    return [found for found in findings(path) if found not in TODAY[name]]


def old_log(name: str) -> Path:
    """A log of format 2."""
    return FOLDER / f"{name}.jsonl"


def values(path: Path) -> list[dict[str, Any]]:
    """The lines of a log as JSON values, without their hashes."""
    return [json.loads(body) for body in bodies(path.read_bytes())]


def shown(state: State, number: int) -> dict[str, Any]:
    """What a state shows, as far as format 2 showed it; what came since says nothing of it."""
    value = state_as_json(state, number)
    for place, since in SHOWN_SINCE.items():
        for item in value[place].values() if place else [value]:
            for key, default in since.items():
                assert item.pop(key) == default
    return value


def states(game: Game) -> str:
    """A digest of what the states of a game show, after each of its entries."""
    digest, state = hashlib.sha256(), game.beginning
    for entry in game.entries:
        for event in entry.then:
            state = evolve(state, event)
        if not isinstance(entry.do, Finish):
            digest.update(orjson.dumps(shown(state, entry.n)))
    return digest.hexdigest()


def in_format_1(path: Path) -> bytes:
    """A log of format 2 in format 1."""
    head, *entries = values(path)
    del head["game"]
    for entry in entries:
        for roll in entry["dice"]:
            roll["for"] = roll.pop("purpose")
            roll["by"] = {"seed": "engine", "table": "player"}[roll.pop("source")]
    return sealed([orjson.dumps(value) for value in ({**head, "format": 1}, *entries)])


def test_every_old_log_is_expected_something_of() -> None:
    """All logs of the folder are named in expected.json, and the folder stays small."""
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(EXPECTED)
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 400_000


def test_the_old_logs_have_all_that_format_2_said_too_little_of() -> None:
    """Every event that says more in format 3 happens in an old log, and is shorter there."""
    happened: Counter[str] = Counter()
    for name in EXPECTED:
        for value in values(old_log(name))[1:]:
            for event in value["then"]:
                assert not SAID_SINCE.get(event["event"], set()) & event.keys()
                happened[event["event"]] += 1
    assert set(SAID_SINCE) <= happened.keys()


@pytest.mark.parametrize("name", EXPECTED)
def test_an_old_log_tells_the_same_story(name: str) -> None:
    """Story and number of entries are those of the engine that wrote the log."""
    game = Game.load(old_log(name))
    assert len(game.entries) == EXPECTED[name]["entries"]
    assert hashlib.sha256(game.story().encode()).hexdigest() == EXPECTED[name]["story"]


@pytest.mark.parametrize("name", EXPECTED)
def test_an_old_log_shows_the_same_states(name: str) -> None:
    """Every state is the one that the engine showed that wrote the log, the last one in full."""
    game = Game.load(old_log(name))
    end = shown(game.state, len(game.entries))
    assert orjson.loads(orjson.dumps(end)) == EXPECTED[name]["end"]
    assert states(game) == EXPECTED[name]["states"]


@pytest.mark.parametrize("name", EXPECTED)
def test_the_readers_of_an_old_log_agree(name: str) -> None:
    """Who only folds the events of an old log comes to the state of who reads its entries."""
    with open_log(old_log(name)) as reader:
        assert reader.format == 2
        start = initial_state(reader.header.scenario)
        number, state = state_at(start, reader.happenings())
    assert number == EXPECTED[name]["entries"]
    assert state == Game.load(old_log(name)).state


@pytest.mark.parametrize("name", EXPECTED)
def test_an_old_log_is_audited_under_its_own_seal(name: str) -> None:
    """The chain is checked on the bytes as they stand, and the seal is the one that was noted."""
    report = audit(old_log(name), EXPECTED[name]["seal"])
    assert findings(old_log(name), EXPECTED[name]["seal"]) == TODAY[name]
    assert report.seal == EXPECTED[name]["seal"]


@pytest.mark.parametrize("name", EXPECTED)
def test_format_1_goes_all_the_way(name: str, tmp_path: Path) -> None:
    """The same log in format 1 gives the same game, and the same findings."""
    path = tmp_path / "first.jsonl"
    path.write_bytes(in_format_1(old_log(name)))
    first, second = Game.load(path), Game.load(old_log(name))
    assert first.entries == second.entries
    assert first.state == second.state
    assert findings(path) == TODAY[name]


# What is wrong with an old log ---------------------------------------------------------------


def test_a_changed_byte_of_an_old_log_is_found(tmp_path: Path) -> None:
    """A log of format 2 that was changed is refused, and its audit names the line."""
    path = tmp_path / "old.jsonl"
    path.write_bytes(old_log("rubble").read_bytes().replace(b'"level":0', b'"level":1', 1))
    with pytest.raises(BadInput, match="this line was changed"):
        Game.load(path)
    assert audit(path).findings[0].rule == "log.hash"


def test_a_forged_event_of_an_old_log_is_found(tmp_path: Path) -> None:
    """Under a fitting chain, the audit says what an old log tells and what the rules give."""
    lines = values(old_log("rubble"))
    line, event = next(
        (number, event)
        for number, value in enumerate(lines[1:], start=1)
        for event in value["then"]
        if event["event"] == "rubble_fell" and event["to"] is not None
    )
    event["material"] = "wooden" if event["material"] == "stone" else "stone"
    path = tmp_path / "forged.jsonl"
    path.write_bytes(sealed([orjson.dumps(value) for value in lines]))
    finding = audit(path).findings[0]
    assert (finding.entry, finding.rule) == (line, "B24.12")
    assert "rubble fell" in finding.logged


@pytest.mark.parametrize("tag", SAID_SINCE)
def test_an_old_log_says_nothing_of_later_formats(tag: str, tmp_path: Path) -> None:
    """A key that format 2 did not have is refused, with its line."""
    name, number = next(
        (name, number)
        for name in EXPECTED
        for number, value in enumerate(values(old_log(name)))
        if tag in [event["event"] for event in value.get("then", ())]
    )
    lines = values(old_log(name))
    event = next(each for each in lines[number]["then"] if each["event"] == tag)
    event[min(SAID_SINCE[tag])] = None
    path = tmp_path / "late.jsonl"
    path.write_bytes(sealed([orjson.dumps(value) for value in lines]))
    with pytest.raises(BadInput, match=f"line {number + 1}: this is not an entry of format 2"):
        Game.load(path)


@pytest.mark.parametrize(
    "event",
    [
        {"event": "phase_began", "moment": "1.1/MPh", "rule": 5},
        {"event": "phase_began", "moment": "lunch", "rule": "A3.3"},
        {"event": "rubble_fell", "hex": "D4", "to": ["E5"], "material": "stone", "rule": "x"},
        {"event": "high_wall_breached", "hex": "D4", "hexside": "north", "rule": "AD4.6"},
        {"event": "debris_ended", "rule": "AD3.44"},
        {"event": "no_such_event", "rule": "A3"},
        {"event": []},
        {},
        None,
        "x",
    ],
)
def test_what_is_no_event_of_format_2_is_bad_input(event: Any, tmp_path: Path) -> None:
    """Whatever stands in an old log, its line is named and nothing else happens."""
    lines = values(old_log("rain"))
    lines[3]["then"].append(event)
    path = tmp_path / "wrong.jsonl"
    path.write_bytes(sealed([orjson.dumps(value) for value in lines]))
    with pytest.raises(BadInput, match="line 4"):
        Game.load(path)
    assert further("rain", path)[0] == [3, "log.entry"]


@pytest.mark.parametrize(
    "event",
    [
        {"event": "rubble_fell", "hex": "D4", "to": "ZZ9", "material": "stone", "rule": "x"},
        {"event": "high_wall_breached", "hex": "ZZ9", "hexside": 9, "rule": "AD4.6"},
        {"event": "trail_break_placed", "hex": "ZZ9", "across": [1, 2], "rule": "B24.71"}
        | {"moment": "1.1/CCPh"},
        {"event": "building_rubbled", "hex": "ZZ9", "level": 0, "material": "stone", "rule": "x"},
        {"event": "vehicle_stopped", "vehicle": "nobody", "mp": 1, "rule": "D2.13"},
    ],
)
def test_what_cannot_have_happened_in_an_old_log_is_found(event: Any, tmp_path: Path) -> None:
    """An old log that tells of what is not there is read as far as it goes, and found out."""
    lines = values(old_log("rain"))
    lines[3]["then"].append(event)
    path = tmp_path / "forged.jsonl"
    path.write_bytes(sealed([orjson.dumps(value) for value in lines]))
    assert further("rain", path)[0][0] == 3


def test_an_old_log_is_read_in_bounded_memory(tmp_path: Path) -> None:
    """A log of format 2 is upgraded line by line: no more memory for four times the entries."""
    head, *entries = values(old_log("bir-el-qaha"))
    setup = [value for value in entries if value["at"] == "setup"]
    idle = {"at": "1.1/RPh", "do": {"order": "wc"}, "dice": [], "then": []}
    peaks = []
    for count in (2000, 8000):
        lines = [head, *setup, *({"n": len(setup) + n, **idle} for n in range(1, count))]
        path = tmp_path / f"{count}.jsonl"
        path.write_bytes(sealed([orjson.dumps(value) for value in lines]))
        tracemalloc.start()
        try:
            with open_log(path) as reader:
                assert sum(1 for _ in reader.entries()) == len(lines) - 1
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0] + 100_000


def test_without_the_rules_only_the_header_of_an_old_log_is_read() -> None:
    """The floor of events reads header and lines of an old log, and refuses its entries."""
    with LogReader(old_log("rain")) as reader:
        assert reader.header.scenario.name
        assert sum(1 for _ in reader.checked()) == EXPECTED["rain"]["entries"]
    with LogReader(old_log("rain")) as reader, pytest.raises(BadInput, match="open_log"):
        list(reader.entries())


# Making a new log out of an old one ----------------------------------------------------------


@pytest.mark.parametrize("name", EXPECTED)
def test_an_upgraded_log_is_the_same_game(name: str, tmp_path: Path) -> None:
    """The new log has the entries of the old one, names its seal, and is audited the same."""
    path = tmp_path / "new.jsonl"
    made = upgrade_log(old_log(name), path)
    with open_log(path) as reader:
        assert reader.format == 3
        old = reader.header.made_from
    assert old is not None
    assert (old.format, old.seal) == (2, EXPECTED[name]["seal"])
    again = Game.load(path)
    old_game = Game.load(old_log(name))
    assert again.entries[: len(old_game.entries)] == old_game.entries
    closing = [Finish] if old_game.state.clock.over else []
    assert [type(entry.do) for entry in again.entries[len(old_game.entries) :]] == closing
    assert states(again) == EXPECTED[name]["states"]
    report = audit(path)
    assert [[found.entry, found.rule] for found in report.findings] == TODAY[name]
    assert (report.seal, report.entries) == (made.seal, made.entries)


def test_an_upgraded_log_can_be_continued(tmp_path: Path) -> None:
    """A log of format 2 is not continued itself; the one made out of it is."""
    old, path = old_log("wind-and-gust"), tmp_path / "new.jsonl"
    with pytest.raises(BadInput, match="not written any more; khamsin upgrade"):
        LogWriter.resume(old)
    upgrade_log(old, path)
    with Game.open(path) as game:
        game.do("phase")
    assert audit(path).clean
    assert path.read_bytes() == game.log_bytes()


def test_upgrade_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``khamsin upgrade`` says both seals, leaves the old log alone and overwrites nothing."""
    new = tmp_path / "new.jsonl"
    before = old_log("rain").read_bytes()
    assert main(["upgrade", str(old_log("rain")), "-o", str(new)]) == 0
    said = capsys.readouterr().out
    assert "from format 2 to 3" in said
    assert EXPECTED["rain"]["seal"] in said
    assert audit(new).seal in said
    assert old_log("rain").read_bytes() == before
    assert main(["upgrade", str(old_log("rain")), "-o", str(new)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert main(["upgrade", str(new), "-o", str(tmp_path / "newer.jsonl")]) == 2
    assert "is of format 3 already" in capsys.readouterr().err
    assert not (tmp_path / "newer.jsonl").exists()


def test_a_torn_line_is_left_out_of_an_upgraded_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a crash tore was never acknowledged: the new log ends before it, and that is said."""
    path, new = tmp_path / "torn.jsonl", tmp_path / "new.jsonl"
    path.write_bytes(old_log("rain").read_bytes() + b'{"n":')
    assert main(["upgrade", str(path), "-o", str(new)]) == 0
    assert "torn" in capsys.readouterr().err
    assert audit(new).entries == EXPECTED["rain"]["entries"]


def test_a_broken_old_log_makes_no_new_one(tmp_path: Path) -> None:
    """Where the old log cannot be read to its end, no file is left behind."""
    path, new = tmp_path / "broken.jsonl", tmp_path / "new.jsonl"
    path.write_bytes(old_log("rain").read_bytes() + b"broken\n")
    with pytest.raises(BadInput, match=r"broken\.jsonl, line 21"):
        upgrade_log(path, new)
    assert not new.exists()


if __name__ == "__main__":
    found = {name: findings(old_log(name)) for name in EXPECTED}
    (FOLDER / "findings.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
