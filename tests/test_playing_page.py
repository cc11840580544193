"""docs/playing.md says what is so."""

import re
from pathlib import Path

import pytest

from replays.cli.main import main
from tests.gallery import DOCS

PAGE = (DOCS / "playing.md").read_text(encoding="utf-8").split("## The prompt")[0]


def test_what_one_types_at_the_table_is_understood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each line of its table is an order, a question or a word of the prompt that does its work."""
    monkeypatch.chdir(tmp_path)
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")]
    cells = [row.rsplit("|", 2)[1] for row in rows]
    typed = [each for cell in cells for each in re.findall(r"`([^`]+)`", cell)]
    assert {"due", "undo", "show"} <= set(typed)
    assert main(["init", "tonight.toml"]) == 0
    lines = ["phase", *typed]
    begun = ["do", "tonight.jsonl", "--scenario", "tonight.toml"]
    orders = [each for each in lines if each.split()[0] in ("phase", "wc", "start", "move", "note")]
    assert main([*begun, *orders]) == 0, capsys.readouterr().err
    asked = {"shot": ["--from", "B3", "--to", "H6"]}
    asked["entry-cost"] = ["--from", "B4", "--to", "C4", "--vehicle", "PzA"]
    for question, words in asked.items():
        assert any(each.startswith(f"{question} ") for each in typed)
        assert main(["ask", question, "tonight.jsonl", *words]) == 0
    after = r"^khamsin (story|map|audit) (tonight\.jsonl[^#\n]*)"
    for command, rest in re.findall(after, PAGE, re.MULTILINE):
        assert main([command, *rest.replace("3.2/MPh", "1.1/MPh").split()]) == 0
