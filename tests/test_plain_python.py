"""Where orjson, cryptography and C cannot be loaded, plain Python gives the same bytes."""

import json
import subprocess
import sys
from enum import Enum, IntEnum, StrEnum
from pathlib import Path
from typing import Any

import orjson
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from hypothesis import given
from hypothesis import strategies as st

from events.json_bytes import plain_dumps, plain_loads
from sim.machine.chacha20 import ChaCha20
from tests import cases
from tests.without_libraries import write

CHECKOUT = Path(__file__).parent.parent


def test_games_are_the_same_bytes_without_the_libraries(tmp_path: Path) -> None:
    """Logs, answers, odds and audits do not differ by a byte where none can be imported."""
    with_them, without = tmp_path / "with", tmp_path / "without"
    with_them.mkdir()
    without.mkdir()
    command = [sys.executable, "-m", "tests.without_libraries", str(without), "--blocked"]
    subprocess.run(command, cwd=CHECKOUT, check=True, timeout=600)
    write(with_them)
    names = sorted(path.name for path in with_them.iterdir())
    assert names == sorted(path.name for path in without.iterdir())
    for name in names:
        assert (with_them / name).read_bytes() == (without / name).read_bytes(), name


def test_each_library_has_one_door() -> None:
    """Only the module that can do without a library imports it."""
    found = {
        library: [
            str(path.relative_to(CHECKOUT))
            for floor in ("events", "sim", "replays")
            for path in sorted((CHECKOUT / floor).rglob("*.py"))
            if any(
                line.strip().startswith((f"import {library}", f"from {library}"))
                for line in path.read_text(encoding="utf-8").splitlines()
            )
        ]
        for library in ("orjson", "cryptography")
    }
    assert found == {
        "orjson": ["events/json_bytes.py"],
        "cryptography": ["sim/machine/dice.py", "sim/trust/signing.py"],
    }


ZEROS = bytes(32)


@given(
    st.binary(min_size=32, max_size=32),
    st.integers(0, 2**32 - 8),
    st.binary(min_size=12, max_size=12),
    st.lists(st.binary(max_size=150), max_size=3),
)
def test_the_keystream_is_that_of_the_library(
    key: bytes, block: int, nonce: bytes, pieces: list[bytes]
) -> None:
    """For any key, place and nonce, in pieces of any size, both give the same bytes."""
    place = block.to_bytes(4, "little") + nonce
    ours, theirs = ChaCha20(key, place), Cipher(algorithms.ChaCha20(key, place), None).encryptor()
    for piece in pieces:
        assert ours.update(piece) == theirs.update(piece)
    memory = bytearray(32)
    assert ours.update_into(bytes(32), memory) == 32
    assert bytes(memory) == theirs.update(bytes(32))


def test_a_keystream_does_not_begin_again() -> None:
    """After the last block that has a number there is none, in either of them."""
    last = b"\xff\xff\xff\xff" + bytes(12)
    ours, theirs = ChaCha20(ZEROS, last), Cipher(algorithms.ChaCha20(ZEROS, last), None).encryptor()
    assert ours.update(bytes(64)) == theirs.update(bytes(64))
    with pytest.raises(ValueError, match="4 bytes"):
        ours.update(bytes(1))
    with pytest.raises(ValueError, match="overflow"):
        theirs.update(bytes(1))


class Colour(Enum):
    """A plain enumeration."""

    SAND = "sand"


class Word(StrEnum):
    """Texts with names."""

    DRY = "dry"


class Number(IntEnum):
    """Numbers with names."""

    TWO = 2


TEXT = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from('"\\/\b\n\x00\x1f\x7f😀'))
PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(1e-4, 1e15)
    | TEXT
    | st.sampled_from([*Colour, *Word, *Number]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(TEXT, inner, max_size=4)
    ),
    max_leaves=12,
)


@given(PLAIN)
def test_json_is_written_as_orjson_writes_it(value: Any) -> None:
    """Whatever logs and answers have becomes the same bytes, and the same value again."""
    written = orjson.dumps(value)
    assert plain_dumps(value) == written
    assert plain_dumps(value, indent=2) == orjson.dumps(value, option=orjson.OPT_INDENT_2)
    assert plain_loads(written) == orjson.loads(written)


@cases("value", frozenset(), b"x", "\ud800", ["\udc00"])
def test_what_json_does_not_know_is_refused(value: Any) -> None:
    """By both; and ``default`` is asked first."""
    for dumps in (orjson.dumps, plain_dumps):
        with pytest.raises(TypeError):
            dumps(value)
        assert dumps({1}, default=list) == b"[1]"


ODD = [
    *("9" * 19, "-" + "9" * 19, "1" + "0" * 19, str(-(1 << 63)), "9" * 30, "9" * 400),
    *(str(1 << 64), str((1 << 64) - 1), str(-(1 << 63) - 1), "1e308", "-1e308"),
    *("1e400", "-1e400", "1.", ".5", "+1", "1E+5", "Infinity", "NaN", "nul", "", " ", "1 2"),
    *("\x0b1", "\ufeff1", "\t\r\n 1 \n", "[1,]", "[", "{a:1}", '{"a":1,"a":3}', '"\x01"', '"\\x"'),
    *('"\\ud800"', '"\\uD83D\\uDE00"', b"\xff", b'"\xed\xa0\x80"', '"\ud800"', 5, None),
    *("-0", "-0.0", "01", "5e-324", "[" * 100000, memoryview(b"[1]")),
]


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_odd_json_is_read_as_orjson_reads_it(text: Any) -> None:
    """Large numbers, half characters, double keys and what is no text: the same value, or none."""

    def read(loads: Any) -> str:
        try:
            return repr(loads(text))
        except json.JSONDecodeError:
            return "not JSON"

    assert read(plain_loads) == read(orjson.loads)


_WITHOUT_SQLALCHEMY = """
import sys
sys.modules["sqlalchemy"] = None
from replays.cli import main
print(*(main(line.split()) for line in sys.argv[1:]))
"""


def test_a_library_without_sqlalchemy_is_told_in_a_sentence() -> None:
    """As in a browser, where all else works: one line, and exit code 2."""
    lines = ("library list", "show library:x", "--library x.db odds zawiya")
    command = [sys.executable, "-c", _WITHOUT_SQLALCHEMY, *lines]
    done = subprocess.run(
        command, cwd=CHECKOUT, check=True, capture_output=True, text=True, timeout=60
    )
    expected = "khamsin: a library of games needs SQLAlchemy, which is not here\n"
    assert (done.stdout, done.stderr) == ("2 2 2\n", expected * 3)
