"""What VASL's terrain codes are to us: kinds, buildings, roads, hexsides; what is guessed, and why.

The numbers and names are facts of VASL's own list. What has no kind of ours is never left out in
silence: it has either a guess, which the report names, or none, which it names too.
"""

from typing import Final

import attrs

from events.terms import HexsideKind, Material, Road
from sim.map.terrain_kind import TerrainKind

__all__ = ["CODES", "Meaning", "meaning"]

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
        guess: why our reading is a guess; empty if it is none.
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
    guess: str = ""
    known: bool = True

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


def _stone(name: str, levels: int = 0, guess: str = "") -> Meaning:
    return Meaning(name, material=Material.STONE, levels=levels, guess=guess)


def _wooden(name: str, levels: int = 0, guess: str = "") -> Meaning:
    return Meaning(name, material=Material.WOODEN, levels=levels, guess=guess)


def _kind(name: str, kind: TerrainKind, guess: str = "") -> Meaning:
    return Meaning(name, kind=kind, guess=guess)


def _none(name: str) -> Meaning:
    return Meaning(name, kind=TerrainKind.OPEN_GROUND, known=False)


_FACTORY: Final = "a Factory is taken as a building of the levels below its half level"
_ROAD: Final = "taken as a road at the level of its hex"

CODES: Final[dict[int, Meaning]] = {
    0: _kind("Open HexGround", K.OPEN_GROUND),
    1: _kind("Plowed Field", K.OPEN_GROUND, "taken as Open HexGround, which costs less to enter"),
    2: _none("Rooftop"),
    **{
        3 + n: _none(name) for n, name in enumerate(("Snow", "Deep Snow", "Ice", "Mud", "Mudflats"))
    },
    **{n: _kind(name, K.WATER) for n, name in ((8, "Water"), (10, "River"), (13, "Canal"))},
    9: _kind("Shallow Water", K.WATER, "taken as Water"),
    11: _kind("Shallow River", K.WATER, "taken as Water"),
    12: _kind("Ford", K.OPEN_GROUND, "taken as Open HexGround"),
    14: _kind("Marsh", K.MARSH),
    15: _kind("Shellholes", K.SHELLHOLES),
    20: _none("Foxholes"),
    21: _none("Trench"),
    22: _none("Antitank Trench"),
    23: _none("Pillbox"),
    24: _kind("Grain", K.GRAIN),
    25: _kind("Brush", K.BRUSH),
    26: _kind("Crags", K.CRAG),
    27: _none("Debris"),
    28: _kind("Graveyard", K.GRAVEYARD),
    29: _wooden("Lumberyard", 0, "taken as a wooden building"),
    30: _kind("Gully", K.GULLY),
    31: _kind("Dry Stream", K.GULLY),
    32: _kind("Shallow Stream", K.STREAM),
    33: _kind("Deep Stream", K.STREAM, "taken as a Stream, of whatever depth"),
    34: _kind("Flooded Stream", K.STREAM, "taken as a Stream, of whatever depth"),
    35: _kind("Irrigation Ditch", K.GULLY, "taken as a Gully"),
    **{40 + n: _stone("Stone Building" + (f", {n} Level" if n else ""), n) for n in range(5)},
    45: _stone("Stone Factory Wall, 1.5 Level", 1, _FACTORY),
    46: _stone("Stone Factory Wall, 2.5 Level", 2, _FACTORY),
    47: _stone("Stone Factory, 1.5 Level", 1, _FACTORY),
    48: _stone("Stone Factory, 2.5 Level", 2, _FACTORY),
    49: _stone("Stone Market Place", 1, "taken as a building, open below or not"),
    **{50 + n: _wooden("Wooden Building" + (f", {n} Level" if n else ""), n) for n in range(5)},
    55: _wooden("Wooden Factory Wall, 1.5 Level", 1, _FACTORY),
    56: _wooden("Wooden Factory Wall, 2.5 Level", 2, _FACTORY),
    57: _wooden("Wooden Factory, 1.5 Level", 1, _FACTORY),
    58: _wooden("Wooden Factory, 2.5 Level", 2, _FACTORY),
    59: _wooden("Wooden Market Place", 1, "taken as a building, open below or not"),
    60: _kind("Woods", K.WOODS),
    61: _kind("Forest", K.WOODS, "taken as Woods, which are a level lower"),
    62: _kind("Pine Woods", K.WOODS, "taken as Woods, which are a level lower"),
    63: _kind("Orchard", K.ORCHARD),
    64: _kind("Orchard, Out of Season", K.ORCHARD, "taken as an Orchard; the month says the rest"),
    65: Meaning("Dirt Road", road=Road.UNPAVED),
    66: Meaning("Paved Road", road=Road.PAVED),
    67: Meaning("Elevated Road", road=Road.UNPAVED, guess=_ROAD),
    68: Meaning("Sunken Road", road=Road.UNPAVED, guess=_ROAD),
    69: _none("Runway"),
    70: Meaning("Path", path=True),
    72: Meaning("Wall", hexside=HexsideKind.WALL),
    73: Meaning("Hedge", hexside=HexsideKind.HEDGE),
    74: Meaning("Bocage", hexside=HexsideKind.HEDGE, guess="taken as a hedge, which is lower"),
    75: Meaning("Cliff", hexside=HexsideKind.CLIFF),
    **{
        76 + n: _stone(
            "Rowhouse Wall" + (f", {n} Level" if n else ""),
            n,
            "the wall between two rowhouses is taken as a part of them",
        )
        for n in range(5)
    },
    81: _none("Road Block"),
    82: Meaning("Single Hex Stone Bridge", bridge=True),
    83: Meaning("Single Hex Wooden Bridge", bridge=True),
    84: Meaning("Stone Bridge", bridge=True),
    85: Meaning("Wooden Bridge", bridge=True),
    86: Meaning("Pontoon Bridge", bridge=True, guess="taken as a bridge"),
    87: Meaning("Foot Bridge", bridge=True, guess="taken as a bridge"),
    90: _none("Stone Rubble"),
    91: _none("Wooden Rubble"),
    95: _none("Sewer"),
    96: _none("Tunnel"),
    97: _none("Cave"),
    100: _kind("Scrub", K.SCRUB),
    101: _kind("Hammada", K.HAMMADA),
    102: _kind("Dier", K.DEIR),
    103: _kind("Dier Lip", K.DEIR),
    104: _kind("Wadi", K.WADI),
    105: _kind("Hillock", K.HILLOCK),
    106: _kind("Hillock Summit", K.HILLOCK),
    107: _kind("Sand", K.SAND),
    108: _kind("Sand Dune", K.HIGH_DUNE, "taken as a High Dune"),
    109: _none("Dune, Crest Low"),
    110: _kind("Dune, Crest High", K.HIGH_DUNE, "taken as a High Dune"),
    111: _none("Sangar"),
    112: Meaning("Track", road=Road.UNPAVED),
    113: _stone("Mausoleum", 0, "taken as a stone building"),
    114: _none("Bedouin Camp"),
    115: _stone("Building Cluster", 0, "taken as a stone building"),
    116: Meaning("Cactus Hedge", hexside=HexsideKind.CACTUS_HEDGE),
    117: _kind("Cactus Patch", K.CACTUS_PATCH),
    118: _kind("Olive Grove", K.OLIVE_GROVE),
    119: _kind("Vineyard", K.VINEYARD),
    120: _kind("Broken HexGround", K.BROKEN_GROUND),
    121: _kind("Scrub", K.SCRUB),
    125: _stone("Temple", 0, "taken as a stone building; `temple = true` makes it one"),
    126: _kind("Light Jungle", K.WOODS, "taken as Woods, which are a level lower"),
    127: _kind("Dense Jungle", K.WOODS, "taken as Woods, which are a level lower"),
    128: _kind("Bamboo", K.WOODS, "taken as Woods, which are as high"),
    129: _kind("Palm Trees", K.PALM_TREES),
    130: _wooden("Huts", 0, "taken as a wooden building"),
    131: _none("Collapsed Huts"),
    132: _kind("Kunai", K.BRUSH, "taken as Brush, which hinders as much"),
    133: _kind("Swamp", K.WOODS, "taken as Woods, which are lower"),
    **{
        135 + n: _kind(f"Rice Paddy, {state}", K.OPEN_GROUND, "taken as Open HexGround")
        for n, state in enumerate(("Drained", "Irrigated", "In Season"))
    },
    138: _none("Rice Paddy Bank"),
    139: _none("Panji"),
    140: _kind("Ocean", K.WATER, "taken as Water"),
    141: _kind("Shallow Ocean", K.WATER, "taken as Water"),
    142: _none("Effluent"),
    143: _kind("Soft Sand", K.SAND, "taken as Sand"),
    **{
        144 + n: _kind(f"Beach, {slope} Slope", K.SAND, "taken as Sand")
        for n, slope in enumerate(("Slight", "Moderate", "Steep"))
    },
    147: _none("Exposed Reef"),
    148: _kind("Submerged Reef", K.WATER, "taken as Water"),
    152: _none("Railway Embankment"),
    153: _kind("Railroad, HexGround Level", K.OPEN_GROUND, "taken as Open HexGround"),
    154: _none("Railroad, Embankment"),
    155: _none("Railroad, Elevated"),
    156: _none("Railroad, Sunken"),
    157: _none("Rrembankment"),
    **{
        n: _stone(name, levels, "taken as a building")
        for n, name, levels in (
            (160, "Tower Hindrance", 1),
            (161, "Tower, 2 Level Hindrance", 2),
            (162, "Tower, 3 Level Hindrance", 3),
            (163, "Tower Obstacle", 1),
            (164, "Tower, 2 Level Obstacle", 2),
            (165, "Tower, 3 Level Obstacle", 3),
            (166, "Storage Tank", 1),
            (167, "Storage Tank, 2 Level", 2),
            (168, "BFP Tower, 1 Level", 1),
            (169, "BFP Tower, 2 Level", 2),
        )
    },
    170: _none("Roofless Stone Factory, 1.5 Level"),
    171: _none("Roofless Stone Factory, 2.5 Level"),
    172: _stone("Interior Factory Wall, 1 Level", 1, _FACTORY),
    173: _stone("Interior Factory Wall, 2 Level", 2, _FACTORY),
    174: _none("Cellar"),
    175: _kind("Light Woods", K.LIGHT_WOODS),
    180: _none("Gutted Stone Factory, 1.5 Level"),
    181: _none("Gutted Stone Factory, 2.5 Level"),
    **{
        182 + n: _stone(
            "Gutted Stone Building" + (f", {n} Level" if n else ""), n, "taken as a building"
        )
        for n in range(5)
    },
    190: _none("Stone Rubble HexGround Level"),
    **{190 + n: _none(f"Stone Rubble Level {n}") for n in (1, 2, 3)},
    194: _none("Wooden Rubble HexGround Level"),
    **{194 + n: _none(f"Wooden Rubble Level {n}") for n in (1, 2, 3)},
}
"""Every terrain code of VASL, by its number."""


def meaning(code: int) -> Meaning:
    """What a terrain code is; one that VASL does not have is open, and not known."""
    return CODES.get(code) or _none(f"terrain code {code}")
