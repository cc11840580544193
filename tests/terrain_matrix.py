"""The matrix of terrain: each kind, each two in one hex, beside one another, across a hexside.

`python -m tests.derived` writes it to docs/terrain-matrix.tsv. It asks small maps: E5 is the hex,
E4 the one from which it is entered; a LOS from D4 to F4 runs along the hexside between them.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Final

from events.terms import Base, HexsideKind, Material
from sim.asking.catalogue import answer
from sim.asking.terrain_row import Cell, cost_cell
from sim.chapter_a.los import Location, los
from sim.chapter_ad.combined_terrain import COMBINED
from sim.chapter_ad.terrain_chart import CHART as AD_CHART
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.fire_front import FireLocation, front_between
from sim.chapter_b.symbology import CATALOGUE
from sim.map.board import MARKS
from sim.map.sharing import why_apart
from sim.map.terrain_kind import MoverKind, TerrainKind
from sim.questions.terrain import TerrainAnswer, TerrainQuestion
from sim.state import State
from tests.clauses.reached import world

MOVERS: Final = (
    *(MoverKind.INFANTRY, MoverKind.CAVALRY, MoverKind.TRUCK, MoverKind.HALFTRACK),
    *(MoverKind.FULLY_TRACKED, MoverKind.HORSE_DRAWN, MoverKind.MOTORCYCLE),
)
IN_HEX: Final = ("TEM", "TEM vs Indirect Fire", "LOS at its level", "LOS from one level above")
COLUMNS: Final = (*MOVERS, *IN_HEX, "fire", "concealment")
ALONG: Final = ("LOS along the hexside", "fire spreads on")

MARK: Final = {kind: mark for mark, kind in MARKS.items()}
BUILT: Final = (TerrainKind.STONE_BUILDING, TerrainKind.STONE_RUBBLE, TerrainKind.ARID_DEBRIS)
"""What is no mark of a map."""

KINDS: Final = (*MARK, *BUILT)


def _state(*, ad: bool = True, standing: str = "", **hexes: tuple[TerrainKind, ...]) -> State:
    """A map with kinds of terrain in hexes, and what stands between E4 and E5."""
    marks = {name: "".join(MARK.get(k, "") for k in kinds) for name, kinds in hexes.items()}
    built = {name: set(kinds) & set(BUILT) for name, kinds in hexes.items()}
    houses = [{"hex": n} for n, those in built.items() if those - {TerrainKind.ARID_DEBRIS}]
    debris = [{"hex": n} for n, those in built.items() if TerrainKind.ARID_DEBRIS in those]
    sides = [{"kind": standing, "at": ["E5:1"]}] if standing else []
    game = world(
        {name: each or "." for name, each in marks.items()},
        on={"ad": ad, "columns": 7, "rows": 6, "hexsides": sides},
        ad=ad,
        buildings=[each | {"material": Material.STONE.value} for each in houses],
        debris=debris,
    )
    ruins = [name for name, those in built.items() if TerrainKind.STONE_RUBBLE in those]
    game.do("wc 3 4", *(f"rubble {name}" for name in ruins))
    return game.state


# In one hex -----------------------------------------------------------------------------------


def _apart(kinds: tuple[TerrainKind, ...]) -> str:
    """Why kinds are in no hex together; empty if they may be."""
    marks = [kind for kind in kinds if kind not in BUILT]
    if len(kinds) - len(marks) > 1:
        return "a building stands, or is rubble, or has left debris (B23, B24.1, AD3.43)"
    if len(marks) < len(kinds):
        return _under(kinds[-1], marks[0]) if marks else ""
    return why_apart(marks)


def _under(built: TerrainKind, kind: TerrainKind) -> str:
    """Why something built is not in terrain; empty if it may be."""
    if kind is TerrainKind.WATER:
        return f"no {built} is in Water (B21)"
    return ""


def _boards(kinds: tuple[TerrainKind, ...]) -> list[bool]:
    """On which boards kinds are asked about: an AD board too where that makes a difference."""
    if TerrainKind.ARID_DEBRIS in kinds or any(kind in AD_CHART for kind in kinds):
        return [True]
    return [False, True] if len(kinds) == 1 or frozenset(kinds) in COMBINED else [False]


def shared() -> Iterator[tuple[str, str, Mapping[str, Cell] | str]]:
    """Each kind and each two: the board, the kinds, and their row, or why they are apart."""
    for kinds in [*((kind,) for kind in KINDS), *combinations(KINDS, 2)]:
        said = " + ".join(kinds)
        if len(kinds) > 1 and (why := _apart(kinds)):
            yield "", said, why
            continue
        for ad in _boards(kinds):
            state = _state(ad=ad, E5=kinds)
            found = answer(state, TerrainQuestion(hex="E5"))
            assert isinstance(found, TerrainAnswer)
            yield "AD board" if ad else "Desert Board", said, found.row


# Beside one another ---------------------------------------------------------------------------


def _along(state: State) -> Cell:
    """What a LOS meets along the hexside between E4 and E5."""
    report = los(state, Location("D4"), Location("F4"))
    if report.block is not None:
        return Cell("blocked", (report.block.rule, "B.6"))
    rules = [each.rule for each in report.hindrances] or ["A6.1"]
    drm = report.hindrance
    return Cell(f"{drm:+}" if drm else "clear", tuple(dict.fromkeys([*rules, "A6.7"])))


def _spreads(state: State) -> Cell:
    """On what Final DR a Blaze in E4 spreads to E5."""
    front = front_between(state, FireLocation("E4", 0), FireLocation("E5", 0))
    if front.roll is None:
        return Cell("no", (front.rule,))
    return Cell(f"{front.roll.number}{front.roll.drm:+}", tuple({"B25.6": 0, front.rule: 0}))


def beside(kind: TerrainKind, other: TerrainKind) -> dict[str, Cell]:
    """Entering a kind from another, and what is of both at the hexside between them."""
    state = _state(E4=(other,), E5=(kind,))
    costs = {mover.value: cost_cell(state, mover, "E4", "E5") for mover in MOVERS}
    now = ground_terrain(state, "E5")
    becomes = Cell(" + ".join(each.name for each in now), tuple(each.rule for each in now))
    return {**costs, ALONG[0]: _along(state), ALONG[1]: _spreads(state), "becomes": becomes}


# Across what stands on a hexside --------------------------------------------------------------

STANDING: Final = (
    *(HexsideKind.WALL, HexsideKind.HEDGE, HexsideKind.CACTUS_HEDGE, HexsideKind.HIGH_WALL),
    *(HexsideKind.CLIFF, HexsideKind.BANK),
)


def across(standing: HexsideKind, kind: TerrainKind) -> dict[str, Cell]:
    """Entering a kind across what stands on a hexside; a bank is between two Depressions."""
    origin = TerrainKind.GULLY if standing is HexsideKind.BANK else TerrainKind.OPEN_GROUND
    state = _state(standing=standing, E4=(origin,), E5=(kind,))
    return {mover.value: cost_cell(state, mover, "E4", "E5") for mover in MOVERS}


# The document ---------------------------------------------------------------------------------

HEAD: Final = ("where", "terrain", "beside", "board", *COLUMNS, *ALONG, "becomes")


def rows() -> Iterator[dict[str, str]]:
    """Each row, by column; the cells that a row does not speak of are left out."""
    for board, kinds, found in shared():
        if isinstance(found, str):
            yield {"where": "never in one hex", "terrain": kinds, "becomes": found}
        else:
            cells = {key: str(found[key]) for key in COLUMNS}
            yield {"where": "in one hex", "terrain": kinds, "board": board, **cells}
    yield from _beside()
    for standing in STANDING:
        for kind in KINDS:
            if standing is HexsideKind.BANK and not CATALOGUE[Base.DESERT][kind].depression:
                continue
            cells = {key: str(each) for key, each in across(standing, kind).items()}
            yield {
                "where": "across a hexside",
                "terrain": kind,
                "beside": standing,
                "board": "AD board",
                **cells,
            }


def _beside() -> Iterator[dict[str, str]]:
    """Of each kind the hexes beside it: those that make no difference in one row."""
    every = {pair: beside(*pair) for pair in product(KINDS, KINDS)}
    for where, columns in (
        ("entered from a hex of", (*MOVERS, "becomes")),
        ("along its hexside with", ALONG[:1]),
        ("fire spreads to it from", ALONG[1:]),
    ):
        for kind in KINDS:
            groups: dict[tuple[str, ...], list[str]] = {}
            for other in KINDS:
                cells = tuple(str(every[kind, other][key]) for key in columns)
                groups.setdefault(cells, []).append(other)
            for cells, others in groups.items():
                told = dict(zip(columns, cells, strict=True))
                beside_it = ", ".join(others)
                yield {"where": where, "terrain": kind, "beside": beside_it, **told}


def document() -> bytes:
    """docs/terrain-matrix.tsv."""
    lines = [HEAD, *([row.get(key, "") for key in HEAD] for row in rows())]
    return "".join("\t".join(line) + "\n" for line in lines).encode()
