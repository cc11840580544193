"""An imported board beside the picture that it was made of, to compare by eye."""

import base64
import io
import re
from typing import Final

from replays.vasl.boards.importing import ImportedBoard
from replays.vasl.boards.losdata import Array
from replays.vasl.boards.report import ImportReport, Sureness

__all__ = ["beside_picture", "doubts"]

_HEX: Final = re.compile(r"[A-Z]+\d+")
_SIZE: Final = re.compile(r'<svg [^>]*?viewBox="[^"]*" width="[^"]*" height="[^"]*"')
_MARGIN: Final = 30
"""Around a board, and between the picture of one and our drawing, in units of the latter."""


def doubts(report: ImportReport) -> dict[str, list[str]]:
    """All that was guessed or not understood of each hex, by the name that the board prints."""
    said: dict[str, list[str]] = {}
    for note in report.notes:
        for text in note.at if note.sureness is not Sureness.UNDERSTOOD else ():
            if found := _HEX.match(text):
                said.setdefault(found[0], []).append(f"{text}: {note.what}")
    return said


def beside_picture(
    found: ImportedBoard, drawing: str, board: tuple[float, float], marks: str = ""
) -> str:
    """An SVG of the board's picture above our drawing of it, both in one scale.

    Args:
        found: the import, with its picture.
        drawing: our drawing, an SVG, of which only the board is shown.
        board: width and height of the board in that drawing, whose corner is its origin.
        marks: what is drawn over both.

    Returns:
        A standalone SVG; without a picture our drawing alone.
    """
    if found.picture is None or not _SIZE.search(drawing):
        return drawing
    across, down = board
    wide, high = across + 2 * _MARGIN, down + 2 * _MARGIN
    below = down + _MARGIN
    inner = _SIZE.sub(
        f'<svg x="{-_MARGIN}" y="{below - _MARGIN:g}" width="{wide:g}" height="{high:g}" '
        f'viewBox="{-_MARGIN} {-_MARGIN} {wide:g} {high:g}"',
        drawing,
        count=1,
    )
    image = (
        f'<image x="0" y="0" width="{across:g}" height="{down:g}" preserveAspectRatio="none" '
        f'href="data:image/png;base64,{_png(found.picture)}"/>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-_MARGIN} {-_MARGIN} {wide:g} '
        f'{high + below:g}" width="{wide:g}" height="{high + below:g}">\n{inner}\n{image}\n'
        f'<g id="doubtful">{marks}</g>\n<g transform="translate(0 {below:g})">{marks}</g></svg>\n'
    )


def _png(picture: Array) -> str:
    from PIL import Image  # noqa: PLC0415 - only where a picture is drawn

    stream = io.BytesIO()
    rows = picture[..., :3].transpose(1, 0, 2).copy()
    Image.fromarray(rows).save(stream, "PNG", optimize=False)
    return base64.b64encode(stream.getvalue()).decode()
