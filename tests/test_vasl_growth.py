"""Every expression of `replays.vasl` meets text of strangers: none takes more than it is long."""

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from itertools import chain
from re import _parser as parser  # type: ignore[attr-defined]
from time import thread_time
from typing import Any, Final

import replays.vasl
from tests import cases

MODULES: Final = sorted(each.name for each in pkgutil.iter_modules(replays.vasl.__path__))
_METHODS: Final = frozenset({"match", "fullmatch", "search", "sub", "findall"})
_FEW, _SHORT, _LONG = (16, 24, 32, 48, 100, 200), 900, 3600
_QUICK: Final = 0.003
"""What so many characters may take in any case, in seconds."""
_ROUNDS: Final = 4
"""An expression that grows does so in each; other work beside the test slows down one or two."""

_CATEGORIES: Final = {"CATEGORY_SPACE": ord(" "), "CATEGORY_DIGIT": ord("1")}


def _taken(parsed: Any, choice: int) -> str:
    """A text that an expression takes, but for what looks around: by one choice wherever it has."""
    found = ""
    for what, of in parsed:
        match str(what), of:
            case "LITERAL", code:
                found += chr(code)
            case (("IN" | "ANY" | "NOT_LITERAL"), _):
                found += next(filter(None, map(_one, of if isinstance(of, list) else ())), "x")
            case "BRANCH", (_, choices):
                found += _taken(choices[choice % len(choices)], choice)
            case kind, (least, most, inner) if kind.endswith("_REPEAT"):
                found += _taken(inner, choice) * min(max(least, choice), most)
            case "SUBPATTERN", (*_, inner):
                found += _taken(inner, choice)
    return found


def _one(of: tuple[Any, Any]) -> str:
    """A character of a class, by one of its parts; none if that says what it is not."""
    kind, value = str(of[0]), of[1]
    value = value[0] if kind == "RANGE" else _CATEGORIES.get(str(value), value)
    return "" if kind == "NEGATE" or not isinstance(value, int) else chr(value)


def _held(value: object) -> Iterator[re.Pattern[str]]:
    """The expressions in a value, however deep it has them."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        yield from _held(tuple(value.items()))
    elif isinstance(value, tuple | list | frozenset):
        for each in value:
            yield from _held(each)


def _used(module: Any) -> dict[str, set[str]]:
    """The methods that are called of the expressions under each name.

    What a function calls of a variable may be called of each constant in it.
    """
    found: dict[str, set[str]] = {}
    for function in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(function, ast.FunctionDef):
            nodes = list(ast.walk(function))
            names = {each.id for each in nodes if isinstance(each, ast.Name)}
            for each in nodes:
                if isinstance(each, ast.Attribute) and each.attr in _METHODS:
                    of = each.value.id if isinstance(each.value, ast.Name) else ""
                    for name in {of} if of.isupper() else names:
                        found.setdefault(name, set()).add(each.attr)
    return found


def _time(call: Callable[[str], object], text: str, again: int = 2) -> float:
    """The processor's time; the least of some, if that is not little."""
    before = thread_time()
    call(text)
    took = thread_time() - before
    return took if took < _QUICK or not again else min(took, _time(call, text, again - 1))


def _grows(call: Callable[[str], object], start: str, fragment: str, end: str) -> bool:
    """Whether four times the text costs much more than four times the processor's time.

    What does not take a few characters at once would not take so many in a lifetime.
    """
    if any(_time(call, f"{start}{fragment * n}{end}") > _QUICK for n in _FEW):
        return True
    short, long = (f"{start}{fragment * (n // len(fragment))}{end}" for n in (_SHORT, _LONG))
    if (took := _time(call, long)) < _QUICK:
        return False
    return took > 9 * min(_time(call, short) for _ in range(3))


def _attacks(seed: str) -> Iterator[tuple[str, str, str]]:
    """A text that is taken, with each of its parts over and over, and an end that is not."""
    for at in range(len(seed) + 1):
        for fragment in {" ", seed[max(0, at - 1) : at], seed[max(0, at - 6) : at], seed[:at]}:
            if fragment:
                yield seed[:at], fragment, "\x01"


@cases("name", *MODULES)
def test_no_expression_takes_more_time_than_its_text_is_long(name: str) -> None:
    """Found by itself: each expression of each module, by each method that is called of it."""
    module = importlib.import_module(f"replays.vasl.{name}")
    used = _used(module)
    for called, value in vars(module).items():
        for form in _held(value):
            for method in used.get(called, ()):
                call = getattr(form, method)
                call = (lambda text, form=form: form.sub("", text)) if method == "sub" else call
                taken = {_taken(parser.parse(form.pattern), choice) for choice in range(4)}
                for attack in chain.from_iterable(map(_attacks, taken)):
                    grows = all(_grows(call, *attack) for _ in range(_ROUNDS))
                    assert not grows, f"{name}.{called}.{method} {form.pattern}: {attack}"


@cases("name", *MODULES)
def test_expressions_have_names(name: str) -> None:
    """Where the test above finds them: none stands in a call of `re` within a function."""
    module = importlib.import_module(f"replays.vasl.{name}")
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert node.value.id != "re" or node.attr not in _METHODS, f"line {node.lineno}"
