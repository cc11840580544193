"""Tables for notebooks."""

from collections.abc import Iterable, Sequence
from html import escape


def html_text(text: str) -> str:
    """A text inside an element; what cannot be printed is replaced."""
    return escape("".join(each if each.isprintable() else "\ufffd" for each in text))


def html_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with a caption.

    Args:
        title: the caption.
        heads: what stands above the columns.
        rows: the cells of each row.
    """
    head = "".join(f"<th>{html_text(each)}</th>" for each in heads)
    body = "".join(
        f"<tr>{''.join(f'<td>{html_text(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    return (
        f'<table><caption style="text-align:left">{html_text(title)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
