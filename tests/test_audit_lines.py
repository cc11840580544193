"""The audit of lines: what is missing, put in, doubled or swapped, how the log ends, its seal."""

import hashlib
from pathlib import Path
from typing import Any

import orjson
import pytest

from replays.auditing.audit import MOST_FINDINGS, audit
from replays.auditing.finding import Report
from replays.game.game import Game
from replays.game.scenario_file import load_scenario
from tests import cases
from tests.test_bad_input import rewritten, sealed, values_of
from tests.test_cli import Khamsin

Lines = list[bytes]


@pytest.fixture
def khamsin(khamsin: Khamsin, whole: bytes) -> Khamsin:
    """The ``khamsin`` command in a folder with a finished game."""
    Path("game.jsonl").write_bytes(whole)
    return khamsin


def report_of(tmp_path: Path, lines: Lines) -> Report:
    """The audit of these lines."""
    path = tmp_path / "changed.jsonl"
    path.write_bytes(b"\n".join([*lines, b""]))
    return audit(path)


def test_several_logs_are_judged_one_after_the_other(khamsin: Khamsin, whole: bytes) -> None:
    """Each has its scenario and verdict; what is no log stops no other."""
    Path("short.jsonl").write_bytes(b"".join(whole.splitlines(keepends=True)[:30]))
    Path("none.jsonl").write_text("x", encoding="utf-8")
    said = khamsin("audit", "game.jsonl", "none.jsonl", "short.jsonl", "--finished")
    name = "Wind over Bir el Qaha"
    assert said.lines[0] == f"game.jsonl: {name}, 105 entries, finished at 6.2/CCPh: clean"
    assert "log.finish" in said.lines[2]
    assert said.lines[-1] == "3 logs, 1 with findings, 1 not audited"
    assert (said.code, said.err.count("\n")) == (2, 1)
    said = khamsin("audit", "game.jsonl", "none.jsonl", "short.jsonl", "--finished", "--json")
    clean, no_log, bad = said.json
    assert (said.code, clean["log"], clean["scenario"]) == (2, "game.jsonl", name)
    assert (clean["findings"], [each["rule"] for each in bad["findings"]]) == ([], ["log.finish"])
    assert f"khamsin: {no_log['not_audited']}\n" == said.err
    assert khamsin("audit", "game.jsonl", "short.jsonl", "--finished").code == 1
    Path("logs").mkdir()
    assert "logs: no log (.jsonl, .vlog) is in" in khamsin("audit", "logs").err
    Path("short.jsonl").rename("logs/b.jsonl")
    Path("logs/a.vlog").write_bytes(b"PK\3\4")
    said = khamsin("audit", "game.jsonl", "logs")
    assert (said.code, said.lines[-1]) == (2, "3 logs, 0 with findings, 1 not audited")
    assert said.err.startswith(f"khamsin: {Path('logs/a.vlog')}: a VASL log is audited against")
    assert "of one game; `khamsin audit`" in khamsin("report", "game.jsonl", "none.jsonl").err
    assert khamsin("rules", "log.finish").lines[0].startswith("log.finish  A finished log")
    said = khamsin("rules", "log.dies")
    assert (said.code, "expected one of log.dice, " in said.err) == (2, True)


@pytest.mark.parametrize("place", range(1, 106, 8))
def test_a_removed_line_is_one_finding(tmp_path: Path, whole: bytes, place: int) -> None:
    """One removed line is one finding, wherever it stood; the rest follows from it."""
    lines = whole.splitlines()
    del lines[place]
    report = report_of(tmp_path, lines)
    (found,) = report.findings
    last = place == len(lines)
    assert (found.rule, found.entry) == (
        "log.finish" if last else "log.order",
        place - 1 if last else place,
    )
    assert not report.clean
    if place == 57:  # a Stop, which the end of its MPh and the next Start lack; the rest fits
        assert report.consequences == 2


def _anew(tmp_path: Path, header: Any, *entries: Any) -> Report:
    """The audit of a log, all numbers and hashes made anew."""
    numbered = [{**entry, "n": n} for n, entry in enumerate(entries, 1)]
    return report_of(
        tmp_path, sealed([orjson.dumps(each) for each in (header, *numbered)]).splitlines()
    )


