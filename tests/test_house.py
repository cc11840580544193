"""House rules, checked: floors, purity, rules written once, and documents that are true."""

import ast
import graphlib
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from replays.asking.rulebook import clauses, core_rules, rules
from replays.auditing.finding import FindingId
from sim.machine.telling import Reason
from tests.derived import claims, gather

CHECKOUT = Path(__file__).parent.parent
SHARED = CHECKOUT.parent / "shared"


def _modules(package: str) -> list[Path]:
    return sorted((CHECKOUT / package).rglob("*.py"))


def _nodes(path: Path) -> list[ast.AST]:
    """All nodes of a module; the first is the module."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def _imports(nodes: list[ast.AST]) -> set[str]:
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found


ON_DISK = {"log": {"pathlib"}, "log_writer": {"pathlib"}, "disk": {"os", "io", "pathlib"}}
"""What modules of events that touch the disk import for it."""

BANNED = {"time", "random", "datetime", "os", "io", "pathlib", "logging", "structlog", "secrets"}


def test_the_rules_are_pure() -> None:
    """No module of sim imports a clock, chance, I/O or logging, or opens or prints anything."""
    for path in _modules("sim"):
        nodes = _nodes(path)
        assert not _imports(nodes) & (BANNED | {"sys", "subprocess", "tempfile", "replays"}), path
        calls = {
            node.func.id
            for node in nodes
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not calls & {"open", "print", "input", "exec", "eval"}, path


def test_the_vocabulary_knows_no_rule() -> None:
    """No module of events imports from the floors above; only the log touches the disk."""
    for path in _modules("events"):
        allowed = ON_DISK.get(path.stem, set())
        assert not _imports(_nodes(path)) & ({"sim", "replays"} | BANNED - allowed), path


def _rooms(floor: str) -> set[str]:
    return {path.parent.name for path in (CHECKOUT / floor).glob("*/__init__.py")}


def test_the_list_of_rooms_is_complete() -> None:
    """Each folder of sim and replays is in docs/architecture.md."""
    listed = (CHECKOUT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for room in sorted(_rooms("sim") | _rooms("replays")):
        assert room.startswith("chapter_") or f"{room}/`" in listed, room


def test_every_module_of_replays_is_in_a_room() -> None:
    """Beside the rooms stand only what a package needs."""
    beside = {path.name for path in (CHECKOUT / "replays").glob("*.py")}
    assert beside == {"__init__.py", "__main__.py", "notebook.py", "version.py"}


def test_no_two_public_classes_have_one_name() -> None:
    """Who reads the name of a class knows which one it is."""
    where: dict[str, list[str]] = {}
    for package in ("events", "sim", "replays"):
        for path in _modules(package):
            for name in re.findall(r"^class ([^\W_]\w*)", path.read_text("utf-8"), re.MULTILINE):
                where.setdefault(name, []).append(str(path.relative_to(CHECKOUT)))
    assert {name: paths for name, paths in where.items() if len(paths) > 1} == {}


def test_no_two_members_of_an_enumeration_have_one_value() -> None:
    """Python takes the second of two for another name of the first, and says nothing."""
    for path in (path for package in ("events", "sim", "replays") for path in _modules(package)):
        for node in _nodes(path) if "Enum" in path.read_text("utf-8") else ():
            if isinstance(node, ast.ClassDef) and "Enum" in "".join(map(ast.dump, node.bases)):
                made = [each.value for each in node.body if isinstance(each, ast.Assign)]
                said = [ast.unparse(value) for value in made if isinstance(value, ast.Constant)]
                assert len(said) == len(set(said)), f"{node.name} in {path}"


def test_no_module_imports_in_a_circle() -> None:
    """Modules can be read in an order in which each knows only those before it.

    Imports in functions count as well.
    """
    modules = {
        ".".join(path.relative_to(CHECKOUT).with_suffix("").parts): path
        for package in ("events", "sim", "replays")
        for path in _modules(package)
        if path.stem != "__init__"
    }
    graph = {name: _direct(path) & modules.keys() for name, path in modules.items()}
    graphlib.TopologicalSorter(graph).prepare()


def _direct(path: Path) -> set[str]:
    """The modules that a module imports anywhere."""
    found = set()
    for module, names in _FROM.findall(path.read_text(encoding="utf-8")):
        found |= {module, *(f"{module}.{name}" for name in re.findall(r"\w+", names))}
    return found


_FROM = re.compile(r"^ *from ([\w.]+) import (\([^)]*\)|.*)", re.MULTILINE)


def test_every_rule_is_claimed_by_one_module_at_most() -> None:
    """A rule is done in one module, and every claim is of a rule in the rulebook."""
    assert claims().keys() <= {rule.id for rule in rules()}


def test_every_rule_claimed_is_proved_by_a_test() -> None:
    """A rule that a module claims is named by a test."""
    assert {status.id for status in rules() if status.tests} >= claims().keys()


def test_no_test_names_a_rule_that_is_not_in_the_rulebook() -> None:
    """Marks name rules of the rulebook, their clauses, and core rules of the catalogue only."""
    known = {each.id for each in (*rules(), *core_rules())} | {each.id for each in clauses()}
    assert gather().keys() <= known


def test_the_rulebook_is_that_of_the_rule_documents() -> None:
    """Ids, titles and kinds are those of the rule list, where it is at hand."""
    source = SHARED / "rules.tsv"
    if not source.exists():
        pytest.skip("the rule list is not beside this checkout")
    rows = [line.split("\t") for line in source.read_text(encoding="utf-8").splitlines()[1:]]
    listed = [(rule.id, rule.title, rule.kind) for rule in rules() if rule.kind != "heading"]
    assert listed == [tuple(row[:3]) for row in rows]


def test_the_docs_list_every_refusal_in_order() -> None:
    """docs/refusals.md has the same reasons, numbers and order as the code."""
    text = (CHECKOUT / "docs" / "refusals.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| `([a-z-]+)` \| (.+) \|$", text, re.MULTILINE)
    assert [(int(number), slug) for number, slug, _ in rows] == [
        (reason.value, reason.slug) for reason in Reason
    ]


def test_the_docs_list_every_finding_about_a_log_in_order() -> None:
    """docs/audit.md has the same numbers and ids as the code."""
    text = (CHECKOUT / "docs" / "audit.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| `(log\.[a-z]+)` \|", text, re.MULTILINE)
    assert rows == [(str(each.number), each.value) for each in FindingId]


def _blocks(path: Path, language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```$", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


def test_python_in_the_docs_runs(tmp_path: Path) -> None:
    """Every Python block of a document runs, one after the other, in an empty folder for each.

    Where PyArrow is not installed (the extra real), examples that read its files are left out.
    """
    has_pyarrow = find_spec("pyarrow") is not None
    for path in [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").glob("*.md"))]:
        blocks = _blocks(path, "python")
        if blocks and (has_pyarrow or "pyarrow" not in "".join(blocks)):
            (tmp_path / path.stem).mkdir()
            (tmp_path / path.stem / "example.py").write_text("\n".join(blocks), encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", _EACH], cwd=tmp_path, check=False, stderr=-1)
    assert done.returncode == 0, done.stderr.decode()


_EACH = """
import os, pathlib, runpy
from hypothesis import HealthCheck, settings
settings.register_profile("busy", suppress_health_check=[HealthCheck.too_slow], deadline=None)
settings.load_profile("busy")
for path in sorted(pathlib.Path().resolve().glob("*/example.py")):
    os.chdir(path.parent)
    runpy.run_path(str(path), run_name="__main__")
