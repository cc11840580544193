"""D9.3-D9.4 AFV and wrecks as shelter of the men in their Location, and as LOS Hindrances.

A moving target is neither: it is in Motion or Non-Stopped; or entered a hex in this Player
Turn, or began its MPh in Motion, until the AFPh ends. Nor is a wreck of it. Who goes along in
Armored Assault has the shelter all the same, as they move and, once it Stopped, in the DFPh
(D9.31).
"""

from collections.abc import Iterator
from typing import Final

from events.moment import PHASES, Phase
from sim.chapter_11.in_building import heavy_winds_in
from sim.chapter_b.depressions import vehicle_level
from sim.chapter_d.presence import is_afv
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.state import State

VEHICLE_TEM: Final = 1

_MOVED_COUNTS: Final = frozenset(PHASES[: PHASES.index(Phase.AFPH) + 1])
"""The phases of a Player Turn in which a vehicle that moved in it is a moving target."""


def is_hull(state: State, label: str) -> bool:
    """Whether a vehicle is an AFV, or a wreck."""
    return state.vehicles[label].destroyed or is_afv(state.setting.vehicles[label])


def is_moving_target(state: State, label: str) -> bool:
    """Whether a vehicle, or what is left of it, is a moving target (D8.4).

    One that freed itself of a Bog is none before it leaves that hex (D8.4).
    """
    found, now = state.vehicles[label], state.clock.moment
    if found.in_motion:
        return found.bogged_in is None
    at = found.moved_in
    if at is None or now.phase not in _MOVED_COUNTS or at.player_turn != now.player_turn:
        return False
    return state.setting.vehicles[label].side == state.attacker


def hinders_los(state: State, label: str) -> bool:
    """Whether a vehicle hinders a LOS through its hex (D9.4).

    A burning wreck does only in Heavy Winds, which take its smoke away (D10.3).
    """
    found = state.vehicles[label]
    smokes = found.burning is not None and not heavy_winds_in(state, found.hex or "")
    return is_hull(state, label) and not (smokes or is_moving_target(state, label))


def side_there(state: State, name: str) -> str | None:
    """Whose the units in a hex are that are followed by name; None where no side's alone are."""
    sides = {unit.side for unit in state.units.values() if unit.hex == name}
    return sides.pop() if len(sides) == 1 else None


def _shelters_on(state: State, label: str, *, moved: bool | None) -> bool:
    """Whether a moving target shelters who may be in Armored Assault with it (D9.31)."""
    found, phase = state.vehicles[label], state.clock.moment.phase
    if not found.assault or state.setting.vehicles[label].side != state.attacker:
        return False
    if phase is Phase.DFPH:
        return not found.in_motion and moved is not False
    return phase is Phase.MPH and moved is True


def hull_tem(
    state: State, name: str, level: int, side: str | None, *, moved: bool | None = None
) -> Iterator[Verdict]:
    """What AFV and wrecks give a side's Infantry in their Location; several give +1 too.

    A side that is not known is that of the AFV. ``moved``: whether the men moved in this Player
    Turn; None if it is not said.
    """
    told = []
    for label in sorted(label for label, each in state.vehicles.items() if each.hex == name):
        if not is_hull(state, label) or vehicle_level(state, label) != level:
            continue
        wreck, spec = state.vehicles[label].destroyed, state.setting.vehicles[label]
        title = f"wreck {label}" if wreck else f"vehicle {label}"
        assault = not wreck and _shelters_on(state, label, moved=moved)
        if not wreck and side not in (None, spec.side):
            why = f"a manned AFV shelters no {side} Infantry"
            told.append(Near(title, "D9.3", Kind.TEM, why))
        elif state.vehicles[label].burning is not None:
            told.append(Near(title, "D10.3", Kind.TEM, "a burning wreck gives no shelter"))
        elif is_moving_target(state, label) and not assault:
            why = "it is a moving target until it Stops and the AFPh of its move ends (D8.4)"
            if state.vehicles[label].assault:
                why += ", but to those that move in Armored Assault with it (D9.31)"
            told.append(Near(title, "D9.3", Kind.TEM, why))
        else:
            why = "Artificial Terrain (B.9)"
            if is_moving_target(state, label):
                why += ", for those in Armored Assault with it (D9.31)"
            yield Modifier(title, "D9.3", Kind.TEM, VEHICLE_TEM, why=why)
            return
    yield from told
