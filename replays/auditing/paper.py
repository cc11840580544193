"""A report as a document: sections of paragraphs, lists, tables, commands and one picture.

HTML, Markdown and plain text are written from the same document, so they say the same.
"""

from typing import TypeAlias

import attrs

from replays.auditing.model import WeatherTold


@attrs.frozen
class Paragraph:
    """A paragraph of plain text."""

    text: str


@attrs.frozen
class Items:
    """A list, each item plain text."""

    items: tuple[str, ...]


@attrs.frozen
class Table:
    """A table.

    Attributes:
        caption: what it shows.
        heads: what stands above its columns.
        rows: its cells; the first of each row is the head of that row.
        numbers: the columns that are flush right.
    """

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()


@attrs.frozen
class Commands:
    """Commands to type, one a line."""

    lines: tuple[str, ...]


@attrs.frozen
class Timeline:
    """The picture of the weather; text has the table beside it.

    Attributes:
        turns: the weather of each Player Turn.
        marked: the Player Turns with findings, each with the numbers of their entries.
    """

    turns: tuple[WeatherTold, ...]
    marked: dict[str, tuple[int, ...]] = attrs.field(hash=False)


Block: TypeAlias = "Paragraph | Items | Table | Commands | Timeline | Section"


@attrs.frozen
class Section:
    """A part with a heading; what it holds may be sections again."""

    title: str
    blocks: tuple[Block, ...]


@attrs.frozen
class Paper:
    """A whole document.

    Attributes:
        title: its title.
        under: a line under the title.
        clean: whether the verdict is good.
        verdict: the verdict.
        sections: its parts.
    """

    title: str
    under: str
    clean: bool
    verdict: str
    sections: tuple[Section, ...]
