"""Boards of strangers: what is damaged or crafted is refused in one sentence, in bounded time."""

import base64
import contextlib
import gzip
import json
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import BadInput
from events.limits import MOST_ROWS
from replays.vasl.board_archive import Grid, read_losdata, read_metadata
from replays.vasl.board_import import import_board
from sim.los.depiction import Depiction, decode_depiction
from tests import cases
from tests.drawn import examples
from tests.test_cli import Khamsin
from tests.vasl_boards import Canvas, archive, losdata


def _stream(payload: bytes) -> bytes:
    blocks = b"".join(
        b"\x7a" + struct.pack(">i", len(payload[at : at + 1024])) + payload[at : at + 1024]
        for at in range(0, len(payload), 1024)
    )
    return gzip.compress(b"\xac\xed\x00\x05" + blocks)


def _grid(across: int, down: int, width: int = 9, height: int = 4, level: int = 0) -> bytes:
    """LOSData of open ground, of so many pixels and hexes."""
    elevation = np.full((across, down), level, np.int8)
    terrain = np.zeros((across, down), np.uint8)
    return losdata(Grid(width, height, elevation, terrain))


CRAFTED = {
    "no gzip": (b"LOSData", "gzip is expected"),
    "empty": (b"", "a Java stream is expected"),
    "no stream": (gzip.compress(b"hello"), "a Java stream is expected"),
    "an object": (gzip.compress(b"\xac\xed\x00\x05\x73\x72"), "begins no block of data"),
    "a negative block": (
        gzip.compress(b"\xac\xed\x00\x05\x7a\xff\xff\xff\xff" + b"x" * 99),
        "no possible length",
    ),
    "blocks of nothing": (
        gzip.compress(b"\xac\xed\x00\x05" + b"\x77\x00" * 9000),
        "no possible length",
    ),
    "sizes alone": (_stream(struct.pack(">iiii", 33, 10, 1800, 645)), "16 of the 2322016 bytes"),
    "a pixel": (_stream(struct.pack(">iiii", 1, 1, 1, 1)), "16 of the 18 bytes"),
    "half the sizes": (_stream(b"\0\0\0\x21"), "it ends before the sizes"),
    "vast": (_stream(struct.pack(">iiii", 33, 10, 2**15, 2**15)), "is expected to have from 1 to"),
    "negative": (_stream(struct.pack(">iiii", -33, 10, 1800, 645)), "no board that can be played"),
    "no hexes": (_stream(struct.pack(">iiii", 0, 0, 1, 1)), "no board that can be played"),
    "many rows": (
        _stream(struct.pack(">iiii", 33, MOST_ROWS + 1, 9, 9)),
        "no board that can be played",
    ),
}

SHAPES = {
    "one pixel of hexes": (_grid(51, 99, 51, 99), "hexes 1 pixels high"),
    "a thread": (_grid(8, 4000), "are none; on a geomorphic board"),
    "a ribbon": (_grid(4000, 40), "are none; on a geomorphic board"),
    "one hexrow": (_grid(56, 258, 1), "a board of 1 hexrows is none"),
    "a mountain": (_grid(450, 258, level=40), "from level 40 to 40; levels from -9 to 9"),
    "a chasm": (_grid(450, 258, level=-128), "from level -128 to -128"),
}

REFUSED = {what: ({"LOSData": raw}, why) for what, (raw, why) in (CRAFTED | SHAPES).items()}


@cases("what", *REFUSED)
def test_what_is_crafted_is_refused(what: str, khamsin: Khamsin, tmp_path: Path) -> None:
    """Grids, shapes that no board has, metadata: one sentence, exit code 2, no traceback."""
    members, why = REFUSED[what]
    said = khamsin("board", "import", str(archive(tmp_path / "bdX", members)))
    assert said.code == 2
    assert why in said.err
    assert said.err.count("\n") == 1
    assert "fault" not in said.err


