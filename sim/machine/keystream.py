"""Dice from a seed: each die is a pure function of the seed and its address.

A *word* is 8 bytes of the ChaCha20 keystream and gives four dice. Its key is the SHA-256 of the
seed; its nonce the SHA-256 of moment, purpose and word number; its place in the keystream the
number of the game. So the same word of many games lies side by side, and is made in bulk at the
same cost.

The four dice are the base-6 digits, highest first, of ``floor(u * 6**4 / 2**53)``, where ``u`` is
the word's upper 53 bits; no outcome of four dice is off by more than 2**-42. The vectors in
tests/test_dice.py freeze all of this for ever.
"""

import hashlib
from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final

from events.entry import MAX_GAME

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers import CipherContext

    from sim.machine.chacha20 import ChaCha20

__all__ = [
    "DICE_A_WORD",
    "WORD_BYTES",
    "Keystream",
    "dice_of_word",
    "seed_key",
    "word",
    "words",
]

DICE_A_WORD: Final = 4
WORD_BYTES: Final = 8
BLOCK_BYTES: Final = 64

_FACES: Final = tuple(product(range(1, 7), repeat=DICE_A_WORD))
"""What four dice can show, by their base-6 digits, highest first."""

_SHELF: Final = 64
"""Games whose words are made together: starting a cipher costs more than their words do."""

_GAMES: Final = MAX_GAME + 1


@lru_cache(maxsize=64)
def seed_key(seed: str) -> bytes:
    """The cipher key of a seed."""
    return hashlib.sha256(b"khamsin dice 1\0" + seed.encode()).digest()


@lru_cache(maxsize=1)
def _cha_cha() -> Callable[[bytes, bytes], "CipherContext | ChaCha20"]:
    """What makes a keystream of a key and a nonce; imported where the seed rolls, not before."""
    try:
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms  # noqa: PLC0415
    except ImportError:  # as in a browser
        from sim.machine.chacha20 import ChaCha20  # noqa: PLC0415

        return ChaCha20

    return lambda key, nonce: Cipher(algorithms.ChaCha20(key, nonce), mode=None).encryptor()


class Keystream:
    """The words of one address in game after game, 8 bytes each, little-endian.

    Args:
        seed: any text.
        moment: such as ``3.2/RPh``.
        purpose: what is rolled for.
        number: which word of that purpose; dice 4*number to 4*number+3 are in it.
        start: the first game.
    """

    def __init__(self, seed: str, moment: str, purpose: str, number: int, start: int) -> None:
        """Stand before the word of the first game."""
        address = f"{moment}|{number}|{purpose}".encode()
        nonce = hashlib.sha256(address).digest()[:12]
        block, skip = divmod(start * WORD_BYTES, BLOCK_BYTES)
        self._cipher: CipherContext | ChaCha20 = _cha_cha()(
            seed_key(seed), block.to_bytes(4, "little") + nonce
        )
        self._cipher.update(bytes(skip))

    def read(self, count: int) -> bytes:
        """The words of the next ``count`` games."""
        return self._cipher.update(bytes(count * WORD_BYTES))

    def read_into(self, zeros: bytes | memoryview, words: bytearray | memoryview) -> None:
        """The same into memory at hand.

        Args:
            zeros: as many zero bytes as the words take.
            words: where they go.
        """
        self._cipher.update_into(zeros, words)


def words(seed: str, moment: str, purpose: str, number: int, start: int, count: int) -> bytes:
    """The words of ``count`` games, addressed as those of a ``Keystream``."""
    return Keystream(seed, moment, purpose, number, start).read(count)


def word(seed: str, moment: str, purpose: str, number: int, game: int) -> int:
    """One word, as a number below 2**64."""
    shelf, place = divmod(game, _SHELF)
    begin = place * WORD_BYTES
    found = _shelf(seed, moment, purpose, number, shelf)[begin : begin + WORD_BYTES]
    return int.from_bytes(found, "little")


@lru_cache(maxsize=1024)
def _shelf(seed: str, moment: str, purpose: str, number: int, shelf: int) -> bytes:
    """The words of the games that are likely to ask next: those of the numbers beside it."""
    start = shelf * _SHELF
    return words(seed, moment, purpose, number, start, min(_SHELF, _GAMES - start))


def dice_of_word(value: int) -> tuple[int, ...]:
    """The four dice of a word."""
    return _FACES[((value >> 11) * len(_FACES)) >> 53]
