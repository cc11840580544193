"""The viewer: one document of HTML with its style and script in it, for whatever feeds it."""

import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from html import escape
from importlib import resources
from typing import Final

from replays.page.heat import HEAT_STYLE
from replays.pictures.style import Look
from replays.pictures.style import style as style_of_pictures
from replays.shown import shown

__all__ = ["FEEDS", "page_html", "script", "style"]

FEEDS: Final = ("embedded", "http", "worker")
"""Where the replies come from: the document itself, a server, or a worker that a site starts."""

_SLOT: Final = re.compile(r"\{\{([a-z]+)\}\}")


def _static(name: str) -> str:
    return (resources.files("replays.page") / "static" / name).read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def script() -> str:
    """The script: its parts, one after the other, in a scope of their own."""
    folder = resources.files("replays.page") / "static"
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(".js"))
    parts = "\n".join(_static(name) for name in names)
    return f"(() => {{\n{parts}}})();\n"


@lru_cache(maxsize=1)
def style() -> str:
    """The style sheet: that of pictures, for pictures only, and that of the page."""
    return f"{style_of_pictures(Look.TABLE, HEAT_STYLE, 'art')}\n{_static('page.css')}"


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def page_html(
    title: str, feed: str, *, plain: str = "", blocks: str = "", connect: str = "'none'"
) -> str:
    """A whole document.

    Its policy allows this script and this style by their hashes and nothing else; nothing is loaded
    from anywhere but ``connect``.

    Args:
        title: what the window is called; any text.
        feed: one of `FEEDS`.
        plain: HTML that is there for whoever has no JavaScript, and for paper.
        blocks: HTML of data blocks.
        connect: where requests may go, as a Content-Security-Policy says it.
    """
    policy = (
        f"default-src 'none'; script-src {_hash(script())}; style-src {_hash(style())}; "
        f"img-src data:; connect-src {connect}; base-uri 'none'; form-action 'none'"
    )
    slots = {
        "feed": feed,
        "policy": policy,
        "title": escape(shown(title)),
        "style": style(),
        "plain": plain,
        "blocks": blocks,
        "script": script(),
    }
    return _SLOT.sub(lambda slot: slots[slot[1]], _static("page.html"))
