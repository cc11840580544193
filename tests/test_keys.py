"""Keys of those who sign: Ed25519 with one verdict for all, C2SP keys, secret files."""

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import BadInput
from replays.trust.note import SignedNote
from replays.trust.person_key import KeyFile
from sim.trust import signing
from sim.trust.signing import LONGEST_NAME, SignatureType, VerifierKey
from tests import cases
from tests.drawn import examples
from tests.signers import Khamsin, khamsin

__all__ = ["khamsin"]

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
SECRETS = st.binary(min_size=32, max_size=32)

SMALL_Y = [
    *(0, 1, P - 1),
    0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
    0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7,
]
"""The y of the eight points whose order divides 8."""


def _little(number: int) -> bytes:
    return number.to_bytes(32, "little")


# Ed25519 --------------------------------------------------------------------------------------


@examples(25)
@given(SECRETS, st.binary(max_size=100), st.data())
def test_a_signature_with_a_changed_bit_is_not_true(
    secret: bytes, message: bytes, data: st.DataObject
) -> None:
    """Whether the bit is one of the key, the signature or the message."""
    public, signature = signing.public_key(secret), signing.sign(secret, message)
    assert signing.verifies(public, message, signature)
    whole = bytearray(public + signature + message)
    bit = data.draw(st.integers(0, 8 * len(whole) - 1))
    whole[bit // 8] ^= 1 << bit % 8
    assert not signing.verifies(bytes(whole[:32]), bytes(whole[96:]), bytes(whole[32:96]))


@pytest.mark.parametrize("y", SMALL_Y)
def test_a_key_of_small_order_signs_nothing(y: int) -> None:
    """Such a key has signatures that are true of any message; with neither sign is it a key."""
    for public in (_little(y), _little(y | 1 << 255)):
        assert not signing.proper_key(public)
        for point in (_little(1), public):
            assert not signing.verifies(public, b"anything", point + bytes(32))


@cases("y", *range(P, 2**255), 2**255 + P, 2**256 - 1)
def test_a_key_has_one_spelling(y: int) -> None:
    """What is not below the prime is another spelling of a small number, and no key."""
    assert not signing.proper_key(_little(y))
    assert not signing.verifies(_little(y), b"x", _little(1) + bytes(32))


def test_a_key_names_a_point() -> None:
    """About half of all numbers are the y of a point; the first that are not verify nothing."""
    proper = [y for y in range(2, 12) if signing.proper_key(_little(y))]
    assert proper == [3, 4, 5, 6, 9, 10]


def test_a_signature_has_one_spelling() -> None:
    """Its number is below the order of the group, and its point is written canonically."""
    secret, message = bytes(range(32)), b"khamsin"
    public, signature = signing.public_key(secret), signing.sign(secret, message)
    number = int.from_bytes(signature[32:], "little")
    for more in (ORDER, 2 * ORDER, 8 * ORDER, 15 * ORDER):
        assert not signing.verifies(public, message, signature[:32] + _little(number + more))
    for y in (P, P + 1, P + 2, 2**255 + 1, 2**255 + P - 1):
        assert not signing.verifies(public, message, _little(y) + signature[32:])
    for wrong in (signature[:63], signature + b"\0", b"", bytes(64), b"\xff" * 64):
        assert not signing.verifies(public, message, wrong)
    for short in (b"", public[:31], public + b"\0"):
        assert not signing.verifies(short, message, signature)


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


@cases(
    "text, why",
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
)
def test_what_is_no_key_is_told_so(text: str, why: str) -> None:
    """Each with what is wrong with it."""
    with pytest.raises(BadInput, match=why):
        VerifierKey.parse(text)


def test_a_key_that_anybody_can_sign_for_is_told_so() -> None:
    """A key of small order, written as any other."""
    key = VerifierKey("nobody", SignatureType.COSIGNATURE, _little(1))
    with pytest.raises(BadInput, match="anybody can sign for"):
        VerifierKey.parse(str(key))


# Secret files ---------------------------------------------------------------------------------


def test_a_key_is_its_owners_alone_and_is_never_overwritten(khamsin: Khamsin) -> None:
    """The file has mode 600; a second key does not take its place, nor that of a link."""
    public = khamsin("key", "new", "rommel", "-o", "rommel.key").out.strip()
    secret = Path("rommel.key").read_text(encoding="utf-8")
    assert stat.S_IMODE(Path("rommel.key").stat().st_mode) == 0o600
    assert khamsin("key", "show", "rommel.key").out.strip() == public
    assert secret.strip().split("+", 4)[4] not in public
    Path("link.key").symlink_to("elsewhere.key")
    for name in ("rommel.key", "link.key"):
        assert "exists already" in khamsin("key", "new", "monty", "-o", name, code=2).err
    assert Path("rommel.key").read_text(encoding="utf-8") == secret
    assert not Path("elsewhere.key").exists()
    assert sorted([path.name for path in Path().iterdir()]) == ["link.key", "rommel.key"]


@cases("mode", 0o640, 0o604, 0o660, 0o644)
def test_a_key_that_others_can_read_is_refused(khamsin: Khamsin, mode: int) -> None:
    """It may be known already; the sentence says what to do."""
    khamsin("key", "new", "rommel", "-o", "rommel.key")
    Path("rommel.key").chmod(mode)
    told = khamsin("key", "show", "rommel.key", code=2).err
    assert f"mode {mode:o}" in told
    assert "chmod 600" in told


@cases("name", "", "two words", "a+b", "a\nb", "\x1b[31m", "x" * 101)
def test_a_name_of_a_key_is_one_word(khamsin: Khamsin, name: str) -> None:
    """Others are refused, and nothing is written."""
    khamsin("key", "new", name, "-o", "a.key", code=2)
    assert [path.name for path in Path().iterdir()] == []


@cases(
    "text",
    "",
    "rommel",
    "PRIVATE+KEY+",
    "PRIVATE+KEY+a+b+c",
    PAIR_OF_GO.replace("c74f20a3", "c74f20a4"),
    PAIR_OF_GO.replace("Peter", "Petra"),
    PAIR_OF_GO + PAIR_OF_GO,
    PAIR_OF_GO[:-6] + "\n",
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