@pytest.mark.long
def test_a_left_out_line_with_all_made_anew_is_found_where_it_is_missed(
    tmp_path: Path, whole: bytes
) -> None:
    """What is doubled or must have been there is found in one entry; and the count is wrong."""
    values = values_of(whole)
    last = len(values) - 2
    seen = set()
    for place, value in enumerate(values[2:-2], 2):
        order = value["do"]["order"]
        report = _anew(tmp_path, *values[: place + 1], *values[place:])  # doubled
        assert {each.entry for each in report.findings} == {place + 1, last + 2}
        if order not in ("wc", "phase", "start", "stop"):
            continue
        report = _anew(tmp_path, *values[:place], *values[place + 1 :])
        *missed, counted = [(each.entry, each.rule) for each in report.findings]
        assert counted == (last, "log.finish")
        assert len({entry for entry, _ in missed}) == 1, (place, order, missed)
        assert len(missed) == 1 or order == "stop", (place, order, missed)
        seen.add(order)
    assert seen == {"wc", "phase", "start", "stop"}


def test_the_verdict_comes_last_and_says_how_the_game_ended(khamsin: Khamsin, whole: bytes) -> None:
    """Finished, open or cut off, and where."""
    assert khamsin("audit", "game.jsonl").lines[-1] == ("105 entries, finished at 6.2/CCPh: clean")
    lines = whole.splitlines(keepends=True)
    Path("open.jsonl").write_bytes(b"".join(lines[:40]))
    said = khamsin("audit", "open.jsonl")
    moment = orjson.loads(lines[40])["at"]
    assert (said.code, said.lines[-1]) == (0, f"39 entries, open at {moment}: clean")
    assert khamsin("audit", "open.jsonl", "--json").json["ending"] == {
        "word": "open",
        "moment": moment,
    }
    Path("cut.jsonl").write_bytes(b"".join(lines[:-1]))
    cut = khamsin("audit", "cut.jsonl")
    assert (cut.code, cut.lines[-1]) == (1, "104 entries, cut off at 6.2/CCPh: 1 finding")


def test_a_game_that_should_be_finished(khamsin: Khamsin, whole: bytes) -> None:
    """With ``--finished`` an open game is a finding, down to a header alone."""
    assert khamsin("audit", "game.jsonl", "--finished").code == 0
    for count in (1, 40):
        Path("open.jsonl").write_bytes(b"".join(whole.splitlines(keepends=True)[:count]))
        assert khamsin("audit", "open.jsonl").code == 0
        said = khamsin("audit", "open.jsonl", "--finished")
        assert (said.code, said.lines[-1].endswith(": 1 finding")) == (1, True)
        assert "the rules give a closing entry" in said.out


def test_who_rolled_and_what_was_taken_back_is_listed(khamsin: Khamsin) -> None:
    """The entries with dice of the table, and those taken back, each with its number."""
    game = Game.new(load_scenario("bir-el-qaha"), seed="x")
    for order in ("wc 3 4", "note here", "undo", "phase MPh"):
        game.do(order)
    game.save("table.jsonl")
    report = audit("table.jsonl")
    assert report.clean
    assert len(report.by_hand) == 1
    assert len(report.taken_back) == 1
    said = khamsin("audit", "table.jsonl")
    assert f"dice that people entered: 1 entry, #{next(iter(report.by_hand))}" in said.lines
    assert f"taken back: 1 entry, #{next(iter(report.taken_back))}" in said.lines
    found = khamsin("audit", "table.jsonl", "--json").json
    assert found["by_hand"] == list(report.by_hand)
    assert found["taken_back"] == list(report.taken_back)


