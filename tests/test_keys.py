"""Keys of those who sign: Ed25519 by two libraries with one verdict, C2SP keys, secret files."""

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import BadInput
from replays.trust.note import SignedNote
from replays.trust.person_key import KeyFile
from sim.trust import plain_ed25519, signing
from sim.trust.plain_ed25519 import PlainEd25519
from sim.trust.signing import LONGEST_NAME, SignatureType, VerifierKey, text_of
from tests.drawn import examples
from tests.signers import Khamsin, khamsin

__all__ = ["khamsin"]

PLAIN = PlainEd25519()
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
SECRETS = st.binary(min_size=32, max_size=32)
SOME = examples(25)

RFC_8032 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]
"""Vectors of section 7.1: secret, public key, message, signature."""


def _in_plain_python(public: bytes, message: bytes, signature: bytes) -> bool:
    """The verdict where the cryptography library cannot be loaded."""
    return signing.proper_key(public) and PLAIN.verifies(public, message, signature)


def _verdict(public: bytes, message: bytes, signature: bytes) -> bool:
    """The verdict of both, which is one."""
    theirs = signing.verifies(public, message, signature)
    assert theirs == _in_plain_python(public, message, signature)
    return theirs


# Ed25519 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", RFC_8032)
def test_both_libraries_sign_as_rfc_8032_does(vector: tuple[str, str, str, str]) -> None:
    """The vectors of the standard, by the cryptography library and in plain Python."""
    secret, public, message, signature = map(bytes.fromhex, vector)
    for each in (signing.public_key, PLAIN.public_key):
        assert each(secret) == public
    for sign in (signing.sign, PLAIN.sign):
        assert sign(secret, message) == signature
    assert _verdict(public, message, signature)


