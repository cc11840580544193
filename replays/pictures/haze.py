"""What hangs over hexes: dust over the whole area, drift downwind, and blast areas of FFE."""

from collections.abc import Iterator

from replays.pictures.geometry import corners, frame
from replays.pictures.palette import VEIL
from replays.pictures.shapes import dot, path, ring, tag, title
from sim.chapter_191.ffe_los_hindrance import blast_area
from sim.state import State

__all__ = ["draw_areas", "draw_veil", "grains"]

_GRAINS = ((4, 7, 1.1), (19, 3, 0.8), (12, 17, 1.2), (25, 22, 0.9), (6, 25, 0.8), (28, 11, 1.1))


def grains() -> str:
    """The pattern of flying dust."""
    spots = "".join(dot(complex(x, y), radius) for x, y, radius in _GRAINS)
    return tag(
        "pattern",
        path(spots, "grains"),
        id="khamsin-grains",
        width=31,
        height=29,
        patternUnits="userSpaceOnUse",
    )


def draw_veil(state: State) -> Iterator[str]:
    """The dust over the playing area: the denser, the less is seen through it."""
    share = VEIL[state.density]
    if not share:
        return
    edge = frame(state.setting.area)
    size = {"x": 0, "y": 0, "width": edge.width, "height": edge.height}
    yield tag("rect", class_="veil", style=f"fill-opacity:{share:.2f}", **size)
    yield tag(
        "rect", style=f"fill:url(#khamsin-grains);opacity:{min(1.6 * share, 0.8):.2f}", **size
    )


def draw_areas(state: State) -> Iterator[str]:
    """Hexes that drift fills, and hexes in the blast area of an FFE."""
    area = state.setting.area
    for source, hexes in sorted(state.drift.items()):
        class_ = "dustdrift" if source in state.vehicle_dust else "drift"
        for name in hexes:
            told = title(f"drift from {source} in {name}")
            d = ring(corners(area.place(name), 0.88))
            yield tag("path", told, d=d, class_=class_)
    for _, ffe in sorted(state.ffes.items()):
        for near in blast_area(area, ffe.hex):
            yield path(ring(corners(area.place(near), 0.94)), "blast")
