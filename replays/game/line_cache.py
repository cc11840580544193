"""The lines over an imported board, kept in a file beside the board's; needs NumPy.

What is kept is never trusted, and never missed: a file that cannot be used is replaced by what is
worked out anew, one that cannot be written is left out, and one that is nothing of ours is left
alone.
"""

from pathlib import Path
from typing import Any, Final

import attrs

from events.disk import open_to_read
from events.errors import BadInput
from replays.game.bundled import bundled_boards
from replays.game.file import exists, read_text, write_file
from replays.game.file_kind import FileKind, kind_of_file
from replays.game.scenario_file import read_toml
from sim.bulk.art import MAGIC, MOST_KEPT, UnusableError
from sim.bulk.lines import LineBook, book_of
from sim.state.state import Setting

SUFFIX: Final = ".los"


def beside_board(name: str) -> Path | None:
    """Where the lines over a board are kept, or a scenario's one board that is a file as it is.

    None if there is no such place.
    """
    if not exists(name):
        return None
    path = Path(name)
    kind = kind_of_file(name)
    if kind is FileKind.SCENARIO:
        boards: Any = read_toml(read_text(path), name).get("boards")
        one = boards[0] if isinstance(boards, list) and len(boards) == 1 else None
        of = one.get("from") if isinstance(one, dict) and not one.get("rotated") else None
        if not isinstance(of, str) or of in bundled_boards():
            return None
        path = path.parent / of
    elif kind is not FileKind.BOARD:
        return None
    return path.with_suffix(SUFFIX) if path.suffix.lower() == ".toml" else None


@attrs.define
class CacheFile:
    """A file with lines over one picture: those that it held, and those that are asked for.

    What is foreign stays as it is. ``said`` is what there is to say of it, or nothing.
    """

    path: Path
    book: LineBook
    foreign: bool = False
    said: str = ""

    @classmethod
    def of(cls, path: Path, setting: Setting) -> "CacheFile | None":
        """The file for the picture of a setting, as far as it can be used; None without one."""
        book = book_of(setting)
        if book is None:
            return None
        found = cls(path, book)
        if exists(path):
            found._read()
        return found

    def _read(self) -> None:
        try:
            with open_to_read(self.path) as file:
                raw = file.read(MOST_KEPT + 1)
        except (BadInput, OSError):
            self.foreign, self.said = True, "this cannot be read; nothing is kept"
            return
        if raw and not raw.startswith(MAGIC):
            self.foreign, self.said = True, "this is no file of LOS; nothing is kept"
            return
        try:
            if len(raw) > MOST_KEPT:
                raise UnusableError("it is too large")
            self.book.take(raw)
        except UnusableError as error:
            self.said = f"not used, as {error}; worked out anew"

    def keep(self) -> None:
        """Write the file if any line was drawn, or if what it holds cannot be used."""
        if self.foreign or not (self.book.drawn or self.said):
            return
        raw = self.book.in_bytes()
        if len(raw) > MOST_KEPT:
            self.said = "the art of so many lines is not kept"
            return
        try:
            write_file(self.path, raw)
        except BadInput as error:
            self.said = f"{error.what}; nothing is kept"
            return
        self.said = self.said or f"the art of {self.book.drawn} lines is kept here"
