"""What somebody looks for in the rulebook: by id, by what an id begins with, or by words.

An exact id wins: 11.7 is that rule alone, AD3.42c that clause. An id that is none lists what is
below it: AD3 is all of AD3.11 to AD3.7. Anything else is words, all of which must stand in what is
found.
"""

import importlib
import pkgutil
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from importlib import resources
from types import ModuleType
from typing import Any, Final

import attrs

import sim
from events.errors import BadInput
from events.json_bytes import loads
from sim.rulings import RULINGS


@attrs.frozen
class Rule:
    """A rule of the rulebook, or of the core rulebook, whose rules Khamsin only names.

    Attributes:
        id: its id.
        title: what it is about, in our own words.
        kind: what kind of thing it is; a heading only announces others.
    """

    id: str
    title: str
    kind: str


def _rows(name: str) -> Iterator[list[str]]:
    """The rows of a table in ``data``, but for that of its heads."""
    path = resources.files("replays") / "data" / f"{name}.tsv"
    _, *rows = path.read_text(encoding="utf-8").splitlines()
    return (row.split("\t") for row in rows)


_CATALOGUE: Final = tuple(Rule(*row) for row in _rows("rulebook"))

RULEBOOK: Final = tuple(rule for rule in _CATALOGUE if rule.kind != "core")
"""The rulebook's table of contents: every rule that Khamsin is for, in the order of the documents.

Which module does a rule is said by that module alone, in its ``RULES`` (and ``PARTLY``).
"""

CORE_RULES: Final = tuple(rule for rule in _CATALOGUE if rule.kind == "core")
"""The core rules that the rules of the desert lean on, in the order of the rulebook.

Which module does or names one is said by that module alone, in its ``CORE``.
"""

CLAUSE_ID: Final = re.compile(r"(?P<rule>(?:AD|B\.|\d)[\d.]*)(?P<letters>[a-z]{1,2})")
"""The id of a clause: that of its rule, and a letter or two."""

_FILES: Final = ("B", "11", "191", "AD")


@attrs.frozen
class Clause:
    """One sentence of a rule.

    Attributes:
        id: the id of its rule and a letter, such as AD3.42c.
        says: what must hold, in our own words.
        ruling: the id of the ruling that it is; empty where the text decides.
        open: what of it is still to come; empty where nothing is.
    """

    id: str
    says: str
    ruling: str = ""
    open: str = ""

    @property
    def rule(self) -> str:
        """The id of its rule."""
        return self.id.rstrip("abcdefghijklmnopqrstuvwxyz")


@attrs.frozen
class ClauseStatus:
    """A clause and how far it is done.

    Attributes:
        id: its id.
        says: what must hold, in our own words.
        done: a test proves it the way that users meet it, and nothing of it is open.
        tests: how many tests prove it.
        ruling: the id of the ruling that it is; empty where the text decides.
        missing: what is still to come.
    """

    id: str
    says: str
    done: bool
    tests: int
    ruling: str
    missing: str


@lru_cache(maxsize=1)
def clauses() -> tuple[Clause, ...]:
    """Every clause, by chapter, in the order of the contract."""
    return tuple(Clause(*row) for name in _FILES for row in _rows(f"clauses/{name}"))


def clause_statuses(tests: Mapping[str, int]) -> dict[str, tuple[ClauseStatus, ...]]:
    """How far the clauses of each rule are done, by the id of the rule.

    Args:
        tests: how many tests name each rule and clause, by id.
    """
    found: dict[str, list[ClauseStatus]] = {}
    for clause in clauses():
        proof = tests.get(clause.id, 0)
        missing = clause.open or ("" if proof else "no test proves it")
        found.setdefault(clause.rule, []).append(
            ClauseStatus(clause.id, clause.says, not missing, proof, clause.ruling, missing)
        )
    return {rule: tuple(each) for rule, each in found.items()}


