"""How large the boards of VASL's archives are, which says where they lie on its main map."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from events.errors import BadInput
from replays.game.file import exists
from replays.vasl.board_archive import (
    MOST_IMAGE,
    MOST_METADATA,
    BoardArchive,
    Metadata,
    open_archive,
    read_losdata,
    read_metadata,
)
from replays.vasl.board_grid import number_in
from replays.vasl.board_line import GEOMORPHIC, BoardSize, LaidBoard, VaslMap

_OWN: Final = "BoardMetadata.xml"
_MOST_LOSDATA: Final = 16 * 1024 * 1024
_GIF: Final = (b"GIF87a", b"GIF89a")


def vasl_map(boards: Sequence[LaidBoard], folder: str) -> VaslMap:
    """The main map with boards whose archives are in a folder; refused if one is not there."""
    if not Path(folder).is_dir():
        raise BadInput("there is no such folder", folder)
    archives = [Path(folder) / f"bd{each.name}" for each in boards]
    missing = sorted({each.name for each in archives if not exists(each)})
    if missing:
        raise BadInput(f"boards of the save are not in this folder: {', '.join(missing)}", folder)
    return VaslMap.of(boards, [board_size(str(each)) for each in archives])


def board_size(name: str) -> BoardSize:
    """The size of a board of VASL, by the name of its archive."""
    with open_archive(name) as archive:
        own = Metadata()
        if archive.has(_OWN):
            own = read_metadata(archive.read(_OWN, MOST_METADATA), _OWN)
        usual = (*GEOMORPHIC.first, *GEOMORPHIC.pitch)
        keys = ("A1CenterX", "A1CenterY", "hexWidth", "hexHeight")
        said = [key in own.facts for key in keys]
        x, y, wide, high = (
            number_in(own, key) if here else default
            for key, here, default in zip(keys, said, usual, strict=True)
        )
        return BoardSize(*_picture(archive, own, Path(name).name), (x, y), (wide, high))


def _picture(archive: BoardArchive, own: Metadata, name: str) -> tuple[int, int]:
    """How many pixels a board's picture has, by its first bytes, or else by its LOSData."""
    image = own.facts.get("boardImageFileName", "") or f"{name}.gif"
    start = archive.read(image, MOST_IMAGE)[:10] if archive.has(image) else b""
    if len(start) == 10 and start.startswith(_GIF):
        return int.from_bytes(start[6:8], "little"), int.from_bytes(start[8:], "little")
    return read_losdata(archive.read("LOSData", _MOST_LOSDATA)).size
