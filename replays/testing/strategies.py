"""Hypothesis strategies: scenarios, plausible and legal commands, whole games, logs.

A scenario is drawn as a few strings of bytes, which `Choices` reads: to Hypothesis each draw costs
more than an order does. Zeros are the plainest choices, to which it shrinks.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice, product
from typing import Any, Final, TypeAlias, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from events import terms
from events.codec import decode_scenario
from events.commands import (
    Advance,
    ArmoredAssault,
    BookCommand,
    Command,
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
from replays.game.bundled import bundled_rows
from replays.game.game import Game
from replays.testing.found import BASE, DrawnGame, told
from sim.chapter_11.setup import SETUP_STEPS, next_roll
from sim.chapter_d.expenditure import entry_mp, mp_left
from sim.machine.decide import resolve
from sim.machine.telling import Refusal
from sim.rulings import RULINGS
from sim.soundness import faults
from sim.state import State

T = TypeVar("T")

HEXES: Final = ("D4", "B2", "C3", "C4", "E4", "E5", "F5", "G3", "A1", "I8", "E6", "D5")
_PLAIN: Final[dict[str, Any]] = {
    **BASE,
    "turns": 2,
    **dict.fromkeys(("dyo", "ad", "steppe"), False),
    **dict.fromkeys(("first", "wind_direction")),
    **dict.fromkeys(("vehicles", "buildings", "debris", "hexsides"), ()),
    "rulings": {},
    "bombardments": 0,
    "weather": "Clear",
    "ec": "Dry",
    "time_of_day": "None",
    "wind": "Mild Breeze",
    "dust": "None",
}
"""A scenario that hardly any fact contradicts."""


class Choices:
    """What is chosen by bytes, one after the other; zeros once they are used up."""

    def __init__(self, drawn: bytes) -> None:
        self._bytes = iter(drawn)

    def of(self, options: Sequence[T]) -> T:
        """One of these, by a byte; the first is the plainest."""
        return options[next(self._bytes, 0) % len(options)]


_RARELY: Final = (False, False, False, True)
_EVENLY: Final = (False, True)


def _vehicles(drawn: Iterable[Choices], sides: Sequence[str]) -> list[dict[str, Any]]:
    result = []
    for index, choose in enumerate(drawn):
        armour = choose.of(tuple(terms.Armour))
        at = choose.of((*HEXES, *(None,) * len(HEXES)))
        spec: dict[str, Any] = {
            "id": f"V{index}",
            "side": choose.of(sides),
            "movement": choose.of(tuple(terms.Movement)).value,
            "mp": choose.of(range(4, 31)),
            "armour": armour.value,
            "towing": choose.of(_EVENLY),
            "bu": choose.of(_EVENLY) and armour is not terms.Armour.NONE,
            "motion": False,
        }
        result.append(spec if at is None else {**spec, "at": at})
    return result


_DRY: Final = ("Dry", "Very Dry")
_NO_MUD: Final = tuple(each.value for each in terms.Weather if "Mud" not in each.value)
_CLIMATE: Final = {
    "weather": (*_NO_MUD, *_NO_MUD, *(each.value for each in terms.Weather)),
    "ec": (*_DRY, *_DRY, *(each.value for each in terms.EC)),
    "time_of_day": ("None", *(each.value for each in terms.TimeOfDay)),
    "wind": ("Mild Breeze", *(each.value for each in terms.WindForce)),
    "dust": tuple(each.value for each in terms.Density),
}


def climate(choose: Choices, *, desert: bool) -> dict[str, Any]:
    """Weather, EC, Time of Day, wind and Dust of a scenario: stated, or all of them rolled."""
    if choose.of(_RARELY) and desert:
        return {
            "dyo": True,
            **dict.fromkeys(_CLIMATE, "roll"),
            "bombardments": choose.of(range(3)),
            "night_by_consent": choose.of(_EVENLY),
        }
    facts: dict[str, Any] = {key: choose.of(options) for key, options in _CLIMATE.items()}
    if facts["weather"].startswith("Mud"):
        facts["ec"] = "Mud"
    if not (desert and facts["ec"] in _DRY):
        facts["dust"] = "None"
    direction = choose.of((1, None, None, *range(1, 7)))
    if direction is not None and facts["wind"] != "No Wind":
        facts["wind_direction"] = direction
    return facts


def scenarios(**facts: Any) -> SearchStrategy[Scenario]:
    """Sound scenarios on small boards.

    Args:
        facts: what is the same in all of them, as a scenario file says it: ``dust="Heavy"``. What
            is drawn yields to it.

    Raises:
        BadInput: at once, when the facts contradict one another or are none of a scenario.
    """
    return _scenarios(facts, plain_with(facts))


def _scenarios(facts: dict[str, Any], plain: dict[str, Any]) -> SearchStrategy[Scenario]:
    """Drawn scenarios with these facts; the plain one where what is drawn cannot yield enough."""

    @lru_cache(maxsize=16)
    def made(land: bytes, things: bytes, *vehicles: bytes) -> Scenario:
        several = map(Choices, vehicles)
        return sound_with(everything(Choices(land), several, Choices(things), facts), facts, plain)

    land, things, vehicle = map(some_bytes, (16, 17, 7))
    vehicles = st.lists(vehicle, max_size=6)
    return st.tuples(land, things, vehicles).map(lambda drawn: made(*drawn[:2], *drawn[2]))


def plain_with(facts: dict[str, Any]) -> dict[str, Any]:
    """The plainest sound scenario with these facts."""
    given = ", ".join(f"{key}={item!r}" for key, item in facts.items())
    wrong: list[BadInput] = []
    try:
        for other in _near_plain(facts):
            found = list(faults(decode_scenario({**_PLAIN, **other, **facts})))
            if not found:
                return {**_PLAIN, **other, **facts}
            wrong = wrong or found
            if not any(_place(fault) in _YIELDS for fault in found):
                break
    except BadInput as error:
        raise BadInput(str(error), given) from None
    raise BadInput(f"no scenario has these facts: {wrong[0]}", given)


def _near_plain(facts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Climates without these facts, those that differ least from the plain one first."""
    free = {key: (_PLAIN[key], *ways) for key, ways in _YIELDS.items() if key not in facts}
    for steps in sorted(product(*(range(len(ways)) for ways in free.values())), key=sum):
        yield {key: ways[n] for (key, ways), n in zip(free.items(), steps, strict=True)}


