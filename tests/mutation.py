"""Mutation testing of all modules, on demand: ``python -m tests.mutation``.

Mutation libraries leave module-level tables alone, or start an interpreter a mutant; the charts
*are* module-level tables. So: every mutant is a change of one node of a module's syntax tree; a
forked child imports the mutated module in place of the original and runs tests until one fails.

Each mutant is tried on the test modules that are nearest to its module by imports and names; so
many as ``--near`` says. ``wind_and_rain vasl rain:40`` mutates only modules or rooms with these
names, or a line of one; ``--since COMMIT`` only lines that changed since then, and ``--sample 300``
so many of the mutants, drawn by the seed that ``--draw`` gives. A survivor among few near modules
may be killed by a farther one: try it again on more.
"""

import argparse
import ast
import importlib.abc
import importlib.util
import io
import itertools
import os
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, partial
from importlib.machinery import ModuleSpec
from pathlib import Path
from random import Random
from types import ModuleType

import attrs
import cattrs  # noqa: F401 - loaded once, before the forks
import cryptography  # noqa: F401
import hypothesis  # noqa: F401
import immutables  # noqa: F401
import numpy  # noqa: F401
import pytest
import rich  # noqa: F401
import structlog  # noqa: F401

CHECKOUT = Path(__file__).parent.parent
FLOORS = ("events", "sim", "replays")
TARGETS = [path for floor in FLOORS for path in sorted((CHECKOUT / floor).rglob("*.py"))]
"""Every module that there is."""

LEFT_OUT = ("browser", "faults", "house", "notebook", "server", "sweeps_together", "telemetry")
"""Parts of the names of test modules that start other programs, or are of everything at once."""

OPTIONS = ("-x", "-q", "-p", "no:cacheprovider", "--assert=plain", "-o", "filterwarnings=ignore")
LIMIT = 600
"""Seconds of CPU after which a mutant that never ends counts as killed."""

NOTHING_RUN = pytest.ExitCode.NO_TESTS_COLLECTED

DOCUMENTS = ("", "docs", "tests/golden")
COMMAND = re.compile(r"^(?:\$ )?khamsin (\w+)", re.MULTILINE)

WHOLE = ("test_golden", "test_examples", "test_gallery")
"""The tests of games and answers of every kind, whole."""


@attrs.frozen
class Mutant:
    """One change of one node.

    Attributes:
        node: its number in a walk through the module; -1 for what is no change of a node.
        change: its number among those that the node allows.
    """

    module: str
    line: int
    what: str
    node: int = -1
    change: int = 0

    def source(self) -> str:
        """The module with this change."""
        tree = ast.parse(_file(self.module).read_bytes())
        if self.node >= 0:
            target = next(itertools.islice(ast.walk(tree), self.node, None))
            change = list(_changes(target, _members()))[self.change][1]
            _Apply(target, change).visit(tree)
        return (
            ast.unparse(ast.fix_missing_locations(tree))
            if self.what != "everything"
            else "raise ImportError"
        )


COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
}
RULE_ID = re.compile(r"(AD|[A-E])?\d+\.\d+$")

Change = tuple[str, Callable[[ast.AST], ast.AST]]


def _becomes(other: ast.AST) -> Callable[[ast.AST], ast.AST]:
    return lambda _: other


def _changes(node: ast.AST, members: dict[str, list[str]]) -> Iterator[Change]:  # noqa: C901 - a table
    """The changes that a node allows: a description, and what replaces the node."""
    match node:
        case ast.Compare(ops=[op, *_]):
            other = COMPARE[type(op)]

            def swap(found: ast.AST, other: type[ast.cmpop] = other) -> ast.AST:
                assert isinstance(found, ast.Compare)
                found.ops[0] = other()
                return found

            yield f"{type(op).__name__} -> {other.__name__}", swap
        case ast.BoolOp(op=op):
            yield "and <-> or", _flip_bool
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not dropped", _becomes(operand)
        case ast.BinOp(op=op) if type(op) in ARITHMETIC and not _texts(node):
            yield f"{type(op).__name__} swapped", _flip_arithmetic
        case ast.Constant(value=bool() as value):
            yield f"{value} flipped", _becomes(ast.Constant(not value))
        case ast.Constant(value=int() as value):
            yield f"{value} -> {value + 1}", _becomes(ast.Constant(value + 1))
        case ast.Constant(value=str() as value) if RULE_ID.match(value):
            yield f"rule {value} changed", _becomes(ast.Constant("A0.0"))
        case ast.Attribute(value=ast.Name(id=owner), attr=attr) if owner in members:
            names = members[owner]
            if attr in names and len(names) > 1:
                other_name = names[(names.index(attr) + 1) % len(names)]
                yield f"{owner}.{attr} -> {other_name}", _renamed(other_name)
        case ast.Assign(value=ast.Yield() | ast.YieldFrom()):
            yield "event dropped", _becomes(ast.Pass())
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            yield "event dropped", _becomes(ast.Pass())
        case ast.If():
            yield "if negated", _negate


