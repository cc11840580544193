"""A report as one page of HTML: no script, no request, one style sheet known by its hash."""

import hashlib
from base64 import b64encode
from collections.abc import Iterator

from events.html_table import html_text
from replays.report.page_style import PAGE_STYLE
from replays.report.paper import Block, Commands, Items, Paper, Paragraph, Section, Table, Timeline
from replays.report.timeline import timeline_svg

__all__ = ["MARK", "html_page"]

MARK = "<!doctype html>\n<!-- a report of Khamsin -->\n"
"""How every page begins."""

_KEY = (
    "Bars: Dust by the log. Dashed: Dust by the rules, where it is another. Lines: one for a Mild "
    "Breeze, two for Heavy Winds. Triangles: findings."
)


def html_page(paper: Paper) -> str:
    """The whole page."""
    digest = b64encode(hashlib.sha256(PAGE_STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return MARK + "\n".join(
        (
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{html_text(paper.title)}</title>",
            f"<style>{PAGE_STYLE}</style>",
            "</head>",
            "<body>",
            "<main>",
            f"<h1>{html_text(paper.title)}</h1>",
            f'<p class="under">{html_text(paper.under)}</p>',
            f'<p class="verdict {"clean" if paper.clean else "found"}">'
            f"{html_text(paper.verdict)}</p>",
            *(line for section in paper.sections for line in _block(section, 2)),
            "</main>",
            "</body>",
            "</html>",
            "",
        )
    )


def _block(block: Block, level: int) -> Iterator[str]:
    match block:
        case Section(title, blocks):
            yield "<section>"
            yield f"<h{level}>{html_text(title)}</h{level}>"
            for each in blocks:
                yield from _block(each, min(level + 1, 6))
            yield "</section>"
        case Paragraph(text):
            yield f"<p>{html_text(text)}</p>"
        case Items(items):
            yield "<ul>"
            yield from (f"<li>{html_text(item)}</li>" for item in items)
            yield "</ul>"
        case Table():
            yield from _table(block)
        case Commands(lines):
            yield f"<pre><code>{'<br>'.join(map(html_text, lines))}</code></pre>"
        case Timeline():
            yield "<figure>"
            yield f'<div class="wide" tabindex="0">{timeline_svg(block)}</div>'
            yield f"<figcaption>{_KEY}</figcaption>"
            yield "</figure>"


def _table(table: Table) -> Iterator[str]:
    """A table; one of words stands cell under cell where there is little room."""
    heads, words = table.heads, not table.numbers
    yield f'<div class="wide" tabindex="0"><table{" class=stack" if words else ""}>'
    yield f"<caption>{html_text(table.caption)}</caption>"
    head = "".join(
        f'<th scope="col"{_class(table, n)}>{html_text(each)}</th>' for n, each in enumerate(heads)
    )
    yield f"<thead><tr>{head}</tr></thead>"
    yield "<tbody>"
    for row in table.rows:
        cells = (
            f"<{_name(n)}{_class(table, n)}{_head(heads[n]) if words else ''}>"
            f"{html_text(cell)}</{'td' if n else 'th'}>"
            for n, cell in enumerate(row)
        )
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"


def _name(column: int) -> str:
    return "td" if column else 'th scope="row"'


def _head(head: str) -> str:
    return f' data-head="{html_text(head)}"' if head else ""


def _class(table: Table, column: int) -> str:
    return ' class="number"' if column in table.numbers else ""
