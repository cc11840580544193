"""A report for a terminal: the same words, without the tables that only a page has room for."""

import textwrap
from collections.abc import Iterator
from typing import Final

from replays.auditing.paper import (
    Block,
    Commands,
    Items,
    Paper,
    Paragraph,
    Section,
    Table,
    Timeline,
)

_PROSE: Final = 100
"""No line of prose is longer."""


def text_lines(paper: Paper, width: int) -> Iterator[str]:
    """The document in lines.

    Args:
        paper: the document.
        width: how wide a line may be.
    """
    yield paper.title
    yield paper.under
    yield ""
    yield from textwrap.wrap(paper.verdict, min(width, _PROSE))
    for section in paper.sections:
        yield ""
        yield section.title.upper()
        for block in section.blocks:
            yield from _block(block, width, "")


def _block(block: Block, width: int, margin: str) -> Iterator[str]:
    prose = min(width, _PROSE)
    match block:
        case Section(title, blocks):
            yield ""
            yield f"{margin}{title}"
            for each in blocks:
                yield from _block(each, width, f"{margin}  ")
        case Paragraph(text):
            yield from textwrap.wrap(text, prose, initial_indent=margin, subsequent_indent=margin)
        case Items(items):
            for item in items:
                yield from textwrap.wrap(
                    item, prose, initial_indent=f"{margin}- ", subsequent_indent=f"{margin}  "
                )
        case Table():
            yield ""
            yield from _table(block, width, margin)
        case Commands(lines):
            yield from (f"{margin}  {line}" for line in lines)
        case Timeline():
            pass


def _table(found: Table, width: int, margin: str) -> Iterator[str]:
    """A table where it has room; else row by row."""
    yield f"{margin}{found.caption}:"
    lines = list(_columns(found))
    if max(map(len, lines)) + len(margin) <= width:
        yield from (f"{margin}{line}".rstrip() for line in lines)
        return
    for row in found.rows:
        for head, cell in zip(found.heads, row, strict=True):
            if cell:
                yield from textwrap.wrap(
                    f"{head}: {cell}" if head else cell,
                    min(width, _PROSE),
                    initial_indent=f"{margin}  ",
                    subsequent_indent=f"{margin}    ",
                )
        yield ""


def _columns(found: Table) -> Iterator[str]:
    whole = [found.heads, *found.rows]
    wide = [max(map(len, column)) for column in zip(*whole, strict=True)]
    for row in whole:
        yield "  ".join(
            cell.rjust(size) if n in found.numbers else cell.ljust(size)
            for n, (cell, size) in enumerate(zip(row, wide, strict=True))
        )
