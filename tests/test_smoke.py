"""A24 SMOKE: placing, Dispersal (A24.4), drift (A24.61), Gusts (A24.62), Heavy Winds and rain."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import Advance, PlaceSmoke, WindChange
from events.moment import Phase
from events.smoke import DriftChanged, SmokeDispersed, SmokePlaced, SmokeRemoved
from events.terms import Rain, WindForce
from events.vocabulary import Event
from sim.chapter_a.smoke import smoke_in
from sim.machine.telling import Reason
from tests.drawn import examples
from tests.table import Table

SmokeEvent = SmokePlaced | SmokeDispersed | SmokeRemoved | DriftChanged

GUSTS = "wc 6 6"
TO_HEAVY = "wc 1 1 5"
TO_NO_WIND = "wc 1 1 6"
CLOCKWISE = "wc 1 1 1"
RAIN = "wc 5 5"


def smoky(*orders: str, **changes: Any) -> Table:
    """A table in the first PFPh after these orders; a Mild Breeze blows to hexside 3."""
    table = Table(**changes)
    table.to("PFPh")
    table.do(*orders)
    return table


def told(events: tuple[Event, ...]) -> list[SmokeEvent]:
    """What events tell of SMOKE and drift."""
    return [event for event in events if isinstance(event, SmokeEvent)]


def go(table: Table, *orders: str) -> list[SmokeEvent]:
    """Give orders; what all of them did to SMOKE and drift."""
    count = len(table.game.entries)
    table.do(*orders)
    return told(tuple(event for entry in table.game.entries[count:] for event in entry.then))


# Placing ---------------------------------------------------------------------------------------


@pytest.mark.rule("A24.1")
def test_smoke_belongs_to_the_attacker_unless_somebody_is_named() -> None:
    """A counter without a named owner is of the side whose Player Turn it is."""
    table = smoky()
    assert table.do("smoke E4") == (SmokePlaced("E4", "E4", False, False, "German", "A24.1"),)
    table.do("smoke G4 by British")
    assert table.state.smoke["G4"].side == "British"
    table.next_turn()
    table.to("PFPh")
    table.do("smoke I4")
    assert table.state.smoke["I4"].side == "British"


@pytest.mark.rule("A24.5")
def test_smoke_hinders_by_three_and_dispersed_smoke_by_two() -> None:
    """The Hindrance DRM of a counter falls by one when it is Dispersed."""
    table = smoky("smoke E4", "smoke G4 dispersed")
    assert table.state.smoke["E4"].hindrance == 3
    assert table.state.smoke["G4"].hindrance == 2


def test_several_counters_of_a_hex_have_names_of_their_own() -> None:
    """A further counter in the same hex, or in a hex named like a vehicle, stays apart."""
    tank = {"id": "G4", "side": "German", "movement": "truck", "mp": 13}
    table = smoky("smoke E4", "smoke E4 gray", "smoke G4", vehicles=[tank])
    assert {label: counter.hex for label, counter in table.state.smoke.items()} == {
        "E4": "E4",
        "E4/2": "E4",
        "G4/2": "G4",
    }


def test_smoke_is_in_the_hexes_of_counters_and_of_drift() -> None:
    """A hex has SMOKE in it whether a counter was placed there or drifted there."""
    table = smoky("smoke E4", "phase AFPh")
    found = {hex_ for hex_ in ("E4", "F4", "G5", "H5", "I6", "E5") if smoke_in(table.state, hex_)}
    assert found == {"E4", "F4", "G5", "H5"}


@pytest.mark.rule("A24.1")
def test_smoke_needs_a_side_and_a_hex_in_play() -> None:
    """Nobody places SMOKE for a side that does not play, or off the playing area."""
    table = smoky()
    assert table.refused("smoke E4 by French").reason is Reason.UNKNOWN_SIDE
    assert table.refused("smoke ZZ9").reason is Reason.UNKNOWN_HEX


# A24.4 -----------------------------------------------------------------------------------------


@pytest.mark.rule("A24.4")
def test_smoke_is_dispersed_and_then_gone_in_its_owners_pfphs() -> None:
    """White SMOKE lasts two PFPhs of its owner: the first flips it, the second removes it."""
    table = smoky("smoke E4", wind="No Wind", wind_direction=None)
    table.next_turn()
    table.calm()
    assert go(table, "phase PFPh") == []
    table.next_turn()
    table.calm()
    assert go(table, "phase PFPh") == [SmokeDispersed("E4", "A24.4")]
    assert table.state.smoke["E4"].dispersed
    table.next_turn()
    table.calm()
    assert go(table, "phase PFPh") == []
    table.next_turn()
    table.calm()
    assert go(table, "phase PFPh") == [SmokeRemoved("E4", "A24.4")]
    assert not table.state.smoke


def test_smoke_placed_dispersed_leaves_at_its_owners_next_pfph() -> None:
    """Dispersed white SMOKE does not see a second PFPh of its owner."""
    table = smoky("smoke E4 dispersed by British", wind="No Wind", wind_direction=None)
    table.next_turn()
    table.calm()
    assert go(table, "phase PFPh") == [SmokeRemoved("E4", "A24.4")]


def test_gray_smoke_stays_through_pfphs() -> None:
    """Gray counters are not taken off in a PFPh, Dispersed or not."""
    table = smoky("smoke E4 gray", "smoke G4 gray dispersed")
    before = table.state.smoke
    for _ in range(4):
        table.next_turn()
        table.to("PFPh")
    assert table.state.smoke == before


# A24.61 ----------------------------------------------------------------------------------------


@pytest.mark.rule("A24.61")
def test_full_smoke_drifts_three_hexes_downwind_in_the_afph() -> None:
    """As many gray counters as the Hindrance DRM lie in a line along the Wind Direction."""
    table = smoky("smoke E4")
    assert go(table, "phase MPh") == []
    assert go(table, "phase DFPh") == []
    assert go(table, "phase AFPh") == [DriftChanged("E4", ("F4", "G5", "H5"), "A24.61")]
    assert table.state.drift["E4"] == ("F4", "G5", "H5")


@pytest.mark.rule("A24.61")
def test_dispersed_smoke_drifts_two_hexes() -> None:
    """A Dispersed source has a shorter trail."""
    table = smoky("smoke E4 dispersed")
    assert go(table, "phase AFPh") == [DriftChanged("E4", ("F4", "G5"), "A24.61")]


@pytest.mark.parametrize(
    ("direction", "hexes"),
    [
        (1, ("E3", "E2", "E1")),
        (2, ("F3", "G3", "H2")),
        (3, ("F4", "G5", "H5")),
        (4, ("E5", "E6", "E7")),
        (5, ("D4", "C5", "B5")),
        (6, ("D3", "C3", "B2")),
    ],
)
def test_drift_follows_the_wind_direction(direction: int, hexes: tuple[str, ...]) -> None:
    """The wind blows to its hexside, and drift goes with it."""
    table = smoky("smoke E4", "phase AFPh", wind_direction=direction)
    assert table.state.drift["E4"] == hexes


def test_drift_ends_at_the_edge_of_the_playing_area() -> None:
    """Counters that would lie off board are not placed."""
    table = smoky("smoke N4", "smoke O4", "phase AFPh")
    assert dict(table.state.drift) == {"N4": ("O5",)}


def test_without_a_mild_breeze_nothing_drifts() -> None:
    """SMOKE in still air stays where it is."""
    table = smoky("smoke E4", "phase AFPh", wind="No Wind", wind_direction=None)
    assert not table.state.drift


def test_gray_smoke_does_not_drift() -> None:
    """Only white counters are sources of drift."""
    table = smoky("smoke E4 gray", "smoke G4 gray dispersed", "phase AFPh")
    assert not table.state.drift


def test_an_unchanged_breeze_leaves_drift_as_it_is() -> None:
    """The next AFPh lays the same counters, so that nothing happens."""
    table = smoky("smoke E4", "phase AFPh")
    table.next_turn()
    table.calm()
    assert go(table, "phase AFPh") == []
    assert table.state.drift["E4"] == ("F4", "G5", "H5")


@pytest.mark.rule("A24.61")
def test_drift_goes_when_the_wind_turns_and_comes_back_the_other_way() -> None:
    """A new Wind Direction clears the line at once; the AFPh lays one along the new direction."""
    table = smoky("smoke E4", "phase AFPh")
    table.next_turn()
    assert go(table, CLOCKWISE) == [DriftChanged("E4", (), "A24.61")]
    assert go(table, "phase AFPh") == [DriftChanged("E4", ("E5", "E6", "E7"), "A24.61")]


def test_drift_goes_when_the_wind_drops() -> None:
    """A change of Wind Force ends drift, though not the SMOKE that it came from."""
    table = smoky("smoke E4", "phase AFPh")
    table.next_turn()
    assert go(table, TO_NO_WIND, "phase AFPh") == [DriftChanged("E4", (), "A24.61")]
    assert "E4" in table.state.smoke


def test_drift_shrinks_with_its_source() -> None:
    """When the PFPh flips the source, the farthest drift counter goes with the lost DRM."""
    table = smoky("smoke E4 by British", "phase AFPh")
    table.next_turn()
    table.calm()
    assert go(table, "phase PFPh") == [
        SmokeDispersed("E4", "A24.4"),
        DriftChanged("E4", ("F4", "G5"), "A24.61"),
    ]


def test_drift_goes_with_its_source() -> None:
    """When the source is removed, nothing drifts from it any more."""
    table = smoky("smoke E4 dispersed by British", "phase AFPh")
    table.next_turn()
    table.calm()
    assert go(table, "phase PFPh") == [
        SmokeRemoved("E4", "A24.4"),
        DriftChanged("E4", (), "A24.61"),
    ]
    assert not table.state.drift


def test_every_source_has_its_own_drift() -> None:
    """Two counters lay two lines, and the end of one does not touch the other."""
    table = smoky("smoke E4", "smoke G2 dispersed by British", "phase AFPh")
    assert set(table.state.drift) == {"E4", "G2"}
    table.next_turn()
    table.to("PFPh")
    assert set(table.state.drift) == {"E4"}


DRIVE = ("phase MPh", "start PzA", "move PzA D5 2mp", "move PzA D6 2mp")


@pytest.mark.rule("11.74")
def test_vehicle_dust_drifts_like_dispersed_smoke() -> None:
    """By the default ruling the dust behind a tank drifts two hexes downwind."""
    table = smoky(*DRIVE)
    assert go(table, "phase AFPh") == [DriftChanged("PzA", ("E6", "F6"), "A24.61")]


@pytest.mark.rule("11.74")
def test_by_the_other_ruling_vehicle_dust_stays_where_it_rose() -> None:
    """Where the ruling keeps Vehicle Dust still, only SMOKE drifts."""
    table = smoky("smoke E4", *DRIVE, rulings={"11.74-drift": "still"})
    assert "PzA" in table.state.vehicle_dust
    table.do("phase AFPh")
    assert set(table.state.drift) == {"E4"}


# A24.62 ----------------------------------------------------------------------------------------


@pytest.mark.rule("A24.62")
def test_gusts_disperse_smoke_in_the_rph_and_remove_it_in_the_afph() -> None:
    """Each of the two times, Dispersed counters go and the others are flipped."""
    table = smoky("smoke E4", "smoke G4 dispersed", "smoke I4 gray", "smoke K4 gray dispersed")
    table.next_turn()
    assert [event for event in go(table, GUSTS) if not isinstance(event, DriftChanged)] == [
        SmokeDispersed("E4", "A24.62"),
        SmokeRemoved("G4", "A24.62"),
        SmokeDispersed("I4", "A24.62"),
        SmokeRemoved("K4", "A24.62"),
    ]
    assert set(table.state.smoke) == {"E4", "I4"}
    assert go(table, "phase AFPh") == [SmokeRemoved("E4", "A24.62"), SmokeRemoved("I4", "A24.62")]
    assert not table.state.smoke


def test_smoke_placed_in_gusts_is_dispersed_in_the_afph() -> None:
    """Counters that come after the RPh meet the Gusts once, in the AFPh."""
    table = Table()
    table.do("phase RPh", GUSTS, "phase PFPh", "smoke E4", "smoke G4 dispersed")
    assert go(table, "phase AFPh") == [
        SmokeDispersed("E4", "A24.62"),
        SmokeRemoved("G4", "A24.62"),
    ]


@pytest.mark.rule("A24.62")
def test_gusts_end_drift_and_let_none_begin() -> None:
    """Gray drift counters are Dispersed ones: Gusts remove them, and lay no new ones."""
    table = smoky("smoke E4", "phase AFPh")
    table.next_turn()
    events = go(table, GUSTS)
    assert events == [DriftChanged("E4", (), "A24.62"), SmokeDispersed("E4", "A24.62")]
    table.do("phase PFPh", "smoke G4", "phase AFPh")
    assert not table.state.drift
    assert set(table.state.smoke) == {"G4"}


def test_gusts_last_one_player_turn() -> None:
    """In the next Player Turn without Gusts, SMOKE stays and drifts again."""
    table = Table()
    table.do("phase RPh", GUSTS, "phase AFPh", "smoke E4")
    table.next_turn()
    table.calm()
    assert go(table, "phase AFPh") == [DriftChanged("E4", ("F4", "G5", "H5"), "A24.61")]


# A24.6, rain and Mud ---------------------------------------------------------------------------


@pytest.mark.rule("A24.6")
def test_heavy_winds_remove_all_smoke() -> None:
    """When Heavy Winds begin every counter and all drift go at once, gray ones too."""
    table = smoky("smoke E4", "smoke G4 gray", "phase AFPh")
    table.next_turn()
    events = go(table, TO_HEAVY)
    assert [event for event in events if isinstance(event, SmokeRemoved)] == [
        SmokeRemoved("E4", "A24.6"),
        SmokeRemoved("G4", "A24.6"),
    ]
    assert not table.state.smoke
    assert not table.state.drift


@pytest.mark.rule("E3.53")
def test_rain_removes_all_smoke() -> None:
    """When rain begins every counter and all drift go at once, gray ones too."""
    table = smoky("smoke E4", "smoke G4 gray", "phase AFPh", weather="Overcast")
    table.next_turn()
    assert go(table, RAIN) == [
        DriftChanged("E4", (), "E3.53"),
        SmokeRemoved("E4", "E3.53"),
        SmokeRemoved("G4", "E3.53"),
    ]
    assert not table.state.smoke
    assert not table.state.drift


@pytest.mark.rule("A24.6", "E3.53")
@pytest.mark.parametrize(
    ("order", "rule"), [(TO_HEAVY, "A24.6"), (RAIN, "E3.53")], ids=["Heavy Winds", "rain"]
)
def test_no_smoke_is_placed_in_rain_or_heavy_winds(order: str, rule: str) -> None:
    """As long as they last SMOKE cannot exist, and so cannot be placed."""
    table = smoky(weather="Overcast")
    table.next_turn()
    table.do(order)
    refusal = table.refused("smoke E4")
    assert (refusal.reason, refusal.rule) == (Reason.NO_SMOKE_NOW, rule)


@pytest.mark.parametrize("stops", ["wc 1 2", "wc 2 1"])
def test_smoke_can_be_placed_again_after_rain(stops: str) -> None:
    """Rain forbids SMOKE only while it falls."""
    table = smoky(weather="Overcast")
    table.next_turn()
    table.do(RAIN)
    table.next_turn()
    table.do(stops, "smoke E4")
    assert set(table.state.smoke) == {"E4"}


def test_rain_needs_an_overcast_sky_to_end_smoke() -> None:
    """Under a clear sky the same Wind Change DR leaves SMOKE alone."""
    table = smoky("smoke E4")
    table.next_turn()
    assert go(table, RAIN) == []


@pytest.mark.rule("E3.734")
@pytest.mark.parametrize("weather", ["Mud", "Clear"])
def test_no_smoke_is_placed_in_mud(weather: str) -> None:
    """In Mud SMOKE rounds have no effect, be it Mud by the Weather or by EC alone."""
    table = smoky(weather=weather, ec="Mud")
    refusal = table.refused("smoke E4")
    assert (refusal.reason, refusal.rule) == (Reason.NO_SMOKE_NOW, "E3.734")


# Properties ------------------------------------------------------------------------------------

DR = st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6), st.integers(1, 6))
WIND_CHANGES = st.one_of(
    DR, st.tuples(st.just(1), st.just(1), st.integers(1, 6), st.integers(1, 6))
)
PLACES = st.sampled_from(("A1", "E4", "F6", "H5", "K9", "O10"))


def blow(table: Table, dice: tuple[int, int, int, int]) -> None:
    """Make a Wind Change DR with as many of these dice as are due."""
    coloured, white, change, direction = dice
    due = [coloured, white]
    if coloured + white == 2:
        due.append(change)
        if change >= 5 and table.state.wind.force is WindForce.NO_WIND:
            due.append(direction)
    table.game.do(WindChange(), due)


@examples(40)
@given(
    st.sampled_from(("Clear", "Clear & Gusty", "Overcast")),
    st.lists(
        st.tuples(WIND_CHANGES, st.lists(st.tuples(PLACES, st.booleans(), st.booleans()))),
        max_size=8,
    ),
)
def test_drift_always_has_a_source_and_a_breeze(
    weather: str,
    turns: list[tuple[tuple[int, int, int, int], list[tuple[str, bool, bool]]]],
) -> None:
    """Drift is a line downwind of a white counter, and rain and Heavy Winds leave no SMOKE."""
    table = Table(weather=weather)
    for dice, counters in turns:
        table.game.do(Advance(Phase.RPH))
        blow(table, dice)
        _check(table)
        table.do("phase PFPh")
        _check(table)
        for place, gray, dispersed in counters:
            table.game.attempt(PlaceSmoke(place, gray=gray, dispersed=dispersed))
        table.do("phase AFPh")
        _check(table)


def _check(table: Table) -> None:
    """What holds of SMOKE in every state."""
    state = table.state
    if state.wind.heavy or state.sky.rain is not Rain.NONE:
        assert not state.smoke
        assert not state.drift
    for source, hexes in state.drift.items():
        assert state.wind.force is WindForce.MILD_BREEZE
        assert not state.smoke[source].gray
        assert 1 <= len(hexes) <= state.smoke[source].hindrance
        here = state.smoke[source].hex
        for there in hexes:
            assert state.setting.area.across(here, state.wind.direction) == there
            here = there


@examples(30)
@given(st.lists(st.tuples(PLACES, st.booleans(), st.booleans(), st.booleans()), max_size=8))
def test_two_pfphs_and_two_gusts_leave_nothing(
    counters: list[tuple[str, bool, bool, bool]],
) -> None:
    """White SMOKE is gone after two PFPhs of its owner, and all SMOKE after one turn of Gusts."""
    calm, gusty = Table(), Table()
    for table in (calm, gusty):
        table.to("PFPh")
        for place, gray, dispersed, british in counters:
            side = "British" if british else "German"
            table.game.do(PlaceSmoke(place, gray, dispersed, side))
    count = len(calm.state.smoke)
    for _ in range(4):
        calm.next_turn()
        calm.to("PFPh")
    assert count == len(counters)
    assert all(counter.gray for counter in calm.state.smoke.values())
    assert len(calm.state.smoke) == sum(gray for _, gray, _, _ in counters)
    gusty.next_turn()
    gusty.do(GUSTS, "phase AFPh")
    assert not gusty.state.smoke
    assert not gusty.state.drift
