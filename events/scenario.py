"""A scenario as people write it: the facts of a game before the first roll. Knows no rule."""

import attrs

from events import terms
from events.field import Hex, HexByName, Hexside, HexsideByName, Name, NumberByName, Side


@attrs.frozen(kw_only=True, slots=False)
class VehicleSpec:
    """A vehicle of the order of battle; the order that adds one, and its event, have its fields.

    Attributes:
        id: how orders call it, in quotation marks if it has blanks.
        side: the side that owns it.
        movement: its movement type.
        mp: printed MP allotment.
        ground_pressure: as on its counter.
        armour: open-topped and closed-topped vehicles are AFV.
        towing: whether it tows a Gun when the game begins.
        mtr: the calibre in mm of the Gun that it tows or hooks up, if that is a MTR.
        bu: whether its crew is Buttoned Up when the game begins.
        at: the hex where it sets up; None is offboard.
        motion: whether it sets up in Motion.
        bypass: the hexside of its hex along which it sets up in Bypass (D2.3).
    """

    id: Name
    side: Side
    movement: terms.Movement
    mp: NumberByName
    ground_pressure: terms.GroundPressure = terms.GroundPressure.NORMAL
    armour: terms.Armour = terms.Armour.CLOSED_TOPPED
    towing: bool = False
    bu: bool = False
    at: HexByName | None = None
    motion: bool = False
    bypass: HexsideByName | None = None
    mtr: NumberByName | None = None


def vehicle_spec(of: VehicleSpec) -> VehicleSpec:
    """The vehicle alone that an order or an event adds."""
    return VehicleSpec(**{each.name: getattr(of, each.name) for each in attrs.fields(VehicleSpec)})


@attrs.frozen(kw_only=True)
class BuildingSpec:
    """A building hex.

    Attributes:
        material: what it is built of.
        upper_levels: levels above ground level, rooftop not counted.
        mosque: a Mosque (AD3.3).
        temple: a Temple (AD3.3).
        building: what its building is called; hexes with the same name are one building.
        covers: the hexsides toward which its art lies, if that is not the whole hex (B.1).
        steeple: it has a Minaret or Tower, where its Mosque or Temple has several hexes (AD3.31).
    """

    hex: Hex
    material: terms.Material = terms.Material.STONE
    upper_levels: int = 0
    mosque: bool = False
    building: str | None = None
    temple: bool = False
    covers: tuple[Hexside, ...] = ()
    steeple: bool = False


@attrs.frozen(kw_only=True)
class DebrisSpec:
    """A hex of Arid Debris (AD3.4)."""

    hex: Hex
    origin: terms.DebrisOrigin = terms.DebrisOrigin.PRINTED


@attrs.frozen(kw_only=True)
class RoadSpec:
    """A road.

    Attributes:
        hexes: the hexes that it runs through, in order.
        kind: which road it is.
        exits: hexsides at the edge of its board by which it leaves, each as a hex and its hexside,
            ``I10:4``; where a board beside it has a road that meets it there, it goes on.
    """

    hexes: tuple[Hex, ...]
    kind: terms.Road = terms.Road.PAVED
    exits: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class PathSpec:
    """A Path: the hexes that it runs through, in order (B13.6)."""

    hexes: tuple[Hex, ...]


@attrs.frozen(kw_only=True)
class OverlaySpec:
    """An overlay on the boards (A2.7, AD2.2).

    Attributes:
        hexes: the cell of each hex that it covers, as a text map writes it; ``'`` is its green.
    """

    hexes: dict[str, str] = attrs.field(hash=False)


@attrs.frozen(kw_only=True)
class BridgeSpec:
    """A bridge, which carries the road of its hex (B6, AD2.3)."""

    hex: Hex


@attrs.frozen(kw_only=True)
class SpillSpec:
    """Hexsides of a hex over which the art of its terrain reaches (B.1).

    Attributes:
        hex: whose terrain it is.
        over: each as two hexes, ``H2/I2``, or as a hex and its hexside, ``H2:3``.
    """

    hex: Hex
    over: tuple[str, ...]


@attrs.frozen(kw_only=True)
class FortificationSpec:
    """A Fortification counter that is set up (B26-B30).

    Attributes:
        kind: which.
        side: the side that sets it up; None if it is no side's.
        hexside: of a Roadblock, the hexside that it obstructs.
        squads: how many squads an entrenchment or pillbox holds.
        ca: of a Pillbox, the first of the two hexsides of its CA, clockwise.
        ca_tem: of a Pillbox, its TEM vs fire from within its CA.
        nca_tem: of a Pillbox, its TEM vs other fire.
    """

    kind: terms.Fortification
    hex: Hex
    side: Side | None = None
    hexside: Hexside | None = None
    squads: int = 1
    ca: Hexside | None = None
    ca_tem: int = 3
    nca_tem: int = 5


@attrs.frozen(kw_only=True)
class HexsideSpec:
    """Hexsides of one kind.

    Attributes:
        kind: what stands on them.
        at: each as two hexes, ``B3/C4``, or as a hex and its hexside, ``B3:2``.
    """

    kind: terms.HexsideKind
    at: tuple[str, ...]


