"""A slow, obvious Line of Sight, written from docs/los.md and clauses, without the engine's.

Every hex of the map is a polygon, the LOS is a segment, and all arithmetic is exact. The plane is
stretched so that all corners of hexes have whole coordinates; that moves no point from one side
of a line to the other. Tests ask this one and the engine's the same questions.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise

from events.moment import Phase
from events.terms import Armour, HexsideKind, LightKind, Month, Movement, WindForce
from sim.map.hexes import Hex
from sim.map.playing_area import PlayingArea
from sim.state import BARE, Building, Ground, State, Vehicle

# ------------------------------------------------------------------------- what there is to see


@dataclass(frozen=True)
class Feature:
    """One line of the table "What stands in a hex".

    Attributes:
        hull: an AFV or a wreck.
        side: the hexside along which it stands in Bypass.
        trees: those of an orchard, which leave a road free.
    """

    obstacle: int = 0
    half: bool = False
    hindrance: int = 0
    tall: int = 0
    inherent: bool = False
    bare: bool = False
    in_a_depression: bool = False
    hull: bool = False
    side: int | None = None
    trees: bool = False
    hillock: bool = False


@dataclass(frozen=True)
class SlowHex:
    """A hex: its level, what stands in it, and the height, source and DRM of SMOKE in it."""

    level: int = 0
    features: tuple[Feature, ...] = ()
    depression: bool = False
    smoke: tuple[tuple[int, int, int], ...] = ()
    shaft: bool = False
    hillock: bool = False
    building: str | None = None
    roads: frozenset[int] = frozenset()


@dataclass(frozen=True)
class SlowMap:
    """A map: hexes, what stands on hexsides, and each FFE as its hexes and its DRM."""

    hexes: dict[Hex, SlowHex]
    hexsides: dict[tuple[Hex, int], HexsideKind]
    ffes: tuple[tuple[tuple[Hex, ...], int], ...] = ()


@dataclass(frozen=True)
class End:
    """An end of a LOS: a hex, and a level above its ground."""

    hex: Hex
    level: int


@dataclass(frozen=True)
class SlowReport:
    """What a LOS is like; why it is blocked is told to people only."""

    range: int
    blocked: bool
    hindrance: int
    why: tuple[str, ...]


# ------------------------------------------------------------------------------------- geometry

Point = tuple[int, int]

CORNERS: tuple[Point, ...] = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""Corners of a hex around its centre dot. Hexside n lies between corners n and n + 1."""


def centre(here: Hex) -> Point:
    """The centre dot. Columns are 3 apart and hexes of one column 2; y grows downward."""
    if here.column % 2:
        return (3 * here.column, 2 * here.row - 1)
    return (3 * here.column, 2 * here.row)


def corners(here: Hex) -> list[Point]:
    """The six corners, clockwise."""
    x, y = centre(here)
    return [(x + dx, y + dy) for dx, dy in CORNERS]


def hexside_ends(here: Hex, side: int) -> tuple[Point, Point]:
    """The two vertices of a hexside."""
    around = corners(here)
    return around[side - 1], around[side % 6]


def hex_across(here: Hex, side: int) -> Hex:
    """The hex whose centre dot is the mirror image of this one's in a hexside."""
    (ax, ay), (bx, by) = hexside_ends(here, side)
    x, y = centre(here)
    return _hex_at((ax + bx - x, ay + by - y))


