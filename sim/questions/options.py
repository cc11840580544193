"""What can be done with a thing: its orders, why others are refused, and where a vehicle can go."""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, Final, Self, TypeAlias

import attrs

from events.errors import BadInput
from events.field import FieldKind, shown
from events.orders import FORMS
from sim.asking.answer import Answer, signed
from sim.asking.question import BadQuestion, Hex, Question, field, question
from sim.chapter_a.whereabouts import label_meant
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_d.expenditure import mp_left
from sim.machine.options import (
    NoOption,
    Option,
    OptionField,
    Options,
    Thing,
    ThingKind,
    hex_of_thing,
    of_side,
    options_of,
)
from sim.machine.reach import PlannedPath, Reach, StepDice, path_of, reach_of
from sim.machine.telling import Refusal
from sim.machine.trial import FirstRoll
from sim.state import State

_GAME: Final = Thing(ThingKind.GAME)


def thing_named(state: State, text: str) -> Thing:
    """A thing by its name; where several share one, by its kind too: ``unit:A1``."""
    kind, _, name = text.partition(":")
    for each in ThingKind:
        if (kind == each and name) or (not name and each not in _NAMED and text == each):
            return _found(state, each, name)
    for each in _NAMED:
        if text in _names(state, each) or text.upper() in _names(state, each):
            return _found(state, each, text)
    raise BadInput(
        f"{shown(text)} is no vehicle, unit, hex or side of this game, nor setup"
        f"{label_meant(state, text)}"
    )


_NAMED: Final = (ThingKind.HEX, ThingKind.VEHICLE, ThingKind.UNIT, ThingKind.SIDE)
"""Kinds of things that have names; a hex in play wins over a label that is written like it."""


def _names(state: State, kind: ThingKind) -> Any:
    return {
        ThingKind.HEX: state.setting.area.record,
        ThingKind.VEHICLE: state.vehicles,
        ThingKind.UNIT: state.units,
        ThingKind.SIDE: state.setting.sides,
    }.get(kind, ("",))


def _found(state: State, kind: ThingKind, name: str) -> Thing:
    names = _names(state, kind)
    known = next((each for each in (name, name.upper()) if each in names), None)
    if known is None:
        raise BadInput(f"there is no {kind} {shown(name)}{label_meant(state, name)}")
    return Thing(kind, known)


class _AThing(FieldKind):
    """A vehicle, a unit, a hex, a side, or setup."""

    label = "THING"
    state: Any = None

    def within(self, state: State) -> Self:
        """The same, of the things that a state has."""
        bound = type(self)()
        bound.state = state
        return bound

    def check(self, value: Any) -> None:
        """Say which things there are."""
        if not isinstance(value, str):
            raise BadInput(f"{shown(value)} is no vehicle, unit, hex or side, nor setup")
        if self.state is not None:
            thing_named(self.state, value)


AThing: TypeAlias = Annotated[str, _AThing()]


@question
class OptionsQuestion(Question):
    """What can be done with a vehicle, unit, hex or side, and where a vehicle can go."""

    of: AThing | None = field(
        "a vehicle, unit, hex or side (vehicle:M13 beside a hex M13), setup, or the game",
        default=None,
    )
    path: tuple[Hex, ...] = field("hexes that the vehicle is to enter", default=())


