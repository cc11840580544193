"""191.8 the LOS Hindrance of FFE, 11.75 what dust adds to it, and 11.77 how rain ends that."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import Advance, WindChange
from events.dust import FFEHindranceChanged, FFELifted, FFEPlaced
from events.moment import Phase
from events.terms import WindForce
from sim.machine.telling import Reason
from tests.drawn import examples
from tests.table import Table

RAIN = "wc 5 5"
NOT_DESERT = {"name": "1", "desert": False, "width": 15}
DESERT = {"name": "27", "desert": True, "width": 15}


def table_at(**changes: Any) -> Table:
    """A table in the first PFPh: Dry, on a Desert Board, unless changed."""
    table = Table(vehicles=[], **changes)
    table.to("PFPh")
    return table


def hindrance(table: Table, name: str = "one") -> int:
    """The LOS Hindrance DRM of an FFE."""
    drm: int = table.state.ffes[name].hindrance
    return drm


def ffe_events(table: Table, count: int = 0) -> list[object]:
    """All that happened to FFE since some entry."""
    kinds = FFEPlaced | FFEHindranceChanged | FFELifted
    entries = table.game.entries[count:]
    return [event for entry in entries for event in entry.then if isinstance(event, kinds)]


# How much an FFE hinders -----------------------------------------------------------------------


@pytest.mark.rule("191.8")
@pytest.mark.parametrize(("calibre", "drm"), [(50, 0), (69, 0), (70, 1), (81, 1), (200, 1)])
def test_an_ffe_of_70mm_or_more_hinders_by_one(calibre: int, drm: int) -> None:
    """Where no dust can rise, only the larger shells hinder a LOS, and all of them alike."""
    table = table_at(ec="Moderate")
    placed = table.do(f"ffe one F4 {calibre}mm")
    assert placed == (FFEPlaced("one", "F4", calibre, drm, "191.8"),)
    assert hindrance(table) == drm


@pytest.mark.rule("11.75")
@pytest.mark.parametrize("calibre", [50, 69, 70, 81, 200])
@pytest.mark.parametrize("ec", ["Dry", "Very Dry"])
def test_on_dusty_ground_any_ffe_hinders_by_two(calibre: int, ec: str) -> None:
    """Dust makes the Hindrance +2, and even small shells raise it."""
    table = table_at(ec=ec)
    placed = table.do(f"ffe one F4 {calibre}mm")
    assert placed == (FFEPlaced("one", "F4", calibre, 2, "11.75"),)
    assert hindrance(table) == 2


@pytest.mark.rule("11.75", "191.8")
@pytest.mark.parametrize("ec", ["Mud", "Wet", "Moist", "Moderate"])
def test_damp_ground_raises_no_ffe_dust(ec: str) -> None:
    """FFE Dust exists only where Light Dust can, which takes Dry or Very Dry EC."""
    table = table_at(ec=ec)
    table.do("ffe one F4 100mm", "ffe two F6 50mm")
    assert (hindrance(table), hindrance(table, "two")) == (1, 0)


@pytest.mark.rule("11.75")
@pytest.mark.parametrize(("ec", "drm"), [("Dry", 1), ("Very Dry", 2)])
def test_the_steppe_must_be_very_dry(ec: str, drm: int) -> None:
    """With Steppe Terrain in effect, Dry EC are not enough for FFE Dust."""
    table = table_at(ec=ec, steppe=True)
    table.do("ffe one F4 100mm")
    assert hindrance(table) == drm


@pytest.mark.rule("11.75")
def test_one_desert_board_is_enough_and_none_is_not() -> None:
    """FFE Dust needs at least one Desert Board in play."""
    some, none = table_at(boards=[NOT_DESERT, DESERT]), table_at(boards=[NOT_DESERT])
    some.do("ffe one 27F4 50mm")
    none.do("ffe one F4 50mm")
    assert (hindrance(some), hindrance(none)) == (2, 0)


@pytest.mark.rule("11.75", "191.8")
def test_by_the_other_ruling_dust_changes_no_ffe() -> None:
    """Where the ruling says so, an FFE on dusty ground hinders as anywhere else."""
    table = table_at(rulings={"11.75-changes": "none"})
    table.do("ffe small F4 69mm", "ffe large F6 70mm")
    assert (hindrance(table, "small"), hindrance(table, "large")) == (0, 1)
    assert table.game.entries[-1].then == (FFEPlaced("large", "F6", 70, 1, "191.8"),)


# Placing and lifting ---------------------------------------------------------------------------


@pytest.mark.rule("C1.5")
def test_an_ffe_stays_until_it_is_lifted() -> None:
    """Neither phases nor Player Turns end an FFE; its players do."""
    table = table_at()
    table.do("ffe one F4 100mm")
    table.next_turn()
    table.to("CCPh")
    assert "one" in table.state.ffes
    assert table.do("lift one") == (FFELifted("one", "C1.5"),)
    assert not table.state.ffes


@pytest.mark.rule("C1.5")
def test_an_ffe_has_a_name_of_its_own_a_hex_and_a_calibre() -> None:
    """Two FFE never share a name, and an FFE lies in play and has shells."""
    table = table_at()
    table.do("ffe one F4 100mm")
    assert table.refused("ffe one F6 100mm").reason is Reason.NAME_TAKEN
    assert table.refused("ffe two ZZ9 100mm").reason is Reason.UNKNOWN_HEX
    assert table.refused("ffe two F6 0mm").reason is Reason.IMPOSSIBLE_NUMBER
    assert table.refused("lift two").reason is Reason.UNKNOWN_FFE


def test_a_name_is_free_again_after_lifting() -> None:
    """The same name can serve a later FFE, and two FFE may share a hex."""
    table = table_at()
    table.do("ffe one F4 100mm", "lift one", "ffe one F6 70mm", "ffe two F6 80mm")
    assert {name: ffe.hex for name, ffe in table.state.ffes.items()} == {"one": "F6", "two": "F6"}


# Rain ------------------------------------------------------------------------------------------


@pytest.mark.rule("11.77", "11.75")
def test_rain_takes_the_dust_from_ffe_in_place() -> None:
    """With the first rain each FFE hinders as without dust, and a small one not at all."""
    table = table_at(weather="Overcast")
    table.do("ffe large F4 100mm", "ffe small F6 50mm")
    table.next_turn()
    count = len(table.game.entries)
    table.do(RAIN)
    assert ffe_events(table, count) == [
        FFEHindranceChanged("large", 2, 1, "11.77"),
        FFEHindranceChanged("small", 2, 0, "11.77"),
    ]
    assert (hindrance(table, "large"), hindrance(table, "small")) == (1, 0)
    assert table.state.ffes["large"].calibre == 100
    assert table.state.ffes["large"].hex == "F4"


@pytest.mark.rule("11.77", "11.75")
def test_no_ffe_raises_dust_once_it_has_rained() -> None:
    """Neither in rain nor after it does an FFE have dust, for the rest of the scenario."""
    table = table_at(weather="Overcast")
    table.next_turn()
    table.do(RAIN, "ffe wet F4 100mm")
    table.next_turn()
    table.do("wc 1 2", "ffe after F6 100mm", "ffe small F8 50mm")
    assert [hindrance(table, name) for name in ("wet", "after", "small")] == [1, 1, 0]


@pytest.mark.rule("11.77")
def test_rain_changes_an_ffe_only_once() -> None:
    """Rain that grows heavy, ends, or begins again finds no dust left to end."""
    table = table_at(weather="Overcast")
    table.do("ffe one F4 100mm")
    table.next_turn()
    table.do(RAIN)
    count = len(table.game.entries)
    for wind_change in (RAIN, "wc 1 2", RAIN):
        table.next_turn()
        table.do(wind_change)
    assert ffe_events(table, count) == []
    assert hindrance(table) == 1


@pytest.mark.rule("11.77", "191.8")
def test_rain_leaves_an_ffe_without_dust_alone() -> None:
    """Where there was no FFE Dust, rain changes no Hindrance."""
    table = table_at(weather="Overcast", ec="Moderate")
    table.do("ffe one F4 100mm")
    table.next_turn()
    count = len(table.game.entries)
    table.do(RAIN)
    assert ffe_events(table, count) == []
    assert hindrance(table) == 1


@pytest.mark.rule("11.77")
def test_a_clear_sky_brings_no_rain() -> None:
    """The same Wind Change DR ends no FFE Dust unless Weather is Overcast."""
    table = table_at()
    table.do("ffe one F4 100mm")
    table.next_turn()
    table.do(RAIN)
    assert hindrance(table) == 2


# Wind ------------------------------------------------------------------------------------------


@pytest.mark.rule("11.75")
@pytest.mark.parametrize(
    "wind_change",
    ["wc 6 6", "wc 1 1 1", "wc 1 1 5", "wc 1 1 6"],
    ids=["Gusts", "another direction", "Heavy Winds", "No Wind"],
)
def test_wind_and_gusts_do_nothing_to_ffe_dust(wind_change: str) -> None:
    """Neither Wind Force nor Gusts change the Hindrance of an FFE, in place or placed later."""
    table = table_at()
    table.do("ffe one F4 100mm")
    table.next_turn()
    count = len(table.game.entries)
    table.do(wind_change, "phase AFPh")
    assert ffe_events(table, count) == []
    table.do("ffe two F6 50mm")
    assert (hindrance(table), hindrance(table, "two")) == (2, 2)


@pytest.mark.rule("11.75")
def test_heavy_winds_with_gusts_do_nothing_to_ffe_dust_either() -> None:
    """Not even the pair that thickens other dust changes the Hindrance of an FFE."""
    table = table_at(wind="Heavy Winds")
    table.do("ffe one F4 100mm")
    for _ in range(3):
        table.next_turn()
        table.do("wc 6 6")
    assert table.state.wind.heavy_gusts
    assert hindrance(table) == 2


@pytest.mark.rule("11.75")
@pytest.mark.parametrize("density", ["None", "Light", "Moderate", "Heavy", "Extremely Heavy"])
def test_the_dust_density_is_another_matter(density: str) -> None:
    """FFE Dust is the same in clear air and in the densest dust."""
    table = table_at(dust=density)
    table.do("ffe one F4 50mm")
    assert hindrance(table) == 2


# Properties ------------------------------------------------------------------------------------

DR = st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6), st.integers(1, 6))
WIND_CHANGES = st.lists(
    st.one_of(DR, st.tuples(st.just(1), st.just(1), st.integers(1, 6), st.integers(1, 6))),
    max_size=10,
)


@pytest.mark.rule("11.75", "11.77", "191.8")
@examples(40)
@given(
    st.sampled_from(("Clear", "Clear & Gusty", "Overcast", "Mud & Overcast")),
    st.integers(1, 300),
    WIND_CHANGES,
)
def test_an_ffe_hinders_by_two_until_the_first_rain(
    weather: str, calibre: int, wind_changes: list[tuple[int, int, int, int]]
) -> None:
    """Whatever the wind does, dust is with an FFE from the start up to the first rain."""
    muddy = weather.startswith("Mud")
    table = table_at(weather=weather, ec="Mud" if muddy else "Dry")
    table.do(f"ffe one F4 {calibre}mm")
    plain = 1 if calibre >= 70 else 0
    dusty = not muddy
    assert hindrance(table) == (2 if dusty else plain)
    for coloured, white, change, direction in wind_changes:
        table.game.do(Advance(Phase.RPH))
        due = [coloured, white]
        if coloured + white == 2:
            still = table.state.wind.force is WindForce.NO_WIND
            due += [change, direction] if change >= 5 and still else [change]
        table.game.do(WindChange(), due)
        dusty = dusty and not (weather == "Overcast" and coloured + white >= 10)
        assert hindrance(table) == (2 if dusty else plain)