def _texts(node: ast.BinOp) -> bool:
    return any(isinstance(each, ast.Constant | ast.JoinedStr) for each in (node.left,)) and (
        isinstance(node.left, ast.JoinedStr) or isinstance(getattr(node.left, "value", 0), str)
    )


def _flip_bool(found: ast.AST) -> ast.AST:
    assert isinstance(found, ast.BoolOp)
    found.op = ast.Or() if isinstance(found.op, ast.And) else ast.And()
    return found


def _flip_arithmetic(found: ast.AST) -> ast.AST:
    assert isinstance(found, ast.BinOp)
    found.op = ARITHMETIC[type(found.op)]()
    return found


def _renamed(name: str) -> Callable[[ast.AST], ast.AST]:
    def rename(found: ast.AST) -> ast.AST:
        assert isinstance(found, ast.Attribute)
        found.attr = name
        return found

    return rename


def _negate(found: ast.AST) -> ast.AST:
    assert isinstance(found, ast.If)
    found.test = ast.UnaryOp(ast.Not(), found.test)
    return found


class _Apply(ast.NodeTransformer):
    """Applies one change to the node with a given number, counted in the order of a walk."""

    def __init__(self, target: ast.AST, change: Callable[[ast.AST], ast.AST]) -> None:
        self.target = target
        self.change = change

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.target:
            return self.change(node)
        return self.generic_visit(node)


@cache
def _members() -> dict[str, list[str]]:
    """The members of every list of terms."""
    tree = ast.parse((CHECKOUT / "events" / "terms.py").read_text(encoding="utf-8"))
    found = {
        each.name: [
            line.targets[0].id
            for line in each.body
            if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name)
        ]
        for each in tree.body
        if isinstance(each, ast.ClassDef)
    }
    return {name: names for name, names in found.items() if name != "Reason"}


def _skipped(tree: ast.Module) -> set[int]:
    """Nodes that say nothing to a rule: texts of refusals, annotations, sizes of caches."""
    skipped: set[int] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST] = []
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")]):
                parts = [node]
            case ast.AnnAssign(annotation=annotation):
                parts = [annotation]
            case ast.FunctionDef(args=arguments, returns=returns):
                parts = [arguments, *([returns] if returns else [])]
            case ast.JoinedStr() | ast.Assert() | ast.ImportFrom() | ast.keyword(arg="maxsize"):
                parts = [node]
        for part in parts:
            skipped |= {id(inner) for inner in ast.walk(part)}
    return skipped


def _module(path: Path) -> str:
    names = path.relative_to(CHECKOUT).with_suffix("").parts
    return ".".join(names if names[-1] != "__init__" else names[:-1])


