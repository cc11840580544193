"""The rules, the module that does each, and the tests that prove it, from code and tests.

A module of ``sim`` says in ``RULES`` which rules it does, in ``PARTLY`` what of a rule is missing,
and in ``CORE`` which core rules it does or names. A test names its rules with
``@pytest.mark.rule``. What code and tests say is kept in ``data/rulebook.json``, made by ``python
-m replays.rulebook.proof`` and checked by a test: an installed Khamsin has no tests, and who looks
up a rule need not import them all.
"""

from functools import lru_cache
from importlib import resources

import attrs

from events.json_bytes import loads
from replays.rulebook.clauses import ClauseStatus, clause_statuses
from replays.rulebook.examples import rule_examples
from sim.core_rules import CORE_RULES
from sim.rulebook import RULEBOOK, Rule
from sim.rulings import RULINGS, Ruling

__all__ = [
    "CoreStatus",
    "RuleStatus",
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
        done: code does it, and every clause of it is done.
        module: where the code is; None where there is none.
        tests: the tests that name it, or a clause of it.
        missing: what is still to come, for a rule that is partly done.
        says: what it does here, in one sentence of our own.
        example: a command that shows it at work.
        clauses: its single sentences, and how far each is done.
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
    clauses: tuple[ClauseStatus, ...]


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


@attrs.frozen
class _Kept:
    """What ``data/rulebook.json`` keeps; see `replays.rulebook.proof`.

    Attributes:
        tests: the tests that name a rule, by rule.
        done: the module that does a rule.
        partly: the module that does a part of a rule, and what is missing.
        core: the modules that do or name a core rule.
    """

    tests: dict[str, list[str]]
    done: dict[str, str]
    partly: dict[str, tuple[str, str]]
    core: dict[str, list[str]]


@lru_cache(maxsize=1)
def _kept() -> _Kept:
    text = (resources.files("replays") / "data" / "rulebook.json").read_bytes()
    return _Kept(**loads(text))


@lru_cache(maxsize=1)
def rules() -> tuple[RuleStatus, ...]:
    """Every rule of the rulebook, in its order."""
    kept = _kept()
    contract = clause_statuses(kept.tests)
    return tuple(_status(kept, rule, contract[rule.id]) for rule in RULEBOOK)


def _status(kept: _Kept, rule: Rule, contract: tuple[ClauseStatus, ...]) -> RuleStatus:
    """How far a rule is done."""
    done = kept.done.get(rule.id)
    module, missing = kept.partly.get(rule.id, (done, "" if done else "not begun"))
    undone = ", ".join(clause.id for clause in contract if not clause.done)
    tests = [*kept.tests.get(rule.id, ()), *(test for clause in contract for test in clause.tests)]
    shown = rule_examples()[rule.id]
    return RuleStatus(
        rule.id,
        rule.title,
        rule.kind,
        done=bool(done and tests and not undone),
        module=module,
        tests=tuple(dict.fromkeys(tests)),
        missing=missing or (f"open: {undone}" if undone else ""),
        says=shown.says,
        example=shown.example,
        clauses=contract,
    )


def core_rules() -> tuple[CoreStatus, ...]:
    """Every core rule of the catalogue, in its order."""
    kept = _kept()
    modules, done, proof = kept.core, kept.done, kept.tests
    return tuple(
        CoreStatus(
            rule.id,
            rule.title,
            named := tuple(modules.get(rule.id, ())),
            tuple(each.id for each in RULEBOOK if done.get(each.id) in named),
            tuple(proof.get(rule.id, ())),
        )
        for rule in CORE_RULES
    )


def rulings_of(rule: str) -> tuple[Ruling, ...]:
    """The rulings on a rule."""
    return tuple(r for r in RULINGS.values() if r.id == rule or r.id.startswith(f"{rule}-"))
