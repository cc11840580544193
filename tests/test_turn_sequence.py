"""The turn sequence: Player Turns, phases, and what happens as they begin and end (A3)."""

from typing import Any

import pytest

from events.commands import Advance
from events.dust import DustSet, VehicleDustFlipped, VehicleDustRemoved
from events.moment import PHASES, Moment, Phase
from events.sky import ECSet
from events.smoke import DriftChanged, SmokeDispersed, SmokeRemoved
from events.terms import EC, Density
from events.turn import GameEnded, PhaseBegan, PlayerTurnBegan
from events.vehicles import VehicleEndedInMotion, VehicleUnstunned
from events.vocabulary import Event
from events.wind import WindChangeRolled
from sim.chapter_a.turn_sequence import NEXT
from sim.machine.decide import decide
from sim.machine.dice import EnteredDice
from sim.machine.telling import Reason, Refusal
from sim.state import Smoke, but
from tests.table import TANK, Table

MOVING: dict[str, Any] = {**TANK, "motion": True}
"""The tank in D4, in Motion."""

RULE_OF_PHASE = {
    Phase.PFPH: "A3.2",
    Phase.MPH: "A3.3",
    Phase.DFPH: "A3.4",
    Phase.AFPH: "A3.5",
    Phase.RTPH: "A3.6",
    Phase.APH: "A3.7",
    Phase.CCPH: "A3.8",
}

FIRST = PlayerTurnBegan(Moment(1, 1, Phase.RPH), "German", "A3.1")


def _began(turn: int, player: int, phase: Phase) -> PhaseBegan:
    return PhaseBegan(Moment(turn, player, phase), (), RULE_OF_PHASE[phase])


def _bare(**facts: Any) -> Table:
    """A game without vehicles or dust, still in setup."""
    return Table(**{"ec": "Moderate", "vehicles": [], **facts})


def _at(phase: str, **facts: Any) -> Table:
    """A game without vehicles, in a phase of its first Player Turn."""
    table = _bare(**facts)
    table.calm()
    if phase != "RPh":
        table.do(f"phase {phase}")
    return table


def _why(refusal: Refusal) -> tuple[Reason, str]:
    return refusal.reason, refusal.rule


# Order --------------------------------------------------------------------------------------


@pytest.mark.rule("A3", "A3.1", "A3.2", "A3.3", "A3.4", "A3.5", "A3.6", "A3.7", "A3.8")
def test_a_player_turn_has_eight_phases() -> None:
    """One after the other the phases begin, each by its rule, and the next Player Turn follows."""
    table = _bare()
    assert (table.state.moment.phase, table.state.attacker) == (Phase.SETUP, None)
    assert table.do("phase") == (FIRST,)
    for player, side in ((1, "German"), (2, "British")):
        assert table.state.attacker == side
        assert not table.state.clock.wind_rolled
        table.do("wc 3 4")
        for phase in list(RULE_OF_PHASE):
            assert table.do("phase") == (_began(1, player, phase),)
            assert table.state.moment == Moment(1, player, phase)
            assert table.state.attacker == side
            assert table.state.clock.wind_rolled
        begun = PlayerTurnBegan(
            Moment(player, 3 - player, Phase.RPH), "British" if player == 1 else "German", "A3.1"
        )
        assert table.do("phase") == (begun,)
    assert table.state.moment == Moment(2, 1, Phase.RPH)


def test_the_table_of_phases_is_the_turn_sequence() -> None:
    """After setup comes the RPh, then each phase in its order, and after the CCPh the RPh."""
    following = {phase: NEXT[phase] for phase in PHASES[:-1]}
    assert list(following.values()) == list(PHASES[1:])
    assert (NEXT[Phase.SETUP], NEXT[Phase.CCPH]) == (Phase.RPH, Phase.RPH)


@pytest.mark.parametrize("to", PHASES[1:])
def test_a_phase_ordered_passes_through_all_before_it(to: Phase) -> None:
    """From the RPh one order leads to any phase of the Player Turn, and no phase is left out."""
    passed = PHASES[1 : PHASES.index(to) + 1]
    assert _at("RPh").do(f"phase {to}") == tuple(_began(1, 1, phase) for phase in passed)


def test_phases_between_two_are_passed_through() -> None:
    """From the MPh to the RtPh the DFPh and AFPh are played."""
    assert _at("MPh").do("phase RtPh") == (
        _began(1, 1, Phase.DFPH),
        _began(1, 1, Phase.AFPH),
        _began(1, 1, Phase.RTPH),
    )


