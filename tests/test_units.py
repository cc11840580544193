"""Infantry by name: cactus hedges that take two MPh, and Steeples that hold little."""

from fractions import Fraction
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immutables import Map

from events.commands import Advance
from events.moment import Moment, Phase
from events.terms import Station, UnitKind
from events.units import (
    CrossingBegan,
    CrossingEnded,
    CrossingFinished,
    GoodOrderLost,
    UnitEliminated,
    UnitStationed,
)
from events.vocabulary import Event
from replays import Game, audit
from replays.asking.ask import ask
from replays.testing import games
from sim.chapter_ad.mosque import House, has_steeple, house_in
from sim.chapter_ad.steeple_stacking import Units, excess, units_in
from sim.machine.decide import resolve
from sim.machine.dice import Dice, EnteredDice, outcomes
from sim.machine.telling import Reason, Refusal
from sim.state import State, Unit, but
from tests.drawn import examples
from tests.table import Table

BOARD: Final[dict[str, Any]] = {
    "name": "X",
    "desert": True,
    "ad": True,
    "map": "0 .  .\n1 . .  . . .\n2 . ~ . . .\n3 . . . . .",
    "hexsides": [{"kind": "cactus-hedge", "at": ["A1/B1", "A2/B2", "A1/A2", "C2/C3"]}],
}

WORLD: Final[dict[str, Any]] = {
    "boards": [BOARD],
    "ad": True,
    "ec": "Moist",
    "vehicles": [],
    "buildings": [{"hex": "C1", "mosque": True}, {"hex": "D2", "temple": True}],
}
"""Cactus hedges around A1, a Mosque in C1 and a Temple in D2."""


def within_limit(house: House, units: Units) -> bool:
    """Whether nobody of one side is too much."""
    return not excess(house, units)


def begun(*orders: str, **facts: Any) -> Table:
    """A table in the first MPh, after some orders."""
    table = Table(**{**WORLD, **facts})
    table.to("MPh")
    table.do(*orders)
    return table


def next_mph(table: Table) -> None:
    """Go on to the next MPh of the same side."""
    for _ in range(2):
        table.next_turn()
    table.to("MPh")


def kinds(events: tuple[Event, ...]) -> list[type]:
    """What happened, by its class."""
    return [type(event) for event in events]


# Cactus hedges ------------------------------------------------------------------------------


@pytest.mark.rule("191.3")
def test_a_cactus_hedge_takes_two_mph() -> None:
    """In the first MPh a squad becomes TI before the hedge, in its next it is across."""
    table = begun("unit A squad A1 pp 3")
    assert kinds(table.do("cross A B1")) == [CrossingBegan]
    unit = table.state.units["A"]
    assert (unit.hex, unit.crossing, unit.ti) == ("A1", "B1", True)
    assert table.refused("cross A B1").reason is Reason.BEYOND_ALLOTMENT
    table.next_turn()
    table.to("MPh")
    assert table.refused("cross A B1").reason is Reason.NOT_ATTACKER
    table.next_turn()
    table.to("MPh")
    assert table.state.units["A"].ti
    assert kinds(table.do("cross A B1")) == [CrossingFinished]
    unit = table.state.units["A"]
    assert (unit.hex, unit.crossing, unit.ti) == ("B1", None, False)


@pytest.mark.rule("191.3")
def test_who_is_across_has_no_mf_left() -> None:
    """To be across takes all MF of the second MPh: no other crossing begins in it."""
    table = begun("unit A squad A1", "cross A B1")
    next_mph(table)
    table.do("cross A B1")
    assert table.refused("cross A A1").reason is Reason.BEYOND_ALLOTMENT
    next_mph(table)
    assert kinds(table.do("cross A A1")) == [CrossingBegan]


@pytest.mark.rule("191.3", "A.7")
def test_a_unit_that_breaks_does_not_cross() -> None:
    """Who breaks in between stays before the hedge, and begins anew when rallied."""
    table = begun("unit A HS A1", "cross A B1", "phase DFPh")
    assert kinds(table.do("break A")) == [GoodOrderLost]
    assert not table.state.units["A"].ti
    next_mph(table)
    assert table.refused("cross A B1").reason is Reason.NOT_GOOD_ORDER
    table.do("rally A")
    assert kinds(table.do("cross A B1")) == [CrossingBegan]


