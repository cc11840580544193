"""A6.2 What blocks a LOS: ground, obstacles, hexsides, and Depressions."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from operator import attrgetter
from typing import Any, Final

import attrs

from events.terms import HexsideKind
from sim.chapter_11.in_building import within_art
from sim.chapter_a import obstacles
from sim.chapter_a.sight import Location, Met, Sight
from sim.chapter_ad.mosque import is_shaft, shaft_sees
from sim.chapter_b.hindrance import counts
from sim.chapter_b.roads import real_bridge_in
from sim.chapter_f.hillock import near_hillocks, still_blocking
from sim.los.canvas import Shown
from sim.los.drawn import BRIDGE_ART, ROAD_ART
from sim.los.line import INTERIOR
from sim.map.playing_area import PlayingArea
from sim.map.terrain import Feature
from sim.map.terrain_kind import TerrainKind
from sim.state import BARE

# A6.3, B19.2 A LOS to a Location IN a Depression, and which Depressions are connected.
#
# On a board with a depiction its art says how far a LOS passes IN one: as long as what it touches
# is drawn no higher than the Location, or is a road or bridge over a Depression.

OVERHEAD: Final = frozenset({BRIDGE_ART, ROAD_ART})
"""The art under which a LOS can pass IN a Depression (B6.1)."""


def are_connected(area: PlayingArea, depressions: frozenset[str], one: str, two: str) -> bool:
    """Whether two adjacent hexes are Depressions with no bank between them (B19.2)."""
    return one in depressions and two in depressions and frozenset((one, two)) not in area.banks


def passed_hexes(
    area: PlayingArea,
    depressions: frozenset[str],
    path: Sequence[str],
    crossed: frozenset[frozenset[str]],
) -> tuple[str, ...]:
    """The hexes after the first that a LOS passes IN the Depression where it begins.

    It does as long as it goes from Depression hex to connected Depression hex across the inside of
    their common hexside; not at a vertex, nor along a hexside.
    """
    result: list[str] = []
    for one, two in pairwise(path):
        linked = are_connected(area, depressions, one, two)
        if not linked or frozenset((one, two)) not in crossed:
            break
        result.append(two)
    return tuple(result)


def reaches_in(length: Any, rise: Any, passed: Any, *, joined: Any) -> Any:
    """Whether a LOS reaches a Location IN a Depression; numbers, or arrays of them.

    The other end is so many levels higher. The last hex that the LOS passes IN the Depression is so
    far from there; joined, it passes there all the way, and the other end is IN it too.
    """
    return joined | (rise >= length - passed)


def spans_depression(depressions: frozenset[str], shown: Shown) -> bool:
    """Whether some art is of a road or bridge over a Depression, which is no ground (B6.1)."""
    return shown.key in OVERHEAD and shown.hex in depressions


def is_deck(area: PlayingArea, shown: Shown) -> bool:
    """Whether some art is of a bridge and its road, which is no ground to a LOS below (B6.1)."""
    return shown.key in OVERHEAD and shown.hex in area.bridges


def leaves_depression_in(
    depressions: frozenset[str], floor: int, way: Iterable[Shown]
) -> str | None:
    """The hex in which a LOS leaves the Depression where it begins, by the art that it touches.

    It leaves at the Crest Line: where something is drawn higher than the end. A road or bridge over
    a Depression hides nothing below, unless the LOS leaves from it. The hex is the last in which it
    was as low as the end; None if the LOS stays in it all the way.
    """
    last: str | None = None
    for shown in way:
        if last is None or shown.level <= floor:
            last = shown.hex
        elif not spans_depression(depressions, shown):
            return last
    return None


_CREST: Final = "Crest Line"
_DEPRESSION: Final = "Depression"
_HALF: Final = "it rises half a level above level"
"""Why a Half-Level Obstacle blocks."""


@attrs.frozen
class Block:
    """What blocks a LOS."""

    hex: str
    """Where; the hex nearer to the firer of a hexside."""
    name: str
    rule: str
    why: str
    range: int
    pixel: tuple[int, int] | None = None
    """Where the LOS first touches its art, if it is judged by that and told so precisely."""

    def __str__(self) -> str:
        return f"{self.name} in {self.hex}: {self.why} ({self.rule})"

    @property
    def half_level(self) -> bool:
        """Whether it is a Half-Level Obstacle."""
        return self.why.startswith(_HALF)


def nearest_block(sight: Sight) -> Block | None:
    """The first thing on its way that blocks a LOS; None if nothing does.

    A Crest Line tells too what a LOS to an end IN a Depression needs.
    """
    found = [*_blocks(sight)]
    nearest = min(found, key=attrgetter("range"), default=None)
    below = next((each for each in found if each.name == _DEPRESSION), None)
    if nearest is None or below is None or nearest.name != _CREST:
        return nearest
    what = f"{nearest.why}; {below.hex} is a {_DEPRESSION}: by {below.rule} {below.why}"
    return attrs.evolve(nearest, why=what)


def _blocks(sight: Sight) -> Iterator[Block]:
    """What blocks a LOS: of the hexes, which come in order of range, the first that does."""
    yield from _shaft_blocks(sight)
    yield from _building_blocks(sight)
    ends_in = [end for end in (sight.firer, sight.target) if end.level < 0]
    if sight.field.picture is not None:
        if sight.crosses_a_bar:
            why = "no LOS but from roof to roof crosses its bar"
            yield Block(sight.firer.hex, "Rowhouse", "B23.71", why, 0)
        yield from _standing_block(sight, set())
        for end in ends_in:
            yield from _drawn_depression_blocks(sight, end)
        yield from _within_blocks(sight)
        return
    passed = {end.hex: _passed(sight, end.hex) for end in ends_in}
    below = {name for names in passed.values() for name in names} | {sight.target.hex}
    yield from _standing_block(sight, below)
    for end in ends_in:
        ranges = [sight.path.range(name) for name in passed[end.hex]]
        length = 0 if end == sight.firer else sight.line.length
        far = max((abs(length - each) for each in ranges), default=0)
        other = sight.target if end == sight.firer else sight.firer
        yield from _depression_blocks(sight, end, far, joined=other.hex in passed[end.hex])
    yield from _within_blocks(sight)


def _shaft_blocks(sight: Sight) -> Iterator[Block]:
    """A Shaft sees the Locations directly below and above it, and is seen from them alone."""
    state = sight.field.state
    for end, other in ((sight.firer, sight.target), (sight.target, sight.firer)):
        if not is_shaft(state, end.hex, end.level):
            continue
        if other.hex != end.hex or not shaft_sees(other.level):
            why = "it sees only the Locations directly below and above it"
            yield Block(end.hex, "Shaft", "AD3.311", why, 0)


def _building_blocks(sight: Sight) -> Iterator[Block]:
    """What parts the Locations of one hex, and levels of one building (A6.8, B6.2, B23.25).

    From level to level of a building no unit sees an adjacent hex, nor from a roof; and in one hex
    it sees no farther than the next level.
    """
    if not sight.line.length and sight.firer != sight.target:
        yield from _parted_in_hex(sight)
    if sight.line.length == 1 and sight.of_one_building:
        one, two = sight.ends
        if one != two and not sight.slope:
            why = f"adjacent, of one building, at levels {one} and {two}"
            yield Block(sight.target.hex, "building", "A6.8", why, 1)


def _within_blocks(sight: Sight) -> Iterator[Block]:
    """A LOS that would come into a building across a hexside within its art (B23.25)."""
    if not sight.line.length or (sight.line.length == 1 and sight.of_one_building):
        return
    ways = (sight.firer, sight.line.leaves, 1), (sight.target, sight.line.enters, sight.line.length)
    for end, sides, at in ways:
        if _comes_within(sight, end, sides):
            why = "the LOS comes to it across a hexside within its building"
            yield Block(end.hex, "building", "B23.25", why, at)


def _comes_within(sight: Sight, end: Location, sides: tuple[int, ...]) -> bool:
    """Whether a LOS comes so to a Location in a building; a rooftop and a Steeple are above it."""
    state = sight.field.state
    building = state.ground.get(end.hex, BARE).building
    if building is None or end.level > building.upper_levels:
        return False
    return all(within_art(state, end.hex, side) for side in sides)


def _parted_in_hex(sight: Sight) -> Iterator[Block]:
    """A bridge, or two levels of a building, between two Locations of one hex."""
    name, area = sight.firer.hex, sight.field.state.setting.area
    below = min(sight.firer.level, sight.target.level) < 0
    if below and real_bridge_in(sight.field.state.setting, name):
        yield Block(name, "bridge", "B6.2", "it lies between who is on it and who is beneath", 0)
    levels = abs(sight.firer.level - sight.target.level)
    if levels > 1 and name in area.buildings and sight.of_one_building:
        why = f"one sees one level up or down in it, not {levels}"
        yield Block(name, "building", "A6.8", why, 0)


def _passed(sight: Sight, end: str) -> tuple[str, ...]:
    """The hexes that the LOS passes IN the Depression of one of its ends, the other end included.

    The other end is passed only if it is IN the Depression too.
    """
    between = (name for name in sight.names if name is not None)
    path = (sight.firer.hex, *between, sight.target.hex)
    ways = path if end == sight.firer.hex else path[::-1]
    other = sight.target if end == sight.firer.hex else sight.firer
    area = sight.field.state.setting.area
    names = passed_hexes(area, sight.depressions, ways, sight.path.crossed)
    return names if other.level < 0 else tuple(name for name in names if name != other.hex)


def _drawn_depression_blocks(sight: Sight, end: Location) -> Iterator[Block]:
    """As `_depression_blocks`, where the Depression is as it is drawn."""
    firing = end == sight.firer
    other = sight.target if firing else sight.firer
    floor, height = sight.ends if firing else sight.ends[::-1]
    if height <= floor and _leaves_at_a_crest(sight, end):
        yield from _depression_blocks(sight, end, 0, joined=False)
        return
    left = leaves_depression_in(sight.depressions, floor, sight.way_from(end))
    beside = sight.line.length == 1 and other.hex in _passed(sight, end.hex)
    far = 0 if left is None else sight.distance(end.hex, left)
    yield from _depression_blocks(sight, end, far, joined=left is None or beside)


def _leaves_at_a_crest(sight: Sight, end: Location) -> bool:
    """Whether it leaves an end's hex at a vertex where that is no Depression on both sides."""
    sides = sight.line.leaves if end == sight.firer else sight.line.enters
    if len(sides) < 2:
        return False
    area = sight.field.state.setting.area
    beside = [area.across(end.hex, side) for side in sides]
    return not all(
        name is not None
        and are_connected(area, sight.depressions, end.hex, name)
        and sight.ground(name) == sight.ground(end.hex)
        for name in beside
    )


