"""The kinds of terrain by name: the words by which boards, charts and rules agree on what is meant.

The value of each member is the kind as players print it. Each has one row in the Terrain Charts,
which says all that holds of it everywhere (Open Ground has two, as it costs otherwise in a desert);
a rule that asks what a hex is asks a flag of the row, or for a member, and never for a string.

It is not a word of `events`: no command, no event and no entry of a log names a kind, and what the
table ``[terrain]`` of a scenario may say depends on rules (`sim.map.terrain`).
"""

from enum import StrEnum
from typing import Final

from events.terms import Movement


class MoverKind(StrEnum):
    """A column of the Terrain Charts (B.3), in order: who is on foot or mounted, then vehicles.

    A vehicle's column has the name of its movement type.
    """

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    HORSE_DRAWN = Movement.HORSE_DRAWN.value
    MOTORCYCLE = Movement.MOTORCYCLE.value
    ARMOURED_CAR = Movement.ARMOURED_CAR.value
    FULLY_TRACKED = Movement.FULLY_TRACKED.value
    HALFTRACK = Movement.HALFTRACK.value
    TRUCK = Movement.TRUCK.value


class TerrainKind(StrEnum):
    """Every kind that has a row in a Terrain Chart: first of chapter B, then F, then AD."""

    OPEN_GROUND = "Open Ground"
    SHELLHOLES = "Shellholes"
    ROAD = "Road"
    WALL = "Wall"
    HEDGE = "Hedge"
    ROADBLOCK = "Roadblock"
    BRUSH = "Brush"
    WOODS = "Woods"
    FOREST = "Forest"
    ORCHARD = "Orchard"
    GRAIN = "Grain"
    PLOWED_FIELD = "Plowed Field"
    MARSH = "Marsh"
    CRAG = "Crag"
    GRAVEYARD = "Graveyard"
    GULLY = "Gully"
    STREAM = "Stream"
    WATER = "Water"
    WOODEN_BUILDING = "Wooden Building"
    STONE_BUILDING = "Stone Building"
    WOODEN_RUBBLE = "Wooden Rubble"
    STONE_RUBBLE = "Stone Rubble"
    LIGHT_WOODS = "Light Woods"
    DEBRIS = "Debris"
    PALM_TREES = "Palm Trees"

    SCRUB = "Scrub"
    HAMMADA = "Hammada"
    DEIR = "Deir"
    WADI = "Wadi"
    HILLOCK = "Hillock"
    SAND = "Sand"
    HIGH_DUNE = "High Dune"
    BROKEN_GROUND = "Broken Ground"
    CACTUS_HEDGE = "Cactus Hedge"
    CACTUS_PATCH = "Cactus Patch"
    OLIVE_GROVE = "Olive Grove"
    VINEYARD = "Vineyard"

    DENSE_PALM_TREES = "Dense Palm Trees"
    THICK_GRAIN = "Thick Grain"
    BOULDER_CRAG = "Boulder-Crag"
    ARID_DEBRIS = "Arid Debris"
    CRAG_BRUSH = "Crag-Brush"
    CRAG_HAMMADA = "Crag-Hammada"
    ARID_PLAZA = "Arid Plaza"
    OASIS = "Oasis"
    OASIS_WELL = "Oasis Well"
    FOUNTAIN = "Fountain"
    HIGH_WALL = "High Wall"


RUBBLE: Final = frozenset({TerrainKind.WOODEN_RUBBLE, TerrainKind.STONE_RUBBLE})
"""The two kinds of rubble."""
