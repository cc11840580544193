"""The folder of the site: its pages, their worker, a game to watch, packages and Pyodide."""

import hashlib
import io
import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from importlib import metadata, resources
from pathlib import Path
from typing import Any, Final

import attrs

from events.disk import cannot_be_written
from events.errors import BadInput
from events.json_bytes import dumps, dumps_indented
from replays.drawing.counter import draw_card, draw_dust
from replays.drawing.style import Theme, document
from replays.drawing.svg import Frame, figure
from replays.game.bundled import bundled_text
from replays.game.drive import play_orders
from replays.game.game import Game
from replays.game.scenario_file import load_scenario, order_text
from replays.page.browser_session import scenarios
from replays.page.controller import Controller
from replays.page.view_file import page_html, style, view_file
from replays.version import ENGINE

USUAL: Final = "314.0.7"
"""The version that npm is asked for; its Python is 3.14."""

_OLDEST: Final = (3, 14)
"""The oldest Python of a Pyodide that is taken; older ones have no lzma, which VASL logs take."""

_NEEDED: Final = ("pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_LOADERS: Final = ("pyodide.asm.mjs", "pyodide.asm.js")
"""One of them is there; which, goes by the version."""

_STANDARD: Final = "python_stdlib.zip"
"""The standard library, among these."""

_NAME_IT: Final = "name the folder of an unpacked npm package `pyodide` with --pyodide FOLDER"
_PATIENCE: Final = 300
"""So long npm and node may take, in seconds."""


@attrs.frozen
class Pyodide:
    """Pyodide in a folder: its version, that of its Python, and what a browser loads, by name."""

    version: str
    python: str
    files: dict[str, bytes]


def in_folder(folder: Path) -> Pyodide:
    """Pyodide as npm unpacks it, in a folder or in one in which npm installed it."""
    inside = (folder, folder / "package", folder / "node_modules" / "pyodide")
    found = next((each for each in inside if (each / "pyodide.mjs").is_file()), None)
    if found is None:
        what = "there is no pyodide.mjs here; the folder of an unpacked npm package `pyodide`"
        how = "as `npm pack pyodide` and `tar xf` make it"
        raise BadInput(f"{what} is expected, {how}", str(folder))
    broken = "this npm package `pyodide` is not whole: {} {}; unpack it again"
    try:
        files = {name: (found / name).read_bytes() for name in _NEEDED}
        version = str(json.loads((found / "package.json").read_bytes())["version"])
        python = str(json.loads(files["pyodide-lock.json"])["info"]["python"])
        parts = tuple(int(part) for part in python.split(".")[:2])
    except (OSError, ValueError, LookupError, TypeError) as error:
        what = error.filename if isinstance(error, OSError) else "package.json, pyodide-lock.json"
        why = broken.format(Path(what).name, "cannot be read")
        raise BadInput(why, str(found)) from None
    loader = next((n for n in _LOADERS if (found / n).is_file()), None)
    if loader is None:
        raise BadInput(broken.format(_LOADERS[0], "is missing"), str(found))
    files[loader] = (found / loader).read_bytes()
    if parts < _OLDEST:
        newer = f"3.14 or newer is expected, as in Pyodide {USUAL}"
        raise BadInput(f"the Python of this Pyodide is {python}; {newer}", str(found))
    return Pyodide(version, python, files)


def fetched() -> Pyodide:
    """Pyodide as npm fetches it, kept in the cache folder of this user for the next time."""
    kept = kept_folder()
    if not kept.is_dir():
        _fetch(kept)
    return in_folder(kept)


def kept_folder() -> Path:
    """Where it is kept once it was fetched, among what this user can get again."""
    named = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    cache = Path(named) if named else Path.home() / ".cache"
    return cache / "khamsin" / f"pyodide-{USUAL}"


def _fetch(kept: Path) -> None:
    """Have npm fetch it."""
    npm = shutil.which("npm")
    if npm is None:
        why = "the site needs Pyodide, and npm, which would fetch it, is not installed"
        raise BadInput(f"{why}; install npm, or {_NAME_IT}")
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept.parent) as name:
        command = [npm, "install", f"pyodide@{USUAL}", "--prefix", name, "--ignore-scripts"]
        try:
            done = subprocess.run(  # noqa: S603 - npm with words of ours
                command, cwd=name, capture_output=True, text=True, timeout=_PATIENCE, check=False
            )
            why = done.stderr if done.returncode else ""
            if not done.returncode and not kept.is_dir():  # else another was as fast
                (Path(name) / "node_modules" / "pyodide").rename(kept)
        except (OSError, subprocess.TimeoutExpired) as error:
            why = str(error)
    if not kept.is_dir():
        lines = [line.strip()[:200] for line in why.splitlines() if line.strip()]
        said = f" ({lines[0]})" if lines else ""
        raise BadInput(f"npm could not fetch pyodide@{USUAL}{said}; {_NAME_IT}")