def _depression_blocks(sight: Sight, end: Location, far: int, *, joined: bool) -> Iterator[Block]:
    """A LOS that does not reach an end IN a Depression, which it passes as far as this."""
    firing = end == sight.firer
    rise = (1 if firing else -1) * (sight.ends[1] - sight.ends[0])
    if not reaches_in(sight.line.length, rise, far, joined=joined):
        needed = sight.line.length - far
        levels = "1 level" if needed == 1 else f"{needed} levels"
        why = f"the other end must be {levels} higher, not {rise}"
        at = 0 if firing else sight.line.length
        yield Block(end.hex, _DEPRESSION, "A6.3", why, at)


def _standing_block(sight: Sight, below: set[str]) -> list[Block]:
    """The first hex that blocks, and the hexsides that do, but for what is seen over (F6.4)."""
    every, sides = _hexes_block(sight, below), list(_hexsides_block(sight))
    found = [*islice(every, 1), *sides]
    level, other = sight.ends
    setting = sight.field.state.setting
    rises = f"{_HALF} {level}"
    if not found or level != other or rises not in "".join([each.why for each in found]):
        return found
    if near_hillocks(setting).isdisjoint((sight.firer.hex, sight.target.hex)):
        return found
    found = sorted((*found, *every), key=attrgetter("range"))
    low = [each for each in found if each.why.startswith(rises)]
    met = [
        (each.name, each.hex)
        if each.name == TerrainKind.HILLOCK
        else ("hexside" if each in sides else "hex", str(each.range))
        for each in low
    ]
    ends = [None if end.level else end.hex for end in sight.both]
    ways = (sight.firer.hex, sight.line.leaves), (sight.target.hex, sight.line.enters)
    out = (setting.area.across(name, side) for name, sides in ways for side in sides)
    blocks = still_blocking(setting, ends, [name for name in out if name is not None], met)
    seen_over = [each for each, block in zip(low, blocks, strict=True) if not block]
    return [each for each in found if each not in seen_over]


