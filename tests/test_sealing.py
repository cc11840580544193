"""Sealed dice: terms, links, keys and signatures, held against facts from elsewhere."""

import base64
import json
import re
from hashlib import sha256
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.chain import header_line
from events.commands import Opened
from events.entry import Header, Sealing
from events.errors import BadInput
from events.terms import DiceFrom, SealedWay
from replays.game.open_log import new_header
from replays.game.scenario_file import load_scenario
from replays.trust.note import note_of, read_note
from sim.machine.dice import seeded
from sim.trust import signing
from sim.trust.sealing import (
    checkpoint_text,
    has_signed,
    links_of,
    sealing_faults,
    stretch_key,
    terms_of,
    tip_of,
)
from tests import cases
from tests.drawn import examples

TRUST = Path(__file__).parent.parent / "docs" / "trust.md"
SECRETS = st.binary(min_size=32, max_size=32)


def _header() -> Header:
    bare = new_header(load_scenario("bir-el-qaha"), "")
    one, two = (signing.public_key(bytes([number]) * 32).hex() for number in (4, 5))
    sealing = Sealing(SealedWay.ALONE, "11" * 32, ("22" * 32, "33" * 32), (one, two))
    made = attrs.evolve(bare, engine="0.0.1", dice=DiceFrom.SEED, sealed=sealing)
    return attrs.evolve(made, seed=terms_of(made))


def _vectors() -> dict[str, str]:
    text = TRUST.read_text(encoding="utf-8")
    return dict(re.findall(r"^\| (\w[\w ]*) \| `([^`]+)` \|$", text, re.MULTILINE))


@cases("way", "", "together ")
def test_the_vectors_of_the_document(way: str) -> None:
    """docs/trust.md publishes a chain, a key and its dice for each way; they never change."""
    vectors = {key.removeprefix(way): value for key, value in _vectors().items()}
    terms, last = vectors["terms"], bytes.fromhex(vectors["last link of side 1"])
    first = links_of(terms, 0, last, 3)
    second = links_of(terms, 1, bytes.fromhex(vectors["last link of side 2"]), 3)
    assert (first[0], second[0]) == (vectors["tip of side 1"], vectors["tip of side 2"])
    assert (first[2], second[2]) == (vectors["link 2 of side 1"], vectors["link 2 of side 2"])
    opened = Opened(2, (first[2], second[2]), vectors["head"], "")
    key = stretch_key(terms, opened)
    assert key is not None
    assert key == vectors["seed of stretch 2"]
    dice = seeded(key, 0, "1.2/RPh", "wind change", 0, 4)
    assert " ".join(map(str, dice)) == vectors["first dice of wind change at moment"]


def test_terms_and_signature_of_the_document() -> None:
    """The text of terms has the published hash, and a checkpoint the published signature."""
    vectors = _vectors()
    text = re.search(r"^\{.*\}$", TRUST.read_text(encoding="utf-8"), re.MULTILINE)
    assert text is not None
    terms, head = vectors["together terms"], vectors["together head"]
    assert sha256(b"khamsin terms 1\0" + text[0].encode()).hexdigest() == terms
    secret = bytes(range(32))
    assert signing.public_key(secret).hex() == vectors["key whose secret is the bytes 0 to 31"]
    signature = signing.sign(secret, checkpoint_text(terms, 7, head).encode())
    said = vectors["its signature of 7 entries and together head"]
    assert base64.b64encode(signature).decode() == said
    link = (2, vectors["together link 2 of side 2"])
    signature = signing.sign(secret, checkpoint_text(terms, 7, head, link).encode())
    said = vectors["its signature of the same with together link 2 of side 2"]
    assert base64.b64encode(signature).decode() == said


