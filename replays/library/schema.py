"""The tables of a library, the same in SQLite and PostgreSQL.

`line` is the record: the bytes of each log, line by line. Whatever else there is can be made of it
again, and `khamsin library audit` does so and compares.
"""

from typing import Final

__all__ = ["APPLICATION", "SCHEMA", "TABLES", "statements"]

SCHEMA: Final = 1
"""The version of these tables."""

APPLICATION: Final = 0x4B48414D
"""What marks a SQLite file as a library: the letters KHAM."""

TABLES: Final = ("game", "line", "fact", "snapshot", "audited")
"""Every table."""

_STATEMENTS: Final = (
    """CREATE TABLE game (
  id {identity},
  name TEXT NOT NULL UNIQUE,
  format INTEGER NOT NULL,
  entries BIGINT NOT NULL,
  seal TEXT NOT NULL,
  size BIGINT NOT NULL,
  torn {bytes} NOT NULL,
  scenario TEXT NOT NULL,
  engine TEXT NOT NULL,
  ending TEXT NOT NULL,
  moment TEXT NOT NULL
){strict}""",
    """CREATE TABLE line (
  game BIGINT NOT NULL REFERENCES game (id),
  number BIGINT NOT NULL,
  raw {bytes} NOT NULL,
  PRIMARY KEY (game, number)
){clustered}""",
    """CREATE TABLE fact (
  game BIGINT NOT NULL REFERENCES game (id),
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  entry BIGINT NOT NULL,
  PRIMARY KEY (game, kind, value)
){clustered}""",
    "CREATE INDEX fact_by_value ON fact (kind, value)",
    """CREATE TABLE snapshot (
  game BIGINT NOT NULL REFERENCES game (id),
  entry BIGINT NOT NULL,
  shape TEXT NOT NULL,
  seal TEXT NOT NULL,
  digest TEXT NOT NULL,
  body {bytes} NOT NULL,
  PRIMARY KEY (game, entry)
){strict}""",
    """CREATE TABLE audited (
  game BIGINT NOT NULL PRIMARY KEY REFERENCES game (id),
  seal TEXT NOT NULL,
  engine TEXT NOT NULL,
  findings BIGINT NOT NULL
){strict}""",
)

_SQLITE: Final = {
    "identity": "INTEGER PRIMARY KEY",
    "bytes": "BLOB",
    "strict": " STRICT",
    "clustered": " STRICT, WITHOUT ROWID",
}
_POSTGRESQL: Final = {
    "identity": "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    "bytes": "BYTEA",
    "strict": "",
    "clustered": "",
}


def statements(*, sqlite: bool) -> list[str]:
    """What makes the tables, in order."""
    words = _SQLITE if sqlite else _POSTGRESQL
    made = [each.format(**words) for each in _STATEMENTS]
    return [each.replace("BIGINT", "INTEGER") for each in made] if sqlite else made
