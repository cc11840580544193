"""B25.6 Which fires an order is about: of one hex or of all, not rolled for yet."""

from collections.abc import Callable, Iterable
from typing import Final

from sim.chapter_b.fire_front import Hearth
from sim.machine.refusals import Reason, Refusal
from sim.state import State

__all__ = ["due_fires"]

CORE: Final = ("B25.6",)


def due_fires(
    state: State,
    burning: Iterable[Hearth],
    is_due: Callable[[Hearth], bool],
    hex_: str | None,
    rule: str,
    what: str,
) -> Refusal | list[Hearth]:
    """The Locations with a fire to be rolled for, in order; or why there are none.

    Args:
        state: now.
        burning: every Location with a fire of the kind.
        is_due: whether a fire is still to be rolled for in this Player Turn.
        hex_: the one hex that the order names; None is all.
        rule: the rule of the roll.
        what: what burns, such as ``Blaze``.
    """
    every = list(burning)
    if hex_ is not None:
        name = state.setting.area.name(hex_)
        if name is None:
            return Refusal(Reason.UNKNOWN_HEX, rule, f"{hex_} is not in play")
        every = [each for each in every if each.hex == name]
    if not every:
        where = f" in {hex_}" if hex_ else ""
        return Refusal(Reason.NO_FIRE, rule, f"there is no {what}{where}")
    due = [each for each in every if is_due(each)]
    if not due:
        which = f"the {what} in {every[0]}" if len(every) == 1 else f"every {what}"
        why = f"the fire of {which} is of this Player Turn, or was rolled for in it"
        return Refusal(Reason.ALREADY_TRIED, rule, why)
    return due
