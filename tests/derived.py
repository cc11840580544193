"""``python -m tests.derived`` writes each file that is made of the code; ``--check`` compares.

``python -m tests.derived 11.76`` names the tests that prove a rule, for pytest.
"""

import ast
import contextlib
import importlib
import inspect
import pkgutil
import re
import sys
import tempfile
import textwrap
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from string import ascii_lowercase
from types import ModuleType
from typing import Any, Final

import sim
from events.commands import OF_RULES
from events.json_bytes import dumps_indented
from events.orders import FORMS
from events.vocabulary import EVENTS
from replays.asking import rulebook
from replays.asking.rulebook import Rule, core_rules, rules
from replays.asking.rules_page import examples
from replays.cli.ask import flag_of
from replays.vasl.board_report import Sureness
from replays.vasl.terrain_code import CODES
from sim.asking.catalogue import question_class, question_names
from sim.machine.decide import DECIDERS
from sim.state.evolve import EFFECTS
from tests import gallery, terrain_matrix, typed
from tests.clauses.test_examples import SUMS, summed
from tests.schema import SCHEMAS, schema_of

CHECKOUT: Final = Path(__file__).parents[1]


# What tests prove -----------------------------------------------------------------------------


_EXAMPLES: Final = "tests/clauses/test_examples.py"


