"""AD2.1-AD2.13 The AD boards, by BIN, and what the rules say of hexes printed on them.

The boards themselves are not part of Khamsin. A user who draws one as a text map can ask
`sim.chapter_ad.lft_boards` where the map is not what the rules say of that board.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

import attrs

from events.scenario import BoardSpec
from events.terms import Base, HexsideKind, Ravine
from sim.map.board import OPEN, HexRecord
from sim.map.playing_area import PlayingArea, playing_area
from sim.map.terrain_kind import TerrainKind
from sim.state import Setting

AD_BOARDS: Final = ("LFT3", "LFT4", "LFT5", "LFT6", "LFT7", "LFT8", "LFT9", "LFT10")
"""The boards that are AD boards, by BIN (AD2.1)."""


@attrs.frozen
class KnownHex:
    """What the rules say of one hex, or one hexside, of an AD board."""

    board: str
    at: str
    """The hex; or the hexside, as two hexes."""
    rule: str
    kinds: tuple[TerrainKind, ...] = ()
    """Its terrain, any one of these; empty where it is not told."""
    base: Base | None = None
    """Its base terrain; None where it is not told."""
    hexside: HexsideKind | None = None
    building: bool = False
    single: bool = False
    """That building is in this hex alone (AD3.3)."""


_OLIVES: Final = (TerrainKind.OLIVE_GROVE, TerrainKind.ORCHARD)
"""An orchard in a desert-coloured hex is an Olive Grove (AD3.11), so a map may say either."""

_DESERT_OF_LFT10: Final = ("C8", "F8", "H7", "N7", "P8", "W7", "X7", "AA8", "DD6")
_TEMPERATE_OF_LFT10: Final = ("B7", "I7", "P7", "EE6")

KNOWN: Final = (
    *(KnownHex("LFT10", at, "AD2.13", base=Base.DESERT) for at in _DESERT_OF_LFT10),
    *(KnownHex("LFT10", at, "AD2.13", base=Base.TEMPERATE) for at in _TEMPERATE_OF_LFT10),
    KnownHex("LFT6", "O8", "AD3.11", _OLIVES, Base.DESERT),
    KnownHex("LFT9", "Y5", "AD3.131", (TerrainKind.CACTUS_PATCH,)),
    KnownHex("LFT9", "X4/W5", "AD3.132", hexside=HexsideKind.CACTUS_HEDGE),
    KnownHex("LFT9", "Z8", "AD3.15", (TerrainKind.VINEYARD,)),
    KnownHex("LFT5", "CC2", "AD3.2", (TerrainKind.CRAG_BRUSH,)),
    KnownHex("LFT5", "V1", "AD3.2", (TerrainKind.CRAG_HAMMADA,)),
    KnownHex("LFT5", "V4", "AD3.3", building=True, single=True),
    KnownHex("LFT9", "R5", "AD3.3", building=True, single=True),
    KnownHex("LFT9", "N5", "AD3.5", (TerrainKind.ARID_PLAZA,)),
    KnownHex("LFT7", "I6", "AD3.5", (TerrainKind.ARID_PLAZA,)),
    KnownHex("LFT5", "W7", "AD3.61", (TerrainKind.OASIS_WELL,)),
    KnownHex("LFT9", "N4", "AD3.7", (TerrainKind.FOUNTAIN,)),
    KnownHex("LFT9", "R7", "AD4.4", base=Base.DESERT, building=True),
)
"""Every hex of an AD board that the rules name."""


def is_ad_board(name: str) -> bool:
    """Whether a board is an AD board, by its BIN (AD2.1)."""
    return name.upper() in AD_BOARDS


def bin_hex(name: str) -> str | None:
    """The hex in which an AD board prints its BIN (AD2.1); None of any other board."""
    if not is_ad_board(name):
        return None
    return "B9" if name.upper() == "LFT5" else "B8"


def known_hexes(board: str) -> tuple[KnownHex, ...]:
    """What the rules say of the hexes of a board."""
    return tuple(known for known in KNOWN if known.board == board.upper())


@lru_cache(maxsize=8)
def printed_bins(setting: Setting) -> Mapping[str, str]:
    """The hexes of a playing area in which an AD board prints its BIN, each with that BIN."""
    boards = setting.scenario.boards
    alone = len(boards) == 1
    found = {
        setting.area.name(f"{'' if alone else spec.name}{bin_hex(spec.name)}"): spec.name
        for spec in boards
        if is_ad_board(spec.name)
    }
    return {name: called for name, called in found.items() if name is not None}


# AD2.11 The ravine of board LFT3: a valley, unless an SSR makes it a half-level as a Deir is.

RAVINE_BOARD: Final = "LFT3"

VALLEY: Final = -1
"""The level of the ravine as a valley."""


def in_ravine(record: HexRecord) -> bool:
    """Whether a hex of that board is drawn as one of its ravine, as either of the two."""
    return record.level == VALLEY or TerrainKind.DEIR in record.kinds


def ravine(record: HexRecord, *, deir: bool = False) -> HexRecord:
    """A hex of LFT3's ravine: a valley, or by SSR at a half-level as a Deir is (AD2.11)."""
    others = tuple(kind for kind in record.kinds if kind not in (TerrainKind.DEIR, *OPEN))
    if deir:
        return attrs.evolve(record, kinds=(TerrainKind.DEIR, *others), level=0)
    return attrs.evolve(record, kinds=others or OPEN, level=VALLEY)


