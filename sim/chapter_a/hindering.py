"""A6.7 What hinders a LOS: terrain between its ends, SMOKE also at them, and FFE."""

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Final

import attrs

from sim.chapter_11.vehicle_and_ffe_dust import hindrance_inside
from sim.chapter_191.ffe_los_hindrance import LEVELS as FFE_LEVELS
from sim.chapter_191.ffe_los_hindrance import ffe_hinders, plain_hindrance
from sim.chapter_a.blocking import nearest_block
from sim.chapter_a.sight import Location, Met, Sight, sight_of
from sim.chapter_b import hindrance
from sim.chapter_b.hindrance import feature_hinders
from sim.los.features import Field, Puff
from sim.los.line import INTERIOR
from sim.machine.cached import cached
from sim.map.terrain import Feature
from sim.state import State

SMOKE_LIMIT: Final = 3
"""All SMOKE in one Location counts no more than this (A24.2)."""

OUT_OF_SMOKE: Final = 1
"""What a LOS out of SMOKE takes beside the SMOKE itself (A24.8)."""


@attrs.frozen
class Hindrance:
    """A LOS Hindrance that counts."""

    hex: str
    name: str
    drm: int
    rule: str
    range: int
    of: str = ""
    """Whose art it is, if that reaches into the hex or is of no hex; it adds up with none."""
    pixel: tuple[int, int] | None = attrs.field(default=None, eq=False)
    """Where the LOS first touches its art, if it is judged by that and told so precisely."""

    @property
    def where(self) -> str:
        """Where it is drawn, as the end of a sentence; empty for what fills its hex."""
        return "" if self.pixel is None else f", at pixel {self.pixel[0]},{self.pixel[1]}"


def passed_over(sight: Sight) -> list[Hindrance]:
    """The Hindrances of its hexes that a LOS passes at a height where they have no effect (B.4)."""
    found = (
        Hindrance(
            met.name,
            feature.name,
            feature.hindrance,
            "B.4",
            met.touch.range,
            pixel=sight.pixel(met),
        )
        for met in sight.met
        if met.touch.contact == INTERIOR
        for feature in met.features
        if feature.hindrance and feature not in _effective(met)
    )
    return list(_once(found))


def _once(found: Iterable[Hindrance]) -> Iterator[Hindrance]:
    """Each once, where it is met first: what a hex shows at two elevations is one thing."""
    return iter(dict.fromkeys(found))


def hindrances(sight: Sight) -> tuple[list[Hindrance], list[Hindrance]]:
    """The Hindrances of a LOS that count, and those at a range where a larger one counts."""
    between = list(_once(found for met in sight.met for found in _in_hex(sight, met)))
    kept, left = hindrance.largest_at_each_range(between)
    ends = list(_at_ends(sight))
    ffes = list(_ffes(sight))
    return sorted([*kept, *ends, *ffes], key=lambda each: each.range), left


def _in_hex(sight: Sight, met: Met) -> Iterator[Hindrance]:
    name, range_ = met.name, met.touch.range
    both: bool | None = None
    for feature in _effective(met):
        if both is None:
            other = sight.beside(met)
            both = sight.spilled(met) or (
                other is not None and any(not each.inherent for each in _effective(other))
            )
        if feature.hull and not _between(sight, Location(name, -int(feature.sunk))):
            continue
        if hindrance.counts(met.touch.contact, inherent=feature.inherent, both_sides=both):
            of = "" if met.shown < 0 or feature.inherent else sight.source(met)
            pixel = sight.pixel(met) if sight.precise else None
            drm, rule = feature.hindrance, feature.rule
            yield Hindrance(name, feature.name, drm, rule, range_, of, pixel)
    if met.shown < 0 and name in sight.field.puffs and name != sight.target.hex:
        yield from _smoke(
            sight, name, range_, lambda n: bool(hindrance.smoke_hinders(n, met.ground, *met.ends))
        )


@cached(attrgetter("setting", "ground", "breaches"), maxsize=32)
def _known(_: State) -> dict[tuple[Location, Location], bool]:
    """What is known by now of who sees an AFV or wreck: nothing else changes it."""
    return {}


