"""Hypothesis strategies: plausible and legal commands, whole games, logs."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from events.commands import (
    Abandon,
    Advance,
    ArmoredAssault,
    Blaze,
    Bog,
    Bombard,
    Breach,
    Break,
    CheckBog,
    CheckFlame,
    Clear,
    Collapse,
    Command,
    Cross,
    Destroy,
    Enter,
    Entrench,
    Exit,
    Extinguish,
    Flame,
    Hook,
    Immobilize,
    Impulse,
    Kindle,
    Lift,
    Move,
    PlaceDebris,
    PlaceFFE,
    PlaceShellholes,
    PlaceSmoke,
    PlaceUnit,
    Rally,
    Recover,
    RemoveFortification,
    RemoveUnit,
    RubbleLevel,
    SetHatch,
    Shock,
    Spend,
    Spread,
    Start,
    StationUnit,
    Stop,
    Stun,
    Turn,
    Unbog,
    Unhook,
    WindChange,
)
from events.moment import PHASES, Phase
from events.scenario import Scenario
from events.terms import Hatch, Kindler, Road, Station, UnitKind
from replays.playing.game import Game
from replays.testing.drawn_scenarios import scenarios
from sim.chapter_11.setup import SETUP_STEPS
from sim.chapter_d.expenditure import entry_mp
from sim.machine.decide import resolve
from sim.machine.refusals import Refusal
from sim.state import State

__all__ = ["candidates", "commands", "games", "legal_commands", "logs", "scenarios"]

Draw = Callable[[SearchStrategy[Any]], Any]
"""What draws a value: that of a composite strategy, or ``data.draw``."""


def candidates(state: State) -> Iterator[Command]:
    """Commands that make sense in a state, legal or not: every kind, and a few of each."""
    yield from (command() for command in SETUP_STEPS)
    yield WindChange()
    yield Advance()
    yield from (Advance(phase) for phase in PHASES)
    for vehicle in sorted(state.vehicles):
        yield from _about(state, vehicle)
    yield from _platoon(state)
    yield from _IN_HEXES
    yield PlaceFFE("F1", "E5", 105)
    yield PlaceFFE("F2", "D4", 50)
    yield Lift("F1")
    yield Lift("F2")
    yield from _infantry(state)
    yield from (Spread(), Collapse())


def _about(state: State, vehicle: str) -> Iterator[Command]:
    here = state.vehicles[vehicle].hex
    yield from (
        Start(vehicle),
        Stop(vehicle),
        Spend(vehicle, 1),
        ArmoredAssault(vehicle),
        CheckBog(vehicle),
    )
    yield from (Stun(vehicle), Shock(vehicle), Immobilize(vehicle), Destroy(vehicle))
    yield from (Recover(vehicle), Hook(vehicle), Unhook(vehicle))
    yield from (Bog(vehicle), Unbog(vehicle), Turn(vehicle))
    yield from (SetHatch(vehicle, hatch) for hatch in Hatch)
    yield Exit(vehicle, 1)
    if here is None:
        yield from (Enter(vehicle, "A3", 2), Enter(vehicle, "E4", 2))
        return
    for to in state.setting.area.neighbours(here).values():
        yield Move(vehicle, to)
        yield Move(vehicle, to, road=Road.PAVED)
        least = entry_mp(state, Move(vehicle, to))
        if least is not None:
            yield Move(vehicle, to, least)
            yield Move(vehicle, to, least + 2)


def _platoon(state: State) -> Iterator[Command]:
    steps: list[Start | Move] = []
    for vehicle in sorted(state.vehicles):
        found = state.vehicles[vehicle]
        ours = state.setting.vehicles[vehicle].side == state.attacker
        if not ours or found.hex is None:
            continue
        to = state.setting.area.across(found.hex, 3)
        if not found.in_motion:
            steps.append(Start(vehicle))
        elif to is not None:
            steps.append(Move(vehicle, to))
    if len(steps) >= 2:
        yield Impulse(tuple(steps[:3]))


def _in_hex(name: str) -> Iterator[Command]:
    yield from (PlaceSmoke(name), PlaceSmoke(name, dispersed=True, side="British"))
    yield from (
        Bombard(name, 70, 3),
        Bombard(name, 65, 2, 1),
        RubbleLevel(name),
        RubbleLevel(name, level=1),
    )
    yield from (Clear(name, squads=3, leader=-1), Clear(name, bulldozers=1), Abandon(name))
    yield from (PlaceDebris(name), PlaceShellholes(name), Flame(name), CheckFlame(name))
    yield from (Blaze(name), Extinguish(name), Breach(name, "E5"))
    yield from (Spread(name), Collapse(name), Entrench(name))
    yield RemoveFortification(f"Foxhole-{name}")
    yield from (Kindle(name, leader=-1), Kindle(name, Kindler.SMC))


_IN_HEXES: Final = tuple(
    command for name in ("E4", "F4", "E5", "G3", "D4", "Z9") for command in _in_hex(name)
)

_UNITS: Final = (
    PlaceUnit("A", UnitKind.SQUAD, "D4", side="German", pp=3),
    PlaceUnit("B", UnitKind.HS, "F4", Station.STEEPLE, side="German"),
    PlaceUnit("C", UnitKind.CREW, "F4", Station.STEEPLE, involuntary=True, side="German"),
    PlaceUnit("MG", UnitKind.SW, "F4", Station.SHAFT, involuntary=True, pp=4),
    PlaceUnit("Z", UnitKind.SMC, "Z9", side="Italian"),
)


def _infantry(state: State) -> Iterator[Command]:
    """What Infantry does at cactus hedges, and in Steeples."""
    for unit in _UNITS:
        if unit.unit not in state.units:
            yield unit
            yield Rally(unit.unit)
            continue
        yield from (Break(unit.unit), Rally(unit.unit), RemoveUnit(unit.unit))
        yield from (StationUnit(unit.unit, station, involuntary=True) for station in Station)
        yield StationUnit(unit.unit, Station.STEEPLE)
    yield from (Cross("A", "D5"), Cross("A", "D4"), Cross("A", "E4"))


class _Pliant:
    """Dice that always show ones: enough to see whether a command is legal."""

    def roll(self, _: str, count: int) -> tuple[int, ...]:
        return (1,) * count


def _is_legal(state: State, command: Command) -> bool:
    return not isinstance(resolve(state, command, _Pliant()), Refusal)


def commands(state: State) -> SearchStrategy[Command]:
    """Commands that make sense in a state, legal or not."""
    return st.sampled_from(list(candidates(state)))


@st.composite
def legal_commands(draw: DrawFn, state: State) -> Command:
    """Commands that are legal in a state. Fails in a state whose game is over: none is left."""
    legal = partial(_is_legal, state)
    every = list(candidates(state))
    kind = draw(_KIND)
    if kind >= _DRIVING:
        driving = [c for c in every if isinstance(c, _DRIVES) and legal(c)]
        if driving:
            return draw(st.sampled_from(driving))
    if kind % 2:
        return draw(st.sampled_from([c for c in every if legal(c)]))
    rolled: list[Command] = [c for c in every if isinstance(c, _ROLLS) and legal(c)]
    onward = rolled or [c for c in every if c in _PHASES_ON and legal(c)]
    return draw(st.sampled_from(onward))


_KIND: Final = st.integers(0, 3)
"""Onward, whatever is legal, or driving; where nothing can drive, that is one of the first two."""

_DRIVING: Final = 2
_DRIVES: Final = (Start, Move, Impulse, Enter, Stop, Cross)
_ROLLS: Final = (WindChange, *SETUP_STEPS)
_PHASES_ON: Final = (Advance(Phase.MPH), Advance(Phase.RPH), Advance())


class DrawnDice:
    """Dice that Hypothesis draws, as people would roll them at a table."""

    def __init__(self, draw: Draw) -> None:
        """Roll with this draw function."""
        self._draw = draw
        self.shown: list[int] = []

    def roll(self, _: str, count: int) -> tuple[int, ...]:
        """Draw ``count`` dice."""
        dice = tuple(self._draw(_DIE) for _ in range(count))
        self.shown += dice
        return dice


_DIE: Final = st.sampled_from((1, 6, 2, 3, 4, 5, 6, 1, 6))


def play_one(draw: Draw, game: Game, command: Command) -> None:
    """Give a legal command to a game, its dice from the seed or drawn as if rolled by hand."""
    shown: Sequence[int] = ()
    if draw(st.booleans()):
        dice = DrawnDice(draw)
        if not isinstance(resolve(game.state, command, dice), Refusal):
            shown = dice.shown
    game.attempt(command, shown)


def games(most: int = 60, **facts: Any) -> SearchStrategy[Game]:
    """Games of drawn scenarios, some way into play or over.

    Args:
        most: the most commands in a game.
        facts: facts of the scenario that are not drawn, as `scenarios` takes them.

    Raises:
        BadInput: when no scenario has these facts.
    """
    return _games(scenarios(**facts), most)


@st.composite
def _games(draw: DrawFn, of: SearchStrategy[Scenario], most: int) -> Game:
    game = Game.new(draw(of), draw(st.text(max_size=8)), draw(st.integers(0, 99)))
    for _ in range(draw(st.integers(0, most))):
        if game.state.clock.over:
            break
        play_one(draw, game, draw(legal_commands(game.state)))
    if game.state.clock.over:
        game.finish()
    return game


def logs(most: int = 40, **facts: Any) -> SearchStrategy[bytes]:
    """Game logs, as the bytes of their files; of games as `games` draws them."""
    return games(most, **facts).map(Game.log_bytes)
