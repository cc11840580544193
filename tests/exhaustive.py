"""By this `mypy` names an event without effect, a command without decider.

`python -m tests.derived` writes it: all classes there are, and those that something is registered
for.
"""

from typing import TypeAlias, assert_never

from events import (
    commands,
    dust,
    fortifications,
    ground,
    sky,
    smoke,
    spreading_fire,
    turn,
    units,
    vehicles,
)

# fmt: off
Event: TypeAlias = (
    dust.DustFell | dust.DustRose | dust.DustSet | dust.DustVanished | dust.FFEHindranceChanged |
    dust.FFELifted | dust.FFEPlaced | dust.VehicleDustFlipped | dust.VehicleDustPlaced |
    dust.VehicleDustRemoved | fortifications.EntrenchingFailed | fortifications.FortificationRemoved
    | fortifications.FoxholeDug | ground.BlazeBegan | ground.BuildingRubbled | ground.BuildingStood
    | ground.ClearanceFailed | ground.DebrisCleared | ground.DebrisEnded | ground.DebrisPlaced |
    ground.ExtinguishRolled | ground.FireEnded | ground.FlameEnded | ground.FlamePlaced |
    ground.FlameStayed | ground.HighWallBreached | ground.LaborEnded | ground.RubbleCleared |
    ground.RubbleFell | ground.RubbleStayed | ground.ShellholesPlaced | ground.TrailBreakEnded |
    ground.TrailBreakMade | ground.TrailBreakPlaced | sky.ECChanged | sky.ECSet | sky.GustsBegan |
    sky.GustsEnded | sky.LightEnded | sky.LightPlaced | sky.NVRChanged | sky.RainBegan |
    sky.RainEnded | sky.RainGrewHeavy | sky.TimeOfDaySet | sky.WeatherSet | sky.WindChangeRolled |
    sky.WindDirectionChanged | sky.WindDirectionSet | sky.WindForceChanged | sky.WindForceSet |
    smoke.DriftChanged | smoke.GrenadePlaced | smoke.GrenadeThrown | smoke.SmokeDispersed |
    smoke.SmokePlaced | smoke.SmokeRemoved | smoke.WPPlaced | spreading_fire.BlazeChecked |
    spreading_fire.BlazeSpread | spreading_fire.BuildingHeld | spreading_fire.GustsTurned |
    spreading_fire.KindlingFailed | turn.GameEnded | turn.PhaseBegan | turn.PlayerTurnBegan |
    units.CrossingBegan | units.CrossingEnded | units.CrossingFinished | units.GoodOrderLost |
    units.GoodOrderRegained | units.UnitEliminated | units.UnitFell | units.UnitKilled |
    units.UnitPlaced | units.UnitRemoved | units.UnitStationed | vehicles.ArmoredAssaultDeclared |
    vehicles.BogCheckDue | vehicles.BogChecked | vehicles.ESBRolled | vehicles.HatchSet |
    vehicles.ImmobilizationChecked | vehicles.MPSpent | vehicles.MotionGained | vehicles.MotionTried
    | vehicles.MudHexCounted | vehicles.SecretBogRolled | vehicles.TowingChanged |
    vehicles.VehicleAdded | vehicles.VehicleBogged | vehicles.VehicleBypassed |
    vehicles.VehicleDestroyed | vehicles.VehicleEndedInMotion | vehicles.VehicleEntered |
    vehicles.VehicleExited | vehicles.VehicleFreed | vehicles.VehicleImmobilized |
    vehicles.VehicleMired | vehicles.VehicleMoved | vehicles.VehicleRecovered |
    vehicles.VehicleShocked | vehicles.VehicleStarted | vehicles.VehicleStopped |
    vehicles.VehicleStunned | vehicles.VehicleUnstunned | vehicles.WreckAblaze |
    vehicles.WreckFireChecked | vehicles.WreckRemoved
)
Command: TypeAlias = (
    commands.Abandon | commands.AddVehicle | commands.Advance | commands.ArmoredAssault |
    commands.Blaze | commands.Bog | commands.Bombard | commands.Breach | commands.Break |
    commands.Bypass | commands.CheckBog | commands.CheckFlame | commands.Clear | commands.Collapse |
    commands.Cross | commands.Destroy | commands.ESB | commands.Enter | commands.Entrench |
    commands.Exit | commands.Extinguish | commands.Flame | commands.Hook | commands.Immobilize |
    commands.Impulse | commands.Kindle | commands.Lift | commands.Move | commands.PlaceDebris |
    commands.PlaceFFE | commands.PlaceLight | commands.PlaceShellholes | commands.PlaceSmoke |
    commands.PlaceUnit | commands.PlaceWP | commands.Rally | commands.Recover |
    commands.RemoveFortification | commands.RemoveUnit | commands.RollDust | commands.RollEC |
    commands.RollTimeOfDay | commands.RollWeather | commands.RollWindDirection |
    commands.RollWindForce | commands.RubbleLevel | commands.SetHatch | commands.Shock |
    commands.Spend | commands.Spread | commands.Start | commands.StationUnit | commands.Stop |
    commands.Stun | commands.ThrowGrenade | commands.TryMotion | commands.Turn | commands.Unbog |
    commands.Unhook | commands.VBM | commands.WindChange
)


