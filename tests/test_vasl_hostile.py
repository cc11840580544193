"""Boards of strangers: what is damaged or crafted is refused in one sentence, in bounded time."""

import contextlib
import gzip
import struct
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events.errors import BadInput
from events.limits import MOST_ROWS
from replays.vasl.boards.archive import open_archive
from replays.vasl.boards.importing import import_board
from replays.vasl.boards.losdata import losdata, read_losdata
from replays.vasl.boards.metadata import read_metadata
from sim.los.depiction import decode_depiction
from tests.test_cli import Khamsin, command_line
from tests.vasl_boards import Canvas, archive


@pytest.fixture
def khamsin(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Khamsin:
    """The ``khamsin`` command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return command_line(capsys)


def _stream(payload: bytes) -> bytes:
    blocks = b"".join(
        b"\x7a" + struct.pack(">i", len(payload[at : at + 1024])) + payload[at : at + 1024]
        for at in range(0, len(payload), 1024)
    )
    return gzip.compress(b"\xac\xed\x00\x05" + blocks)


CRAFTED = {
    "no gzip": (b"LOSData", "gzip is expected"),
    "empty": (b"", "a Java stream is expected"),
    "no stream": (gzip.compress(b"hello"), "a Java stream is expected"),
    "an object": (gzip.compress(b"\xac\xed\x00\x05\x73\x72"), "begins no block of data"),
    "a negative block": (
        gzip.compress(b"\xac\xed\x00\x05\x7a\xff\xff\xff\xff" + b"x" * 99),
        "no possible length",
    ),
    "blocks of nothing": (gzip.compress(b"\xac\xed\x00\x05" + b"\x77\x00" * 9000), ""),
    "sizes alone": (_stream(struct.pack(">iiii", 33, 10, 1800, 645)), "16 of the 2322362 bytes"),
    "half the sizes": (_stream(b"\0\0\0\x21"), "it ends before the sizes"),
    "vast": (_stream(struct.pack(">iiii", 33, 10, 2**30, 2**30)), "is expected to have from 1 to"),
    "negative": (_stream(struct.pack(">iiii", -33, 10, 1800, 645)), "no board that can be played"),
    "no hexes": (_stream(struct.pack(">iiii", 0, 0, 1, 1)), "no board that can be played"),
    "many rows": (
        _stream(struct.pack(">iiii", 33, MOST_ROWS + 1, 9, 9)),
        "no board that can be played",
    ),
}


@pytest.mark.parametrize("what", CRAFTED)
def test_crafted_grids_are_refused(what: str, khamsin: Khamsin, tmp_path: Path) -> None:
    """One sentence, exit code 2, no traceback."""
    raw, why = CRAFTED[what]
    path = archive(tmp_path / "bdX", {"LOSData": raw})
    said = khamsin("board", "import", str(path))
    err = said.err
    assert said.code == 2
    assert why in err
    assert err.count("\n") == 1
    assert "fault" not in err


def test_a_gzip_bomb_is_not_unpacked() -> None:
    """A small file that would unpack to a gigabyte is cut off at what its sizes need."""
    head = struct.pack(">iiii", 9, 4, 450, 258)
    packed = zlib.compressobj(9, wbits=31)
    raw = packed.compress(b"\xac\xed\x00\x05\x77\x10" + head)
    zeros = bytes(1 << 20)
    raw += b"".join(packed.compress(zeros) for _ in range(256)) + packed.flush()
    with pytest.raises(BadInput, match="begins no block of data"):
        read_losdata(raw)


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path) -> None:
    """A member that is larger than any board's is not read to its end."""
    path = archive(tmp_path / "bdX", {"LOSData": bytes(1 << 26)})
    assert path.stat().st_size < 1 << 17
    with pytest.raises(BadInput, match="LOSData is larger than"):
        import_board(str(path))


def test_names_of_members_are_no_paths(tmp_path: Path) -> None:
    """A metadata file that names a picture elsewhere gets nothing from there."""
    (tmp_path / "secret.gif").write_bytes(b"GIF89a")
    folder = tmp_path / "board"
    folder.mkdir()
    with open_archive(str(folder)) as found:
        for name in ("../secret.gif", str(tmp_path / "secret.gif"), "..", "", "a/b", "a\\b", "\0"):
            assert not found.has(name)


XML = {
    "billion laughs": (
        b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><boardMetadata name="&b;"/>',
        "declares a document type or entities",
    ),
    "a file of ours": (
        b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><boardMetadata>&a;</boardMetadata>',
        "declares a document type or entities",
    ),
    "deep": (b"<boardMetadata>" + b"<a>" * 50, "within one another"),
    "many": (b"<boardMetadata>" + b"<a/>" * 60_000, "elements"),
    "long": (b'<boardMetadata name="' + b"x" * 9_000 + b'"/>', "longer than"),
    "another": (b"<html/>", "is expected"),
    "no XML": (b"board 26", "this is not XML"),
    "no colour": (
        b'<boardMetadata><color name="a" red="999" green="1" blue="1"/></boardMetadata>',
        "is none",
    ),
    "no number": (
        b'<boardMetadata><color name="a" red="" green="1" blue="1"/></boardMetadata>',
        "is not a whole number",
    ),
}


@pytest.mark.parametrize("what", XML)
def test_crafted_metadata_is_refused(what: str, khamsin: Khamsin, tmp_path: Path) -> None:
    """Entities, depth, number and length are bounded before anything is made of them."""
    raw, why = XML[what]
    grid = losdata(Canvas().grid())
    path = archive(tmp_path / "bdX", {"LOSData": grid, "BoardMetadata.xml": raw})
    said = khamsin("board", "import", str(path))
    err = said.err
    assert said.code == 2
    assert why in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("bdY",), "there is no such file"),
        (("text",), "this is no VASL board archive"),
        (("bdX", "-o", "x.svg"), "ends in .toml is expected"),
        (("bdX", "--ssr", "NoSuchRule"), "special rules need SharedBoardMetadata.xml"),
        (("bdX", "--metadata", "nowhere.xml"), "there is no such file"),
        (("empty",), "has no LOSData"),
    ],
)
def test_wrong_words_get_one_sentence(
    words: tuple[str, ...], why: str, khamsin: Khamsin, tmp_path: Path
) -> None:
    """What is missing or of another kind is named."""
    Canvas().save(tmp_path / "bdX")
    (tmp_path / "text").write_text("hello", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    said = khamsin("board", "import", *words)
    err = said.err
    assert said.code == 2
    assert why in err


_SMALL = losdata(Canvas().dot("C2", 60).grid())


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_damaged_grids_are_read_or_refused(data: st.DataObject) -> None:
    """Bytes changed or cut before compression: a grid of the announced size, or one sentence."""
    raw = bytearray(gzip.decompress(_SMALL))
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, min(len(raw) - 1, 4000)))
        raw[at] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(raw)))
    changed = bytes(raw[:cut] if data.draw(st.booleans()) else raw)
    with contextlib.suppress(BadInput):
        grid = read_losdata(gzip.compress(changed, 1))
        assert grid.terrain.shape == grid.elevation.shape == grid.size


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    """LOSData, metadata and depictions of any bytes."""
    for read in (read_losdata, lambda each: read_metadata(each, "x")):
        with pytest.raises(BadInput):
            read(raw)
        with pytest.raises(BadInput):
            read(gzip.compress(raw))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200), st.booleans())
def test_any_text_is_no_depiction(text: str, begun: bool) -> None:
    """A depiction is one that the import wrote, or refused."""
    with pytest.raises(BadInput):
        decode_depiction(("khamsin-depiction 1\n" if begun else "") + text)


def test_a_changed_depiction_is_refused_or_sound(tmp_path: Path) -> None:
    """Whatever part of it is left out, or of another version."""
    spec = import_board(str(Canvas().dot("C2", 60).save(tmp_path / "bdX"))).spec
    text = spec.depiction or ""
    for part in (text[:-40], text[: len(text) // 2], text.replace(" 1", " 2", 1), text + "\nAAAA"):
        with pytest.raises(BadInput, match="depiction"):
            decode_depiction(part)