def _hexes_block(sight: Sight, below: set[str]) -> Iterator[Block]:
    for met in sight.met:
        both: bool | None = None
        for inherent, title, rule, why in _what_blocks(sight, met, below):
            if both is None:
                other = sight.beside(met)
                on_other = () if other is None else _what_blocks(sight, other, below)
                both = sight.spilled(met) or any(not each for each, *_ in on_other)
            if counts(met.touch.contact, inherent=inherent, both_sides=both):
                pixel = sight.pixel(met) if sight.precise else None
                where = "" if pixel is None else f", drawn at pixel {pixel[0]},{pixel[1]}"
                yield Block(met.name, title, rule, why + where, met.touch.range, pixel)


def _what_blocks(sight: Sight, met: Met, below: set[str]) -> Iterator[tuple[bool, str, str, str]]:
    """All in a hex that is high enough: whether Inherent, its name, its rule, and why."""
    ground = rim = met.ground
    by_art = sight.field.picture is not None
    if met.shown >= 0:
        rim = min(ground, sight.beside_cliffs.get(met.name, ground))
    if rim > met.lower and not (_is_no_ground(sight, met) if by_art else met.name in below):
        down = sight.ends[0] >= sight.ends[1]
        cliff = met.touch.contact == INTERIOR and sight.path.falls_off_a_cliff(
            met.number, toward_target=down
        )
        if obstacles.crest_line_blocks(rim, *met.ends, cliff):
            high = rim >= met.higher
            why = (
                "the ground rises to level" if high else "Blind Hex behind the Crest Line at level"
            )
            yield False, _CREST, "B10.2" if high else "B10.23", f"{why} {rim}"
    for feature in met.features:
        rises = _rises(sight, feature, ground - feature.sunk, met.ends)
        if rises is not None:
            yield feature.inherent, feature.name, feature.rule, rises


