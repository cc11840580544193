"""The codec: everything that is written is read back as it was, and nothing else is read."""

import types
from collections.abc import Callable
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events import codec
from events.commands import COMMANDS, MP, OF_RULES, Advance, Command, Impulse, Start, Stop
from events.entry import Entry, Header, Roll
from events.errors import BadInput
from events.moment import PHASES, SETUP, Moment
from events.ruling import RulingInForce
from events.scenario import Scenario
from events.vocabulary import EVENTS
from tests import cases
from tests.drawn import examples
from tests.table import TANK, Table

SOME = examples(25)
MANY = examples(100)

MOMENTS = st.just(SETUP) | st.builds(
    Moment, st.integers(1, 9999), st.integers(1, 2), st.sampled_from(PHASES)
)
HALVES = st.integers(0, 99).map(lambda n: Fraction(2 * n + 1, 2))
SIMPLE: dict[Any, st.SearchStrategy[Any]] = {
    str: st.text(max_size=12),
    int: st.integers(-(2**53), 2**53),
    bool: st.booleans(),
    type(None): st.none(),
    Moment: MOMENTS,
    MP: st.integers(0, 99) | HALVES,
    MP | None: st.none() | st.integers(0, 99) | HALVES,
}


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a type that the vocabulary uses."""
    if kind in SIMPLE:
        return SIMPLE[kind]
    if kind is Command:
        return anything({**OF_RULES})
    if get_origin(kind) in (Union, types.UnionType):
        return st.one_of([values_of(each) for each in get_args(kind)])
    if get_origin(kind) is dict:
        return st.dictionaries(*(values_of(each) for each in get_args(kind)), max_size=2)
    if get_origin(kind) is tuple:
        items = get_args(kind)
        if items[-1] is Ellipsis:
            return st.lists(values_of(items[0]), max_size=3).map(tuple)
        return st.tuples(*(values_of(each) for each in items))
    if issubclass(kind, StrEnum):
        return st.sampled_from(list(kind))
    hints = get_type_hints(kind)
    return st.builds(kind, **{f.name: values_of(hints[f.name]) for f in attrs.fields(kind)})


def anything(classes: dict[str, type[Any]]) -> st.SearchStrategy[Any]:
    """Any value of some classes."""
    return st.one_of([values_of(cls) for cls in classes.values()])


ENTRIES = st.builds(
    Entry,
    st.integers(1, 2**53),
    MOMENTS,
    anything({**COMMANDS}),
    st.lists(values_of(Roll), max_size=2).map(tuple),
    st.lists(anything({**EVENTS}), max_size=3).map(tuple),
)


def through_json(value: Any) -> Any:
    """A plain value as it comes back from a line of JSON."""
    return orjson.loads(orjson.dumps(value))


def entry(**changes: Any) -> dict[str, Any]:
    """An entry in its plain form, with some changes."""
    facts = {"n": 1, "at": "setup", "do": {"order": "wc"}, "dice": [], "then": []}
    return {**facts, **changes}


def complaint(read: Callable[[Any], Any], value: Any) -> BadInput | None:
    """What a reader complains of; None when it reads the value."""
    try:
        read(value)
    except BadInput as error:
        return error
    return None


def outcome(read: Callable[[Any], Any], value: Any) -> str:
    """How a reader takes a value: ``refused``, ``read`` or the error that it crashes with."""
    try:
        return "refused" if complaint(read, value) else "read"
    except Exception as error:  # noqa: BLE001 - to be told in the test's message
        return type(error).__name__


def strictly(value: Any) -> Entry:
    """The entry that the strict converter alone reads."""
    return codec.decode_entry(value)


def a_rich_game() -> Table:
    """A game in which something of almost every kind happens."""
    table = Table(
        boards=[{"name": "27", "desert": True, "ad": True, "width": 15}],
        ad=True,
        vehicles=[
            TANK,
            {**TANK, "id": "PzB", "at": "E4"},
            {**TANK, "id": "Opel", "movement": "truck", "mp": 20, "armour": "none", "at": "F4"},
            {**TANK, "id": "Gun", "movement": "truck", "mp": 20, "armour": "none", "at": "F4"},
            {**TANK, "id": "Off", "at": None},
            {**TANK, "id": "Crusader", "side": "British", "at": "J4"},
        ],
        buildings=[{"hex": "H4", "upper_levels": 1}, {"hex": "H6", "material": "wooden"}],
        debris=[{"hex": "K5"}],
        roads=[{"hexes": ["D4", "D5", "D6"]}],
    )
    table.do("phase RPh", "wc 3 4", "phase PFPh", "smoke B3", "smoke B5 gray by British")
    table.do("ffe oba L4 150mm", "ffe obb L4 80mm", "lift obb", "he H4 150mm kia 2 3")
    table.do("rubble H6", "debris M4", "shellholes M6", "flame H6", "phase MPh")
    table.do("hook Opel", "start PzA", "move PzA D5 1mp paved", "move PzA E6 1.5mp")
    table.do("impulse start PzB, start Gun", "impulse move PzB F3 1mp, move Gun G5 3mp")
    table.do("enter Off A3 2mp", "spend Off 0.5mp", "exit Off 1mp", "hatch PzA BU")
    table.do("stop PzA", "assault PzB", "stun PzB", "shock PzB", "phase RPh")
    table.do("wc", "phase MPh", "start Crusader", "immobilize Crusader", "destroy Crusader")
    table.do("phase RPh", "wc 6 6", "phase AFPh", "blaze H6", "phase RPh", "wc 1 1 5")
    return table


# What is written is read ---------------------------------------------------------------------


@pytest.mark.parametrize("word", COMMANDS)
@SOME
@given(data=st.data())
def test_every_command_is_read_back_as_it_was(word: str, data: st.DataObject) -> None:
    """Encoding, JSON and decoding are together the identity for every command."""
    command = data.draw(values_of(COMMANDS[word]))
    plain = through_json(codec.encode_command(command))
    assert plain["order"] == word
    again, rolls = codec.take_doing(entry(do=plain))
    assert repr(again) == repr(command)
    assert again == command
    assert rolls == ()


@pytest.mark.parametrize("tag", EVENTS)
@SOME
@given(data=st.data())
def test_every_event_is_read_back_as_it_was(tag: str, data: st.DataObject) -> None:
    """Encoding, JSON and decoding are together the identity for every event."""
    event = data.draw(values_of(EVENTS[tag]))
    plain = through_json(codec.encode_event(event))
    assert plain["event"] == tag
    (again,) = codec.decode_entry(entry(then=[plain])).then
    assert repr(again) == repr(event)
    assert again == event


@cache
def _written_by_attrs(name: str, fields: tuple[str, ...]) -> type[Any]:
    """A class of some name and fields, whose methods are all by attrs."""
    return attrs.make_class(name, {field: attrs.field() for field in fields}, frozen=True)


@examples(400)
@given(st.sampled_from([*COMMANDS.values(), *EVENTS.values()]), st.data())
def test_values_are_compared_and_shown_as_attrs_does(cls: type[Any], data: st.DataObject) -> None:
    """Equality, hash and ``repr`` of events and commands are those that attrs would write."""
    plainly = _written_by_attrs(cls.__name__, tuple(f.name for f in attrs.fields(cls)))
    one, other = data.draw(values_of(cls)), data.draw(values_of(cls))
    first, second = (plainly(**attrs.asdict(v, recurse=False)) for v in (one, other))
    assert (one == other) is (first == second)
    assert one == attrs.evolve(one)
    assert hash(one) == hash(attrs.evolve(one))
    assert one != first
    assert repr(one) == repr(first)


@MANY
@given(ENTRIES)
def test_every_entry_is_read_back_as_it_was_and_both_ways_agree(written: Entry) -> None:
    """The fast and the strict decoder both give back the entry that was written."""
    plain = through_json(codec.encode_entry(written))
    for again in (codec.take_entry(through_json(plain)), strictly(plain)):
        assert again == written
        assert repr(again) == repr(written)
    assert codec.take_doing(through_json(plain)) == (written.do, written.dice)
    assert codec.take_happened(through_json(plain))[2] == written.then


@MANY
@given(ENTRIES)
def test_the_line_of_an_entry_is_its_plain_form_in_json(written: Entry) -> None:
    """A line is written the short way, and is byte for byte what the plain form gives."""
    assert codec.entry_json(written) == orjson.dumps(codec.encode_entry(written))


@MANY
@given(values_of(Scenario))
def test_every_scenario_is_read_back_as_it_was(scenario: Scenario) -> None:
    """Encoding, JSON and decoding are together the identity for every scenario."""
    plain = through_json(codec.encode_scenario(scenario))
    assert codec.decode_scenario(plain) == scenario


@SOME
@given(
    values_of(Scenario),
    st.text(max_size=9),
    st.integers(0, 2**32 - 1),
    st.dictionaries(st.text(max_size=9), values_of(RulingInForce), max_size=2),
)
def test_every_header_is_read_back_as_it_was(
    scenario: Scenario, seed: str, game: int, rulings: dict[str, RulingInForce]
) -> None:
    """Encoding, JSON and decoding are together the identity for every header."""
    header = Header("0.1.0", game, seed, scenario, rulings)
    assert codec.decode_header(through_json(codec.encode_header(header))) == header


def test_defaults_of_commands_are_left_out() -> None:
    """What a command does not say is not written, and read as its default."""
    assert codec.encode_command(Advance()) == {"order": "phase"}
    plain = codec.encode_command(Start("PzA"))
    assert plain == {"order": "start", "vehicle": "PzA"}


def test_values_to_be_rolled_are_written_as_roll() -> None:
    """A scenario's None, which is rolled on a chart, is written ``roll``; EC are left out."""
    scenario = attrs.evolve(Table().game.header.scenario, dyo=True, ec=None, weather=None)
    plain = codec.encode_scenario(scenario)
    assert ("ec" in plain, plain["weather"]) == (False, "roll")
    assert (
        codec.decode_scenario(plain) == codec.decode_scenario({**plain, "ec": "roll"}) == scenario
    )


