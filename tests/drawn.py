"""How much is drawn: a quarter with the README's command, all with the profile ``full``."""

from typing import Any

from hypothesis import settings


def share(number: int) -> int:
    """Of so many in full, those that the profile of this run asks for."""
    profile = settings.default
    assert profile is not None
    return max(3, number * profile.max_examples // 100)


def examples(number: int, **others: Any) -> settings:
    """Settings of a test that draws so many examples in full."""
    return settings(max_examples=share(number), **others)
