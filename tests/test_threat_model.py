"""docs/threat-model.md: each attack names tests that exist, and the other pages are reached."""

import ast
import re
from functools import cache
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent
PAGE = (CHECKOUT / "docs" / "threat-model.md").read_text(encoding="utf-8")


def _rows(section: str) -> list[list[str]]:
    """The cells of each row of the tables of a section, but for their heads."""
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[1:]]


def _sections() -> dict[str, str]:
    parts = re.split(r"^## (.+)$", PAGE, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@cache
def _tests_in(file: str) -> frozenset[str]:
    tree = ast.parse((CHECKOUT / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_every_attack_names_tests_that_exist() -> None:
    """In each section on somebody who attacks, each row ends with tests, and all are there."""
    sections = _sections()
    attackers = [name for name in sections if not name.startswith("What is")]
    assert len(attackers) >= 7
    for name in attackers:
        rows = _rows(sections[name])
        assert len(rows) >= 5, name
        for row in rows:
            assert len(row) == 3, row
            named = re.findall(r"`(tests/\w+\.py)::(\w+)`", row[2])
            assert named, row
            assert [test for file, test in named if test not in _tests_in(file)] == [], row


def test_what_is_not_protected_is_said() -> None:
    """Everything that is worth protecting has a row, and so has what is not protected."""
    sections = _sections()
    assert len(_rows(sections["What is worth protecting"])) >= 5
    assert all(len(row) == 2 and row[1] for row in _rows(sections["What is not protected"]))


def test_every_part_with_a_promise_to_strangers_is_linked() -> None:
    """The pages that say more are reached from here."""
    for page in ("trust", "signing", "playing", "library", "audit", "vasl", "reliability"):
        assert f"({page}.md" in PAGE, page
