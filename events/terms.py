"""The words of the game: every closed list of terms that commands, events and scenarios use.

The value of each member is the term as players print it, and as logs and scenarios write it.
"""

from enum import StrEnum
from fractions import Fraction
from typing import Final, TypeAlias

MP: TypeAlias = int | Fraction
"""Movement Points; road rates are halves."""


def mp_words(amount: MP) -> str:
    """An amount of MP as a story says it: ``2 MP``, ``2.5 MP``."""
    return f"{amount} MP" if isinstance(amount, int) else f"{float(amount):g} MP"


class Month(StrEnum):
    """The month in which a scenario is set."""

    JANUARY = "January"
    FEBRUARY = "February"
    MARCH = "March"
    APRIL = "April"
    MAY = "May"
    JUNE = "June"
    JULY = "July"
    AUGUST = "August"
    SEPTEMBER = "September"
    OCTOBER = "October"
    NOVEMBER = "November"
    DECEMBER = "December"


class Weather(StrEnum):
    """The five results of the Arid Weather Chart (11.2)."""

    CLEAR = "Clear"
    GUSTY = "Clear & Gusty"
    OVERCAST = "Overcast"
    MUD = "Mud"
    MUD_AND_OVERCAST = "Mud & Overcast"

    @property
    def overcast(self) -> bool:
        """Whether rain is possible (E3.5)."""
        return self in (Weather.OVERCAST, Weather.MUD_AND_OVERCAST)

    @property
    def mud(self) -> bool:
        """Whether Mud is in effect (11.2)."""
        return self in _MUDDY


_MUDDY: Final = (Weather.MUD, Weather.MUD_AND_OVERCAST)


class TimeOfDay(StrEnum):
    """The results of the Time of Day Table (11.3)."""

    NONE = "None"
    EARLY_MORNING = "Early Morning"
    MID_MORNING = "Mid Morning"
    MIDDAY = "Midday"
    MID_AFTERNOON = "Mid Afternoon"
    LATE_AFTERNOON = "Late Afternoon"
    NIGHT = "Night"


class Clouds(StrEnum):
    """The cloud cover of a scenario at Night (E1.11)."""

    NONE = "none"
    SCATTERED = "scattered"
    OVERCAST = "overcast"


class Moon(StrEnum):
    """The moon of a scenario at Night (E1.11)."""

    NONE = "none"
    HALF = "half"
    FULL = "full"


class LightKind(StrEnum):
    """What is fired to light the field (E1.92, E1.93)."""

    STARSHELL = "starshell"
    IR = "IR"


class EC(StrEnum):
    """Environmental Conditions, from the wettest to the driest (B25.5, 11.4)."""

    MUD = "Mud"
    WET = "Wet"
    MOIST = "Moist"
    MODERATE = "Moderate"
    DRY = "Dry"
    VERY_DRY = "Very Dry"


class WindForce(StrEnum):
    """Wind Force, from the weakest to the strongest (B25.63)."""

    NO_WIND = "No Wind"
    MILD_BREEZE = "Mild Breeze"
    HEAVY_WINDS = "Heavy Winds"


class Rain(StrEnum):
    """Whether it rains, and how hard (E3.51)."""

    NONE = "None"
    RAIN = "Rain"
    HEAVY = "Heavy Rain"


class Density(StrEnum):
    """Dust density, from the clearest to the densest (11.7)."""

    NONE = "None"
    LIGHT = "Light"
    MODERATE = "Moderate"
    HEAVY = "Heavy"
    VERY_HEAVY = "Very Heavy"
    EXTREMELY_HEAVY = "Extremely Heavy"

    @property
    def level(self) -> int:
        """0 for no dust up to 5 for Extremely Heavy."""
        return _DENSITY_LEVEL[self]


_DENSITY_LEVEL = {density: level for level, density in enumerate(Density)}


class Movement(StrEnum):
    """Movement types of vehicles, as the MP columns of the Terrain Chart divide them (B.3)."""

    FULLY_TRACKED = "fully-tracked"
    HALFTRACK = "halftrack"
    ARMOURED_CAR = "armoured-car"
    TRUCK = "truck"
    MOTORCYCLE = "motorcycle"
    HORSE_DRAWN = "horse-drawn"


TRACKED: Final = frozenset({Movement.FULLY_TRACKED, Movement.HALFTRACK})
"""Movement types with tracks, which rules call tracked where not fully-tracked (D2.5, E1.14)."""


