"""Files that people have written: what may have a name, and what may be written over."""

import errno
import os
import re
import stat
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import attrs

from events.disk import DISK, PRIVATE_DISK, cannot_be_written, create_beside, write_whole
from events.errors import BadInput
from replays.game.file import demand

Chunks = Iterable[bytes] | Callable[[int], Iterable[bytes]]


def begins(pattern: bytes) -> Callable[[Path], object]:
    """Whether a file begins so, in capitals or not."""
    expression = re.compile(pattern, re.IGNORECASE)

    def is_one(path: Path) -> object:
        with path.open("rb") as file:
            return expression.match(file.read(256))

    return is_one


@attrs.frozen
class Output:
    """A kind of file that is written; all that writes one does so here.

    It is there wholly or not at all. It is written over a file of its kind alone, to which a link
    may lead; a pipe that is read, and a terminal, are fed.
    """

    what: str = ""
    """What a file of this kind is called."""
    endings: tuple[str, ...] = ()
    """What a name ends in; anything if there are none."""
    is_one: Callable[[Path], object] | None = None
    """Whether a file is of this kind; without it none is ever written over."""

    def demand(self, *names: str | Path) -> None:
        """See that files can be written, before anything is done that they tell of."""
        paths = [Path(name).absolute() for name in names]
        for path in map(Path, names):
            if paths.count(path.absolute()) > 1:
                raise BadInput("two files would have this name", str(path))
            if self._target(path) is not None:
                _demand_room(path)

    def write(
        self,
        name: str | Path,
        content: str | bytes | Chunks,
        *,
        private: bool = False,
        before: Callable[[], object] = tuple,
    ) -> None:
        """Write a file; a private one can never be read by others. See also `write_whole`."""
        raw = content.encode() if isinstance(content, str) else content
        chunks = [raw] if isinstance(raw, bytes) else raw
        new = not os.path.lexists(name)  # what comes there from now on is not written over
        target = self._target(Path(name))
        if target is None:
            _feed(Path(name), chunks(-1) if callable(chunks) else chunks)
        else:
            disk = PRIVATE_DISK if private else DISK
            write_whole(target, chunks, new=new, disk=disk, before=before)

    def _target(self, path: Path) -> Path | None:
        """The file behind a name, if it may be written; None for what is fed."""
        if self.endings and path.suffix.lower() not in self.endings:
            expected = " or ".join(self.endings)
            raise BadInput(f"a name that ends in {expected} is expected", str(path))
        try:
            if not os.path.lexists(path):
                return path
            if self.is_one is None:
                why = "this file exists already and is left as it is; name another"
                raise BadInput(why, str(path))
            mode = path.stat().st_mode
            if stat.S_ISCHR(mode) or stat.S_ISFIFO(mode):
                return None
            if not stat.S_ISREG(mode):
                which = "a directory" if stat.S_ISDIR(mode) else "not a regular file"
                raise BadInput(f"this is {which}", str(path))
            if path.stat().st_size and not self.is_one(path):
                raise BadInput(f"this file is not {self.what}, and would be lost", str(path))
            return Path(os.path.realpath(path))  # a link goes on leading to its file
        except FileNotFoundError:
            raise BadInput("this is a link that leads to no file", str(path)) from None
        except BadInput:
            raise
        except (OSError, ValueError) as error:
            raise cannot_be_written(path, error) from None


def _demand_room(path: Path) -> None:
    try:
        file, beside = create_beside(path)
        try:
            DISK.remove(beside)
        finally:
            DISK.close(file)
    except (OSError, ValueError) as error:
        raise cannot_be_written(path, error) from None


def _feed(path: Path, chunks: Iterable[bytes]) -> None:
    """Write to what is no file; a pipe that nobody reads is not waited for."""
    try:
        device = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
        os.set_blocking(device, True)
        with open(device, "wb") as file:  # noqa: PTH123 - by its number
            file.writelines(chunks)
    except OSError as error:
        unread = "it is a pipe, and no program reads it"
        why = OSError(error.errno, unread) if error.errno == errno.ENXIO else error
        raise cannot_be_written(path, why) from None


NEW: Final = Output()
"""What is never written over."""

OWN: Final = Output(is_one=Path.is_file)
"""What is written over whatever it is: the program has just read it, or keeps it for itself."""


_PICTURE: Final = Output("a picture", is_one=begins(rb"\s*<svg|\x89PNG"))
_OTHER_PICTURES: Final = (".jpg", ".jpeg", ".gif", ".webp", ".pdf", ".bmp")
_SHARP: Final = 2000
"""An SVG that is no wider has a PNG of twice its size."""


def write_picture(name: str, svg: str) -> None:
    """Write an SVG, or a PNG of it, to a new file, or over another picture."""
    path = Path(name)
    if path.suffix.lower() in _OTHER_PICTURES:
        said = "a picture is an SVG or a PNG; a name that ends in .svg or .png is expected"
        raise BadInput(said, name)
    if path.suffix.lower() != ".png":
        _PICTURE.write(path, svg)
        return
    demand("resvg_py", "a PNG")
    from resvg_py import svg_to_bytes  # noqa: PLC0415 - the extra png

    width = re.search(r' width="([0-9.]+)"', svg)
    sharp = 2.0 if width is None or float(width[1]) <= _SHARP else 1.0
    _PICTURE.write(path, bytes(svg_to_bytes(svg_string=svg, zoom=sharp)))
