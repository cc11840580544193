"""A LOS over a picture: its line, the hexes that it touches, what hinders and what blocks it."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from replays.drawing.svg import (
    centre,
    corners,
    cross,
    dot,
    in_pixels,
    label,
    path,
    ring,
    run,
    tag,
    title,
)
from sim.asking.answer import described
from sim.chapter_a.los import Block
from sim.map.playing_area import PlayingArea
from sim.modifiers import Kind
from sim.questions.shot import ShotAnswer

_CLEAR: Final = 38.0
"""How far from the line the verdict stands."""

_OFF: Final = 28.0
"""How far behind the ends their marks stand: inside their hexes, and apart at any range."""


_OF_A_LOS: Final = (Kind.LOS_HINDRANCE, Kind.LV, Kind.DLV)
"""The kinds of modifiers that belong to a LOS itself."""


def draw_line(area: PlayingArea, shot: ShotAnswer) -> Iterator[str]:
    """The line of a LOS and the hexes that it touches, under the counters.

    It is solid up to the first Hindrance, dashed behind it, and dotted where one does not see: from
    end to end where Hindrances alone block it.
    """
    start, end = _ends(area, shot)
    stop = _stop(area, shot)
    rings = (ring(corners(area.place(name), 0.95)) for name in shot.los.touched)
    yield path("".join(rings), "touched")
    yield path(run(start, end), "halo")
    spots = [_nearest(centre(area.place(each.hex)), start, stop) for each in shot.los.hindrances]
    first = min(spots, key=lambda spot: abs(spot - start), default=stop)
    yield path(run(start, first), "los")
    if first != stop:
        yield path(run(first, stop), "los hindered")
    if stop != end:
        yield path(run(stop, end), "unseen")


def draw_los(area: PlayingArea, shot: ShotAnswer, *, whole: bool = False) -> Iterator[str]:
    """The marks of a LOS: F and T at its ends, Hindrances, what blocks it, and the verdict.

    The verdict is that of the LOS alone, or of the ``whole`` shot, TEM and all.
    """
    report = shot.los
    start, end = _ends(area, shot)
    sums: dict[str, list[str]] = defaultdict(list)
    for hindrance in report.hindrances:
        sums[hindrance.hex].append(f"+{hindrance.drm} {hindrance.name}")
    beyond = report.range + 1 if report.block is None else report.block.range
    for name, said in sums.items():
        here = [each for each in report.hindrances if each.hex == name]
        spot = centre(area.place(name)) + 32j
        drm = label(f"+{sum(each.drm for each in here)}", 5j, "drmtext")
        mark, told = in_pixels(path(dot(0, 11.5), "drm") + drm, spot), ", ".join(said)
        if all(each.range > beyond for each in here):
            told = title(f"{told}, beyond what blocks the LOS")
            yield tag("g", told, mark, class_="gone")
        else:
            yield tag("g", title(told), mark)
    why = ""
    if report.block is not None:
        why = f"{report.block.why} ({report.block.rule})"
        d = cross(_stop(area, shot), 10 + 10j)
        yield tag("g", title(why), path(d, "crosshalo"), path(d, "cross"))
    if start != end:
        way = (end - start) / abs(end - start)
        yield from _badge("F", start - _OFF * way, str(report.firer))
        yield from _badge("T", end + _OFF * way, str(report.target))
    verdict = los_verdict(shot, whole=whole)
    kind = "pill" if shot.blocked is None else "pill no"
    yield from _pill((start + end) / 2, end - start, verdict, kind, why or shot.blocked or verdict)


def _ends(area: PlayingArea, shot: ShotAnswer) -> tuple[complex, complex]:
    return centre(area.place(shot.los.firer.hex)), centre(area.place(shot.los.target.hex))


def _stop(area: PlayingArea, shot: ShotAnswer) -> complex:
    """Where a LOS ends: at its target, at what blocks it, or where it begins."""
    start, end = _ends(area, shot)
    block = shot.los.block
    if block is None:
        return end if shot.blocked is None else start
    return _nearest(_place_of(area, block), start, end)


def _place_of(area: PlayingArea, block: Block) -> complex:
    """Where what blocks stands: the middle of its hexside, or the centre dot of its hex."""
    hexes = block.name.rpartition(" ")[2].split("/")
    if len(hexes) == 2 and all(each in area.around for each in hexes):
        one, two = (centre(area.place(each)) for each in hexes)
        return (one + two) / 2
    return centre(area.place(block.hex))


def _nearest(spot: complex, start: complex, end: complex) -> complex:
    way = end - start
    share = ((spot - start) * way.conjugate()).real / abs(way) ** 2 if way else 0.0
    return start + way * min(max(share, 0.0), 1.0)


def _badge(letter: str, at: complex, who: str) -> Iterator[str]:
    told = title(f"{'the firer' if letter == 'F' else 'the target'} in {who}")
    yield tag("g", told, in_pixels(path(dot(0, 9.5), "end") + label(letter, 4.6j, "badge"), at))


def los_verdict(shot: ShotAnswer, *, whole: bool = False) -> str:
    """A LOS in a few words: blocked, or what it takes in all."""
    if shot.blocked is not None:
        if shot.los.block is not None:
            return f"blocked by {shot.los.block.name}"
        kinds = (Kind.LOS_HINDRANCE, Kind.LV)
        total = sum(each.fixed for each in shot.items if each.kind in kinds)
        return f"blocked: Hindrances +{total}"
    items = tuple(each for each in shot.items if whole or each.kind in _OF_A_LOS)
    return described(items) if items else "clear"


def _pill(at: complex, way: complex, said: str, kind: str, why: str) -> Iterator[str]:
    wide = 8.6 * len(said) + 24
    aside = 1j * way / abs(way) if way else -1j
    aside = aside if (aside.imag, aside.real) < (0, 0) else -aside
    spot, off = at + _CLEAR * aside, aside * (abs(aside.imag) * 13 + abs(aside.real) * wide / 2)
    shape = {"x": off.real - wide / 2, "y": off.imag - 13, "width": wide, "height": 26, "rx": 13}
    pill = tag("rect", class_=kind, **shape)
    yield path(run(at, spot), "thread")
    yield tag("g", title(why), in_pixels(pill + label(said, off + 5.2j, "verdict"), spot))


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