class Road(StrEnum):
    """Kinds of road; only a paved one lets a vehicle raise no dust (B3.1, 11.74)."""

    PAVED = "paved"
    UNPAVED = "unpaved"


class GroundPressure(StrEnum):
    """Ground pressure of a vehicle (D8.2)."""

    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"


class Armour(StrEnum):
    """Protection of a vehicle's crew; only an AFV can be Buttoned Up (D5.2)."""

    NONE = "none"
    OPEN_TOPPED = "open-topped"
    CLOSED_TOPPED = "closed-topped"


class Material(StrEnum):
    """What a building or its rubble is made of (B23.3, B24.2)."""

    STONE = "stone"
    WOODEN = "wooden"


class Base(StrEnum):
    """Base terrain of a hex: the colour under whatever else is in it (AD2.13)."""

    DESERT = "desert"
    TEMPERATE = "temperate"


class Ravine(StrEnum):
    """What the ravine of board LFT3 is; an SSR may make it a half-level (AD2.11)."""

    VALLEY = "valley"
    DEIR = "deir"


class HexsideKind(StrEnum):
    """What can stand on a hexside (B9, B11, AD4.6), a roadblock included (B29).

    A bank parts two adjacent Depression hexes that are not connected (B19.2).
    """

    WALL = "wall"
    HEDGE = "hedge"
    CACTUS_HEDGE = "cactus-hedge"
    HIGH_WALL = "high-wall"
    CLIFF = "cliff"
    ROADBLOCK = "roadblock"
    BANK = "bank"


class North(StrEnum):
    """Where north is on the map as it lies: up is across hexside 1."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"


class FFEKind(StrEnum):
    """What an FFE is where it is not a HE Concentration (C1.5-C1.7)."""

    HARASSING = "harassing"
    BARRAGE = "barrage"
    SMOKE = "smoke"
    WP = "wp"
    ILLUMINATION = "illumination"


class DebrisOrigin(StrEnum):
    """Whether Arid Debris is printed on the board or came in play (AD3.45)."""

    PRINTED = "printed"
    PLACED = "placed"


class Fire(StrEnum):
    """The two states of a fire (B25.1)."""

    FLAME = "Flame"
    BLAZE = "Blaze"


class Kindler(StrEnum):
    """Who makes a Kindling attempt (B25.11)."""

    SQUAD = "squad"
    HS = "HS"
    CREW = "crew"
    SMC = "SMC"


class Fortification(StrEnum):
    """What can be placed in a hex, as players name it (B24, B26-B30)."""

    FOXHOLE = "Foxhole"
    TRENCH = "Trench"
    SANGAR = "Sangar"
    PILLBOX = "Pillbox"
    WIRE = "Wire"
    A_P_MINES = "A-P Mines"
    A_T_MINES = "A-T Mines"
    ROADBLOCK = "Roadblock"
    FORTIFIED_BUILDING = "Fortified Building"


class Gun(StrEnum):
    """What AD Terrain tells apart among 5/8 inch ordnance."""

    MTR = "MTR"
    RCL = "RCL"
    OTHER = "other"


class Hatch(StrEnum):
    """How the crew of an AFV rides: Buttoned Up or Crew Exposed (D5.3)."""

    BU = "BU"
    CE = "CE"


class DiceFrom(StrEnum):
    """Where the dice of a game may come from: people at a table, its seed, or either."""

    TABLE = "table"
    SEED = "seed"
    EITHER = "either"


class RollSource(StrEnum):
    """Where the dice of a roll came from: the seed, or people who rolled them at a table."""

    SEED = "seed"
    TABLE = "table"


class UnitKind(StrEnum):
    """Kinds of Infantry, and SW (A1.1)."""

    SQUAD = "squad"
    HS = "HS"
    CREW = "crew"
    SMC = "SMC"
    SW = "SW"


class Station(StrEnum):
    """Where in a hex a unit is: a Steeple, its Shaft, a Fortification, a rooftop, or else (B27)."""

    GROUND = "ground"
    SHAFT = "shaft"
    STEEPLE = "steeple"
    ENTRENCHED = "entrenched"
    PILLBOX = "pillbox"
    ROOFTOP = "rooftop"


class Riding(StrEnum):
    """What a unit rides (A13, D15): Cavalry its horses, others their motorcycles."""

    HORSE = "horse"
    MOTORCYCLE = "motorcycle"
