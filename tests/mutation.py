"""Mutation testing of all modules, on demand: ``python -m tests.mutation``.

Mutation libraries leave module-level tables alone, or start an interpreter a mutant; the charts
*are* module-level tables. So: every mutant is a change of one node of a module's syntax tree; a
forked child imports the mutated module in place of the original and runs tests until one fails.

Each mutant is tried on the tests that come to its line, those that come to little else first,
until so many seconds of them are over as ``--seconds`` says. A line that runs only when its module
is imported, such as a table's, has the tests of the nearest lines. What each test comes to is
measured first, which takes as long as the tests do, and is kept in ``.pytest_cache``; later only of
test modules that changed, unless ``--measure`` asks for all. It wants Python 3.12.

``wind_and_rain vasl rain:40`` mutates only modules or rooms with these names, or a line of one;
``--since COMMIT`` only lines that changed since then, and ``--sample 300`` so many of the mutants,
drawn by the seed that ``--draw`` gives.
"""

import argparse
import ast
import hashlib
import importlib.abc
import importlib.util
import io
import itertools
import os
import pickle
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, partial
from importlib.machinery import ModuleSpec
from operator import itemgetter
from pathlib import Path
from random import Random
from threading import Lock
from types import CodeType, ModuleType
from typing import Any, TypeVar

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

LEFT_OUT = ("browser", "by_hand", "designer", "faults", "house", "notebook", "sweeps_together")
"""Parts of the names of test modules that start other programs, or are of everything at once."""

OPTIONS = ("-x", "-q", "-p", "no:cacheprovider", "--assert=plain", "-o", "filterwarnings=ignore")
NOTHING_RUN = pytest.ExitCode.NO_TESTS_COLLECTED

WHOLE = ("test_golden", "test_examples", "test_gallery")
"""The tests of games and answers of every kind, whole."""

CACHE = CHECKOUT / ".pytest_cache" / "reached.pickle"
FLOOR_PATHS = tuple(f"{CHECKOUT / floor}{os.sep}" for floor in FLOORS)


@attrs.frozen
class Reach:
    """What a test comes to.

    Attributes:
        seconds: of CPU that it takes.
        lines: of each module, as the bits of a number.
    """

    seconds: float
    lines: dict[str, int]

    def breadth(self, module: str) -> float:
        """The smaller, the sooner it is tried on a mutant of a module."""
        here = self.lines.get(module, 0).bit_count()
        everywhere = sum(each.bit_count() for each in self.lines.values())
        return (self.seconds + 0.02) * everywhere / (here + 1)


Result = TypeVar("Result")
Lines = tuple[float, dict[str, int]]
Kept = dict[str, tuple[str, dict[str, Lines]]]
"""By test module: a digest of its text, and what its tests come to."""


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
        everything = self.what == "everything"
        return "raise ImportError" if everything else ast.unparse(ast.fix_missing_locations(tree))


_PAIRS: tuple[tuple[type[ast.cmpop], type[ast.cmpop]], ...] = (
    *((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq)),
    *((ast.Is, ast.IsNot), (ast.In, ast.NotIn)),
)
COMPARE = dict(_PAIRS) | {other: one for one, other in _PAIRS}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
}
RULE_ID = re.compile(r"(?:AD|[A-H])?\d+\.\d+")

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
        case ast.Constant(value=str() as value) if RULE_ID.fullmatch(value):
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
    return isinstance(node.left, ast.JoinedStr) or isinstance(getattr(node.left, "value", 0), str)


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
    """Nodes that say nothing to a rule: refusals, annotations, assertions, sizes of caches."""
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
            case (
                ast.JoinedStr()
                | ast.Assert()
                | ast.ImportFrom()
                | ast.keyword(arg="maxsize" | "strict")
            ):
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


class _Recorder:
    """A plugin of pytest that notes which lines of the floors each test comes to.

    Python tells of a line once a test, so that tests take little longer than they do.
    """

    def __init__(self) -> None:
        self.found: dict[str, Lines] = {}
        self.lines: dict[str, int] = {}
        self.python: Any = vars(sys)["monitoring"]
        self.python.use_tool_id(self.python.COVERAGE_ID, "mutation")
        self.python.register_callback(self.python.COVERAGE_ID, self.python.events.LINE, self._line)

    def _line(self, code: CodeType, line: int) -> object:
        if code.co_name != "<module>" and code.co_filename.startswith(FLOOR_PATHS):
            self.lines[code.co_filename] = self.lines.get(code.co_filename, 0) | 1 << line
        return self.python.DISABLE

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.lines = {}
        self.python.restart_events()
        self.python.set_events(self.python.COVERAGE_ID, self.python.events.LINE)
        start = time.process_time()
        try:
            return (yield)
        finally:
            self.python.set_events(self.python.COVERAGE_ID, 0)
            seconds = time.process_time() - start
            lines = {_module(Path(path)): bits for path, bits in self.lines.items()}
            self.found[item.nodeid] = (seconds, lines)


class _Only:
    """A plugin of pytest that runs some tests of the collected ones, in the order that is given."""

    def __init__(self, wanted: dict[str, int]) -> None:
        self.wanted = wanted

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        found = [item for item in items if item.nodeid in self.wanted]
        items[:] = sorted(found, key=lambda item: self.wanted[item.nodeid])


_FORK = Lock()  # else another's child keeps the pipe open


