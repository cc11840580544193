"""The scenarios, boards and orders that come with Khamsin, by name."""

from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

TOML: Final = ".toml"
ORDERS: Final = ".orders"


def bundled() -> tuple[str, ...]:
    """The names of the bundled scenarios."""
    return _names("scenarios")


def bundled_boards() -> tuple[str, ...]:
    """The names of the bundled boards."""
    return _names("boards")


def bundled_orders() -> tuple[str, ...]:
    """The names of the bundled order files."""
    return _names("orders", ORDERS)


def _names(folder: str, suffix: str = TOML) -> tuple[str, ...]:
    files = (file.name for file in _data(folder).iterdir())
    return tuple(sorted(name.removesuffix(suffix) for name in files if name.endswith(suffix)))


def _data(folder: str) -> Traversable:
    return resources.files("replays") / "data" / folder


def bundled_text(folder: str, name: str, suffix: str = TOML) -> str:
    """The text of a bundled file."""
    return (_data(folder) / f"{name}{suffix}").read_text(encoding="utf-8")


def bundled_rows(folder: str, name: str) -> Iterator[list[str]]:
    """The rows of a bundled table, but for that of its heads; each has a cell for each head."""
    head, *lines = bundled_text(folder, name, ".tsv").splitlines()
    for line in lines:
        yield (line + "\t" * (head.count("\t") - line.count("\t"))).split("\t")
