"""Where the unit is that a label names: it stands for hex and level wherever a hex is asked.

A hex in play wins over a label that is written like it.
"""

from collections.abc import Collection
from typing import Final

from events.errors import BadInput, meant
from events.terms import Station
from sim.chapter_ad.arid_building import rooftop_level
from sim.chapter_ad.mosque import SHAFT_LEVEL, STEEPLE_LEVEL
from sim.chapter_b.depressions import went_beneath
from sim.map.playing_area import hex_meant
from sim.state import State, Unit

_LEVELS: Final = {Station.STEEPLE: STEEPLE_LEVEL, Station.SHAFT: SHAFT_LEVEL}
"""Levels above the ground of the hex, of Stations that are always at the same."""


def whereabouts(state: State, label: str) -> tuple[str, int | None] | None:
    """The hex of a unit, and its level above the ground; None if no unit has this label.

    A level of None is the ground, or IN a Depression; -1 is beneath a bridge. A unit that is not on
    the map is BadInput.
    """
    label = label_named((*state.vehicles, *state.units), label)
    vehicle = state.vehicles.get(label)
    if vehicle is not None:
        if vehicle.hex is None:
            raise BadInput(f"{label} is not on the map; a hex such as D4 is expected")
        beneath = went_beneath(state, vehicle.hex, vehicle.came_from)
        return vehicle.hex, -1 if beneath else None
    unit = state.units.get(label)
    return None if unit is None else (unit.hex, _level(state, unit))


def label_named(labels: Collection[str], text: str) -> str:
    """The label that a player means, in capitals or not; the text itself where there is none.

    Raises:
        BadInput: when it is none of them, and several differ from it in capitals alone.
    """
    if text in labels:
        return text
    found = [label for label in labels if label.casefold() == text.casefold()]
    if len(found) > 1:
        raise BadInput(f"{text!r} may be {' or '.join(sorted(found))}; write which")
    return found[0] if found else text


def label_there(state: State, text: object) -> str:
    """The label that stands for a hex; empty where that is named by itself, or not at all."""
    if not isinstance(text, str) or state.setting.area.name(text) is not None:
        return ""
    return label_named((*state.vehicles, *state.units), text)


def _level(state: State, unit: Unit) -> int | None:
    if unit.station is Station.ROOFTOP:
        return rooftop_level(state, unit.hex)
    return _LEVELS.get(unit.station)


def hex_named(state: State, text: str) -> str | None:
    """The hex that is named by itself or by the label of who is in it; None if there is none.

    A unit that is not on the map is BadInput.
    """
    name = state.setting.area.name(text)
    if name is not None:
        return name
    found = whereabouts(state, text)
    return None if found is None else found[0]


def label_meant(state: State, text: str) -> str:
    """A hint at the label or hex that a player may mean: empty, or the end of a sentence."""
    hint = hex_meant(state.setting.area, state.setting.scenario.boards, text)
    return hint or meant(text, (*state.units, *state.vehicles), cutoff=0.75)
