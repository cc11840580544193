"""The state of a game at one moment: immutable, and the same for the same events.

``replace`` gives a changed copy of it and of all that it is made of; for its sake no class here has
slots. What each event does to it is in `sim.state.evolve`.
"""

from functools import cached_property, lru_cache
from typing import Any, Final

import attrs
from attrs import field
from immutables import Map as Map

from events import terms
from events.moment import SETUP, Moment
from events.ruling import RulingInForce
from events.scenario import Scenario, VehicleSpec
from sim.map.playing_area import PlayingArea
from sim.state.replace import replace as replace

# Fortification, SMOKE and FFE counters, Infantry and SW.

DISPERSED_DRM: Final = 2
"""LOS Hindrance DRM of Dispersed SMOKE (A24.5): that of drift too, whatever its source (A24.61)."""


@attrs.frozen(slots=False)
class Fort:
    """A Fortification counter (B26-B30)."""

    hex: str
    kind: terms.Fortification
    side: str | None = None
    """Whose; None if it is no side's."""
    hexside: int | None = None
    """Of a Roadblock, the hexside that it obstructs."""
    squads: int = 0
    """How many squads an entrenchment or pillbox holds; 0 for others."""
    ca: int | None = None
    """Of a Pillbox, the first of the two hexsides of its CA, clockwise."""
    ca_tem: int = 0
    """Of a Pillbox, its TEM vs fire from within its CA."""
    nca_tem: int = 0
    """Of a Pillbox, its TEM vs other fire."""


@attrs.frozen(slots=False)
class Smoke:
    """A SMOKE counter (A24); gray ones neither drift nor leave in a PFPh."""

    hex: str
    side: str
    gray: bool = False
    dispersed: bool = False
    wp: bool = False
    grenade: bool = False

    @property
    def hindrance(self) -> int:
        """LOS Hindrance DRM: +3, Dispersed or of a grenade +2, of WP one less (A24.5)."""
        return (DISPERSED_DRM if self.dispersed or self.grenade else 3) - self.wp

    @property
    def name(self) -> str:
        """What it is called."""
        kind = "WP" if self.wp else "SMOKE"
        return f"Dispersed {kind}" if self.dispersed else kind + " grenade" * self.grenade


@attrs.frozen(slots=False)
class FFE:
    """An FFE in place, and the LOS Hindrance DRM that it has (191.8, 11.75).

    ``kind`` is what it is where it is not a HE Concentration.
    """

    hex: str
    calibre: int
    hindrance: int
    kind: terms.FFEKind | None = None


@attrs.frozen(slots=False)
class PlacedLight:
    """A starshell or IR (E1.92, E1.93)."""

    hex: str
    kind: terms.LightKind


@attrs.frozen(slots=False)
class Unit:
    """Infantry or a SW that is followed by name."""

    hex: str
    side: str
    kind: terms.UnitKind
    pp: int = 0
    """PP of a SW; PP that Infantry carries (A4.42)."""
    good_order: bool = True
    """It is in Good Order (A.7); a SW always is."""
    station: terms.Station = terms.Station.GROUND
    crossing: str | None = None
    """The hex to which it crosses a cactus hedge; it is TI then (191.3)."""
    spent: Moment | None = None
    """The MPh in which it last expended all its MF at a cactus hedge."""
    riding: terms.Riding | None = None
    """Its horses or motorcycles; None is on foot."""
    moved: Moment | None = None
    """The MPh in which it expended MF to come to its hex, as far as an order said so."""

    @property
    def ti(self) -> bool:
        """Whether it is TI, and under Hazardous Movement (A4.62, 191.3)."""
        return self.crossing is not None and self.good_order


# What lies in a hex: buildings, rubble and debris, fire, and work on them.


@attrs.frozen(slots=False)
class Building:
    """A building hex: intact below ``rubbled_from``, rubble from there up; None is intact."""

    material: terms.Material
    """What it is built of."""
    upper_levels: int
    """Levels above ground level, rooftop not counted."""
    mosque: bool = False
    """It is of a Mosque (AD3.3)."""
    rubbled_from: int | None = None
    """The level from which it is rubble; None if it stands whole."""
    rubble: terms.Material | None = None
    """What that rubble is made of."""
    temple: bool = False
    no_steeple: bool = False
    """The Minarets or Towers of its Mosque or Temple are in other hexes (AD3.31)."""

    @property
    def top(self) -> int:
        """Its highest level: rubble on intact levels is one, and nothing is above it (B24.3)."""
        down = self.rubbled_from
        return self.upper_levels if down is None else min(self.upper_levels, down)

    @property
    def steepled(self) -> bool:
        """Whether it is a Mosque or a Temple (AD3.3)."""
        return self.mosque or self.temple