@SOME
@given(SECRETS, st.binary(max_size=100), st.data())
def test_both_libraries_agree_on_signatures_and_on_spoilt_ones(
    secret: bytes, message: bytes, data: st.DataObject
) -> None:
    """One key and signature by both; with any bit changed, one verdict."""
    public, signature = signing.public_key(secret), signing.sign(secret, message)
    assert (public, signature) == (PLAIN.public_key(secret), PLAIN.sign(secret, message))
    assert _verdict(public, message, signature)
    whole = bytearray(public + signature + message)
    bit = data.draw(st.integers(0, 8 * len(whole) - 1))
    whole[bit // 8] ^= 1 << bit % 8
    assert not _verdict(bytes(whole[:32]), bytes(whole[96:]), bytes(whole[32:96]))


@SOME
@given(SECRETS, SECRETS, SECRETS, st.binary(max_size=20))
def test_both_libraries_agree_on_noise(
    public: bytes, point: bytes, number: bytes, message: bytes
) -> None:
    """Random bytes as key and signature: one verdict, and it is no."""
    assert not _verdict(public, message, point + number)


def _little(number: int) -> bytes:
    return number.to_bytes(32, "little")


def _points_of_small_order() -> Iterator[plain_ed25519.Point]:
    """The eight points whose order divides 8, found by multiplying points by the group's order."""
    y = 2
    found: dict[bytes, plain_ed25519.Point] = {}
    while len(found) < 8:
        point = plain_ed25519._unpack(_little(y))
        y += 1
        if point is None:
            continue
        small = plain_ed25519._times(ORDER, point)
        for _ in range(8):
            found[plain_ed25519._pack(small)] = small
            small = plain_ed25519._add(small, plain_ed25519._times(ORDER, point))
    yield from found.values()


def test_a_key_of_small_order_signs_nothing() -> None:
    """Such a key has signatures that are true of any message; in no spelling is it a key."""
    points = [plain_ed25519._pack(point) for point in _points_of_small_order()]
    assert len(set(points)) == 8
    forged = _little(1) + bytes(32)  # what the key of order 1 signs: everything
    assert PLAIN.verifies(_little(1), b"anything", forged)
    for public in points:
        other_sign = bytes([*public[:31], public[31] ^ 0x80])
        for spelt in (public, other_sign):
            assert not signing.proper_key(spelt)
            assert not _verdict(spelt, b"anything", forged)
            assert not _verdict(spelt, b"anything", spelt + bytes(32))


@pytest.mark.parametrize("y", [*range(P, 2**255), 2**255 + P, 2**256 - 1])
def test_a_key_has_one_spelling(y: int) -> None:
    """What is not below the prime is another spelling of a small number, and no key."""
    assert not signing.proper_key(_little(y))
    assert not _verdict(_little(y), b"x", _little(1) + bytes(32))


def test_a_signature_has_one_spelling() -> None:
    """Its number is below the order of the group, and its point is written canonically."""
    secret, message = bytes(range(32)), b"khamsin"
    public, signature = signing.public_key(secret), signing.sign(secret, message)
    number = int.from_bytes(signature[32:], "little")
    for more in (ORDER, 2 * ORDER, 8 * ORDER, 15 * ORDER):
        assert not _verdict(public, message, signature[:32] + _little(number + more))
    for y in (P, P + 1, P + 2, 2**255 + 1, 2**255 + P - 1):
        assert not _verdict(public, message, _little(y) + signature[32:])
    for wrong in (signature[:63], signature + b"\0", b"", bytes(64), b"\xff" * 64):
        assert not _verdict(public, message, wrong)
    for short in (b"", public[:31], public + b"\0"):
        assert not _verdict(short, message, signature)


def test_both_libraries_agree_on_keys_with_a_part_of_small_order() -> None:
    """Such a key verifies some messages and not others; which, both say alike."""
    secret = bytes(range(32))
    number, _ = plain_ed25519._expanded(secret)
    base = plain_ed25519._times(number, plain_ed25519._BASE)
    verdicts = set()
    for point in _points_of_small_order():
        public = plain_ed25519._pack(plain_ed25519._add(base, point))
        for count in range(12):
            message = bytes([count])
            nonce = 1 + count
            first = plain_ed25519._pack(plain_ed25519._times(nonce, plain_ed25519._BASE))
            challenge = plain_ed25519._number(first, public, message) % ORDER
            answer = _little((nonce + challenge * number) % ORDER)
            verdicts.add(_verdict(public, message, first + answer))
    assert verdicts == {True, False}


# Keys as C2SP writes them ---------------------------------------------------------------------

SPECIFIED = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
SPECIFIED_NOTE = (
    "This is an example message.\n\n\N{EM DASH} example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
"""The key and the note of the specification."""

OF_GO = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PAIR_OF_GO = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz\n"
"""The key pair in the documentation of Go's package for notes."""


def test_the_note_of_the_specification_is_true_and_another_is_not() -> None:
    """Key, short number and signature are those that others publish."""
    key = VerifierKey.parse(SPECIFIED)
    assert str(key) == SPECIFIED
    note = SignedNote.parse(SPECIFIED_NOTE.encode())
    assert str(note) == SPECIFIED_NOTE
    (signature,) = note.signatures
    assert signature.is_by(key)
    assert key.signed_at(note.text, signature.blob) == 0
    assert key.signed_at(note.text + "x", signature.blob) is None


def test_a_secret_key_of_gos_tools_is_read(tmp_path: Path) -> None:
    """Its public part is theirs; with the type of cosignatures, its short number is another."""
    path = tmp_path / "key"
    path.write_text(PAIR_OF_GO)
    path.chmod(0o600)
    theirs, ours = VerifierKey.parse(OF_GO), KeyFile.read(path).public
    assert (ours.name, ours.public) == (theirs.name, theirs.public)
    assert ours.kind is SignatureType.COSIGNATURE
    assert ours.number != theirs.number


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("rommel", "is not a key"),
        (SPECIFIED.replace("530d903a", "530d903b"), "says hash"),
        (SPECIFIED.replace("530d903a", "530D903A"), "says hash"),
        (SPECIFIED.replace("foo", "fo0"), "says hash"),
        (SPECIFIED + "=", "is not base64"),
        (SPECIFIED[:-4], "has 30 bytes"),
        (SPECIFIED.replace("+Ae", "+/e"), "signs in way"),
        ("a b" + SPECIFIED.removeprefix("example.com/foo"), "has a space"),
        ("a\u00a0b" + SPECIFIED.removeprefix("example.com/foo"), "has a space"),
        ("x" * (LONGEST_NAME + 1) + SPECIFIED.removeprefix("example.com/foo"), "is the most"),
        (SPECIFIED.removeprefix("example.com/foo"), "a key has a name"),
    ],
)
def test_what_is_no_key_is_told_so(text: str, why: str) -> None:
    """Each with what is wrong with it."""
    with pytest.raises(BadInput, match=why):
        VerifierKey.parse(text)


