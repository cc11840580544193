"""A.9 Random Selection: one dr for each; the highest is selected, and all that tie with it."""

from collections.abc import Sequence

import attrs

from sim.machine.dice import RANDOM_SELECTION, Dice


@attrs.frozen
class Selection:
    """A Random Selection that is to be made."""

    among: tuple[str, ...]
    where: str
    """The Location, such as ``F4 Steeple``."""
    rule: str

    @property
    def dice(self) -> int:
        """How many dice it takes: none where there is no choice."""
        return len(self.among) if len(self.among) > 1 else 0

    def __str__(self) -> str:
        if not self.dice:
            return f"{self.among[0]} is eliminated in the {self.where}"
        *others, last = self.among
        return f"Random Selection eliminates {', '.join(others)} or {last} in the {self.where}"


def random_selection(names: Sequence[str], dice: Dice, where: str) -> tuple[str, ...]:
    """Those of some units that chance selects; of one alone, that one without a dr."""
    if len(names) == 1:
        return tuple(names)
    rolls = dice.roll(f"{RANDOM_SELECTION} {where} {' '.join(names)}", len(names))
    return tuple(name for name, dr in zip(names, rolls, strict=True) if dr == max(rolls))
