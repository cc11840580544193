"""What can be done with a thing: its orders, why others are refused, and where a vehicle can go."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any

import attrs

from events.errors import BadInput
from events.field import shown
from events.orders import FORMS
from sim.asking.answer import Answer, signed
from sim.asking.question import BadQuestion, Hex, OfState, Question, field
from sim.chapter_a.whereabouts import label_meant, label_named
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_d.expenditure import mp_left
from sim.machine.options import NoOption, Option, Thing, options_of
from sim.machine.reach import PlannedPath, Reach, path_of, reach_of
from sim.machine.telling import Refusal
from sim.modifiers import Modifier
from sim.state import State


def thing_named(state: State, text: str) -> Thing:
    """A thing by its name, a hex before a label; where several share one, ``unit:A1``."""
    kind, _, name = text.rpartition(":")
    named = {
        "hex": state.setting.area.name(name) or "",
        "vehicle": label_named(state.vehicles, name),
        "unit": label_named(state.units, name),
    }
    there = {"hex": state.setting.area.record, "vehicle": state.vehicles, "unit": state.units}
    for each, label in named.items():
        if kind in ("", each) and label in there[each]:
            return Thing(each, label)
    meant = label_meant(state, name)
    raise BadInput(f"{shown(text)} is no vehicle, unit or hex of this game{meant}")


class AThing(OfState):
    """A vehicle, a unit or a hex."""

    label = "THING"

    def check(self, value: Any) -> None:
        """Say that there is no such thing."""
        if not isinstance(value, str):
            raise BadInput(f"{shown(value)} is no vehicle, unit or hex")
        if self.state is not None:
            thing_named(self.state, value)


class OptionsQuestion(Question):
    """What can be done with a vehicle, a unit or a hex, and where a vehicle can go."""

    of: Annotated[str, AThing()] | None = field(
        "a vehicle, unit or hex (vehicle:M13 beside a hex M13); the game if left out", default=None
    )
    path: tuple[Hex, ...] = field("hexes that the vehicle is to enter", default=())


class OptionsAnswer(Answer):
    """What can be done with a thing."""

    of: dict[str, Any]
    """The thing, where it is, whose, and whether that is the ATTACKER."""
    says: tuple[str, ...]
    """What there is to know of it in a few words."""
    mp: dict[str, Fraction] | None
    """The allotment of a vehicle, and what is left of it."""
    orders: list[Option]
    """The orders that can be given."""
    refused: list[NoOption]
    """Those that cannot."""
    path: PlannedPath | None
    """What comes of the path asked about; None of what is no vehicle."""
    reach: Reach | None
    """Where it can go from the end of that path; None where it cannot go at all."""

    @property
    def facts(self) -> dict[str, Any]:
        """All of it as plain values; docs/questions.md has the shape."""
        names = ("of", "says", "mp", "orders", "path", "reach")
        found: dict[str, Any] = plain({each: getattr(self, each) for each in names})
        return found | {"not": plain(self.refused)}

    def lines(self) -> Iterator[str]:
        """Each order as it is typed, and why others are refused."""
        counted = {1: "a dr", 2: "a DR"}
        for option in self.orders:
            count = len(option.dice or ())
            dice = f"; {counted.get(count, f'{count} dr')}" if count else ""
            yield f"{_typed(option)}: {option.about}{dice}"
        if self.path is not None and self.path.steps:
            yield from _path_lines(self.path)
        if self.reach is not None:
            yield from _reach_lines(self.reach)
        for each in self.refused:
            yield f"not {each.order}: {_why(each.refusal)}"


def plain(value: Any) -> Any:
    """Plain values, from which JSON is made, without what is None."""
    match value:
        case Fraction():
            return str(value)
        case Refusal():
            reason = {"reason": value.reason.value, "name": value.reason.slug}
            return reason | {"rule": value.rule, "why": value.why}
        case Modifier():
            return [signed(value.amount), value.name, value.rule]
        case NoOption():
            return {"order": value.order, "label": value.label, **plain(value.refusal)}
        case Mapping():
            return {name: plain(each) for name, each in value.items() if each is not None}
        case list() | tuple():
            return [plain(each) for each in value]
    if not attrs.has(type(value)):
        return value
    found = attrs.asdict(value, recurse=False)
    if isinstance(value, Reach):
        found = {"from": found.pop("start"), **found}
    return plain(found)


def _why(refusal: Refusal) -> str:
    return f"{refusal.why} ({refusal.rule})"


def _typed(option: Option) -> str:
    """An order with its fields as help shows them."""
    usages = {each.name: each.usage for each in FORMS[option.order].fields}
    line = option.line
    for each in option.fields:
        line = line.replace(f"{{{each.name}}}", usages.get(each.name, each.label))
    return line


def _path_lines(path: PlannedPath) -> Iterator[str]:
    for line in path.lines:
        yield f"path: {line}"
    for step in path.steps:
        if step.refused is not None:
            yield f"path: not to {step.hex}: {_why(step.refused)}"
            continue
        said = [f"{_mp(step.mp)} MP, {_mp(step.sum)} in all"]
        said += [f"Dust in {step.dust.hex} ({step.dust.rule})"] if step.dust else []
        dice = step.dice or ()
        said += [f"{each.name}, DRM {each.drm:+}, {each.chance} ({each.rule})" for each in dice]
        yield f"path: {step.hex}: {'; '.join(said)}"
    yield f"path: {_mp(path.mp)} MP, {_mp(path.left)} left; {'; '.join(path.then)}"


def _mp(amount: Any) -> str:
    return f"{float(amount):g}"


def _reach_lines(reach: Reach) -> Iterator[str]:
    """The hexes within reach by MP, and those next to it that cannot be entered."""
    by_mp: dict[Fraction, list[str]] = {}
    for name, each in reach.hexes.items():
        by_mp.setdefault(each.mp, []).append(f"{name}*" if each.bog else name)
    for mp, names in by_mp.items():
        yield f"{_mp(mp)} MP: {' '.join(names)}"
    if any(each.bog for each in reach.hexes.values()):
        yield "* dice are due there, such as those of a Bog Check"
    for name, refusal in reach.no.items():
        yield f"not to {name}: {_why(refusal)}"


def answer(state: State, question: OptionsQuestion) -> OptionsAnswer:
    thing = Thing() if question.of is None else thing_named(state, question.of)
    drives = thing.kind == "vehicle"
    if question.path and not drives:
        raise BadQuestion("path", "only a vehicle has a path; expected {} to name one", "of")
    mp, path, reach = None, None, None
    if drives:
        path, end = path_of(state, thing.id, question.path)
        reach = reach_of(end, thing.id)
        allotment, left = state.setting.vehicles[thing.id].mp, mp_left(state, thing.id)
        mp = {"all": Fraction(allotment), "left": Fraction(left)}
    orders, refused = options_of(state, thing)
    says = _says(state, thing)
    what = f"{thing.kind} {thing.id}".strip()
    return OptionsAnswer(
        verdict=f"{what}: {', '.join(says)}" if says else what,
        of=_of(state, thing),
        says=says,
        mp=mp,
        orders=orders,
        refused=refused,
        path=path,
        reach=reach,
    )


def _of(state: State, thing: Thing) -> dict[str, Any]:
    """A thing, where it is, and whose."""
    found = {"kind": thing.kind, "id": thing.id, "hex": thing.hex(state)}
    if thing.kind not in ("vehicle", "unit"):
        return found
    among = state.setting.vehicles if thing.kind == "vehicle" else state.units
    side = among[thing.id].side
    return found | {"side": side, "yours": side == state.attacker}


def _says(state: State, thing: Thing) -> tuple[str, ...]:
    """What there is to know of a thing before one gives it orders."""
    place = thing.hex(state)
    match thing.kind:
        case "vehicle":
            allotment, left = state.setting.vehicles[thing.id].mp, mp_left(state, thing.id)
            where = "offboard" if place is None else f"in {place}"
            return (where, f"{_mp(left)} of {allotment} MP left")
        case "unit":
            unit = state.units[thing.id]
            order = "in Good Order" if unit.good_order else "not in Good Order"
            return (f"{unit.kind} in {unit.hex}", order)
        case "hex":
            return tuple(kind.name for kind in ground_terrain(state, thing.id))
    return ()
