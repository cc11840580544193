"""Hypothesis strategies: plausible and legal commands, whole games, logs."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import product
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from events.codec import decode_scenario
from events.commands import (
    Advance,
    BookCommand,
    Command,
    Cross,
    Enter,
    Impulse,
    Move,
    Start,
    Stop,
    WindChange,
)
from events.errors import BadInput
from events.moment import PHASES, Phase
from events.orders import parse_order
from events.scenario import Scenario
from events.terms import (
    EC,
    Armour,
    Density,
    Material,
    Month,
    Movement,
    Road,
    Station,
    TimeOfDay,
    Weather,
    WindForce,
)
from replays.game.game import Game
from sim.chapter_11.setup import SETUP_STEPS
from sim.chapter_d.expenditure import entry_mp
from sim.machine.decide import resolve
from sim.machine.telling import Refusal
from sim.rulings import RULINGS
from sim.soundness import faults
from sim.state import State

HEXES: Final = ("B2", "C3", "C4", "D4", "E4", "E5", "F5", "G3", "A1", "I8", "E6", "D5")
SIDES: Final = ("German", "British")
_BOARD: Final = {"name": "X", "width": 9, "height": 8}
_PLAIN: Final[dict[str, Any]] = {
    "name": "A drawn scenario",
    "land": "Libya",
    "month": "June",
    "turns": 2,
    "sides": list(SIDES),
    "boards": [{**_BOARD, "desert": True}],
    "weather": "Clear",
    "ec": "Dry",
    "time_of_day": "None",
    "wind": "Mild Breeze",
    "dust": "None",
}
"""A scenario that hardly any fact contradicts."""


_ONE_IN_FIVE: Final = st.integers(0, 4)


@st.composite
def _vehicles(draw: DrawFn, sides: tuple[str, str]) -> list[dict[str, Any]]:
    result = []
    for index in range(draw(st.integers(0, 4))):
        armour = draw(st.sampled_from(Armour))
        at = draw(st.none() | st.sampled_from(HEXES))
        spec: dict[str, Any] = {
            "id": f"V{index}",
            "side": draw(st.sampled_from(sides)),
            "movement": draw(st.sampled_from(Movement)).value,
            "mp": draw(st.integers(4, 30)),
            "armour": armour.value,
            "towing": draw(st.booleans()),
            "bu": armour is not Armour.NONE and draw(st.booleans()),
            "motion": False,
        }
        result.append(spec if at is None else {**spec, "at": at})
    return result


@st.composite
def _climate(draw: DrawFn) -> dict[str, Any]:
    if draw(st.integers(0, 3)) == 0:
        return {
            "dyo": True,
            **dict.fromkeys(("weather", "time_of_day", "ec", "wind", "dust"), "roll"),
            "bombardments": draw(st.integers(0, 2)),
            "night_by_consent": draw(st.booleans()),
        }
    weather = draw(st.sampled_from(Weather))
    force = draw(st.sampled_from(WindForce))
    dry = st.sampled_from((EC.DRY, EC.VERY_DRY))
    facts: dict[str, Any] = {
        "weather": weather.value,
        "ec": "Mud" if weather.mud else draw(dry | st.sampled_from(EC)).value,
        "time_of_day": draw(st.sampled_from(TimeOfDay)).value,
        "wind": force.value,
        "dust": draw(st.sampled_from(Density)).value,
    }
    if force is not WindForce.NO_WIND and draw(st.booleans()):
        facts["wind_direction"] = draw(st.integers(1, 6))
    return facts


def scenarios(**facts: Any) -> SearchStrategy[Scenario]:
    """Sound scenarios on small boards.

    Args:
        facts: what is the same in all of them, as a scenario file says it: ``dust="Heavy"``. What
            is drawn yields to it.

    Raises:
        BadInput: at once, when the facts contradict one another or are none of a scenario.
    """
    return _scenarios(facts, _plain_with(facts))


def _plain_with(facts: dict[str, Any]) -> Scenario:
    value = {**_PLAIN, **facts}
    given = ", ".join(f"{key}={item!r}" for key, item in facts.items())
    try:
        wrong = list(faults(decode_scenario(value)))
        scenario = decode_scenario(_other_climate(value, facts, wrong))
    except BadInput as error:
        raise BadInput(str(error), f"scenarios({given})") from None
    if any(True for _ in faults(scenario)):
        raise BadInput(f"no scenario has these facts: {wrong[0]}", f"scenarios({given})")
    return scenario


@st.composite
def _scenarios(draw: DrawFn, facts: dict[str, Any], plain: Scenario) -> Scenario:
    """Drawn scenarios with these facts; the plain one where what is drawn cannot yield enough."""
    desert = draw(st.booleans()) or draw(st.booleans())
    ad = desert and draw(st.booleans())
    sides = tuple(facts.get("sides", SIDES))
    value: dict[str, Any] = {
        "name": "A drawn scenario",
        "land": draw(st.sampled_from(("Libya", "Syria", "Malta"))),
        "month": draw(st.sampled_from(Month)).value,
        "turns": draw(st.integers(1, 4)),
        "sides": list(sides),
        "first": draw(st.sampled_from(sides)),
        "steppe": draw(st.integers(0, 4)) == 0,
        "ad": ad,
        "boards": [{**_BOARD, "desert": desert, "ad": ad}],
        "vehicles": draw(_vehicles(sides)),
        "rulings": {
            key: draw(st.sampled_from(list(ruling.choices)))
            for key, ruling in RULINGS.items()
            if ruling.open and draw(_ONE_IN_FIVE) == 0
        },
        **draw(_climate()),
    }
    if draw(st.booleans()):
        value["buildings"] = [
            {"hex": "E4", "material": draw(st.sampled_from(Material)).value, "upper_levels": 2},
            {"hex": "F4", "upper_levels": draw(st.integers(0, 2)), "mosque": draw(st.booleans())},
        ]
    if ad and draw(st.booleans()):
        value["debris"] = [{"hex": "E5"}, {"hex": "G3", "origin": "placed"}]
    if draw(st.booleans()):
        value["hexsides"] = [{"kind": "cactus-hedge", "at": ["D4/D5", "E4/E5"]}]
    value.update(facts)
    for attempt in (_without_misfits, _other_climate, *(_without_misfits,) * 3):
        scenario = decode_scenario(value)
        wrong = list(faults(scenario))
        if not wrong:
            return scenario
        value = attempt(value, facts, wrong)
    return plain


_GONE: Final = object()
"""What a key yields to that is left out."""

_YIELDS: Final[dict[str, tuple[Any, ...]]] = {
    "dyo": (True, False),
    "land": ("Libya",),
    "wind": ("Mild Breeze",),
    "weather": ("Clear",),
    "boards": ([{**_BOARD, "desert": True}],),
    "steppe": (False,),
    "wind_direction": (_GONE,),
    "ec": ("Dry", "Very Dry", "Moist", "Mud"),
    "time_of_day": ("None", "Night"),
    "dust": ("None",),
}
"""What a drawn value of a climate yields to, where it makes a scenario unsound: last key first."""

_ON_BOARD: Final = ("at", "motion")
"""What is not said of a vehicle that is offboard."""


def _place(fault: BadInput) -> str:
    return fault.where.split("[")[0].split(".")[0]


def _without_misfits(
    value: dict[str, Any], facts: dict[str, Any], wrong: list[BadInput]
) -> dict[str, Any]:
    """Without drawn things that do not fit; vehicles in hexes where they may not be go offboard."""
    drawn = {_place(fault) for fault in wrong} - facts.keys() - _YIELDS.keys()
    drawn &= {"buildings", "debris", "hexsides", "rulings"}
    kept = {key: item for key, item in value.items() if key not in drawn}
    misplaced = {
        int(fault.where.split("[")[1].split("]")[0])
        for fault in wrong
        if fault.where.startswith("vehicles[") and "vehicles" not in facts
    }
    kept["vehicles"] = [
        {key: item for key, item in each.items() if n not in misplaced or key not in _ON_BOARD}
        for n, each in enumerate(value["vehicles"])
    ]
    return kept


def _other_climate(
    value: dict[str, Any], facts: dict[str, Any], wrong: list[BadInput]
) -> dict[str, Any]:
    """The climate nearest to the drawn one that is sound with the facts; as it is, if none is."""
    if not any(_place(fault) in _YIELDS for fault in wrong):
        return value
    free = [key for key in _YIELDS if key not in facts]
    for choice in _nearest(value, free):
        other = {**value, **dict(zip(free, choice, strict=True))}
        other = {key: item for key, item in other.items() if item is not _GONE}
        if not any(_place(fault) in _YIELDS for fault in faults(decode_scenario(other))):
            return other
    return value


def _nearest(value: dict[str, Any], free: list[str]) -> Iterator[tuple[Any, ...]]:
    """Other values of the keys that may yield; those that change least come first."""
    ways = [
        [value.get(key, _GONE), *(each for each in _YIELDS[key] if each != value.get(key))]
        for key in free
    ]
    steps = sorted(product(*(range(len(way)) for way in ways)), key=sum)
    for step in steps:
        yield tuple(way[n] for way, n in zip(ways, step, strict=True))


Draw = Callable[[SearchStrategy[Any]], Any]
"""What draws a value: that of a composite strategy, or ``data.draw``."""


@lru_cache(maxsize=2048)
def _orders(text: str) -> tuple[Command, ...]:
    orders = (parse_order(each) for each in text.split(";"))
    return tuple(each.command for each in orders if not isinstance(each.command, BookCommand))


def candidates(state: State) -> Iterator[Command]:
    """Commands that make sense in a state, legal or not: every kind, and a few of each."""
    yield from (command() for command in SETUP_STEPS)
    yield from _orders(";".join(("wc", "phase", *(f"phase {phase}" for phase in PHASES))))
    for vehicle in sorted(state.vehicles):
        yield from _about(state, vehicle)
    yield from _platoon(state)
    for name in ("E4", "F4", "E5", "G3", "D4", "Z9"):
        yield from _orders(_IN_A_HEX.format(name))
    for label, order in _UNITS.items():
        there = label in state.units
        yield from _orders(_OF_A_UNIT.format(label) if there else f"{order};rally {label}")
    yield from _orders(_AT_LAST)


def _about(state: State, vehicle: str) -> Iterator[Command]:
    yield from _orders(_OF_A_VEHICLE.format(vehicle))
    here = state.vehicles[vehicle].hex
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


_OF_A_VEHICLE: Final = """
start {0}; stop {0}; spend {0} 1mp; assault {0}; bog-check {0}; stun {0}; shock {0}; immobilize {0};
destroy {0}; recover {0}; hook {0}; unhook {0}; bog {0}; unbog {0}; turn {0}; hatch {0} BU;
hatch {0} CE; exit {0} 1mp
"""

_IN_A_HEX: Final = """
smoke {0}; smoke {0} dispersed by British; he {0} 70mm kia 3; he {0} 65mm kia 2 level 1; rubble {0};
rubble {0} level 1; clear {0} squads 3 leader -1; clear {0} bulldozers 1; abandon {0}; debris {0};
shellholes {0}; flame {0}; flame-check {0}; blaze {0}; extinguish {0}; breach {0} E5; spread {0};
collapse {0}; entrench {0}; unfortify Foxhole-{0}; kindle {0} leader -1; kindle {0} SMC
"""

_UNITS: Final = {
    "A": "unit A squad D4 by German pp 3",
    "B": "unit B HS F4 steeple by German",
    "C": "unit C crew F4 steeple involuntary by German",
    "MG": "unit MG SW F4 shaft involuntary pp 4",
    "Z": "unit Z SMC Z9 by Italian",
}

_OF_A_UNIT: Final = ";".join(
    (
        "break {0}; rally {0}; remove {0}; station {0} steeple",
        *(f"station {{0}} {station} involuntary" for station in Station),
    )
)

_AT_LAST: Final = """
cross A D5; cross A D4; cross A E4; ffe F1 E5 105mm; ffe F2 D4 50mm; lift F1; lift F2; spread;
collapse
"""


class _Ones:
    def roll(self, _: str, count: int) -> tuple[int, ...]:
        return (1,) * count


def is_legal(state: State, command: Command) -> bool:
    """Whether the rules allow a command in a state."""
    return not isinstance(resolve(state, command, _Ones()), Refusal)


def commands(state: State) -> SearchStrategy[Command]:
    """Commands that make sense in a state, legal or not."""
    return st.sampled_from(list(candidates(state)))


@st.composite
def legal_commands(draw: DrawFn, state: State) -> Command:
    """Commands that are legal in a state. Fails in a state whose game is over: none is left."""
    legal = partial(is_legal, state)
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
    """Games of drawn scenarios, some way into play or over."""
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