@cases("way", ("phase AFPh", "phase"), ("phase RPh",))
def test_what_was_left_undone_stands_beside_the_verdict(
    khamsin: Khamsin, way: tuple[str, ...]
) -> None:
    """A Flame for which nobody rolled is told by audit and report, unless that was taken back."""
    game = Game.new(load_scenario("bir-el-qaha"), seed="x")
    for order in ("wc 3 4", "phase AFPh", "flame E4", "phase RPh", "wc 3 4", *way):
        game.do(order)
    game.save("fire.jsonl")
    (owed,) = audit("fire.jsonl").owed
    told = "left undone in 1.2/AFPh: `flame-check E4`, the DR of the Flame in E4 (B25.15)"
    assert (owed.entry, str(owed)) == (len(game.entries), told)
    said = khamsin("audit", "fire.jsonl")
    assert (said.code, said.lines[0]) == (0, f"#{owed.entry:<4} {told}")
    assert said.lines[-1].endswith(": clean, 1 roll left undone")
    khamsin("library", "add", "fire.jsonl", "--library", "l.db")
    assert "clean, 1 roll left undone\n" in khamsin("library", "audit", "--library", "l.db").out
    assert f"Entry {owed.entry}: {told}." in khamsin("report", "fire.jsonl").out
    lines = Path("fire.jsonl").read_bytes().splitlines()
    assert report_of(Path(), [*lines[:4], b"{}", *lines[5:]]).owed == ()
    game.do("undo")
    game.save("undone.jsonl")
    assert audit("undone.jsonl").owed == ()


def test_a_seal_as_people_write_it(khamsin: Khamsin) -> None:
    """Capitals and spaces of a noted seal are not another seal."""
    seal = audit("game.jsonl").seal
    groups = " ".join(seal[at : at + 8] for at in range(0, 64, 8)).upper()
    assert khamsin("audit", "game.jsonl", "--seal", f" {groups} ").code == 0
    other = hashlib.sha256(b"another game").hexdigest()
    assert khamsin("audit", "game.jsonl", "--seal", other).code == 1


@cases(
    "key, value, said",
    ("engine", "by hand", "engine 'by hand'"),
    ("engine", "", "engine ''"),
    ("made_from", {"format": 9, "seal": "0" * 64}, "made from format 9"),
    ("made_from", {"format": 2, "seal": "?"}, "made from a log of seal '?'"),
    ("parent", {"log": "a", "entry": 0, "seal": "?"}, "a parent of seal '?'"),
    ("parent", {"log": "a", "entry": -1, "seal": "0" * 64}, "a parent's entry -1"),
)
def test_a_header_that_no_engine_writes(
    khamsin: Khamsin, whole: bytes, key: str, value: object, said: str
) -> None:
    """An engine that is not a version, and seals that are none, are findings."""

    def forge(values: list[dict[str, object]]) -> None:
        values[0][key] = value

    Path("forged.jsonl").write_bytes(rewritten(whole, forge))
    found = khamsin("audit", "forged.jsonl", "--json").json["findings"]
    assert said in {each["logged"] for each in found if each["rule"] == "log.header"}


def test_a_changed_scenario_with_the_name_of_a_bundled_one_is_told(khamsin: Khamsin) -> None:
    """A building by another name, which no entry shows, is named; an honest game says nothing."""
    game = Game.new(load_scenario("zawiya"), seed="1").log_bytes()
    Path("forged.jsonl").write_bytes(
        rewritten(
            game, lambda v: v[0]["scenario"]["boards"][0]["buildings"][2].update(building="x")
        )
    )
    Path("honest.jsonl").write_bytes(game)
    told = khamsin("audit", "forged.jsonl").out
    assert "this is not the bundled scenario zawiya, whose name it has" in told
    assert "building caravanserai) there, (hex S5, upper levels 1, building x) here" in told
    assert "bundled" not in khamsin("audit", "honest.jsonl").out


def test_many_findings_are_told_as_a_number(khamsin: Khamsin, whole: bytes) -> None:
    """Of very many the first are kept; all say how many more, the verdict has all."""
    Path("many.jsonl").write_bytes(whole + b"\n" * (MOST_FINDINGS + 7))
    said = khamsin("audit", "many.jsonl")
    assert said.code == 1
    assert "7 more findings, counted only" in said.lines
    assert said.lines[-1].endswith(f": {MOST_FINDINGS + 7} findings")
    found = khamsin("audit", "many.jsonl", "--json").json
    assert (len(found["findings"]), found["more"]) == (MOST_FINDINGS, 7)
    assert khamsin("dispute", "many.jsonl").lines[0].endswith(f", and {MOST_FINDINGS + 6} more")
