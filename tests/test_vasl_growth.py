"""Every expression of `replays.vasl` meets text of strangers: none takes more than it is long."""

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from time import thread_time
from typing import Any, Final

import replays.vasl
from tests import cases

MODULES: Final = sorted(each.name for each in pkgutil.iter_modules(replays.vasl.__path__))
_METHODS: Final = frozenset({"match", "fullmatch", "search", "sub", "findall"})
_SHORT, _LONG = 900, 3600
_QUICK: Final = 0.003
"""What so many characters may take in any case, in seconds."""

SEEDS: Final = (
    *("*** (IFT DR) 5,2 ***   <Bob> ", "*** 3d6 = 3,4,1 *** <Bob> ", "*** (x dr) 5 *** <B>"),
    "*** (TH DR) 5,2,3 *** - total with Light Dust (F11.71): 8     <Bob> SAN",
    " - total with Light Dust (F11.71): 8     <Bob>",
    *(" <Bob>  x", "<Bob> - hello", "<Bob> hello", "<b>old</b>"),
    *("Axis Turn 3 - RPh", "* New: Axis Turn 3 - RPh *"),
    *("* PzKpfw IIIH moves 27D4 -> 27D5 *", "* Wind created in 27D5 *"),
    "Light Dust (F11.71) is in effect.",
    *("Bob Checked LOS from 27D5 to 27G7, Range=3", "FFE, DC, FT", "fire lane FL collateral rfp"),
    *("mines", "Residual FP", "Valentine II vca3", "Valentine II 2", "wc none", "wind?"),
    *("if there are no gusts?", "H1 ON G6-G7", "vehicles[3].at", "piece;K;D;ge/x"),
    *("no gusts", "dust is now light", "wind is mild breeze", "rain stops", "wind change"),
    *("FFE Barrage red 105 mm", "FFE sm", "FFE har", "+2 gray smoke2", "+3 wp", "smoke grenades"),
    *("stone rubble level 1", "RubbleStone", "Debris", "shell holes", "Flame", "Blaze"),
    *("very heavy", "MD/DustVhv.gif", "Vehicular. Dust", "Wind3.gif", " (F11.71) => x"),
    *("LOG\t+/7/", "+/1234/", "= DR)", "27D4", "27D4b", "-12", "AA10", "-3"),
    '<svg x="1" viewBox="0 0 1 1" width="1" height="1"',
)
"""One text at least for each expression, which it takes."""


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


def _time(call: Callable[[str], object], text: str) -> float:
    before = thread_time()
    call(text)
    return thread_time() - before


def _grows(call: Callable[[str], object], start: str, fragment: str, end: str) -> bool:
    """Whether four times the text costs much more than four times the processor's time."""
    short, long = (f"{start}{fragment * (n // len(fragment))}{end}" for n in (_SHORT, _LONG))
    if _time(call, long) < _QUICK:
        return False
    least = [min(_time(call, text) for _ in range(3)) for text in (short, long)]
    return least[1] > 9 * least[0]


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
                taken = [seed for seed in SEEDS if form.search(seed)]
                assert taken, f"no text here is one that {name}.{called} takes: {form.pattern}"
                bad = (
                    attack for seed in taken for attack in _attacks(seed) if _grows(call, *attack)
                )
                assert next(bad, None) is None, f"{name}.{called}.{method} {form.pattern}"


@cases("name", *MODULES)
def test_expressions_have_names(name: str) -> None:
    """Where the test above finds them: none stands in a call of `re` within a function."""
    module = importlib.import_module(f"replays.vasl.{name}")
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert node.value.id != "re" or node.attr not in _METHODS, f"line {node.lineno}"
