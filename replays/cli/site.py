"""A folder that runs all of this in a browser."""

import argparse
from pathlib import Path
from typing import Final

from replays.cli.console import say
from replays.page.site import build_site, compiled, fetched, in_folder, packages

ARGUMENTS: Final = """
-o, --output FOLDER!  where to make it; a new folder, an empty one, or an older site
--pyodide FOLDER      an unpacked npm package `pyodide`; else npm fetches it
"""


def run(args: argparse.Namespace) -> None:
    pyodide = fetched() if args.pyodide is None else in_folder(Path(args.pyodide))
    built = build_site(Path(args.output), *compiled(pyodide, packages()))
    say(
        f"{args.output}: {built.files} files, {built.size / 1e6:.1f} MB, with Pyodide "
        f"{pyodide.version} (Python {pyodide.python}); build {built.build}"
    )
    say("any web server can serve it; to look at it here:")
    say(f"  python -m http.server --directory {args.output} 8000")
    say("  and open http://localhost:8000/")
