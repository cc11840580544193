"""Rings around hexes of which there is something to say."""

from collections.abc import Mapping, Sequence
from typing import Final

from replays.pictures.geometry import corners
from replays.pictures.shapes import words
from sim.map.playing_area import PlayingArea

__all__ = ["rings"]

_RING: Final = (
    'fill="#f0f" fill-opacity="0.08" stroke="#d0008f" stroke-width="3" stroke-dasharray="7 4"'
)


def rings(area: PlayingArea, said: Mapping[str, Sequence[str]]) -> str:
    """A ring around each hex, with what there is to say of it where a pointer rests on it.

    Args:
        area: the playing area; what is not in play has no ring.
        said: what there is to say, by hex.
    """
    drawn = []
    for text, lines in said.items():
        name = area.name(text)
        if name is not None:
            points = " ".join(
                f"{at.real:.1f},{at.imag:.1f}" for at in corners(area.place(name), 0.96)
            )
            title = words("\n".join(dict.fromkeys(lines)))
            drawn.append(f'<polygon points="{points}" {_RING}><title>{title}</title></polygon>')
    return "\n".join(drawn)
