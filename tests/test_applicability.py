"""Which rules may apply to which scenario: the seven rows of the summary (11.1)."""

from itertools import product
from typing import Any, Final, NamedTuple

import attrs
import pytest

from events.scenario import BoardSpec
from events.terms import EC, TimeOfDay, Weather
from sim.chapter_11.applicability import (
    DYO_CHARTS,
    HEAT_HAZE,
    HEAVY_DUST,
    LIGHT_DUST,
    MUD,
    SUMMARY,
    SUN_BLINDNESS,
    TIME_OF_DAY_TABLE,
    Row,
    heavy_dust_can_exist,
    light_dust_can_exist,
)
from sim.machine.opening import initial_state
from sim.state import Sky, State, but
from tests.table import scenario

LANDS: Final = ("Libya", "Sicily", "Norway")
BOARDS: Final = {"none": (False, False), "some": (True, False), "all": (True, True)}


class Facts(NamedTuple):
    """What the summary asks about; None is still to be rolled."""

    dyo: bool
    land: str
    boards: str
    steppe: bool
    weather: str | None
    ec: str | None
    time: str | None


def _rows(facts: Facts) -> tuple[bool, ...]:
    """The seven answers for a scenario with nothing left to roll, from the printed summary."""
    arid = facts.land != "Norway"
    desert = facts.boards != "none"
    sun = desert and facts.time != "Night" and "Overcast" not in str(facts.weather)
    dusty = {"Very Dry"} if facts.steppe else {"Very Dry", "Dry"}
    return (
        facts.dyo and arid,
        facts.dyo and desert,
        sun,
        sun and facts.land == "Libya",
        facts.boards == "all" and not facts.steppe and facts.ec in dusty,
        desert and facts.ec in dusty,
        arid and facts.boards == "all" and "Mud" in (str(facts.weather)[:3], facts.ec),
    )


SETTINGS: Final = tuple(product((True, False), LANDS, BOARDS, (True, False)))
ROLLS: Final = tuple(
    product([each.value for each in Weather], [ec.value for ec in EC], [t.value for t in TimeOfDay])
)
OPEN: Final = tuple(
    rolls for rolls in product([*Weather, None], [*EC, None], [*TimeOfDay, None]) if None in rolls
)


def _beginning(dyo: bool, land: str, boards: str, steppe: bool) -> State:
    """The state of a scenario in this setting, before its rolls."""
    laid_out = tuple(
        BoardSpec(name=str(number), desert=desert, width=1, height=1)
        for number, desert in enumerate(BOARDS[boards])
    )
    plain = scenario(dyo=dyo, land=land, steppe=steppe, vehicles=[])
    return initial_state(attrs.evolve(plain, boards=laid_out))


def _under(
    state: State, weather: str | None, ec: str | None, time: str | None, rained: bool = False
) -> State:
    """The state under this sky."""
    sky = Sky(
        None if weather is None else Weather(weather),
        None if time is None else TimeOfDay(time),
        None if ec is None else EC(ec),
        rained=rained,
    )
    return but(state, sky=sky)


def _answers(state: State) -> tuple[bool | None, ...]:
    return tuple(row.in_effect(state) for row in SUMMARY)


def _beginnings() -> list[tuple[tuple[bool, str, str, bool], State]]:
    return [(setting, _beginning(*setting)) for setting in SETTINGS]


@pytest.mark.rule("11.1")
def test_every_scenario_meets_the_summary() -> None:
    """Each of the seven rows is in effect exactly when all that its line asks for is so."""
    for setting, beginning in _beginnings():
        for rolls in ROLLS:
            facts = Facts(*setting, *rolls)
            assert _answers(_under(beginning, *rolls)) == _rows(facts), facts


