"""How far a game came: finished, open, or cut off."""

from typing import Final, Self

import attrs

from events.entry import FORMAT
from replays.playing.position import Position

__all__ = ["Ending", "has_closing_entry"]

_WITHOUT: Final = "0.2.0"
"""The engine that wrote today's format without closing entries."""


def has_closing_entry(log_format: int, engine: str) -> bool:
    """Whether a log that is finished ends with a closing entry.

    Args:
        log_format: the format of the log.
        engine: the engine that its header names.
    """
    return log_format == FORMAT and engine != _WITHOUT


@attrs.frozen
class Ending:
    """How far a log goes.

    Attributes:
        word: ``finished`` when it has its closing entry, ``open`` when play can go on or that entry
            was taken back, ``cut off`` when its last line is torn or the last Player Turn is over
            without a closing entry.
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
            closes: its log has closing entries; see ``has_closing_entry``.
        """
        moment = str(position.state.moment)
        if torn:
            return cls("cut off", moment)
        if position.finished or (position.state.clock.over and not closes):
            return cls("finished", moment)
        cut_off = position.state.clock.over and not position.reopened
        return cls("cut off" if cut_off else "open", moment)

    def __str__(self) -> str:
        return f"{self.word} at {self.moment}"
