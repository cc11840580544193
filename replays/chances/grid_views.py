"""Two settings at once as text and as plain values; docs/odds.md has the shape."""

from collections.abc import Iterator
from typing import Any

from events.terms import Density
from replays.chances.odds_views import chance_as_json, percent, table
from replays.chances.sensitivity_grid import GridSide, SensitivityGrid
from replays.telling.scenario_changes import setting_words
from sim.climate.odds import DUSTY

__all__ = ["grid_as_json", "grid_as_text", "grid_caption", "setting_words"]


def grid_caption(grid: SensitivityGrid, density: Density) -> str:
    """What the numbers of a grid are."""
    return (
        f"chance of ever reaching {density} Dust, by {setting_words(grid.down.name)} (down) "
        f"and {setting_words(grid.across.name)} (across)"
    )


def grid_as_text(grid: SensitivityGrid, density: Density) -> Iterator[str]:
    """A table, line by line; the scenario as it is stands in brackets."""
    yield f"{grid.name}: {grid_caption(grid, density)}"
    yield ""
    rows = [_row(grid, density, value) for value in grid.down.values]
    yield from table(("", *grid.across.values), rows)
    yield ""
    yield f"[ ] is the scenario as it is: {_now(grid.down)}, {_now(grid.across)}"
    if len(grid.reached) < len(grid.down.values) * len(grid.across.values):
        yield "- is no sound scenario"


def _now(side: GridSide) -> str:
    return f"{setting_words(side.name)} {side.now}"


def _row(grid: SensitivityGrid, density: Density, down: str) -> list[str]:
    cells = [down]
    for across in grid.across.values:
        reached = grid.reached.get((down, across))
        said = "-" if reached is None else percent(reached[density])
        now = (down, across) == (grid.down.now, grid.across.now)
        cells.append(f"[{said}]" if now else said)
    return cells


def grid_as_json(grid: SensitivityGrid) -> dict[str, Any]:
    """A grid as ``khamsin sensitivity --grid --json`` gives it."""
    return {
        "scenario": grid.name,
        "down": _side(grid.down),
        "across": _side(grid.across),
        "cells": [
            {
                "down": down,
                "across": across,
                "reached": {str(key): chance_as_json(chances[key]) for key in DUSTY},
            }
            for (down, across), chances in grid.reached.items()
        ],
    }


def _side(side: GridSide) -> dict[str, Any]:
    return {"setting": side.name, "now": side.now, "values": list(side.values)}
