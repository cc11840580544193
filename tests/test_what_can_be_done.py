"""What can be done with a thing is what the rules allow; a path and reach cost what play costs."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from hypothesis import Phase, given

from events.commands import (
    MP,
    OF_RULES,
    Advance,
    Command,
    Enter,
    Impulse,
    Move,
    SetupCommand,
    Start,
    Stop,
)
from events.dust import VehicleDustPlaced
from events.orders import parse_order
from events.vehicles import BogCheckDue, BogChecked, ImmobilizationChecked, SecretBogRolled
from replays import Game, ask, load_scenario
from replays.page.controller import Controller
from replays.testing import candidates, game, games
from sim.chapter_d.expenditure import mp_left
from sim.machine.decide import Outcome, resolve
from sim.machine.options import Option, OptionField, Thing, option_of, options_of, subject_of
from sim.machine.reach import PlannedPath, path_of, reach_of
from sim.machine.telling import Refusal
from sim.state import State, replace
from tests.drawn import examples

GAME: Final = Thing()
DICE: Final = BogCheckDue | BogChecked | ImmobilizationChecked | SecretBogRolled
FEW: Final = 7
"""With so many MP left a vehicle is tried on every way that it can go."""

SLOW: Final = [
    {"id": "V0", "side": "German", "movement": "fully-tracked", "mp": 6, "at": "D4"},
    {"id": "V1", "side": "German", "movement": "truck", "mp": 7, "armour": "none", "at": "C3"},
    {"id": "V2", "side": "British", "movement": "halftrack", "mp": 5, "at": "F5"},
    {"id": "V3", "side": "British", "movement": "armoured-car", "mp": 7},
    {
        "id": "V4",
        "side": "German",
        "movement": "horse-drawn",
        "mp": 4,
        "armour": "none",
        "at": "E5",
    },
]
WITHOUT_SHRINKING: Final = (Phase.explicit, Phase.reuse, Phase.generate)
"""A state is checked in a tenth of a second, and hundreds would be to make a failing game less."""


class Shows:
    """Dice that all show one face."""

    def __init__(self, face: int) -> None:
        self.face = face

    def roll(self, _: str, count: int) -> tuple[int, ...]:
        """As many as are asked for."""
        return (self.face,) * count


def things(state: State) -> Iterator[Thing]:
    """What can be asked about: all, and of hexes a few with something in them."""
    yield GAME
    yield from (Thing("vehicle", label) for label in sorted(state.vehicles))
    yield from (Thing("unit", label) for label in sorted(state.units))
    yield from (Thing("hex", name) for name in ("E4", "F4", "E5", "D4", "G3"))


def written(option: Option, chosen: dict[str, str]) -> Command:
    """The command of a line whose braces are filled, as a form fills them."""
    line = option.line
    for field in option.fields:
        word = chosen.get(field.name)
        line = line.replace(f"{{{field.name}}}", "" if word is None else field.write.format(word))
    command = parse_order(line).command
    assert isinstance(command, Command), line
    return command


def listed(field: OptionField) -> list[str]:
    """The values of a field, and the least and the most of a number, where they are known."""
    return [*(field.among or ()), *(each for each in (field.min, field.max) if each is not None)]


def offered(field: OptionField) -> list[str]:
    """The words that a form offers for a field."""
    more = {"flag": [field.write], "number": ["1"]}.get(field.kind, [])
    return [*listed(field), *more]


def told_of(state: State, thing: Thing) -> set[str]:
    """The orders of a thing: lines as forms write them are accepted, refusals the rules' own."""
    options, no_options = options_of(state, thing)
    legal = {each.order for each in options}
    refused = {each.order for each in no_options}
    assert not legal & refused or thing == GAME, (thing, legal & refused)
    for option in options:
        first = {f.name: f.value for f in option.fields if f.value is not None}
        command = written(option, first)
        for face in (1, 4, 6):
            outcome = resolve(state, command, Shows(face))
            assert not isinstance(outcome, Refusal), (command, outcome)
        assert all(f.value is not None for f in option.fields if f.needed), option
        for field in option.fields:
            if field.kind != "flag":
                some_way_to_each(state, option, first, field)
    for each in no_options:
        for face in (1, 6):
            outcome = resolve(state, each.example, Shows(face))
            assert outcome == each.refusal, (each.example, outcome)
    return legal | refused