def _file(module: str) -> Path:
    path = CHECKOUT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a module."""
    module = _module(path)
    members = _members()
    tree = ast.parse(path.read_bytes())
    skipped = _skipped(tree)
    for index, node in enumerate(ast.walk(tree)):
        if id(node) in skipped:
            continue
        for number, (what, _) in enumerate(_changes(node, members)):
            yield Mutant(module, getattr(node, "lineno", 0), what, index, number)


class _Mutated(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from other source."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(
        self, name: str, _path: object = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != self.mutant.module:
            return None
        path = _file(name)
        inside = [str(path.parent)] if path.stem == "__init__" else None
        return importlib.util.spec_from_file_location(
            name, path, loader=self, submodule_search_locations=inside
        )

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.mutant.source(), self.mutant.module, "exec"), module.__dict__)  # noqa: S102


@cache
def _reached() -> dict[str, dict[str, int]]:
    """Which modules each test module comes to, and by how many imports one of the other.

    A text of a test that begins with a command of the command line leads to its module, the name
    of a document to those of all its commands; a package that is imported whole, to its modules:
    those of questions are found by name.
    """
    paths = {_module(path): path for path in (*TARGETS, *(CHECKOUT / "tests").rglob("*.py"))}
    steps = {name: _leads(name, path) & paths.keys() for name, path in paths.items()}
    found = {}
    for name, path in paths.items():
        if path.stem.startswith("test_") and not any(part in path.stem for part in LEFT_OUT):
            far, waiting = {name: 0}, [name]
            for here in waiting:
                new = steps[here] - far.keys()
                far |= dict.fromkeys(new, far[here] + 1)
                waiting += new
            found[str(path)] = far
    return found


def _leads(module: str, path: Path) -> set[str]:
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_bytes())):
        match node:
            case ast.ImportFrom(module=str(name), names=names):
                found |= {name, *(f"{name}.{each.name}" for each in names)}
            case ast.Import(names=names):
                whole = {each.name for each in names}
                modules = map(_module, TARGETS)
                found |= {each for each in modules if each.rpartition(".")[0] in whole}
            case ast.Constant(value=str(text)) if module.startswith("tests.") and text.strip():
                found.add(f"replays.cli.{text.split()[0]}")
                for folder in DOCUMENTS if text.endswith(".md") else ():
                    if (document := CHECKOUT / folder / text).is_file():
                        commands = COMMAND.findall(document.read_text(encoding="utf-8"))
                        found |= {f"replays.cli.{command}" for command in commands}
    return found


def _nearest(module: str) -> list[str]:
    """The test modules that come to a module, the nearest first.

    Each word of its name that is in that of the module counts for two imports; of test modules as
    near as each other those come first that come to little else. What compares games and answers
    of every kind whole is the first of all.
    """
    near = {}
    for test, far in _reached().items():
        if module in far:
            words = Path(test).stem.split("_")[1:]
            alike = sum(len(word) > 2 and word in module.partition(".")[2] for word in words)
            near[test] = (far[module] - 2 * alike, len(far), test)
    return sorted(near, key=lambda test: (Path(test).stem not in WHOLE, near[test]))


def tried(mutant: Mutant, near: int) -> int:
    """How the tests end on a mutant, run in a forked child: pytest's exit code, or minus a signal.

    0 is a survivor; 1 a test failed; 2 and 4 it cannot even be imported; -24 it never ended.
    """
    child = os.fork()
    if child == 0:
        code = 1
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 1))
            sys.meta_path.insert(0, _Mutated(mutant))
            with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                nearest = _nearest(mutant.module)[:near]
                ends = (int(pytest.main([*OPTIONS, test])) for test in nearest)
                code = next((each for each in ends if each not in (0, NOTHING_RUN)), 0)
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _changed(commit: str) -> dict[str, set[int]]:
    """The lines of each module that changed since a commit."""
    command = ["git", "diff", "-U0", commit, "--", *FLOORS]
    text = subprocess.run(command, check=True, capture_output=True, text=True, cwd=CHECKOUT).stdout
    lines: dict[str, set[int]] = {}
    module = ""
    for line in text.splitlines():
        if line.startswith("+++ b/"):
            module = _module(CHECKOUT / line[6:])
        elif (hunk := re.match(r"@@ .* \+(\d+)(?:,(\d+))? @@", line)) is not None:
            first = int(hunk[1])
            lines.setdefault(module, set()).update(range(first, first + int(hunk[2] or 1)))
    return lines


def _arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument(
        "names", nargs="*", help="modules, rooms, or lines such as rain:40; all if none"
    )
    parser.add_argument("--near", type=int, default=10, help="so many test modules by imports")
    parser.add_argument("--since", help="only lines that changed since a commit")
    parser.add_argument("--sample", type=int, help="so many mutants")
    parser.add_argument("--draw", default="mutation", help="the seed of the sample")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Mutate, report every survivor, and the score."""
    args = _arguments(words)
    changed = None if args.since is None else _changed(args.since)
    wanted = {name.partition(":")[0] for name in args.names}
    every = [
        mutant
        for path in TARGETS
        if not args.names or wanted & set(_module(path).split("."))
        for mutant in mutants(path)
        if changed is None or mutant.line in changed.get(mutant.module, ())
        if not args.names
        or {*mutant.module.split("."), f"{path.stem}:{mutant.line}"} & set(args.names)
    ]
    print(f"{len(every)} mutants", flush=True)  # noqa: T201
    if args.sample is not None and args.sample < len(every):
        drawn = Random(args.draw)
        every = drawn.sample(every, args.sample)
    module = every[0].module
    if tried(Mutant(module, 0, "nothing"), args.near) != 0:
        print("the tests fail without any mutation")  # noqa: T201
        return 2
    if tried(Mutant(module, 0, "everything"), args.near) == 0:
        print("mutants are not imported in place of their modules")  # noqa: T201
        return 2
    start = time.monotonic()
    ends: Counter[int] = Counter()
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for mutant, end in zip(every, pool.map(partial(tried, near=args.near), every), strict=True):
            ends[end] += 1
            if end == 0:
                print(f"survived: {mutant.module}:{mutant.line} {mutant.what}", flush=True)  # noqa: T201
    minutes = (time.monotonic() - start) / 60
    killed = len(every) - ends[0]
    score = 100 * killed / max(len(every), 1)
    print(f"how they ended: {dict(ends)}")  # noqa: T201
    print(f"{killed} of {len(every)} mutants killed, {score:.1f}%, {minutes:.0f} minutes")  # noqa: T201
    return 0 if score >= 95 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
