"""What hangs over hexes: dust over the whole area, drift downwind, and blast areas of FFE."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from events.terms import Density
from replays.pictures.geometry import SIDE, Frame, centre, corners
from replays.pictures.palette import GRAINS, VEIL
from replays.pictures.shapes import haloed, path, ring, run, tag, title
from sim.chapter_191.ffe_los_hindrance import blast_area
from sim.state import DISPERSED_DRM, State

__all__ = ["draw_areas", "draw_veil", "grains", "veil_over"]

_TILE: Final = 61.0
_UNITS: Final = "userSpaceOnUse"


def grains(density: Density) -> str:
    """The pattern of flying dust: the denser, the more grains."""
    spots = "".join(
        f"{run(complex(0.7548776662466927 * n % 1, 0.5698402909980532 * n % 1) * _TILE)}h.01"
        for n in range(1, GRAINS[density] + 1)
    )
    size = {"width": _TILE, "height": _TILE}
    return tag(
        "pattern", path(spots, "grains"), id=_grains_of(density), patternUnits=_UNITS, **size
    )


def _grains_of(density: Density) -> str:
    return f"khamsin-grains-{density.level}"


def veil_over(density: Density, shape: str) -> str:
    """A veil of a density over a shape: how much is seen through it, and its grains."""
    if density is Density.NONE:
        return ""
    over = tag("path", d=shape, class_="veil", style=f"fill-opacity:{VEIL[density]:.2f}")
    return over + tag("path", d=shape, style=f"fill:url(#{_grains_of(density)})")


def draw_veil(density: Density, edge: Frame) -> Iterator[str]:
    """The dust over the playing area: the denser, the less is seen through it."""
    one, two = complex(edge.left, edge.top), complex(edge.right, edge.low)
    cut = (one, complex(two.real, one.imag), two, complex(one.real, two.imag))
    yield veil_over(density, ring(cut))


def draw_areas(state: State) -> Iterator[str]:
    """Hexes that drift fills, and hexes in the blast area of an FFE."""
    area = state.setting.area
    shown = set(area.names.values())
    sources: dict[str, list[str]] = defaultdict(list)
    for source, hexes in sorted(state.drift.items()):
        class_ = "dustdrift" if source in state.vehicle_dust else "drift"
        for name in hexes:
            if name in shown:
                told = title(f"drift from {source} in {name}")
                d = ring(corners(area.place(name), 0.88))
                yield tag("path", told, d=d, class_=class_)
                sources[name].append(source)
    for name, found in sorted(sources.items()):
        said = f"+{DISPERSED_DRM} from {', '.join(found)}"
        yield haloed(said, centre(area.place(name)) + 36j, "drifts", size=11, width=1.3 * SIDE)
    for key, ffe in sorted(state.ffes.items()):
        if ffe.hex not in area.around:
            continue
        for near in sorted(blast_area(area, ffe.hex)):
            if near in shown:
                told = title(f"Blast Area of FFE {key}")
                yield tag("path", told, d=ring(corners(area.place(near), 0.94)), class_="blast")
