"""What is made of the code is as the code makes it now: ``python -m tests.derived``."""

import pytest

from tests.derived import CHECKOUT, DERIVED


@pytest.mark.parametrize("name", DERIVED)
def test_derived_files_are_current(name: str) -> None:
    """Documents, schemas and the proof of rules are what ``python -m tests.derived`` writes."""
    assert DERIVED[name]() == (CHECKOUT / name).read_bytes(), "run python -m tests.derived"