@pytest.mark.rule("191.3")
@pytest.mark.parametrize(("ruling", "goes_on"), [("off", False), ("waits", True)])
def test_a_crossing_that_is_not_finished(ruling: str, goes_on: bool) -> None:
    """By the ruling it is off with the MPh in which it could be finished, or waits."""
    table = begun("unit A SMC A1 pp 1", "cross A B1", rulings={"191.3-idle": ruling})
    table.do("phase DFPh")
    assert table.state.units["A"].ti
    next_mph(table)
    ended = [e for e in table.do("phase DFPh") if isinstance(e, CrossingEnded)]
    assert bool(ended) is not goes_on
    assert table.state.units["A"].ti is goes_on
    next_mph(table)
    assert kinds(table.do("cross A B1")) == [CrossingFinished if goes_on else CrossingBegan]


@pytest.mark.rule("191.3")
def test_a_unit_may_turn_to_another_hedge() -> None:
    """Instead of finishing one crossing it may begin another; then the first is off."""
    table = begun("unit A crew A1", "cross A B1")
    next_mph(table)
    assert kinds(table.do("cross A A2")) == [CrossingEnded, CrossingBegan]
    assert (table.state.units["A"].hex, table.state.units["A"].crossing) == ("A1", "A2")


@pytest.mark.rule("191.3", "A4.42")
@pytest.mark.parametrize(
    ("kind", "pp", "may"),
    [
        *((kind, 3, True) for kind in ("squad", "HS", "crew")),
        *((kind, 4, False) for kind in ("squad", "HS", "crew")),
        ("SMC", 1, True),
        ("SMC", 2, False),
    ],
)
def test_pp_beyond_its_ipc_hold_a_unit_back(kind: str, pp: int, may: bool) -> None:
    """MMC cross with three PP, SMC with one, and with no more."""
    table = begun(f"unit A {kind} A1 pp {pp}")
    if may:
        table.do("cross A B1")
    else:
        assert table.refused("cross A B1").reason is Reason.TOO_MANY_PP


@pytest.mark.rule("191.3", "A4.13", "A4.14")
def test_no_hedge_leads_into_water_or_enemies() -> None:
    """A hex that Infantry may not enter is not entered over a cactus hedge either."""
    table = begun("unit A squad A2", "unit B squad A1", "unit C HS B1 by British")
    refusal = table.refused("cross A B2")
    assert (refusal.reason, refusal.rule) == (Reason.ENTRY_FORBIDDEN, "A4.13")
    assert "Water" in refusal.why
    assert table.refused("cross B B1").rule == "A4.14"
    table.do("remove C")
    table.do("cross B B1")
    table.do("unit C SW B1 by British pp 2")
    next_mph(table)
    table.do("cross B B1")


@pytest.mark.rule("191.3", "AD3.132")
def test_declared_hedges_are_crossed_as_printed_ones() -> None:
    """Where an SSR makes hedges cactus hedges, Infantry crosses them in two MPh as well."""
    board = {**BOARD, "hexsides": [{"kind": "hedge", "at": ["A1/B1"]}]}
    plain = begun("unit A squad A1", boards=[board])
    assert plain.refused("cross A B1").reason is Reason.NO_CACTUS_HEDGE
    declared = begun("unit A squad A1", boards=[board], terrain={"Hedge": "Cactus Hedge"})
    assert kinds(declared.do("cross A B1")) == [CrossingBegan]


@pytest.mark.rule("191.3")
@examples(40)
@given(games(hexsides=[{"kind": "cactus-hedge", "at": ["D4/D5", "D4/E4"]}]))
def test_no_crossing_takes_less_than_two_mph(game: Game) -> None:
    """Whoever is across began in an earlier MPh of his own, and was in Good Order all the time."""
    began: dict[str, tuple[str, Moment]] = {}
    for entry in game.entries:
        for event in entry.then:
            if isinstance(event, CrossingBegan):
                began[event.unit] = (event.to, event.moment)
            elif isinstance(event, CrossingFinished):
                to, moment = began.pop(event.unit)
                assert to == event.to
                assert moment < event.moment
                assert (moment.phase, moment.player) == (Phase.MPH, event.moment.player)
            elif isinstance(event, GoodOrderLost | CrossingEnded):
                began.pop(event.unit, None)
    crossing = {name for name, unit in game.state.units.items() if unit.ti}
    assert crossing <= began.keys()
    assert all(game.state.units[name].good_order for name in crossing)


