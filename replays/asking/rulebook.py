"""The rulebook in our own words, what does and proves each rule, and what a reader looks for.

An exact id wins: 11.7 is that rule alone, AD3.42c that clause. An id that is none lists what is
below it: AD3 is all of AD3.11 to AD3.7. Anything else is words, all of which must stand in what is
found. Which module does a rule is said by that module alone; `python -m tests.derived` writes it
into ``data/rulebook.json``, with the number of tests of each id.
"""

import re
import tomllib
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final

import attrs

from events.errors import BadInput
from events.json_bytes import loads
from replays.game.bundled import bundled_rows, bundled_text
from sim.rulings import RULINGS

_CHAPTERS: Final = ("B", "11", "191", "AD", *(f"core/{chapter}" for chapter in "ABCDEF"))
_PLAYERS: Final = "players"
"""What stands for a clause that is left to the players, where others say what is still to come."""
_ID: Final = re.compile(r"[A-Z]{0,2}(\.?[0-9][0-9.]*|\.)", re.IGNORECASE)
_ENDINGS: Final = re.compile(r"[.0-9]?[0-9a-z]$")


@attrs.frozen
class Clause:
    """One sentence of a rule; it is done when a test proves it, or where players see to it."""

    id: str
    """The id of its rule and a letter, such as AD3.42c."""
    text: str
    """What must hold, in our own words."""
    done: bool
    tests: int
    """How many tests prove it."""
    ruling: str | None
    """The id of the ruling that it is; None where the text decides."""
    missing: str
    """What is still to come."""
    players: bool = False
    """It is left to the players, who do what Khamsin does not judge."""

    @property
    def rule(self) -> str:
        """The id of its rule."""
        return self.id.rstrip("abcdefghijklmnopqrstuvwxyz")

    @property
    def status(self) -> str:
        """Whether it is left to the players, or what is still to come; or nothing."""
        if self.players:
            return "left to the players"
        return f"open: {self.missing}" if self.missing else ""


@attrs.frozen
class Rule:
    """A rule of the rulebook, or a core rule, which has neither sentence nor example."""

    id: str
    title: str
    """What it is about, in our own words."""
    done: bool
    """Code does it, and every clause of it is done."""
    module: str | None
    """Where the code is, or a core rule is first named."""
    tests: int
    """How many tests name it, or a clause of it."""
    missing: str = ""
    """What is still to come."""
    says: str = ""
    """What it does here, in one sentence of our own."""
    example: str = ""
    """A command that shows it at work."""
    clauses: tuple[Clause, ...] = ()
    core: bool = False
    modules: tuple[str, ...] = ()
    """Those that do or name a core rule."""
    leaning: tuple[str, ...] = ()
    """The rules that these modules do."""
    kind: str = "core"
    """What kind of thing it is; a heading only announces others."""


@attrs.frozen
class RulingWords:
    """A question that the text leaves open; one that no scenario can answer is a reading."""

    id: str
    question: str
    default: str
    choices: dict[str, str] = attrs.field(hash=False)
    """What each answer means, by the word that scenarios use."""
    version: int
    open: bool


@attrs.frozen
class Found:
    """What was found; clauses are those of other rules than are found."""

    rules: tuple[Rule, ...] = ()
    rulings: tuple[RulingWords, ...] = ()
    clauses: tuple[Clause, ...] = ()
    in_full: bool = False
    """One thing was asked for, and all is to be told of it."""

    def __bool__(self) -> bool:
        return bool(self.rules or self.rulings or self.clauses)


@lru_cache(maxsize=1)
def _proof() -> dict[str, dict[str, Any]]:
    """How many tests name an id, who does a rule or a part of it, and who names a core rule."""
    return dict(loads(bundled_text(".", "rulebook", ".json").encode()))


@lru_cache(maxsize=1)
def clauses() -> tuple[Clause, ...]:
    """Every clause, by chapter, in the order of the rules."""
    rows = (row for name in _CHAPTERS for row in bundled_rows("clauses", name))
    return tuple(_clause(*row) for row in rows)