# Nothing else is read ------------------------------------------------------------------------

WRONG_TAGS: tuple[Any, ...] = ("nope", 5, None, True, [], {})
WRONG_PARTS: dict[str, tuple[Any, ...]] = {
    "n": ("1", 1.0, 1.5, True, None, [], {}),
    "at": ("", "x", "9", 5, None, [], {}),
    "do": ("wc", 5, None, [], {}, *({"order": tag} for tag in WRONG_TAGS)),
    "dice": ("", "12", 5, None, {}, [5], [[]], ["x"], [None]),
    "then": ("", 5, None, {}, [5], [[]], ["x"], *([{"event": tag}] for tag in WRONG_TAGS)),
}


@pytest.mark.parametrize("key", WRONG_PARTS)
def test_each_part_of_an_entry_demands_its_type(key: str) -> None:
    """A wrong part of an entry is BadInput, whatever stands there."""
    taken = {
        repr(wrong): how
        for wrong in WRONG_PARTS[key]
        if (how := outcome(codec.decode_entry, entry(**{key: wrong}))) != "refused"
    }
    assert taken == {}


def test_an_entry_is_an_object() -> None:
    """What is not JSON object is not an entry, no doing and no events."""
    others: tuple[Any, ...] = (None, 5, "x", [], True, 1.5)
    for value in others:
        assert outcome(codec.decode_entry, value) == "refused"


