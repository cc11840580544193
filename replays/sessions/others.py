"""What others have recorded meanwhile in a game that several play, as a table says it."""

from collections.abc import Iterator, Sequence
from typing import Final

from events.entry import Entry
from events.orders import format_order
from events.recorder import Overtaken
from replays.playing.game import Game
from replays.playing.position import Position
from replays.telling.story import tell, told_line

__all__ = ["OthersFirst", "news", "others_first", "what_followed"]

_MOST_NAMED: Final = 3


class OthersFirst(Overtaken):
    """Others recorded first. What they did has been read in; nothing of the order is recorded.

    Attributes:
        lines: what they did, as a story.
    """

    def __init__(self, what: str, where: str, lines: tuple[str, ...]) -> None:
        """Say it in a sentence, and keep the story."""
        super().__init__(what, where)
        self.lines = lines


def what_followed(before: Position, entries: Sequence[Entry]) -> Iterator[str]:
    """The story of entries that were just added.

    Args:
        before: where the game stood before the first of them.
        entries: the entries.
    """
    for told in tell(before, entries):
        if told.kind != "now":
            yield told_line(told)


def news(game: Game) -> tuple[str, ...]:
    """Read in what others have recorded, and tell it; no lines where they have not.

    Raises:
        BadInput: when it cannot be read.
    """
    before = game.position
    entries = game.catch_up()
    if not entries:
        return ()
    return f"{'':16} + {_many(entries)} new, by others", *what_followed(before, entries)


def others_first(game: Game, error: Overtaken) -> OthersFirst:
    """Go on after an order that came too late: what is new is read in, and told.

    Raises:
        BadInput: when it cannot be read.
    """
    count = len(game.entries)
    lines = news(game)
    new = game.entries[count:]
    if not new:
        return OthersFirst(error.what, error.where, lines)
    named = ", ".join(f"#{entry.n} `{format_order(entry.do)}`" for entry in new[:_MOST_NAMED])
    more = f" and {len(new) - _MOST_NAMED} more" if len(new) > _MOST_NAMED else ""
    why = (
        f"others were first: {_many(new)} new ({named}{more}); nothing of this order was "
        f"recorded, so look at what is new and give it again"
    )
    return OthersFirst(why, "", lines)


def _many(entries: Sequence[Entry]) -> str:
    return "1 entry is" if len(entries) == 1 else f"{len(entries)} entries are"
