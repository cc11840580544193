"""Mutation testing of all modules, on demand: ``python -m tests.mutation``.

Mutation libraries leave module-level tables alone, or start an interpreter a mutant; the charts
*are* module-level tables. So: every mutant is a change of one node of a module's syntax tree; a
forked child imports the mutated module in place of the original and runs the rule tests until one
fails.

``python -m tests.mutation --look`` first runs the tests once and keeps which of them come to which
line; ``--look clauses wind`` only those of modules with such a word in their path. Then ``python -m
tests.mutation`` tries each mutant on tests that come to its line, those that do little else first.
``wind_and_rain vasl rain:40`` mutates only modules or rooms with these names, or a line of one;
``--since COMMIT`` only lines that changed since then, and ``--sample 300`` so many of the mutants,
drawn by the seed that ``--draw`` gives. ``--near 6`` needs no look: it tries each mutant on the six
test modules that are nearest to its module by imports and names.
"""

import argparse
import ast
import importlib.abc
import importlib.util
import io
import itertools
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
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
import orjson
import pytest
import rich  # noqa: F401
import structlog  # noqa: F401

CHECKOUT = Path(__file__).parent.parent
FLOORS = ("events", "sim", "replays")
TARGETS = [path for floor in FLOORS for path in sorted((CHECKOUT / floor).rglob("*.py"))]
"""Every module that there is."""

SEEN = CHECKOUT / ".mutation.json"
"""Which tests come to which line of which module."""

LEFT_OUT = ("browser", "faults", "house", "notebook", "server", "sweeps_together", "telemetry")
"""Parts of the names of test modules that start other programs, or are of everything at once."""

OPTIONS = ("-x", "-q", "-p", "no:cacheprovider", "-o", "filterwarnings=ignore")
LIMIT = 600
"""Seconds after which a mutant that never ends counts as killed."""

NOTHING_RUN = pytest.ExitCode.NO_TESTS_COLLECTED

DOCUMENTS = ("", "docs", "tests/golden")
COMMAND = re.compile(r"^(?:\$ )?khamsin (\w+)", re.MULTILINE)

WHOLE = "test_gallery"
"""The tests of answers of every kind, whole."""

DECLARED = "tests/test_options.py"
"""The tests of what a question declares: they come to no line of it, as those run at import."""

MOST = 300
"""A mutant is tried on so many tests."""


@attrs.frozen
class Mutant:
    """One change of one node.

    Attributes:
        node: its number in a walk through the module; -1 for what is no change of a node.
        change: its number among those that the node allows.
        statement: the line where its statement begins.
        rules: the rules that are named in what it is part of, or else those of its module.
        imported: it is run at import only.
    """

    module: str
    line: int
    what: str
    node: int = -1
    change: int = 0
    statement: int = 0
    rules: tuple[str, ...] = ()
    imported: bool = False

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
    """Nodes that say nothing to a rule: texts of refusals, docstrings, annotations, __all__."""
    skipped: set[int] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST] = []
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")]):
                parts = [node]
            case ast.AnnAssign(target=ast.Name(id="RULES")):
                parts = [node]
            case ast.AnnAssign(annotation=annotation):
                parts = [annotation]
            case ast.FunctionDef(args=arguments, returns=returns):
                parts = [arguments, *([returns] if returns else [])]
            case ast.JoinedStr() | ast.Assert() | ast.ImportFrom():
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
    begin, named = _statements(tree, 0), _named(tree, _rules_of(tree))
    bodies = [each.body for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]
    inside = {id(each) for body in bodies for line in body for each in ast.walk(line)}
    for index, node in enumerate(ast.walk(tree)):
        if id(node) in skipped:
            continue
        for number, (what, _) in enumerate(_changes(node, members)):
            line = getattr(node, "lineno", 0)
            at, rules = begin.get(id(node), line), named[id(node)]
            imported = id(node) not in inside
            yield Mutant(module, line, what, index, number, at, rules, imported)


def _statements(node: ast.AST, line: int) -> dict[int, int]:
    """The line where the statement of each node begins."""
    line = node.lineno if isinstance(node, ast.stmt) else line
    found = {id(node): line}
    for inner in ast.iter_child_nodes(node):
        found |= _statements(inner, line)
    return found


