"""Odds as rows, a Player Turn each."""

from events.terms import Density, Rain, WindForce
from sim.climate.odds import DUSTY, Odds, PlayerTurnOdds

__all__ = ["odds_rows"]


def odds_rows(odds: Odds) -> list[dict[str, str | float]]:
    """A row for each Player Turn, as ``pandas.DataFrame(odds_rows(odds))`` takes them.

    Chances are decimals: of each density, of each density or a denser one so far, of wind and rain.
    """
    return [_row(each) for each in odds.player_turns]


def _row(each: PlayerTurnOdds) -> dict[str, str | float]:
    row: dict[str, str | float] = {"player_turn": each.moment.player_turn}
    row |= {str(density): float(each.density[density]) for density in Density}
    row |= {f"reached {density}": float(each.reached[density]) for density in DUSTY}
    row["Heavy Winds"] = float(each.wind[WindForce.HEAVY_WINDS])
    row["Gusts"] = float(each.gusts)
    row["rain"] = float(1 - each.rain[Rain.NONE])
    row["rained"] = float(each.rained)
    return row
