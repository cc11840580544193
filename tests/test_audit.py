"""The audit finds and names what is wrong with a log, each fault once, and nothing else."""

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.chain import GENESIS, sealed
from replays.auditing.audit import audit
from replays.auditing.finding import Report
from replays.game.drive import drive
from replays.game.game import Game
from replays.testing import games
from sim.rulings import RULINGS
from tests import cases
from tests.drawn import examples, share
from tests.golden import play
from tests.table import scenario

Log = list[dict[str, Any]]
Forge = Callable[[Log], None]


@pytest.fixture(scope="module")
def dusty() -> Log:
    """The lines of a driven game with gusty Heavy Winds, as JSON values."""
    tank = {"id": "PzA", "side": "German", "movement": "fully-tracked", "mp": 13, "at": "B3"}
    enemy = {**tank, "id": "Grant", "side": "British", "at": "G4"}
    facts = scenario(weather="Clear & Gusty", wind="Heavy Winds", vehicles=[tank, enemy], turns=6)
    game = Game.new(facts, "audit 3")
    list(drive(game))
    return _values(game)


@pytest.fixture(scope="module")
def counters() -> Log:
    """The lines of the golden game of Vehicle Dust."""
    return _values(play("vehicle-dust"))


def _values(game: Game) -> Log:
    return [orjson.loads(line) for line in game.log_bytes().splitlines()]


def _chained(log: Log) -> bytes:
    """The log with a hash chain that fits: what a careful forger would write."""
    lines, before = [], GENESIS
    for value in log:
        body = {key: item for key, item in value.items() if key != "hash"}
        if body.get("do", {}).get("order") == "finish":
            body["do"] = {**body["do"], "seal": before}
        line, before = sealed(orjson.dumps(body), before)
        lines.append(line)
    return b"\n".join([*lines, b""])


def _forged(folder: Path, log: Log, forge: Forge, *, chained: bool = True) -> Report:
    """The audit of a log after a forgery."""
    copied = copy.deepcopy(log)
    forge(copied)
    path = folder / "forged.jsonl"
    path.unlink(missing_ok=True)
    raw = b"\n".join([*map(orjson.dumps, copied), b""])
    path.write_bytes(_chained(copied) if chained else raw)
    return audit(path)


def _events(log: Log, tag: str) -> Iterator[tuple[int, int]]:
    """Line and place of every event of a kind."""
    for line, value in enumerate(log):
        for place, event in enumerate(value.get("then", ())):
            if event["event"] == tag:
                yield line, place


def _drop(tag: str, index: int = 0) -> Forge:
    def forge(log: Log) -> None:
        line, place = list(_events(log, tag))[index]
        del log[line]["then"][place]

    return forge


def _rolls(log: Log) -> list[int]:
    return [n for n, value in enumerate(log) if value.get("do", {}).get("order") == "wc"]


def test_an_honest_game_is_clean(tmp_path: Path, dusty: Log) -> None:
    """A log as it was written has no finding, and lists its rulings and its seal."""
    report = _forged(tmp_path, dusty, lambda _: None)
    assert report.findings == ()
    assert report.clean
    assert report.entries == len(dusty) - 1
    assert report.seal == dusty[-1]["hash"]
    assert report.rulings["11.76-cease"].choice == "once"


