"""Scenario files: TOML that people write, read strictly; and the scenarios that are bundled."""

import tomllib
from importlib import resources
from pathlib import Path
from typing import Final

from events.codec import decode_scenario
from events.errors import BadInput
from events.scenario import Scenario
from replays.files import exists, read_text
from sim.soundness import sound

__all__ = ["bundled", "load_scenario", "parse_scenario", "read_scenario"]

_SUFFIX: Final = ".toml"


def bundled() -> tuple[str, ...]:
    """The names of the bundled scenarios."""
    folder = resources.files("replays") / "data" / "scenarios"
    return tuple(
        sorted(f.name.removesuffix(_SUFFIX) for f in folder.iterdir() if f.name.endswith(_SUFFIX))
    )


def load_scenario(name: str | Path) -> Scenario:
    """Read and check a scenario: a TOML file, or the name of a bundled one.

    Raises:
        BadInput: when it cannot be read, or is not sound.
    """
    scenario, where = parse_scenario(name)
    try:
        return sound(scenario)
    except BadInput as error:
        raise error.inside(where) from None


def parse_scenario(name: str | Path) -> tuple[Scenario, str]:
    """Read a scenario without checking that it is sound; also says where it was found.

    Raises:
        BadInput: when it cannot be read.
    """
    path, where = Path(name), str(name)
    if where in bundled() and not exists(path):
        resource = resources.files("replays") / "data" / "scenarios" / f"{where}{_SUFFIX}"
        return read_scenario(resource.read_text(encoding="utf-8"), where), where
    try:
        text = read_text(path)
    except BadInput as error:
        if exists(path) or path.suffix:
            raise
        known = ", ".join(bundled())
        raise BadInput(f"{error.what}; bundled scenarios are {known}", error.where) from None
    return read_scenario(text, where), where


def read_scenario(text: str, where: str) -> Scenario:
    """Read a scenario from TOML text, without checking that it is sound.

    Raises:
        BadInput: when it is no TOML, or no scenario.
    """
    try:
        value = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"this is not TOML ({error})", where) from None
    except RecursionError:
        raise BadInput("this TOML is nested too deeply", where) from None
    except ValueError:
        raise BadInput("this TOML has a number that is too large", where) from None
    try:
        return decode_scenario(value)
    except BadInput as error:
        raise error.inside(where) from None
