"""The corpus of the fuzzers as plain tests: every file of it is read, or refused in a sentence."""

from pathlib import Path

import pytest

from tests.fuzz.targets import TARGETS, run

CORPUS = Path(__file__).parent / "fuzz" / "corpus"
FILES = sorted(path for path in CORPUS.rglob("*") if path.is_file())


def test_every_target_has_a_corpus() -> None:
    """A target without a seed begins in the dark; a folder without a target is never run."""
    assert {path.parent.name for path in FILES} == TARGETS.keys()


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


def test_the_corpus_is_small() -> None:
    """It is kept in the repository."""
    assert sum(path.stat().st_size for path in FILES) < 400_000
