"""What goes wrong with files and words, as one sentence a person can act on."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self


class BadInput(ValueError):  # noqa: N818 - the name says what it is, at every place that raises it
    """Input that cannot be used: what, where, and what was expected, in one sentence.

    Args:
        what: the sentence, without a closing full stop.
        where: file and line, or the path of the value inside a document.
    """

    def __init__(self, what: str, where: str = "") -> None:
        """Keep the sentence and the place apart, so that outer layers can add to the place."""
        self.what = what
        self.where = where
        super().__init__(f"{where}: {what}" if where else what)

    def inside(self, where: str) -> Self:
        """The same complaint, of the same kind, with an outer place put before its own."""
        outer = type(self).__new__(type(self))
        outer.__dict__.update(self.__dict__)
        BadInput.__init__(outer, self.what, f"{where}, {self.where}" if self.where else where)
        return outer


@contextmanager
def in_file(path: str) -> Iterator[None]:
    """Work on a file: a complaint from inside names the file, in front and once.

    Raises:
        BadInput: the complaint.
    """
    try:
        yield
    except BadInput as error:
        raise (error if error.where.startswith(path) else error.inside(path)) from None
