"""Sequences as VASSAL writes them: texts joined by one character, escaped where it is in a text.

A text that ends in a backslash, or stands in single quotation marks itself, is put into them.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

__all__ = ["join", "nested", "split"]


@lru_cache(maxsize=16)
def _bare(mark: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\\){re.escape(mark)}")


def split(text: str, mark: str) -> list[str]:
    """The texts of a sequence; there is always one."""
    if mark not in text:
        return [_unquoted(text)]
    escaped = "\\" + mark
    return [_unquoted(part.replace(escaped, mark)) for part in _bare(mark).split(text)]


def _unquoted(text: str) -> str:
    if len(text) > 1 and text[0] == "'" == text[-1]:
        return text[1:-1]
    return text


def join(parts: Iterable[str], mark: str) -> str:
    """Texts as a sequence; `split` gives them back, if there is one at least."""
    return mark.join(_quoted(part, mark) for part in parts)


def _quoted(text: str, mark: str) -> str:
    escaped = text.replace(mark, "\\" + mark)
    if text.endswith("\\") or (text.startswith("'") and text.endswith("'")):
        return f"'{escaped}'"
    return escaped


def nested(parts: Sequence[str], mark: str) -> str:
    """Texts each of which has the sequence of those after it as its second: traits of a piece."""
    chain = parts[-1]
    for part in reversed(parts[:-1]):
        chain = join((part, chain), mark)
    return chain
