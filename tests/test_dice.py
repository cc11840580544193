"""The one door for dice: frozen vectors, addresses, uniformity, scripts and enumeration."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.entry import MAX_GAME
from sim.machine.dice import (
    Dice,
    DiceLeft,
    EnteredDice,
    dice_of_word,
    outcomes,
    seeded,
    word,
    words,
)

VECTORS = [
    ("", 0, "setup", "weather", 0, (1, 1, 5, 1)),
    ("khamsin", 0, "1.1/RPh", "wind change", 0, (5, 6, 3, 4, 6, 2, 6, 6)),
    ("alamein", 123456, "3.2/RPh", "wind change", 0, (2, 3, 4, 1)),
    ("日本 🎲", MAX_GAME, "10.2/CCPh", "clearance E4", 2, (1, 4, 3, 2, 3, 5)),
]
"""Seed, game, moment, purpose, first counter, dice. Published: these never change."""


@pytest.mark.parametrize(("seed", "game", "moment", "purpose", "first", "dice"), VECTORS)
def test_published_vectors_are_frozen_for_ever(
    seed: str, game: int, moment: str, purpose: str, first: int, dice: tuple[int, ...]
) -> None:
    """A seed and an address give these dice, in every version of Khamsin."""
    assert seeded(seed, game, moment, purpose, first, len(dice)) == dice


def test_the_word_is_the_documented_keystream() -> None:
    """A word is made from SHA-256 and ChaCha20 just as docs/dice.md says, step by step."""
    import hashlib

    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms

    seed, game, moment, purpose, number = "alamein", 21, "3.2/RPh", "wind change", 5
    key = hashlib.sha256(b"khamsin dice 1\0" + seed.encode()).digest()
    nonce = hashlib.sha256(f"{moment}|{number}|{purpose}".encode()).digest()[:12]
    block = (game // 8).to_bytes(4, "little")
    stream = Cipher(algorithms.ChaCha20(key, block + nonce), None).encryptor().update(bytes(64))
    place = game % 8 * 8
    expected = int.from_bytes(stream[place : place + 8], "little")
    assert word(seed, moment, purpose, number, game) == expected


@given(st.text(max_size=20), st.integers(0, MAX_GAME), st.integers(0, 30), st.integers(1, 12))
def test_any_roll_can_be_checked_alone(seed: str, game: int, first: int, count: int) -> None:
    """The dice from a counter on are those of the whole sequence, wherever one begins."""
    whole = seeded(seed, game, "2.1/RPh", "wind change", 0, first + count)
    assert seeded(seed, game, "2.1/RPh", "wind change", first, count) == whole[first:]
    assert all(1 <= die <= 6 for die in whole)


def test_every_part_of_the_address_matters() -> None:
    """Another seed, game, moment or purpose gives other dice."""
    base = ("s", 0, "1.1/RPh", "wind change")
    variants = [base, ("t", *base[1:]), ("s", 1, *base[2:]), (*base[:2], "1.2/RPh", base[3])]
    variants.append((*base[:3], "gusts"))
    assert len({seeded(*variant, 0, 40) for variant in variants}) == len(variants)


def test_no_outcome_of_four_dice_is_off_by_more_than_two_to_the_minus_forty() -> None:
    """Each of the 1296 outcomes of a word has a share of the words within 2**-40 of 1/1296."""
    size, outcomes_count = 2**53, 6**4
    shares = []
    for index in range(outcomes_count):
        low = -(-index * size // outcomes_count)
        high = -(-(index + 1) * size // outcomes_count)
        shares.append(high - low)
        assert dice_of_word(low << 11) == dice_of_word(((high - 1) << 11) | 0x7FF)
    assert sum(shares) == size
    worst = max(abs(Fraction(share, size) - Fraction(1, outcomes_count)) for share in shares)
    assert worst < Fraction(1, 2**40)


@given(st.text(max_size=8), st.integers(0, 2**20), st.integers(1, 200))
def test_bulk_dice_are_the_same_dice(seed: str, start: int, count: int) -> None:
    """NumPy makes the words of many games at once, with the same outcomes as one at a time."""
    numpy, bulk = pytest.importorskip("numpy"), pytest.importorskip("sim.bulk.grid")
    raw = words(seed, "3.1/RPh", "wind change", 1, start, count)
    index = bulk.outcomes_of_words(numpy.frombuffer(raw, dtype="<u8"))
    assert len(index) == count
    for offset in {0, count // 2, count - 1}:
        value = int(index[offset])
        dice = tuple(value // 6**power % 6 + 1 for power in (3, 2, 1, 0))
        assert dice == seeded(seed, start + offset, "3.1/RPh", "wind change", 4, 4)


def test_entered_dice_must_all_be_used_and_suffice() -> None:
    """Too few dice, and dice left over, are both refused."""
    dice = EnteredDice((3, 4, 5))
    assert dice.roll("wind change", 2) == (3, 4)
    with pytest.raises(DiceLeft, match="no roll is due for these dice: 5"):
        dice.check_all_used()
    with pytest.raises(DiceLeft, match="clearance: two dice are due after wind change 3 4"):
        dice.roll("clearance", 2)
    assert dice.roll("wind change", 1) == (5,)
    dice.check_all_used()
    for many, shown in ((12, "1" + " 1" * 11), (13, "1" + " 1" * 11 + " ...")):
        with pytest.raises(DiceLeft, match=f"these dice: {shown}$"):
            EnteredDice((1,) * many).check_all_used()


def test_enumeration_gives_every_outcome_once_with_its_exact_chance() -> None:
    """A die that calls for another on a six has eleven outcomes whose chances add up to one."""

    def act(dice: Dice) -> int:
        (first,) = dice.roll("first", 1)
        return first if first < 6 else 6 + dice.roll("second", 1)[0]

    every = list(outcomes(act))
    assert [result for _, _, result in every] == [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12]
    assert [chance for chance, _, _ in every] == [Fraction(1, 6)] * 5 + [Fraction(1, 36)] * 6
    assert [dice for _, dice, _ in every][-1] == (6, 6)
