"""Command lines made of the parsers: what is written over, what is read, and whatever is typed."""

import argparse
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from unittest import mock

import attrs
import pytest

from replays.game.output import OWN
from tests.command_lines import HOMES, PLACES, Line, called, faults_of, lines, misread, prepare
from tests.test_bad_input import complaint, everything
from tests.test_cli import Said

ENDINGS = ("", ".svg", ".html", ".toml", ".tsv", ".csv", ".parquet", ".vlog")


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a sample of everything, and a home of its own beside it."""
    folder = tmp_path_factory.mktemp("lines")
    with pytest.MonkeyPatch.context() as patch:
        for name in HOMES:
            patch.setenv(name, str(tmp_path_factory.mktemp("home")))
        patch.chdir(folder)
        prepare()
        yield folder


def beginning(raw: bytes) -> bytes:
    """What tells a file from those of other kinds."""
    return raw[:24].lower()


@attrs.frozen
class Written:
    """An argument that names what a command writes, and what that is.

    Attributes:
        made: the first file that it writes, by its kind, and what is in it.
    """

    line: Line
    output: argparse.Action
    made: dict[bytes, tuple[Path, bytes]] = attrs.field(factory=dict)

    @property
    def endings(self) -> set[str]:
        """How the name of this file ends; nothing if it had nothing to write."""
        return {path.suffix for path, _ in self.made.values()} or {""}

    def to(self, path: Path | str) -> Said:
        """Write to a name."""
        return called(*self.line.given({self.output: str(path)}))


@pytest.fixture(scope="module")
def outputs(here: Path) -> list[Written]:
    """All of them, each tried with a new file."""
    found = [Written(line, a) for line in lines() for a in line.arguments if line.is_output(a)]
    for each in found:
        for path in (Path(f"out{ending}") for ending in ENDINGS if not each.made):
            each.to(path)
            if path.is_file():
                each.made[beginning(path.read_bytes())] = (path, path.read_bytes())
                path.unlink()
    silent = [each.line.words[-1] for each in found if not each.made]
    assert {"join", "take", "pass", "site", "recover"} == {*silent} - {"sweep"}  # without PyArrow
    return found


def test_nothing_is_written_over_what_is_not_of_its_kind(outputs: list[Written]) -> None:
    """Every command with an output, over every sixth kind of file there is, and over a log."""
    kinds = {beginning(raw): raw for each in outputs for _, raw in each.made.values()}
    assert len(kinds) > 15
    whole = [*kinds.values(), Path("a.note").read_bytes(), b"Dear diary\n", bytes(9)]
    for number, each in enumerate(outputs):
        for (path, _), raw in product(
            each.made.values(), (Path("mail.jsonl").read_bytes(), *whole[number % 6 :: 6])
        ):
            path.write_bytes(raw)
            before = everything()
            said = each.to(path)
            if said.code == 2 or beginning(raw) not in each.made:
                complaint(said, before)
            path.unlink()


def test_nothing_is_written_to_what_is_no_file(outputs: list[Written]) -> None:
    """A pipe is not waited for, a link to another file not followed, a device that is full told.

    A third of these places is tried for each.
    """
    links = dict.fromkeys(("pipe", "boards", "nothing", "mail.jsonl", "/dev/full"), "link")
    plain = dict.fromkeys(("none/x", "/proc/x", "a\0", "x" * 300), "")
    for number, (each, place) in enumerate(product(outputs, links | plain)):
        for ending in each.endings if (number + number // 9) % 3 == 0 else ():
            path = Path(f"{links.get(place, place)}{ending}")
            if place in links:
                path.symlink_to(place)
            before = everything()
            said = each.to(path)
            if said.code or each.line.words != ("mail", "take"):  # which has nothing to write
                complaint(said, before)
            if place in links:
                path.unlink()
    for each, name in product(outputs, ("", "-")):
        assert each.to(name).code == 2


def importers() -> list[tuple[Line, argparse.Action]]:
    """Every argument that names what is read; all questions read a game alike."""
    read = (line for line in lines() if line.words[0] != "ask" or line.words[1] == "due")
    return [(line, each) for line in read for each in line.arguments if line.is_input(each)]


def test_every_importer_refuses_what_is_no_file(here: Path) -> None:
    """In a sentence, soon, without waiting for a pipe; a fourth of the places for each."""
    everyone = importers()
    assert len(everyone) > 80
    found: list[str] = []
    for number, (line, action) in enumerate(everyone):
        found += filter(None, (misread(line, action, each) for each in PLACES[number % 4 :: 4]))
    assert found == []


@pytest.mark.long
def test_whatever_is_typed_ends_in_a_sentence(here: Path) -> None:
    """Lines drawn of the parsers, with odd values in odd places: never a fault, never for ever."""
    assert list(faults_of(150, 27)) == []


def test_a_private_file_is_never_read_by_others(tmp_path: Path) -> None:
    """Not between its renaming and what would follow either, and not if it was open before."""
    path = tmp_path / "x"
    path.write_text("before")
    path.chmod(0o644)
    with mock.patch.object(Path, "chmod", side_effect=AssertionError("after it was there")):
        OWN.write(path, "after", private=True)
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("after", 0o600)
