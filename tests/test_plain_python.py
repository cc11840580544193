"""Where orjson, immutables and cryptography cannot be loaded, plain Python gives the same bytes."""

import json
import subprocess
import sys
from enum import Enum, IntEnum, StrEnum
from itertools import pairwise
from pathlib import Path
from typing import Any

import immutables
import orjson
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from events import json_bytes, plain_json
from sim.state.copied_map import CopiedMap
from sim.trust.chacha20 import ChaCha20
from tests.without_libraries import LIBRARIES, write

CHECKOUT = Path(__file__).parent.parent

# The engine without them ---------------------------------------------------------------------


def test_games_are_the_same_bytes_without_the_libraries(tmp_path: Path) -> None:
    """Logs, answers, odds and audits do not differ by a byte where the three cannot be imported."""
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
        for library in LIBRARIES
    }
    assert found == {
        "orjson": ["events/json_bytes.py"],
        "immutables": ["sim/state/maps.py"],
        "cryptography": ["sim/machine/dice.py", "sim/trust/signing.py"],
    }


def test_the_doors_lead_to_the_libraries_where_they_are() -> None:
    """Installed as usual, JSON is written by orjson, and maps are those of immutables."""
    from sim.state.maps import Map

    assert json_bytes.dumps is orjson.dumps
    assert Map is immutables.Map


# ChaCha20 ------------------------------------------------------------------------------------

ZEROS = bytes(32)

RFC_8439 = [
    (
        bytes(range(32)),
        1,
        "000000090000004a00000000",
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e",
    ),
    (
        ZEROS,
        0,
        "000000000000000000000000",
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
    ),
    (
        ZEROS,
        1,
        "000000000000000000000000",
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
        "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
    ),
    (
        bytes(31) + b"\x01",
        1,
        "000000000000000000000000",
        "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
        "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0",
    ),
    (
        b"\x00\xff" + bytes(30),
        2,
        "000000000000000000000000",
        "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
        "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096",
    ),
    (
        ZEROS,
        0,
        "000000000000000000000002",
        "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
        "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d",
    ),
]
"""Key, number of the block, nonce and keystream block: RFC 8439, 2.3.2 and appendix A.1."""


@pytest.mark.parametrize(("key", "block", "nonce", "expected"), RFC_8439)
def test_the_published_blocks_of_rfc_8439(
    key: bytes, block: int, nonce: str, expected: str
) -> None:
    """The keystream is that of the vectors that RFC 8439 gives."""
    stream = ChaCha20(key, block.to_bytes(4, "little") + bytes.fromhex(nonce))
    assert stream.update(bytes(64)).hex() == expected


def test_the_published_text_of_rfc_8439() -> None:
    """The example of RFC 8439, 2.4.2 becomes the bytes that it gives, in pieces of any size."""
    text = (
        b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the "
        b"future, sunscreen would be it."
    )
    nonce = (1).to_bytes(4, "little") + bytes.fromhex("000000000000004a00000000")
    stream = ChaCha20(bytes(range(32)), nonce)
    cuts = [0, 1, 7, 64, 65, 100, len(text)]
    made = b"".join(stream.update(text[a:b]) for a, b in pairwise(cuts))
    assert made.hex() == (
        "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0b"
        "f91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c359f0861d8"
        "07ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab7793736"
        "5af90bbf74a35be6b40b8eedf2785e42874d"
    )


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


# JSON ----------------------------------------------------------------------------------------


class Colour(Enum):
    """A plain enumeration."""

    SAND = "sand"
    HALF = 0.5


class Word(StrEnum):
    """Texts with names."""

    DRY = "dry"


class Number(IntEnum):
    """Numbers with names."""

    TWO = 2


class Text(str):
    """A kind of text."""

    __slots__ = ()


class Pair(tuple[int, ...]):
    """A kind of tuple, which orjson does not take for one."""

    __slots__ = ()


