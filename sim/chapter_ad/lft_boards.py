"""AD2.1 The AD boards, by BIN, and what the rules say of hexes printed on them.

The boards themselves are not part of Khamsin. Who draws one as a text map can ask
`sim.chapter_ad.lft_maps` where the map is not what the rules say of that board.
"""

from typing import Final

import attrs

from events.scenario import Scenario
from events.terms import Base, HexsideKind
from sim.map.playing_area import PlayingArea
from sim.map.terrain_kind import TerrainKind

__all__ = [
    "AD_BOARDS",
    "KNOWN",
    "RULES",
    "KnownHex",
    "bin_hex",
    "is_ad_board",
    "known_hexes",
    "printed_bins",
]

RULES: Final = ("AD2.1",)

AD_BOARDS: Final = ("LFT3", "LFT4", "LFT5", "LFT6", "LFT7", "LFT8", "LFT9", "LFT10")
"""The boards that are AD boards, by BIN (AD2.1)."""


@attrs.frozen
class KnownHex:
    """What the rules say of one hex, or one hexside, of an AD board.

    Attributes:
        board: the BIN of the board.
        at: the hex; or the hexside, as two hexes.
        rule: the rule that names it.
        kinds: its terrain, any one of these; empty where it is not told.
        base: its base terrain; None where it is not told.
        hexside: what stands on the hexside.
        building: it is a building hex.
        single: that building is in this hex alone (AD3.3).
    """

    board: str
    at: str
    rule: str
    kinds: tuple[TerrainKind, ...] = ()
    base: Base | None = None
    hexside: HexsideKind | None = None
    building: bool = False
    single: bool = False


_OLIVES: Final = (TerrainKind.OLIVE_GROVE, TerrainKind.ORCHARD)
"""An orchard in a desert-coloured hex is an Olive Grove (AD3.11), so a map may say either."""

_DESERT_OF_LFT10: Final = ("C8", "F8", "H7", "N7", "P8", "W7", "X7", "AA8", "DD6")
_TEMPERATE_OF_LFT10: Final = ("B7", "I7", "P7", "EE6")

KNOWN: Final = (
    *(KnownHex("LFT10", at, "AD2.13", base=Base.DESERT) for at in _DESERT_OF_LFT10),
    *(KnownHex("LFT10", at, "AD2.13", base=Base.TEMPERATE) for at in _TEMPERATE_OF_LFT10),
    KnownHex("LFT6", "O8", "AD3.11", _OLIVES, Base.DESERT),
    KnownHex("LFT9", "Y5", "AD3.131", (TerrainKind.CACTUS_PATCH,)),
    KnownHex("LFT9", "X4/W5", "AD3.132", hexside=HexsideKind.CACTUS_HEDGE),
    KnownHex("LFT9", "Z8", "AD3.15", (TerrainKind.VINEYARD,)),
    KnownHex("LFT5", "CC2", "AD3.2", (TerrainKind.CRAG_BRUSH,)),
    KnownHex("LFT5", "V1", "AD3.2", (TerrainKind.CRAG_HAMMADA,)),
    KnownHex("LFT5", "V4", "AD3.3", building=True, single=True),
    KnownHex("LFT9", "R5", "AD3.3", building=True, single=True),
    KnownHex("LFT9", "N5", "AD3.5", (TerrainKind.ARID_PLAZA,)),
    KnownHex("LFT7", "I6", "AD3.5", (TerrainKind.ARID_PLAZA,)),
    KnownHex("LFT5", "W7", "AD3.61", (TerrainKind.OASIS_WELL,)),
    KnownHex("LFT9", "N4", "AD3.7", (TerrainKind.FOUNTAIN,)),
    KnownHex("LFT9", "R7", "AD4.4", base=Base.DESERT, building=True),
)
"""Every hex of an AD board that the rules name."""


def is_ad_board(name: str) -> bool:
    """Whether a board is an AD board, by its BIN (AD2.1)."""
    return name.upper() in AD_BOARDS


def bin_hex(name: str) -> str | None:
    """The hex in which an AD board prints its BIN (AD2.1); None of any other board."""
    if not is_ad_board(name):
        return None
    return "B9" if name.upper() == "LFT5" else "B8"


def known_hexes(board: str) -> tuple[KnownHex, ...]:
    """What the rules say of the hexes of a board."""
    return tuple(known for known in KNOWN if known.board == board.upper())


def printed_bins(scenario: Scenario, area: PlayingArea) -> dict[str, str]:
    """The hexes of a playing area in which an AD board prints its BIN, each with that BIN."""
    alone = len(scenario.boards) == 1
    found = {
        area.name(f"{'' if alone else spec.name}{bin_hex(spec.name)}"): spec.name
        for spec in scenario.boards
        if is_ad_board(spec.name)
    }
    return {name: called for name, called in found.items() if name is not None}