@pytest.mark.parametrize("here", PHASES)
def test_the_rph_ordered_is_that_of_the_next_player_turn(here: Phase) -> None:
    """From every phase, the RPh included, ``phase RPh`` plays the Player Turn to its end."""
    left = PHASES[PHASES.index(here) + 1 :]
    assert _at(here).do("phase RPh") == (
        *(_began(1, 1, phase) for phase in left),
        PlayerTurnBegan(Moment(1, 2, Phase.RPH), "British", "A3.1"),
    )


def test_setup_leads_to_the_first_rph() -> None:
    """The first RPh follows setup whether it is named or not; no other phase does."""
    assert _bare().do("phase RPh") == (FIRST,)
    assert _bare().do("phase") == (FIRST,)
    for phase in PHASES[1:]:
        assert _why(_bare().refused(f"phase {phase}")) == (Reason.PHASE_OVER, "A3")


@pytest.mark.rule("A3")
@pytest.mark.parametrize("here", PHASES[1:])
def test_no_phase_comes_twice(here: Phase) -> None:
    """The phase that is being played, and those before it, are over."""
    table = _at(here)
    for phase in PHASES[1 : PHASES.index(here) + 1]:
        assert _why(table.refused(f"phase {phase}")) == (Reason.PHASE_OVER, "A3")


@pytest.mark.parametrize("here", [Phase.SETUP, *PHASES])
def test_nothing_leads_back_to_setup(here: Phase) -> None:
    """Setup is before the game and never comes again."""
    table = _bare() if here is Phase.SETUP else _at(here)
    refusal = table.game.attempt(Advance(Phase.SETUP))
    assert isinstance(refusal, Refusal)
    assert _why(refusal) == (Reason.PHASE_OVER, "A3")


def test_the_side_that_moves_first_is_given() -> None:
    """The scenario may let its second side be the first ATTACKER."""
    table = _bare(first="British")
    assert table.do("phase") == (PlayerTurnBegan(Moment(1, 1, Phase.RPH), "British", "A3.1"),)
    table.calm()
    assert table.do("phase RPh")[-1] == PlayerTurnBegan(Moment(1, 2, Phase.RPH), "German", "A3.1")


# Wind Change DR -----------------------------------------------------------------------------

PLAY = [
    "phase",
    "phase MPh",
    "phase RPh",
    "start PzA",
    "spend PzA 1mp",
    "impulse start PzA",
    "stun PzA",
    "recover PzA",
    "smoke D4",
    "ffe one D4 80mm",
    "lift one",
    "he D4 80mm kia 1",
    "rubble D4",
    "clear D4 squads 1",
    "abandon D4",
    "debris D4",
    "shellholes D4",
    "flame D4",
    "flame-check D4",
    "blaze D4",
    "extinguish D4",
    "kindle D4",
    "spread",
    "collapse",
]


@pytest.mark.parametrize("order", PLAY)
def test_nothing_precedes_the_wind_change_dr(order: str) -> None:
    """In every RPh the Wind Change DR comes first."""
    table = _bare(vehicles=[TANK])
    table.do("phase")
    assert _why(table.refused(order)) == (Reason.WIND_CHANGE_DUE, "B25.65")
    table.next_turn()
    assert _why(table.refused(order)) == (Reason.WIND_CHANGE_DUE, "B25.65")


@pytest.mark.parametrize("phase", PHASES)
def test_the_wind_change_dr_is_made_once_a_player_turn(phase: Phase) -> None:
    """After it no second one is made before the next Player Turn."""
    table = _at(phase)
    assert _why(table.refused("wc 3 4")) == (Reason.WIND_CHANGE_MADE, "B25.65")
    table.do("phase RPh")
    assert table.do("wc 3 4") == (WindChangeRolled(3, 4, "B25.65"),)


# Setup --------------------------------------------------------------------------------------

ROLLS: dict[str, tuple[str, dict[str, Any]]] = {
    "weather 3 4": ("11.2", {"weather": "roll"}),
    "time-of-day 2": ("11.3", {"time_of_day": "roll"}),
    "ec 4": ("11.4", {"ec": "roll"}),
    "wind-force 5": ("11.5", {"wind": "roll", "wind_direction": 1}),
    "wind-direction 3": ("B25.64", {"wind_direction": None}),
    "dust 6": ("11.701", {"ec": "Dry", "dust": "roll"}),
}