@attrs.frozen
class RuleExample:
    """A rule in our own words, and at work.

    Attributes:
        id: the rule's id.
        says: what the rule does here, in one sentence.
        example: a command that shows it.
        shows: what the output of the command must have, where that is not the id of the rule.
    """

    id: str
    says: str
    example: str
    shows: tuple[str, ...] = ()

    def proved_by(self, output: str) -> bool:
        """Whether the output of a command has what shows this rule: its id is no other's part."""
        if self.shows:
            return all(words in output for words in self.shows)
        return re.search(rf"(?<![\w.]){re.escape(self.id)}(?!\w|\.\d)", output) is not None


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    text = (resources.files("replays") / "data" / "rules.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def making_of_logs() -> tuple[str, ...]:
    """The commands that make the logs which examples read."""
    return tuple(_data()["logs"])


@lru_cache(maxsize=1)
def rule_examples() -> dict[str, RuleExample]:
    """The example of every rule, by its id."""
    return {
        rule: RuleExample(rule, row["says"], row["example"], tuple(row.get("shows", ())))
        for rule, row in _data().items()
        if rule != "logs"
    }


@attrs.frozen
class RuleStatus:
    """A rule and how far it is done.

    Attributes:
        id: its id.
        title: its title.
        kind: what kind of thing it is.
        done: code does it, and every clause of it is done.
        module: where the code is; None where there is none.
        tests: how many tests name it, or a clause of it.
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
    tests: int
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
        tests: how many tests name it.
    """

    id: str
    title: str
    modules: tuple[str, ...]
    leaning: tuple[str, ...]
    tests: int

    @property
    def module(self) -> str | None:
        """Where it is done, or else first named; None where there is none."""
        return self.modules[0] if self.modules else None


@attrs.frozen
class _Kept:
    """What ``data/rulebook.json`` keeps: an installed Khamsin has no tests, but their number.

    Attributes:
        tests: how many tests name a rule or a clause, by id.
        done: the module that does a rule.
        partly: the module that does a part of a rule, and what is missing.
        core: the modules that do or name a core rule.
    """

    tests: dict[str, int]
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
    tests = kept.tests.get(rule.id, 0)
    shown = rule_examples()[rule.id]
    return RuleStatus(
        rule.id,
        rule.title,
        rule.kind,
        done=bool(done and tests and not undone),
        module=module,
        tests=tests,
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
            proof.get(rule.id, 0),
        )
        for rule in CORE_RULES
    )


@attrs.frozen
class RulingWords:
    """A ruling in words.

    Attributes:
        id: its name.
        question: what is open.
        choices: what each answer means, by the word that scenarios use.
    """

    id: str
    question: str
    choices: dict[str, str] = attrs.field(hash=False)

    @property
    def default(self) -> str:
        """The answer of a scenario that says nothing."""
        return RULINGS[self.id].default

    @property
    def open(self) -> bool:
        """Whether a scenario can choose; else it is a reading."""
        return RULINGS[self.id].open


@lru_cache(maxsize=1)
def rulings() -> dict[str, RulingWords]:
    """Every ruling in words, by id."""
    return {
        key: RulingWords(key, question, dict(zip(answers[::2], answers[1::2], strict=True)))
        for key, question, *answers in _rows("rulings")
    }


def rulings_of(rule: str) -> tuple[RulingWords, ...]:
    """The rulings on a rule."""
    return tuple(r for r in rulings().values() if r.id == rule or r.id.startswith(f"{rule}-"))


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


_OF_THE_LOG: Final = {
    "log.dice": "Dice come from the seed at their address, or from people where the game says so.",
    "log.moment": "An order stands at the moment at which the game is.",
    "log.order": "Entries have consecutive numbers: none is missing, doubled or out of order.",
    "log.hash": "Each line has the hash of what stands in it and of the line before it.",
    "log.entry": "A line of a log is an entry, written as the engine writes it.",
    "log.header": "The first line of a log is a header as the engine writes it.",
    "log.scenario": "A game is played by a scenario that is sound.",
    "log.finish": "A finished log ends with one closing entry, which counts what stands before it.",
    "log.undo": "Only the last entry that stands can be taken back.",
    "log.torn": "The last line of a log is whole.",
    "log.parent": "A branch shares the past of its parent, up to the line that its header names.",
    "log.signed": "Who acknowledges a log signs exactly this one, up to an entry that it has.",
    "log.seal": "The hash of the last line is the seal that was noted.",
}