@pytest.mark.rule("191.3", "A4.62")
def test_a_shot_at_hazardous_movement() -> None:
    """Fire at a unit that crosses takes -2, and no FFMO; whoever forgets it is told."""
    state = begun("unit A squad C3", "cross A C2").state
    shot = {"firer": "E3", "target": "C3", "attack": "IFT"}
    moved = ask(state, "shot", **shot, moving=True)
    assert [item.kind for item in moved.items] == ["FFMO"]
    plain = ask(state, "shot", **shot)
    assert [near.rule for near in plain.near if near.name == "Hazardous Movement"] == ["A4.62"]
    hit = ask(state, "shot", **shot, hazardous=True, moving=True)
    assert hit.total.fixed == plain.total.fixed - 2
    assert [item.rule for item in hit.items if item.kind in ("DRM", "FFMO")] == ["A4.62"]
    tank = ask(state, "shot", **{**shot, "against": "vehicle"}, hazardous=True)
    assert "A4.62" not in [item.rule for item in tank.items]


# Steeples -----------------------------------------------------------------------------------

SQUAD: Final = Unit("C1", "German", UnitKind.SQUAD)
HS: Final = Unit("C1", "German", UnitKind.HS)
CREW: Final = Unit("C1", "German", UnitKind.CREW)
SMC: Final = Unit("C1", "German", UnitKind.SMC)


def _sw(pp: int) -> Unit:
    return Unit("C1", "German", UnitKind.SW, pp)


def _named(units: list[Unit]) -> dict[str, Unit]:
    return {f"u{number}": unit for number, unit in enumerate(units)}


@pytest.mark.rule("AD3.312")
@pytest.mark.parametrize(
    ("house", "units", "fits"),
    [
        (House.MOSQUE, [HS], True),
        (House.MOSQUE, [CREW, SMC, SMC, SMC, SMC, _sw(3)], True),
        (House.MOSQUE, [HS, CREW], False),
        (House.MOSQUE, [SQUAD], False),
        (House.MOSQUE, [HS, _sw(3)], True),
        (House.MOSQUE, [HS, _sw(4)], False),
        (House.MOSQUE, [HS, _sw(1), _sw(1)], False),
        (House.MOSQUE, [SMC] * 4, True),
        (House.MOSQUE, [SMC] * 5, False),
        (House.TEMPLE, [SQUAD, _sw(3), _sw(2), *[SMC] * 4], True),
        (House.TEMPLE, [HS, CREW, _sw(5)], True),
        (House.TEMPLE, [SQUAD, _sw(3), _sw(3)], False),
        (House.TEMPLE, [SQUAD, _sw(1), _sw(1), _sw(1)], False),
        (House.TEMPLE, [SQUAD, HS], False),
    ],
)
def test_limits_of_steeples(house: House, units: list[Unit], fits: bool) -> None:
    """A Minaret holds a HS, a Tower a squad, each with its SW and four SMC."""
    assert within_limit(house, _named(units)) is fits
    assert bool(excess(house, _named(units))) is not fits


@pytest.mark.rule("AD3.3", "AD3.312")
def test_only_a_mosque_or_temple_that_stands_has_a_steeple() -> None:
    """Nobody goes up in another building, nor when the hex is rubble."""
    table = begun("unit A HS D2", "unit B squad B1")
    assert [house_in(table.state, name) for name in ("C1", "D2", "B1")] == [
        House.MOSQUE,
        House.TEMPLE,
        None,
    ]
    assert table.refused("station B shaft").reason is Reason.NO_STEEPLE
    table.do("station A shaft", "station A steeple", "station A ground")
    table.do("rubble D2 stone")
    assert not has_steeple(table.state, "D2")
    assert "A" not in table.state.units, "it was on the ground of a building that came down"
    table.do("unit A HS D2")
    assert table.refused("station A shaft involuntary").reason is Reason.NO_STEEPLE


