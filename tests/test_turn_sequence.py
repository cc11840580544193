"""The turn sequence: Player Turns, phases, and what happens as they begin and end (A3)."""

from typing import Any

import pytest

from events.moment import Moment, Phase
from events.turn import PhaseBegan, PlayerTurnBegan
from tests.table import Table

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