@pytest.mark.rule("11.1")
def test_rows_stay_open_while_a_roll_to_come_decides_them() -> None:
    """A row is open before a roll whose results disagree about it, and decided if they agree."""
    for setting, beginning in _beginnings():
        known = {rolls: _rows(Facts(*setting, *rolls)) for rolls in ROLLS}
        for weather, ec, time in OPEN:
            ends = [
                known[end]
                for end in product(
                    [weather] if weather else Weather,
                    [ec] if ec else EC,
                    [time] if time else TimeOfDay,
                )
            ]
            expected = tuple(
                row[0] if len(set(row)) == 1 else None for row in zip(*ends, strict=True)
            )
            assert _answers(_under(beginning, weather, ec, time)) == expected


@pytest.mark.rule("11.1", "11.77")
def test_after_rain_only_dust_is_gone_from_the_summary() -> None:
    """Once it has rained both rows of Dust are out of effect, and no other row changes."""
    for _, beginning in _beginnings():
        for rolls in ROLLS:
            before = _answers(_under(beginning, *rolls))
            after = _answers(_under(beginning, *rolls, rained=True))
            assert after == (*before[:4], False, False, before[6])


@pytest.mark.rule("11.1")
def test_dust_can_exist_in_play_when_its_row_is_in_effect() -> None:
    """Whether Light and Heavy Dust can exist is what their rows say, an open row counting as no."""
    for setting, beginning in _beginnings():
        for ec in (*[each.value for each in EC], None):
            state = _under(beginning, "Clear", ec, "None")
            rows = _rows(Facts(*setting, "Clear", ec, "None"))
            assert heavy_dust_can_exist(state) is rows[4]
            assert light_dust_can_exist(state) is rows[5]


@pytest.mark.rule("11.1")
def test_the_summary_lists_these_rules_in_this_order() -> None:
    """The seven lines of the summary cover the rules printed in them."""
    assert [" ".join(row.rules) for row in SUMMARY] == [
        "11.2 11.4 11.5",
        "11.3",
        "11.61 11.611 11.6111 11.612",
        "11.62 11.621 11.622 11.623 11.624",
        "11.73 11.731 11.732 11.76 11.761",
        "11.701 11.71 11.711 11.72 11.74 11.741 11.75",
        "11.8",
    ]


BEST: Final[dict[str, Any]] = {
    "dyo": True,
    "land": "Libya",
    "boards": "all",
    "steppe": False,
    "weather": "Clear",
    "ec": "Dry",
    "time": "None",
}

DYO: Final = "it is a DYO scenario"
ARID: Final = "it is set in an Arid Land"
AFRICA: Final = "it is set in North Africa"
ONE_DESERT: Final = "at least one Desert Board"
ALL_DESERT: Final = "only Desert Boards"
DAYTIME: Final = "it is daytime"
SKY: Final = "Weather is not Overcast"
DRY: Final = "EC are Dry or Very Dry"
DRY_ENOUGH: Final = "EC are Dry or Very Dry (Very Dry if Steppe)"
NO_STEPPE: Final = "Steppe Terrain is not in effect"
MUDDY: Final = "Mud is in effect"


def _state(changes: dict[str, Any]) -> State:
    facts = Facts(**{**BEST, **changes})
    return _under(_beginning(*facts[:4]), facts.weather, facts.ec, facts.time)


