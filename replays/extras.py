"""What some commands need that a plain installation has not: said in one sentence."""

import importlib.util
from typing import Final

from events.errors import BadInput

__all__ = ["demand", "demand_to_import", "installed", "needed"]

_EXTRAS: Final = {
    "hypothesis": ("Hypothesis", "testing"),
    "numpy": ("NumPy", "bulk"),
    "pyarrow": ("PyArrow", "sweep"),
    "distributed": ("Dask", "cluster"),
    "PIL": ("Pillow", "vasl"),
    "starlette": ("Starlette", "table"),
    "uvicorn": ("uvicorn", "table"),
    "resvg_py": ("resvg", "png"),
    "psycopg": ("psycopg", "postgres"),
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
        raise needed(module, what)


def needed(module: str, what: str) -> BadInput:
    """The complaint that a module is not installed, or not as a whole."""
    return BadInput(_needed(module, what))


def demand_to_import(module: str, what: str) -> None:
    """See that a module is installed that a package of ours cannot be imported without.

    Raises:
        ModuleNotFoundError: when it is not, with the sentence of `demand`.
    """
    if not installed(module):
        raise ModuleNotFoundError(_needed(module, what), name=module)


def _needed(module: str, what: str) -> str:
    name, extra = _EXTRAS[module]
    return f"{what} needs {name}; `pip install 'khamsin[{extra}]'` brings it"
