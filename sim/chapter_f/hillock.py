"""F6.4 Hillocks: what is seen to, from and over one at its own level.

The text of F6 is not at hand; this is the reading of VASL's LOS check. Between ends at the level of
its ground a hillock, all Hillock hexes that hang together, hides nothing from an end on it, nor
from one beside it whose LOS leaves by a hexside into it. Between two ends on hillocks nothing of
half a level is in the way. An end on one looks over one more hillock, one wall or hedge, and one
hex of something else of half a level, to an end on none; a second blocks. Hillock Summits are
Hillocks here, and the TEM behind a hillock is left to the players.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from sim.chapter_b.symbology import terrain_map
from sim.map.terrain_kind import TerrainKind
from sim.state import Setting


@lru_cache(maxsize=32)
def hillocks(setting: Setting) -> Mapping[str, int]:
    """The number of its hillock, for each Hillock hex: adjacent ones are of one."""
    found: dict[str, int] = {}
    kinds = terrain_map(setting)
    raised = {n for n, of in kinds.items() if any(k.name is TerrainKind.HILLOCK for k in of)}
    for number, name in enumerate(sorted(raised)):
        waiting = [name]
        while waiting:
            here = waiting.pop()
            if here in raised and here not in found:
                found[here] = number
                waiting += setting.area.neighbours(here).values()
    return found


@lru_cache(maxsize=32)
def near_hillocks(setting: Setting) -> frozenset[str]:
    """The Hillock hexes and those beside one: to and from all others hillocks only hide."""
    found = hillocks(setting)
    around = (other for name in found for other in setting.area.neighbours(name).values())
    return frozenset((*found, *around))


def still_blocking(
    setting: Setting,
    ends: Sequence[str | None],
    beside: Iterable[str],
    met: Sequence[tuple[str, str]],
) -> Iterator[bool]:
    """Of what rises half a level between two ends, what blocks for all that is seen over (F6.4).

    Args:
        setting: of the LOS.
        ends: the hexes of both ends; None for an end that is not on the ground of its hex.
        beside: the hexes into which the LOS leaves those of the ends.
        met: what it meets, in order: what sort of thing, and where, of a hillock in which hex.
    """
    number = hillocks(setting)
    on = [number[end] for end in ends if end is not None and end in number]
    both = len(on) == len(ends)
    own = {*on, *(number[name] for name in beside if name in number)}
    looked_over = dict[str, object]()
    for sort, where in met:
        thing: object = where
        if sort == TerrainKind.HILLOCK:
            around = () if where in number else setting.area.neighbours(where).values()
            thing = next((number[n] for n in (where, *around) if n in number), None)  # art spills
        if both or (thing in own and sort == TerrainKind.HILLOCK):
            yield False
        else:
            yield not on or looked_over.setdefault(sort, thing) != thing
