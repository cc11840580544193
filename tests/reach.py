"""No hollow rooms: what stands in sim is reached by what people can do, and not by tests alone.

``python -m tests.reach`` names what is not. It follows a graph of the names of the three floors,
read from their source.

A name leads to every name that its definition uses, resolved through imports. A method is reached
once its class is and something reached asks for an attribute of its name. Standing in ``__all__``
reaches nothing, nor does being imported.
"""

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

import attrs

FLOORS: Final = ("events", "sim", "replays")

Name: TypeAlias = tuple[str, str]
"""A module, and what it defines; an empty name is what the module does as it is imported."""

ALLOWED: Final[dict[Name, str]] = {
    ("sim.machine.decide", "decide"): "the machine in one word, for programs of other people",
}
"""What is there for others, each with the reason."""


@attrs.frozen
class Definition:
    """Something that a module defines.

    Attributes:
        kind: function, class, method or value.
        uses: the names that it uses.
        asks: the names of attributes that it asks for.
    """

    kind: str
    uses: frozenset[Name]
    asks: frozenset[str]


@attrs.define
class Program:
    """All definitions, by module and name; that of a method is ``Class.method``."""

    definitions: dict[Name, Definition] = attrs.Factory(dict)

    def reached(self, roots: Iterable[Name]) -> set[Name]:
        """All that is reached from some names."""
        found: set[Name] = set()
        asked: set[str] = set()
        waiting = list(roots)
        while waiting:
            while waiting:
                name = waiting.pop()
                if name in found or name not in self.definitions:
                    continue
                found.add(name)
                asked |= self.definitions[name].asks
                waiting += [*self.definitions[name].uses, (name[0], "")]
            waiting += self._methods(found, asked)
        return found

    def _methods(self, found: set[Name], asked: set[str]) -> Iterator[Name]:
        """The methods of classes that are reached which somebody asks for, or Python itself."""
        for module, name in self.definitions.keys() - found:
            owner, _, method = name.partition(".")
            wanted = method in asked or method.startswith("__")
            if wanted and (module, owner) in found:
                yield module, name


def read_program(checkout: Path) -> Program:
    """The program as it stands in a checkout."""
    trees: dict[str, ast.Module] = {}
    for floor in FLOORS:
        for path in sorted((checkout / floor).rglob("*.py")):
            parts = path.relative_to(checkout).with_suffix("").parts
            module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            trees[module] = ast.parse(path.read_text(encoding="utf-8"))
    program = Program()
    modules = {module: _names_of(tree) for module, tree in trees.items()}
    for module, tree in trees.items():
        program.definitions |= _Reader(module, modules).definitions(tree)
    return program


@attrs.define
class _Names:
    """What the names of a module stand for, before imports are followed.

    Attributes:
        own: what it defines.
        imported: what it imports, as a module and a name in it; an empty name is the module.
    """

    own: set[str] = attrs.Factory(set)
    imported: dict[str, Name] = attrs.Factory(dict)


def _names_of(tree: ast.Module) -> _Names:
    names = _Names()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for each in node.names:
                names.imported[each.asname or each.name] = (node.module, each.name)
        elif isinstance(node, ast.Import):
            for each in node.names:
                whole = each.name if each.asname else each.name.split(".")[0]
                names.imported[each.asname or whole] = (whole, "")
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.own.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]):
                names.own.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.own.add(name)
            case _:
                pass
    return names


def _meaning(module: str, name: str, modules: dict[str, _Names]) -> Name | None:
    """What a name of a module stands for: where it is defined, or a module with no name."""
    names = modules.get(module)
    if names is None:
        return None
    if name in names.own:
        return module, name
    if name in names.imported:
        source, there = names.imported[name]
        if there and source != module:  # a package imports its own modules
            return _meaning(source, there, modules)
        source = f"{source}.{there}" if there else source
        return (source, "") if source in modules else None
    inner = f"{module}.{name}"
    return (inner, "") if inner in modules else None


