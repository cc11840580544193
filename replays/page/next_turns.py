"""The odds of the next Player Turns, as a page shows them: a row for each thing of the weather."""

from typing import Any, Final

from events.terms import Density, Rain, WindForce
from replays.chances.odds import odds
from replays.chances.odds_views import percent
from sim.state import State

__all__ = ["NEXT", "next_turns"]

NEXT: Final = 3
"""How many Player Turns a page looks ahead."""


def next_turns(state: State) -> dict[str, Any]:
    """The odds after the Wind Change DR of each of the next Player Turns.

    Args:
        state: what is known.

    Returns:
        ``turns``, the Player Turns, and ``rows``, each a name and a chance for each of them. A row
        whose chance is none in all of them is left out.

    Raises:
        BadInput: when the game has no Wind Change DR to come.
    """
    moment, turns = state.moment, state.setting.scenario.turns
    found = odds(state, turns=min(turns, moment.turn + NEXT))
    present = state.clock.wind_rolled  # its own Player Turn comes first, and nothing is open in it
    ahead = found.player_turns[present : present + NEXT]
    rows = [
        *((_dust(density), [each.density[density] for each in ahead]) for density in Density),
        ("Heavy Winds", [each.wind[WindForce.HEAVY_WINDS] for each in ahead]),
        ("Gusts", [each.gusts for each in ahead]),
        ("Rain", [1 - each.rain[Rain.NONE] for each in ahead]),
    ]
    return {
        "turns": [each.moment.player_turn for each in ahead],
        "rows": [[name, *map(percent, chances)] for name, chances in rows if any(chances)],
    }


def _dust(density: Density) -> str:
    return "no Dust" if density is Density.NONE else f"{density} Dust"