@attrs.frozen(slots=False)
class Rubble:
    """Rubble that fell into a hex without building, and the Trail Breaks through it (B24.71)."""

    material: terms.Material
    trail_breaks: tuple[tuple[int, int], ...] = ()


@attrs.frozen(slots=False)
class Work:
    """Clearance work in a hex: the Labor DRM earned, and when it was last tried (B24.8)."""

    labor: int = 0
    tried: Moment | None = None


@attrs.frozen(slots=False)
class Ablaze:
    """A Blaze: when it began, and the Player Turns in which it was last rolled for."""

    began: Moment
    spread_in: str | None = None
    """Player Turn of its last Spreading Fire DR (B25.6), such as ``3.2``."""
    held_in: str | None = None
    """Player Turn of the last dr that left its building standing (B25.66); of old logs alone, as no
    such dr is made any more."""


@attrs.frozen(slots=False)
class LevelFire:
    """The fire of one Location."""

    flames: tuple[Moment, ...] = ()
    """For each Flame counter, when it was placed or last rolled for; the oldest first."""
    ablaze: Ablaze | None = None
    """What is known of its Blaze; None if it is not ablaze."""
    tried: Moment | None = None
    """When units last tried to put a Flame out (B24.72)."""

    @property
    def fire(self) -> terms.Fire | None:
        """What burns."""
        if self.ablaze is not None:
            return terms.Fire.BLAZE
        return terms.Fire.FLAME if self.flames else None


NO_FIRE: Final = LevelFire()
"""A Location in which nothing burns."""

_NO_FIRES: Final[Map[int, LevelFire]] = Map()


@attrs.frozen(slots=False)
class Ground:
    """What lies in a hex on top of its printed terrain."""

    building: Building | None = None
    rubble: Rubble | None = None
    """Rubble that fell into it."""
    debris: terms.DebrisOrigin | None = None
    """Its Arid Debris, which rubble on top makes ineffective (AD3.43)."""
    debris_breaks: tuple[tuple[int, int], ...] = ()
    """Trail Breaks through the debris (AD3.45)."""
    tree_breaks: tuple[tuple[int, int], ...] = ()
    """Trail Breaks that vehicles left in its woods or palm trees (B13.421)."""
    shellholes: bool = False
    fires: Map[int, LevelFire] = _NO_FIRES
    """Its fires, by the building level that burns; 0 is ground level."""
    work: Work | None = None

    @property
    def fire(self) -> terms.Fire | None:
        """The worst fire of its levels."""
        if not self.fires:
            return None
        return terms.Fire.BLAZE if self.blazing else terms.Fire.FLAME

    @property
    def blazing(self) -> tuple[int, ...]:
        """The levels that are ablaze, from the lowest up."""
        return tuple(sorted(n for n, each in self.fires.items() if each.ablaze is not None))

    def fire_at(self, level: int) -> LevelFire:
        """The fire of one level."""
        found: LevelFire = self.fires.get(level, NO_FIRE)
        return found


BARE: Final = Ground()
"""A hex with nothing on top of its terrain."""


# The weather: the sky, and the wind.


@attrs.frozen(slots=False)
class Sky:
    """Weather and all that depends on it; None is still to be rolled."""

    weather: terms.Weather | None
    """The Weather (11.2)."""
    time_of_day: terms.TimeOfDay | None
    """The Time of Day (11.3)."""
    ec: terms.EC | None
    """The EC now (11.4)."""
    mist: bool = False
    """The Time of Day brought Mist (E3.32)."""
    rain: terms.Rain = terms.Rain.NONE
    """How hard it rains now (E3.51); `Rain.NONE` is no rain."""
    rained: bool = False
    """Whether it has rained in this scenario."""

    @property
    def overcast(self) -> bool:
        """Whether the sky is known to be Overcast."""
        return self.weather is not None and self.weather.overcast

    @property
    def gusty(self) -> bool:
        """Whether the Weather is known to be Gusty: Gusts come on a lower DR (E3.4)."""
        return self.weather is terms.Weather.GUSTY

    @property
    def mud(self) -> bool:
        """Whether the Weather is known to bring Mud."""
        return self.weather is not None and self.weather.mud

    @property
    def mud_exists(self) -> bool:
        """Whether there is Mud now, by the Weather or by EC, wherever the scenario is set."""
        return self.ec is terms.EC.MUD or (self.weather is not None and self.weather.mud)


@attrs.frozen(slots=False)
class Wind:
    """The wind; None is still to be rolled, or no direction in No Wind."""

    force: terms.WindForce | None
    """Wind Force (B25.63)."""
    direction: int | None = None
    """Hexside that it blows to (B25.64)."""
    gusts: bool = False
    """Gusts are in effect in this Player Turn (B25.651)."""

    @property
    def heavy(self) -> bool:
        """Whether Heavy Winds are in effect."""
        return self.force is terms.WindForce.HEAVY_WINDS

    @property
    def heavy_gusts(self) -> bool:
        """Whether both halves of the pair of 11.76 are in effect."""
        return self.gusts and self.force is terms.WindForce.HEAVY_WINDS


