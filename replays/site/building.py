"""The folder of the site: the page, its worker, the viewer of games, wheels and Pyodide."""

import hashlib
import shutil
import tempfile
from importlib import resources
from pathlib import Path
from typing import Final

import attrs

from events.disk import cannot_be_written
from events.errors import BadInput
from events.json_bytes import dumps, dumps_indented
from replays.page.viewer import page_html
from replays.site.pyodide import Pyodide
from replays.site.shelf import scenarios
from replays.site.wheels import Wheel
from replays.version import ENGINE

__all__ = ["Built", "build_site"]

POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src blob: data:; connect-src 'self'; worker-src 'self' blob:; frame-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""What the page may do: nothing but load what lies beside it, and start its worker."""

ABOUT: Final = "site.json"
_BEGUN: Final = ".new-"
"""How the name of a folder begins in which a site is being made."""

_STATIC: Final = ("index.html", "site.css", "site.js", "worker.js", "sw.js")


@attrs.frozen
class Built:
    """A site that was made.

    Attributes:
        files: how many files it has.
        size: their size in bytes.
        build: the hash of them all, by which browsers know that a site was made anew.
    """

    files: int
    size: int
    build: str


def build_site(folder: Path, pyodide: Pyodide, wheels: tuple[Wheel, ...]) -> Built:
    """Make the site, in place of an older one.

    Args:
        folder: where; it is new or empty, or has a site in it.
        pyodide: Python for browsers.
        wheels: the engine, and what it needs.

    Raises:
        BadInput: when there is something else in the folder, or it cannot be written.
    """
    try:
        _demand_ours(folder)
        files = _files(pyodide, wheels)
        _put(files, folder)
    except OSError as error:
        raise cannot_be_written(folder, error) from None
    return Built(len(files), sum(map(len, files.values())), _build_of(files))


def _demand_ours(folder: Path) -> None:
    """Complain of a folder that has anything but a site in it."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise BadInput("this is a file; a folder is expected, new or empty", str(folder))
    others = any(not each.name.startswith(_BEGUN) for each in folder.iterdir())
    if others and not (folder / ABOUT).is_file():
        raise BadInput(
            "there are other things in this folder, which are left as they are; a new folder, an "
            "empty one, or one with an older site is expected",
            str(folder),
        )


def _files(pyodide: Pyodide, wheels: tuple[Wheel, ...]) -> dict[str, bytes]:
    """Every file of the site by its path."""
    folder = resources.files("replays.site") / "static"
    files = {name: (folder / name).read_bytes() for name in _STATIC}
    files["index.html"] = files["index.html"].replace(b"{{policy}}", POLICY.encode())
    files["viewer.html"] = page_html("A game", "worker").encode()
    files |= {f"pyodide/{name}": data for name, data in pyodide.files.items()}
    files |= {f"wheels/{wheel.name}": wheel.data for wheel in wheels}
    about = {
        "khamsin": ENGINE,
        "pyodide": pyodide.version,
        "python": pyodide.python,
        "wheels": [wheel.name for wheel in wheels],
        "scenarios": scenarios(),
    }
    files[ABOUT] = dumps_indented(about) + b"\n"
    build, names = _build_of(files), sorted(files.keys() - {"sw.js"})
    worker = files["sw.js"].replace(b"{{build}}", build.encode())
    files["sw.js"] = worker.replace(b"{{files}}", dumps(names))
    return files


def _build_of(files: dict[str, bytes]) -> str:
    """The hash of all files but the one that names it."""
    whole = hashlib.sha256()
    for name in sorted(files.keys() - {"sw.js"}):
        whole.update(f"{name} {hashlib.sha256(files[name]).hexdigest()}\n".encode())
    return whole.hexdigest()[:16]


def _put(files: dict[str, bytes], folder: Path) -> None:
    """Write all files inside the folder, and put them in the place of the old when all are there.

    The folder itself stays the one that it is: somebody may stand in it, or have mounted it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=_BEGUN, dir=folder))
    new, old = beside / "new", beside / "old"
    try:
        for name, data in files.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        old.mkdir()
        try:
            _move_all(folder, old, but=beside)
            _move_all(new, folder)
        except OSError:
            _move_all(old, folder)
            raise
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _move_all(source: Path, target: Path, but: Path | None = None) -> None:
    """Move all that is in one folder to another, over what has the same name there."""
    for each in list(source.iterdir()):
        if each != but:
            there = target / each.name
            if there.is_dir():
                shutil.rmtree(there)
            each.replace(there)
