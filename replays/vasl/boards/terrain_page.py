"""What becomes of every terrain type of VASL, for people: as lines, as JSON, as a page."""

from collections.abc import Iterator
from typing import Any, Final

from replays.vasl.boards.code_table import CODES
from replays.vasl.boards.codes import Meaning
from replays.vasl.boards.report import Sureness

__all__ = ["terrain_lines", "terrain_page", "terrain_values"]

_HEAD: Final = """# VASL's terrain, and what becomes of it

Every terrain type of VASL by its code, as `khamsin board terrain` lists it. What is *understood*
has a kind of its own on a [board](maps.md). What is *guessed* is taken as something near, and a
report of `khamsin board import` names its hexes. What is *not understood* leaves its hex what else
is in it, and the report names it too. A code that is in no list of VASL known here is not
understood; where `SharedBoardMetadata.xml` lies beside the board, it has the name from there.
"""


def _chosen(word: str) -> Iterator[tuple[int, Meaning]]:
    """The terrain types whose name or reading has a word; all of them without one."""
    for code, meaning in sorted(CODES.items()):
        if word.lower() in f"{meaning.name} {meaning.sentence}".lower():
            yield code, meaning


def terrain_lines(word: str = "") -> Iterator[str]:
    """The terrain types with a word, a line each: code, name, how sure, what becomes of it."""
    chosen = list(_chosen(word))
    wide = max((len(meaning.name) for _, meaning in chosen), default=0)
    for code, meaning in chosen:
        yield f"{code:3}  {meaning.name:{wide}}  {meaning.sureness:14}  {meaning.sentence}"


def terrain_values(word: str = "") -> list[dict[str, Any]]:
    """The terrain types with a word, as JSON values."""
    return [
        {
            "code": code,
            "name": meaning.name,
            "sureness": str(meaning.sureness),
            "becomes": meaning.becomes,
            "why": meaning.why,
        }
        for code, meaning in _chosen(word)
    ]


def terrain_page() -> str:
    """The whole list as a page of the documentation."""
    lines = [_HEAD]
    for sureness in Sureness:
        rows = [(code, m) for code, m in _chosen("") if m.sureness is sureness]
        lines += [f"## {sureness.capitalize()}: {len(rows)}", ""]
        lines += ["| code | VASL's terrain | becomes |", "|---|---|---|"]
        lines += [f"| {code} | {m.name} | {m.sentence} |" for code, m in rows]
        lines.append("")
    return "\n".join(lines)
