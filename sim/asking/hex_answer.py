"""What a hex is for those who break, rout and rally there, as several answers say it."""

from typing import Any

import attrs

from sim.asking.answer import Answer
from sim.chapter_a.rally import rally_bonus
from sim.chapter_a.rout import trench_in
from sim.chapter_ad.routing import counts_as_woods_for_rout
from sim.chapter_b.ground_terrain import ground_terrain
from sim.modifiers import Modifier
from sim.state import State

__all__ = ["HexAnswer", "hex_facts"]


@attrs.frozen(kw_only=True)
class HexAnswer(Answer):
    """An answer that says what a hex is.

    Attributes:
        terrain: the kinds of terrain that govern it.
        rules: the rule of each.
        rally_terrain: whether it gives the Rally Terrain bonus (A10.61).
        rout_as_woods: whether who routs treats it as woods (AD4.1).
    """

    terrain: tuple[str, ...]
    rules: tuple[str, ...]
    rally_terrain: bool
    rout_as_woods: bool


def hex_facts(state: State, name: str) -> dict[str, Any]:
    """The fields of a `HexAnswer` about a hex."""
    kinds = ground_terrain(state, name)
    return {
        "terrain": tuple(kind.name for kind in kinds),
        "rules": tuple(kind.rule for kind in kinds),
        "rally_terrain": isinstance(rally_bonus(kinds), Modifier),
        "rout_as_woods": counts_as_woods_for_rout(
            state.setting, name, kinds, trench=trench_in(state, name)
        ),
    }