def test_a_picture_of_too_many_things_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A depiction numbers what it shows; a board that shows more than any has none."""
    from replays.vasl import board_picture

    monkeypatch.setattr(board_picture, "MOST_ART", 40)
    canvas = Canvas()
    for number, name in enumerate(canvas.places):
        canvas.hex(name, (0, 24, 25, 60)[number % 4])
    with pytest.raises(BadInput, match="things in its hexes; at most 40"):
        import_board(str(canvas.save(tmp_path / "bdX")))


def _png(across: int, down: int) -> bytes:
    """A picture that announces so many pixels, and has none."""
    head = b"IHDR" + struct.pack(">IIBBBBB", across, down, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    return b"\x89PNG\r\n\x1a\n" + chunk + struct.pack(">I", 0) + b"IDAT" + bytes(4)


_PICTURED = b'<boardMetadata name="X" boardImageFileName="p.png" width="9" height="4"/>'
_SHARED = b"<sharedBoardMetadata/>"
BOMBS = {
    "a gzip of zeros": ({"LOSData": gzip.compress(bytes(1 << 26))}, "Java stream is expected"),
    "a stream that goes on": (
        {
            "LOSData": gzip.compress(
                b"\xac\xed\x00\x05\x77\x10" + struct.pack(">iiii", 9, 4, 450, 258) + bytes(1 << 26)
            )
        },
        "begins no block of data",
    ),
    "blocks of nothing": (
        {
            "LOSData": gzip.compress(
                b"\xac\xed\x00\x05\x77\x10"
                + struct.pack(">iiii", 51, 99, 4000, 6000)
                + b"\x77\x00" * (1 << 24)
            )
        },
        "no possible length",
    ),
    "a zip of zeros": ({"LOSData": bytes(1 << 27)}, "this is larger than"),
    "sizes alone": (
        {"LOSData": _stream(struct.pack(">iiii", 51, 99, 4000, 6000))},
        "bytes that its sizes announce",
    ),
    "a zip of many": (
        {"LOSData": _grid(450, 258)} | {f"m{n}": b"" for n in range(9000)},
        "more than the 2000 entries",
    ),
    "XML without end": (
        {"LOSData": _grid(450, 258), "BoardMetadata.xml": b"<boardMetadata>" + b"<a/>" * 900_000},
        "more than 50000 elements",
    ),
    "a picture as large as a town": (
        {"BoardMetadata.xml": _PICTURED, "p.png": _png(6_000, 5_000)},
        "which are too many",
    ),
    "a picture that is a zip of zeros": (
        {"BoardMetadata.xml": _PICTURED, "p.png": bytes(1 << 26)},
        "this is larger than",
    ),
}
_LIMITED: Final = """
import resource, sys
resource.setrlimit(resource.RLIMIT_DATA, (800 << 20, 800 << 20))
resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
from replays.cli import main
print(*(main(["board", "import", name]) for name in sys.argv[1:]))
"""


@pytest.mark.long
def test_bombs_are_refused_within_little_memory_and_time(tmp_path: Path) -> None:
    """In a process that may have 800 MB and half a minute: a sentence each, not the end of it."""
    pytest.importorskip("resource", reason="limits are set by the resource module of POSIX")
    pytest.importorskip("PIL", reason="pictures need Pillow")
    paths = [
        str(archive(tmp_path / f"bd{number}", members))
        for number, (members, _) in enumerate(BOMBS.values())
    ]
    (tmp_path / "SharedBoardMetadata.xml").write_bytes(_SHARED)
    path = {"PYTHONPATH": os.pathsep.join(sys.path)}
    said = subprocess.run(
        [sys.executable, "-c", _LIMITED, *paths],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"} | path,
    )
    assert said.stdout.split() == ["2"] * len(BOMBS), said.stderr[-400:]
    for line, (_, why) in zip(said.stderr.splitlines(), BOMBS.values(), strict=True):
        assert why in line


@cases("comment", b"", bytes(65535))
def test_a_zip64_is_refused_whatever_its_comment(comment: bytes, tmp_path: Path) -> None:
    """Its directory can be larger than its end says, and a long comment does not hide that."""
    path = Canvas().save(tmp_path / "bdX")
    raw = path.read_bytes()
    end = raw.rindex(b"PK\5\6")
    length = len(comment).to_bytes(2, "little")
    path.write_bytes(raw[:end] + b"PK\6\7" + bytes(16) + raw[end:-2] + length + comment)
    with pytest.raises(BadInput, match="more than the 2000 entries"):
        import_board(str(path))


_SMALL = losdata(Canvas().dot("C2", 60).grid())


@examples(30)
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


@examples(60)
@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    """LOSData, metadata and depictions of any bytes."""
    for read in (read_losdata, lambda each: read_metadata(each, "x")):
        with pytest.raises(BadInput):
            read(raw)
        with pytest.raises(BadInput):
            read(gzip.compress(raw))


def test_a_changed_depiction_is_refused_or_sound(tmp_path: Path) -> None:
    """Whatever part of it is left out, or of another version."""
    spec = import_board(str(Canvas().dot("C2", 60).save(tmp_path / "bdX"))).spec
    text = spec.depiction or ""
    for part in (text[:-40], text[: len(text) // 2], text.replace(" 1", " 2", 1), text + "\nAAAA"):
        with pytest.raises(BadInput, match="depiction"):
            decode_depiction(part)


SMALLEST: Final[dict[str, Any]] = {"size": [2, 2], "keys": ["x"], "art": [0] * 7}
"""Four points of one piece of art in A1."""

POINTS: Final = "at most 24000000 points"
KEYS: Final = "no short texts"
NUMBERS: Final = "impossible numbers"
LIST: Final = "no list of whole numbers"


def depicted(**changes: Any) -> Depiction:
    """A depiction by the parts of its header."""
    head = SMALLEST | changes
    across, down = head["size"]
    whole = type(across) is type(down) is int and 0 < across * down < 100
    body = bytes(2 * across * down) if whole else b""
    packed = zlib.compress(json.dumps(head).encode() + b"\n" + body)
    return decode_depiction("khamsin-depiction 1\n" + base64.b64encode(packed).decode())


@cases(
    "part, most, more, why",
    ("size", [1, 1], [0, 1], POINTS),
    ("size", [1, 2], [True, 2], POINTS),
    ("size", [1, 2], [-1, -1], POINTS),
    ("size", [2, 1], [5000, 4801], POINTS),
    ("size", [2, 1], [24_000_001, 1], POINTS),
    ("keys", ["x" * 39], ["x" * 40], KEYS),
    ("keys", ["x"] * 200, ["x"] * 201, KEYS),
    ("keys", ["x"], [], KEYS),
    ("keys", ["x"], "x", KEYS),
    ("art", [0] * 14, [0] * 13, LIST),
    ("art", [0] * 420_000, [0] * 420_007, LIST),
    ("art", [0] * 7, [0.0] * 7, LIST),
    *[
        (
            "art",
            [number if n == place else 0 for n in range(7)],
            [number + sign if n == place else 0 for n in range(7)],
            NUMBERS,
        )
        for place, (least, most) in enumerate([*[(0, 99)] * 4, (0, 0), (-20, 20), (0, 6)])
        for number, sign in ((least, -1), (most, 1))
    ],
)
def test_each_number_of_a_depiction_has_its_limits(
    part: str, most: Any, more: Any, why: str
) -> None:
    """What just may be is read; one more, or what is no such thing, is refused."""
    assert depicted(**{part: most}).art
    with pytest.raises(BadInput, match=why):
        depicted(**{part: more})
