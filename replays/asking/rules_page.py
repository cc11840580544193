"""docs/rules.md: every rule in our own words, its module, its tests, and a command that shows it.

``python -m replays.asking.rules_page`` writes the page; a test checks that it is current, and
another runs every command on it.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from replays.asking.rulebook import RuleStatus, making_of_logs, rules, rulings_of
from replays.game.file import write_text


def _rule(status: RuleStatus) -> Iterator[str]:
    """A rule: what it does, a command that shows it, its module, tests and rulings."""
    yield f"**{status.id} {status.title}**: {status.says}"
    yield f"`{status.example}`"
    tests = len(status.tests)
    first = status.tests[0].split("::")[-1].split("[")[0] if tests else ""
    proof = f"{tests} test{'s' if tests > 1 else ''}, such as `{first}`" if tests else "no test"
    facts = [f"`{status.module}`" if status.module else "not begun", proof]
    facts += [f"ruling `{ruling.id}`" for ruling in rulings_of(status.id)]
    if status.module and not status.done:
        facts.append(f"still missing: {status.missing}")
    yield "; ".join(facts)


def _clauses(status: RuleStatus) -> Iterator[str]:
    """The clauses of a rule, folded away."""
    count, done = len(status.clauses), sum(clause.done for clause in status.clauses)
    proved = "proved" if done == count else f"{done} of them proved"
    yield f"<details><summary>{count} clause{'s' if count > 1 else ''}, {proved}</summary>"
    yield ""
    for clause in status.clauses:
        ruling = f" (ruling `{clause.ruling}`)" if clause.ruling else ""
        missing = "" if clause.done else f" *Open: {clause.missing}*"
        yield f"- {clause.id}: {_plain(clause.says)}{ruling}{missing}"
    yield ""
    yield "</details>"


def _plain(text: str) -> str:
    """A sentence as Markdown reads it literally."""
    return "".join(f"\\{sign}" if sign in "*_<>`|[]" else sign for sign in text)


def _lines() -> Iterator[str]:
    listed = rules()
    yield "# Rules"
    yield ""
    yield "Written by `python -m replays.asking.rules_page` from the code, its tests and"
    yield "`replays/data/rules.toml`. `khamsin rules ID` tells all tests and rulings of a rule."
    clauses = [clause for status in listed for clause in status.clauses]
    yield f"{sum(status.done for status in listed)} of {len(listed)} rules are done, and"
    yield f"{sum(clause.done for clause in clauses)} of their {len(clauses)} clauses."
    yield ""
    yield "Each command below runs in any folder, on bundled scenarios and on these logs, which you"
    yield "make once; a test runs them all:"
    yield ""
    yield "```sh"
    yield from making_of_logs()
    yield "```"
    yield ""
    chapters = dict.fromkeys(status.id.split(".")[0] for status in listed)
    yield f"**Contents**: {', '.join(f'[{each}](#{each.lower()})' for each in chapters)}"
    chapter = ""
    for status in listed:
        if status.id.split(".")[0] != chapter:
            chapter = status.id.split(".")[0]
            yield ""
            yield f"## {chapter}"
        first, *others = _rule(status)
        yield ""
        yield f"- {first}"
        yield from (f"  <br>{other}" for other in others)
        yield ""
        yield from (f"  {line}".rstrip() for line in _clauses(status))


def rules_page() -> str:
    """The page."""
    return "\n".join(_lines()) + "\n"


if __name__ == "__main__":
    target = Path(__file__).parents[2] / "docs" / "rules.md"
    write_text(target, rules_page())
    sys.stdout.write(f"{target.name} is written\n")
