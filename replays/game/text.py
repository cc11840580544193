"""Text as a terminal or a page may show it: what would command either is spelled out.

Names, notes and seeds come from files of strangers. A control character or an
escape sequence in one of them could move the cursor, colour the screen or hide a line.
"""

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Final

_TWINS: Final = str.maketrans(
    "авекмнорстухіјѕԁԛԝһαβεηικνορτυχօոսհցɡɑıӏǀϳγĸᴄᴏᴠᴡᴢ\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2018\u2019",
    "abekmhopctyxijsdqwhabenikvoptuxonuhggailljykcovwz-------''",
)
"""Small letters and marks that are printed as others are."""

_ALIKE: Final = str.maketrans("i1|0", "lllo")
"""Small letters and digits of which one looks like the other, or like the other's capital."""

_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""What counts as printable, and takes no room or shows nothing."""


def skeleton(name: str) -> str:
    """What a name looks like; two names that look alike have the same."""
    small = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    twins = _UNSEEN.sub("", small).translate(_TWINS)
    seen = "".join(each for each in twins if unicodedata.category(each) not in ("Mn", "Cf"))
    return " ".join(seen.translate(_ALIKE).replace("rn", "m").replace("vv", "w").split())


def counted(count: int, what: str) -> str:
    """A number of things in words: 1 entry, 2 entries, 3 games, 4 hexes."""
    many = f"{what[:-1]}ies" if what.endswith("y") else f"{what}{'e' * what.endswith('x')}s"
    return f"{count} {what if count == 1 else many}"


_NEVER_ALONE: Final = re.compile("[^\x20-\x7e]")


def escape_controls(text: str) -> str:
    r"""A line of text in which every character that cannot be printed is spelled out: ``\x1b``."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else _spelled(each) for each in text)


def _spelled(character: str) -> str:
    number = ord(character)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def escape_controls_in_json(text: str, *, ascii_only: bool = False) -> str:
    """JSON in which no character can command a terminal; it means the same."""

    def escaped(found: re.Match[str]) -> str:
        character = found[0]
        if character == "\n" or (character.isprintable() and not ascii_only):
            return character
        units = character.encode("utf-16-be", "surrogatepass").hex()
        return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))

    return _NEVER_ALONE.sub(escaped, text)


def columns(rows: Sequence[Sequence[str]], right: Container[int] = ()) -> Iterator[str]:
    """Lines with the cells of rows in columns, those of some numbers flush right."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(
            cell.rjust(size) if n in right else cell.ljust(size)
            for n, (cell, size) in enumerate(zip(row, wide, strict=True))
        )


def html_text(text: str) -> str:
    """A text inside an element; what cannot be printed is replaced."""
    from html import escape  # noqa: PLC0415 - a help needs none

    return escape("".join(each if each.isprintable() else "\ufffd" for each in text))


def html_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with a caption, as notebooks show it."""
    head = "".join(f"<th>{html_text(each)}</th>" for each in heads)
    body = "".join(
        f"<tr>{''.join(f'<td>{html_text(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    return (
        f'<table><caption style="text-align:left">{html_text(title)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def html_page(mark: str, title: str, main: str) -> str:
    """A page that is a file: no script, no request, one style sheet known by its hash.

    The mark begins it.
    """
    import hashlib  # noqa: PLC0415 - only a file needs it
    from base64 import b64encode  # noqa: PLC0415 - likewise

    from replays.game.bundled import bundled_text  # noqa: PLC0415 - likewise

    style = bundled_text("pictures", "report", ".css").strip()
    digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; "
        f"form-action 'none'"
    )
    return mark + "\n".join(
        (
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{html_text(title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            "<main>",
            main,
            "</main>",
            "</body>",
            "</html>",
            "",
        )
    )
