"""How much is drawn: a fifth with the README's command, all with the profile ``full``."""

from collections.abc import Iterable
from typing import Any, TypeVar

from hypothesis import settings

Thing = TypeVar("Thing")


def share(number: int) -> int:
    """Of so many in full, those that the profile of this run asks for."""
    profile = settings.default
    assert profile is not None
    return max(3, number * profile.max_examples // 100)


def part(items: Iterable[Thing]) -> list[Thing]:
    """Of these, as many as the profile of this run asks for, from the first to the last."""
    those = list(items)
    return those[:: max(1, len(those) // share(len(those)))]


def examples(number: int, **others: Any) -> settings:
    """Settings of a test that draws so many examples in full."""
    return settings(max_examples=share(number), **others)