FLOORS: Final = ("events", "sim", "replays")
PURE: Final = ("attrs", "cattrs", "immutables", "rich", "structlog", "typing_extensions")
"""What the engine needs in a browser, by its names on PyPI. All else has a stand-in."""

_LEFT_OUT: Final = ("INSTALLER", "RECORD", "REQUESTED", "direct_url.json")
"""What an installer wrote for this machine."""

_COMPILED: Final = (".so", ".pyd", ".dylib", ".pyc")
_DATE: Final = (1980, 1, 1, 0, 0, 0)


def packages() -> bytes:
    """All that the engine needs in a browser, packed; the same bytes each time."""
    root = Path(__file__).parents[2]
    files = {
        path.relative_to(root).as_posix(): path
        for floor in FLOORS
        for path in (root / floor).rglob("*")
        if path.is_file()
    }
    for name in PURE:
        files |= installed(name)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in sorted(files.items()):
            if path.suffix not in _COMPILED:
                entry = zipfile.ZipInfo(name, _DATE)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, path.read_bytes())
    return packed.getvalue()


def installed(name: str) -> dict[str, Path]:
    """The files of an installed package, by its name on PyPI."""
    try:
        files = {
            path.as_posix(): Path(str(path.locate()))
            for path in metadata.distribution(name).files or ()
            if ".." not in path.parts and path.name not in _LEFT_OUT
        }
    except metadata.PackageNotFoundError:
        files = {}
    found = {path: file for path, file in files.items() if file.suffix not in _COMPILED}
    if len(found) < 2 or not all(file.is_file() for file in found.values()):
        why = f"the files of {name} are not there as pip installs them"
        raise BadInput(f"{why}; `pip install --force-reinstall {name}` puts them there")
    return found


def compiled(pyodide: Pyodide, packed: bytes) -> tuple[Pyodide, bytes]:
    """Pyodide and packages whose modules are compiled, by node; as they are where it is missing.

    Else each browser compiles them at each start, which takes as long as all else together.
    """
    node = shutil.which("node")
    if node is None:
        return pyodide, packed
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for each, data in pyodide.files.items():
            (folder / each).write_bytes(data)
        names = ("packages.zip", "standard.zip", "compile.mjs")
        own, standard, script = (folder / each for each in names)
        own.write_bytes(packed)
        standard.write_bytes(pyodide.files[_STANDARD])
        source = resources.files("replays.page") / "site_files" / "compile.mjs"
        script.write_bytes(source.read_bytes())
        command = [node, str(script), name, str(own), str(standard)]
        try:
            subprocess.run(  # noqa: S603 - node with a script of ours
                command, check=True, capture_output=True, timeout=_PATIENCE
            )
        except (OSError, subprocess.SubprocessError):  # an old node, say
            return pyodide, packed
        files = pyodide.files | {_STANDARD: standard.read_bytes()}
        return attrs.evolve(pyodide, files=files), own.read_bytes()


POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' blob: data:; connect-src 'self'; worker-src 'self' blob:; frame-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""What the page may do: nothing but load what lies beside it, and start its worker."""

ABOUT: Final = "site.json"
_BEGUN: Final = ".new-"
"""How the name of a folder begins in which a site is being made."""

_STATIC: Final = (
    *("index.html", "paper.html", "paper.css", "site.css", "site.js", "engine.js", "worker.js"),
    *("sw.js", "khamsin.webmanifest"),
)

TO_PLAY: Final = "bir-el-qaha"
"""The scenario that is played at once, that of the tutorial."""

TO_WATCH: Final = "zawiya"
"""The scenario whose order file is the game to watch."""


@attrs.frozen
class Built:
    """A site that was made: how many files and bytes it has, and the hash of them all."""

    files: int
    size: int
    build: str


