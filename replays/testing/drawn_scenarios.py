"""Hypothesis strategies of sound scenarios: facts that are given stand, what is drawn yields."""

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from events.codec import decode_scenario
from events.errors import BadInput
from events.scenario import Scenario
from events.terms import (
    EC,
    Armour,
    Density,
    Material,
    Month,
    Movement,
    TimeOfDay,
    Weather,
    WindForce,
)
from sim.rulings import RULINGS
from sim.soundness import faults

__all__ = ["scenarios"]

HEXES: Final = ("B2", "C3", "C4", "D4", "E4", "E5", "F5", "G3", "A1", "I8", "E6", "D5")
SIDES: Final = ("German", "British")
_BOARD: Final = {"name": "X", "width": 9, "height": 8}
_PLAIN: Final[dict[str, Any]] = {
    "name": "A drawn scenario",
    "land": "Libya",
    "month": "June",
    "turns": 2,
    "sides": list(SIDES),
    "boards": [{**_BOARD, "desert": True}],
    "weather": "Clear",
    "ec": "Dry",
    "time_of_day": "None",
    "wind": "Mild Breeze",
    "dust": "None",
}
"""A scenario that hardly any fact contradicts."""


_ONE_IN_FIVE: Final = st.integers(0, 4)


@st.composite
def _vehicles(draw: DrawFn, sides: tuple[str, str]) -> list[dict[str, Any]]:
    result = []
    for index in range(draw(st.integers(0, 4))):
        armour = draw(st.sampled_from(Armour))
        at = draw(st.none() | st.sampled_from(HEXES))
        spec: dict[str, Any] = {
            "id": f"V{index}",
            "side": draw(st.sampled_from(sides)),
            "movement": draw(st.sampled_from(Movement)).value,
            "mp": draw(st.integers(4, 30)),
            "armour": armour.value,
            "towing": draw(st.booleans()),
            "bu": armour is not Armour.NONE and draw(st.booleans()),
            "motion": False,
        }
        result.append(spec if at is None else {**spec, "at": at})
    return result


@st.composite
def _climate(draw: DrawFn) -> dict[str, Any]:
    if draw(st.integers(0, 3)) == 0:
        return {
            "dyo": True,
            **dict.fromkeys(("weather", "time_of_day", "ec", "wind", "dust"), "roll"),
            "bombardments": draw(st.integers(0, 2)),
            "night_by_consent": draw(st.booleans()),
        }
    weather = draw(st.sampled_from(Weather))
    force = draw(st.sampled_from(WindForce))
    dry = st.sampled_from((EC.DRY, EC.VERY_DRY))
    facts: dict[str, Any] = {
        "weather": weather.value,
        "ec": "Mud" if weather.mud else draw(dry | st.sampled_from(EC)).value,
        "time_of_day": draw(st.sampled_from(TimeOfDay)).value,
        "wind": force.value,
        "dust": draw(st.sampled_from(Density)).value,
    }
    if force is not WindForce.NO_WIND and draw(st.booleans()):
        facts["wind_direction"] = draw(st.integers(1, 6))
    return facts


def scenarios(**facts: Any) -> SearchStrategy[Scenario]:
    """Sound scenarios on small boards.

    Args:
        facts: what is the same in all of them, as a scenario file says it: ``dust="Heavy"``. What
            is drawn yields to it.

    Raises:
        BadInput: at once, when the facts contradict one another or are none of a scenario.
    """
    return _scenarios(facts, _plain_with(facts))


def _plain_with(facts: dict[str, Any]) -> Scenario:
    """A plain scenario with these facts.

    Raises:
        BadInput: when there is none; it names the facts, and what is wrong with them.
    """
    value = {**_PLAIN, **facts}
    given = ", ".join(f"{key}={item!r}" for key, item in facts.items())
    try:
        wrong = list(faults(decode_scenario(value)))
        scenario = decode_scenario(_other_climate(value, facts, wrong))
    except BadInput as error:
        raise BadInput(str(error), f"scenarios({given})") from None
    if any(True for _ in faults(scenario)):
        raise BadInput(f"no scenario has these facts: {wrong[0]}", f"scenarios({given})")
    return scenario


