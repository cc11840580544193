"""Every event by the tag that logs use for it. Tags never change once released."""

from typing import TypeAlias

from events.dust import (
    DustFell,
    DustRose,
    DustSet,
    DustVanished,
    FFEHindranceChanged,
    FFELifted,
    FFEPlaced,
    VehicleDustFlipped,
    VehicleDustPlaced,
    VehicleDustRemoved,
)
from events.ground import (
    BlazeBegan,
    BlazeChecked,
    BlazeSpread,
    BuildingHeld,
    BuildingRubbled,
    BuildingStood,
    ClearanceFailed,
    DebrisCleared,
    DebrisEnded,
    DebrisPlaced,
    FireEnded,
    FlamePlaced,
    FlameStayed,
    HighWallBreached,
    KindlingFailed,
    LaborEnded,
    RubbleCleared,
    RubbleFell,
    RubbleStayed,
    ShellholesPlaced,
    TrailBreakMade,
    TrailBreakPlaced,
)
from events.sky import (
    ECChanged,
    ECSet,
    RainBegan,
    RainEnded,
    RainGrewHeavy,
    TimeOfDaySet,
    WeatherSet,
)
from events.smoke import DriftChanged, SmokeDispersed, SmokePlaced, SmokeRemoved
from events.turn import GameEnded, PhaseBegan, PlayerTurnBegan
from events.units import (
    CrossingBegan,
    CrossingEnded,
    CrossingFinished,
    GoodOrderLost,
    GoodOrderRegained,
    UnitEliminated,
    UnitPlaced,
    UnitRemoved,
    UnitStationed,
)
from events.vehicles import (
    ArmoredAssaultDeclared,
    BogChecked,
    HatchSet,
    ImmobilizationChecked,
    MPSpent,
    TowingChanged,
    VehicleBogged,
    VehicleDestroyed,
    VehicleEndedInMotion,
    VehicleEntered,
    VehicleExited,
    VehicleFreed,
    VehicleImmobilized,
    VehicleMired,
    VehicleMoved,
    VehicleRecovered,
    VehicleShocked,
    VehicleStarted,
    VehicleStopped,
    VehicleStunned,
    VehicleUnstunned,
)
from events.wind import (
    GustsBegan,
    GustsEnded,
    WindChangeRolled,
    WindDirectionChanged,
    WindDirectionSet,
    WindForceChanged,
    WindForceSet,
)

__all__ = ["EVENTS", "Event"]

Event: TypeAlias = (
    PlayerTurnBegan
    | PhaseBegan
    | GameEnded
    | WeatherSet
    | TimeOfDaySet
    | ECSet
    | ECChanged
    | RainBegan
    | RainGrewHeavy
    | RainEnded
    | WindForceSet
    | WindDirectionSet
    | WindChangeRolled
    | WindForceChanged
    | WindDirectionChanged
    | GustsBegan
    | GustsEnded
    | DustSet
    | DustRose
    | DustFell
    | DustVanished
    | VehicleDustPlaced
    | VehicleDustFlipped
    | VehicleDustRemoved
    | FFEPlaced
    | FFEHindranceChanged
    | FFELifted
    | SmokePlaced
    | SmokeDispersed
    | SmokeRemoved
    | DriftChanged
    | VehicleStarted
    | VehicleMoved
    | VehicleEntered
    | VehicleExited
    | MPSpent
    | VehicleStopped
    | VehicleEndedInMotion
    | ArmoredAssaultDeclared
    | VehicleStunned
    | VehicleUnstunned
    | VehicleShocked
    | VehicleRecovered
    | VehicleImmobilized
    | BogChecked
    | ImmobilizationChecked
    | VehicleBogged
    | VehicleFreed
    | VehicleMired
    | VehicleDestroyed
    | HatchSet
    | TowingChanged
    | BuildingStood
    | BuildingRubbled
    | RubbleStayed
    | RubbleFell
    | TrailBreakPlaced
    | TrailBreakMade
    | HighWallBreached
    | ClearanceFailed
    | LaborEnded
    | RubbleCleared
    | DebrisPlaced
    | DebrisCleared
    | DebrisEnded
    | ShellholesPlaced
    | FlamePlaced
    | FlameStayed
    | BlazeBegan
    | FireEnded
    | UnitPlaced
    | UnitStationed
    | GoodOrderLost
    | GoodOrderRegained
    | CrossingBegan
    | CrossingFinished
    | CrossingEnded
    | UnitEliminated
    | UnitRemoved
    | KindlingFailed
    | BlazeSpread
    | BlazeChecked
    | BuildingHeld
)
"""Anything that can have happened. Every event carries ``rule``, the id of the rule behind it."""

