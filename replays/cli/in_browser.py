"""The whole of Khamsin behind one function, as the worker of the site opens it in a browser."""

from pathlib import Path

from replays.cli.main import main
from replays.page.browser import BrowserSession


def session_in(folder: str) -> BrowserSession:
    """The games of a folder of the browser's memory, with the command line beside them."""
    return BrowserSession(Path(folder), main)