def with_ravine(area: PlayingArea, kind: Ravine) -> PlayingArea:
    """A playing area in which the ravine of LFT3 is what the scenario says (AD2.11)."""
    changed = {
        name: ravine(record, deir=kind is Ravine.DEIR)
        for name, record in area.record.items()
        if record.board.upper() == RAVINE_BOARD and in_ravine(record)
    }
    return attrs.evolve(area, record={**area.record, **changed}) if changed else area


# AD2.12, AD2.13 Where a map of an AD board is not what the rules say of that board.

HILL_BOARDS: Final = ("LFT6", "LFT7")
"""The second is the first with a village on its hill (AD2.12)."""

TRANSITIONAL_BOARD: Final = "LFT10"
"""The board with two kinds of base terrain (AD2.13)."""

CACTUS_BOARD: Final = "LFT9"
"""The board with one Cactus Patch that has a Path (AD3.131)."""

PLAZAS: Final = {"LFT7": 1, "LFT9": 3}
"""How many Arid Plaza hexes a board has (AD3.5)."""

_LFT: Final = re.compile(r"LFT\d+", re.IGNORECASE)

Contradiction = tuple[str, str, str]
"""A hex of a map, a rule, and in one sentence what the map has otherwise than the board."""


def contradictions(spec: BoardSpec) -> list[Contradiction]:
    """Where a board is not what the rules say of the board with that BIN.

    Hexes that a smaller map does not have are passed over; of a board without a map only the BIN
    counts.
    """
    found = list(_bin(spec))
    return [*found, *_contradictions(spec)] if spec.map and is_ad_board(spec.name) else found


def _bin(spec: BoardSpec) -> Iterator[Contradiction]:
    """Whether a board is an AD board exactly if its BIN is one of theirs."""
    if is_ad_board(spec.name) and not spec.ad:
        sentence = f"{spec.name} is an AD board; this one has no ad = true"
        yield bin_hex(spec.name) or "", "AD2.1", sentence
    if _LFT.fullmatch(spec.name) and spec.ad and not is_ad_board(spec.name):
        sentence = f"{spec.name} is not an AD board: those are {AD_BOARDS[0]} to {AD_BOARDS[-1]}"
        yield "B8", "AD2.1", sentence


def scenario_contradictions(boards: Sequence[BoardSpec]) -> list[tuple[str, Contradiction]]:
    """Where the maps of a scenario are not what the rules say, each with the name of its board."""
    found = [(spec.name, each) for spec in boards for each in contradictions(spec)]
    mapped = {spec.name.upper(): spec for spec in boards if spec.map is not None}
    if all(name in mapped for name in HILL_BOARDS):
        without, village = (mapped[name] for name in HILL_BOARDS)
        found += [(village.name, each) for each in village_contradictions(without, village)]
    return found


def village_contradictions(without: BoardSpec, village: BoardSpec) -> list[Contradiction]:
    """Where the map of LFT7 is not that of LFT6 with a village on its hill (AD2.12)."""
    bare, built = _map_of(without), _map_of(village)
    found = [
        (name, "AD2.12", sentence)
        for name, record in bare.record.items()
        if (other := built.record.get(name)) is not None
        for sentence in _unlike(name, record, other, in_village=name in built.buildings)
    ]
    found += [
        (name, "AD2.12", f"{name} has {what} on LFT6 and not on LFT7")
        for name, what in _lacking(bare, built)
    ]
    on_hill = [name for name in built.buildings if built.record[name].level > 0]
    if on_hill and all(name in bare.buildings for name in on_hill):
        found.append((on_hill[0], "AD2.12", "LFT7 alone has a village; this LFT6 has it too"))
    return found


def _lacking(bare: PlayingArea, built: PlayingArea) -> Iterator[tuple[str, str]]:
    """What stands in or beside a hex of LFT6 and not of LFT7, where the village is not."""
    yield from ((name, "a building") for name in bare.buildings if name not in built.buildings)
    beside = {
        name for name, record in built.record.items() if TerrainKind.ARID_PLAZA not in record.kinds
    }
    beside -= built.buildings.keys()
    yield from ((at, "Arid Debris") for at in bare.debris if at in beside - built.debris.keys())
    unlike = [
        (at, f"a {kind.value} on")
        for at, kind in bare.hexsides.items()
        if built.hexsides.get(at) is not kind
    ]
    unlike += [(at, "a road across") for at in bare.roads if at not in built.roads]
    for (name, side), what in unlike:
        here = {name, bare.across(name, side)} <= beside | {None}
        if here and (name, side) == bare.owned(name, side):
            yield name, f"{what} hexside {side}"


