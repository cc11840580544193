"""Small text files that people name: read with a limit, written whole, one sentence if not."""

import codecs
import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from events.disk import DISK, cannot_be_written, open_to_read, taken, write_whole
from events.errors import BadInput
from replays.elsewhere import keeper_of

__all__ = [
    "MAX_TEXT",
    "exists",
    "one_at_a_time",
    "read_text",
    "size_of",
    "write_file",
    "write_private",
    "write_text",
]

MAX_TEXT: Final = 4 * 1024 * 1024
"""No scenario or order file is larger, in bytes."""


def exists(path: str | Path) -> bool:
    """Whether something has this name; a name that cannot be one has nothing.

    Raises:
        BadInput: when it is a log in no file (`replays.elsewhere`), and whoever keeps it fails.
    """
    kept = keeper_of(path)
    if kept is not None:
        return kept[0].there(kept[1])
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def size_of(path: str | Path) -> int:
    """The size of a file or log in bytes; 0 where there is none, or where nobody can say."""
    kept = keeper_of(path)
    if kept is not None:
        return kept[0].size(kept[1]) if kept[0].there(kept[1]) else 0
    try:
        return Path(path).stat().st_size if Path(path).is_file() else 0
    except (OSError, ValueError):
        return 0


def read_text(path: Path) -> str:
    """Read a UTF-8 text file.

    Raises:
        BadInput: when there is none, it is too large, empty, or no UTF-8.
    """
    with open_to_read(path) as file:
        try:
            raw = file.read(MAX_TEXT + 1)
        except OSError as error:
            raise BadInput(f"this cannot be read ({error.strerror})", str(path)) from None
    if len(raw) > MAX_TEXT:
        raise BadInput(f"this file is larger than {MAX_TEXT} bytes", str(path))
    if not raw.removeprefix(codecs.BOM_UTF8).strip():
        raise BadInput("this file is empty", str(path))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BadInput("this is not UTF-8 text", f"{path}, line {line}") from None


def write_text(path: Path, text: str) -> None:
    """Write a text file in UTF-8; see ``write_file``."""
    write_file(path, text.encode())


def write_file(path: Path, raw: bytes) -> None:
    """Write a file wholly or not at all, over what stands there; what is no file is fed.

    Raises:
        BadInput: when it cannot be written; what stood there is there still.
    """
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as device:
                device.write(raw)
            return
        whole = os.path.realpath(path)  # a link goes on leading to its file
    except (OSError, ValueError) as error:
        raise cannot_be_written(path, error) from None
    write_whole(whole, [raw])


def write_private(path: Path, text: str, *, new: bool) -> None:
    """Write a file that its owner alone can read; wholly or not at all.

    Args:
        path: the file.
        text: what goes into it.
        new: it must not be there yet, not as a link either.

    Raises:
        BadInput: when it is there and must not, or cannot be written.
    """
    if not new:
        path = Path(os.path.realpath(path))  # a link goes on leading to its file
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    if new and os.path.lexists(path):
        raise BadInput("this file exists already and is left as it is; name another", str(path))
    try:
        with contextlib.suppress(FileNotFoundError):
            beside.unlink()
        try:
            file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(file, "wb") as writing:
                writing.write(text.encode())
                writing.flush()
                os.fsync(file)
            (DISK.put_new if new else DISK.put)(beside, path)
        finally:
            with contextlib.suppress(OSError):
                beside.unlink()
        _sync_name(path, new=new)
    except FileExistsError:
        raise BadInput("this file exists already and is left as it is", str(path)) from None
    except (OSError, ValueError) as error:
        raise cannot_be_written(path, error) from None


def _sync_name(path: Path, *, new: bool) -> None:
    """Put the name of a file on the medium; a new file that nobody may rely on goes again."""
    try:
        DISK.sync_folder(path.parent)
    except OSError:
        if new:
            with contextlib.suppress(OSError):
                DISK.remove(path)
        raise


@contextlib.contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """Keep out all others who do the same with this file, in any program, until the block ends.

    Raises:
        BadInput: when somebody else is there, or nobody can be kept out.
    """
    name = Path(os.path.realpath(path))
    beside = name.with_name(f".{name.name}.lock")
    try:
        file = _locked(beside)
    except (OSError, ValueError) as error:
        raise cannot_be_written(path, error) from None
    if file is None:
        raise BadInput("another program uses this just now; try again", str(path))
    try:
        yield
    finally:
        try:
            with contextlib.suppress(OSError):
                DISK.remove(beside)
        finally:
            DISK.close(file)


def _locked(path: Path) -> int | None:
    """A file that is locked, and has this name still; None where somebody else has locked it."""
    while True:
        file = _made_or_opened(path)
        try:
            DISK.lock(file)
            if DISK.same(file, path):  # who had it before takes it away
                return file
        except OSError as error:
            DISK.close(file)
            if taken(error):
                return None
            raise
        DISK.close(file)


def _made_or_opened(path: Path) -> int:
    while True:
        with contextlib.suppress(FileExistsError):
            return DISK.create(path)
        with contextlib.suppress(FileNotFoundError):
            return DISK.open(path)
