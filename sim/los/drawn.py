"""What the art of a playing area stands for: the features of its hexes, found where they are drawn.

Terrain that is Inherent fills its hex whatever is drawn there (B.6), on ground as high as it is
drawn; counters, dust and SMOKE fill theirs at its level, and so does what no art shows. All else is
where its art is, in whatever hex that lies.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Final

import attrs

from sim.chapter_b.symbology import CATALOGUE
from sim.los.canvas import Canvas, Shown, canvas_of
from sim.los.depiction import BAR_ART
from sim.map.board import HexRecord
from sim.map.terrain import Feature
from sim.map.terrain_kind import TerrainKind
from sim.state import Setting

BUILDING_ART: Final = "building"
BRIDGE_ART: Final = "bridge"
ROAD_ART: Final = "road"
_KINDS: Final = {str(kind): kind for kind in TerrainKind}

Features = Mapping[str, tuple[Feature, ...]]


@lru_cache(maxsize=8)
def picture_of(setting: Setting) -> Canvas | None:
    """The picture by which a LOS is judged; None where it is judged by whole hexes."""
    if not setting.rules_that("A6.1-art", "art"):
        return None
    return canvas_of(setting.area, setting.scenario.boards)


def geometry_said(setting: Setting) -> str:
    """By what a LOS goes where any board has a depiction, as a sentence; else empty (A6.1).

    The art of one board cannot be weighed against the whole hexes of another along one line, so
    that a playing area is judged by one geometry.
    """
    boards = setting.scenario.boards
    bare = [board.name for board in boards if not board.depiction]
    if len(bare) == len(boards):
        return ""
    if not setting.rules_that("A6.1-art", "art"):
        return "LOS goes by whole hexes: ruling A6.1-art says so"
    if bare:
        names = f"board {bare[0]} has" if len(bare) == 1 else f"boards {', '.join(bare)} have"
        return f"LOS goes by whole hexes on all boards (A6.1-art): {names} no depiction"
    if picture_of(setting) is None:
        return "LOS goes by whole hexes (A6.1-art): the depictions of its boards differ in scale"
    return "LOS goes by the art that it touches (A6.1-art)"


@lru_cache(maxsize=8)
def hexsides_drawn(setting: Setting) -> dict[int, tuple[str, int]]:
    """The hexside that each art on one shows, by the hex that owns it."""
    picture = picture_of(setting)
    return {
        number: setting.area.owned(shown.of, shown.side)
        for number, shown in enumerate(picture.shown if picture is not None else ())
        if shown.side and shown.of
    }


@lru_cache(maxsize=8)
def sides_with_art(setting: Setting) -> frozenset[tuple[str, int]]:
    """The hexsides that have art."""
    return frozenset(hexsides_drawn(setting).values())


def with_art(
    picture: Canvas, name: str, record: HexRecord, kinds: tuple[Feature, ...]
) -> tuple[Feature, ...]:
    """The printed terrain of a hex, each kind that is not Inherent with the art that shows it."""
    keys = picture.art_at.get(name, frozenset())
    printed = [str(kind) for kind in record.kinds if str(kind) in keys]
    found = []
    for feature in kinds:
        art = feature.name if feature.name in printed else next(iter(printed), "")
        found.append(feature if feature.inherent else attrs.evolve(feature, art=str(art)))
    return tuple(found)


def drawn_features(
    setting: Setting, picture: Canvas, features: Features
) -> tuple[tuple[Feature, ...], ...]:
    """What all art of a picture stands for, by its number."""
    return tuple(
        tuple(chain(_of(setting, shown, features), _filling(setting, shown, features)))
        for shown in picture.shown
    )


def _filling(setting: Setting, shown: Shown, features: Features) -> Iterator[Feature]:
    """What fills the hex in which some art lies, on the ground that is drawn there (B.6).

    By ruling the trees beside a road are not met where the road itself is (B14.6).
    """
    road = shown.key == ROAD_ART and setting.rules_that("B14.6-road", "art")
    return (
        feature
        for feature in features.get(shown.hex, ())
        if on_drawn_ground(feature) and not (road and feature.gates)
    )


def on_drawn_ground(feature: Feature) -> bool:
    """Whether a feature fills its hex on ground as high as it is drawn: Inherent terrain does."""
    return feature.inherent and isinstance(feature.name, TerrainKind)


def source_of(setting: Setting, shown: Shown) -> str:
    """What the Hindrance of some art adds up with in its hex; art of another with nothing (A6.7).

    What a hex has of its own is cumulative (B.1), and one word stands for it; what reaches in from
    a hex beside it, or is no terrain of any hex, is one of several that can hinder there.
    """
    if shown.of != shown.hex:
        return shown.of
    record = setting.area.record.get(shown.hex)
    kind = _KINDS.get(shown.key)
    return "" if kind is None or record is None or kind in record.kinds else shown.key


def _of(setting: Setting, shown: Shown, features: Features) -> Iterator[Feature]:
    """What some art stands for: what it shows in its hex, or a row of the charts where none has."""
    if not shown.key or shown.side:
        return
    own = features.get(shown.of, ())
    art = BUILDING_ART if shown.key == BAR_ART else shown.key
    yield from (feature for feature in own if feature.art == art)
    kind = _KINDS.get(shown.key)
    record = setting.area.record.get(shown.of)
    if kind is None or record is None or kind in record.kinds:
        return
    row = CATALOGUE[record.base].get(kind)
    if row is not None and row.meets_los and not row.inherent:
        yield row
