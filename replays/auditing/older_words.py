"""In which words a log of this format is written: those of the engine that its header names."""

from typing import Any

from events.chain import LogLine
from events.entry import Header
from events.json_bytes import NotJson, dumps, loads
from replays.version import ENGINE

__all__ = ["in_words_of"]


def in_words_of(header: Header, line: LogLine, written: bytes) -> bool:
    """Whether a line is as the engine that its header names writes it.

    Another engine may have known fewer fields. What it left out means its default; all that it
    says is in the words and the order of this one.

    Args:
        header: of the log.
        line: a line of it that could be read.
        written: the same as this engine writes it; empty if it cannot.
    """
    if line.raw == written or not written or header.engine == ENGINE:
        return line.raw == written
    try:
        said, whole = loads(line.raw), loads(written)
    except NotJson:
        return False
    if not isinstance(said, dict) or dumps(said) != line.raw:
        return False
    return _says_less(_without_hash(said), _without_hash(whole))


def _without_hash(value: dict[str, Any]) -> dict[str, Any]:
    return {key: each for key, each in value.items() if key != "hash"}


def _says_less(said: Any, whole: Any) -> bool:
    """Whether two values differ at most in keys that the first leaves out."""
    if isinstance(said, dict) and isinstance(whole, dict):
        return list(said) == [key for key in whole if key in said] and all(
            _says_less(each, whole[key]) for key, each in said.items()
        )
    if isinstance(said, list) and isinstance(whole, list):
        return len(said) == len(whole) and all(map(_says_less, said, whole))
    return type(said) is type(whole) and bool(said == whole)