ANY_TEXT = st.text(st.characters() | st.sampled_from('"\\/\b\f\n\r\t\x00\x1f\x7f\u2028\ud800😀'))
TEXT = ANY_TEXT.filter(lambda text: text.isprintable() or text.encode("utf-8", "ignore") != b"")
FLOATS = (
    st.floats()
    if orjson.dumps(1e16) == b"1e+16"  # older ones write large and small numbers in another way
    else st.floats(1e-4, 1e15)
)
PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(2**63 - 2, 2**64 + 2)
    | st.integers(-(2**63) - 2, -(2**63) + 2)
    | FLOATS
    | FLOATS.map(lambda value: value / 1e5)
    | TEXT
    | st.sampled_from([*Colour, *Word, *Number, Text("é"), Pair((1,)), b"x", frozenset(), 1j]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(TEXT, inner, max_size=4)
        | st.dictionaries(TEXT | st.integers(0, 3) | st.sampled_from([*Word]), inner, max_size=2)
    ),
    max_leaves=12,
)


def _written(dumps: Any, *given: Any, **options: Any) -> bytes | str:
    """The bytes, or what is said instead."""
    try:
        written: bytes = dumps(*given, **options)
    except TypeError as error:
        return str(error)
    return written


@example(["0\ud800", -(2**63) - 1])
@given(PLAIN)
def test_json_is_written_as_orjson_writes_it(value: Any) -> None:
    """Any value becomes the same bytes, or is refused in the same words: numbers, text, order."""
    assert _written(plain_json.dumps, value) == _written(orjson.dumps, value)
    indented = _written(orjson.dumps, value, option=orjson.OPT_INDENT_2)
    assert _written(plain_json.dumps_indented, value) == indented


@given(PLAIN)
def test_what_json_does_not_know_is_asked_for(value: Any) -> None:
    """``default`` is asked about the same values."""
    ours = _written(plain_json.dumps, value, default=lambda other: [repr(other)])
    assert ours == _written(orjson.dumps, value, default=lambda other: [repr(other)])


@pytest.mark.parametrize("depth", [250, 253, 254, 255, 256, 300])
def test_json_goes_as_deep_as_orjson_does(depth: int) -> None:
    """Lists in lists are written down to the same depth, and no deeper."""
    value: Any = 1
    for _ in range(depth):
        value = [value]
    assert _written(plain_json.dumps, value) == _written(orjson.dumps, value)
    assert _written(plain_json.dumps, object(), default=lambda each: each) == _written(
        orjson.dumps, object(), default=lambda each: each
    )


ODD = [
    *("18446744073709551615", "18446744073709551616", "-9223372036854775808"),
    *("-9223372036854775809", "-0", "-0.0", "1e400", "-1e400", "1e-400", "9" * 400, "01"),
    *(
        "Infinity",
        "-Infinity",
        '"\\ud800"',
        '"\\ud83d\\ude00"',
        '"\\udc00\\ud800"',
        "",
        " ",
        "[1,]",
    ),
    *(
        '{"a":1,"b":2,"a":3}',
        '"\x01"',
        "1.",
        ".5",
        "+1",
        "1e5",
        "1E+5",
        "1 2",
        "[",
        '"\\x"',
        "{a:1}",
    ),
    *('"\\u00zz"', '"\x7f"', "\x0b1", "1\x00", "\ufeff1", "\t\r\n 1 \n", '"\\u00e9/\\/"', "5e-324"),
    *(
        "[" * 100000,
        "[" * 2000 + "]" * 2000,
        '"' + "[" * 5000 + '"',
        "0." + "1" * 500,
        "nul",
        "1e",
        "NaN",
    ),
    *('"\\x"', "{a:1}", "1e", "NaN"),
    *("[" * 500 + "]" * 500, '{"a":' * 300 + "1" + "}" * 300),
]


def _read(loads: Any, text: Any) -> str:
    try:
        value = loads(text)
    except json.JSONDecodeError:
        return "not JSON"
    return _shape(value)


def _shape(value: Any) -> str:
    """A value with its types and the order of its keys, without going deep."""
    seen, told = [value], []
    while seen:
        each = seen.pop()
        if isinstance(each, dict):
            told.append(f"{list(each)}")
            seen.extend(each.values())
        elif isinstance(each, list):
            told.append(f"[{len(each)}")
            seen.extend(each)
        else:
            told.append(repr(each))
    return " ".join(told)


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_odd_json_is_read_as_orjson_reads_it(text: str) -> None:
    """Large numbers, half characters, double keys and deep lists give the same value, or none."""
    for form in (text, text.encode(), bytearray(text.encode()), memoryview(text.encode())):
        assert _read(plain_json.loads, form) == _read(orjson.loads, form)