def test_terms_are_hashed_as_the_document_says() -> None:
    """The JSON of a real header, written by the standard library, has the hash of its terms."""
    for way in SealedWay:
        bare = _header()
        assert bare.sealed is not None
        made = attrs.evolve(bare, sealed=attrs.evolve(bare.sealed, way=way))
        value = json.loads(header_line(made)[0])

        def canonical(part: object) -> bytes:
            whole = json.dumps(part, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            return whole.encode()

        terms = {
            "engine": value["engine"],
            "nonce": value["sealed"]["nonce"],
            "rulings": value["rulings"],
            "scenario": sha256(canonical(value["scenario"])).hexdigest(),
            "sides": list(made.scenario.order_of_sides),
            "way": way.value,
        }
        expected = sha256(b"khamsin terms 1\0" + canonical(terms)).hexdigest()
        assert terms_of(made) == expected


@examples(25)
@given(SECRETS, SECRETS, st.integers(1, 40), st.sampled_from([0, 1]), st.data())
def test_a_link_belongs_to_one_tip(
    terms: bytes, last: bytes, count: int, side: int, data: st.DataObject
) -> None:
    """A link leads to its tip under its own terms, side and number, and under no others."""
    chain = links_of(terms.hex(), side, last, count)
    number = data.draw(st.integers(1, count))
    assert tip_of(terms.hex(), side, number, chain[number]) == chain[0]
    other = sha256(terms).hexdigest()
    assert tip_of(other, side, number, chain[number]) != chain[0]
    assert tip_of(terms.hex(), 1 - side, number, chain[number]) != chain[0]
    assert tip_of(terms.hex(), side, number + 1, chain[number]) != chain[0]


@examples(25)
@given(SECRETS, st.lists(SECRETS, min_size=3, max_size=3, unique=True), SECRETS)
def test_a_key_depends_on_all(terms: bytes, parts: list[bytes], other: bytes) -> None:
    """Another link of either side, head, stretch or terms gives another key: no side chooses it."""
    one, two, head = (part.hex() for part in parts)
    opened = Opened(1, (one, two), head, "")
    keys = [
        stretch_key(terms.hex(), each)
        for each in (
            opened,
            attrs.evolve(opened, stretch=2),
            attrs.evolve(opened, links=(two, one)),
            attrs.evolve(opened, links=(one, sha256(other).hexdigest())),
            attrs.evolve(opened, links=(sha256(other).hexdigest(), two)),
            attrs.evolve(opened, head=sha256(other).hexdigest()),
        )
    ]
    keys.append(stretch_key(sha256(terms).hexdigest(), opened))
    assert len(set(keys)) == len(keys)
    assert stretch_key(terms.hex(), attrs.evolve(opened, signature="x")) == keys[0]


def test_what_is_no_hash_gives_no_key() -> None:
    """A forged entry has no dice, and breaks nothing."""
    good = Opened(1, ("a" * 64, "b" * 64), "c" * 64, "")
    assert stretch_key("d" * 64, good) is not None
    for bad in (
        attrs.evolve(good, links=("x", "b" * 64)),
        attrs.evolve(good, head="é" * 64),
        attrs.evolve(good, stretch=-1),
        attrs.evolve(good, stretch=10**30),
    ):
        assert stretch_key("d" * 64, bad) is None
    assert stretch_key("", good) is None


def test_terms_bind_scenario_rulings_engine_and_nonce() -> None:
    """Another of any of them is other terms, and the header says so; tips and keys are free."""
    header = _header()
    assert list(sealing_faults(header)) == []
    assert header.sealed is not None
    scenario = header.scenario
    ruling, key = next((each, key) for key, each in header.rulings.items())
    rulings = {**header.rulings, key: attrs.evolve(ruling, version=99)}
    for other in (
        attrs.evolve(header, engine="0.0.2"),
        attrs.evolve(header, scenario=attrs.evolve(scenario, turns=scenario.turns + 1)),
        attrs.evolve(header, scenario=attrs.evolve(scenario, first=scenario.order_of_sides[1])),
        attrs.evolve(header, rulings=rulings),
        attrs.evolve(header, sealed=attrs.evolve(header.sealed, nonce="12" * 32)),
    ):
        assert terms_of(other) != header.seed
        assert [said for said, _ in sealing_faults(other)] != []
    free = attrs.evolve(header.sealed, tips=("66" * 32, "77" * 32))
    assert terms_of(attrs.evolve(header, sealed=free)) == header.seed


def test_a_header_with_one_commitment_for_both_is_found() -> None:
    """Who copies the tip or the key of the other has committed to nothing."""
    header = _header()
    assert header.sealed is not None
    both = ("22" * 32, "22" * 32)
    for copied in (
        attrs.evolve(header.sealed, tips=both),
        attrs.evolve(header.sealed, keys=both),
    ):
        found = list(sealing_faults(attrs.evolve(header, sealed=copied)))
        assert len(found) == 1
        assert "for both sides" in found[0][0]
    loose = attrs.evolve(header, dice=DiceFrom.EITHER, game=3)
    assert len(list(sealing_faults(loose))) == 2


def test_a_checkpoint_is_a_signed_note() -> None:
    """Its form is that of C2SP: the text, an empty line, and a line with key and signature."""
    secret = bytes(range(32))
    key = signing.public_key(secret).hex()
    header = _header()
    assert header.sealed is not None
    header = attrs.evolve(
        header, sealed=attrs.evolve(header.sealed, keys=(header.sealed.keys[0], key))
    )
    terms, head = header.seed, "ab" * 32
    text = f"khamsin.log/{terms}\n7\n{'q6ur' * 10}q6s=\n"
    signature = signing.sign(secret, text.encode())
    note = note_of(terms, 1, key, 7, head, signature)
    assert note.startswith(f"{text}\n\N{EM DASH} khamsin.log/")
    assert note.endswith("\n")
    found = read_note(note, 1, key)
    assert (found.terms, found.entries, found.head) == (terms, 7, head)
    assert has_signed(header, 1, 7, head, found.signature)
    assert not has_signed(header, 0, 7, head, found.signature)
    assert not has_signed(header, 1, 8, head, found.signature)
    assert not has_signed(header, 1, 7, "ac" * 32, found.signature)
    numbered = note.replace("\n7\n", "\n07\n")
    for wrong in ("", note[:-2], numbered, f"{note}\n", "\n" * 5, note[::-1]):
        with pytest.raises(BadInput, match="not a checkpoint"):
            read_note(wrong, 1, key)
    with pytest.raises(BadInput, match="not a checkpoint"):
        read_note(note, 0, key)
