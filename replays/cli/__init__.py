"""The command line."""

from replays.cli.main import main

__all__ = ["main"]
