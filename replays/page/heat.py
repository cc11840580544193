"""What a Location sees, over the board: each hex by its DRM, those that it does not see dark."""

from collections.abc import Iterator
from typing import Final

from replays.pictures.geometry import HIGH, centre, corners
from replays.pictures.shapes import dot, label, path, ring, tag, title
from sim.asking.words import signed
from sim.map.playing_area import PlayingArea
from sim.questions.view import ViewAnswer

__all__ = ["HEAT_STYLE", "draw_heat", "heat_key", "heat_words"]

_COLOURS: Final = ("#2f7fb5", "#5aa9a2", "#a9c46c", "#efc94c", "#f0913a", "#d95f2b", "#b23a2f")
"""By the least DRM, from +0 on; the last stands for more as well."""

HEAT_STYLE: Final = "\n".join(
    (
        ".unseen-hex{fill:#241f1a;fill-opacity:.46}",
        *(f".heat{n}{{fill:{colour};fill-opacity:.62}}" for n, colour in enumerate(_COLOURS)),
        ".heatdrm{font-size:19px;font-weight:bold;fill:#1c1712;paint-order:stroke;"
        "stroke:#fff;stroke-width:3px}",
        ".seer{fill:none;stroke:#fff;stroke-width:5}",
        ".seerdot{fill:#1f5fa8;stroke:#fff;stroke-width:2}",
    )
)
"""What the style sheet of a picture lacks for it."""


def draw_heat(area: PlayingArea, found: ViewAnswer, firer: str) -> Iterator[str]:
    """The hexes that are seen by their DRM, those that are not, and who looks."""
    hidden = "".join(ring(corners(area.place(name), 1.004)) for name in found.hidden)
    yield path(hidden, "unseen-hex")
    words = heat_words(found)
    for name, seen in found.seen.items():
        place = area.place(name)
        yield tag(
            "g",
            title(f"{name}: {words[name]}"),
            path(ring(corners(place, 0.985)), f"heat{_step(seen.low)}"),
            label(_drm(seen.low, seen.high), centre(place) + 0.12j * HIGH, "heatdrm"),
        )
    yield path(ring(corners(area.place(firer), 0.94)), "seer")
    yield path(dot(centre(area.place(firer)), 7), "seerdot")


def _step(drm: int) -> int:
    return min(max(drm, 0), len(_COLOURS) - 1)


def _drm(low: int, high: int) -> str:
    return signed(low) if low == high else f"{signed(low)}–{high}"


def heat_words(found: ViewAnswer) -> dict[str, str]:
    """Every other hex, and how it is seen, in words."""
    seen = {
        name: f"seen at range {each.range}, DRM {_drm(each.low, each.high)}"
        for name, each in found.seen.items()
    }
    return seen | dict.fromkeys(found.hidden, "not seen")


def heat_key(found: ViewAnswer) -> list[list[str]]:
    """The steps that occur, as words and class; hexes that are not seen last."""
    steps = sorted({_step(each.low) for each in found.seen.values()})
    last = len(_COLOURS) - 1
    rows = [[f"{signed(n)}{' or more' if n == last else ''}", f"heat{n}"] for n in steps]
    return [*rows, *([["not seen", "unseen-hex"]] if found.hidden else [])]
