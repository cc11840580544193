"""What the terrain of a hex gives to the Rally of a broken unit in it."""

from typing import Final

from sim.chapter_a.rally import rally_bonus
from sim.chapter_b.cot import ground_terrain
from sim.modifiers import applied
from sim.questions.answer import Answer
from sim.questions.terrain import terrain_facts
from sim.state import State

__all__ = ["ask_rally"]

CORE: Final = ("A10.61",)


def ask_rally(state: State, name: str) -> Answer:
    """The Rally Terrain bonus of a hex (A10.61)."""
    items, near = applied([rally_bonus(ground_terrain(state, name))])
    said = f"{name} is Rally Terrain: -1" if items else f"{name} is no Rally Terrain"
    return Answer(
        question="rally", verdict=said, items=items, near=near, facts=terrain_facts(state, name)
    )