def test_a_key_that_anybody_can_sign_for_is_told_so() -> None:
    """A key of small order, written as any other."""
    key = VerifierKey("nobody", SignatureType.COSIGNATURE, _little(1))
    text = f"{key.short}+{text_of(bytes([key.kind]) + key.public)}"
    with pytest.raises(BadInput, match="anybody can sign for"):
        VerifierKey.parse(text)


# Secret files ---------------------------------------------------------------------------------


def test_a_key_is_its_owners_alone_and_is_never_overwritten(khamsin: Khamsin) -> None:
    """The file has mode 600; a second key does not take its place, nor that of a link."""
    public = khamsin("key", "new", "rommel", "-o", "rommel.key").out.strip()
    secret = Path("rommel.key").read_text(encoding="utf-8")
    assert stat.S_IMODE(Path("rommel.key").stat().st_mode) == 0o600
    assert khamsin("key", "show", "rommel.key").out.strip() == public
    assert secret.strip().split("+")[-1] not in public
    Path("link.key").symlink_to("elsewhere.key")
    for name in ("rommel.key", "link.key"):
        assert "exists already" in khamsin("key", "new", "monty", "-o", name, code=2).err
    assert Path("rommel.key").read_text(encoding="utf-8") == secret
    assert not Path("elsewhere.key").exists()
    assert sorted([path.name for path in Path().iterdir()]) == ["link.key", "rommel.key"]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644])
def test_a_key_that_others_can_read_is_refused(khamsin: Khamsin, mode: int) -> None:
    """It may be known already; the sentence says what to do."""
    khamsin("key", "new", "rommel", "-o", "rommel.key")
    Path("rommel.key").chmod(mode)
    told = khamsin("key", "show", "rommel.key", code=2).err
    assert f"mode {mode:o}" in told
    assert "chmod 600" in told


@pytest.mark.parametrize("name", ["", "two words", "a+b", "a\nb", "\x1b[31m", "x" * 101])
def test_a_name_of_a_key_is_one_word(khamsin: Khamsin, name: str) -> None:
    """Others are refused, and nothing is written."""
    khamsin("key", "new", name, "-o", "a.key", code=2)
    assert [path.name for path in Path().iterdir()] == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rommel",
        "PRIVATE+KEY+",
        "PRIVATE+KEY+a+b+c",
        PAIR_OF_GO.replace("c74f20a3", "c74f20a4"),
        PAIR_OF_GO.replace("Peter", "Petra"),
        PAIR_OF_GO + PAIR_OF_GO,
        PAIR_OF_GO[:-6] + "\n",
    ],
)
def test_what_is_no_secret_key_is_told_so(khamsin: Khamsin, text: str) -> None:
    """One sentence that names the file, and never what may be a secret in it."""
    path = Path("some.key")
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)
    told = khamsin("key", "show", "some.key", code=2).err
    assert told.startswith("khamsin: some.key: ")
    assert told.count("\n") == 1
    assert "AYEKFALVFGyNhPJEMzD1QIDr" not in told