# A vehicle, the Bog Check that it has still to make, and the Dust that it raised.


@attrs.frozen(slots=False)
class BogDue:
    """A Bog Check that a vehicle has still to make: where, and with what DRM (D8.2)."""

    hex: str
    drm: int
    """All its DRM."""
    immobilization: int | None = None
    """The DRM of an Immobilization DR that follows if it does not bog; None if none does."""


@attrs.frozen(slots=False)
class Vehicle:
    """A vehicle in play."""

    hex: str | None
    """Where it is; None is offboard."""
    exited: bool = False
    """It has left the playing area for good."""
    in_motion: bool = False
    """It has Started, or sits under a Motion counter (D2.4)."""
    mp_used: terms.MP = 0
    """MP expended in its side's present or last MPh."""
    started_here: bool = False
    """It expended a Start MP in its present hex (11.74)."""
    assault: bool = False
    """It uses, or used, Armored Assault in this MPh (D9.31)."""
    stunned: bool = False
    """Until the end of this Player Turn (D5.34)."""
    shocked: bool = False
    """Until it recovers (C7.42)."""
    immobile: bool = False
    """Immobilized (D8.1)."""
    destroyed: bool = False
    """A wreck."""
    towing: bool = False
    """It tows a Gun (C10.1)."""
    bu: bool = False
    """Its crew is Buttoned Up (D5.2)."""
    bogged: bool = False
    """It is stuck until a Bog Removal DR frees it (D8.2, D8.3)."""
    mired: bool = False
    """Bogged, and harder to free (D8.3)."""
    came_from: str | None = None
    """The hex from which it entered its present one; None if it set up there."""
    bypass: int | None = None
    """The hexside of its hex along which it stands in Bypass (D2.3); None if it does not."""
    bogged_in: Moment | None = None
    """The phase in which it bogged last (D8.3); None once it has left the hex for that."""
    moved_in: Moment | None = None
    """The MPh in which it last entered a hex, or which it last began in Motion (D8.4)."""
    burning: Moment | None = None
    """Since when it is a burning wreck (B25.14)."""
    burn_checked: Moment | None = None
    """When it was last rolled for whether it sets its Location afire."""
    spent_all: bool = False
    """Its last entry took all its MP but those to Start and Stop (B13.41)."""
    minimum: bool = False
    """Its last entry was a Minimum Move (D2.15)."""
    hatch_set_in: Moment | None = None
    """The phase in which its crew last went BU or CE (D5.33)."""
    sped_in: Moment | None = None
    """The MPh in which it last made an ESB DR (D2.5)."""
    more_mp: terms.MP = 0
    """MP that it gained by that."""
    tried_motion_in: Moment | None = None
    """The MPh in which it last tried for Motion (D2.401)."""
    mud_dr: int | None = None
    """Secret dr of its side's present or last MPh (D8.23); 0 if its Secret DR does not bog it, None
    if it has not been made."""
    mud_hexes: int = 0
    """Hexes entered since that count for it (11.8)."""

    @property
    def halted(self) -> bool:
        """Whether it cannot expend MP, wherever it is and whichever side moves."""
        stuck = self.immobile or self.bogged
        return self.destroyed or self.exited or stuck or self.stunned or self.shocked


def set_up_vehicle(spec: VehicleSpec, place: str | None) -> Vehicle:
    """A vehicle as a game begins, in a hex or offboard."""
    return Vehicle(place, in_motion=spec.motion, towing=spec.towing, bu=spec.bu, bypass=spec.bypass)


@attrs.frozen(slots=False)
class VehicleDust:
    """A Vehicle Dust counter (11.74)."""

    hex: str
    motion: bool = False
    """Its reverse side is up: its vehicle ended its MPh in Motion."""


# The game.


