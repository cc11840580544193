"""Every terrain type of VASL, by its code: what becomes of it here, and what of that is a guess.

Codes and names are facts of VASL's own list, those up to 197 as of its version 6.6, the others
later. The table is `replays/data/vasl_terrain.tsv`; `khamsin board terrain` prints it.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from events.terms import HexsideKind, Material, Road
from replays.game.bundled import bundled_rows
from replays.game.overlay_file import DEPRESSIONS
from replays.vasl.board_report import Sureness
from sim.map.terrain_kind import TerrainKind

K = TerrainKind


@attrs.frozen
class Meaning:
    """What a terrain code of VASL, by VASL's name, is here; a building has upper levels.

    ``why`` says what a guess leaves out, or why there is no reading at all (not known); else it is
    empty.
    """

    name: str
    kind: TerrainKind | None = None
    hexside: HexsideKind | None = None
    material: Material | None = None
    levels: int = 0
    road: Road | None = None
    path: bool = False
    bridge: bool = False
    why: str = ""
    known: bool = True

    @property
    def sureness(self) -> Sureness:
        """How well it is understood wherever it is."""
        if not self.known:
            return Sureness.NOT_UNDERSTOOD
        return Sureness.GUESSED if self.why else Sureness.UNDERSTOOD

    @property
    def becomes(self) -> str:
        """What a board of ours has in its place."""
        if not self.known:
            return "nothing"
        if self.hexside is not None:
            return f"{self.hexside} on its hexside"
        if self.material is not None:
            upper = f", {self.levels} upper level{'s'[: self.levels - 1]}" if self.levels else ""
            return f"{self.material} building{upper}"
        if self.bridge:
            return "bridge of the road that it carries"
        if self.path:
            return "Path"
        road = None if self.road is None else f"{self.road} road"
        return " and ".join(filter(None, (self.kind and str(self.kind), road)))

    @property
    def sentence(self) -> str:
        """What becomes of it, and what of that is a guess."""
        return f"{self.becomes}: {self.why}" if self.why else self.becomes

    @property
    def wall(self) -> bool:
        """Whether it is a wall of a building, which joins no two hexes to one building."""
        return self.material is not None and "Wall" in self.name

    @property
    def depression(self) -> bool:
        """Whether it is a Depression (A6.3)."""
        return self.kind in DEPRESSIONS

    @property
    def desert(self) -> bool:
        """Whether it is on boards of the desert only."""
        return self.kind in _DESERT


_DESERT: Final = frozenset(
    {K.SCRUB, K.HAMMADA, K.DEIR, K.WADI, K.HILLOCK, K.SAND, K.HIGH_DUNE, K.BROKEN_GROUND}
)


_WORDS: Final[dict[str, dict[str, Any]]] = {
    **{str(each): {"kind": each} for each in TerrainKind},
    **{str(each): {"hexside": each} for each in HexsideKind},
    **{str(each): {"material": each} for each in Material},
    **{str(each): {"road": each} for each in Road},
    "path": {"path": True},
    "bridge": {"bridge": True},
    "nothing": {"kind": TerrainKind.OPEN_GROUND, "known": False},
}
"""What the words of the table's third column mean."""


def _codes() -> Iterator[tuple[int, Meaning]]:
    for code, name, becomes, levels, why in bundled_rows(".", "vasl_terrain"):
        found = {k: v for word in becomes.split(" + ") for k, v in _WORDS[word].items()}
        yield int(code), Meaning(name, levels=int(levels or 0), why=why, **found)


CODES: Final = dict(_codes())
"""What becomes of each terrain code of VASL."""

_NAMED: Final = {each.name: each for each in CODES.values()}


def meaning(code: int, names: Mapping[int, str] | None = None) -> Meaning:
    """What a terrain code of a grid is.

    The names that VASL's metadata beside the board has, if there is any, decide where they have
    another terrain of VASL for a code, and name codes that are new.
    """
    called = (names or {}).get(code, "")
    found = _NAMED.get(called) or CODES.get(code)
    if found is not None:
        return found
    name, why = called[:40] or f"terrain code {code}", "no terrain of VASL as known here"
    return Meaning(name, why=why, **_WORDS["nothing"])


def terrain_types(word: str = "") -> list[dict[str, Any]]:
    """The terrain types whose name or reading has a word, as JSON values; all without one."""
    return [
        {
            "code": code,
            "name": meaning.name,
            "sureness": str(meaning.sureness),
            "becomes": meaning.becomes,
            "why": meaning.why,
        }
        for code, meaning in sorted(CODES.items())
        if word.lower() in f"{meaning.name} {meaning.sentence}".lower()
    ]


def terrain_lines(word: str = "") -> Iterator[str]:
    """The same types, a line each: code, name, how sure, what becomes of it."""
    types = terrain_types(word)
    wide = max((len(each["name"]) for each in types), default=0)
    for each in types:
        sentence = ": ".join(filter(None, (each["becomes"], each["why"])))
        yield f"{each['code']:3}  {each['name']:{wide}}  {each['sureness']:14}  {sentence}"
