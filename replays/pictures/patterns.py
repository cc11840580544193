"""The patterns of pictures: flying dust, rain, and the hatches that stand for colours on paper."""

from collections.abc import Iterator

from events.terms import Density
from replays.pictures.haze import grains
from replays.pictures.shapes import dot, path, run, tag
from replays.pictures.sky import sky_patterns
from replays.pictures.style import Look

__all__ = ["patterns"]


def _hatch(id_: str, step: float, wide: float) -> str:
    line = tag(
        "path", d=run(0j, complex(0, step)), style=f"stroke:#888;stroke-width:{wide:g};fill:none"
    )
    return tag(
        "pattern",
        tag("rect", width=step, height=step, style="fill:#fff"),
        line,
        id=id_,
        width=step,
        height=step,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )


def patterns(look: Look = Look.TABLE) -> Iterator[str]:
    """What the style sheet of a look refers to; always the same, so that pictures may share it."""
    yield from (grains(each) for each in Density if each is not Density.NONE)
    yield from sky_patterns()
    if look is not Look.PRINT:
        return
    yield _hatch("khamsin-level1", 9, 0.9)
    yield _hatch("khamsin-level2", 5.5, 0.9)
    yield _hatch("khamsin-level3", 3.5, 1.0)
    yield _hatch("khamsin-hatch", 4, 1.6)
    spots = path(dot(3 + 3j, 1), "dots")
    size = {"width": 7.0, "height": 7.0}
    paper = tag("rect", style="fill:#fff", **size)
    yield tag("pattern", paper, spots, id="khamsin-valley", patternUnits="userSpaceOnUse", **size)
