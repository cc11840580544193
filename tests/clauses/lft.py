"""AD boards drawn whole, 33 hexrows wide, and what ``khamsin check`` says of them."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.clauses.reached import PLAIN, Played, check

COLUMNS: Final = [letter * n for n in (1, 2) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
"""A to Z, then AA to GG."""

KNOWN: Final[dict[str, dict[str, str]]] = {
    "LFT3": {"D4": ".-1"},
    "LFT5": {"CC2": "cb", "V1": "ch", "W7": "W"},
    "LFT6": {"O8": "o", "D4": ".1", "D5": ".1"},
    "LFT7": {"O8": "o", "D4": ".1", "D5": ".1", "I6": "z"},
    "LFT9": {"Y5": "k", "Z8": "v", "N5": "z", "N6": "z", "O6": "z", "N4": "F"},
    "LFT10": dict.fromkeys(("B7", "I7", "P7", "EE6"), ".'"),
}
"""The marks of what the rules say of a board."""

BUILT: Final[dict[str, dict[str, Any]]] = {
    "LFT5": {"buildings": [{"hex": "V4"}]},
    "LFT7": {"buildings": [{"hex": "D4"}]},
    "LFT9": {
        "buildings": [{"hex": "R5"}, {"hex": "R7"}],
        "hexsides": [{"kind": "cactus-hedge", "at": ["X4/W5"]}],
    },
}
"""And what stands in its hexes."""


def lft(bin_: str, marks: Mapping[str, str] | None = None, **facts: Any) -> dict[str, Any]:
    """An AD board that is as the rules say, but for these marks and facts."""
    cells = KNOWN.get(bin_, {}) | dict(marks or {})
    names = COLUMNS[:33]
    rows = [
        f"{row} "
        + " ".join(cells.get(f"{name}{row}", ".") for n, name in enumerate(names) if row or n % 2)
        for row in range(11)
    ]
    printed = {"name": bin_, "desert": True, "ad": True, "map": "\n".join(rows) + "\n"}
    return printed | BUILT.get(bin_, {}) | facts


def _whole(*boards: dict[str, Any], **facts: Any) -> dict[str, Any]:
    """A scenario of these boards."""
    return {**PLAIN, "ad": True, "boards": list(boards)} | facts


def play(*boards: dict[str, Any], **facts: Any) -> Played:
    """A game on these boards."""
    return Played(_whole(*boards, **facts), "a clause")


def checked(*boards: dict[str, Any], **facts: Any) -> str:
    """What ``khamsin check`` writes of a scenario of these boards."""
    code, out, err = check(_whole(*boards, **facts))
    assert code == 0, err
    return out


def picture(game: Played) -> str:
    """The SVG that ``khamsin map`` writes of a game."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "map.svg"
        code, _, err = game.command("map", "GAME", "-o", str(path))
        assert code == 0, err
        return path.read_text(encoding="utf-8")