def some_way_to_each(
    state: State, option: Option, first: dict[str, str], field: OptionField
) -> None:
    """Each value that is offered for a field is legal with some value of the others."""
    others = [f for f in option.fields if f.name != field.name]
    ways = [{**first, other.name: word} for other in others for word in offered(other)]
    for word in listed(field):
        pairs = ({**one, **two} for one in (first, *ways) for two in (first, *ways))
        commands = (written(option, {**pair, field.name: word}) for pair in pairs)
        legal = any(is_legal(state, each) for each in commands)
        assert legal, (option.line, field.name, word)


OF_UNITS: Final = {"station", "cross", "break", "rally", "remove"}


def each_order_is_offered_or_refused(state: State) -> None:
    """Every order of play is one or the other, of the thing that it names."""
    told = {word for thing in things(state) for word in told_of(state, thing)}
    of_play = {word for word, each in OF_RULES.items() if not issubclass(each, SetupCommand)}
    assert of_play - OF_UNITS <= told or not state.vehicles, of_play - told
    assert told >= OF_UNITS or not state.units


def nothing_legal_is_refused(state: State) -> None:
    """Of plausible commands none is legal whose order is refused for the thing that it names."""
    for command in candidates(state):
        if not is_legal(state, command):
            continue
        subject = subject_of(type(command))
        thing = GAME
        if subject is not None and subject.kind.form in ("vehicle", "unit", "hex"):
            thing = Thing(subject.kind.form, getattr(command, subject.name))
        elif subject is not None or isinstance(command, Impulse):
            continue
        assert isinstance(option_of(state, thing, type(command)), Option), command


def with_luck(state: State, vehicle: str, command: Command) -> State | None:
    """The state after a command, of dice that all show one face and stop the vehicle nowhere."""
    for face in (3, 2, 1, 4, 5, 6):
        outcome = resolve(state, command, Shows(face))
        if isinstance(outcome, Outcome) and not outcome.state.vehicles[vehicle].halted:
            return outcome.state
    return None


def by_every_way(state: State, vehicle: str) -> dict[str, MP]:
    """The fewest MP to each hex, of all ways that a vehicle can go."""
    area, left = state.setting.area, mp_left(state, vehicle)
    found: dict[str, MP] = {}
    seen, waiting = set(), [state]
    while waiting:
        now = waiting.pop()
        here = now.vehicles[vehicle].hex
        for to in area.record if here is None else area.neighbours(here).values():
            step = Enter(vehicle, to) if here is None else Move(vehicle, to)
            after = with_luck(now, vehicle, step)
            if after is not None:
                spent = left - mp_left(after, vehicle)
                found[to] = min(spent, found.get(to, spent))
            if after is not None and (key := after.vehicles[vehicle]) not in seen:
                seen.add(key)
                waiting.append(after)
        started = with_luck(now, vehicle, Start(vehicle))
        if started is not None:
            waiting.append(started)
    return {to: mp for to, mp in found.items() if to != state.vehicles[vehicle].hex}


def is_legal(state: State, command: Command) -> bool:
    """Whether the rules allow a command in a state."""
    return not isinstance(resolve(state, command, Shows(1)), Refusal)


def reach_is_the_cheapest_of_all_ways(state: State) -> None:
    """Of vehicles with few MP left every way is tried; the told way to each hex is its path."""
    for vehicle in state.vehicles:
        if mp_left(state, vehicle) > FEW or state.vehicles[vehicle].mud_dr:
            continue
        reach = reach_of(state, vehicle)
        hexes, no = ({}, {}) if reach is None else (reach.hexes, reach.no)
        told = {name: each.mp for name, each in hexes.items()}
        assert told == by_every_way(state, vehicle), (state.moment, vehicle)
        for name, each in hexes.items():
            path, end = path_of(state, vehicle, each.via)
            assert (path.stands, path.mp, path.until) == (True, each.mp, each.until), name
            last = path.steps[-1]
            risks = [dice for dice in last.dice or () if dice.chance]
            assert (last.dust, [*risks, None][0]) == (each.dust, each.bog)
            moves = end.vehicles[vehicle].in_motion
            assert each.stop == (not moves or is_legal(end, Stop(vehicle)))
            is_played_as_told(state, vehicle, path)
        for name, refusal in no.items():
            assert name not in hexes or len(hexes[name].via) > 1  # it is reached another way
            assert path_of(state, vehicle, [name])[0].steps[-1].refused == refusal