def _rules_of(tree: ast.Module) -> tuple[str, ...]:
    """The rules that a module does or names."""
    texts = (each.value for each in ast.walk(tree) if isinstance(each, ast.Constant))
    found = (each for each in texts if isinstance(each, str) and RULE_ID.match(each))
    return tuple(dict.fromkeys(found))


def _named(node: ast.AST, rules: tuple[str, ...]) -> dict[int, tuple[str, ...]]:
    """The rules in the smallest call, row or statement around each node that names any.

    Where none does, those of the whole module.
    """
    if isinstance(node, ast.Call | ast.Tuple | ast.List | ast.Dict | ast.stmt):
        texts = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
        rules = tuple(t for t in texts if isinstance(t, str) and RULE_ID.match(t)) or rules
    found = {id(node): rules}
    for inner in ast.iter_child_nodes(node):
        found |= _named(inner, rules)
    return found


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


@attrs.frozen
class Seen:
    """What a look at the tests has found."""

    lines: dict[str, dict[str, list[str]]]
    """The tests that come to a line, by module and line."""
    proofs: dict[str, list[str]]
    """The tests that prove a rule or clause, by its id."""


class Looking:
    """A plugin of pytest that keeps which test comes to which line."""

    def __init__(self) -> None:
        """Begin to look."""
        import coverage

        self.coverage = coverage.Coverage(source_pkgs=list(FLOORS), data_file=None, branch=False)
        self.coverage.start()
        self.proofs: dict[str, list[str]] = {}
        self.failed: set[str] = set()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Lines run from now on are this test's."""
        for mark in item.iter_markers("rule"):
            for rule in mark.args:
                self.proofs.setdefault(rule, []).append(item.nodeid)
        self.coverage.switch_context(item.nodeid)
        yield
        self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails without any mutant says nothing of one."""
        if report.failed:
            self.failed.add(report.nodeid)

    def seen(self) -> Seen:
        """The tests by line, by module; as many of each line as a mutant is tried on."""
        self.coverage.stop()
        files = {
            _module(Path(name)): name
            for name in self.coverage.get_data().measured_files()
            if Path(name).is_relative_to(CHECKOUT)
        }
        size = Counter(
            test
            for name in files.values()
            for tests in self._by_line(name).values()
            for test in tests
        )
        found = {module: _narrowed(self._by_line(files[module]), size) for module in files}
        proofs = {rule: sorted({*each} - self.failed) for rule, each in self.proofs.items()}
        return Seen(found, proofs)

    def _by_line(self, name: str) -> dict[str, list[str]]:
        by_line = self.coverage.get_data().contexts_by_lineno(name)
        return {str(at): sorted({*by_line[at]} - {""} - self.failed) for at in sorted(by_line)}


def look(words: list[str]) -> int:
    """Run the tests once, or those of modules with these words, and keep what they come to."""
    names = [
        str(path)
        for path in sorted((CHECKOUT / "tests").rglob("test_*.py"))
        if not any(part in path.stem for part in LEFT_OUT)
        if not words or any(word in path.as_posix() for word in words)
    ]
    looking = Looking()
    code = int(pytest.main([*OPTIONS[1:], *names], plugins=[looking]))
    if code <= 1:
        SEEN.write_bytes(orjson.dumps(attrs.asdict(looking.seen())))
    return code


NEAR = 20
"""Tests go another way past a line if they come to other lines, so many before it or after it."""


def _narrowed(lines: dict[str, list[str]], size: Counter[str]) -> dict[str, list[str]]:
    """As many of the tests of each line as a mutant is tried on, those of few lines first."""
    came: Counter[str] = Counter()
    for at, tests in lines.items():
        for test in tests:
            came[test] |= 1 << int(at)
    return {
        at: _apart(sorted(tests, key=lambda test: (size[test], test)), int(at), came)
        for at, tests in lines.items()
    }


def _apart(tests: list[str], at: int, came: Mapping[str, int]) -> list[str]:
    """As many of them as a mutant is tried on: one of each way past a line, then a second, ..."""
    ways: dict[int, list[str]] = {}
    for test in tests:
        past = came[test] >> max(at - NEAR, 0) & (1 << 2 * NEAR + 1) - 1
        ways.setdefault(past, []).append(test)
    rounds = itertools.zip_longest(*ways.values())
    return [test for each in rounds for test in each if test is not None][:MOST]


def _some(tests: list[str]) -> list[str]:
    """As many as a mutant is tried on: first one of each function, in their order, then others."""
    each = {test.partition("[")[0]: test for test in reversed(tests)}
    first = sorted(each.values(), key=tests.index)
    step = max(1, len(tests) // MOST)
    return list(dict.fromkeys([*first, *tests[::step]]))[:MOST]


@cache
def _seen() -> Seen:
    return Seen(**orjson.loads(SEEN.read_bytes()))


def _tests(mutant: Mutant) -> list[str]:
    """The tests for a mutant.

    A line that is run at import is of no test, but of whichever came first; so a mutant of it is
    tried on the tests of the rules named there, and on those that come to the module. Any other
    is tried on those that come to it or to the lines after it, where a condition leads, then on
    those of the rules.
    """
    seen = _seen()
    lines = seen.lines.get(mutant.module, {})
    tests = lines.get(str(mutant.line)) or lines.get(str(mutant.statement), [])
    ids = [each for rule in mutant.rules for each in seen.proofs if each.startswith(rule)]
    of_rules = list(dict.fromkeys(test for each in ids for test in seen.proofs[each]))
    if mutant.imported or not tests:
        found = [*_some(of_rules), *_some(_of_module(mutant.module))]
    else:
        after = [test for n in (1, 2) for test in lines.get(str(mutant.line + n), [])]
        found = [*_some(tests), *_some(after), *of_rules[: MOST // 2]]
    if mutant.imported and mutant.module.startswith("sim.questions."):
        found = [DECLARED, *found]
    return list(dict.fromkeys(found))


@cache
def _of_module(module: str) -> list[str]:
    """The tests that come to a module; of one without functions, those of who imports from it."""
    lines = _seen().lines
    if not any(lines.get(module, {}).values()):
        modules = [
            name
            for name in lines
            if f"from {module} import" in _file(name).read_text(encoding="utf-8")
        ]
    else:
        modules = [module]
    every = Counter(test for name in modules for found in lines[name].values() for test in found)
    return [test for test, _ in every.most_common()]


@cache
def _reached() -> dict[str, dict[str, int]]:
    """Which modules each test module comes to, and by how many imports one of the other.

    A text of a test that begins with a command of the command line leads to its module, the name
    of a document to those of all its commands.
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
    near as each other those come first that come to little else. What compares answers of every
    kind whole is the first of all.
    """
    near = {}
    for test, far in _reached().items():
        if module in far:
            words = Path(test).stem.split("_")[1:]
            alike = sum(len(word) > 2 and word in module.partition(".")[2] for word in words)
            near[test] = (far[module] - 2 * alike, len(far), test)
    return sorted(near, key=lambda test: (Path(test).stem != WHOLE, near[test]))


def tried(mutant: Mutant, near: int = 0) -> int:
    """How the tests end on a mutant, run in a forked child: pytest's exit code, or minus a signal.

    0 is a survivor; 1 a test failed; 2 and 4 it cannot even be imported; -14 it never ended.
    """
    tests = _nearest(mutant.module)[:near] if near else _tests(mutant)
    if not tests:
        return 0
    parts = [[each] for each in tests] if near else [tests]
    child = os.fork()
    if child == 0:
        code = 1
        try:
            sys.meta_path.insert(0, _Mutated(mutant))
            with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                signal.alarm(LIMIT)
                ends = (int(pytest.main([*OPTIONS, *part])) for part in parts)
                code = next((each for each in ends if each not in (0, NOTHING_RUN)), 0)
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _came(module: str) -> int:
    return sum(map(len, _seen().lines[module].values()))


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
    parser.add_argument("--look", action="store_true", help="which tests come to which line")
    parser.add_argument("--near", type=int, default=0, help="so many test modules by imports")
    parser.add_argument("--since", help="only lines that changed since a commit")
    parser.add_argument("--sample", type=int, help="so many mutants")
    parser.add_argument("--draw", default="mutation", help="the seed of the sample")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Mutate, report every survivor, and the score."""
    args = _arguments(words)
    if args.look:
        return look(args.names)
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
    module = every[0].module if args.near else max(_seen().lines, key=_came)
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
