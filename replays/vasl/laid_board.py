"""The boards of a scenario on VASL's table: which of VASL's they are, and where they lie."""

import re
from collections import Counter
from functools import lru_cache
from typing import Final

import attrs

from events.scenario import BoardSpec, Scenario
from replays.vasl.board_line import (
    GEOMORPHIC,
    BoardLine,
    BoardSize,
    Crop,
    LaidBoard,
    OnBoard,
    VaslMap,
    board_line,
    read_board_line,
)
from sim.los.depiction import decode_depiction
from sim.map.board import FIRST, board_of, first_hex

_BLANK: Final = LaidBoard(0, 0, "00")
_BLANK_DESERT: Final = LaidBoard(0, 0, "27", rules=("HammadaToOG", "ScrubToOG"))
"""Boards of VASL that lie in the place of maps of ours: nothing but Open Ground, or nearly so."""
_NUMBER: Final = re.compile(r"[0-9]")
_LOCAL: Final = re.compile(r"([A-Z])\1{0,2}[0-9]{1,3}")
_COLUMNS, _ROWS = 33, 10


@attrs.frozen
class LaidBoards:
    """The boards of a scenario as VASL lays them; ``blank`` has the names of those it has not.

    A board is the one that it was imported from, or else of its name, if it is no map of ours. In
    the place of others a blank one lies; nothing is laid if VASL has none that is large enough. On
    the map boards are called as the scenario calls them.
    """

    line: BoardLine
    map: VaslMap
    blank: tuple[str, ...]

    @classmethod
    def of(cls, scenario: Scenario) -> "LaidBoards":
        """The boards of a scenario, row by row."""
        specs, columns = scenario.boards, Counter[int]()
        laid: list[LaidBoard] = []
        for spec in specs:
            board = laid_board(spec, scenario) or _blank(spec)
            column, row = columns[spec.row], spec.row - 1
            laid.append(attrs.evolve(board, column=column, row=row, reversed=spec.rotated))
            columns[spec.row] += 1
        blank = [spec for spec in specs if laid_board(spec, scenario) is None]
        small = all(_fits(*hexes_of(spec)) for spec in blank)
        ours = [attrs.evolve(each, name=spec.name) for each, spec in zip(laid, specs, strict=True)]
        table = VaslMap.of(ours, [size_of(each) for each in specs])
        return cls(tuple(laid) if small else (), table, tuple(each.name for each in blank))

    def pixel(self, name: str) -> tuple[int, int]:
        """Where a counter lies in a hex in play."""
        at = _on_board(tuple(each.name for each in self.map.boards), name)
        (x, y), (left, top) = self.map.centre(at), self.map.corners[at.board]
        across, down = self.map.extent(at.board)
        return min(x, left + across - 1), min(y, top + down - 1)  # VASL has no hex on the edge


@lru_cache(maxsize=4096)
def _on_board(names: tuple[str, ...], hex_: str) -> OnBoard:
    if len(names) == 1:
        return OnBoard(0, hex_)
    pairs = ((n, hex_.removeprefix(each)) for n, each in enumerate(names) if hex_.startswith(each))
    return next(OnBoard(n, local) for n, local in pairs if _LOCAL.fullmatch(local))


def laid_board(spec: BoardSpec, scenario: Scenario) -> LaidBoard | None:
    """Which board of VASL a board is; None if it is a map of ours."""
    if spec.vasl is not None:
        found = read_board_line("bd\t0\t0\t" + spec.vasl.replace("/", "\t") + "\t")
        board = found[0] if found else None
    elif spec.map is not None and spec.depiction is None:
        board = None
    else:
        name = f"0{spec.name}" if _NUMBER.fullmatch(spec.name) else spec.name
        board = LaidBoard(0, 0, name, crop=_crop(spec))
    if board is None or not spec.desert or not (scenario.steppe or scenario.broken):
        return board
    rule = "SteppeTerrain" if scenario.steppe else "BrokenTerrain"
    return attrs.evolve(board, rules=tuple(dict.fromkeys((*board.rules, rule))))


def _blank(spec: BoardSpec) -> LaidBoard:
    return attrs.evolve(_BLANK_DESERT if spec.desert else _BLANK, crop=_crop(spec))


def words_of(board: LaidBoard) -> str:
    """What a scenario says of a board of VASL that it has; VASL has small letters for overlays."""
    overlays = [attrs.evolve(each, name=each.name.lower()) for each in board.overlays]
    line = board_line([attrs.evolve(board, overlays=tuple(overlays))])
    return "/".join(line.split("\t")[3:-1])


@lru_cache(maxsize=64)
def hexes_of(spec: BoardSpec) -> tuple[int, int]:
    """How many hexrows a board has, and how many hexes the first of them; its map decides it."""
    board = board_of(spec, "boards")
    return board.width, board.height


def _fits(width: int, height: int) -> bool:
    return width <= _COLUMNS and height <= _ROWS


@lru_cache(maxsize=64)
def size_of(spec: BoardSpec) -> BoardSize:
    """The size of a board's picture, which that of a part does not tell: it is a geomorphic one."""
    (wide, high), (width, height) = GEOMORPHIC.pitch, hexes_of(spec)
    if spec.depiction is not None and not spec.name.isdigit():
        shown = decode_depiction(spec.depiction)
        wide, high = shown.across / max(width - 1, 1), shown.down / height
    elif _fits(width, height):
        return GEOMORPHIC
    first = first_hex(spec, "boards")
    across, down = wide * (width - 1 + first.column), high * (height + first.row)
    return BoardSize(round(across), round(down), (0.0, high / 2), (wide, high))


def _crop(spec: BoardSpec) -> Crop | None:
    """The part of a board that is in play, from hexrow to hexrow; None if it is all of it."""
    size, first, (width, height) = size_of(spec), first_hex(spec, "boards"), hexes_of(spec)
    whole = size is not GEOMORPHIC or (width, height) == (_COLUMNS, _ROWS)
    if whole and first == FIRST:
        return None
    wide, high = size.pitch
    corner = int(wide * first.column), int(high * first.row)
    return Crop(*corner, int(wide * (width - 1)), int(high * height))