@attrs.frozen(eq=False)
class Setting:
    """What never changes while a scenario is played."""

    scenario: Scenario
    region: str | None
    """Its Arid Land's region; None when it is set elsewhere (11.2)."""
    area: PlayingArea
    rulings: dict[str, RulingInForce]
    """Every ruling in force."""
    vehicles: dict[str, VehicleSpec]
    """The order of battle by vehicle id."""
    sides: tuple[str, str]
    """The side that moves first, then the other."""

    @property
    def north_africa(self) -> bool:
        """Whether Heat Haze is possible (11.62)."""
        return self.region == "North Africa"

    @cached_property
    def some_desert(self) -> bool:
        """Whether at least one Desert Board is in play."""
        return any(board.desert for board in self.scenario.boards)

    @cached_property
    def only_desert(self) -> bool:
        """Whether all boards in play are Desert Boards."""
        return all(board.desert for board in self.scenario.boards)

    def on_desert_board(self, name: str) -> bool:
        """Whether a hex is on a Desert Board (F.1); one that it shares with another is."""
        board = self.area.record[name].board
        return any(spec.desert for spec in self.scenario.boards if spec.name == board)

    def ad_hex(self, name: str) -> bool:
        """Whether AD Terrain is in effect in a hex: it is on an AD board (AD1.1, AD2.1)."""
        return self.scenario.ad and name in self.area.ad

    @lru_cache(maxsize=64)  # noqa: B019 - one for each vehicle, so that caches by setting go on
    def with_vehicle(self, spec: VehicleSpec) -> "Setting":
        """The same with one vehicle more: the very same each time it is asked for."""
        return attrs.evolve(self, vehicles={**self.vehicles, spec.id: spec})

    def rules_that(self, ruling: str, choice: str) -> bool:
        """Whether a ruling in force has this answer."""
        return self.rulings[ruling].choice == choice


@attrs.frozen(slots=False)
class Clock:
    """Where the game stands."""

    moment: Moment = SETUP
    """Game Turn, Player Turn and phase."""
    wind_rolled: bool = False
    """The Wind Change DR of this Player Turn has been made."""
    over: bool = False
    """The last Player Turn has ended."""


_NOTHING: Final[Map[str, Any]] = Map()


def _called(title: str, keys: str = "name") -> dict[str, str]:
    """How a thing is called where all are listed, and what names it.

    Whatever shows a state, or looks for hexes and vehicles that cannot be, goes by this.
    """
    return {"title": title, "keys": keys}


@attrs.frozen(slots=False, repr=False)
class State:
    """Everything about a game at one moment.

    Attributes:
        setting: what never changes.
        clock: where the game stands.
        sky: Weather, EC, rain.
        wind: Force, Direction, Gusts.
        dust: Dust density (11.7); None is still to be rolled, `Density.NONE` is no Dust.
        vehicles: every vehicle by id.
        bog_checks: Bog Checks that wait for Defensive First Fire, by vehicle (D8.2).
        vehicle_dust: Vehicle Dust counters by the vehicle that raised them.
        smoke: SMOKE counters by name.
        drift: hexes that drift fills, nearest first, by source: a SMOKE counter or a vehicle.
        ffes: FFE by name.
        nvr: the Base NVR in hexes (E1.1); None where none is stated.
        lights: starshells and IR, by name.
        lit: a starshell or IR has been placed in this scenario (E1.12).
        ground: what lies in hexes, by hex.
        breaches: breached High Walls (AD4.6) and removed roadblocks, by hex and hexside; from both
            of their hexes.
        units: Infantry and SW by name, those that an order named.
        fortifications: Fortification counters by name.
    """

    setting: Setting = field(eq=False)
    clock: Clock
    sky: Sky
    wind: Wind
    dust: terms.Density | None
    vehicles: Map[str, Vehicle] = field(metadata=_called("Vehicle", "vehicle"))
    bog_checks: Map[str, BogDue] = field(default=_NOTHING, metadata=_called("", "vehicle"))
    vehicle_dust: Map[str, VehicleDust] = field(
        default=_NOTHING, metadata=_called("Vehicle Dust of", "vehicle")
    )
    smoke: Map[str, Smoke] = field(default=_NOTHING, metadata=_called("SMOKE"))
    drift: Map[str, tuple[str, ...]] = field(default=_NOTHING, metadata=_called("Drift from"))
    ffes: Map[str, FFE] = field(default=_NOTHING, metadata=_called("FFE"))
    nvr: int | None = None
    lights: Map[str, PlacedLight] = field(default=_NOTHING, metadata=_called("Light"))
    lit: bool = False
    ground: Map[str, Ground] = field(default=_NOTHING, metadata=_called("Hex", "hex"))
    breaches: frozenset[tuple[str, int]] = frozenset()
    units: Map[str, Unit] = field(default=_NOTHING, metadata=_called("Unit"))
    fortifications: Map[str, Fort] = field(default=_NOTHING, metadata=_called("Fortification"))

    @property
    def moment(self) -> Moment:
        """Game Turn, Player Turn and phase."""
        return self.clock.moment

    @property
    def density(self) -> terms.Density:
        """Dust density; none while it is still to be rolled."""
        return self.dust or terms.Density.NONE

    def __repr__(self) -> str:
        wind = self.wind.force or "to be rolled"
        dust = "to be rolled" if self.dust is None else self.dust
        counts = f"{len(self.vehicles)} vehicles, {len(self.units)} units"
        return f"<State at {self.moment}, wind {wind}, Dust {dust}, {counts}>"

    @property
    def attacker(self) -> str | None:
        """The side whose Player Turn it is; None during setup."""
        player = self.clock.moment.player
        return self.setting.sides[player - 1] if player else None
