"""The rules, the module that does each, and the tests that prove it, from code and tests.

A module of ``sim`` says in ``RULES`` which rules it does, in ``PARTLY`` what of a rule is missing,
and in ``CORE`` which core rules it does or names. A test names its rules with
``@pytest.mark.rule``. What the tests say is kept in ``data/proof.json``, made by
``python -m replays.rulebook.proof`` and checked by a test, because an installed Khamsin has no
tests.
"""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import lru_cache, partial
from importlib import resources
from types import ModuleType

import attrs
import orjson

import sim
from replays.rulebook.examples import rule_examples
from sim.core_rules import CORE_RULES
from sim.rulebook import RULEBOOK
from sim.rulings import RULINGS, Ruling

__all__ = [
    "CoreStatus",
    "RuleStatus",
    "claims",
    "core_claims",
    "core_rules",
    "rules",
    "rulings_of",
]


@attrs.frozen
class RuleStatus:
    """A rule and how far it is done.

    Attributes:
        id: its id.
        title: its title.
        kind: what kind of thing it is.
        done: code does all of it, and a test proves it.
        module: where the code is; None where there is none.
        tests: the tests that name it.
        missing: what is still to come, for a rule that is partly done.
        says: what it does here, in one sentence of our own.
        example: a command that shows it at work.
    """

    id: str
    title: str
    kind: str
    done: bool
    module: str | None
    tests: tuple[str, ...]
    missing: str
    says: str
    example: str


@attrs.frozen
class CoreStatus:
    """A core rule, and where it is met.

    Attributes:
        id: its id.
        title: what it is about.
        modules: those that do it or name it.
        leaning: the rules of the rulebook that these modules do.
        tests: the tests that name it.
    """

    id: str
    title: str
    modules: tuple[str, ...]
    leaning: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def module(self) -> str | None:
        """Where it is done, or else first named; None where there is none."""
        return self.modules[0] if self.modules else None


def _modules() -> Iterator[ModuleType]:
    """The modules of ``sim``; those of bulk answers do no rule of their own, and need NumPy."""
    for found in pkgutil.walk_packages(sim.__path__, "sim."):
        if not found.name.startswith("sim.bulk"):
            yield importlib.import_module(found.name)


@lru_cache(maxsize=1)
def claims() -> tuple[dict[str, str], dict[str, tuple[str, str]]]:
    """The module of every rule done, and module and what is missing of every rule begun.

    Raises:
        ValueError: when two modules claim a rule.
    """
    done: dict[str, str] = {}
    partly: dict[str, tuple[str, str]] = {}
    for module in _modules():
        for rule in getattr(module, "RULES", ()):
            if rule in done:
                raise ValueError(f"both {done[rule]} and {module.__name__} claim {rule}")
            done[rule] = module.__name__
        for rule, missing in getattr(module, "PARTLY", {}).items():
            partly[rule] = (module.__name__, missing)
    return done, partly


@lru_cache(maxsize=1)
def core_claims() -> dict[str, tuple[str, ...]]:
    """The modules that do or name each core rule, by its id; first the one that is about it."""
    found: dict[str, list[ModuleType]] = {}
    for module in _modules():
        for rule in getattr(module, "CORE", ()):
            found.setdefault(rule, []).append(module)
    return {
        rule: tuple(each.__name__ for each in sorted(modules, key=partial(_aside, rule)))
        for rule, modules in found.items()
    }


def _aside(rule: str, module: ModuleType) -> tuple[bool, bool]:
    """How far a module is from being about a rule: its first words name that; or its chapter."""
    title = (module.__doc__ or "").split(" ", 1)[0]
    return title.split("-")[0] != rule, f".chapter_{rule[0].lower()}." not in module.__name__


@lru_cache(maxsize=1)
def _proof() -> dict[str, list[str]]:
    text = (resources.files("replays") / "data" / "proof.json").read_bytes()
    proof: dict[str, list[str]] = orjson.loads(text)
    return proof


def rules() -> tuple[RuleStatus, ...]:
    """Every rule of the rulebook, in its order."""
    done, partly = claims()
    proof = _proof()
    result = []
    for rule in RULEBOOK:
        tests = tuple(proof.get(rule.id, ()))
        module, missing = partly.get(rule.id, (None, ""))
        shown = rule_examples()[rule.id]
        result.append(
            RuleStatus(
                rule.id,
                rule.title,
                rule.kind,
                done=rule.id in done and bool(tests),
                module=done.get(rule.id, module),
                tests=tests,
                missing=missing or ("" if rule.id in done else "not begun"),
                says=shown.says,
                example=shown.example,
            )
        )
    return tuple(result)


def core_rules() -> tuple[CoreStatus, ...]:
    """Every core rule of the catalogue, in its order."""
    modules, done, proof = core_claims(), claims()[0], _proof()
    return tuple(
        CoreStatus(
            rule.id,
            rule.title,
            named := modules.get(rule.id, ()),
            tuple(each.id for each in RULEBOOK if done.get(each.id) in named),
            tuple(proof.get(rule.id, ())),
        )
        for rule in CORE_RULES
    )


def rulings_of(rule: str) -> tuple[Ruling, ...]:
    """The rulings on a rule."""
    return tuple(r for r in RULINGS.values() if r.id == rule or r.id.startswith(f"{rule}-"))
