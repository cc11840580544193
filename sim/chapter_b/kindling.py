"""B25.11 Kindling: Infantry try to set the Burnable Terrain that they occupy afire.

An unpinned, Good Order MMC with a leader, or a SMC alone, tries in its own PFPh, once the SMC has
passed a NTC; who and that are the players' to see to. A Final DR of the Kindling number or more
places a Flame. At Night nobody may, but by SSR (E1.94).
"""

from collections.abc import Iterator
from typing import Final

from events.commands import Kindle
from events.ground import FlamePlaced, at_level
from events.moment import Phase
from events.spreading_fire import KindlingFailed
from events.terms import Kindler, TimeOfDay
from sim.chapter_b.burnable import Burnable, FireRoll, ec_verdict, fire_roll, fortified
from sim.chapter_b.fire import where_fire_begins
from sim.machine.dice import Dice
from sim.machine.refusals import Reason, Refusal
from sim.machine.telling import Decision
from sim.modifiers import Kind, Modifier, Verdict
from sim.state import State

__all__ = [
    "BEST_LEADER",
    "KINDLER_DRM",
    "WORST_LEADER",
    "barred_at_night",
    "kindle",
    "kindling_roll",
]

CORE: Final = ("B25.11", "E1.94")

KINDLER_DRM: Final[dict[Kindler, int]] = {
    Kindler.SQUAD: 0,
    Kindler.HS: -1,
    Kindler.CREW: -1,
    Kindler.SMC: -2,
}
"""The DRM of who makes the attempt."""

BEST_LEADER: Final = -3
WORST_LEADER: Final = 1
"""Leadership DRM are from -3 to +1."""


def kindling_roll(
    state: State, name: str, burning: Burnable, by: Kindler = Kindler.SQUAD, leader: int = 0
) -> FireRoll:
    """The Kindling DR in a hex.

    Args:
        state: now.
        name: the hex.
        burning: as what it burns.
        by: who makes the attempt.
        leader: Leadership DRM of the leader who directs it, which counts with its sign reversed.
    """
    return fire_roll(burning.kindling, _verdicts(state, name, by, leader))


def barred_at_night(state: State) -> str:
    """Why nobody may set a fire now; empty if one may (E1.94)."""
    if state.sky.time_of_day is not TimeOfDay.NIGHT or state.setting.scenario.kindling_at_night:
        return ""
    return "at Night nobody sets a fire, unless a SSR allows it: `kindling_at_night = true`"


def _verdicts(state: State, name: str, by: Kindler, leader: int) -> Iterator[Verdict]:
    yield ec_verdict(state, name)
    yield from fortified(state, name)
    if KINDLER_DRM[by]:
        yield Modifier(str(by), "B25.11", Kind.DRM, KINDLER_DRM[by], why="who kindles")
    if leader:
        yield Modifier("Leadership", "B25.11", Kind.DRM, -leader, why="its sign is reversed")


def _wrong_number(command: Kindle) -> Refusal | None:
    if not BEST_LEADER <= command.leader <= WORST_LEADER:
        return Refusal(
            Reason.IMPOSSIBLE_NUMBER, "B25.11", f"{command.leader} is not a Leadership DRM"
        )
    if command.by is Kindler.SMC and command.leader:
        return Refusal(Reason.IMPOSSIBLE_NUMBER, "B25.11", "a SMC kindles alone, and undirected")
    return None


def kindle(state: State, command: Kindle, dice: Dice) -> Decision:
    """Make the Kindling DR of an attempt."""
    if state.moment.phase is not Phase.PFPH:
        return Refusal(
            Reason.WRONG_PHASE, "B25.11", f"Kindling is for the PFPh, not {state.moment}"
        )
    level = command.level
    found = where_fire_begins(state, command.hex, level, "B25.11")
    wrong = _wrong_number(command)
    if isinstance(found, Refusal):
        return wrong if wrong is not None and wrong.reason < found.reason else found
    if wrong is not None:
        return wrong
    if why := barred_at_night(state):
        return Refusal(Reason.NOT_BURNABLE, "E1.94", why)
    name, burning = found
    by = command.by or Kindler.SQUAD
    roll = kindling_roll(state, name, burning, by, command.leader)
    if roll.succeeds(dice.roll(f"kindling {at_level(name, level)}", 2)):
        yield FlamePlaced(name, state.moment, "B25.11", level)
    else:
        yield KindlingFailed(name, "B25.11", level)
    return None
