"""A report as Markdown, in which names stand as text, and in lines for a terminal."""

import re
import textwrap
from collections.abc import Iterator
from html import escape
from typing import Final

from replays.auditing.document import Block, Commands, Document, Section, Table, Timeline
from replays.game.text import escape_controls

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]#|~!])")
_PROSE: Final = 100
"""No line of prose is longer."""


def markdown(document: Document) -> str:
    """The whole document."""
    return "\n".join(_marked_lines(document)).rstrip("\n") + "\n"


def _marked_lines(document: Document) -> Iterator[str]:
    head = f"# {_escaped(document.title)}", _escaped(document.under)
    for line in ("<!-- a report of Khamsin -->", *head, f"**{_escaped(document.verdict)}**"):
        yield from (line, "")
    for section in document.sections:
        yield from _marked_block(section, 2)


def _escaped(text: str) -> str:
    """Words in which nothing is a sign of Markdown or HTML."""
    said = escape(_SPECIAL.sub(r"\\\1", escape_controls(text)), quote=False)
    return re.sub(r"^(\s*)([-+]|\d+[.)])(?=\s)", r"\1\\\2", said)


def _marked_block(block: Block, level: int) -> Iterator[str]:
    match block:
        case Section(title, blocks):
            yield f"{'#' * min(level, 6)} {_escaped(title)}"
            yield ""
            for each in blocks:
                yield from _marked_block(each, level + 1)
            return
        case str():
            yield _escaped(block)
        case tuple():
            yield from (f"- {_escaped(item)}" for item in block)
        case Table():
            yield from _marked_table(block)
        case Commands(lines):
            yield from (f"    {escape_controls(line)}" for line in lines)
        case Timeline():
            return  # the table after it has the same
    yield ""


def _marked_table(table: Table) -> Iterator[str]:
    yield f"{_escaped(table.caption)}:"
    yield ""
    yield _marked_row(table.heads)
    yield _marked_row(
        tuple("---:" if n in table.numbers else "---" for n in range(len(table.heads))), raw=True
    )
    yield from map(_marked_row, table.rows)


def _marked_row(cells: tuple[str, ...], *, raw: bool = False) -> str:
    return f"| {' | '.join(cell if raw else _escaped(cell) or ' ' for cell in cells)} |"


def text_lines(document: Document, width: int) -> Iterator[str]:
    """The document in lines."""
    yield document.title
    yield document.under
    yield ""
    yield from _wrapped(document.verdict, width, "", "")
    for section in document.sections:
        yield ""
        yield section.title.upper()
        for block in section.blocks:
            yield from _block(block, width, "")


def _block(block: Block, width: int, margin: str) -> Iterator[str]:
    match block:
        case Section(title, blocks):
            yield ""
            yield f"{margin}{title}"
            for each in blocks:
                yield from _block(each, width, f"{margin}  ")
        case str():
            yield from _wrapped(block, width, margin, margin)
        case tuple():
            for item in block:
                yield from _wrapped(item, width, f"{margin}- ", f"{margin}  ")
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
                said = f"{head}: {cell}" if head else cell
                yield from _wrapped(said, width, f"{margin}  ", f"{margin}    ")
        yield ""


def _wrapped(text: str, width: int, first: str, rest: str) -> list[str]:
    """Prose in lines, with what stands before the first and before the rest."""
    prose = min(width, _PROSE)
    return textwrap.wrap(text, prose, initial_indent=first, subsequent_indent=rest)


def _columns(found: Table) -> Iterator[str]:
    whole = [found.heads, *found.rows]
    wide = [max(map(len, column)) for column in zip(*whole, strict=True)]
    for row in whole:
        yield "  ".join(
            cell.rjust(size) if n in found.numbers else cell.ljust(size)
            for n, (cell, size) in enumerate(zip(row, wide, strict=True))
        )
