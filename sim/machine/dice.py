"""The one door for dice: every roll of every rule goes through ``Dice.roll``.

Behind the door stands a seed, people at a table, a test's script, or every outcome in turn.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from events.entry import MAX_GAME, Roll
from events.errors import BadInput
from events.moment import Moment
from events.terms import RollSource

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers import CipherContext

    from sim.machine.chacha20 import ChaCha20


# Dice from a seed: each die is a pure function of the seed and its address.
#
# A *word* is 8 bytes of the ChaCha20 keystream and gives four dice. Its key is the SHA-256 of the
# seed; its nonce the SHA-256 of moment, purpose and word number; its place in the keystream the
# number of the game. So the same word of many games lies side by side, and is made in bulk at the
# same cost.
#
# The four dice are the base-6 digits, highest first, of ``floor(u * 6**4 / 2**53)``, where ``u`` is
# the word's upper 53 bits; no outcome of four dice is off by more than 2**-42. The vectors in
# docs/dice.md freeze all of this for ever.


DICE_A_WORD: Final = 4
WORD_BYTES: Final = 8
BLOCK_BYTES: Final = 64

_FACES: Final = tuple(product(range(1, 7), repeat=DICE_A_WORD))
"""What four dice can show, by their base-6 digits, highest first."""

_BLOCK: Final = 64
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

    Dice 4*number to 4*number+3 of a purpose are in the word of a number.
    """

    def __init__(self, seed: str, moment: str, purpose: str, number: int, start: int) -> None:
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
        """The same into memory at hand."""
        self._cipher.update_into(zeros, words)


def words(seed: str, moment: str, purpose: str, number: int, start: int, count: int) -> bytes:
    """The words of ``count`` games, addressed as those of a ``Keystream``."""
    return Keystream(seed, moment, purpose, number, start).read(count)


def word(seed: str, moment: str, purpose: str, number: int, game: int) -> int:
    """One word, as a number below 2**64."""
    block, place = divmod(game, _BLOCK)
    begin = place * WORD_BYTES
    found = _block_of_words(seed, moment, purpose, number, block)[begin : begin + WORD_BYTES]
    return int.from_bytes(found, "little")


@lru_cache(maxsize=1024)
def _block_of_words(seed: str, moment: str, purpose: str, number: int, block: int) -> bytes:
    """The words of the games that are likely to ask next: those of the numbers beside it."""
    start = block * _BLOCK
    return words(seed, moment, purpose, number, start, min(_BLOCK, _GAMES - start))


def dice_of_word(value: int) -> tuple[int, ...]:
    """The four dice of a word."""
    return _FACES[((value >> 11) * len(_FACES)) >> 53]


T = TypeVar("T")

RANDOM_SELECTION: Final = "random selection"
"""So begins the purpose of a roll with a die for each of several; it ends with their names."""


class Dice(Protocol):
    """Whatever can roll dice."""

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        """Roll ``count`` dice for a purpose. Of a DR, the coloured die comes first."""


def are_laid(dice: Dice) -> bool:
    """Whether the next dice were rolled together with the order, by people or in a log.

    A roll that the rules put off is made at once if they were. Such dice are ``laid``.
    """
    return bool(getattr(dice, "laid", False))


class DiceLeft(BadInput):
    """Dice were entered that no roll asked for, or too few."""


class DiceDue(DiceLeft):
    """Too few dice were entered: ``count`` are due for a purpose, and ``left`` of them are there.

    ``rolls`` are those before it.
    """

    def __init__(self, what: str, purpose: str, count: int, left: int, rolls: Sequence[Roll]):
        super().__init__(what)
        self.purpose, self.count, self.left, self.rolls = purpose, count, left, tuple(rolls)


def dice_of_roll(purpose: str, count: int) -> tuple[str, ...]:
    """What the dice of a roll are called: of a DR, the coloured die comes first."""
    if purpose.startswith(RANDOM_SELECTION):
        return tuple(purpose.split()[-count:])
    return {1: ("dr",), 2: ("Coloured", "White")}.get(count, ("dr",) * count)


def are_dice(shown: Iterable[object]) -> bool:
    """Whether all of these can be what dice show: whole numbers from 1 to 6."""
    return all(type(die) is int and 1 <= die <= 6 for die in shown)


def next_counter(used: Mapping[str, int], rolls: Iterable[Roll], purpose: str) -> int:
    """The counter of the next die of a purpose at a moment.

    ``used`` says how many dice of each purpose the moment had seen before these rolls.
    """
    count = used.get(purpose, 0)
    for roll in rolls:
        if roll.purpose == purpose:
            count += len(roll.dice)
    return count


def counters_after(
    used: Mapping[str, int], rolls: Sequence[Roll], *, moment_over: bool
) -> Mapping[str, int]:
    """How many dice of each purpose were seen after some rolls; a new moment has seen none."""
    if moment_over:
        return {}
    if not rolls:
        return used
    return {**used, **{roll.purpose: roll.first + len(roll.dice) for roll in rolls}}


