"""VASL's logs and boards, read, judged and written without Java."""

import tomllib
from typing import Any, Final

from replays.game.bundled import bundled_text

NAMES: Final[dict[str, Any]] = tomllib.loads(bundled_text(".", "vasl"))
"""The names and colours of VASL, `replays/data/vasl.toml`, by the tables of that file."""
