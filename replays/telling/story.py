"""A log as a player would tell it: each order, what followed, and the rule that did it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import attrs

from events import (
    dust,
    ground,
    sky,
    smoke,
    spreading_fire,
    turn,
    units,
    vehicles,
    wind,
)
from events.commands import WindChange
from events.entry import Entry
from events.moment import Moment, Phase
from events.orders import format_order
from events.rolls import Roll
from events.terms import Density, Rain, RollSource, Station
from events.vocabulary import Event
from replays.playing.moments import When, happen
from sim.chapter_b.wind_change import has_direction
from sim.state import State

__all__ = ["SENTENCES", "Told", "story_lines", "tell", "tell_event", "weather_line"]


_WIDTH: Final = 74
"""Columns of a line of a story before its rule."""


@attrs.frozen
class Told:
    """A line of a story.

    Attributes:
        moment: when.
        entry: number of the entry.
        kind: ``order``, ``event`` or ``now``.
        text: the line.
        rule: the rule behind it; empty for an order.
    """

    moment: Moment
    entry: int
    kind: str
    text: str
    rule: str


def _mp(amount: Any) -> str:
    return f"{amount} MP" if isinstance(amount, int) else f"{float(amount):g} MP"


def _drift(event: smoke.DriftChanged) -> str:
    if event.hexes:
        return f"drift from {event.source} fills {', '.join(event.hexes)}"
    return f"what drifted from {event.source} is gone"


def _direction(event: wind.WindDirectionChanged) -> str:
    if event.old is None:
        return f"the wind blows to hexside {event.new}"
    return f"the wind turns from hexside {event.old} to hexside {event.new}"


def _fell(event: ground.RubbleFell) -> str:
    if event.to is None:
        return f"rubble falls from {event.hex} off the playing area"
    return f"{event.material} rubble falls from {event.hex} into {event.to}"


def _ffe(event: dust.FFEPlaced) -> str:
    return f"FFE {event.name} of {event.calibre}mm in {event.hex}, LOS Hindrance +{event.hindrance}"


def _smoke(event: smoke.SmokePlaced) -> str:
    words = ["Dispersed"] if event.dispersed else []
    words += ["gray"] if event.gray else []
    return f"{' '.join([*words, 'SMOKE'])} of the {event.side} in {event.hex}"


def _towing(event: vehicles.TowingChanged) -> str:
    return f"{event.vehicle} {'hooks up' if event.towing else 'unhooks'} a Gun ({_mp(event.mp)})"


def _time(event: sky.TimeOfDaySet) -> str:
    return f"Time of Day: {event.time_of_day}" + (", with Mist" if event.mist else "")


_STATIONS: Final = {
    Station.GROUND: "on the ground",
    Station.SHAFT: "in the Shaft",
    Station.STEEPLE: "in the Steeple",
}


def _unit(event: units.UnitPlaced) -> str:
    pp = "" if not event.pp else f", {event.pp} PP"
    where = "" if event.station is Station.GROUND else f", {_STATIONS[event.station]}"
    return f"{event.unit}, {event.kind} of the {event.side}{pp}, is in {event.hex}{where}"


Sentence = str | Callable[[Any], str]

SENTENCES: Final[dict[type[Event], Sentence]] = {
    turn.PlayerTurnBegan: "{e.moment.player_turn}: Player Turn of the {e.side}",
    turn.PhaseBegan: "{e.moment.phase}",
    turn.GameEnded: "the game is over",
    sky.WeatherSet: "Weather: {e.weather}",
    sky.TimeOfDaySet: _time,
    sky.ECSet: "EC: {e.ec}",
    sky.ECChanged: "EC change from {e.old} to {e.new}",
    sky.RainBegan: "rain begins",
    sky.RainGrewHeavy: "the rain grows heavy",
    sky.RainEnded: "the rain ends",
    wind.WindForceSet: "Wind Force: {e.force}",
    wind.WindDirectionSet: "the wind blows to hexside {e.direction}",
    wind.WindChangeRolled: "Wind Change DR {e.coloured},{e.white}",
    wind.WindForceChanged: "Wind Force changes from {e.old} to {e.new}",
    wind.WindDirectionChanged: _direction,
    wind.GustsBegan: "Gusts begin, for this Player Turn",
    wind.GustsEnded: "the Gusts are over",
    dust.DustSet: "Dust: {e.density}",
    dust.DustRose: "Dust rises from {e.old} to {e.new}",
    dust.DustFell: "Dust falls from {e.old} to {e.new}",
    dust.DustVanished: "all Dust vanishes, and none can come again ({e.old} before)",
    dust.VehicleDustPlaced: "{e.vehicle} leaves Vehicle Dust in {e.hex}",
    dust.VehicleDustFlipped: "{e.vehicle}'s Dust in {e.hex} is flipped to its Motion side",
    dust.VehicleDustRemoved: "{e.vehicle}'s Dust in {e.hex} is removed",
    dust.FFEPlaced: _ffe,
    dust.FFEHindranceChanged: "FFE {e.name} hinders LOS by +{e.new} from now on, not +{e.old}",
    dust.FFELifted: "FFE {e.name} ends",
    smoke.SmokePlaced: _smoke,
    smoke.SmokeDispersed: "SMOKE {e.smoke} is flipped to Dispersed",
    smoke.SmokeRemoved: "SMOKE {e.smoke} is removed",
    smoke.DriftChanged: _drift,
    vehicles.VehicleStarted: "{e.vehicle} Starts",
    vehicles.VehicleMoved: lambda e: f"{e.vehicle} goes from {e.origin} to {e.to} ({_mp(e.mp)})",
    vehicles.VehicleEntered: lambda e: f"{e.vehicle} enters in {e.to} ({_mp(e.mp)})",
    vehicles.VehicleExited: lambda e: f"{e.vehicle} exits from {e.origin} ({_mp(e.mp)})",
    vehicles.MPSpent: lambda e: f"{e.vehicle} expends {_mp(e.mp)} in its hex",
    vehicles.VehicleStopped: "{e.vehicle} Stops",
    vehicles.VehicleEndedInMotion: "{e.vehicle} ends its MPh in Motion",
    vehicles.ArmoredAssaultDeclared: "{e.vehicle} declares Armored Assault",
    vehicles.VehicleStunned: "{e.vehicle} is Stunned, and Stopped",
    vehicles.VehicleUnstunned: "{e.vehicle} is no longer Stunned",
    vehicles.VehicleShocked: "{e.vehicle} is Shocked, and Stopped",
    vehicles.VehicleRecovered: "{e.vehicle} recovers from Shock",
    vehicles.VehicleImmobilized: "{e.vehicle} is immobilized",
    vehicles.BogChecked: (
        "{e.vehicle} makes a Bog Check in {e.hex}: {e.coloured},{e.white} with DRM {e.drm:+}"
    ),
    vehicles.ImmobilizationChecked: (
        "{e.vehicle} makes an Immobilization DR in {e.hex}: {e.coloured},{e.white} with DRM "
        "{e.drm:+}"
    ),
    vehicles.VehicleBogged: "{e.vehicle} bogs in {e.hex}",
    vehicles.VehicleFreed: "{e.vehicle} is free again, and in Motion",
    vehicles.VehicleMired: "{e.vehicle} is Mired",
    vehicles.VehicleDestroyed: "{e.vehicle} is destroyed",
    vehicles.HatchSet: "{e.vehicle} is {e.hatch}",
    vehicles.TowingChanged: _towing,
    ground.BuildingStood: "the building in {e.hex} stands",
    ground.BuildingRubbled: "{e.hex} is {e.material} rubble from level {e.level} up",
    ground.RubbleStayed: "the rubble of {e.hex} stays in its hex",
    ground.RubbleFell: _fell,
    ground.TrailBreakPlaced: "a Trail Break joins hexsides {e.across} of {e.hex}",
    ground.TrailBreakMade: "a Trail Break now joins hexsides {e.across} of {e.hex}",
    ground.HighWallBreached: "the High Wall on hexside {e.hexside} of {e.hex} is breached",
    ground.ClearanceFailed: "Clearance fails in {e.hex}; Labor {e.labor}",
    ground.LaborEnded: "the Labor in {e.hex} is lost",
    ground.RubbleCleared: "the rubble in {e.hex} is cleared",
    ground.DebrisPlaced: "Arid Debris comes to {e.hex}",
    ground.DebrisCleared: "the Arid Debris in {e.hex} is cleared",
    ground.DebrisEnded: "the Arid Debris in {e.hex} is gone",
    ground.ShellholesPlaced: "shellholes in {e.hex}",
    ground.FlamePlaced: "a Flame in {e.hex}",
    ground.FlameStayed: "the Flame in {e.hex} stays a Flame",
    ground.BlazeBegan: "a Blaze in {e.hex}",
    ground.FireEnded: "the fire in {e.hex} is out",
    units.UnitPlaced: _unit,
    units.UnitStationed: lambda e: f"{e.unit} is {_STATIONS[e.station]}",
    units.GoodOrderLost: "{e.unit} is no longer in Good Order",
    units.GoodOrderRegained: "{e.unit} is in Good Order",
    units.CrossingBegan: "{e.unit} begins to cross the cactus hedge from {e.hex} to {e.to}: TI",
    units.CrossingFinished: "{e.unit} is across the cactus hedge in {e.to}",
    units.CrossingEnded: "{e.unit} crosses no cactus hedge to {e.to}, and is TI no more",
    units.UnitEliminated: "{e.unit} is too much for its Location in {e.hex}, and is eliminated",
    units.UnitRemoved: "{e.unit} is removed",
    spreading_fire.KindlingFailed: "Kindling fails in {e.hex}",
    spreading_fire.BlazeSpread: "the Blaze in {e.hex} spreads: a Flame in {e.to}",
    spreading_fire.BlazeChecked: "the Blaze in {e.hex} has been rolled for",
    spreading_fire.BuildingHeld: "the building ablaze in {e.hex} stands",
}
"""The sentence of every event."""


def tell_event(event: Event) -> str:
    """An event as a sentence."""
    sentence = SENTENCES[type(event)]
    return sentence.format(e=event) if isinstance(sentence, str) else sentence(event)


def weather_line(state: State) -> str:
    """Wind, rain, EC and Dust now, in one line."""
    wind_now, sky_now = state.wind, state.sky
    parts = [str(wind_now.force or "Wind Force to be rolled")]
    if has_direction(wind_now.force) and wind_now.direction is not None:
        parts[0] += f" to hexside {wind_now.direction}"
    parts += ["Gusts"] if wind_now.gusts else []
    parts += [str(sky_now.rain)] if sky_now.rain is not Rain.NONE else []
    parts.append(f"EC {sky_now.ec or 'to be rolled'}")
    dusty = state.density is not Density.NONE
    to_come = state.dust is None and state.moment.phase is Phase.SETUP
    parts.append(f"{state.density} Dust" if dusty else f"{'' if to_come else 'no '}Dust")
    if to_come:
        parts[-1] += " to be settled"
    return ", ".join(parts)


def _dice(rolls: tuple[Roll, ...]) -> str:
    if not rolls:
        return ""
    shown = "; ".join(f"{r.purpose} {','.join(str(die) for die in r.dice)}" for r in rolls)
    by_hand = all(roll.source is RollSource.TABLE for roll in rolls)
    return f"   [{shown} {'at the table' if by_hand else 'from the seed'}]"


def tell(
    state: State,
    entries: Iterable[Entry],
    start: When | None = None,
    end: When | None = None,
) -> Iterator[Told]:
    """The story of a game, or of a part of it.

    Args:
        state: the state before the first entry.
        entries: the entries of the game.
        start: the first phase or entry to tell; None is the beginning.
        end: the last phase or entry to tell; None is the end.

    Raises:
        BadInput: when an entry cannot have happened.
    """
    for entry in entries:
        lines = [Told(entry.at, entry.n, "order", format_order(entry.do) + _dice(entry.dice), "")]
        for event in entry.then:
            state = happen(state, event, entry.n)
            line = Told(state.moment, entry.n, "event", tell_event(event), event.rule)
            if isinstance(event, turn.PhaseBegan) and _is_phase(lines[-1]):
                line = attrs.evolve(line, text=f"{lines.pop().text}, {line.text}", rule="A3")
            lines.append(line)
        if isinstance(entry.do, WindChange) or entry.at.phase is Phase.SETUP:
            lines.append(Told(state.moment, entry.n, "now", weather_line(state), "11.7"))
        for line in lines:
            if end is not None and not _within(line, end):
                return
            if start is None or not _before(line, start):
                yield line


def story_lines(
    state: State, entries: Iterable[Entry], start: When | None = None, end: When | None = None
) -> Iterator[str]:
    """The lines of a story as text, the rule of each at its end; see ``tell``."""
    for told in tell(state, entries, start, end):
        if told.kind == "order":
            yield f"#{told.entry:<4} {told.moment!s:>9}  {told.text}"
        else:
            mark = "=" if told.kind == "now" else " "
            yield f"{'':16} {mark} {told.text:<{_WIDTH}} {told.rule}".rstrip()


def _is_phase(line: Told) -> bool:
    return line.kind == "event" and line.rule.startswith("A3") and ":" not in line.text


def _within(line: Told, end: When) -> bool:
    if end.entry is not None:
        return line.entry <= end.entry
    return end.moment is None or line.moment <= end.moment


def _before(line: Told, start: When) -> bool:
    if start.entry is not None:
        return line.entry < start.entry
    return start.moment is not None and line.moment < start.moment
