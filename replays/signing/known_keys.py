"""The public keys that somebody knows: in words, or in a file with one a line."""

from collections.abc import Sequence
from pathlib import Path

from events.errors import BadInput, in_file
from replays.files import exists, read_text
from sim.machine.note_keys import VerifierKey

__all__ = ["known_keys"]


def known_keys(words: Sequence[str]) -> list[VerifierKey]:
    """The keys that somebody knows, each once.

    Args:
        words: public keys (``name+hash+base64``), and files of them. In a file, what follows a key
            is a comment, and so is a line that begins with ``#``.

    Raises:
        BadInput: when one of them is neither, or a line of a file is no key, or none is.
    """
    found = list[VerifierKey]()
    for word in map(str.strip, words):
        if not word:
            raise BadInput("a public key, or a file of them, is expected", "--key")
        _demand_public(word, "--key")
        if exists(word):
            found += _keys_in(word)
        elif "+" not in word:
            raise BadInput(f"{word[:60]!r} is neither a public key nor a file of them", "--key")
        else:
            with in_file("--key"):
                found.append(VerifierKey.parse(word))
    return list(dict.fromkeys(found))


def _keys_in(path: str) -> list[VerifierKey]:
    found = []
    for number, line in enumerate(read_text(Path(path)).splitlines(), 1):
        word = next(iter(line.split()), "")
        _demand_public(word, path)
        if word and not word.startswith("#"):
            with in_file(f"{path}, line {number}"):
                found.append(VerifierKey.parse(word))
    if not found:
        raise BadInput("this file has no public key; one a line is expected", path)
    return found


def _demand_public(word: str, where: str) -> None:
    """See that a word is not a secret key, and do not show it.

    Raises:
        BadInput: when it is one.
    """
    if word.startswith("PRIVATE+KEY+"):
        raise BadInput("this is a secret key; `khamsin key show` gives its public part", where)