def _is_no_ground(sight: Sight, met: Met) -> bool:
    """Whether the ground of a hex that is judged by its art, or of some art, stands in no way."""
    picture = sight.field.picture
    if picture is None or met.shown < 0:
        return True
    level = sight.ground(met.name)
    shown = picture.shown[met.shown]
    if is_deck(sight.field.state.setting.area, shown):
        return True
    if sight.from_below and spans_depression(sight.depressions, shown):
        return True
    level -= sight.from_below and met.name in sight.depressions
    return bool(obstacles.own_crest_line(met.ground, level, met.higher, met.lower, met.far))


def _rises(
    sight: Sight, feature: Feature, ground: int, ends: tuple[int, int, int, int]
) -> str | None:
    """Why a feature blocks; None if it does not."""
    higher, lower, far, near = ends
    levels = feature.obstacle
    if not levels and feature.tall and higher != lower:
        levels = feature.tall
    if levels and obstacles.obstacle_blocks(levels, ground, higher, lower, far, near):
        if ground + levels >= higher:
            return f"it rises to level {ground + levels}"
        return f"Blind Hex behind what rises to level {ground + levels}"
    if feature.half and not (feature.spans and higher < ground):
        behind = sight.field.state.setting.rules_that("A6.21-behind", "hides")
        if obstacles.half_level_blocks(ground + levels, higher, lower, near, behind):
            return f"{_HALF} {ground + levels}"
    return None


HEXSIDE_FEATURES: Final = {
    HexsideKind.WALL: ("wall", "B9.2", 0),
    HexsideKind.HEDGE: ("hedge", "B9.2", 0),
    HexsideKind.CACTUS_HEDGE: ("cactus hedge", "191.3", 0),
    HexsideKind.HIGH_WALL: ("high wall", "AD4.6", 1),
    HexsideKind.ROADBLOCK: ("roadblock", "B29.2", 0),
}
"""Name, rule and full levels of what stands on hexsides; those of no level are Half-Level."""

BEHIND_HEXSIDE: Final = 1
"""How much farther an obstacle on a hexside is from what is behind it than the hex behind it."""


def _hexsides_block(sight: Sight) -> Iterator[Block]:
    for standing in sight.standing():
        name, rule, levels = HEXSIDE_FEATURES[standing.kind]
        title = f"{name} {'/'.join(standing.sides)}"
        at = standing.from_firer
        of_an_end = sight.firer.hex in standing.sides or sight.target.hex in standing.sides
        crossed = standing.own and of_an_end
        if crossed and levels and sight.firer.level <= 0 and sight.target.level <= 0:
            why = "no fire crosses it between ground levels"
            yield Block(standing.sides[0], title, rule, why, at)
        if standing.own and not (levels and of_an_end and sight.line.length > 1):
            continue  # a High Wall hides not the next hex, nor what is along it (AD4.6)
        ends = sight.between(standing.ground, standing.from_firer, standing.from_target)
        rises = None
        if levels:
            higher, lower, far, near = ends
            ends = higher, lower, far, near + BEHIND_HEXSIDE
            rises = _rises(
                sight, Feature(name=name, rule=rule, obstacle=levels), standing.ground, ends
            )
        elif obstacles.half_level_hexside_blocks(standing.ground, *sight.ends):
            rises = f"{_HALF} {standing.ground}"
        if rises is not None:
            yield Block(standing.sides[0], title, rule, rises, at)