@attrs.frozen(kw_only=True)
class OptionsAnswer(Answer):
    """What can be done with a thing; each part is worked out when it is looked at.

    Attributes:
        state: the moment of which it was asked.
        thing: what was asked about.
        says: what there is to know of it in a few words.
    """

    state: State = attrs.field(repr=False)
    thing: Thing
    says: tuple[str, ...]
    hexes: tuple[str, ...]

    @cached_property
    def options(self) -> Options:
        """Its orders."""
        return options_of(self.state, self.thing)

    @cached_property
    def path(self) -> PlannedPath | None:
        """What comes of the path asked about; None of what is no vehicle."""
        if self.thing.kind is not ThingKind.VEHICLE:
            return None
        return path_of(self.state, self.thing.id, self.hexes)

    @cached_property
    def reach(self) -> Reach | None:
        """Where it can go from the end of that path; None where it cannot go at all."""
        return None if self.path is None else reach_of(self.path.state, self.thing.id)

    @property
    def facts(self) -> dict[str, Any]:
        """All of it as plain values; docs/questions.md has the shape."""
        state, thing, path = self.state, self.thing, self.path
        of: dict[str, Any] = {"kind": str(thing.kind), "id": thing.id}
        side = side_of(state, thing)
        if (name := hex_of_thing(state, thing)) is not None:
            of["hex"] = name
        if side is not None:
            of |= {"side": side, "yours": side == state.attacker}
        found: dict[str, Any] = {"of": of, "says": [*self.says]}
        if thing.kind is ThingKind.VEHICLE:
            allotment = state.setting.vehicles[thing.id].mp
            found["mp"] = {"all": str(allotment), "left": str(mp_left(state, thing.id))}
        found["orders"] = [as_plain(each) for each in self.options.legal]
        found["not"] = [_no_option(each) for each in self.options.refused]
        if path is not None:
            found["path"] = _path(path)
            found["reach"] = None if self.reach is None else _reach(self.reach)
        return found

    def lines(self) -> Iterator[str]:
        """Each order as it is typed, and why others are refused."""
        for option in self.options.legal:
            dice = f"; {_dice_words(option.roll)}" if option.roll else ""
            yield f"{_typed(option)}: {option.about}{dice}"
        if self.path is not None and self.path.steps:
            yield from _path_lines(self.path)
        if self.reach is not None:
            yield from _reach_lines(self.reach)
        for each in self.options.refused:
            yield f"not {each.order}: {each.refusal.why} ({each.refusal.rule})"


def side_of(state: State, thing: Thing) -> str | None:
    """Whose a thing is."""
    if thing.kind is ThingKind.VEHICLE:
        return state.setting.vehicles[thing.id].side
    if thing.kind is ThingKind.UNIT:
        return state.units[thing.id].side
    return thing.id if thing.kind is ThingKind.SIDE else None


# As plain values ----------------------------------------------------------------------------------


def _dice(roll: FirstRoll | None) -> list[dict[str, Any]] | None:
    """The dice of a roll, each with its name; of a DR the coloured die comes first."""
    if roll is None:
        return None
    names = {1: ["dr"], 2: ["Coloured", "White"]}.get(roll.count)
    names = names or [f"dr {n + 1}" for n in range(roll.count)]
    return [{"name": name, "faces": 6} for name in names]


def as_plain(option: Option) -> dict[str, Any]:
    """An order as plain values."""
    found = {
        "order": option.order,
        "label": option.label,
        "about": option.about,
        "line": option.line,
        "fields": [_field(each) for each in option.fields],
        "dice": _dice(option.roll),
        "rolls": option.rolls,
    }
    return found if option.bound is None else found | {"bound": str(option.bound)}


def _field(each: OptionField) -> dict[str, Any]:
    found = {
        "name": each.name,
        "kind": each.kind,
        "label": each.label,
        "needed": each.needed,
        "write": each.write,
        "among": None if each.among is None else [*each.among],
        "min": None if each.least is None else str(each.least),
        "max": None if each.most is None else str(each.most),
        "value": each.value,
    }
    return {key: value for key, value in found.items() if value is not None}


def _refusal(refusal: Refusal) -> dict[str, Any]:
    reason = refusal.reason
    return {
        "reason": reason.value,
        "name": reason.slug,
        "rule": refusal.rule,
        "why": refusal.why,
    }


def _no_option(each: NoOption) -> dict[str, Any]:
    return {"order": each.order, "label": each.label, **_refusal(each.refusal)}


def _step_dice(each: StepDice) -> dict[str, Any]:
    return {
        "name": each.name,
        "drm": each.drm,
        "chance": str(each.chance),
        "rule": each.rule,
        "after": each.after,
    }


def _path(path: PlannedPath) -> dict[str, Any]:
    steps = []
    for each in path.steps:
        step: dict[str, Any] = {"hex": each.hex}
        if each.refused is not None:
            step["refused"] = _refusal(each.refused)
        else:
            step |= {
                "mp": str(each.mp),
                "sum": str(each.sum),
                "items": [[signed(i.amount), i.name, i.rule] for i in each.items],
                "dust": each.dust and each.dust._asdict(),
                "dice": [_step_dice(one) for one in each.dice] or None,
            }
        steps.append(step)
    return {
        "lines": [*path.lines],
        "mp": str(path.mp),
        "left": str(path.left),
        "stands": path.stands,
        "steps": steps,
        "then": [*path.then],
        "until": path.until,
    }


