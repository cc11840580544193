"""What every answer has: a verdict, what applies, and what nearly did."""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, auto
from fractions import Fraction
from typing import Any, ClassVar, Final, Literal, Self, dataclass_transform

import attrs

from events.terms import Fortification
from sim.asking.question import Question
from sim.chapter_a.los import Location
from sim.chapter_a.rout import rally_bonus
from sim.chapter_ad.routing import counts_as_woods_for_rout
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.fortifications import fort_of
from sim.modifiers import Halved, Modifier, Near, Total, total_of
from sim.state import State

# What an answer does not speak of, which is something else than saying that there is none.


class NotCovered(Enum):
    """The type of `NOT_COVERED`."""

    NOT_COVERED = auto()


NOT_COVERED: Final[Literal[NotCovered.NOT_COVERED]] = NotCovered.NOT_COVERED
"""The value of a field of which this answer does not speak."""


def to_json(value: Any) -> Any:
    """Text, numbers, lists and dictionaries of the same; a fraction is written ``5/12``."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction | Location):
        return str(value)
    if isinstance(value, Mapping):
        return {to_json(key): to_json(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [to_json(each) for each in value]
    if attrs.has(type(value)):
        values = {field.name: getattr(value, field.name) for field in attrs.fields(type(value))}
        return {name: to_json(each) for name, each in values.items() if each is not NOT_COVERED}
    return value


def signed(amount: object) -> str:
    """A number with its sign."""
    text = str(amount)
    return text if text.startswith("-") else f"+{text}"


def described(items: tuple[Modifier, ...]) -> str:
    """The total of some modifiers in words."""
    total = total_of(items)
    dice = [str(each.die) for each in items if isinstance(each.die, Halved)]
    if not dice:
        return f"total {signed(total.fixed)}"
    span = f"{signed(total.low)} to {signed(total.high)}"
    return f"total {signed(total.fixed)} and {' and '.join(dice)}: {span}"


def reasons(near: Iterable[Near]) -> str:
    """What is against something, each with its rule."""
    return "; ".join(f"{each.why} ({each.rule})" for each in near)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(attrs.field,))
class Facts:
    """What an answer, or a part of one, says: each kind is a frozen class, its fields the facts."""

    __attrs_attrs__: ClassVar[Any]

    def __init_subclass__(cls) -> None:
        attrs.frozen(cls, kw_only=True, slots=False, unsafe_hash=False)

    def __hash__(self) -> int:
        """The same of equal ones; what they hold, dicts and lists too, does not count."""
        return hash(type(self))

    def but(self, **changes: Any) -> Self:
        """A copy with these changes."""
        return attrs.evolve(self, **changes)  # type: ignore[misc] # each kind is an attrs class


class Answer(Facts):
    """An answer to a question about a moment of a game.

    A question that has more to say has a subclass, whose fields are its facts.
    """

    question: Question = Question()
    """What was asked, as the catalogue of questions says."""
    verdict: str
    """The answer in a sentence."""
    items: tuple[Modifier, ...] = ()
    """The modifiers that apply."""
    near: tuple[Near, ...] = ()
    """Those that nearly applied, with the condition that failed."""

    @property
    def total(self) -> Total:
        """The sum of the modifiers that apply."""
        return total_of(self.items)

    @property
    def facts(self) -> dict[str, Any]:
        """What this question says beyond that, as plain values by name: the fields of its class."""
        common = {field.name for field in attrs.fields(Answer)}
        names = [each.name for each in attrs.fields(type(self)) if each.name not in common]
        values = {name: getattr(self, name) for name in names}
        return {name: to_json(each) for name, each in values.items() if each is not NOT_COVERED}

    def lines(self) -> Iterator[str]:
        """What there is to read of it between the modifiers and what did not apply."""
        yield from ()


class HexAnswer(Answer):
    """An answer that says what a hex is."""

    terrain: tuple[str, ...]
    """The kinds of terrain that govern it."""
    rules: tuple[str, ...]
    """The rule of each."""
    rally_terrain: bool
    """Whether it gives the Rally Terrain bonus (A10.61)."""
    rout_as_woods: bool
    """Whether who routs treats it as woods (AD4.1)."""


def hex_facts(state: State, name: str) -> dict[str, Any]:
    """The fields of a `HexAnswer` about a hex."""
    kinds = ground_terrain(state, name)
    trench = fort_of(state, name, Fortification.TRENCH) is not None
    return {
        "terrain": tuple(kind.name for kind in kinds),
        "rules": tuple(kind.rule for kind in kinds),
        "rally_terrain": isinstance(rally_bonus(kinds), Modifier),
        "rout_as_woods": counts_as_woods_for_rout(state.setting, name, kinds, trench=trench),
    }


class PossibleAnswer(Answer):
    """Whether something is possible."""

    possible: bool
    """Whether it is, as far as terrain says."""


def possible_or_not(what: str, why_not: Iterable[Near]) -> PossibleAnswer:
    """The answer whether something is possible, such as "Dash from A1 across A2 to A3"."""
    near = tuple(why_not)
    said = f"{what} is possible, as far as terrain says"
    if near:
        said = f"{what} is not possible: {reasons(near)}"
    return PossibleAnswer(verdict=said, near=near, possible=not near)