def gather() -> dict[str, list[tuple[str, int]]]:
    """The tests that name each rule, clause and core rule by ``@pytest.mark.rule``, by id.

    Each as pytest names it, and of an example its number, or 0.
    """
    found: dict[str, list[tuple[str, int]]] = {}
    for path in sorted((CHECKOUT / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for owner, test in _tests(tree):
            name = f"{path.relative_to(CHECKOUT).as_posix()}::{owner}{test.name}"
            for rule in _marked(test):
                found.setdefault(rule, []).append((name, 0))
    for number, example in enumerate(examples(), 1):
        rule = example.clauses[0].rstrip(ascii_lowercase)
        for clause in example.clauses:
            found.setdefault(clause, []).append((f"{_EXAMPLES} -k {rule}", number))
    return dict(sorted(found.items()))


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
    marks = (mark for each in test.decorator_list for mark in ast.walk(each))
    calls = (mark for mark in marks if isinstance(mark, ast.Call) and _is_rule_mark(mark.func))
    named = (str(each.value) for c in calls for each in c.args if isinstance(each, ast.Constant))
    yield from dict.fromkeys(named)


def _is_rule_mark(func: ast.expr) -> bool:
    """Whether it is ``pytest.mark.rule``, however that is imported."""
    match func:
        case ast.Attribute(value=ast.Attribute(attr="mark") | ast.Name(id="mark"), attr="rule"):
            return True
        case _:
            return False


def _of_rules() -> dict[str, list[tuple[str, int]]]:
    """The tests of each id, those of its clauses among those of a rule."""
    found = gather()
    for rule in (*rules(), *core_rules()):
        ids = [rule.id, *(clause.id for clause in rule.clauses)]
        found[rule.id] = list(dict.fromkeys(test for each in ids for test in found.get(each, ())))
    return {name: tests for name, tests in sorted(found.items()) if tests}


def _modules() -> Iterator[ModuleType]:
    """The modules of ``sim``; those of bulk answers do no rule of their own, and need NumPy."""
    for found in pkgutil.walk_packages(sim.__path__, "sim."):
        if not found.name.startswith("sim.bulk"):
            yield importlib.import_module(found.name)


_OPENING: Final = re.compile(r"[A-Z\d.]+(?:(?:-|, | and )[A-Z\d.]+)*")
"""The rules that a docstring opens with: some, and ranges of them."""


@cache
def claims() -> dict[str, str]:
    """The module of every rule done: the one whose docstring opens with it, or with its range."""
    done: dict[str, str] = {}
    in_order = [rule.id for rule in rules()]
    for module in _modules():
        opening = _OPENING.match(module.__doc__ or "")
        for named in re.split(", | and ", opening[0]) if opening else ():
            first, *_, last = named.split("-") * 2
            if first not in in_order:
                continue
            for rule in in_order[in_order.index(first) : in_order.index(last) + 1]:
                assert rule not in done, f"both {done[rule]} and {module.__name__} claim {rule}"
                done[rule] = module.__name__
    return done


_NAMED: Final = re.compile(
    r"""(?<![\w.])[A-H]\d*\.\d+[A-Z]?(?!\w|\.\d)"""
    r"""|(?:(?<=["(])|(?<=^# )|(?<=  ))[A-H]\d{1,2}(?=[",) -])""",
    re.MULTILINE,
)
"""The id of a core rule in a module; that of a section where it cannot be a hex."""


def _core_claims() -> dict[str, list[str]]:
    """The modules that do or name each core rule, by its id; first the one that is about it.

    The state and the rulings are what rules are about.
    """
    found: dict[str, list[tuple[int, bool, int, str]]] = {rule.id: [] for rule in core_rules()}
    for module in _modules():
        if not module.__name__.startswith(("sim.state", "sim.rulings")):
            named = Counter(_NAMED.findall(inspect.getsource(module)))
            for rule in found.keys() & named.keys():
                found[rule].append((*_aside(rule, module), -named[rule], module.__name__))
    return {rule: [each[-1] for each in sorted(found[rule])] for rule in sorted(found)}


def _aside(rule: str, module: ModuleType) -> tuple[int, bool]:
    """How far a module is from being about a rule: it begins or ends the title; or its chapter."""
    ends = (module.__doc__ or "").split(" ", 1)[0].split("-")
    where = ends.index(rule) if rule in ends else 2
    return where, f".chapter_{rule[0].lower()}." not in module.__name__


def proof() -> bytes:
    """``data/rulebook.json``: what modules do and name, and how many tests prove each id."""
    kept = {
        "tests": {name: len(tests) for name, tests in _of_rules().items()},
        "done": dict(sorted(claims().items())),
        "core": _core_claims(),
    }
    return dumps_indented(kept) + b"\n"


# Documents ------------------------------------------------------------------------------------


_HEAD: Final = """# Rules

Every rule that Khamsin does: its id, its title, the module that does it, the number of its clauses
and of the tests that prove them. {done} of {rules} rules are done, and {proved} of {clauses}
clauses. `khamsin rules 11.76` says in our own words what a rule and each of its clauses does, names
its rulings, and gives a command that shows it; `khamsin rules dust` looks for words, and
`khamsin rules A24.61` finds a core rule and its clauses; `khamsin rules A24 -o smoke.html` writes
them with their examples and pictures, which the [page](page.md) shows as well.
`python -m tests.derived 11.76` names the tests of a checkout.

The commands that show rules run on bundled scenarios and on these logs, which you make once:

```sh
{logs}
```

`python -m tests.derived` writes this document.
"""


def rules_page() -> str:
    """docs/rules.md."""
    listed = rules()
    every = [clause for status in listed for clause in status.clauses]
    told = CHECKOUT / "replays" / "data" / "rules.toml"
    head = _HEAD.format(
        done=sum(status.done for status in listed),
        rules=len(listed),
        proved=sum(clause.done for clause in every),
        clauses=len(every),
        logs="\n".join(tomllib.loads(told.read_text(encoding="utf-8"))["logs"]),
    )
    return "\n".join([head, *_chapters(listed), *_core_chapters()]) + "\n"


_CORE_HEAD: Final = """
## Core rules

Of each rule of other chapters that is leaned on: how many of its clauses are proved or left to the
players, of how many; {done} of {clauses} in all.
"""


def _core_chapters() -> Iterator[str]:
    """The core rules with clauses, a paragraph for each section."""
    listed = [rule for rule in core_rules() if rule.clauses]
    every = [clause for rule in listed for clause in rule.clauses]
    yield _CORE_HEAD.format(done=sum(clause.done for clause in every), clauses=len(every))
    for section, those in groupby(listed, lambda rule: rule.id.split(".")[0]):
        counts = (
            f"{rule.id} {rule.title} {sum(each.done for each in rule.clauses)}/{len(rule.clauses)}"
            for rule in those
        )
        yield f"**{section}**: {', '.join(counts)}.\n"


def _chapters(listed: tuple[Rule, ...]) -> Iterator[str]:
    chapter = ""
    for status in listed:
        if status.id.split(".")[0] != chapter:
            yield from [""] if chapter else []
            chapter = status.id.split(".")[0]
            yield from (f"## {chapter}", "", "| rule | title | module | clauses | tests |")
            yield "|---|---|---|---|---|"
        module = f"`{status.module}`" if status.module else "not begun"
        open_ = "" if status.done else f"; {status.missing}"
        cells = (status.id, status.title, f"{module}{open_}", len(status.clauses), status.tests)
        yield f"| {' | '.join(map(str, cells))} |"


_TERRAIN: Final = """# VASL's terrain, and what becomes of it

Every terrain type of VASL with its code; `khamsin board terrain WORD` says why. What is
*understood* has a kind of its own on a [board](maps.md); what is *guessed* is taken as something
near, and what is *not understood* is left out: a report of `khamsin board import` names the hexes
of both. `python -m tests.derived` writes this document.
"""


def terrain_page() -> str:
    """docs/vasl-terrain.md."""
    lines = [_TERRAIN]
    for sureness in Sureness:
        rows: dict[str, list[str]] = {}
        for code, each in sorted(CODES.items()):
            if each.sureness is sureness:
                becomes = "the same" if each.becomes == each.name else each.becomes
                rows.setdefault(becomes, []).append(f"{each.name} ({code})")
        lines += [f"## {sureness.capitalize()}: {sum(map(len, rows.values()))}", ""]
        lines += ["| becomes | VASL's terrain |", "|---|---|"]
        lines += [f"| {becomes} | {', '.join(names)} |" for becomes, names in rows.items()]
        lines.append("")
    return "\n".join(lines)


def orders_page() -> bytes:
    """docs/orders.md with its table as it is."""
    text = (CHECKOUT / "docs" / "orders.md").read_text(encoding="utf-8")
    rows = (
        f"| `{form.usage}` | {form.command.about} | {form.command.rolls} |\n"
        for form in FORMS.values()
    )
    return re.sub(r"(?:^\| `.*\n)+", lambda _: "".join(rows), text, flags=re.MULTILINE).encode()


def questions(text: str) -> str:
    """docs/questions.md with its table and what its commands say."""
    rows = ""
    for name in question_names():
        cls = question_class(name)
        needed = [flag_of(field) for field in cls.fields if field.needed]
        others = [flag_of(field) for field in cls.fields if not field.needed]
        options = " ".join([*needed, f"[{' '.join(others)}]" if others else ""]).strip()
        rows += f"| `{name}` | {cls.about()} | {f'`{options}`' if options else ''} |\n"
    table = re.compile(r"(\| question \| what it answers .*\n.*\n)(?:\|.*\n)+")
    return typed.examples(table.sub(lambda found: found[1] + rows, text))


def _typed(name: str, made: Callable[[str], str]) -> bytes:
    """A document with what its commands say in an empty folder."""
    text = (CHECKOUT / name).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        return made(text).encode()


# What type checkers read ------------------------------------------------------------------------


_EXHAUSTIVE: Final = '''"""By this `mypy` names an event without effect, a command without decider.

`python -m tests.derived` writes it: all classes there are, and those that something is registered
for.
"""

from typing import TypeAlias, assert_never

from events import ({modules})

# fmt: off
Event: TypeAlias = (
{events}
)
Command: TypeAlias = (
{commands}
)


def has_effect(event: Event) -> None:
    """Each of them has, by `sim.state.evolve`."""
    match event:
        case (
{effects}
        ):
            return
        case _:
            assert_never(event)


def has_decider(command: Command) -> None:
    """Each of them has, by `sim.machine.telling.decider`."""
    match command:
        case (
{deciders}
        ):
            return
        case _:
            assert_never(command)
'''


def exhaustive() -> bytes:
    """tests/exhaustive.py."""

    def listed(classes: Iterable[type[Any]], end: str = "", indent: str = "    ") -> str:
        names = sorted(f"{each.__module__.split('.')[1]}.{each.__name__}{end}" for each in classes)
        return textwrap.fill(
            " | ".join(names), 100, initial_indent=indent, subsequent_indent=indent
        )

    modules = sorted({"commands", *(each.__module__.split(".")[1] for each in EVENTS.values())})
    return _EXHAUSTIVE.format(
        modules="".join(f"\n    {name}," for name in modules) + "\n",
        events=listed(EVENTS.values()),
        commands=listed(OF_RULES.values()),
        effects=listed(EFFECTS, "()", " " * 12),
        deciders=listed(DECIDERS, "()", " " * 12),
    ).encode()


def _schema(name: str) -> bytes:
    return dumps_indented(schema_of(name)) + b"\n"


DERIVED: Final[dict[str, Callable[[], bytes]]] = {
    "tests/exhaustive.py": exhaustive,
    "replays/data/rulebook.json": proof,
    "docs/rules.md": lambda: rules_page().encode(),
    "docs/vasl-terrain.md": lambda: terrain_page().encode(),
    "docs/terrain-matrix.tsv": terrain_matrix.document,
    "docs/orders.md": orders_page,
    "docs/questions.md": partial(_typed, "docs/questions.md", questions),
    "docs/tutorial.md": partial(_typed, "docs/tutorial.md", typed.tutorial),
    **{f"replays/data/schema/{name}.schema.json": partial(_schema, name) for name in SCHEMAS},
}
"""What makes each derived file, by its path."""


def _read_anew() -> None:
    """Forget what was read of a derived file before it was written: documents quote the proof."""
    for each in vars(rulebook).values():
        if hasattr(each, "cache_clear"):
            each.cache_clear()


def _main(words: list[str]) -> int:
    check = "--check" in words
    if words and not check:
        found = _of_rules()
        named = dict.fromkeys(test for rule in words for test, _ in found.get(rule, ()))
        print(*named, sep="\n")  # noqa: T201
        return 0
    stale = 0
    for name, made in DERIVED.items():
        path, content = CHECKOUT / name, made()
        if path.read_bytes() == content:
            continue
        stale += 1
        print(f"{name} {'is not current' if check else 'is written'}")  # noqa: T201
        if not check:
            path.write_bytes(content)
            _read_anew()
    if not check:
        gallery.draw_anew()
        SUMS.write_text(summed(), encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
