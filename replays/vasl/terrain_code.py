"""Every terrain type of VASL, by its code: what becomes of it here, and what of that is a guess.

Codes and names are facts of VASL's own list, those up to 197 as of its version 6.6, the others
later. `khamsin board terrain` prints this table.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from events.terms import HexsideKind, Material, Road
from replays.vasl.board_report import Sureness
from sim.map.terrain_kind import TerrainKind

K = TerrainKind


@attrs.frozen
class Meaning:
    """What a terrain code of VASL is.

    Attributes:
        name: what VASL calls it.
        kind: our kind of terrain.
        hexside: what stands on a hexside.
        material: of a building, of what it is built.
        levels: of a building, its upper levels.
        road: which road it is.
        path: it is a Path.
        bridge: it is a bridge.
        why: of a guess, what it leaves out; of what has no reading, why not; else empty.
        known: whether there is a reading at all.
    """

    name: str
    kind: TerrainKind | None = None
    hexside: HexsideKind | None = None
    material: Material | None = None
    levels: int = 0
    road: Road | None = None
    path: bool = False
    bridge: bool = False
    why: str = ""
    known: bool = True

    @property
    def sureness(self) -> Sureness:
        """How well it is understood wherever it is."""
        if not self.known:
            return Sureness.NOT_UNDERSTOOD
        return Sureness.GUESSED if self.why else Sureness.UNDERSTOOD

    @property
    def becomes(self) -> str:
        """What a board of ours has in its place."""
        if not self.known:
            return "nothing"
        if self.hexside is not None:
            return f"{self.hexside} on its hexside"
        if self.material is not None:
            upper = f", {self.levels} upper level{'s'[: self.levels - 1]}" if self.levels else ""
            return f"{self.material} building{upper}"
        if self.bridge:
            return "bridge of the road that it carries"
        if self.path:
            return "Path"
        road = None if self.road is None else f"{self.road} road"
        return " and ".join(filter(None, (self.kind and str(self.kind), road)))

    @property
    def sentence(self) -> str:
        """What becomes of it, and what of that is a guess."""
        return f"{self.becomes}: {self.why}" if self.why else self.becomes

    @property
    def wall(self) -> bool:
        """Whether it is a wall of a building, which joins no two hexes to one building."""
        return self.material is not None and "Wall" in self.name

    @property
    def open(self) -> bool:
        """Whether it is nothing but open ground."""
        return self.kind is TerrainKind.OPEN_GROUND

    @property
    def depression(self) -> bool:
        """Whether it is a Depression (A6.3)."""
        return self.kind in (TerrainKind.GULLY, TerrainKind.STREAM, TerrainKind.WADI)

    @property
    def desert(self) -> bool:
        """Whether it is on boards of the desert only."""
        return self.kind in _DESERT


_DESERT: Final = frozenset(
    {K.SCRUB, K.HAMMADA, K.DEIR, K.WADI, K.HILLOCK, K.SAND, K.HIGH_DUNE, K.BROKEN_GROUND}
)


def _stone(name: str, levels: int = 0, why: str = "") -> Meaning:
    return Meaning(name, material=Material.STONE, levels=levels, why=why)


def _wooden(name: str, levels: int = 0, why: str = "") -> Meaning:
    return Meaning(name, material=Material.WOODEN, levels=levels, why=why)


def _kind(name: str, kind: TerrainKind, why: str = "") -> Meaning:
    return Meaning(name, kind=kind, why=why)


def _none(name: str, why: str) -> Meaning:
    return Meaning(name, kind=K.OPEN_GROUND, why=why, known=False)


_COUNTER: Final = "a Fortification; set it up in the scenario, under [[fortifications]]"
_FACTORY: Final = "its half level is that of a building's roof, its one high hall several levels"
_FACTORY_WALL: Final = "taken as a part of the Factory inside it"
_MARKET: Final = "its ground level is open to LOS, which is not known here"
_ROWHOUSE: Final = "taken as a part of the building beside it, and as joining no two hexes"
_HIGH_WOODS: Final = "as woods, which are a level lower"
_JUNGLE: Final = "as woods, which are a level lower; jungle (G2) is not known here"
_WATER: Final = "as water too deep for anyone, of whatever depth it is"
_DEPTH: Final = "of whatever depth; what a stream costs is that of a shallow one"
_PADDY: Final = "rice paddies (G8) are not known here"
_BEACH: Final = "beaches (G13) are not known here, nor their slope"
_TOWER: Final = "taken as a building of its levels"
_SEE_THROUGH: Final = "taken as a building of its levels, which blocks where a tower hinders"
_GUTTED: Final = "as if it had a roof and floors"
_SHELL: Final = "a roofless Factory (a half-level Hindrance) is not known here"
_RUBBLE: Final = "printed rubble has no mark on a board here; a game makes its own"
_UPPER_RUBBLE: Final = "rubble of an upper level is not known here"
_RAIL: Final = "railroads (B32) are not known here; its ground is at the level that the grid has"
_SNOW: Final = "snow and ice are not known here; its ground is open"
_DUNE: Final = "the crest of a dune runs along hexsides, and nothing of that kind is known here"
_BRIDGE: Final = "as a bridge of the usual height, and only where a road crosses it"

CODES: Final[dict[int, Meaning]] = {
    0: _kind("Open Ground", K.OPEN_GROUND),
    1: _kind("Plowed Field", K.OPEN_GROUND, "which costs less to enter (B15.6)"),
    2: _none("Rooftop", "levels of a building follow from the rest of its art"),
    3: _none("Snow", _SNOW),
    4: _none("Deep Snow", _SNOW),
    5: _none("Ice", _SNOW),
    6: _none("Mud", "Mud comes with the weather here, not with a board (E3.6)"),
    7: _none("Mudflats", "mudflats are not known here"),
    8: _kind("Water", K.WATER),
    9: _kind("Shallow Water", K.WATER, _WATER),
    10: _kind("River", K.WATER),
    11: _kind("Shallow River", K.WATER, _WATER),
    12: _kind("Ford", K.OPEN_GROUND, "what a ford costs is not known here"),
    13: _kind("Canal", K.WATER, "as a river; its banks are not known here"),
    14: _kind("Marsh", K.MARSH),
    15: _kind("Shellholes", K.SHELLHOLES),
    20: _none("Foxholes", _COUNTER),
    21: _none("Trench", _COUNTER),
    22: _none("Antitank Trench", _COUNTER),
    23: _none("Pillbox", _COUNTER),
    24: _kind("Grain", K.GRAIN),
    25: _kind("Brush", K.BRUSH),
    26: _kind("Crags", K.CRAG),
    27: _none("Debris", "only Arid Debris is printed on boards here; list it under `debris`"),
    28: _kind("Graveyard", K.GRAVEYARD),
    29: _wooden("Lumberyard", 0, "a lumberyard is no building, but as high"),
    30: _kind("Gully", K.GULLY),
    31: _kind("Dry Stream", K.GULLY),
    32: _kind("Shallow Stream", K.STREAM),
    33: _kind("Deep Stream", K.STREAM, _DEPTH),
    34: _kind("Flooded Stream", K.WATER, "no Depression in VASL either, and too deep to enter"),
    35: _kind("Irrigation Ditch", K.OPEN_GROUND, "no Depression in VASL either"),
    **{40 + n: _stone("Stone Building" + (f", {n} Level" if n else ""), n) for n in range(5)},
    45: _stone("Stone Factory Wall, 1.5 Level", 1, _FACTORY_WALL),
    46: _stone("Stone Factory Wall, 2.5 Level", 2, _FACTORY_WALL),
    47: _stone("Stone Factory, 1.5 Level", 1, _FACTORY),
    48: _stone("Stone Factory, 2.5 Level", 2, _FACTORY),
    49: _stone("Stone Market Place", 1, _MARKET),
    **{50 + n: _wooden("Wooden Building" + (f", {n} Level" if n else ""), n) for n in range(5)},
    55: _wooden("Wooden Factory Wall, 1.5 Level", 1, _FACTORY_WALL),
    56: _wooden("Wooden Factory Wall, 2.5 Level", 2, _FACTORY_WALL),
    57: _wooden("Wooden Factory, 1.5 Level", 1, _FACTORY),
    58: _wooden("Wooden Factory, 2.5 Level", 2, _FACTORY),
    59: _wooden("Wooden Market Place", 1, _MARKET),
    60: _kind("Woods", K.WOODS),
    61: _kind("Forest", K.WOODS, _HIGH_WOODS),
    62: _kind("Pine Woods", K.WOODS, _HIGH_WOODS),
    63: _kind("Orchard", K.ORCHARD),
    64: _kind("Orchard, Out of Season", K.ORCHARD, "the scenario's month says its season here"),
    65: Meaning("Dirt Road", road=Road.UNPAVED),
    66: Meaning("Paved Road", road=Road.PAVED),
    67: Meaning("Elevated Road", road=Road.UNPAVED, why="at the level that the grid has (B5)"),
    68: Meaning(
        "Sunken Road",
        kind=K.GULLY,
        road=Road.UNPAVED,
        why="a Depression with a road along it, which costs what a Gully does beside it (B4)",
    ),
    69: _none("Runway", "runways (B7) are not known here; its ground is open"),
    70: Meaning("Path", path=True),
    72: Meaning("Wall", hexside=HexsideKind.WALL),
    73: Meaning("Hedge", hexside=HexsideKind.HEDGE),
    74: Meaning("Bocage", hexside=HexsideKind.HEDGE, why="bocage is higher and denser"),
    75: Meaning("Cliff", hexside=HexsideKind.CLIFF),
    **{
        76 + n: _stone("Rowhouse Wall" + (f", {n} Level" if n else ""), n, _ROWHOUSE)
        for n in range(5)
    },
    81: _none("Road Block", _COUNTER),
    82: Meaning("Single Hex Stone Bridge", bridge=True),
    83: Meaning("Single Hex Wooden Bridge", bridge=True),
    84: Meaning("Stone Bridge", bridge=True),
    85: Meaning("Wooden Bridge", bridge=True),
    86: Meaning("Pontoon Bridge", bridge=True, why=_BRIDGE),
    87: Meaning("Foot Bridge", bridge=True, why=_BRIDGE),
    90: _none("Stone Rubble", _RUBBLE),
    91: _none("Wooden Rubble", _RUBBLE),
    95: _none("Sewer", "what lies under the ground is not known here (B8)"),
    96: _none("Tunnel", "what lies under the ground is not known here (B8)"),
    97: _none("Cave", "caves (G11) are not known here"),
    100: _kind("Scrub", K.SCRUB),
    101: _kind("Hammada", K.HAMMADA),
    102: _kind("Dier", K.DEIR),
    103: _kind("Dier Lip", K.DEIR),
    104: _kind("Wadi", K.WADI),
    105: _kind("Hillock", K.HILLOCK),
    106: _kind("Hillock Summit", K.HILLOCK, "the summit is as the hillock around it"),
    107: _kind("Sand", K.SAND),
    108: _kind("Sand Dune", K.HIGH_DUNE, "which is as high; VASL's later lists call it low"),
    109: _none("Dune, Crest Low", _DUNE),
    110: _none("Dune, Crest High", _DUNE),
    111: _none("Sangar", _COUNTER),
    112: Meaning("Track", road=Road.UNPAVED),
    113: _stone("Mausoleum", 0, "as any building of one level"),
    114: _none("Bedouin Camp", "tents are not known here; its ground is open"),
    115: _stone("Building Cluster", 0, "one building of one level in each of its hexes"),
    116: Meaning("Cactus Hedge", hexside=HexsideKind.CACTUS_HEDGE),
    117: _kind("Cactus Patch", K.CACTUS_PATCH),
    118: _kind("Olive Grove", K.OLIVE_GROVE),
    119: _kind("Vineyard", K.VINEYARD),
    120: _kind("Broken Ground", K.BROKEN_GROUND),
    121: _kind("Scrub", K.SCRUB),
    125: _stone("Temple", 0, "write `temple = true` for a Temple of AD3.3"),
    126: _kind("Light Jungle", K.WOODS, _JUNGLE),
    127: _kind("Dense Jungle", K.WOODS, _JUNGLE),
    128: _kind("Bamboo", K.WOODS, "which is as high; bamboo (G3) is denser"),
    129: _kind("Palm Trees", K.PALM_TREES),
    130: _kind("Huts", K.PALM_TREES, "which hinder as much and are as high; huts (G5) have a TEM"),
    131: _none("Collapsed Huts", "huts (G5) are not known here; its ground is open"),
    132: _kind("Kunai", K.BRUSH, "which hinders as much; kunai (G6) costs otherwise"),
    133: _kind("Swamp", K.WOODS, "a swamp (G7) is higher, and no vehicle enters it"),
    135: _kind("Rice Paddy, Drained", K.OPEN_GROUND, _PADDY),
    136: _kind("Rice Paddy, Irrigated", K.OPEN_GROUND, _PADDY),
    137: _kind("Rice Paddy, In Season", K.OPEN_GROUND, _PADDY),
    138: _none("Rice Paddy Bank", _PADDY),
    139: _none("Panji", "panjis (G9) are not known here"),
    140: _kind("Ocean", K.WATER, _WATER),
    141: _kind("Shallow Ocean", K.WATER, _WATER),
    142: _none("Effluent", "where a stream meets the sea (G13) is not known here"),
    143: _kind("Soft Sand", K.SAND, _BEACH),
    144: _kind("Beach, Slight Slope", K.SAND, _BEACH),
    145: _kind("Beach, Moderate Slope", K.SAND, _BEACH),
    146: _kind("Beach, Steep Slope", K.SAND, _BEACH),
    147: _none("Exposed Reef", "reefs (G13) are not known here"),
    148: _kind("Submerged Reef", K.WATER, _WATER),
    152: _none("Railway Embankment", _RAIL),
    153: _kind("Railroad, Ground Level", K.OPEN_GROUND, "railroads (B32) are not known here"),
    154: _none("Railroad, Embankment", _RAIL),
    155: _none("Railroad, Elevated", _RAIL),
    156: _none("Railroad, Sunken", _RAIL),
    157: _none("Rrembankment", _RAIL),
    160: _stone("Tower Hindrance", 1, _SEE_THROUGH),
    161: _stone("Tower, 2 Level Hindrance", 2, _SEE_THROUGH),
    162: _stone("Tower, 3 Level Hindrance", 3, _SEE_THROUGH),
    163: _stone("Tower Obstacle", 1, _TOWER),
    164: _stone("Tower, 2 Level Obstacle", 2, _TOWER),
    165: _stone("Tower, 3 Level Obstacle", 3, _TOWER),
    166: _stone("Storage Tank", 1, _TOWER),
    167: _stone("Storage Tank, 2 Level", 2, _TOWER),
    168: _stone("BFP Tower, 1 Level", 1, _SEE_THROUGH),
    169: _stone("BFP Tower, 2 Level", 2, _SEE_THROUGH),
    170: _none("Roofless Stone Factory, 1.5 Level", _SHELL),
    171: _none("Roofless Stone Factory, 2.5 Level", _SHELL),
    172: _stone("Interior Factory Wall, 1 Level", 1, _FACTORY_WALL),
    173: _stone("Interior Factory Wall, 2 Level", 2, _FACTORY_WALL),
    174: _stone("Cellar", 0, "the building over it; cellars are not known here"),
    175: _kind("Light Woods", K.LIGHT_WOODS),
    180: _none("Gutted Stone Factory, 1.5 Level", _SHELL),
    181: _none("Gutted Stone Factory, 2.5 Level", _SHELL),
    **{
        182 + n: _stone("Gutted Stone Building" + (f", {n} Level" if n else ""), n, _GUTTED)
        for n in range(5)
    },
    190: _none("Stone Rubble Ground Level", _RUBBLE),
    191: _none("Stone Rubble Level 1", _UPPER_RUBBLE),
    192: _none("Stone Rubble Level 2", _UPPER_RUBBLE),
    193: _none("Stone Rubble Level 3", _UPPER_RUBBLE),
    194: _none("Wooden Rubble Ground Level", _RUBBLE),
    195: _none("Wooden Rubble Level 1", _UPPER_RUBBLE),
    196: _none("Wooden Rubble Level 2", _UPPER_RUBBLE),
    197: _none("Wooden Rubble Level 3", _UPPER_RUBBLE),
    198: _wooden("Wooden Factory, 1 Level", 0, _FACTORY),
    199: _wooden("Wooden Factory Wall, 1 Level", 0, _FACTORY_WALL),
    200: _kind("PartialOrchard", K.ORCHARD, "as if the whole hex were orchard"),
    201: _none("OffBObserver", "an observer off the board is nothing on it"),
    202: _none("Crest", "contours follow from the elevations of the grid"),
    203: _wooden("MultipleWooden", 0, "as any building of one level"),
    204: _none("Monument", "monuments are not known here"),
    205: _kind("BTCrags", K.CRAG, "as any crag"),
    206: _stone("MultipleStone", 0, "as any building of one level"),
    207: _none("Breach", "a game makes its own breaches"),
    208: _kind("Light Grain", K.GRAIN, "as any grain, which is denser"),
    209: _none("Volga Pier", "piers are not known here"),
    210: _stone("Gutted Building Wall, 1 Level", 1, _GUTTED),
    211: _stone("Gutted Building Wall, 2 Level", 2, _GUTTED),
}
"""What becomes of each terrain code of VASL."""

_NAMED: Final = {each.name: each for each in CODES.values()}


def meaning(code: int, names: Mapping[int, str] | None = None) -> Meaning:
    """What a terrain code is.

    Args:
        code: the number that the grids have.
        names: what VASL's metadata beside the board calls each code, if there is any; it decides
            where it has another terrain of VASL for a code, and names codes that are new.
    """
    called = (names or {}).get(code, "")
    found = _NAMED.get(called) or CODES.get(code)
    if found is not None:
        return found
    return _none(called[:40] or f"terrain code {code}", "no terrain of VASL as known here")


def _chosen(word: str) -> Iterator[tuple[int, Meaning]]:
    """The terrain types whose name or reading has a word; all of them without one."""
    for code, meaning in sorted(CODES.items()):
        if word.lower() in f"{meaning.name} {meaning.sentence}".lower():
            yield code, meaning


def terrain_lines(word: str = "") -> Iterator[str]:
    """The terrain types with a word, a line each: code, name, how sure, what becomes of it."""
    chosen = list(_chosen(word))
    wide = max((len(meaning.name) for _, meaning in chosen), default=0)
    for code, meaning in chosen:
        yield f"{code:3}  {meaning.name:{wide}}  {meaning.sureness:14}  {meaning.sentence}"


def terrain_values(word: str = "") -> list[dict[str, Any]]:
    """The terrain types with a word, as JSON values."""
    return [
        {
            "code": code,
            "name": meaning.name,
            "sureness": str(meaning.sureness),
            "becomes": meaning.becomes,
            "why": meaning.why,
        }
        for code, meaning in _chosen(word)
    ]