def is_played_as_told(state: State, vehicle: str, path: PlannedPath) -> None:
    """The lines of a path, up to the first dice: MP, Dust, dice, and what the MPh's end brings."""
    waiting = [None] * (len(path.lines) - len(path.steps)) + [*path.steps][: path.until]
    for line, step in zip(path.lines, waiting, strict=False):
        before, command = state, parse_order(line).command
        assert isinstance(command, Command)
        outcome = resolve(state, command, Shows(3))
        assert isinstance(outcome, Outcome), (line, outcome)
        state = outcome.state
        if step is not None:
            spent = mp_left(before, vehicle) - mp_left(state, vehicle)
            raised = [(e.hex, e.rule) for e in outcome.events if isinstance(e, VehicleDustPlaced)]
            rolled = [e for e in outcome.events if isinstance(e, DICE)]
            assert raised == ([(step.dust.hex, step.dust.rule)] if step.dust else [])
            assert (spent, len(rolled)) == (step.mp, len(step.dice or ())), line
    if path.until is None:
        outcome = resolve(state, Advance(), Shows(3))
        assert isinstance(outcome, Outcome)
        said = [f"{each} ({each.rule})" for each in outcome.events]
        assert all(any(each.endswith(then) for each in said) for then in path.then)
        assert path.left == mp_left(state, vehicle)


@given(games(40))
@examples(40, phases=WITHOUT_SHRINKING)
def test_what_is_offered_is_legal_and_what_is_refused_is_not(game: Game) -> None:
    """In any state that a game can reach."""
    each_order_is_offered_or_refused(game.state)
    nothing_legal_is_refused(game.state)


@given(games(40, weather="Clear", vehicles=SLOW))
@examples(28, phases=WITHOUT_SHRINKING)
def test_reach_and_paths_cost_what_play_costs(game: Game) -> None:
    """In any state that a game of slow vehicles can reach."""
    reach_is_the_cheapest_of_all_ways(game.state)


def tanks() -> Game:
    """The bundled game, in its first MPh."""
    game = Game.new(load_scenario("bir-el-qaha"), seed="alamein")
    game.do_all(["wc 3 4", "phase MPh"])
    return game


def test_a_path_is_told_as_the_rules_have_it() -> None:
    """F2, F1, AD3.42: scrub costs two MP, Open Ground one, Arid Debris four, with a Bog Check.

    The Start MP is included (D2.12). Dust rises in hexes that are left for two MP or fewer, and
    not where the vehicle Started (11.74). The Bog Check is at +1 for normal ground pressure and
    +1 for the debris (D8.21), and bogs on 12: on 10 or more of two dice, one in six.
    """
    found = ask(tanks(), "options", of="PzA", path=["C4", "D4", "E5", "F4"]).facts
    path = found["path"]
    assert path["lines"] == ["start PzA", *(f"move PzA {to}" for to in ("C4", "D4", "E5", "F4"))]
    assert [(step["mp"], step["sum"]) for step in path["steps"]] == [
        *(("2", "3"), ("1", "4"), ("4", "8"), ("1", "9"))
    ]
    assert ["dust" in step and step["dust"]["hex"] for step in path["steps"]] == [
        *(False, "C4", False, "E5")
    ]
    (bog,) = path["steps"][2]["dice"]
    assert (bog["name"], bog["drm"], bog["chance"], bog["rule"]) == ("Bog Check", 2, "1/6", "D8.21")
    assert (path["mp"], path["left"], path["until"], path["stands"]) == ("9", "4", 3, True)
    assert path["then"][0] == "ends its MPh in Motion (D2.4)"
    assert path["steps"][0]["items"] == [["+2", "Scrub", "F2"]]
    assert found["says"] == ["in B3", "13 of 13 MP left"]


