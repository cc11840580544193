"""The colours of a board: its ground, the dust over it, and the sides that fight on it."""

from typing import Final

from events.terms import Base, Density

_GROUND: Final = {
    Base.DESERT: ("#f0e3c3", "#dfc28d", "#cba267", "#b3854c", "#99703f", "#825c33"),
    Base.TEMPERATE: ("#c9daa8", "#d2c38e", "#bb9e67", "#a4824f", "#8c6a3f", "#755633"),
}
_VALLEY: Final = {
    Base.DESERT: ("#dcd9bb", "#c9ccb0", "#b5bda4"),
    Base.TEMPERATE: ("#aebf9f", "#98ac91", "#829a83"),
}


def ground_colour(base: Base, level: int) -> str:
    """The colour of bare ground: browner the higher it is, a greenish gray below level 0."""
    if level < 0:
        return _VALLEY[base][min(-level, 3) - 1]
    return _GROUND[base][min(level, 5)]


def ground_class(base: Base, level: int) -> str:
    """The class of bare ground in a style sheet."""
    return f"{base[0].lower()}{'v' if level < 0 else ''}{min(abs(level), 3 if level < 0 else 5)}"


LAND: Final = {
    ground_class(base, level): ground_colour(base, level) for base in Base for level in range(-3, 6)
}
"""The colour of each class of bare ground."""

VEIL: Final = {
    Density.NONE: 0.0,
    Density.LIGHT: 0.16,
    Density.MODERATE: 0.28,
    Density.HEAVY: 0.40,
    Density.VERY_HEAVY: 0.52,
    Density.EXTREMELY_HEAVY: 0.64,
}
"""How much the dust of a density covers."""

GRAINS: Final = {
    Density.NONE: 0,
    Density.LIGHT: 6,
    Density.MODERATE: 14,
    Density.HEAVY: 28,
    Density.VERY_HEAVY: 48,
    Density.EXTREMELY_HEAVY: 78,
}
"""How many grains fly over the same stretch of ground."""

SIDES: Final = {
    "german": "#9db6cd",
    "italian": "#aab8a4",
    "british": "#e3cb92",
    "australian": "#e3cb92",
    "french": "#9fbfe0",
    "american": "#a9bf86",
    "russian": "#c79d6c",
    "japanese": "#e6cf73",
    "partisan": "#c79d6c",
    "side-one": "#9db6cd",
    "side-two": "#e3cb92",
    "nobody": "#cdbb95",
    "lost": "#c9c4ba",
}
"""The colour of each class of counters."""

_NO_SIDE: Final = frozenset({"side-one", "side-two", "nobody", "lost"})


def side_class(side: str, sides: tuple[str, str]) -> str:
    """The class of a side's counters: that of its nationality, if the side is called after it."""
    name = side.strip().lower()
    if name in SIDES and name not in _NO_SIDE:
        return name
    return "side-two" if side == sides[1] else "side-one"


def side_colour(side: str, sides: tuple[str, str]) -> str:
    """The colour of a side's counters."""
    return SIDES[side_class(side, sides)]
