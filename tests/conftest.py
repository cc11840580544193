"""Hypothesis profiles: no deadlines, because machines differ; fewer examples under mutation.

In CI the examples are the same in every run, so that a red run is a fact about the change, and are
not shrunk, so that it is told soon.
"""

import gc
import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.places import places, server_places
from tests.postgres import postgres

__all__ = ["places", "postgres", "server_places"]

settings.register_profile("khamsin", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "ci",
    settings.get_profile("khamsin"),
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
)
settings.register_profile("mutation", settings.get_profile("khamsin"), max_examples=25)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "khamsin")
)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect all tests without looking for garbage: there is none, and it took half the time.

    What is there then stays to the end, so it is not looked through again either.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