def test_a_hex_that_may_not_be_entered_says_why() -> None:
    """A CE tank enters no building (B23.41); what is planned before it stands."""
    game = tanks()
    found = ask(game, "options", of="PzA", path=["C4", "D4"]).facts
    why = found["reach"]["no"]["E4"]
    assert (why["reason"], why["name"], why["rule"]) == (42, "cannot-enter", "B23.41")
    assert found["reach"]["hexes"]["E5"]["via"] == ["E5"]
    assert found["reach"]["hexes"]["F4"]["mp"] == "4", "around the debris, which is 5"
    barred = ask(game, "options", of="PzA", path=["C4", "D4", "E4", "F4"]).facts["path"]
    assert (barred["stands"], barred["mp"], len(barred["steps"])) == (False, "4", 3)
    assert barred["steps"][2]["refused"]["rule"] == "B23.41"
    assert "reach" not in ask(game, "options", of="Crusader").facts


def test_a_form_calls_what_is_new_by_the_first_free_number() -> None:
    """The names of all that there is count, whatever it is."""
    game = tanks()
    for name, free in (("unit1", ["ffe1", "unit1"]), ("ffe1", ["ffe1", "unit2"])):
        options, _ = options_of(game.state, Thing("hex", "E4"))
        values = {f.value for each in options for f in each.fields if f.kind == "name"}
        assert sorted(each for each in values if each) == free
        game.do(f"unit {name} squad E4")


def test_a_secret_dr_in_mud_is_not_told() -> None:
    """What only the log knows bounds no reach: the vehicle may bog in the second hex (D8.23)."""
    state = tanks().state
    told = [reach_of(with_mud(state, dr), "PzA") for dr in (0, 2)]
    assert told[0] == told[1]


def with_mud(state: State, dr: int) -> State:
    """The state with a vehicle whose Secret DR gave a dr."""
    changed = replace(state.vehicles["PzA"], mud_dr=dr)
    return replace(state, vehicles=state.vehicles.set("PzA", changed))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"of": {"vehicle": "PzX"}}, "'vehicle:PzX' is no vehicle, unit or hex of this game"),
        ({"of": {"tank": "PzA"}}, "'tank:PzA' is no vehicle, unit or hex of this game"),
        ({"of": 3}, "'3' is no vehicle, unit or hex"),
        ({"of": {"vehicle": "PzA"}, "path": ["Z9"]}, "'Z9' is not a hex in play"),
        ({"of": {"vehicle": "PzA"}, "path": 4}, "a list is expected"),
        ({"of": {"hex": "E4"}, "path": ["C4"]}, "only a vehicle has a path"),
    ],
)
def test_a_page_is_told_what_it_asked_wrongly(asked: dict[str, Any], said: str) -> None:
    """One sentence, and no traceback."""
    reply = Controller(tanks()).answer({"get": "options", **asked})
    assert said in reply["error"]["what"] + reply["error"]["expected"]


def test_the_log_takes_its_own_orders_until_the_game_is_finished() -> None:
    """Of nothing: what is due, with its dice by name; then phases, notes, undo. Not in the past."""
    game = Game.new(load_scenario("bir-el-qaha"), seed="alamein")
    page = Controller(game)
    game.do("phase")
    first = page.answer({"get": "options"})
    assert (first["orders"][0]["line"], first["orders"][0]["bound"]) == ("wc", "must")
    assert first["orders"][0]["dice"] == ["Coloured", "White"]
    lines = {each["order"]: each["line"] for each in first["orders"]}
    assert (lines["note"], lines["undo"]) == ("note {text}", "undo {entry}")
    past = page.answer({"get": "options", "at": 0})
    assert not {"note", "undo", "finish"} & {each["order"] for each in past["orders"]}
    game.do_all(["wc 3 4", "finish"])
    for of in (None, {"vehicle": "PzA"}):
        closed = page.answer({"get": "options", "of": of})
        assert [each["order"] for each in closed["orders"]] == (["undo"] if of is None else [])
        whys = {each["why"] for each in closed["not"]}
        assert "this game was finished with entry 3; `undo` opens it again" in whys


def test_a_path_of_a_vehicle_whose_name_has_blanks_can_be_ordered() -> None:
    """Its lines name the vehicle as orders do."""
    tank = "PzKw IVH 2"
    spec = {"id": tank, "side": "German", "movement": "fully-tracked", "mp": 13, "at": "D4"}
    played = game("wc 3 4; phase mph", ec="Dry", vehicles=[spec])
    lines = ask(played, "options", of=tank, path=["D3", "D2"]).path.lines
    played.do_all(lines)
    assert (len(lines), played.state.vehicles[tank].hex) == (3, "D2")
