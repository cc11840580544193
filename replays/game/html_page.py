"""The frame of the HTML pages that are files: a report, the rules."""

import hashlib
from base64 import b64encode

from replays.game.text import html_text


def html_page(mark: str, title: str, style: str, main: str) -> str:
    """A page without script or request, its one style sheet known by its hash; a mark begins it."""
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
