"""What some commands need that a plain installation has not: said in one sentence."""

import importlib.util
from typing import Final

from events.errors import BadInput

__all__ = ["demand", "installed"]

_EXTRAS: Final = {
    "numpy": ("NumPy", "bulk"),
    "pyarrow": ("PyArrow", "sweep"),
    "distributed": ("Dask", "cluster"),
    "numba": ("Numba", "fast"),
}
"""Module: what it belongs to, and the extra that brings it."""


def installed(module: str) -> bool:
    """Whether a module is installed; it is not imported."""
    return importlib.util.find_spec(module) is not None


def demand(module: str, what: str) -> None:
    """See that a module is installed.

    Raises:
        BadInput: when it is not; the sentence names the extra that brings it.
    """
    if not installed(module):
        name, extra = _EXTRAS[module]
        raise BadInput(f"{what} needs {name}; `pip install 'khamsin[{extra}]'` brings it")