@pytest.mark.rule("AD3.312")
def test_each_side_and_each_location_counts_for_itself() -> None:
    """A HS of either side may be in the Minaret, and one more of each in the Shaft."""
    table = begun(
        "unit A HS C1 steeple",
        "unit B HS C1 steeple by British",
        "unit C HS C1 shaft",
        "unit D HS C1 shaft by British",
    )
    assert table.refused("unit E HS C1 shaft").reason is Reason.OVERSTACKED
    assert kinds(table.do("phase RPh")).count(UnitEliminated) == 0


@pytest.mark.rule("AD3.312")
def test_who_is_not_too_much_himself_may_join_an_overstacked_steeple() -> None:
    """A leader goes up though two HS, driven there, are one too many."""
    table = begun("unit A HS C1 steeple", "unit B HS C1 steeple involuntary", "unit L SMC C1")
    assert kinds(table.do("station L steeple")) == [UnitStationed]


@pytest.mark.rule("AD3.312")
def test_involuntary_overstacking_lasts_until_the_player_turn_ends() -> None:
    """A broken HS routs into a full Minaret, and is eliminated at the end of the CCPh."""
    table = begun("unit A HS C1 steeple", "unit B HS C1", "break B")
    assert table.refused("station B steeple").reason is Reason.OVERSTACKED
    table.do("station B steeple involuntary", "phase CCPh")
    assert set(table.state.units) == {"A", "B"}
    events = table.do("phase RPh")
    assert [event.unit for event in events if isinstance(event, UnitEliminated)] == ["B"]
    assert kinds(events)[0] is UnitEliminated
    assert set(table.state.units) == {"A"}


@pytest.mark.rule("AD3.312", "A.9")
def test_random_selection_decides_among_equals() -> None:
    """Of equals the highest dr goes; those that tie go together; the dice are in the log."""
    orders = [f"unit {name} HS C1 shaft involuntary" for name in "ABC"]
    table = begun(*orders)
    events = table.do("phase RPh 5 1 5")
    assert [e.unit for e in events if isinstance(e, UnitEliminated)] == ["A", "C"]
    (roll,) = table.game.entries[-1].dice
    assert (roll.purpose, roll.dice) == ("random selection C1 shaft A B C", (5, 1, 5))
    table = begun(*orders)
    events = table.do("phase RPh 2 6 1 3 4")
    assert [e.unit for e in events if isinstance(e, UnitEliminated)] == ["B", "C"]
    assert [roll.purpose for roll in table.game.entries[-1].dice] == [
        "random selection C1 shaft A B C",
        "random selection C1 shaft A C",
    ]


@pytest.mark.rule("AD3.312")
def test_a_seed_selects_and_the_audit_agrees(tmp_path: Any) -> None:
    """Without dice from the table the seed rolls, and an audit derives the same."""
    table = begun(*(f"unit U{n} SMC D2 shaft involuntary" for n in range(6)))
    table.do("phase RPh")
    assert 0 < len(table.state.units) <= 4
    path = tmp_path / "game.jsonl"
    table.game.save(path)
    assert audit(path).clean


_MMC: Final = st.sampled_from([UnitKind.SQUAD, UnitKind.HS, UnitKind.CREW])
_CROWD: Final = st.lists(
    st.tuples(_MMC | st.sampled_from(UnitKind), st.booleans(), st.integers(1, 4)), max_size=6
)


def _crowded(crowd: list[tuple[UnitKind, bool, int]], house: House) -> State:
    name = "C1" if house is House.MOSQUE else "D2"
    state: State = begun().state
    units = {
        f"u{number}": Unit(
            name,
            "German",
            kind,
            pp if kind is UnitKind.SW else 0,
            good_order or kind is UnitKind.SW,
            Station.STEEPLE,
        )
        for number, (kind, good_order, pp) in enumerate(crowd)
    }
    return but(state, units=Map(units))


def _end_of_turn(state: State, dice: Dice) -> tuple[Event, ...]:
    outcome = resolve(state, Advance(Phase.RPH), dice)
    assert not isinstance(outcome, Refusal)
    return tuple(event for event in outcome.events if isinstance(event, UnitEliminated))


_CLASS: Final = {UnitKind.SMC: "SMC", UnitKind.SW: "SW"}
"""What counts together; all other kinds are MMC."""