def at_most(most: int) -> int:
    """A number of things that can be drawn at most."""
    if not (isinstance(most, int) and most >= 0):
        raise BadInput(f"{most!r} is no whole number from 0 on", "most")
    return most


def some_bytes(count: int) -> SearchStrategy[bytes]:
    """So many bytes."""
    return st.binary(min_size=count, max_size=count)


_OPEN: Final = tuple((key, each.choices) for key, each in RULINGS.items())


def everything(
    choose: Choices, vehicles: Iterable[Choices], things: Choices, facts: dict[str, Any]
) -> dict[str, Any]:
    """All that is drawn of a scenario: land and climate, vehicles, all else; it may be unsound."""
    sides: tuple[str, str] = tuple(facts.get("sides", BASE["sides"]))
    desert = not choose.of(_RARELY)
    ad = choose.of(_EVENLY) and desert
    value: dict[str, Any] = {
        **BASE,
        "land": choose.of(("Libya", "Syria", "Malta")),
        "month": choose.of(("June", *(each.value for each in terms.Month))),
        "turns": choose.of(range(1, 5)),
        "sides": list(sides),
        "first": choose.of((None, sides[1])),
        "steppe": choose.of(_RARELY),
        "ad": ad,
        "boards": [{**BASE["boards"][0], "desert": desert, "ad": ad}],
        "vehicles": _vehicles(vehicles, sides),
        **climate(choose, desert=desert),
    }
    if things.of(_EVENLY):
        material = things.of(tuple(terms.Material)).value
        levels, mosque = things.of(range(3)), things.of(_EVENLY)
        value["buildings"] = [
            {"hex": "E4", "material": material, "upper_levels": 2},
            {"hex": "F4", "upper_levels": levels, "mosque": mosque},
        ]
    if things.of(_EVENLY) and ad:
        value["debris"] = [{"hex": "E5"}, {"hex": "G3", "origin": "placed"}]
    if things.of(_EVENLY):
        value["hexsides"] = [{"kind": "cactus-hedge", "at": ["D4/D5", "E4/E5"]}]
    several = (things.of(_OPEN) for _ in range(things.of(range(5))))
    value["rulings"] = {key: things.of(choices) for key, choices in several}
    return value


def sound_with(value: dict[str, Any], facts: dict[str, Any], plain: dict[str, Any]) -> Scenario:
    """A sound scenario near to these values, with these facts; the plain one if none is near."""
    for yields in ((), _SOON, _YIELDS, _THINGS, plain):
        value = {**value, **{key: plain[key] for key in yields}, **facts}
        scenario = decode_scenario(value)
        if not any(True for _ in faults(scenario)):
            break
    return scenario