def _reach(reach: Reach) -> dict[str, Any]:
    return {
        "from": reach.start,
        "left": str(reach.left),
        "hexes": {
            name: {
                "mp": str(each.mp),
                "via": [*each.via],
                "stop": each.stop,
                "bog": _step_dice(each.dice[0]) if each.dice else None,
                "dust": each.dust and each.dust._asdict(),
                "until": each.until,
            }
            for name, each in reach.hexes.items()
        },
        "no": {name: _refusal(each) for name, each in reach.no.items()},
    }


# In words -----------------------------------------------------------------------------------------


def _typed(option: Option) -> str:
    """An order with its fields as help shows them."""
    usages = {each.name: each.usage for each in FORMS[option.order].fields}
    line = option.line
    for each in option.fields:
        line = line.replace(f"{{{each.name}}}", usages.get(each.name, each.label))
    return line


def _dice_words(roll: FirstRoll) -> str:
    return {1: "a dr", 2: "a DR"}.get(roll.count, f"{roll.count} dr")


def _path_lines(path: PlannedPath) -> Iterator[str]:
    for line in path.lines:
        yield f"path: {line}"
    for step in path.steps:
        if step.refused is not None:
            yield f"path: not to {step.hex}: {step.refused.why} ({step.refused.rule})"
            continue
        said = [f"{_mp(step.mp)} MP, {_mp(step.sum)} in all"]
        said += [f"Dust in {step.dust.hex} ({step.dust.rule})"] if step.dust else []
        said += [_dice_said(each) for each in step.dice]
        yield f"path: {step.hex}: {'; '.join(said)}"
    yield f"path: {_mp(path.mp)} MP, {_mp(path.left)} left; {'; '.join(path.then)}"


def _mp(amount: Any) -> str:
    return f"{float(amount):g}"


def _dice_said(each: StepDice) -> str:
    return f"{each.name}, DRM {each.drm:+}, {each.chance} ({each.rule})"


def _reach_lines(reach: Reach) -> Iterator[str]:
    """The hexes within reach by MP, and those next to it that cannot be entered."""
    by_mp: dict[Any, list[str]] = {}
    for name, each in reach.hexes.items():
        by_mp.setdefault(each.mp, []).append(f"{name}*" if each.dice else name)
    for mp, names in by_mp.items():
        yield f"{_mp(mp)} MP: {' '.join(names)}"
    if any(each.dice for each in reach.hexes.values()):
        yield "* dice are due there, such as those of a Bog Check"
    for name, refusal in reach.no.items():
        yield f"not to {name}: {refusal.why} ({refusal.rule})"


# The answer ---------------------------------------------------------------------------------------


def answer(state: State, question: OptionsQuestion) -> OptionsAnswer:
    thing = _GAME if question.of is None else thing_named(state, question.of)
    if question.path and thing.kind is not ThingKind.VEHICLE:
        raise BadQuestion("path", "only a vehicle has a path; expected {} to name one", "of")
    says = _says(state, thing)
    what = " ".join([str(thing.kind), *([thing.id] if thing.id else [])])
    return OptionsAnswer(
        question=question,
        verdict=f"{what}: {', '.join(says)}" if says else what,
        state=state,
        thing=thing,
        says=says,
        hexes=question.path,
    )


def _says(state: State, thing: Thing) -> tuple[str, ...]:
    """What there is to know of a thing before one gives it orders."""
    match thing.kind:
        case ThingKind.VEHICLE:
            allotment, left = state.setting.vehicles[thing.id].mp, mp_left(state, thing.id)
            place = state.vehicles[thing.id].hex
            where = "offboard" if place is None else f"in {place}"
            return (where, f"{_mp(left)} of {allotment} MP left")
        case ThingKind.UNIT:
            unit = state.units[thing.id]
            order = "in Good Order" if unit.good_order else "not in Good Order"
            return (f"{unit.kind} in {unit.hex}", order)
        case ThingKind.HEX:
            return tuple(kind.name for kind in ground_terrain(state, thing.id))
        case ThingKind.SIDE:
            attacker = "ATTACKER" if thing.id == state.attacker else "DEFENDER"
            return (attacker, f"{len(of_side(state, thing.id))} vehicles and units")
        case _:
            return ()