@pytest.mark.parametrize("roll", ROLLS)
def test_a_roll_of_setup_that_is_due_comes_before_play(roll: str) -> None:
    """Whatever is still to be rolled is rolled before anything else, by its own rule."""
    rule, facts = ROLLS[roll]
    table = _bare(dyo=True, **facts)
    for order in ("phase", "phase RPh", "phase MPh", "wc 3 4", "start PzA", "smoke D4"):
        assert _why(table.refused(order)) == (Reason.SETUP_PENDING, rule)
    table.do(roll)
    assert table.do("phase")[-1] == FIRST


@pytest.mark.parametrize("roll", ROLLS)
def test_a_roll_of_setup_that_is_not_due_is_refused(roll: str) -> None:
    """What the scenario gives, or what was rolled, is not rolled; nor is anything in play."""
    rule, facts = ROLLS[roll]
    assert _why(_bare(dyo=True).refused(roll)) == (Reason.NOT_ROLLED, rule)
    table = _bare(dyo=True, **facts)
    table.do(roll)
    assert _why(table.refused(roll)) == (Reason.NOT_ROLLED, rule)
    table.calm()
    for phase in PHASES:
        if phase is not Phase.RPH:
            table.do(f"phase {phase}")
        assert _why(table.refused(roll)) == (Reason.PHASE_OVER, "A3.1")


@pytest.mark.rule("A3.1")
@pytest.mark.parametrize("order", ["wc 3 4", *PLAY[3:]])
def test_play_waits_for_the_first_rph(order: str) -> None:
    """Once setup is complete, only the first RPh can follow."""
    assert _why(_bare(vehicles=[TANK]).refused(order)) == (Reason.WRONG_PHASE, "A3.1")


def test_setup_ends_with_what_no_roll_settles() -> None:
    """Before the first RPh begins, Mud sets EC, and dust that cannot exist is none."""
    table = Table(dyo=True, weather="Mud", ec="roll", dust="roll", vehicles=[])
    assert table.do("phase") == (
        ECSet(EC.MUD, "E3.6"),
        DustSet(Density.NONE, "11.71"),
        FIRST,
    )


# Beginnings and ends of phases --------------------------------------------------------------


def _smoky() -> Table:
    """A tank in Motion with its dust, and SMOKE of both sides, at the end of a Player Turn."""
    table = Table(vehicles=[MOVING])
    table.to("MPh")
    table.do("move PzA D5 1mp", "stop PzA")
    table.do("smoke H5", "smoke K5 by British", "smoke H8 gray", "smoke K8 dispersed")
    return table


@pytest.mark.rule("11.74")
def test_the_pfph_begins_with_old_dust_and_then_old_smoke() -> None:
    """The ATTACKER's counters of Stopped vehicles go, then his white SMOKE is flipped or goes."""
    table = _smoky()
    table.do("phase CCPh")
    table.next_turn()
    table.to("CCPh")
    table.next_turn()
    table.calm()
    assert table.do("phase") == (
        _began(2, 1, Phase.PFPH),
        VehicleDustRemoved("PzA", "D4", "11.74"),
        DriftChanged("PzA", (), "A24.61"),
        SmokeDispersed("H5", "A24.4"),
        DriftChanged("H5", table.state.setting.area.line("H5", 3, 2), "A24.61"),
        SmokeRemoved("K8", "A24.4"),
        DriftChanged("K8", (), "A24.61"),
    )


def test_the_afph_begins_with_drift() -> None:
    """In a Mild Breeze white SMOKE drifts as the AFPh begins, and in no other phase."""
    table = _at("PFPh")
    table.do("smoke H5")
    assert table.do("phase DFPh") == (_began(1, 1, Phase.MPH), _began(1, 1, Phase.DFPH))
    assert table.do("phase") == (
        _began(1, 1, Phase.AFPH),
        DriftChanged("H5", table.state.setting.area.line("H5", 3, 3), "A24.61"),
    )


def test_the_afph_begins_with_gusts() -> None:
    """Gusts Disperse SMOKE in the AFPh, after which nothing drifts."""
    table = _bare()
    table.do("phase", "wc 6 6", "phase DFPh", "smoke H5", "smoke K5 dispersed")
    assert table.do("phase") == (
        _began(1, 1, Phase.AFPH),
        SmokeDispersed("H5", "A24.62"),
        SmokeRemoved("K5", "A24.62"),
    )


