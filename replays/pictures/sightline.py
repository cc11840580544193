"""A LOS over a picture: its line, the hexes that it touches, what hinders and what blocks it."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from replays.pictures.geometry import HIGH, centre, corners
from replays.pictures.shapes import dot, label, path, ring, run, tag, title
from sim.asking.words import described
from sim.chapter_a.los import LosReport
from sim.map.playing_area import PlayingArea
from sim.modifiers import Kind
from sim.questions.shot import ShotAnswer

__all__ = ["draw_los", "draw_touched", "los_facts"]


_OF_A_LOS: Final = (Kind.LOS_HINDRANCE, Kind.LV, Kind.DLV)
"""The kinds of modifiers that belong to a LOS itself."""


def draw_los(area: PlayingArea, shot: ShotAnswer) -> Iterator[str]:
    """The line of a LOS, its Hindrances, and where it is blocked; by these it is so all the way."""
    report = shot.los
    start, end = (centre(area.place(each.hex)) for each in (report.firer, report.target))
    stop = end
    if report.block is not None:
        stop = _nearest(centre(area.place(report.block.hex)), start, end)
    elif shot.blocked is not None:
        stop = start
    yield path(run(start, end), "halo")
    yield path(run(start, stop), "los")
    if stop != end:
        yield path(run(stop, end), "unseen")
    yield path(dot(start, 5) + dot(end, 5), "end")
    sums: dict[str, list[str]] = defaultdict(list)
    for hindrance in report.hindrances:
        sums[hindrance.hex].append(f"+{hindrance.drm} {hindrance.name}")
    for name, said in sums.items():
        drms = [each.drm for each in report.hindrances if each.hex == name]
        yield from _drm(centre(area.place(name)) + 0.3j * HIGH, sum(drms), ", ".join(said))
    if report.block is not None:
        yield from _cross(stop, f"{report.block.why} ({report.block.rule})")
    elif shot.blocked is not None:
        yield from _cross((start + end) / 2, shot.blocked)


def draw_touched(area: PlayingArea, report: LosReport) -> str:
    """The hexes that a LOS touches."""
    rings = (ring(corners(area.place(name), 0.95)) for name in report.touched)
    return path("".join(rings), "touched")


def _nearest(spot: complex, start: complex, end: complex) -> complex:
    """The point of a line that is nearest to a spot."""
    way = end - start
    share = ((spot - start) * way.conjugate()).real / abs(way) ** 2 if way else 0.0
    return start + way * min(max(share, 0.0), 1.0)


def _drm(at: complex, drm: int, said: str) -> Iterator[str]:
    yield tag(
        "g",
        title(said),
        path(dot(at, 11), "drm"),
        label(f"+{drm}", at + 4.6j, "drmtext"),
    )


def _cross(at: complex, why: str) -> Iterator[str]:
    arm = 12 + 12j
    d = run(at - arm, at + arm) + run(at - arm * 1j, at + arm * 1j)
    yield tag("g", title(why), path(d, "crosshalo"), path(d, "cross"))


def los_facts(shot: ShotAnswer) -> Iterator[str]:
    """A LOS in words, for the legend: what the answer of `ask shot` says of it."""
    yield f"LOS {shot.los.firer} to {shot.los.target}, range {shot.los.range}"
    if shot.blocked is not None:
        yield f"blocked: {shot.blocked}"
    if shot.los.block is not None:
        return
    items = tuple(each for each in shot.items if each.kind in _OF_A_LOS)
    if shot.blocked is None:
        yield f"not blocked, {described(items)}" if items else "clear"
    for each in items:
        where = f" {each.why}" if each.why.startswith("in ") else ""
        amount = str(each.die) if each.die is not None else f"+{each.amount}"
        yield f"{amount} {each.kind} {each.name}{where} ({each.rule})"
