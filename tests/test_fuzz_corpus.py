"""The corpus of the fuzzers as plain tests: every file of it is read, or refused in a sentence."""

from pathlib import Path

import pytest

from tests.fuzz.targets import run

CORPUS = Path(__file__).parent / "fuzz" / "corpus"
FILES = sorted(path for path in CORPUS.rglob("*") if path.is_file())


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_corpus_is_read_or_refused(path: Path) -> None:
    """Seeds, and whatever a fuzzer once found, end in nothing but an answer or a refusal."""
    run(path.parent.name, path.read_bytes())


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_corpus_cut_off_is_read_or_refused(path: Path) -> None:
    """The same with the end missing, and with one byte of its middle changed."""
    data = path.read_bytes()
    for cut in (1, len(data) // 3, len(data) // 2, len(data) - 1):
        run(path.parent.name, data[:cut])
        changed = bytearray(data)
        changed[min(cut, len(data) - 1)] ^= 0x55
        run(path.parent.name, bytes(changed))