def test_what_happens_on_the_way_happens_in_its_phase() -> None:
    """An order for a later phase has the events of every phase between, in their places."""
    table = Table(ec="Moderate", vehicles=[MOVING])
    table.to("PFPh")
    table.do("smoke H5", "stun PzA")
    drift = DriftChanged("H5", table.state.setting.area.line("H5", 3, 3), "A24.61")
    assert table.do("phase RPh") == (
        _began(1, 1, Phase.MPH),
        _began(1, 1, Phase.DFPH),
        _began(1, 1, Phase.AFPH),
        drift,
        _began(1, 1, Phase.RTPH),
        _began(1, 1, Phase.APH),
        _began(1, 1, Phase.CCPH),
        VehicleUnstunned("PzA", "D5.34"),
        PlayerTurnBegan(Moment(1, 2, Phase.RPH), "British", "A3.1"),
    )


@pytest.mark.rule("11.74", "D2.4")
def test_the_mph_ends_with_motion_and_then_dust() -> None:
    """As the MPh ends, vehicles in Motion are told of before their counters are flipped."""
    table = Table(vehicles=[MOVING])
    table.to("MPh")
    table.do("move PzA D5 1mp")
    assert table.do("phase") == (
        VehicleEndedInMotion("PzA", "D2.4"),
        VehicleDustFlipped("PzA", "D4", "11.74"),
        _began(1, 1, Phase.DFPH),
    )


def test_the_first_rph_begins_with_drift() -> None:
    """SMOKE that is in place before the first RPh drifts as it begins."""
    table = _bare()
    smoke = table.state.smoke.set("H5", Smoke("H5", "German"))
    events = decide(but(table.state, smoke=smoke), Advance(), EnteredDice(()))
    drift = DriftChanged("H5", table.state.setting.area.line("H5", 3, 3), "A24.61")
    assert events == (FIRST, drift)


def test_no_other_rph_begins_with_drift() -> None:
    """SMOKE placed after the AFPh waits for the next one to drift."""
    table = _at("CCPh")
    table.do("smoke H5")
    assert table.do("phase RPh") == (PlayerTurnBegan(Moment(1, 2, Phase.RPH), "British", "A3.1"),)
    table.do("wc 3 4")
    events = table.do("phase AFPh")
    assert isinstance(events[-1], DriftChanged)


# The end ------------------------------------------------------------------------------------


@pytest.mark.rule("A3.9")
@pytest.mark.parametrize("turns", [1, 2])
def test_the_game_ends_with_its_last_player_turn(turns: int) -> None:
    """After the second Player Turn of the last Game Turn there is no other."""
    table = _bare(turns=turns)
    for _ in range(2 * turns - 1):
        table.next_turn()
    assert not table.state.clock.over
    assert table.state.moment == Moment(turns, 2, Phase.RPH)
    table.do("wc 3 4", "phase CCPh")
    assert table.do("phase") == (GameEnded("A3.9"),)
    assert table.state.clock.over
    assert table.state.moment == Moment(turns, 2, Phase.CCPH)


def test_the_last_player_turn_can_be_played_to_its_end_at_once() -> None:
    """``phase RPh`` in the last Player Turn ends the game after all its phases."""
    table = _bare(turns=1)
    table.next_turn()
    table.calm()
    events: tuple[Event, ...] = table.do("phase RPh")
    assert events == (*(_began(1, 2, phase) for phase in RULE_OF_PHASE), GameEnded("A3.9"))


def test_the_ccph_of_the_last_player_turn_is_not_the_end() -> None:
    """Until the last Player Turn is over, play goes on."""
    table = _bare(turns=1, vehicles=[TANK])
    table.next_turn()
    table.to("CCPh")
    table.do("smoke D4", "immobilize PzA")


@pytest.mark.rule("A3.9")
@pytest.mark.parametrize("order", ["wc 3 4", "dust 6", "weather 3 4", *PLAY])
def test_after_the_end_every_order_is_refused(order: str) -> None:
    """When the game is over nothing can be done or rolled any more."""
    table = _bare(turns=1, vehicles=[TANK])
    table.next_turn()
    table.next_turn()
    assert table.state.clock.over
    assert _why(table.refused(order)) == (Reason.GAME_OVER, "A3.9")
