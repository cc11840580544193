"""What commands that draw have in common: themes, and pictures as SVG or PNG in files."""

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from events.errors import BadInput
from replays.game.file import demand
from replays.game.output import Output, begins

if TYPE_CHECKING:
    from replays.drawing.style import Theme


_OTHER_PICTURES: Final = (".jpg", ".jpeg", ".gif", ".webp", ".pdf", ".bmp")
_PNG: Final = ".png"
_PICTURE: Final = Output("a picture", is_one=begins(rb"\s*<svg|\x89PNG"))

_SHARP: Final = 2000
"""An SVG that is no wider has a PNG of twice its size."""


def theme_of(args: argparse.Namespace) -> "Theme":
    """What a picture is made for, as it was asked."""
    from replays.drawing.style import Theme  # noqa: PLC0415 - only where something is drawn

    return Theme.PRINT if args.print else Theme.DARK if args.dark else Theme.TABLE


def write_picture(name: str, text: str) -> None:
    """Write an SVG, or a PNG of it, to a new file, or over another picture."""
    path = Path(name)
    if path.suffix.lower() in _OTHER_PICTURES:
        said = "a picture is an SVG or a PNG; a name that ends in .svg or .png is expected"
        raise BadInput(said, name)
    png = path.suffix.lower() == _PNG
    if png:
        demand("resvg_py", "a PNG")
    _PICTURE.write(path, _as_png(text) if png else text)


def _as_png(text: str) -> bytes:
    from resvg_py import svg_to_bytes  # noqa: PLC0415 - the extra png

    width = re.search(r' width="([0-9.]+)"', text)
    sharp = 2.0 if width is None or float(width[1]) <= _SHARP else 1.0
    return bytes(svg_to_bytes(svg_string=text, zoom=sharp))
