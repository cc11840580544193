"""The tables of a library.

`line` is the record: the bytes of each log, line by line. Whatever else there is can be made of it
again, and `khamsin library audit` does so and compares. They are written as SQLite has them;
`postgres_tables` makes PostgreSQL's of them.
"""

from collections.abc import Iterator
from typing import Final

SCHEMA: Final = 2
"""The version of these tables."""

APPLICATION: Final = 0x4B48414D
"""What marks a SQLite file as a library: the letters KHAM."""

_RESULT: Final = """CREATE TABLE result (
  game INTEGER NOT NULL REFERENCES game (id),
  kind TEXT NOT NULL,
  seal TEXT NOT NULL,
  engine TEXT NOT NULL,
  findings INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (game, kind)
) STRICT"""

STATEMENTS: Final = (
    """CREATE TABLE game (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  format INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  seal TEXT NOT NULL,
  size INTEGER NOT NULL,
  torn BLOB NOT NULL,
  scenario TEXT NOT NULL,
  engine TEXT NOT NULL,
  ending TEXT NOT NULL,
  moment TEXT NOT NULL
) STRICT""",
    """CREATE TABLE line (
  game INTEGER NOT NULL REFERENCES game (id),
  number INTEGER NOT NULL,
  raw BLOB NOT NULL,
  PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID""",
    """CREATE TABLE fact (
  game INTEGER NOT NULL REFERENCES game (id),
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  entry INTEGER NOT NULL,
  PRIMARY KEY (game, kind, value)
) STRICT, WITHOUT ROWID""",
    "CREATE INDEX fact_by_value ON fact (kind, value)",
    """CREATE TABLE snapshot (
  game INTEGER NOT NULL REFERENCES game (id),
  entry INTEGER NOT NULL,
  shape TEXT NOT NULL,
  seal TEXT NOT NULL,
  digest TEXT NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (game, entry)
) STRICT""",
    _RESULT,
)
"""What makes the tables, in order."""

STEPS: Final[dict[int, tuple[str, ...]]] = {1: ("DROP TABLE audited", _RESULT)}
"""What makes of the tables of a version those of the next one, in order."""

HEIRS: Final[dict[str, str]] = {"result": "audited"}
"""New tables, each with the one in whose place it comes: who had rights on that has them on it."""


def steps_from(version: int) -> Iterator[str]:
    """What makes of the tables of an older version those of this engine, in order."""
    for each in range(version, SCHEMA):
        yield from STEPS[each]