@st.composite
def _scenarios(draw: DrawFn, facts: dict[str, Any], plain: Scenario) -> Scenario:
    """Drawn scenarios with these facts; the plain one where what is drawn cannot yield enough."""
    desert = draw(st.booleans()) or draw(st.booleans())
    ad = desert and draw(st.booleans())
    sides = tuple(facts.get("sides", SIDES))
    value: dict[str, Any] = {
        "name": "A drawn scenario",
        "land": draw(st.sampled_from(("Libya", "Syria", "Malta"))),
        "month": draw(st.sampled_from(Month)).value,
        "turns": draw(st.integers(1, 4)),
        "sides": list(sides),
        "first": draw(st.sampled_from(sides)),
        "steppe": draw(st.integers(0, 4)) == 0,
        "ad": ad,
        "boards": [{**_BOARD, "desert": desert, "ad": ad}],
        "vehicles": draw(_vehicles(sides)),
        "rulings": {
            key: draw(st.sampled_from(list(ruling.choices)))
            for key, ruling in RULINGS.items()
            if ruling.open and draw(_ONE_IN_FIVE) == 0
        },
        **draw(_climate()),
    }
    if draw(st.booleans()):
        value["buildings"] = [
            {"hex": "E4", "material": draw(st.sampled_from(Material)).value, "upper_levels": 2},
            {"hex": "F4", "upper_levels": draw(st.integers(0, 2)), "mosque": draw(st.booleans())},
        ]
    if ad and draw(st.booleans()):
        value["debris"] = [{"hex": "E5"}, {"hex": "G3", "origin": "placed"}]
    if draw(st.booleans()):
        value["hexsides"] = [{"kind": "cactus-hedge", "at": ["D4/D5", "E4/E5"]}]
    value.update(facts)
    for attempt in (_without_misfits, _other_climate, *(_without_misfits,) * 3):
        scenario = decode_scenario(value)
        wrong = list(faults(scenario))
        if not wrong:
            return scenario
        value = attempt(value, facts, wrong)
    return plain


_GONE: Final = object()
"""What a key yields to that is left out."""

_YIELDS: Final[dict[str, tuple[Any, ...]]] = {
    "dyo": (True, False),
    "land": ("Libya",),
    "wind": ("Mild Breeze",),
    "weather": ("Clear",),
    "boards": ([{**_BOARD, "desert": True}],),
    "steppe": (False,),
    "wind_direction": (_GONE,),
    "ec": ("Dry", "Very Dry", "Moist", "Mud"),
    "time_of_day": ("None", "Night"),
    "dust": ("None",),
}
"""What a drawn value of a climate yields to, where it makes a scenario unsound: last key first."""

_ON_BOARD: Final = ("at", "motion")
"""What is not said of a vehicle that is offboard."""


def _place(fault: BadInput) -> str:
    """The key of a scenario that a fault is about."""
    return fault.where.split("[")[0].split(".")[0]


def _without_misfits(
    value: dict[str, Any], facts: dict[str, Any], wrong: list[BadInput]
) -> dict[str, Any]:
    """Without drawn things that do not fit; vehicles in hexes where they may not be go offboard."""
    drawn = {_place(fault) for fault in wrong} - facts.keys() - _YIELDS.keys()
    drawn &= {"buildings", "debris", "hexsides", "rulings"}
    kept = {key: item for key, item in value.items() if key not in drawn}
    misplaced = {
        int(fault.where.split("[")[1].split("]")[0])
        for fault in wrong
        if fault.where.startswith("vehicles[") and "vehicles" not in facts
    }
    kept["vehicles"] = [
        {key: item for key, item in each.items() if n not in misplaced or key not in _ON_BOARD}
        for n, each in enumerate(value["vehicles"])
    ]
    return kept


def _other_climate(
    value: dict[str, Any], facts: dict[str, Any], wrong: list[BadInput]
) -> dict[str, Any]:
    """The climate nearest to the drawn one that is sound with the facts; as it is, if none is."""
    if not any(_place(fault) in _YIELDS for fault in wrong):
        return value
    free = [key for key in _YIELDS if key not in facts]
    for choice in _nearest(value, free):
        other = {**value, **dict(zip(free, choice, strict=True))}
        other = {key: item for key, item in other.items() if item is not _GONE}
        if not any(_place(fault) in _YIELDS for fault in faults(decode_scenario(other))):
            return other
    return value


def _nearest(value: dict[str, Any], free: list[str]) -> Iterator[tuple[Any, ...]]:
    """Other values of the keys that may yield; those that change least come first."""
    ways = [
        [value.get(key, _GONE), *(each for each in _YIELDS[key] if each != value.get(key))]
        for key in free
    ]
    steps = sorted(product(*(range(len(way)) for way in ways)), key=sum)
    for step in steps:
        yield tuple(way[n] for way, n in zip(ways, step, strict=True))
