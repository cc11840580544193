"""Ctrl-C for tests: it is heard even where the run of the tests was started in the background."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ctrl_c_heard() -> Iterator[None]:
    """Meanwhile SIGINT interrupts this process, and for good the children that begin meanwhile.

    A shell ignores SIGINT in what it starts in the background, and children inherit that.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
