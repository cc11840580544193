"""What a version 1 promises to programs: names that stay, and say what they mean."""

import inspect
import re
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

PROMISED: Final = {
    name: members
    for line in (Path(__file__).parent / "golden" / "api.txt").read_text().splitlines()
    for name, *members in [line.split()]
}
PACKAGES: Final = ("events", "replays", "replays.testing", "sim")


def _named(name: str) -> Any:
    package, _, last = name.rpartition(".")
    return getattr(import_module(package), last)


def test_what_a_package_exports_is_promised() -> None:
    """A name is promised as it is exported, and no promise is broken by leaving it out."""
    exported = {f"{each}.{name}" for each in PACKAGES for name in import_module(each).__all__}
    assert exported == PROMISED.keys() - {"sim.state.replace"}


@pytest.mark.parametrize("name", PROMISED)
def test_what_is_promised_is_there_told_and_typed(name: str) -> None:
    """`help` says what it means, and of a class each promised field, method and property."""
    found = _named(name)
    if not callable(found):
        return
    told = inspect.getdoc(found) or ""
    assert told, name
    if inspect.isfunction(found):
        typed = inspect.signature(inspect.unwrap(found))
        assert typed.return_annotation is not inspect.Signature.empty
        assert all(each.annotation is not each.empty for each in typed.parameters.values())
    for member in PROMISED[name]:
        own = inspect.getattr_static(found, member, None)
        said = re.search(rf"\b{member}\b", told)
        assert said or inspect.getdoc(getattr(own, "__func__", own)), f"{name}.{member}"
