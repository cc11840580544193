"""Pyodide, which is Python for browsers: where it comes from, and whether all of it is there.

It is an npm package under the MPL 2.0. Nothing of it comes with Khamsin: people name a folder that
has it, or npm fetches it.
"""

import json
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any, Final

import attrs

from events.errors import BadInput

__all__ = ["USUAL", "Pyodide", "fetched", "in_folder", "kept_folder"]

USUAL: Final = "314.0.7"
"""The version that npm is asked for; its Python is 3.14."""

_OLDEST: Final = (3, 14)
"""The oldest Python of a Pyodide that is taken; older ones have no lzma, which VASL logs take."""

_NEEDED: Final = ("pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_LOADERS: Final = ("pyodide.asm.mjs", "pyodide.asm.js")
"""One of them is there; which, goes by the version."""

_TAKEN: Final = (*_NEEDED, *_LOADERS, "package.json")
_PATIENCE: Final = 300
"""So long npm may take, in seconds."""


@attrs.frozen
class Pyodide:
    """Pyodide in a folder.

    Attributes:
        version: of Pyodide, such as 314.0.7.
        python: the version of its Python, such as 3.14.2.
        files: what a browser loads, by name.
    """

    version: str
    python: str
    files: dict[str, bytes]


def in_folder(folder: Path) -> Pyodide:
    """Pyodide as npm unpacks it.

    Args:
        folder: that of the package, or one in which npm installed it.

    Raises:
        BadInput: when it is not there, not whole, or too old.
    """
    inside = (folder, folder / "package", folder / "node_modules" / "pyodide")
    found = next((each for each in inside if (each / "pyodide.mjs").is_file()), None)
    if found is None:
        raise BadInput(
            "there is no pyodide.mjs here; the folder of an unpacked npm package `pyodide` is "
            "expected, as `npm pack pyodide` and `tar xf` make it",
            str(folder),
        )
    try:
        files = {name: (found / name).read_bytes() for name in _NEEDED}
        files |= {n: (found / n).read_bytes() for n in _LOADERS if (found / n).is_file()}
        version = str(_json(found / "package.json")["version"])
        python = str(_json(found / "pyodide-lock.json")["info"]["python"])
        parts = tuple(int(part) for part in python.split(".")[:2])
    except (OSError, ValueError, LookupError, TypeError) as error:
        what = error.filename if isinstance(error, OSError) else "package.json, pyodide-lock.json"
        raise BadInput(
            f"this npm package `pyodide` is not whole: {Path(what).name} cannot be read; "
            "unpack it again",
            str(found),
        ) from None
    if len(files) == len(_NEEDED):
        raise BadInput(
            "this npm package `pyodide` is not whole: pyodide.asm.mjs is missing; unpack it again",
            str(found),
        )
    if parts < _OLDEST:
        raise BadInput(
            f"the Python of this Pyodide is {python}; 3.14 or newer is expected, as in Pyodide "
            f"{USUAL}",
            str(found),
        )
    return Pyodide(version, python, files)


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def fetched(version: str = USUAL) -> Pyodide:
    """Pyodide as npm fetches it, kept in the cache folder of this user for the next time.

    Raises:
        BadInput: when npm is not installed, or cannot fetch it.
    """
    kept = kept_folder(version)
    if not kept.is_dir():
        _fetch(version, kept)
    return in_folder(kept)


def kept_folder(version: str = USUAL) -> Path:
    """Where a version is kept once it was fetched, among what this user can get again."""
    named = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    cache = Path(named) if named else Path.home() / ".cache"
    return cache / "khamsin" / f"pyodide-{version}"


def _fetch(version: str, kept: Path) -> None:
    """Have npm fetch a version, and unpack what is needed of it."""
    npm = shutil.which("npm")
    if npm is None:
        raise BadInput(
            "the site needs Pyodide, and npm, which would fetch it, is not installed; install npm, "
            "or name the folder of an unpacked npm package `pyodide` with --pyodide FOLDER"
        )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = [npm, "pack", f"pyodide@{version}", "--pack-destination", name, "--silent"]
        try:
            done = subprocess.run(  # noqa: S603 - npm with words of ours
                command, cwd=name, capture_output=True, text=True, timeout=_PATIENCE, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise _not_fetched(version, str(error)) from None
        packed = next(folder.glob("*.tgz"), None)
        if done.returncode or packed is None:
            raise _not_fetched(version, done.stderr)
        try:
            _unpack(packed, folder / "pyodide")
            _keep(folder / "pyodide", kept)
        except (OSError, tarfile.TarError) as error:
            raise _not_fetched(version, str(error)) from None


def _keep(unpacked: Path, kept: Path) -> None:
    """Put a folder in its place at one stroke; who is later than another leaves it."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(dir=kept.parent)) / kept.name
    try:
        shutil.copytree(unpacked, beside)
        if not kept.is_dir():
            beside.rename(kept)
    finally:
        shutil.rmtree(beside.parent, ignore_errors=True)


def _unpack(packed: Path, folder: Path) -> None:
    """The files that are needed of a package; nothing else of it is written."""
    folder.mkdir()
    with tarfile.open(packed) as archive:
        for member in archive:
            name = member.name.removeprefix("package/")
            file = archive.extractfile(member) if name in _TAKEN and member.isfile() else None
            if file is not None:
                (folder / name).write_bytes(file.read())


def _not_fetched(version: str, why: str) -> BadInput:
    lines = [line for line in why.splitlines() if line.strip()]
    said = f" ({lines[0].strip()[:200]})" if lines else ""
    return BadInput(
        f"npm could not fetch pyodide@{version}{said}; name the folder of an unpacked npm package "
        "`pyodide` with --pyodide FOLDER"
    )
