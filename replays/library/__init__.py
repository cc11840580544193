"""A library of games: logs kept byte for byte in a database, found again by what is in them."""

from events.errors import BadInput

try:
    import sqlalchemy  # noqa: F401 - all modules of this package are made with it
except ImportError:  # as in a browser
    raise BadInput("a library of games needs SQLAlchemy, which is not here") from None
