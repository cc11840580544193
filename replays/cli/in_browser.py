"""The whole of Khamsin behind one door, as the worker of the site opens it in a browser."""

from pathlib import Path

from replays.cli.main import main
from replays.page.browser import Shelf


def shelf_in(folder: str) -> Shelf:
    """The games of a folder of the browser's memory, with the command line beside them."""
    return Shelf(Path(folder), main)