_SOON: Final = ("ec", "time_of_day", "dust", "wind_direction")
_THINGS: Final = ("buildings", "debris", "hexsides", "rulings")
"""What yields first to the plain value, and last."""

_YIELDS: Final[dict[str, tuple[Any, ...]]] = {
    "dyo": (True,),
    **dict.fromkeys(("land", "wind", "weather", "boards", "steppe", "wind_direction"), ()),
    "ec": ("Very Dry", "Moist", "Mud"),
    "time_of_day": ("Night",),
    "dust": (),
}
"""What of a climate yields, and the values beside the plain one that go with some facts."""


def _place(fault: BadInput) -> str:
    return fault.where.split("[")[0].split(".")[0]


def candidates(state: State) -> Iterator[Command]:
    """Commands that make sense in a state, legal or not: every kind, and a few of each."""
    yield from _standing(state)
    for vehicle in sorted(state.vehicles):
        yield from _ways(state, vehicle)
    yield from _platoon(state)


def _standing(state: State) -> tuple[Command, ...]:
    """Those that depend on nothing else in a state than on what there is."""
    return _about(
        tuple(sorted(state.vehicles)), frozenset(each for each in _UNITS if each in state.units)
    )


_UNITS: Final = ("A", "B", "C", "MG", "Z")


@cache
def _plausible() -> dict[str, str]:
    """Orders of a vehicle, in a hex, and so on; those of ``unit A`` set that unit up."""
    return {row[0]: row[1] for row in bundled_rows(".", "candidates")}


@lru_cache(maxsize=256)
def _about(vehicles: tuple[str, ...], units: frozenset[str]) -> tuple[Command, ...]:
    texts = ["wc", "phase", *(f"phase {phase}" for phase in PHASES)]
    texts += map(_plausible()["vehicle"].format, vehicles)
    texts += map(_plausible()["hex"].format, ("E4", "F4", "E5", "G3", "D4", "Z9"))
    stations = (f"; station {{0}} {station} involuntary" for station in terms.Station)
    of_a_unit = "".join((_plausible()["unit"], *stations))
    for label in _UNITS:
        set_up = f"{_plausible()[f'unit {label}']}; rally {label}"
        texts.append(of_a_unit.format(label) if label in units else set_up)
    texts.append(_plausible()["at last"])
    orders = (parse_order(each).command for each in ";".join(texts).split(";"))
    play = (each for each in orders if not isinstance(each, BookCommand))
    return (*(command() for command in SETUP_STEPS), *play)


def _ways(state: State, vehicle: str, *of: int) -> Iterator[Command]:
    """Where a vehicle may go: as it is, by a paved road, for the MP that it takes, or for more."""
    here = state.vehicles[vehicle].hex
    if here is None:
        yield from (Enter(vehicle, "A3", 2), Enter(vehicle, "E4", 2))
        return
    for to in state.setting.area.neighbours(here).values():
        for way in of or range(_WAYS):
            if way == _PAVED:
                yield Move(vehicle, to, road=terms.Road.PAVED)
            elif way == 0:
                yield Move(vehicle, to)
            elif (least := entry_mp(state, Move(vehicle, to))) is not None:
                yield Move(vehicle, to, least + (way - 1) * 2)


_PAVED: Final = 3
_WAYS: Final = 4


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


class NotedDice:
    """Dice as people roll them at a table; those that they show are noted."""

    def __init__(self, dice: Iterator[int]) -> None:
        self._dice = dice
        self.shown: tuple[int, ...] = ()

    def roll(self, _: str, count: int) -> tuple[int, ...]:
        """The next ``count`` dice."""
        dice = tuple(islice(self._dice, count))
        self.shown += dice
        return dice


def faces(number: int) -> Iterator[int]:
    """Dice without end, by a number; what tells most comes up more often."""
    while True:
        rest, face = divmod(number, len(_FACES))
        number = rest or number + 1
        yield _FACES[face]


_FACES: Final = (3, 4, 1, 6, 2, 5, 6, 1, 6)


def commands(state: State) -> SearchStrategy[Command]:
    """Commands that make sense in a state, legal or not."""
    return st.sampled_from(list(candidates(state)))


def legal_commands(state: State) -> SearchStrategy[Command]:
    """Commands that are legal in a state. Fails in a state whose game is over: none is left."""
    return st.tuples(NUMBERS, NUMBERS).map(lambda drawn: legal_order(state, *drawn)[0])


NUMBERS: Final = st.integers(1, 127)
"""What an order is chosen by, and its dice. Of more Hypothesis draws small ones more often."""

_OR_AN_END: Final = st.integers(0, 127)
_DRIVING_BELOW: Final = 106
_ONWARD_BELOW: Final = 112
_FROM_THE_SEED: Final = 96


