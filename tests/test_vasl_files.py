"""The files of VASSAL: encodings, sequences, pieces; and what strangers may put into a zip file."""

import io
import lzma
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import BadInput
from replays.cli.main import main
from replays.vasl.command import ESC, CommandKind, chain_of, commands_of, piece_of
from replays.vasl.container import Archive, archive_bytes, read_archive
from replays.vasl.encoding import MOST_TEXT, Encoding, decode, encode, join, nested, split
from replays.vasl.fact import read_history
from tests import cases

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


@pytest.mark.parametrize("encoding", [each for each in Encoding if each is not Encoding.PLAIN])
@given(text=TEXTS, key=st.integers(0, 255))
def test_every_encoding_is_read_as_it_was_written(encoding: Encoding, text: str, key: int) -> None:
    """Whatever the text and the key are, each encoding gives the text back and is known again."""
    assert decode(encode(encoding, text, key)) == (encoding, text)


def test_the_coats_are_those_that_vassal_describes() -> None:
    """Encodings written out by hand, byte for byte, are read."""
    assert decode(b"!VCSK550734") == (Encoding.HEX, "Ra")  # 0x52, 0x61 XOR 0x55
    assert decode(b"VOBS\x55\x07\x34") == (Encoding.RAW, "Ra")
    deflated = zlib.compress(b"Ra")
    hexed = bytes(each ^ 0x10 for each in deflated).hex().encode()
    assert decode(b"!VCSZ10" + hexed) == (Encoding.HEX_DEFLATED, "Ra")
    assert decode(lzma.compress(b"Ra")) == (Encoding.XZ, "Ra")


@given(
    raw=st.binary(max_size=80), encoding=st.sampled_from(["!VCSK", "!VCSZ", "VOBS", "!VOXZ", ""])
)
def test_crafted_encodings_are_read_or_refused(raw: bytes, encoding: str) -> None:
    """No bytes end in anything but a text or one sentence."""
    with suppress(BadInput):
        decode(encoding.encode() + raw)


def test_a_text_that_grows_without_end_is_refused() -> None:
    """A few kilobytes that unpack to more than any log has are refused, in every encoding."""
    bomb = bytes(MOST_TEXT + 1)
    for raw in (
        b"!VCSZ00" + zlib.compress(bomb, 9).hex().encode(),
        lzma.compress(bomb, preset=0),
        b"!VOXZ\x00" + lzma.compress(bomb, preset=0),
    ):
        with pytest.raises(BadInput, match="longer than"):
            decode(raw)


@given(
    parts=st.lists(st.text("ab\\'\t,;\x1b/", max_size=8), min_size=1),
    mark=st.sampled_from("\t,;/\x1b"),
)
def test_sequences_come_apart_as_they_were_joined(parts: list[str], mark: str) -> None:
    """A sequence gives its texts back, whatever backslashes and quotation marks are in them."""
    assert split(join(parts, mark), mark) == parts


@pytest.mark.parametrize(
    ("text", "mark", "parts"),
    [
        ("A,B\\,C", ",", ["A", "B,C"]),
        ("a,,b", ",", ["a", "", "b"]),
        (",a", ",", ["", "a"]),
        ("'a\\',b", ",", ["a\\", "b"]),
        ("\\\\,x", ",", ["\\,x"]),
        ("", ",", [""]),
    ],
)
def test_sequences_as_vassal_reads_them(text: str, mark: str, parts: list[str]) -> None:
    """The cases of escaping that VASSAL's own decoder has."""
    assert split(text, mark) == parts


def test_traits_are_read_nested_and_side_by_side() -> None:
    """Both ways in which VASSAL writes the traits of a piece give the same traits."""
    traits = ("label;x", "emb2;y;\\", "piece;K;D; ;Wind")
    assert chain_of(nested(traits, "\t")) == traits
    assert chain_of("label;x\temb2;y\tpiece") == ("label;x", "emb2;y", "piece")


def test_a_piece_is_called_what_its_layers_say() -> None:
    """A layer replaces the name, or stands before or after it."""
    layer = "emb2;;2;;;2;;;2;;;;0;false;0;0;{};{};true;;;"
    types = (
        layer.format("a,b", "Axis \\+,Allied \\+").replace("\\+", "+"),
        layer.format(" , ", "+- RPh,+- MPh"),
        layer.format(" , ", "Turn 1 ,Turn 2 "),
        "piece;;D;x;Phase Track",
    )
    for states, name in (
        (("1", "2", "1", "Main Map;5;6;300"), "Axis Turn 1 - MPh"),
        (("2", "1", "2", "Main Map;5;6;300"), "Allied Turn 2 - RPh"),
        (("-1", "-1", "-1", "null;0;0;300"), "Phase Track"),
    ):
        piece = piece_of("1", nested(types, "\t"), nested(states, "\t"))
        assert piece is not None
        assert piece.name == name


@given(texts=st.lists(st.text("abc\\'\t/0;", min_size=1).map("X?".__add__), min_size=1))
def test_what_is_not_understood_is_kept_as_it_stands(texts: list[str]) -> None:
    """No command is dropped or changed, whatever is in it; each has the step in which it came."""
    text = join(["begin_save", *(f"LOG\t{each}" for each in texts)], ESC)
    kept = [each for each in commands_of(text) if each[1][0] is CommandKind.UNKNOWN]
    assert kept == [(step, (CommandKind.UNKNOWN, [each])) for step, each in enumerate(texts, 1)]


