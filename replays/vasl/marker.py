"""The counters, properties and lines of VASL that show the environment, in the rulebook's terms.

Names are those of VASL 6.5 and later: the counters *Wind*, *Wind Dir*, *Gusts*, *Rain* (*Weather*),
*Dust*, *Heat Haze* and *Mist*, and the global properties ``dust_level``, ``lv_level`` and
``heat_haze_level``, which later versions call ``DustShaderLevel``, ``LowVisShaderLevel`` and so on.
Their buttons also write a line, such as ``Light Dust (F11.71) is in effect.``
"""

import re
from enum import StrEnum
from typing import Final, TypeAlias

import attrs

from events.terms import EC, Density, FFEKind, Material, Rain, WindForce
from replays.vasl import NAMES
from replays.vasl.command import VassalPiece


class MarkerKind(StrEnum):
    """What lies in a hex."""

    SMOKE = "SMOKE"
    WP = "WP"
    GRENADE = "SMOKE grenades"
    FFE = "FFE"
    RUBBLE = "rubble"
    DEBRIS = "Arid Debris"
    SHELLHOLES = "shellholes"
    FLAME = "Flame"
    BLAZE = "Blaze"
    BOG = "Bog"
    MIRED = "Mired"
    WRECK = "Wreck"


@attrs.frozen
class Marker:
    """What a counter in a hex stands for: SMOKE gray or Dispersed, rubble and fire on a level.

    Rubble has a material, if the counter says it. An FFE without a kind is a HE Concentration; its
    colour is empty if it has none. A Wreck is that of a vehicle, burning or not.
    """

    kind: MarkerKind
    gray: bool = False
    dispersed: bool = False
    level: int = 0
    material: Material | None = None
    ffe: FFEKind | None = None
    colour: str = ""
    vehicle: str = ""
    burning: bool = False


def _form(form: str) -> re.Pattern[str]:
    return re.compile(form, re.IGNORECASE)


_FFE: Final = _form(r"\b(?:FFE|Barrage)\b")
_COLOUR: Final = _form(r"\b(red|green|blue)\b")
_SMOKE: Final = _form(r"\+\s*(?P<drm>[1-3])\s*(?:smoke2?|wp)\b")
_GRENADE: Final = _form(r"\b(?:smoke|wp) grenades?\b")
_GRAY: Final = _form(r"\bgr[ae]y\b")
_WP: Final = _form(r"\bwp\b")
_RUBBLE: Final = _form(r"\b(?P<made>stone|wood(?:en)?)?\s*rubble\b")
_RUBBLE_DRAWN: Final = _form(r"Rubble(Stone|Wood)")
_LEVEL: Final = _form(r"\blevel ([0-9])\b")
_EC: Final = re.compile(r"EC: \S+ (\w[\w ]*)")
_MM: Final = _form(r"\b([1-9][0-9]{1,2}) ?mm\b")

_FFE_KINDS: Final = (
    (_WP, FFEKind.WP),
    (_form(r"\b(?:sm|smoke)\b"), FFEKind.SMOKE),
    (_form(r"\bhar(?:assing)?\b"), FFEKind.HARASSING),
    (_form(r"\bbarrage\b"), FFEKind.BARRAGE),
)
_MATERIALS: Final = {"stone": Material.STONE, "wood": Material.WOODEN, "wooden": Material.WOODEN}
_BURNING: Final = _form(r"\b(?:burning|blaz(?:e|ing))\b")
_FIRES: Final = (MarkerKind.FLAME, MarkerKind.BLAZE)
_ON_GROUND: Final = (
    (_form(r"\A\s*(?:arid )?debris\b"), MarkerKind.DEBRIS),
    (_form(r"\bshell ?holes?\b"), MarkerKind.SHELLHOLES),
    (_form(r"\bflame\b(?!-)"), MarkerKind.FLAME),
    (_form(r"\bblaz(?:e|ing)\b"), MarkerKind.BLAZE),
    (_form(r"\A\s*bog(?:ged)?\b"), MarkerKind.BOG),
    (_form(r"\A\s*mired\b"), MarkerKind.MIRED),
)


def marker_of(
    name: str, pictures: tuple[str, ...] = (), labels: tuple[str, ...] = ()
) -> Marker | None:
    """The marker that a counter of this name is; None if it is none of these.

    Of fire a label can say the level.
    """
    if _FFE.search(name):
        kind = next((kind for form, kind in _FFE_KINDS if form.search(name)), None)
        colour = _COLOUR.search(name)
        return Marker(MarkerKind.FFE, ffe=kind, colour=colour[1].title() if colour else "")
    if _GRENADE.search(name):
        return Marker(MarkerKind.GRENADE)
    if found := _SMOKE.search(name):
        gray = _GRAY.search(name) is not None
        if _WP.search(name):
            return Marker(MarkerKind.WP, gray=gray, dispersed=found["drm"] == "1")
        dispersed = found["drm"] != "3" or "smoke2" in name.lower()
        return Marker(MarkerKind.SMOKE, gray=gray, dispersed=dispersed)
    level = next(filter(None, map(_LEVEL.search, (name, *labels))), None)
    at = int(level[1]) if level else 0
    if found := _RUBBLE.search(name):
        drawn = next(filter(None, map(_RUBBLE_DRAWN.search, pictures)), None)
        made = drawn[1] if drawn else found["made"] or ""
        return Marker(MarkerKind.RUBBLE, level=at, material=_MATERIALS.get(made.lower()))
    wreck = "wreck" in name.lower()
    for form, what in _ON_GROUND:
        if form.search(name) and not (wreck and what in _FIRES):
            return Marker(what, level=at)
    return None


