"""The JSON Schemas: what is written fits them, and what is wrong does not."""

import copy
import tomllib
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

import orjson
import pytest
from hypothesis import given
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from events import codec
from events.commands import COMMANDS
from events.entry import Entry
from events.errors import BadInput
from events.vocabulary import EVENTS
from replays.game.bundled import bundled
from replays.game.game import Game
from tests.drawn import examples
from tests.schema import SCHEMAS, schema_of
from tests.test_codec import ENTRIES, a_rich_game

SCENARIO_SCHEMA = Draft202012Validator(schema_of("scenario"))
LOG_SCHEMA = Draft202012Validator(schema_of("log"))

Json = dict[str, Any]


def bundled_toml(name: str) -> Json:
    """A bundled scenario as its TOML says it."""
    path = resources.files("replays") / "data" / "scenarios" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def lines_of(game: Game) -> list[Json]:
    """The lines of a game's log."""
    return [orjson.loads(line) for line in game.log_bytes().splitlines()]


def fits(schema: Any, value: Any) -> bool:
    """Whether a value fits a schema."""
    answer: bool = schema.is_valid(value)
    return answer


def changed(value: Json, change: Callable[[Json], None]) -> Json:
    """A changed copy."""
    result = copy.deepcopy(value)
    change(result)
    return result


@pytest.mark.parametrize("what", SCHEMAS)
def test_schemas_are_schemas(what: str) -> None:
    """Each schema is a valid JSON Schema of the draft that it names, and plain JSON."""
    schema = schema_of(what)
    assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    Draft202012Validator.check_schema(schema)
    assert orjson.loads(orjson.dumps(schema)) == schema


@pytest.mark.parametrize("name", bundled())
def test_bundled_scenarios_fit(name: str) -> None:
    """The TOML of every bundled scenario fits the schema of scenarios."""
    assert list(SCENARIO_SCHEMA.iter_errors(bundled_toml(name))) == []


@examples(40)
@given(ENTRIES)
def test_every_entry_that_can_be_written_fits(entry: Entry) -> None:
    """Whatever command, dice and events an entry holds, its line fits."""
    line = orjson.loads(orjson.dumps(codec.encode_entry(entry)))
    assert fits(LOG_SCHEMA, {**line, "hash": "0" * 64})


def test_the_schema_knows_every_command_and_event() -> None:
    """The schema of an entry lists every command and every event by its tag, once."""
    entry = schema_of("log")["oneOf"][1]["properties"]
    orders = [each["properties"]["order"]["const"] for each in entry["do"]["oneOf"]]
    events = [each["properties"]["event"]["const"] for each in entry["then"]["items"]["oneOf"]]
    assert orders == list(COMMANDS)
    assert events == list(EVENTS)


WRONG_SCENARIOS: dict[str, Callable[[Json], Any]] = {
    "unknown key": lambda s: s.update(weahter="Clear"),
    "unknown key of a vehicle": lambda s: s["vehicles"][0].update(armor="none"),
    "no name": lambda s: s.pop("name"),
    "board without a name": lambda s: s.update(boards=[{"desert": True}]),
    "text for a number": lambda s: s.update(turns="6"),
    "broken number": lambda s: s.update(turns=6.5),
    "number for a truth": lambda s: s.update(dyo=1),
    "unknown term": lambda s: s.update(month="Juin"),
    "term in small letters": lambda s: s.update(ec="dry"),
    "three sides": lambda s: s.update(sides=["A", "B", "C"]),
    "one side": lambda s: s.update(sides=["A"]),
    "sides as a text": lambda s: s.update(sides="AB"),
    "one vehicle not in a list": lambda s: s.update(vehicles=s["vehicles"][0]),
    "vehicle as a text": lambda s: s.update(vehicles=["PzA"]),
    "unknown ruling": lambda s: s.update(rulings={"11.99": "yes"}),
    "unknown answer": lambda s: s.update(rulings={"11.76-cease": "never"}),
    "null": lambda s: s.update(weather=None),
    "rolled name": lambda s: s.update(month="roll"),
}


@pytest.mark.parametrize("name", bundled())
@pytest.mark.parametrize("wrong", WRONG_SCENARIOS)
def test_wrong_scenarios_do_not_fit(name: str, wrong: str) -> None:
    """A scenario with one thing wrong does not fit."""
    value = changed(bundled_toml(name), WRONG_SCENARIOS[wrong])
    assert not fits(SCENARIO_SCHEMA, value)


@pytest.mark.parametrize("wrong", WRONG_SCENARIOS)
def test_what_does_not_fit_is_not_read(wrong: str) -> None:
    """Schema and reader agree: what does not fit is refused when read, but for the rulings.

    Rulings are checked when the rules come into play, and null is only written by JSON.
    """
    value = changed(bundled_toml("bir-el-qaha"), WRONG_SCENARIOS[wrong])
    if wrong in ("unknown ruling", "unknown answer"):
        with pytest.raises(BadInput, match=r"^rulings"):
            Game.new(codec.decode_scenario(value))
    elif wrong != "null":
        with pytest.raises(BadInput):
            codec.decode_scenario(value)


def a_move(lines: list[Json]) -> Json:
    """The first entry with a move."""
    return next(line for line in lines[1:] if line["do"]["order"] == "move")


WRONG_ENTRIES: dict[str, Callable[[Json], Any]] = {
    "unknown key": lambda e: e.update(note="x"),
    "no dice": lambda e: e.pop("dice"),
    "no hash": lambda e: e.pop("hash"),
    "n as a text": lambda e: e.update(n="1"),
    "n of 0": lambda e: e.update(n=0),
    "no moment": lambda e: e.update(at="now"),
    "third Player Turn": lambda e: e.update(at="1.3/MPh"),
    "unknown order": lambda e: e["do"].update(order="fly"),
    "unknown key of the order": lambda e: e["do"].update(note="x"),
    "no vehicle": lambda e: e["do"].pop("vehicle"),
    "MP as a fraction in JSON": lambda e: e["do"].update(mp=1.5),
    "MP in thirds": lambda e: e["do"].update(mp="1/3"),
    "unknown event": lambda e: e["then"][0].update(event="vehicle_flew"),
    "event without rule": lambda e: e["then"][0].pop("rule"),
    "unknown key of an event": lambda e: e["then"][0].update(note="x"),
    "number for a hex": lambda e: e["then"][0].update(to=5),
    "events as an object": lambda e: e.update(then={}),
    "unknown source of dice": lambda e: e["dice"].append(
        {"purpose": "x", "first": 0, "dice": [1], "source": "thin air"}
    ),
    "die as a text": lambda e: e["dice"].append(
        {"purpose": "x", "first": 0, "dice": ["1"], "source": "seed"}
    ),
}


@pytest.mark.parametrize("wrong", WRONG_ENTRIES)
def test_wrong_entries_do_not_fit(wrong: str) -> None:
    """An entry with one thing wrong does not fit."""
    entry = a_move(lines_of(a_rich_game().game))
    assert fits(LOG_SCHEMA, entry)
    assert not fits(LOG_SCHEMA, changed(entry, WRONG_ENTRIES[wrong]))


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container in a JSON value with each of its keys or indexes."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    for key in keys:
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places(value[key])


def test_no_value_of_an_entry_may_be_of_another_type() -> None:
    """Whichever value of an entry becomes a broken number, the line no longer fits."""
    entry = a_move(lines_of(a_rich_game().game))
    for holder, key in list(places(entry)):
        before, holder[key] = holder[key], 0.5
        assert not fits(LOG_SCHEMA, entry), key
        holder[key] = before
    assert fits(LOG_SCHEMA, entry)
