"""docs/trust.md names, for each attack, tests that exist."""

import ast
import re
from functools import cache
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent
PAGE = (CHECKOUT / "docs" / "trust.md").read_text(encoding="utf-8")


@cache
def _tests_in(file: str) -> frozenset[str]:
    tree = ast.parse((CHECKOUT / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_every_attack_names_tests_that_exist() -> None:
    """Each row of the table of attacks ends with tests, and all are there."""
    section = PAGE.split("## Who is protected from whom")[1].split("\n## ")[0]
    rows = [line.strip("|").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    assert len(rows[1:]) >= 20
    for row in rows[1:]:
        named = re.findall(r"`(tests/\w+\.py)::(\w+)`", row[2])
        assert named, row
        assert [test for file, test in named if test not in _tests_in(file)] == [], row


def test_trust_is_small() -> None:
    """At most 2,500 lines with its commands: a mechanism that is there twice is deleted once."""
    cli = [f"cli/{each}.py" for each in ("mail", "key", "checkpoint", "dispute")]
    files = [
        *(CHECKOUT / "replays/trust").glob("*.py"),
        *(CHECKOUT / "replays" / each for each in cli),
    ]
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) <= 2500
