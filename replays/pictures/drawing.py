"""``draw``: whatever can be drawn, as a picture that notebooks show."""

from functools import singledispatch

from events.errors import BadInput
from events.terms import Density
from replays.chances.comparing import Comparison
from replays.chances.sensitivity import Sensitivity
from replays.chances.sensitivity_grid import SensitivityGrid
from replays.pictures.comparison_chart import comparison_svg
from replays.pictures.grid_chart import grid_svg
from replays.pictures.odds_chart import odds_svg
from replays.pictures.sheet import svg
from replays.pictures.tornado import tornado_svg
from replays.playing.game import Game
from sim.asking.answer import Answer
from sim.climate.odds import Odds
from sim.questions.shot import ShotAnswer
from sim.state import State

__all__ = ["Picture", "draw"]


class Picture(str):
    """An SVG document, which is a text; notebooks show what it draws."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<Picture, {len(self)} characters of SVG>"


def draw(what: object, *, los: Answer | None = None, density: Density | None = None) -> Picture:
    """Draw a game or a state, odds, a comparison, a sensitivity, or a grid of two settings.

    Args:
        what: what to draw.
        los: of a game or state: the answer of ``ask(game, "shot", ...)`` whose LOS goes with it.
        density: of a grid: the chance of which density; that which it moves most if None.

    Raises:
        BadInput: when it is nothing that can be drawn, or another argument does not go with it.
    """
    if los is not None and not isinstance(what, Game | State):
        raise BadInput("a LOS goes with a game or a state", "los")
    if los is not None and not isinstance(los, ShotAnswer):
        raise BadInput('the answer of ask(game, "shot", ...) is expected', "los")
    if density is not None and not isinstance(what, SensitivityGrid):
        raise BadInput("a density goes with a grid of two settings", "density")
    if isinstance(what, SensitivityGrid):
        return Picture(grid_svg(what, what.most_moved if density is None else density))
    if isinstance(what, State):
        return Picture(svg(what, los))
    if isinstance(what, Game):
        return Picture(svg(what.state, los))
    return Picture(_chart(what))


@singledispatch
def _chart(what: object) -> str:
    """A chart of what was found."""
    why = "a game, a state, odds, a comparison, a sensitivity or a grid is expected"
    raise BadInput(why, type(what).__name__)


_chart.register(Comparison, comparison_svg)
_chart.register(Odds, odds_svg)
_chart.register(Sensitivity, tornado_svg)
