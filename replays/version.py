"""The version of this engine, as every log names it."""

from importlib.metadata import PackageNotFoundError, version

__all__ = ["ENGINE"]


def _installed() -> str:
    try:
        return version("khamsin")
    except PackageNotFoundError:  # run from a checkout that was never installed
        return "0+checkout"


ENGINE = _installed()