@examples(60)
@given(games())
def test_every_game_that_can_be_played_is_clean(game: Game) -> None:
    """No game that the engine played, by seed or by hand, has a finding."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        game.save(path)
        assert audit(path).findings == ()


def test_a_changed_die_with_its_consequences_is_one_finding(tmp_path: Path) -> None:
    """A die forged together with all that follows from it is still found, and found once."""
    facts = scenario(wind="Heavy Winds", vehicles=[], turns=3)
    honest = Game.new(facts, "two faces")
    forger = Game.new(facts, "two faces")
    for index in range(5):
        honest.do("wc")
        if index == 1:
            forger.do("wc 6 6")
        else:
            forger.do("wc")
        for game in (honest, forger):
            game.do("phase MPh")
            game.do("phase RPh")
    log = _values(forger)
    for value in log[1:]:
        for roll in value["dice"]:
            roll["source"] = "seed"
    assert list(_events(log, "dust_rose")), "the forged 12 raised dust"
    report = _forged(tmp_path, log, lambda _: None)
    assert [finding.rule for finding in report.findings] == ["log.dice"]
    assert report.findings[0].moment == "1.2/RPh"
    assert report.consequences == 1, "the entry in which those Gusts end and Dust falls"


@pytest.mark.rule("11.76")
def test_two_mistakes_are_two_findings(tmp_path: Path, dusty: Log) -> None:
    """A second, later mistake is not hidden by the first."""

    def forge(log: Log) -> None:
        _drop("dust_rose", 0)(log)
        _drop("dust_fell", -1)(log)

    rose = next(_events(dusty, "dust_rose"))[0]
    fell = list(_events(dusty, "dust_fell"))[-1][0]
    assert rose != fell
    report = _forged(tmp_path, dusty, forge)
    assert [finding.entry for finding in report.findings] == [rose, fell]


@pytest.mark.rule("11.76")
def test_an_invented_event_is_found(tmp_path: Path, dusty: Log) -> None:
    """Dust that nothing raised is a finding where the rules give nothing."""
    calm = next(
        n
        for n in _rolls(dusty)
        if all(e["event"] == "wind_change_rolled" for e in dusty[n]["then"])
    )

    def forge(log: Log) -> None:
        event = {"event": "dust_rose", "old": "None", "new": "Light", "rule": "11.76"}
        log[calm]["then"].append(event)

    (finding,) = _forged(tmp_path, dusty, forge).findings
    assert finding.entry == calm
    assert finding.expected == "nothing"
    assert finding.logged == "Dust rises from None to Light"


@pytest.mark.rule("11.76")
def test_dust_that_rose_two_levels_is_one_finding(tmp_path: Path, dusty: Log) -> None:
    """An event with another value is named with both values."""
    line, place = next(_events(dusty, "dust_rose"))

    def forge(log: Log) -> None:
        log[line]["then"][place]["new"] = "Moderate"

    (finding,) = _forged(tmp_path, dusty, forge).findings
    assert finding.logged == "Dust rises from None to Moderate"
    assert finding.expected == "Dust rises from None to Light"


@pytest.mark.rule("11.76", "11.74")
@cases(
    "tag, rule, words",
    ("dust_rose", "11.76", "Dust rises from None to Light"),
    ("dust_fell", "11.76", "Dust falls from Light to None"),
    ("vehicle_dust_placed", "11.74", " leaves Vehicle Dust in "),
    ("vehicle_dust_removed", "11.74", " is removed"),
    ("vehicle_dust_flipped", "11.74", " is flipped to its Motion side"),
)
def test_an_event_that_is_left_out_is_found(
    tmp_path: Path, dusty: Log, counters: Log, tag: str, rule: str, words: str
) -> None:
    """Dust or a counter that did not move as it should is one finding, in the story's words."""
    log = dusty if rule == "11.76" else counters
    line, place = next(_events(log, tag))
    (finding,) = _forged(tmp_path, log, _drop(tag)).findings
    assert (finding.rule, finding.entry, finding.moment) == (rule, line, log[line]["at"])
    assert finding.logged == "nothing"
    assert words in finding.expected
    named = log[line]["then"][place].get("hex")
    assert named is None or named in finding.hexes


def test_a_wrong_seed_is_found_at_every_roll(tmp_path: Path, dusty: Log) -> None:
    """Under another seed nearly every roll differs; nothing else is blamed."""

    def forge(log: Log) -> None:
        log[0]["seed"] = "another"

    report = _forged(tmp_path, dusty, forge)
    assert {finding.rule for finding in report.findings} == {"log.dice"}
    assert len(report.findings) > 5


def test_a_wrong_header_is_found(tmp_path: Path, dusty: Log) -> None:
    """Rulings that differ from the scenario's, and an unsound scenario, are named."""

    def ruling(log: Log) -> None:
        log[0]["rulings"]["11.76-cease"]["choice"] = "each-turn"

    def unsound(log: Log) -> None:
        log[0]["scenario"]["sides"] = ["German", "German"]

    (finding,) = _forged(tmp_path, dusty, ruling).findings
    assert (finding.entry, finding.rule) == (0, "ruling 11.76-cease")
    assert _forged(tmp_path, dusty, unsound).findings[0].rule == "log.scenario"


def test_a_log_from_before_a_ruling_is_clean(tmp_path: Path, dusty: Log) -> None:
    """A log that lacks all rulings of later editions is older; one that lacks some is not."""
    released = {1: 11, 2: 3, 3: 4, 4: 45, 5: 13}
    assert Counter(ruling.since for ruling in RULINGS.values()) == released, "they never change"
    later = {key for key, ruling in RULINGS.items() if ruling.since > 1}

    def older(log: Log) -> None:
        for key in later:
            del log[0]["rulings"][key]

    def lacking(log: Log) -> None:
        del log[0]["rulings"][min(later)]

    assert _forged(tmp_path, dusty, older).findings == ()
    (finding,) = _forged(tmp_path, dusty, lacking).findings
    assert finding.rule == f"ruling {min(later)}"


