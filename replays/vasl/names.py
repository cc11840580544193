"""The names and colours of VASL, `replays/data/vasl.toml`, by the tables of that file."""

import tomllib
from importlib import resources
from typing import Any, Final

_FILE: Final = resources.files("replays") / "data" / "vasl.toml"
NAMES: Final[dict[str, Any]] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
