"""A report in lines for a terminal."""

import textwrap
from collections.abc import Iterator
from typing import Final

from replays.auditing.document import Block, Commands, Document, Faults, Section, Table
from replays.auditing.finding import where_apart
from replays.auditing.report_model import FoundFault

_PROSE: Final = 100
"""No line of prose is longer."""


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
        case Faults(found):
            yield from _faults(found, width, margin)


def _faults(found: tuple[FoundFault, ...], width: int, margin: str) -> Iterator[str]:
    """Rule and sentence, what is written, and what is so by the rules."""
    inner = f"{margin}  ", f"{margin}    "
    for each in found:
        logged, expected = where_apart(each.logged, each.expected)
        rule = f"{each.rule}: {each.says}" if each.says else each.rule
        yield from _wrapped(rule, width, margin, margin)
        yield from _wrapped(f"Written: {logged}", width, *inner)
        yield from _wrapped(f"By the rules: {expected}", width, *inner)


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
