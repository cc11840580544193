"""What code and tests say of rules, kept in a file; ``python -m replays.asking.proof`` writes it.

The modules say which rules they do (`replays.asking.rulebook`); which tests prove which rule is
read from their source.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from events.disk import write_whole
from events.json_bytes import dumps_indented
from replays.asking.rulebook import claims, core_claims

CHECKOUT: Final = Path(__file__).parents[2]
TARGET: Final = CHECKOUT / "replays" / "data" / "rulebook.json"


def gather(folder: Path) -> dict[str, list[str]]:
    """The tests that name each rule, by rule id, from all test modules of a folder."""
    proof: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for owner, test in _tests(tree):
            name = f"{path.relative_to(folder.parent).as_posix()}::{owner}{test.name}"
            for rule in _marked(test):
                proof.setdefault(rule, []).append(name)
    return dict(sorted(proof.items()))


def _tests(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            yield "", node
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and inner.name.startswith("test"):
                    yield f"{node.name}::", inner


def _marked(test: ast.FunctionDef) -> Iterator[str]:
    """The rules of its marks, and of those of its cases (``pytest.param(..., marks=...)``)."""
    seen = set[str]()
    for decorator in test.decorator_list:
        for mark in ast.walk(decorator):
            if isinstance(mark, ast.Call) and _is_rule_mark(mark.func):
                named = [str(each.value) for each in mark.args if isinstance(each, ast.Constant)]
                yield from (rule for rule in named if rule not in seen)
                seen.update(named)


def _is_rule_mark(func: ast.expr) -> bool:
    """Whether it is ``pytest.mark.rule``, however that is imported."""
    match func:
        case ast.Attribute(value=ast.Attribute(attr="mark") | ast.Name(id="mark"), attr="rule"):
            return True
        case _:
            return False


def written(folder: Path) -> bytes:
    """The file that keeps what the code says, and the tests of a folder."""
    done, partly = claims()
    kept = {
        "tests": gather(folder),
        "done": dict(sorted(done.items())),
        "partly": dict(sorted(partly.items())),
        "core": dict(sorted(core_claims().items())),
    }
    return dumps_indented(kept) + b"\n"


if __name__ == "__main__":
    write_whole(TARGET, [written(CHECKOUT / "tests")])
