"""What ``khamsin check`` says of a scenario of `tests.clauses.reached.world`."""

from collections.abc import Mapping
from typing import Any

from tests.clauses.reached import board, check


def check_lines(
    marks: Mapping[str, str] | None = None, *, on: Mapping[str, Any] | None = None, **facts: Any
) -> tuple[int, list[str]]:
    """The exit code of ``khamsin check`` and the lines that it writes."""
    whole: dict[str, Any] = {
        "name": "A clause",
        "land": "Libya",
        "month": "June",
        "turns": 10,
        "sides": ["German", "British"],
        "ec": "Dry",
        "boards": [board(marks, **(on or {}))],
    } | facts
    code, out, err = check(whole)
    return code, (out + err).splitlines()


def rows_of(lines: list[str]) -> dict[str, tuple[str, str]]:
    """Of each row of 11.1 whether its rules are in effect, and what is said of it."""
    rows: dict[str, tuple[str, str]] = {}
    title = ""
    for line in lines:
        verdict = line[:6].strip()
        if verdict in ("yes", "no", "may") and line[6:7].strip():
            title = line[6:].split(" (1")[0]
            rows[title] = (verdict, "")
        elif title:
            rows[title] = (rows[title][0], f"{rows[title][1]} {line.strip()}".strip())
    return rows
