"""The first corpus of every target, made here: ``python -m tests.fuzz --seeds`` writes it."""

import base64
import gzip
import io
import zipfile
import zlib
from pathlib import Path
from typing import Final

import numpy as np

from replays.game.scenario_file import board_toml
from replays.vasl.board_archive import Grid
from replays.vasl.board_grid import lattice
from replays.vasl.board_import import import_board
from replays.vasl.container import Archive, archive_bytes
from replays.vasl.encoding import Encoding, encode, nested
from tests.vasl_boards import losdata

CORPUS: Final = Path(__file__).parent / "corpus"
ESC: Final = "\x1b"
META: Final = b"""<boardMetadata name="X" width="3" height="2" hasHills="TRUE" hexWidth="30"
 hexHeight="30" A1CenterX="0" A1CenterY="15"><buildingTypes><buildingType hexName="B1"
 buildingTypeName="Stone Building, 1 Level"/></buildingTypes><slopes><slope hex="A1"
 hexsides="015"/></slopes><colors><color name="C" red="1" green="2" blue="3" terrain="Woods"
 elevation="UNKNOWN"/></colors><overlaySSRules><overlaySSRule name="N" image="n.gif" x="1" y="2"/>
 <underlaySSRule name="U" image="WallPattern.gif"><color name="C"/></underlaySSRule>
 </overlaySSRules><colorSSRules><colorSSR name="S"><colorMap fromColor="C" toColor="D"/></colorSSR>
 </colorSSRules></boardMetadata>"""
COMMANDS: Final = ESC.join(
    [
        "begin_save",
        "+/1/piece;;a.gif;Dust\tmark;X/Main Map;100;200;2\t1",
        "end_save",
        "LOG\tCHAT*** (Wind Change DR) 5,2 ***   <a> x",
        "LOG\tM/1/Main Map;1;2/Main Map;3;4\\\x1bD/1/x/y",
        "LOG\tCHAT<a> - Germans MPh",
        "LOG\t-/1",
        "LOG\tMutableProperty\tdust_level\t1\t2\tMain Map",
    ]
)


def _grid() -> Grid:
    terrain, elevation = np.zeros((60, 60), np.uint8), np.zeros((60, 60), np.int8)
    terrain[20:40, 5:25] = 42
    terrain[:, 28:32] = 66
    terrain[44:56, 30:50] = 60
    terrain[0:8, :] = 30
    elevation[0:8, :] = -1
    elevation[30:, 40:] = 2
    count = len(lattice(3, 2, 60, 60).hexes)
    return Grid(3, 2, elevation, terrain, (False,) * count)


def _zip(**members: bytes) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(zipfile.ZipInfo(name.replace("__", ".")), data)
    return raw.getvalue()


def _seeds(folder: Path) -> dict[str, dict[str, bytes]]:
    raw = losdata(_grid())
    board = _zip(LOSData=raw, BoardMetadata__xml=META)
    (folder / "bdX").write_bytes(board)
    spec = import_board(str(folder / "bdX"))
    text = spec.values["depiction"]
    packed = base64.b64decode("".join(text.partition("\n")[2].split()))
    piece = nested(("piece;;a.gif;Dust", "mark;Layer\tx"), "\t")
    vlog = archive_bytes(Archive("a", Encoding.HEX, COMMANDS))
    return {
        "losdata_bytes": {"board": raw},
        "losdata_stream": {"board": gzip.decompress(raw)},
        "metadata": {
            "board": META,
            "shared": META.replace(b"boardMetadata", b"sharedBoardMetadata"),
        },
        "archive": {"board": board, "no-grids": _zip(BoardMetadata__xml=META)},
        "board": {
            "woods": bytes([1, 2, 20, 0, 2, 1, 60, 90, 90, 0x44, 1, 66, 0, 120, 0x2F, 1]),
            "all": bytes([3, 3, 39, 0, 2, 1])
            + bytes(b for n in range(212) for b in (n, n * 37 % 256, n * 91 % 256, 0x55, 1)),
            "hill": bytes([2, 2, 30, 1, 2, 1, 75, 100, 10, 0xF2, 1, 0, 110, 0, 0xFF, 52]),
        },
        "board_file": {"board": board_toml(spec.values).encode()},
        "depiction": {"board": text.encode("latin-1")},
        "depiction_body": {"board": zlib.decompress(packed)},
        "saved_game": {
            str(encoding).strip("!").replace(" ", "-"): encode(encoding, COMMANDS)
            for encoding in Encoding
        },
        "commands": {"log": COMMANDS.encode()},
        "pieces": {
            "piece": f"{piece}\nMain Map;1;2;3\t4".encode(),
            "stack": b"stack\nMain Map;1;2;a;b",
        },
        "log": {"vlog": vlog},
        "log_made": {"hex": encode(Encoding.HEX, COMMANDS), "plain": COMMANDS.encode()},
    }


def write_seeds(folder: Path) -> None:
    """Write the seeds of every target into the corpus."""
    for target, seeds in _seeds(folder).items():
        (CORPUS / target).mkdir(parents=True, exist_ok=True)
        for name, data in seeds.items():
            (CORPUS / target / f"seed-{name}").write_bytes(data)
