"""Ed25519 (RFC 8032) in plain Python, for where the cryptography library cannot be loaded.

It signs a few lines of text on the signer's own machine. Nothing here guards against those who
measure how long that takes; who signs for strangers at their bidding uses another library.
"""

import hashlib
from typing import Final, TypeAlias

_KEY_BYTES: Final = 32
_SIGNATURE_BYTES: Final = 64

_P: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_ROOT: Final = pow(2, (_P - 1) // 4, _P)
"""A square root of -1."""

Point: TypeAlias = tuple[int, int, int, int]
"""A point of the curve: x and y over z, and their product t."""

_ZERO: Final[Point] = (0, 1, 1, 0)


def _add(one: Point, two: Point) -> Point:
    a = (one[1] - one[0]) * (two[1] - two[0]) % _P
    b = (one[1] + one[0]) * (two[1] + two[0]) % _P
    c = 2 * one[3] * two[3] * _D % _P
    d = 2 * one[2] * two[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(count: int, point: Point) -> Point:
    total = _ZERO
    while count:
        if count & 1:
            total = _add(total, point)
        point, count = _add(point, point), count >> 1
    return total


def _same(one: Point, two: Point) -> bool:
    across = (one[0] * two[2] - two[0] * one[2]) % _P
    up = (one[1] * two[2] - two[1] * one[2]) % _P
    return across == 0 and up == 0


def _pack(point: Point) -> bytes:
    over = pow(point[2], -1, _P)
    x, y = point[0] * over % _P, point[1] * over % _P
    return (y | (x & 1) << 255).to_bytes(_KEY_BYTES, "little")


def _unpack(raw: bytes) -> Point | None:
    """The point that 32 bytes name; None if there is none, or not in these bytes."""
    value = int.from_bytes(raw, "little")
    sign, y = value >> 255, value & (1 << 255) - 1
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    x = _P - x if x & 1 != sign else x
    return x, y, 1, x * y % _P


_BASE_Y: Final = 4 * pow(5, -1, _P) % _P
_FOUND: Final = _unpack(_BASE_Y.to_bytes(_KEY_BYTES, "little"))
_BASE: Final[Point] = _FOUND or _ZERO


def _number(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def _expanded(secret: bytes) -> tuple[int, bytes]:
    """The number and the prefix that a secret stands for."""
    whole = hashlib.sha512(secret).digest()
    number = int.from_bytes(whole[:32], "little") & (1 << 254) - 8 | 1 << 254
    return number, whole[32:]


class PlainEd25519:
    """Keys and signatures, in plain Python."""

    def public_key(self, secret: bytes) -> bytes:
        """The public key of a secret of 32 bytes."""
        return _pack(_times(_expanded(secret)[0], _BASE))

    def sign(self, secret: bytes, message: bytes) -> bytes:
        """The signature of a message, 64 bytes; always the same for the same message."""
        number, prefix = _expanded(secret)
        public = _pack(_times(number, _BASE))
        nonce = _number(prefix, message) % _ORDER
        point = _pack(_times(nonce, _BASE))
        answer = (nonce + _number(point, public, message) * number) % _ORDER
        return point + answer.to_bytes(32, "little")

    def verifies(self, public: bytes, message: bytes, signature: bytes) -> bool:
        """Whether a signature of a message is that of a public key."""
        if len(public) != _KEY_BYTES or len(signature) != _SIGNATURE_BYTES:
            return False
        key, point = _unpack(public), _unpack(signature[:32])
        answer = int.from_bytes(signature[32:], "little")
        if key is None or point is None or answer >= _ORDER:
            return False
        challenge = _number(signature[:32], public, message) % _ORDER
        return _same(_times(answer, _BASE), _add(point, _times(challenge, key)))