@lru_cache(maxsize=1)
def _core() -> dict[str, str]:
    return {rule.id: rule.title for rule in CORE_RULES}


def rule_in_words(rule: str) -> str:
    """What a rule says, in a sentence or, of a core rule, a few words; empty if it is not known.

    Args:
        rule: as findings name it: ``11.76``, ``B25.65``, ``log.dice``, ``ruling 11.76-cease``.
    """
    if rule in _OF_THE_LOG:
        return _OF_THE_LOG[rule]
    if rule.startswith("ruling "):
        ruling = rulings().get(rule.removeprefix("ruling "))
        return "" if ruling is None else ruling.question
    shown = rule_examples().get(rule)
    if shown is not None and shown.says:
        return shown.says
    return _core().get(rule, "")


_ENDINGS: Final = re.compile(r"[.0-9]?[0-9a-z]$")


@lru_cache(maxsize=1)
def _known() -> dict[str, tuple[str, str]]:
    """Title and sentence of every rule that has any."""
    core = {each.id: (each.title, "") for each in core_rules()}
    return core | {each.id: (each.title, each.says) for each in rules()}


def rule_words(ids: Iterable[str]) -> dict[str, list[str]]:
    """Title and sentence of rules, by id; of one that is not known, those of the rule above it.

    An id that is no rule's, nor below one, is left out.
    """
    return {each: list(found) for each in sorted(set(ids)) if (found := _words(each)) is not None}


def _words(rule: str) -> tuple[str, str] | None:
    known = _known()
    return next((known[each] for each in _upward(rule) if each in known), None)


def _upward(rule: str) -> Iterator[str]:
    """An id, and those above it: B25.651, B25.65, B25.6, B25."""
    while rule:
        yield rule
        shorter = _ENDINGS.sub("", rule)
        if shorter == rule:
            return
        rule = shorter


_IDLIKE: Final = re.compile(r"[A-Z]{0,2}(\.?[0-9][0-9.]*|\.)", re.IGNORECASE)


@attrs.frozen
class Found:
    """What was found.

    Attributes:
        rules: rules of the rulebook.
        core: core rules.
        rulings: rulings.
        clauses: single clauses, of rules that are not among those.
        in_full: one thing was asked for, and all is to be told of it.
    """

    rules: tuple[RuleStatus, ...] = ()
    core: tuple[CoreStatus, ...] = ()
    rulings: tuple[RulingWords, ...] = ()
    clauses: tuple[ClauseStatus, ...] = ()
    in_full: bool = False

    def __bool__(self) -> bool:
        """Whether anything was found."""
        return bool(self.rules or self.core or self.rulings or self.clauses)


def find(sought: str | None = None) -> Found:
    """What is found by an id, by the beginning of one, or by words; everything without any.

    Everything is the rulebook and the rulings; core rules are listed where they are asked for.

    Raises:
        BadInput: when nothing is found.
    """
    if sought is None:
        return Found(rules(), (), tuple(rulings().values()))
    wanted = sought.strip()
    if not wanted:
        raise BadInput("'' is not a rule of this rulebook; expected an id such as 11.76, or words")
    exact = _exactly(wanted.casefold())
    found = exact or (_below(wanted) if _IDLIKE.fullmatch(wanted) else Found())
    found = found or _with_words(wanted.casefold().split(" "))
    if not found:
        raise BadInput(
            f"{wanted[:40]!r} is not a rule of this rulebook, and nothing in it has these words; "
            f"expected an id such as 11.76, or words such as dust"
        )
    return found


