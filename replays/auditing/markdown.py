"""A report as Markdown; whatever names hold, it stands there as text."""

import re
from collections.abc import Iterator
from html import escape
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
from replays.game.text import shown

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]#|~!])")


def markdown(paper: Paper) -> str:
    """The whole document."""
    return "\n".join(_lines(paper)).rstrip("\n") + "\n"


def _lines(paper: Paper) -> Iterator[str]:
    yield "<!-- a report of Khamsin -->"
    yield ""
    yield f"# {_text(paper.title)}"
    yield ""
    yield _text(paper.under)
    yield ""
    yield f"**{_text(paper.verdict)}**"
    yield ""
    for section in paper.sections:
        yield from _block(section, 2)


def _text(text: str) -> str:
    """Words in which nothing is a sign of Markdown or HTML."""
    said = escape(_SPECIAL.sub(r"\\\1", shown(text)), quote=False)
    return re.sub(r"^(\s*)([-+]|\d+[.)])(?=\s)", r"\1\\\2", said)


def _block(block: Block, level: int) -> Iterator[str]:
    match block:
        case Section(title, blocks):
            yield f"{'#' * min(level, 6)} {_text(title)}"
            yield ""
            for each in blocks:
                yield from _block(each, level + 1)
            return
        case Paragraph(text):
            yield _text(text)
        case Items(items):
            yield from (f"- {_text(item)}" for item in items)
        case Table():
            yield from _table(block)
        case Commands(lines):
            yield from (f"    {shown(line)}" for line in lines)
        case Timeline():
            return  # the table after it has the same
    yield ""


def _table(table: Table) -> Iterator[str]:
    yield f"{_text(table.caption)}:"
    yield ""
    yield _row(table.heads)
    yield _row(
        tuple("---:" if n in table.numbers else "---" for n in range(len(table.heads))), raw=True
    )
    yield from map(_row, table.rows)


def _row(cells: tuple[str, ...], *, raw: bool = False) -> str:
    return f"| {' | '.join(cell if raw else _text(cell) or ' ' for cell in cells)} |"
