"""The state as plain values and as text."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Final

import attrs

from events.codec import to_json
from events.json_bytes import dumps, loads
from replays.game.story import still_due
from sim.chapter_11.applicability import heavy_dust_can_exist, light_dust_can_exist
from sim.chapter_11.in_effect import in_effect
from sim.chapter_ad.precedence import notation
from sim.machine.due import due
from sim.state import Ground, State
from sim.trust.mail import MailDue

_WEATHER: Final = ("Wind", "Gusts", "Rain", "NVR", "EC", "Dust")
"""What `replays.game.story.weather_line` tells, in its order, as `in_effect` calls it."""


def weather_rules(state: State) -> str:
    """The ids of the rules behind wind, rain, EC and Dust as they are now."""
    rules = {each.name: each.rule for each in in_effect(state)}
    return ", ".join(rules[name] for name in _WEATHER if name in rules)


LEFT_OUT_IF_EMPTY: Final = frozenset({"burning", "more_mp", "no_steeple", "riding", "spent_all"})
"""Keys that are left out where they say nothing: older engines did not know them."""

INTERNAL: Final = frozenset(
    {
        *("bogged_in", "burn_checked", "minimum", "moved_in", "mud_dr", "mud_hexes", "sped_in"),
        "tried_motion_in",
    }
)
"""Keys that rules remember for themselves, and what is secret (11.8)."""


def _public(value: Any) -> Any:
    """A plain value without `INTERNAL` keys, and without empty ones of `LEFT_OUT_IF_EMPTY`."""
    if not isinstance(value, dict):
        return value
    kept = {
        key: _public(item) for key, item in value.items() if item or key not in LEFT_OUT_IF_EMPTY
    }
    return {key: item for key, item in kept.items() if key not in INTERNAL}


_TITLES: Final[dict[str, str]] = {
    field.name: field.metadata["title"]
    for field in attrs.fields(State)
    if field.metadata.get("title")
}
"""How each of the things of a state is called, by the field that has them."""


def state_as_json(state: State, entry: int) -> dict[str, Any]:
    """The whole state, as ``khamsin show --json`` gives it; docs/formats.md has the shape."""
    found = {
        "moment": str(state.moment),
        "entry": entry,
        "attacker": state.attacker,
        "over": state.clock.over,
        "wind_change_made": state.clock.wind_rolled,
        "sky": to_json(state.sky),
        "wind": to_json(state.wind),
        "dust": state.dust,
        "light_dust_can_exist": light_dust_can_exist(state),
        "heavy_dust_can_exist": heavy_dust_can_exist(state),
        **({} if state.nvr is None else {"nvr": state.nvr}),
        **{
            name: {key: thing_as_json(value) for key, value in sorted(getattr(state, name).items())}
            for name in _TITLES
        },
        "breaches": [f"{name}:{side}" for name, side in sorted(state.breaches)],
    }
    for vehicle, check in state.bog_checks.items():
        found["vehicles"][vehicle]["bog_check_due"] = to_json(check)
    return found


def view_of(state: State, entry: int) -> dict[str, Any]:
    """The same in plain values only, with what is in effect in the whole scenario."""
    view: dict[str, Any] = loads(dumps(state_as_json(state, entry)))
    return view | {"in_effect": list(notation(state.setting.scenario))}


def thing_as_json(value: Any) -> Any:
    """A vehicle, a hex or another thing of a state, as :func:`state_as_json` has it."""
    return _ground(value) if isinstance(value, Ground) else _public(to_json(value))


def _ground(ground: Ground) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in _public(to_json(ground)).items():
        if key != "fires":
            found[key] = value
            continue
        here = ground.fire_at(0)
        found["fire"] = here.fire
        found["flame_placed_or_checked"] = to_json(here.flames[0]) if here.flames else None
        found["ablaze"] = None if here.ablaze is None else _public(to_json(here.ablaze))
        if len(here.flames) > 1:
            found["flames"] = len(here.flames)
        above = {str(n): _public(to_json(each)) for n, each in sorted(ground.fires.items()) if n}
        if above:
            found["fires_above"] = above
    return found


def in_words(key: str, item: Any) -> Any:
    """A plain value as people say it: MP as decimals, ``2.5`` for ``5/2``; else as it is."""
    if key == "mp_used" and isinstance(item, str):
        return f"{float(Fraction(item)):g}"
    return item


def hexes_named(state: State, said: Iterable[object]) -> tuple[str, ...]:
    """The hexes that commands or events name, or in which the movers stand that these name."""
    record = state.setting.area.record
    found: dict[str, None] = {}
    for one in said:
        for field in attrs.fields(type(one)):  # type: ignore[arg-type]
            value = getattr(one, field.name)
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, str) and each in record:
                    found[each] = None
        for label in (getattr(one, "vehicle", None), getattr(one, "unit", None)):
            thing = state.vehicles.get(label) or state.units.get(label) if label else None
            if thing is not None and thing.hex is not None:
                found[thing.hex] = None
    return tuple(found)


def name_of_place(place: str) -> str:
    """A key as people write it."""
    return place.replace("_", " ").replace(".", ", ")


def value_in_words(value: Any) -> str:
    """A plain value in words; ``none`` where there is nothing."""
    if value is None or value in ("", [], {}, ()):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        said = [
            name_of_place(key) if item is True else f"{name_of_place(key)} {_within(key, item)}"
            for key, item in value.items()
            if item not in (None, False, "", 0, [], {}, ())
        ]
        return ", ".join(said) or "none"
    if isinstance(value, list | tuple):
        return " ".join(_within("", each) for each in value)
    return str(value)


def _within(key: str, item: Any) -> str:
    said = value_in_words(in_words(key, item))
    return f"({said})" if isinstance(item, dict) else said


def state_as_text(
    state: State, entry: int, beside: State | None = None, first: MailDue | None = None
) -> Iterator[str]:
    """The state after an entry for people to read, with what is in effect and what is due.

    Hexes that are as they were in the state ``beside`` it, which the reader knows, are left out.
    ``first`` is due between two sides before any order can be given.
    """
    value = view_of(state, entry)
    if beside is not None:
        known = view_of(beside, 0)["ground"]
        ground = {name: each for name, each in value["ground"].items() if known.get(name) != each}
        value["ground"] = ground
    attacker = (
        f"{value['attacker']} is the ATTACKER" if value["attacker"] else "before the first RPh"
    )
    over = ", the game is over" if value["over"] else ""
    yield f"{value['moment']} (after entry {value['entry']}): {attacker}{over}"
    for sentence in value.get("in_effect", ()):
        yield f"  {sentence} (AD1.1)"
    now = [each for each in in_effect(state) if each.rule != "AD1.1"]
    width = max(len(each.name) for each in now)
    yield from (f"  {each.name:<{width}}  {each.value} ({each.rule})" for each in now)
    for name, title in _TITLES.items():
        for key, item in value[name].items():
            if isinstance(item, list):  # of hexes, told at the end
                continue
            where = f" in {item['hex']}" if item.get("hex") else ""
            marks = value_in_words({key: each for key, each in item.items() if key != "hex"})
            marks = "" if marks == "none" else marks
            if item.get("crossing") and item["good_order"]:
                marks += ", TI"
            yield f"  {title} {key}{where}{': ' + marks if marks else ''}"
    if value["breaches"]:
        yield f"  Breached or removed: {', '.join(value['breaches'])}"
    for key, hexes in value["drift"].items():
        yield f"  Drift from {key}: {', '.join(hexes)}"
    still = [] if first is None else [str(first)]
    yield from (f"  Due, {each}" for each in (*still, *still_due(due(state), first)))