def _check_removals(state: State, events: tuple[Event, ...], house: House) -> None:
    """Those who went were of a class that was too many, the broken of it before all others."""
    units = dict(state.units)
    gone = [event.unit for event in events if isinstance(event, UnitEliminated)]
    assert len(gone) == len(set(gone))
    assert within_limit(house, {key: units[key] for key in units if key not in gone})
    for each in ("MMC", "SMC", "SW"):
        alike = {key: u for key, u in units.items() if _CLASS.get(u.kind, "MMC") == each}
        lost = [key for key in gone if key in alike]
        assert bool(lost) is not within_limit(house, alike)
        order = [units[key].good_order for key in lost]
        assert order == sorted(order)
        if any(order):
            assert all(key in lost for key, unit in alike.items() if not unit.good_order)


@pytest.mark.rule("AD3.312")
@examples(60)
@given(_CROWD, st.sampled_from(House), st.randoms(use_true_random=False))
def test_whoever_goes_was_too_much(
    crowd: list[tuple[UnitKind, bool, int]], house: House, chance: Any
) -> None:
    """All who go were too much when they went, the broken first, and the rest is within limits."""

    class Any6:
        def roll(self, _: str, count: int) -> tuple[int, ...]:
            return tuple(chance.randint(1, 6) for _ in range(count))

    state = _crowded(crowd, house)
    _check_removals(state, _end_of_turn(state, Any6()), house)


@pytest.mark.rule("AD3.312", "A.9")
def test_every_way_in_which_three_hs_are_selected() -> None:
    """Of three HS in a Minaret one stays, or none where the last two or all three tie."""
    state = _crowded([(UnitKind.HS, True, 1)] * 3, House.MOSQUE)
    chances: dict[int, Fraction] = {}
    alike: dict[str, Fraction] = {}
    for chance, _, events in outcomes(lambda dice: _end_of_turn(state, dice)):
        _check_removals(state, events, House.MOSQUE)
        left = 3 - len(events)
        chances[left] = chances.get(left, Fraction(0)) + chance
        for event in events:
            assert isinstance(event, UnitEliminated)
            alike[event.unit] = alike.get(event.unit, Fraction(0)) + chance
    single = Fraction(3 * (25 + 16 + 9 + 4 + 1), 216)
    pairs = Fraction(3 * (5 + 4 + 3 + 2 + 1), 216)
    assert sum(chances.values()) == 1
    assert chances[0] == Fraction(6, 216) + single * Fraction(1, 6)
    assert chances[1] == pairs + single * Fraction(5, 6)
    assert len(set(alike.values())) == 1


@pytest.mark.rule("AD3.312")
@examples(40)
@given(games(most=60, buildings=[{"hex": "F4", "mosque": True}]))
def test_no_steeple_is_overstacked_after_a_player_turn(game: Game) -> None:
    """In every RPh all Steeples and Shafts are within their limits, and nobody was lost for it."""
    if game.state.clock.over:
        return
    outcome = resolve(game.state, Advance(Phase.RPH), EnteredDice([3] * 60))
    if isinstance(outcome, Refusal):
        return
    for unit in outcome.state.units.values():
        house = house_in(outcome.state, unit.hex)
        if house is not None and unit.station is not Station.GROUND:
            there = units_in(outcome.state, unit.hex, unit.station, unit.side)
            assert within_limit(house, there)
    lost = [event.unit for event in outcome.events if isinstance(event, UnitEliminated)]
    assert Station.GROUND not in [game.state.units[name].station for name in lost]


# Questions ----------------------------------------------------------------------------------


@pytest.mark.rule("AD3.3", "AD3.312")
def test_who_is_too_much_can_be_asked() -> None:
    """The answer has the limit, who is there, and among whom Random Selection decides."""
    table = begun("unit A HS C1 steeple", "unit B HS C1 steeple involuntary", "unit C SMC D2 shaft")
    mosque = ask(table.state, "stacking", hex="C1").facts
    assert mosque["house"] == "Mosque"
    assert mosque["limit"] == {"half_squads": 1, "sw": 1, "pp": 3, "smc": 4}
    assert mosque["there"] == {"steeple": {"German": ["A", "B"]}}
    assert mosque["excess"] == ["A", "B"]
    table.do("break B")
    assert ask(table.state, "stacking", hex="C1").facts["excess"] == ["B"]
    temple = ask(table.state, "stacking", hex="D2")
    assert "Tower" in temple.verdict
    assert temple.facts["there"] == {"shaft": {"German": ["C"]}}
    assert temple.facts["excess"] == []
