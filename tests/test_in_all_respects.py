"""What is treated as something else, is: one map with the one, one with the other, asked alike.

Every question is asked about a few hexes, each of its options tried, on two maps (or in two skies)
that differ in nothing but what is "treated as" what. Answers differ in nothing but what the text
excepts; an exception names its clause, and is told if it is no more one.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import product
from typing import Any, Final

import attrs
import pytest

from events.errors import BadInput
from events.field import Choice, FieldKind, Flag, InputField, Number, Several
from events.terms import Base
from sim.asking.answer import Answer, to_json
from sim.asking.catalogue import answer, question_class, question_names
from sim.asking.question import AHex, ALocation, Named, Question
from sim.chapter_b.symbology import CATALOGUE, terrain_map
from sim.chapter_b.terrain_chart import CHART
from sim.machine.opening import setting_of
from sim.map.terrain import Terrain
from sim.map.terrain_kind import TerrainKind
from sim.state import State
from tests.clauses.reached import Played, world

HEXES: Final = ("E2", "E4", "E5", "E6", "E7")
"""A hill of level 1, Open Ground, two hexes of what is asked about, Open Ground."""

WAYS: Final[Mapping[int, Sequence[tuple[str, ...]]]] = {
    0: [()],
    1: [("E5",), ("E4",)],
    2: [*(tuple(way.split()) for way in ("E4 E5", "E5 E6", "E6 E7", "E2 E7", "E4 E7"))],
    3: [("E4", "E5", "E6")],
}
"""The hexes about which one asks: into, through, along, out of and across it, and from above."""


DEAR: Final = {"rout": 6, "view": 1}
"""Questions that look through the whole map: so many of their options are tried at each place."""


@attrs.frozen
class Pair:
    """A is treated as B, by a clause.

    Attributes:
        a: the facts of a scenario with A, the marks of E5 and E6 among them.
        b: those of one with B.
        said: how words and rules of A are called of B.
        excepted: where the answers differ, ``question.part ...``, by the clause that excepts it.
        only: the questions that are asked, where A is treated as B for some purposes.
        row: the row that stands in B for that of Dense Palm Trees.
    """

    clause: str
    a: Mapping[str, Any]
    b: Mapping[str, Any]
    said: Mapping[str, str] = attrs.Factory(dict)
    excepted: Mapping[str, str] = attrs.Factory(dict)
    only: str = ""
    row: Terrain | None = None


def of(mark: str, *, ad: bool = False, **facts: Any) -> dict[str, Any]:
    """A scenario with some terrain in two hexes; by ``ad`` on an AD board."""
    on = {"columns": 7, "rows": 7, "ad": ad}
    return {"marks": {"E2": ".1", "E5": mark, "E6": mark}, "on": on, "ad": ad} | facts


TANK: Final = {"id": "Tk", "side": "German", "movement": "fully-tracked", "mp": 13, "at": "D5"}
HOUSES: Final = [{"hex": name, "upper_levels": 0} for name in ("E5", "E6")]
AROUND: Final = dict.fromkeys(("D4", "E4", "F4", "D5", "F5", "D6", "F6", "E7"), "n")
OUT: Final = ("wc 3 4", "phase MPh", "start Tk", "move Tk E5")

COST: Final = "entry-cost.verdict entry-cost.items entry-cost.cost may-enter.verdict "
WHY: Final = "entry-cost.near may-enter.near"
TEM: Final = "tem shot.verdict shot.items shot.near "
LOS: Final = "shot oba-accuracy interdiction.verdict view "
INHERENT: Final = {"B.6": "bypass shot.verdict shot.items shot.los view.seen terrain.inherent"}
FOREST: Final = attrs.evolve(CHART[TerrainKind.FOREST], inherent=True)

PAIRS: Final = (
    Pair(
        "AD3.62",
        of("a", ad=True) | {"marks": {"E4": "u", "E5": "a", "E6": "a", "E7": "y"}},
        of("r", ad=True) | {"marks": {"E4": "u", "E5": "r", "E6": "r", "E7": "y"}},
        {"Oasis": "Stream", "AD3.62": "B20"},
    ),
    Pair("AD3.62", of("a", ad=True), of("r", ad=True), {"Oasis": "Stream", "AD3.62": "B20"}),
    Pair(
        "191.6",
        of("v"),
        of("b"),
        {"Vineyard": "Brush", "191.6": "B12"},
        INHERENT
        | {
            "191.6": "bog shot.near entry-cost.verdict entry-cost.bog_check may-enter terrain.costs"
        },
    ),
    Pair("AD3.15", of("v", ad=True), of("v") | {"ad": True}),
    Pair("AD3.131", of("k", ad=True), of("k") | {"ad": True}),
    Pair("AD3.11", of("o", ad=True), of("O", ad=True), {"AD3.11": "F13.5"}),
    Pair("AD3.14", of("w", ad=True), of("l", ad=True), {"AD3.14": "B35"}),
    Pair(
        "AD3.12",
        of("p'", ad=True),
        of("o'", ad=True),
        {"Palm Trees": "Orchard", "G4": "B14"},
        {"AD3.12": "burn terrain.spreading terrain.kindling"},
    ),
    Pair(
        "AD3.121",
        of("o", ad=True, terrain={"Orchard": "Dense Palm Trees"}),
        of("o", ad=True, terrain={"Orchard": "Dense Palm Trees"}),
        {"Dense Palm Trees": "Forest", "AD3.121": "B13.7"},
        {"AD3.121": "bog entry-cost may-enter terrain.costs"},
        row=FOREST,
    ),
    Pair(
        "AD3.22",
        of("ch", ad=True),
        of("c", ad=True),
        {"Crag-Hammada": "Crag", "AD3.22": "B17"},
        {"AD3.2": f"entry-cost.verdict may-enter.verdict {WHY} gun fortification", "AD3.22": TEM},
    ),
    Pair(
        "AD3.21",
        of("cb", ad=True),
        of("c", ad=True),
        {"Crag-Brush": "Crag", "AD3.21": "B17"},
        {
            "AD3.2": "entry-cost.near gun fortification",
            "AD3.21": f"{COST} may-enter rout.verdict rout.nearest_mf burn concealment "
            "terrain.concealment_terrain terrain.burns_as terrain.spreading terrain.kindling "
            "terrain.costs",
        },
    ),
    Pair(
        "AD4.5",
        of("C", ad=True),
        of("c", ad=True),
        {"Boulder-Crag": "Crag", "AD4.5": "B17"},
        {
            "AD4.5": f"{COST} entry-cost.allowed entry-cost.near may-enter rout.verdict "
            f"rout.failure_to_rout terrain.tem {TEM} {LOS}"
        },
    ),
    Pair(
        "AD4.5",
        of("C", ad=True),
        of(".", ad=True, buildings=HOUSES, orders=("wc 3 4", "rubble E5", "rubble E6")),
        {"Boulder-Crag": "stone rubble", "AD4.5": "B24.2"},
        only="view oba-accuracy",
    ),
    Pair("191.2", of("u", steppe=True), of("y", steppe=True), {"191.2": "F5"}),
    Pair("191.2", of("h", steppe=True), of("b", steppe=True), {"191.2": "B12"}, INHERENT),
    Pair(
        "191.2",
        of("s", steppe=True),
        of("w", steppe=True),
        {"191.2": "B13"},
        {"B.6": "bypass shot view terrain.inherent"},
    ),
    Pair("191.1", of("s", broken=True), of("b", broken=True), {"191.1": "B12"}, INHERENT),
    Pair(
        "191.1",
        of("h", broken=True),
        of("c", broken=True) | {"marks": {"E2": ".1", "E5": "c", "E6": "c"} | AROUND},
        dict.fromkeys(("191.1", "F13.1", "B17"), "191.1"),
        {"191.1": f"{LOS} interdiction.near rout.verdict rout.failure_to_rout"},
    ),
    Pair(
        "191.5",
        of("O"),
        of("o"),
        {"Olive Grove": "Orchard", "F13.5": "B14"},
        {"191.5": f"{COST} may-enter {TEM} interdiction.near terrain.tem terrain.costs"},
    ),
    Pair(
        "191.4",
        of("k"),
        of("o"),
        {"Cactus Patch": "Orchard", "F13.4": "B14"},
        {
            "191.4": f"{COST} may-enter {TEM} {LOS} interdiction rout.verdict "
            "rout.failure_to_rout burn terrain.tem terrain.costs terrain.kindling terrain.spreading"
        },
    ),
    Pair(
        "AD3.162",
        of("g", ad=True, month="September"),
        of("g", ad=True),
        {"Thick Grain": "Grain", "AD3.162": "AD3.161"},
        {
            "AD3.162": f"{COST} may-enter rally rout.verdict rout.rally_terrain rout.nearest_mf "
            "oba-accuracy shot.verdict shot.items shot.los view.seen terrain.rally_terrain "
            "terrain.costs"
        },
    ),
    Pair("AD3.161", of("g", ad=True), of("g") | {"ad": True}, {"AD3.161": "B15"}),
    Pair(
        "AD3.63",
        of("o", ad=True) | {"marks": {"E2": ".1", "E5": "o", "E6": "o", "F6": "a"}},
        of("p", ad=True) | {"marks": {"E2": ".1", "E5": "p", "E6": "p", "F6": "r"}},
        {"AD3.63": "G4"},
        {
            "AD3.63": "rally rout.rally_terrain terrain.rally_terrain",
            "AD4.1": "rout terrain.rout_as_woods",
        },
    ),
    Pair(
        "AD4.1",
        of("b", ad=True),
        of("l", ad=True),
        excepted={
            "AD3.14": "rout.verdict rout.near rout.terrain rout.rules rout.rally_terrain "
            "rout.interdiction"
        },
        only="rout",
    ),
    Pair(
        "AD3.41",
        of(".", ad=True, debris=[{"hex": "E5"}, {"hex": "E6"}]),
        of(".", ad=True, buildings=[each | {"material": "wooden"} for each in HOUSES]),
        {"AD3.41": "B23"},
        {"B25.62": "burn.verdict burn.items burn.near burn.spread", "AD4.41": "burn.arid_rooftop"},
        only="burn",
    ),
    Pair(
        "AD3.5",
        of("z", ad=True),
        of(".", ad=True),
        {"Arid Plaza": "Open Ground", "AD3.5": "F1"},
        {
            "B7": f"{COST} entry-cost may-enter fortification terrain.costs",
            "AD3.5": "dash street-fighting terrain.across",
        },
    ),
    Pair(
        "11.72",
        of(".", dust="Moderate"),
        of(".", dust="Light"),
        {"Moderate": "Light", "11.72": "11.71"},
        {
            "11.72": "interdiction.verdict interdiction.items oba-accuracy rout.items "
            "shot.verdict shot.items view.seen",
            "11.78": "illumination",
        },
    ),
    Pair(
        "11.731",
        of(".", dust="Very Heavy"),
        of(".", dust="Heavy"),
        {"Very Heavy": "Heavy", "11.731": "11.73"},
        {
            "11.731": f"{COST} entry-cost.near may-enter shot oba-accuracy view prohibitions "
            "recovery sighting.verdict in-effect",
            "11.78": "illumination",
        },
    ),
    Pair(
        "11.732",
        of(".", dust="Extremely Heavy"),
        of(".", dust="Very Heavy"),
        {"Extremely": "Very", "11.732": "11.731"},
        {
            "11.732": "bx",
            "11.72": "oba-accuracy shot.verdict shot.items shot.near view.seen",
            "11.78": "illumination",
        },
    ),
    Pair(
        "11.74",
        of(".", vehicles=[TANK], orders=(*OUT, "move Tk F5")),
        of(".", vehicles=[TANK], orders=(*OUT, "move Tk F5 3mp", "smoke E5 dispersed")),
        {"Vehicle Dust of Tk": "Dispersed SMOKE E5", "11.74": "A24.2"},
        {
            "11.74": "due",
            "11.793": "sighting shot.items shot.near oba-accuracy.items oba-accuracy.near",
            "11.794": "shot.residual_fp_reduction shot.verdict shot.los shot.ffmo",
        },
    ),
)


# What is asked ------------------------------------------------------------------------------------


def asked(state: State, name: str) -> Iterator[Question]:
    """A question about the hexes: each option tried, and with each mover, attack or counter."""
    cls = question_class(name)
    needed = [field for field in cls.fields if field.needed]
    tried = {f: values(f, state) for f in cls.fields if not isinstance(f.kind, Named)}
    options = [field for field in tried if not field.needed and field.name != "along"]
    alone = [{f.name: each} for f in options for each in tried[f]]
    flags = [{f.name: True} for f in options if isinstance(f.kind, Flag)]
    first = [f for f in options if isinstance(f.kind, Choice)][:1]
    chosen = [{f.name: each} for f in first for each in tried[f]]
    both = [{**some, **flag} for some in chosen for flag in flags]
    for place, closely in places(needed, tried):
        tries = [{}, *alone, *both] if closely else [{}, *chosen]
        for given in tries[: DEAR.get(name)]:
            with suppress(BadInput):
                yield cls(**place, **given)


def places(
    needed: list[InputField], tried: Mapping[InputField, list[Any]]
) -> Iterator[tuple[dict[str, Any], bool]]:
    """What is asked about: a hex, or the two or three of a way; and whether with every option."""
    of_hexes = [f for f in needed if isinstance(f.kind, AHex | ALocation)]
    ways = WAYS[len(of_hexes)]
    others = [f for f in needed if f not in of_hexes]
    for way, *more in product(ways, *(tried[f][:1] for f in others)):
        at = {f.name: tried[f][HEXES.index(name)] for f, name in zip(of_hexes, way, strict=True)}
        named = {f.name: each for f, each in zip(others, more, strict=True)}
        yield at | named, way == ways[0]


def values(field: InputField, state: State) -> list[Any]:
    """The values of a field that are tried."""
    return list(_values(field.kind.within(state)))


def _values(kind: FieldKind) -> Iterator[Any]:
    match kind:
        case AHex() | ALocation():
            yield from map(kind.read, HEXES)
        case Several():
            yield from ((each,) for each in _values(kind.of))
        case Choice():
            yield from map(kind.read, kind.terms)
        case Flag():
            yield True
        case Number():
            yield from sorted({max(kind.least, 1), min(kind.most, 12)})


def given(state: State, question: Question) -> Answer | str:
    """The answer; or why it is refused."""
    try:
        return answer(state, question)
    except BadInput as error:
        return str(error)


def parts(found: Answer | str) -> dict[str, Any]:
    """What an answer says, part by part."""
    if isinstance(found, str):
        return {"refused": found}
    return {"verdict": found.verdict, "items": found.items, "near": found.near, **found.facts}


IGNORED: Final = frozenset({"terrain.printed", "terrain.overrides", "terrain.row"})
"""What the map has, by which rule it is otherwise, and what other questions answer as well."""


@contextmanager
def changed(kind: TerrainKind, row: Terrain | None) -> Iterator[None]:
    """A row of the catalogue otherwise, as long as it lasts."""
    rows: Any = CATALOGUE[Base.DESERT], CATALOGUE[Base.TEMPERATE]
    before = [each[kind] for each in rows]
    for each, old in zip(rows, before, strict=True):
        each[kind] = row or old
    setting_of.cache_clear()
    try:
        yield
    finally:
        setting_of.cache_clear()
        for each, old in zip(rows, before, strict=True):
            each[kind] = old


def game(name: str, facts: Mapping[str, Any]) -> Played:
    """A game of a scenario, its orders given and the terrain of its map known."""
    played = world(name=name, **{k: v for k, v in facts.items() if k != "orders"})
    played.do(*facts.get("orders", ()))
    terrain_map(played.state.setting)
    return played


def differences(pair: Pair, a: State, b: State, names: Sequence[str]) -> dict[str, str]:
    """Where two answers differ: the first of each part, with what was asked."""
    say = re.compile("|".join(rf"(?<![\w.-]){re.escape(w)}(?![\w.-])" for w in pair.said) or "$^")
    found: dict[str, str] = {}
    for name in names:
        questions = list(asked(b, name))
        of_a, of_b = ([given(state, each) for each in questions] for state in (a, b))
        for question, *answers in zip(questions, of_a, of_b, strict=True):
            if answers[0] == answers[1]:
                continue
            one, two = map(parts, answers)
            for part in dict.fromkeys([*one, *two]):
                whole, both = f"{name}.{part}", [each.get(part, "nothing") for each in (one, two)]
                if both[0] == both[1] or whole in found or whole in IGNORED:
                    continue
                x, y = (say.sub(lambda word: pair.said[word[0]], repr(to_json(v))) for v in both)
                if x != y:
                    found[whole] = f"{question}\nA: {x}\nB: {y}"
    return found


def excepted(pair: Pair, part: str) -> list[tuple[str, str]]:
    """The exceptions that a part falls under."""
    return [
        (clause, each)
        for clause, those in pair.excepted.items()
        for each in those.split()
        if each in (part, part.split(".", maxsplit=1)[0])
    ]


CASES: Final = [pytest.param(each, id=f"{each.clause} {each.said or each.only}") for each in PAIRS]


@pytest.mark.rule("AD3.62", "191.6", "AD3.15", "AD3.131", "AD3.11", "AD3.14", "AD3.12", "AD3.121")
@pytest.mark.rule("AD3.22", "AD3.21", "AD4.5", "191.2", "191.1", "191.5", "191.4", "AD3.162")
@pytest.mark.rule("AD3.161", "AD3.63", "AD4.1", "AD3.41", "AD3.5", "11.72", "11.731", "11.732")
@pytest.mark.rule("11.74")
@pytest.mark.parametrize("pair", CASES)
def test_what_is_treated_as_another_differs_only_as_the_text_excepts(pair: Pair) -> None:
    """Each question, each option: no difference but the exceptions, and each of those is one."""
    with changed(TerrainKind.DENSE_PALM_TREES, pair.row):
        b = game("B", pair.b)
    names = pair.only.split() or question_names()
    found = differences(pair, game("A", pair.a).state, b.state, names)
    assert {part: said for part, said in found.items() if not excepted(pair, part)} == {}
    told = {each for part in found for each in excepted(pair, part)}
    assert {(c, e) for c, those in pair.excepted.items() for e in those.split()} - told == set()
