"""Hypothesis profiles: no deadlines, because machines differ.

As a rule a quarter of the examples is drawn, the same ones in every run: a red run is a fact about
the change. With ``--hypothesis-profile=full`` all are drawn, others each time.
"""

import gc
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from tests.places import places, server_places
from tests.postgres import postgres

__all__ = ["places", "postgres", "server_places"]

settings.register_profile("full", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "quarter", settings.get_profile("full"), max_examples=25, derandomize=True
)
settings.load_profile("quarter")


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
