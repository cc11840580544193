"""People who sign logs in an empty folder, each with a key of his own."""

from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from events.chain import GENESIS, sealed
from tests.test_cli import Said

Khamsin = Callable[..., Said]
"""The command; its exit code is 0, or the ``code`` that is given."""


@pytest.fixture
def khamsin(khamsin: Khamsin) -> Khamsin:
    """The ``khamsin`` command in an empty folder; bad input is one sentence."""

    def call(*words: str, code: int = 0) -> Said:
        said = khamsin(*words)
        assert said.code == code, (words, said)
        if code == 2:
            assert (said.err.startswith("khamsin: "), said.err.count("\n")) == (True, 1), said.err
        return said

    return call


class Signers:
    """Rommel and Monty, who play, a witness, and a stranger whose key no player knows."""

    def __init__(self, khamsin: Khamsin) -> None:
        """Draw the keys; ``keys`` has all but the stranger's."""
        self.khamsin = khamsin
        self.keys = {
            name: khamsin("key", "new", name, "-o", f"{name}.key").out.strip()
            for name in ("rommel", "monty", "witness", "stranger")
        }
        known = [key for name, key in self.keys.items() if name != "stranger"]
        Path("keys").write_text("\n".join(["# known", *known, ""]), encoding="utf-8")

    def game(self, name: str = "game.jsonl", seed: str = "x", *orders: str) -> str:
        """A log with some orders, or played to its end if there are none."""
        if not orders:
            self.khamsin("run", "bir-el-qaha", "--seed", seed, "-o", name)
        else:
            self.khamsin("do", name, *orders, "--scenario", "bir-el-qaha", "--seed", seed)
        return name

    def make(self, name: str, log: str, note: str, *more: str, code: int = 0) -> Said:
        """Sign a log as it is."""
        words = ("checkpoint", "make", log, "--with", f"{name}.key", "-o", note, *more)
        return self.khamsin(*words, code=code)

    def sign(self, name: str, log: str, note: str, new: str, *more: str, code: int = 0) -> Said:
        """Sign what another signed."""
        words = ("checkpoint", "sign", note, log, "--with", f"{name}.key", "-o", new, *more)
        return self.khamsin(*words, code=code)

    def dispute(self, *files: str, code: int = 0) -> str:
        """What files prove, with the keys that are known."""
        return self.khamsin("dispute", *files, "--key", "keys", code=code).out

    def add(self, note: str, log: str, code: int = 0) -> Said:
        """Write into a log who signed it."""
        return self.khamsin("checkpoint", "add", note, log, "--key", "keys", code=code)


@pytest.fixture
def signers(khamsin: Khamsin) -> Signers:
    """People with keys, in an empty folder."""
    return Signers(khamsin)


def lines_of(path: str | Path) -> list[bytes]:
    """The lines of a log, without their ends."""
    return Path(path).read_bytes().split(b"\n")[:-1]


def rechained(lines: list[bytes], path: str | Path) -> str:
    """A log of lines whose hashes are made again, as a forger does it."""
    before, made = GENESIS, []
    for line in lines:
        value = orjson.loads(line)
        value.pop("hash")
        each, before = sealed(orjson.dumps(value), before)
        made.append(each)
    Path(path).write_bytes(b"\n".join([*made, b""]))
    return str(path)
