"""docs/rules.md: every rule with the module that does it and the tests that prove it.

``python -m replays.rules_page`` writes the page; a test checks that it is current. What a module
does is told by the first line of its own documentation, which names its rules.
"""

import importlib
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

from replays.rulebook import RuleStatus, rules, rulings_of

__all__ = ["rules_page"]

_EXAMPLES = {
    "chart": "khamsin check dyo-gazala",
    "config": "khamsin check bir-el-qaha",
    "machine": "khamsin story game.jsonl",
    "dice": "khamsin story game.jsonl",
    "modifier": "khamsin ask shot game.jsonl --from B3 --to H6 --why-not",
    "los": "khamsin map game.jsonl --los B3 H6",
    "map": "khamsin ask terrain game.jsonl --hex E5",
    "cost": "khamsin ask entry-cost game.jsonl --from D4 --to E5",
    "query": "khamsin ask --help",
}
"""A command that shows a rule of a kind at work."""


def _words(status: RuleStatus) -> str:
    """What the module of a rule does, in its own words."""
    if status.module is None:
        return "not begun"
    said = (inspect.getdoc(importlib.import_module(status.module)) or "").splitlines()[0]
    return said if status.done else f"{said} Still missing: {status.missing}."


def _row(status: RuleStatus) -> str:
    module = "" if status.module is None else f"`{status.module}`"
    tests = len(status.tests)
    first = status.tests[0].split("::")[-1].split("[")[0] if tests else ""
    proof = f"{tests}, such as `{first}`" if tests else "none"
    rulings = ", ".join(ruling.id for ruling in rulings_of(status.id))
    mark = "yes" if status.done else "part" if status.module else "no"
    words = _words(status).replace("|", "/")
    return f"| {status.id} | {status.title} | {mark} | {words} | {module} | {proof} | {rulings} |"


def _lines() -> Iterator[str]:
    listed = rules()
    yield "# Rules"
    yield ""
    yield "Written by `python -m replays.rules_page` from the code and its tests."
    yield "`khamsin rules ID` tells more of each."
    yield f"{sum(status.done for status in listed)} of {len(listed)} rules are done."
    yield ""
    yield "| kind of rule | a command that shows it |"
    yield "|---|---|"
    for kind, example in _EXAMPLES.items():
        yield f"| {kind} | `{example}` |"
    yield ""
    yield "| rule | title | done | what its module does | module | tests that name it | rulings |"
    yield "|---|---|---|---|---|---|---|"
    for status in listed:
        yield _row(status)


def rules_page() -> str:
    """The page."""
    return "\n".join(_lines()) + "\n"


if __name__ == "__main__":
    target = Path(__file__).parent.parent / "docs" / "rules.md"
    target.write_text(rules_page(), encoding="utf-8", newline="\n")
    sys.stdout.write(f"{target.name} is written\n")
