"""D2.1 The least that an entry takes where the players say what terrain costs (D2.1-cost)."""

from fractions import Fraction

from sim.chapter_b.artificial_terrain import ArtificialKind, artificial_terrain
from sim.chapter_b.cot import added_cost
from sim.chapter_b.entry import EntryCost
from sim.chapter_b.fire import blaze_bars
from sim.chapter_b.mover import Mover
from sim.modifiers import Modifier, sum_of
from sim.state import State


def declared_cost(state: State, mover: Mover, name: str, *, road: bool) -> EntryCost:
    """The least that an entry takes where the players say what terrain costs (D2.1-cost).

    One MP, half of it along a road (B3.41), and what SMOKE or dust in the hex, towing and Dust add.
    """
    if why_not := blaze_bars(state.ground.get(name), name):
        return EntryCost(None, (), why_not=why_not)
    points = mover.points
    least = Modifier("any terrain", "D2.1", points, Fraction(1, 2) if road else Fraction(1))
    smoke = [
        Modifier(each.name, each.rule, points, each.wheels)
        for each in artificial_terrain(state, name, without=mover.beside)
        if each.kind is ArtificialKind.SMOKE
    ]
    items = (least, *smoke, *added_cost(state, mover, 0))
    return EntryCost(sum_of(items), items)