@attrs.frozen(kw_only=True)
class BoardSpec:
    """A board in play. Its hexes are called by the names that it prints, such as ``B3``.

    Attributes:
        name: its identification, such as ``27`` or ``LFT6``.
        desert: whether it is a Desert Board (F.1).
        ad: whether it is one of the AD boards (AD2.1).
        width: hexrows, an odd number; a geomorphic board has 33.
        height: hexes in hexrow A; a geomorphic board has 10.
        map: the board as a text hex map instead, see docs/maps.md.
        base: base terrain of its hexes; that of a Desert or AD board is desert if not given.
        rotated: it lies turned by half a turn.
        row: which row of boards it lies in; 1 is the uppermost.
        hexsides: walls, hedges and cliffs.
        buildings: its building hexes.
        debris: its printed Arid Debris.
        roads: its roads.
        bridges: its bridges.
        spills: terrain whose art reaches over a hexside.
        paths: its Paths.
        depiction: what its picture shows, as text that `khamsin board import` makes; a LOS on it
            goes by the art that it touches (see docs/vasl.md).
        first: the name of its upper left hex, where that is not ``A1``: ``Q1`` on the second half
            of a board that was cut in two.
        vasl: which of VASL's boards it is, in the words of VASL's board line with ``/`` between
            them: ``26/OVR/h1/H6/G7`` is 26 with an overlay.
    """

    name: str
    desert: bool
    ad: bool = False
    width: int = 33
    height: int = 10
    map: str | None = None
    base: terms.Base | None = None
    rotated: bool = False
    row: int = 1
    hexsides: tuple[HexsideSpec, ...] = ()
    buildings: tuple[BuildingSpec, ...] = ()
    debris: tuple[DebrisSpec, ...] = ()
    roads: tuple[RoadSpec, ...] = ()
    bridges: tuple[BridgeSpec, ...] = ()
    spills: tuple[SpillSpec, ...] = ()
    paths: tuple[PathSpec, ...] = ()
    depiction: str | None = attrs.field(default=None, repr=False)
    first: str = "A1"
    vasl: str | None = None


@attrs.frozen(kw_only=True)
class Scenario:
    """A scenario. Where a value may be None, it is rolled on the charts of a DYO scenario.

    Attributes:
        name: its title.
        land: country or region in which it is set (11.2).
        month: when.
        turns: Game Turns.
        sides: the two sides.
        first: the side that moves first; the first of ``sides`` if not given.
        dyo: whether it is a DYO scenario (11.1).
        steppe: Steppe Terrain is in effect (191.2).
        broken: Broken Terrain is in effect (191.1, AD4.5).
        ad: AD Terrain is in effect (AD1.1).
        weather: by SSR.
        time_of_day: by SSR.
        nvr: Base NVR at Night in hexes (E1.1); None is none stated, so that NVR is not considered.
        clouds: at Night (E1.11).
        moon: at Night (E1.11).
        night_by_consent: both players agree to play a rolled Night as None (11.3).
        kindling_at_night: a SSR lets units set fires at Night (E1.94).
        mist: whether Mist (E3.32) is in effect, by SSR; None is what the Time of Day brings (11.3).
        ec: by SSR; None too where a rule decides them without a dr (11.6111, E3.6).
        wind: Wind Force by SSR.
        wind_direction: hexside 1-6 that the wind blows to; None is rolled when there is wind.
        dust: density by SSR.
        bombardments: Bombardments available (11.701).
        boards: the boards in play, butted from left to right, row by row.
        north: where north is on the map.
        ravine: what the ravine of board LFT3 is (AD2.11).
        vehicles: vehicles.
        buildings: building hexes.
        debris: hexes of Arid Debris.
        roads: roads.
        bridges: bridges.
        spills: terrain whose art reaches over a hexside.
        paths: Paths.
        overlays: overlays on its boards.
        fortifications: Fortification counters that are set up.
        hexsides: walls, hedges and cliffs by the names of hexes in play.
        terrain: kinds of terrain that an SSR declares to be another, such as Orchard to Palm Trees.
        rulings: rulings that differ from their defaults, by id.
    """

    name: str
    land: str
    month: terms.Month
    turns: int
    sides: tuple[str, str]
    boards: tuple[BoardSpec, ...]
    ec: terms.EC | None = None
    first: Side | None = None
    dyo: bool = False
    steppe: bool = False
    broken: bool = False
    ad: bool = False
    weather: terms.Weather | None = terms.Weather.CLEAR
    time_of_day: terms.TimeOfDay | None = terms.TimeOfDay.NONE
    mist: bool | None = None
    night_by_consent: bool = False
    kindling_at_night: bool = False
    nvr: int | None = None
    clouds: terms.Clouds = terms.Clouds.NONE
    moon: terms.Moon = terms.Moon.NONE
    wind: terms.WindForce | None = terms.WindForce.NO_WIND
    wind_direction: Hexside | None = None
    dust: terms.Density | None = terms.Density.NONE
    bombardments: int = 0
    north: terms.North = terms.North.UP
    ravine: terms.Ravine = terms.Ravine.VALLEY
    vehicles: tuple[VehicleSpec, ...] = ()
    buildings: tuple[BuildingSpec, ...] = ()
    debris: tuple[DebrisSpec, ...] = ()
    roads: tuple[RoadSpec, ...] = ()
    bridges: tuple[BridgeSpec, ...] = ()
    spills: tuple[SpillSpec, ...] = ()
    paths: tuple[PathSpec, ...] = ()
    overlays: tuple[OverlaySpec, ...] = ()
    fortifications: tuple[FortificationSpec, ...] = ()
    hexsides: tuple[HexsideSpec, ...] = ()
    terrain: dict[str, str] = attrs.field(factory=dict, hash=False)
    rulings: dict[str, str] = attrs.field(factory=dict, hash=False)

    @property
    def order_of_sides(self) -> tuple[str, str]:
        """The sides as they move: the ATTACKER of the first Player Turn comes first."""
        one, two = self.sides
        return (two, one) if self.first == two else (one, two)
