"""Logs of 0.2.0: of today's format, and its engine knew fewer fields and no closing entry."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from replays.auditing.audit import audit
from replays.cli.main import main
from replays.version import ENGINE
from tests import cases
from tests.test_bad_input import sealed
from tests.test_log import bodies

FOLDER = Path(__file__).parent / "logs" / "of_0_2_0"
CLEAN = FOLDER / "bir-el-qaha.jsonl"
Entry = dict[str, Any]


def _changed(path: Path, change: Callable[[Entry], Entry | None], first: int = 0) -> bytes:
    """The log with its first line changed of which a change makes something else."""
    values = [json.loads(body) for body in bodies(path.read_bytes())]
    for number, value in enumerate(values):
        if number >= first and (made := change(json.loads(json.dumps(value)))) is not None:
            values[number] = made
            break
    else:
        pytest.fail("nothing of it was changed")
    return sealed([json.dumps(each, separators=(",", ":")).encode() for each in values])


def _moved(entry: Entry) -> Entry | None:
    """What a vehicle did, if it is one that moved; later engines say more of it."""
    then = entry.get("then") or [{}]
    return then[0] if then[0].get("event") == "vehicle_moved" else None


def test_an_honest_log_of_it_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    """It says less than today's logs, in their words, and a game that is over is finished."""
    assert '"whole"' not in CLEAN.read_text(encoding="utf-8")
    assert main(["audit", str(CLEAN), "--finished"]) == 0
    said = capsys.readouterr().out
    assert "finished at 6.2/CCPh: clean" in said
    assert f"written by Khamsin 0.2.0, judged by the rules as {ENGINE} knows them" in said


def test_a_library_takes_it_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Added, audited and given back without a change of a byte."""
    monkeypatch.setenv("KHAMSIN_LIBRARY", str(tmp_path / "l.db"))
    out = tmp_path / "back.jsonl"
    assert main(["library", "add", str(CLEAN)]) == 0
    assert "finished at 6.2/CCPh" in capsys.readouterr().out
    assert main(["library", "audit"]) == 0
    assert main(["library", "export", "bir-el-qaha", "-o", str(out)]) == 0
    assert out.read_bytes() == CLEAN.read_bytes()


def test_of_a_mended_rule_an_audit_tells() -> None:
    """Secret Bog DR came since, Mud and wet slopes cost more, and so does an exit.

    All that is found is named by a rule; that a default ruling is another now is no finding.
    """
    found = {each.rule for each in audit(FOLDER / "beda-fomm.jsonl").findings}
    assert found == {"log.dice", "A2.6", "D2.1", "D8.23", "E3.54", "E3.64"}


@cases("choice, chosen, version", ("hides", "never", 1), ("hides", None, 2), ("always", None, 1))
def test_a_ruling_that_was_never_a_default_is_a_finding(
    choice: str, chosen: str | None, version: int, tmp_path: Path
) -> None:
    """Only a default of then is borne, and only where the scenario does not choose another."""
    head, *rest = bodies(CLEAN.read_bytes())
    header = json.loads(head)
    header["rulings"]["A6.21-behind"] = {"choice": choice, "version": version}
    if chosen is not None:
        header["scenario"]["rulings"] = {"A6.21-behind": chosen}
    log = tmp_path / "forged.jsonl"
    log.write_bytes(sealed([json.dumps(header, separators=(",", ":")).encode(), *rest]))
    assert "ruling A6.21-behind" in {each.rule for each in audit(log).findings}


def _more(entry: Entry) -> Entry | None:
    return entry | {"more": 1} if "do" in entry else None


def _in_another_order(entry: Entry) -> Entry | None:
    moved = _moved(entry)
    if moved is None:
        return None
    entry["then"][0] = dict(reversed(moved.items()))
    return entry


def _named_newer(entry: Entry) -> Entry:
    return entry | {"engine": ENGINE}


@cases("change", _more, _in_another_order, _named_newer)
def test_other_words_are_found_as_before(
    change: Callable[[Entry], Entry | None], tmp_path: Path
) -> None:
    """Keys that no engine knew, another order, and an engine that knew the missing fields."""
    path = tmp_path / "forged.jsonl"
    path.write_bytes(_changed(CLEAN, change))
    assert "log.entry" in {each.rule for each in audit(path).findings}


def test_spaces_are_other_words(tmp_path: Path) -> None:
    """A line is written without them."""
    path = tmp_path / "forged.jsonl"
    first, *rest = bodies(CLEAN.read_bytes())
    path.write_bytes(sealed([first, rest[0].replace(b":", b": ", 1), *rest[1:]]))
    assert [each.rule for each in audit(path).findings] == ["log.entry"]


def test_a_log_that_claims_a_thousand_million_turns_is_shown(tmp_path: Path) -> None:
    """Page and map have boxes for as many Game Turns as a scenario can have, and no more."""
    head, *rest = bodies((FOLDER / "bir-el-qaha.jsonl").read_bytes())
    header = json.loads(head)
    header["scenario"]["turns"] = 10**9
    log = tmp_path / "forged.jsonl"
    log.write_bytes(sealed([json.dumps(header, separators=(",", ":")).encode(), *rest]))
    for command, made in (("view", "page.html"), ("map", "map.svg")):
        assert main([command, str(log), "-o", str(tmp_path / made)]) == 0
        assert (tmp_path / made).stat().st_size < 5_000_000
