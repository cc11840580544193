"""Odds and all that is made of them as rows: for CSV, and for ``pandas.DataFrame(rows(found))``."""

import csv
import io
from functools import singledispatch

from events.errors import BadInput
from replays.chances.comparing import Comparison
from replays.chances.odds_tables import odds_rows
from replays.chances.sensitivity import Sensitivity
from replays.chances.sensitivity_grid import SensitivityGrid
from sim.climate.odds import DUSTY, Odds

__all__ = ["Row", "rows", "rows_as_csv"]

Row = dict[str, str | float]
"""A row: its cells by the names of their columns. Chances are decimals."""


@singledispatch
def rows(found: object) -> list[Row]:
    """What was found, as rows with the same columns each.

    Args:
        found: odds (a row a Player Turn), sensitivity (a row a value of a setting), a grid of two
            settings (a row a pair of values), or a comparison (a row a chance and Player Turn).

    Raises:
        BadInput: when it is something else.
    """
    raise BadInput("odds, a comparison, a sensitivity or a grid are expected", type(found).__name__)


@rows.register
def _(found: Odds) -> list[Row]:
    return odds_rows(found)


@rows.register
def _(found: Sensitivity) -> list[Row]:
    return [
        {
            "setting": setting.name,
            "now": setting.now,
            "value": value.name,
            **{str(density): float(value.reached[density]) for density in DUSTY},
        }
        for setting in found.settings
        for value in setting.values
    ]


@rows.register
def _(found: SensitivityGrid) -> list[Row]:
    return [
        {
            found.down.name: down,
            found.across.name: across,
            **{str(density): float(chances[density]) for density in DUSTY},
        }
        for (down, across), chances in found.reached.items()
    ]


@rows.register
def _(found: Comparison) -> list[Row]:
    return [
        {
            "player_turn": turn,
            "chance": each.name,
            "A": float(a),
            "B": float(b),
            "B-A": float(b - a),
        }
        for each in found.chances
        for turn, a, b in zip(each.player_turns, each.one, each.two, strict=True)
    ]


def rows_as_csv(found: object) -> str:
    """The rows as CSV, with a line of names above; see `rows`.

    Raises:
        BadInput: when it is nothing that has rows.
    """
    each, text = rows(found), io.StringIO()
    writer = csv.DictWriter(text, each[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(each)
    return text.getvalue()