"""
"""Runs the examples of all documents: to start Python for each would take most of the time."""


def test_docs_have_no_dead_links() -> None:
    """Every relative link of a document leads to a file."""
    for path in [*CHECKOUT.glob("*.md"), *(CHECKOUT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


WORDS = {
    "README": 900,
    "CHANGELOG": 1760,
    "CONTRIBUTING": 1080,
    "architecture": 1600,
    "audit": 1520,
    "command-line": 1310,
    "dice": 350,
    "formats": 1180,
    "glossary": 1500,
    "los": 1920,
    "maps": 1100,
    "odds": 1000,
    "orders": 2115,
    "page": 1176,
    "pictures": 1000,
    "playing": 1500,
    "questions": 3000,
    "refusals": 700,
    "reliability": 1500,
    "rules": 4500,
    "scenarios": 1200,
    "site": 550,
    "sweep": 800,
    "testing": 600,
    "troubleshooting": 800,
    "trust": 3100,
    "tutorial": 1800,
    "vasl": 3376,
    "vasl-terrain": 1000,
}
"""How many words a document may have; code and tables count too."""


def test_documents_stay_short() -> None:
    """A document has no more words than it is allowed: what is written twice is deleted once."""
    for name, most in WORDS.items():
        (path,) = [*CHECKOUT.glob(f"{name}.md"), *(CHECKOUT / "docs").glob(f"{name}.md")]
        words = len(path.read_text(encoding="utf-8").split())
        assert words <= most, f"{path.name} has {words} words of {most}: shorten it, or raise WORDS"


def test_readme_leads_to_every_document() -> None:
    """Each document is linked there."""
    text = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\((docs/[\w-]+\.md)", text))
    assert {f"docs/{path.name}" for path in (CHECKOUT / "docs").glob("*.md")} <= linked
