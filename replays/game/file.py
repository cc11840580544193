"""Files that people name, read with a limit; JSON values and extras, demanded."""

import codecs
import importlib.util
import os
import re
import stat
from pathlib import Path
from typing import Any, Final

from events.disk import open_to_read
from events.errors import BadInput
from replays.game.address import store_of

_HASH: Final = re.compile(r"[0-9a-f]{64}")


def a_table(value: Any) -> dict[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise BadInput("a JSON object is expected")
    return value


def a_text(value: dict[str, Any], key: str) -> str:
    """A text of an object."""
    found = value.get(key)
    if not isinstance(found, str):
        raise BadInput("a text is expected", key)
    try:
        found.encode()
    except UnicodeEncodeError:  # half a character
        raise BadInput("this cannot be written as UTF-8", key) from None
    return found


def a_hash(value: dict[str, Any], key: str) -> str:
    """64 hexadecimal digits of an object."""
    found = a_text(value, key)
    if not _HASH.fullmatch(found):
        raise BadInput(f"{found[:70]!r} is not 64 hexadecimal digits", key)
    return found


def a_whole(value: dict[str, Any], key: str, least: int = 0, most: int = 2**53) -> int:
    """A whole number of an object."""
    found = value.get(key)
    if type(found) is not int or not least <= found <= most:
        raise BadInput(f"a whole number from {least} to {most} is expected", key)
    return found


_EXTRAS: Final = {
    "hypothesis": ("Hypothesis", "testing"),
    "numpy": ("NumPy", "bulk"),
    "pyarrow": ("PyArrow", "sweep"),
    "distributed": ("Dask", "cluster"),
    "PIL": ("Pillow", "vasl"),
    "starlette": ("Starlette", "table"),
    "uvicorn": ("uvicorn", "table"),
    "resvg_py": ("resvg", "png"),
    "psycopg": ("psycopg", "postgres"),
}
"""Module: what it belongs to, and the extra that brings it."""


def installed(module: str) -> bool:
    """Whether a module is installed; it is not imported."""
    return importlib.util.find_spec(module) is not None


def demand(module: str, what: str, error: type[Exception] = BadInput) -> None:
    """See that a module is installed; the complaint names the extra that brings it."""
    if not installed(module):
        name, extra = _EXTRAS[module]
        raise error(f"{what} needs {name}; `pip install 'khamsin[{extra}]'` brings it")


MAX_TEXT: Final = 4 * 1024 * 1024
"""No scenario or order file is larger, in bytes."""


def exists(path: str | Path) -> bool:
    """Whether something has this name; a name that cannot be one has nothing."""
    stored = store_of(path)
    if stored is not None:
        return bool(stored[0].there(stored[1]))
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def size_of(path: str | Path) -> int:
    """The size of a file or log in bytes; 0 where there is none, or it cannot be told."""
    stored = store_of(path)
    if stored is not None:
        return stored[0].size(stored[1]) if stored[0].there(stored[1]) else 0
    try:
        return Path(path).stat().st_size if Path(path).is_file() else 0
    except (OSError, ValueError):
        return 0


def read_raw(path: Path, most: int) -> bytes:
    """Read a file of at most so many bytes."""
    with open_to_read(path) as file:
        try:
            raw = file.read(most + 1)
        except OSError as error:
            raise BadInput(f"this cannot be read ({error.strerror})", str(path)) from None
    if len(raw) > most:
        raise BadInput(f"this file is larger than {most} bytes", str(path))
    return raw


def read_text(path: Path) -> str:
    """Read a UTF-8 text file."""
    raw = read_raw(path, MAX_TEXT)
    if not raw.removeprefix(codecs.BOM_UTF8).strip():
        raise BadInput("this file is empty", str(path))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BadInput("this is not UTF-8 text", f"{path}, line {line}") from None


def demand_private(path: Path, what: str, else_: str) -> None:
    """See that only its owner can read a file, where the system knows of that.

    ``what`` says what it is, ``else_`` what is to be done if it was read.
    """
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name == "posix" and mode & 0o077:
        raise BadInput(
            f"others can read or write {what} (mode {mode:o}); `chmod 600` keeps them out, and if "
            f"they may have read it, {else_}"
        )
