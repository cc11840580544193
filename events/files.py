"""Files that people name, opened with one sentence where that fails."""

from pathlib import Path
from typing import BinaryIO

from events.errors import BadInput

__all__ = ["open_to_read", "reason"]


def open_to_read(path: Path) -> BinaryIO:
    """Open a file that people named.

    Raises:
        BadInput: when there is none, or it cannot be read.
    """
    try:
        if path.is_dir():
            raise BadInput("this is a directory; a file is expected", str(path))
        if path.exists() and not path.is_file():
            raise BadInput("this is not a regular file", str(path))
        return path.open("rb")
    except FileNotFoundError:
        raise BadInput("there is no such file", str(path)) from None
    except BadInput:
        raise
    except (OSError, ValueError) as error:
        raise BadInput(f"this cannot be read ({reason(error)})", str(path)) from None


def reason(error: OSError | ValueError) -> str:
    """Why a file could not be used, in a few words of the system."""
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
