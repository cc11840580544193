"""Names of a package that are imported only when a program asks for them.

A command of a tenth of a second must not pay for all that a package exports. A package says where
its names are, and shows the same imports to type checkers and readers under ``TYPE_CHECKING``::

    __getattr__, __dir__, __all__ = lazily(__name__, {"replays.game.game": ("Game",)})
"""

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any


def lazily(
    package: str, names: Mapping[str, tuple[str, ...]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """What a package needs to import its names on demand (PEP 562).

    Args:
        package: its ``__name__``.
        names: the names that it exports, by the module that has them.

    Returns:
        Its ``__getattr__``, ``__dir__`` and ``__all__``.
    """
    where = {name: module for module, exported in names.items() for name in exported}

    def get(name: str) -> Any:
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(importlib.import_module(where[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    return get, lambda: sorted(where), sorted(where)
