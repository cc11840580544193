"""What an overlay's hexes are where it lies on AD boards (AD2.2)."""

from collections.abc import Sequence

from events.terms import Base
from sim.chapter_ad.overlays import overlay_bases, surroundings
from sim.questions.answer import Answer
from sim.state import State

__all__ = ["ask_overlay"]


def ask_overlay(state: State, names: Sequence[str], printed: Base) -> Answer:
    """Which base terrain the hexes of an overlay have.

    Args:
        state: now.
        names: the hexes that it covers.
        printed: the colour of all its hexes as the overlay prints them.
    """
    area = state.setting.area
    places = {area.place(name): name for name in names}
    board = {place: area.record[name].base for place, name in area.names.items()}
    around = {board[place] for place in surroundings(places, board)}
    found = overlay_bases(dict.fromkeys(places, printed), board)
    bases = {name: found[place].value for place, name in places.items()}
    if len(around) == 1:
        why = f"all hexes around it are {around.pop()}"
    else:
        why = "the hexes around it are not alike, so its own colour counts"
    said = f"its hexes are {next(iter(bases.values()))}: {why} (AD2.2)"
    return Answer(question="overlay", verdict=said, facts={"bases": bases})