class SeededDice:
    """Dice of a seed at one moment of one game; ``rolls`` are what was rolled, in order."""

    def __init__(self, seed: str, game: int, moment: str | Moment, used: Mapping[str, int]) -> None:
        self._seed, self._game = seed, game
        self._moment: str | Moment = moment
        self._used = used
        self.rolls: list[Roll] = []

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        """The next ``count`` dice of a purpose at this moment."""
        first = next_counter(self._used, self.rolls, purpose)
        if not isinstance(self._moment, str):
            self._moment = str(self._moment)
        dice = seeded(self._seed, self._game, self._moment, purpose, first, count)
        self.rolls.append(Roll(purpose, first, dice, RollSource.SEED))
        return dice


def seeded(
    seed: str, game: int, moment: str, purpose: str, first: int, count: int
) -> tuple[int, ...]:
    """The dice at an address: the ``count`` from counter ``first`` on."""
    number, skip = divmod(first, DICE_A_WORD)
    dice = dice_of_word(word(seed, moment, purpose, number, game))
    while len(dice) < skip + count:
        number += 1
        dice += dice_of_word(word(seed, moment, purpose, number, game))
    return dice[skip : skip + count]


_MANY: Final = {1: "one die", 2: "two dice"}


class EnteredDice:
    """Dice that people rolled, or that a test scripts: given in advance, all to be used.

    ``rolls`` are those used, in order.
    """

    def __init__(
        self,
        dice: Iterable[int],
        used: Mapping[str, int] | None = None,
        source: RollSource = RollSource.TABLE,
    ) -> None:
        """Lay the dice ready, in the order in which the rules will ask for them.

        Raises:
            DiceLeft: when one of them is not a die.
        """
        self._dice = list(dice)
        for die in self._dice:
            if not are_dice((die,)):
                raise DiceLeft(f"{die!r} is not a die; expected 1 to 6")
        self._next = 0
        self._used = used or {}
        self._source = source
        self.rolls: list[Roll] = []

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        """The next ``count`` of the dice.

        Raises:
            DiceDue: when too few are left.
        """
        dice = tuple(self._dice[self._next : self._next + count])
        if (left := len(dice)) < count:
            raise DiceDue(self._too_few(purpose, count, left), purpose, count, left, self.rolls)
        self._next += count
        first = next_counter(self._used, self.rolls, purpose)
        self.rolls.append(Roll(purpose, first, dice, self._source))
        return dice

    def _too_few(self, purpose: str, count: int, left: int) -> str:
        """Which dice are due, after which, and that they all belong to one order."""
        are = "is" if count == 1 else "are"
        due = f"{purpose}: {_MANY.get(count) or f'{count} dice'} {are} due"
        if not self._dice:
            return f"{due}; enter {'it' if count == 1 else 'them'} after the order"
        shown = ", ".join(f"{r.purpose} {' '.join(map(str, r.dice))}" for r in self.rolls)
        after = f" after {shown}" if shown else ""
        only = f", and {left} of them {'is' if left == 1 else 'are'} entered" if left else ""
        return f"{due}{after}{only}; enter all dice of the order at once"

    @property
    def laid(self) -> bool:
        """Whether any of the dice are left."""
        return self._next < len(self._dice)

    def check_all_used(self) -> None:
        """Complain of dice that no roll asked for.

        Raises:
            DiceLeft: when there are any.
        """
        if left := self._dice[self._next :]:
            shown = " ".join(str(die) for die in left[:12]) + (" ..." if left[12:] else "")
            raise DiceLeft(f"no roll is due for these dice: {shown}")


@lru_cache(maxsize=64)
def _chance_of(count: int) -> Fraction:
    return Fraction(1, 6**count)


class _Branch:
    """Dice that follow a given path and then show ones, noting how far they went."""

    laid = True

    def __init__(self, path: list[int]) -> None:
        self.path = path
        self._next = 0

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:  # noqa: ARG002 - the same for all
        while len(self.path) < self._next + count:
            self.path.append(1)
        dice = tuple(self.path[self._next : self._next + count])
        self._next += count
        return dice


def outcomes(act: Callable[[Dice], T]) -> Iterator[tuple[Fraction, tuple[int, ...], T]]:
    """Every way in which the dice of an act can fall: its chance, the dice, and the result.

    The act is called once for each outcome, and must roll the same dice on the same results. The
    chances add up to exactly one.
    """
    path: list[int] = []
    while True:
        branch = _Branch(path)
        result = act(branch)
        yield _chance_of(len(branch.path)), tuple(branch.path), result
        path = branch.path
        while path and path[-1] == 6:
            path.pop()
        if not path:
            return
        path[-1] += 1
