"""Ed25519 (RFC 8032): keys and signatures, by the cryptography library where it is.

Whoever reads a signature must come to the same verdict as everybody else. Libraries differ on keys
that no honest signer has: one of small order signs what it never saw, and one that is not written
canonically has two spellings. Such a key verifies nothing here, whoever does the arithmetic.
"""

from functools import lru_cache
from typing import Final, Protocol

__all__ = ["KEY_BYTES", "SIGNATURE_BYTES", "proper_key", "public_key", "sign", "verifies"]

KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64

_P: Final = 2**255 - 19
_D: Final = -121665 * pow(121666, -1, _P) % _P
_SIGN: Final = 1 << 255

_SMALL: Final = {
    0,
    1,
    _P - 1,
    int.from_bytes(
        bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"
    ),
    int.from_bytes(
        bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), "little"
    ),
}
"""The y of the eight points whose order divides 8."""


class _Arithmetic(Protocol):
    """What both libraries do."""

    def public_key(self, secret: bytes) -> bytes:
        """The public key of a secret."""

    def sign(self, secret: bytes, message: bytes) -> bytes:
        """A signature."""

    def verifies(self, public: bytes, message: bytes, signature: bytes) -> bool:
        """Whether a signature is true."""


class _OfTheLibrary:
    """The arithmetic of the cryptography library."""

    def public_key(self, secret: bytes) -> bytes:
        from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415

        return ed25519.Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()

    def sign(self, secret: bytes, message: bytes) -> bytes:
        from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415

        return ed25519.Ed25519PrivateKey.from_private_bytes(secret).sign(message)

    def verifies(self, public: bytes, message: bytes, signature: bytes) -> bool:
        from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
        from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415

        try:
            ed25519.Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


@lru_cache(maxsize=1)
def _arithmetic() -> _Arithmetic:
    """Who does the arithmetic; imported where something is signed or verified, not before."""
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: F401, PLC0415
    except ImportError:  # as in a browser
        from sim.machine.plain_ed25519 import PlainEd25519  # noqa: PLC0415

        return PlainEd25519()
    return _OfTheLibrary()


def proper_key(public: bytes) -> bool:
    """Whether 32 bytes are written as a key is, and name a point, and none of small order."""
    if len(public) != KEY_BYTES:
        return False
    y = int.from_bytes(public, "little") & (_SIGN - 1)
    return y < _P and y not in _SMALL and _on_the_curve(y)


@lru_cache(maxsize=256)
def _on_the_curve(y: int) -> bool:
    """Whether some point has this y: whether there is an x whose square is (y² - 1) / (dy² + 1)."""
    return pow((y * y - 1) * (_D * y * y + 1), (_P - 1) // 2, _P) == 1


def public_key(secret: bytes) -> bytes:
    """The public key of a secret of 32 bytes."""
    return _arithmetic().public_key(secret)


def sign(secret: bytes, message: bytes) -> bytes:
    """The signature of a message, 64 bytes; always the same for the same message."""
    return _arithmetic().sign(secret, message)


def verifies(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature of a message is that of a public key."""
    if not proper_key(public) or len(signature) != SIGNATURE_BYTES:
        return False
    return _arithmetic().verifies(public, message, signature)