def _clause(id_: str, text: str, ruling: str, open_: str) -> Clause:
    tests = _proof()["tests"].get(id_, 0)
    players = open_ == _PLAYERS
    missing = "" if players else open_ or ("" if tests else "no test proves it")
    return Clause(id_, text, not missing, tests, ruling or None, missing, players)


@lru_cache(maxsize=1)
def _clauses_of() -> dict[str, tuple[Clause, ...]]:
    """The clauses of each rule."""
    found: dict[str, list[Clause]] = {}
    for clause in clauses():
        found.setdefault(clause.rule, []).append(clause)
    return {rule: tuple(those) for rule, those in found.items()}


def rules() -> tuple[Rule, ...]:
    """Every rule of the rulebook, in its order."""
    return tuple(rule for rule in _all_rules() if not rule.core)


def core_rules() -> tuple[Rule, ...]:
    """The core rules that the rules of the desert lean on, in the order of the rulebook."""
    return tuple(rule for rule in _all_rules() if rule.core)


@lru_cache(maxsize=1)
def _all_rules() -> tuple[Rule, ...]:
    proof, told, found = _proof(), tomllib.loads(bundled_text(".", "rules")), []
    rows = [*bundled_rows(".", "rulebook")]
    done_in = {rule: proof["done"][rule] for rule, *_ in rows if rule in proof["done"]}
    for id_, title, kind in rows:
        own, tests = _clauses_of().get(id_, ()), proof["tests"].get(id_, 0)
        undone = ", ".join(clause.id for clause in own if not clause.done)
        if kind != "core":
            module = proof["done"].get(id_)
            missing = (f"open: {undone}" if undone else "") if module else "not begun"
            said = missing, told[id_]["says"], told[id_]["example"], own
            proved = bool(module and tests and not undone)
            found.append(Rule(id_, title, proved, module, tests, *said, kind=kind))
            continue
        modules = tuple(proof["core"].get(id_, ()))
        leaning = tuple(rule for rule, module in done_in.items() if module in modules)
        done = not undone if own else bool(modules and tests)
        rule = Rule(id_, title, done, next(iter(modules), None), tests, clauses=own)
        found.append(attrs.evolve(rule, core=True, modules=modules, leaning=leaning))
    return tuple(found)


@lru_cache(maxsize=1)
def rulings() -> dict[str, RulingWords]:
    """Every ruling in words, by id."""
    found = {}
    for key, question, *answers in bundled_rows(".", "rulings"):
        known, choices = RULINGS.get(key), dict(zip(answers[::2], answers[1::2], strict=True))
        version = 1 if known is None else known.version
        found[key] = RulingWords(key, question, answers[0], choices, version, known is not None)
    return found


def rule_in_words(rule: str) -> str:
    """What a rule (or ``ruling 11.76-cease``) says, of a core rule in a few words; or nothing."""
    if rule.startswith("ruling "):
        ruling = rulings().get(rule.removeprefix("ruling "))
        return "" if ruling is None else ruling.question
    title, says = _known().get(rule, ("", ""))
    return says or title


@lru_cache(maxsize=1)
def _known() -> dict[str, tuple[str, str]]:
    """Title and sentence of every rule that has any."""
    return {each.id: (each.title, each.says) for each in (*core_rules(), *rules())}


def rule_words(ids: Iterable[str]) -> dict[str, list[str]]:
    """Title and sentence of rules, by id; of one that is not known, those of the rule above it.

    An id that is no rule's, nor below one (as B25.651 is below B25.65 and B25.6), is left out.
    """
    above = {each: known_above(each) for each in sorted(set(ids))}
    return {each: list(_known()[rule]) for each, rule in above.items() if rule}


def known_above(rule: str) -> str | None:
    """An id, if a rule has it, or that of the nearest rule above it; or none."""
    shorter = _ENDINGS.sub("", rule)
    while rule not in _known() and shorter != rule:
        rule, shorter = shorter, _ENDINGS.sub("", shorter)
    return rule if rule in _known() else None