@pytest.mark.parametrize(
    "value",
    [
        entry(note="x"),
        entry(do={"order": "start", "vehicle": "A", "vehicel": "B"}),
        entry(dice=[{"purpose": "x", "first": 0, "dice": [1], "source": "seed", "x": 1}]),
        entry(then=[{"event": "game_ended", "rule": "A3.9", "x": 1}]),
    ],
    ids=["entry", "command", "roll", "event"],
)
def test_unknown_keys_of_an_entry_are_bad_input(value: dict[str, Any]) -> None:
    """An entry with a key that no engine writes is not read as if it had none."""
    with pytest.raises(BadInput):
        codec.decode_entry(value)


@cases("name", "vehicle", "to")
def test_missing_fields_are_named(name: str) -> None:
    """A command without a field that it needs is BadInput, and the field is named."""
    fields = {"vehicle": "PzA", "to": "D5", "mp": 1}
    del fields[name]
    with pytest.raises(BadInput, match=f"'{name}' is missing"):
        codec.decode_entry(entry(do={"order": "move", **fields}))


def test_a_step_of_an_impulse_is_a_step() -> None:
    """An Impulse holds movement only: no other command, and no Impulse."""
    for step in ({"order": "wc"}, {"order": "impulse", "steps": []}, {"order": "phase"}, 5, None):
        with pytest.raises(BadInput):
            codec.decode_entry(entry(do={"order": "impulse", "steps": [step]}))
    right = [{"order": "start", "vehicle": "A"}, {"order": "stop", "vehicle": "A"}]
    decoded = codec.decode_entry(entry(do={"order": "impulse", "steps": right}))
    assert decoded.do == Impulse((Start("A"), Stop("A")))


def test_a_message_is_one_line_whatever_the_input() -> None:
    """Keys and values with line ends do not break the message into lines."""
    plain = codec.encode_scenario(Table().game.header.scenario)
    for wrong in (
        {**plain, "a\nb": 1},
        {**plain, "name": ["a\nb"]},
        {**plain, "month": "a\nb"},
        {**plain, "rulings": {"a\nb": 5}},
    ):
        with pytest.raises(BadInput) as caught:
            codec.decode_scenario(wrong)
        assert "\n" not in str(caught.value)
