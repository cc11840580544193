"""What reads files of strangers does so in a child, which ends before it takes the machine.

A whole command runs there, with its own output and exit code; its parent waits, and says it if the
child ended otherwise. So nothing comes back that would have to be trusted.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from replays.cli.console import BAD_INPUT, INTERRUPTED, finish_output, warn

MOST_MEMORY: Final = 2048
"""In MB; the largest board that can be played needs the half of it."""
MOST_SECONDS: Final = 240
"""Of the processor's time; where the system does not count that, of the clock's.

The largest board that can be played and has a picture alone takes a fourth of it.
"""

_INSIDE: Final = "KHAMSIN_IS_BOUNDED"
_NO_MEMORY: Final = 99


def from_strangers(words: Sequence[str]) -> list[str]:
    """The files among the words of a command line that begin as a zip does, as VASL's do."""
    if sys.platform == "emscripten" or _INSIDE in os.environ:
        return []
    named = [part for word in words for part in (word, word.partition("=")[2]) if part]
    return [name for name in named if _is_strange(Path(name))]


def memory_is_bounded() -> bool:
    """Whether this is a child, whose parent tells where memory ends."""
    return os.environ.get(_INSIDE) == "in memory too"


def _is_strange(path: Path) -> bool:
    with contextlib.suppress(OSError, ValueError):
        if path.is_file():
            with path.open("rb") as file:
                return file.read(2) == b"PK"
    return False


def bounded(words: Sequence[str], run: Callable[[Sequence[str]], int]) -> int:
    """Run a command line in a child with limits; its exit code."""
    finish_output()
    if not hasattr(os, "fork"):
        return _elsewhere(words)
    forwarded = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    ours = {each: signal.signal(each, signal.SIG_IGN) for each in forwarded}
    child = os.fork()
    if not child:
        code = INTERRUPTED
        try:
            for each, before in ours.items():
                signal.signal(each, before)
            code = _limited(words, run)
        finally:
            os._exit(code)
    came: list[int] = []

    def forward(number: int, _: object) -> None:
        came.append(number)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, number)

    for each, before in ours.items():
        if before != signal.SIG_IGN:
            signal.signal(each, forward)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    for each, before in ours.items():
        signal.signal(each, before)
    for number in came:
        if ended != INTERRUPTED:  # it came too late for the child
            signal.raise_signal(number)
    return _code(ended, words)


def _limited(words: Sequence[str], run: Callable[[Sequence[str]], int]) -> int:
    import resource  # noqa: PLC0415 - of POSIX

    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # each has memory of its own, and none is needed
    for kind, most in (
        (resource.RLIMIT_DATA, MOST_MEMORY << 20),
        (resource.RLIMIT_CPU, MOST_SECONDS),
        (resource.RLIMIT_CORE, 0),
    ):
        soft, hard = resource.getrlimit(kind)
        with contextlib.suppress(OSError, ValueError):  # macOS knows no limit of memory
            if soft == resource.RLIM_INFINITY or soft > most:
                resource.setrlimit(kind, (most, hard))
    os.environ[_INSIDE] = "in memory too"
    try:
        return run(words)
    except MemoryError:
        return _NO_MEMORY


def _elsewhere(words: Sequence[str]) -> int:
    """The same where processes cannot fork, as on Windows: a deadline alone."""
    import subprocess  # noqa: PLC0415 - only there

    command = [sys.executable, "-P", "-m", "replays", *words]
    try:
        done = subprocess.run(  # noqa: S603 - ourselves, with the words of the user
            command, env=os.environ | {_INSIDE: "1"}, timeout=MOST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return _code(-getattr(signal, "SIGXCPU", 24), words)
    return done.returncode


def _code(ended: int, words: Sequence[str]) -> int:
    """The exit code of what ended so, a signal where it is negative; what is odd is told."""
    if ended == _NO_MEMORY:
        why = f"it asks for more than {MOST_MEMORY} MB of memory"
    elif ended >= 0:
        return ended
    elif ended == -getattr(signal, "SIGXCPU", 24):
        why = f"it takes more than {MOST_SECONDS} s"
    elif ended in (-signal.SIGTERM, -signal.SIGINT):
        return 128 - ended
    else:
        why = f"the system ended what read it, with signal {-ended}"
    which = ", ".join(from_strangers(words)[:3])
    warn(f"khamsin: {which}: {why}, which no file of VASL does; the command was ended")
    return BAD_INPUT