def wreck_of(vehicle: str, words: tuple[str, ...]) -> Marker:
    """The Wreck of a vehicle; the words on its counter can say that it burns."""
    return Marker(MarkerKind.WRECK, vehicle=vehicle, burning=any(map(_BURNING.search, words)))


def ec_of(name: str) -> EC | None:
    """The EC that a counter of this name shows; None if it is not that of EC."""
    found = _EC.search(name)
    return EC(found[1]) if found and found[1] in list(EC) else None


def calibre_in(labels: tuple[str, ...]) -> int | None:
    """The calibre that players wrote on a counter, in mm; None if they wrote none."""
    found = next(filter(None, map(_MM.search, labels)), None)
    return int(found[1]) if found else None


class Topic(StrEnum):
    """What a marker is about."""

    WIND = "Wind Force"
    DIRECTION = "Wind Direction"
    GUSTS = "Gusts"
    RAIN = "rain"
    DUST = "Dust"
    HAZE = "Heat Haze"
    MIST = "Mist"
    SUN = "Sun Blindness"


Shown: TypeAlias = tuple[tuple[Topic, str], ...]
"""What is shown of each topic that something is about."""


DUST_COUNTER: Final = "Veh Dust"
MOTION: Final = "Motion"
SPECIAL_DUST: Final = "Special"
"""Dust whose dr players set in VASL's preferences; no rule has it."""

_RAINS: Final = {"No Rain": Rain.NONE, "Rain": Rain.RAIN, "Heavy Rain": Rain.HEAVY}
_DENSITIES: Final = {f"{each} dust".lower(): each.value for each in list(Density)[1:]} | {
    "no dust": Density.NONE.value,
    "extra-heavy dust": Density.EXTREMELY_HEAVY.value,
    "special dust": SPECIAL_DUST,
}
_NAMED_DUST: Final = _form(
    r"\b(?P<more>very|extremely|extra|x)?[- ]?(?P<how>light|lt|moderate|mod|md|heavy|hvy|hv)\b"
)
_HAZES: Final = ("No Heat Haze", "Heat Haze", "Intense Heat Haze")
_SUNS: Final = ("No Sun Blindness", "Early Morning Sun Blindness", "Late Afternoon Sun Blindness")
_LV: Final[dict[str, Shown]] = {
    called: ((Topic.RAIN, rain), (Topic.MIST, mist))
    for level, (line, rain, mist) in NAMES["low_visibility"].items()
    for called in (level, line)
}
"""What each level of Low Visibility of VASL's button says of rain and of Mist, and its line."""
_LINES: Final[dict[str, Shown]] = {
    **{words: ((Topic.DUST, density),) for words, density in _DENSITIES.items()},
    **{name.lower(): ((Topic.HAZE, name),) for name in _HAZES},
    **{name.lower(): ((Topic.SUN, name),) for name in _SUNS},
    **{name.lower(): shown for name, shown in _LV.items()},
}
"""What is shown by what VASL's buttons say to be in effect."""
NOTHING: Final = frozenset({Rain.NONE.value, "no", "No Heat Haze", "No Sun Blindness"})
"""Values that say that there is none of something, as properties do from the start."""
_VEHICLE_DUST: Final = _form(r"veh(?:icle|icular)?\b\.?\s*dust|vehdust")
_DIRECTION: Final = re.compile(r"Wind([1-6])(?:\.\w+)?\Z")
_RULE: Final = re.compile(r" ?(?:\((?:F11|E3)\.[0-9.]{1,9}\)|=>).*", re.DOTALL)


def shown_by_piece(piece: VassalPiece) -> tuple[Topic, str] | None:
    """What a counter on the map shows; None if it is not about the environment."""
    match piece.basic:
        case "Wind" | "Wind Force" if piece.name in list(WindForce):
            return Topic.WIND, piece.name
        case "Wind Dir" | "Wind Direction":
            sides = [found for each in piece.layers if (found := _DIRECTION.search(each.image))]
            return (Topic.DIRECTION, sides[0][1]) if sides else None
        case "Gusts" | "Gust":
            return Topic.GUSTS, "no" if piece.name.startswith("No ") else "yes"
        case "Rain" | "Weather" if piece.name in _RAINS:
            return Topic.RAIN, _RAINS[piece.name]
        case "Heat Haze" | "Intense Heat Haze" if piece.name in _HAZES:
            return Topic.HAZE, piece.name
        case "Mist":
            return Topic.MIST, "yes"
    found = _NAMED_DUST.search(piece.name) if "dust" in piece.basic.lower() else None
    if found is None or is_vehicle_dust(piece.basic):
        return None
    more = {"": 0, "v": 1}.get((found["more"] or "")[:1].lower(), 2)
    return Topic.DUST, list(Density)["lmh".index(found["how"][0].lower()) + 1 + more].value


def is_vehicle_dust(basic: str) -> bool:
    """Whether a counter of this name is one of Vehicle Dust."""
    return _VEHICLE_DUST.search(basic) is not None


def shown_by_property(name: str, value: str) -> Shown:
    """What a global property shows, in VASL's capitals; nothing if not about the environment."""
    said = value.replace("_", " ").lower()
    match name:
        case "dust_level" | "DustShaderLevel":
            said = "no dust" if value == "NONE" else f"{said} dust"
        case "heat_haze_level" | "HeatHazeShaderLevel":
            said = "no heat haze" if value == "NONE" else said
        case "sun_blindness_level" | "SunBlindShaderLevel":
            said = "no sun blindness" if value == "NONE" else said
        case "lv_level" | "LowVisShaderLevel":
            return _LV.get(value, ())
        case _:
            return ()
    return _LINES.get(said, ())


def shown_by_line(what: str) -> Shown:
    """What a line ``... is in effect`` shows, without its rule; nothing of any other line."""
    return _LINES.get(_RULE.sub("", what).strip().lower(), ())
