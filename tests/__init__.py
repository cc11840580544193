"""Tests: every one is a rule in a sentence, and names the rules that it proves."""

from typing import Any, TypeAlias

import pytest

Capsys: TypeAlias = pytest.CaptureFixture[str]
"""What a command said."""


def cases(names: str, *rows: Any) -> pytest.MarkDecorator:
    """A test for each row: a value for each of the names, or the value of the one name."""
    return pytest.mark.parametrize(names, rows)
