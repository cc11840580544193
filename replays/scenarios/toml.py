"""TOML in bounded time and memory: what would take the parser long is refused before it begins.

The parser takes the square of the parts of a dotted key, in time and memory, and keeps a record of
every table. So keys and tables are counted in one pass over the text first.
"""

import re
import tomllib
from typing import Any, Final

from events.errors import BadInput

__all__ = ["MOST_KEYS", "MOST_PARTS", "MOST_TABLES", "read_toml"]

MOST_PARTS: Final = 16
"""A dotted key has no more parts."""
MOST_TABLES: Final = 20_000
"""No more brackets are opened, for tables and lists."""
MOST_KEYS: Final = 100_000
"""No more keys are given a value."""

_TOKEN: Final = re.compile(
    r'(?P<text>"""(?:[^\\]|\\.)*?(?:"""|\Z)|\'\'\'.*?(?:\'\'\'|\Z)'
    r'|"(?:[^"\\\n]|\\.)*"?|\'[^\'\n]*\'?|[A-Za-z0-9_-]+)'
    r"|(?P<space>[ \t]+|#[^\n]*)|(?P<dot>\.)|(?P<equals>=)|(?P<open>[\[{])|(?P<other>.)",
    re.DOTALL,
)


def read_toml(text: str, where: str) -> dict[str, Any]:
    """Read TOML.

    Raises:
        BadInput: when it is not TOML, or has too much of something.
    """
    _measure(text, where)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"this is not TOML ({error})", where) from None
    except RecursionError:
        raise BadInput("this TOML is nested too deeply", where) from None
    except ValueError:
        raise BadInput("this TOML has a number that is too large", where) from None


def _measure(text: str, where: str) -> None:
    """Refuse text with very long keys, or very many keys or tables; one pass, in order."""
    parts, after_dot, keys, tables = 0, False, 0, 0
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup
        if kind == "space":
            continue
        if kind == "text":
            parts = parts + 1 if after_dot else 1
            if parts > MOST_PARTS:
                line = text.count("\n", 0, found.start()) + 1
                raise BadInput(
                    f"a dotted key has more than {MOST_PARTS} parts", f"{where}, line {line}"
                )
        elif kind != "dot":
            parts = 0
            keys += kind == "equals"
            tables += kind == "open"
        after_dot = kind == "dot"
    for count, most, what in ((keys, MOST_KEYS, "keys"), (tables, MOST_TABLES, "tables and lists")):
        if count > most:
            raise BadInput(
                f"this TOML has {count} {what}, which are too many; at most {most}", where
            )