def _in_child(act: Callable[[], Result]) -> tuple[int, Result | None]:
    """The exit code of a forked child, or minus the signal that ended it, and what it returns."""
    with _FORK:
        reader, writer = os.pipe()
        child = os.fork()
        if child != 0:
            os.close(writer)
    if child == 0:
        code = 1
        try:
            with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                result = act()
            with os.fdopen(writer, "wb") as out:
                pickle.dump(result, out)
            code = 0
        finally:
            os._exit(code)
    with os.fdopen(reader, "rb") as read:
        text = read.read()
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), pickle.loads(text) if text else None  # noqa: S301


def _recorded(path: str) -> dict[str, Lines]:
    def act() -> dict[str, Lines]:
        recorder = _Recorder()
        pytest.main([*OPTIONS, path], plugins=[recorder])
        return recorder.found

    return _in_child(act)[1] or {}


def measured(*, anew: bool) -> dict[str, Reach]:
    """The lines that each test comes to, from the cache where its module is as it was."""
    kept: Kept = {} if anew or not CACHE.exists() else pickle.loads(CACHE.read_bytes())  # noqa: S301
    sums = {
        str(path.relative_to(CHECKOUT)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted((CHECKOUT / "tests").rglob("test_*.py"))
        if not any(part in path.stem for part in LEFT_OUT)
    }
    stale = [path for path, digest in sums.items() if kept.get(path, ("",))[0] != digest]
    if stale:
        print(f"{len(stale)} test modules are measured", flush=True)  # noqa: T201
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            for path, found in zip(stale, pool.map(_recorded, stale), strict=True):
                kept[path] = (sums[path], found)
        CACHE.parent.mkdir(exist_ok=True)
        CACHE.write_bytes(pickle.dumps(kept))
    return {test: Reach(*each) for path in sums for test, each in kept[path][1].items()}


def _wanted(mutant: Mutant, reached: dict[str, Reach]) -> list[str]:
    """The tests that come to a mutant, in the order in which they are tried.

    Those that come to its line, or nearest to it, or to its module's importers. The examples of
    rules that are named near it are the first, then those that come to little else; then, where
    ten seconds find nothing, those that compare games and answers of every kind whole.
    """
    modules = {mutant.module}
    for near in (0, 2, 10_000, 10_000):
        mask = (1 << mutant.line + near + 1) - (1 << max(mutant.line - near, 0))
        found = [
            test
            for test, each in reached.items()
            if any(each.lines.get(module, 0) & mask for module in modules)
        ]
        if found:
            break
        if near == 10_000:
            modules = _importers(mutant.module)
    text = _file(mutant.module).read_text(encoding="utf-8").splitlines()
    rules = RULE_ID.findall("\n".join(text[max(mutant.line - 25, 0) : mutant.line + 10]))
    named = {f"[{rule}]" for rule in rules}
    found.sort(
        key=lambda test: (test[test.find("[") :] not in named, reached[test].breadth(mutant.module))
    )
    sums = list(itertools.accumulate(reached[test].seconds for test in found))
    later = [
        at > 10 and Path(test.partition("::")[0]).stem not in WHOLE
        for test, at in zip(found, sums, strict=True)
    ]
    return [test for _, test in sorted(zip(later, found, strict=True), key=itemgetter(0))]


def _importers(module: str) -> set[str]:
    """The modules that name one of the floors in what they import."""
    room, _, name = module.rpartition(".")
    words = re.compile(rf"\b{re.escape(module)}\b|from {re.escape(room)} import .*\b{name}\b")
    return {_module(path) for path in TARGETS if words.search(path.read_text(encoding="utf-8"))}


def tried(mutant: Mutant, reached: dict[str, Reach], seconds: float) -> int:
    """How the tests end on a mutant, run in a forked child: pytest's exit code, or minus a signal.

    0 is a survivor; 1 a test failed; 2 and 4 it cannot even be imported; -24 it never ended.
    """
    tests = _wanted(mutant, reached)

    def act() -> int:
        sys.meta_path.insert(0, _Mutated(mutant))
        spent = 0.0
        while tests and spent < seconds:
            batch: list[str] = []
            enough = 3 * spent + 3
            while tests and spent < enough:
                batch.append(tests.pop(0))
                spent += reached[batch[-1]].seconds
            used = resource.getrusage(resource.RUSAGE_SELF)
            limit = int(used.ru_utime + used.ru_stime + 60 + 5 * spent)
            resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
            end = _ran(batch)
            if end not in (0, NOTHING_RUN):
                return end
        return 0

    code, end = _in_child(act)
    return code or end or 0


def _ran(batch: list[str]) -> int:
    order: dict[str, int] = {}
    for test in batch:
        order.setdefault(test.partition("::")[0], len(order))
    wanted = {test: order[test.partition("::")[0]] * 10_000 + at for at, test in enumerate(batch)}
    return int(pytest.main([*OPTIONS, *order], plugins=[_Only(wanted)]))


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
    parser.add_argument("--seconds", type=float, default=120, help="of tests tried on a mutant")
    parser.add_argument("--measure", action="store_true", help="measure all tests anew")
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
    reached = measured(anew=args.measure)
    first = every[0]
    if tried(attrs.evolve(first, node=-1, what="nothing"), reached, args.seconds) != 0:
        print("the tests fail without any mutation")  # noqa: T201
        return 2
    if tried(attrs.evolve(first, node=-1, what="everything"), reached, args.seconds) == 0:
        print("mutants are not imported in place of their modules")  # noqa: T201
        return 2
    act = partial(tried, reached=reached, seconds=args.seconds)
    start = time.monotonic()
    ends: Counter[int] = Counter()
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for mutant, end in zip(every, pool.map(act, every), strict=True):
            ends[end] += 1
            if sys.stderr.isatty():
                print(f"\r{ends.total()} of {len(every)} ", end="", file=sys.stderr)  # noqa: T201
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