@pytest.mark.parametrize("given", [b"\xff", b'"\xff"', b'"\xed\xa0\x80"', '"\ud800"', 5, None])
def test_what_is_no_text_is_not_json(given: Any) -> None:
    """Neither reads bytes that are not UTF-8, nor what is no text at all."""
    assert _read(plain_json.loads, given) == _read(orjson.loads, given) == "not JSON"


JSON_TEXTS = PLAIN.map(lambda value: _written(orjson.dumps, value)).filter(
    lambda written: isinstance(written, bytes)
)


@given(JSON_TEXTS, st.data())
def test_json_is_read_as_orjson_reads_it(text: bytes, data: st.DataObject) -> None:
    """JSON, and JSON with a byte put in, taken out or changed, gives the same value, or none."""
    assert _read(plain_json.loads, text) == _read(orjson.loads, text)
    place = data.draw(st.integers(0, len(text)))
    byte = bytes([data.draw(st.sampled_from(b'0123456789eE+-.,:[]{}" \\utrfnd8\xff\x00'))])
    for changed in (
        text[:place] + byte + text[place:],
        text[:place] + text[place + 1 :],
        text[:place] + byte + text[place + 1 :],
    ):
        assert _read(plain_json.loads, changed) == _read(orjson.loads, changed)


@given(st.text("0123456789.eE-+", min_size=1, max_size=30))
def test_numbers_are_read_as_orjson_reads_them(text: str) -> None:
    """Any run of digits, dots, signs and exponents is the same number, or none."""
    assert _read(plain_json.loads, text) == _read(orjson.loads, text)


# Maps ----------------------------------------------------------------------------------------

KEYS = st.sampled_from(["PzA", "PzB", "B3", "日本", ""])


class Maps(RuleBasedStateMachine):
    """The same changes to a map of ours and to one of immutables."""

    def __init__(self) -> None:
        """Begin with two empty maps."""
        super().__init__()
        self.ours: CopiedMap[str, int] = CopiedMap()
        self.theirs: immutables.Map[str, int] = immutables.Map()
        self.before = [(self.ours, self.theirs)]

    @rule(given=st.dictionaries(KEYS, st.integers()))
    def made_anew(self, given: dict[str, int]) -> None:
        """Both are made of the same things."""
        self.ours, self.theirs = CopiedMap(given), immutables.Map(given)

    @rule(key=KEYS, value=st.integers(0, 3))
    def put(self, key: str, value: int) -> None:
        """A value is put under a key."""
        self.before.append((self.ours, self.theirs))
        self.ours, self.theirs = self.ours.set(key, value), self.theirs.set(key, value)

    @rule(key=KEYS)
    def taken(self, key: str) -> None:
        """A key is taken out, or is not there."""
        self.before.append((self.ours, self.theirs))
        if key in self.theirs:
            self.ours, self.theirs = self.ours.delete(key), self.theirs.delete(key)
        else:
            for each in (self.ours, self.theirs):
                with pytest.raises(KeyError):
                    each.delete(key)

    @invariant()
    def same(self) -> None:
        """Both hold the same, and so do those of before."""
        for ours, theirs in [*self.before, (self.ours, self.theirs)]:
            assert dict(ours) == dict(theirs) == dict(ours.items())
            assert sorted(ours) == sorted(theirs) == sorted(ours.keys())
            assert sorted(ours.values()) == sorted(theirs.values())
            assert (len(ours), bool(ours)) == (len(theirs), bool(theirs))
            assert [ours.get(key, -1) for key in ("PzA", "no")] == [
                theirs.get(key, -1) for key in ("PzA", "no")
            ]

    @invariant()
    def equal(self) -> None:
        """Equality and hashes go by what is in them, and an older map equals a newer alike."""
        for ours, theirs in self.before:
            assert (ours == self.ours) == (theirs == self.theirs)
            assert (ours != self.ours) == (theirs != self.theirs)
            if ours == self.ours:
                assert hash(ours) == hash(self.ours)
        assert self.ours != dict(self.ours)
        assert self.theirs != dict(self.theirs)


TestMaps = Maps.TestCase
