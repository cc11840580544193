"""The host of a table: one game with its log, and everybody who sits at it.

One request is answered at a time, so two who record at once cannot fork a game: an order names the
count of entries that its page had seen, and whoever was second is told so. An order is answered
when its entry is on the disk, and not before.
"""

import re
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from events.errors import BadInput, in_file
from events.orders import split_words
from replays.auditing.audit import audit
from replays.elsewhere import file_stem, keeper_of
from replays.page.desk import Desk
from replays.page.requests import complaint
from replays.playing.game import Game
from replays.shown import shown

__all__ = ["Host"]

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
"""What a branch may be called: a plain word, so that it is a file beside the log and no other."""

_BRANCH: Final = "branch"
_LONGEST: Final = 10_000
"""A line that people type has no more characters."""


class Host:
    """Keeps a game, answers the pages of those who record and of those who watch.

    Attributes:
        game: the game; whoever opened it closes it.
        log: its log.
    """

    def __init__(
        self, game: Game, log: str | Path, grew: Callable[[int], None] = lambda _: None
    ) -> None:
        """Set the table.

        Args:
            game: a game with its log on the disk, or in a library.
            log: that log.
            grew: called with the count of entries whenever there are more.

        Raises:
            BadInput: when the log tells of what cannot have happened.
        """
        self.game, self.log = game, log
        self._grew = grew
        self._lock = threading.Lock()
        findings = audit(log).findings if game.entries else ()
        with in_file(str(log)):
            self._recording = Desk(game, plays=True, findings=findings)
            self._watching = Desk(game, findings=findings)

    def catch_up(self) -> None:
        """Read in what others have recorded in the game, and tell the pages.

        Raises:
            BadInput: when it cannot be read.
        """
        with self._lock:
            if self.game.catch_up():
                self._grew(self.count)

    @property
    def count(self) -> int:
        """How many entries the game has."""
        return len(self.game.entries)

    def answer(self, request: object, *, records: bool) -> dict[str, Any]:
        """The reply to the request of a page; a complaint where it cannot be met.

        Args:
            request: see docs/page.md; anything else is complained of.
            records: whether whoever asks may give orders.
        """
        with self._lock:
            before = self.count
            try:
                if records and isinstance(request, Mapping) and "do" in request:
                    reply = self._do(request)
                else:
                    desk = self._recording if records else self._watching
                    reply = desk.answer(request)
            except BadInput as error:
                reply = complaint(error)
            finally:
                count = self.count
                if count > before:
                    self._grew(count)
        return reply

    def _do(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """An order, or a branch, which is a log beside this one."""
        line = request["do"]
        if isinstance(line, str) and len(line) > _LONGEST:
            raise BadInput(f"this line is longer than {_LONGEST} characters", "do")
        words = split_words(line.strip()) if isinstance(line, str) else []
        if words and words[0].lower() == _BRANCH:
            return self._branch(words[1:])
        if isinstance(request.get("after"), int):
            return self._recording.answer(request)
        raise BadInput("the count of entries that were seen is missing; expected a number", "after")

    def _branch(self, words: list[str]) -> dict[str, Any]:
        """A log of its own that shares the past of this one: ``branch NAME [at MOMENT]``."""
        usage = "expected: branch NAME [at MOMENT]"
        if not words or len(words) == 2 or (len(words) > 2 and words[1].lower() != "at"):
            raise BadInput(f"this is no branch; {usage}", "do")
        if _NAME.fullmatch(words[0]) is None:
            why = "a branch is called by one plain word, of letters, digits, - and _"
            raise BadInput(f"{why}; {usage}", shown(words[0][:40]))
        path = self._beside(words[0])
        made = self.game.branch(" ".join(words[2:]) or "end")
        made.save(path)
        shared = len(made.entries)
        for desk in (self._recording, self._watching):
            desk.branched(words[0], shared)
        said = f"{path.name} shares the first {shared} entries; open it with `khamsin table`"
        return {"accepted": True, "count": self.count, "lines": [said]}

    def _beside(self, word: str) -> Path:
        """A log beside this one: in its folder, or with whoever keeps it."""
        if keeper_of(self.log) is None:
            return Path(self.log).with_name(f"{word}.jsonl")
        return Path(f"{str(self.log).partition(':')[0]}:{word}")

    @property
    def file_name(self) -> str:
        """What a copy of the log is called."""
        return (
            Path(self.log).name if keeper_of(self.log) is None else f"{file_stem(self.log)}.jsonl"
        )

    def log_bytes(self) -> bytes:
        """The log as it is on the disk, up to the last entry that was acknowledged."""
        with self._lock:
            return self.game.log_bytes()
