"""The rules, the module that does each, and the tests that prove it, from code and tests.

A module of ``sim`` says in ``RULES`` which rules it does, and in ``PARTLY`` what of a rule is
missing. A test names its rules with ``@pytest.mark.rule``. What the tests say is kept in
``data/proof.json``, made by ``python -m replays.rulebook.proof`` and checked by a test, because an
installed Khamsin has no tests.
"""

import importlib
import inspect
import pkgutil
from functools import lru_cache
from importlib import resources
from typing import Any

import attrs
import orjson

import sim
from events.errors import BadInput
from replays.rulebook.examples import rule_examples
from sim.rulebook import RULEBOOK
from sim.rulings import RULINGS, Ruling

__all__ = ["RuleStatus", "claims", "leaning_on", "rulebook_as_json", "rules", "rulings_of"]


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


@lru_cache(maxsize=1)
def claims() -> tuple[dict[str, str], dict[str, tuple[str, str]]]:
    """The module of every rule done, and module and what is missing of every rule begun.

    Raises:
        ValueError: when two modules claim a rule.
    """
    done: dict[str, str] = {}
    partly: dict[str, tuple[str, str]] = {}
    for found in pkgutil.walk_packages(sim.__path__, "sim."):
        if found.name.startswith("sim.bulk"):
            continue
        module = importlib.import_module(found.name)
        for rule in getattr(module, "RULES", ()):
            if rule in done:
                raise ValueError(f"both {done[rule]} and {found.name} claim {rule}")
            done[rule] = found.name
        for rule, missing in getattr(module, "PARTLY", {}).items():
            partly[rule] = (found.name, missing)
    return done, partly


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


def leaning_on(rule: str) -> list[str]:
    """The modules of ``sim`` that cite a rule of the core rulebook, such as B25.65."""
    cited = f'"{rule}"'
    return [
        found.name
        for found in pkgutil.walk_packages(sim.__path__, "sim.")
        if not found.ispkg
        and not found.name.startswith("sim.bulk")
        and cited in inspect.getsource(importlib.import_module(found.name))
    ]


def rulings_of(rule: str) -> tuple[Ruling, ...]:
    """The rulings on a rule."""
    return tuple(r for r in RULINGS.values() if r.id == rule or r.id.startswith(f"{rule}-"))


def rulebook_as_json(rule: str | None = None) -> dict[str, Any]:
    """Rules and rulings, as ``khamsin rules --json`` gives them.

    Raises:
        BadInput: when there is no such rule or ruling.
    """
    listed = [
        {
            "id": status.id,
            "title": status.title,
            "done": status.done,
            "module": status.module,
            "tests": list(status.tests),
            "missing": status.missing,
            "says": status.says,
            "example": status.example,
        }
        for status in rules()
        if rule is None or status.id == rule
    ]
    ruled = [
        {
            "id": ruling.id,
            "question": ruling.question,
            "default": ruling.default,
            "choices": ruling.choices,
            "version": ruling.version,
        }
        for ruling in RULINGS.values()
        if rule is None or ruling.id == rule or ruling in rulings_of(rule)
    ]
    if rule and not listed and not ruled and (modules := leaning_on(rule)):
        return {"rules": [], "rulings": [], "leaning": modules}
    if not listed and not ruled:
        raise BadInput(f"{(rule or '')[:40]!r} is no rule of this rulebook; expected such as 11.76")
    return {"rules": listed, "rulings": ruled}