def has_effect(event: Event) -> None:
    """Each of them has, by `sim.state.evolve`."""
    match event:
        case (
            dust.DustFell() | dust.DustRose() | dust.DustSet() | dust.DustVanished() |
            dust.FFEHindranceChanged() | dust.FFELifted() | dust.FFEPlaced() |
            dust.VehicleDustFlipped() | dust.VehicleDustPlaced() | dust.VehicleDustRemoved() |
            fortifications.EntrenchingFailed() | fortifications.FortificationRemoved() |
            fortifications.FoxholeDug() | ground.BlazeBegan() | ground.BuildingRubbled() |
            ground.BuildingStood() | ground.ClearanceFailed() | ground.DebrisCleared() |
            ground.DebrisEnded() | ground.DebrisPlaced() | ground.ExtinguishRolled() |
            ground.FireEnded() | ground.FlameEnded() | ground.FlamePlaced() | ground.FlameStayed() |
            ground.HighWallBreached() | ground.LaborEnded() | ground.RubbleCleared() |
            ground.RubbleFell() | ground.RubbleStayed() | ground.ShellholesPlaced() |
            ground.TrailBreakEnded() | ground.TrailBreakMade() | ground.TrailBreakPlaced() |
            sky.ECChanged() | sky.ECSet() | sky.GustsBegan() | sky.GustsEnded() | sky.LightEnded() |
            sky.LightPlaced() | sky.NVRChanged() | sky.RainBegan() | sky.RainEnded() |
            sky.RainGrewHeavy() | sky.TimeOfDaySet() | sky.WeatherSet() | sky.WindChangeRolled() |
            sky.WindDirectionChanged() | sky.WindDirectionSet() | sky.WindForceChanged() |
            sky.WindForceSet() | smoke.DriftChanged() | smoke.GrenadePlaced() |
            smoke.GrenadeThrown() | smoke.SmokeDispersed() | smoke.SmokePlaced() |
            smoke.SmokeRemoved() | smoke.WPPlaced() | spreading_fire.BlazeChecked() |
            spreading_fire.BlazeSpread() | spreading_fire.BuildingHeld() |
            spreading_fire.GustsTurned() | spreading_fire.KindlingFailed() | turn.GameEnded() |
            turn.PhaseBegan() | turn.PlayerTurnBegan() | units.CrossingBegan() |
            units.CrossingEnded() | units.CrossingFinished() | units.GoodOrderLost() |
            units.GoodOrderRegained() | units.UnitEliminated() | units.UnitFell() |
            units.UnitKilled() | units.UnitPlaced() | units.UnitRemoved() | units.UnitStationed() |
            vehicles.ArmoredAssaultDeclared() | vehicles.BogCheckDue() | vehicles.BogChecked() |
            vehicles.ESBRolled() | vehicles.HatchSet() | vehicles.ImmobilizationChecked() |
            vehicles.MPSpent() | vehicles.MotionGained() | vehicles.MotionTried() |
            vehicles.MudHexCounted() | vehicles.SecretBogRolled() | vehicles.TowingChanged() |
            vehicles.VehicleAdded() | vehicles.VehicleBogged() | vehicles.VehicleBypassed() |
            vehicles.VehicleDestroyed() | vehicles.VehicleEndedInMotion() |
            vehicles.VehicleEntered() | vehicles.VehicleExited() | vehicles.VehicleFreed() |
            vehicles.VehicleImmobilized() | vehicles.VehicleMired() | vehicles.VehicleMoved() |
            vehicles.VehicleRecovered() | vehicles.VehicleShocked() | vehicles.VehicleStarted() |
            vehicles.VehicleStopped() | vehicles.VehicleStunned() | vehicles.VehicleUnstunned() |
            vehicles.WreckAblaze() | vehicles.WreckFireChecked() | vehicles.WreckRemoved()
        ):
            return
        case _:
            assert_never(event)


def has_decider(command: Command) -> None:
    """Each of them has, by `sim.machine.telling.decider`."""
    match command:
        case (
            commands.Abandon() | commands.AddVehicle() | commands.Advance() |
            commands.ArmoredAssault() | commands.Blaze() | commands.Bog() | commands.Bombard() |
            commands.Breach() | commands.Break() | commands.Bypass() | commands.CheckBog() |
            commands.CheckFlame() | commands.Clear() | commands.Collapse() | commands.Cross() |
            commands.Destroy() | commands.ESB() | commands.Enter() | commands.Entrench() |
            commands.Exit() | commands.Extinguish() | commands.Flame() | commands.Hook() |
            commands.Immobilize() | commands.Impulse() | commands.Kindle() | commands.Lift() |
            commands.Move() | commands.PlaceDebris() | commands.PlaceFFE() | commands.PlaceLight() |
            commands.PlaceShellholes() | commands.PlaceSmoke() | commands.PlaceUnit() |
            commands.PlaceWP() | commands.Rally() | commands.Recover() |
            commands.RemoveFortification() | commands.RemoveUnit() | commands.RollDust() |
            commands.RollEC() | commands.RollTimeOfDay() | commands.RollWeather() |
            commands.RollWindDirection() | commands.RollWindForce() | commands.RubbleLevel() |
            commands.SetHatch() | commands.Shock() | commands.Spend() | commands.Spread() |
            commands.Start() | commands.StationUnit() | commands.Stop() | commands.Stun() |
            commands.ThrowGrenade() | commands.TryMotion() | commands.Turn() | commands.Unbog() |
            commands.Unhook() | commands.VBM() | commands.WindChange()
        ):
            return
        case _:
            assert_never(command)
