"""The form of a scenario: what each of its fields is, told for a page by the classes themselves."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, get_args, get_origin

import attrs

from events.codec import ROLLED, to_json
from events.errors import BadInput
from events.field import Choice, FieldKind, Flag, Number, Several, kind_of
from events.scenario import BoardSpec, Scenario, VehicleSpec
from events.terms import Armour
from replays.asking.rulebook import rulings
from replays.chances.comparison import setting_words
from replays.game.bundled import bundled, bundled_boards
from replays.game.scenario_file import load_scenario
from sim.machine.opening import ARID_LANDS
from sim.rulings import RULINGS
from sim.soundness import ROLLABLE

Field = dict[str, Any]

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "Scenario": ("name", "land", "month", "turns", "sides", "first"),
    "Boards": ("boards", "north", "ravine"),
    "Vehicles": ("vehicles",),
    "Weather": (
        *("weather", "time_of_day", "ec", "wind", "wind_direction", "dust", "mist"),
        *("nvr", "clouds", "moon"),
    ),
    "SSR": (
        *("steppe", "broken", "ad", "terrain", "rulings", "kindling_at_night"),
        *("dyo", "bombardments", "night_by_consent"),
    ),
    "Ground": (),
}
"""Where a page has each field of a scenario; one that is in none stands in the last."""

_TEXT: Final = FieldKind()
_PLAIN: Final[Mapping[Any, FieldKind]] = {str: _TEXT, int: Number()}
_ABOUT: Final = re.compile(r"^ {8}(\w+): (.+?)(?=^ {8}\w+: |\Z)", re.MULTILINE | re.DOTALL)
DRAWN: Final = ("map", "depiction")
"""Fields of a board that are whole drawings: no form has room for them."""

TAKEN_FROM: Final = "from"


@cache
def form() -> list[Field]:
    """The groups of fields: each has a ``title`` and its ``fields``.

    A field has ``name``, ``label``, ``help``, ``kind``, ``needed``, ``default``; a choice has
    ``among``, a text perhaps words to ``suggest``; a list has the fields ``of`` each item, the
    field that says ``where`` on the board an item is, and what a new one can be ``like``.
    """
    fields = {each["name"]: each for each in _fields_of(Scenario)}
    named = {name for names in GROUPS.values() for name in names}
    groups = {title: [fields[name] for name in names] for title, names in GROUPS.items()}
    [*_, last] = groups.values()
    last += [each for name, each in fields.items() if name not in named]
    return [{"title": title, "fields": found} for title, found in groups.items()]


def _fields_of(cls: type[Any]) -> Iterator[Field]:
    """The fields of a class; lists within an item of a list stay as its file has them."""
    said = dict(_ABOUT.findall(cls.__doc__ or ""))
    for each in attrs.fields(cls):
        if each.name not in DRAWN:
            yield {
                "name": each.name,
                "label": setting_words(each.name),
                "help": _help(said.get(each.name, "")),
                "needed": each.default is attrs.NOTHING,
                "default": to_json(each.default) if isinstance(each.default, str | int) else None,
                **_kind(each.name, each.type),
            }


def _help(said: str) -> str:
    """What a class says of a field, for people who leave it out where Python has None."""
    return " ".join(said.replace("`", "").replace("None", "left out").split()).removesuffix(".")


def _kind(name: str, annotation: Any) -> Field:
    """The kind of a field, and what more a form must know of it."""
    if get_origin(annotation) is dict:
        return {"kind": "rulings", "of": _rulings()} if name == "rulings" else {"kind": "pairs"}
    first, *rest = get_args(annotation) or (annotation,)
    if get_origin(annotation) is tuple and attrs.has(first):
        fields = [each for each in _fields_of(first) if each["kind"] != "list"]
        where = next((each["name"] for each in fields if each["kind"] in ("hex", "hexes")), None)
        return {"kind": "list", "of": fields, "where": where, "like": _like(first)}
    kind = kind_of(annotation, _PLAIN)
    if isinstance(kind, Several):
        several = {"hex": "hexes", "hexside": "hexsides"}.get(_name_of(kind.of), "texts")
        return {"kind": several if rest == [Ellipsis] else "two"}
    found: Field = {"kind": "text" if kind is None else _name_of(kind)}
    if isinstance(kind, Choice) and found["kind"] == "choice":
        found["among"] = [*kind.terms, *((ROLLED,) if name in ROLLABLE else ())]
    if name == "land":
        found["suggest"] = [land.title() for land in ARID_LANDS]
    return found


def _name_of(kind: FieldKind) -> str:
    """How a page calls a kind of value; ``maybe`` is yes, no, or neither."""
    if isinstance(kind, Choice):
        return "maybe" if kind.schema is Flag.schema else "choice"
    return "text" if kind.form == "name" else kind.form


def _rulings() -> list[Field]:
    words = rulings()
    return [
        {
            "name": id_,
            "label": id_,
            "help": words[id_].question,
            "needed": False,
            "default": ruling.default,
            "kind": "choice",
            "among": [*ruling.choices],
        }
        for id_, ruling in RULINGS.items()
    ]


# What a new item can be like ----------------------------------------------------------------


def _like(cls: type[Any]) -> list[list[str]]:
    """What a new item can be like, each with words for it."""
    if cls is BoardSpec:
        return [["", "a plain board"], *([name, name] for name in bundled_boards())]
    if cls is VehicleSpec:
        return [[name, _vehicle_words(each)] for name, each in typical_vehicles().items()]
    return []


def _vehicle_words(each: VehicleSpec) -> str:
    usual = attrs.fields(VehicleSpec).armour.default
    armour = {usual: "", Armour.NONE: ", no armour"}.get(each.armour, f", {each.armour}")
    return f"{each.id}: {each.movement}, {each.mp} MP{armour}"


@cache
def typical_vehicles() -> Mapping[str, VehicleSpec]:
    """The vehicles of the bundled scenarios by their ids; of those with the same facts one."""
    known = [each for name in bundled() for each in load_scenario(name).vehicles]
    known.sort(key=lambda each: ("-" not in each.id, len(each.id)))
    of_facts = {
        (each.side, each.movement, each.mp, each.ground_pressure, each.armour): each
        for each in known
    }
    found = sorted(of_facts.values(), key=lambda each: each.id)
    return {
        each.id: attrs.evolve(each, at=None, bu=False, towing=False, motion=False, bypass=None)
        for each in found
    }


# New items ----------------------------------------------------------------------------------

_NUMBERED: Final = re.compile(r"-\d+$")


def new_item(name: str, values: Mapping[str, Any], like: str | int | None) -> Field:
    """A new item of a list of a scenario: like another one, or with what it needs proposed.

    ``like`` is a name of the form, or the number of an item that is there.
    """
    items = values.get(name)
    there = [each for each in items if isinstance(each, dict)] if isinstance(items, list) else []
    if isinstance(like, int) and 0 <= like < len(there):
        found = {key: item for key, item in there[like].items() if key not in ("at", "bypass")}
    elif name == "vehicles":
        known = typical_vehicles()
        if like not in (None, *known):
            raise BadInput(f"there is no such vehicle; expected {', '.join(known)}", "like")
        found = to_json(known[str(like)] if like else next(iter(known.values())))
        found = {key: item for key, item in found.items() if item not in (None, False)}
        if found["side"] not in (sides := _sides(values)):
            found["side"] = sides[0]
    elif name == "boards":
        found = {TAKEN_FROM: like} if like else {"desert": True}
    else:
        found = dict(_proposed(name))
    key = {"vehicles": "id", "boards": "name"}.get(name)
    if key is not None:
        stem = _NUMBERED.sub("", str(found.get(key) or like or "1"))
        found[key] = _free(stem, {str(each.get(key)) for each in there})
    return found


def _proposed(name: str) -> Iterator[tuple[str, Any]]:
    """What an item needs and can be guessed: the first of a choice."""
    fields: Iterable[Field] = next(
        (each["of"] for group in form() for each in group["fields"] if each["name"] == name), ()
    )
    for each in fields:
        if each["needed"] and each["kind"] == "choice":
            yield each["name"], each["among"][0]


def _sides(values: Mapping[str, Any]) -> list[str]:
    sides = values.get("sides")
    return [str(each) for each in sides] if isinstance(sides, list) and sides else [""]


def _free(stem: str, taken: set[str]) -> str:
    names = (stem if n == 1 else f"{stem}-{n}" for n in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)