def _hex_at(dot: Point) -> Hex:
    column = dot[0] // 3
    return Hex(column, (dot[1] + column % 2) // 2)


def range_between(one: Hex, two: Hex) -> int:
    """Range in hexes: each step to the next column also goes half a hex up or down."""
    (ax, ay), (bx, by) = centre(one), centre(two)
    columns = abs(ax - bx) // 3
    half_hexes = abs(ay - by)
    return columns + max(0, half_hexes - columns) // 2


def side_of(a: Point, b: Point, point: Point) -> int:
    """Positive on the right of the way from a to b, which is the inside of a clockwise polygon."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def segments_meet(p: Point, q: Point, a: Point, b: Point) -> bool:
    """Whether two segments have at least one point in common."""
    one, two = side_of(p, q, a), side_of(p, q, b)
    three, four = side_of(a, b, p), side_of(a, b, q)
    if one == two == 0:
        along_x = max(min(p[0], q[0]), min(a[0], b[0])) <= min(max(p[0], q[0]), max(a[0], b[0]))
        along_y = max(min(p[1], q[1]), min(a[1], b[1])) <= min(max(p[1], q[1]), max(a[1], b[1]))
        return along_x and along_y
    return one * two <= 0 and three * four <= 0


@dataclass(frozen=True)
class Meeting:
    """How a LOS meets a hex.

    Attributes:
        hex: which hex.
        how: "crossed", "along" or "vertex".
        enters: the share of the LOS before it meets the hex.
        leaves: the share of the LOS before it has left the hex.
        enters_by: hexside through the inside of which it enters; None at a vertex or a dot.
        leaves_by: hexside through the inside of which it leaves; None at a vertex or a dot.
        side: the hexside that it runs along; None if it does not.
    """

    hex: Hex
    how: str
    enters: Fraction
    leaves: Fraction
    enters_by: int | None
    leaves_by: int | None
    side: int | None


def meet(start: Point, finish: Point, here: Hex) -> Meeting | None:
    """Clip a LOS by the six sides of a hex; None if they do not meet."""
    enters, leaves = Fraction(0), Fraction(1)
    for side in range(1, 7):
        a, b = hexside_ends(here, side)
        at_start, at_finish = side_of(a, b, start), side_of(a, b, finish)
        if at_start < 0 and at_finish < 0:
            return None
        if at_start < 0 or at_finish < 0:
            crossing = Fraction(at_start, at_start - at_finish)
            if at_start < 0:
                enters = max(enters, crossing)
            else:
                leaves = min(leaves, crossing)
    if enters > leaves:
        return None
    enters_by = _only_side(_sides_at(start, finish, here, enters))
    leaves_by = _only_side(_sides_at(start, finish, here, leaves))
    if enters == leaves:
        return Meeting(here, "vertex", enters, leaves, None, None, None)
    on = _only_side(_sides_at(start, finish, here, (enters + leaves) / 2))
    if on is not None:
        return Meeting(here, "along", enters, leaves, None, None, on)
    return Meeting(here, "crossed", enters, leaves, enters_by, leaves_by, None)


def _sides_at(start: Point, finish: Point, here: Hex, share: Fraction) -> list[int]:
    """The hexsides of a hex on which a point of the LOS lies; two of them at a vertex."""
    found = []
    for side in range(1, 7):
        a, b = hexside_ends(here, side)
        at_start, at_finish = side_of(a, b, start), side_of(a, b, finish)
        if at_start + share * (at_finish - at_start) == 0:
            found.append(side)
    return found


def _only_side(sides: list[int]) -> int | None:
    return sides[0] if len(sides) == 1 else None


@lru_cache(maxsize=200_000)
def meetings(one: Hex, two: Hex, shape: frozenset[Hex]) -> tuple[Meeting, ...]:
    """How a LOS meets every hex that it meets, the hexes of both ends included, in order."""
    start, finish = centre(one), centre(two)
    found = [meeting for here in shape if (meeting := meet(start, finish, here)) is not None]
    return tuple(sorted(found, key=lambda each: (each.enters, each.leaves, each.hex)))


# ------------------------------------------------------------------------------- rules of height


@dataclass(frozen=True)
class Eyes:
    """The elevations of the two ends as they count at some place, and its range from each."""

    lower: int
    higher: int
    near: int
    far: int


def ground_blocks(g: int, eyes: Eyes, *, cliff: bool) -> bool:
    """Whether the ground of a crossed hex blocks (section "Ground")."""
    if g <= eyes.lower:
        return False
    if g >= eyes.higher:
        return True
    like_an_obstacle = (g - eyes.lower) + eyes.far // 5 - (eyes.higher - g - 1)
    if cliff:
        return eyes.near == 1 or eyes.near <= like_an_obstacle
    return eyes.far > 1 and eyes.near <= like_an_obstacle - 1


def obstacle_blocks(levels: int, g: int, eyes: Eyes) -> bool:
    """Whether an obstacle of full levels blocks (section "Obstacles")."""
    if levels == 0:
        return False
    top = g + levels
    if top <= eyes.lower:
        return False
    if top >= eyes.higher:
        return True
    blind_hexes = levels + (g - eyes.lower) + eyes.far // 5 - (eyes.higher - top - 1)
    return eyes.near == 1 or eyes.near <= blind_hexes


def half_level_blocks(top: int, eyes: Eyes) -> bool:
    """Whether half a level above some elevation blocks (A6.21)."""
    return eyes.lower <= top and eyes.higher <= top


def feature_blocks(feature: Feature, g: int, eyes: Eyes) -> bool:
    """Whether one feature of a hex blocks."""
    if obstacle_blocks(feature.obstacle, g, eyes):
        return True
    if feature.half and half_level_blocks(g + feature.obstacle, eyes):
        return True
    return eyes.lower != eyes.higher and obstacle_blocks(feature.tall, g, eyes)


def hindrance_counts(feature: Feature, g: int, eyes: Eyes) -> bool:
    """Whether a Hindrance counts (section "Hindrances")."""
    if feature.hindrance == 0:
        return False
    if feature.in_a_depression:
        return eyes.lower == g - 1 and eyes.higher == g - 1
    if eyes.lower == g and eyes.higher == g:
        return True
    if feature.bare and eyes.lower <= g:
        return eyes.higher == g + 1 or (eyes.higher > g + 1 and eyes.near == 1)
    return False


# --------------------------------------------------------------------------------- the LOS itself


class _Sight:
    """One LOS, and every question of the page about it."""

    def __init__(self, terrain: SlowMap, firer: End, target: End) -> None:
        self.map = terrain
        self.firer = firer
        self.target = target
        self.range = range_between(firer.hex, target.hex)
        self.all_met = meetings(firer.hex, target.hex, frozenset(terrain.hexes))
        self.met = [m for m in self.all_met if m.hex not in (firer.hex, target.hex)]
        if self.elevation(firer) <= self.elevation(target):
            self.low, self.high = firer, target
        else:
            self.low, self.high = target, firer
        self.slope = self._is_continuous_slope()
        self.low_things: set[tuple[int, str, object]] = set()

    def elevation(self, end: End) -> int:
        return self.map.hexes[end.hex].level + end.level

    def level(self, here: Hex) -> int:
        return self.map.hexes[here].level

    def is_in_depression(self, end: End) -> bool:
        return self.map.hexes[end.hex].depression and end.level == -1

    # Continuous Slope ---------------------------------------------------------------------

    def _is_continuous_slope(self) -> bool:
        if self.firer.level != 0 or self.target.level != 0:
            return False
        rise = self.level(self.high.hex) - self.level(self.low.hex)
        if rise != self.range:
            return False
        for meeting in self.met:
            if meeting.how in ("crossed", "along"):
                k = range_between(self.low.hex, meeting.hex)
                if self.level(meeting.hex) - self.level(self.low.hex) != k:
                    return False
        for meeting in self.all_met:
            for side in (meeting.enters_by, meeting.leaves_by):
                if side and self.map.hexsides.get((meeting.hex, side)) is HexsideKind.CLIFF:
                    return False
        return True

    def eyes(self, meeting: Meeting) -> Eyes:
        """How high the ends are for a touched hex, and how far from it.

        On a Continuous Slope the LOS is same-level, and so also where it meets a vertex only.
        """
        near = range_between(self.low.hex, meeting.hex)
        far = range_between(self.high.hex, meeting.hex)
        if self.slope:
            g = self.level(meeting.hex)
            return Eyes(g, g, near, far)
        return Eyes(self.elevation(self.low), self.elevation(self.high), near, far)

    # Ground, obstacles --------------------------------------------------------------------

    def _leaves_by_cliff(self, meeting: Meeting) -> bool:
        """Whether the LOS leaves a crossed hex toward the lower end through a cliff."""
        side = meeting.enters_by if self.low == self.firer else meeting.leaves_by
        if side is None:
            return False
        return self.map.hexsides.get((meeting.hex, side)) is HexsideKind.CLIFF

    def _ground_blocks(self, meeting: Meeting) -> bool:
        if meeting.how == "vertex" or meeting.hex in self.passed_in_depression():
            return False
        cliff = self._leaves_by_cliff(meeting)
        return ground_blocks(self.level(meeting.hex), self.eyes(meeting), cliff=cliff)

    def _some_feature_blocks(self, meeting: Meeting, *, inherent: bool, low: bool = False) -> bool:
        g, eyes = self.level(meeting.hex), self.eyes(meeting)
        return any(
            feature_blocks(feature, g - feature.in_a_depression, eyes)
            for feature in self.map.hexes[meeting.hex].features
            if feature.inherent is inherent
            and not self._by_road(meeting, feature)
            and (low or not self.is_low(meeting, feature))
        )

    def _by_road(self, meeting: Meeting, feature: Feature) -> bool:
        """Whether the LOS keeps to the road between trees (B14.6)."""
        ways = {meeting.enters_by, meeting.leaves_by}
        return feature.trees and ways <= self.map.hexes[meeting.hex].roads

    def _other_of_pair(self, meeting: Meeting) -> Meeting | None:
        """The hex on the other side of the hexside that the LOS runs along; None off the map."""
        assert meeting.side is not None
        other = hex_across(meeting.hex, meeting.side)
        for each in self.met:
            if each.hex == other:
                return each
        return None

    def _not_inherent_blocks(self, meeting: Meeting) -> bool:
        """Whether ground, or an obstacle that is not Inherent, would block in this hex."""
        stands = self._some_feature_blocks(meeting, inherent=False, low=True)
        return self._ground_blocks(meeting) or stands

    def hex_blocks(self, meeting: Meeting) -> bool:
        """Whether a touched hex blocks."""
        if self._some_feature_blocks(meeting, inherent=True):
            return True
        if meeting.how == "vertex":
            return False
        high = self._some_feature_blocks(meeting, inherent=False)
        if not (high or self._ground_blocks(meeting)):
            return False
        other = self._other_of_pair(meeting) if meeting.how == "along" else meeting
        return other is not None and self._not_inherent_blocks(other)

    # Hillocks -----------------------------------------------------------------------------

    def _counts(self, meeting: Meeting, feature: Feature) -> bool:
        if feature.inherent or meeting.how == "crossed":
            return True
        other = self._other_of_pair(meeting) if meeting.how == "along" else None
        return other is not None and self._not_inherent_blocks(other)

    def is_low(self, meeting: Meeting, feature: Feature) -> bool:
        """Whether it rises half a level above the one level of both ends."""
        top = self.level(meeting.hex) - feature.in_a_depression + feature.obstacle
        if self.slope or not feature.half:
            return False
        return top == self.elevation(self.low) == self.elevation(self.high)

    def hillock_of(self, here: Hex) -> frozenset[Hex]:
        """All hexes of the hillock of a hex; none if it is on none."""
        found: set[Hex] = set()
        waiting = [here]
        while waiting:
            each = waiting.pop()
            if each not in found and each in self.map.hexes and self.map.hexes[each].hillock:
                found.add(each)
                waiting += [hex_across(each, side) for side in range(1, 7)]
        return frozenset(found)

    def low_blocks(self) -> list[str]:
        """What of half a level blocks, for all that is seen over (section "Hillocks")."""
        for meeting in self.met:
            at = range_between(self.firer.hex, meeting.hex)
            for feature in self.map.hexes[meeting.hex].features:
                if self.is_low(meeting, feature) and feature.hillock:
                    self.low_things.add((at, "hillock", self.hillock_of(meeting.hex)))
                elif self.is_low(meeting, feature) and self._counts(meeting, feature):
                    self.low_things.add((at, "hex", at))
        ends = [self.hillock_of(each.hex) for each in (self.firer, self.target) if not each.level]
        on = [each for each in ends if each]
        start, finish = centre(self.firer.hex), centre(self.target.hex)
        left = [
            self.hillock_of(hex_across(end, side))
            for end in (self.firer.hex, self.target.hex)
            for side in range(1, 7)
            if segments_meet(start, finish, *hexside_ends(end, side))
        ]
        others = {(sort, what) for _, sort, what in self.low_things if what not in on + left}
        if on:
            sorts = [sort for sort, _ in others]
            return [sort for sort in sorts if len(on) == 1 and sorts.count(sort) > 1]
        return [sort for sort, _ in others]

    # Hexsides -----------------------------------------------------------------------------

    def hexside_blocks(self, here: Hex, side: int, kind: HexsideKind) -> bool:
        """Whether a hexside blocks."""
        if kind in (HexsideKind.CLIFF, HexsideKind.BANK):
            return False
        a, b = hexside_ends(here, side)
        if not segments_meet(centre(self.firer.hex), centre(self.target.hex), a, b):
            return False
        both = [each for each in (here, hex_across(here, side)) if each in self.map.hexes]
        g = max(self.level(each) for each in both)
        if self.slope and kind is HexsideKind.HIGH_WALL:
            lower = higher = g
        else:
            lower, higher = self.elevation(self.low), self.elevation(self.high)
        if self.firer.hex in both or self.target.hex in both:
            on_ground = self.firer.level <= 0 and self.target.level <= 0
            adjacent = range_between(self.firer.hex, self.target.hex) == 1
            if kind is not HexsideKind.HIGH_WALL or on_ground or adjacent:
                return kind is HexsideKind.HIGH_WALL and on_ground
        if self._runs_from_an_end(here, side):
            return False
        near = min(range_between(self.low.hex, each) for each in both)
        far = min(range_between(self.high.hex, each) for each in both)
        if kind is HexsideKind.HIGH_WALL:
            # The hex behind the wall is the first that it hides.
            return obstacle_blocks(1, g, Eyes(lower, higher, near + 1, far))
        if self._seen_along_a_wall(here, side):
            return False
        if lower == higher == g:
            near = min(range_between(self.firer.hex, each) for each in both)
            self.low_things.add((near, "hexside", near))
            return False
        return lower == higher and higher <= g

    def _runs_from_an_end(self, here: Hex, side: int) -> bool:
        """Whether the LOS runs along a hexside that begins at a vertex of an end's hex."""
        a, b = hexside_ends(here, side)
        start, finish = centre(self.firer.hex), centre(self.target.hex)
        if side_of(start, finish, a) or side_of(start, finish, b):
            return False
        of_ends = {*corners(self.firer.hex), *corners(self.target.hex)}
        return bool({a, b} & of_ends)

    def _seen_along_a_wall(self, here: Hex, side: int) -> bool:
        """Whether the LOS comes to it along a wall of an end's hex, and one of three is missing."""
        for vertex in hexside_ends(here, side):
            meeting = [each for each in self.walls if vertex in hexside_ends(*each)]
            leading = [
                each for each in meeting if each != (here, side) and self._runs_from_an_end(*each)
            ]
            if leading and len(meeting) < 3:
                return True
        return False

    @cached_property
    def walls(self) -> list[tuple[Hex, int]]:
        """Each hexside on which something stands, once."""
        found: dict[frozenset[Point], tuple[Hex, int]] = {}
        for (here, side), kind in self.map.hexsides.items():
            if kind not in (HexsideKind.CLIFF, HexsideKind.BANK):
                found[frozenset(hexside_ends(here, side))] = (here, side)
        return list(found.values())

    # Depressions --------------------------------------------------------------------------

    def passed_from(self, end: End) -> list[Hex]:
        """Hexes that the LOS enters, one after another, from Depression hex to Depression hex."""
        if not self.is_in_depression(end):
            return []
        crossed = [meeting for meeting in self.all_met if meeting.how == "crossed"]
        if end == self.target:
            crossed.reverse()
        passed: list[Hex] = []
        for here, there in pairwise(crossed):
            way_out = here.leaves_by if end == self.firer else here.enters_by
            if way_out is None or hex_across(here.hex, way_out) != there.hex:
                break
            if not self.map.hexes[there.hex].depression:
                break
            if self.map.hexsides.get((here.hex, way_out)) in (HexsideKind.BANK, HexsideKind.CLIFF):
                break
            passed.append(there.hex)
        return passed

    def passed_in_depression(self) -> set[Hex]:
        """Hexes whose ground does not block because the LOS passes in their Depression."""
        return {*self.passed_from(self.firer), *self.passed_from(self.target)}

    def depression_blocks(self, end: End, other: End) -> bool:
        """Whether the Depression that an end is IN hides it from the other end."""
        if not self.is_in_depression(end):
            return False
        passed = self.passed_from(end)
        if other.hex in passed and self.is_in_depression(other):
            return False
        between = [hex_passed for hex_passed in passed if hex_passed != other.hex]
        not_counted = range_between(end.hex, between[-1]) if between else 0
        return self.elevation(other) - self.elevation(end) < self.range - not_counted

    def shaft_blocks(self, end: End, other: End) -> bool:
        """Whether an end is in a Shaft, and the other not right below or above it."""
        if not (self.map.hexes[end.hex].shaft and end.level == 1):
            return False
        return other.hex != end.hex or other.level not in (0, 2)

    def floor_blocks(self) -> bool:
        """Whether the ends are of one building, adjacent, and not on one level (A6.8)."""
        here, there = (self.map.hexes[each.hex].building for each in (self.firer, self.target))
        if here is None or here != there or self.range != 1 or self.slope:
            return False
        return self.elevation(self.firer) != self.elevation(self.target)

    # Blocked or not -----------------------------------------------------------------------

    def why_blocked(self) -> tuple[str, ...]:
        """All that blocks the LOS, in words."""
        found = [f"{m.hex} {m.how}" for m in self.met if self.hex_blocks(m)]
        for (here, side), kind in self.map.hexsides.items():
            if self.hexside_blocks(here, side, kind):
                found.append(f"{kind} {here}:{side}")
        found += self.low_blocks()
        if self.floor_blocks():
            found.append("another level of one building")
        for end, other in ((self.firer, self.target), (self.target, self.firer)):
            if self.depression_blocks(end, other):
                found.append(f"depression {end}")
            if self.shaft_blocks(end, other):
                found.append(f"shaft {end}")
        return tuple(found)

    # Hindrances ---------------------------------------------------------------------------

    def _hindrances(self, meeting: Meeting, *, inherent: bool) -> int:
        g, eyes = self.level(meeting.hex), self.eyes(meeting)
        counting = [
            feature
            for feature in self.map.hexes[meeting.hex].features
            if feature.inherent is inherent
            and hindrance_counts(feature, g, eyes)
            and not self._by_road(meeting, feature)
            and (not feature.hull or self._meets_hull(meeting.hex, feature))
        ]
        terrain = sum(each.hindrance for each in counting if not each.hull)
        return terrain + any(each.hull for each in counting)

    def _meets_hull(self, here: Hex, hull: Feature) -> bool:
        """In Bypass it hinders what touches its hexside; and both ends must see it (D9.4)."""
        if hull.side is not None:
            a, b = hexside_ends(here, hull.side)
            if not segments_meet(centre(self.firer.hex), centre(self.target.hex), a, b):
                return False
        return self._is_seen_by_both(here, hull)

    def _is_seen_by_both(self, here: Hex, hull: Feature) -> bool:
        there = End(here, -1 if hull.in_a_depression else 0)
        ways = [_Sight(self.map, end, there) for end in (self.firer, self.target)]
        return not any(way.why_blocked() for way in ways)

    def terrain_hindrance(self, meeting: Meeting) -> int:
        """The sum of the Hindrances of a touched hex."""
        result = self._hindrances(meeting, inherent=True)
        if meeting.how == "crossed":
            result += self._hindrances(meeting, inherent=False)
        elif meeting.how == "along":
            other = self._other_of_pair(meeting)
            if other is not None and self._hindrances(other, inherent=False) > 0:
                result += self._hindrances(meeting, inherent=False)
        return result

    def smoke_between(self, meeting: Meeting) -> int:
        """What SMOKE in a touched hex adds."""
        g, eyes = self.level(meeting.hex), self.eyes(meeting)
        smoke = self.map.hexes[meeting.hex].smoke
        top = max(self.elevation(end) for end in (self.firer, self.target))
        return min(
            3,
            sum(
                drm
                for height, source, drm in smoke
                if top >= source and obstacle_blocks(height, g, eyes)
            ),
        )

    def smoke_at(self, end: End) -> int:
        """What SMOKE in the hex of an end adds."""
        here = self.map.hexes[end.hex]
        top = max(self.elevation(each) for each in (self.firer, self.target))
        counting = [
            (drm, source)
            for height, source, drm in here.smoke
            if end.level < height and top >= source
        ]
        if not counting:
            return 0
        within = any(self.elevation(end) >= source for _, source in counting)
        out_of_smoke = 1 if end == self.firer and within else 0
        return min(3, sum(drm for drm, _ in counting)) + out_of_smoke

    def ffe_counts(self, hexes: tuple[Hex, ...]) -> bool:
        """Whether the LOS is hindered in at least one hex of an FFE."""
        for end in (self.firer, self.target):
            if end.hex in hexes and end.level < 2:
                return True
        return any(
            meeting.hex in hexes and obstacle_blocks(2, self.level(meeting.hex), self.eyes(meeting))
            for meeting in self.met
        )

    def hindrance(self) -> int:
        """All Hindrances together: the worst hex of each range, the ends, FFE."""
        worst: dict[int, int] = {}
        for meeting in self.met:
            here = range_between(self.firer.hex, meeting.hex)
            drm = self.terrain_hindrance(meeting) + self.smoke_between(meeting)
            worst[here] = max(worst.get(here, 0), drm)
        total = sum(worst.values()) + self.smoke_at(self.firer) + self.smoke_at(self.target)
        return total + sum(drm for hexes, drm in self.map.ffes if self.ffe_counts(hexes))


def see(terrain: SlowMap, firer: End, target: End) -> SlowReport:
    """The LOS between two ends in different hexes; the first is the firer's."""
    sight = _Sight(terrain, firer, target)
    why = sight.why_blocked()
    return SlowReport(sight.range, bool(why), sight.hindrance(), why)


# ------------------------------------------------------------------------------ reading a state

DEPRESSIONS = ("Wadi", "Gully", "Stream", "Oasis")

ALWAYS: dict[str, Feature] = {
    "Woods": Feature(obstacle=1),
    "Forest": Feature(obstacle=2),
    "Dense Palm Trees": Feature(obstacle=2, inherent=True),
    "Light Woods": Feature(hindrance=2, tall=1),
    "Olive Grove": Feature(hindrance=1, tall=1, inherent=True, trees=True),
    "Palm Trees": Feature(hindrance=1, tall=1, inherent=True, trees=True),
    "Brush": Feature(hindrance=1),
    "Marsh": Feature(hindrance=1),
    "Vineyard": Feature(hindrance=1, inherent=True),
    "Crag": Feature(hindrance=1, inherent=True),
    "Graveyard": Feature(hindrance=1, inherent=True),
    "Oasis Well": Feature(hindrance=2),
    "Thick Grain": Feature(hindrance=2),
    "Cactus Patch": Feature(half=True, inherent=True),
    "Hillock": Feature(half=True, inherent=True, hillock=True),
    "High Dune": Feature(half=True, inherent=True),
    "Boulder-Crag": Feature(half=True, inherent=True),
}
"""Terrain that is the same in every month."""

ARID_DEBRIS = Feature(hindrance=1, inherent=True)
RUBBLE = Feature(half=True, inherent=True)
WRECK = Feature(hindrance=1, inherent=True, hull=True)
LEAFY_ORCHARD = Feature(hindrance=1, tall=1, inherent=True, trees=True)
BARE_ORCHARD = Feature(hindrance=1, inherent=True, bare=True, trees=True)
GRAIN = Feature(hindrance=1)

LEAFY = tuple(Month)[3:10]  # April to October
GRAIN_STANDS = tuple(Month)[5:9]  # June to September

DRIFT_DRM = 2
VEHICLE_DUST_DRM = 2
BLAZE_DRM = 3
WRECK_BLAZE_DRM = 2
SMOKE_HEIGHT = 2
BLAZE_HEIGHT = 4


def terrain_features(kind: str, month: Month) -> list[Feature]:
    """What one kind of printed terrain is in a month; nothing if it has no effect on LOS."""
    if kind == "Orchard":
        return [LEAFY_ORCHARD if month in LEAFY else BARE_ORCHARD]
    if kind == "Grain":
        return [GRAIN] if month in GRAIN_STANDS else []
    return [ALWAYS[kind]] if kind in ALWAYS else []


def building_feature(building: Building) -> Feature:
    """What a building is, whole or rubbled from some level up."""
    if building.rubbled_from is None:
        levels = building.upper_levels
        return Feature(obstacle=max(1, levels), half=levels > 0)
    fallen = building.rubbled_from
    return Feature(obstacle=fallen, half=True, inherent=fallen == 0)


def ground_features(ground: Ground, *, ad: bool) -> list[Feature]:
    """What lies in a hex beside its printed terrain.

    Arid Debris is AD Terrain; rubble on top of it leaves no debris.
    """
    found: list[Feature] = []
    if ground.building is not None:
        found.append(building_feature(ground.building))
    if ground.rubble is not None:
        found.append(RUBBLE)
    elif ad and ground.debris is not None:
        found.append(ARID_DEBRIS)
    return found


def is_moving_target(state: State, vehicle: Vehicle) -> bool:
    """Whether it is one: in Motion, or it moved in this Player Turn, until its AFPh ends (C6.1)."""
    if vehicle.in_motion:
        return True
    now, then = state.clock.moment, vehicle.moved_in
    if then is None or (then.turn, then.player) != (now.turn, now.player):
        return False
    return now.phase in (Phase.MPH, Phase.DFPH, Phase.AFPH)


def hulls_in(state: State, name: str) -> list[Feature]:
    """Each AFV or wreck in a hex that hinders; one that burns does so in Heavy Winds only."""
    found = []
    for vehicle_id, vehicle in state.vehicles.items():
        if vehicle.hex != name or is_moving_target(state, vehicle):
            continue
        is_afv = state.setting.vehicles[vehicle_id].armour is not Armour.NONE
        smokes = vehicle.burning is not None and state.wind.force is not WindForce.HEAVY_WINDS
        if (is_afv or vehicle.destroyed) and not smokes:
            found.append(replace(WRECK, side=vehicle.bypass))
    return found


def bottom_of(state: State, name: str) -> int:
    """The elevation of the floor of a hex: in a Depression without a bridge one level lower."""
    area = state.setting.area
    low = any(kind in DEPRESSIONS for kind in area.record[name].kinds)
    return area.record[name].level - (low and name not in area.bridges)


def source_of_drift(state: State, label: str) -> int:
    """The elevation from which something drifts."""
    if label in state.smoke:
        return bottom_of(state, state.smoke[label].hex)
    if label in state.vehicle_dust:
        return bottom_of(state, state.vehicle_dust[label].hex)
    if label.startswith("wreck "):
        return bottom_of(state, state.vehicles[label.removeprefix("wreck ")].hex or "")
    name = label.removeprefix("Blaze ")
    return bottom_of(state, name) + min(state.ground[name].blazing)


def smoke_in(state: State, name: str) -> tuple[tuple[int, int, int], ...]:
    """The height, the elevation of the source, and the DRM of every SMOKE in a hex."""
    anywhere = -1000
    high = SMOKE_HEIGHT + bottom_of(state, name) - state.setting.area.record[name].level
    house = state.ground.get(name, BARE).building
    sheltered = house is not None and state.wind.force is WindForce.HEAVY_WINDS  # B25.63
    most = house.top + 1 + high - SMOKE_HEIGHT if house is not None and sheltered else 1000
    found = [
        (
            min(high + 2 * counter.wp, most),
            anywhere,
            (2 if counter.dispersed or counter.grenade else 3) - wp,
        )
        for counter in state.smoke.values()
        for wp in [counter.wp]
        if counter.hex == name
    ]
    found.extend(
        (high, anywhere, VEHICLE_DUST_DRM)
        for dust in state.vehicle_dust.values()
        if dust.hex == name
    )
    for label, drifted in state.drift.items():
        source = source_of_drift(state, label)
        wp = label in state.smoke and state.smoke[label].wp
        each = (high + 2 * wp, source, DRIFT_DRM - wp)
        above = bottom_of(state, name) + SMOKE_HEIGHT + 2 * wp > source  # else it ends below it
        found.extend(each for hex_name in drifted if hex_name == name and above)
    for vehicle in state.vehicles.values():
        smokes = vehicle.burning is not None and state.wind.force is not WindForce.HEAVY_WINDS
        if vehicle.hex == name and smokes:
            rises = high if state.wind.force is WindForce.MILD_BREEZE else high + 2
            found.append((rises, bottom_of(state, name), WRECK_BLAZE_DRM))
    ground = state.ground.get(name)
    burning = () if ground is None else ground.blazing
    if burning and state.wind.force is not WindForce.HEAVY_WINDS:
        mild = state.wind.force is WindForce.MILD_BREEZE
        rises = high if mild else high + BLAZE_HEIGHT - SMOKE_HEIGHT
        lowest = bottom_of(state, name) + min(burning)
        found.append((max(burning) + rises, lowest, BLAZE_DRM))
    return tuple(found)


def has_shaft(ground: Ground) -> bool:
    """Whether a Mosque or Temple stands whole."""
    building = ground.building
    if building is None or building.rubbled_from is not None:
        return False
    return building.mosque or building.temple


def building_name(area: PlayingArea, name: str, ground: Ground) -> str | None:
    """What the building that stands in a hex is called; None where nothing stands."""
    if ground.building is None or ground.building.rubbled_from == 0:
        return None
    return area.buildings[name].building or f"only in {name}"


def rises_from_the_rim(feature: Feature) -> bool:
    """Whether it hides what is over its Depression too: trees, buildings and rubble."""
    return bool(feature.obstacle or feature.tall or feature.bare) or feature == RUBBLE


def read(state: State) -> SlowMap:
    """The map of a game as it is now. No Steppe, Broken or AD Terrain must be in effect.

    Rubble that fell into a hex takes the place of its terrain, but a Depression remains one.
    """
    area, month = state.setting.area, state.setting.scenario.month
    hexes: dict[Hex, SlowHex] = {}
    for place, name in area.names.items():
        record = area.record[name]
        ground = state.ground.get(name, BARE)
        kinds = record.kinds if ground.rubble is None else ()
        features = [each for kind in kinds for each in terrain_features(kind, month)]
        features += ground_features(ground, ad=state.setting.ad_hex(name))
        sunk = any(kind in DEPRESSIONS for kind in record.kinds)
        features = [
            replace(each, in_a_depression=sunk and not rises_from_the_rim(each))
            for each in features
        ]
        features += [replace(each, in_a_depression=sunk) for each in hulls_in(state, name)]
        hexes[place] = SlowHex(
            level=record.level,
            features=tuple(features),
            depression=sunk,
            smoke=smoke_in(state, name),
            shaft=has_shaft(ground),
            hillock="Hillock" in record.kinds,
            building=building_name(area, name, ground),
            roads=frozenset(side for there, side in area.roads if there == name),
        )
    hexsides = {(area.place(name), side): kind for (name, side), kind in area.hexsides.items()}
    for one, two in (tuple(pair) for pair in area.banks if len(pair) == 2):
        for here, there in ((one, two), (two, one)):
            side = area.hexside(here, there)
            assert side is not None
            hexsides.setdefault((area.place(here), side), HexsideKind.BANK)
    ffes = []
    for ffe in state.ffes.values():
        middle = area.place(ffe.hex)
        around = [middle, *(hex_across(middle, side) for side in range(1, 7))]
        ffes.append((tuple(each for each in around if each in hexes), ffe.hindrance))
    return SlowMap(hexes, hexsides, tuple(ffes))


# ---------------------------------------------------------------------------------------- Night


def around(terrain: SlowMap, here: Hex, radius: int) -> set[Hex]:
    """The hexes of a map within so many hexes of one."""
    return {each for each in terrain.hexes if range_between(here, each) <= radius}


def lit_by_fire(terrain: SlowMap, here: Hex, levels: int) -> set[Hex]:
    """What a Blaze lights: twice as many hexes as levels burn, but for shadows (E1.94, E1.941)."""
    at_fire = End(here, 0)
    near = around(terrain, here, 2 * levels) - {here}
    return {here} | {each for each in near if not see(terrain, at_fire, End(each, 0)).blocked}


def lit(state: State, terrain: SlowMap) -> set[Hex]:
    """The Illuminated hexes of a map without buildings (E1.923, E1.933, E1.94, E1.942)."""
    place = state.setting.area.place
    found: set[Hex] = set()
    for light in state.lights.values():
        found |= around(terrain, place(light.hex), 3 if light.kind is LightKind.STARSHELL else 6)
    for name, ground in state.ground.items():
        if ground.blazing:
            found |= lit_by_fire(terrain, place(name), len(ground.blazing))
        elif ground.fires:
            found.add(place(name))
    for vehicle in state.vehicles.values():
        if vehicle.burning is not None and vehicle.hex is not None:
            found |= lit_by_fire(terrain, place(vehicle.hex), 1)
    return found


def is_gunflash(state: State, terrain: SlowMap, here: Hex) -> bool:
    """Whether a hex is one of a HE FFE (E1.87)."""
    middles = (state.setting.area.place(each.hex) for each in state.ffes.values())
    return any(here in around(terrain, middle, 1) for middle in middles)


def seen_in_the_dark(state: State, name: str, nvr: int, *, vehicle: bool) -> int:
    """How far off a hex is seen: by NVR, or what moves in it by more (E1.13, E1.14)."""
    farthest = nvr
    for vehicle_id, each in state.vehicles.items():
        if vehicle and each.hex == name and each.in_motion:
            tracked = state.setting.vehicles[vehicle_id].movement is Movement.FULLY_TRACKED
            by_half = max(1, (3 * nvr + 1) // 2)
            farthest = max(farthest, max(2, 2 * nvr) if tracked else by_half)
    return farthest


def night_hides(
    state: State, terrain: SlowMap, one: str, two: str, *, vehicle: bool, bu: bool
) -> bool:
    """Whether Night, and not terrain, hides one hex from another, from a BU AFV too (E1.101)."""
    viewer, viewed = (state.setting.area.place(each) for each in (one, two))
    assert state.nvr is not None
    light = lit(state, terrain)
    if viewed in light or is_gunflash(state, terrain, viewed):
        return False
    if viewer in light:
        return True
    nvr = state.nvr // 2 if bu else state.nvr
    farthest = seen_in_the_dark(state, two, nvr, vehicle=vehicle)
    return range_between(viewer, viewed) > farthest