EVENTS: dict[str, type[Event]] = {
    "player_turn_began": PlayerTurnBegan,
    "phase_began": PhaseBegan,
    "game_ended": GameEnded,
    "weather_set": WeatherSet,
    "time_of_day_set": TimeOfDaySet,
    "ec_set": ECSet,
    "ec_changed": ECChanged,
    "rain_began": RainBegan,
    "rain_grew_heavy": RainGrewHeavy,
    "rain_ended": RainEnded,
    "wind_force_set": WindForceSet,
    "wind_direction_set": WindDirectionSet,
    "wind_change_rolled": WindChangeRolled,
    "wind_force_changed": WindForceChanged,
    "wind_direction_changed": WindDirectionChanged,
    "gusts_began": GustsBegan,
    "gusts_ended": GustsEnded,
    "dust_set": DustSet,
    "dust_rose": DustRose,
    "dust_fell": DustFell,
    "dust_vanished": DustVanished,
    "vehicle_dust_placed": VehicleDustPlaced,
    "vehicle_dust_flipped": VehicleDustFlipped,
    "vehicle_dust_removed": VehicleDustRemoved,
    "ffe_placed": FFEPlaced,
    "ffe_hindrance_changed": FFEHindranceChanged,
    "ffe_lifted": FFELifted,
    "smoke_placed": SmokePlaced,
    "smoke_dispersed": SmokeDispersed,
    "smoke_removed": SmokeRemoved,
    "drift_changed": DriftChanged,
    "vehicle_started": VehicleStarted,
    "vehicle_moved": VehicleMoved,
    "vehicle_entered": VehicleEntered,
    "vehicle_exited": VehicleExited,
    "mp_spent": MPSpent,
    "vehicle_stopped": VehicleStopped,
    "vehicle_ended_in_motion": VehicleEndedInMotion,
    "armored_assault_declared": ArmoredAssaultDeclared,
    "vehicle_stunned": VehicleStunned,
    "vehicle_unstunned": VehicleUnstunned,
    "vehicle_shocked": VehicleShocked,
    "vehicle_recovered": VehicleRecovered,
    "vehicle_immobilized": VehicleImmobilized,
    "bog_checked": BogChecked,
    "immobilization_checked": ImmobilizationChecked,
    "vehicle_bogged": VehicleBogged,
    "vehicle_freed": VehicleFreed,
    "vehicle_mired": VehicleMired,
    "vehicle_destroyed": VehicleDestroyed,
    "hatch_set": HatchSet,
    "towing_changed": TowingChanged,
    "building_stood": BuildingStood,
    "building_rubbled": BuildingRubbled,
    "rubble_stayed": RubbleStayed,
    "rubble_fell": RubbleFell,
    "trail_break_placed": TrailBreakPlaced,
    "trail_break_made": TrailBreakMade,
    "high_wall_breached": HighWallBreached,
    "clearance_failed": ClearanceFailed,
    "labor_ended": LaborEnded,
    "rubble_cleared": RubbleCleared,
    "debris_placed": DebrisPlaced,
    "debris_cleared": DebrisCleared,
    "debris_ended": DebrisEnded,
    "shellholes_placed": ShellholesPlaced,
    "flame_placed": FlamePlaced,
    "flame_stayed": FlameStayed,
    "blaze_began": BlazeBegan,
    "fire_ended": FireEnded,
    "unit_placed": UnitPlaced,
    "unit_stationed": UnitStationed,
    "good_order_lost": GoodOrderLost,
    "good_order_regained": GoodOrderRegained,
    "crossing_began": CrossingBegan,
    "crossing_finished": CrossingFinished,
    "crossing_ended": CrossingEnded,
    "unit_eliminated": UnitEliminated,
    "unit_removed": UnitRemoved,
    "kindling_failed": KindlingFailed,
    "blaze_spread": BlazeSpread,
    "blaze_checked": BlazeChecked,
    "building_held": BuildingHeld,
}
