"""ChaCha20 (RFC 8439) in plain Python, for where the cryptography library cannot be loaded.

The keystream of dice alone uses it, a few blocks at a time. It keeps no secret, so nothing here
guards against those who measure time.
"""

import struct
from typing import Final

BLOCK_BYTES: Final = 64
_WORDS: Final = struct.Struct("<16I")
_CONSTANTS: Final = b"expand 32-byte k"
_ALL: Final = 0xFFFFFFFF
_DOUBLE_ROUNDS: Final = 10

_QUARTERS: Final = (
    *((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)),
    *((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)),
)
"""Columns, then diagonals."""


class ChaCha20:
    """The keystream of a key, laid over bytes.

    Args:
        key: 32 bytes.
        nonce: 16 bytes: the number of the first block, little-endian in 4 bytes, then the nonce of
            RFC 8439 in 12.
    """

    def __init__(self, key: bytes, nonce: bytes) -> None:
        self._state = list(_WORDS.unpack(_CONSTANTS + key + nonce))
        self._left = b""

    def update(self, data: bytes | memoryview) -> bytes:
        """As many bytes of the keystream as the data has, laid over it with exclusive or.

        Raises:
            ValueError: when the numbers of blocks are at an end.
        """
        count = len(data)
        blocks = [self._left]
        blocks.extend(self._block() for _ in range(len(self._left), count, BLOCK_BYTES))
        stream = b"".join(blocks)
        self._left = stream[count:]
        over = int.from_bytes(stream[:count], "little") ^ int.from_bytes(data, "little")
        return over.to_bytes(count, "little")

    def update_into(self, data: bytes | memoryview, words: bytearray | memoryview) -> int:
        """The same into memory at hand; returns how many bytes."""
        words[: len(data)] = self.update(data)
        return len(data)

    def _block(self) -> bytes:
        if self._state[12] > _ALL:
            raise ValueError("the number of a block takes 4 bytes, and there are no more")
        x = self._state.copy()
        for _ in range(_DOUBLE_ROUNDS):
            for a, b, c, d in _QUARTERS:
                xa, xb, xc, xd = x[a], x[b], x[c], x[d]
                xa = (xa + xb) & _ALL
                xd ^= xa
                xd = (xd << 16 | xd >> 16) & _ALL
                xc = (xc + xd) & _ALL
                xb ^= xc
                xb = (xb << 12 | xb >> 20) & _ALL
                xa = (xa + xb) & _ALL
                xd ^= xa
                xd = (xd << 8 | xd >> 24) & _ALL
                xc = (xc + xd) & _ALL
                xb ^= xc
                x[a], x[b], x[c], x[d] = xa, (xb << 7 | xb >> 25) & _ALL, xc, xd
        made = _WORDS.pack(*[(new + old) & _ALL for new, old in zip(x, self._state, strict=True)])
        self._state[12] += 1
        return made