def find(sought: str | None = None) -> Found:
    """What is found by ids, by the beginning of one, or by words; everything without any.

    Everything is the rulebook and the rulings; core rules are listed where they are asked for.

    Raises:
        BadInput: when nothing is found.
    """
    if sought is None:
        return Found(rules(), tuple(rulings().values()))
    wanted = sought.strip()
    if not wanted:
        raise BadInput("'' is not a rule of this rulebook; expected an id such as 11.76, or words")
    low = wanted.casefold()
    if len(several := [_exactly(each) for each in low.split()]) > 1 and all(several):
        return _together(several)
    found = _exactly(low)
    if _ID.fullmatch(wanted) and not (found.clauses or any(each.clauses for each in found.rules)):
        found = _with_those_below(found, low)
    found = found or _with_words(low)
    if not found:
        raise BadInput(
            f"{wanted[:40]!r} is not a rule of this rulebook, and nothing in it has these words; "
            f"expected an id such as 11.76, or words such as dust"
        )
    return found


def _together(found: list[Found]) -> Found:
    """What several ids find, in the order in which they were given."""
    return Found(
        tuple(rule for each in found for rule in each.rules),
        tuple(ruling for each in found for ruling in each.rulings),
        tuple(clause for each in found for clause in each.clauses),
        in_full=True,
    )


def _exactly(wanted: str) -> Found:
    """The rule, clause or ruling of an id; a rule with the rulings that name it."""
    listed = tuple(each for each in (*rules(), *core_rules()) if each.id.casefold() == wanted)
    single = tuple(each for each in clauses() if each.id.casefold() == wanted)
    named = [wanted, *(clause.ruling.casefold() for clause in single if clause.ruling)]
    about = re.compile("|".join(rf"(?<![\w.]){re.escape(r.id)}(?!\w|\.\d)" for r in listed) or "$^")

    def on_it(ruling: RulingWords) -> bool:
        return ruling.id.casefold() in named or about.search("\n".join(_texts(ruling))) is not None

    return Found(listed, tuple(filter(on_it, rulings().values())), single, in_full=True)


def _with_those_below(found: Found, start: str) -> Found:
    """What is below an id too: of 11.7 11.71 as well as 11.7.1, of AD3 or AD3. all that is of AD3.

    That is what people mean by the id of a whole section, which has no clause of its own.
    """
    deeper = "" if start.endswith(".") else r"[.\d]" if "." in start else r"\."
    below = re.compile(re.escape(start) + deeper)
    under = _all_that(lambda each: below.match(each.id.casefold()) is not None)
    if not under:
        return found
    rulings_told = dict.fromkeys((*found.rulings, *under.rulings))
    return Found((*found.rules, *under.rules), tuple(rulings_told))


def _with_words(text: str) -> Found:
    """What has all of these words in its id, its title, its sentence, question or answers."""

    def has_all(each: Rule | Clause | RulingWords) -> bool:
        texts = "\n".join(_texts(each)).casefold()
        return all(word in texts for word in text.split(" "))

    found = _all_that(has_all)
    told = {clause for rule in found.rules for clause in rule.clauses}
    single = tuple(each for each in clauses() if each not in told and has_all(each))
    return attrs.evolve(found, clauses=single)


def _texts(each: Rule | Clause | RulingWords) -> tuple[str, ...]:
    """Where words are looked for."""
    if isinstance(each, Rule):
        return each.id, each.title, each.says
    if isinstance(each, Clause):
        return each.id, each.text
    return (each.id, each.question, *each.choices, *each.choices.values())


def _all_that(holds: Callable[[Rule | RulingWords], bool]) -> Found:
    listed = filter(holds, (*rules(), *core_rules()))
    return Found(tuple(listed), tuple(filter(holds, rulings().values())))


def rulebook_as_json(sought: str | None = None) -> dict[str, Any]:
    """What `find` finds, as ``khamsin rules --json`` gives it; core rules are marked as such.

    Raises:
        BadInput: when nothing is found.
    """
    found = find(sought)
    return {
        "rules": list(map(_rule_as_json, found.rules)),
        "clauses": [attrs.asdict(clause) for clause in found.clauses],
        "rulings": [attrs.asdict(ruling) for ruling in found.rulings],
    }


def _rule_as_json(rule: Rule) -> dict[str, Any]:
    value = attrs.asdict(rule)
    for name in ("kind",) if rule.core else ("kind", "core", "modules", "leaning"):
        del value[name]
    return value
