"""Wheels made of what is installed: our own package, and the pure ones that it needs.

Nothing is fetched. A wheel is the same bytes whenever it is made of the same files.
"""

import base64
import hashlib
import io
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path, PurePosixPath
from typing import Final

import attrs

import events
import replays
import sim
from events.errors import BadInput
from replays.version import ENGINE

__all__ = ["PURE", "Wheel", "installed_wheel", "our_wheel", "wheels"]

PURE: Final = ("attrs", "cattrs", "rich", "structlog", "typing_extensions")
"""What the engine needs in a browser, by its names on PyPI. All else has a plain stand-in."""

_LEFT_OUT: Final = ("INSTALLER", "RECORD", "REQUESTED", "direct_url.json")
"""What an installer wrote, which is in no wheel."""

_COMPILED: Final = (".so", ".pyd", ".dylib", ".pyc")
_DATE: Final = (1980, 1, 1, 0, 0, 0)
_TAG: Final = "py3-none-any"


@attrs.frozen
class Wheel:
    """A wheel.

    Attributes:
        name: of its file.
        data: its bytes.
    """

    name: str
    data: bytes


def wheels() -> tuple[Wheel, ...]:
    """All that the engine needs in a browser.

    Raises:
        BadInput: when a package is not installed as packages are.
    """
    return (our_wheel(), *(installed_wheel(name) for name in PURE))


def our_wheel() -> Wheel:
    """The package that is running, as a wheel."""
    files = {
        f"{floor.name}/{path.relative_to(floor).as_posix()}": path.read_bytes()
        for floor in (Path(package.__path__[0]) for package in (events, sim, replays))
        for path in floor.rglob("*")
        if path.is_file() and not _not_pure(PurePosixPath(path))
    }
    about = f"khamsin-{ENGINE}.dist-info"
    facts = ("Metadata-Version: 2.1", "Name: khamsin", f"Version: {ENGINE}")
    wheel = ("Wheel-Version: 1.0", "Generator: khamsin", "Root-Is-Purelib: true", f"Tag: {_TAG}")
    for name, lines in (("METADATA", facts), ("WHEEL", wheel)):
        files[f"{about}/{name}"] = "\n".join((*lines, "")).encode()
    return _packed("khamsin", ENGINE, about, files)


def installed_wheel(name: str) -> Wheel:
    """An installed package that has nothing compiled in it, as a wheel.

    Args:
        name: as PyPI has it.

    Raises:
        BadInput: when it is not installed, or its files are not where they should be.
    """
    try:
        found = metadata.distribution(name)
        files = dict(_files(found))
    except (metadata.PackageNotFoundError, OSError):
        files = {}
    about = next((n.split("/")[0] for n in files if n.endswith(".dist-info/METADATA")), None)
    if about is None or len(files) == 1:
        raise BadInput(
            f"the files of {name} are not there as pip installs them; "
            f"`pip install --force-reinstall {name}` puts them there"
        )
    return _packed(name, found.version, about, files)


def _files(found: metadata.Distribution) -> Iterator[tuple[str, bytes]]:
    """The files of an installed package, as its wheel had them."""
    for path in found.files or ():
        if ".." not in path.parts and not _not_pure(path) and path.name not in _LEFT_OUT:
            yield path.as_posix(), Path(str(path.locate())).read_bytes()


def _not_pure(path: PurePosixPath) -> bool:
    return path.suffix in _COMPILED or "__pycache__" in path.parts


def _packed(name: str, version: str, about: str, files: dict[str, bytes]) -> Wheel:
    """A wheel of files, with a record of them."""
    record = [f"{path},{_digest(data)},{len(data)}" for path, data in sorted(files.items())]
    rows = [*record, f"{about}/RECORD,,", ""]
    files = {**files, f"{about}/RECORD": "\n".join(rows).encode()}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, data in sorted(files.items()):
            entry = zipfile.ZipInfo(path, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return Wheel(f"{name.replace('-', '_')}-{version}-{_TAG}.whl", packed.getvalue())


def _digest(data: bytes) -> str:
    digest = hashlib.sha256(data).digest()
    return "sha256=" + base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
