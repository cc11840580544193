"""Which hexes of a path count for the Secret dr of Mud Bog, and where it bogs (11.8)."""

import itertools
from collections.abc import Iterator

from sim.asking.answer import NOT_COVERED, Answer, NotCovered
from sim.asking.by_mover import check_adjacent
from sim.asking.question import Hex, Question, field
from sim.chapter_11.applicability import why_not_desert_mud
from sim.chapter_11.mud import bog_hex, counts_for_mud_bog
from sim.modifiers import Kind, Near
from sim.state import State


class MudBogQuestion(Question):
    """Which hexes count for Mud Bog, and where a vehicle bogs."""

    path: tuple[Hex, ...] = field("the hexes of its MPh, from where it begins")
    dr: int | None = field("the Secret dr", default=None, least=1, most=6)


class MudBogAnswer(Answer):
    """Which hexes count; where 11.8 is not in effect there is no more to say."""

    in_effect: bool
    counted: tuple[str, ...] | NotCovered = NOT_COVERED
    not_counted: dict[str, str] | NotCovered = NOT_COVERED
    """Why each of the others does not."""
    bogs_in: str | NotCovered | None = NOT_COVERED
    """Where it bogs with the Secret dr that was given; None if it does not."""

    def lines(self) -> Iterator[str]:
        if self.not_counted is not NOT_COVERED:
            yield from (f"{name}: {why}" for name, why in self.not_counted.items())


def answer(state: State, question: MudBogQuestion) -> MudBogAnswer:
    path, dr = question.path, question.dr
    for one, two in itertools.pairwise(path):
        check_adjacent(state, one, two, "path")
    why = why_not_desert_mud(state)
    if why is not None:
        near = (Near("Desert Mud", "11.8", Kind.DRM, why),)
        instead = "; D8.23 applies in the normal manner" if state.sky.mud_exists else ""
        said = f"11.8 does not apply ({why}){instead}"
        return MudBogAnswer(verdict=said, near=near, in_effect=False)
    counted: list[str] = []
    passed: dict[str, str] = {}
    for origin, name in itertools.pairwise(path):
        reason = counts_for_mud_bog(state, origin, name)
        if reason is None:
            counted.append(name)
        else:
            passed[name] = reason
    said = f"the hexes that count are {', '.join(counted)}" if counted else "no hex counts"
    bogs: str | NotCovered | None = NOT_COVERED
    if dr is not None:
        bogs = bog_hex(state, path, dr)
        said += f"; with a Secret dr of {dr} it bogs in {bogs}" if bogs else "; it does not bog"
    return MudBogAnswer(
        verdict=said, in_effect=True, counted=tuple(counted), not_counted=passed, bogs_in=bogs
    )