def test_a_torn_line_is_a_finding(tmp_path: Path, dusty: Log) -> None:
    """A log without its last line end is not whole."""
    path = tmp_path / "torn.jsonl"
    path.write_bytes(_chained(dusty)[:-1])
    (finding,) = audit(path).findings
    assert finding.rule == "log.torn"


def _places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of every single value in a JSON value."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _places(item, (*place, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _places(item, (*place, index))
    else:
        yield place


def _corrupt(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return 1 if value is None else value[:-1] + ("0" if value[-1:] != "0" else "1")


@cases("name", "wind-and-gust", "dyo")
def test_every_single_field_corruption_is_found(tmp_path: Path, name: str) -> None:
    """Each single value of a log, changed alone, is found, in a line that is or follows its own."""
    from events.errors import BadInput

    log, step = _values(play(name)), 100 // share(100)
    for line, value in enumerate(log):
        for place in list(_places(value))[line % step :: step]:

            def forge(copied: Log, line: int = line, place: tuple[Any, ...] = place) -> None:
                inner: Any = copied[line]
                for key in place[:-1]:
                    inner = inner[key]
                inner[place[-1]] = _corrupt(inner[place[-1]])

            try:
                report = _forged(tmp_path, log, forge, chained=False)
            except BadInput:
                assert line == 0, "only a broken header makes a log unreadable"
                continue
            assert not report.clean, (line, place)
            assert min(finding.entry for finding in report.findings) in (line, line - 1)


@examples(80)
@given(games(most=25), st.data())
def test_a_forged_chain_over_a_changed_event_is_found(game: Game, data: st.DataObject) -> None:
    """In any game, an event dropped or doubled under a fitting hash chain is found."""
    import tempfile

    log = _values(game)
    lines = [n for n, value in enumerate(log) if value.get("then")]
    if not lines:
        return
    line = data.draw(st.sampled_from(lines))
    place = data.draw(st.integers(0, len(log[line]["then"]) - 1))
    if data.draw(st.booleans()):
        del log[line]["then"][place]
    else:
        log[line]["then"].insert(place, log[line]["then"][place])
    with tempfile.TemporaryDirectory() as folder:
        report = _forged(Path(folder), log, lambda _: None)
    assert not report.clean
    assert report.findings[0].entry == line


def test_a_line_that_is_no_entry_does_not_hide_the_next_mistake(tmp_path: Path, dusty: Log) -> None:
    """A junk line put in is a finding, and so is dust invented in the entry after it."""
    line = _rolls(dusty)[1]

    def forge(log: Log) -> None:
        event = {"event": "dust_rose", "old": "None", "new": "Extremely Heavy", "rule": "11.76"}
        log[line]["then"].append(event)
        log.insert(line, {"junk": True})

    report = _forged(tmp_path, dusty, forge)
    assert {"log.entry", "11.76"} <= {finding.rule for finding in report.findings}


def test_dice_are_checked_where_only_the_written_state_allows_the_roll(tmp_path: Path) -> None:
    """After a forged fall of rubble, a forged Clearance DR in that rubble is a second finding."""
    facts = scenario(buildings=[{"hex": "E4", "upper_levels": 1}], vehicles=[])
    game = Game.new(facts, "rubble")
    for order in ("wc", "phase MPh", "rubble E4 1 1", "phase CCPh"):
        game.do(order)
    log = _values(game)
    moment = {"n": 6, "at": "1.1/CCPh", "do": {"order": "clear", "hex": "E3", "squads": 1}}
    roll = {"purpose": "clearance E3", "first": 0, "dice": [1, 1], "source": "seed"}
    broken: dict[str, Any] = {"event": "trail_break_placed", "hex": "E3", "across": [1, 2]}
    broken |= {"debris": False, "labor": 0, "moment": "1.1/CCPh", "rule": "B24.71"}

    def forge(copied: Log) -> None:
        falling = copied[4]["then"]
        falling[-1] = {**falling[-1], "event": "rubble_fell", "to": "E3", "material": "stone"}
        falling[-1]["lies"] = True
        copied.append(
            {**moment, "dice": [roll], "then": [{**broken, "rule": "B24.71"}], "hash": ""}
        )

    report = _forged(tmp_path, log, forge)
    assert [finding.entry for finding in report.findings][-1] == 6
    assert report.findings[-1].rule == "log.dice"