def _exactly(wanted: str) -> Found:
    """The rule, clause or ruling of an id, a rule with the rulings on it."""
    listed = tuple(each for each in rules() if each.id.casefold() == wanted)
    core = tuple(each for each in core_rules() if each.id.casefold() == wanted)
    single = tuple(each for each in _all_clauses() if each.id.casefold() == wanted)
    named = {wanted, *(each.ruling.casefold() for each in single)}
    named_rulings = tuple(each for each in rulings().values() if each.id.casefold() in named)
    for rule in [each.id for each in listed] + [each.id for each in core]:
        named_rulings += rulings_of(rule)
    return Found(listed, core, named_rulings, single, in_full=True)


def _below(start: str) -> Found:
    """What is below an id: of 11.7 11.71 as well as 11.7.1, of AD3 or AD3. whatever is of AD3."""
    start = start.casefold()
    deeper = r"[.\d]" if "." in start else r"\."
    below = re.compile(re.escape(start) + ("" if start.endswith(".") else deeper))
    return _all_that(lambda each: below.match(each.id.casefold()) is not None)


def _with_words(words: list[str]) -> Found:
    """What has all of these words in its id, its title, its sentence, question or answers."""

    def has_all(each: RuleStatus | ClauseStatus | CoreStatus | RulingWords) -> bool:
        texts = [text.casefold() for text in _texts(each)]
        return all(any(word in text for text in texts) for word in words)

    found = _all_that(has_all)
    told = {clause for rule in found.rules for clause in rule.clauses}
    single = tuple(each for each in _all_clauses() if each not in told and has_all(each))
    return attrs.evolve(found, clauses=single)


def _all_clauses() -> Iterator[ClauseStatus]:
    return (clause for rule in rules() for clause in rule.clauses)


def _texts(each: RuleStatus | ClauseStatus | CoreStatus | RulingWords) -> tuple[str, ...]:
    match each:
        case ClauseStatus():
            return each.id, each.says
        case RuleStatus():
            return each.id, each.title, each.says
        case CoreStatus():
            return each.id, each.title
        case RulingWords():
            return (each.id, each.question, *each.choices, *each.choices.values())


def _all_that(holds: Callable[[RuleStatus | CoreStatus | RulingWords], bool]) -> Found:
    return Found(
        tuple(filter(holds, rules())),
        tuple(filter(holds, core_rules())),
        tuple(filter(holds, rulings().values())),
    )


def rulebook_as_json(sought: str | None = None) -> dict[str, Any]:
    """Rules, rulings and single clauses, as ``khamsin rules --json`` gives them.

    Core rules are marked as such.

    Raises:
        BadInput: when nothing is found.
    """
    found = find(sought)
    return {
        "rules": [*map(_rule_as_json, found.rules), *map(_core_as_json, found.core)],
        "clauses": [_clause_as_json(clause) for clause in found.clauses],
        "rulings": [
            {
                "id": ruling.id,
                "question": ruling.question,
                "default": ruling.default,
                "choices": ruling.choices,
                "version": RULINGS[ruling.id].version,
                "open": ruling.open,
            }
            for ruling in found.rulings
        ],
    }


def _rule_as_json(status: RuleStatus) -> dict[str, Any]:
    return {
        "id": status.id,
        "title": status.title,
        "done": status.done,
        "module": status.module,
        "tests": status.tests,
        "missing": status.missing,
        "says": status.says,
        "example": status.example,
        "clauses": [_clause_as_json(clause) for clause in status.clauses],
    }


def _clause_as_json(clause: ClauseStatus) -> dict[str, Any]:
    return {
        "id": clause.id,
        "text": clause.says,
        "done": clause.done,
        "tests": clause.tests,
        "ruling": clause.ruling or None,
        "missing": clause.missing,
    }


def _core_as_json(status: CoreStatus) -> dict[str, Any]:
    return {
        "id": status.id,
        "title": status.title,
        "done": bool(status.modules and status.tests),
        "module": status.module,
        "tests": status.tests,
        "missing": "",
        "says": "",
        "example": "",
        "clauses": [],
        "core": True,
        "modules": list(status.modules),
        "leaning": list(status.leaning),
    }
