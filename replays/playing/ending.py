"""How far a game came: finished, open, or cut off."""

from typing import Self

import attrs

from replays.playing.position import Position

__all__ = ["Ending"]


@attrs.frozen
class Ending:
    """How far a log goes.

    Attributes:
        word: ``finished`` when it has its closing entry, ``open`` when play can go on, ``cut off``
            when its last line is torn or the last Player Turn is over without a closing entry.
        moment: where the game stands.
    """

    word: str
    moment: str

    @classmethod
    def of(cls, position: Position, *, torn: bool = False, closes: bool = True) -> Self:
        """How a game ends.

        Args:
            position: where it stands.
            torn: a crash left a part of a line.
            closes: the format of its log has closing entries.
        """
        moment = str(position.state.moment)
        if torn:
            return cls("cut off", moment)
        if position.finished or (position.state.clock.over and not closes):
            return cls("finished", moment)
        return cls("cut off" if position.state.clock.over else "open", moment)

    def __str__(self) -> str:
        return f"{self.word} at {self.moment}"