def sees_hull(field: Field, end: Location, hull: Location) -> bool:
    """Whether nothing stands between an end of a LOS and an AFV or wreck in a Location (D9.4)."""
    known = _known(field.state)
    if (end, hull) not in known:
        known[end, hull] = nearest_block(sight_of(field, end, hull)) is None
    return known[end, hull]


def _between(sight: Sight, hull: Location) -> bool:
    """Whether an AFV or wreck in a Location is between the ends of a LOS, and seen by both (D9.4).

    Who is in Bypass at a vertex has none of its own hex between, itself least of all.
    """
    apart = hull.hex != sight.target.hex
    return apart and all(sees_hull(sight.field, end, hull) for end in sight.both)


def _effective(met: Met) -> Iterator[Feature]:
    """The features of a hex that hinder at the height at which the LOS passes."""
    for feature in met.features:
        if feature.hindrance:
            stands = met.ground - feature.sunk
            below = feature.spans and hindrance.bridge_hinders(stands, *met.ends)
            if below or feature_hinders(stands, met.higher, met.lower, met.near, bare=feature.bare):
                yield feature


def _smoke(
    sight: Sight, name: str, range_: int, high_enough: Callable[[int], bool]
) -> Iterator[Hindrance]:
    """The SMOKE of one hex that a LOS meets, up to its limit."""
    met = (
        puff
        for puff in sight.field.puffs[name]
        if high_enough(puff.levels) and max(sight.ends) >= puff.floor
        if not (puff.dust and sight.inside)
    )
    for puff, drm in up_to_limit(met):
        yield Hindrance(name, puff.name, drm, puff.rule, range_)


def up_to_limit(puffs: Iterable[Puff]) -> Iterator[tuple[Puff, int]]:
    """The SMOKE of one hex, the densest first, with what each adds up to the limit (A24.2)."""
    left = SMOKE_LIMIT
    for puff in sorted(puffs, key=lambda puff: -puff.drm):
        if drm := min(puff.drm, left):
            yield puff, drm
            left -= drm


def _at_ends(sight: Sight) -> Iterator[Hindrance]:
    """SMOKE in the hexes of the two ends (A24.2), and what a LOS out of it takes more (A24.8)."""
    firer, target = sight.firer, sight.target
    puffs = sight.field.puffs
    if firer.hex in puffs:
        lower = firer.level if sight.line.length else min(firer.level, target.level)
        found = list(_smoke(sight, firer.hex, 0, lambda levels: lower < levels))
        yield from found
        if found and any(
            firer.level < puff.levels and puff.floor <= sight.ends[0] for puff in puffs[firer.hex]
        ):
            yield Hindrance(firer.hex, "LOS out of SMOKE", OUT_OF_SMOKE, "A24.8", 0)
    if target.hex in puffs and sight.line.length:
        yield from _smoke(
            sight, target.hex, sight.line.length, lambda levels: target.level < levels
        )


def _ffes(sight: Sight) -> Iterator[Hindrance]:
    """Every FFE whose Blast Area the LOS meets, once (191.8)."""
    for label, (ffe, hexes) in sight.field.ffes.items():
        drm = ffe.hindrance
        if sight.inside:
            drm = min(drm, hindrance_inside(sight.field.state, ffe.calibre))
        met = min(_ranges_within(sight, hexes), default=None)
        if drm and met is not None:
            dusty = drm != plain_hindrance(ffe.calibre)
            title = f"FFE Dust {label}" if dusty else f"FFE {label}"
            yield Hindrance(ffe.hex, title, drm, "11.75" if dusty else "191.8", met)


def _ranges_within(sight: Sight, hexes: frozenset[str]) -> Iterator[int]:
    """The ranges at which a LOS meets the Blast Area of an FFE at an effective height."""
    for end, range_ in ((sight.firer, 0), (sight.target, sight.line.length)):
        if end.hex in hexes and end.level < FFE_LEVELS:
            yield range_
    setting = sight.field.state.setting
    for index, name in enumerate(sight.names):
        if name is not None and name in hexes:
            met = sight.meet(index, name)
            inside = met.touch.contact == INTERIOR
            if ffe_hinders(setting, met.ground, *met.ends, inside=inside):
                yield met.touch.range
