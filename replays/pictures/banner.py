"""What stands over a map: title, moment, the Turn Track with its boxes, and the phases."""

from collections.abc import Iterator
from typing import Final

from events.moment import PHASES
from replays.pictures.emblems import draw_card, draw_emblem
from replays.pictures.palette import side_class
from replays.pictures.shapes import label, path, ring, tag, title
from sim.soundness import MOST_TURNS
from sim.state import State

__all__ = ["HIGH", "LEAST", "draw_banner", "moment_words"]

HIGH: Final = 108.0
"""How high the banner is."""

LEAST: Final = 640.0
"""How wide it is at least."""

_PHASE: Final = 40.0
_TALL: Final = 26.0


def moment_words(state: State) -> str:
    """The moment in words: ``Turn 3 of 6, British, MPh``."""
    if state.clock.over:
        return f"the game is over, at {state.moment}"
    if not state.moment.turn:
        return "setup, before the first RPh"
    turns = state.setting.scenario.turns
    return f"Turn {state.moment.turn} of {turns}, {state.attacker}, {state.moment.phase}"


def draw_banner(state: State, width: float, note: str = "") -> str:
    """Title, moment and Turn Track, the upper left corner at the origin.

    Args:
        state: the state.
        width: how wide it is.
        note: what is to be said of the whole picture.
    """
    scenario = state.setting.scenario
    right = width - _PHASE * len(PHASES)
    parts = [label(scenario.name, 22j, "title", size=24, width=right - 16)]
    boards = ", ".join(dict.fromkeys(board.name for board in scenario.boards))
    under = f"{scenario.land}, {scenario.month}; board{'s' * (len(scenario.boards) > 1)} {boards}"
    said = f"{under}; {note}" if note else under
    parts.append(label(said, 42j, "key", size=12.5, width=max(right - 16, 200)))
    parts += _now(state, complex(width, 20))
    parts += _track(state, 56j, right - 20)
    parts += _phases(state, complex(right, 56))
    return "".join(parts)


def _now(state: State, at: complex) -> Iterator[str]:
    yield label(moment_words(state), at, "now", size=18, width=420, anchor="end")


def _track(state: State, at: complex, room: float) -> Iterator[str]:
    """A box a Game Turn, each in two halves: a Player Turn in the colour of its ATTACKER."""
    sides, now = state.setting.sides, state.moment
    turns = min(max(state.setting.scenario.turns, now.turn), MOST_TURNS)
    step = min(room / turns, 54.0)
    for turn in range(1, turns + 1):
        left = at + (turn - 1) * step
        told = f"Game Turn {turn}: {sides[0]}, then {sides[1]}"
        inner = [title(told)]
        for player in (1, 2):
            corner = left + (player - 1) * (step - 4) / 2
            wide = (step - 4) / 2
            here = (turn, player) == (now.turn, now.player)
            class_ = f"turn {side_class(sides[player - 1], sides)}"
            past = (turn, player) < (now.turn, now.player)
            shape = {"x": corner.real, "y": corner.imag, "width": wide, "height": _TALL}
            inner.append(tag("rect", class_=f"{class_} gone" if past else class_, **shape))
            if player == 1:
                inner.append(tag("rect", class_="stripe", **{**shape, "height": 4.0}))
            if here and not state.clock.over:
                inner.append(tag("rect", class_="current", **shape))
        if step >= 15 or turn % 5 == 0 or turn == now.turn:
            spot = left + complex((step - 4) / 2, _TALL / 2 + 5)
            inner.append(label(str(turn), spot, "turnno", size=min(14, step / 2)))
        yield tag("g", *inner)


def _phases(state: State, at: complex) -> Iterator[str]:
    """The eight phases of a Player Turn, the present one pointed out in the ATTACKER's colour."""
    order = list(PHASES)
    now = order.index(state.moment.phase) if state.moment.phase in order else -1
    sides = state.setting.sides
    for n, phase in enumerate(order):
        left = at + n * _PHASE
        tip = 7.0
        shape = ring(
            left + each
            for each in (
                0j,
                complex(_PHASE - tip, 0),
                complex(_PHASE - 1, _TALL / 2),
                complex(_PHASE - tip, _TALL),
                complex(0, _TALL),
                complex(tip - 1, _TALL / 2),
            )
        )
        here = n == now and not state.clock.over
        class_ = "step"
        if here:
            class_ = f"current {side_class(state.attacker or sides[0], sides)}"
        elif n < now:
            class_ = "step past"
        spot = left + complex(_PHASE / 2 + 1, _TALL / 2 + 4)
        said = label(phase, spot, "id" if here else "tiny", size=11)
        yield tag("g", title(f"{phase}{', now' if here else ''}"), path(shape, class_), said)
    if state.attacker is not None:
        corner = at + complex(-22, _TALL / 2)
        yield tag(
            "g",
            title(f"ATTACKER: {state.attacker}"),
            *draw_card(state.attacker, sides, corner, 24),
            *draw_emblem(state.attacker, sides, corner + 2j, 13),
        )