def _unlike(name: str, bare: HexRecord, built: HexRecord, *, in_village: bool) -> Iterator[str]:
    """What a hex of LFT7 has otherwise than that of LFT6, beside the village."""
    if bare.level != built.level:
        yield f"{name} is at level {built.level} on LFT7 but at {bare.level} on LFT6"
    if bare.base is not built.base:
        yield f"{name} is {built.base} on LFT7 but {bare.base} on LFT6"
    in_village = in_village or TerrainKind.ARID_PLAZA in built.kinds
    if set(bare.kinds) != set(built.kinds) and not in_village:
        yield f"{name} is {built.terrain} on LFT7 but {bare.terrain} on LFT6"


def _map_of(spec: BoardSpec) -> PlayingArea:
    """The board by itself, so that its hexes have the names that it prints."""
    return playing_area((attrs.evolve(spec, row=1),))


def _first(area: PlayingArea) -> str:
    return next(iter(area.names.values()))


def _contradictions(spec: BoardSpec) -> Iterator[Contradiction]:
    area = _map_of(spec)
    for known in known_hexes(spec.name):
        for sentence in _other(known, area):
            yield known.at, known.rule, sentence
    yield from _whole(spec, area)


def _whole(spec: BoardSpec, area: PlayingArea) -> Iterator[Contradiction]:
    """What is said of a board as a whole."""
    board = spec.name.upper()
    records = area.record.values()
    if board == RAVINE_BOARD and not any(in_ravine(record) for record in records):
        yield _first(area), "AD2.11", "LFT3 has a ravine; this map has neither a valley nor a Deir"
    if board in HILL_BOARDS and not any(record.level > 0 for record in records):
        yield _first(area), "AD2.12", f"{board} is a hill board; this map has no hill"
    if board == TRANSITIONAL_BOARD and len({record.base for record in records}) < 2:
        why = f"{board} has two kinds of base terrain; this map has one"
        yield _first(area), "AD2.13", why
    if board == HILL_BOARDS[1] and not any(area.record[name].level > 0 for name in area.buildings):
        yield _first(area), "AD2.12", "LFT7 has a village on its hill; this map has none"
    trodden = sorted(
        name
        for name, record in area.record.items()
        if TerrainKind.CACTUS_PATCH in record.kinds and any(at[0] == name for at in area.paths)
    )
    for name in trodden[1:] if board == CACTUS_BOARD else ():
        yield name, "AD3.131", f"{board} has one Cactus Patch with a Path, and not {len(trodden)}"
    plazas = [
        name for name, record in area.record.items() if TerrainKind.ARID_PLAZA in record.kinds
    ]
    most = PLAZAS.get(board, len(plazas))
    wrong = plazas[most:]
    told = [each.at for each in known_hexes(board) if TerrainKind.ARID_PLAZA in each.kinds]
    if len(plazas) < most and all(at in area.record for at in told):
        wrong = plazas[:1] or [_first(area)]
    for name in wrong:
        yield name, "AD3.5", f"{board} has {most} Arid Plaza hexes, and not {len(plazas)}"


def _other(known: KnownHex, area: PlayingArea) -> Iterator[str]:
    """What a map has otherwise in a hex that is known."""
    first, _, second = known.at.partition("/")
    name = area.name(first)
    if name is None:
        return
    if known.hexside is not None:
        side = area.hexside(name, second)
        if side is not None and area.hexsides.get((name, side)) is not known.hexside:
            yield f"a {known.hexside.value} stands on {known.at} of {known.board}"
        return
    record = area.record[name]
    if known.base not in (None, record.base):
        yield f"the base terrain of {known.at} of {known.board} is {known.base}, not {record.base}"
    if known.building:
        yield from _building(known, area, name)
    elif known.kinds and record.terrain not in known.kinds:
        yield f"{known.at} of {known.board} is {known.kinds[0]}, not {record.terrain}"


def _building(known: KnownHex, area: PlayingArea, name: str) -> Iterator[str]:
    if name not in area.buildings:
        yield f"{known.at} of {known.board} has a building"
    elif known.single and _hexes_of(area, name) > 1:
        yield f"the building in {known.at} of {known.board} is in that hex alone"


def _hexes_of(area: PlayingArea, name: str) -> int:
    """How many hexes a building has."""
    called = area.buildings[name].building
    return sum(called is not None and each.building == called for each in area.buildings.values())