@cases(
    "text, kind, texts",
    ("+/1/a\tb/0\\/1", CommandKind.ADD, ["1", "a\tb", "0/1"]),
    ("D/1/new/old", CommandKind.CHANGE, ["1", "new"]),
    ("D/1/new", CommandKind.CHANGE, ["1", "new"]),
    ("D/1", CommandKind.UNKNOWN, ["D/1"]),
    ("-/1", CommandKind.REMOVE, ["1"]),
    ("-/", CommandKind.UNKNOWN, ["-/"]),
    ("M/1/Main Map/5/6/x/y", CommandKind.MOVE, ["1", "Main Map", "5", "6"]),
    ("M/1/Main Map/5/x", CommandKind.UNKNOWN, ["M/1/Main Map/5/x"]),
)
def test_commands_about_pieces_have_so_many_texts(
    text: str, kind: CommandKind, texts: list[str]
) -> None:
    """What stands behind them is left out, and one that lacks some is not understood."""
    assert [*commands_of(text)] == [(0, (kind, texts))]


def _zip(tmp_path: Path, *entries: tuple[str, bytes], name: str = "stranger.vlog") -> Path:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for entry, data in entries:
            made.writestr(entry, data)
    path = tmp_path / name
    path.write_bytes(file.getvalue())
    return path


SAVED = ("savedGame", b"begin_save\x1bend_save")

XML_BOMB = b"""<?xml version="1.0"?><!DOCTYPE data [<!ENTITY a "aaaaaaaaaa">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><data><version>&b;</version></data>"""


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ([("other", b"x")], "there is no `savedGame`"),
        ([SAVED, ("../../etc/passwd", b"x")], "which leads out of its folder"),
        ([SAVED, ("/etc/passwd", b"x")], "which leads out of its folder"),
        ([SAVED, ("a\\..\\..\\b", b"x")], "which leads out of its folder"),
        ([SAVED, ("C:evil", b"x")], "which leads out of its folder"),
        ([SAVED, ("moduledata", XML_BOMB)], "declares a document type"),
        ([SAVED, ("moduledata", XML_BOMB.decode().encode("utf-16"))], "moduledata"),
        ([SAVED, ("moduledata", b"<data><version>")], "this is not XML"),
        ([SAVED, ("moduledata", b"<data><name>Chess</name></data>")], "of the module 'Chess'"),
        ([SAVED, ("savedata", b"<a>" + bytes(70000))], "larger than"),
        ([SAVED, *((f"e{n}", b"") for n in range(80))], "more than the 64 entries"),
        ([("savedGame", b"!VCSK5")], "is not whole"),
        ([("savedGame", b"!VCSK5zz1")], "something else than hex digits"),
        ([("savedGame", b"\xff\xfe\x00")], "not UTF-8"),
    ],
)
def test_strange_zip_files_are_refused(
    entries: list[tuple[str, bytes]],
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each trick gets one sentence that names the file, exit code 2, and no traceback."""
    path = _zip(tmp_path, *entries)
    assert main(["import", str(path)]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert str(path) in said
    assert said.count("\n") == 1


def test_a_zip_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    """An entry that unpacks to gigabytes is refused by what it says, or by what is read of it."""
    path = _zip(tmp_path, ("savedGame", bytes(2 * MOST_TEXT + 100)))
    assert path.stat().st_size < 200_000
    with pytest.raises(BadInput, match="larger than"):
        read_archive(path)
    lying = path.read_bytes().replace(
        (2 * MOST_TEXT + 100).to_bytes(4, "little"), (100).to_bytes(4, "little")
    )
    path.write_bytes(lying)
    with pytest.raises(BadInput):
        read_archive(path)


def test_a_file_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    """Whatever part of a log is missing at its end, one sentence says so."""
    whole = _zip(tmp_path, SAVED).read_bytes()
    for size in range(len(whole)):
        path = tmp_path / "torn.vlog"
        path.write_bytes(whole[:size])
        with pytest.raises(BadInput):
            read_archive(path)


@given(at=st.integers(0, 10_000), byte=st.integers(0, 255))
def test_a_changed_byte_is_read_or_refused(
    at: int, byte: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A log with any one byte changed is read or refused, and nothing else happens."""
    raw = bytearray(archive_bytes(Archive("a", Encoding.HEX, f"begin_save{ESC}LOG\tCHATa")))
    raw[at % len(raw)] = byte
    path = tmp_path_factory.getbasetemp() / "changed.vlog"
    path.write_bytes(bytes(raw))
    with suppress(BadInput):
        read_history([read_archive(path)])


def test_an_archive_comes_back_as_it_was_written(tmp_path: Path) -> None:
    """What is written as a log is read as the same, with its versions and description."""
    archive = Archive(
        "x.vlog", Encoding.HEX, "begin_save", "VASL 6.7.0", "3.7.12", 1597148378985, "a <b> & c"
    )
    (tmp_path / "x.vlog").write_bytes(archive_bytes(archive))
    assert read_archive(tmp_path / "x.vlog") == archive