@pytest.mark.rule("11.1")
@pytest.mark.parametrize(
    ("row", "changes", "failing"),
    [
        (DYO_CHARTS, {}, ()),
        (DYO_CHARTS, {"boards": "none"}, ()),
        (DYO_CHARTS, {"dyo": False}, (DYO,)),
        (DYO_CHARTS, {"land": "Norway"}, (ARID,)),
        (DYO_CHARTS, {"dyo": False, "land": "Norway"}, (DYO, ARID)),
        (TIME_OF_DAY_TABLE, {"land": "Norway", "boards": "some"}, ()),
        (TIME_OF_DAY_TABLE, {"dyo": False, "boards": "none"}, (DYO, ONE_DESERT)),
        (SUN_BLINDNESS, {"land": "Norway", "boards": "some", "weather": "Mud"}, ()),
        (SUN_BLINDNESS, {"time": "Night"}, (DAYTIME,)),
        (SUN_BLINDNESS, {"boards": "none"}, (ONE_DESERT,)),
        (SUN_BLINDNESS, {"weather": "Overcast"}, (SKY,)),
        (SUN_BLINDNESS, {"weather": "Mud & Overcast"}, (SKY,)),
        (HEAT_HAZE, {"boards": "some"}, ()),
        (HEAT_HAZE, {"land": "Sicily"}, (AFRICA,)),
        (
            HEAT_HAZE,
            {"land": "Norway", "boards": "none", "weather": "Overcast", "time": "Night"},
            (DAYTIME, AFRICA, ONE_DESERT, SKY),
        ),
        (HEAVY_DUST, {"land": "Norway"}, ()),
        (HEAVY_DUST, {"boards": "some"}, (ALL_DESERT,)),
        (HEAVY_DUST, {"ec": "Moderate"}, (DRY,)),
        (HEAVY_DUST, {"steppe": True, "ec": "Very Dry"}, (NO_STEPPE,)),
        (HEAVY_DUST, {"boards": "none", "ec": "Wet", "steppe": True}, (ALL_DESERT, DRY, NO_STEPPE)),
        (LIGHT_DUST, {"boards": "some", "dyo": False}, ()),
        (LIGHT_DUST, {"steppe": True, "ec": "Very Dry"}, ()),
        (LIGHT_DUST, {"steppe": True}, (DRY_ENOUGH,)),
        (LIGHT_DUST, {"boards": "none", "ec": "Moist"}, (ONE_DESERT, DRY_ENOUGH)),
        (MUD, {"weather": "Mud"}, ()),
        (MUD, {"ec": "Mud"}, ()),
        (MUD, {"land": "Sicily", "weather": "Mud & Overcast"}, ()),
        (MUD, {}, (MUDDY,)),
        (MUD, {"land": "Norway", "boards": "some"}, (ARID, ALL_DESERT, MUDDY)),
    ],
)
def test_failing_conditions_are_named(
    row: Row, changes: dict[str, Any], failing: tuple[str, ...]
) -> None:
    """Of a rule that is not in effect exactly the conditions that do not hold are named."""
    state = _state(changes)
    assert sorted(condition.text for condition in row.failing(state)) == sorted(failing)
    assert row.open(state) == ()
    assert row.in_effect(state) is (not failing)


@pytest.mark.rule("11.1")
@pytest.mark.parametrize(
    ("row", "changes", "waiting"),
    [
        (SUN_BLINDNESS, {"weather": None}, (SKY,)),
        (SUN_BLINDNESS, {"time": None}, (DAYTIME,)),
        (HEAT_HAZE, {"weather": None, "time": None}, (DAYTIME, SKY)),
        (HEAVY_DUST, {"ec": None}, (DRY,)),
        (LIGHT_DUST, {"ec": None, "steppe": True}, (DRY_ENOUGH,)),
        (MUD, {"ec": None}, (MUDDY,)),
        (MUD, {"weather": None}, (MUDDY,)),
    ],
)
def test_open_conditions_are_named(
    row: Row, changes: dict[str, Any], waiting: tuple[str, ...]
) -> None:
    """Of a rule that a roll to come decides the conditions that wait for it are named."""
    state = _state(changes)
    assert sorted(condition.text for condition in row.open(state)) == sorted(waiting)
    assert row.failing(state) == ()
    assert row.in_effect(state) is None


@pytest.mark.rule("11.1")
def test_one_failing_condition_decides_before_the_rolls() -> None:
    """A rule is out of effect as soon as one condition fails, whatever is still to be rolled."""
    state = _state({"land": "Sicily", "weather": None})
    assert HEAT_HAZE.in_effect(state) is False
    assert [condition.text for condition in HEAT_HAZE.failing(state)] == [AFRICA]
    assert [condition.text for condition in HEAT_HAZE.open(state)] == [SKY]
