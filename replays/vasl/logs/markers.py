"""The counters, properties and lines of VASL that show the environment, in the rulebook's terms.

Names are those of VASL 6.5: the counters *Wind*, *Wind Dir*, *Gusts*, *Rain* (*Weather*), *Dust*,
*Heat Haze* and *Mist*, and the global properties ``dust_level``, ``lv_level`` and
``heat_haze_level``, whose buttons also write a line, such as ``Light Dust (F11.71) is in effect.``
"""

import re
from enum import StrEnum, unique
from typing import Final

from events.terms import Density, Rain, WindForce
from replays.vasl.format.pieces import VassalPiece

__all__ = [
    "DUST_COUNTER",
    "MOTION",
    "Topic",
    "is_vehicle_dust",
    "shown_by_line",
    "shown_by_piece",
    "shown_by_property",
    "vehicle_dust_in_motion",
]


@unique
class Topic(StrEnum):
    """What a marker is about."""

    WIND = "Wind Force"
    DIRECTION = "Wind Direction"
    GUSTS = "Gusts"
    RAIN = "rain"
    DUST = "Dust"
    HAZE = "Heat Haze"
    MIST = "Mist"


DUST_COUNTER: Final = "Veh Dust"
MOTION: Final = "Motion"
_NONE: Final = "none"

_FORCES: Final = {force.value: force.value for force in WindForce}
_RAINS: Final = {"No Rain": Rain.NONE, "Rain": Rain.RAIN, "Heavy Rain": Rain.HEAVY}
_DENSITIES: Final = {
    "no dust": Density.NONE,
    "light dust": Density.LIGHT,
    "moderate dust": Density.MODERATE,
    "heavy dust": Density.HEAVY,
    "very heavy dust": Density.VERY_HEAVY,
    "extremely heavy dust": Density.EXTREMELY_HEAVY,
    "extra-heavy dust": Density.EXTREMELY_HEAVY,
}
_DENSITY_NAMES: Final = {each.name: each for each in Density}
_HAZES: Final = ("No Heat Haze", "Heat Haze", "Intense Heat Haze")
_DIRECTION: Final = re.compile(r"Wind([1-6])(?:\.\w+)?\Z")
_RULE: Final = re.compile(r"\s*(?:\((?:F11|E3)\.[0-9.]+\).*|=>.*)?")


def shown_by_piece(piece: VassalPiece) -> tuple[Topic, str] | None:
    """What a counter on the map shows; None if it is not about the environment."""
    match piece.basic:
        case "Wind" if piece.name in _FORCES:
            return Topic.WIND, piece.name
        case "Wind Dir":
            return _direction(piece)
        case "Gusts":
            return Topic.GUSTS, "no" if piece.name == "No Gusts" else "yes"
        case "Rain" | "Weather" if piece.name in _RAINS:
            return Topic.RAIN, _RAINS[piece.name]
        case "Dust" if piece.name.lower() in _DENSITIES:
            return Topic.DUST, _DENSITIES[piece.name.lower()]
        case "Heat Haze" if piece.name in _HAZES:
            return Topic.HAZE, piece.name
        case "Mist":
            return Topic.MIST, "yes"
    return None


def _direction(piece: VassalPiece) -> tuple[Topic, str] | None:
    """The hexside that a Wind Direction counter points to, by its picture."""
    for layer in piece.layers:
        found = _DIRECTION.search(layer.image)
        if found:
            return Topic.DIRECTION, found[1]
    return None


def is_vehicle_dust(piece: VassalPiece) -> bool:
    """Whether a piece is a Vehicle Dust counter."""
    return piece.basic == DUST_COUNTER


def vehicle_dust_in_motion(piece: VassalPiece) -> bool:
    """Whether a Vehicle Dust counter shows its Motion side."""
    return "motion" in piece.name.lower()


def shown_by_property(name: str, value: str) -> tuple[Topic, str] | None:
    """What a global property shows; None if it is not about the environment."""
    match name:
        case "dust_level" if value in _DENSITY_NAMES:
            return Topic.DUST, _DENSITY_NAMES[value]
        case "heat_haze_level" if value in ("NONE", "HEAT_HAZE", "INTENSE_HEAT_HAZE"):
            return Topic.HAZE, "No Heat Haze" if value == "NONE" else value.replace(
                "_", " "
            ).title()
        case "lv_level" if value in ("NONE", "RAIN", "HEAVY_RAIN"):
            return Topic.RAIN, {"NONE": Rain.NONE, "RAIN": Rain.RAIN}.get(value, Rain.HEAVY)
    return None


def shown_by_line(what: str) -> tuple[Topic, str] | None:
    """What a line ``... is in effect`` shows; None if it is not about the environment."""
    for words, density in _DENSITIES.items():
        if _says(what, words):
            return Topic.DUST, density
    for haze in _HAZES:
        if _says(what, haze):
            return Topic.HAZE, haze
    for words, rain in (("No LV", Rain.NONE), ("Rain", Rain.RAIN), ("Heavy Rain", Rain.HEAVY)):
        if _says(what, words):
            return Topic.RAIN, rain
    return None


def _says(what: str, words: str) -> bool:
    """Whether a line is these words, with perhaps the number of a rule after them."""
    if not what.lower().startswith(words.lower()):
        return False
    return _RULE.fullmatch(what[len(words) :]) is not None
