"""The tables of a library, the same on SQLite and on PostgreSQL.

`line` is the record: the bytes of each log, line by line. All else is made of it, and
`khamsin library audit` makes it again and compares.
"""

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
)

VERSION: Final = 3
"""The version of these tables."""

APPLICATION: Final = 0x4B48414D
"""What marks a SQLite file as a library: the letters KHAM."""

NAMESPACE: Final = "khamsin"
"""The schema that a library has for itself in a database of PostgreSQL."""

_TEXT: Final = Text().with_variant(Text(collation="C"), "postgresql")
"""Text in the order of its bytes, on every server."""

_WHOLE: Final = BigInteger().with_variant(Integer(), "sqlite")

TABLES: Final = MetaData(schema=NAMESPACE)


class _Bytes(TypeDecorator[bytes]):
    """Bytes; SQLite also gives text where rows were edited, which then is no log and no JSON."""

    impl = LargeBinary
    cache_ok = True

    def process_result_value(self, value: Any, dialect: object) -> bytes:
        """The bytes of a row."""
        del dialect
        return value if isinstance(value, bytes) else str(value).encode()


def _text(name: str, **more: Any) -> Column[str]:
    return Column(name, _TEXT, nullable=False, **more)


def _whole(name: str, **more: Any) -> Column[int]:
    return Column(name, _WHOLE, nullable=False, **more)


def _bytes(name: str) -> Column[bytes]:
    return Column(name, _Bytes, nullable=False)


def _of_game() -> Column[int]:
    return Column("game", _WHOLE, ForeignKey("khamsin.game.id"), primary_key=True)


GAME: Final = Table(
    *("game", TABLES),
    Column("id", _WHOLE, Identity(), primary_key=True),
    _text("name"),
    _text("name_key", unique=True),
    *(_whole("entries"), _text("head_hash"), _whole("size"), _bytes("torn")),
    *(_text("scenario"), _text("engine"), _text("ending"), _text("moment")),
)
"""The games as a list has them; ``name_key`` is the name in small letters."""

LINE: Final = Table("line", TABLES, _of_game(), _whole("number", primary_key=True), _bytes("raw"))
"""The lines of each log, each without its end; the header is line 1."""

TERM: Final = Table(
    *("term", TABLES, _of_game()),
    *(_text("kind", primary_key=True), _text("value", primary_key=True), _whole("entry")),
)
"""What a game is found by, with the first entry that has it."""

Index("term_by_value", TERM.c.kind, TERM.c.value)

RESULT: Final = Table(
    *("result", TABLES, _of_game(), _text("kind", primary_key=True)),
    *(_text("head_hash"), _text("engine"), _whole("findings"), _bytes("body")),
)
"""What was found in a game, so that it is not looked for again."""

MADE_BY: Final = Table("made_by", TABLES, _whole("version", primary_key=True, autoincrement=False))
"""The version of the tables, where a database has no place for such a mark."""