def build_site(folder: Path, pyodide: Pyodide, packages: bytes) -> Built:
    """Make the site in a folder that is new, empty, or has an older site in it."""
    try:
        _demand_ours(folder)
        files = _files(pyodide, packages)
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
        why = "there are other things in this folder, which are left as they are"
        what = "a new folder, an empty one, or one with an older site is expected"
        raise BadInput(f"{why}; {what}", str(folder))


def _files(pyodide: Pyodide, packages: bytes) -> dict[str, bytes]:
    """Every file of the site by its path."""
    folder = resources.files("replays.page") / "site_files"
    files = {name: (folder / name).read_bytes() for name in _STATIC}
    for page in ("index.html", "paper.html"):
        files[page] = files[page].replace(b"{{policy}}", POLICY.encode())
    files["site.css"] = f"{style()}\n".encode() + files["site.css"]
    files["paper.css"] = bundled_text("pictures", "report", ".css").encode() + files["paper.css"]
    files["viewer.html"] = page_html("A game", "worker").encode()
    files["designer.html"] = page_html("A scenario", "worker", page="designer").encode()
    files["watch.html"] = _to_watch().encode()
    files["begun.json"], files["icon.svg"] = dumps(_begun()), _icon().encode()
    files |= {f"pyodide/{name}": data for name, data in pyodide.files.items()}
    files["packages.zip"] = packages
    about = {
        "khamsin": ENGINE,
        "pyodide": pyodide.version,
        "python": pyodide.python,
        "scenarios": scenarios(),
        "play": TO_PLAY,
        "watch": load_scenario(TO_WATCH).name,
    }
    files[ABOUT] = dumps_indented(about) + b"\n"
    build, names = _build_of(files), sorted(files.keys() - {"sw.js"})
    worker = files["sw.js"].replace(b"{{build}}", build.encode())
    files["sw.js"] = worker.replace(b"{{files}}", dumps(names))
    return files


def _to_watch() -> str:
    """A finished game as one document, which needs no Python to be watched."""
    game = play_orders(load_scenario(TO_WATCH), order_text(TO_WATCH), seed=TO_WATCH)
    game.do("finish")
    return view_file(game, game.log_bytes(), f"{TO_WATCH}.jsonl")


def _begun() -> dict[str, Any]:
    """What a page asks of a game that has just begun, answered before Python runs."""
    game = Controller(Game.new(load_scenario(TO_PLAY), TO_PLAY), plays=True)
    frames = game.answer({"get": "frames", "from": 0, "to": 0})
    return {"head": game.answer({"get": "head"}), "frames-0-0": frames}


def _icon() -> str:
    """The icon of the site: the counter of a tank, of no side, and the Dust behind it."""
    tank = "".join(figure("fully-tracked, closed-topped", 2j, 38))
    drawn = ["".join(draw_card(None, ("", ""), 0, 46)), draw_dust(-12 - 6j, 26, motion=True), tank]
    size = Frame(64, 64, -32, -32)
    return document("Khamsin", "A tank, and the Dust behind it", drawn, size, Theme.TABLE)


def _build_of(files: dict[str, bytes]) -> str:
    """The hash of all files but the one that names it."""
    whole = hashlib.sha256()
    for name in sorted(files.keys() - {"sw.js"}):
        whole.update(f"{name} {hashlib.sha256(files[name]).hexdigest()}\n".encode())
    return whole.hexdigest()[:16]


def _put(files: dict[str, bytes], folder: Path) -> None:
    """Write all files inside the folder, and put them in the place of the old when all are there.

    The folder itself stays the one that it is: a shell may stand in it, or it is a mount.
    """
    folder.mkdir(parents=True, exist_ok=True)
    beside = folder / Path(tempfile.mkdtemp(prefix=_BEGUN, dir=folder)).name
    new, old = beside / "new", beside / "old"
    try:
        for name, data in files.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        old.mkdir()
        try:
            _move_all(folder, old, skip=beside)
            _move_all(new, folder)
        except OSError:
            _move_all(old, folder)
            raise
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _move_all(source: Path, target: Path, skip: Path | None = None) -> None:
    """Move all that is in one folder to another, over what has the same name there."""
    for each in list(source.iterdir()):
        if each != skip:
            there = target / each.name
            if there.is_dir():
                shutil.rmtree(there)
            each.replace(there)