@attrs.define
class _Reader:
    """Reads one module.

    Attributes:
        module: its name.
        modules: the names of all modules.
    """

    module: str
    modules: dict[str, _Names]

    def definitions(self, tree: ast.Module) -> dict[Name, Definition]:
        """All that the module defines."""
        found: dict[Name, Definition] = {}
        loose: list[ast.AST] = []
        for node in tree.body:
            match node:
                case ast.FunctionDef(name=name):
                    kind = "registered" if _is_registered(node) else "function"
                    found[self.module, name] = self._definition(kind, [node])
                case ast.ClassDef(name=name):
                    found |= self._class(node)
                case (
                    ast.Assign(targets=[ast.Name(id=name)])
                    | ast.AnnAssign(target=ast.Name(id=name))
                ):
                    kept = [] if name == "__all__" else [node]
                    found[self.module, name] = self._definition("value", kept)
                case ast.Import() | ast.ImportFrom():
                    pass
                case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                    pass
                case _:
                    loose.append(node)
        found[self.module, ""] = self._definition("import", loose)
        return found

    def _class(self, node: ast.ClassDef) -> dict[Name, Definition]:
        methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
        rest = [each for each in node.body if not isinstance(each, ast.FunctionDef)]
        outside = [*node.bases, *(word.value for word in node.keywords), *node.decorator_list]
        found = {(self.module, node.name): self._definition("class", [*outside, *rest])}
        for method in methods:
            name = f"{node.name}.{method.name}"
            found[self.module, name] = self._definition("method", [method])
        return found

    def _definition(self, kind: str, nodes: Iterable[ast.AST]) -> Definition:
        uses: set[Name] = set()
        asks: set[str] = set()
        for node in nodes:
            local = _local(node)
            for inner in ast.walk(node):
                if isinstance(inner, ast.Attribute):
                    asks.add(inner.attr)
                    uses |= self._through(inner)
                elif isinstance(inner, ast.Name) and inner.id not in local:
                    uses |= self._named(inner.id)
                elif isinstance(inner, ast.ImportFrom | ast.Import):
                    uses |= self._imported(inner)
        return Definition(kind, frozenset(uses), frozenset(asks))

    def _named(self, name: str) -> set[Name]:
        found = _meaning(self.module, name, self.modules)
        return set() if found is None else {found}

    def _through(self, node: ast.Attribute) -> set[Name]:
        """What an attribute of a module is."""
        if not isinstance(node.value, ast.Name):
            return set()
        owner = _meaning(self.module, node.value.id, self.modules)
        if owner is None or owner[1]:
            return set()
        found = _meaning(owner[0], node.attr, self.modules)
        return set() if found is None else {found}

    def _imported(self, node: ast.Import | ast.ImportFrom) -> set[Name]:
        """What a function imports as it runs."""
        if isinstance(node, ast.Import) or node.module is None:
            return set()
        found = (_meaning(node.module, each.name, self.modules) for each in node.names)
        return {each for each in found if each is not None}


def _local(node: ast.AST) -> set[str]:
    """The names that a function binds itself, which are none of its module."""
    if not isinstance(node, ast.FunctionDef):
        return set()
    bound: set[str] = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.arg):
            bound.add(inner.arg)
        elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            bound.add(inner.id)
    return bound


def _is_registered(node: ast.FunctionDef) -> bool:
    """Whether the effect of an event, or the decider of a command, is found by its class."""
    names = {each.id for each in node.decorator_list if isinstance(each, ast.Name)}
    return not names.isdisjoint({"effect", "_effect", "decider"})


def _is_root(name: Name, definition: Definition) -> bool:
    """Whether people can do it: all of replays, and what is found by its class or its name."""
    module, what = name
    question = module.startswith("sim.questions.") and what == "answer"
    return module.startswith("replays") or question or definition.kind == "registered"


def hollow(program: Program) -> set[Name]:
    """The functions, classes and methods of sim that nothing in replays leads to."""
    reached = program.reached(
        name for name, each in program.definitions.items() if _is_root(name, each)
    )
    return {
        name
        for name, definition in program.definitions.items()
        if name[0].startswith("sim.") and definition.kind in ("function", "class", "method")
        if name not in reached
    }


if __name__ == "__main__":
    found = hollow(read_program(Path(__file__).parent.parent))
    for each in sorted(found - ALLOWED.keys()):
        print(*each, "is reached by nothing: connect it, or delete it")  # noqa: T201
    for each in sorted(ALLOWED.keys() - found):
        print(*each, "is reached, or gone: take it off the list")  # noqa: T201
    sys.exit(found != ALLOWED.keys())
