"""How IPython shows what has no words for it of its own: answers and odds, as tables."""

from typing import Any

from events.terms import Density, Rain
from replays.asking.answer import answer_as_html
from replays.game.text import html_table
from sim.asking.answer import Answer
from sim.climate.climate import percent
from sim.climate.exact_odds import Odds


def odds_as_html(odds: Odds) -> str:
    """The odds of Dust and rain, a row a Player Turn."""
    rows = (
        [
            each.moment.player_turn,
            *(percent(each.density[density]) for density in Density),
            percent(1 - each.rain[Rain.NONE]),
        ]
        for each in odds.player_turns
    )
    heads = ["", *(f"Dust {density}" for density in Density), "rain"]
    return html_table(f"{odds.name}: odds from {odds.since} on", heads, rows)


def register(shell: Any) -> None:
    """Tell the shell of IPython, if it runs one."""
    if shell is not None:
        html = shell.display_formatter.formatters["text/html"]
        html.for_type(Answer, answer_as_html)
        html.for_type(Odds, odds_as_html)
