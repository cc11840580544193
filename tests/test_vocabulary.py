"""The vocabulary: every command and event is said once, and what is released never changes."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from events.codec import encode_command, encode_event
from events.commands import COMMANDS, Spread
from events.commands.base import BaseCommand
from events.dust import FFEPlaced
from events.orders import FORMS
from events.vocabulary import EVENTS, tag_of
from events.wind import GustsBegan

CHECKOUT = Path(__file__).parent.parent
RELEASED = Path(__file__).parent / "golden"


def _released(what: str) -> list[str]:
    return (RELEASED / f"{what}.txt").read_text(encoding="utf-8").splitlines()


# What is released ----------------------------------------------------------------------------


def test_the_tags_of_events_are_those_released() -> None:
    """A tag that logs use never changes and never goes; a new one is added to the list."""
    assert list(EVENTS) == _released("tags")


def test_the_words_of_commands_are_those_released() -> None:
    """A word that orders and logs use never changes and never goes; nor does the form of its order.

    A new command is added to the list, and a piece to a form only where it may be left out.
    """
    assert [form.usage for form in FORMS.values()] == _released("forms")
    assert [usage.split()[0] for usage in _released("forms")] == list(COMMANDS)


def test_a_tag_follows_from_the_name_of_the_class() -> None:
    """Capitals in a row are one word of the tag, as in FFE, and logs use the tag."""
    assert tag_of(FFEPlaced) == "ffe_placed"
    assert encode_event(GustsBegan("B25.651")) == {"event": "gusts_began", "rule": "B25.651"}
    assert encode_command(Spread("B2")) == {"order": "spread", "hex": "B2"}


@pytest.mark.parametrize("package", ["events", "events/commands"])
def test_every_class_is_in_the_union_of_its_module(package: str) -> None:
    """No command, and no class with a rule, is left out of the union that its module ends with."""
    listed = {*COMMANDS.values(), *EVENTS.values()}
    modules = [path.stem for path in (CHECKOUT / package).glob("*.py")]
    for name in modules:
        module = importlib.import_module(f"{package.replace('/', '.')}.{name}")
        for cls in vars(module).values():
            if not isinstance(cls, type) or cls is BaseCommand:
                continue
            event = "rule" in getattr(cls, "__annotations__", {})
            assert cls in listed or not (event or issubclass(cls, BaseCommand)), cls


# A dispatch that is not complete is a type error -----------------------------------------------

BREAKS = {
    "a handler is missing": (
        "sim/state/after/dust.py",
        "        case dust.DustVanished():\n            return but(state, dust=Density.NONE)\n",
        "",
        'Argument 1 to "assert_never" has incompatible type "DustVanished"',
    ),
    "two handlers are swapped": (
        "sim/state/after/ground.py",
        "new = _building_rubbled(old, event)",
        "new = _trail_break_placed(old, event)",
        'Argument 2 to "_trail_break_placed" has incompatible type "BuildingRubbled"',
    ),
    "a module is left out": (
        "sim/state/evolve.py",
        "    | _of(units.after)\n",
        "",
        "Incompatible types in assignment",
    ),
    "a decider is missing": (
        "sim/machine/decide.py",
        "        case commands.Stun():\n            return stun(state, command, dice)\n",
        "",
        'Argument 1 to "assert_never" has incompatible type "Stun"',
    ),
    "two deciders are swapped": (
        "sim/machine/decide.py",
        "return kindle(state, command, dice)",
        "return spread(state, command, dice)",
        'Argument 2 to "spread" has incompatible type "Kindle"',
    ),
    "an unknown field is changed": (
        "sim/state/after/smoke.py",
        "dispersed=True",
        "disperse=True",
        'Unexpected keyword argument "disperse" for "evolve" of "Smoke"',
    ),
}
"""What is broken: where, what stands there, what stands there instead, and what mypy says."""


@pytest.mark.skipif(
    importlib.util.find_spec("mypy") is None,
    reason="mypy is not installed; pip install -e '.[dev]' brings it",
)
def test_mypy_finds_what_is_missing_or_swapped(tmp_path: Path) -> None:
    """In a copy of the tree with six breaks, mypy finds each, at its file, and nothing else."""
    for package in ("events", "sim"):
        shutil.copytree(CHECKOUT / package, tmp_path / package)
    for name, old, new, _ in BREAKS.values():
        path = tmp_path / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{name} no longer says {old!r}"
        path.write_text(text.replace(old, new), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--hide-error-context"]
    modules = ["-m", "sim.machine.decide", "-m", "sim.state.evolve"]
    found = subprocess.run(
        [*command, "--no-pretty", "--cache-dir", str(tmp_path / "cache"), *modules],
        cwd=tmp_path,
        env={},
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [line for line in found.stdout.splitlines() if ": error: " in line]
    for what, (name, _, _, message) in BREAKS.items():
        assert any(line.startswith(name) and message in line for line in errors), what
    said = [message for *_, message in BREAKS.values()]
    assert [line for line in errors if not any(message in line for message in said)] == []
