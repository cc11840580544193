"""The ways by which a counter that was dragged over several hexes at once may have gone.

VASL logs only where it was taken up and put down. So the shortest ways are gone through, and the
rules say which of them cost least; of two that cost the same, nobody can say which it was.
"""

from typing import Final

from sim.state import State

__all__ = ["MOST_HEXES", "ways_to"]

MOST_HEXES: Final = 6
"""Over more hexes than this no way is sought."""


def ways_to(state: State, start: str, to: str) -> tuple[tuple[str, ...], ...]:
    """The shortest ways between two hexes, each without its first hex; none if it is too far."""
    area = state.setting.area
    reached: dict[str, list[tuple[str, ...]]] = {start: [()]}
    seen = {start}
    for _ in range(MOST_HEXES):
        further: dict[str, list[tuple[str, ...]]] = {}
        for here, ways in reached.items():
            for there in area.neighbours(here).values():
                if there not in seen:
                    further.setdefault(there, []).extend((*way, there) for way in ways)
        if to in further:
            return tuple(further[to])
        seen |= further.keys()
        reached = further
    return ()