Given: TypeAlias = tuple[Command, tuple[int, ...]]
"""A command, and the dice that people rolled for it."""


def drawn_order(state: State, number: int, draw: DrawFn) -> Given:
    """A legal order, and its dice; a second number is drawn where it takes one."""
    return legal_order(state, number, 1 if number < _ONWARD_BELOW else draw(NUMBERS))


def legal_order(state: State, number: int, second: int) -> Given:
    """A legal order: driving, onward, or whatever is legal, and its dice."""
    due = _due(state)
    tries: list[Iterable[Command]] = [_standing(state)]
    place, dice = number - 1, 0
    if number >= _ONWARD_BELOW:
        place, dice = second - 1 + number * 128, second - 1
    elif due is not None:
        tries, dice = [(due,)], place
    elif number < _DRIVING_BELOW and state.moment.phase is Phase.MPH:
        tries = [*_driving(state, number - 1), (Advance(Phase.RPH),)]
    else:
        tries = [_ONWARD, *tries]
    for tried in (*tries, candidates(state)):
        if (found := _probed(state, tuple(tried), place, dice)) is not None:
            return found
    raise AssertionError(f"no command is legal at {state.moment}")


_ONWARD: Final = (Advance(Phase.MPH), Advance(Phase.RPH), Advance(), Advance(Phase.MPH))
"""On to the next phase or Player Turn; more often to the MPh, in which vehicles move."""


def _due(state: State) -> Command | None:
    """The roll that the turn sequence waits for."""
    if state.moment.phase is Phase.SETUP:
        return None if (roll := next_roll(state)) is None else roll()
    first = state.moment.phase is Phase.RPH and not state.clock.wind_rolled
    return WindChange() if first else None


def _driving(state: State, number: int) -> Iterator[Iterable[Command]]:
    """What one vehicle may do to move, then another, then several."""
    ours = [
        vehicle
        for vehicle in sorted(state.vehicles)
        if state.setting.vehicles[vehicle].side == state.attacker and mp_left(state, vehicle) > 0
    ]
    first = number // 6 % max(1, len(ours))
    for vehicle in ours[first:] + ours[:first]:
        found = state.vehicles[vehicle]
        if found.hex is not None and not found.in_motion:
            yield Start(vehicle), ArmoredAssault(vehicle)
            continue
        if number % 16 == 15:
            yield (Stop(vehicle),)
        for way in range(_WAYS):
            yield _ways(state, vehicle, (number // 26 + way) % _WAYS)
    yield _platoon(state)


def _probed(state: State, tried: Sequence[Command], number: int, dice: int) -> Given | None:
    """The first of them that is legal, in an order that the number says."""
    if not tried:
        return None
    step, start = divmod(number, len(tried))
    stride = _STRIDES[step % len(_STRIDES)]
    if len(tried) % stride == 0:
        stride = 1
    places = ((start + stride * n) % len(tried) for n in range(len(tried)))
    found = (_legal(state, tried[place], dice) for place in places)
    return next((each for each in found if each is not None), None)


_STRIDES: Final = (1, 7, 11, 17, 29, 41, 61, 97)
"""Primes: each place comes up once where they do not divide how many there are."""


def _legal(state: State, command: Command, number: int) -> Given | None:
    """The order of a command, with its dice; None if it is refused."""
    dice = NotedDice(faces(number))
    try:
        if isinstance(resolve(state, command, dice), Refusal):
            return None
    except Exception:  # noqa: BLE001 - a rule that breaks is for the game to show, which is told
        return command, ()
    return command, dice.shown if number < _FROM_THE_SEED else ()


def games(most: int = 60, **facts: Any) -> SearchStrategy[Game]:
    """Games of drawn scenarios, some way into play or over."""
    return _games(scenarios(**facts), at_most(most))


SEEDS: Final = st.sampled_from(("", *"abcdefgh"))


@st.composite
def _games(draw: DrawFn, of: SearchStrategy[Scenario], most: int) -> Game:
    game = DrawnGame.new(draw(of), draw(SEEDS), draw(st.integers(0, 99)))
    with told(game):
        while len(game.entries) < most and not game.state.clock.over:
            if not (number := draw(_OR_AN_END)):
                break
            game.attempt(*drawn_order(game.state, number, draw))
        if game.state.clock.over:
            game.finish()
    return game


def logs(most: int = 40, **facts: Any) -> SearchStrategy[bytes]:
    """Game logs, as the bytes of their files; of games as `games` draws them."""
    return games(most, **facts).map(Game.log_bytes)
