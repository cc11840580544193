"""Whose acknowledgements count, where the user names the keys: audit, report, page and library."""

import json
import re
from html import unescape
from pathlib import Path

import attrs
import pytest

from replays.trust.person_key import KeyFile
from sim.trust.signing import VerifierKey
from tests import cases
from tests.signers import Signers, khamsin, lines_of, signers
from tests.test_verify import not_true

__all__ = ["khamsin", "signers"]

ORDERS = ("wc", "phase", "note 'one'", "phase", "note 'two'")


@pytest.fixture
def signed(signers: Signers) -> Signers:
    """A game that Rommel and Monty acknowledged, and then a stranger."""
    signers.game("game.jsonl", "x", *ORDERS)
    for name in ("rommel", "monty", "stranger"):
        add(signers, name)
    return signers


def add(signers: Signers, name: str, key: str = "") -> None:
    """Sign the game as it is, and write that into it, whether the key is known or not."""
    note = f"{name}{len(lines_of('game.jsonl'))}.note"
    signers.make(name, "game.jsonl", note)
    words = ("checkpoint", "add", note, "game.jsonl", "--key", key or signers.keys[name])
    signers.khamsin(*words)


def short(signers: Signers, name: str) -> str:
    """What texts call a key."""
    return VerifierKey.parse(signers.keys[name]).short


def test_without_keys_an_audit_says_whose_word_it_takes(signed: Signers) -> None:
    """Each signature is told, and that the keys were read in the log itself."""
    said = signed.khamsin("audit", "game.jsonl").out
    assert said.count("acknowledged by ") == 3
    assert "stand in the log itself; name those that you know with --key" in said
    told = json.loads(signed.khamsin("audit", "game.jsonl", "--json").out)
    assert [each["known"] for each in told["acknowledged"]] == [None, None, None]
    assert told["missing"] == []


def test_only_keys_that_were_named_count(signed: Signers) -> None:
    """A file of keys; whose key is not in it is told of, and who is in it and did not sign."""
    said = signed.khamsin("audit", "game.jsonl", "--key", "keys").out
    for name in ("rommel", "monty"):
        assert f"\nacknowledged by {short(signed, name)}: " in f"\n{said}"
    assert f"no key that was named, so it does not count: {short(signed, 'stranger')}" in said
    assert f"not acknowledged by {short(signed, 'witness')}" in said
    assert "stand in the log itself" not in said
    told = json.loads(signed.khamsin("audit", "game.jsonl", "--key", "keys", "--json").out)
    assert [each["known"] for each in told["acknowledged"]] == [True, True, False]
    assert told["missing"] == [short(signed, "witness")]


def test_a_log_that_no_known_key_signed_is_a_finding(signed: Signers) -> None:
    """Who names keys asks whether they signed; the sentence names them."""
    said = signed.khamsin("audit", "game.jsonl", "--key", signed.keys["witness"], code=1).out
    assert "log.signed" in said
    assert "no acknowledgement by a key that was named" in said
    assert f"one by {short(signed, 'witness')}" in said
    assert "1 finding" in said


def test_a_key_that_took_a_name_is_a_finding(signed: Signers) -> None:
    """It is called as one that was named, or looks so, and is another."""
    names = ("rommel", "Rommel", "r\u043emmel", "rommeI", "Romme1", "rornmel", "romm\u00e9l")
    for number, name in enumerate(names):  # the third in Cyrillic
        other = KeyFile.new(name, Path(f"false{number}.key"))
        signed.keys[f"false{number}"] = str(other.public)
        add(signed, f"false{number}")
    said = signed.khamsin("audit", "game.jsonl", "--key", "keys", code=1).out
    assert said.count(f"by {short(signed, 'rommel')}, the key of that name") == 7
    assert "7 findings" in said
    assert f"acknowledged by {short(signed, 'rommel')}: #1-" in said
    signed.khamsin("audit", "game.jsonl")


