"""Counters of VASL that lie in hexes: SMOKE, FFE, fire, rubble and the like, by their names.

VASL makes the name of a counter of the pictures that are up: *White +3 Smoke*, *Red FFE:1*, *Stone
Rubble Level 1*, *Blazing Building*. Older versions had *+3 Smoke* and *+2 Smoke (Grey)*.
"""

import re
from enum import StrEnum, unique
from typing import Final

import attrs

from events.terms import FFEKind, Material

__all__ = ["Thing", "ThingKind", "calibre_in", "thing_of"]


@unique
class ThingKind(StrEnum):
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


@attrs.frozen
class Thing:
    """What a counter in a hex stands for.

    Attributes:
        kind: what it is.
        gray: SMOKE that is gray.
        dispersed: SMOKE that is Dispersed.
        level: of a building, of rubble and fire.
        material: of rubble; None if the counter does not say.
        ffe: what an FFE is; None is a HE Concentration.
        colour: the colour of an FFE; empty if it has none.
    """

    kind: ThingKind
    gray: bool = False
    dispersed: bool = False
    level: int = 0
    material: Material | None = None
    ffe: FFEKind | None = None
    colour: str = ""


_FFE: Final = re.compile(r"\b(?:FFE|Barrage)\b", re.IGNORECASE)
_COLOUR: Final = re.compile(r"\b(red|green|blue)\b", re.IGNORECASE)
_SMOKE: Final = re.compile(r"\+\s*(?P<drm>[1-3])\s*(?:smoke2?|wp)\b", re.IGNORECASE)
_GRENADE: Final = re.compile(r"\b(?:smoke|wp) grenades?\b", re.IGNORECASE)
_GRAY: Final = re.compile(r"\bgr[ae]y\b", re.IGNORECASE)
_WP: Final = re.compile(r"\bwp\b", re.IGNORECASE)
_RUBBLE: Final = re.compile(
    r"\b(?:(?P<stone>stone)|(?P<wood>wood(?:en)?))?\s*rubble\b", re.IGNORECASE
)
_DRAWN: Final = re.compile(r"Rubble(Stone|Wood)", re.IGNORECASE)
_DEBRIS: Final = re.compile(r"\s*(?:arid )?debris\b", re.IGNORECASE)
_HOLES: Final = re.compile(r"\bshell ?holes?\b", re.IGNORECASE)
_FLAME: Final = re.compile(r"\bflame\b(?!-)", re.IGNORECASE)
_BLAZE: Final = re.compile(r"\bblaz(?:e|ing)\b", re.IGNORECASE)
_LEVEL: Final = re.compile(r"\blevel ([0-9])\b", re.IGNORECASE)
_MM: Final = re.compile(r"\b([1-9][0-9]{1,2}) ?mm\b", re.IGNORECASE)

_FFE_KINDS: Final = (
    (re.compile(r"\bwp\b", re.IGNORECASE), FFEKind.WP),
    (re.compile(r"\b(?:sm|smoke)\b", re.IGNORECASE), FFEKind.SMOKE),
    (re.compile(r"\bhar(?:assing)?\b", re.IGNORECASE), FFEKind.HARASSING),
    (re.compile(r"\bbarrage\b", re.IGNORECASE), FFEKind.BARRAGE),
)
_MATERIALS: Final = {"stone": Material.STONE, "wood": Material.WOODEN}


def thing_of(name: str, pictures: tuple[str, ...] = ()) -> Thing | None:
    """What a counter stands for that is called so as it lies; None if it is none of these."""
    if _FFE.search(name):
        kind = next((kind for form, kind in _FFE_KINDS if form.search(name)), None)
        colour = _COLOUR.search(name)
        return Thing(ThingKind.FFE, ffe=kind, colour=colour[1].title() if colour else "")
    if _GRENADE.search(name):
        return Thing(ThingKind.GRENADE)
    if found := _SMOKE.search(name):
        gray = _GRAY.search(name) is not None
        if _WP.search(name):
            return Thing(ThingKind.WP, gray=gray)
        dispersed = found["drm"] != "3" or "smoke2" in name.lower()
        return Thing(ThingKind.SMOKE, gray=gray, dispersed=dispersed)
    return _on_the_ground(name, pictures)


def _on_the_ground(name: str, pictures: tuple[str, ...]) -> Thing | None:
    """Rubble, debris, shellholes and fire."""
    level = _LEVEL.search(name)
    at = int(level[1]) if level else 0
    if found := _RUBBLE.search(name):
        drawn = next(filter(None, map(_DRAWN.search, pictures)), None)
        said = "stone" if found["stone"] else "wood" if found["wood"] else ""
        return Thing(
            ThingKind.RUBBLE,
            level=at,
            material=_MATERIALS.get(drawn[1].lower() if drawn else said),
        )
    for form, kind in (
        (_DEBRIS.match(name), ThingKind.DEBRIS),
        (_HOLES.search(name), ThingKind.SHELLHOLES),
    ):
        if form:
            return Thing(kind)
    for form, kind in (
        (_FLAME.search(name), ThingKind.FLAME),
        (_BLAZE.search(name), ThingKind.BLAZE),
    ):
        if form and "wreck" not in name.lower():
            return Thing(kind, level=at)
    return None


def calibre_in(labels: tuple[str, ...]) -> int | None:
    """The calibre that players wrote on a counter, in mm; None if they wrote none."""
    found = next(filter(None, map(_MM.search, labels)), None)
    return int(found[1]) if found else None