def test_a_key_of_two_names_is_a_finding(signed: Signers) -> None:
    """Who has an umpire's key made of his own signs for nobody else; named both, it is refused."""
    own = VerifierKey.parse(signed.keys["monty"])
    umpire = str(attrs.evolve(own, name="umpire"))
    Path("umpire.pub").write_text(umpire, encoding="utf-8")
    known = ("--key", "umpire.pub", "--key", signed.keys["rommel"])
    said = signed.khamsin("audit", "game.jsonl", *known, code=1).out
    assert re.search(r"by umpire\+\w+, which is the same key", said)
    said = signed.khamsin("dispute", "game.jsonl", *known, code=1).out
    assert re.search(r"monty\+\w+ and umpire\+\w+ are one key under two names", said)
    assert "are one key under two names" in not_true("game.jsonl", "--key", "umpire.pub")
    both = ("--key", "umpire.pub", "--key", "keys")
    assert "under two names" in signed.khamsin("audit", "game.jsonl", *both, code=2).err


def test_a_report_and_a_page_name_keys_too(signed: Signers) -> None:
    """What does not count is told there as well; the report's command has the keys in it."""
    page = signed.khamsin("report", "game.jsonl", "--key", "keys").out
    words = " ".join(page.split())
    assert f"does not count: {short(signed, 'stranger')}" in words
    assert f"--key {signed.keys['rommel']}" in words
    stranger = signed.keys["witness"]
    page = signed.khamsin("report", "game.jsonl", "--key", stranger, code=1).out
    assert "no acknowledgement by a key that was named" in " ".join(page.split())
    said = signed.khamsin("view", "game.jsonl", "-o", "a.html", "--key", stranger).out
    assert "audit: 1 finding" in said
    signed.khamsin("view", "game.jsonl", "-o", "b.html", "--key", "keys")
    html = Path("b.html").read_text(encoding="utf-8")
    assert f"not acknowledged by {short(signed, 'witness')}" in unescape(html)


def test_a_library_is_audited_by_keys(signed: Signers) -> None:
    """Of each game it says whose signatures count, as `khamsin audit` does."""
    signed.game("other.jsonl", "y", *ORDERS)
    library = ("--library", "club.db")
    signed.khamsin(*library, "library", "add", "game.jsonl", "other.jsonl")
    assert "2 games audited: clean" in signed.khamsin(*library, "library", "audit").out
    keys = (*library, "library", "audit", "--key", "keys")
    said = signed.khamsin(*keys, code=1).out
    assert "no acknowledgement by a key that was named" in said
    assert "2 games audited: 1 with findings" in said
    told = json.loads(signed.khamsin(*keys, "--json", code=1).out)
    verdicts = {game["name"]: [one["rule"] for one in game["findings"]] for game in told["games"]}
    assert verdicts == {"game": [], "other": ["log.signed"]}
    game = next(each for each in told["games"] if each["name"] == "game")
    assert [each["known"] for each in game["acknowledged"]] == [True, True, False]
    signed.khamsin(*library, "audit", "library:game", "--key", "keys")


@cases(
    "key, why",
    ("nobody", "neither a public key nor a file"),
    ("", "'' is neither a public key nor a file of them"),
    ("empty", "has no public key; one a line is expected"),
    ("rommel.key", "this is a secret key"),
    ("game.jsonl", "is not a key"),
    ("a+b", "name+hash+base64 is expected"),
    (".", "this is a directory; a file is expected"),
)
def test_what_is_no_key_is_told_so_wherever_keys_are_named(
    signed: Signers, key: str, why: str
) -> None:
    """One sentence, before anything is audited or written."""
    Path("empty").write_text("# nobody yet\n", encoding="utf-8")
    signed.khamsin("--library", "club.db", "library", "add", "game.jsonl")
    for words in (
        ("audit", "game.jsonl"),
        ("report", "game.jsonl", "-o", "page.html"),
        ("view", "game.jsonl", "-o", "page.html"),
        ("--library", "club.db", "library", "audit"),
    ):
        assert why in signed.khamsin(*words, "--key", key, code=2).err
    assert not Path("page.html").exists()


def test_a_log_of_a_seed_is_no_game_by_mail(signed: Signers) -> None:
    """It could have been tried; who demands a game by mail gets a finding, in a library too."""
    assert "dice of a seed: it could have been tried" in signed.khamsin("audit", "game.jsonl").out
    assert "log.mail" in signed.khamsin("audit", "game.jsonl", "--by-mail", code=1).out
    where = ("--library", "games.db")
    signed.khamsin("library", "add", "game.jsonl", *where)
    assert "log.mail" in signed.khamsin("library", "audit", "--by-mail", *where, code=1).out
